#include "kernels/cpu/norm/batch_norm.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/norm/batch_norm.cpp"
#include "kernels/cpu/norm/chunks.h"
#include "kernels/cpu/simd.h"

#include <hwy/foreach_target.h>

#include "kernels/cpu/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

/// Mean and sum of squared deviations of one line of n floats.
HWY_INLINE void LineMoments(const float* x, std::int64_t n, float* mean, float* squares) {
    const Tag d;
    Vec s0 = hn::Zero(d), s1 = s0;
    const auto step = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + 2 * step <= n; i += 2 * step) s0 = hn::Add(s0, hn::LoadU(d, x + i)), s1 = hn::Add(s1, hn::LoadU(d, x + i + step));
    EachVector(i, n, [&](std::int64_t k, auto m) HWY_ATTR { s0 = hn::Add(s0, m.load(x + k)); });
    const float average = SumLanes(hn::Add(s0, s1)) / static_cast<float>(n);
    const Vec centre = hn::Set(d, average);
    s0 = s1 = hn::Zero(d);
    for (i = 0; i + 2 * step <= n; i += 2 * step) {
        const Vec a = hn::Sub(hn::LoadU(d, x + i), centre), b = hn::Sub(hn::LoadU(d, x + i + step), centre);
        s0 = Fma(a, a, s0), s1 = Fma(b, b, s1);
    }
    float rest = 0;
    for (; i < n; ++i) rest += (x[i] - average) * (x[i] - average);
    *mean = average;
    *squares = SumLanes(hn::Add(s0, s1)) + rest;
}

/// The same for each lane of rows of `lanes` channels.
HWY_INLINE void LaneMoments(const float* x, std::int64_t rows, std::int64_t lanes, float* mean, float* squares) {
    const Tag d;
    EachVector(0, lanes, [=](std::int64_t c, auto m) HWY_ATTR {
        Vec s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
        std::int64_t r = 0;
        for (; r + 4 <= rows; r += 4) {
            const float* row = x + r * lanes + c;
            s0 = hn::Add(s0, m.load(row)), s1 = hn::Add(s1, m.load(row + lanes));
            s2 = hn::Add(s2, m.load(row + 2 * lanes)), s3 = hn::Add(s3, m.load(row + 3 * lanes));
        }
        for (; r < rows; ++r) s0 = hn::Add(s0, m.load(x + r * lanes + c));
        const Vec sum = hn::Add(hn::Add(s0, s1), hn::Add(s2, s3));
        const Vec average = hn::Div(sum, hn::Set(d, static_cast<float>(rows)));
        s0 = s1 = s2 = s3 = hn::Zero(d);
        for (r = 0; r + 2 <= rows; r += 2) {
            const float* row = x + r * lanes + c;
            const Vec a = hn::Sub(m.load(row), average), b = hn::Sub(m.load(row + lanes), average);
            s0 = Fma(a, a, s0), s1 = Fma(b, b, s1);
        }
        if (r < rows) {
            const Vec a = hn::Sub(m.load(x + r * lanes + c), average);
            s0 = Fma(a, a, s0);
        }
        m.store(average, mean + c);
        m.store(hn::Add(s0, s1), squares + c);
    });
}

/// Calls f(chunk) for all chunks, split over the team.
template <class F> void EachChunk(const Chunks& chunks, const F& f) {
    parallelFor(chunks.count(), std::max<std::int64_t>(kGrain / std::max<std::int64_t>(chunks.elements(), 1), 1), 1,
                [&](std::int64_t from, std::int64_t to) HWY_ATTR {
                    for (std::int64_t k = from; k < to; ++k) f(chunks.at(k));
                });
}

void Moments(const Chunks& chunks, const float* x, float* mean, float* squares) {
    EachChunk(chunks, [&](const Chunk& c) HWY_ATTR {
        if (chunks.shape.lanes == 1)
            LineMoments(x + c.offset, c.rows, mean + c.slot, squares + c.slot);
        else
            LaneMoments(x + c.offset, c.rows, chunks.shape.lanes, mean + c.slot, squares + c.slot);
    });
}

