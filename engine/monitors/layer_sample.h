// Statistics of one probed step, per layer and role (SEMANTICS.md 15). Values only: reports and window read them too.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::monitors {

enum class LayerRole : std::uint8_t { Weight, Output, Gradient };
std::string_view name(LayerRole role);

/// Counts are over all elements, figures over the finite ones (0 where there is none).
struct LayerStatistics {
    std::string layer;     ///< plain id: `b1.conv1`
    std::string parameter; ///< `weight`, `bias`; empty: an output
    LayerRole role = LayerRole::Output;
    std::int64_t elements = 0;
    std::int64_t nans = 0, infinities = 0, zeros = 0;
    double min = 0, max = 0, mean = 0, rms = 0, amax = 0, meanAbs = 0;

    std::int64_t notFinite() const { return nans + infinities; }
    double zeroShare() const { return elements > 0 ? static_cast<double>(zeros) / static_cast<double>(elements) : 0; }
    double deviation() const; ///< of the population
    double l1() const { return meanAbs * static_cast<double>(elements - notFinite()); }
    double l2() const;
};

/// Rows in the model's order.
struct LayerSample {
    std::int64_t step = 0; ///< the update whose values these are, from 0
    std::vector<LayerStatistics> rows;
};

using LayerSamplePtr = std::shared_ptr<const LayerSample>;

/// As kept in the store: at most 1 KB a row.
std::string encode(const LayerSample& sample);
/// Nothing for bytes that are no sample, or one of a later version.
std::optional<LayerSample> decode(std::int64_t step, std::string_view bytes);

} // namespace lockstep::monitors
