// Which samples stand in which batch: a pure function of (seed, batch number), so that a resumed run goes on exactly.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace lockstep::data {

/// Positions of a part by class.
using ClassPositions = std::shared_ptr<const std::vector<std::vector<std::uint32_t>>>;

struct SamplerOptions {
    std::int64_t samples = 0; ///< in the part
    std::int64_t batchSize = 1;
    bool shuffle = false, dropLast = false;
    std::uint64_t seed = 1;
    ClassPositions classes; ///< balanced: each class equally often, whatever `shuffle`; null: every sample once an epoch
};

/// Thread-safe.
class Sampler {
public:
    explicit Sampler(SamplerOptions options);

    /// 0 if there are no samples, or all are dropped.
    std::int64_t batchesPerEpoch() const { return m_batches; }
    std::int64_t epochOf(std::int64_t batch) const { return batch / m_batches; }
    std::int64_t sizeOf(std::int64_t batch) const;
    const SamplerOptions& options() const { return m_options; }
    /// Positions of batch number `batch` (counted over all epochs) into `out`.
    void positions(std::int64_t batch, std::vector<std::int64_t>& out) const;

private:
    using Order = std::shared_ptr<const std::vector<std::uint32_t>>;
    Order orderOf(std::int64_t epoch) const;

    SamplerOptions m_options;
    std::int64_t m_batches = 0;
    mutable std::mutex m_mutex;
    mutable Order m_orders[2]; ///< of the last epochs asked for: workers straddle an epoch's end
    mutable std::int64_t m_epochs[2] = {-1, -1};
};

/// `n` positions in rounds over the classes, each round in an order of its own; a class's samples come in shuffled turns. Classes without
/// samples are left out.
std::vector<std::uint32_t> balancedOrder(const std::vector<std::vector<std::uint32_t>>& classes, std::int64_t n, std::uint64_t seed,
                                         std::uint64_t epoch);

/// A uniform permutation of 0 .. n - 1 (Fisher-Yates with counter-based numbers), n < 2^32. `split`: the stream of splits.
std::vector<std::uint32_t> permutation(std::int64_t n, std::uint64_t seed, bool split, std::uint64_t stream);

} // namespace lockstep::data
