#include "train/run_programs.h"

#include "train/weights.h"

namespace lockstep::train {

Result<RunPrograms> RunPrograms::create(const spec::RunDoc& run, backends::Device& device, compile::Purpose purpose,
                                        const std::function<void(const std::string&)>& phase,
                                        const std::optional<data::Normalization>& kept, const std::stop_token& stop) {
    const auto tell = [&](const char* what) {
        if (phase) phase(what);
    };
    RunPrograms made;
    tell("compiling");
    LOCKSTEP_ASSIGN(made.set, compile::ProgramSet::create(run, device, purpose, stop));
    tell("opening data");
    LOCKSTEP_ASSIGN(made.feed, Feed::open(run, made.set->model(), kept, stop));
    LOCKSTEP_ASSIGN(made.executor, exec::Executor::create(device, made.set->persistent()));
    made.runner = std::make_unique<StepRunner>(run, *made.set, *made.executor);
    return made;
}

Result<std::string> RunPrograms::loadInitial(const spec::RunDoc& run) {
    std::string matched;
    if (!run.init || !run.initStrict) LOCKSTEP_TRY(initialise(set->model(), run.seed, *executor));
    if (run.init) { LOCKSTEP_ASSIGN(matched, loadInitFile(set->model(), run, run.located(*run.init), *executor)); }
    LOCKSTEP_TRY(startAverages());
    return matched;
}

Status RunPrograms::startAverages() {
    for (const auto& parameter : set->model().parameters) {
        if (!set->persistent().find("ema/" + parameter.name)) continue;
        LOCKSTEP_ASSIGN(const HostTensor weight, executor->read(parameter.name));
        LOCKSTEP_TRY(executor->write("ema/" + parameter.name, weight));
    }
    return {};
}

} // namespace lockstep::train
