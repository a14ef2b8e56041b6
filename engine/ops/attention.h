// Sizes of an attention node, packed or not.
#pragma once

#include "ir/attributes.h"
#include "numerics/shape.h"

#include <cstddef>
#include <cstdint>

namespace lockstep::ops {

/// Queries, keys and values are [N, T, heads * size]; packed, they lie behind one another in one tensor's last dimension.
struct AttentionSizes {
    std::int64_t batch = 0, heads = 0, keyHeads = 0, queries = 0, keys = 0, size = 0;
    bool causal = false, packed = false;
    double dropout = 0; ///< on the probabilities; above 0 the step and the first sample follow the tensors

    std::int64_t width() const { return heads * size; }
    std::int64_t keyWidth() const { return keyHeads * size; }
};

/// Queries, keys and values, or the one tensor that holds them.
std::size_t attentionTensorCount(const ir::Attributes& attrs);
/// `shape(i)`: of those tensors.
template <class ShapeOf> AttentionSizes attentionSizes(const ir::Attributes& attrs, const ShapeOf& shape) {
    AttentionSizes s;
    const Shape x = shape(0);
    s.packed = attrs.flag("packed"), s.causal = attrs.flag("causal"), s.dropout = attrs.number("p", 0);
    s.heads = attrs.integer("heads"), s.keyHeads = attrs.integer("key_heads");
    s.batch = x[0], s.queries = x[1], s.keys = s.packed ? x[1] : Shape(shape(1))[1];
    s.size = x[2] / (s.packed ? s.heads + 2 * s.keyHeads : s.heads);
    return s;
}

/// One of queries, keys and values: row t of sample n, head h.
template <class T> struct AttentionHeads {
    T* data = nullptr;
    std::int64_t length = 0, row = 0, size = 0; ///< rows of a sample, elements of a row and of a head

    T* at(std::int64_t n, std::int64_t t, std::int64_t h) const { return data + (n * length + t) * row + h * size; }
};

template <class T> struct AttentionTensors { AttentionHeads<T> q, k, v; };

/// `get(i)`: the data of tensor i.
template <class T, class Get> AttentionTensors<T> attentionTensors(const AttentionSizes& s, const Get& get) {
    if (!s.packed)
        return {{get(0), s.queries, s.width(), s.size}, {get(1), s.keys, s.keyWidth(), s.size}, {get(2), s.keys, s.keyWidth(), s.size}};
    const std::int64_t row = s.width() + 2 * s.keyWidth();
    T* x = get(0);
    return {{x, s.queries, row, s.size}, {x + s.width(), s.queries, row, s.size}, {x + s.width() + s.keyWidth(), s.queries, row, s.size}};
}

} // namespace lockstep::ops
