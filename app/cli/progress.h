// Progress of a run on standard error: a bar with ETA on a terminal, a line every few seconds elsewhere.
#pragma once

#include "session/run_view.h"

#include <cstdint>
#include <string>

namespace lockstep::cli {

class Progress {
public:
    /// Events from now on are told: those of before are told already, or the run's past.
    explicit Progress(bool quiet);
    ~Progress() { clear(); }

    void show(const session::RunView& view);
    /// Takes the bar away, so that a line can be written.
    void clear();

private:
    void events(const session::RunView& view);

    bool m_quiet, m_terminal;
    bool m_drawn = false;
    double m_since;
    std::int64_t m_lastNs = 0, m_lastEvent = -1;
    std::string m_lastActivity;
};

/// `1:05:09`, `2:07`, `9 s`.
std::string duration(double seconds);
/// One line of the run's state: step, loss, speed, time left.
std::string progressLine(const session::RunView& view);
/// `[#####....]`
std::string bar(double part, int width);

} // namespace lockstep::cli
