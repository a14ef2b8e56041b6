#include "ui_support/spec_analysis.h"

#include "spec/graph_layout.h"
#include "spec/run_doc.h"
#include "spec/templates.h"

#include <cmath>
#include <fstream>
#include <numbers>
#include <numeric>
#include <sstream>

namespace lockstep::testing {

namespace {

using Dims = std::vector<std::int64_t>;
constexpr std::int64_t kTrainSamples = 1438, kOtherSamples = 179; // of the digits, 0.8 / 0.1 / 0.1

Result<std::string> load(const std::string& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

std::int64_t product(const Dims& dims) { return std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>()); }

std::int64_t whole(const spec::LayerDoc& layer, const char* name, std::int64_t fallback) {
    const auto found = layer.args.find(name);
    if (found == layer.args.end()) return fallback;
    if (const auto* value = std::get_if<std::int64_t>(&found->second)) return *value;
    if (const auto* list = std::get_if<std::vector<std::int64_t>>(&found->second); list && !list->empty()) return list->front();
    return fallback;
}

void describe(const spec::LayerDoc& layer, const Dims& in, session::LayerAnalysis& out) {
    const auto window = [&](std::int64_t size, std::int64_t kernel, std::int64_t stride) {
        return (size + 2 * whole(layer, "padding", 0) - kernel) / std::max<std::int64_t>(1, stride) + 1;
    };
    out.outputShape = in;
    if (layer.type == "Linear" && !in.empty()) {
        const std::int64_t width = whole(layer, "out_features", 1);
        out.outputShape.back() = width;
        out.parameters = width * (in.back() + 1);
        out.flopsPerSample = 2.0 * static_cast<double>(width * in.back());
    } else if (layer.type == "Conv2d" && in.size() == 3) {
        const std::int64_t width = whole(layer, "out_channels", 1), kernel = whole(layer, "kernel_size", 1),
                           stride = whole(layer, "stride", 1);
        out.outputShape = {width, window(in[1], kernel, stride), window(in[2], kernel, stride)};
        out.parameters = width * (in[0] * kernel * kernel + 1);
        out.flopsPerSample = 2.0 * static_cast<double>(product(out.outputShape) * in[0] * kernel * kernel);
    } else if (layer.type == "MaxPool2d" && in.size() == 3) {
        const std::int64_t kernel = whole(layer, "kernel_size", 2);
        out.outputShape = {in[0], window(in[1], kernel, whole(layer, "stride", kernel)),
                           window(in[2], kernel, whole(layer, "stride", kernel))};
    } else if (layer.type == "Flatten") {
        out.outputShape = {product(in)};
    } else if (layer.type == "AdaptiveAvgPool2d" && in.size() == 3) {
        out.outputShape = {in[0], whole(layer, "output_size", 1), whole(layer, "output_size", 1)};
    } else if (layer.type == "Reshape") {
        if (const auto* list = std::get_if<std::vector<std::int64_t>>(&layer.args.at("shape"))) out.outputShape = *list;
    }
    out.activationBytesPerSample = 4.0 * static_cast<double>(product(out.outputShape));
}

void addLayers(const spec::ModelDoc& model, session::SetupAnalysis& analysis) {
    std::map<std::string, Dims> shapes;
    std::vector<spec::LayoutNode> nodes;
    std::vector<spec::LayoutEdge> edges;
    for (const spec::InputDoc& input : model.inputs) {
        session::LayerAnalysis row{input.id, "Input", {}, {}, 0, 0, 0, {}};
        for (std::size_t i = 0; i < static_cast<std::size_t>(input.shape.rank()); ++i) row.outputShape.push_back(input.shape[i]);
        shapes[input.id] = row.outputShape;
        analysis.layers.push_back(row);
    }
    for (const spec::LayerDoc& layer : model.layers) {
        session::LayerAnalysis row{layer.id, layer.type, layer.inputs, {}, 0, 0, 0, {}};
        describe(layer, layer.inputs.empty() ? Dims{} : shapes[layer.inputs.front()], row);
        shapes[layer.id] = row.outputShape;
        analysis.parameters += row.parameters;
        analysis.flopsPerStep += 3 * row.flopsPerSample;
        for (const std::string& input : layer.inputs) edges.push_back({input, layer.id});
        analysis.layers.push_back(row);
    }
    for (const session::LayerAnalysis& row : analysis.layers) nodes.push_back({row.id, 200, 72});
    const spec::LayoutResult layout = spec::layoutGraph(nodes, edges);
    for (session::LayerAnalysis& row : analysis.layers)
        if (const auto found = layout.centres.find(row.id); found != layout.centres.end()) row.place = found->second;
}

double rateAt(const spec::RunDoc& run, std::int64_t s, std::int64_t n) {
    const double lr = run.optimizer.lr;
    const auto w = static_cast<double>(run.schedule.warmupSteps), at = static_cast<double>(s), all = static_cast<double>(n);
    if (at < w) return lr * (at + 1) / w;
    if (run.schedule.type == "cosine")
        return run.schedule.minLr + (lr - run.schedule.minLr) * (1 + std::cos(std::numbers::pi * (at - w) / (all - w))) / 2;
    if (run.schedule.type == "step")
        return lr * std::pow(run.schedule.gamma, std::floor(at / static_cast<double>(std::max<std::int64_t>(1, run.schedule.stepSize))));
    return lr;
}

void addPlan(const spec::RunDoc& run, session::SetupAnalysis& analysis) {
    analysis.trainSamples = kTrainSamples;
    analysis.validationSamples = analysis.testSamples = kOtherSamples;
    const std::int64_t batch = std::max<std::int64_t>(1, run.data.batchSize);
    analysis.steps = run.steps.value_or(run.epochs * ((kTrainSamples + batch - 1) / batch));
    analysis.flopsPerStep *= static_cast<double>(batch);
    double activations = 0;
    for (const auto& layer : analysis.layers) activations += layer.activationBytesPerSample;
    analysis.plannedMemoryBytes =
        static_cast<std::size_t>(16.0 * static_cast<double>(analysis.parameters) + 2 * activations * static_cast<double>(batch));
    const std::int64_t points = std::min<std::int64_t>(512, analysis.steps);
    for (std::int64_t i = 0; i < points; ++i)
        analysis.learningRate.push_back(rateAt(run, points > 1 ? i * (analysis.steps - 1) / (points - 1) : 0, analysis.steps));
}

} // namespace

session::SetupAnalysis analyseBySpec(const session::SetupText& setup) {
    session::SetupAnalysis analysis;
    const auto json = spec::parseJson(setup.run, setup.file);
    if (!json.ok()) {
        analysis.problems.push_back(json.error());
        return analysis;
    }
    spec::ReadRunOptions options;
    options.file = setup.file;
    options.baseDirectory = setup.baseDirectory.empty() ? "." : setup.baseDirectory;
    options.load = load;
    analysis.problems = spec::checkRun(*json, options);
    if (const auto run = spec::readRun(*json, options); run.ok()) {
        addLayers(run->model, analysis);
        addPlan(*run, analysis);
    }
    return analysis;
}

} // namespace lockstep::testing
