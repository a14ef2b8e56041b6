#include "kernels/cpu/elementwise/formula.h"

#include "kernels/cpu/reduce/sums.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/elementwise/formula.cpp"
#include "kernels/cpu/simd.h"

#include <hwy/foreach_target.h>

#include "kernels/cpu/functions-inl.h"

#include <algorithm>
#include <cmath>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

constexpr std::int64_t kChunk = 256;

struct Registers {
    alignas(64) float r[kMostRegisters][kChunk];
    alignas(64) float in[kMostInputs][kChunk]; ///< a short last piece of the inputs, filled up with zeros; what must outlive its own tensor
};

template <class F> HWY_INLINE void Each(const float* a, float* out, std::int64_t n, const F& f) {
    for (std::int64_t i = 0; i < n; i += static_cast<std::int64_t>(hn::Lanes(Tag())))
        hn::StoreU(f(hn::LoadU(Tag(), a + i)), Tag(), out + i);
}
template <class F> HWY_INLINE void Each(const float* a, const float* b, float* out, std::int64_t n, const F& f) {
    for (std::int64_t i = 0; i < n; i += static_cast<std::int64_t>(hn::Lanes(Tag())))
        hn::StoreU(f(hn::LoadU(Tag(), a + i), hn::LoadU(Tag(), b + i)), Tag(), out + i);
}

HWY_INLINE Vec OneIf(Mask m) { return hn::IfThenElseZero(m, hn::Set(Tag(), 1.0f)); }
HWY_INLINE Vec SignOf(Vec x) {
    const Vec s = hn::Sub(OneIf(hn::Gt(x, hn::Zero(Tag()))), OneIf(hn::Lt(x, hn::Zero(Tag()))));
    return hn::IfThenElse(hn::IsNaN(x), x, s);
}
HWY_INLINE Vec MinOf(Vec a, Vec b) { return hn::IfThenElse(hn::Or(hn::Lt(b, a), hn::IsNaN(b)), b, a); }
HWY_INLINE Vec MaxOf(Vec a, Vec b) { return hn::IfThenElse(hn::Or(hn::Gt(b, a), hn::IsNaN(b)), b, a); }

void Unary(FormulaOp op, const float* a, float* out, std::int64_t n) {
    const auto scalar = [&](float (*f)(float)) {
        for (std::int64_t i = 0; i < n; ++i) out[i] = f(a[i]);
    };
    switch (op) {
    case FormulaOp::Neg: return Each(a, out, n, [](Vec x) HWY_ATTR { return hn::Neg(x); });
    case FormulaOp::Exp: return Each(a, out, n, [](Vec x) HWY_ATTR { return ExpOf(x); });
    case FormulaOp::Expm1: return Each(a, out, n, [](Vec x) HWY_ATTR { return Expm1Of(x); });
    case FormulaOp::Log: return Each(a, out, n, [](Vec x) HWY_ATTR { return LogOf(x); });
    case FormulaOp::Log1p: return Each(a, out, n, [](Vec x) HWY_ATTR { return Log1pOf(x); });
    case FormulaOp::Sqrt: return Each(a, out, n, [](Vec x) HWY_ATTR { return hn::Sqrt(x); });
    case FormulaOp::Abs: return Each(a, out, n, [](Vec x) HWY_ATTR { return hn::Abs(x); });
    case FormulaOp::Sign: return Each(a, out, n, [](Vec x) HWY_ATTR { return SignOf(x); });
    case FormulaOp::Tanh: return Each(a, out, n, [](Vec x) HWY_ATTR { return TanhOf(x); });
    case FormulaOp::Sigmoid: return Each(a, out, n, [](Vec x) HWY_ATTR { return SigmoidOf(x); });
    case FormulaOp::Softplus:
        return Each(a, out, n, [](Vec x) HWY_ATTR {
            const Vec positive = hn::IfThenZeroElse(hn::Le(x, hn::Zero(Tag())), x);
            return hn::Add(positive, Log1pOf(ExpOf(hn::Neg(hn::Abs(x)))));
        });
    case FormulaOp::Erf: return Each(a, out, n, [](Vec x) HWY_ATTR { return ErfOf(x); });
    case FormulaOp::Sin: return scalar(std::sin);
    case FormulaOp::Cos: return scalar(std::cos);
    default: return Each(a, out, n, [](Vec x) HWY_ATTR { return hn::IfThenZeroElse(hn::Le(x, hn::Zero(Tag())), x); }); // relu
    }
}

