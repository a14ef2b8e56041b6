#include "train/evaluator.h"

#include "base/clock.h"
#include "train/metrics.h"

#include <limits>

namespace lockstep::train {

namespace {

constexpr std::int64_t kProgressParts = 20;

/// Sums over a split, in double.
struct Totals {
    std::vector<double> loss, weight;
    explicit Totals(std::size_t outputs) : loss(outputs, 0), weight(outputs, 0) {}

    void add(const EvaluatedBatch& batch) {
        for (std::size_t o = 0; o < loss.size(); ++o) {
            // A batch without targets says NaN for its mean and adds nothing.
            if (batch.weights[o] <= 0) continue;
            loss[o] += batch.meanLoss[o] * batch.weights[o];
            weight[o] += batch.weights[o];
        }
    }
    /// The sum of the outputs' means. An output none of whose targets count adds nothing, as in training; NaN if that is all of them.
    double mean() const {
        double sum = 0;
        bool any = false;
        for (std::size_t o = 0; o < loss.size(); ++o) {
            if (weight[o] <= 0) continue;
            sum += loss[o] / weight[o];
            any = true;
        }
        return any ? sum : std::numeric_limits<double>::quiet_NaN();
    }
};

} // namespace

Result<std::optional<Evaluated>> Evaluator::evaluate(const Feed& feed, Split split, std::int64_t step, const std::atomic<bool>* stop,
                                                     const std::function<void(double)>& progress) const {
    const auto start = monotonicNs();
    auto metrics = makeMetrics(m_run.metrics, m_model);
    Totals totals(m_model.outputs.size());
    LOCKSTEP_ASSIGN(const auto stream, feed.sequential(split));
    std::int64_t done = 0;
    while (true) {
        if (stop && stop->load(std::memory_order_relaxed)) return std::optional<Evaluated>();
        LOCKSTEP_ASSIGN(const auto* batch, stream->next());
        if (!batch) break;
        LOCKSTEP_ASSIGN(const auto result, m_runner.evaluate(*batch));
        totals.add(result);
        for (auto& metric : metrics) metric.metric->add(result.outputs[metric.output], batch->targets[metric.output]);
        done += batch->size;
        const auto part = done * kProgressParts / feed.samples(split);
        if (progress && part != (done - batch->size) * kProgressParts / feed.samples(split))
            progress(static_cast<double>(part) / kProgressParts);
    }
    Evaluated evaluated{step, std::string(name(split)), totals.mean(), {}, 0};
    for (const auto& metric : metrics) evaluated.metrics[metric.name] = metric.metric->value();
    evaluated.seconds = static_cast<double>(monotonicNs() - start) * 1e-9;
    return std::optional(std::move(evaluated));
}

} // namespace lockstep::train
