#include "data/array_source.h"

#include "data/data_errors.h"

#include <algorithm>
#include <cstring>

namespace lockstep::data {

static Status addFields(const std::vector<NamedArray>& arrays, std::vector<Field>& fields, std::int64_t& samples, std::string& first) {
    for (const auto& [name, array] : arrays) {
        if (array.shape.rank() == 0) return Error(kNoSampleDimension, {name}).inFile(name);
        if (samples >= 0 && array.shape[0] != samples)
            return Error(kCountsDiffer, {name, std::to_string(array.shape[0]), first, std::to_string(samples)}).inFile(name);
        if (samples < 0) samples = array.shape[0], first = name;
        fields.push_back({array.type, array.shape.slice(1, array.shape.rank())});
    }
    return {};
}

Result<std::shared_ptr<ArraySource>> ArraySource::make(std::vector<NamedArray> inputs, std::vector<NamedArray> targets) {
    auto source = std::make_shared<ArraySource>();
    source->m_samples = -1;
    std::string first;
    LOCKSTEP_TRY(addFields(inputs, source->m_inputs, source->m_samples, first));
    LOCKSTEP_TRY(addFields(targets, source->m_targets, source->m_samples, first));
    source->m_inputArrays = std::move(inputs);
    source->m_targetArrays = std::move(targets);
    return source;
}

NamedArray noAnswers(const TargetSpec& target, const files::RawArray& inputs) {
    const std::int64_t samples = inputs.shape.rank() == 0 ? 0 : inputs.shape[0];
    HostTensor zeros(target.dtype(), target.shape.withBatch(samples));
    std::fill_n(zeros.data(), zeros.bytes(), std::byte{0});
    return {"no targets", files::rawArrayOf(zeros)};
}

static Status gather(const NamedArray& named, std::size_t sampleBytes, std::span<const std::int64_t> indices, std::byte* to) {
    if (named.array.file) LOCKSTEP_TRY(named.array.file->checkUnchanged());
    const std::byte* from = named.array.bytes.data();
    // Read, not copied from the mapping: a file that is cut meanwhile is an error then, not the end of the process.
    const bool reads = named.array.file != nullptr;
    const auto start = reads ? static_cast<std::uint64_t>(from - named.array.file->bytes().data()) : 0;
    for (std::size_t i = 0; i < indices.size();) {
        std::size_t run = 1; // neighbours in one copy
        while (i + run < indices.size() && indices[i + run] == indices[i] + static_cast<std::int64_t>(run)) ++run;
        const auto at = static_cast<std::size_t>(indices[i]) * sampleBytes;
        if (reads)
            LOCKSTEP_TRY(named.array.file->readAt(start + at, {to + i * sampleBytes, run * sampleBytes}));
        else if (sampleBytes)
            std::memcpy(to + i * sampleBytes, from + at, run * sampleBytes);
        i += run;
    }
    return {};
}

Status ArraySource::read(std::span<const std::int64_t> indices, const SampleBlock& out) const {
    for (std::size_t i = 0; i < out.inputs.size(); ++i) {
        if (out.inputs[i]) LOCKSTEP_TRY(gather(m_inputArrays[i], m_inputs[i].bytes(), indices, out.inputs[i]));
    }
    for (std::size_t i = 0; i < out.targets.size(); ++i) {
        if (out.targets[i]) LOCKSTEP_TRY(gather(m_targetArrays[i], m_targets[i].bytes(), indices, out.targets[i]));
    }
    return {};
}

Where ArraySource::whereInput(std::size_t input) const {
    Where where;
    where.file = m_inputArrays[input].name;
    return where;
}

Where ArraySource::where(std::int64_t) const {
    Where where;
    where.file = m_targetArrays.empty() ? m_inputArrays[0].name : m_targetArrays[0].name;
    return where;
}

} // namespace lockstep::data