void Binary(FormulaOp op, const float* a, const float* b, float* out, std::int64_t n) {
    switch (op) {
    case FormulaOp::Add: return Each(a, b, out, n, [](Vec x, Vec y) HWY_ATTR { return hn::Add(x, y); });
    case FormulaOp::Sub: return Each(a, b, out, n, [](Vec x, Vec y) HWY_ATTR { return hn::Sub(x, y); });
    case FormulaOp::Mul: return Each(a, b, out, n, [](Vec x, Vec y) HWY_ATTR { return hn::Mul(x, y); });
    case FormulaOp::Div: return Each(a, b, out, n, [](Vec x, Vec y) HWY_ATTR { return hn::Div(x, y); });
    case FormulaOp::Min: return Each(a, b, out, n, [](Vec x, Vec y) HWY_ATTR { return MinOf(x, y); });
    case FormulaOp::Max: return Each(a, b, out, n, [](Vec x, Vec y) HWY_ATTR { return MaxOf(x, y); });
    case FormulaOp::Less: return Each(a, b, out, n, [](Vec x, Vec y) HWY_ATTR { return OneIf(hn::Lt(x, y)); });
    case FormulaOp::LessEqual: return Each(a, b, out, n, [](Vec x, Vec y) HWY_ATTR { return OneIf(hn::Le(x, y)); });
    case FormulaOp::Greater: return Each(a, b, out, n, [](Vec x, Vec y) HWY_ATTR { return OneIf(hn::Gt(x, y)); });
    case FormulaOp::GreaterEqual: return Each(a, b, out, n, [](Vec x, Vec y) HWY_ATTR { return OneIf(hn::Ge(x, y)); });
    case FormulaOp::Equal: return Each(a, b, out, n, [](Vec x, Vec y) HWY_ATTR { return OneIf(hn::Eq(x, y)); });
    case FormulaOp::NotEqual:
        return Each(a, b, out, n, [](Vec x, Vec y) HWY_ATTR { return hn::IfThenZeroElse(hn::Eq(x, y), hn::Set(Tag(), 1.0f)); });
    default:
        for (std::int64_t i = 0; i < n; ++i) out[i] = std::pow(a[i], b[i]);
    }
}

/// NaN is not 0, so it takes the first.
void Choose(const float* a, const float* b, const float* c, float* out, std::int64_t n) {
    for (std::int64_t i = 0; i < n; i += static_cast<std::int64_t>(hn::Lanes(Tag()))) {
        const auto zero = hn::Eq(hn::LoadU(Tag(), a + i), hn::Zero(Tag()));
        hn::StoreU(hn::IfThenElse(zero, hn::LoadU(Tag(), c + i), hn::LoadU(Tag(), b + i)), Tag(), out + i);
    }
}

/// n: a whole number of vectors.
void Steps(const FormulaProgram& p, Registers& registers, const float* const* inputs, std::int64_t n) {
    const auto at = [&](int place) -> const float* { return place < 0 ? inputs[kInput - place] : registers.r[place]; };
    for (int k = 0; k < p.count; ++k) {
        const FormulaStep& step = p.steps[k];
        float* out = registers.r[step.out];
        if (step.op == FormulaOp::Where)
            Choose(at(step.a), at(step.b), at(step.c), out, n);
        else if (step.op >= FormulaOp::Add)
            Binary(step.op, at(step.a), at(step.b), out, n);
        else
            Unary(step.op, at(step.a), out, n);
    }
}

/// Whether a result is this input as it is while there are others, one of which may lie over it.
bool IsKept(const FormulaProgram& p, int input) {
    const int* end = p.results + p.outputs;
    return p.outputs > 1 && std::find(p.results, end, kInput - input) != end;
}

