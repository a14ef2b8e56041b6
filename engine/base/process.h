// Telling a running process from another one that was given its number later.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lockstep {

/// When the process began, in clock ticks after boot. Nothing: no process has this number, or it has ended and only waits to be collected.
std::optional<std::int64_t> processStart(std::int64_t pid);

/// Of the kernel that runs, new at each boot; empty if it can't be read.
std::string bootId();

/// Starts this program anew, as the same process with the same arguments, with a variable set that libraries look at only while they are
/// loaded. Does nothing where the variable is set already, or that fails.
void restartWith(const char* variable, const char* value, char** arguments);

/// Whether the process does something about SIGTERM; one that does not would just end. Its first thread tells: it has a handler, or has
/// blocked the signal for another thread that waits for it.
bool handlesTermination(std::int64_t pid);

/// Sends SIGTERM to the process of this number that began at `start`. False: there is none, or `errno` says why it can't be reached.
/// A process that was given the number meanwhile is never hit.
bool sendTermination(std::int64_t pid, std::int64_t start);

} // namespace lockstep
