#include "kernels/cpu/recurrent/cells.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/recurrent/cells.cpp"
#include "kernels/cpu/simd.h"

#include <hwy/foreach_target.h>

#include "kernels/cpu/functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

constexpr std::int64_t kRowGrain = 1 << 11; ///< elements a thread should have

/// f(row, i, access) over all vectors of all rows; access handles the last, short one.
template <class F> void EachState(std::int64_t rows, std::int64_t size, const F& f) {
    const std::int64_t grain = std::max<std::int64_t>(1, kRowGrain / std::max<std::int64_t>(size, 1));
    parallelFor(rows, grain, 1, [&](std::int64_t from, std::int64_t to) HWY_ATTR {
        for (std::int64_t row = from; row < to; ++row) EachVector(0, size, [&](std::int64_t i, auto a) HWY_ATTR { f(row, i, a); });
    });
}

template <class A> HWY_INLINE Vec At(const Rows<const float>& rows, std::int64_t row, std::int64_t i, A a) {
    return rows.data ? a.load(rows.data + row * rows.stride + i) : hn::Zero(Tag());
}
template <class A> HWY_INLINE void Put(const Rows<float>& rows, std::int64_t row, std::int64_t i, Vec v, A a) {
    a.store(v, rows.data + row * rows.stride + i);
}

/// The state's part of gate k.
template <class A> HWY_INLINE Vec StatePart(const CellStep& s, std::int64_t row, std::int64_t i, int gate, A a) {
    const Vec part = At(s.state, row, gate * s.size + i, a);
    return s.bias ? hn::Add(part, a.load(s.bias + gate * s.size + i)) : part;
}
template <class A> HWY_INLINE Vec Gate(const CellStep& s, std::int64_t row, std::int64_t i, int gate, A a) {
    return hn::Add(At(s.x, row, gate * s.size + i, a), StatePart(s, row, i, gate, a));
}

void LstmStep(const CellStep& s) {
    EachState(s.rows, s.size, [&](std::int64_t row, std::int64_t at, auto a) HWY_ATTR {
        const Vec i = SigmoidOf(Gate(s, row, at, 0, a)), f = SigmoidOf(Gate(s, row, at, 1, a));
        const Vec g = TanhOf(Gate(s, row, at, 2, a)), o = SigmoidOf(Gate(s, row, at, 3, a));
        const Vec c = Fma(f, At(s.cBefore, row, at, a), hn::Mul(i, g));
        const Vec all[] = {i, f, g, o};
        for (int k = 0; k < 4; ++k) Put(s.gates, row, k * s.size + at, all[k], a);
        Put(s.c, row, at, c, a);
        Put(s.h, row, at, hn::Mul(o, TanhOf(c)), a);
    });
}

void GruStep(const CellStep& s) {
    EachState(s.rows, s.size, [&](std::int64_t row, std::int64_t at, auto a) HWY_ATTR {
        const Vec r = SigmoidOf(Gate(s, row, at, 0, a)), z = SigmoidOf(Gate(s, row, at, 1, a));
        const Vec part = StatePart(s, row, at, 2, a);
        const Vec n = TanhOf(Fma(r, part, At(s.x, row, 2 * s.size + at, a)));
        const Vec all[] = {r, z, n, part};
        for (int k = 0; k < 4; ++k) Put(s.gates, row, k * s.size + at, all[k], a);
        // (1 - z) n + z h
        Put(s.h, row, at, Fma(z, hn::Sub(At(s.hBefore, row, at, a), n), n), a);
    });
}

HWY_INLINE Vec One() { return hn::Set(Tag(), 1.0f); }
/// d * s(1-s)
HWY_INLINE Vec SigmoidSlope(Vec d, Vec s) { return hn::Mul(d, hn::Mul(s, hn::Sub(One(), s))); }
/// d * (1-t^2)
HWY_INLINE Vec TanhSlope(Vec d, Vec t) { return hn::Mul(d, hn::Sub(One(), hn::Mul(t, t))); }

void LstmSlope(const CellSlope& s) {
    EachState(s.rows, s.size, [&](std::int64_t row, std::int64_t at, auto a) HWY_ATTR {
        const auto gate = [&](int k) HWY_ATTR { return At(s.gates, row, k * s.size + at, a); };
        const Vec i = gate(0), f = gate(1), g = gate(2), o = gate(3), t = TanhOf(At(s.c, row, at, a));
        const Vec dh = hn::Add(At(s.dh, row, at, a), At(s.dhLater, row, at, a));
        float* carry = s.carry + row * s.size + at;
        const Vec through = TanhSlope(hn::Mul(dh, o), t), dc = s.last ? through : hn::Add(through, a.load(carry));
        Put(s.dx, row, at, SigmoidSlope(hn::Mul(dc, g), i), a);
        Put(s.dx, row, s.size + at, SigmoidSlope(hn::Mul(dc, At(s.cBefore, row, at, a)), f), a);
        Put(s.dx, row, 2 * s.size + at, TanhSlope(hn::Mul(dc, i), g), a);
        Put(s.dx, row, 3 * s.size + at, SigmoidSlope(hn::Mul(dh, t), o), a);
        a.store(hn::Mul(dc, f), carry);
    });
}

void GruSlope(const CellSlope& s) {
    EachState(s.rows, s.size, [&](std::int64_t row, std::int64_t at, auto a) HWY_ATTR {
        const auto gate = [&](int k) HWY_ATTR { return At(s.gates, row, k * s.size + at, a); };
        const Vec r = gate(0), z = gate(1), n = gate(2), part = gate(3);
        float* carry = s.carry + row * s.size + at;
        Vec dh = hn::Add(At(s.dh, row, at, a), At(s.dhLater, row, at, a));
        if (!s.last) dh = hn::Add(dh, a.load(carry));
        const Vec dn = TanhSlope(hn::Mul(dh, hn::Sub(One(), z)), n);
        const Vec dr = SigmoidSlope(hn::Mul(dn, part), r);
        const Vec dz = SigmoidSlope(hn::Mul(dh, hn::Sub(At(s.hBefore, row, at, a), n)), z);
        const Vec dx[] = {dr, dz, dn}, dState[] = {dr, dz, hn::Mul(dn, r)};
        for (int k = 0; k < 3; ++k) Put(s.dx, row, k * s.size + at, dx[k], a);
        for (int k = 0; k < 3; ++k) Put(s.dState, row, k * s.size + at, dState[k], a);
        a.store(hn::Mul(dh, z), carry);
    });
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

HWY_EXPORT(LstmStep);
HWY_EXPORT(GruStep);
HWY_EXPORT(LstmSlope);
HWY_EXPORT(GruSlope);

void lstmStep(const CellStep& step) { HWY_DYNAMIC_DISPATCH(LstmStep)(step); }
void gruStep(const CellStep& step) { HWY_DYNAMIC_DISPATCH(GruStep)(step); }
void lstmSlope(const CellSlope& slope) { HWY_DYNAMIC_DISPATCH(LstmSlope)(slope); }
void gruSlope(const CellSlope& slope) { HWY_DYNAMIC_DISPATCH(GruSlope)(slope); }

} // namespace lockstep::kernels
#endif
