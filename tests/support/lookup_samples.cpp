#include "support/sample_maker.h"

namespace lockstep::test {

void lookupSamples(SampleMaker& m) {
    const auto embedding = [&](const std::string& name, Shape ids, std::int64_t rows, std::int64_t width, ir::Attributes attrs) {
        const SampleInput tokens = m.classes(ids, static_cast<int>(rows));
        // The padding row has no gradient though it is read: no finite difference agrees with that.
        m.add({.name = "embedding/" + name,
               .op = "embedding",
               .inputs = {tokens, m.real({rows, width})},
               .attrs = attrs,
               .wrt = attrs.has("padding_idx") ? std::vector<std::size_t>() : std::vector<std::size_t>{1}});
        Shape dy = ids;
        dy.push(width);
        ir::Attributes back = attrs;
        back.set("rows", rows);
        m.add({.name = "embedding_grad/" + name, .op = "embedding_grad", .inputs = {m.real(dy), tokens}, .attrs = back, .wrt = {0}});
        m.add({.name = "embedding_grad/" + name + "_whole",
               .op = "embedding_grad",
               .inputs = {m.whole(dy), tokens},
               .attrs = back,
               .whole = true});
    };
    embedding("tokens", {2, 7}, 5, 3, {});
    embedding("padding", {3, 11}, 4, 37, {{"padding_idx", std::int64_t{2}}});
    embedding("one", {1}, 1, 1, {});
    embedding("wide", {4, 50}, 65, 70, {});
    for (const bool bilinear : {false, true}) {
        for (const std::int64_t factor : {1, 2, 3}) {
            const std::string name = "/" + std::string(bilinear ? "bilinear" : "nearest") + std::to_string(factor);
            const ir::Attributes attrs{{"factor", factor}, {"bilinear", bilinear}};
            m.add({.name = "upsample2d" + name, .op = "upsample2d", .inputs = {m.real({2, 2, 3, 5})}, .attrs = attrs, .wrt = {0}});
            m.add({.name = "upsample2d_grad" + name,
                   .op = "upsample2d_grad",
                   .inputs = {m.real({2, 2, 3 * factor, 5 * factor})},
                   .attrs = attrs,
                   .wrt = {0}});
        }
    }
    for (const bool ta : {false, true}) {
        for (const bool tb : {false, true}) {
            const std::string name = std::string(ta ? "t" : "n") + (tb ? "t" : "n");
            const ir::Attributes attrs{{"transpose_a", ta}, {"transpose_b", tb}};
            const Shape a = ta ? Shape{2, 3, 7, 5} : Shape{2, 3, 5, 7}, b = tb ? Shape{2, 3, 4, 7} : Shape{2, 3, 7, 4};
            m.add({.name = "matmul/" + name, .op = "matmul", .inputs = {m.real(a), m.real(b)}, .attrs = attrs, .wrt = {0, 1}});
            m.add({.name = "matmul/" + name + "_whole", .op = "matmul", .inputs = {m.whole(a), m.whole(b)}, .attrs = attrs, .whole = true});
        }
    }
    m.add({.name = "matmul/flat", .op = "matmul", .inputs = {m.real({3, 1}), m.real({1, 2})}, .wrt = {0, 1}});
}

} // namespace lockstep::test
