#include "files/npy.h"

#include "files/file_errors.h"
#include "files/mapped_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace lockstep::files {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

Error bad(const std::string& what, const std::string& name) { return Error(kMalformed, {"npy", what}).inFile(name); }

/// Reads the header's Python dictionary: three known keys, in any order.
class Dictionary {
public:
    Dictionary(std::string_view text, const std::string& name) : m_text(text), m_name(name) {}

    std::string descr;
    bool fortran = false;
    Shape shape;

    Status read() {
        if (!take('{')) return bad("its header is not a dictionary", m_name);
        unsigned seen = 0;
        while (!take('}')) {
            LOCKSTEP_ASSIGN(const unsigned bit, entry());
            if (seen & bit) return bad("a key stands twice in its header", m_name);
            seen |= bit;
            if (take(',')) continue;
            if (!take('}')) return bad("its header is cut short", m_name);
            break;
        }
        skip();
        if (seen != 7) return bad("its header lacks descr, fortran_order or shape", m_name);
        return m_text.empty() ? Status{} : bad("something follows the dictionary in its header", m_name);
    }

private:
    void skip() {
        while (!m_text.empty() && (m_text[0] == ' ' || m_text[0] == '\n')) m_text.remove_prefix(1);
    }
    bool take(char c) {
        skip();
        if (m_text.empty() || m_text[0] != c) return false;
        return m_text.remove_prefix(1), true;
    }
    bool takeWord(std::string_view word) {
        skip();
        if (!m_text.starts_with(word)) return false;
        return m_text.remove_prefix(word.size()), true;
    }
    std::optional<std::string> quoted() {
        for (const char quote : {'\'', '"'}) {
            if (!take(quote)) continue;
            const auto end = m_text.find(quote);
            if (end == std::string_view::npos) return std::nullopt;
            std::string out(m_text.substr(0, end));
            m_text.remove_prefix(end + 1);
            return out;
        }
        return std::nullopt;
    }

    Result<unsigned> entry() {
        const auto key = quoted();
        if (!key || !take(':')) return bad("its header is no dictionary of names", m_name);
        if (*key == "descr") {
            const auto value = quoted();
            if (!value) return Error(kUnsupported, {"a structured npy array", "save one plain array per file"}).inFile(m_name);
            return descr = *value, 1u;
        }
        if (*key == "fortran_order") {
            fortran = takeWord("True");
            if (!fortran && !takeWord("False")) return bad("fortran_order is neither True nor False", m_name);
            return 2u;
        }
        if (*key != "shape") return bad("its header has an unknown key", m_name);
        LOCKSTEP_TRY(sizes());
        return 4u;
    }

    Status sizes() {
        if (!take('(')) return bad("its shape is not a tuple", m_name);
        while (!take(')')) {
            skip();
            std::int64_t size = 0;
            const auto [end, status] = std::from_chars(m_text.data(), m_text.data() + m_text.size(), size);
            if (status != std::errc() || size < 0) return bad("its shape holds something other than sizes", m_name);
            m_text.remove_prefix(static_cast<std::size_t>(end - m_text.data()));
            takeWord("L"); // Python 2 wrote long numbers so
            if (shape.rank() == Shape::kMaxRank)
                return Error(kUnsupported, {"an npy array of more than 8 dimensions", "reshape it"}).inFile(m_name);
            shape.push(size);
            if (take(',')) continue;
            if (!take(')')) return bad("its shape is cut short", m_name);
            break;
        }
        return {};
    }

    std::string_view m_text;
    const std::string& m_name;
};

struct Code {
    std::string_view code;
    Element type;
};
constexpr std::array kCodes{Code{"f2", Element::F16}, Code{"f4", Element::F32}, Code{"f8", Element::F64}, Code{"i1", Element::S8},
                            Code{"i2", Element::S16}, Code{"i4", Element::S32}, Code{"i8", Element::S64}, Code{"u1", Element::U8},
                            Code{"u2", Element::U16}, Code{"u4", Element::U32}, Code{"u8", Element::U64}, Code{"b1", Element::Bool}};

Result<Element> elementNamed(const std::string& descr, const std::string& name) {
    if (descr.size() > 2 && descr[0] == '>')
        return Error(kUnsupported, {"a big-endian npy array", "save it with x.astype(x.dtype.newbyteorder('<'))"}).inFile(name);
    if (descr.size() > 2 && (descr[0] == '<' || descr[0] == '|' || descr[0] == '=')) {
        for (const auto& [code, type] : kCodes) {
            if (std::string_view(descr).substr(1) == code && (descr[0] != '|' || byteSize(type) == 1)) return type;
        }
    }
    return Error(kUnsupported, {"the npy type '" + descr.substr(0, 40) + "'", "save it as float32, float64, or a whole-number type"})
        .inFile(name);
}

