// Sample cases of every op: small odd sizes, strides, groups, padding, broadcast, batch 1. Tests of all devices walk them.
#pragma once

#include "ir/rewriter.h"
#include "support/graph_runner.h"

#include <string>
#include <vector>

namespace lockstep::test {

struct SampleInput {
    DType dtype = DType::F32; ///< F32 stands for the floating type under test, unless `fixed`
    Shape shape;
    std::vector<double> values;
    bool present = true;
    bool fixed = false;

    DType typeFor(DType floating) const { return dtype == DType::F32 && !fixed ? floating : dtype; }
};

struct OpSample {
    std::string name; ///< unique: `conv2d/groups`
    std::string op;
    std::vector<SampleInput> inputs;
    ir::Attributes attrs;
    bool whole = false;           ///< small whole numbers: exact in f32 in any order of summation
    std::vector<std::size_t> wrt; ///< inputs whose gradients finite differences check; empty: no gradient, or at a kink
};

/// By op, in no particular order within. Deterministic.
std::vector<OpSample> opSamples();

/// Adds the sample's node, with inputs `in0`, `in1`, ..
Result<std::vector<ir::ValueId>> addSample(ir::Rewriter& rewriter, const OpSample& sample, DType floating);
/// Values of those inputs.
Tensors sampleTensors(const OpSample& sample, DType floating);
/// Runs the sample alone; outputs are named `out0`, `out1`, ..
Result<Tensors> runSample(const OpSample& sample, backends::Device& device, DType floating);

HostTensor tensorOf(DType type, const Shape& shape, const std::vector<double>& values);
std::vector<double> valuesOf(const HostTensor& tensor);

} // namespace lockstep::test
