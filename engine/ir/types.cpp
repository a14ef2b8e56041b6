#include "ir/types.h"

#include <array>

namespace lockstep::ir {

bool isPersistent(ValueKind kind) {
    return kind == ValueKind::Parameter || kind == ValueKind::Buffer || kind == ValueKind::State || kind == ValueKind::Gradient;
}

std::string_view name(ValueKind kind) {
    static constexpr std::array<std::string_view, 7> kNames{"input", "scalar", "parameter", "buffer", "state", "gradient", "scratch"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name(Phase phase) {
    static constexpr std::array<std::string_view, 6> kNames{"forward", "backward", "recompute", "communication", "optimizer", "probe"};
    return kNames[static_cast<std::size_t>(phase)];
}

} // namespace lockstep::ir
