#include "compile/lower/elementwise_loss.h"
#include "numerics/expression_term.h"
#include "ops/formula.h"

#include <algorithm>

namespace lockstep::compile {

using ir::ValueId;

static constexpr ErrorCode kPosWeight{"compile.pos_weight",
                                      LOCKSTEP_TR("error", "pos_weight has {0} numbers and output {1} has {2} classes"),
                                      LOCKSTEP_TR("error", "give one number, or one for each class")};
static constexpr ErrorCode kReadsNoOutput{"compile.loss_reads_no_output",
                                          LOCKSTEP_TR("error", "the loss formula does not read output, so nothing would be trained"),
                                          LOCKSTEP_TR("error", "write it with output, and with target and the inputs' ids")};
static constexpr ErrorCode kNameTaken{"compile.loss_name_taken",
                                      LOCKSTEP_TR("error", "{0} means the loss's own {0} in its formula, and an input has that id too"),
                                      LOCKSTEP_TR("error", "give the input another id")};
static constexpr ErrorCode kLossFormula{"compile.loss_formula",
                                        LOCKSTEP_TR("error", "the loss formula cannot combine {0} of shape {1} with {2}"),
                                        LOCKSTEP_TR("error", "sizes must be equal or 1, with as many dimensions as the output has")};

namespace {

Term where(const Term& condition, const Term& yes, const Term& no, ExpressionBuilder& b) {
    return {b, b.apply(ExprOp::Where, condition.id(), yes.id(), no.id())};
}

/// beta 0 is the plain distance.
Term smooth(const Term& d, double beta, ExpressionBuilder& b) {
    const Term a = d.of(ExprOp::Abs);
    if (beta == 0) return a;
    return where(a.with(ExprOp::Less, a.number(beta)), (1 / (2 * beta)) * d * d, a - beta / 2, b);
}

/// log(1 + exp(-x)) times 1 + (P - 1) t, and (1 - t) x.
Term crossEntropyOfLogit(const Term& x, const Term& t, const std::optional<Term>& weight) {
    const Term rest = x.of(ExprOp::Neg).of(ExprOp::Softplus);
    const Term one = x.number(1);
    return (one - t) * x + (weight ? (one + (*weight - 1.0) * t) * rest : rest);
}

Expression formulaOfLoss(const spec::LossDoc& loss) {
    ExpressionBuilder b;
    const Term x = Term::input(b, 0), t = Term::input(b, 1), d = x - t;
    if (loss.type == "mse") return b.build({(d * d).id()});
    if (loss.type == "l1") return b.build({d.of(ExprOp::Abs).id()});
    if (loss.type == "smooth_l1") return b.build({smooth(d, loss.beta, b).id()});
    if (loss.type == "huber") return b.build({(loss.delta * smooth(d, loss.delta, b)).id()});
    std::optional<Term> weight;
    if (loss.posWeight.size() == 1) weight = x.number(loss.posWeight[0]);
    if (loss.posWeight.size() > 1) weight = Term::input(b, 2);
    return b.build({crossEntropyOfLogit(x, t, weight).id()});
}

/// [C] along the class dimension of the output, stretched to it.
Result<ValueId> weightsAlongClasses(ir::Rewriter& rw, const LossNode& node, const std::string& name) {
    const Shape all = rw.graph().value(node.output).type.shape;
    if (node.info.classAxis < 0) return Error(kPosWeight, {std::to_string(node.loss.posWeight.size()), node.info.id, "no"});
    const auto axis = static_cast<std::size_t>(node.info.classAxis) + 1;
    const auto& weights = node.loss.posWeight;
    if (static_cast<std::int64_t>(weights.size()) != all[axis])
        return Error(kPosWeight, {std::to_string(weights.size()), node.info.id, std::to_string(all[axis])});
    Shape small;
    for (std::size_t i = 0; i < all.rank(); ++i) small.push(i == axis ? all[axis] : 1);
    LOCKSTEP_ASSIGN(const ValueId value, rw.add1("constant", name + "/pos_weight", {}, {{"shape", small.list()}, {"values", weights}}, {}));
    return rw.add1("expand", name + "/pos_weights", {value}, {{"shape", all.list()}}, {});
}

/// All in their common shape.
Status stretchAll(ir::Rewriter& rw, const std::vector<std::string>& names, std::vector<ValueId>& values, const std::string& name) {
    const auto shapeOf = [&](ValueId v) { return rw.graph().value(v).type.shape; };
    Shape all = shapeOf(values[0]);
    for (std::size_t i = 1; i < values.size(); ++i) {
        const Shape s = shapeOf(values[i]);
        for (std::size_t d = 0; d < std::max(all.rank(), s.rank()); ++d) {
            if (s.rank() != all.rank() || (s[d] != all[d] && s[d] != 1 && all[d] != 1))
                return Error(kLossFormula, {names[i], s.slice(1, s.rank()).str(), all.slice(1, all.rank()).str()});
            all.set(d, std::max(all[d], s[d]));
        }
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (shapeOf(values[i]) == all) continue;
        LOCKSTEP_ASSIGN(values[i], rw.add1("expand", name + "/" + names[i], {values[i]}, {{"shape", all.list()}}, {}));
    }
    return {};
}

/// The names that the formula reads, and their values.
Result<ValueId> addFormulaLoss(ir::Rewriter& rw, const LossNode& node, const std::string& name) {
    std::vector<std::string> names{"output", "target"};
    std::vector<ValueId> values{node.output, node.target};
    for (ValueId v = 0; v < rw.graph().valueEnd(); ++v) {
        const ir::Value& value = rw.graph().value(v);
        const bool own = value.name.find('/') != std::string::npos; // targets
        if (value.kind != ir::ValueKind::Input || own || !isFloating(value.type.dtype)) continue;
        if (std::ranges::find(names, value.name) != names.end()) return Error(kNameTaken, {value.name});
        names.push_back(value.name);
        values.push_back(v);
    }
    auto parsed = Expression::parse(node.loss.expr, names);
    if (!parsed) return std::move(parsed).error();
    ExpressionBuilder builder; // over what is read only
    std::vector<std::string> readNames;
    std::vector<ValueId> reads;
    std::vector<int> places(names.size(), 0);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool isRead = std::ranges::any_of(
            parsed->steps(), [&](const ExprStep& s) { return s.op == ExprOp::Input && s.args[0] == static_cast<int>(i); });
        if (!isRead) continue;
        places[i] = builder.input(static_cast<int>(reads.size()));
        reads.push_back(values[i]);
        readNames.push_back(names[i]);
    }
    if (reads.empty() || readNames[0] != "output") return Error(kReadsNoOutput, {});
    const double own = static_cast<double>(rw.graph().value(node.output).type.shape.elements());
    LOCKSTEP_TRY(stretchAll(rw, readNames, reads, name));
    // The mean is over all elements of what the formula makes, and the scale counts those of the output.
    const Term root(builder, builder.insert(*parsed, places).front());
    const Term mean = own / static_cast<double>(rw.graph().value(reads[0]).type.shape.elements()) * root;
    reads.push_back(node.scale);
    return rw.add1("elementwise_loss", name, reads, ops::formulaAttrs(builder.build({mean.id()})), {});
}

} // namespace

Result<ValueId> addElementwiseLoss(ir::Rewriter& rw, const LossNode& node, const std::string& name) {
    if (node.loss.type == "formula") return addFormulaLoss(rw, node, name);
    std::vector<ValueId> reads{node.output, node.target};
    if (node.loss.posWeight.size() > 1) {
        LOCKSTEP_ASSIGN(const ValueId weights, weightsAlongClasses(rw, node, name));
        reads.push_back(weights);
    }
    reads.push_back(node.scale);
    return rw.add1("elementwise_loss", name, reads, ops::formulaAttrs(formulaOfLoss(node.loss)), {});
}

} // namespace lockstep::compile
