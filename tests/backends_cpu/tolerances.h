// How far `cpu` may be from `ref` on real-valued samples, per op, and why. Whole-valued samples of exact ops have no tolerance.
#pragma once

#include <string_view>

namespace lockstep::test {

struct Tolerance {
    double absolute, relative;
    std::string_view reason;
};

/// Results count as equal if |a - e| <= absolute + relative * |e|.
inline Tolerance toleranceOf(std::string_view op) {
    struct Row {
        std::string_view op;
        Tolerance tolerance;
    };
    static constexpr Row kRows[] = {
        {"relu", {0, 0, "a comparison"}},
        {"relu_grad", {0, 0, "a comparison"}},
        {"max_pool2d", {0, 0, "a choice"}},
        {"max_pool2d_grad", {1e-6, 1e-6, "sums of overlapping windows in f32"}},
        {"add", {0, 0, "one rounding, in both"}},
        {"multiply", {0, 0, "one rounding, in both"}},
        {"accumulate", {0, 0, "one rounding, in both"}},
        {"adam_update", {0, 0, "SEMANTICS.md 5 gives every bit"}},
        {"sgd_update", {0, 0, "SEMANTICS.md 5 gives every bit"}},
        {"dropout", {0, 0, "same counters, one product"}},
        {"dropout_grad", {0, 0, "same counters, one product"}},
        {"concat", {0, 0, "a copy"}},
        {"slice", {0, 0, "a copy"}},
        {"reshape", {0, 0, "a copy"}},
        {"reorder", {0, 0, "a copy"}},
        {"batch_norm_grad", {2e-5, 1e-5, "cancelling sums in f32, few elements"}},
        {"layer_norm_grad", {2e-5, 1e-5, "cancelling sums in f32, few elements"}},
        {"probe_stats", {1e-6, 1e-5, "sums in another order"}},
    };
    for (const Row& row : kRows)
        if (row.op == op) return row.tolerance;
    return {1e-6, 4e-6, "sums in f32 in another order; functions within a few ulp"};
}

} // namespace lockstep::test
