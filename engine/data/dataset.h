// The room's entry: a run document's data, opened, split, normalized, checked against the model.
#pragma once

#include "base/result.h"
#include "data/batch.h"
#include "data/fields.h"
#include "data/normalization.h"
#include "data/sampler.h"
#include "data/source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep::spec {
struct DataDoc;
}

namespace lockstep::data {

struct OpenOptions {
    std::string baseDirectory = ".";                       ///< paths in the document are relative to it
    std::string resourceDirectory;                         ///< bundled data; empty: found by findResources()
    std::string cacheDirectory;                            ///< large compressed arrays are unpacked here; empty: the user's cache folder
    std::uint64_t inMemoryBytes = std::uint64_t{64} << 20; ///< a source that takes more when unpacked does so in the cache folder
    std::uint64_t seed = 1;                                ///< the run's: of the split and of synthetic data
    std::optional<Normalization> normalization;            ///< as kept with the run; absent: measured on the training part
    std::stop_token stop;                                  ///< looked at while files are read: an error "cancelled"
};

/// Samples of one part, by position in the part. `source` may be shared with other parts.
struct PartView {
    std::shared_ptr<const Source> source;
    std::int64_t first = 0, count = 0;
    std::shared_ptr<const std::vector<std::uint32_t>> order; ///< of the source's samples; null: as they stand

    std::int64_t sampleAt(std::int64_t position) const {
        return order ? static_cast<std::int64_t>((*order)[static_cast<std::size_t>(first + position)]) : first + position;
    }
};

/// Immutable; read by any number of threads.
class Dataset {
public:
    std::int64_t samples(Part part) const { return view(part).count; }
    const PartView& view(Part part) const { return m_parts[static_cast<std::size_t>(part)]; }
    const ModelNeeds& needs() const { return m_needs; }
    const Normalization& normalization() const { return m_normalization; }
    const std::vector<std::string>& classNames() const { return m_parts[0].source->classNames(); }
    /// Of the training part, where the document asks for `balanced`; else null.
    const ClassPositions& classPositions() const { return m_classPositions; }
    /// What is odd but no error, in words ("the batch of 128 is larger than the 100 training samples").
    const std::vector<std::string>& warnings() const { return m_warnings; }

    /// Tensors for a batch of up to `size` samples.
    std::vector<HostTensor> makeInputs(std::int64_t size) const;
    std::vector<HostTensor> makeTargets(std::int64_t size) const;

    /// Changes raw samples in place before they are normalized (augmentation). Called with the input's number, the model's shape, the
    /// position of the sample in its part, and its raw elements.
    class SampleEdit {
    public:
        virtual ~SampleEdit() = default;
        virtual void apply(std::size_t input, std::int64_t position, files::Element type, std::span<std::byte> raw) const = 0;
    };

    /// Fills the first `positions.size()` samples of `inputs` and `targets`; `scratch` is reused between calls, one a thread.
    /// Errors: a label outside its classes (with file and place), damaged files.
    Status read(Part part, std::span<const std::int64_t> positions, std::vector<HostTensor>& inputs, std::vector<HostTensor>& targets,
                std::vector<std::byte>& scratch, const SampleEdit* edit = nullptr) const;

private:
    friend class DatasetOpener;
    Status readInput(const PartView& view, std::size_t input, std::span<const std::int64_t> positions,
                     std::span<const std::int64_t> samples, HostTensor& out, std::vector<std::byte>& scratch, const SampleEdit* edit) const;
    Status readTarget(const PartView& view, std::size_t target, std::span<const std::int64_t> samples, HostTensor& out,
                      std::vector<std::byte>& scratch) const;

    ModelNeeds m_needs;
    PartView m_parts[3];
    Normalization m_normalization;
    std::vector<std::string> m_warnings;
    ClassPositions m_classPositions;
};

/// Opens, splits, measures, and checks every label. Errors: data that do not fit the model, damaged files, empty training part, ..
Result<std::shared_ptr<const Dataset>> openDataset(const spec::DataDoc& doc, const ModelNeeds& needs, const OpenOptions& options);

} // namespace lockstep::data
