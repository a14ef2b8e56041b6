// How raw values become the model's: nothing, bytes / 255, or (x - mean) / deviation.
#pragma once

#include "files/raw_array.h"
#include "numerics/shape.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lockstep::data {

enum class NormalizeKind : std::uint8_t { None, Unit, Standard };
/// As documents and checkpoints spell it: `none`, `unit`, `standard`.
std::string_view name(NormalizeKind kind);
std::optional<NormalizeKind> normalizeKindNamed(std::string_view name);

/// One input's figures. Features are the elements of rank 1, the last dimension of rank 2, the channels of rank 3 and more.
struct InputStatistics {
    std::vector<double> mean, deviation; ///< `standard`: a value for each feature; deviation 0 is written as 1
    std::vector<double> fill;            ///< what stands for a missing value; empty: nothing is missing
};

/// Kept with the run, so that a resumed or predicting run sees the same numbers.
struct Normalization {
    NormalizeKind kind = NormalizeKind::None;
    std::vector<InputStatistics> inputs;
};

std::int64_t featureCount(const Shape& sample);

/// Mean and population deviation of each feature over any number of samples, in one pass and without cancellation
/// (Chan, Golub, LeVeque 1979: blocks of two-pass sums, merged). NaN is skipped.
class FeatureMoments {
public:
    explicit FeatureMoments(const Shape& sample);
    /// Dense samples, converted but not normalized.
    void add(std::span<const float> samples);
    std::vector<double> means() const;
    std::vector<double> deviations() const;

private:
    struct Moments {
        double count = 0, mean = 0, squares = 0;
    };
    void addFeature(std::size_t feature, std::span<const float> samples);

    Shape m_sample;
    std::vector<Moments> m_moments;
};

/// Raw elements to f32, filled and normalized; each rounded once. `samples` dense samples of shape `sample`.
void normalize(NormalizeKind kind, const InputStatistics& statistics, const Shape& sample, std::int64_t samples, files::Element type,
               const std::byte* raw, float* out);

} // namespace lockstep::data
