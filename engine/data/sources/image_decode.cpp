#include "data/sources/image_decode.h"

#include "data/data_errors.h"
#include "files/file_errors.h"

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstring>

#include <jpeglib.h>
#include <png.h>

namespace lockstep::data {

namespace {

using Bytes = std::span<const std::byte>;
constexpr std::int64_t kMostPixels = 178'956'970; // where Pillow refuses too: half a gigabyte

const unsigned char* raw(Bytes bytes) { return reinterpret_cast<const unsigned char*>(bytes.data()); }

Error bad(const char* kind, const std::string& what, const std::string& path) { return Error(kBadImage, {kind, what}).inFile(path); }

/// Deflate shrinks at most by about 1032, so a small file can't hold a large image.
bool canHold(std::size_t fileBytes, std::int64_t rowBytes, std::int64_t height) {
    return rowBytes <= static_cast<std::int64_t>(fileBytes) * 1100 / std::max<std::int64_t>(height, 1) + 1;
}

std::int64_t pngRowBytes(Bytes bytes, std::int64_t width) {
    static constexpr int kChannels[] = {1, 0, 3, 1, 2, 0, 4, 0};
    return (width * raw(bytes)[24] * kChannels[raw(bytes)[25] & 7] + 7) / 8;
}

/// RGBA to RGB, in place.
void dropAlpha(std::vector<std::uint8_t>& pixels) {
    const std::size_t count = pixels.size() / 4;
    for (std::size_t i = 1; i < count; ++i) std::memmove(pixels.data() + 3 * i, pixels.data() + 4 * i, 3);
    pixels.resize(3 * count);
}

Result<RgbImage> decodePng(Bytes bytes, const std::string& path) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (bytes.size() < 33 || !png_image_begin_read_from_memory(&png, bytes.data(), bytes.size())) {
        Error error = bad("PNG", bytes.size() < 33 ? "it ends too early" : png.message, path);
        png_image_free(&png);
        return error;
    }
    if (std::int64_t{png.width} * png.height > kMostPixels || !canHold(bytes.size(), pngRowBytes(bytes, png.width), png.height)) {
        png_image_free(&png);
        return bad("PNG", "it claims a size that it can't hold", path);
    }
    const bool alpha = png.format & PNG_FORMAT_FLAG_ALPHA;
    png.format = alpha ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
    RgbImage out{png.width, png.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(png))};
    if (!png_image_finish_read(&png, nullptr, out.rgb.data(), 0, nullptr)) return bad("PNG", png.message, path);
    if (png.warning_or_error & PNG_IMAGE_ERROR) return bad("PNG", png.message, path);
    if (alpha) dropAlpha(out.rgb);
    return out;
}

/// libjpeg reports errors by a call that must not return; a warning (cut or damaged data) ends the reading too.
struct JpegErrors {
    jpeg_error_mgr manager; // first, so that its address is this object's
    std::jmp_buf escape;
    char message[JMSG_LENGTH_MAX];
};

[[noreturn]] void leave(j_common_ptr info) {
    auto* errors = reinterpret_cast<JpegErrors*>(info->err);
    info->err->format_message(info, errors->message);
    std::longjmp(errors->escape, 1);
}

void onMessage(j_common_ptr info, int level) {
    if (level < 0) leave(info);
}

/// One row of inks, stored inverted as Adobe's programs do, to RGB in place; Pillow's formula.
void inksToRgb(std::uint8_t* row, std::size_t width) {
    for (std::size_t x = 0; x < width; ++x) {
        const unsigned light = row[4 * x + 3];
        for (std::size_t c = 0; c < 3; ++c) {
            const unsigned product = (255u - row[4 * x + c]) * light + 128u;
            row[3 * x + c] = static_cast<std::uint8_t>(light - (((product >> 8) + product) >> 8));
        }
    }
}

/// Nothing with a destructor may live here: longjmp would skip it. `out` belongs to the caller.
bool readJpeg(jpeg_decompress_struct& info, JpegErrors& errors, Bytes bytes, RgbImage& out) {
    if (setjmp(errors.escape)) return false;
    jpeg_create_decompress(&info);
    info.mem->max_memory_to_use =
        static_cast<long>(std::min<std::size_t>((std::size_t{32} << 20) + bytes.size() * 2048, std::size_t{2} << 30));
    jpeg_mem_src(&info, raw(bytes), static_cast<unsigned long>(bytes.size()));
    jpeg_read_header(&info, TRUE);
    if (std::int64_t{info.image_width} * info.image_height > kMostPixels) {
        std::snprintf(errors.message, sizeof errors.message, "it is too large");
        return false;
    }
    const bool inks = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK; // which libjpeg makes no RGB of
    info.out_color_space = inks ? JCS_CMYK : JCS_RGB;
    info.dct_method = JDCT_ISLOW;
    jpeg_start_decompress(&info);
    out.width = info.output_width;
    out.height = info.output_height;
    const std::size_t width = info.output_width, rowBytes = width * static_cast<std::size_t>(info.output_components);
    while (info.output_scanline < info.output_height) { // the buffer grows with the rows that really come
        const std::size_t begin = out.rgb.size();
        out.rgb.resize(begin + rowBytes);
        JSAMPROW row = out.rgb.data() + begin;
        jpeg_read_scanlines(&info, &row, 1);
        if (inks) inksToRgb(row, width);
        out.rgb.resize(begin + width * 3);
    }
    jpeg_finish_decompress(&info);
    return true;
}