/// Calls f(element index, channel index, load/store) over a chunk, with constants of the channel loaded once a line.
template <class Load, class F> HWY_INLINE void EachElement(const Chunks& chunks, const Chunk& c, const Load& load, const F& f) {
    const std::int64_t lanes = chunks.shape.lanes;
    if (lanes == 1) {
        const auto k = load(c.channel, hn::FirstN(Tag(), 1), true);
        EachVector(0, c.rows, [&](std::int64_t i, auto m) HWY_ATTR { f(c.offset + i, m, k); });
        return;
    }
    const auto step = static_cast<std::int64_t>(hn::Lanes(Tag()));
    for (std::int64_t l = 0; l < lanes; l += step) {
        const Mask mask = hn::FirstN(Tag(), static_cast<std::size_t>(std::min(step, lanes - l)));
        const auto k = load(c.channel + l, mask, false);
        if (lanes - l >= step)
            for (std::int64_t r = 0; r < c.rows; ++r) f(c.offset + r * lanes + l, Whole{}, k);
        else
            for (std::int64_t r = 0; r < c.rows; ++r) f(c.offset + r * lanes + l, Rest{mask}, k);
    }
}

/// A channel's constant, in all lanes or lane by lane.
HWY_INLINE Vec Constant(const float* p, std::int64_t channel, Mask mask, bool all) {
    return all ? hn::Set(Tag(), p[channel]) : hn::MaskedLoad(mask, Tag(), p + channel);
}

struct Affine {
    Vec mean, scale, shift;
};

template <bool kResidual, bool kRelu>
void Normalise(const Chunks& chunks, const float* x, const ChannelConstants& k, const float* residual, float* y) {
    EachChunk(chunks, [&](const Chunk& c) HWY_ATTR {
        const auto load = [&](std::int64_t channel, Mask mask, bool all) HWY_ATTR {
            return Affine{Constant(k.a, channel, mask, all), Constant(k.b, channel, mask, all), Constant(k.c, channel, mask, all)};
        };
        EachElement(chunks, c, load, [&](std::int64_t i, auto m, const Affine& f) HWY_ATTR {
            Vec v = Fma(hn::Sub(m.load(x + i), f.mean), f.scale, f.shift);
            if constexpr (kResidual) v = hn::Add(v, m.load(residual + i));
            if constexpr (kRelu) v = hn::IfThenZeroElse(hn::Le(v, hn::Zero(Tag())), v);
            m.store(v, y + i);
        });
    });
}

void NormaliseAny(const Chunks& chunks, const float* x, const ChannelConstants& k, const float* residual, float* y, bool relu) {
    if (residual)
        relu ? Normalise<true, true>(chunks, x, k, residual, y) : Normalise<true, false>(chunks, x, k, residual, y);
    else
        relu ? Normalise<false, true>(chunks, x, k, residual, y) : Normalise<false, false>(chunks, x, k, residual, y);
}

HWY_INLINE Vec Masked(Vec dy, Vec y) { return hn::IfThenZeroElse(hn::Le(y, hn::Zero(Tag())), dy); }

/// Per chunk: sum of dy and of dy * (x - mean), dy masked by the relu.
template <bool kRelu> void GradientSums(const Chunks& chunks, const BatchNormBackward& a, const float* mean, float* sums, float* dots) {
    EachChunk(chunks, [&](const Chunk& c) HWY_ATTR {
        const std::int64_t lanes = chunks.shape.lanes;
        const auto term = [&](std::int64_t i, auto m, Vec centre, Vec& sum, Vec& dot) HWY_ATTR {
            Vec g = m.load(a.dy + i);
            if constexpr (kRelu) g = Masked(g, m.load(a.y + i));
            sum = hn::Add(sum, g);
            dot = Fma(g, hn::Sub(m.load(a.x + i), centre), dot);
        };
        if (lanes == 1) {
            Vec s = hn::Zero(Tag()), t = s;
            const Vec centre = hn::Set(Tag(), mean[c.channel]);
            EachVector(0, c.rows, [&](std::int64_t i, auto m) HWY_ATTR { term(c.offset + i, m, centre, s, t); });
            sums[c.slot] = SumLanes(s), dots[c.slot] = SumLanes(t);
            return;
        }
        EachVector(0, lanes, [&](std::int64_t l, auto m) HWY_ATTR {
            Vec s0 = hn::Zero(Tag()), t0 = s0, s1 = s0, t1 = s0;
            const Vec centre = m.load(mean + c.channel + l);
            std::int64_t r = 0, i = c.offset + l;
            for (; r + 2 <= c.rows; r += 2, i += 2 * lanes) term(i, m, centre, s0, t0), term(i + lanes, m, centre, s1, t1);
            if (r < c.rows) term(i, m, centre, s0, t0);
            m.store(hn::Add(s0, s1), sums + c.slot + l);
            m.store(hn::Add(t0, t1), dots + c.slot + l);
        });
    });
}

