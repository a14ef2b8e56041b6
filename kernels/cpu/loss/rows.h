// Softmax over the rows of a matrix [rows, width], cross-entropy over the lines of [outer, classes, inner].
#pragma once

#include <cstdint>

namespace lockstep::kernels {

void softmax(const float* x, float* y, std::int64_t rows, std::int64_t width);
/// dx = y * (dy - sum of dy * y)
void softmaxGrad(const float* dy, const float* y, float* dx, std::int64_t rows, std::int64_t width);
/// y = x - max - log(sum(exp(x - max))), and dx = dy - exp(y) * sum(dy).
void logSoftmax(const float* x, float* y, std::int64_t rows, std::int64_t width);
void logSoftmaxGrad(const float* dy, const float* y, float* dx, std::int64_t rows, std::int64_t width);

/// Rows (outer * inner of them) whose target is `ignored` give 0; a target that is no class gives NaN.
struct CrossEntropy {
    std::int64_t rows, classes, ignored;
    double smoothing;
    std::int64_t inner = 1;         ///< elements from one class to the next
    const float* weights = nullptr; ///< of the classes; none: all 1
    double weightSum = static_cast<double>(classes);

    double weight(std::int64_t c) const { return weights ? static_cast<double>(weights[c]) : 1; }
    /// Sum of q, see crossEntropyGrad().
    double mass(std::int64_t target) const {
        return (1 - smoothing) * weight(target) + smoothing / static_cast<double>(classes) * weightSum;
    }
};
/// logSums[rows]: log(sum(exp(x - the row's largest))). Returns the sum of the rows' losses; `scratch` holds `rows` doubles.
double crossEntropy(const CrossEntropy& loss, const float* logits, const std::int64_t* target, float* logSums, double* scratch);
/// dlogits = (softmax * sum of q - q) * factor, q = ((1 - smoothing) * onehot + smoothing / classes) * weight
void crossEntropyGrad(const CrossEntropy& loss, const float* logits, const std::int64_t* target, const float* logSums, float factor,
                      float* dlogits);

} // namespace lockstep::kernels
