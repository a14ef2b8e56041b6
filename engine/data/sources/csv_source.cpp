#include "data/sources/csv_source.h"

#include <algorithm>
#include <cstring>

namespace lockstep::data {

Status CsvSource::read(std::span<const std::int64_t> indices, const SampleBlock& out) const {
    std::byte* x = out.inputs.empty() ? nullptr : out.inputs[0];
    std::byte* y = out.targets.empty() ? nullptr : out.targets[0];
    std::vector<float> row(static_cast<std::size_t>(x ? m_inputs[0].elements() : 0));
    for (const auto index : indices) {
        const std::byte* from = this->row(index);
        if (x) {
            std::ranges::fill(row, 0.0f);
            std::size_t at = 0;
            for (std::size_t c = 0; c < m_columns.size(); ++c) {
                float value = 0;
                std::memcpy(&value, from + c * sizeof value, sizeof value);
                if (m_columns[c].categories.empty())
                    row[at] = value;
                else
                    row[at + static_cast<std::size_t>(value)] = 1;
                at += static_cast<std::size_t>(m_columns[c].width());
            }
            std::memcpy(x, row.data(), row.size() * sizeof(float));
            x += row.size() * sizeof(float);
        }
        double answer = 0;
        std::memcpy(&answer, from + m_columns.size() * sizeof(float), sizeof answer);
        if (y && m_targets[0].type == files::Element::S64) {
            const auto id = static_cast<std::int64_t>(answer);
            std::memcpy(y, &id, sizeof id);
            y += sizeof id;
        } else if (y) {
            const auto value = static_cast<float>(answer);
            std::memcpy(y, &value, sizeof value);
            y += sizeof value;
        }
    }
    return {};
}

Where CsvSource::where(std::int64_t sample) const {
    Where where;
    where.file = m_path;
    if (sample < 0 || sample >= samples()) return where;
    std::int32_t line = 0;
    std::memcpy(&line, row(sample) + rowBytes() - sizeof line, sizeof line);
    where.line = line;
    return where;
}

} // namespace lockstep::data
