#include "base/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace lockstep {

static spdlog::level::level_enum toSpdlog(LogLevel level) {
    switch (level) {
    case LogLevel::Debug: return spdlog::level::debug;
    case LogLevel::Info: return spdlog::level::info;
    case LogLevel::Warning: return spdlog::level::warn;
    case LogLevel::Error: return spdlog::level::err;
    case LogLevel::Off: break;
    }
    return spdlog::level::off;
}

static spdlog::logger& logger() {
    static const auto instance = [] {
        auto made = spdlog::stderr_color_mt("lockstep");
        made->set_pattern("%H:%M:%S %^%l%$ %v");
        made->set_level(spdlog::level::warn);
        return made;
    }();
    return *instance;
}

void setLogLevel(LogLevel level) { logger().set_level(toSpdlog(level)); }

void log(LogLevel level, std::string_view room, std::string_view message) { logger().log(toSpdlog(level), "[{}] {}", room, message); }

} // namespace lockstep
