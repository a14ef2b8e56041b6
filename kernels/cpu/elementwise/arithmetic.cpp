#include "kernels/cpu/elementwise/arithmetic.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/elementwise/arithmetic.cpp"
#include "kernels/cpu/simd.h"

#include <cstring>
#include <hwy/foreach_target.h>

#include "kernels/cpu/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

template <class F> void Combine(const float* a, const float* b, float* y, std::int64_t n, F f) {
    parallelFor(n, kGrain, 16, [=](std::int64_t from, std::int64_t to) HWY_ATTR {
        EachVector(from, to, [=](std::int64_t i, auto m) HWY_ATTR { m.store(f(m.load(a + i), m.load(b + i)), y + i); });
    });
}

void Add(const float* a, const float* b, float* y, std::int64_t n) {
    Combine(a, b, y, n, [](Vec u, Vec v) HWY_ATTR { return hn::Add(u, v); });
}
void Multiply(const float* a, const float* b, float* y, std::int64_t n) {
    Combine(a, b, y, n, [](Vec u, Vec v) HWY_ATTR { return hn::Mul(u, v); });
}
void Scale(const float* x, float factor, float* y, std::int64_t n) {
    Combine(x, x, y, n, [factor](Vec u, Vec) HWY_ATTR { return hn::Mul(u, hn::Set(Tag(), factor)); });
}
} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

HWY_EXPORT(Add);
HWY_EXPORT(Multiply);
HWY_EXPORT(Scale);

void add(const float* a, const float* b, float* y, std::int64_t n) { HWY_DYNAMIC_DISPATCH(Add)(a, b, y, n); }
void multiply(const float* a, const float* b, float* y, std::int64_t n) { HWY_DYNAMIC_DISPATCH(Multiply)(a, b, y, n); }
void scale(const float* x, float factor, float* y, std::int64_t n) { HWY_DYNAMIC_DISPATCH(Scale)(x, factor, y, n); }
void copy(const float* x, float* y, std::int64_t n) {
    if (x == y) return;
    parallelFor(n, kGrain, 16, [=](std::int64_t from, std::int64_t to) {
        std::memcpy(y + from, x + from, static_cast<std::size_t>(to - from) * sizeof(float));
    });
}
void fill(float value, float* y, std::int64_t n) {
    parallelFor(n, kGrain, 16, [=](std::int64_t from, std::int64_t to) { std::fill(y + from, y + to, value); });
}

} // namespace lockstep::kernels
#endif