/// The inputs' n elements from `from` on, where the steps may read a whole chunk.
void Gather(const FormulaProgram& p, Registers& registers, const float* const* inputs, const float** here, std::int64_t from,
            std::int64_t n) {
    for (int i = 0; i < p.inputs; ++i) {
        here[i] = inputs[i] + from;
        if (n == kChunk && !IsKept(p, i)) continue;
        std::memcpy(registers.in[i], here[i], static_cast<std::size_t>(n) * sizeof(float));
        std::fill(registers.in[i] + n, registers.in[i] + kChunk, 0.0f);
        here[i] = registers.in[i];
    }
}

void SetNumbers(const FormulaProgram& p, Registers& registers) {
    for (int i = 0; i < p.numberCount; ++i) std::fill_n(registers.r[i], kChunk, p.numbers[i]);
}

void Piece(const FormulaProgram& p, Registers& registers, const float* const* inputs, float* const* outputs, float factor,
           std::int64_t from, std::int64_t n) {
    const float* here[kMostInputs];
    Gather(p, registers, inputs, here, from, n);
    Steps(p, registers, here, kChunk);
    // Only now: an output may lie over an input that a later step still reads.
    for (int i = 0; i < p.outputs; ++i) {
        const int place = p.results[i];
        const float* source = place < 0 ? here[kInput - place] : registers.r[place];
        float* to = outputs[i] + from;
        if (factor == 1)
            std::memmove(to, source, static_cast<std::size_t>(n) * sizeof(float));
        else
            for (std::int64_t k = 0; k < n; ++k) to[k] = source[k] * factor;
    }
}

void RunFormula(const FormulaProgram& p, const float* const* inputs, float* const* outputs, std::int64_t n, float factor) {
    const std::int64_t pieces = (n + kChunk - 1) / kChunk;
    parallelFor(pieces, 16, 1, [&](std::int64_t first, std::int64_t last) HWY_ATTR {
        Registers registers;
        SetNumbers(p, registers);
        for (std::int64_t k = first; k < last; ++k)
            Piece(p, registers, inputs, outputs, factor, k * kChunk, std::min(kChunk, n - k * kChunk));
    });
}

/// Sum of the first result over [from, to).
double SumOfPiece(const FormulaProgram& p, Registers& registers, const float* const* inputs, std::int64_t from, std::int64_t to) {
    const float* here[kMostInputs];
    double sum = 0;
    for (std::int64_t at = from; at < to; at += kChunk) {
        const std::int64_t n = std::min(kChunk, to - at);
        Gather(p, registers, inputs, here, at, n);
        Steps(p, registers, here, kChunk);
        const float* source = p.results[0] < 0 ? here[kInput - p.results[0]] : registers.r[p.results[0]];
        for (std::int64_t k = 0; k < n; ++k) sum += source[k];
    }
    return sum;
}

void SumOfFormula(const FormulaProgram& p, const float* const* inputs, std::int64_t n, double* pieces) {
    const std::int64_t count = piecesOf(n);
    parallelFor(count, 1, 1, [&](std::int64_t first, std::int64_t last) HWY_ATTR {
        Registers registers;
        SetNumbers(p, registers);
        for (std::int64_t k = first; k < last; ++k) pieces[k] = SumOfPiece(p, registers, inputs, k * kPiece, std::min(n, (k + 1) * kPiece));
    });
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

HWY_EXPORT(RunFormula);
HWY_EXPORT(SumOfFormula);

void runFormula(const FormulaProgram& program, const float* const* inputs, float* const* outputs, std::int64_t n, float factor) {
    HWY_DYNAMIC_DISPATCH(RunFormula)(program, inputs, outputs, n, factor);
}

double sumOfFormula(const FormulaProgram& program, const float* const* inputs, std::int64_t n, double* pieces) {
    HWY_DYNAMIC_DISPATCH(SumOfFormula)(program, inputs, n, pieces);
    return sumOfPieces(pieces, n);
}

} // namespace lockstep::kernels
#endif
