#include "compile/lower/lower.h"

#include "spec/expand.h"

#include <algorithm>
#include <optional>

namespace lockstep::compile {

static constexpr ErrorCode kNotHere{"compile.layer_unavailable",
                                    LOCKSTEP_TR("error", "the layer type {0} is not available in this version"),
                                    LOCKSTEP_TR("error", "use another layer")};
static constexpr ErrorCode kUnknownShape{"compile.unknown_shape", "the shape of {0} is not known", ""};

namespace {

class ModelLowerer {
public:
    ModelLowerer(ir::Rewriter& rw, const spec::ModelDoc& model, const LowerOptions& options)
        : m_state{rw, options.training, options.batch, options.seed, model, options.averaged, {}, 0} {}

    LoweredModel run() {
        for (const auto& input : m_state.model.inputs)
            m_values[input.id] = m_state.rw.addValue(input.id, {input.dtype, input.shape.withBatch(m_state.batch)}, ir::ValueKind::Input);
        for (const spec::LayerDoc* layer : spec::orderedLayers(m_state.model)) {
            if (Status done = lowerDocumentLayer(*layer); !done.ok()) m_problems.push_back(placed(std::move(done).error(), *layer));
        }
        return finish();
    }

private:
    /// The document's layer, file and line, where the error does not name them yet.
    Error placed(Error error, const spec::LayerDoc& layer) const {
        Where& where = error.where();
        if (where.file.empty()) where.file = m_state.model.file;
        if (where.line == 0) where.line = layer.line;
        if (where.path.empty()) where.path = layer.path;
        if (where.layer.empty()) where.layer = layer.id;
        where.node.clear();
        return error;
    }

    Status lowerDocumentLayer(const spec::LayerDoc& layer) {
        std::vector<std::string> inputs;
        for (const auto& id : layer.inputs) {
            const auto alias = m_aliases.find(id);
            const std::string& plain = alias == m_aliases.end() ? id : alias->second;
            if (!m_values.contains(plain)) return {}; // its own problem has been reported
            inputs.push_back(plain);
        }
        const auto shapeOf = [this](const std::string& id) -> Result<Shape> {
            const auto at = m_values.find(id);
            if (at == m_values.end()) return Error(kUnknownShape, {id});
            const Shape& shape = m_state.rw.graph().value(at->second).type.shape;
            return shape.slice(1, shape.rank());
        };
        const auto emit = [this](const spec::PlainLayer& plain) { return lowerPlain(plain); };
        LOCKSTEP_ASSIGN(m_aliases[layer.id], spec::expandLayer(layer, inputs, shapeOf, emit));
        return {};
    }

    Status lowerPlain(const spec::PlainLayer& plain) {
        const LowerFn lower = lowerFunction(plain.layer.type);
        if (!lower) return Error(kNotHere, {plain.layer.type});
        std::vector<ir::ValueId> inputs;
        for (const auto& id : plain.layer.inputs) inputs.push_back(m_values.at(id));
        LowerContext context(m_state, plain.layer, std::move(inputs));
        LOCKSTEP_ASSIGN(const ir::ValueId out, lower(context));
        m_values[plain.layer.id] = out;
        const Shape& shape = m_state.rw.graph().value(out).type.shape;
        m_state.info.layers.push_back({plain.layer.id, plain.origin, plain.layer.type, plain.layer.inputs, shape.slice(1, shape.rank())});
        return {};
    }

    LoweredModel finish() {
        LoweredModel out;
        for (const auto& id : m_state.model.outputs) {
            const auto alias = m_aliases.find(id);
            const auto value = m_values.find(alias == m_aliases.end() ? id : alias->second);
            if (value != m_values.end()) out.outputs[id] = value->second;
        }
        sumUp();
        out.info = std::move(m_state.info);
        out.problems = std::move(m_problems);
        return out;
    }

    void sumUp() {
        const ir::Graph& graph = m_state.rw.graph();
        std::map<std::string, LayerInfo*> byId;
        for (auto& layer : m_state.info.layers) byId[layer.id] = &layer;
        for (ir::NodeId id = 0; id < graph.nodeEnd(); ++id) {
            const auto at = byId.find(graph.node(id).layer);
            if (at != byId.end()) at->second->flopsPerSample += graph.cost(graph.node(id)).flops / static_cast<double>(m_state.batch);
        }
        for (const auto& p : m_state.info.parameters) {
            if (p.buffer) continue;
            m_state.info.parameterCount += p.shape.elements();
            if (const auto at = byId.find(p.layer); at != byId.end()) at->second->parameters += p.shape.elements();
        }
    }

    LowerState m_state;
    std::map<std::string, ir::ValueId> m_values; ///< plain layers and model inputs
    std::map<std::string, std::string> m_aliases;
    std::vector<Error> m_problems;
};

} // namespace

LoweredModel lowerModel(ir::Rewriter& rw, const spec::ModelDoc& model, const LowerOptions& options) {
    return ModelLowerer(rw, model, options).run();
}

} // namespace lockstep::compile
