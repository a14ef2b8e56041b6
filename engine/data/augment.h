// Random changes to training images, counter-based: the same for any number of workers and after a resume.
#pragma once

#include "base/result.h"
#include "data/dataset.h"
#include "numerics/shape.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep::spec {
struct AugmentDoc;
}

namespace lockstep::data {

enum class AugmentKind : std::uint8_t { Flip, Crop, Cutout };

struct AugmentStep {
    AugmentKind kind = AugmentKind::Flip;
    double p = 0.5;        ///< flip
    std::int64_t size = 0; ///< crop: padding; cutout: edge; in pixels
};

/// For inputs of shape [C,H,W] or [H,W]; errors where the model has none, or a target that would have to move along.
Result<std::vector<AugmentStep>> augmentSteps(const std::vector<spec::AugmentDoc>& docs, const ModelNeeds& needs);

/// The changes of one batch. Works on raw values; what comes in from outside the image, and what is cut out, is 0.
class Augmenter : public Dataset::SampleEdit {
public:
    Augmenter(std::span<const AugmentStep> steps, const ModelNeeds& needs, std::uint64_t seed, std::int64_t batch)
        : m_steps(steps), m_needs(needs), m_seed(seed), m_batch(batch) {}
    void apply(std::size_t input, std::int64_t position, files::Element type, std::span<std::byte> raw) const override;

private:
    std::span<const AugmentStep> m_steps;
    const ModelNeeds& m_needs;
    std::uint64_t m_seed;
    std::int64_t m_batch;
};

} // namespace lockstep::data
