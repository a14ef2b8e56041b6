// Batches prepared ahead by worker threads, handed out strictly in order.
#pragma once

#include "base/result.h"
#include "data/augment.h"
#include "data/batch.h"
#include "data/dataset.h"
#include "data/sampler.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <stop_token>
#include <vector>

namespace lockstep::data {

struct LoaderOptions {
    Part part = Part::Train;
    std::int64_t batchSize = 1;
    bool shuffle = false, dropLast = false;
    std::uint64_t seed = 1;                                           ///< the run's: order and augmentation
    std::int64_t workers = 2;                                         ///< 0: next() does the work
    std::int64_t ahead = 2;                                           ///< batches kept ready besides those in work
    std::int64_t firstBatch = 0;                                      ///< where a resumed run goes on
    std::int64_t endBatch = std::numeric_limits<std::int64_t>::max(); ///< one past the last
    std::vector<AugmentStep> augment;
    ClassPositions classes; ///< as in SamplerOptions
};

/// Options for one pass over a whole part in file order (evaluation, prediction).
LoaderOptions onePass(const Dataset& dataset, Part part, std::int64_t batchSize, std::int64_t workers);

/// Memory is bounded: `workers + ahead + 1` batches, allocated at the start. Equal bytes for any number of workers.
class Loader {
public:
    Loader(std::shared_ptr<const Dataset> dataset, LoaderOptions options);
    ~Loader();
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;

    /// The next batch, valid until the call after; null after the last, and when `stop` is asked for. An error stays.
    Result<const Batch*> next(const std::stop_token& stop = {});
    const Sampler& sampler() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep::data
