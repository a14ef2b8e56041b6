#include "ops/attention.h"
#include "backends/ref/dropout_mask.h"
#include "backends/ref/families.h"
#include "backends/ref/offer.h"

#include <cmath>
#include <limits>

namespace lockstep::backends::ref {

namespace {

using ops::AttentionSizes;

template <class T> using Heads = ops::AttentionHeads<T>;
template <class T> using Qkv = ops::AttentionTensors<T>;

template <class T> double dot(const T* a, const T* b, std::int64_t n) {
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return sum;
}

std::int64_t keysSeen(const AttentionSizes& s, std::int64_t query) { return s.causal ? std::min(query + 1, s.keys) : s.keys; }

/// Scores of one query, scaled; what it may not see is left out.
template <class T>
std::vector<double> scores(const AttentionSizes& s, const Qkv<const T>& x, std::int64_t n, std::int64_t h, std::int64_t t) {
    const double scale = 1 / std::sqrt(static_cast<double>(s.size));
    std::vector<double> out(static_cast<std::size_t>(keysSeen(s, t)));
    for (std::size_t j = 0; j < out.size(); ++j)
        out[j] = scale * dot(x.q.at(n, t, h), x.k.at(n, static_cast<std::int64_t>(j), h * s.keyHeads / s.heads), s.size);
    return out;
}

/// What dropout makes of the probabilities: their factor by place. The place is that of the global batch.
class Mask {
public:
    Mask(const NodeView& node, const AttentionSizes& s) : m_sizes(s) {
        if (s.dropout > 0) m_mask = DropoutMask(node.attrs());
    }
    void draw(double step, double firstSample) {
        m_draw = m_mask.draw(step);
        m_first = static_cast<std::uint64_t>(firstSample);
    }
    double factor(std::int64_t n, std::int64_t h, std::int64_t t, std::int64_t key) const {
        if (m_sizes.dropout <= 0) return 1;
        const auto u = [](std::int64_t v) { return static_cast<std::uint64_t>(v); };
        const std::uint64_t e = (((m_first + u(n)) * u(m_sizes.heads) + u(h)) * u(m_sizes.queries) + u(t)) * u(m_sizes.keys) + u(key);
        return m_draw.keeps(e) ? m_mask.factor() : 0;
    }

private:
    AttentionSizes m_sizes;
    DropoutMask m_mask;
    DropoutDraw m_draw = m_mask.draw(0);
    std::uint64_t m_first = 0;
};

template <class F> void eachRow(const AttentionSizes& s, const F& f) {
    for (std::int64_t n = 0; n < s.batch; ++n)
        for (std::int64_t h = 0; h < s.heads; ++h)
            for (std::int64_t t = 0; t < s.queries; ++t) f(n, h, t);
}

template <class T> void forward(const AttentionSizes& s, const Mask& mask, const Qkv<const T>& x, T* y, T* logsum) {
    const Heads<T> out = Heads<T>{y, s.queries, s.width(), s.size};
    eachRow(s, [&](std::int64_t n, std::int64_t h, std::int64_t t) {
        const std::vector<double> score = scores(s, x, n, h, t);
        double top = -std::numeric_limits<double>::infinity(), sum = 0;
        for (const double v : score) top = std::fmax(top, v);
        for (const double v : score) sum += std::exp(v - top);
        for (std::int64_t i = 0; i < s.size; ++i) {
            double value = 0;
            for (std::size_t j = 0; j < score.size(); ++j)
                value += std::exp(score[j] - top) * mask.factor(n, h, t, static_cast<std::int64_t>(j)) *
                         static_cast<double>(x.v.at(n, static_cast<std::int64_t>(j), h * s.keyHeads / s.heads)[i]);
            out.at(n, t, h)[i] = static_cast<T>(score.empty() ? 0 : value / sum);
        }
        logsum[(n * s.heads + h) * s.queries + t] = static_cast<T>(top + std::log(sum));
    });
}

/// SEMANTICS.md 9, from recomputed scores.
template <class T>
void backward(const AttentionSizes& s, const Mask& mask, const Qkv<const T>& x, const T* dy, const T* y, const T* logsum,
              const Qkv<double>& d) {
    const auto dOut = Heads<const T>{dy, s.queries, s.width(), s.size}, out = Heads<const T>{y, s.queries, s.width(), s.size};
    const double scale = 1 / std::sqrt(static_cast<double>(s.size));
    eachRow(s, [&](std::int64_t n, std::int64_t h, std::int64_t t) {
        const std::vector<double> score = scores(s, x, n, h, t);
        const std::int64_t kh = h * s.keyHeads / s.heads;
        const double mean = dot(dOut.at(n, t, h), out.at(n, t, h), s.size);
        for (std::size_t k = 0; k < score.size(); ++k) {
            const auto j = static_cast<std::int64_t>(k);
            const double p = std::exp(score[k] - static_cast<double>(logsum[(n * s.heads + h) * s.queries + t]));
            const double kept = mask.factor(n, h, t, j);
            const double ds = p * (kept * dot(dOut.at(n, t, h), x.v.at(n, j, kh), s.size) - mean) * scale;
            for (std::int64_t i = 0; i < s.size; ++i) {
                d.v.at(n, j, kh)[i] += kept * p * static_cast<double>(dOut.at(n, t, h)[i]);
                d.q.at(n, t, h)[i] += ds * static_cast<double>(x.k.at(n, j, kh)[i]);
                d.k.at(n, j, kh)[i] += ds * static_cast<double>(x.q.at(n, t, h)[i]);
            }
        }
    });
}

} // namespace

void addAttention(KernelTable& table) {
    addFloating(table, "attention", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        const AttentionSizes s = ops::attentionSizes(node.attrs(), [&](std::size_t i) { return node.in(i); });
        return [s, mask = Mask(node, s), tensors = ops::attentionTensorCount(node.attrs())](const KernelArgs& args) mutable {
            if (s.dropout > 0) mask.draw(*args.in<double>(tensors), *args.in<double>(tensors + 1));
            forward<T>(s, mask, ops::attentionTensors<const T>(s, [&](std::size_t i) { return args.in<T>(i); }), args.out<T>(0),
                       args.out<T>(1));
        };
    });
    addFloating(table, "attention_grad", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        const AttentionSizes s = ops::attentionSizes(node.attrs(), [&](std::size_t i) { return node.in(3 + i); });
        std::vector<std::int64_t> sizes;
        for (const ValueView& out : node.outputs) sizes.push_back(out.type.shape.elements());
        return [s, sizes, mask = Mask(node, s), after = 3 + ops::attentionTensorCount(node.attrs())](const KernelArgs& args) mutable {
            if (s.dropout > 0) mask.draw(*args.in<double>(after), *args.in<double>(after + 1));
            std::vector<std::vector<double>> sums;
            sums.reserve(sizes.size());
            for (const std::int64_t n : sizes) sums.emplace_back(static_cast<std::size_t>(n), 0.0);
            backward<T>(s, mask, ops::attentionTensors<const T>(s, [&](std::size_t i) { return args.in<T>(3 + i); }), args.in<T>(0),
                        args.in<T>(1), args.in<T>(2), ops::attentionTensors<double>(s, [&](std::size_t i) { return sums[i].data(); }));
            for (std::size_t i = 0; i < sums.size(); ++i)
                for (std::size_t k = 0; k < sums[i].size(); ++k) args.out<T>(i)[k] = static_cast<T>(sums[i][k]);
        };
    });
}

} // namespace lockstep::backends::ref
