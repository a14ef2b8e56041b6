#include "support/sample_maker.h"

#include <cmath>

namespace lockstep::test {

namespace {

/// Mean and 1 / sqrt(variance + eps) of one group of values after the other.
struct Moments {
    std::vector<double> mean, rstd;
    void add(const std::vector<double>& values, double eps) {
        double sum = 0, squares = 0;
        for (const double v : values) sum += v;
        const double m = sum / static_cast<double>(values.size());
        for (const double v : values) squares += (v - m) * (v - m);
        mean.push_back(m);
        rstd.push_back(1 / std::sqrt(squares / static_cast<double>(values.size()) + eps));
    }
};

Moments channelMoments(const SampleInput& x, double eps) {
    const std::int64_t channels = x.shape[1], inner = x.shape.elements(2, x.shape.rank());
    Moments out;
    for (std::int64_t c = 0; c < channels; ++c) {
        std::vector<double> values;
        for (std::size_t i = 0; i < x.values.size(); ++i) {
            if (static_cast<std::int64_t>(i) / inner % channels == c) values.push_back(x.values[i]);
        }
        out.add(values, eps);
    }
    return out;
}

Moments rowMoments(const SampleInput& x, double eps) {
    Moments out;
    for (auto at = x.values.begin(); at != x.values.end(); at += x.shape.back()) out.add({at, at + x.shape.back()}, eps);
    return out;
}

void addBatchNorm(SampleMaker& m, const std::string& name, const Shape& shape, bool affine, bool relu, bool residual) {
    const Shape c{shape[1]};
    const double eps = 1e-5;
    const SampleInput w = affine ? m.real(c, 0.5, 1.5) : m.absent(), b = affine ? m.real(c) : m.absent();
    const SampleInput r = residual ? m.real(shape) : m.absent();
    const std::vector<std::size_t> parameters = affine ? std::vector<std::size_t>{0, 1, 2} : std::vector<std::size_t>{0};
    OpSample& train = m.add({.name = "batch_norm/" + name,
                             .op = "batch_norm",
                             .inputs = {m.real(shape, 1, 3), w, b, m.real(c), m.real(c, 0.5, 2), m.values({}, {41}, DType::S64), r},
                             .attrs = {{"eps", eps}, {"momentum", 0.1}, {"relu", relu}},
                             .wrt = parameters});
    if (residual) train.wrt.push_back(6);
    m.add({.name = "batch_norm_again/" + name,
           .op = "batch_norm_again",
           .inputs = {m.real(shape, 1, 3), w, b, r},
           .attrs = {{"eps", eps}, {"relu", relu}}});
    m.add({.name = "batch_norm_infer/" + name,
           .op = "batch_norm_infer",
           .inputs = {m.real(shape), w, b, m.real(c), m.real(c, 0.5, 2), r},
           .attrs = {{"eps", eps}, {"relu", relu}}});
    const SampleInput x = m.real(shape, 1, 3);
    const Moments moments = channelMoments(x, eps);
    m.add({.name = "batch_norm_grad/" + name,
           .op = "batch_norm_grad",
           .inputs = {m.real(shape), x, w, m.values(c, moments.mean), m.values(c, moments.rstd), relu ? m.whole(shape, 0, 1) : m.absent()},
           .attrs = {{"relu", relu}, {"residual", residual}}});
}

void addLayerNorm(SampleMaker& m, const std::string& name, const Shape& shape, bool weight, bool bias, bool centred = true) {
    const Shape d{shape.back()};
    const double eps = 1e-5;
    const SampleInput w = weight ? m.real(d, 0.5, 1.5) : m.absent();
    OpSample& sample = m.add({.name = "layer_norm/" + name,
                              .op = "layer_norm",
                              .inputs = {m.real(shape, 1, 3), w, bias ? m.real(d) : m.absent()},
                              .attrs = {{"eps", eps}, {"centred", centred}},
                              .wrt = {0}});
    if (weight) sample.wrt.push_back(1);
    if (bias) sample.wrt.push_back(2);
    const SampleInput x = m.real(shape, 1, 3);
    const Moments moments = rowMoments(x, eps);
    const Shape rows{shape.elements(0, shape.rank() - 1)};
    m.add({.name = "layer_norm_grad/" + name,
           .op = "layer_norm_grad",
           .inputs = {m.real(shape), x, w, m.values(rows, centred ? moments.mean : std::vector<double>(moments.mean.size(), 0.0)),
                      m.values(rows, moments.rstd)},
           .attrs = {{"centred", centred}}});
}

} // namespace

void normSamples(SampleMaker& m) {
    addBatchNorm(m, "image", {3, 2, 3, 5}, true, false, false);
    addBatchNorm(m, "blocks", {2, 16, 4, 4}, true, false, false);
    addBatchNorm(m, "features", {5, 3}, true, false, false);
    addBatchNorm(m, "batch1", {1, 4, 2, 3}, true, false, false);
    addBatchNorm(m, "no_affine", {4, 3, 2, 1}, false, false, false);
    addBatchNorm(m, "relu", {3, 2, 3, 3}, true, true, false);
    addBatchNorm(m, "residual", {2, 3, 2, 2}, true, false, true);
    addBatchNorm(m, "relu_residual", {2, 3, 3, 2}, true, true, true);
    addLayerNorm(m, "row", {4, 7}, true, true);
    addLayerNorm(m, "sequence", {2, 3, 5}, true, true);
    addLayerNorm(m, "no_bias", {3, 6}, true, false);
    addLayerNorm(m, "no_affine", {1, 16}, false, false);
    addLayerNorm(m, "rms", {2, 3, 21}, true, false, false);
}

} // namespace lockstep::test
