// The random numbers of a dropout node for one execution.
#pragma once

#include "backends/device.h"
#include "base/rng.h"
#include "kernels/cpu/random/random.h"

#include <cmath>

namespace lockstep::backends::cpu {

struct DropoutMask {
    double p = 0;
    std::uint64_t seed = 0, stream = 0;

    DropoutMask() = default;
    explicit DropoutMask(const ir::Attributes& a)
        : p(a.number("p")), seed(static_cast<std::uint64_t>(a.integer("seed"))), stream(static_cast<std::uint64_t>(a.integer("stream"))) {}

    kernels::RandomStream random(double step) const {
        const std::uint64_t own = stream << 40 | static_cast<std::uint64_t>(step);
        const auto key = Rng(seed, RngPurpose::Dropout, own).key();
        return {{key[0], key[1]}, own};
    }
    /// A whole word is below p * 2^32 where it is below this.
    std::uint64_t threshold() const { return static_cast<std::uint64_t>(std::ceil(p * 0x1p32)); }
    float factor() const { return static_cast<float>(1 / (1 - p)); }
};

} // namespace lockstep::backends::cpu
