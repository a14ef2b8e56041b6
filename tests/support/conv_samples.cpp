#include "support/sample_maker.h"

#include "ops/window.h"

namespace lockstep::test {

namespace {

struct Case {
    std::string name;
    Shape x, w;
    Ints stride{1, 1}, padding{0, 0, 0, 0}, dilation{1, 1};
    std::int64_t groups = 1;

    ir::Attributes attrs() const { return {{"stride", stride}, {"padding", padding}, {"dilation", dilation}, {"groups", groups}}; }
    Shape y() const {
        const auto window = ops::convWindow(attrs(), w);
        return {x[0], w[0], window[0].outputs(x[2]), window[1].outputs(x[3])};
    }
};

void addCase(SampleMaker& m, const Case& c, bool whole) {
    const std::string suffix = "/" + c.name + (whole ? "_whole" : "");
    m.add({.name = "conv2d" + suffix,
           .op = "conv2d",
           .inputs = {m.numbers(whole, c.x), m.numbers(whole, c.w), m.numbers(whole, {c.w[0]})},
           .attrs = c.attrs(),
           .whole = whole,
           .wrt = whole ? std::vector<std::size_t>() : std::vector<std::size_t>{0, 1, 2}});
    auto dgrad = c.attrs(), wgrad = c.attrs();
    dgrad.set("input_shape", c.x.list());
    wgrad.set("weight_shape", c.w.list()).set("bias", true);
    m.add({.name = "conv2d_dgrad" + suffix,
           .op = "conv2d_dgrad",
           .inputs = {m.numbers(whole, c.y()), m.numbers(whole, c.w)},
           .attrs = dgrad,
           .whole = whole,
           .wrt = whole ? std::vector<std::size_t>() : std::vector<std::size_t>{0, 1}});
    m.add({.name = "conv2d_wgrad" + suffix,
           .op = "conv2d_wgrad",
           .inputs = {m.numbers(whole, c.y()), m.numbers(whole, c.x)},
           .attrs = wgrad,
           .whole = whole});
}

} // namespace

void convSamples(SampleMaker& m) {
    const std::vector<Case> cases{
        {.name = "plain", .x = {2, 3, 5, 7}, .w = {4, 3, 3, 3}},
        {.name = "batch1_1x1", .x = {1, 2, 3, 3}, .w = {5, 2, 1, 1}},
        {.name = "strided", .x = {2, 2, 7, 6}, .w = {3, 2, 3, 2}, .stride = {2, 3}, .padding = {1, 1, 1, 1}},
        {.name = "asymmetric", .x = {1, 2, 4, 5}, .w = {2, 2, 2, 4}, .padding = {0, 1, 1, 2}},
        {.name = "dilated", .x = {1, 1, 8, 7}, .w = {2, 1, 3, 2}, .padding = {2, 1, 2, 1}, .dilation = {2, 3}},
        {.name = "groups", .x = {2, 4, 4, 4}, .w = {6, 2, 3, 3}, .padding = {1, 1, 1, 1}, .groups = 2},
        {.name = "depthwise", .x = {1, 3, 5, 5}, .w = {3, 1, 3, 3}, .stride = {2, 2}, .padding = {1, 1, 1, 1}, .groups = 3},
        {.name = "unread_border", .x = {1, 1, 6, 6}, .w = {1, 1, 2, 2}, .stride = {3, 3}},
    };
    for (const Case& c : cases) {
        addCase(m, c, false);
        addCase(m, c, true);
    }
    addCase(m, {.name = "blocks", .x = {3, 16, 6, 6}, .w = {32, 16, 3, 3}, .padding = {1, 1, 1, 1}}, true);
    addCase(m, {.name = "image", .x = {2, 3, 9, 9}, .w = {16, 3, 3, 3}, .stride = {2, 2}, .padding = {1, 1, 1, 1}}, true);
    auto attrs = cases[0].attrs();
    m.add({.name = "conv2d/no_bias", .op = "conv2d", .inputs = {m.real(cases[0].x), m.real(cases[0].w)}, .attrs = attrs, .wrt = {0, 1}});
    for (const char* activation : {"relu", "tanh", "sigmoid", "gelu", "gelu_tanh"}) {
        attrs.set("activation", std::string(activation));
        m.add({.name = std::string("conv2d/") + activation,
               .op = "conv2d",
               .inputs = {m.real(cases[0].x), m.real(cases[0].w), m.real({4})},
               .attrs = attrs});
    }
    auto wgrad = cases[1].attrs();
    wgrad.set("weight_shape", cases[1].w.list()).set("bias", false);
    m.add({.name = "conv2d_wgrad/no_bias", .op = "conv2d_wgrad", .inputs = {m.real(cases[1].y()), m.real(cases[1].x)}, .attrs = wgrad});
}

} // namespace lockstep::test
