// `synthetic`: standard normal inputs and uniform classes, from the run's seed.
#include "base/rng.h"
#include "data/array_source.h"
#include "data/source_options.h"
#include "spec/run_doc.h"

#include <cstring>

namespace lockstep::data {

namespace {

/// Makes any sample on demand: for sets too large to be kept.
class SyntheticSource : public Source {
public:
    SyntheticSource(std::int64_t samples, const ModelNeeds& needs, std::uint64_t seed) : m_samples(samples), m_seed(seed) {
        for (const auto& input : needs.inputs) {
            m_inputs.push_back({files::elementOf(input.dtype), input.shape});
            m_limits.push_back(input.dtype == DType::F32 ? 0 : std::max<std::int64_t>(input.limit, 1));
        }
        for (const auto& target : needs.targets) {
            m_targets.push_back({files::elementOf(target.dtype()), target.shape});
            m_limits.push_back(target.classes);
        }
    }

    std::int64_t samples() const override { return m_samples; }
    Where where(std::int64_t) const override { return {}; }
    Status read(std::span<const std::int64_t> indices, const SampleBlock& out) const override {
        for (std::size_t i = 0; i < out.inputs.size(); ++i) fill(m_inputs[i], i, indices, out.inputs[i]);
        for (std::size_t i = 0; i < out.targets.size(); ++i) fill(m_targets[i], m_inputs.size() + i, indices, out.targets[i]);
        return {};
    }

private:
    void fill(const Field& field, std::size_t stream, std::span<const std::int64_t> indices, std::byte* to) const {
        if (!to) return;
        const Rng rng(m_seed, RngPurpose::Synthetic, stream);
        const auto count = static_cast<std::uint64_t>(field.elements());
        const auto limit = static_cast<std::uint64_t>(m_limits[stream]);
        for (const auto sample : indices) {
            for (std::uint64_t k = 0; k < count; ++k, to += files::byteSize(field.type)) {
                const std::uint64_t at = static_cast<std::uint64_t>(sample) * count + k;
                if (limit) {
                    const auto id = static_cast<std::int64_t>(rng.below(at, limit));
                    std::memcpy(to, &id, sizeof id);
                } else {
                    const auto value = static_cast<float>(rng.normal(at));
                    std::memcpy(to, &value, sizeof value);
                }
            }
        }
    }

    std::int64_t m_samples;
    std::uint64_t m_seed;
    std::vector<std::int64_t> m_limits; ///< of ids; 0: normal numbers
};

constexpr std::int64_t kKeepBytes = std::int64_t{256} << 20;

NamedArray whole(const Field& field, std::int64_t samples) {
    const HostTensor tensor(field.type == files::Element::S64 ? DType::S64 : DType::F32, field.shape.withBatch(samples));
    return {"synthetic data", files::rawArrayOf(tensor)};
}

/// All samples made once and kept.
SourceResult kept(const SyntheticSource& source) {
    std::vector<std::int64_t> all(static_cast<std::size_t>(source.samples()));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::int64_t>(i);
    std::vector<NamedArray> inputs, targets;
    SampleBlock block;
    const auto prepare = [&](const Field& field, std::vector<NamedArray>& arrays, std::vector<std::byte*>& pointers) {
        arrays.push_back(whole(field, source.samples()));
        pointers.push_back(const_cast<std::byte*>(arrays.back().array.bytes.data()));
    };
    for (const auto& field : source.inputs()) prepare(field, inputs, block.inputs);
    for (const auto& field : source.targets()) prepare(field, targets, block.targets);
    LOCKSTEP_TRY(source.read(all, block));
    LOCKSTEP_ASSIGN(auto arrays, ArraySource::make(std::move(inputs), std::move(targets)));
    return std::shared_ptr<const Source>(std::move(arrays));
}

} // namespace

SourceResult openSynthetic(const spec::DataDoc& doc, const SourceOptions& options) {
    const std::int64_t samples = doc.size.value_or(16 * doc.batchSize);
    // Training, validation and test data are different draws.
    const std::uint64_t seed = options.seed ^ (static_cast<std::uint64_t>(options.part) * 0x9E3779B97F4A7C15u);
    auto source = std::make_shared<SyntheticSource>(samples, options.needs, seed);
    double bytes = 0;
    for (const auto* fields : {&source->inputs(), &source->targets()}) {
        for (const auto& field : *fields) bytes += static_cast<double>(field.bytes()) * static_cast<double>(samples);
    }
    if (bytes <= static_cast<double>(kKeepBytes)) return kept(*source);
    return std::shared_ptr<const Source>(std::move(source));
}

} // namespace lockstep::data
