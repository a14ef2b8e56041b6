#include "bench/models.h"

#include <cstdio>
#include <cstdlib>

namespace lockstep::bench {

namespace {

using ir::kNone, ir::ValueId, ir::ValueKind;
using Ints = std::vector<std::int64_t>;

class Builder {
public:
    explicit Builder(ir::Graph& graph) : m_rw(graph) {}

    ValueId input(Shape shape) { return m_rw.addValue("x", {DType::F32, shape}, ValueKind::Input); }

    ValueId linear(ValueId x, std::int64_t out) {
        const std::string n = next("fc");
        return add("linear", n, {x, parameter(n + ".w", {out, shape(x).back()}), parameter(n + ".b", {out})}, {{"activation", "none"}});
    }
    ValueId conv(ValueId x, std::int64_t out, std::int64_t kernel, std::int64_t stride, bool bias) {
        const std::string n = next("conv");
        const std::int64_t pad = kernel / 2;
        return add("conv2d", n, {x, parameter(n + ".w", {out, shape(x)[1], kernel, kernel}), bias ? parameter(n + ".b", {out}) : kNone},
                   {{"stride", Ints{stride, stride}},
                    {"padding", Ints{pad, pad, pad, pad}},
                    {"dilation", Ints{1, 1}},
                    {"groups", std::int64_t{1}},
                    {"activation", "none"}});
    }
    ValueId norm(ValueId x) {
        const std::string n = next("bn");
        const std::int64_t c = shape(x)[1];
        return add("batch_norm", n,
                   {x, parameter(n + ".w", {c}), parameter(n + ".b", {c}), buffer(n + ".mean", {c}), buffer(n + ".var", {c}),
                    m_rw.addValue(n + ".batches", {DType::S64, {}}, ValueKind::Buffer), kNone},
                   {{"eps", 1e-5}, {"momentum", 0.1}, {"relu", false}});
    }
    ValueId relu(ValueId x) { return add("relu", next("relu"), {x}, {}); }
    ValueId sum(ValueId a, ValueId b) { return add("add", next("add"), {a, b}, {}); }
    ValueId maxPool(ValueId x) {
        return add("max_pool2d", next("pool"), {x},
                   {{"kernel", Ints{2, 2}}, {"stride", Ints{2, 2}}, {"padding", Ints{0, 0}}, {"ceil_mode", false}});
    }
    ValueId globalAverage(ValueId x) { return add("adaptive_avg_pool2d", next("avg"), {x}, {{"output", Ints{1, 1}}}); }
    ValueId flatten(ValueId x) {
        return add("reshape", next("flat"), {x}, {{"shape", Ints{shape(x)[0], shape(x).elements() / shape(x)[0]}}});
    }

    Model finish(ValueId logits) {
        const ValueId target = m_rw.addValue("target", {DType::S64, {shape(logits)[0]}}, ValueKind::Input);
        const ValueId scale = m_rw.addValue("scale", {DType::F64, {}}, ValueKind::Scalar);
        const ValueId loss = add("cross_entropy", "loss", {logits, target, scale},
                                 {{"class_axis", std::int64_t{1}},
                                  {"label_smoothing", 0.0},
                                  {"ignore_index", std::int64_t{-100}},
                                  {"class_weights", std::vector<double>{}}});
        m_rw.fetch("loss", loss);
        if (const Status s = m_rw.finish(); !s.ok()) fail(s.error());
        return {loss, m_parameters};
    }

    const Shape& shape(ValueId v) const { return m_rw.graph().value(v).type.shape; }

private:
    [[noreturn]] static void fail(const Error& e) {
        std::fprintf(stderr, "%s\n", e.message().c_str());
        std::exit(1);
    }
    ValueId add(std::string_view op, const std::string& name, std::vector<ValueId> inputs, ir::Attributes attrs) {
        auto out = m_rw.add1(op, name, std::move(inputs), std::move(attrs), {.layer = name});
        if (!out.ok()) fail(out.error());
        return *out;
    }
    std::string next(const std::string& base) { return base + std::to_string(m_count++); }
    ValueId parameter(const std::string& name, Shape shape) {
        m_parameters.push_back(m_rw.addValue(name, {DType::F32, shape}, ValueKind::Parameter));
        return m_parameters.back();
    }
    ValueId buffer(const std::string& name, Shape shape) { return m_rw.addValue(name, {DType::F32, shape}, ValueKind::Buffer); }

    ir::Rewriter m_rw;
    std::vector<ValueId> m_parameters;
    int m_count = 0;
};

Model mlp(Builder b, std::int64_t batch, const std::vector<std::int64_t>& widths) {
    ValueId x = b.input({batch, widths[0]});
    for (std::size_t i = 1; i < widths.size(); ++i) {
        x = b.linear(x, widths[i]);
        if (i + 1 < widths.size()) x = b.relu(x);
    }
    return b.finish(x);
}

Model lenet(Builder b) {
    ValueId x = b.input({128, 1, 28, 28});
    for (const std::int64_t width : {32, 64}) x = b.maxPool(b.relu(b.conv(x, width, 3, 1, true)));
    return b.finish(b.linear(b.relu(b.linear(b.flatten(x), 128)), 10));
}

Model resnet20(Builder b) {
    ValueId x = b.relu(b.norm(b.conv(b.input({128, 3, 32, 32}), 16, 3, 1, false)));
    for (const std::int64_t width : {16, 32, 64}) {
        for (int block = 0; block < 3; ++block) {
            const std::int64_t stride = width > 16 && block == 0 ? 2 : 1;
            ValueId y = b.relu(b.norm(b.conv(x, width, 3, stride, false)));
            y = b.norm(b.conv(y, width, 3, 1, false));
            if (stride == 2) x = b.norm(b.conv(x, width, 1, 2, false));
            x = b.relu(b.sum(y, x));
        }
    }
    return b.finish(b.linear(b.flatten(b.globalAverage(x)), 10));
}

} // namespace

Model buildModel(ir::Graph& graph, const std::string& name) {
    const Builder b(graph);
    if (name == "mlp") return mlp(b, 128, {64, 256, 256, 10});
    if (name == "mlp-wide") return mlp(b, 256, {1024, 4096, 4096, 4096, 1000});
    if (name == "lenet") return lenet(b);
    if (name == "resnet20") return resnet20(b);
    std::fprintf(stderr, "no model %s\n", name.c_str());
    std::exit(1);
}

} // namespace lockstep::bench
