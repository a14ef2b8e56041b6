// A csv file, unpacked: one number a field, words as the number of their category.
#pragma once

#include "data/source.h"
#include "files/spill.h"

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
    std::int64_t samples() const override { return m_rows; }
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
    /// A row: a float for each column (NaN: missing), the target as a double (class id, or value), its line as an int32; not aligned.
    std::size_t rowBytes() const { return m_columns.size() * sizeof(float) + sizeof(double) + sizeof(std::int32_t); }
    const std::byte* row(std::int64_t sample) const { return m_table.bytes.data() + static_cast<std::size_t>(sample) * rowBytes(); }

    files::SpilledBytes m_table;
    std::int64_t m_rows = 0;
    bool m_fills = false;
};

} // namespace lockstep::data
