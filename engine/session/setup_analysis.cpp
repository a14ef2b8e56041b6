#include "session/setup_analysis.h"

#include "compile/program_set.h"
#include "session/documents.h"
#include "spec/graph_layout.h"
#include "train/feed.h"
#include "train/schedule.h"

#include <algorithm>
#include <map>

namespace lockstep::session {
namespace {

constexpr std::size_t kCurvePoints = 512;

LayerAnalysis inputRow(const spec::InputDoc& input) {
    LayerAnalysis row;
    row.id = input.id;
    row.type = "Input";
    row.outputShape = input.shape.list();
    row.activationBytesPerSample = static_cast<double>(input.shape.elements()) * static_cast<double>(byteSize(input.dtype));
    return row;
}

/// Plain layers summed into the document layer that they came from; the last one gives the shape.
void addPlain(LayerAnalysis& row, const compile::LayerInfo& plain) {
    row.outputShape = plain.output.list();
    row.parameters += plain.parameters;
    row.flopsPerSample += plain.flopsPerSample;
    row.activationBytesPerSample += static_cast<double>(plain.output.elements()) * static_cast<double>(byteSize(DType::F32));
}

std::vector<LayerAnalysis> rowsOf(const spec::ModelDoc& model, const compile::ModelInfo& info) {
    std::vector<LayerAnalysis> rows;
    std::map<std::string, std::size_t> at;
    for (const auto& input : model.inputs) rows.push_back(inputRow(input));
    for (const auto& layer : model.layers) {
        at[layer.id] = rows.size();
        LayerAnalysis row;
        row.id = layer.id;
        row.type = layer.type;
        row.inputs = layer.inputs;
        rows.push_back(std::move(row));
    }
    for (const auto& plain : info.layers) {
        if (const auto found = at.find(plain.origin); found != at.end()) addPlain(rows[found->second], plain);
    }
    return rows;
}

void place(std::vector<LayerAnalysis>& rows, const spec::ModelDoc& model) {
    std::vector<spec::LayoutNode> nodes;
    std::vector<spec::LayoutEdge> edges;
    for (const auto& row : rows) {
        nodes.push_back({row.id, 180, 64});
        for (const auto& input : row.inputs) edges.push_back({input, row.id});
    }
    const auto layout = spec::layoutGraph(nodes, edges);
    std::map<std::string, std::pair<double, double>> own;
    for (const auto& layer : model.layers) {
        if (layer.place) own[layer.id] = *layer.place;
    }
    for (auto& row : rows) {
        if (const auto found = layout.centres.find(row.id); found != layout.centres.end()) row.place = found->second;
        if (const auto found = own.find(row.id); found != own.end()) row.place = found->second;
    }
}

class Analyser {
public:
    Analyser(const SetupText& setup, const DeviceFactory& devices, const std::atomic<bool>& cancelled)
        : m_setup(setup), m_devices(devices), m_cancelled(cancelled) {}

    SetupAnalysis analyse() {
        m_answer.problems = checkSetup(m_setup, m_run);
        if (m_cancelled) return std::move(m_answer);
        if (!m_run) return modelAlone();
        m_answer.resolvedRun = spec::writeJson(spec::resolvedJson(*m_run));
        model(m_run->model, m_run->losses);
        if (m_answer.problems.empty() && !m_cancelled) programs();
        return std::move(m_answer);
    }

private:
    void model(const spec::ModelDoc& doc, const std::map<std::string, spec::LossDoc>& losses) {
        auto analysis = compile::analyseModel(doc, losses);
        m_answer.layers = rowsOf(doc, analysis.info);
        m_answer.parameters = analysis.info.parameterCount;
        for (auto& problem : analysis.problems) m_answer.problems.push_back(std::move(problem));
        place(m_answer.layers, doc);
    }

    /// A mistake elsewhere hides nothing of a sound model.
    SetupAnalysis modelAlone() {
        if (const auto sound = modelOfSetup(m_setup)) model(*sound, {});
        return std::move(m_answer);
    }

    void programs() {
        auto device = makeDevice(m_devices, *m_run);
        if (!device) return problem(std::move(device).error());
        auto set = compile::ProgramSet::create(*m_run, **device);
        if (!set) return problem(std::move(set).error());
        m_answer.compileMs = compileMs(**set);
        m_answer.plannedMemoryBytes = (*set)->plannedBytes();
        if (!m_cancelled) data((*set)->model());
    }

    double compileMs(compile::ProgramSet& set) {
        const bool whole = m_run->accumulate == 1;
        const auto size = compile::microBatchSizes(m_run->data.batchSize, m_run->accumulate).front();
        const auto kind = whole ? compile::ProgramKind::Train : compile::ProgramKind::MicroFirst;
        const auto program = set.get({kind, size, false});
        if (!program) return 0;
        m_answer.flopsPerStep = (*program)->program->modelFlops() * static_cast<double>(m_run->data.batchSize) / static_cast<double>(size);
        return (*program)->compileMs;
    }

    void data(const compile::ModelInfo& info) {
        const auto feed = train::Feed::open(*m_run, info);
        if (!feed) return problem(feed.error());
        m_answer.trainSamples = (*feed)->samples(train::Split::Train);
        m_answer.validationSamples = (*feed)->samples(train::Split::Validation);
        m_answer.testSamples = (*feed)->samples(train::Split::Test);
        m_answer.steps = m_run->steps.value_or(m_run->epochs * (*feed)->batchesPerEpoch());
        curve();
    }

    void curve() {
        const train::Schedule schedule(m_run->schedule, m_run->optimizer.lr, m_answer.steps);
        const auto points = std::min<std::int64_t>(m_answer.steps, kCurvePoints);
        for (std::int64_t i = 0; i < points; ++i)
            m_answer.learningRate.push_back(schedule.rate(points == 1 ? 0 : i * (m_answer.steps - 1) / (points - 1)));
    }

    void problem(Error error) { m_answer.problems.push_back(std::move(error)); }

    const SetupText& m_setup;
    const DeviceFactory& m_devices;
    const std::atomic<bool>& m_cancelled;
    std::optional<spec::RunDoc> m_run;
    SetupAnalysis m_answer;
};

} // namespace

SetupAnalysis analyseSetup(const SetupText& setup, const DeviceFactory& devices, const std::atomic<bool>& cancelled) {
    return Analyser(setup, devices, cancelled).analyse();
}

Result<Explanation> explainSetup(const ExplainSetup& query, const DeviceFactory& devices) {
    LOCKSTEP_ASSIGN(auto run, readSetup(query.setup));
    LOCKSTEP_ASSIGN(const auto device, makeDevice(devices, run));
    LOCKSTEP_ASSIGN(const auto set, compile::ProgramSet::create(run, *device));
    const auto kind = run.accumulate == 1 ? compile::ProgramKind::Train : compile::ProgramKind::MicroFirst;
    const auto size = compile::microBatchSizes(run.data.batchSize, run.accumulate).front();
    LOCKSTEP_ASSIGN(auto text, set->explain({kind, size, false}, query.afterPass, query.dot));
    return Explanation{std::move(text)};
}

} // namespace lockstep::session
