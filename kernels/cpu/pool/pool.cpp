#include "kernels/cpu/pool/pool.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/pool/pool.cpp"
#include "kernels/cpu/simd.h"

#include <cstring>
#include <hwy/foreach_target.h>

#include "kernels/cpu/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

/// Calls f(plane) for all planes, split over the team.
template <class F> void EachPlane(const PoolShape& s, const F& f) {
    parallelFor(s.planes, std::max<std::int64_t>(kGrain / std::max<std::int64_t>(s.inputPlane(), 1), 1), 1,
                [&](std::int64_t from, std::int64_t to) HWY_ATTR {
                    for (std::int64_t plane = from; plane < to; ++plane) f(plane);
                });
}

/// Calls f(output index within the plane, rows, columns) for all outputs.
template <class F> HWY_INLINE void EachOutput(const PoolShape& s, const F& f) {
    std::int64_t out = 0;
    for (const PoolRange& r : s.rows) {
        for (const PoolRange& c : s.columns) {
            f(out, r, c);
            out += s.lanes;
        }
    }
}

/// Calls f(input index of lane 0, place in the window) for the elements that an output sees, row by row.
template <class F> HWY_INLINE void EachTap(const PoolShape& s, const PoolRange& r, const PoolRange& c, const F& f) {
    for (std::int64_t h = r.from; h < r.to; ++h) {
        const std::int64_t place = (r.first + h - r.from) * s.kernelWidth + c.first;
        for (std::int64_t w = c.from; w < c.to; ++w) f((h * s.width + w) * s.lanes, place + w - c.from);
    }
}

HWY_INLINE void MaxOfOne(const PoolShape& s, const PoolRange& r, const PoolRange& c, const float* x, float* y, std::uint8_t* where) {
    float best = -HUGE_VALF;
    std::int64_t place = r.first * s.kernelWidth + c.first;
    EachTap(s, r, c, [&](std::int64_t i, std::int64_t k) HWY_ATTR {
        if (!(x[i] <= best) && best == best) best = x[i], place = k;
    });
    *y = best;
    *where = static_cast<std::uint8_t>(place);
}

template <class Access>
HWY_INLINE void MaxOfLanes(const PoolShape& s, const PoolRange& r, const PoolRange& c, const float* x, float* y, std::uint8_t* where,
                           std::int64_t lanes, Access m) {
    const Tag d;
    Vec best = hn::Set(d, -HUGE_VALF), place = hn::Set(d, static_cast<float>(r.first * s.kernelWidth + c.first));
    EachTap(s, r, c, [&](std::int64_t i, std::int64_t k) HWY_ATTR {
        const Vec v = m.load(x + i);
        const Mask better = hn::AndNot(hn::Le(v, best), hn::Eq(best, best));
        best = hn::IfThenElse(better, v, best);
        place = hn::IfThenElse(better, hn::Set(d, static_cast<float>(k)), place);
    });
    m.store(best, y);
    const hn::RebindToSigned<Tag> di;
    HWY_ALIGN std::int32_t places[hn::MaxLanes(Tag())];
    hn::Store(hn::ConvertTo(di, place), di, places);
    for (std::int64_t l = 0; l < lanes; ++l) where[l] = static_cast<std::uint8_t>(places[l]);
}

void MaxPool(const PoolShape& s, const float* x, float* y, std::uint8_t* where) {
    const auto step = static_cast<std::int64_t>(hn::Lanes(Tag()));
    EachPlane(s, [&](std::int64_t plane) HWY_ATTR {
        const float* from = x + plane * s.inputPlane();
        const std::int64_t to = plane * s.outputPlane();
        EachOutput(s, [&](std::int64_t out, const PoolRange& r, const PoolRange& c) HWY_ATTR {
            if (s.lanes == 1) return MaxOfOne(s, r, c, from, y + to + out, where + to + out);
            EachVector(0, s.lanes, [&](std::int64_t l, auto m) HWY_ATTR {
                MaxOfLanes(s, r, c, from + l, y + to + out + l, where + to + out + l, std::min(step, s.lanes - l), m);
            });
        });
    });
}

/// Whether every input element lies in exactly one window: gradients are then stored, not added up.
bool Tiles(const std::vector<PoolRange>& ranges, std::int64_t size) {
    std::int64_t end = 0;
    for (const PoolRange& r : ranges) {
        if (r.from != end) return false;
        end = r.to;
    }
    return end == size;
}

/// Places of up to a vector of lanes as floats.
HWY_INLINE Vec PlacesAt(const std::uint8_t* where, std::int64_t lanes) {
    const hn::RebindToSigned<Tag> di;
    HWY_ALIGN std::int32_t places[hn::MaxLanes(Tag())] = {};
    for (std::int64_t l = 0; l < lanes; ++l) places[l] = where[l];
    return hn::ConvertTo(Tag(), hn::Load(di, places));
}

