#include "support/sample_maker.h"

namespace lockstep::test {

namespace {

void addRecurrence(SampleMaker& m, const std::string& name, const std::string& cell, const Shape& h, bool reverse, bool biased) {
    const std::int64_t gates = cell == "lstm" ? 4 : 3, n = h[0], t = h[1], size = h[2];
    const ir::Attributes attrs{{"cell", cell}, {"reverse", reverse}};
    std::vector<SampleInput> inputs{m.real({n, t, gates * size}), m.real({gates * size, size})};
    std::vector<std::size_t> wrt{0, 1};
    if (biased) inputs.push_back(m.real({gates * size})), wrt.push_back(2);
    m.add({.name = "recurrence/" + name, .op = "recurrence", .inputs = inputs, .attrs = attrs, .wrt = wrt});
    std::vector<SampleInput> slopes{m.real(h), m.real({gates * size, size}), m.real({n, t, 4 * size}, 0.1, 0.9), m.real(h)};
    if (cell == "lstm") slopes.push_back(m.real(h));
    m.add({.name = "recurrence_grad/" + name, .op = "recurrence_grad", .inputs = slopes, .attrs = attrs});
}

} // namespace

void recurrenceSamples(SampleMaker& m) {
    for (const std::string cell : {"lstm", "gru"}) {
        addRecurrence(m, cell + "_odd", cell, {3, 5, 7}, false, true);
        addRecurrence(m, cell + "_reverse", cell, {2, 4, 3}, true, true);
        addRecurrence(m, cell + "_one_step", cell, {2, 1, 5}, false, false);
        addRecurrence(m, cell + "_one_row", cell, {1, 3, 17}, true, false);
    }
}

} // namespace lockstep::test
