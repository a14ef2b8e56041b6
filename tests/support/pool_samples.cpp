#include "support/sample_maker.h"

#include "ops/window.h"

namespace lockstep::test {

namespace {

struct Case {
    std::string name;
    Shape x;
    Ints kernel, stride, padding{0, 0};
    bool ceil = false;

    ir::Attributes attrs() const { return {{"kernel", kernel}, {"stride", stride}, {"padding", padding}, {"ceil_mode", ceil}}; }
    Shape y() const {
        const auto window = ops::poolWindow(attrs());
        return {x[0], x[1], window[0].outputs(x[2]), window[1].outputs(x[3])};
    }
    /// For each output a place of its window that lies in the input.
    SampleInput places(SampleMaker& m) const;
};

SampleInput Case::places(SampleMaker& m) const {
    const Shape out = y();
    SampleInput picks = m.whole(out, 0, 1000);
    picks.dtype = kernel[0] * kernel[1] <= 256 ? DType::U8 : DType::S32;
    const auto clampedTap = [&](std::size_t axis, std::int64_t o, std::int64_t k) {
        const std::int64_t start = o * stride[axis] - padding[axis];
        const std::int64_t low = start < 0 ? -start : 0, high = std::min(kernel[axis], x[2 + axis] - start);
        return low + k % (high - low);
    };
    for (std::size_t i = 0; i < picks.values.size(); ++i) {
        const auto index = static_cast<std::int64_t>(i), pick = static_cast<std::int64_t>(picks.values[i]);
        const std::int64_t row = clampedTap(0, index / out[3] % out[2], pick / 31), column = clampedTap(1, index % out[3], pick);
        picks.values[i] = static_cast<double>(row * kernel[1] + column);
    }
    return picks;
}

ir::Attributes restoring(ir::Attributes attrs, const Shape& x) {
    attrs.set("input_shape", x.list());
    return attrs;
}

void addCase(SampleMaker& m, const Case& c, bool whole) {
    const std::string suffix = "/" + c.name + (whole ? "_whole" : "");
    const auto wrt = whole ? std::vector<std::size_t>() : std::vector<std::size_t>{0};
    m.add({.name = "max_pool2d" + suffix,
           .op = "max_pool2d",
           .inputs = {m.numbers(whole, c.x)},
           .attrs = c.attrs(),
           .whole = whole,
           .wrt = wrt});
    m.add({.name = "max_pool2d_grad" + suffix,
           .op = "max_pool2d_grad",
           .inputs = {m.numbers(whole, c.y()), c.places(m)},
           .attrs = restoring(c.attrs(), c.x),
           .whole = whole});
    for (const bool count : {false, true}) {
        ir::Attributes attrs = c.attrs();
        attrs.set("count_include_pad", count);
        const std::string name = suffix + (count ? "_padded" : "");
        // Sums of whole numbers are exact, thirds of them are not.
        const bool exact = whole && c.kernel == Ints{2, 2} && c.padding == Ints{0, 0} && !c.ceil;
        m.add({.name = "avg_pool2d" + name,
               .op = "avg_pool2d",
               .inputs = {m.numbers(whole, c.x)},
               .attrs = attrs,
               .whole = exact,
               .wrt = wrt});
        m.add({.name = "avg_pool2d_grad" + name,
               .op = "avg_pool2d_grad",
               .inputs = {m.numbers(whole, c.y())},
               .attrs = restoring(attrs, c.x),
               .whole = exact});
    }
}

void addAdaptive(SampleMaker& m, const std::string& name, const Shape& x, const Ints& output) {
    const ir::Attributes attrs{{"output", output}};
    m.add({.name = "adaptive_avg_pool2d/" + name, .op = "adaptive_avg_pool2d", .inputs = {m.real(x)}, .attrs = attrs, .wrt = {0}});
    m.add({.name = "adaptive_avg_pool2d_grad/" + name,
           .op = "adaptive_avg_pool2d_grad",
           .inputs = {m.real({x[0], x[1], output[0], output[1]})},
           .attrs = restoring(attrs, x)});
}

} // namespace

void poolSamples(SampleMaker& m) {
    for (const bool whole : {false, true}) {
        addCase(m, {.name = "halve", .x = {2, 3, 6, 4}, .kernel = {2, 2}, .stride = {2, 2}}, whole);
        addCase(m, {.name = "overlap", .x = {1, 2, 5, 6}, .kernel = {3, 3}, .stride = {2, 1}, .padding = {1, 1}}, whole);
        addCase(m, {.name = "ceil", .x = {1, 1, 6, 5}, .kernel = {3, 2}, .stride = {2, 2}, .padding = {1, 0}, .ceil = true}, whole);
        addCase(m, {.name = "channels", .x = {2, 16, 4, 4}, .kernel = {2, 2}, .stride = {2, 2}}, whole);
    }
    addCase(m, {.name = "wide", .x = {1, 1, 18, 19}, .kernel = {17, 17}, .stride = {1, 1}}, true); // places beyond a byte
    addAdaptive(m, "one", {2, 3, 4, 5}, {1, 1});
    addAdaptive(m, "uneven", {1, 2, 5, 7}, {3, 2});
    addAdaptive(m, "larger", {1, 1, 2, 3}, {4, 3});
}

} // namespace lockstep::test
