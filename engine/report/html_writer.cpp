#include "report/writers.h"

#include "report/html_style.h"

#include <cstdio>

namespace lockstep::report {
namespace {

/// Text that can stand between tags and in attributes; control characters that XML has no place for become U+FFFD.
std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? std::string("\xEF\xBF\xBD") : std::string(1, c);
        }
    }
    return out;
}

std::string coordinate(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

std::string classOf(const Ink& ink) {
    switch (ink.role) {
    case Ink::Role::Text: return "t";
    case Ink::Role::Muted: return "m";
    case Ink::Role::Axis: return "a";
    case Ink::Role::Grid: return "g";
    case Ink::Role::Run: break;
    }
    return "r" + std::to_string(ink.slot % 8);
}

/// GUI.md section 6: dash = slot mod 3.
std::string dashOf(const Ink& ink) {
    static constexpr const char* kDashes[] = {"", " stroke-dasharray=\"6 3\"", " stroke-dasharray=\"2 2\""};
    return ink.role == Ink::Role::Run ? kDashes[ink.slot % 3] : "";
}

std::string svgLine(const Polyline& line) {
    std::string out =
        "<polyline class=\"l " + classOf(line.ink) + "\" stroke-width=\"" + coordinate(line.width) + "\"" + dashOf(line.ink) + " points=\"";
    for (const auto& [x, y] : line.points) out += coordinate(x) + "," + coordinate(y) + " ";
    return out + "\"/>";
}

std::string svgBox(const Box& box) {
    return "<rect class=\"b\" x=\"" + coordinate(box.x) + "\" y=\"" + coordinate(box.y) + "\" width=\"" + coordinate(box.width) +
           "\" height=\"" + coordinate(box.height) + "\" rx=\"8\"/>";
}

std::string svgMarker(const Marker& m) {
    const std::string cls = "class=\"f " + classOf(m.ink) + "\"";
    const std::string x = coordinate(m.x), y = coordinate(m.y);
    switch (m.shape) {
    case Marker::Shape::Circle: return "<circle " + cls + " cx=\"" + x + "\" cy=\"" + y + "\" r=\"2.5\"/>";
    case Marker::Shape::Square:
        return "<rect " + cls + " x=\"" + coordinate(m.x - 4) + "\" y=\"" + coordinate(m.y - 4) + "\" width=\"8\" height=\"8\"/>";
    case Marker::Shape::Triangle: break;
    }
    return "<polygon " + cls + " points=\"" + x + "," + coordinate(m.y - 5) + " " + coordinate(m.x + 5) + "," + coordinate(m.y + 4) + " " +
           coordinate(m.x - 5) + "," + coordinate(m.y + 4) + "\"/>";
}

std::string svgLabel(const Label& label) {
    static constexpr const char* kAnchors[] = {"start", "middle", "end"};
    const std::string x = coordinate(label.x), y = coordinate(label.y);
    std::string out = "<text class=\"" + classOf(label.ink) + "\" font-size=\"" + coordinate(label.size) + "\" text-anchor=\"" +
                      kAnchors[static_cast<int>(label.anchor)] + "\" x=\"" + x + "\" y=\"" + y + "\"";
    if (label.vertical) out += " transform=\"rotate(-90 " + x + " " + y + ")\"";
    return out + ">" + escaped(label.text) + "</text>";
}

struct BlockHtml {
    std::string operator()(const Heading& h) const {
        const std::string tag = "h" + std::to_string(h.level);
        return "<" + tag + ">" + escaped(h.text) + "</" + tag + ">";
    }
    std::string operator()(const Paragraph& p) const { return "<p>" + escaped(p.text) + "</p>"; }
    std::string operator()(const Notice& n) const { return "<p class=\"notice\">" + escaped(n.text) + "</p>"; }
    std::string operator()(const Code& c) const {
        return "<details open=\"open\"><summary>" + escaped(c.title) + "</summary><pre tabindex=\"0\">" + escaped(c.text) +
               "</pre></details>";
    }
    std::string operator()(const KeyValues& k) const {
        std::string out = "<div class=\"wide\" tabindex=\"0\"><table class=\"kv\"><tbody>";
        for (const auto& [key, value] : k.rows)
            out += "<tr><th scope=\"row\">" + escaped(key) + "</th><td>" + escaped(value) + "</td></tr>";
        return out + "</tbody></table></div>";
    }
    std::string operator()(const Table& t) const {
        if (!t.folded) return table(t);
        return "<details><summary>" + escaped(t.title) + "</summary>" + table(t) + "</details>";
    }
    std::string operator()(const Figure& f) const {
        std::string size = " viewBox=\"0 0 " + coordinate(f.width) + " " + coordinate(f.height) + "\"";
        if (f.natural) size += " style=\"width:" + coordinate(f.width) + "px;max-width:100%\"";
        std::string out = "<figure><figcaption>" + escaped(f.title) + "</figcaption>";
        if (f.natural) out += "<div class=\"scroll\" tabindex=\"0\">";
        out += "<svg role=\"img\" aria-label=\"" + escaped(f.description) + "\"" + size + ">";
        for (const auto& line : f.lines) out += svgLine(line) + "\n";
        for (const auto& box : f.boxes) out += svgBox(box) + "\n";
        for (const auto& marker : f.markers) out += svgMarker(marker);
        for (const auto& label : f.labels) out += svgLabel(label);
        out += f.natural ? "</svg></div>" : "</svg>";
        if (!f.data.rows.empty()) out += (*this)(f.data);
        return out + "</figure>";
    }

private:
    static constexpr std::size_t kShort = 28; ///< a cell of so few bytes is not wrapped

    static std::string cell(const std::string& tag, const std::string& kind, const std::string& text) {
        return "<" + tag + kind + ">" + escaped(text) + "</" + tag.substr(0, 2) + ">";
    }

    /// Columns of numbers stand right; the first cell of a row names it.
    static std::string table(const Table& t) {
        std::vector<std::string> kinds;
        for (std::size_t c = 0; c < t.columns.size(); ++c) kinds.emplace_back(isNumeric(t, c) ? " class=\"n\"" : "");
        std::string out = "<div class=\"wide\" tabindex=\"0\"><table><thead><tr>";
        for (std::size_t c = 0; c < t.columns.size(); ++c) {
            const std::string tag = t.columns[c].empty() ? "td" : "th scope=\"col\"";
            out += cell(tag, kinds[c], t.columns[c]);
        }
        out += "</tr></thead><tbody>";
        for (const auto& row : t.rows) {
            out += "<tr>";
            for (std::size_t c = 0; c < row.size(); ++c) {
                const std::string tag = c == 0 ? "th scope=\"row\"" : "td";
                const std::string kind = c < kinds.size() && !kinds[c].empty() ? kinds[c] : row[c].size() <= kShort ? " class=\"s\"" : "";
                out += cell(tag, kind, row[c]);
            }
            out += "</tr>\n";
        }
        return out + "</tbody></table></div>";
    }

    static bool isNumeric(const Table& t, std::size_t column) {
        bool any = false;
        for (const auto& row : t.rows) {
            if (column >= row.size() || row[column].empty()) continue;
            const auto& cell = row[column];
            if (cell != "nan" && cell != "inf" && cell != "-inf" && cell.find_first_not_of("0123456789.+-e") != std::string::npos)
                return false;
            any = true;
        }
        return any;
    }
};

} // namespace

std::string writeHtml(const Report& report) {
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/><meta name=\"viewport\" "
                      "content=\"width=device-width,initial-scale=1\"/><title>" +
                      escaped(report.title) + "</title><style>" + htmlStyle() + "</style></head><body>\n<header><h1>" +
                      escaped(report.title) + "</h1>\n<p class=\"by\">Lockstep Studio report</p></header>\n<main>\n";
    for (const Block& block : report.blocks) out += std::visit(BlockHtml{}, block) + "\n";
    return out + "</main></body></html>\n";
}

} // namespace lockstep::report
