#include "base/text.h"
#include "compile/program_set.h"
#include "compile/step_builder.h"
#include "ir/dump.h"
#include "ops/builtin.h"

#include <cstdio>

namespace lockstep::compile {

static constexpr ErrorCode kNoPass{"compile.unknown_pass", LOCKSTEP_TR("error", "there is no pass {0} in this program"),
                                   LOCKSTEP_TR("error", "the passes are: {1}")};

static std::string nodeText(const CompiledProgram& compiled, ir::NodeId id, const ir::LayoutQuery* layouts) {
    const program::Program& p = *compiled.program;
    const ir::Graph& graph = p.graph();
    const ir::Node& node = graph.node(id);
    const ir::OpCost cost = graph.cost(node);
    char head[320];
    std::snprintf(head, sizeof head, "%-36s %-20s %-22s %9.3f MFLOP %9.1f kB", node.name.c_str(), std::string(node.op->name).c_str(),
                  p.choice(id).implementation.c_str(), cost.flops * 1e-6, cost.bytes * 1e-3);
    std::string out = std::string(head) + "\n";
    for (const ir::ValueId v : node.outputs) {
        const ir::Value& value = graph.value(v);
        const auto& place = p.placement(v);
        out += "    -> " + value.name + " " + value.type.str();
        if (value.layout != ir::kPlain && layouts) out += " " + layouts->layoutName(value.layout);
        out +=
            std::string(place.region == program::Region::Persistent ? " persistent+" : " scratch+") + std::to_string(place.offset) + "\n";
    }
    const auto& workspace = p.plan().workspaces[static_cast<std::size_t>(id)];
    if (workspace.bytes)
        out += "    workspace " + std::to_string(workspace.bytes) + " bytes at scratch+" + std::to_string(workspace.offset) + "\n";
    for (const auto& [implementation, reason] : p.choice(id).refused)
        out.append("    not ").append(implementation).append(": ").append(reason).append("\n");
    return out;
}

static std::string milliseconds(double ms) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", ms);
    return text;
}

static std::string programText(const CompiledProgram& compiled, const program::PersistentLayout& persistent,
                               const ir::LayoutQuery* layouts) {
    const program::Program& p = *compiled.program;
    std::string out = "program " + p.name() + "\n";
    out += "model FLOPs " + shortest(p.modelFlops()) + ", scratch " + humanBytes(static_cast<double>(p.scratchBytes())) + " (at least " +
           humanBytes(static_cast<double>(p.plan().liveBytes)) + " alive at once), persistent " +
           humanBytes(static_cast<double>(persistent.bytes())) + "\n";
    out += "compiled in " + milliseconds(compiled.compileMs) + " ms:";
    for (const auto& [pass, ms] : compiled.passMs) out += " " + pass + " " + milliseconds(ms);
    out += "\n\n";
    for (const ir::NodeId id : p.schedule()) out += nodeText(compiled, id, layouts);
    return out;
}

static Result<std::string> graphAfter(StepBuilder builder, std::string_view pass, bool dot) {
    passes::Pipeline pipeline = builder.pipeline();
    ir::Graph graph(ops::builtinOps());
    std::string found, names;
    passes::PipelineOptions options;
    options.after = [&](const std::string& name, const ir::Graph& g) {
        names += (names.empty() ? "" : ", ") + name;
        if (name == pass) found = dot ? ir::dumpDot(g) : ir::dump(g);
    };
    LOCKSTEP_TRY(pipeline.run(graph, options));
    if (found.empty()) return Error(kNoPass, {std::string(pass), names});
    return found;
}

Result<std::string> ProgramSet::explain(const ProgramKey& key, std::string_view afterPass, bool dot) {
    if (!afterPass.empty()) return graphAfter({*m_run, key, m_purpose, m_device.layouts(), planFunction()}, afterPass, dot);
    LOCKSTEP_ASSIGN(const CompiledProgram* compiled, get(key));
    return dot ? ir::dumpDot(compiled->program->graph()) : programText(*compiled, m_persistent, m_device.layouts());
}

} // namespace lockstep::compile
