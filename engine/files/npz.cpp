#include "files/npz.h"

#include "base/text.h"
#include "files/atomic_write.h"
#include "files/file_errors.h"
#include "files/hash.h"
#include "files/inflate.h"
#include "files/npy.h"

#include <algorithm>
#include <filesystem>
#include <memory>

namespace lockstep::files {

Result<Npz> Npz::open(const std::string& path, Options options) {
    LOCKSTEP_ASSIGN(auto file, MappedFile::open(path));
    LOCKSTEP_ASSIGN(auto zip, ZipFile::open(std::move(file)));
    return Npz(std::move(zip), std::move(options));
}

std::vector<std::string> Npz::names() const {
    std::vector<std::string> out;
    for (const auto& entry : m_zip.entries()) {
        const bool suffixed = entry.name.ends_with(".npy");
        out.push_back(entry.name.substr(0, entry.name.size() - (suffixed ? 4 : 0)));
    }
    return out;
}

/// For an error: not all of an archive of thousands.
std::string Npz::someNames() const {
    auto shown = names();
    const bool more = shown.size() > 20;
    if (more) shown.resize(20);
    for (auto& name : shown) name = printable(name, 60);
    return join(shown, ", ") + (more ? ", .." : "");
}

const ZipEntry* Npz::find(const std::string& name) const {
    const auto found = std::ranges::find_if(m_zip.entries(), [&](const auto& e) { return e.name == name + ".npy" || e.name == name; });
    return found == m_zip.entries().end() ? nullptr : &*found;
}

bool Npz::has(const std::string& name) const { return find(name) != nullptr; }

Result<RawArray> Npz::array(const std::string& name) const {
    const auto& path = m_zip.file()->path();
    const ZipEntry* entry = find(name);
    if (!entry) return Error(kNoEntry, {name, someNames()}).inFile(path);
    const std::string label = path + "(" + name + ")";
    if (entry->method == 0) {
        LOCKSTEP_TRY(m_zip.checkStored(*entry));
        return parseNpy(m_zip.packed(*entry), m_zip.file(), label, m_zip.file());
    }
    LOCKSTEP_TRY(checkHeader(*entry, label));
    if (entry->bytes > m_options.inMemoryBytes && !m_options.cacheDirectory.empty()) return cached(*entry, label);
    return unpacked(*entry, label);
}

/// Before gigabytes are unpacked: the array's own header must call for the size that the archive's table says.
Status Npz::checkHeader(const ZipEntry& entry, const std::string& label) const {
    Inflater inflater(m_zip.packed(entry), Inflater::Format::Raw, m_zip.file()->path());
    LOCKSTEP_ASSIGN(const auto start, inflater.readUpTo(std::min<std::uint64_t>(entry.bytes, kNpyHeaderLimit)));
    LOCKSTEP_ASSIGN(const NpyHeader header, parseNpyHeader(start, label));
    return checkNpySize(header, entry.bytes, label);
}

Result<RawArray> Npz::unpacked(const ZipEntry& entry, const std::string& label) const {
    LOCKSTEP_ASSIGN(auto bytes, m_zip.unpack(entry));
    const auto owner = std::make_shared<std::vector<std::byte>>(std::move(bytes));
    return parseNpy(*owner, owner, label);
}

/// Unpacks piece by piece; the sum and size are known good before the file gets its name.
static Status unpackTo(const std::string& target, const ZipFile& zip, const ZipEntry& entry) {
    const auto& path = zip.file()->path();
    Inflater inflater(zip.packed(entry), Inflater::Format::Raw, path);
    LOCKSTEP_ASSIGN(AtomicFile out, AtomicFile::create(target));
    std::vector<std::byte> piece(std::size_t{1} << 20);
    std::uint32_t crc = 0;
    for (;;) {
        LOCKSTEP_ASSIGN(const std::size_t got, inflater.read(piece));
        crc = crc32Of(std::span(piece).first(got), crc);
        LOCKSTEP_TRY(out.write(std::span<const std::byte>(piece).first(got)));
        if (out.position() > entry.bytes) break;
        if (got < piece.size()) break;
    }
    if (out.position() != entry.bytes || crc != entry.crc)
        return Error(kMalformed, {"zip", "the size or sum of '" + entry.name + "' is wrong"}).inFile(path);
    return out.commit();
}

Result<RawArray> Npz::cached(const ZipEntry& entry, const std::string& label) const {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const auto& path = m_zip.file()->path();
    const auto stamp = fs::last_write_time(path, ignored).time_since_epoch().count();
    const std::string key = fs::absolute(path, ignored).string() + '\n' + entry.name + '\n' + std::to_string(stamp) + '\n' +
                            std::to_string(entry.crc) + '\n' + std::to_string(entry.bytes);
    const std::string target = m_options.cacheDirectory + "/npz-" + xxh3Hex(std::as_bytes(std::span(key))) + ".npy";
    if (auto known = openNpy(target); known.ok()) return known;
    fs::create_directories(m_options.cacheDirectory, ignored);
    if (auto status = unpackTo(target, m_zip, entry); !status.ok()) {
        // A cache that can't be written is no reason to fail; damaged data are.
        const bool damaged = status.error().where().file == path;
        return damaged ? Result<RawArray>(std::move(status).error()) : unpacked(entry, label);
    }
    return openNpy(target);
}

namespace {

void put(std::string& out, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}

struct Row {
    std::string name;
    std::uint32_t crc = 0;
    std::uint64_t bytes = 0, at = 0;
};

/// Streams a zip archive of stored entries (APPNOTE.TXT 6.3, sections 4.3.7 to 4.3.16).
class ZipWriter {
public:
    ZipWriter(AtomicFile& file, std::uint64_t zip64From) : m_file(file), m_from(zip64From) {}

