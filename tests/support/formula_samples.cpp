#include "support/sample_maker.h"

#include "ops/formula.h"

namespace lockstep::test {

namespace {

void add(SampleMaker& m, const std::string& name, const char* text, double low, double high, std::size_t inputs = 1) {
    static const std::vector<std::string> names{"a", "b", "c"};
    OpSample sample{.name = "formula/" + name, .op = "formula", .attrs = ops::formulaAttrs(Expression::parse(text, names).value())};
    for (std::size_t i = 0; i < inputs; ++i) {
        sample.inputs.push_back(m.real({3, 5, 37}, low, high));
        sample.wrt.push_back(i);
    }
    m.add(std::move(sample));
}

} // namespace

void formulaSamples(SampleMaker& m) {
    add(m, "exp", "exp(a)", -4, 4);
    add(m, "log", "log(a)", 0.1, 5);
    add(m, "sqrt", "sqrt(a)", 0.1, 5);
    add(m, "abs", "abs(a) + sign(a)", 0.5, 2);
    add(m, "smooth", "tanh(a) * sigmoid(a) - erf(a)", -3, 3);
    add(m, "waves", "sin(3*a) + cos(a)", -4, 4);
    add(m, "powers", "a**2 + a**3 + a**-1", 0.5, 2);
    add(m, "three", "where(a > b, a*b, c/2) + max(a, c) - min(b, c)", -2, 2, 3);
    add(m, "two", "relu(a - b) / (1 + a*a)", -2, 2, 2);
    add(m, "any_power", "a**b", 0.5, 2, 2);
    add(m, "input_back", "a", -2, 2);
    add(m, "number", "a*0 + 3", -2, 2);
    m.add({.name = "formula/whole",
           .op = "formula",
           .inputs = {m.whole({1, 1031}), m.whole({1, 1031})},
           .attrs = ops::formulaAttrs(Expression::parse("max(a, b) * 2 - where(a <= b, a, 1)", {"a", "b"}).value()),
           .whole = true});
}

} // namespace lockstep::test
