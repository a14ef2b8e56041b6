#include "train/initializer.h"

#include "base/rng.h"

#include <algorithm>
#include <string_view>

namespace lockstep::train {

/// FNV-1a: the stream of a parameter.
static std::uint64_t streamOf(std::string_view name) {
    std::uint64_t hash = 14695981039346656037ull;
    for (const unsigned char c : name) hash = (hash ^ c) * 1099511628211ull;
    return hash;
}

template <class T> static void fill(std::span<T> out, const compile::InitRule& rule, const Rng& rng) {
    using Kind = compile::InitRule::Kind;
    if (rule.kind == Kind::Constant || rule.value == 0) {
        std::fill(out.begin(), out.end(), static_cast<T>(rule.value));
        return;
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        const double drawn = rule.kind == Kind::Uniform ? 2 * rng.uniform(i) - 1 : rng.normal(i);
        out[i] = static_cast<T>(drawn * rule.value);
    }
}

HostTensor initialTensor(const compile::ParameterInfo& parameter, std::uint64_t seed) {
    HostTensor tensor(parameter.dtype, parameter.shape);
    const Rng rng(seed, RngPurpose::Init, streamOf(parameter.name));
    switch (parameter.dtype) {
    case DType::F32: fill(tensor.as<float>(), parameter.init, rng); break;
    case DType::F64: fill(tensor.as<double>(), parameter.init, rng); break;
    case DType::S64: fill(tensor.as<std::int64_t>(), parameter.init, rng); break;
    default: std::fill_n(tensor.data(), tensor.bytes(), std::byte{0}); break;
    }
    if (const std::int64_t row = parameter.init.zeroRow; row >= 0) {
        const std::size_t bytes = tensor.bytes() / static_cast<std::size_t>(parameter.shape[0]);
        std::fill_n(tensor.data() + static_cast<std::size_t>(row) * bytes, bytes, std::byte{0});
    }
    return tensor;
}

} // namespace lockstep::train
