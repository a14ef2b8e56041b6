// Standard streams that are closed, broken or full.
#pragma once

namespace lockstep::cli {

/// Gives 0, 1 and 2 a meaning where the caller closed them: else the next file opened, the run store say, would be standard output.
/// Standard output stays unwritable, which `flushed` tells.
void holdStandardStreams();

/// The status, or kRunFailed with a message where the results could not all be written to standard output.
int flushed(int status);

} // namespace lockstep::cli
