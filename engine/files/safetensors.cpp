#include "files/safetensors.h"

#include "base/text.h"
#include "files/atomic_write.h"
#include "files/file_errors.h"
#include "files/safetensors_header.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace lockstep::files {

namespace {

Error bad(const std::string& what, const std::string& path) { return Error(kMalformed, {"safetensors", what}).inFile(path); }

/// Bytes that type and shape call for; an error if they overflow or leave part of a byte.
Result<std::uint64_t> bytesNeeded(const SafetensorsEntry& entry, const std::string& path) {
    const auto bits = safetensorsBits(entry.type);
    if (!bits) return bad("'" + entry.name + "' has the unknown type '" + entry.type.substr(0, 40) + "'", path);
    std::int64_t count = *bits;
    for (const auto size : entry.sizes) {
        if (__builtin_mul_overflow(count, size, &count)) return bad("the shape of '" + entry.name + "' is too large", path);
    }
    if (count % 8) return bad("'" + entry.name + "' does not fill whole bytes", path);
    return static_cast<std::uint64_t>(count / 8);
}

/// Sorted by place, the entries must cover the data from 0 to the end without hole or overlap.
Status checkLayout(const std::vector<SafetensorsEntry>& sorted, std::uint64_t dataBytes, const std::string& path) {
    std::uint64_t at = 0;
    for (const auto& entry : sorted) {
        if (entry.end < entry.begin) return bad("'" + entry.name + "' ends before it begins", path);
        LOCKSTEP_ASSIGN(const std::uint64_t needed, bytesNeeded(entry, path));
        if (entry.end - entry.begin != needed)
            return bad("'" + entry.name + "' has " + std::to_string(entry.end - entry.begin) + " bytes, its type and shape need " +
                           std::to_string(needed),
                       path);
        if (entry.begin != at) return bad("there is a hole or an overlap before '" + entry.name + "'", path);
        at = entry.end;
    }
    if (at > dataBytes)
        return Error(kTruncated,
                     {"its header promises " + std::to_string(at) + " bytes of data, " + std::to_string(dataBytes) + " are there"})
            .inFile(path);
    return at < dataBytes ? Status(Error(kSurplus, {std::to_string(dataBytes - at)}).inFile(path)) : Status{};
}

Result<std::uint64_t> headerBytes(std::span<const std::byte> bytes, const std::string& path) {
    if (bytes.empty()) return Error(kEmpty).inFile(path);
    if (bytes.size() < 8) return Error(kTruncated, {"less than 8 bytes"}).inFile(path);
    std::uint64_t size = 0;
    std::memcpy(&size, bytes.data(), 8);
    if (size > kSafetensorsHeaderLimit) return bad("its header claims " + std::to_string(size) + " bytes", path);
    if (size > bytes.size() - 8) return Error(kTruncated, {"its header claims " + std::to_string(size) + " bytes"}).inFile(path);
    return size;
}

} // namespace

Result<Safetensors> Safetensors::open(const std::string& path) {
    LOCKSTEP_ASSIGN(auto file, MappedFile::open(path));
    Safetensors out(std::move(file));
    const auto bytes = out.m_file->bytes();
    LOCKSTEP_ASSIGN(const std::uint64_t size, headerBytes(bytes, path));
    out.m_dataAt = 8 + size;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + 8, static_cast<std::size_t>(size));
    LOCKSTEP_ASSIGN(auto header, parseSafetensorsHeader(text, path));
    out.m_metadata = std::move(header.metadata);
    out.m_entries = std::move(header.entries);
    std::ranges::stable_sort(out.m_entries,
                             [](const auto& a, const auto& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
    LOCKSTEP_TRY(checkLayout(out.m_entries, bytes.size() - out.m_dataAt, path));
    for (std::size_t i = 0; i < out.m_entries.size(); ++i) out.m_index.emplace(out.m_entries[i].name, i);
    return out;
}

const SafetensorsEntry* Safetensors::find(std::string_view name) const {
    const auto found = m_index.find(name);
    return found == m_index.end() ? nullptr : &m_entries[found->second];
}

Result<HostTensor> Safetensors::tensor(std::string_view name) const {
    LOCKSTEP_ASSIGN(const auto* entry, named(name));
    return tensor(*entry);
}

static std::optional<Element> elementNamed(std::string_view type) {
    static constexpr std::pair<std::string_view, Element> kTypes[] = {
        {"F16", Element::F16}, {"BF16", Element::BF16}, {"F32", Element::F32},  {"F64", Element::F64}, {"I8", Element::S8},
        {"I16", Element::S16}, {"I32", Element::S32},   {"I64", Element::S64},  {"U8", Element::U8},   {"U16", Element::U16},
        {"U32", Element::U32}, {"U64", Element::U64},   {"BOOL", Element::Bool}};
    for (const auto& [name, element] : kTypes)
        if (name == type) return element;
    return std::nullopt;
}

Result<RawArray> Safetensors::array(std::string_view name) const {
    LOCKSTEP_ASSIGN(const auto* entry, named(name));
    const auto element = elementNamed(entry->type);
    if (!element)
        return Error(kUnsupported, {"the type " + entry->type + " of '" + entry->name + "'", "convert it to F32 or BF16"}).inFile(path());
    if (entry->sizes.size() > Shape::kMaxRank)
        return Error(kUnsupported, {"more than 8 dimensions, in '" + entry->name + "',", "reshape it"}).inFile(path());
    const auto bytes = m_file->bytes().subspan(m_dataAt + entry->begin, entry->end - entry->begin);
    return RawArray{*element, Shape(entry->sizes), bytes, m_file, m_file};
}

Result<const SafetensorsEntry*> Safetensors::named(std::string_view name) const {
    if (const auto* entry = find(name)) return entry;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min<std::size_t>(m_entries.size(), 20); ++i) names.push_back(m_entries[i].name);
    if (m_entries.size() > names.size()) names.push_back("..");
    return Error(kNoEntry, {std::string(name), join(names, ", ")}).inFile(path());
}

