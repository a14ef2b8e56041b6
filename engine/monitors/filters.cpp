#include "monitors/filters.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::monitors {

namespace {

/// Gaussian weights by distance; the mean is one of the differences to the point itself, so that a constant comes back bit for bit.
class Kernel {
public:
    Kernel(std::span<const double> values, double sigma) : m_values(values), m_weights(gaussianReach(sigma) + 1) {
        for (std::size_t d = 0; d < m_weights.size(); ++d) m_weights[d] = std::exp(-0.5 * std::pow(static_cast<double>(d) / sigma, 2));
        for (std::size_t d = 0; d < m_weights.size(); ++d) m_total += (d ? 2 : 1) * m_weights[d];
    }

    std::size_t reach() const { return m_weights.size() - 1; }

    /// At an end, or with a neighbour that is not finite.
    double partial(std::size_t centre) const {
        const auto first = centre - std::min(centre, reach()), last = std::min(centre + reach(), m_values.size() - 1);
        double sum = 0, total = 0;
        for (std::size_t i = first; i <= last; ++i) {
            if (!std::isfinite(m_values[i])) continue;
            const double w = m_weights[i > centre ? i - centre : centre - i];
            sum += w * (m_values[i] - m_values[centre]);
            total += w;
        }
        return m_values[centre] + sum / total;
    }

    /// Points [begin, begin + count) that have all their neighbours, one distance after the other over all of them.
    void whole(std::size_t begin, std::size_t count, double* out) const {
        std::fill(out, out + count, 0.0);
        const double* centre = m_values.data() + begin;
        for (std::size_t d = 1; d < m_weights.size(); ++d) {
            const double w = m_weights[d];
            const double *left = centre - d, *right = centre + d;
            for (std::size_t i = 0; i < count; ++i) out[i] += w * ((left[i] - centre[i]) + (right[i] - centre[i]));
        }
        for (std::size_t i = 0; i < count; ++i) out[i] = centre[i] + out[i] / m_total;
    }

private:
    std::span<const double> m_values;
    std::vector<double> m_weights;
    double m_total = 0;
};

/// First index from `begin` on whose value is not finite.
std::size_t firstBad(std::span<const double> values, std::size_t begin) {
    while (begin < values.size() && std::isfinite(values[begin])) ++begin;
    return begin;
}

/// What of a window is needed for its mean. The bounds keep rounding from bending a constant.
struct Sum {
    long double sum = 0;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    std::size_t count = 0;

    void take(double v) {
        if (!std::isfinite(v)) return;
        sum += v, low = std::min(low, v), high = std::max(high, v), ++count;
    }
    double meanWith(const Sum& other) const {
        const auto all = sum + other.sum;
        const auto points = static_cast<double>(count + other.count);
        const auto total = static_cast<double>(all); // the long division is needed only where the sum is more than a double holds
        const double mean = std::isfinite(total) ? total / points : static_cast<double>(all / static_cast<long double>(points));
        return std::clamp(mean, std::min(low, other.low), std::max(high, other.high));
    }
};

} // namespace

std::size_t gaussianReach(double sigma) { return sigma > 0 ? static_cast<std::size_t>(std::min(3 * sigma, 1e9)) : 0; }

std::vector<double> gaussian(std::span<const double> values, double sigma) { return gaussian(values, sigma, 0, values.size()); }

std::vector<double> gaussian(std::span<const double> values, double sigma, std::size_t begin, std::size_t end) {
    const auto part = values.subspan(begin, end - begin);
    std::vector<double> out(part.begin(), part.end());
    if (gaussianReach(sigma) == 0) return out;
    constexpr std::size_t kAtOnce = 512; // stay in the first cache
    const Kernel kernel(values, sigma);
    const auto reach = kernel.reach();
    std::size_t clear = begin; // [clear, bad) is finite, `bad` is not or the end
    while (clear > 0 && begin - clear < reach && std::isfinite(values[clear - 1])) --clear;
    auto bad = firstBad(values, begin);
    for (auto i = begin; i < end;) {
        if (i >= bad) {
            clear = ++i;
            bad = firstBad(values, i);
        } else if (i >= clear + reach && i + reach < bad) {
            const auto count = std::min({kAtOnce, bad - reach - i, end - i});
            kernel.whole(i, count, &out[i - begin]);
            i += count;
        } else {
            out[i - begin] = kernel.partial(i);
            ++i;
        }
    }
    return out;
}

// The window is the end of one block of `width` points and the start of the next: sums over both are kept, nothing is ever
// subtracted, so one huge value is forgotten when it leaves.
std::vector<double> runningMean(std::span<const double> values, std::size_t width) {
    std::vector<double> out(values.begin(), values.end());
    if (width <= 1) return out;
    std::vector<Sum> ends(std::min(width, values.size()) + 1); // of the block before: from its k-th point to its end
    for (std::size_t block = 0; block < values.size(); block += width) {
        const auto length = std::min(width, values.size() - block);
        Sum head;
        for (std::size_t k = 0; k < length; ++k) {
            head.take(values[block + k]);
            const Sum nothing;
            if (std::isfinite(values[block + k])) out[block + k] = head.meanWith(block > 0 ? ends[k + 1] : nothing);
        }
        if (length < width) break;
        ends[width] = {};
        for (std::size_t k = width; k-- > 0;) (ends[k] = ends[k + 1]).take(values[block + k]);
    }
    return out;
}

} // namespace lockstep::monitors
