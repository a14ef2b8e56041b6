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
        if (run.recompute.what == "fit") LOCKSTEP_TRY(set->get({ProgramKind::Update, 1})); // its state counts in what must fit
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

program::MemoryPlan planFor(const ir::Graph& graph, const std::vector<std::size_t>& workspace, const ir::LayoutQuery* layouts) {
    return program::planMemory(
        {.graph = &graph,
         .valueBytes =
             [&](const ir::Value& v) { return v.layout == ir::kPlain || !layouts ? v.type.bytes() : layouts->bytes(v.type, v.layout); },
         .workspaceBytes = [&](ir::NodeId id) { return workspace[static_cast<std::size_t>(id)]; }});
}

/// By NodeId.
std::vector<std::size_t> workspacesOf(const ir::Graph& graph, const Kernels& kernels) {
    std::vector<std::size_t> out(static_cast<std::size_t>(graph.nodeEnd()), 0);
    for (std::size_t i = 0; i < graph.order().size(); ++i) {
        if (kernels.bySchedule[i]) out[static_cast<std::size_t>(graph.order()[i])] = kernels.bySchedule[i]->workspaceBytes();
    }
    return out;
}

/// Nodes with the same key are run by kernels that are alike.
std::string kernelKey(const backends::NodeView& view) {
    std::string key = std::string(view.node->op->name) + view.attrs().str();
    const auto add = [&key](const backends::ValueView& v) {
        key += v.present ? "|" + v.type.str() + "/" + std::to_string(v.layout) : std::string("|-");
    };
    for (const auto& v : view.inputs) add(v);
    key += ">";
    for (const auto& v : view.outputs) add(v);
    return key;
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

ir::PlanFn ProgramSet::planFunction() const {
    const auto known = std::make_shared<std::map<std::string, std::size_t>>();
    return [this, known](const ir::Graph& graph) -> Result<std::size_t> {
        std::vector<std::size_t> workspace(static_cast<std::size_t>(graph.nodeEnd()), 0);
        for (const ir::NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            if (program::isFreeView(graph, node)) continue;
            if (m_stop.stop_requested()) return Error(passes::kCancelled);
            const auto view = backends::viewOf(graph, node);
            const auto [at, isNew] = known->try_emplace(kernelKey(view), 0);
            if (isNew) {
                auto made = m_device.prepare(view);
                if (!made.ok()) return std::move(made).error().inLayer(node.layer).inNode(node.name);
                at->second = made->kernel->workspaceBytes();
            }
            workspace[static_cast<std::size_t>(id)] = at->second;
        }
        program::PersistentLayout persistent = m_persistent;
        LOCKSTEP_TRY(persistent.include(graph));
        return persistent.bytes() + planFor(graph, workspace, m_device.layouts()).scratchBytes;
    };
}

Result<const CompiledProgram*> ProgramSet::get(const ProgramKey& key) {
    if (const auto known = m_programs.find(key); known != m_programs.end()) return known->second.get();
    const std::int64_t start = monotonicNs();
    StepBuilder builder(*m_run, key, m_purpose, m_device.layouts(), planFunction());
    passes::Pipeline pipeline = builder.pipeline();
    ir::Graph graph(ops::builtinOps());
    LOCKSTEP_TRY(pipeline.run(graph, {.stop = m_stop}));
    LOCKSTEP_ASSIGN(Kernels kernels, prepareKernels(graph, m_device, m_stop));
    LOCKSTEP_TRY(m_persistent.include(graph));
    program::MemoryPlan plan = planFor(graph, workspacesOf(graph, kernels), m_device.layouts());
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
