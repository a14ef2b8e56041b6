#include "numerics/expression_builder.h"
#include "ops/formula.h"
#include "support/sample_maker.h"

#include <algorithm>
#include <cmath>

namespace lockstep::test {

namespace {

SampleInput logSums(const SampleInput& logits, const Shape& rows, std::int64_t classes, std::int64_t inner) {
    SampleInput out{.shape = rows};
    for (std::int64_t row = 0; row < rows.elements(); ++row) {
        const auto at = [&](std::int64_t c) {
            return logits.values[static_cast<std::size_t>((row / inner * classes + c) * inner + row % inner)];
        };
        double top = at(0), sum = 0;
        for (std::int64_t c = 1; c < classes; ++c) top = std::max(top, at(c));
        for (std::int64_t c = 0; c < classes; ++c) sum += std::exp(at(c) - top);
        out.values.push_back(std::log(sum));
    }
    return out;
}

void addCrossEntropy(SampleMaker& m, const std::string& name, const Shape& logits, const Shape& rows, const ir::Attributes& options,
                     bool ignoring) {
    ir::Attributes attrs = options;
    attrs.set("class_axis", std::int64_t{1});
    const std::int64_t classes = logits[1], inner = logits.elements(2, logits.rank());
    const SampleInput x = m.real(logits, -3, 3);
    SampleInput target = m.classes(rows, static_cast<int>(classes));
    if (ignoring) target.values[1] = -100;
    m.add({.name = "cross_entropy/" + name, .op = "cross_entropy", .inputs = {x, target, m.scalar(0.125)}, .attrs = attrs, .wrt = {0}});
    m.add({.name = "cross_entropy_grad/" + name,
           .op = "cross_entropy_grad",
           .inputs = {m.values({}, {1.0}), x, target, m.scalar(0.125), logSums(x, rows, classes, inner)},
           .attrs = attrs});
}

/// Logits are made inside; `rows` may have several dimensions.
void addHead(SampleMaker& m, const std::string& name, const Shape& rows, std::int64_t in, std::int64_t classes, bool bias,
             const ir::Attributes& attrs) {
    Shape x = rows;
    x.push(in);
    SampleInput target = m.classes(rows, static_cast<int>(classes));
    if (attrs.has("ignore_index")) target.values[1] = -100;
    m.add({.name = "linear_cross_entropy/" + name,
           .op = "linear_cross_entropy",
           .inputs = {m.real(x), m.real({classes, in}), bias ? m.real({classes}) : m.absent(), target, m.scalar(0.125)},
           .attrs = attrs});
}

/// `text` over so many inputs of an odd size, and the slopes by all of them.
void addElementwise(SampleMaker& m, const std::string& name, const std::string& text, int count) {
    const std::vector<std::string> names{"a", "b", "c"};
    const Expression formula = Expression::parse(text, names).value();
    std::vector<SampleInput> inputs;
    std::vector<std::size_t> wrt;
    for (int i = 0; i < count; ++i) inputs.push_back(m.real({7, 53})), wrt.push_back(static_cast<std::size_t>(i));
    inputs.push_back(m.scalar(0.1));
    m.add(
        {.name = "elementwise_loss/" + name, .op = "elementwise_loss", .inputs = inputs, .attrs = ops::formulaAttrs(formula), .wrt = wrt});
    ExpressionBuilder b;
    std::vector<int> places, slopes;
    for (int i = 0; i < count; ++i) places.push_back(b.input(i));
    const int root = b.insert(formula, places).front();
    for (int i = 0; i < count; ++i) slopes.push_back(b.derivative(root, i).value());
    inputs.insert(inputs.begin(), {m.values({}, {0.7}), inputs.back()});
    inputs.pop_back();
    m.add({.name = "elementwise_loss_grad/" + name,
           .op = "elementwise_loss_grad",
           .inputs = inputs,
           .attrs = ops::formulaAttrs(b.build(slopes))});
}

} // namespace

void lossSamples(SampleMaker& m) {
    addCrossEntropy(m, "plain", {5, 7}, {5}, {}, false);
    addCrossEntropy(m, "batch1", {1, 3}, {1}, {}, false);
    addCrossEntropy(m, "ignored", {4, 3}, {4}, {}, true);
    addCrossEntropy(m, "smoothed", {4, 3}, {4}, {{"label_smoothing", 0.1}}, true);
    addCrossEntropy(m, "weighted", {4, 3}, {4}, {{"label_smoothing", 0.2}, {"class_weights", std::vector<double>{0.5, 2, 1}}}, true);
    addCrossEntropy(m, "image", {2, 3, 2, 2}, {2, 2, 2}, {}, true);
    addCrossEntropy(m, "image_weighted", {2, 3, 5, 7}, {2, 5, 7},
                    {{"label_smoothing", 0.2}, {"class_weights", std::vector<double>{0.5, 2, 1}}}, true);
    addCrossEntropy(m, "many_weighted", {3, 37}, {3}, {{"class_weights", std::vector<double>(37, 0.75)}}, false);
    addHead(m, "plain", {5}, 4, 7, false, {});
    addHead(m, "batch1", {1}, 1, 2, true, {});
    addHead(m, "tokens", {2, 3}, 5, 37, true,
            {{"label_smoothing", 0.2}, {"ignore_index", std::int64_t{-100}}, {"class_weights", std::vector<double>(37, 0.75)}});
    addElementwise(m, "square", "(a - b) ** 2", 2);
    addElementwise(m, "distance", "abs(a - b)", 2);
    addElementwise(m, "three", "where(abs(a - b) < 0.5, c * (a - b) ** 2, sin(a) * c)", 3);
    m.add({.name = "elementwise_loss/whole",
           .op = "elementwise_loss",
           .inputs = {m.whole({3, 5}), m.whole({3, 5}), m.scalar(0.5)},
           .attrs = ops::formulaAttrs(Expression::parse("(a - b) * (a - b)", {"a", "b"}).value()),
           .whole = true});
    m.add({.name = "constant/list",
           .op = "constant",
           .attrs = {{"shape", std::vector<std::int64_t>{1, 3}}, {"values", std::vector<double>{1, -2, 0.5}}},
           .whole = true});
}

} // namespace lockstep::test
