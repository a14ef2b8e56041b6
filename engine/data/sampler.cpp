#include "data/sampler.h"

#include "base/rng.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lockstep::data {

std::vector<std::uint32_t> permutation(std::int64_t n, std::uint64_t seed, bool split, std::uint64_t stream) {
    std::vector<std::uint32_t> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0u);
    const Rng rng(seed, split ? RngPurpose::Split : RngPurpose::Order, stream);
    for (std::size_t i = order.size(); i-- > 1;) std::swap(order[i], order[rng.below(i, i + 1)]);
    return order;
}

std::vector<std::uint32_t> balancedOrder(const std::vector<std::vector<std::uint32_t>>& classes, std::int64_t n, std::uint64_t seed,
                                         std::uint64_t epoch) {
    const Rng rng(seed, RngPurpose::Sampling, (epoch + 1) << 8); // streams below 256 are of other uses
    std::uint64_t draws = 0;
    const auto shuffle = [&](auto& items) {
        for (std::size_t i = items.size(); i-- > 1;) std::swap(items[i], items[rng.below(draws++, i + 1)]);
    };
    std::vector<std::vector<std::uint32_t>> left(classes.size());
    std::vector<std::size_t> round;
    for (std::size_t c = 0; c < classes.size(); ++c)
        if (!classes[c].empty()) round.push_back(c);
    std::vector<std::uint32_t> order;
    order.reserve(static_cast<std::size_t>(n));
    while (!round.empty() && static_cast<std::int64_t>(order.size()) < n) {
        shuffle(round);
        for (const std::size_t c : round) {
            if (static_cast<std::int64_t>(order.size()) == n) break;
            if (left[c].empty()) {
                left[c] = classes[c];
                shuffle(left[c]);
            }
            order.push_back(left[c].back());
            left[c].pop_back();
        }
    }
    return order;
}

Sampler::Sampler(SamplerOptions options) : m_options(std::move(options)) {
    const auto size = std::max<std::int64_t>(m_options.batchSize, 1);
    m_options.batchSize = size;
    m_batches = m_options.dropLast ? m_options.samples / size : (m_options.samples + size - 1) / size;
}

std::int64_t Sampler::sizeOf(std::int64_t batch) const {
    const std::int64_t start = batch % m_batches * m_options.batchSize;
    return std::min(m_options.batchSize, m_options.samples - start);
}

Sampler::Order Sampler::orderOf(std::int64_t epoch) const {
    std::lock_guard lock(m_mutex);
    const auto slot = static_cast<std::size_t>(epoch % 2);
    if (m_epochs[slot] != epoch) {
        const auto stream = static_cast<std::uint64_t>(epoch);
        m_orders[slot] = std::make_shared<const std::vector<std::uint32_t>>(
            m_options.classes ? balancedOrder(*m_options.classes, m_options.samples, m_options.seed, stream)
                              : permutation(m_options.samples, m_options.seed, false, stream));
        m_epochs[slot] = epoch;
    }
    return m_orders[slot];
}

void Sampler::positions(std::int64_t batch, std::vector<std::int64_t>& out) const {
    const std::int64_t start = batch % m_batches * m_options.batchSize;
    out.resize(static_cast<std::size_t>(sizeOf(batch)));
    std::iota(out.begin(), out.end(), start);
    if (!m_options.shuffle && !m_options.classes) return;
    const auto order = orderOf(epochOf(batch));
    for (auto& position : out) position = (*order)[static_cast<std::size_t>(position)];
}

} // namespace lockstep::data
