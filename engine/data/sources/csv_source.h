// A csv file in memory: one number a field, words as the number of their category.
#pragma once

#include "data/source.h"

#include <string>
#include <vector>

namespace lockstep::data {

struct CsvColumn {
    std::string name;
    std::size_t index = 0;               ///< in the file
    std::vector<std::string> categories; ///< sorted; empty: a column of numbers

    std::int64_t width() const { return categories.empty() ? 1 : static_cast<std::int64_t>(categories.size()); }
};

class CsvSource : public Source {
public:
    std::int64_t samples() const override { return static_cast<std::int64_t>(m_lines.size()); }
    Status read(std::span<const std::int64_t> indices, const SampleBlock& out) const override;
    Where where(std::int64_t sample) const override;
    bool fillsMissing() const override { return m_fills; }
    const std::vector<CsvColumn>& columns() const { return m_columns; }
    const CsvColumn& target() const { return m_target; }

private:
    friend class CsvLoader;
    std::string m_path;
    std::vector<CsvColumn> m_columns;
    CsvColumn m_target;
    std::vector<float> m_values;   ///< a row for each sample, a number for each column; NaN: missing
    std::vector<double> m_answers; ///< of the target column: class ids, or values
    std::vector<int> m_lines;
    bool m_fills = false;
};

} // namespace lockstep::data
