#include "files/safetensors_header.h"

#include "files/file_errors.h"

#include <nlohmann/json.hpp>

#include <array>
#include <set>

namespace lockstep::files {

using Json = nlohmann::json;

namespace {

struct Type {
    std::string_view name;
    int bits;
    std::optional<DType> dtype;
};
constexpr std::array kTypes{
    Type{"BOOL", 8, DType::Bool}, Type{"F4", 4, {}},           Type{"F6_E2M3", 6, {}},        Type{"F6_E3M2", 6, {}},
    Type{"U8", 8, DType::U8},     Type{"I8", 8, DType::S8},    Type{"F8_E5M2", 8, {}},        Type{"F8_E4M3", 8, {}},
    Type{"F8_E8M0", 8, {}},       Type{"F8_E4M3FNUZ", 8, {}},  Type{"F8_E5M2FNUZ", 8, {}},    Type{"I16", 16, {}},
    Type{"U16", 16, {}},          Type{"F16", 16, DType::F16}, Type{"BF16", 16, DType::BF16}, Type{"I32", 32, DType::S32},
    Type{"U32", 32, {}},          Type{"F32", 32, DType::F32}, Type{"C64", 64, {}},           Type{"F64", 64, DType::F64},
    Type{"I64", 64, DType::S64},  Type{"U64", 64, {}}};

const Type* typeNamed(std::string_view name) {
    for (const auto& type : kTypes) {
        if (type.name == name) return &type;
    }
    return nullptr;
}

/// Level 1 is the root object, 2 an entry or the metadata, 3 the two lists of an entry.
class Reader : public nlohmann::json_sax<Json> {
public:
    SafetensorsHeader header;
    std::string problem;

    bool null() override { return wrong("null"); }
    bool boolean(bool) override { return wrong("true or false"); }
    bool number_integer(number_integer_t) override { return wrong("a negative number"); }
    bool number_float(number_float_t, const string_t&) override { return wrong("a fraction or a number that is too large"); }
    bool binary(binary_t&) override { return wrong("binary data"); }

    bool number_unsigned(number_unsigned_t value) override {
        if (m_level != 3) return wrong("a number");
        m_list.push_back(value);
        return true;
    }
    bool string(string_t& value) override {
        if (m_level != 2) return wrong("a string");
        if (m_inMetadata) return header.metadata.emplace(m_key, value).second || fail("the key '" + m_key + "' stands twice");
        if (m_key != "dtype") return wrong("a string");
        header.entries.back().type = value;
        return true;
    }
    bool start_object(std::size_t) override {
        if (m_level >= 2) return wrong("an object");
        m_level += 1;
        return true;
    }
    bool key(string_t& value) override {
        m_key = value;
        if (m_level == 1) return newName(value);
        if (m_inMetadata) return true;
        static constexpr std::array<std::string_view, 3> kKeys{"dtype", "shape", "data_offsets"};
        for (unsigned i = 0; i < kKeys.size(); ++i) {
            if (value != kKeys[i]) continue;
            if (m_seen & 1u << i) return fail("the key '" + value + "' stands twice in '" + m_name + "'");
            m_seen |= 1u << i;
            return true;
        }
        return fail("unknown key '" + value.substr(0, 40) + "' in '" + m_name + "'");
    }
    bool end_object() override {
        m_level -= 1;
        if (m_level == 1 && !m_inMetadata && m_seen != 7) return fail("'" + m_name + "' lacks dtype, shape or data_offsets");
        m_inMetadata = false;
        return true;
    }
    bool start_array(std::size_t) override {
        if (m_level != 2 || m_inMetadata || m_key == "dtype") return wrong("a list");
        m_level = 3;
        m_list.clear();
        return true;
    }
    bool end_array() override {
        m_level = 2;
        auto& entry = header.entries.back();
        if (m_key == "data_offsets") {
            if (m_list.size() != 2) return fail("data_offsets of '" + m_name + "' are not two numbers");
            entry.begin = m_list[0];
            entry.end = m_list[1];
            return true;
        }
        for (const auto size : m_list) {
            if (size > std::uint64_t{1} << 62) return fail("the shape of '" + m_name + "' is too large");
            entry.sizes.push_back(static_cast<std::int64_t>(size));
        }
        return true;
    }
    bool parse_error(std::size_t at, const std::string&, const nlohmann::detail::exception&) override {
        return fail("its header is not JSON at byte " + std::to_string(at));
    }

private:
    bool newName(const std::string& value) {
        if (!m_names.insert(value).second) return fail("the name '" + value + "' stands twice");
        m_name = value;
        m_seen = 0;
        m_inMetadata = value == kMetadataName;
        if (!m_inMetadata) header.entries.push_back({.name = value, .type = {}, .sizes = {}});
        return true;
    }
    bool wrong(const char* what) {
        return fail(std::string(what) + " stands in its header where it can't" + (m_name.empty() ? "" : ", in '" + m_name + "'"));
    }
    bool fail(std::string what) { return problem = std::move(what), false; }

    int m_level = 0;
    bool m_inMetadata = false;
    unsigned m_seen = 0;
    std::string m_key, m_name;
    std::set<std::string> m_names;
    std::vector<std::uint64_t> m_list;
};

} // namespace

Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view text, const std::string& path) {
    const auto bad = [&](const std::string& what) { return Error(kMalformed, {"safetensors", what}).inFile(path); };
    if (!text.starts_with('{')) return bad("its header does not begin with {");
    if (text.find('\0') != std::string_view::npos) return bad("its header holds a zero byte"); // which would end the JSON reader quietly
    Reader reader;
    if (!Json::sax_parse(text, &reader)) return bad(reader.problem);
    return std::move(reader.header);
}

std::string safetensorsHeader(const SafetensorsHeader& header) {
    const auto quoted = [](const std::string& text) { return Json(text).dump(); };
    std::string out = "{";
    const auto comma = [&] { return out.size() > 1 ? "," : ""; };
    if (!header.metadata.empty()) out += quoted(std::string(kMetadataName)) + ":" + Json(header.metadata).dump();
    for (const auto& e : header.entries) {
        out += comma() + quoted(e.name) + R"(:{"dtype":")" + e.type + R"(","shape":)" + Json(e.sizes).dump() + R"(,"data_offsets":[)" +
               std::to_string(e.begin) + "," + std::to_string(e.end) + "]}";
    }
    out += '}';
    out.resize((out.size() + 7) / 8 * 8, ' ');
    return out;
}

std::optional<int> safetensorsBits(std::string_view type) {
    const Type* found = typeNamed(type);
    return found ? std::optional(found->bits) : std::nullopt;
}

std::optional<DType> safetensorsDType(std::string_view type) {
    const Type* found = typeNamed(type);
    return found ? found->dtype : std::nullopt;
}

std::string_view safetensorsName(DType dtype) {
    for (const auto& type : kTypes) {
        if (type.dtype == dtype) return type.name;
    }
    return {};
}

} // namespace lockstep::files
