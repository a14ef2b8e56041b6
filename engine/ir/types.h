// Ids and small value types of the graph.
#pragma once

#include "numerics/dtype.h"
#include "numerics/shape.h"

#include <cstdint>
#include <string>

namespace lockstep::ir {

using ValueId = std::int32_t;
using NodeId = std::int32_t;
/// An absent optional input, or no producer.
inline constexpr std::int32_t kNone = -1;

/// How a tensor's elements lie in memory: 0 is row-major; others are interned by the device that made them.
using LayoutId = std::uint32_t;
inline constexpr LayoutId kPlain = 0;

struct TensorType {
    DType dtype = DType::F32;
    Shape shape;
    bool operator==(const TensorType&) const = default;
    std::size_t bytes() const { return static_cast<std::size_t>(shape.elements()) * byteSize(dtype); }
    std::string str() const { return std::string(name(dtype)) + shape.str(); }
};

/// Parameter, Buffer, State, Gradient are persistent: dense, in PyTorch's order, alive between runs, known by name.
/// Input is filled by the host before each run, Scalar (f64, rank 0) too. Scratch lives within one run.
enum class ValueKind : std::uint8_t { Input, Scalar, Parameter, Buffer, State, Gradient, Scratch };

bool isPersistent(ValueKind kind);
std::string_view name(ValueKind kind);

/// What a node's time is booked under.
enum class Phase : std::uint8_t { Forward, Backward, Recompute, Communication, Optimizer, Probe };

std::string_view name(Phase phase);

} // namespace lockstep::ir
