// Wall and monotonic time.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep {

/// Nanoseconds of a clock that never steps back; only differences mean anything.
std::int64_t monotonicNs();
/// Seconds since 1970-01-01 UTC.
double wallSeconds();
/// `2026-01-31T12:00:00Z`.
std::string isoTime(double wallSeconds);

} // namespace lockstep