std::string_view codeOf(DType type) {
    for (const auto& [code, element] : kCodes) {
        if (element == elementOf(type)) return code;
    }
    return "f4"; // bf16 has no code; npyHeader's callers convert before
}

} // namespace

Result<NpyHeader> parseNpyHeader(std::span<const std::byte> bytes, const std::string& name) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.empty()) return Error(kEmpty).inFile(name);
    if (!text.starts_with(kMagic)) return bad("it does not begin with NumPy's mark", name);
    if (text.size() < 12) return Error(kTruncated, {"its header"}).inFile(name);
    const auto at = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(text[i])); };
    const auto version = at(6);
    if (version < 1 || version > 3) return bad("version " + std::to_string(version) + " is unknown", name);
    const std::size_t start = version == 1 ? 10 : 12;
    const std::size_t length = version == 1 ? at(8) | at(9) << 8 : at(8) | at(9) << 8 | at(10) << 16 | at(11) << 24;
    if (length > kNpyHeaderLimit - start) return bad("its header claims " + std::to_string(length) + " bytes", name);
    if (length > text.size() - start) return Error(kTruncated, {"its header"}).inFile(name);

    Dictionary dictionary(text.substr(start, length), name);
    LOCKSTEP_TRY(dictionary.read());
    NpyHeader header;
    LOCKSTEP_ASSIGN(header.type, elementNamed(dictionary.descr, name));
    if (dictionary.fortran && dictionary.shape.rank() > 1)
        return Error(kUnsupported, {"an npy array in Fortran order", "save it with numpy.ascontiguousarray(x)"}).inFile(name);
    header.shape = dictionary.shape;
    header.headerBytes = start + length;
    const auto count = header.shape.checkedElements();
    std::int64_t size = 0;
    if (!count || __builtin_mul_overflow(*count, static_cast<std::int64_t>(byteSize(header.type)), &size))
        return bad("its shape " + header.shape.str() + " overflows", name);
    header.dataBytes = static_cast<std::uint64_t>(size);
    return header;
}

Status checkNpySize(const NpyHeader& header, std::uint64_t fileBytes, const std::string& name) {
    const std::uint64_t have = fileBytes - std::min<std::uint64_t>(fileBytes, header.headerBytes);
    if (have < header.dataBytes)
        return Error(kTruncated,
                     {"its header promises " + std::to_string(header.dataBytes) + " bytes of data, " + std::to_string(have) + " are there"})
            .inFile(name);
    return have > header.dataBytes ? Status(Error(kSurplus, {std::to_string(have - header.dataBytes)}).inFile(name)) : Status{};
}

Result<RawArray> parseNpy(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, const std::string& name,
                          std::shared_ptr<const MappedFile> file) {
    LOCKSTEP_ASSIGN(const NpyHeader header, parseNpyHeader(bytes, name));
    LOCKSTEP_TRY(checkNpySize(header, bytes.size(), name));
    return RawArray{header.type, header.shape, bytes.subspan(header.headerBytes), std::move(owner), std::move(file)};
}

Result<RawArray> openNpy(const std::string& path) {
    LOCKSTEP_ASSIGN(const auto file, MappedFile::open(path));
    return parseNpy(file->bytes(), file, path, file);
}

static std::string headerOf(const std::string& descr, const std::string& sizes) {
    std::string text = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + sizes + "), }";
    const std::size_t whole = (10 + text.size() + 1 + 63) / 64 * 64;
    text.resize(whole - 11, ' ');
    text += '\n';
    std::string out(kMagic);
    out += {'\x01', '\x00', static_cast<char>(text.size() & 0xFF), static_cast<char>(text.size() >> 8)};
    return out + text;
}

std::string npyHeader(DType type, const Shape& shape) {
    std::string sizes;
    for (const auto size : shape.dims()) sizes += std::to_string(size) + ", ";
    if (shape.rank() > 1) sizes.resize(sizes.size() - 2);
    if (shape.rank() == 1) sizes.resize(sizes.size() - 1);
    return headerOf((lockstep::byteSize(type) == 1 ? "|" : "<") + std::string(codeOf(type)), sizes);
}

std::string npyTextHeader(std::size_t count, std::size_t width) {
    return headerOf("<U" + std::to_string(width), std::to_string(count) + ",");
}

} // namespace lockstep::files
