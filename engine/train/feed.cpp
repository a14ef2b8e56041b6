#include "train/feed.h"

#include "data/dataset.h"
#include "data/loader.h"

#include <algorithm>

namespace lockstep::train {

std::int64_t knownIds(const spec::ModelDoc& model, const std::string& input) {
    std::int64_t least = 0;
    for (const auto& layer : model.layers) {
        if (layer.type != "Embedding" || std::ranges::find(layer.inputs, input) == layer.inputs.end()) continue;
        const auto* known = std::get_if<std::int64_t>(&layer.args.at("num_embeddings"));
        if (known && (least == 0 || *known < least)) least = *known;
    }
    return least;
}

static data::ModelNeeds needsOf(const spec::RunDoc& run, const compile::ModelInfo& model) {
    data::ModelNeeds needs;
    for (const auto& input : run.model.inputs) {
        needs.inputs.push_back({input.id, input.shape, input.dtype});
        needs.inputs.back().knownIds = knownIds(run.model, input.id);
        if (needs.inputs.back().knownIds > 0) needs.inputs.back().limit = needs.inputs.back().knownIds;
    }
    for (const auto& output : model.outputs)
        needs.targets.push_back({output.id, output.targetShape, output.targetDtype == DType::S64 ? output.classes : 0, output.ignoreIndex});
    return needs;
}

Result<std::unique_ptr<Feed>> Feed::open(const spec::RunDoc& run, const compile::ModelInfo& model,
                                         const std::optional<data::Normalization>& kept, const std::stop_token& stop) {
    data::OpenOptions options;
    options.baseDirectory = run.baseDirectory.empty() ? "." : run.baseDirectory;
    options.seed = run.seed;
    options.normalization = kept;
    options.stop = stop;
    LOCKSTEP_ASSIGN(auto dataset, data::openDataset(run.data, needsOf(run, model), options));
    auto training = std::make_unique<data::LoaderOptions>();
    training->batchSize = run.data.batchSize;
    training->shuffle = run.data.shuffle;
    training->dropLast = run.data.dropLast;
    training->seed = run.seed;
    training->workers = run.data.workers;
    training->classes = dataset->classPositions();
    LOCKSTEP_ASSIGN(training->augment, data::augmentSteps(run.data.augment, dataset->needs()));
    std::unique_ptr<Feed> feed(new Feed(std::move(dataset), std::move(training)));
    if (run.data.source == "text") feed->m_itemsPerSample = run.data.context;
    return feed;
}

Feed::Feed(std::shared_ptr<const data::Dataset> dataset, std::unique_ptr<data::LoaderOptions> training)
    : m_dataset(std::move(dataset)), m_training(std::move(training)) {}
Feed::~Feed() = default;

const data::Normalization& Feed::normalization() const { return m_dataset->normalization(); }
std::int64_t Feed::samples(Split split) const { return m_dataset->samples(split); }
const std::vector<std::string>& Feed::classNames() const { return m_dataset->classNames(); }
const std::vector<std::string>& Feed::warnings() const { return m_dataset->warnings(); }

std::int64_t Feed::batchesPerEpoch() const {
    const auto n = samples(Split::Train), size = m_training->batchSize;
    return m_training->dropLast ? n / size : (n + size - 1) / size;
}

std::vector<std::int64_t> Feed::batchSizes(Split split) const {
    const auto n = samples(split), size = m_training->batchSize;
    std::vector<std::int64_t> sizes;
    if (n >= size) sizes.push_back(size);
    if (n % size != 0 && !(split == Split::Train && m_training->dropLast)) sizes.push_back(n % size);
    return sizes;
}

namespace {

class LoaderStream final : public BatchStream {
public:
    LoaderStream(std::shared_ptr<const data::Dataset> dataset, data::LoaderOptions options)
        : m_loader(std::move(dataset), std::move(options)) {}

    Result<const BatchView*> next() override {
        LOCKSTEP_ASSIGN(const auto* batch, m_loader.next());
        if (!batch) return static_cast<const BatchView*>(nullptr);
        m_view.size = batch->size;
        m_view.inputs = batch->inputs;
        m_view.targets = batch->targets;
        return static_cast<const BatchView*>(&m_view);
    }

private:
    data::Loader m_loader;
    BatchView m_view;
};

} // namespace

Result<std::unique_ptr<BatchStream>> Feed::training(std::int64_t epoch, std::int64_t batch) const {
    auto options = *m_training;
    options.firstBatch = epoch * batchesPerEpoch() + batch;
    return std::unique_ptr<BatchStream>(std::make_unique<LoaderStream>(m_dataset, std::move(options)));
}

Result<std::unique_ptr<BatchStream>> Feed::sequential(Split split) const {
    auto options = data::onePass(*m_dataset, split, m_training->batchSize, m_training->workers);
    return std::unique_ptr<BatchStream>(std::make_unique<LoaderStream>(m_dataset, std::move(options)));
}

} // namespace lockstep::train