/// dx = scale * (dy - mean(dy) - (x - mean) * k), k = rstd^2 * mean(dy * (x - mean))
template <bool kRelu> void InputGradient(const Chunks& chunks, const BatchNormBackward& a, const float* mean, const ChannelConstants& k) {
    struct Factors {
        Vec mean, scale, average, slope;
    };
    EachChunk(chunks, [&](const Chunk& c) HWY_ATTR {
        const auto load = [&](std::int64_t channel, Mask mask, bool all) HWY_ATTR {
            return Factors{Constant(mean, channel, mask, all), Constant(k.a, channel, mask, all), Constant(k.b, channel, mask, all),
                           Constant(k.c, channel, mask, all)};
        };
        EachElement(chunks, c, load, [&](std::int64_t i, auto m, const Factors& f) HWY_ATTR {
            Vec g = m.load(a.dy + i);
            if constexpr (kRelu) g = Masked(g, m.load(a.y + i));
            const Vec centred = hn::Sub(m.load(a.x + i), f.mean);
            const Vec v = hn::Mul(f.scale, hn::NegMulAdd(centred, f.slope, hn::Sub(g, f.average)));
            if (a.dResidual) m.store(g, a.dResidual + i);
            m.store(v, a.dx + i);
        });
    });
}

void GradientSumsAny(const Chunks& chunks, const BatchNormBackward& a, const float* mean, float* sums, float* dots) {
    a.y ? GradientSums<true>(chunks, a, mean, sums, dots) : GradientSums<false>(chunks, a, mean, sums, dots);
}
void InputGradientAny(const Chunks& chunks, const BatchNormBackward& a, const float* mean, const ChannelConstants& k) {
    a.y ? InputGradient<true>(chunks, a, mean, k) : InputGradient<false>(chunks, a, mean, k);
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

HWY_EXPORT(Moments);
HWY_EXPORT(NormaliseAny);
HWY_EXPORT(GradientSumsAny);
HWY_EXPORT(InputGradientAny);

namespace {

/// Scratch: four constants a channel, then two floats for each lane of each chunk.
struct Scratch {
    ChannelConstants constants;
    float *mean, *first, *second;

    Scratch(const Chunks& chunks, std::byte* bytes) {
        const std::int64_t channels = chunks.shape.padded();
        auto* p = reinterpret_cast<float*>(bytes);
        constants = {p, p + channels, p + 2 * channels};
        mean = p + 3 * channels;
        first = p + 4 * channels;
        second = first + chunks.slots();
    }
};

double channelMean(const Chunks& chunks, const float* means, std::int64_t channel) {
    double sum = 0;
    chunks.eachOf(channel,
                  [&](std::int64_t slot, std::int64_t rows) { sum += static_cast<double>(means[slot]) * static_cast<double>(rows); });
    return sum / chunks.perChannel();
}

/// Sum of squared deviations: those within chunks and those of the chunks' means.
double channelSquares(const Chunks& chunks, const Scratch& s, std::int64_t channel, double mean) {
    double sum = 0;
    chunks.eachOf(channel, [&](std::int64_t slot, std::int64_t rows) {
        const double off = static_cast<double>(s.first[slot]) - mean;
        sum += static_cast<double>(s.second[slot]) + off * off * static_cast<double>(rows);
    });
    return sum;
}

float at(const float* p, std::int64_t i, float absent) { return p ? p[i] : absent; }

void setAffine(const ChannelConstants& k, std::int64_t c, double mean, double scale, double shift) {
    k.a[c] = static_cast<float>(mean), k.b[c] = static_cast<float>(scale), k.c[c] = static_cast<float>(shift);
}

/// Padding lanes get constants that give zero.
void clearPadding(const ChannelShape& shape, const Scratch& s) {
    for (std::int64_t c = shape.channels; c < shape.padded(); ++c) setAffine(s.constants, c, 0, 0, 0), s.mean[c] = 0;
}

} // namespace

std::int64_t batchNormScratch(const ChannelShape& shape) {
    return static_cast<std::int64_t>(sizeof(float)) * (4 * shape.padded() + 2 * Chunks(shape).slots());
}

void batchNormForward(const ChannelShape& shape, const BatchNormForward& a, std::byte* bytes) {
    const Chunks chunks(shape);
    const Scratch s(chunks, bytes);
    HWY_DYNAMIC_DISPATCH(Moments)(chunks, a.x, s.first, s.second);
    const double n = chunks.perChannel();
    const auto blend = [&](float old, double batch) {
        return static_cast<float>((1 - a.momentum) * static_cast<double>(old) + a.momentum * batch);
    };
    parallelFor(shape.channels, std::max<std::int64_t>(4096 / std::max<std::int64_t>(chunks.perChannelChunks(), 1), 1), 1,
                [&](std::int64_t from, std::int64_t to) {
                    for (std::int64_t c = from; c < to; ++c) {
                        const double mean = channelMean(chunks, s.first, c), squares = channelSquares(chunks, s, c, mean);
                        const double rstd = 1 / std::sqrt(squares / n + a.eps);
                        setAffine(s.constants, c, mean, rstd * static_cast<double>(at(a.weight, c, 1)),
                                  static_cast<double>(at(a.bias, c, 0)));
                        if (!a.mean) continue;
                        a.mean[c] = static_cast<float>(mean), a.rstd[c] = static_cast<float>(rstd);
                        a.runningMean[c] = blend(a.oldMean[c], mean);
                        a.runningVariance[c] = blend(a.oldVariance[c], squares / (n - 1));
                    }
                });
    clearPadding(shape, s);
    HWY_DYNAMIC_DISPATCH(NormaliseAny)(chunks, a.x, s.constants, a.residual, a.y, a.relu);
}

void batchNormInfer(const ChannelShape& shape, const BatchNormInfer& a, std::byte* bytes) {
    const Chunks chunks(shape);
    const Scratch s(chunks, bytes);
    for (std::int64_t c = 0; c < shape.channels; ++c) {
        const double rstd = 1 / std::sqrt(static_cast<double>(a.variance[c]) + a.eps);
        setAffine(s.constants, c, static_cast<double>(a.mean[c]), rstd * static_cast<double>(at(a.weight, c, 1)),
                  static_cast<double>(at(a.bias, c, 0)));
    }
    clearPadding(shape, s);
    HWY_DYNAMIC_DISPATCH(NormaliseAny)(chunks, a.x, s.constants, a.residual, a.y, a.relu);
}

void batchNormBackward(const ChannelShape& shape, const BatchNormBackward& a, std::byte* bytes) {
    const Chunks chunks(shape);
    const Scratch s(chunks, bytes);
    clearPadding(shape, s);
    std::copy(a.mean, a.mean + shape.channels, s.mean);
    HWY_DYNAMIC_DISPATCH(GradientSumsAny)(chunks, a, s.mean, s.first, s.second);
    const double n = chunks.perChannel();
    for (std::int64_t c = 0; c < shape.channels; ++c) {
        double sum = 0, dot = 0;
        chunks.eachOf(c, [&](std::int64_t slot, std::int64_t) {
            sum += static_cast<double>(s.first[slot]), dot += static_cast<double>(s.second[slot]);
        });
        const double rstd = static_cast<double>(a.rstd[c]);
        setAffine(s.constants, c, rstd * static_cast<double>(at(a.weight, c, 1)), sum / n, dot / n * rstd * rstd);
        a.dWeight[c] = static_cast<float>(dot * rstd);
        a.dBias[c] = static_cast<float>(sum);
    }
    HWY_DYNAMIC_DISPATCH(InputGradientAny)(chunks, a, s.mean, s.constants);
}

} // namespace lockstep::kernels
#endif
