#include "kernels/cpu/random/random.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/random/random.cpp"
#include "kernels/cpu/simd.h"

#include <algorithm>
#include <hwy/foreach_target.h>

#include "kernels/cpu/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

constexpr std::uint32_t kMul0 = 0xD2511F53, kMul1 = 0xCD9E8D57, kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
constexpr int kRounds = 10;

#if HWY_TARGET == HWY_SCALAR

constexpr std::int64_t kMostBlocks = 1;
HWY_INLINE std::int64_t BlocksAtOnce() { return 1; }

void Blocks(const RandomStream& random, std::uint64_t index, std::uint32_t* words) {
    std::uint32_t c[4] = {static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32),
                          static_cast<std::uint32_t>(random.stream), static_cast<std::uint32_t>(random.stream >> 32)};
    std::uint32_t k0 = random.key[0], k1 = random.key[1];
    for (int round = 0; round < kRounds; ++round, k0 += kWeyl0, k1 += kWeyl1) {
        const std::uint64_t p0 = std::uint64_t{kMul0} * c[0], p1 = std::uint64_t{kMul1} * c[2];
        c[0] = static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k0, c[1] = static_cast<std::uint32_t>(p1);
        c[2] = static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k1, c[3] = static_cast<std::uint32_t>(p0);
    }
    std::copy(c, c + 4, words);
}

#else

using Tag64 = hn::ScalableTag<std::uint64_t>;
using Vec64 = hn::Vec<Tag64>;
constexpr std::int64_t kMostBlocks = hn::MaxLanes(Tag64());
HWY_INLINE std::int64_t BlocksAtOnce() { return static_cast<std::int64_t>(hn::Lanes(Tag64())); }

/// Product of the low halves, 64 bits.
HWY_INLINE Vec64 Product(Vec64 a, std::uint32_t b) {
    const hn::Repartition<std::uint32_t, Tag64> halves;
    return hn::MulEven(hn::BitCast(halves, a), hn::Set(halves, b));
}

/// The words of BlocksAtOnce() blocks from `index` on. A lane holds one word of a block in its low half; the upper half may hold anything.
HWY_INLINE void Blocks(const RandomStream& random, std::uint64_t index, std::uint32_t* words) {
    const Tag64 d;
    Vec64 c0 = hn::Add(hn::Set(d, index), hn::Iota(d, 0)), c1 = hn::ShiftRight<32>(c0);
    Vec64 c2 = hn::Set(d, random.stream), c3 = hn::Set(d, random.stream >> 32);
    std::uint32_t k0 = random.key[0], k1 = random.key[1];
    for (int round = 0; round < kRounds; ++round, k0 += kWeyl0, k1 += kWeyl1) {
        const Vec64 p0 = Product(c0, kMul0), p1 = Product(c2, kMul1);
        c0 = hn::Xor(hn::Xor(hn::ShiftRight<32>(p1), c1), hn::Set(d, std::uint64_t{k0}));
        c2 = hn::Xor(hn::Xor(hn::ShiftRight<32>(p0), c3), hn::Set(d, std::uint64_t{k1}));
        c1 = p1, c3 = p0;
    }
    const Vec64 low = hn::Set(d, std::uint64_t{0xFFFFFFFF});
    const Vec64 first = hn::Or(hn::And(c0, low), hn::ShiftLeft<32>(c1)), second = hn::Or(hn::And(c2, low), hn::ShiftLeft<32>(c3));
    hn::StoreInterleaved2(first, second, d, reinterpret_cast<std::uint64_t*>(words));
}

#endif

/// All 4 * BlocksAtOnce() elements.
HWY_INLINE void ChooseAll(const std::uint32_t* words, std::uint32_t threshold, float factor, const float* x, float* y) {
    const Tag d;
    const hn::RebindToUnsigned<Tag> bits;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    for (std::int64_t i = 0; i < 4 * BlocksAtOnce(); i += lanes) {
        const auto kept = hn::Not(hn::Lt(hn::LoadU(bits, words + i), hn::Set(bits, threshold)));
        const Vec scaled = hn::Mul(hn::LoadU(d, x + i), hn::Set(d, factor));
        hn::StoreU(hn::IfThenElseZero(hn::MaskFromVec(hn::BitCast(d, hn::VecFromMask(bits, kept))), scaled), d, y + i);
    }
}

void Dropout(const RandomStream& random, std::uint64_t first, std::uint32_t threshold, float factor, const float* x, float* y,
             std::int64_t n) {
    const std::int64_t unit = 4 * BlocksAtOnce(),
                       skipped = static_cast<std::int64_t>(first % 4); // the first block's words before element 0
    parallelFor(n + skipped, kGrain / 4, unit, [&](std::int64_t from, std::int64_t to) HWY_ATTR {
        alignas(64) std::uint32_t words[4 * kMostBlocks];
        for (std::int64_t at = from; at < to; at += unit) {
            Blocks(random, first / 4 + static_cast<std::uint64_t>(at / 4), words);
            const std::int64_t base = at - skipped; // of words[0], may be before element 0
            if (base >= 0 && base + unit <= n)
                ChooseAll(words, threshold, factor, x + base, y + base);
            else
                for (std::int64_t i = std::max<std::int64_t>(base, 0); i < std::min(base + unit, n); ++i)
                    y[i] = words[i - base] >= threshold ? x[i] * factor : 0.0f;
        }
    });
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

HWY_EXPORT(Dropout);

void dropout(const RandomStream& random, std::uint64_t first, std::uint64_t threshold, float factor, const float* x, float* y,
             std::int64_t n) {
    if (threshold >> 32) return parallelFor(n, kGrain, 16, [=](std::int64_t from, std::int64_t to) { std::fill(y + from, y + to, 0.0f); });
    HWY_DYNAMIC_DISPATCH(Dropout)(random, first, static_cast<std::uint32_t>(threshold), factor, x, y, n);
}

} // namespace lockstep::kernels
#endif
