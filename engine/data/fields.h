// What a model wants of its data: one entry for each input and each output's target. Shapes leave the batch out.
#pragma once

#include "numerics/dtype.h"
#include "numerics/shape.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::data {

struct InputSpec {
    std::string id;
    Shape shape;
    DType dtype = DType::F32;  ///< F32 or S64
    std::int64_t limit = 2;    ///< S64 only: synthetic ids are drawn from 0 .. limit - 1
    std::int64_t knownIds = 0; ///< S64 only: how many the layers that read it know; 0: not known
};

/// `classes` > 0: the target holds class ids 0 .. classes - 1 or `ignoreIndex`, one for each element of `shape` (the output's
/// shape without its class dimension), as S64. Else: values of the output's shape, as F32.
struct TargetSpec {
    std::string output;
    Shape shape;
    std::int64_t classes = 0;
    std::int64_t ignoreIndex = -100;

    DType dtype() const { return classes > 0 ? DType::S64 : DType::F32; }
};

struct ModelNeeds {
    std::vector<InputSpec> inputs;
    std::vector<TargetSpec> targets;
};

/// The three parts of the data.
enum class Part : std::uint8_t { Train, Validation, Test };
inline constexpr Part kParts[] = {Part::Train, Part::Validation, Part::Test};
const char* name(Part part);

} // namespace lockstep::data
