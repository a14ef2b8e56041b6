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

/// The kernel that `make()` gives; what oneDNN refuses becomes the reason.
template <class Make> KernelOffer offerOneDnn(Make make) {
    try {
        return KernelOffer(make());
    } catch (const std::exception& e) { return KernelOffer::refuse(std::string("oneDNN: ") + e.what()); }
}

} // namespace lockstep::backends::cpu
