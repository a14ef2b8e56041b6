#include "backends/ref/families.h"
#include "backends/ref/offer.h"
#include "backends/ref/update.h"

#include "ops/update_rule.h"
#include <cmath>

namespace lockstep::backends::ref {

template <class T>
static void update(const ops::UpdateRule& rule, const ops::UpdateLists& lists, std::int64_t n, const KernelArgs& args, std::size_t tensor) {
    const UpdateScalars s(args);
    const std::vector<double> scalars = rule.scalars(s.lr, s.t);
    const Expression& program = rule.program;
    std::vector<double> values;
    for (std::int64_t i = 0; i < n; ++i) {
        program.run(values, [&](std::size_t input) {
            if (input >= rule.tensors()) return static_cast<double>(static_cast<T>(scalars[input - rule.tensors()]));
            const T v = args.in<T>(lists.input(input, tensor))[i];
            return static_cast<double>(input == 1 ? s.scaled(v) : v);
        });
        for (std::size_t k = 0; k < program.outputs().size(); ++k) {
            const std::size_t list = k == 0 ? 0 : k + 1; // gradients have no next
            args.out<T>(lists.output(list, tensor))[i] = static_cast<T>(values[static_cast<std::size_t>(program.outputs()[k])]);
        }
    }
}

void addRuleUpdate(KernelTable& table) {
    addFloating(
        table, "rule_update",
        [](auto zero, const NodeView& node) {
            using T = decltype(zero);
            const auto lists = ops::ruleLists(node.attrs());
            return [rule = ops::UpdateRule(node.attrs()), lists, sizes = sizesOf(node, lists)](const KernelArgs& args) {
                if (lists.norm) *args.out<float>(lists.normOutput()) = normOfGradients<T>(lists, sizes, args);
                for (std::size_t i = 0; i < lists.count; ++i) update<T>(rule, lists, sizes[i], args, i);
            };
        },
        ops::UpdateLists::kFirst);
    addFloating(table, "ema_update", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        const auto count = static_cast<std::size_t>(node.attrs().integer("count"));
        std::vector<std::int64_t> sizes;
        for (std::size_t i = 0; i < count; ++i) sizes.push_back(node.in(i).elements());
        return [count, sizes, rest = static_cast<T>(1 - node.attrs().number("decay"))](const KernelArgs& args) {
            for (std::size_t i = 0; i < count; ++i)
                for (std::int64_t k = 0; k < sizes[i]; ++k)
                    args.out<T>(i)[k] = std::fma(rest, args.in<T>(count + i)[k] - args.in<T>(i)[k], args.in<T>(i)[k]);
        };
    });
}

} // namespace lockstep::backends::ref
