// Diagnostic log of the process (spdlog behind it). Progress and results of a command do not go here.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

enum class LogLevel { Debug, Info, Warning, Error, Off };

void setLogLevel(LogLevel level);
void log(LogLevel level, std::string_view room, std::string_view message);

} // namespace lockstep
