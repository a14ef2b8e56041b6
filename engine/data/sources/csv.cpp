// `csv`: separator and header found, words one-hot in sorted order, missing values refused or marked.
#include "base/text.h"
#include "data/data_errors.h"
#include "data/source_options.h"
#include "data/sources/csv_reader.h"
#include "data/sources/csv_source.h"
#include "files/file_errors.h"
#include "files/mapped_file.h"
#include "files/text.h"
#include "spec/run_doc.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace lockstep::data {

namespace {

constexpr std::size_t kMostCategories = 10'000;
constexpr std::size_t kFewCategories = 20; // up to here as many words as rows are nothing odd
constexpr std::int64_t kCheckEvery = 1024; // rows: whether the file was cut meanwhile

/// What a first pass learns about a column.
struct Survey {
    std::int64_t numbers = 0, words = 0;
    std::set<std::string, std::less<>> categories;
    std::string firstWord;
    int firstWordLine = 0;
};

} // namespace

class CsvLoader {
public:
    CsvLoader(const spec::DataDoc& doc, const SourceOptions& options, std::string path)
        : m_doc(doc), m_options(options), m_path(std::move(path)), m_source(std::make_shared<CsvSource>()),
          m_training(dynamic_cast<const CsvSource*>(options.training)) {}

    SourceResult load() {
        LOCKSTEP_ASSIGN(m_file, files::MappedFile::open(m_path));
        m_text = {reinterpret_cast<const char*>(m_file->bytes().data()), m_file->bytes().size()};
        LOCKSTEP_TRY(files::checkUtf8(m_text, m_path));
        if (m_text.starts_with("\xEF\xBB\xBF")) m_text.remove_prefix(3);
        if (m_text.find_first_not_of(" \t\r\n") == std::string_view::npos) return Error(files::kEmpty).inFile(m_path);
        if (const auto zero = m_text.find('\0'); zero != std::string_view::npos)
            return at(1 + static_cast<int>(std::ranges::count(m_text.substr(0, zero), '\n')), Error(kZeroByte));
        m_separator = findSeparator(m_text);
        m_source->m_path = m_path;
        m_source->m_fills = m_doc.missing == "mean";
        LOCKSTEP_TRY(readHeader());
        LOCKSTEP_TRY(chooseColumns());
        LOCKSTEP_TRY(surveyRows());
        LOCKSTEP_TRY(decideKinds());
        LOCKSTEP_TRY(readRows());
        describeFields();
        return std::shared_ptr<const Source>(m_source);
    }

private:
    Error at(int line, Error error) const { return std::move(error).inFile(m_path).atLine(line); }

    /// Calls `take(fields, line)` for each row of data.
    template <class Take> Status eachRow(Take take) {
        CsvReader reader(m_text, m_separator, m_path);
        std::vector<std::string_view> fields;
        LOCKSTEP_TRY(m_file->checkUnchanged());
        std::int64_t rows = 0;
        for (bool header = m_hasHeader;; header = false) {
            LOCKSTEP_ASSIGN(const bool more, reader.next(fields));
            if (!more) return {};
            if (fields.size() != m_names.size())
                return at(reader.line(), Error(kRowWidth, {std::to_string(fields.size()), std::to_string(m_names.size())}));
            if (++rows % kCheckEvery == 0) {
                if (m_options.stop.stop_requested()) return Error(kCancelled);
                LOCKSTEP_TRY(m_file->checkUnchanged());
            }
            if (!header) LOCKSTEP_TRY(take(fields, reader.line()));
        }
    }

    /// The first row is a header if none of its fields is a number, or if it holds the target's name.
    Status readHeader() {
        CsvReader reader(m_text, m_separator, m_path);
        std::vector<std::string_view> fields;
        LOCKSTEP_ASSIGN(const bool any, reader.next(fields));
        if (!any) return Error(files::kEmpty).inFile(m_path);
        const auto* wanted = std::get_if<std::string>(&m_doc.target);
        m_hasHeader = std::ranges::none_of(fields, [](auto field) { return numberIn(field).has_value() || field.empty(); }) ||
                      (wanted && std::ranges::count(fields, *wanted) > 0);
        for (std::size_t i = 0; i < fields.size(); ++i) m_names.push_back(m_hasHeader ? std::string(fields[i]) : std::to_string(i));
        return {};
    }

