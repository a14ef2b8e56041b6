#include "ir/verifier.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

namespace lockstep::ir {

static constexpr ErrorCode kInvariant{"ir.graph_invariant", "{0}", ""};

static Error broken(const std::string& node, std::string what) { return Error(kInvariant, {std::move(what)}).inNode(node); }

static Status verifyTypes(const Graph& graph, const Node& node) {
    const auto inputs = graph.inputTypes(node);
    auto inferred = node.op->infer({inputs, node.attrs});
    if (!inferred.ok()) return std::move(inferred).error().inNode(node.name);
    if (*inferred != graph.outputTypes(node)) return broken(node.name, "the types of its outputs are not those that its op infers");
    return {};
}

static Status verifyEnds(const Graph& graph, NodeId id, const std::vector<bool>& done) {
    const Node& node = graph.node(id);
    for (const ValueId in : node.inputs) {
        if (in == kNone) continue;
        const Value& value = graph.value(in);
        if (!value.alive) return broken(node.name, "reads the dead value " + value.name);
        if (value.producer != kNone && !done[static_cast<std::size_t>(value.producer)])
            return broken(node.name, "runs before the producer of " + value.name);
        const auto readers = graph.readers(in);
        if (std::ranges::find(readers, id) == readers.end()) return broken(node.name, "is missing among the readers of " + value.name);
    }
    for (const ValueId out : node.outputs) {
        if (!graph.value(out).alive || graph.value(out).producer != id)
            return broken(node.name, "does not produce its output " + graph.value(out).name);
    }
    return {};
}

Status verify(const Graph& graph) {
    std::unordered_set<std::string> names;
    for (ValueId id = 0; id < graph.valueEnd(); ++id) {
        if (graph.value(id).alive && !names.insert(graph.value(id).name).second)
            return broken("", "the value name " + graph.value(id).name + " is taken twice");
    }
    std::vector<bool> done(static_cast<std::size_t>(graph.nodeEnd()), false);
    std::vector<ValueId> changedBy(static_cast<std::size_t>(graph.valueEnd()), kNone);
    for (const NodeId id : graph.order()) {
        const Node& node = graph.node(id);
        if (!node.alive) return broken(node.name, "is dead but scheduled");
        LOCKSTEP_TRY(verifyTypes(graph, node));
        LOCKSTEP_TRY(verifyEnds(graph, id, done));
        for (const ValueId in : node.inputs) {
            if (in == kNone) continue;
            const auto storage = static_cast<std::size_t>(graph.value(in).storage);
            if (changedBy[storage] != kNone && changedBy[storage] != in)
                return broken(node.name, "reads the old content of " + graph.value(in).name + " after it was changed");
        }
        for (const ValueId out : node.outputs) {
            if (graph.value(out).storage == out) continue;
            changedBy[static_cast<std::size_t>(graph.value(out).storage)] = out;
        }
        done[static_cast<std::size_t>(id)] = true;
    }
    for (const Fetch& fetch : graph.fetches()) {
        if (!graph.value(fetch.value).alive) return broken("", "the fetched value " + fetch.name + " is dead");
    }
    return {};
}

} // namespace lockstep::ir
