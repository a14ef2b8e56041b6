#include "support/sample_maker.h"

namespace lockstep::test {

void attentionSamples(SampleMaker& m) {
    struct Case {
        const char* name;
        std::int64_t batch, heads, keyHeads, queries, keys, size;
        bool causal, packed;
    };
    for (const Case& c : {Case{"one", 1, 1, 1, 1, 1, 1, false, true}, Case{"packed", 2, 3, 3, 5, 5, 4, false, true},
                          Case{"causal", 2, 2, 2, 7, 7, 3, true, true}, Case{"grouped", 1, 4, 2, 6, 6, 5, true, true},
                          Case{"cross", 2, 2, 1, 4, 9, 3, false, false}, Case{"cross_causal", 1, 2, 2, 5, 3, 4, true, false},
                          Case{"tiles", 1, 2, 1, 131, 131, 8, true, true}, Case{"long_keys", 1, 1, 1, 3, 600, 4, false, false}}) {
        const ir::Attributes attrs{{"heads", c.heads}, {"key_heads", c.keyHeads}, {"causal", c.causal}, {"packed", c.packed}};
        const std::int64_t width = c.heads * c.size, keyWidth = c.keyHeads * c.size;
        std::vector<SampleInput> inputs{m.real({c.batch, c.queries, c.packed ? width + 2 * keyWidth : width}, -2, 2)};
        if (!c.packed)
            for (int i = 0; i < 2; ++i) inputs.push_back(m.real({c.batch, c.keys, keyWidth}, -2, 2));
        OpSample sample{.name = std::string("attention/") + c.name, .op = "attention", .inputs = inputs, .attrs = attrs};
        if (c.queries * c.keys < 200)
            for (std::size_t i = 0; i < inputs.size(); ++i) sample.wrt.push_back(i);
        m.add(sample);
        // Any y and logsum will do to compare two devices.
        std::vector<SampleInput> grad{m.real({c.batch, c.queries, width}), m.real({c.batch, c.queries, width}),
                                      m.real({c.batch, c.heads, c.queries}, 4, 6)};
        grad.insert(grad.end(), inputs.begin(), inputs.end());
        m.add({.name = std::string("attention_grad/") + c.name, .op = "attention_grad", .inputs = grad, .attrs = attrs});
        ir::Attributes dropped = attrs;
        dropped.set("p", 0.3).set("seed", std::int64_t{5}).set("stream", std::int64_t{2});
        for (std::vector<SampleInput>* list : {&sample.inputs, &grad})
            for (const double number : {12.0, 7.0}) list->push_back(m.scalar(number));
        sample.name += "_dropout", sample.attrs = dropped;
        m.add(sample);
        m.add({.name = std::string("attention_grad/") + c.name + "_dropout", .op = "attention_grad", .inputs = grad, .attrs = dropped});
    }
}

} // namespace lockstep::test
