// Softmax and cross-entropy over the rows of a matrix [rows, width].
#pragma once

#include <cstdint>

namespace lockstep::kernels {

void softmax(const float* x, float* y, std::int64_t rows, std::int64_t width);
/// dx = y * (dy - sum of dy * y)
void softmaxGrad(const float* dy, const float* y, float* dx, std::int64_t rows, std::int64_t width);

/// Without class weights. Rows whose target is `ignored` give 0; a target that is no class gives NaN.
struct CrossEntropy {
    std::int64_t rows, classes, ignored;
    double smoothing;
};
/// logSums[rows]: log(sum(exp(x - the row's largest))). Returns the sum of the rows' losses; `scratch` holds `rows` doubles.
double crossEntropy(const CrossEntropy& loss, const float* logits, const std::int64_t* target, float* logSums, double* scratch);
/// dlogits = (softmax - q) * factor, q = (1 - smoothing) * onehot + smoothing / classes
void crossEntropyGrad(const CrossEntropy& loss, const float* logits, const std::int64_t* target, const float* logSums, float factor,
                      float* dlogits);

} // namespace lockstep::kernels
