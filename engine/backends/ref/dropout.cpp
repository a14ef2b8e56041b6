#include "backends/ref/families.h"
#include "backends/ref/offer.h"
#include "base/rng.h"

namespace lockstep::backends::ref {

namespace {

struct Dropout {
    double p;
    std::uint64_t seed, stream;
    std::int64_t elements, perSample;
};

Dropout dropoutOf(const NodeView& node) {
    const Shape& x = node.in(0);
    return {node.attrs().number("p"), static_cast<std::uint64_t>(node.attrs().integer("seed")),
            static_cast<std::uint64_t>(node.attrs().integer("stream")), x.elements(), x.elements(1, x.rank())};
}

/// The mask belongs to the element's place in the global batch, so that it depends on neither ranks nor micro-batches.
template <class T> void run(const Dropout& d, const KernelArgs& args) {
    const auto step = static_cast<std::uint64_t>(*args.in<double>(1)), firstSample = static_cast<std::uint64_t>(*args.in<double>(2));
    const Rng rng(d.seed, RngPurpose::Dropout, d.stream << 40 | step);
    const std::uint64_t base = firstSample * static_cast<std::uint64_t>(d.perSample);
    const T factor = static_cast<T>(1 / (1 - d.p));
    for (std::int64_t i = 0; i < d.elements; ++i) {
        const std::uint64_t e = base + static_cast<std::uint64_t>(i);
        const bool kept = static_cast<double>(rng.block(e / 4)[e % 4]) >= d.p * 0x1p32;
        args.out<T>()[i] = kept ? args.in<T>(0)[i] * factor : T(0);
    }
}

} // namespace

void addDropout(KernelTable& table) {
    for (const char* op : {"dropout", "dropout_grad"}) {
        addFloating(table, op, [](auto zero, const NodeView& node) {
            using T = decltype(zero);
            return [d = dropoutOf(node)](const KernelArgs& args) { run<T>(d, args); };
        });
    }
}

} // namespace lockstep::backends::ref
