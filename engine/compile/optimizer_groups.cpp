#include "base/text.h"
#include "compile/step_builder.h"

#include <algorithm>

namespace lockstep::compile {

static constexpr ErrorCode kGroupMatchesNothing{
    "compile.group_matches_nothing", LOCKSTEP_TR("error", "no parameter is left for the group that matches {0}"),
    LOCKSTEP_TR("error", "parameters are named like {1}; the first group that matches takes them")};

static spec::OptimizerDoc withGroup(spec::OptimizerDoc settings, const spec::OptimizerGroupDoc& group) {
    settings.lr = group.lr.value_or(settings.lr);
    settings.weightDecay = group.weightDecay.value_or(settings.weightDecay);
    settings.eps = group.eps.value_or(settings.eps);
    settings.momentum = group.momentum.value_or(settings.momentum);
    settings.betas = group.betas.value_or(settings.betas);
    return settings;
}

Result<std::vector<OptimizerGroup>> optimizerGroups(const spec::RunDoc& run, const ModelInfo& model) {
    const auto& docs = run.optimizer.groups;
    std::vector<OptimizerGroup> groups;
    groups.reserve(docs.size() + 1);
    for (const auto& doc : docs) groups.push_back({withGroup(run.optimizer, doc), {}});
    groups.push_back({run.optimizer, {}});
    for (const auto& parameter : model.parameters) {
        if (parameter.buffer) continue;
        const auto match = std::ranges::find_if(docs, [&](const auto& doc) { return globMatch(doc.match, parameter.name); });
        groups[static_cast<std::size_t>(match - docs.begin())].parameters.push_back(parameter.name);
    }
    for (std::size_t i = 0; i < docs.size(); ++i) {
        if (!groups[i].parameters.empty()) continue;
        const std::string example = model.parameters.empty() ? "fc1.weight" : model.parameters.front().name;
        return Error(kGroupMatchesNothing, {docs[i].match, example})
            .inFile(run.file)
            .atPath("optimizer.groups[" + std::to_string(i) + "].match");
    }
    return groups;
}

} // namespace lockstep::compile