Result<HostTensor> Safetensors::tensor(const SafetensorsEntry& entry) const {
    const auto dtype = safetensorsDType(entry.type);
    if (!dtype)
        return Error(kUnsupported, {"the type " + entry.type + " of '" + entry.name + "'", "convert it to F32 or BF16"}).inFile(path());
    if (entry.sizes.size() > Shape::kMaxRank)
        return Error(kUnsupported, {"more than 8 dimensions, in '" + entry.name + "',", "reshape it"}).inFile(path());
    const auto* bytes = const_cast<std::byte*>(m_file->bytes().data() + m_dataAt + entry.begin);
    const auto view = HostTensor::view(*dtype, Shape(entry.sizes), const_cast<std::byte*>(bytes), m_file);
    const bool aligned = reinterpret_cast<std::uintptr_t>(bytes) % byteSize(*dtype) == 0;
    return aligned ? view : view.clone();
}

Status writeSafetensors(const std::string& path, const std::vector<std::pair<std::string, HostTensor>>& tensors, const Metadata& metadata,
                        FileSystem& system) {
    std::vector<StreamedTensor> streamed;
    streamed.reserve(tensors.size());
    for (const auto& [name, tensor] : tensors)
        streamed.push_back({name, tensor.dtype(), tensor.shape(), [&tensor = tensor](const ByteSink& sink) {
                                return sink({tensor.data(), tensor.bytes()});
                            }});
    return streamSafetensors(path, streamed, metadata, system);
}

Status streamSafetensors(const std::string& path, const std::vector<StreamedTensor>& tensors, const Metadata& metadata,
                         FileSystem& system) {
    std::vector<const StreamedTensor*> sorted;
    sorted.reserve(tensors.size());
    for (const auto& item : tensors) sorted.push_back(&item);
    std::ranges::sort(sorted, [](const auto* a, const auto* b) {
        const auto x = byteSize(a->dtype), y = byteSize(b->dtype);
        return x != y ? x > y : a->name < b->name;
    });
    for (const auto& [key, value] : metadata) {
        if (!validUtf8(key) || !validUtf8(value)) return Error(kBadName, {"?", "the metadata are not UTF-8"}).inFile(path);
    }
    SafetensorsHeader header{{}, metadata};
    std::set<std::string_view> names;
    std::uint64_t at = 0;
    for (const auto* item : sorted) {
        const std::string& name = item->name;
        if (!validUtf8(name)) return Error(kBadName, {"?", "it is not UTF-8"}).inFile(path);
        if (name == kMetadataName) return Error(kBadName, {name, "the format keeps it for itself"}).inFile(path);
        if (!names.insert(name).second) return Error(kBadName, {name, "it stands twice"}).inFile(path);
        const auto dims = item->shape.dims();
        header.entries.push_back({name, std::string(safetensorsName(item->dtype)), {dims.begin(), dims.end()}, at, at + item->size()});
        at += item->size();
    }
    const std::string text = safetensorsHeader(header);
    if (text.size() > kSafetensorsHeaderLimit) return bad("its header would be too large", path);
    std::uint64_t size = text.size();
    LOCKSTEP_ASSIGN(AtomicFile file, AtomicFile::create(path, system));
    LOCKSTEP_TRY(file.write(std::as_bytes(std::span(&size, 1))));
    LOCKSTEP_TRY(file.write(text));
    const ByteSink sink = [&file](std::span<const std::byte> bytes) { return file.write(bytes); };
    for (const auto* item : sorted) LOCKSTEP_TRY(item->bytes(sink));
    return file.commit();
}

} // namespace lockstep::files
