// Mistakes that users make show up as shapes that do not fit: the message must name the numbers.
#include "ir/rewriter.h"
#include "ops/builtin.h"
#include "ops/window.h"

#include <gtest/gtest.h>

using namespace lockstep;
using namespace lockstep::ir;

namespace {

using Ints = std::vector<std::int64_t>;

struct Shapes : testing::Test {
    Graph graph{ops::builtinOps()};
    Rewriter rw{graph};

    ValueId value(Shape shape, DType type = DType::F32) { return rw.addValue(rw.uniqueName("v"), {type, shape}, ValueKind::Input); }
    Result<ValueId> add(std::string_view op, std::vector<ValueId> inputs, Attributes attrs = {}) {
        return rw.add1(op, rw.uniqueName("n"), std::move(inputs), std::move(attrs), {.layer = "l"});
    }
    std::string message(std::string_view op, std::vector<ValueId> inputs, Attributes attrs = {}) {
        const auto added = add(op, std::move(inputs), std::move(attrs));
        return added.ok() ? "no error" : added.error().message();
    }
};

Attributes conv(Ints stride = {1, 1}, Ints padding = {0, 0, 0, 0}, Ints dilation = {1, 1}, std::int64_t groups = 1) {
    return {{"stride", stride}, {"padding", padding}, {"dilation", dilation}, {"groups", groups}};
}
Attributes pool(Ints kernel, Ints stride, Ints padding = {0, 0}, bool ceil = false) {
    return {{"kernel", kernel}, {"stride", stride}, {"padding", padding}, {"ceil_mode", ceil}, {"count_include_pad", true}};
}

TEST_F(Shapes, Linear) {
    EXPECT_EQ(message("linear", {value({8}), value({3, 8})}), "layer l: linear needs an input of shape [N, .., features], not [N]");
    EXPECT_EQ(message("linear", {value({2, 8}), value({3, 7})}), "layer l: linear: the weight has shape [3, 7], but [3, 8] is needed");
    EXPECT_EQ(message("linear", {value({2, 8}, DType::S64), value({3, 8})}), "layer l: linear needs floating-point numbers, not s64");
    EXPECT_EQ(message("linear", {value({2, 8}), value({3, 8}, DType::F64)}), "layer l: linear needs inputs of one type, not f32 and f64");
    EXPECT_EQ(message("linear", {value({2, 8}), value({3, 8}), value({8})}), "layer l: linear: the bias has shape [8], but [3] is needed");
}

TEST_F(Shapes, Convolution) {
    EXPECT_EQ(message("conv2d", {value({2, 64}), value({3, 8, 3, 3})}, conv()),
              "layer l: conv2d needs an input of shape [N, C, H, W], not [N, 64]");
    EXPECT_EQ(message("conv2d", {value({2, 1, 4, 9}), value({3, 1, 3, 3})}, conv({1, 1}, {0, 0, 0, 0}, {2, 2})),
              "layer l: conv2d: a kernel of 5 x 5 does not fit the padded input of 4 x 9");
    EXPECT_EQ(message("conv2d", {value({2, 3, 4, 4}), value({4, 1, 1, 1})}, conv({1, 1}, {0, 0, 0, 0}, {1, 1}, 2)),
              "layer l: conv2d: 3 input and 4 output channels cannot be split into 2 groups");
    const auto y = add("conv2d", {value({2, 3, 9, 8}), value({4, 3, 3, 2})}, conv({2, 3}, {1, 0, 1, 2}));
    ASSERT_TRUE(y.ok());
    EXPECT_EQ(graph.value(*y).type.shape, (Shape{2, 4, 5, 3}));
}

TEST_F(Shapes, Pooling) {
    EXPECT_EQ(message("max_pool2d", {value({1, 1, 2, 5})}, pool({3, 3}, {1, 1})),
              "layer l: max_pool2d: a window of 3 x 3 does not fit the padded input of 2 x 5");
    EXPECT_EQ(message("avg_pool2d", {value({1, 1, 9, 9})}, pool({3, 3}, {1, 1}, {1, 2})),
              "layer l: avg_pool2d: padding 1 x 2 is more than half of the window 3 x 3");
    const auto small = rw.add("max_pool2d", "small", {value({1, 1, 16, 16})}, pool({16, 16}, {1, 1}), {});
    const auto wide = rw.add("max_pool2d", "wide", {value({1, 1, 17, 17})}, pool({16, 17}, {1, 1}), {});
    EXPECT_EQ(graph.value(small->at(1)).type.dtype, DType::U8);
    EXPECT_EQ(graph.value(wide->at(1)).type.dtype, DType::S32);
}

TEST_F(Shapes, PoolingSizesAreThoseOfPyTorch) { // torch.nn.functional.max_pool2d(.., ceil_mode=True)
    const auto places = [](std::int64_t input, std::int64_t kernel, std::int64_t stride, std::int64_t padding, bool ceil) {
        return ops::WindowAxis{kernel, stride, padding, padding, 1, ceil}.outputs(input);
    };
    EXPECT_EQ(places(6, 3, 2, 0, false), 2);
    EXPECT_EQ(places(6, 3, 2, 0, true), 3);
    EXPECT_EQ(places(5, 2, 2, 1, true), 3); // a fourth window would start in the right padding
    EXPECT_EQ(places(1, 1, 2, 0, true), 1);
}

TEST_F(Shapes, Norms) {
    const ValueId one = value({1, 3, 1, 1}), c = value({3}), batches = value({}, DType::S64);
    EXPECT_EQ(message("batch_norm", {one, kNone, kNone, c, c, batches}, {{"eps", 1e-5}, {"momentum", 0.1}}),
              "layer l: batch norm in training needs more than one value a channel; its input is [1, 3, 1, 1]");
    EXPECT_TRUE(add("batch_norm_infer", {one, kNone, kNone, c, c}, {{"eps", 1e-5}}).ok());
    EXPECT_EQ(message("layer_norm", {value({2, 5}), value({4})}, {{"eps", 1e-5}}),
              "layer l: layer_norm: the weight has shape [4], but [5] is needed");
}

TEST_F(Shapes, Combining) {
    EXPECT_EQ(message("add", {value({2, 3, 4}), value({2, 4, 3})}), "layer l: add cannot combine [N, 3, 4] with [N, 4, 3]");
    EXPECT_EQ(message("multiply", {value({2, 3}), value({2, 3, 1})}), "layer l: multiply cannot combine [N, 3] with [N, 3, 1]");
    EXPECT_EQ(message("concat", {value({2, 3, 4}), value({2, 5, 6})}, {{"axis", std::int64_t{1}}}),
              "layer l: concat cannot join [N, 3, 4] and [N, 5, 6] along dimension 0");
    EXPECT_EQ(message("reshape", {value({2, 6})}, {{"shape", Ints{2, 5}}}),
              "layer l: [2, 6] (12 elements) cannot become [2, 5] (10 elements)");
    EXPECT_EQ(message("slice", {value({2, 6})}, {{"axis", std::int64_t{1}}, {"start", std::int64_t{4}}, {"end", std::int64_t{7}}}),
              "layer l: slice: 4 to 7 does not lie within dimension 0 of [N, 6]");
    EXPECT_EQ(message("softmax", {value({2, 6})}, {{"axis", std::int64_t{2}}}), "layer l: softmax: dimension 2 is not one of [N, 6]");
}

TEST_F(Shapes, AbsurdSizesAreErrors) {
    EXPECT_EQ(message("adaptive_avg_pool2d", {value({1, 1, 2, 2})}, {{"output", Ints{1LL << 40, 1LL << 40}}}),
              "layer l: a tensor of shape [1, 1, 1099511627776, 1099511627776] is too large for any memory");
    EXPECT_EQ(message("reshape", {value({1})}, {{"shape", Ints(9, 1)}}),
              "layer l: a shape of 9 dimensions is more than the 8 that are possible");
}

TEST_F(Shapes, Losses) {
    const ValueId scale = value({}, DType::F64);
    EXPECT_EQ(message("cross_entropy", {value({4, 10}), value({4}), scale}, {{"class_axis", std::int64_t{1}}}),
              "layer l: cross_entropy: targets of f32[4] do not fit the model's output [N, 10], which needs s64[4]");
    EXPECT_EQ(message("elementwise_loss", {value({4, 2}), value({4, 1}), scale}, {{"program", std::string("x0 -> 0")}}),
              "layer l: elementwise_loss: targets of f32[4, 1] do not fit the model's output [N, 2], which needs f32[4, 2]");
    EXPECT_EQ(message("cross_entropy", {value({4, 10}), value({4}, DType::S64), scale},
                      {{"class_axis", std::int64_t{1}}, {"class_weights", std::vector<double>{1, 2}}}),
              "layer l: cross_entropy: 2 class weights for 10 classes");
}

TEST_F(Shapes, UpdatesChangeTheirParametersAndStates) {
    const ValueId lr = value({}, DType::F64), t = value({}, DType::F64);
    const ValueId p0 = rw.addValue("p0", {DType::F32, {3}}, ValueKind::Parameter),
                  p1 = rw.addValue("p1", {DType::F32, {2, 2}}, ValueKind::Parameter);
    const ValueId m0 = rw.addValue("m0", {DType::F32, {3}}, ValueKind::State),
                  m1 = rw.addValue("m1", {DType::F32, {2, 2}}, ValueKind::State);
    const Attributes attrs{{"count", std::int64_t{2}}, {"momentum", 0.9}, {"dampening", 0.0}, {"weight_decay", 0.0}, {"nesterov", false}};
    const auto out = rw.add("sgd_update", "update", {lr, t, kNone, p0, p1, value({3}), value({2, 2}), m0, m1}, attrs, {});
    ASSERT_TRUE(out.ok()) << out.error().message();
    ASSERT_EQ(out->size(), 4u);
    const std::vector<ValueId> changed{p0, p1, m0, m1};
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(graph.value((*out)[i]).storage, changed[i]);
    EXPECT_FALSE(add("sgd_update", {lr, t, kNone, p0, p1, value({3}), value({2, 3}), m0, m1}, attrs).ok());
    EXPECT_FALSE(add("sgd_update", {lr, t, kNone, p0, p1, value({3}), value({2, 2})}, attrs).ok());
}

TEST_F(Shapes, CostsCountMultiplyAddsTwice) {
    const ValueId y = add("linear", {value({6, 10}), value({4, 10}), value({4})}).value();
    EXPECT_EQ(graph.cost(graph.node(graph.value(y).producer)).flops, 2 * 6 * 10 * 4);
    EXPECT_EQ(graph.cost(graph.node(graph.value(y).producer)).bytes, 4 * (60 + 40 + 4 + 24));
    const ValueId z = add("conv2d", {value({2, 4, 5, 5}), value({6, 2, 3, 3})}, conv({1, 1}, {1, 1, 1, 1}, {1, 1}, 2)).value();
    EXPECT_EQ(graph.cost(graph.node(graph.value(z).producer)).flops, 2.0 * 2 * 6 * 2 * 3 * 3 * 5 * 5);
    const ValueId flat = add("reshape", {z}, {{"shape", Ints{2, 150}}}).value();
    EXPECT_EQ(graph.cost(graph.node(graph.value(flat).producer)).bytes, 0);
}

} // namespace
