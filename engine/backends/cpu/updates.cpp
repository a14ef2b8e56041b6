#include "kernels/cpu/optimizer/updates.h"

#include "backends/cpu/families.h"
#include "backends/cpu/formula_program.h"
#include "backends/cpu/offer.h"
#include "backends/total_norm.h"
#include "kernels/cpu/reduce/sums.h"
#include "numerics/expression_term.h"
#include "ops/update_lists.h"
#include "ops/update_rule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace lockstep::backends::cpu {

namespace {

using ops::UpdateLists;

std::vector<std::int64_t> sizesOf(const NodeView& node, const UpdateLists& lists) {
    std::vector<std::int64_t> sizes;
    for (std::size_t i = 0; i < lists.count; ++i) sizes.push_back(node.in(lists.input(0, i)).elements());
    return sizes;
}

/// What the first three inputs say.
struct Step {
    double lr, t;
    float coefficient;
    bool clips;
    explicit Step(const KernelArgs& args)
        : lr(*args.in<double>(0)), t(*args.in<double>(1)), coefficient(args.in<float>(2) ? *args.in<float>(2) : 1.0f),
          clips(args.in<float>(2) != nullptr) {}
};

/// Where a kernel puts the squares of a gradient's pieces; none wanted: null.
double* piecesOf(const UpdateLists& lists, const KernelArgs& args) {
    return lists.norm ? reinterpret_cast<double*>(args.workspace) : nullptr;
}

std::size_t workspaceOf(const UpdateLists& lists, const std::vector<std::int64_t>& sizes) {
    return lists.norm ? static_cast<std::size_t>(kernels::piecesOf(*std::ranges::max_element(sizes))) * sizeof(double) : 0;
}

/// Calls update(tensor) for each and gives the norm of all gradients where it is wanted.
template <class Update>
void updateAll(const UpdateLists& lists, const std::vector<std::int64_t>& sizes, const KernelArgs& args, const Update& update) {
    TotalNorm total;
    for (std::size_t i = 0; i < lists.count; ++i) {
        update(i);
        if (lists.norm) total.addSquares(kernels::sumOfPieces(piecesOf(lists, args), sizes[i]));
    }
    if (lists.norm) *args.out<float>(lists.normOutput()) = total.value();
}

struct Adam {
    UpdateLists lists;
    std::vector<std::int64_t> sizes;
    double beta1, beta2, eps, weightDecay;
    bool decoupled, amsgrad;

    kernels::AdamScalars scalars(const Step& s) const {
        const auto f = [](double v) { return static_cast<float>(v); };
        return {f(1 - s.lr * weightDecay),
                f(weightDecay),
                f(1 - beta1),
                f(beta2),
                f(1 - beta2),
                f(std::sqrt(1 - std::pow(beta2, s.t))),
                f(eps),
                f(-s.lr / (1 - std::pow(beta1, s.t))),
                s.coefficient,
                s.clips,
                decoupled,
                weightDecay != 0};
    }
    kernels::AdamTensor tensor(const KernelArgs& args, std::size_t i) const {
        const auto in = [&](std::size_t list) { return args.in<float>(lists.input(list, i)); };
        const auto out = [&](std::size_t list) { return args.out<float>(lists.output(list, i)); };
        return {in(0),
                in(1),
                in(2),
                in(3),
                amsgrad ? in(4) : nullptr,
                out(0),
                out(2),
                out(3),
                amsgrad ? out(4) : nullptr,
                sizes[i],
                piecesOf(lists, args)};
    }
};

KernelOffer offerAdam(const NodeView& node) {
    const ir::Attributes& a = node.attrs();
    const UpdateLists lists = ops::adamLists(a);
    const Adam adam{lists,           sizesOf(node, lists),     a.number("beta1"),   a.number("beta2"),
                    a.number("eps"), a.number("weight_decay"), a.flag("decoupled"), a.flag("amsgrad")};
    return kernelOf(
        [adam](const KernelArgs& args) {
            const kernels::AdamScalars scalars = adam.scalars(Step(args));
            updateAll(adam.lists, adam.sizes, args, [&](std::size_t i) { kernels::adamUpdate(scalars, adam.tensor(args, i)); });
        },
        workspaceOf(lists, adam.sizes));
}

struct Sgd {
    UpdateLists lists;
    std::vector<std::int64_t> sizes;
    double momentum, dampening, weightDecay;
    bool nesterov;

