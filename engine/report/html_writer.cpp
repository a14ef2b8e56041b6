#include "report/writers.h"

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
        return "<details open><summary>" + escaped(c.title) + "</summary><pre>" + escaped(c.text) + "</pre></details>";
    }
    std::string operator()(const KeyValues& k) const {
        std::string out = "<table class=\"kv\">";
        for (const auto& [key, value] : k.rows) out += "<tr><th>" + escaped(key) + "</th><td>" + escaped(value) + "</td></tr>";
        return out + "</table>";
    }
    std::string operator()(const Table& t) const {
        std::string out = "<div class=\"wide\"><table><thead><tr>";
        for (const auto& c : t.columns) out += "<th>" + escaped(c) + "</th>";
        out += "</tr></thead><tbody>";
        for (const auto& row : t.rows) {
            out += "<tr>";
            for (const auto& cell : row) out += "<td>" + escaped(cell) + "</td>";
            out += "</tr>";
        }
        return out + "</tbody></table></div>";
    }
    std::string operator()(const Figure& f) const {
        std::string out = "<figure><figcaption>" + escaped(f.title) + "</figcaption><svg role=\"img\" aria-label=\"" +
                          escaped(f.description) + "\" viewBox=\"0 0 " + coordinate(f.width) + " " + coordinate(f.height) + "\">";
        for (const auto& line : f.lines) out += svgLine(line) + "\n";
        for (const auto& marker : f.markers) out += svgMarker(marker);
        for (const auto& label : f.labels) out += svgLabel(label);
        return out + "</svg></figure>";
    }
};

constexpr const char* kLight[] = {"#00346B", "#DF7521", "#1D765A", "#B03CD7", "#656203", "#629BB3", "#4A000E", "#968C8A"};
constexpr const char* kDark[] = {"#86A1FB", "#EB8826", "#208762", "#A65F94", "#F7E950", "#8CE1FD", "#D8A5B1", "#F7F6F7"};

std::string palette(const char* const (&colours)[8]) {
    std::string out;
    for (int i = 0; i < 8; ++i) out += "--r" + std::to_string(i) + ":" + colours[i] + ";";
    return out;
}

std::string style() {
    std::string out = ":root{color-scheme:light "
                      "dark;--bg:#fff;--panel:#f5f6f8;--text:#1c1f26;--muted:#5b616e;--grid:#e3e5ea;--axis:#9aa0ab;--bad:#b3261e;" +
                      palette(kLight) + "}";
    out += "@media(prefers-color-scheme:dark){:root{--bg:#1e1e1e;--panel:#262729;--text:#e8e9ec;--muted:#a2a7b1;--grid:#36383c;--axis:#"
           "6d727c;--bad:#ff8a80;" +
           palette(kDark) + "}}";
    out +=
        "body{background:var(--bg);color:var(--text);font:15px/1.5 system-ui,sans-serif;max-width:1080px;margin:32px auto;padding:0 24px}"
        "h1{font-size:26px;margin:0 0 4px}h2{font-size:18px;margin:36px 0 10px}.by{color:var(--muted);margin:0 0 24px}"
        "table{border-collapse:collapse;font-size:14px}th,td{text-align:left;padding:6px 14px 6px 0;border-bottom:1px solid "
        "var(--grid);vertical-align:top;font-variant-numeric:tabular-nums}"
        "th{color:var(--muted);font-weight:500}.wide{overflow-x:auto}figure{margin:0 0 "
        "20px;border:1px solid var(--grid);border-radius:8px;padding:14px 16px}"
        "figcaption{font-weight:600;margin-bottom:6px}svg{width:100%;height:auto;display:block}pre{background:var(--panel);border-radius:"
        "8px;padding:14px;overflow:auto;font-size:13px;max-height:420px}"
        "summary{cursor:pointer;color:var(--muted)}.notice{border-left:4px solid var(--bad);padding:8px 14px;background:var(--panel)}"
        "svg "
        "text{font-family:system-ui,sans-serif}.t{fill:var(--text)}.m{fill:var(--muted)}.l{fill:none}.a{stroke:var(--axis)}.g{stroke:var(--"
        "grid)}";
    for (int i = 0; i < 8; ++i) {
        const std::string k = std::to_string(i);
        out += ".l.r" + k + "{stroke:var(--r" + k + ")}.f.r" + k + "{fill:var(--r" + k + ")}";
    }
    return out;
}

} // namespace

std::string writeHtml(const Report& report) {
    std::string out = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/><meta name=\"viewport\" "
                      "content=\"width=device-width\"/><title>" +
                      escaped(report.title) + "</title><style>" + style() + "</style></head><body>\n<h1>" + escaped(report.title) +
                      "</h1>\n<p class=\"by\">Lockstep Studio report</p>\n";
    for (const Block& block : report.blocks) out += std::visit(BlockHtml{}, block) + "\n";
    return out + "</body></html>\n";
}

} // namespace lockstep::report
