#include "numerics/dtype.h"

#include <array>

namespace lockstep {

struct Row {
    DType type;
    std::string_view name;
    std::size_t bytes;
    bool floating;
};

static constexpr std::array kRows{
    Row{DType::F32, "f32", 4, true}, Row{DType::F64, "f64", 8, true},  Row{DType::BF16, "bf16", 2, true},
    Row{DType::F16, "f16", 2, true}, Row{DType::S64, "s64", 8, false}, Row{DType::S32, "s32", 4, false},
    Row{DType::S8, "s8", 1, false},  Row{DType::U8, "u8", 1, false},   Row{DType::Bool, "bool", 1, false},
};

static const Row& row(DType type) { return kRows[static_cast<std::size_t>(type)]; }

std::size_t byteSize(DType type) { return row(type).bytes; }
std::string_view name(DType type) { return row(type).name; }
bool isFloating(DType type) { return row(type).floating; }

std::optional<DType> dtypeNamed(std::string_view name) {
    for (const auto& r : kRows) {
        if (r.name == name) return r.type;
    }
    return std::nullopt;
}

} // namespace lockstep
