#include "compile/step_builder.h"

#include "autodiff/reverse.h"
#include "base/text.h"
#include "cost/roofline.h"
#include "ops/update_rule.h"
#include "passes/fuse.h"
#include "passes/layout.h"
#include "passes/optimizer.h"
#include "passes/probe.h"
#include "passes/recompute.h"

#include <algorithm>

namespace lockstep::compile {

using ir::ValueId;

static constexpr ErrorCode kFreezesNothing{"compile.freezes_nothing",
                                           LOCKSTEP_TR("error", "no parameter's name matches {0}, which is to be frozen"),
                                           LOCKSTEP_TR("error", "parameters are named like {1}")};

passes::Pipeline StepBuilder::pipeline() {
    passes::Pipeline p;
    const bool update = m_key.kind == ProgramKind::Update;
    p.add("lower", [this](ir::Graph& g) { return lower(g); });
    if (trains() && !update) p.add("autodiff", [this](ir::Graph& g) { return differentiate(g); });
    if (m_key.kind == ProgramKind::Train || update) p.add("optimizer", [this](ir::Graph& g) { return optimize(g); });
    if (trains() && !update && m_key.kind != ProgramKind::Train) p.add("gradients", [this](ir::Graph& g) { return keepGradients(g); });
    p.add("clean", [](ir::Graph& g) {
        ir::Rewriter rw(g);
        rw.removeDead();
        return rw.finish();
    });
    p.add("fuse-batch-norm", [this](ir::Graph& g) { return passes::fuseBatchNorm(g, &m_gradients); });
    p.add("fuse-activation", passes::fuseActivations);
    if (trains() && !update) p.add("fuse-loss", [this](ir::Graph& g) { return passes::fuseLoss(g, &m_gradients); });
    if (m_layouts) p.add("layout", [this](ir::Graph& g) { return passes::assignLayouts(g, *m_layouts); });
    if (trains() && !update) p.add("recompute", [this](ir::Graph& g) { return recompute(g); });
    if (m_key.probe) p.add("probe", [this](ir::Graph& g) { return passes::addProbes(g, m_gradients); });
    return p;
}

/// Evaluating while training reads the averages of what is trained.
std::function<bool(const std::string&)> StepBuilder::averaged() const {
    if (!m_run.emaDecay || trains() || m_purpose != Purpose::Training) return {};
    return [this](const std::string& name) { return !isFrozen(name); };
}

bool StepBuilder::isFrozen(const std::string& name) const {
    return std::ranges::any_of(m_run.freeze, [&](const std::string& glob) { return globMatch(glob, name); });
}

static Status checkFreeze(const spec::RunDoc& run, const ModelInfo& model) {
    for (std::size_t i = 0; i < run.freeze.size(); ++i) {
        const auto takes = [&](const ParameterInfo& p) { return !p.buffer && globMatch(run.freeze[i], p.name); };
        if (std::ranges::any_of(model.parameters, takes)) continue;
        const std::string example = model.parameters.empty() ? "fc1.weight" : model.parameters.front().name;
        return Error(kFreezesNothing, {run.freeze[i], example}).inFile(run.file).atPath("freeze[" + std::to_string(i) + "]");
    }
    return {};
}

Status StepBuilder::lower(ir::Graph& graph) {
    ir::Rewriter rw(graph);
    // An update alone runs no layer: in training some change buffers, which would keep them alive.
    const bool training = trains() && m_key.kind != ProgramKind::Update;
    m_lowered = lowerModel(rw, m_run.model, {.batch = m_key.batch, .training = training, .seed = m_run.seed, .averaged = averaged()});
    if (!m_lowered.problems.empty()) return m_lowered.problems.front();
    for (const auto& id : m_run.model.outputs) {
        const ValueId y = m_lowered.outputs.at(id);
        const Shape& shape = graph.value(y).type.shape;
        auto info = describeOutput(id, shape.slice(1, shape.rank()), m_run.losses.at(id));
        if (!info.ok()) return std::move(info).error().inFile(m_run.file).atPath("loss");
        m_lowered.info.outputs.push_back(*std::move(info));
    }
    LOCKSTEP_ASSIGN(m_groups, optimizerGroups(m_run, m_lowered.info));
    LOCKSTEP_TRY(checkFreeze(m_run, m_lowered.info));
    if (m_key.kind == ProgramKind::Update) return declareGradients(graph);
    if (m_key.kind != ProgramKind::Predict) {
        LOCKSTEP_ASSIGN(m_loss, addLosses(rw, m_lowered.outputs, m_lowered.info.outputs, m_run.losses));
        rw.fetch("loss", m_loss);
    }
    if (!trains()) {
        for (const auto& [id, value] : m_lowered.outputs) rw.fetch("y." + id, value);
    }
    return rw.finish();
}

Status StepBuilder::declareGradients(ir::Graph& graph) {
    ir::Rewriter rw(graph);
    for (const auto& p : m_lowered.info.parameters) {
        if (!p.buffer && !isFrozen(p.name))
            m_gradients[p.name] = rw.addValue("grad/" + p.name, {p.dtype, p.shape}, ir::ValueKind::Gradient);
    }
    rw.removeDead(); // the forward nodes, of which only the parameters are wanted
    return rw.finish();
}

Status StepBuilder::differentiate(ir::Graph& graph) {
    ir::Rewriter rw(graph);
    std::vector<ValueId> parameters;
    for (const auto& p : m_lowered.info.parameters) {
        if (!p.buffer && !isFrozen(p.name)) parameters.push_back(graph.findValue(p.name));
    }
    LOCKSTEP_ASSIGN(const auto gradients, autodiff::reverse(rw, m_loss, parameters));
    for (const ValueId p : parameters) {
        const auto at = gradients.find(p);
        if (at != gradients.end() && at->second != ir::kNone) m_gradients[graph.value(p).name] = at->second;
    }
    return rw.finish();
}

/// Micro-batches and `grad`: every gradient goes into its persistent value. A parameter that the loss does not depend on has zeros.
Status StepBuilder::keepGradients(ir::Graph& graph) {
    ir::Rewriter rw(graph);
    const bool overwrite = m_key.kind != ProgramKind::Micro;
    for (const auto& p : m_lowered.info.parameters) {
        if (p.buffer || (m_key.kind != ProgramKind::Gradients && isFrozen(p.name))) continue;
        const ValueId sum = rw.addValue("grad/" + p.name, {p.dtype, p.shape}, ir::ValueKind::Gradient);
        const auto known = m_gradients.find(p.name);
        const bool absent = known == m_gradients.end();
        if (absent && !overwrite) continue;
        ValueId gradient = absent ? ir::kNone : known->second;
        if (absent) {
            const ir::Attributes zeros{{"shape", p.shape.list()}, {"value", 0.0}, {"dtype", std::string(name(p.dtype))}};
            LOCKSTEP_ASSIGN(gradient, rw.add1("fill", p.name + "/zeros", {}, zeros, {.layer = p.layer, .phase = ir::Phase::Backward}));
        }
        const ir::NodeId producer = graph.value(gradient).producer;
        const double sequence = producer == ir::kNone ? -1 : graph.node(producer).sequence + 0.25;
        LOCKSTEP_TRY(rw.add("accumulate", p.name + "/accumulate", {sum, gradient}, ir::Attributes{{"overwrite", overwrite}},
                            {.layer = p.layer, .phase = ir::Phase::Backward, .sequence = sequence}));
    }
    return rw.finish();
}

static passes::UpdateGroup updateGroup(const OptimizerGroup& group, std::size_t index) {
    const spec::OptimizerDoc& o = group.settings;
    passes::UpdateGroup out;
    out.lrScalar = "lr/" + std::to_string(index);
    if (o.type == "sgd") {
        out.op = "sgd_update";
        out.attrs = {{"momentum", o.momentum}, {"dampening", o.dampening}, {"weight_decay", o.weightDecay}, {"nesterov", o.nesterov}};
        if (o.momentum > 0) out.states = {"buf"};
        return out;
    }
    if (o.type == "rmsprop" || o.type == "adagrad" || o.type == "lion") {
        out.op = "rule_update";
        out.attrs = {{"rule", o.type}, {"weight_decay", o.weightDecay}, {"eps", o.eps}};
        if (o.type == "rmsprop") out.attrs.set("alpha", o.alpha).set("momentum", o.momentum).set("centered", o.centered);
        if (o.type == "adagrad") out.attrs.set("lr_decay", o.lrDecay);
        if (o.type == "lion") out.attrs.set("beta1", o.betas.first).set("beta2", o.betas.second);
        out.states = ops::UpdateRule(out.attrs).states;
        return out;
    }
    out.op = "adam_update";
    out.attrs = {{"beta1", o.betas.first},        {"beta2", o.betas.second},        {"eps", o.eps},
                 {"weight_decay", o.weightDecay}, {"decoupled", o.type == "adamw"}, {"amsgrad", o.amsgrad}};
    out.states = {"m", "v"};
    if (o.amsgrad) out.states.push_back("vmax");
    return out;
}

Status StepBuilder::recompute(ir::Graph& graph) const {
    using What = passes::RecomputeOptions::What;
    static const std::map<std::string, What> kWhat{
        {"none", What::Activations}, {"selective", What::Selective}, {"full", What::Full}, {"fit", What::Fit}};
    passes::RecomputeOptions options{.what = kWhat.at(m_run.recompute.what),
                                     .fitBytes = static_cast<std::size_t>(m_run.recompute.fitBytes),
                                     .plan = m_plan,
                                     .seconds = {}};
    const cost::DeviceProfile ratios = cost::typicalProfile(); // measured ones would make the choice depend on the machine
    options.seconds = [&](ir::NodeId id) { return cost::nodeSeconds(graph, graph.node(id), ratios); };
    return passes::recompute(graph, options);
}

Status StepBuilder::optimize(ir::Graph& graph) {
    std::vector<passes::UpdateGroup> groups;
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        passes::UpdateGroup group = updateGroup(m_groups[i], i);
        for (const auto& name : m_groups[i].parameters) {
            // PyTorch leaves a parameter without gradient alone: no decay either.
            if (const auto at = m_gradients.find(name); at != m_gradients.end())
                group.tensors.push_back({graph.findValue(name), at->second});
        }
        groups.push_back(std::move(group));
    }
    passes::OptimizerPassOptions options{.clipNorm = m_run.clipGradNorm};
    if (m_run.emaDecay) {
        options.emaDecay = m_run.emaDecay;
        for (const auto& p : m_lowered.info.parameters) {
            if (!p.buffer && !isFrozen(p.name)) options.averaged.push_back(graph.findValue(p.name));
        }
    }
    return passes::addOptimizer(graph, groups, options);
}

} // namespace lockstep::compile
