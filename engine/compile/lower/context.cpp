#include "compile/lower/context.h"

#include <algorithm>
#include <cmath>

namespace lockstep::compile {

static constexpr ErrorCode kDimension{"compile.bad_dimension",
                                      LOCKSTEP_TR("error", "dimension {0} does not exist in an input of {1} dimensions"),
                                      LOCKSTEP_TR("error", "dimensions leave the batch out; negative ones count from the end")};
static constexpr ErrorCode kInputRank{"compile.input_rank",
                                      LOCKSTEP_TR("error", "{0} wants an input of {1} dimensions (the batch left out) and gets {2}"),
                                      LOCKSTEP_TR("error", "put a Reshape or Flatten before it")};
static constexpr ErrorCode kShareShape{"compile.share_shape",
                                       LOCKSTEP_TR("error", "the shared weight {0} has the shape {1}, this layer needs {2}"),
                                       LOCKSTEP_TR("error", "make both layers the same size, or remove \"share\"")};
static constexpr ErrorCode kWeightTooLarge{"compile.weight_too_large",
                                           LOCKSTEP_TR("error", "a weight of shape {0} is too large for any memory"),
                                           LOCKSTEP_TR("error", "make the layer's sizes smaller")};
static constexpr std::int64_t kMostElements = std::int64_t{1} << 48; ///< as for values that nodes make: byte counts stay far from overflow

const spec::ArgValue& LowerContext::arg(std::string_view name) const {
    static const spec::ArgValue kNull;
    const auto at = m_layer.args.find(std::string(name));
    return at == m_layer.args.end() ? kNull : at->second;
}

bool LowerContext::flag(std::string_view name) const { return std::get<bool>(arg(name)); }
std::int64_t LowerContext::integer(std::string_view name) const { return std::get<std::int64_t>(arg(name)); }
double LowerContext::number(std::string_view name) const {
    if (const auto* whole = std::get_if<std::int64_t>(&arg(name))) return static_cast<double>(*whole);
    return std::get<double>(arg(name));
}
const std::string& LowerContext::text(std::string_view name) const { return std::get<std::string>(arg(name)); }
bool LowerContext::isNull(std::string_view name) const { return std::holds_alternative<std::monostate>(arg(name)); }

std::vector<std::int64_t> LowerContext::integers(std::string_view name) const {
    if (const auto* one = std::get_if<std::int64_t>(&arg(name))) return {*one};
    return std::get<std::vector<std::int64_t>>(arg(name));
}
std::vector<std::int64_t> LowerContext::pair(std::string_view name) const {
    auto list = integers(name);
    if (list.size() == 1) list.push_back(list.front());
    return list;
}

Result<std::int64_t> LowerContext::dimension(std::int64_t dim, std::size_t rankWithBatch) const {
    const auto rank = static_cast<std::int64_t>(rankWithBatch) - 1;
    if (dim < -rank || dim >= rank) return error(kDimension, {std::to_string(dim), std::to_string(rank)});
    return dim < 0 ? dim + rank + 1 : dim + 1;
}

Error LowerContext::error(const ErrorCode& code, std::vector<std::string> args) const {
    return Error(code, std::move(args)).inFile(m_state.model.file).atLine(m_layer.line).atPath(m_layer.path).inLayer(m_layer.id);
}

Status LowerContext::wantRank(std::size_t low, std::size_t high) const {
    const std::size_t rank = shape().rank() - 1;
    if (rank >= low && rank <= high) return {};
    std::string wanted = std::to_string(low);
    if (high > low) wanted += high == Shape::kMaxRank ? " or more" : " to " + std::to_string(high);
    return error(kInputRank, {m_layer.type, wanted, std::to_string(rank)});
}

Result<std::vector<ir::ValueId>> LowerContext::addAll(std::string_view op, std::vector<ir::ValueId> inputs, ir::Attributes attrs,
                                                      std::string_view suffix) {
    const std::string name = suffix.empty() ? m_layer.id : m_layer.id + "." + std::string(suffix);
    return m_state.rw.add(op, name, std::move(inputs), std::move(attrs), {.layer = m_layer.id, .phase = ir::Phase::Forward});
}

Result<ir::ValueId> LowerContext::add(std::string_view op, std::vector<ir::ValueId> inputs, ir::Attributes attrs, std::string_view suffix) {
    LOCKSTEP_ASSIGN(const auto outputs, addAll(op, std::move(inputs), std::move(attrs), suffix));
    return outputs.front();
}

Result<ir::ValueId> LowerContext::reshape(ir::ValueId value, const Shape& shape, std::string_view suffix) {
    if (value == ir::kNone || shapeOf(value) == shape) return value;
    return add("reshape", {value}, {{"shape", shape.list()}}, suffix);
}

const spec::InitDoc* LowerContext::initDoc() const {
    if (m_layer.init) return &*m_layer.init;
    static constexpr std::string_view kOfDocument[] = {"Linear", "Embedding", "MultiheadAttention"};
    const bool takes = std::ranges::find(kOfDocument, m_layer.type) != std::end(kOfDocument);
    return takes && m_state.model.init ? &*m_state.model.init : nullptr;
}

/// The document's rule for a weight of two or more dimensions (PyTorch's fans: size(1)*kernel in, size(0)*kernel out).
static InitRule ruleOf(const spec::InitDoc& doc, const Shape& shape) {
    const double kernel = static_cast<double>(shape.elements(2, shape.rank()));
    const double in = static_cast<double>(shape[1]) * kernel, out = static_cast<double>(shape[0]) * kernel;
    using enum InitRule::Kind;
    if (doc.type == "normal") return {Normal, doc.std};
    if (doc.type == "xavier_uniform") return {Uniform, std::sqrt(6.0 / (in + out))};
    if (doc.type == "xavier_normal") return {Normal, std::sqrt(2.0 / (in + out))};
    if (doc.type == "kaiming_uniform") return {Uniform, std::sqrt(6.0 / in)};
    if (doc.type == "kaiming_normal") return {Normal, std::sqrt(2.0 / in)};
    return {Constant, 0};
}

ir::ValueId LowerContext::declare(const std::string& name, ir::TensorType type, ir::ValueKind kind, InitRule rule, bool owned) {
    const bool averaged = kind == ir::ValueKind::Parameter && m_state.averaged && m_state.averaged(name);
    const std::string value = averaged ? "ema/" + name : name;
    const ir::ValueId existing = m_state.rw.graph().findValue(value); // a borrower may have come first
    const ir::ValueId known = existing != ir::kNone ? existing : m_state.rw.addValue(value, type, averaged ? ir::ValueKind::State : kind);
    if (!owned) return known;
    m_state.info.parameters.push_back({name, type.shape, type.dtype, kind == ir::ValueKind::Buffer, rule, m_layer.id});
    return known;
}

Result<ir::ValueId> LowerContext::weight(const Shape& shape, InitRule fallback) {
    if (shape.checkedElements().value_or(kMostElements + 1) > kMostElements) return error(kWeightTooLarge, {shape.str()});
    const bool shared = !m_layer.share.empty();
    const std::string name = (shared ? m_layer.share : m_layer.id) + ".weight";
    const ir::ValueId known = m_state.rw.graph().findValue(m_state.averaged && m_state.averaged(name) ? "ema/" + name : name);
    if (known != ir::kNone && !(shapeOf(known) == shape)) return error(kShareShape, {name, shapeOf(known).str(), shape.str()});
    return declare(name, {DType::F32, shape}, ir::ValueKind::Parameter, ruled(shape, fallback), !shared);
}

Result<ir::ValueId> LowerContext::weightNamed(std::string_view name, const Shape& shape, InitRule fallback) {
    if (shape.checkedElements().value_or(kMostElements + 1) > kMostElements) return error(kWeightTooLarge, {shape.str()});
    return parameter(name, shape, ruled(shape, fallback));
}

InitRule LowerContext::ruled(const Shape& shape, InitRule fallback) const {
    const spec::InitDoc* doc = initDoc();
    return doc && doc->type != "default" && shape.rank() > 1 ? ruleOf(*doc, shape) : fallback;
}

void LowerContext::zeroRow(std::int64_t row) {
    if (m_layer.share.empty()) m_state.info.parameters.back().init.zeroRow = row;
}

ir::ValueId LowerContext::bias(std::string_view name, const Shape& shape, InitRule fallback) {
    const spec::InitDoc* doc = initDoc();
    return parameter(name, shape, doc && doc->type != "default" ? InitRule{} : fallback);
}

ir::ValueId LowerContext::parameter(std::string_view name, const Shape& shape, InitRule rule) {
    return declare(m_layer.id + "." + std::string(name), {DType::F32, shape}, ir::ValueKind::Parameter, rule, true);
}

ir::ValueId LowerContext::buffer(std::string_view name, ir::TensorType type, InitRule rule) {
    return declare(m_layer.id + "." + std::string(name), type, ir::ValueKind::Buffer, rule, true);
}

Result<ir::ValueId> LowerContext::dropout(ir::ValueId x, double p, std::string_view suffix) {
    const std::int64_t stream = nextDropoutStream();
    if (!training() || p == 0) return x;
    const ir::Attributes attrs{{"p", p}, {"seed", static_cast<std::int64_t>(seed())}, {"stream", stream}};
    return add("dropout", {x, scalar("scalar/step"), scalar("scalar/first_sample")}, attrs, suffix);
}

ir::ValueId LowerContext::scalar(const std::string& name) {
    const ir::ValueId known = m_state.rw.graph().findValue(name);
    return known != ir::kNone ? known : m_state.rw.addValue(name, {DType::F64, {}}, ir::ValueKind::Scalar);
}

} // namespace lockstep::compile