    Status add(const std::string& name, const HostTensor& tensor) {
        return add(name, npyHeader(tensor.dtype(), tensor.shape()), {tensor.data(), tensor.bytes()});
    }

    Status add(const std::string& name, const std::string& header, std::span<const std::byte> data) {
        const auto crc = crc32Of(data, crc32Of(std::as_bytes(std::span(header))));
        m_rows.push_back({name + ".npy", crc, header.size() + data.size(), m_file.position()});
        const Row& row = m_rows.back();
        const bool wide = row.bytes >= m_from;
        std::string local;
        put(local, 0x04034B50, 4);
        common(local, row, wide, wide);
        put(local, row.name.size(), 2);
        put(local, wide ? 20 : 0, 2);
        local += row.name;
        if (wide) extra(local, {row.bytes, row.bytes});
        LOCKSTEP_TRY(m_file.write(local));
        LOCKSTEP_TRY(m_file.write(header));
        return m_file.write(data);
    }

    Status finish() {
        const auto start = m_file.position();
        for (const auto& row : m_rows) LOCKSTEP_TRY(m_file.write(central(row)));
        const auto size = m_file.position() - start;
        const bool wide = start >= m_from || size >= m_from || m_rows.size() >= 0xFFFF;
        if (wide) LOCKSTEP_TRY(m_file.write(end64(start, size)));
        std::string end;
        put(end, 0x06054B50, 4);
        put(end, 0, 4);
        const std::uint64_t count = wide ? 0xFFFF : m_rows.size();
        put(end, count, 2);
        put(end, count, 2);
        put(end, wide ? 0xFFFFFFFF : size, 4);
        put(end, wide ? 0xFFFFFFFF : start, 4);
        put(end, 0, 2);
        return m_file.write(end);
    }

private:
    /// Version needed to sizes: what local and central headers share. Date: 1980-01-01, so that equal arrays give equal files.
    static void common(std::string& out, const Row& row, bool versionWide, bool wide) {
        put(out, versionWide ? 45 : 20, 2);
        put(out, 0x0800, 2); // names are UTF-8
        put(out, 0, 2);
        put(out, 0, 2);
        put(out, 0x21, 2);
        put(out, row.crc, 4);
        put(out, wide ? 0xFFFFFFFF : row.bytes, 4);
        put(out, wide ? 0xFFFFFFFF : row.bytes, 4);
    }
    static void extra(std::string& out, const std::vector<std::uint64_t>& values) {
        put(out, 1, 2);
        put(out, values.size() * 8, 2);
        for (const auto v : values) put(out, v, 8);
    }
    std::string central(const Row& row) const {
        const bool wide = row.bytes >= m_from, far = row.at >= m_from;
        std::vector<std::uint64_t> values;
        if (wide) values = {row.bytes, row.bytes};
        if (far) values.push_back(row.at);
        std::string out;
        put(out, 0x02014B50, 4);
        put(out, 45, 2);
        common(out, row, wide || far, wide);
        put(out, row.name.size(), 2);
        put(out, values.empty() ? 0 : 4 + values.size() * 8, 2);
        out.append(2 + 2 + 2 + 4, '\0'); // comment, disk, attributes
        put(out, far ? 0xFFFFFFFF : row.at, 4);
        out += row.name;
        if (!values.empty()) extra(out, values);
        return out;
    }
    std::string end64(std::uint64_t start, std::uint64_t size) const {
        std::string out;
        const auto at = m_file.position();
        put(out, 0x06064B50, 4);
        put(out, 44, 8);
        put(out, 45, 2);
        put(out, 45, 2);
        put(out, 0, 8);
        put(out, m_rows.size(), 8);
        put(out, m_rows.size(), 8);
        put(out, size, 8);
        put(out, start, 8);
        put(out, 0x07064B50, 4);
        put(out, 0, 4);
        put(out, at, 8);
        put(out, 1, 4);
        return out;
    }

