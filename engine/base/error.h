// What went wrong, where, and how to mend it. See DESIGN.md "Errors".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

/// One kind of error: declared once as a constant beside the code that raises it. `text` and `hint` are English templates
/// in which {0}, {1}, .. stand for the arguments; window and command line both use them. `id` is stable: scripts read it.
struct ErrorCode {
    std::string_view id;
    std::string_view text;
    std::string_view hint;
};

/// Marks an English text for translation (lupdate -tr-function-alias) in rooms that know no Qt.
#define LOCKSTEP_TR(context, text) text

/// Where an error was found. Empty and -1 mean "does not apply".
struct Where {
    std::string file;
    int line = 0;     ///< 1-based
    std::string path; ///< JSON path, as `layers[2].args.out_features`
    std::string layer;
    std::string node;
    int rank = -1;
};

class Error {
public:
    explicit Error(const ErrorCode& code, std::vector<std::string> args = {}) : m_code(&code), m_args(std::move(args)) {}

    const ErrorCode& code() const { return *m_code; }
    std::string_view id() const { return m_code->id; }
    const std::vector<std::string>& args() const { return m_args; }
    const Where& where() const { return m_where; }
    Where& where() { return m_where; }

    /// The filled-in text, without place.
    std::string text() const;
    /// What to do; empty if nothing can be advised.
    std::string hint() const;
    /// `file:line: path: text` with the parts that apply.
    std::string message() const;

    Error&& inFile(std::string file) && { return m_where.file = std::move(file), std::move(*this); }
    Error&& atLine(int line) && { return m_where.line = line, std::move(*this); }
    Error&& atPath(std::string path) && { return m_where.path = std::move(path), std::move(*this); }
    Error&& inLayer(std::string layer) && { return m_where.layer = std::move(layer), std::move(*this); }
    Error&& inNode(std::string node) && { return m_where.node = std::move(node), std::move(*this); }
    Error&& onRank(int rank) && { return m_where.rank = rank, std::move(*this); }

private:
    const ErrorCode* m_code;
    std::vector<std::string> m_args;
    Where m_where;
};

/// `text` with {0}, {1}, .. replaced by `args`.
std::string fillTemplate(std::string_view text, const std::vector<std::string>& args);

} // namespace lockstep
