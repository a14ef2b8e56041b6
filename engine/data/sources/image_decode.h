// PNG and JPEG to bytes. The only file that uses libpng and libjpeg.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::data {

/// Rows of RGB bytes, top first.
struct RgbImage {
    std::int64_t width = 0, height = 0;
    std::vector<std::uint8_t> rgb;
};

/// By the first bytes, not by the name. Any depth and colour type; transparency is ignored. Errors: anything that does not
/// decode to the end. Memory follows the file's content: sizes that it can't hold are refused before anything is allocated.
Result<RgbImage> decodeImage(std::span<const std::byte> bytes, const std::string& path);

/// Width and height by the file's head; none where it can't be told.
std::optional<std::pair<std::int64_t, std::int64_t>> imageSize(std::span<const std::byte> bytes);

/// [channels,height,width] bytes, channels 1 (luma of ITU-R 601, as Pillow rounds it) or 3; resized bilinearly where the size
/// differs (pixel centres at half, no smoothing: PyTorch's interpolate with align_corners false), rounded to whole.
void fitImage(const RgbImage& image, std::int64_t channels, std::int64_t height, std::int64_t width, std::uint8_t* out);

} // namespace lockstep::data
