#include "train/class_lines.h"
#include "train/metric_kinds.h"

#include <algorithm>
#include <limits>

namespace lockstep::train {
namespace {

struct Scored {
    double score;
    bool real;
};

/// The chance that a real one scores above another one, ties counting half; NaN where one side is empty or a score is NaN.
double areaOf(std::vector<Scored> all) {
    if (std::ranges::any_of(all, [](const Scored& s) { return std::isnan(s.score); })) return std::numeric_limits<double>::quiet_NaN();
    std::ranges::sort(all, {}, &Scored::score);
    double reals = 0, others = 0, wins = 0;
    for (std::size_t from = 0, to = 0; from < all.size(); from = to) {
        double realsHere = 0, othersHere = 0;
        for (; to < all.size() && all[to].score == all[from].score; ++to) (all[to].real ? realsHere : othersHere) += 1;
        wins += realsHere * (others + othersHere / 2);
        reals += realsHere, others += othersHere;
    }
    return ratio(wins, reals * others);
}

/// Mean over the columns that have both sides.
double meanArea(const std::vector<std::vector<Scored>>& columns) {
    double sum = 0, count = 0;
    for (const auto& column : columns) {
        const auto reals = std::ranges::count_if(column, &Scored::real);
        if (reals == 0 || reals == static_cast<std::ptrdiff_t>(column.size())) continue;
        sum += areaOf(column);
        ++count;
    }
    return ratio(sum, count);
}

class Auc final : public Metric {
public:
    explicit Auc(const compile::OutputInfo& output)
        : m_lines(output), m_columns(output.classes == 2 ? 1 : static_cast<std::size_t>(output.classes)) {}

    void add(const HostTensor& y, const HostTensor& target) override {
        m_lines.each(y, target, [&](const auto& score, std::int64_t id) {
            if (m_columns.size() == 1) {
                m_columns[0].push_back({static_cast<double>(score(1)) - static_cast<double>(score(0)), id == 1});
                return;
            }
            const double all = m_lines.logSum(score);
            for (std::size_t c = 0; c < m_columns.size(); ++c) {
                const auto k = static_cast<std::int64_t>(c);
                m_columns[c].push_back({static_cast<double>(score(k)) - all, id == k});
            }
        });
    }
    double value() const override { return meanArea(m_columns); }

private:
    ClassLines m_lines;
    std::vector<std::vector<Scored>> m_columns;
};

class BinaryAuc final : public Metric {
public:
    explicit BinaryAuc(const compile::OutputInfo& output) : m_columns(output), m_scored(m_columns.count()) {}

    void add(const HostTensor& y, const HostTensor& target) override {
        m_columns.each(y, target, [&](std::size_t column, float logit, bool yes) {
            m_scored[column].push_back({static_cast<double>(logit), yes});
        });
    }
    double value() const override { return meanArea(m_scored); }

private:
    LogitColumns m_columns;
    std::vector<std::vector<Scored>> m_scored;
};

} // namespace

std::unique_ptr<Metric> makeAuc(const compile::OutputInfo& output) { return std::make_unique<Auc>(output); }
std::unique_ptr<Metric> makeBinaryAuc(const compile::OutputInfo& output) { return std::make_unique<BinaryAuc>(output); }

} // namespace lockstep::train
