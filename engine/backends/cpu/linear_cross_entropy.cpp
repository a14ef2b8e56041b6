// Logits of a few rows at a time, their loss, their gradient in place, and what that gives to the input's and the weight's gradients.
#include "backends/cpu/cross_entropy_loss.h"
#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"
#include "backends/cpu/onednn.h"
#include "kernels/cpu/reduce/column_sums.h"

#include <algorithm>

namespace lockstep::backends::cpu {

namespace {

/// As many rows as fill some 32 MB of logits: the weight, which is read three times for each part, is seldom smaller.
constexpr std::int64_t kLogits = 8 << 20;

struct Sizes {
    std::int64_t rows, in, classes;
    std::int64_t part() const { return std::clamp<std::int64_t>(kLogits / classes, 1, rows); }
};

struct Workspace {
    float *logits, *logSums, *biasPart;
    double* sums;

    Workspace(const Sizes& s, std::byte* bytes) {
        sums = reinterpret_cast<double*>(bytes);
        logits = reinterpret_cast<float*>(sums + s.part());
        logSums = logits + s.part() * s.classes;
        biasPart = logSums + s.part();
    }
    static std::size_t bytes(const Sizes& s) {
        return static_cast<std::size_t>(s.part()) * (sizeof(double) + sizeof(float) * static_cast<std::size_t>(s.classes + 1)) +
               sizeof(float) * static_cast<std::size_t>(s.classes);
    }
};

void addBias(const float* bias, float* logits, std::int64_t rows, std::int64_t classes) {
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < classes; ++c) logits[r * classes + c] += bias[c];
}

void sumBias(const Workspace& w, std::int64_t rows, std::int64_t classes, bool first, float* bias) {
    if (first) return kernels::columnSums(w.logits, bias, rows, classes);
    kernels::columnSums(w.logits, w.biasPart, rows, classes);
    for (std::int64_t c = 0; c < classes; ++c) bias[c] += w.biasPart[c];
}

void run(const Sizes& s, const CrossEntropyLoss& attributes, const KernelArgs& args) {
    const Workspace w(s, args.workspace);
    const float *weight = args.in<float>(1), *bias = args.in<float>(2);
    const double scale = *args.in<double>(4);
    double sum = 0;
    for (std::int64_t row = 0; row < s.rows; row += s.part()) {
        const std::int64_t rows = std::min(s.part(), s.rows - row);
        const float* x = args.in<float>(0) + row * s.in;
        const std::int64_t* target = args.in<std::int64_t>(3) + row;
        onednn::gemm(false, true, rows, s.classes, s.in, 1, x, s.in, weight, s.in, 0, w.logits, s.classes);
        if (bias) addBias(bias, w.logits, rows, s.classes);
        kernels::CrossEntropy loss = attributes();
        loss.rows = rows;
        sum += kernels::crossEntropy(loss, w.logits, target, w.logSums, w.sums);
        kernels::crossEntropyGrad(loss, w.logits, target, w.logSums, static_cast<float>(scale), w.logits);
        onednn::gemm(false, false, rows, s.in, s.classes, 1, w.logits, s.classes, weight, s.in, 0, args.out<float>(1) + row * s.in, s.in);
        onednn::gemm(true, false, s.classes, s.in, rows, 1, w.logits, s.classes, x, s.in, row == 0 ? 0 : 1, args.out<float>(2), s.in);
        if (bias) sumBias(w, rows, s.classes, row == 0, args.out<float>(3));
    }
    *args.out<float>(0) = static_cast<float>(sum * scale);
}

} // namespace

void addLinearCrossEntropy(KernelTable& table) {
    addF32(table, "linear_cross_entropy", "onednn-sgemm", [](const NodeView& node) -> KernelOffer {
        const Shape& x = node.in(0);
        const Sizes s{x.elements(0, x.rank() - 1), x.back(), node.in(1)[0]};
        if (s.rows == 0) return KernelOffer::refuse("no rows");
        const CrossEntropyLoss loss(node.attrs(), Shape{s.rows, s.classes}, 1);
        return kernelOf([s, loss](const KernelArgs& args) { run(s, loss, args); }, Workspace::bytes(s));
    });
}

} // namespace lockstep::backends::cpu