    Result<std::size_t> columnNamed(const std::string& name) const {
        const auto found = std::ranges::find(m_names, name);
        if (found != m_names.end()) return static_cast<std::size_t>(found - m_names.begin());
        const auto index = numberIn(name);
        if (index && *index >= 0 && *index < static_cast<double>(m_names.size())) return static_cast<std::size_t>(*index);
        std::vector<std::string> shown(m_names.begin(),
                                       m_names.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(m_names.size(), 30)));
        return Error(kNoColumn, {name.substr(0, 60), join(shown, ", ")}).inFile(m_path);
    }

    Status chooseColumns() {
        std::size_t target = m_names.size() - 1;
        if (!std::holds_alternative<std::monostate>(m_doc.target)) {
            const auto* name = std::get_if<std::string>(&m_doc.target);
            auto found = columnNamed(name ? *name : std::to_string(std::get<std::int64_t>(m_doc.target)));
            if (!found && !m_doc.ignoresTarget) return std::move(found).error();
            target = found ? *found : m_names.size(); // no column: all are inputs
        }
        m_source->m_target = {target < m_names.size() ? m_names[target] : "", target, {}};
        std::vector<std::size_t> used;
        for (const auto& name : m_doc.columns) {
            LOCKSTEP_ASSIGN(const std::size_t index, columnNamed(name));
            used.push_back(index);
        }
        for (std::size_t i = 0; m_doc.columns.empty() && i < m_names.size(); ++i) {
            if (i != target) used.push_back(i);
        }
        for (const auto index : used) m_source->m_columns.push_back({m_names[index], index, {}});
        return m_training ? checkSameColumns() : Status{};
    }

    static std::string contrast(const std::string& mine, const std::string& theirs) {
        return "'" + mine + "' stands where '" + theirs + "' did";
    }

    Status checkSameColumns() const {
        const auto& mine = m_source->m_columns;
        const auto& theirs = m_training->columns();
        for (std::size_t i = 0; i < std::max(mine.size(), theirs.size()); ++i) {
            const std::string a = i < mine.size() ? mine[i].name : "none", b = i < theirs.size() ? theirs[i].name : "none";
            if (a != b) return Error(kColumnsDiffer, {contrast(a, b)}).inFile(m_path);
        }
        return {};
    }

    Status surveyField(const CsvColumn& column, Survey& survey, std::string_view field, int line) const {
        if (isMissing(field)) return {};
        const bool number = numberIn(field).has_value();
        if (!number && survey.words == 0) survey.firstWord = field, survey.firstWordLine = line;
        (number ? survey.numbers : survey.words) += 1;
        // Numbers are kept too, for a column in which they turn out to be words; a column of many is no such column.
        if (survey.categories.size() <= kMostCategories && !survey.categories.contains(field)) survey.categories.emplace(field);
        if (number || survey.categories.size() <= kMostCategories || survey.numbers > survey.words) return {};
        return at(line, Error(kTooManyCategories, {column.name, std::to_string(kMostCategories)}));
    }

    Status surveyRows() {
        m_surveys.resize(m_source->m_columns.size());
        return eachRow([&](const std::vector<std::string_view>& fields, int line) -> Status {
            ++m_source->m_rows;
            for (std::size_t c = 0; c < m_surveys.size(); ++c) {
                const CsvColumn& column = m_source->m_columns[c];
                LOCKSTEP_TRY(surveyField(column, m_surveys[c], fields[column.index], line));
            }
            const CsvColumn& target = m_source->m_target;
            return m_doc.ignoresTarget ? Status() : surveyField(target, m_targetSurvey, fields[target.index], line);
        });
    }

    Status decideKind(CsvColumn& column, Survey& survey, const CsvColumn* before) const {
        if (before) return column.categories = before->categories, Status{};
        if (survey.words > 0 && survey.numbers > survey.words)
            return at(survey.firstWordLine, Error(kNotANumber, {survey.firstWord.substr(0, 60), column.name}));
        if (survey.words > 0) column.categories.assign(survey.categories.begin(), survey.categories.end());
        return {};
    }

    /// Words of which most rows have their own name rows, they don't describe them.
    void noteNames(const CsvColumn& column, const Survey& survey) {
        const auto words = static_cast<std::size_t>(survey.words);
        if (m_training || column.categories.size() <= kFewCategories || 2 * column.categories.size() <= words) return;
        m_source->m_notes.push_back("column '" + column.name + "' of " + m_path + " holds " + std::to_string(column.categories.size()) +
                                    " different words in " + std::to_string(words) +
                                    " rows, each an input of its own; if it only names the rows, leave it out with data.columns");
    }

    Status decideKinds() {
        for (std::size_t c = 0; c < m_surveys.size(); ++c)
            LOCKSTEP_TRY(decideKind(m_source->m_columns[c], m_surveys[c], m_training ? &m_training->columns()[c] : nullptr));
        for (std::size_t c = 0; c < m_surveys.size(); ++c) noteNames(m_source->m_columns[c], m_surveys[c]);
        LOCKSTEP_TRY(decideKind(m_source->m_target, m_targetSurvey, m_training ? &m_training->target() : nullptr));
        if (!m_source->m_target.categories.empty() && !wantsClasses())
            return at(m_targetSurvey.firstWordLine, Error(kTextTarget, {m_source->m_target.categories[0].substr(0, 60)}));
        return {};
    }

    bool wantsClasses() const { return !m_options.needs.targets.empty() && m_options.needs.targets[0].classes > 0; }

    Result<double> valueOf(const CsvColumn& column, std::string_view field, int line, bool mayMiss) const {
        if (isMissing(field)) {
            if (!mayMiss || !column.categories.empty()) return at(line, Error(kMissingValue, {column.name}));
            return std::numeric_limits<double>::quiet_NaN();
        }
        if (column.categories.empty()) {
            const auto number = numberIn(field);
            return number ? Result<double>(*number) : at(line, Error(kNotANumber, {std::string(field.substr(0, 60)), column.name}));
        }
        const auto found = std::ranges::lower_bound(column.categories, field, {}, [](const std::string& s) { return std::string_view(s); });
        if (found == column.categories.end() || *found != field) return at(line, Error(kUnknownClass, {std::string(field.substr(0, 60))}));
        return static_cast<double>(found - column.categories.begin());
    }

    Result<double> answerIn(std::string_view field, int line) const {
        LOCKSTEP_ASSIGN(const double value, valueOf(m_source->m_target, field, line, false));
        if (wantsClasses() && (value != std::trunc(value) || std::abs(value) > 1e15))
            return at(line, Error(kLabelType, {m_source->m_target.name, std::string(field.substr(0, 60))}));
        return value;
    }

    Status readRows() {
        files::Spill table({m_options.cacheDirectory, m_options.inMemoryBytes});
        std::vector<std::byte> row;
        const auto put = [&row](const auto& value) {
            const auto bytes = std::as_bytes(std::span(&value, 1));
            row.insert(row.end(), bytes.begin(), bytes.end());
        };
        LOCKSTEP_TRY(eachRow([&](const std::vector<std::string_view>& fields, int line) -> Status {
            row.clear();
            for (const auto& column : m_source->m_columns) {
                LOCKSTEP_ASSIGN(const double value, valueOf(column, fields[column.index], line, m_source->m_fills));
                put(static_cast<float>(value));
            }
            double answer = 0;
            if (!m_doc.ignoresTarget) { LOCKSTEP_ASSIGN(answer, answerIn(fields[m_source->m_target.index], line)); }
            put(answer);
            put(static_cast<std::int32_t>(line));
            return table.append(row);
        }));
        LOCKSTEP_ASSIGN(m_source->m_table, table.finish());
        m_source->m_rows = static_cast<std::int64_t>(m_source->m_table.bytes.size() / m_source->rowBytes());
        return {};
    }

    void describeFields() {
        std::int64_t width = 0;
        for (const auto& column : m_source->m_columns) width += column.width();
        m_source->m_inputs.push_back({files::Element::F32, Shape{width}});
        m_source->m_targets.push_back({wantsClasses() ? files::Element::S64 : files::Element::F32, Shape{}});
        m_source->m_classNames = m_source->m_target.categories;
    }

    const spec::DataDoc& m_doc;
    const SourceOptions& m_options;
    std::string m_path;
    std::shared_ptr<CsvSource> m_source;
    const CsvSource* m_training;
    std::shared_ptr<const files::MappedFile> m_file;
    std::string_view m_text;
    char m_separator = ',';
    bool m_hasHeader = false;
    std::vector<std::string> m_names;
    std::vector<Survey> m_surveys;
    Survey m_targetSurvey;
};

SourceResult openCsv(const spec::DataDoc& doc, const SourceOptions& options) {
    return CsvLoader(doc, options, located(doc.path, options)).load();
}

} // namespace lockstep::data
