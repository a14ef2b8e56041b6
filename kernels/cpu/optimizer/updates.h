// Optimizer steps of one tensor, to the bit as SEMANTICS.md 5 writes them.
#pragma once

#include <cstdint>

namespace lockstep::kernels {

/// Computed in double for a step, rounded once.
struct AdamScalars {
    float shrink; ///< 1 - lr * weight decay (decoupled)
    float decay;  ///< weight decay (added to the gradient)
    float oneMinusBeta1, beta2, oneMinusBeta2;
    float rootCorrection; ///< sqrt(1 - beta2^t)
    float eps, minusStep; ///< minusStep: -lr / (1 - beta1^t)
    float coefficient;    ///< of clipping
    bool clips, decoupled, decays;
};

/// Outputs may be the inputs. vmax: null unless amsgrad. squares: null, or room for the gradient's pieces (reduce/sums.h).
struct AdamTensor {
    const float *p, *g, *m, *v, *vmax;
    float *newP, *newM, *newV, *newVmax;
    std::int64_t n;
    double* squares;
};

void adamUpdate(const AdamScalars& scalars, const AdamTensor& tensor);

struct SgdScalars {
    float minusLr, decay, momentum, undamped, coefficient;
    bool clips, decays, nesterov, firstStep;
};
/// buffer: null without momentum.
struct SgdTensor {
    const float *p, *g, *buffer;
    float *newP, *newBuffer;
    std::int64_t n;
    double* squares;
};

void sgdUpdate(const SgdScalars& scalars, const SgdTensor& tensor);

} // namespace lockstep::kernels
