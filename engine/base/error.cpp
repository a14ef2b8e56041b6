#include "base/error.h"

#include "base/text.h"

#include <cstddef>

namespace lockstep {

std::string fillTemplate(std::string_view text, const std::vector<std::string>& args) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool slot = text[i] == '{' && i + 2 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9' && text[i + 2] == '}';
        if (!slot) {
            out += text[i];
            continue;
        }
        const auto k = static_cast<std::size_t>(text[i + 1] - '0');
        if (k < args.size()) out += printable(args[k]); // what a stranger wrote may hold anything
        i += 2;
    }
    return out;
}

std::string Error::text() const { return fillTemplate(m_code->text, m_args); }

std::string Error::hint() const { return fillTemplate(m_code->hint, m_args); }

std::string Error::message() const {
    std::string out;
    const auto part = [&out](const std::string& s) {
        if (!out.empty()) out += ": ";
        out += s;
    };
    if (!m_where.file.empty())
        part(printable(m_where.file) + (m_where.line > 0 ? ":" + std::to_string(m_where.line) : ""));
    else if (m_where.line > 0)
        part("line " + std::to_string(m_where.line));
    if (!m_where.path.empty()) part(printable(m_where.path));
    if (!m_where.layer.empty()) part("layer " + printable(m_where.layer));
    if (!m_where.node.empty()) part("node " + printable(m_where.node));
    if (m_where.rank >= 0) part("rank " + std::to_string(m_where.rank));
    part(text());
    return out;
}

} // namespace lockstep
