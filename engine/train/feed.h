// Batches of a run's splits, in the order that FORMATS.md fixes, prefetched by loader threads.
#pragma once

#include "base/result.h"
#include "compile/model_info.h"
#include "data/fields.h"
#include "data/normalization.h"
#include "spec/run_doc.h"
#include "train/batch_view.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep::data {
class Dataset;
struct LoaderOptions;
} // namespace lockstep::data

namespace lockstep::train {

using Split = data::Part;

/// How many ids the layers that read this input know: the fewest embeddings of them; 0: none reads it.
std::int64_t knownIds(const spec::ModelDoc& model, const std::string& input);

/// Batches in order, prefetched.
class BatchStream {
public:
    virtual ~BatchStream() = default;
    /// nullptr: the split has ended. Valid until the next call.
    virtual Result<const BatchView*> next() = 0;
};

class Feed {
public:
    /// Opens the run's data for these model inputs and outputs. Errors name file and line.
    /// `kept`: the run's own figures of normalization; none: measured on the training split. `stop`: looked at while reading, ends it with
    /// an error "cancelled".
    static Result<std::unique_ptr<Feed>> open(const spec::RunDoc& run, const compile::ModelInfo& model,
                                              const std::optional<data::Normalization>& kept = {}, const std::stop_token& stop = {});
    ~Feed();

    const data::Normalization& normalization() const;
    std::int64_t samples(Split split) const;
    /// By class id; empty where the data name none.
    const std::vector<std::string>& classNames() const;
    /// What is odd about the data but no error, in words.
    const std::vector<std::string>& warnings() const;
    /// What speed is counted in: tokens of a text, else samples.
    std::int64_t itemsPerSample() const { return m_itemsPerSample; }
    /// Batches of a training epoch; the last may be short.
    std::int64_t batchesPerEpoch() const;
    /// Sizes of full and, where there is one, of the short last batch (in training: unless the run drops it).
    std::vector<std::int64_t> batchSizes(Split split) const;

    /// Training order from a batch of an epoch on, shuffled and augmented as the run says, epoch after epoch. The feed outlives the stream.
    Result<std::unique_ptr<BatchStream>> training(std::int64_t epoch, std::int64_t batch) const;
    /// A split once, in file order, not augmented.
    Result<std::unique_ptr<BatchStream>> sequential(Split split) const;

private:
    Feed(std::shared_ptr<const data::Dataset> dataset, std::unique_ptr<data::LoaderOptions> training);

    std::shared_ptr<const data::Dataset> m_dataset;
    std::unique_ptr<data::LoaderOptions> m_training;
    std::int64_t m_itemsPerSample = 1;
};

} // namespace lockstep::train
