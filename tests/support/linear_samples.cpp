#include "support/sample_maker.h"

namespace lockstep::test {

static void sizes(SampleMaker& m, const std::string& name, Shape rows, std::int64_t in, std::int64_t out, bool whole) {
    Shape x = rows, y = rows;
    x.push(in), y.push(out);
    const std::string suffix = "/" + name + (whole ? "_whole" : "");
    m.add({.name = "linear" + suffix,
           .op = "linear",
           .inputs = {m.numbers(whole, x), m.numbers(whole, {out, in}), m.numbers(whole, {out})},
           .whole = whole,
           .wrt = whole ? std::vector<std::size_t>() : std::vector<std::size_t>{0, 1, 2}});
    m.add({.name = "linear_dgrad" + suffix,
           .op = "linear_dgrad",
           .inputs = {m.numbers(whole, y), m.numbers(whole, {out, in})},
           .whole = whole});
    m.add({.name = "linear_wgrad" + suffix,
           .op = "linear_wgrad",
           .inputs = {m.numbers(whole, y), m.numbers(whole, x)},
           .attrs = {{"bias", true}},
           .whole = whole});
}

void linearSamples(SampleMaker& m) {
    for (const bool whole : {false, true}) {
        sizes(m, "odd", {7}, 13, 5, whole);
        sizes(m, "batch1", {1}, 3, 17, whole);
        sizes(m, "sequence", {2, 3}, 5, 4, whole);
        sizes(m, "one", {1}, 1, 1, whole);
    }
    sizes(m, "blocks_whole", {33}, 64, 48, true);
    m.add({.name = "linear/no_bias", .op = "linear", .inputs = {m.real({3, 4}), m.real({2, 4})}, .wrt = {0, 1}});
    m.add({.name = "linear_wgrad/no_bias", .op = "linear_wgrad", .inputs = {m.real({3, 2}), m.real({3, 4})}, .attrs = {{"bias", false}}});
    for (const char* activation : {"relu", "tanh", "sigmoid", "gelu", "gelu_tanh"}) {
        m.add({.name = std::string("linear/") + activation,
               .op = "linear",
               .inputs = {m.real({5, 6}), m.real({3, 6}), m.real({3})},
               .attrs = {{"activation", std::string(activation)}}});
    }
}

} // namespace lockstep::test
