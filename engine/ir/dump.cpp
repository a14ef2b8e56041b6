#include "ir/dump.h"

namespace lockstep::ir {

static std::string typeText(const Value& value) {
    std::string out = value.type.str();
    if (value.layout != kPlain) out += "@" + std::to_string(value.layout);
    return out;
}

std::string dump(const Graph& graph) {
    std::string out;
    for (ValueId id = 0; id < graph.valueEnd(); ++id) {
        const Value& value = graph.value(id);
        if (value.alive && value.producer == kNone)
            out += std::string(name(value.kind)) + " " + value.name + " : " + typeText(value) + "\n";
    }
    for (const NodeId id : graph.order()) {
        const Node& node = graph.node(id);
        std::string line;
        for (const ValueId o : node.outputs) line += (line.empty() ? "" : ", ") + graph.value(o).name;
        line += " = " + std::string(node.op->name) + "(";
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            line += (i ? ", " : "") + (node.inputs[i] == kNone ? std::string("-") : graph.value(node.inputs[i]).name);
        }
        line += ")";
        if (!node.attrs.items().empty()) line += " " + node.attrs.str();
        line += " -> ";
        for (std::size_t i = 0; i < node.outputs.size(); ++i) line += (i ? ", " : "") + typeText(graph.value(node.outputs[i]));
        out += line + "\n";
    }
    for (const Fetch& fetch : graph.fetches()) out += "fetch " + fetch.name + " = " + graph.value(fetch.value).name + "\n";
    return out;
}

static std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"";
}

std::string dumpDot(const Graph& graph) {
    std::string out = "digraph step {\n  rankdir=TB; node [shape=box, fontname=\"sans-serif\"];\n";
    for (const NodeId id : graph.order()) {
        const Node& node = graph.node(id);
        const std::string label = node.name + "\\n" + std::string(node.op->name);
        out +=
            "  n" + std::to_string(id) + " [label=" + "\"" + label + "\"" + (node.phase == Phase::Forward ? "" : ", style=dashed") + "];\n";
    }
    for (ValueId id = 0; id < graph.valueEnd(); ++id) {
        const Value& value = graph.value(id);
        if (!value.alive || graph.readers(id).empty()) continue;
        std::string from = "n" + std::to_string(value.producer);
        if (value.producer == kNone) {
            from = "v" + std::to_string(id);
            out += "  " + from + " [shape=ellipse, label=" + quoted(value.name) + "];\n";
        }
        for (const NodeId reader : graph.readers(id))
            out += "  " + from + " -> n" + std::to_string(reader) + " [label=" + quoted(value.type.str()) + "];\n";
    }
    return out + "}\n";
}

} // namespace lockstep::ir
