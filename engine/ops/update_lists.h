// Inputs of an optimizer's update: lr, t, coefficient?, then lists of `count` tensors, one list after the other.
// With the attribute `norm` its last output is the norm of its gradients as `grad_norm` makes it: they are read once for both.
#pragma once

#include "ir/attributes.h"

#include <cstddef>

namespace lockstep::ops {

struct UpdateLists {
    static constexpr std::size_t kFirst = 3;
    std::size_t count = 1; ///< tensors in a list
    std::size_t lists = 0; ///< sgd: p, g, buf?; adam: p, g, m, v, vmax?; others: p, g, their states
    bool norm = false;

    std::size_t input(std::size_t list, std::size_t i) const { return kFirst + list * count + i; }
    std::size_t inputs() const { return kFirst + lists * count; }
    /// Gradients (list 1) are read only; the outputs are the other lists in order.
    std::size_t output(std::size_t list, std::size_t i) const { return (list == 0 ? 0 : list - 1) * count + i; }
    std::size_t normOutput() const { return (lists - 1) * count; }
    std::size_t outputs() const { return normOutput() + (norm ? 1 : 0); }
};

UpdateLists sgdLists(const ir::Attributes& attrs);
UpdateLists adamLists(const ir::Attributes& attrs);

} // namespace lockstep::ops
