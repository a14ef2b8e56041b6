#include "train/metrics.h"

#include "train/metric_kinds.h"

#include <cmath>

namespace lockstep::train {
namespace {

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

std::unique_ptr<Metric> ofClasses(const std::string& name, const compile::OutputInfo& output) {
    if (name == "accuracy") return makeTopK(output, 1);
    if (name == "top5") return makeTopK(output, 5);
    if (name == "perplexity") return makePerplexity(output);
    if (name == "mean_iou") return makeMeanIou(output);
    return name == "auc" ? makeAuc(output) : nullptr;
}

std::unique_ptr<Metric> ofLogits(const std::string& name, const compile::OutputInfo& output) {
    if (name == "accuracy") return makeBinaryAccuracy(output);
    if (name == "mean_iou") return makeBinaryIou(output);
    return name == "auc" ? makeBinaryAuc(output) : nullptr;
}

std::unique_ptr<Metric> make(const std::string& name, const compile::OutputInfo& output) {
    if (output.classes > 0) return ofClasses(name, output);
    if (output.loss == "bce_with_logits") return ofLogits(name, output);
    if (name == "mae") return std::make_unique<Deviation>(false);
    return name == "rmse" ? std::make_unique<Deviation>(true) : nullptr;
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