template <bool kTiles> void MaxPoolGradOf(const PoolShape& s, const float* dy, const std::uint8_t* where, float* dx) {
    const auto step = static_cast<std::int64_t>(hn::Lanes(Tag()));
    EachPlane(s, [&](std::int64_t plane) HWY_ATTR {
        float* to = dx + plane * s.inputPlane();
        if (!kTiles) std::memset(to, 0, static_cast<std::size_t>(s.inputPlane()) * sizeof(float));
        const float* from = dy + plane * s.outputPlane();
        const std::uint8_t* places = where + plane * s.outputPlane();
        EachOutput(s, [&](std::int64_t out, const PoolRange& r, const PoolRange& c) HWY_ATTR {
            if (s.lanes == 1) {
                EachTap(s, r, c, [&](std::int64_t i, std::int64_t k) {
                    const float g = places[out] == k ? from[out] : 0;
                    to[i] = kTiles ? g : to[i] + g;
                });
                return;
            }
            EachVector(0, s.lanes, [&](std::int64_t l, auto m) HWY_ATTR {
                const Vec g = m.load(from + out + l);
                const Vec place = step <= s.lanes - l ? PlacesAt(places + out + l, step) : PlacesAt(places + out + l, s.lanes - l);
                EachTap(s, r, c, [&](std::int64_t i, std::int64_t k) HWY_ATTR {
                    const Vec mine = hn::IfThenElseZero(hn::Eq(place, hn::Set(Tag(), static_cast<float>(k))), g);
                    m.store(kTiles ? mine : hn::Add(m.load(to + i + l), mine), to + i + l);
                });
            });
        });
    });
}

void MaxPoolGrad(const PoolShape& s, const float* dy, const std::uint8_t* where, float* dx) {
    if (Tiles(s.rows, s.height) && Tiles(s.columns, s.width))
        MaxPoolGradOf<true>(s, dy, where, dx);
    else
        MaxPoolGradOf<false>(s, dy, where, dx);
}

void AveragePool(const PoolShape& s, const float* x, float* y) {
    EachPlane(s, [&](std::int64_t plane) HWY_ATTR {
        const float* from = x + plane * s.inputPlane();
        float* to = y + plane * s.outputPlane();
        EachOutput(s, [&](std::int64_t out, const PoolRange& r, const PoolRange& c) HWY_ATTR {
            const auto divisor = static_cast<float>(r.divisor * c.divisor);
            EachVector(0, s.lanes, [&](std::int64_t l, auto m) HWY_ATTR {
                Vec sum = hn::Zero(Tag());
                EachTap(s, r, c, [&](std::int64_t i, std::int64_t) HWY_ATTR { sum = hn::Add(sum, m.load(from + i + l)); });
                m.store(hn::Div(sum, hn::Set(Tag(), divisor)), to + out + l);
            });
        });
    });
}

void AveragePoolGrad(const PoolShape& s, const float* dy, float* dx) {
    EachPlane(s, [&](std::int64_t plane) HWY_ATTR {
        float* to = dx + plane * s.inputPlane();
        std::memset(to, 0, static_cast<std::size_t>(s.inputPlane()) * sizeof(float));
        const float* from = dy + plane * s.outputPlane();
        EachOutput(s, [&](std::int64_t out, const PoolRange& r, const PoolRange& c) HWY_ATTR {
            const auto divisor = static_cast<float>(r.divisor * c.divisor);
            EachVector(0, s.lanes, [&](std::int64_t l, auto m) HWY_ATTR {
                const Vec share = hn::Div(m.load(from + out + l), hn::Set(Tag(), divisor));
                EachTap(s, r, c, [&](std::int64_t i, std::int64_t) HWY_ATTR { m.store(hn::Add(m.load(to + i + l), share), to + i + l); });
            });
        });
    });
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

HWY_EXPORT(MaxPool);
HWY_EXPORT(MaxPoolGrad);
HWY_EXPORT(AveragePool);
HWY_EXPORT(AveragePoolGrad);

void maxPool(const PoolShape& s, const float* x, float* y, std::uint8_t* where) { HWY_DYNAMIC_DISPATCH(MaxPool)(s, x, y, where); }
void maxPoolGrad(const PoolShape& s, const float* dy, const std::uint8_t* where, float* dx) {
    HWY_DYNAMIC_DISPATCH(MaxPoolGrad)(s, dy, where, dx);
}
void averagePool(const PoolShape& s, const float* x, float* y) { HWY_DYNAMIC_DISPATCH(AveragePool)(s, x, y); }
void averagePoolGrad(const PoolShape& s, const float* dy, float* dx) { HWY_DYNAMIC_DISPATCH(AveragePoolGrad)(s, dy, dx); }

} // namespace lockstep::kernels
#endif
