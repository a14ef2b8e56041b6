#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"
#include "base/rng.h"
#include "kernels/cpu/random/random.h"

#include <cmath>

namespace lockstep::backends::cpu {

namespace {

struct Dropout {
    double p;
    std::uint64_t seed, stream;
    std::int64_t elements, perSample;
};

/// The mask belongs to the element's place in the global batch.
void run(const Dropout& d, const KernelArgs& args) {
    const auto step = static_cast<std::uint64_t>(*args.in<double>(1)), firstSample = static_cast<std::uint64_t>(*args.in<double>(2));
    const std::uint64_t stream = d.stream << 40 | step;
    const auto key = Rng(d.seed, RngPurpose::Dropout, stream).key();
    const auto threshold = static_cast<std::uint64_t>(std::ceil(d.p * 0x1p32)); // a whole word is below p * 2^32 where it is below this
    kernels::dropout({{key[0], key[1]}, stream}, firstSample * static_cast<std::uint64_t>(d.perSample), threshold,
                     static_cast<float>(1 / (1 - d.p)), args.in<float>(0), args.out<float>(), d.elements);
}

} // namespace

void addDropout(KernelTable& table) {
    for (const char* op : {"dropout", "dropout_grad"}) {
        addF32(table, op, "simd", [](const NodeView& node) -> KernelOffer {
            const Shape& x = node.in(0);
            const ir::Attributes& a = node.attrs();
            const Dropout d{a.number("p"), static_cast<std::uint64_t>(a.integer("seed")), static_cast<std::uint64_t>(a.integer("stream")),
                            x.elements(), x.elements(1, x.rank())};
            return kernelOf([d](const KernelArgs& args) { run(d, args); });
        });
    }
}

} // namespace lockstep::backends::cpu
