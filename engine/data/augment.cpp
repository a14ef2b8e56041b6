#include "data/augment.h"

#include "base/rng.h"
#include "data/data_errors.h"
#include "spec/run_doc.h"

#include <algorithm>
#include <cstring>

namespace lockstep::data {

namespace {

/// An image as bytes: channels x height x width elements of `size` bytes.
struct Image {
    std::byte* data;
    std::int64_t channels, height, width;
    std::size_t size;

    std::byte* row(std::int64_t channel, std::int64_t y) const {
        return data + static_cast<std::size_t>((channel * height + y) * width) * size;
    }
    std::size_t rowBytes() const { return static_cast<std::size_t>(width) * size; }
};

void flip(const Image& image) {
    std::byte spare[8];
    for (std::int64_t y = 0; y < image.channels * image.height; ++y) {
        std::byte *left = image.row(0, y), *right = left + image.rowBytes() - image.size;
        for (; left < right; left += image.size, right -= image.size) {
            std::memcpy(spare, left, image.size);
            std::memcpy(left, right, image.size);
            std::memcpy(right, spare, image.size);
        }
    }
}

/// The image moved by (dy, dx): what a window at that place of the padded image shows.
void shift(const Image& image, std::int64_t dy, std::int64_t dx) {
    std::vector<std::byte> old(static_cast<std::size_t>(image.channels * image.height) * image.rowBytes());
    std::memcpy(old.data(), image.data, old.size());
    std::memset(image.data, 0, old.size());
    const std::int64_t from = std::max<std::int64_t>(dx, 0), to = std::min(image.width, image.width + dx);
    if (from >= to) return;
    const Image source{old.data(), image.channels, image.height, image.width, image.size};
    for (std::int64_t c = 0; c < image.channels; ++c) {
        for (std::int64_t y = std::max<std::int64_t>(dy, 0); y < std::min(image.height, image.height + dy); ++y) {
            std::memcpy(image.row(c, y - dy) + static_cast<std::size_t>(from - dx) * image.size,
                        source.row(c, y) + static_cast<std::size_t>(from) * image.size, static_cast<std::size_t>(to - from) * image.size);
        }
    }
}

/// A square around (cy, cx), cut where it leaves the image.
void cutout(const Image& image, std::int64_t edge, std::int64_t cy, std::int64_t cx) {
    const std::int64_t top = cy - edge / 2, left = cx - edge / 2;
    const std::int64_t x0 = std::max<std::int64_t>(left, 0), x1 = std::min(image.width, left + edge);
    for (std::int64_t c = 0; c < image.channels; ++c) {
        for (std::int64_t y = std::max<std::int64_t>(top, 0); y < std::min(image.height, top + edge); ++y) {
            std::memset(image.row(c, y) + static_cast<std::size_t>(x0) * image.size, 0, static_cast<std::size_t>(x1 - x0) * image.size);
        }
    }
}

bool isImage(const InputSpec& input) { return input.dtype == DType::F32 && (input.shape.rank() == 2 || input.shape.rank() == 3); }

} // namespace

Result<std::vector<AugmentStep>> augmentSteps(const std::vector<spec::AugmentDoc>& docs, const ModelNeeds& needs) {
    std::vector<AugmentStep> steps;
    for (const auto& doc : docs) {
        if (std::ranges::none_of(needs.inputs, isImage))
            return Error(kAugmentShape, {doc.type, "the model's input has not the shape [C,H,W]"});
        const auto moves = [](const TargetSpec& target) { return target.shape.rank() >= 2; };
        if (std::ranges::any_of(needs.targets, moves)) return Error(kAugmentShape, {doc.type, "a target of this model is an image too"});
        if (doc.type == "flip") steps.push_back({AugmentKind::Flip, doc.p, 0});
        if (doc.type == "crop") steps.push_back({AugmentKind::Crop, 0, doc.padding});
        if (doc.type == "cutout") steps.push_back({AugmentKind::Cutout, 0, doc.size});
    }
    return steps;
}

void Augmenter::apply(std::size_t input, std::int64_t position, files::Element type, std::span<std::byte> raw) const {
    if (!isImage(m_needs.inputs[input])) return;
    const Shape& shape = m_needs.inputs[input].shape;
    const Image image{raw.data(), shape.rank() == 3 ? shape[0] : 1, shape.back(1), shape.back(), files::byteSize(type)};
    const Rng rng(m_seed, RngPurpose::Augment, static_cast<std::uint64_t>(m_batch));
    // Numbers depend on the sample, not on its place in the batch; two for each step.
    std::uint64_t at = static_cast<std::uint64_t>(position) * 2 * m_steps.size();
    for (const auto& step : m_steps) {
        const auto below = [&](std::uint64_t k, std::int64_t n) {
            return static_cast<std::int64_t>(rng.below(at + k, static_cast<std::uint64_t>(n)));
        };
        if (step.kind == AugmentKind::Flip && rng.uniform(at) < step.p) flip(image);
        if (step.kind == AugmentKind::Crop) shift(image, below(0, 2 * step.size + 1) - step.size, below(1, 2 * step.size + 1) - step.size);
        if (step.kind == AugmentKind::Cutout) cutout(image, step.size, below(0, image.height), below(1, image.width));
        at += 2;
    }
}

} // namespace lockstep::data
