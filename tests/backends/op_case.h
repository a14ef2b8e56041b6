// One op run on the reference device, written down in a line.
#pragma once

#include "backends/ref/ref_device.h"
#include "support/op_samples.h"

#include <cmath>

#include <gtest/gtest.h>

namespace lockstep::test {

inline SampleInput f(Shape shape, std::vector<double> values) { return {.shape = shape, .values = std::move(values)}; }
inline SampleInput s64(Shape shape, std::vector<double> values) {
    return {.dtype = DType::S64, .shape = shape, .values = std::move(values)};
}
inline SampleInput f64(double value) { return {.dtype = DType::F64, .shape = {}, .values = {value}, .fixed = true}; }
inline SampleInput f32(double value) { return {.dtype = DType::F32, .shape = {}, .values = {value}, .fixed = true}; }
inline SampleInput absent() { return {.present = false}; }

/// Outputs `out0`, .. of the op in f64 (or `type`) on `ref`; a test failure and nothing where it cannot run.
inline std::map<std::string, std::vector<double>> runOp(const std::string& op, std::vector<SampleInput> inputs, ir::Attributes attrs = {},
                                                        DType type = DType::F64) {
    const auto device = backends::makeRefDevice();
    const auto results = runSample({.name = op, .op = op, .inputs = std::move(inputs), .attrs = std::move(attrs)}, *device, type);
    std::map<std::string, std::vector<double>> out;
    if (!results.ok()) {
        ADD_FAILURE() << results.error().message();
        return out;
    }
    for (const auto& [name, tensor] : *results) out[name] = valuesOf(tensor);
    return out;
}

/// Equal within `tolerance` (absolute, and relative to the value), NaN equal to NaN.
inline void expectValues(const std::vector<double>& actual, const std::vector<double>& expected, double tolerance = 1e-12) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
        if (std::isnan(expected[i]))
            EXPECT_TRUE(std::isnan(actual[i])) << "element " << i << " is " << actual[i];
        else if (std::isinf(expected[i]))
            EXPECT_EQ(actual[i], expected[i]) << "element " << i;
        else
            EXPECT_NEAR(actual[i], expected[i], tolerance * (1 + std::fabs(expected[i]))) << "element " << i;
    }
}

} // namespace lockstep::test
