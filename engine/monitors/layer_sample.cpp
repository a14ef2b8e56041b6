#include "monitors/layer_sample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace lockstep::monitors {

namespace {

constexpr char kVersion = 1;
constexpr std::size_t kLongestName = 400; // of layer and parameter each, so that a row stays under 1 KB
constexpr std::array<std::string_view, 3> kRoles = {"weight", "output", "gradient"};

class Writer {
public:
    template <class T> void put(const T& value) { m_bytes.append(reinterpret_cast<const char*>(&value), sizeof value); }
    void put(const std::string& text) {
        const auto size = static_cast<std::uint16_t>(std::min(text.size(), kLongestName));
        put(size);
        m_bytes.append(text, 0, size);
    }
    std::string take() { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

class Reader {
public:
    explicit Reader(std::string_view bytes) : m_rest(bytes) {}
    template <class T> void get(T& value) {
        if (m_rest.size() < sizeof value) return void(m_good = false);
        std::memcpy(&value, m_rest.data(), sizeof value);
        m_rest.remove_prefix(sizeof value);
    }
    void get(std::string& text) {
        std::uint16_t size = 0;
        get(size);
        if (m_rest.size() < size) return void(m_good = false);
        text = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
    }
    bool good() const { return m_good; }
    bool atEnd() const { return m_rest.empty(); }

private:
    std::string_view m_rest;
    bool m_good = true;
};

/// The fields of a row in their order, once for writing and reading.
template <class Row, class Visit> void visitFields(Row& row, Visit visit) {
    visit(row.layer), visit(row.parameter), visit(row.role);
    visit(row.elements), visit(row.nans), visit(row.infinities), visit(row.zeros);
    visit(row.min), visit(row.max), visit(row.mean), visit(row.rms), visit(row.amax), visit(row.meanAbs);
}

} // namespace

std::string_view name(LayerRole role) { return kRoles[static_cast<std::size_t>(role)]; }

double LayerStatistics::deviation() const { return std::sqrt(std::max(0.0, rms * rms - mean * mean)); }
double LayerStatistics::l2() const { return rms * std::sqrt(static_cast<double>(elements - notFinite())); }

std::string encode(const LayerSample& sample) {
    Writer writer;
    writer.put(kVersion);
    for (const auto& row : sample.rows) visitFields(row, [&](const auto& field) { writer.put(field); });
    return writer.take();
}

std::optional<LayerSample> decode(std::int64_t step, std::string_view bytes) {
    Reader reader(bytes);
    char version = 0;
    reader.get(version);
    if (version != kVersion) return std::nullopt;
    LayerSample sample{step, {}};
    while (reader.good() && !reader.atEnd()) {
        auto& row = sample.rows.emplace_back();
        visitFields(row, [&](auto& field) { reader.get(field); });
        if (static_cast<std::size_t>(row.role) >= kRoles.size()) return std::nullopt;
    }
    return reader.good() ? std::optional(std::move(sample)) : std::nullopt;
}

} // namespace lockstep::monitors
