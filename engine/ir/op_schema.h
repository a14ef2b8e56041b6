// What the engine knows of an op, whatever device runs it: arity, types, gradient, cost. A new device never edits this.
#pragma once

#include "base/result.h"
#include "ir/attributes.h"
#include "ir/types.h"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::ir {

class GradientContext;

/// Types of a node's inputs; an absent optional input has `present` false.
struct InferArgs {
    struct In {
        TensorType type;
        bool present = true;
    };
    std::span<const In> inputs;
    const Attributes& attrs;

    const Shape& shape(std::size_t i) const { return inputs[i].type.shape; }
    bool has(std::size_t i) const { return i < inputs.size() && inputs[i].present; }
};
using InferFn = Result<std::vector<TensorType>> (*)(const InferArgs&);

/// Work of one execution. FLOPs: a multiply-add is 2. `bytes`: the least memory traffic (every input read once, every output written once).
struct OpCost {
    double flops = 0;
    double bytes = 0;
};
struct CostArgs {
    std::span<const InferArgs::In> inputs;
    std::span<const TensorType> outputs;
    const Attributes& attrs;
};
using CostFn = OpCost (*)(const CostArgs&);

/// Adds nodes that compute the gradients of the inputs that want one.
using GradientFn = Status (*)(GradientContext&);

/// How mixed-precision policies treat the op (SEMANTICS.md 1).
enum class PrecisionClass : std::uint8_t { Follow, LowPrecision, Fp32, Out32, Promote };

/// Output `output` can be written over input `input` when that is its last use; with `updates`, it *is* that input's storage, changed.
struct Aliasing {
    int output, input;
};

struct OpSchema {
    std::string_view name;
    int minInputs = 1;
    int maxInputs = 1; ///< -1: any number
    InferFn infer = nullptr;
    GradientFn gradient = nullptr; ///< nullptr: no gradient flows through
    CostFn cost = nullptr;         ///< nullptr: 0 FLOPs, bytes from the types
    PrecisionClass precision = PrecisionClass::Follow;
    std::vector<Aliasing> inPlace; ///< allowed where shapes, types and layouts agree
    /// Output k is the storage of the input, changed (optimizer update, running statistics). Ops with lists give a function of the input
    /// count instead.
    std::vector<Aliasing> updates;
    std::vector<Aliasing> (*updatesOf)(const Attributes& attrs, std::size_t inputs) = nullptr;
    /// Output 0 is a reinterpretation of input 0's bytes: no kernel runs where layouts are plain.
    bool view = false;
    /// Matmul or convolution: its FLOPs are model FLOPs (utilisation counts them).
    bool modelFlops = false;
    /// Same output layout as input layout works, whatever it is, for inputs of equal layout (elementwise).
    bool anyLayout = false;
};

/// Duplicates are refused; immutable after registration.
class OpRegistry {
public:
    Status add(OpSchema schema);
    const OpSchema* find(std::string_view name) const;
    std::vector<const OpSchema*> all() const; ///< by name

private:
    std::map<std::string_view, std::unique_ptr<OpSchema>> m_ops;
};

} // namespace lockstep::ir
