#include "report/model_section.h"

#include "compile/program_set.h"
#include "report/model_graph.h"
#include "spec/run_doc.h"

#include <cstdio>
#include <map>

namespace lockstep::report {
namespace {

std::string shapeText(const Shape& shape) {
    std::string out;
    for (const auto d : shape.dims()) out += (out.empty() ? "" : " × ") + std::to_string(d);
    return out.empty() ? "one number" : out;
}

std::string millions(double flops) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", flops * 1e-6);
    return text;
}

/// A document layer: its plain layers summed, the shape of the last.
struct Row {
    GraphNode node;
    double flops = 0;
};

std::vector<Row> rowsOf(const spec::ModelDoc& model, const compile::ModelInfo& info) {
    std::vector<Row> rows;
    std::map<std::string, std::size_t> at;
    for (const auto& input : model.inputs) rows.push_back({{input.id, "Input", {}, shapeText(input.shape), 0}, 0});
    std::map<std::string, const spec::LayerDoc*> documents;
    for (const auto& layer : model.layers) documents[layer.id] = &layer;
    for (const auto& plain : info.layers) { // inputs precede readers here, not in the document
        const auto document = documents.find(plain.origin);
        if (document == documents.end()) continue;
        const auto [known, fresh] = at.emplace(plain.origin, rows.size());
        if (fresh) {
            const auto& layer = *document->second;
            const std::string type = layer.repeat > 1 ? layer.type + " × " + std::to_string(layer.repeat) : layer.type;
            rows.push_back({{layer.id, type, layer.inputs, "", 0}, 0});
        }
        Row& row = rows[known->second];
        row.node.shape = shapeText(plain.output);
        row.node.parameters += plain.parameters;
        row.flops += plain.flopsPerSample;
    }
    return rows;
}

Table layerTable(const std::vector<Row>& rows) {
    Table table{{"layer", "type", "reads", "output", "parameters", "MFLOP a sample, forward"}, {}, "Layers", true};
    for (const auto& [node, flops] : rows) {
        std::string inputs;
        for (const auto& input : node.inputs) inputs += (inputs.empty() ? "" : ", ") + input;
        table.rows.push_back({node.id, node.type, inputs, node.shape, std::to_string(node.parameters), millions(flops)});
    }
    return table;
}

Table parameterTable(const compile::ModelInfo& info) {
    Table table{{"tensor", "shape", "elements", "kind"}, {}, "Parameters and buffers", true};
    for (const auto& p : info.parameters)
        table.rows.push_back({p.name, shapeText(p.shape), std::to_string(p.shape.elements()), p.buffer ? "buffer" : "parameter"});
    return table;
}

} // namespace

std::vector<Block> modelSection(const RunData& run) {
    const auto json = spec::parseJson(run.resolvedDocument, "resolved");
    const auto document = json ? spec::readRun(*json, {}) : Result<spec::RunDoc>(json.error());
    if (!document) return {};
    const auto info = compile::analyseModel(document->model, document->losses).info;
    const auto rows = rowsOf(document->model, info);
    std::vector<GraphNode> nodes;
    nodes.reserve(rows.size());
    for (const auto& row : rows) nodes.push_back(row.node);
    Figure figure = modelGraph(nodes);
    figure.title = document->model.name.empty() ? "Model" : "Model \"" + document->model.name + "\"";
    figure.title += ", " + std::to_string(info.parameterCount) + " parameters";
    figure.data = layerTable(rows);
    return {std::move(figure), parameterTable(info)};
}

} // namespace lockstep::report
