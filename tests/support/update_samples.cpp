#include "support/sample_maker.h"

namespace lockstep::test {

namespace {

/// Two tensors a list; squares (v, vmax) are positive.
std::vector<SampleInput> updateInputs(SampleMaker& m, double t, bool clips, int lists, int squaresFrom) {
    std::vector<SampleInput> inputs{m.scalar(0.01), m.scalar(t), clips ? m.scalar(0.37, DType::F32) : m.absent()};
    for (int list = 0; list < lists; ++list) {
        for (const Shape& shape : {Shape{3, 5}, Shape{19}}) inputs.push_back(list >= squaresFrom ? m.real(shape, 0.3, 0.5) : m.real(shape));
    }
    return inputs;
}

void addSgd(SampleMaker& m, const std::string& name, double t, double momentum, double dampening, double decay, bool nesterov, bool clips,
            bool norm = false) {
    m.add({.name = "sgd_update/" + name,
           .op = "sgd_update",
           .inputs = updateInputs(m, t, clips, momentum > 0 ? 3 : 2, 99),
           .attrs = {{"count", std::int64_t{2}},
                     {"momentum", momentum},
                     {"dampening", dampening},
                     {"weight_decay", decay},
                     {"nesterov", nesterov},
                     {"norm", norm}}});
}

void addAdam(SampleMaker& m, const std::string& name, double t, double beta1, double decay, bool decoupled, bool amsgrad, bool clips,
             bool norm = false) {
    m.add({.name = "adam_update/" + name,
           .op = "adam_update",
           .inputs = updateInputs(m, t, clips, amsgrad ? 5 : 4, 3),
           .attrs = {{"count", std::int64_t{2}},
                     {"beta1", beta1},
                     {"beta2", 0.999},
                     {"eps", 1e-8},
                     {"weight_decay", decay},
                     {"decoupled", decoupled},
                     {"amsgrad", amsgrad},
                     {"norm", norm}}});
}

void addRule(SampleMaker& m, const std::string& name, double t, int states, bool clips, ir::Attributes attrs) {
    attrs.set("count", std::int64_t{2});
    m.add({.name = "rule_update/" + name, .op = "rule_update", .inputs = updateInputs(m, t, clips, 2 + states, 2), .attrs = attrs});
}

void addRules(SampleMaker& m) {
    const ir::Attributes rmsprop{{"rule", std::string("rmsprop")}, {"weight_decay", 0.1}, {"alpha", 0.9}, {"eps", 1e-8}};
    const auto with = [&](double momentum, bool centered) {
        return ir::Attributes(rmsprop).set("momentum", momentum).set("centered", centered);
    };
    addRule(m, "rmsprop", 1, 1, false, with(0, false));
    addRule(m, "rmsprop_momentum_clip", 3, 2, true, with(0.9, false));
    addRule(m, "rmsprop_centered", 3, 2, false, with(0, true));
    addRule(m, "rmsprop_all", 3, 3, true, with(0.5, true).set("norm", true));
    const ir::Attributes adagrad{{"rule", std::string("adagrad")}, {"weight_decay", 0.0}, {"lr_decay", 0.01}, {"eps", 1e-10}};
    addRule(m, "adagrad", 5, 1, false, adagrad);
    addRule(m, "adagrad_clip", 5, 1, true, ir::Attributes(adagrad).set("weight_decay", 0.1));
    addRule(m, "lion", 5, 1, true,
            {{"rule", std::string("lion")}, {"weight_decay", 0.1}, {"beta1", 0.9}, {"beta2", 0.99}, {"eps", 0.0}, {"norm", true}});
}

} // namespace

void updateSamples(SampleMaker& m) {
    m.add({.name = "ema_update/two",
           .op = "ema_update",
           .inputs = {m.real({3, 5}), m.real({19}), m.real({3, 5}), m.real({19})},
           .attrs = {{"count", std::int64_t{2}}, {"decay", 0.9}}});
    addRules(m);
    addSgd(m, "plain", 1, 0, 0, 0, false, false);
    addSgd(m, "decay_clip", 2, 0, 0, 0.1, false, true);
    addSgd(m, "first_momentum", 1, 0.9, 0.5, 0.1, false, false);
    addSgd(m, "momentum", 3, 0.9, 0.5, 0, false, true);
    addSgd(m, "nesterov", 3, 0.9, 0, 0.01, true, false);
    addAdam(m, "adam", 1, 0.9, 0.1, false, false, false);
    addAdam(m, "adamw", 5, 0.9, 0.01, true, false, true);
    addAdam(m, "amsgrad", 7, 0.9, 0, false, true, false);
    addAdam(m, "fast_mean", 2, 0.3, 0.01, true, false, false);
    addSgd(m, "norm", 3, 0.9, 0, 0.01, true, false, true);
    addAdam(m, "norm", 5, 0.9, 0.01, true, false, false, true);
    m.add({.name = "grad_norm/three", .op = "grad_norm", .inputs = {m.real({3, 5}), m.real({7}), m.real({1})}});
    m.add({.name = "clip_coefficient/clips", .op = "clip_coefficient", .inputs = {m.scalar(3, DType::F32)}, .attrs = {{"max", 1.5}}});
    m.add({.name = "clip_coefficient/leaves", .op = "clip_coefficient", .inputs = {m.scalar(0.5, DType::F32)}, .attrs = {{"max", 1.0}}});
    for (const bool overwrite : {false, true}) {
        m.add({.name = overwrite ? "accumulate/overwrite" : "accumulate/add",
               .op = "accumulate",
               .inputs = {m.whole({3, 7}), m.whole({3, 7})},
               .attrs = {{"overwrite", overwrite}},
               .whole = true});
    }
    m.add({.name = "probe_stats/odd", .op = "probe_stats", .inputs = {m.real({5, 7})}});
    m.add({.name = "probe_stats/whole", .op = "probe_stats", .inputs = {m.whole({16})}});
}

} // namespace lockstep::test
