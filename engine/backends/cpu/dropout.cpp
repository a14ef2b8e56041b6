#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"
#include "base/rng.h"
#include "kernels/cpu/parallel.h"

namespace lockstep::backends::cpu {

namespace {

struct Dropout {
    double p;
    std::uint64_t seed, stream;
    std::int64_t elements, perSample;
};

/// One block of random words serves four neighbouring elements of the global batch.
void run(const Dropout& d, const KernelArgs& args) {
    const auto step = static_cast<std::uint64_t>(*args.in<double>(1)), firstSample = static_cast<std::uint64_t>(*args.in<double>(2));
    const Rng rng(d.seed, RngPurpose::Dropout, d.stream << 40 | step);
    const std::uint64_t base = firstSample * static_cast<std::uint64_t>(d.perSample);
    const auto factor = static_cast<float>(1 / (1 - d.p));
    const double threshold = d.p * 0x1p32;
    const float* x = args.in<float>(0);
    float* y = args.out<float>();
    kernels::parallelFor(d.elements, 1 << 11, 16, [&](std::int64_t from, std::int64_t to) {
        for (std::int64_t i = from; i < to;) {
            const std::uint64_t e = base + static_cast<std::uint64_t>(i);
            const auto words = rng.block(e / 4);
            for (std::uint64_t k = e % 4; k < 4 && i < to; ++k, ++i) y[i] = static_cast<double>(words[k]) >= threshold ? x[i] * factor : 0;
        }
    });
}

} // namespace

void addDropout(KernelTable& table) {
    for (const char* op : {"dropout", "dropout_grad"}) {
        addF32(table, op, "threads", [](const NodeView& node) -> KernelOffer {
            const Shape& x = node.in(0);
            const ir::Attributes& a = node.attrs();
            const Dropout d{a.number("p"), static_cast<std::uint64_t>(a.integer("seed")), static_cast<std::uint64_t>(a.integer("stream")),
                            x.elements(), x.elements(1, x.rank())};
            return kernelOf([d](const KernelArgs& args) { run(d, args); });
        });
    }
}

} // namespace lockstep::backends::cpu
