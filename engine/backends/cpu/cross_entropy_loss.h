// The attributes of a cross-entropy node as its kernels want them.
#pragma once

#include "backends/device.h"
#include "kernels/cpu/loss/rows.h"

#include <numeric>
#include <vector>

namespace lockstep::backends::cpu {

/// The loss with its class weights, to which the kernels only point.
class CrossEntropyLoss {
public:
    CrossEntropyLoss(const ir::Attributes& attrs, const Shape& logits, std::size_t axis) {
        const std::int64_t classes = logits[axis];
        m_loss = {logits.elements() / classes, classes, attrs.integer("ignore_index", -100), attrs.number("label_smoothing", 0)};
        m_loss.inner = logits.elements(axis + 1, logits.rank());
        if (!attrs.has("class_weights")) return;
        for (const double w : attrs.numbers("class_weights")) m_weights.push_back(static_cast<float>(w));
        if (!m_weights.empty()) m_loss.weightSum = std::accumulate(m_weights.begin(), m_weights.end(), 0.0);
    }
    kernels::CrossEntropy operator()() const {
        kernels::CrossEntropy loss = m_loss;
        if (!m_weights.empty()) loss.weights = m_weights.data();
        return loss;
    }

private:
    kernels::CrossEntropy m_loss{};
    std::vector<float> m_weights;
};

} // namespace lockstep::backends::cpu
