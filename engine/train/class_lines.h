// The scores of all classes at each place of an output whose targets are class ids.
#pragma once

#include "compile/model_info.h"
#include "numerics/host_tensor.h"

#include <cmath>

namespace lockstep::train {

class ClassLines {
public:
    explicit ClassLines(const compile::OutputInfo& output) : m_classes(output.classes), m_ignore(output.ignoreIndex) {
        const auto axis = static_cast<std::size_t>(output.classAxis < 0 ? static_cast<int>(output.shape.rank()) - 1 : output.classAxis);
        m_inner = output.shape.elements(axis + 1, output.shape.rank());
    }

    std::int64_t classes() const { return m_classes; }

    /// Calls f(score, target) for each target that is not ignored; `score(c)` gives class c's.
    template <class F> void each(const HostTensor& y, const HostTensor& target, const F& f) const {
        const float* values = y.as<float>().data();
        const auto ids = target.as<std::int64_t>();
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (ids[i] == m_ignore) continue;
            const auto outer = static_cast<std::int64_t>(i) / m_inner, inner = static_cast<std::int64_t>(i) % m_inner;
            const float* first = values + outer * m_classes * m_inner + inner;
            f([&](std::int64_t c) { return first[c * m_inner]; }, ids[i]);
        }
    }

    /// Of the largest score; NaN counts as largest, the first wins.
    template <class Score> std::int64_t best(const Score& score) const {
        std::int64_t best = 0;
        for (std::int64_t c = 0; c < m_classes; ++c) {
            if (std::isnan(score(c))) return c;
            if (score(c) > score(best)) best = c;
        }
        return best;
    }

    /// Logarithm of the sum of the scores' exponentials.
    template <class Score> double logSum(const Score& score) const {
        const auto top = static_cast<double>(score(best(score)));
        double sum = 0;
        for (std::int64_t c = 0; c < m_classes; ++c) sum += std::exp(static_cast<double>(score(c)) - top);
        return top + std::log(sum);
    }

private:
    std::int64_t m_classes, m_ignore, m_inner = 1;
};

/// The columns of an output of logits: one a class, each thresholded or ranked by itself.
class LogitColumns {
public:
    explicit LogitColumns(const compile::OutputInfo& output)
        : m_inner(static_cast<std::size_t>(output.classAxis == 0 ? output.shape.elements(1, output.shape.rank()) : 1)),
          m_count(static_cast<std::size_t>(output.shape.rank() == 0 ? 1
                                           : output.classAxis == 0  ? output.shape[0]
                                                                    : output.shape.back())) {}

    std::size_t count() const { return m_count; }
    /// Calls f(column, logit, whether the target is yes) for every element.
    template <class F> void each(const HostTensor& y, const HostTensor& target, const F& f) const {
        const auto x = y.as<float>(), t = target.as<float>();
        for (std::size_t i = 0; i < x.size(); ++i) f(i / m_inner % m_count, x[i], t[i] >= 0.5f);
    }

private:
    std::size_t m_inner, m_count;
};

} // namespace lockstep::train
