// What a lowering function sees: one plain layer, the values of its inputs, and ways to add nodes and parameters.
#pragma once

#include "base/result.h"
#include "compile/model_info.h"
#include "ir/rewriter.h"
#include "spec/model_doc.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::compile {

/// State of lowering a whole model into one graph.
struct LowerState {
    ir::Rewriter& rw;
    bool training;
    std::int64_t batch;
    std::uint64_t seed;
    const spec::ModelDoc& model;
    std::function<bool(const std::string&)> averaged; ///< as in LowerOptions
    ModelInfo info;
    std::int64_t dropouts = 0; ///< streams handed out so far
};

class LowerContext {
public:
    LowerContext(LowerState& state, const spec::LayerDoc& layer, std::vector<ir::ValueId> inputs)
        : m_state(state), m_layer(layer), m_inputs(std::move(inputs)) {}

    const spec::LayerDoc& layer() const { return m_layer; }
    bool training() const { return m_state.training; }
    std::int64_t batch() const { return m_state.batch; }
    ir::ValueId input(std::size_t i = 0) const { return m_inputs[i]; }
    std::size_t inputCount() const { return m_inputs.size(); }
    /// With the batch in front.
    const Shape& shape(std::size_t i = 0) const { return m_state.rw.graph().value(m_inputs[i]).type.shape; }
    const Shape& shapeOf(ir::ValueId value) const { return m_state.rw.graph().value(value).type.shape; }

    // Arguments; the catalogue has filled in defaults and checked types and ranges.
    bool flag(std::string_view name) const;
    std::int64_t integer(std::string_view name) const;
    double number(std::string_view name) const;
    const std::string& text(std::string_view name) const;
    bool isNull(std::string_view name) const;
    std::vector<std::int64_t> integers(std::string_view name) const; ///< an int counts as a list of one
    std::vector<std::int64_t> pair(std::string_view name) const;     ///< an int counts twice
    /// A dimension argument (no batch, negative from the end) as a dimension of input 0 with its batch.
    Result<std::int64_t> dimension(std::int64_t dim, std::size_t rankWithBatch) const;

    Result<ir::ValueId> add(std::string_view op, std::vector<ir::ValueId> inputs, ir::Attributes attrs = {}, std::string_view suffix = {});
    Result<std::vector<ir::ValueId>> addAll(std::string_view op, std::vector<ir::ValueId> inputs, ir::Attributes attrs = {},
                                            std::string_view suffix = {});

    /// The same values in another shape; no node where there is no value or nothing to change.
    Result<ir::ValueId> reshape(ir::ValueId value, const Shape& shape, std::string_view suffix = {});

    /// The layer's weight: fan sizes for its rule are those of the stored shape. Shared weights are the owner's. An error if it is too
    /// large for any memory; ask for it first, so that a bias of the same size is checked with it.
    Result<ir::ValueId> weight(const Shape& shape, InitRule fallback);
    /// Row `row` of the weight just asked for starts at 0; a borrowed weight is the owner's affair.
    void zeroRow(std::int64_t row);
    /// The same under a name of its own; never shared.
    Result<ir::ValueId> weightNamed(std::string_view name, const Shape& shape, InitRule fallback);
    ir::ValueId bias(std::string_view name, const Shape& shape, InitRule fallback);
    ir::ValueId parameter(std::string_view name, const Shape& shape, InitRule rule);
    ir::ValueId buffer(std::string_view name, ir::TensorType type, InitRule rule);
    /// f64 scalar input shared by the whole graph: `scalar/step`, `scalar/first_sample`.
    ir::ValueId scalar(const std::string& name);
    /// `x` with this share dropped in training. Its stream is counted in inference too, so that streams don't depend on the mode.
    Result<ir::ValueId> dropout(ir::ValueId x, double p, std::string_view suffix = {});
    std::uint64_t seed() const { return m_state.seed; }
    std::int64_t nextDropoutStream() { return m_state.dropouts++; }

    Error error(const ErrorCode& code, std::vector<std::string> args) const;
    /// An error unless input 0 has `low` to `high` dimensions, the batch left out.
    Status wantRank(std::size_t low, std::size_t high = Shape::kMaxRank) const;

private:
    const spec::ArgValue& arg(std::string_view name) const;
    const spec::InitDoc* initDoc() const;
    /// The document's rule where it has one for weights of this layer.
    InitRule ruled(const Shape& shape, InitRule fallback) const;
    ir::ValueId declare(const std::string& name, ir::TensorType type, ir::ValueKind kind, InitRule rule, bool owned);

    LowerState& m_state;
    const spec::LayerDoc& m_layer;
    std::vector<ir::ValueId> m_inputs;
};

using LowerFn = Result<ir::ValueId> (*)(LowerContext&);

/// The function for a layer type; nullptr: not in this version.
LowerFn lowerFunction(std::string_view type);

} // namespace lockstep::compile
