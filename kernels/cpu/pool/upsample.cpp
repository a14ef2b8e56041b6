#include "kernels/cpu/pool/upsample.h"

#include "kernels/cpu/parallel.h"

#include <cstring>

namespace lockstep::kernels {

namespace {

struct Tap {
    std::int64_t low, high;
    float part; ///< of the high one
};

Tap tapOf(const Upsample& u, std::int64_t out, std::int64_t size) {
    if (!u.bilinear) return {out / u.factor, out / u.factor, 0};
    const float at = std::max((static_cast<float>(out) + 0.5f) / static_cast<float>(u.factor) - 0.5f, 0.0f);
    const std::int64_t low = std::min(static_cast<std::int64_t>(at), size - 1);
    return {low, std::min(low + 1, size - 1), at - static_cast<float>(low)};
}

template <class F> void eachPlane(const Upsample& u, const F& f) {
    const std::int64_t pixels = u.height * u.width * u.factor * u.factor;
    parallelFor(u.planes, std::max<std::int64_t>(kGrain / std::max<std::int64_t>(pixels, 1), 1), 1,
                [&](std::int64_t from, std::int64_t to) {
                    for (std::int64_t p = from; p < to; ++p) f(p);
                });
}

} // namespace

void upsample(const Upsample& u, const float* x, float* y) {
    const std::int64_t w = u.width, wide = w * u.factor, high = u.height * u.factor;
    eachPlane(u, [&](std::int64_t p) {
        const float* source = x + p * u.height * w;
        float* out = y + p * high * wide;
        for (std::int64_t i = 0; i < high; ++i, out += wide) {
            const Tap row = tapOf(u, i, u.height);
            const float *top = source + row.low * w, *bottom = source + row.high * w;
            for (std::int64_t j = 0; j < wide; ++j) {
                const Tap column = tapOf(u, j, w);
                const float above = top[column.low] * (1 - column.part) + top[column.high] * column.part;
                const float below = bottom[column.low] * (1 - column.part) + bottom[column.high] * column.part;
                out[j] = above * (1 - row.part) + below * row.part;
            }
        }
    });
}

void upsampleGradient(const Upsample& u, const float* dy, float* dx) {
    const std::int64_t w = u.width, wide = w * u.factor, high = u.height * u.factor;
    eachPlane(u, [&](std::int64_t p) {
        float* sums = dx + p * u.height * w;
        const float* gradient = dy + p * high * wide;
        std::memset(sums, 0, static_cast<std::size_t>(u.height * w) * sizeof(float));
        for (std::int64_t i = 0; i < high; ++i, gradient += wide) {
            const Tap row = tapOf(u, i, u.height);
            float *top = sums + row.low * w, *bottom = sums + row.high * w;
            for (std::int64_t j = 0; j < wide; ++j) {
                const Tap column = tapOf(u, j, w);
                const float above = gradient[j] * (1 - row.part), below = gradient[j] * row.part;
                top[column.low] += above * (1 - column.part);
                top[column.high] += above * column.part;
                bottom[column.low] += below * (1 - column.part);
                bottom[column.high] += below * column.part;
            }
        }
    });
}

} // namespace lockstep::kernels