    AtomicFile& m_file;
    std::uint64_t m_from;
    std::vector<Row> m_rows;
};

HostTensor writable(const HostTensor& tensor) {
    if (tensor.dtype() != DType::BF16) return tensor;
    HostTensor out(DType::F32, tensor.shape());
    convert(Element::BF16, tensor.data(), DType::F32, out.data(), out.elements());
    return out;
}

/// Code points of UTF-8; a byte that is none stands for itself.
std::u32string codePoints(const std::string& text) {
    std::u32string out;
    for (std::size_t i = 0; i < text.size();) {
        const auto first = static_cast<unsigned char>(text[i++]);
        int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
        char32_t point = more == 0 ? first : first & (0x3Fu >> more);
        for (; more > 0 && i < text.size(); --more) point = point << 6 | (static_cast<unsigned char>(text[i++]) & 0x3Fu);
        out += point;
    }
    return out;
}

Status addTexts(ZipWriter& writer, const std::string& name, const std::vector<std::string>& texts) {
    std::size_t width = 1;
    for (const auto& text : texts) width = std::max(width, codePoints(text).size());
    std::string data;
    for (const auto& text : texts) {
        auto points = codePoints(text);
        points.resize(width);
        for (const char32_t point : points) put(data, point, 4);
    }
    return writer.add(name, npyTextHeader(texts.size(), width), std::as_bytes(std::span(data)));
}

} // namespace

Status writeNpz(const std::string& path, const NamedTensors& arrays, const NamedTexts& texts, FileSystem& system, std::uint64_t zip64From) {
    LOCKSTEP_ASSIGN(AtomicFile file, AtomicFile::create(path, system));
    ZipWriter writer(file, zip64From);
    for (const auto& [name, tensor] : arrays) {
        if (name.empty() || name.size() > 1000) return Error(kBadName, {name.substr(0, 60), "it is empty or too long"}).inFile(path);
        LOCKSTEP_TRY(writer.add(name, writable(tensor)));
    }
    for (const auto& [name, list] : texts) LOCKSTEP_TRY(addTexts(writer, name, list));
    LOCKSTEP_TRY(writer.finish());
    return file.commit();
}

Status writeNpz(const std::string& path, const NamedTensors& arrays, FileSystem& system, std::uint64_t zip64From) {
    return writeNpz(path, arrays, {}, system, zip64From);
}

} // namespace lockstep::files