    kernels::SgdScalars scalars(const Step& s) const {
        const auto f = [](double v) { return static_cast<float>(v); };
        return {f(-s.lr), f(weightDecay), f(momentum), f(1 - dampening), s.coefficient, s.clips, weightDecay != 0, nesterov, s.t <= 1};
    }
    kernels::SgdTensor tensor(const KernelArgs& args, std::size_t i) const {
        const bool buffer = lists.lists == 3;
        return {args.in<float>(lists.input(0, i)),
                args.in<float>(lists.input(1, i)),
                buffer ? args.in<float>(lists.input(2, i)) : nullptr,
                args.out<float>(lists.output(0, i)),
                buffer ? args.out<float>(lists.output(2, i)) : nullptr,
                sizes[i],
                piecesOf(lists, args)};
    }
};

KernelOffer offerSgd(const NodeView& node) {
    const ir::Attributes& a = node.attrs();
    const UpdateLists lists = ops::sgdLists(a);
    const Sgd sgd{lists, sizesOf(node, lists), a.number("momentum"), a.number("dampening"), a.number("weight_decay"), a.flag("nesterov")};
    return kernelOf(
        [sgd](const KernelArgs& args) {
            const kernels::SgdScalars scalars = sgd.scalars(Step(args));
            updateAll(sgd.lists, sgd.sizes, args, [&](std::size_t i) { kernels::sgdUpdate(scalars, sgd.tensor(args, i)); });
        },
        workspaceOf(lists, sgd.sizes));
}

/// The clipped gradient is a product of the program: a scalar more.
Expression clipped(const ops::UpdateRule& rule) {
    ExpressionBuilder builder;
    std::vector<int> inputs;
    inputs.reserve(static_cast<std::size_t>(rule.program.inputs()));
    for (int i = 0; i < rule.program.inputs(); ++i) inputs.push_back(builder.input(i));
    const int coefficient = builder.input(static_cast<int>(rule.tensors() + rule.scalars(0, 1).size()));
    inputs[1] = builder.apply(ExprOp::Mul, inputs[1], coefficient);
    return builder.build(builder.insert(rule.program, inputs));
}

void updateByRule(const UpdateLists& lists, const FormulaCode& code, std::int64_t n, const KernelArgs& args, std::size_t tensor) {
    if (double* squares = piecesOf(lists, args)) kernels::sumOfSquares(args.in<float>(lists.input(1, tensor)), n, squares);
    std::array<const float*, kernels::kMostInputs> in{};
    std::array<float*, kernels::kMostOutputs> out{};
    for (std::size_t list = 0; list < lists.lists; ++list) in[list] = args.in<float>(lists.input(list, tensor));
    for (std::size_t k = 0; k + 1 < lists.lists; ++k) out[k] = args.out<float>(lists.output(k == 0 ? 0 : k + 1, tensor));
    kernels::runFormula(code.program(), in.data(), out.data(), n);
}

KernelOffer offerRule(const NodeView& node) {
    const UpdateLists lists = ops::ruleLists(node.attrs());
    const ops::UpdateRule rule(node.attrs());
    const bool clips = node.has(2);
    const int scalars = static_cast<int>(rule.scalars(0, 1).size()) + (clips ? 1 : 0);
    const auto code = FormulaCode::compile(clips ? clipped(rule) : rule.program, static_cast<int>(rule.tensors()), scalars);
    if (!code) return KernelOffer::refuse("too many terms");
    const std::vector<std::int64_t> sizes = sizesOf(node, lists);
    return kernelOf(
        [rule, lists, sizes, code = *code](const KernelArgs& args) {
            const Step step(args);
            std::vector<double> values = rule.scalars(step.lr, step.t);
            if (step.clips) values.push_back(step.coefficient);
            FormulaCode now = code;
            now.setScalars(values);
            updateAll(lists, sizes, args, [&](std::size_t i) { updateByRule(lists, now, sizes[i], args, i); });
        },
        workspaceOf(lists, sizes));
}

KernelOffer offerEma(const NodeView& node) {
    const auto count = static_cast<std::size_t>(node.attrs().integer("count"));
    ExpressionBuilder b;
    const Term e = Term::input(b, 0), w = Term::input(b, 1);
    const FormulaCode code = *FormulaCode::compile(b.build({(e + (1 - node.attrs().number("decay")) * (w - e)).id()}), 2);
    std::vector<std::int64_t> sizes;
    for (std::size_t i = 0; i < count; ++i) sizes.push_back(node.in(i).elements());
    return kernelOf([count, sizes, code](const KernelArgs& args) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::array<const float*, 2> in{args.in<float>(i), args.in<float>(count + i)};
            std::array<float*, 1> out{args.out<float>(i)};
            kernels::runFormula(code.program(), in.data(), out.data(), sizes[i]);
        }
    });
}

} // namespace

void addUpdates(KernelTable& table) {
    addF32(table, "adam_update", "simd", offerAdam);
    addF32(table, "sgd_update", "simd", offerSgd);
    addF32(table, "rule_update", "simd", offerRule);
    addF32(table, "ema_update", "simd", offerEma);
}

} // namespace lockstep::backends::cpu
