// `idx`: the format of MNIST, plain or gzipped (http://yann.lecun.com/exdb/mnist: magic 0 0 type rank, sizes, data; big-endian).
#include "base/text.h"
#include "data/array_source.h"
#include "data/data_errors.h"
#include "data/source_options.h"
#include "files/file_errors.h"
#include "files/inflate.h"
#include "files/spill.h"
#include "spec/run_doc.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace lockstep::data {

namespace {

using files::Element;
using Bytes = std::span<const std::byte>;

std::uint32_t word(Bytes bytes, std::size_t at) {
    const auto b = [&](std::size_t i) { return std::to_integer<std::uint32_t>(bytes[at + i]); };
    return b(0) << 24 | b(1) << 16 | b(2) << 8 | b(3);
}

std::optional<Element> elementOf(std::uint32_t code) {
    switch (code) {
    case 0x08: return Element::U8;
    case 0x09: return Element::S8;
    case 0x0B: return Element::S16;
    case 0x0C: return Element::S32;
    case 0x0D: return Element::F32;
    case 0x0E: return Element::F64;
    default: return std::nullopt;
    }
}

struct Header {
    Element type = Element::U8;
    Shape shape;
    std::size_t start = 0;
    std::uint64_t bytes = 0;
};

Error bad(const std::string& what, const std::string& path) { return Error(files::kMalformed, {"idx", what}).inFile(path); }

Result<Header> parseHeader(Bytes bytes, const std::string& path) {
    if (bytes.empty()) return Error(files::kEmpty).inFile(path);
    if (bytes.size() < 4) return Error(files::kTruncated, {"less than 4 bytes"}).inFile(path);
    const std::uint32_t magic = word(bytes, 0);
    const auto type = elementOf(magic >> 8);
    const std::size_t rank = magic & 0xFF;
    if (!type) return bad("it does not begin with the mark of idx", path);
    if (rank == 0 || rank > Shape::kMaxRank) return bad("it claims " + std::to_string(rank) + " dimensions", path);
    Header header{*type, {}, 4 + 4 * rank};
    if (bytes.size() < header.start) return Error(files::kTruncated, {"its header"}).inFile(path);
    for (std::size_t i = 0; i < rank; ++i) header.shape.push(word(bytes, 4 + 4 * i));
    const auto count = header.shape.checkedElements();
    if (!count || *count > std::int64_t{1} << 58) return bad("its shape " + header.shape.str() + " overflows", path);
    header.bytes = static_cast<std::uint64_t>(*count) * files::byteSize(*type);
    return header;
}

Status checkSize(std::uint64_t have, const Header& header, const std::string& path) {
    if (have < header.bytes)
        return Error(files::kTruncated, {"its header promises " + header.shape.str() + ", " + std::to_string(header.bytes) + " bytes; " +
                                         std::to_string(have) + " are there"})
            .inFile(path);
    return have > header.bytes ? Status(Error(files::kSurplus, {std::to_string(have - header.bytes)}).inFile(path)) : Status{};
}

void swapBytes(std::span<std::byte> bytes, std::size_t size) {
    for (std::size_t at = 0; at + size <= bytes.size(); at += size) std::reverse(bytes.data() + at, bytes.data() + at + size);
}

constexpr std::size_t kPiece = std::size_t{1} << 20; // a multiple of every element's size

/// Little-endian, piece by piece from `next(out)`, which fills `out` as far as the data go.
template <class Next> Result<files::RawArray> unpack(const Header& header, const files::SpillOptions& options, Next next) {
    files::Spill spill(options);
    std::vector<std::byte> piece(kPiece);
    while (spill.size() < header.bytes) {
        const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, header.bytes - spill.size()));
        LOCKSTEP_ASSIGN(const std::size_t got, next(std::span(piece).first(want)));
        if (files::byteSize(header.type) > 1) swapBytes(std::span(piece).first(got), files::byteSize(header.type));
        LOCKSTEP_TRY(spill.append(std::span(piece).first(got)));
        if (got < want) break;
    }
    LOCKSTEP_ASSIGN(auto data, spill.finish());
    return files::RawArray{header.type, header.shape, data.bytes, std::move(data.owner), std::move(data.file)};
}

