#include "support/sample_maker.h"

namespace lockstep::test {

static void pairs(SampleMaker& m, const std::string& op) {
    const std::vector<std::tuple<std::string, Shape, Shape>> cases{
        {"equal", {3, 4, 5}, {3, 4, 5}},
        {"stretched_b", {2, 3, 4}, {2, 1, 4}},
        {"stretched_both", {2, 3, 1, 2}, {1, 3, 4, 1}},
        {"channels", {2, 3, 5, 7}, {1, 3, 1, 1}},
        {"one_a", {1, 1}, {5, 37}},
        {"blocks", {2, 16, 3, 3}, {2, 16, 3, 3}},
    };
    for (const auto& [name, a, b] : cases) {
        m.add({.name = op + "/" + name, .op = op, .inputs = {m.real(a), m.real(b)}, .wrt = {0, 1}});
        m.add({.name = op + "/" + name + "_whole", .op = op, .inputs = {m.whole(a), m.whole(b)}, .whole = true});
    }
}

void movementSamples(SampleMaker& m) {
    pairs(m, "add");
    pairs(m, "multiply");
    m.add({.name = "sum_to/middle", .op = "sum_to", .inputs = {m.real({2, 3, 4})}, .attrs = {{"shape", Ints{2, 1, 4}}}, .wrt = {0}});
    m.add({.name = "sum_to/all", .op = "sum_to", .inputs = {m.whole({3, 5})}, .attrs = {{"shape", Ints{1, 1}}}, .whole = true});
    m.add({.name = "sum_to/nothing", .op = "sum_to", .inputs = {m.whole({3, 5})}, .attrs = {{"shape", Ints{3, 5}}}, .whole = true});
    m.add({.name = "sum_to/rows", .op = "sum_to", .inputs = {m.real({2, 3, 131})}, .attrs = {{"shape", Ints{2, 3, 1}}}, .wrt = {0}});
    m.add({.name = "sum_to/two_runs", .op = "sum_to", .inputs = {m.real({2, 3, 4})}, .attrs = {{"shape", Ints{1, 3, 1}}}, .wrt = {0}});
    m.add({.name = "sum_to/middle_whole",
           .op = "sum_to",
           .inputs = {m.whole({3, 70, 19})},
           .attrs = {{"shape", Ints{3, 1, 19}}},
           .whole = true});
    m.add({.name = "expand/middle", .op = "expand", .inputs = {m.real({2, 1, 5})}, .attrs = {{"shape", Ints{2, 4, 5}}}, .wrt = {0}});
    m.add({.name = "expand/rows", .op = "expand", .inputs = {m.real({3, 1})}, .attrs = {{"shape", Ints{3, 70}}}, .wrt = {0}});
    m.add({.name = "expand/whole", .op = "expand", .inputs = {m.whole({1, 1, 3})}, .attrs = {{"shape", Ints{2, 9, 3}}}, .whole = true});
    const auto permute = [&](const std::string& name, Shape shape, Ints dims) {
        m.add({.name = "permute/" + name, .op = "permute", .inputs = {m.whole(shape)}, .attrs = {{"dims", dims}}, .whole = true});
        m.add({.name = "permute/" + name + "_slope",
               .op = "permute",
               .inputs = {m.real({2, 3, 4, 2})},
               .attrs = {{"dims", Ints{0, 3, 1, 2}}},
               .wrt = {0}});
    };
    permute("last_two", {2, 37, 53}, {0, 2, 1});
    permute("heads", {3, 20, 4, 8}, {0, 2, 1, 3});
    permute("back", {2, 3, 4, 5, 6}, {4, 3, 2, 1, 0});
    permute("images", {2, 3, 17, 19}, {0, 2, 3, 1});
    permute("ones", {1, 5, 1, 7}, {2, 3, 0, 1});
    permute("same", {4, 9}, {0, 1});
    m.add({.name = "reshape/flat", .op = "reshape", .inputs = {m.real({2, 3, 4})}, .attrs = {{"shape", Ints{2, 12}}}, .wrt = {0}});
    m.add({.name = "concat/channels",
           .op = "concat",
           .inputs = {m.real({2, 1, 3}), m.real({2, 4, 3}), m.real({2, 2, 3})},
           .attrs = {{"axis", std::int64_t{1}}},
           .wrt = {0, 1, 2}});
    m.add({.name = "concat/last_whole",
           .op = "concat",
           .inputs = {m.whole({3, 2}), m.whole({3, 5})},
           .attrs = {{"axis", std::int64_t{1}}},
           .whole = true});
    m.add({.name = "concat/one", .op = "concat", .inputs = {m.whole({3, 2})}, .attrs = {{"axis", std::int64_t{0}}}, .whole = true});
    const auto slice = [&](const std::string& name, std::int64_t axis, std::int64_t start, std::int64_t end, std::int64_t step = 1) {
        const ir::Attributes attrs{{"axis", axis}, {"start", start}, {"end", end}, {"step", step}};
        m.add({.name = "slice/" + name, .op = "slice", .inputs = {m.real({3, 4, 5})}, .attrs = attrs, .wrt = {0}});
        Shape part{3, 4, 5};
        part.set(static_cast<std::size_t>(axis), (end - start + step - 1) / step);
        ir::Attributes back = attrs;
        back.set("size", Shape{3, 4, 5}[static_cast<std::size_t>(axis)]);
        m.add({.name = "slice_grad/" + name, .op = "slice_grad", .inputs = {m.real(part)}, .attrs = back, .wrt = {0}});
    };
    slice("every_second", 2, 1, 5, 2);
    slice("rare", 1, 0, 4, 3);
    slice("front", 0, 0, 2);
    slice("middle", 1, 1, 3);
    slice("end", 2, 3, 5);
    slice("all", 1, 0, 4);
    m.add({.name = "fill/value",
           .op = "fill",
           .attrs = {{"shape", Ints{2, 3}}, {"value", 1.5}, {"dtype", std::string("f32")}},
           .whole = true});
    m.add({.name = "fill/scalar",
           .op = "fill",
           .attrs = {{"shape", Ints{}}, {"value", std::int64_t{1}}, {"dtype", std::string("f32")}},
           .whole = true});
    m.add({.name = "reorder/plain", .op = "reorder", .inputs = {m.real({2, 3})}, .wrt = {0}});
}

} // namespace lockstep::test
