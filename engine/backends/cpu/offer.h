// How kernels of this device are added: what they refuse is said once.
#pragma once

#include "backends/kernel_table.h"

#include <exception>
#include <string>
#include <utility>

namespace lockstep::backends::cpu {

/// Whether all floating inputs and outputs are f32; scalars (f64, rank 0) are let pass.
bool allF32(const NodeView& node);
/// Whether some value has no element: left to the reference, which has no special cases.
bool anyEmpty(const NodeView& node);

/// Adds `make` for f32, row-major values.
void addF32(KernelTable& table, std::string_view op, std::string implementation, MakeKernel make);
/// Adds `make` for f32 values in any layout; it has to look at the layouts itself.
void addF32AnyLayout(KernelTable& table, std::string_view op, std::string implementation, MakeKernel make);

/// A kernel whose constructor makes oneDNN primitives; what oneDNN refuses becomes the reason.
template <class K, class... Args> KernelOffer offerOneDnn(Args&&... args) {
    try {
        return KernelOffer(std::make_unique<K>(std::forward<Args>(args)...));
    } catch (const std::exception& e) { return KernelOffer::refuse(std::string("oneDNN: ") + e.what()); }
}

} // namespace lockstep::backends::cpu
