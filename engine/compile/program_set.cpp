#include "compile/program_set.h"

#include "base/clock.h"
#include "compile/step_builder.h"
#include "ops/builtin.h"

#include <algorithm>

namespace lockstep::compile {

std::vector<std::int64_t> microBatchSizes(std::int64_t batch, std::int64_t parts) {
    std::vector<std::int64_t> sizes;
    for (std::int64_t i = 0; i < std::min(parts, batch); ++i) { // more parts than samples: the rest would be empty
        const std::int64_t size = batch / parts + (i < batch % parts ? 1 : 0);
        if (size > 0) sizes.push_back(size);
    }
    return sizes;
}

ProgramSet::ProgramSet(const spec::RunDoc& run, backends::Device& device, Purpose purpose)
    : m_run(std::make_unique<spec::RunDoc>(run)), m_device(device), m_purpose(purpose) {}
ProgramSet::~ProgramSet() = default;

Result<std::unique_ptr<ProgramSet>> ProgramSet::create(const spec::RunDoc& run, backends::Device& device, Purpose purpose,
                                                       std::stop_token stop) {
    std::unique_ptr<ProgramSet> set(new ProgramSet(run, device, purpose));
    set->setStop(std::move(stop));
    device.enterThread();
    const std::int64_t batch = run.data.batchSize;
    if (purpose == Purpose::Inference) {
        LOCKSTEP_TRY(set->get({ProgramKind::Predict, batch}));
    } else if (purpose == Purpose::Gradients) {
        LOCKSTEP_TRY(set->get({ProgramKind::Gradients, microBatchSizes(batch, run.accumulate).front()}));
    } else if (run.accumulate == 1) {
        LOCKSTEP_TRY(set->get({ProgramKind::Train, batch}));
    } else {
        LOCKSTEP_TRY(set->get({ProgramKind::MicroFirst, microBatchSizes(batch, run.accumulate).front()}));
        LOCKSTEP_TRY(set->get({ProgramKind::Update, 1}));
    }
    return set;
}

std::size_t ProgramSet::plannedBytes() const { return m_persistent.bytes() + m_scratchBytes; }

namespace {

struct Kernels {
    std::vector<std::unique_ptr<backends::Kernel>> bySchedule;
    std::vector<program::Choice> choices;
};

Result<Kernels> prepareKernels(const ir::Graph& graph, backends::Device& device, const std::stop_token& stop) {
    Kernels out;
    out.choices.resize(static_cast<std::size_t>(graph.nodeEnd()));
    for (const ir::NodeId id : graph.order()) {
        if (stop.stop_requested()) return Error(passes::kCancelled); // made cold, kernels take most of the time
        const ir::Node& node = graph.node(id);
        auto& choice = out.choices[static_cast<std::size_t>(id)];
        if (program::isFreeView(graph, node)) {
            choice.implementation = "view";
            out.bySchedule.push_back(nullptr);
            continue;
        }
        auto made = device.prepare(backends::viewOf(graph, node));
        if (!made.ok()) return std::move(made).error().inLayer(node.layer).inNode(node.name);
        choice.implementation = made->implementation;
        for (auto& refusal : made->refused) choice.refused.emplace_back(std::move(refusal.implementation), std::move(refusal.reason));
        out.bySchedule.push_back(std::move(made->kernel));
    }
    return out;
}

program::MemoryPlan planFor(const ir::Graph& graph, const Kernels& kernels, const ir::LayoutQuery* layouts) {
    std::vector<std::size_t> workspace(static_cast<std::size_t>(graph.nodeEnd()), 0);
    for (std::size_t i = 0; i < graph.order().size(); ++i) {
        if (kernels.bySchedule[i]) workspace[static_cast<std::size_t>(graph.order()[i])] = kernels.bySchedule[i]->workspaceBytes();
    }
    return program::planMemory(
        {.graph = &graph,
         .valueBytes =
             [&](const ir::Value& v) { return v.layout == ir::kPlain || !layouts ? v.type.bytes() : layouts->bytes(v.type, v.layout); },
         .workspaceBytes = [&](ir::NodeId id) { return workspace[static_cast<std::size_t>(id)]; }});
}

/// Puts the arena's offsets into the places of persistent values and what shares their memory.
void fillPersistent(program::MemoryPlan& plan, const ir::Graph& graph, const program::PersistentLayout& layout) {
    for (ir::ValueId id = 0; id < graph.valueEnd(); ++id) {
        auto& placement = plan.values[static_cast<std::size_t>(id)];
        if (placement.region != program::Region::Persistent) continue;
        const ir::ValueId root = plan.roots[static_cast<std::size_t>(id)];
        placement.offset = layout.find(graph.value(root).name)->offset;
    }
}

std::string programName(const ProgramKey& key) {
    static constexpr const char* kNames[] = {"train", "micro-first", "micro", "update", "evaluate", "predict", "gradients"};
    return std::string(kNames[static_cast<std::size_t>(key.kind)]) + "/" + std::to_string(key.batch) + (key.probe ? "/probe" : "");
}

} // namespace

Result<const CompiledProgram*> ProgramSet::get(const ProgramKey& key) {
    if (const auto known = m_programs.find(key); known != m_programs.end()) return known->second.get();
    const std::int64_t start = monotonicNs();
    StepBuilder builder(*m_run, key, m_purpose, m_device.layouts());
    passes::Pipeline pipeline = builder.pipeline();
    ir::Graph graph(ops::builtinOps());
    LOCKSTEP_TRY(pipeline.run(graph, {.stop = m_stop}));
    LOCKSTEP_ASSIGN(Kernels kernels, prepareKernels(graph, m_device, m_stop));
    LOCKSTEP_TRY(m_persistent.include(graph));
    program::MemoryPlan plan = planFor(graph, kernels, m_device.layouts());
    fillPersistent(plan, graph, m_persistent);

    auto made = std::make_unique<CompiledProgram>();
    made->program =
        std::make_shared<const program::Program>(programName(key), std::move(graph), std::move(plan), std::move(kernels.choices));
    made->kernels = std::move(kernels.bySchedule);
    made->passMs = pipeline.times();
    made->compileMs = static_cast<double>(monotonicNs() - start) * 1e-6;
    if (m_programs.empty()) {
        m_model = builder.model();
        m_groups = builder.groups();
    }
    m_scratchBytes = std::max(m_scratchBytes, made->program->scratchBytes());
    return m_programs.emplace(key, std::move(made)).first->second.get();
}

ModelAnalysis analyseModel(const spec::ModelDoc& model, const std::map<std::string, spec::LossDoc>& losses) {
    ir::Graph graph(ops::builtinOps());
    ir::Rewriter rw(graph);
    LoweredModel lowered = lowerModel(rw, model, {.batch = 1, .training = false, .seed = 1});
    ModelAnalysis out{std::move(lowered.info), std::move(lowered.problems)};
    for (const auto& [id, value] : lowered.outputs) {
        const auto loss = losses.find(id);
        if (loss == losses.end()) continue;
        const Shape& shape = graph.value(value).type.shape;
        auto info = describeOutput(id, shape.slice(1, shape.rank()), loss->second);
        if (info.ok())
            out.info.outputs.push_back(*std::move(info));
        else
            out.problems.push_back(std::move(info).error().atPath("loss"));
    }
    return out;
}

} // namespace lockstep::compile
