// Attention over tiles of scores: no [T, T] matrix is ever whole; causal tiles that nobody sees are skipped.
#include "ops/attention.h"
#include "backends/cpu/dropout_mask.h"
#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"
#include "backends/cpu/onednn.h"
#include "kernels/cpu/attention/tile.h"
#include "kernels/cpu/parallel.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <initializer_list>
#include <thread>
#include <vector>

namespace lockstep::backends::cpu {

namespace {

using ops::AttentionSizes;

constexpr std::int64_t kQueries = 64, kKeys = 256; // a tile of scores stays in the second cache

template <class T> using Heads = ops::AttentionHeads<T>;
template <class T> using Qkv = ops::AttentionTensors<T>;

/// One tile: queries [query, query + rows), keys [key, key + columns).
struct Tile {
    std::int64_t query, rows, key, columns;
};

/// Calls f for each tile of these queries that has something to see.
template <class F> void eachKeyTile(const AttentionSizes& s, std::int64_t query, std::int64_t rows, const F& f) {
    const std::int64_t seen = s.causal ? std::min(s.keys, query + rows) : s.keys;
    for (std::int64_t key = 0; key < seen; key += kKeys) f(Tile{query, rows, key, std::min(kKeys, seen - key)});
}

/// Whether it holds keys that come after some of its queries and may not be seen.
bool isDiagonal(const AttentionSizes& s, const Tile& t) { return s.causal && t.key + t.columns > t.query + 1; }

/// Scaled scores of a tile, what may not be seen at -inf.
void scoresOf(const AttentionSizes& s, const Tile& t, const float* q, std::int64_t qRow, const float* k, std::int64_t kRow, float* scores) {
    const float scale = static_cast<float>(1 / std::sqrt(static_cast<double>(s.size)));
    onednn::gemm(false, true, t.rows, t.columns, s.size, scale, q, qRow, k, kRow, 0, scores, t.columns);
    if (isDiagonal(s, t)) kernels::fillLaterKeys(scores, t.rows, t.columns, t.query, t.key, -HUGE_VALF);
}

/// Rows of one head.
struct HeadRows {
    const float* first;
    std::int64_t stride, count;
};

/// Whether sums of products with 0 are 0.
bool areFinite(std::int64_t width, std::initializer_list<HeadRows> all) {
    return std::ranges::all_of(all, [width](const HeadRows& rows) {
        for (std::int64_t r = 0; r < rows.count; ++r) {
            float sum = 0; // a NaN or an infinity times 0 is NaN
            for (std::int64_t i = 0; i < width; ++i) sum += 0 * rows.first[r * rows.stride + i];
            if (std::isnan(sum)) return false;
        }
        return true;
    });
}

/// Calls f(first row, rows, columns) for the tile; on the diagonal, where something is not finite, row by row over the keys that the row
/// sees: what is hidden must not come through as 0 times NaN.
template <class F> void eachPart(const AttentionSizes& s, const Tile& t, bool finite, const F& f) {
    if (finite || !isDiagonal(s, t)) return f(std::int64_t{0}, t.rows, t.columns);
    for (std::int64_t r = 0; r < t.rows; ++r) {
        const std::int64_t seen = std::clamp<std::int64_t>(t.query + r + 1 - t.key, 0, t.columns);
        if (seen > 0) f(r, std::int64_t{1}, seen);
    }
}

/// Dropout of one execution, by the place of a score in the global batch.
struct Mask {
    DropoutMask how;
    kernels::RandomStream random{};
    std::uint64_t firstSample = 0;