Result<files::RawArray> readPlain(const std::shared_ptr<const files::MappedFile>& file, const files::SpillOptions& options) {
    LOCKSTEP_ASSIGN(const Header header, parseHeader(file->bytes(), file->path()));
    const Bytes data = file->bytes().subspan(header.start);
    LOCKSTEP_TRY(checkSize(data.size(), header, file->path()));
    if (files::byteSize(header.type) == 1) return files::RawArray{header.type, header.shape, data, file, file};
    std::uint64_t at = header.start;
    return unpack(header, options, [&](std::span<std::byte> out) -> Result<std::size_t> {
        LOCKSTEP_TRY(file->readAt(at, out));
        at += out.size();
        return out.size();
    });
}

Result<files::RawArray> readGzip(const std::shared_ptr<const files::MappedFile>& file, const files::SpillOptions& options) {
    files::Inflater inflater(file->bytes(), files::Inflater::Format::Gzip, file->path());
    LOCKSTEP_ASSIGN(auto head, inflater.readUpTo(4));
    if (head.size() == 4) {
        LOCKSTEP_ASSIGN(const auto sizes, inflater.readUpTo(4 * std::to_integer<std::uint64_t>(head[3])));
        head.insert(head.end(), sizes.begin(), sizes.end());
    }
    LOCKSTEP_ASSIGN(const Header header, parseHeader(head, file->path()));
    auto array = unpack(header, options, [&](std::span<std::byte> out) -> Result<std::size_t> {
        LOCKSTEP_TRY(file->checkUnchanged());
        return inflater.read(out);
    });
    if (!array.ok()) return array;
    std::byte more[1];
    LOCKSTEP_ASSIGN(const std::size_t surplus, inflater.read(more));
    LOCKSTEP_TRY(checkSize(array->bytes.size() + surplus, header, file->path()));
    return array;
}

Result<NamedArray> readIdx(const std::string& path, const files::SpillOptions& options) {
    LOCKSTEP_ASSIGN(const auto file, files::MappedFile::open(path));
    auto array = path.ends_with(".gz") ? readGzip(file, options) : readPlain(file, options);
    if (!array.ok()) return std::move(array).error();
    return NamedArray{path, *std::move(array)};
}

/// Files of the folder that begin with `prefix` and hold `word`; a .gz beside its plain twin does not count.
std::vector<std::string> matches(const std::vector<std::string>& names, std::string_view prefix, std::string_view word) {
    std::vector<std::string> out;
    for (const auto& name : names) {
        if (!name.starts_with(prefix) || name.find(word) == std::string::npos) continue;
        if (name.ends_with(".gz") && std::ranges::count(names, name.substr(0, name.size() - 3))) continue;
        out.push_back(name);
    }
    return out;
}

bool hasPair(const std::vector<std::string>& names, std::string_view prefix) {
    return matches(names, prefix, "images").size() == 1 && matches(names, prefix, "labels").size() == 1;
}

Result<std::shared_ptr<ArraySource>> openPair(const std::string& folder, const std::vector<std::string>& names, std::string_view prefix,
                                              const files::SpillOptions& options) {
    const auto images = matches(names, prefix, "images"), labels = matches(names, prefix, "labels");
    if (images.size() != 1 || labels.size() != 1) {
        auto found = images;
        found.insert(found.end(), labels.begin(), labels.end());
        return Error(kNoPair, {found.empty() ? ", and has none" : "; it has " + join(found, ", ")}).inFile(folder);
    }
    LOCKSTEP_ASSIGN(auto x, readIdx(folder + "/" + images[0], options));
    LOCKSTEP_ASSIGN(auto y, readIdx(folder + "/" + labels[0], options));
    return ArraySource::make({std::move(x)}, {std::move(y)});
}

} // namespace

SourceResult openIdx(const spec::DataDoc& doc, const SourceOptions& options) {
    namespace fs = std::filesystem;
    const std::string folder = located(doc.path, options);
    std::error_code failed;
    if (!fs::exists(folder, failed)) return Error(files::kNotFound).inFile(folder);
    if (!fs::is_directory(folder, failed)) return Error(kNotAFolder, {"with the images and labels files"}).inFile(folder);
    std::vector<std::string> names;
    for (auto entry = fs::directory_iterator(folder, failed); !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
        names.push_back(entry->path().filename().string());
    }
    std::ranges::sort(names);
    const files::SpillOptions spill{options.cacheDirectory, options.inMemoryBytes};
    const bool both = hasPair(names, "train-") && hasPair(names, "t10k-");
    LOCKSTEP_ASSIGN(auto source, openPair(folder, names, both ? "train-" : "", spill));
    if (both) {
        LOCKSTEP_ASSIGN(auto test, openPair(folder, names, "t10k-", spill));
        source->setTestPart(std::move(test));
    }
    return std::shared_ptr<const Source>(std::move(source));
}

} // namespace lockstep::data
