#include "report/html_style.h"

namespace lockstep::report {

static constexpr const char* kLight[] = {"#00346B", "#DF7521", "#1D765A", "#B03CD7", "#656203", "#629BB3", "#4A000E", "#968C8A"};
static constexpr const char* kDark[] = {"#86A1FB", "#EB8826", "#208762", "#A65F94", "#F7E950", "#8CE1FD", "#D8A5B1", "#F7F6F7"};

static constexpr const char* kLightGround =
    "--bg:#fff;--panel:#f5f6f8;--text:#1c1f26;--muted:#5b616e;--grid:#e3e5ea;--axis:#9aa0ab;--bad:#b3261e;";
static constexpr const char* kDarkGround =
    "--bg:#1e1e1e;--panel:#262729;--text:#e8e9ec;--muted:#a2a7b1;--grid:#36383c;--axis:#6d727c;--bad:#ff8a80;";

static constexpr const char* kRules = R"(
*{box-sizing:border-box}
body{background:var(--bg);color:var(--text);font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:36px auto;padding:0 24px 48px}
h1{font-size:28px;line-height:1.25;margin:0 0 2px}
h2{font-size:18px;margin:40px 0 12px;padding-bottom:6px;border-bottom:1px solid var(--grid)}
.by{color:var(--muted);margin:0 0 24px}
.wide{overflow-x:auto;margin:0 0 16px}
table{border-collapse:collapse;font-size:14px}
th,td{text-align:left;padding:6px 18px 6px 0;border-bottom:1px solid var(--grid);vertical-align:top;font-variant-numeric:tabular-nums}
th{color:var(--muted);font-weight:500}
thead th{white-space:nowrap}
td.n{text-align:right}th.n{text-align:right}.s{white-space:nowrap}
tbody th{font-weight:400;color:var(--text)}
.kv th{color:var(--muted);padding-right:28px}
figure{margin:0 0 20px;border:1px solid var(--grid);border-radius:10px;padding:14px 18px}
figcaption{font-weight:600;margin-bottom:8px}
svg{width:100%;height:auto;display:block}
.scroll{overflow:auto;max-height:760px}
figure details{margin:10px 0 0}
details{margin:0 0 16px}
details .wide{margin:10px 0 0}
summary{cursor:pointer;color:var(--muted);font-size:14px}
summary:focus-visible,.scroll:focus-visible,pre:focus-visible,.wide:focus-visible{outline:2px solid var(--r0);outline-offset:2px}
pre{background:var(--panel);border-radius:10px;padding:14px 16px;overflow:auto;font:13px/1.45 ui-monospace,monospace;max-height:420px;margin:8px 0 0}
.notice{border-left:4px solid var(--bad);border-radius:4px;padding:10px 16px;background:var(--panel)}
svg text{font-family:system-ui,sans-serif}
.t{fill:var(--text)}.m{fill:var(--muted)}.l{fill:none}.a{stroke:var(--axis)}.g{stroke:var(--grid)}
.b{fill:var(--panel);stroke:var(--axis)}
@media print{
@page{margin:14mm}
body{max-width:none;margin:0;padding:0;font-size:11pt}
h2{break-after:avoid}
figure,tr,.notice{break-inside:avoid}
.wide,.scroll,pre{overflow:visible;max-height:none}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
table{font-size:9pt}th,td{padding:3px 10px 3px 0}
td{overflow-wrap:anywhere}
}
)";

static std::string palette(const char* const (&colours)[8]) {
    std::string out;
    for (int i = 0; i < 8; ++i) out += "--r" + std::to_string(i) + ":" + colours[i] + ";";
    return out;
}

/// Lines and areas of the run of that colour.
static std::string colourRules(const std::string& k) {
    return ".l.r" + k + "{stroke:var(--r" + k + ")}.f.r" + k + "{fill:var(--r" + k + ")}";
}

std::string htmlStyle() {
    std::string out = std::string(":root{color-scheme:light dark;") + kLightGround + palette(kLight) + "}\n";
    out += std::string("@media screen and (prefers-color-scheme:dark){:root{") + kDarkGround + palette(kDark) + "}}";
    out += kRules;
    for (int i = 0; i < 8; ++i) out += colourRules(std::to_string(i));
    return out;
}

} // namespace lockstep::report