    void apply(const AttentionSizes& s, const Tile& t, std::int64_t n, std::int64_t h, float* tile) const {
        if (how.p <= 0) return;
        const auto u = [](std::int64_t v) { return static_cast<std::uint64_t>(v); };
        const std::uint64_t head = ((firstSample + u(n)) * u(s.heads) + u(h)) * u(s.queries);
        for (std::int64_t r = 0; r < t.rows; ++r) {
            float* row = tile + r * t.columns;
            kernels::dropout(random, (head + u(t.query + r)) * u(s.keys) + u(t.key), how.threshold(), how.factor(), row, row, t.columns);
        }
    }
};

Mask drawn(const DropoutMask& how, const KernelArgs& args, std::size_t step) {
    if (how.p <= 0) return {};
    return {how, how.random(*args.in<double>(step)), static_cast<std::uint64_t>(*args.in<double>(step + 1))};
}

DropoutMask maskOf(const NodeView& node) { return node.attrs().number("p", 0) > 0 ? DropoutMask(node.attrs()) : DropoutMask(); }

/// Scratch floats of one thread.
std::int64_t scratchOf(const AttentionSizes& s) { return kQueries * (2 * kKeys + s.size + 3); }

std::int64_t mostThreads(std::int64_t tasks) {
    return std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, std::max<std::int64_t>(tasks, 1));
}

/// Tasks split over the team: f(task, scratch of the thread). No more threads than there is scratch for.
template <class F> void eachTask(std::int64_t tasks, std::int64_t scratch, float* workspace, const F& f) {
    const std::int64_t parts = mostThreads(tasks);
    std::atomic<int> failed{dnnl_success}; // no exception may leave a thread of the team
    kernels::parallelFor(parts, 1, 1, [&](std::int64_t from, std::int64_t to) {
        try {
            for (std::int64_t part = from; part < to; ++part)
                for (std::int64_t task = tasks * part / parts; task < tasks * (part + 1) / parts; ++task)
                    f(task, workspace + part * scratch);
        } catch (const dnnl::error& wrong) { failed = wrong.status; }
    });
    if (failed != dnnl_success) throw dnnl::error(static_cast<dnnl_status_t>(failed.load()), "a product of attention failed");
}

std::size_t workspaceOf(std::int64_t tasks, std::int64_t scratch) {
    return static_cast<std::size_t>(mostThreads(tasks) * scratch) * sizeof(float);
}

/// A sample's head and a block of its queries.
void forwardTask(const AttentionSizes& s, const Mask& mask, const Qkv<const float>& x, std::int64_t n, std::int64_t h, std::int64_t query,
                 const Heads<float>& out, float* logsum, float* scratch) {
    const std::int64_t rows = std::min(kQueries, s.queries - query), kh = h * s.keyHeads / s.heads;
    float *scores = scratch, *result = scores + kQueries * kKeys, *top = result + kQueries * s.size, *sum = top + kQueries;
    std::fill_n(result, rows * s.size, 0.0f);
    std::fill_n(top, rows, -HUGE_VALF);
    std::fill_n(sum, rows, 0.0f);
    eachKeyTile(s, query, rows, [&](const Tile& t) {
        scoresOf(s, t, x.q.at(n, query, h), x.q.row, x.k.at(n, t.key, kh), x.k.row, scores);
        kernels::softmaxTile(scores, rows, t.columns, {top, sum, result, s.size});
        mask.apply(s, t, n, h, scores);
        const float* v = x.v.at(n, t.key, kh);
        const bool finite = !isDiagonal(s, t) || areFinite(s.size, {{v, x.v.row, t.columns}});
        eachPart(s, t, finite, [&](std::int64_t r, std::int64_t count, std::int64_t seen) {
            onednn::gemm(false, false, count, s.size, seen, 1, scores + r * t.columns, t.columns, v, x.v.row, 1, result + r * s.size,
                         s.size);
        });
    });
    kernels::scaleRows(result, sum, out.at(n, query, h), out.row, rows, s.size);
    float* logs = logsum + (n * s.heads + h) * s.queries + query;
    for (std::int64_t r = 0; r < rows; ++r) logs[r] = top[r] + std::log(sum[r]);
}

KernelOffer offerForward(const NodeView& node) {
    const AttentionSizes s = ops::attentionSizes(node.attrs(), [&](std::size_t i) { return node.in(i); });
    if (s.keys == 0 || s.queries == 0 || s.batch == 0) return KernelOffer::refuse("nothing to attend to");
    const std::int64_t blocks = (s.queries + kQueries - 1) / kQueries, tasks = s.batch * s.heads * blocks, scratch = scratchOf(s);
    return kernelOf(
        [=, how = maskOf(node), tensors = ops::attentionTensorCount(node.attrs())](const KernelArgs& args) {
            const auto x = ops::attentionTensors<const float>(s, [&](std::size_t i) { return args.in<float>(i); });
            const Mask mask = drawn(how, args, tensors);
            const Heads<float> out{args.out<float>(0), s.queries, s.width(), s.size};
            // All blocks of a head go together: its short causal rows and its long ones make every thread's share alike.
            eachTask(tasks, scratch, reinterpret_cast<float*>(args.workspace), [&](std::int64_t task, float* own) {
                const std::int64_t block = task % blocks, head = task / blocks;
                forwardTask(s, mask, x, head / s.heads, head % s.heads, block * kQueries, out, args.out<float>(1), own);
            });
        },
        workspaceOf(tasks, scratch));
}

struct Slopes {
    Heads<const float> dOut, out;
    const float* logsum;
    Qkv<float> d;
};

/// All queries of one head against the keys that it reads. Nobody else writes these keys' gradients while it runs.
void backwardHead(const AttentionSizes& s, const Mask& mask, const Qkv<const float>& x, const Slopes& g, std::int64_t n, std::int64_t h,
                  float* scratch) {
    const float scale = static_cast<float>(1 / std::sqrt(static_cast<double>(s.size)));
    const std::int64_t kh = h * s.keyHeads / s.heads;
    float *scores = scratch, *slopes = scores + kQueries * kKeys, *mean = slopes + kQueries * kKeys;
    for (std::int64_t query = 0; query < s.queries; query += kQueries) {
        const std::int64_t rows = std::min(kQueries, s.queries - query);
        for (std::int64_t r = 0; r < rows; ++r) mean[r] = kernels::rowDot(g.dOut.at(n, query + r, h), g.out.at(n, query + r, h), s.size);
        const float *dy = g.dOut.at(n, query, h), *logs = g.logsum + (n * s.heads + h) * s.queries + query;
        eachKeyTile(s, query, rows, [&](const Tile& t) {
            const float *q = x.q.at(n, query, h), *k = x.k.at(n, t.key, kh), *v = x.v.at(n, t.key, kh);
            scoresOf(s, t, q, x.q.row, k, x.k.row, scores);
            onednn::gemm(false, true, rows, t.columns, s.size, 1, dy, g.dOut.row, v, x.v.row, 0, slopes, t.columns);
            mask.apply(s, t, n, h, slopes);
            kernels::slopeTile(scores, slopes, rows, t.columns, logs, mean);
            mask.apply(s, t, n, h, scores);
            bool finite = true;
            if (isDiagonal(s, t)) {
                for (float* tile : {scores, slopes}) kernels::fillLaterKeys(tile, rows, t.columns, t.query, t.key, 0);
                finite = areFinite(s.size, {{q, x.q.row, rows}, {dy, g.dOut.row, rows}, {k, x.k.row, t.columns}});
            }
            eachPart(s, t, finite, [&](std::int64_t r, std::int64_t count, std::int64_t seen) {
                const float *p = scores + r * t.columns, *dp = slopes + r * t.columns;
                onednn::gemm(true, false, seen, s.size, count, 1, p, t.columns, dy + r * g.dOut.row, g.dOut.row, 1, g.d.v.at(n, t.key, kh),
                             g.d.v.row);
                onednn::gemm(true, false, seen, s.size, count, scale, dp, t.columns, q + r * x.q.row, x.q.row, 1, g.d.k.at(n, t.key, kh),
                             g.d.k.row);
                onednn::gemm(false, false, count, s.size, seen, scale, dp, t.columns, k, x.k.row, t.key == 0 ? 0 : 1,
                             g.d.q.at(n, query + r, h), g.d.q.row);
            });
        });
    }
}

void zero(const Heads<float>& heads, std::int64_t n, std::int64_t h) {
    for (std::int64_t t = 0; t < heads.length; ++t) std::fill_n(heads.at(n, t, h), heads.size, 0.0f);
}

KernelOffer offerBackward(const NodeView& node) {
    const AttentionSizes s = ops::attentionSizes(node.attrs(), [&](std::size_t i) { return node.in(3 + i); });
    if (s.keys == 0 || s.queries == 0 || s.batch == 0) return KernelOffer::refuse("nothing to attend to");
    const std::int64_t tasks = s.batch * s.keyHeads, scratch = scratchOf(s), group = s.heads / s.keyHeads;
    return kernelOf(
        [=, how = maskOf(node), after = 3 + ops::attentionTensorCount(node.attrs())](const KernelArgs& args) {
            const auto x = ops::attentionTensors<const float>(s, [&](std::size_t i) { return args.in<float>(3 + i); });
            const Mask mask = drawn(how, args, after);
            const Slopes g{{args.in<float>(0), s.queries, s.width(), s.size},
                           {args.in<float>(1), s.queries, s.width(), s.size},
                           args.in<float>(2),
                           ops::attentionTensors<float>(s, [&](std::size_t i) { return args.out<float>(i); })};
            eachTask(tasks, scratch, reinterpret_cast<float*>(args.workspace), [&](std::int64_t task, float* own) {
                const std::int64_t n = task / s.keyHeads, kh = task % s.keyHeads;
                zero(g.d.k, n, kh);
                zero(g.d.v, n, kh);
                for (std::int64_t h = kh * group; h < (kh + 1) * group; ++h) backwardHead(s, mask, x, g, n, h, own);
            });
        },
        workspaceOf(tasks, scratch));
}

} // namespace

void addAttention(KernelTable& table) {
    addF32(table, "attention", "tiles", offerForward);
    addF32(table, "attention_grad", "tiles", offerBackward);
}

} // namespace lockstep::backends::cpu
