#include "train/class_lines.h"
#include "train/metric_kinds.h"

#include <limits>

namespace lockstep::train {

double ratio(double sum, double count) { return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / count; }

namespace {

class TopK final : public Metric {
public:
    TopK(const compile::OutputInfo& output, std::int64_t k) : m_lines(output), m_k(k) {}

    void add(const HostTensor& y, const HostTensor& target) override {
        m_lines.each(y, target, [&](const auto& score, std::int64_t id) {
            m_hits += hits(score, id);
            ++m_count;
        });
    }
    double value() const override { return ratio(m_hits, m_count); }

private:
    template <class Score> bool hits(const Score& score, std::int64_t id) const {
        if (m_k == 1) return m_lines.best(score) == id;
        if (std::isnan(score(id))) return true;
        std::int64_t before = 0;
        for (std::int64_t c = 0; c < m_lines.classes(); ++c)
            before += std::isnan(score(c)) || score(c) > score(id) || (score(c) == score(id) && c < id);
        return before < m_k;
    }

    ClassLines m_lines;
    std::int64_t m_k;
    double m_hits = 0, m_count = 0;
};

class Perplexity final : public Metric {
public:
    explicit Perplexity(const compile::OutputInfo& output) : m_lines(output) {}

    void add(const HostTensor& y, const HostTensor& target) override {
        m_lines.each(y, target, [&](const auto& score, std::int64_t id) {
            m_sum += m_lines.logSum(score) - static_cast<double>(score(id));
            ++m_count;
        });
    }
    double value() const override { return std::exp(ratio(m_sum, m_count)); }

private:
    ClassLines m_lines;
    double m_sum = 0, m_count = 0;
};

/// Of one class.
struct Overlap {
    double both = 0, either = 0;
    void add(bool predicted, bool real) { both += predicted && real, either += predicted || real; }
};

double meanOverlap(const std::vector<Overlap>& overlaps) {
    double sum = 0, present = 0;
    for (const Overlap& o : overlaps) {
        if (o.either == 0) continue;
        sum += o.both / o.either;
        ++present;
    }
    return ratio(sum, present);
}

class MeanIou final : public Metric {
public:
    explicit MeanIou(const compile::OutputInfo& output) : m_lines(output), m_overlaps(static_cast<std::size_t>(output.classes)) {}

    void add(const HostTensor& y, const HostTensor& target) override {
        m_lines.each(y, target, [&](const auto& score, std::int64_t id) {
            const std::int64_t best = m_lines.best(score);
            m_overlaps[static_cast<std::size_t>(best)].add(true, best == id);
            if (best != id) m_overlaps[static_cast<std::size_t>(id)].add(false, true);
        });
    }
    double value() const override { return meanOverlap(m_overlaps); }

private:
    ClassLines m_lines;
    std::vector<Overlap> m_overlaps;
};

class BinaryAccuracy final : public Metric {
public:
    explicit BinaryAccuracy(const compile::OutputInfo& output) : m_columns(output) {}

    void add(const HostTensor& y, const HostTensor& target) override {
        m_columns.each(y, target, [&](std::size_t, float logit, bool yes) { m_hits += (logit > 0) == yes, ++m_count; });
    }
    double value() const override { return ratio(m_hits, m_count); }

private:
    LogitColumns m_columns;
    double m_hits = 0, m_count = 0;
};

class BinaryIou final : public Metric {
public:
    explicit BinaryIou(const compile::OutputInfo& output) : m_columns(output), m_overlaps(m_columns.count()) {}

    void add(const HostTensor& y, const HostTensor& target) override {
        m_columns.each(y, target, [&](std::size_t column, float logit, bool yes) { m_overlaps[column].add(logit > 0, yes); });
    }
    double value() const override { return meanOverlap(m_overlaps); }

private:
    LogitColumns m_columns;
    std::vector<Overlap> m_overlaps;
};

} // namespace

std::unique_ptr<Metric> makeTopK(const compile::OutputInfo& output, std::int64_t k) { return std::make_unique<TopK>(output, k); }
std::unique_ptr<Metric> makePerplexity(const compile::OutputInfo& output) { return std::make_unique<Perplexity>(output); }
std::unique_ptr<Metric> makeMeanIou(const compile::OutputInfo& output) { return std::make_unique<MeanIou>(output); }
std::unique_ptr<Metric> makeBinaryAccuracy(const compile::OutputInfo& output) { return std::make_unique<BinaryAccuracy>(output); }
std::unique_ptr<Metric> makeBinaryIou(const compile::OutputInfo& output) { return std::make_unique<BinaryIou>(output); }

} // namespace lockstep::train
