#include "data/describe.h"

#include <algorithm>
#include <cmath>

namespace lockstep::data {

namespace {

/// Figures of one field, gathered value by value (Welford).
struct Gather {
    FieldSummary& summary;
    bool nanIsMissing = false;
    double count = 0, squares = 0;

    void add(double value) {
        summary.values += 1;
        if (!std::isfinite(value)) {
            (nanIsMissing && std::isnan(value) ? summary.missing : summary.nonFinite) += 1;
            return;
        }
        summary.min = count == 0 ? value : std::min(summary.min, value);
        summary.max = count == 0 ? value : std::max(summary.max, value);
        count += 1;
        const double gap = value - summary.mean;
        summary.mean += gap / count;
        squares += gap * (value - summary.mean);
        summary.deviation = std::sqrt(squares / count);
        if (!summary.classCounts.empty() && value >= 0 && value < static_cast<double>(summary.classCounts.size()))
            summary.classCounts[static_cast<std::size_t>(value)] += 1;
    }
};

struct Column {
    Field field;
    std::vector<std::byte> raw;
    Gather gather;

    void take(std::size_t samples) {
        std::vector<double> values(static_cast<std::size_t>(field.elements()) * samples);
        files::convert(field.type, raw.data(), DType::F64, reinterpret_cast<std::byte*>(values.data()),
                       static_cast<std::int64_t>(values.size()));
        for (const double value : values) gather.add(value);
    }
};

} // namespace

Result<PartSummary> describe(const Dataset& dataset, Part part, const std::stop_token& stop) {
    const PartView& view = dataset.view(part);
    const ModelNeeds& needs = dataset.needs();
    PartSummary out;
    out.part = part;
    out.samples = view.count;
    for (const auto& input : needs.inputs) out.inputs.push_back({.name = input.id, .shape = input.shape});
    for (const auto& target : needs.targets) {
        out.targets.push_back({.name = target.output, .shape = target.shape});
        out.targets.back().classCounts.resize(static_cast<std::size_t>(target.classes));
    }
    constexpr std::int64_t kBlock = 256;
    std::vector<Column> columns;
    SampleBlock block;
    const auto add = [&](const std::vector<Field>& fields, std::vector<FieldSummary>& summaries, bool missing) {
        for (std::size_t i = 0; i < summaries.size(); ++i)
            columns.push_back({fields[i], std::vector<std::byte>(fields[i].bytes() * kBlock), {summaries[i], missing}});
    };
    add(view.source->inputs(), out.inputs, view.source->fillsMissing());
    add(view.source->targets(), out.targets, false);
    for (std::size_t i = 0; i < columns.size(); ++i)
        (i < out.inputs.size() ? block.inputs : block.targets).push_back(columns[i].raw.data());

    std::vector<std::int64_t> samples;
    for (std::int64_t at = 0; at < view.count && !stop.stop_requested(); at += kBlock) {
        samples.clear();
        for (std::int64_t i = at; i < std::min(at + kBlock, view.count); ++i) samples.push_back(view.sampleAt(i));
        LOCKSTEP_TRY(view.source->read(samples, block));
        for (auto& column : columns) column.take(samples.size());
    }
    return out;
}

} // namespace lockstep::data
