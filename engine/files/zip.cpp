#include "files/zip.h"

#include "files/file_errors.h"
#include "files/inflate.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <zlib.h>

namespace lockstep::files {

// PKWARE's APPNOTE.TXT 6.3, sections 4.3 and 4.5.3.
namespace {

using Bytes = std::span<const std::byte>;
constexpr std::uint32_t kLocal = 0x04034B50, kCentral = 0x02014B50, kEnd = 0x06054B50, kEnd64 = 0x06064B50, kLocator64 = 0x07064B50;
constexpr std::uint32_t kIn64 = 0xFFFFFFFF; // "see the zip64 field"

template <class T> T get(Bytes bytes, std::size_t at) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

Error bad(const std::string& what, const std::string& name) { return Error(kMalformed, {"zip", what}).inFile(name); }

struct Table {
    std::uint64_t at = 0, size = 0, count = 0;
};

std::optional<std::size_t> findEnd(Bytes file) {
    if (file.size() < 22) return std::nullopt;
    const std::size_t first = file.size() - std::min<std::size_t>(file.size(), 22 + 65535);
    for (std::size_t at = file.size() - 22 + 1; at-- > first;) {
        if (get<std::uint32_t>(file, at) == kEnd && at + 22 + get<std::uint16_t>(file, at + 20) == file.size()) return at;
    }
    return std::nullopt;
}

Result<Table> findTable(Bytes file, const std::string& name) {
    const auto end = findEnd(file);
    if (!end) return bad("its table of contents is missing; it may be cut short", name);
    Table table{get<std::uint32_t>(file, *end + 16), get<std::uint32_t>(file, *end + 12), get<std::uint16_t>(file, *end + 10)};
    if (*end >= 20 && get<std::uint32_t>(file, *end - 20) == kLocator64) {
        const auto at = get<std::uint64_t>(file, *end - 20 + 8);
        if (file.size() < 56 || at > file.size() - 56 || get<std::uint32_t>(file, static_cast<std::size_t>(at)) != kEnd64)
            return bad("its zip64 table is missing", name);
        const auto k = static_cast<std::size_t>(at);
        table = {get<std::uint64_t>(file, k + 48), get<std::uint64_t>(file, k + 40), get<std::uint64_t>(file, k + 32)};
    }
    if (table.at > *end || table.size > *end - table.at) return bad("its table of contents points outside the file", name);
    return table;
}

/// Sizes and place that are too large for 32 bits stand, in this order, in the extra field of id 1.
Status readZip64(Bytes extra, ZipEntry& entry, std::uint64_t& localAt, const std::string& name) {
    while (extra.size() >= 4) {
        const auto id = get<std::uint16_t>(extra, 0);
        const std::size_t size = get<std::uint16_t>(extra, 2);
        if (size > extra.size() - 4) break;
        Bytes field = extra.subspan(4, size);
        for (std::uint64_t* value : {&entry.bytes, &entry.packedBytes, &localAt}) {
            if (id != 1 || *value != kIn64) continue;
            if (field.size() < 8) return bad("a zip64 field is too short", name);
            *value = get<std::uint64_t>(field, 0);
            field = field.subspan(8);
        }
        extra = extra.subspan(4 + size);
    }
    return {};
}

Status locate(Bytes file, ZipEntry& entry, std::uint64_t localAt, const std::string& name) {
    if (file.size() < 30 || localAt > file.size() - 30 || get<std::uint32_t>(file, static_cast<std::size_t>(localAt)) != kLocal)
        return bad("the entry '" + entry.name + "' is not where the table says", name);
    const auto k = static_cast<std::size_t>(localAt);
    entry.dataAt = localAt + 30 + get<std::uint16_t>(file, k + 26) + get<std::uint16_t>(file, k + 28);
    if (entry.dataAt > file.size() || entry.packedBytes > file.size() - entry.dataAt)
        return bad("the entry '" + entry.name + "' reaches beyond the end of the file", name);
    if (entry.method == 0 && entry.packedBytes != entry.bytes) return bad("the entry '" + entry.name + "' has two different sizes", name);
    return {};
}

/// One row of the table; returns its length.
Result<std::size_t> readRow(Bytes file, Bytes row, ZipEntry& entry, const std::string& name) {
    if (row.size() < 46 || get<std::uint32_t>(row, 0) != kCentral) return bad("its table of contents is damaged", name);
    const std::size_t nameSize = get<std::uint16_t>(row, 28), extraSize = get<std::uint16_t>(row, 30);
    const std::size_t size = 46 + nameSize + extraSize + get<std::uint16_t>(row, 32);
    if (size > row.size()) return bad("its table of contents is damaged", name);
    entry.name.assign(reinterpret_cast<const char*>(row.data()) + 46, nameSize);
    entry.method = get<std::uint16_t>(row, 10);
    entry.crc = get<std::uint32_t>(row, 16);
    entry.packedBytes = get<std::uint32_t>(row, 20);
    entry.bytes = get<std::uint32_t>(row, 24);
    std::uint64_t localAt = get<std::uint32_t>(row, 42);
    if (get<std::uint16_t>(row, 8) & 1) return Error(kUnsupported, {"an encrypted archive", "write it without a password"}).inFile(name);
    if (entry.method != 0 && entry.method != 8)
        return Error(kUnsupported, {"zip method " + std::to_string(entry.method), "use numpy.savez or savez_compressed"}).inFile(name);
    LOCKSTEP_TRY(readZip64(row.subspan(46 + nameSize, extraSize), entry, localAt, name));
    LOCKSTEP_TRY(locate(file, entry, localAt, name));
    return size;
}

} // namespace

std::uint32_t crc32Of(std::span<const std::byte> bytes, std::uint32_t start) {
    return static_cast<std::uint32_t>(crc32_z(start, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

Result<ZipFile> ZipFile::open(std::shared_ptr<const MappedFile> file) {
    ZipFile zip(std::move(file));
    const auto& name = zip.m_file->path();
    const auto bytes = zip.m_file->bytes();
    if (bytes.empty()) return Error(kEmpty).inFile(name);
    LOCKSTEP_ASSIGN(const Table table, findTable(bytes, name));
    Bytes rows = bytes.subspan(static_cast<std::size_t>(table.at), static_cast<std::size_t>(table.size));
    std::set<std::string> names;
    while (!rows.empty()) {
        ZipEntry entry;
        LOCKSTEP_ASSIGN(const std::size_t size, readRow(bytes, rows, entry, name));
        if (!names.insert(entry.name).second) return bad("two entries are called '" + entry.name + "'", name);
        zip.m_entries.push_back(std::move(entry));
        rows = rows.subspan(size);
    }
    if (zip.m_entries.size() != table.count) return bad("its table of contents has lost rows", name);
    return zip;
}

Status ZipFile::checkStored(const ZipEntry& entry) const {
    if (crc32Of(packed(entry)) == entry.crc) return {};
    return bad("the sum of '" + entry.name + "' is wrong", m_file->path());
}

Result<std::vector<std::byte>> ZipFile::unpack(const ZipEntry& entry) const {
    Inflater inflater(packed(entry), Inflater::Format::Raw, m_file->path());
    LOCKSTEP_ASSIGN(auto out, inflater.readUpTo(entry.bytes));
    std::byte more[1];
    LOCKSTEP_ASSIGN(const std::size_t surplus, inflater.read(more));
    if (out.size() != entry.bytes || surplus)
        return bad("'" + entry.name + "' does not unpack to the size that the table says", m_file->path());
    if (crc32Of(out) != entry.crc) return bad("the sum of '" + entry.name + "' is wrong", m_file->path());
    return out;
}

} // namespace lockstep::files
