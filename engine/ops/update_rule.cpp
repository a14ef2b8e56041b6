#include "ops/update_rule.h"

#include "numerics/expression_term.h"

namespace lockstep::ops {

using Kind = UpdateRule::Kind;

static Kind kindOf(const std::string& rule) { return rule == "rmsprop" ? Kind::RmsProp : rule == "adagrad" ? Kind::Adagrad : Kind::Lion; }

static std::vector<std::string> statesOf(Kind kind, const ir::Attributes& attrs) {
    if (kind == Kind::Lion) return {"m"};
    if (kind == Kind::Adagrad) return {"sum"}; // no mean, as rmsprop's v is
    std::vector<std::string> states{"v"};
    if (attrs.flag("centered", false)) states.emplace_back("h");
    if (attrs.number("momentum", 0) > 0) states.emplace_back("buf");
    return states;
}

namespace {

/// One rule's formulas. The first input is p, the second g.
class Formulas {
public:
    Formulas(const ir::Attributes& attrs, std::size_t states) : m_attrs(attrs), m_firstScalar(2 + static_cast<int>(states)) {}

    Expression rmsprop() {
        const double a = m_attrs.number("alpha"), momentum = m_attrs.number("momentum");
        const Term p = input(0), g = decayed(p), v = a * input(2) + (1 - a) * g * g;
        m_results = {p.id(), v.id()};
        int next = 3;
        Term root = v.of(ExprOp::Sqrt);
        if (m_attrs.flag("centered")) {
            const Term old = input(next++), h = old + (1 - a) * (g - old);
            root = (v - h * h).of(ExprOp::Sqrt);
            m_results.push_back(h.id());
        }
        Term u = g / (root + m_attrs.number("eps"));
        if (momentum > 0) {
            u = momentum * input(next) + u;
            m_results.push_back(u.id());
        }
        return finish(p - scalar(0) * u);
    }

    Expression adagrad() {
        const Term p = input(0), g = decayed(p), sum = input(2) + g * g;
        m_results = {p.id(), sum.id()};
        return finish(p - scalar(0) * (g / (sum.of(ExprOp::Sqrt) + m_attrs.number("eps"))));
    }

    Expression lion() {
        const double b1 = m_attrs.number("beta1"), b2 = m_attrs.number("beta2");
        const Term p = input(0), g = input(1), m = input(2);
        m_results = {p.id(), (b2 * m + (1 - b2) * g).id()};
        return finish(p * scalar(1) - scalar(0) * (b1 * m + (1 - b1) * g).of(ExprOp::Sign));
    }

private:
    Term input(int place) { return Term::input(m_builder, place); }
    Term scalar(int i) { return input(m_firstScalar + i); }
    Term decayed(const Term& p) {
        const double decay = m_attrs.number("weight_decay");
        return decay == 0 ? input(1) : input(1) + decay * p;
    }
    Expression finish(const Term& nextP) {
        m_results[0] = nextP.id();
        return m_builder.build(m_results);
    }

    const ir::Attributes& m_attrs;
    int m_firstScalar;
    ExpressionBuilder m_builder;
    std::vector<ExpressionBuilder::Id> m_results;
};

} // namespace

static Expression programOf(Kind kind, const ir::Attributes& attrs, std::size_t states) {
    Formulas formulas(attrs, states);
    if (kind == Kind::RmsProp) return formulas.rmsprop();
    return kind == Kind::Adagrad ? formulas.adagrad() : formulas.lion();
}

UpdateRule::UpdateRule(const ir::Attributes& attrs)
    : kind(kindOf(attrs.text("rule"))), weightDecay(attrs.number("weight_decay")), lrDecay(attrs.number("lr_decay", 0)),
      states(statesOf(kind, attrs)), program(programOf(kind, attrs, states.size())) {}

std::vector<double> UpdateRule::scalars(double lr, double t) const {
    if (kind == Kind::Adagrad) return {lr / (1 + (t - 1) * lrDecay)};
    if (kind == Kind::Lion) return {lr, 1 - lr * weightDecay};
    return {lr};
}

UpdateLists ruleLists(const ir::Attributes& attrs) {
    return {static_cast<std::size_t>(attrs.integer("count")), 2 + statesOf(kindOf(attrs.text("rule")), attrs).size(),
            attrs.flag("norm", false)};
}

} // namespace lockstep::ops
