#include "train/run_programs.h"

#include "train/weights.h"

#include <filesystem>

namespace lockstep::train {

static Status loadInitial(const spec::RunDoc& run, const RunPrograms& made) {
    if (!run.init) return initialise(made.set->model(), run.seed, *made.executor);
    const std::filesystem::path path(*run.init);
    const auto file = path.is_absolute() ? path : std::filesystem::path(run.baseDirectory) / path;
    return loadWeightsFile(made.set->model(), file.string(), *made.executor);
}

Result<RunPrograms> RunPrograms::create(const spec::RunDoc& run, backends::Device& device, compile::Purpose purpose,
                                        const std::function<void(const std::string&)>& phase) {
    const auto tell = [&](const char* what) {
        if (phase) phase(what);
    };
    RunPrograms made;
    tell("compiling");
    LOCKSTEP_ASSIGN(made.set, compile::ProgramSet::create(run, device, purpose));
    tell("opening data");
    LOCKSTEP_ASSIGN(made.feed, Feed::open(run, made.set->model()));
    tell("loading weights");
    LOCKSTEP_ASSIGN(made.executor, exec::Executor::create(device, made.set->persistent()));
    made.runner = std::make_unique<StepRunner>(run, *made.set, *made.executor);
    LOCKSTEP_TRY(loadInitial(run, made));
    return made;
}

} // namespace lockstep::train
