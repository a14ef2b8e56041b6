// What the optimizers' updates share: scalars read from a node's first inputs, gradients scaled by the clipping coefficient.
#pragma once

#include "backends/device.h"
#include "backends/total_norm.h"
#include "ops/update_lists.h"

#include <cstdint>
#include <vector>

namespace lockstep::backends::ref {

/// Element counts of the tensors of each list.
inline std::vector<std::int64_t> sizesOf(const NodeView& node, const ops::UpdateLists& lists) {
    std::vector<std::int64_t> sizes;
    for (std::size_t i = 0; i < lists.count; ++i) sizes.push_back(node.in(lists.input(0, i)).elements());
    return sizes;
}

struct UpdateScalars {
    double lr, t; ///< t: applied steps, from 1
    float coefficient;
    bool clips;

    explicit UpdateScalars(const KernelArgs& args)
        : lr(*args.in<double>(0)), t(*args.in<double>(1)), coefficient(args.in<float>(2) ? *args.in<float>(2) : 1.0f),
          clips(args.in<float>(2)) {}

    template <class T> T scaled(T g) const { return clips ? g * static_cast<T>(coefficient) : g; }
};

template <class T> double sumOfSquares(const T* x, std::int64_t n) {
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i) sum += static_cast<double>(x[i]) * static_cast<double>(x[i]);
    return sum;
}

/// Taken before the gradients can change (an output may be put over one that nobody reads any more).
template <class T> float normOfGradients(const ops::UpdateLists& lists, const std::vector<std::int64_t>& sizes, const KernelArgs& args) {
    TotalNorm total;
    for (std::size_t i = 0; i < lists.count; ++i) total.addSquares(sumOfSquares(args.in<T>(lists.input(1, i)), sizes[i]));
    return total.value();
}

} // namespace lockstep::backends::ref
