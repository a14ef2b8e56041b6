// Which elements dropout keeps: by their place in the global batch, so that it depends on neither ranks nor micro-batches.
#pragma once

#include "base/rng.h"
#include "ir/attributes.h"

#include <cstdint>

namespace lockstep::backends::ref {

/// The random words of one step.
struct DropoutDraw {
    Rng rng;
    double p;
    bool keeps(std::uint64_t element) const { return static_cast<double>(rng.block(element / 4)[element % 4]) >= p * 0x1p32; }
};

struct DropoutMask {
    double p = 0;
    std::uint64_t seed = 0, stream = 0;

    DropoutMask() = default;
    explicit DropoutMask(const ir::Attributes& a)
        : p(a.number("p")), seed(static_cast<std::uint64_t>(a.integer("seed"))), stream(static_cast<std::uint64_t>(a.integer("stream"))) {}

    DropoutDraw draw(double step) const { return {Rng(seed, RngPurpose::Dropout, stream << 40 | static_cast<std::uint64_t>(step)), p}; }
    double factor() const { return 1 / (1 - p); }
};

} // namespace lockstep::backends::ref
