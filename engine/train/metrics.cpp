#include "train/metrics.h"

#include <cmath>
#include <limits>

namespace lockstep::train {
namespace {

double ratio(double sum, double count) { return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / count; }

/// Share of targets (ignored ones left out) whose class has the largest output; NaN counts as largest, the first wins.
class Accuracy final : public Metric {
public:
    explicit Accuracy(const compile::OutputInfo& output) : m_classes(output.classes), m_ignore(output.ignoreIndex) {
        const auto axis = static_cast<std::size_t>(output.classAxis < 0 ? static_cast<int>(output.shape.rank()) - 1 : output.classAxis);
        m_inner = output.shape.elements(axis + 1, output.shape.rank());
    }

    void add(const HostTensor& y, const HostTensor& target) override {
        const auto values = y.as<float>();
        const auto ids = target.as<std::int64_t>();
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (ids[i] == m_ignore) continue;
            const auto outer = static_cast<std::int64_t>(i) / m_inner, inner = static_cast<std::int64_t>(i) % m_inner;
            m_hits += argmax(values.data() + outer * m_classes * m_inner + inner) == ids[i];
            ++m_count;
        }
    }
    double value() const override { return ratio(m_hits, m_count); }

private:
    std::int64_t argmax(const float* first) const {
        std::int64_t best = 0;
        for (std::int64_t c = 0; c < m_classes; ++c) {
            const float v = first[c * m_inner];
            if (std::isnan(v)) return c;
            if (v > first[best * m_inner]) best = c;
        }
        return best;
    }

    std::int64_t m_classes, m_ignore, m_inner = 1;
    double m_hits = 0, m_count = 0;
};

/// Mean absolute error, or the root of the mean square.
class Deviation final : public Metric {
public:
    explicit Deviation(bool square) : m_square(square) {}

    void add(const HostTensor& y, const HostTensor& target) override {
        const auto a = y.as<float>(), b = target.as<float>();
        for (std::size_t i = 0; i < a.size(); ++i) {
            const double d = static_cast<double>(a[i]) - b[i];
            m_sum += m_square ? d * d : std::abs(d);
        }
        m_count += static_cast<double>(a.size());
    }
    double value() const override {
        const double mean = ratio(m_sum, m_count);
        return m_square ? std::sqrt(mean) : mean;
    }

private:
    bool m_square;
    double m_sum = 0, m_count = 0;
};

std::unique_ptr<Metric> make(const std::string& name, const compile::OutputInfo& output) {
    if (name == "accuracy") return output.classes > 0 ? std::make_unique<Accuracy>(output) : nullptr;
    if (output.targetDtype != DType::F32) return nullptr;
    if (name == "mae") return std::make_unique<Deviation>(false);
    if (name == "rmse") return std::make_unique<Deviation>(true);
    return nullptr;
}

} // namespace

std::vector<NamedMetric> makeMetrics(const std::vector<std::string>& names, const compile::ModelInfo& model) {
    std::vector<NamedMetric> metrics;
    const bool several = model.outputs.size() > 1;
    for (const auto& name : names) {
        for (std::size_t o = 0; o < model.outputs.size(); ++o) {
            const auto& output = model.outputs[o];
            const auto prefix = output.id + ".";
            const bool own = name.starts_with(prefix);
            if (!own && name.find('.') != std::string::npos) continue;
            const auto kind = own ? name.substr(prefix.size()) : name;
            if (auto metric = make(kind, output)) metrics.push_back({several ? prefix + kind : kind, o, std::move(metric)});
        }
    }
    return metrics;
}

} // namespace lockstep::train
