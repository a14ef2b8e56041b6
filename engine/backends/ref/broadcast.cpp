#include "backends/ref/families.h"
#include "backends/ref/offer.h"

#include <array>

namespace lockstep::backends::ref {

namespace {

/// Where an element of `shape`, counted row-major, lies in a tensor of other strides.
struct Walk {
    Shape shape;
    std::array<std::int64_t, Shape::kMaxRank> strides{};

    std::int64_t offset(std::int64_t index) const {
        std::int64_t out = 0;
        for (std::size_t i = shape.rank(); i-- > 0; index /= shape[i]) out += index % shape[i] * strides[i];
        return out;
    }
};

/// Walks `shape` through `tensor`, which stays in place where its size is 1.
Walk walk(const Shape& shape, const Shape& tensor) {
    Walk out{shape};
    std::int64_t stride = 1;
    for (std::size_t i = shape.rank(); i-- > 0; stride *= tensor[i]) out.strides[i] = tensor[i] == 1 ? 0 : stride;
    return out;
}

template <class Combine> void addPair(KernelTable& table, std::string_view op, Combine combine) {
    addFloating(table, op, [combine](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [combine, a = walk(node.out(), node.in(0)), b = walk(node.out(), node.in(1))](const KernelArgs& args) {
            const std::int64_t n = a.shape.elements();
            for (std::int64_t i = 0; i < n; ++i) args.out<T>()[i] = combine(args.in<T>(0)[a.offset(i)], args.in<T>(1)[b.offset(i)]);
        };
    });
}

} // namespace

void addBroadcast(KernelTable& table) {
    addPair(table, "add", [](auto a, auto b) { return a + b; });
    addPair(table, "multiply", [](auto a, auto b) { return a * b; });
    addFloating(table, "expand", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [from = walk(node.out(), node.in(0))](const KernelArgs& args) {
            const std::int64_t n = from.shape.elements();
            for (std::int64_t i = 0; i < n; ++i) args.out<T>()[i] = args.in<T>(0)[from.offset(i)];
        };
    });
    addFloating(table, "sum_to", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        Shape summed = node.in(0); // the dimensions that vanish
        for (std::size_t i = 0; i < summed.rank(); ++i) {
            if (node.out()[i] != 1) summed.set(i, 1);
        }
        Walk kept = walk(node.in(0), node.in(0)), vanishing = kept;
        kept.shape = node.out();
        vanishing.shape = summed;
        return [kept, vanishing](const KernelArgs& args) {
            const std::int64_t outputs = kept.shape.elements(), parts = vanishing.shape.elements();
            for (std::int64_t i = 0; i < outputs; ++i) {
                double sum = 0;
                for (std::int64_t k = 0; k < parts; ++k) sum += static_cast<double>(args.in<T>(0)[kept.offset(i) + vanishing.offset(k)]);
                args.out<T>()[i] = static_cast<T>(sum);
            }
        };
    });
}

} // namespace lockstep::backends::ref
