#include "data/dataset.h"

#include "data/data_errors.h"

#include <cstring>

namespace lockstep::data {

const char* name(Part part) {
    static constexpr const char* kNames[] = {"train", "validation", "test"};
    return kNames[static_cast<std::size_t>(part)];
}

std::vector<HostTensor> Dataset::makeInputs(std::int64_t size) const {
    std::vector<HostTensor> out;
    for (const auto& input : m_needs.inputs) out.emplace_back(input.dtype, input.shape.withBatch(size));
    return out;
}

std::vector<HostTensor> Dataset::makeTargets(std::int64_t size) const {
    std::vector<HostTensor> out;
    for (const auto& target : m_needs.targets) out.emplace_back(target.dtype(), target.shape.withBatch(size));
    return out;
}

/// Room for `bytes` raw bytes.
static std::byte* space(std::vector<std::byte>& scratch, std::size_t bytes) {
    if (scratch.size() < bytes) scratch.resize(bytes);
    return scratch.data();
}

Status Dataset::readInput(const PartView& view, std::size_t input, std::span<const std::int64_t> positions,
                          std::span<const std::int64_t> samples, HostTensor& out, std::vector<std::byte>& scratch,
                          const SampleEdit* edit) const {
    const InputSpec& wanted = m_needs.inputs[input];
    const Field& field = view.source->inputs()[input];
    const bool normalized = wanted.dtype == DType::F32;
    const InputStatistics& statistics = m_normalization.inputs[input];
    const bool direct =
        field.type == files::elementOf(wanted.dtype) && !edit && m_normalization.kind == NormalizeKind::None && statistics.fill.empty();
    const auto count = static_cast<std::int64_t>(samples.size());

    SampleBlock block;
    block.inputs.resize(m_needs.inputs.size(), nullptr);
    std::byte* raw = direct ? out.data() : space(scratch, field.bytes() * samples.size());
    block.inputs[input] = raw;
    LOCKSTEP_TRY(view.source->read(samples, block));
    if (direct) return {};
    for (std::size_t i = 0; edit && i < positions.size(); ++i)
        edit->apply(input, positions[i], field.type, {raw + i * field.bytes(), field.bytes()});
    if (normalized)
        normalize(m_normalization.kind, statistics, wanted.shape, count, field.type, raw, reinterpret_cast<float*>(out.data()));
    else
        files::convert(field.type, raw, wanted.dtype, out.data(), count * wanted.shape.elements());
    return {};
}

Status Dataset::readTarget(const PartView& view, std::size_t target, std::span<const std::int64_t> samples, HostTensor& out,
                           std::vector<std::byte>& scratch) const {
    const TargetSpec& wanted = m_needs.targets[target];
    const Field& field = view.source->targets()[target];
    SampleBlock block;
    block.targets.resize(m_needs.targets.size(), nullptr);
    std::byte* raw = space(scratch, field.bytes() * samples.size());
    block.targets[target] = raw;
    LOCKSTEP_TRY(view.source->read(samples, block));
    const auto each = static_cast<std::size_t>(wanted.shape.elements()), count = each * samples.size();
    files::convert(field.type, raw, wanted.dtype(), out.data(), static_cast<std::int64_t>(count));
    if (wanted.classes == 0) return {};
    const auto* labels = reinterpret_cast<const std::int64_t*>(out.data());
    for (std::size_t i = 0; i < count; ++i) {
        if ((labels[i] >= 0 && labels[i] < wanted.classes) || labels[i] == wanted.ignoreIndex) continue;
        const std::int64_t sample = samples[i / each];
        const auto& names = classNames();
        std::string label = std::to_string(labels[i]);
        if (labels[i] >= 0 && static_cast<std::size_t>(labels[i]) < names.size())
            label += " ('" + names[static_cast<std::size_t>(labels[i])] + "')";
        Error error(wanted.classes == 1 ? kOneClass : kLabelRange,
                    {label, std::to_string(sample), std::to_string(wanted.classes - 1), wanted.output, std::to_string(names.size())});
        error.where() = view.source->where(sample);
        return error;
    }
    return {};
}

Status Dataset::read(Part part, std::span<const std::int64_t> positions, std::vector<HostTensor>& inputs, std::vector<HostTensor>& targets,
                     std::vector<std::byte>& scratch, const SampleEdit* edit) const {
    const PartView& from = view(part);
    std::vector<std::int64_t> samples(positions.size());
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = from.sampleAt(positions[i]);
    for (std::size_t i = 0; i < inputs.size(); ++i) LOCKSTEP_TRY(readInput(from, i, positions, samples, inputs[i], scratch, edit));
    for (std::size_t i = 0; i < targets.size(); ++i) LOCKSTEP_TRY(readTarget(from, i, samples, targets[i], scratch));
    return {};
}

} // namespace lockstep::data
