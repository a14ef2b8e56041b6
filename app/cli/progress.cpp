#include "cli/progress.h"

#include "base/clock.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unistd.h>

namespace lockstep::cli {

static constexpr std::int64_t kBarNs = 100'000'000;    // redraw a bar ten times a second
static constexpr std::int64_t kLineNs = 3'000'000'000; // a line every three seconds

Progress::Progress(bool quiet) : m_quiet(quiet), m_terminal(isatty(STDERR_FILENO) != 0), m_since(wallSeconds()) {}

std::string duration(double seconds) {
    char text[32];
    const auto s = static_cast<long>(std::lround(std::max(0.0, seconds)));
    if (s >= 3600)
        std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    else if (s >= 60)
        std::snprintf(text, sizeof text, "%ld:%02ld", s / 60, s % 60);
    else
        std::snprintf(text, sizeof text, "%ld s", s);
    return text;
}

std::string bar(double part, int width) {
    const auto full = static_cast<int>(std::lround(std::clamp(part, 0.0, 1.0) * width));
    return "[" + std::string(static_cast<std::size_t>(full), '#') + std::string(static_cast<std::size_t>(width - full), '.') + "]";
}

static double last(const session::RunView& view, const char* name) {
    const auto found = view.results.find(name);
    return found == view.results.end() ? std::nan("") : found->second;
}

std::string progressLine(const session::RunView& view) {
    const auto& p = view.progress;
    char text[256];
    if (p.steps == 0) {
        std::snprintf(text, sizeof text, "%s", p.activity.empty() ? "preparing" : p.activity.c_str());
        return text;
    }
    std::size_t used = 0;
    const auto add = [&](const char* format, auto... values) {
        const int length = std::snprintf(text + used, sizeof text - used, format, values...);
        used = std::min(used + static_cast<std::size_t>(std::max(length, 0)), sizeof text - 1); // what has no room is cut off
    };
    add("step %ld/%ld  loss %.4g", static_cast<long>(p.step), static_cast<long>(p.steps), last(view, "loss.last"));
    if (const double v = last(view, "loss.validation"); !std::isnan(v)) add("  validation %.4g", v);
    add("  %.0f samples/s", p.samplesPerS);
    if (p.etaSeconds) add("  %s left", duration(*p.etaSeconds).c_str());
    if (!p.activity.empty()) add("  (%s)", p.activity.c_str());
    return text;
}

void Progress::events(const session::RunView& view) {
    if (!view.events) return;
    for (const auto& event : *view.events) {
        if (event.sequence <= m_lastEvent) continue;
        m_lastEvent = event.sequence;
        if (event.wall < m_since) continue;
        if (event.kind != "alarm" && event.kind != "resume" && event.kind != "log" && event.kind != "pause") continue;
        clear();
        std::fprintf(stderr, "%s\n", event.text.c_str());
    }
}

void Progress::show(const session::RunView& view) {
    if (m_quiet) return;
    events(view);
    const auto now = monotonicNs();
    if (now - m_lastNs < (m_terminal ? kBarNs : kLineNs)) return;
    m_lastNs = now;
    const auto line = progressLine(view);
    if (!m_terminal) {
        std::fprintf(stderr, "%s\n", line.c_str());
        return;
    }
    const double part = view.progress.steps ? static_cast<double>(view.progress.step) / static_cast<double>(view.progress.steps) : 0;
    std::fprintf(stderr, "\r\033[K%s %s", bar(part, 24).c_str(), line.c_str());
    std::fflush(stderr);
    m_drawn = true;
}

void Progress::clear() {
    if (m_drawn) std::fprintf(stderr, "\r\033[K");
    m_drawn = false;
}

} // namespace lockstep::cli
