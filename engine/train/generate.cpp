#include "train/generate.h"

#include "base/rng.h"
#include "compile/program_set.h"
#include "data/resources.h"
#include "data/text_file.h"
#include "exec/executor.h"
#include "train/checkpoint.h"
#include "train/step_runner.h"
#include "train/train_errors.h"
#include "train/weights.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lockstep::train {

namespace {

Status checkRun(const spec::RunDoc& run) {
    if (run.data.source != "text") return Error(kNoText, {run.data.source});
    if (run.data.mask) return Error(kHidesTokens);
    if (run.model.inputs.size() != 1 || run.model.outputs.size() != 1) return Error(kNoText, {"several inputs or outputs"});
    return {};
}

/// Whether a token sees only what stands before it.
Status checkCausal(const compile::CompiledProgram& program) {
    const ir::Graph& graph = program.program->graph();
    for (const ir::NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        const bool looksAhead = (node.op->name == "attention" && !node.attrs.flag("causal", false)) ||
                                (node.op->name == "recurrence" && node.attrs.flag("reverse", false));
        if (looksAhead) return Error(kNotCausal, {"layer " + node.layer});
    }
    return {};
}

/// The place of the next token by its weight.
std::size_t drawn(const std::vector<double>& weights, double uniform) {
    const double at = uniform * std::accumulate(weights.begin(), weights.end(), 0.0);
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        sum += weights[i];
        if (at < sum) return i;
    }
    return weights.size() - 1;
}

class Writer {
public:
    Writer(compile::ProgramSet& set, exec::Executor& executor, const spec::RunDoc& run, const GenerateRequest& request,
           std::int64_t vocabulary)
        : m_runner(run, set, executor), m_request(request), m_length(run.model.inputs[0].shape[0]),
          m_scores(set.model().outputs[0].shape.back()), m_vocabulary(std::min(vocabulary, m_scores)),
          m_window(DType::S64, Shape{1, m_length}) {}

    Result<std::int64_t> next(const std::vector<std::int64_t>& ids, std::uint64_t draw) {
        const std::int64_t known = std::min<std::int64_t>(static_cast<std::int64_t>(ids.size()), m_length);
        auto window = m_window.as<std::int64_t>();
        std::ranges::fill(window, 0); // what stands behind the last token is not seen: the model is causal
        std::copy(ids.end() - known, ids.end(), window.begin());
        LOCKSTEP_ASSIGN(const auto outputs, m_runner.predict({1, {m_window}, {}}));
        const float* scores = outputs[0].as<float>().data() + (known - 1) * m_scores;
        return chosen(scores, Rng(m_request.seed, RngPurpose::Sampling, 2).uniform(draw));
    }

private:
    std::int64_t chosen(const float* scores, double uniform) const {
        std::vector<std::int64_t> order(static_cast<std::size_t>(m_vocabulary));
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, [&](std::int64_t a, std::int64_t b) { return scores[a] > scores[b]; });
        if (m_request.temperature == 0) return order[0];
        if (m_request.topK > 0 && m_request.topK < m_vocabulary) order.resize(static_cast<std::size_t>(m_request.topK));
        std::vector<double> weights;
        weights.reserve(order.size());
        for (const std::int64_t id : order)
            weights.push_back(std::exp((static_cast<double>(scores[id]) - static_cast<double>(scores[order[0]])) / m_request.temperature));
        return order[drawn(weights, uniform)];
    }

    StepRunner m_runner;
    const GenerateRequest& m_request;
    std::int64_t m_length, m_scores, m_vocabulary;
    HostTensor m_window;
};

} // namespace

Result<std::string> generate(const spec::RunDoc& document, backends::Device& device, const Weights& weights, const GenerateRequest& request,
                             Stage& stage, const std::function<bool(const std::string&)>& tell) {
    stage = Stage::Request;
    LOCKSTEP_TRY(checkRun(document));
    spec::RunDoc run = document;
    run.data.batchSize = 1;
    LOCKSTEP_ASSIGN(const auto text,
                    data::TextFile::open(data::fileOf(run.data.path, run.baseDirectory, data::findResources()), run.data.tokenizer));
    LOCKSTEP_ASSIGN(auto ids, text.tokenizer.encode(request.prompt));
    if (ids.empty()) return Error(kEmptyPrompt);
    LOCKSTEP_ASSIGN(auto set, compile::ProgramSet::create(run, device, compile::Purpose::Inference));
    LOCKSTEP_ASSIGN(const auto* program, set->get({compile::ProgramKind::Predict, 1}));
    LOCKSTEP_TRY(checkCausal(*program));
    LOCKSTEP_ASSIGN(auto executor, exec::Executor::create(device, set->persistent()));
    stage = Stage::Work;
    LOCKSTEP_ASSIGN(const auto checkpoint, readCheckpoint(weights.checkpoint));
    LOCKSTEP_TRY(loadWeights(set->model(), averagedWeights(checkpoint), weights.checkpoint, *executor));
    Writer writer(*set, *executor, run, request, text.tokenizer.size());
    std::string out;
    for (std::int64_t i = 0; i < request.tokens; ++i) {
        LOCKSTEP_ASSIGN(const std::int64_t id, writer.next(ids, static_cast<std::uint64_t>(i)));
        ids.push_back(id);
        const std::string piece = text.tokenizer.decode({&id, 1});
        out += piece;
        if (tell && !tell(piece)) break;
    }
    return out;
}

} // namespace lockstep::train
