#include "backends/ref/families.h"
#include "backends/ref/offer.h"

#include <algorithm>
#include <limits>

namespace lockstep::backends::ref {

namespace {

struct Lookup {
    std::int64_t tokens, rows, width, padding;
    bool skips; ///< the padding row gives zeros
};

Lookup lookupOf(const NodeView& node, const Shape& ids, std::int64_t rows, std::int64_t width) {
    return {ids.elements(), rows, width, node.attrs().integer("padding_idx", -1), node.attrs().flag("skips", false)};
}

/// An id outside the vocabulary shows as NaN rather than reading elsewhere.
template <class T> void forward(const Lookup& s, const std::int64_t* ids, const T* w, T* y) {
    for (std::int64_t t = 0; t < s.tokens; ++t, y += s.width) {
        if (ids[t] < 0 || ids[t] >= s.rows)
            std::fill_n(y, s.width, std::numeric_limits<T>::quiet_NaN());
        else if (s.skips && ids[t] == s.padding)
            std::fill_n(y, s.width, T(0));
        else
            std::copy_n(w + ids[t] * s.width, s.width, y);
    }
}

template <class T> void backward(const Lookup& s, const T* dy, const std::int64_t* ids, T* dw) {
    std::vector<double> sums(static_cast<std::size_t>(s.rows * s.width), 0.0);
    for (std::int64_t t = 0; t < s.tokens; ++t) {
        if (ids[t] < 0 || ids[t] >= s.rows || ids[t] == s.padding) continue;
        for (std::int64_t i = 0; i < s.width; ++i)
            sums[static_cast<std::size_t>(ids[t] * s.width + i)] += static_cast<double>(dy[t * s.width + i]);
    }
    std::ranges::transform(sums, dw, [](double v) { return static_cast<T>(v); });
}

} // namespace

void addEmbedding(KernelTable& table) {
    addFloating(
        table, "embedding",
        [](auto zero, const NodeView& node) {
            using T = decltype(zero);
            return [s = lookupOf(node, node.in(0), node.in(1)[0], node.in(1)[1])](const KernelArgs& args) {
                forward<T>(s, args.in<std::int64_t>(0), args.in<T>(1), args.out<T>());
            };
        },
        1);
    addFloating(table, "embedding_grad", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [s = lookupOf(node, node.in(1), node.out()[0], node.out()[1])](const KernelArgs& args) {
            backward<T>(s, args.in<T>(0), args.in<std::int64_t>(1), args.out<T>());
        };
    });
}

} // namespace lockstep::backends::ref
