#include "data/normalization.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep::data {

namespace {

/// Elements of a sample as [outer][feature][inner].
struct Layout {
    std::int64_t outer = 1, features = 1, inner = 1;
};

Layout layoutOf(const Shape& sample) {
    switch (sample.rank()) {
    case 0: return {};
    case 1: return {1, sample[0], 1};
    case 2: return {sample[0], sample[1], 1};
    default: return {1, sample[0], sample.elements(1, sample.rank())};
    }
}

} // namespace

static constexpr std::array<std::string_view, 3> kKinds{"none", "unit", "standard"};

std::string_view name(NormalizeKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::optional<NormalizeKind> normalizeKindNamed(std::string_view name) {
    const auto* const found = std::ranges::find(kKinds, name);
    return found == kKinds.end() ? std::nullopt : std::optional(static_cast<NormalizeKind>(found - kKinds.begin()));
}

std::int64_t featureCount(const Shape& sample) { return layoutOf(sample).features; }

FeatureMoments::FeatureMoments(const Shape& sample) : m_sample(sample), m_moments(static_cast<std::size_t>(featureCount(sample))) {}

void FeatureMoments::addFeature(std::size_t feature, std::span<const float> samples) {
    const Layout layout = layoutOf(m_sample);
    // Every value of the feature: runs of `inner`, `features * inner` apart.
    const auto stride = static_cast<std::size_t>(layout.features * layout.inner), length = static_cast<std::size_t>(layout.inner);
    const auto each = [&](auto&& take) {
        for (std::size_t at = feature * length; at < samples.size(); at += stride) {
            for (std::size_t i = 0; i < length; ++i) {
                if (!std::isnan(samples[at + i])) take(static_cast<double>(samples[at + i]));
            }
        }
    };
    Moments block;
    double sum = 0;
    each([&](double v) { sum += v, block.count += 1; });
    if (block.count == 0) return;
    block.mean = sum / block.count;
    each([&](double v) { block.squares += (v - block.mean) * (v - block.mean); });
    Moments& all = m_moments[feature];
    const double count = all.count + block.count, gap = block.mean - all.mean;
    all.mean += gap * block.count / count;
    all.squares += block.squares + gap * gap * all.count * block.count / count;
    all.count = count;
}

void FeatureMoments::add(std::span<const float> samples) {
    for (std::size_t f = 0; f < m_moments.size(); ++f) addFeature(f, samples);
}

std::vector<double> FeatureMoments::means() const {
    std::vector<double> out;
    for (const auto& m : m_moments) out.push_back(m.mean);
    return out;
}

std::vector<double> FeatureMoments::deviations() const {
    std::vector<double> out;
    for (const auto& m : m_moments) {
        const double deviation = m.count > 0 ? std::sqrt(m.squares / m.count) : 0;
        out.push_back(deviation == 0 ? 1 : deviation);
    }
    return out;
}

namespace {

template <class Change> void perFeature(const Shape& sample, std::int64_t samples, float* values, Change change) {
    const auto [outer, features, inner] = layoutOf(sample);
    for (std::int64_t row = 0; row < samples * outer; ++row) {
        for (std::int64_t f = 0; f < features; ++f) {
            for (std::int64_t i = 0; i < inner; ++i, ++values) *values = change(static_cast<std::size_t>(f), *values);
        }
    }
}

} // namespace

void normalize(NormalizeKind kind, const InputStatistics& statistics, const Shape& sample, std::int64_t samples, files::Element type,
               const std::byte* raw, float* out) {
    const std::int64_t count = samples * sample.elements();
    files::convert(type, raw, DType::F32, reinterpret_cast<std::byte*>(out), count);
    if (!statistics.fill.empty())
        perFeature(sample, samples, out,
                   [&](std::size_t f, float v) { return std::isnan(v) ? static_cast<float>(statistics.fill[f]) : v; });
    if (kind == NormalizeKind::Unit) {
        for (std::int64_t i = 0; i < count; ++i) out[i] /= 255.0f;
    } else if (kind == NormalizeKind::Standard) {
        perFeature(sample, samples, out, [&](std::size_t f, float v) {
            return static_cast<float>((static_cast<double>(v) - statistics.mean[f]) / statistics.deviation[f]);
        });
    }
}

} // namespace lockstep::data
