#include "support/sample_maker.h"

namespace lockstep::test {

void activationSamples(SampleMaker& m) {
    const Shape shape{3, 5, 7};
    for (const std::string op : {"relu", "tanh", "sigmoid"}) {
        m.add({.name = op + "/odd", .op = op, .inputs = {m.real(shape, -4, 4)}, .wrt = {0}});
        m.add({.name = op + "_grad/odd", .op = op + "_grad", .inputs = {m.real(shape), m.real(shape, op == "tanh" ? -1 : 0, 1)}});
    }
    m.add({.name = "relu/whole", .op = "relu", .inputs = {m.whole({1, 17})}, .whole = true});
    m.add({.name = "relu_grad/whole", .op = "relu_grad", .inputs = {m.whole({1, 17}), m.whole({1, 17}, 0, 3)}, .whole = true});
    for (const bool tanh : {false, true}) {
        const std::string name = tanh ? "/tanh" : "/erf";
        m.add({.name = "gelu" + name, .op = "gelu", .inputs = {m.real(shape, -4, 4)}, .attrs = {{"tanh", tanh}}, .wrt = {0}});
        m.add({.name = "gelu_grad" + name, .op = "gelu_grad", .inputs = {m.real(shape), m.real(shape, -4, 4)}, .attrs = {{"tanh", tanh}}});
    }
    m.add({.name = "scale/third", .op = "scale", .inputs = {m.real(shape)}, .attrs = {{"factor", 1.0 / 3}}, .wrt = {0}});
    m.add({.name = "scale/whole", .op = "scale", .inputs = {m.whole(shape)}, .attrs = {{"factor", std::int64_t{-2}}}, .whole = true});
    for (std::int64_t axis = 1; axis < 3; ++axis) {
        const std::string name = "/axis" + std::to_string(axis);
        m.add({.name = "softmax" + name, .op = "softmax", .inputs = {m.real(shape, -3, 3)}, .attrs = {{"axis", axis}}, .wrt = {0}});
        m.add({.name = "log_softmax" + name, .op = "log_softmax", .inputs = {m.real(shape, -3, 3)}, .attrs = {{"axis", axis}}, .wrt = {0}});
        m.add({.name = "log_softmax_grad" + name,
               .op = "log_softmax_grad",
               .inputs = {m.real(shape), m.real(shape, -3, -0.1)},
               .attrs = {{"axis", axis}}});
        m.add({.name = "softmax_grad" + name,
               .op = "softmax_grad",
               .inputs = {m.real(shape), m.real(shape, 0, 0.4)},
               .attrs = {{"axis", axis}}});
    }
    const ir::Attributes dropout{{"p", 0.3}, {"seed", std::int64_t{5}}, {"stream", std::int64_t{2}}};
    for (const std::string op : {"dropout", "dropout_grad"}) {
        m.add({.name = op + "/odd",
               .op = op,
               .inputs = {m.real({5, 3, 3}), m.scalar(12), m.scalar(7)},
               .attrs = dropout,
               .wrt = op == "dropout" ? std::vector<std::size_t>{0} : std::vector<std::size_t>()});
        for (const double p : {0.0, 0.5, 1.0}) {
            ir::Attributes attrs = dropout;
            attrs.set("p", p);
            m.add({.name = op + "/many" + std::to_string(p),
                   .op = op,
                   .inputs = {m.real({4, 67, 101}), m.scalar(3e9), m.scalar(1)},
                   .attrs = attrs});
        }
    }
}

} // namespace lockstep::test
