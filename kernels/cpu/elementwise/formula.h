// Elementwise formulas: a short list of vector operations, run over pieces that stay in the cache.
#pragma once

#include <cstdint>

namespace lockstep::kernels {

/// Named and ordered as the engine's own list of operations, without numbers and inputs.
enum class FormulaOp : std::uint8_t {
    Neg,
    Exp,
    Expm1,
    Log,
    Log1p,
    Sqrt,
    Abs,
    Sign,
    Tanh,
    Sigmoid,
    Erf,
    Sin,
    Cos,
    Relu,
    Softplus,
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Min,
    Max,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    Where,
};

/// Places: 0.. are registers; the first `numbers` of them hold constants and are never written.
struct FormulaStep {
    FormulaOp op;
    int out;
    int a, b, c; ///< kInput - i: input i
};
inline constexpr int kInput = -1; ///< place of input 0; input i is kInput - i

inline constexpr int kMostRegisters = 32; ///< 1 KB each, on the stack of every thread
inline constexpr int kMostInputs = 12;
inline constexpr int kMostOutputs = 12;

struct FormulaProgram {
    const FormulaStep* steps;
    int count;
    const float* numbers; ///< of registers 0 .. numberCount - 1
    int numberCount;
    int inputs, outputs;
    const int* results; ///< place of each output; may be an input's
};

/// All tensors have n elements. An output may be an input. Every result is multiplied by `factor`.
void runFormula(const FormulaProgram& program, const float* const* inputs, float* const* outputs, std::int64_t n, float factor = 1);

/// Sum of the first result over n elements; `pieces`: piecesOf(n) doubles of workspace. The same bits for any number of threads.
double sumOfFormula(const FormulaProgram& program, const float* const* inputs, std::int64_t n, double* pieces);

} // namespace lockstep::kernels