Result<RgbImage> decodeJpeg(Bytes bytes, const std::string& path) {
    jpeg_decompress_struct info{};
    JpegErrors errors{};
    info.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = leave;
    errors.manager.emit_message = onMessage;
    RgbImage out;
    const bool ok = readJpeg(info, errors, bytes, out);
    jpeg_destroy_decompress(&info);
    if (!ok) return bad("JPEG", errors.message, path);
    return out;
}

/// Pillow's integer luma.
std::uint8_t luma(const std::uint8_t* p) {
    return static_cast<std::uint8_t>((p[0] * 19595u + p[1] * 38470u + p[2] * 7471u + 0x8000u) >> 16);
}

/// Where an output pixel lies between two input pixels.
struct Tap {
    std::int64_t low, high;
    float part; ///< of the high one
};

std::vector<Tap> taps(std::int64_t from, std::int64_t to) {
    std::vector<Tap> out;
    const float scale = static_cast<float>(from) / static_cast<float>(to);
    for (std::int64_t i = 0; i < to; ++i) {
        const float at = std::max((static_cast<float>(i) + 0.5f) * scale - 0.5f, 0.0f);
        const auto low = std::min(static_cast<std::int64_t>(at), from - 1);
        out.push_back({low, std::min(low + 1, from - 1), at - static_cast<float>(low)});
    }
    return out;
}

std::int64_t bigEndian(Bytes bytes, std::size_t at, std::size_t count) {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) value = value << 8 | std::to_integer<std::int64_t>(bytes[at + i]);
    return value;
}

/// Marker by marker to the frame's (SOF0 to SOF15 but for the three of that range that are none).
std::optional<std::pair<std::int64_t, std::int64_t>> jpegSize(Bytes bytes) {
    for (std::size_t at = 2; at + 9 <= bytes.size() && bigEndian(bytes, at, 1) == 0xFF;) {
        const auto marker = bigEndian(bytes, at + 1, 1);
        if (marker == 0xFF) { // padding
            ++at;
            continue;
        }
        const bool frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        if (frame) return std::pair(bigEndian(bytes, at + 7, 2), bigEndian(bytes, at + 5, 2));
        at += 2 + static_cast<std::size_t>(bigEndian(bytes, at + 2, 2));
    }
    return std::nullopt;
}

} // namespace

std::optional<std::pair<std::int64_t, std::int64_t>> imageSize(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.starts_with("\x89PNG\r\n\x1a\n") && bytes.size() >= 24) return std::pair(bigEndian(bytes, 16, 4), bigEndian(bytes, 20, 4));
    return text.starts_with("\xFF\xD8\xFF") ? jpegSize(bytes) : std::nullopt;
}

Result<RgbImage> decodeImage(std::span<const std::byte> bytes, const std::string& path) {
    if (bytes.empty()) return Error(files::kEmpty).inFile(path);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.starts_with("\x89PNG\r\n\x1a\n")) return decodePng(bytes, path);
    if (text.starts_with("\xFF\xD8\xFF")) return decodeJpeg(bytes, path);
    return bad("PNG or JPEG", "it begins like neither", path);
}

void fitImage(const RgbImage& image, std::int64_t channels, std::int64_t height, std::int64_t width, std::uint8_t* out) {
    const auto pixel = [&](std::int64_t c, std::int64_t y, std::int64_t x) -> float {
        const std::uint8_t* p = image.rgb.data() + 3 * (y * image.width + x);
        return channels == 1 ? luma(p) : p[c];
    };
    const auto rows = taps(image.height, height), columns = taps(image.width, width);
    for (std::int64_t c = 0; c < channels; ++c) {
        for (const Tap& y : rows) {
            for (const Tap& x : columns) {
                const float top = pixel(c, y.low, x.low) * (1 - x.part) + pixel(c, y.low, x.high) * x.part;
                const float bottom = pixel(c, y.high, x.low) * (1 - x.part) + pixel(c, y.high, x.high) * x.part;
                *out++ = static_cast<std::uint8_t>(std::lround(top * (1 - y.part) + bottom * y.part));
            }
        }
    }
}

} // namespace lockstep::data
