// Which evaluation of a run is the best one.
#pragma once

#include "spec/run_doc.h"
#include "train/samples.h"

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::train {

/// By the lowest validation/loss, or by the metric that the run stops early by.
class BestRule {
public:
    explicit BestRule(const spec::RunDoc& run) {
        if (run.earlyStop && run.earlyStop->metric != "validation/loss")
            m_metric = run.earlyStop->metric.substr(std::string("validation/").size());
        m_higher = isHigherBetter(m_metric);
    }

    /// `metric`: as metrics are named, with or without split and output before it (`validation/fc.auc`).
    static bool isHigherBetter(std::string_view metric) {
        const std::string_view name = metric.substr(metric.find_last_of("./") + 1); // npos + 1 is 0
        return name == "accuracy" || name == "top5" || name == "auc" || name == "mean_iou";
    }

    /// Empty: the loss.
    const std::string& metric() const { return m_metric; }
    /// None: not a number.
    std::optional<double> of(const Evaluated& evaluated) const {
        const auto found = evaluated.metrics.find(m_metric);
        const double value = m_metric.empty() ? evaluated.loss : found == evaluated.metrics.end() ? std::nan("") : found->second;
        return std::isfinite(value) ? std::optional(value) : std::nullopt;
    }
    bool better(double a, double b, double by = 0) const { return m_higher ? a > b + by : a < b - by; }

private:
    std::string m_metric;
    bool m_higher = false;
};

} // namespace lockstep::train
