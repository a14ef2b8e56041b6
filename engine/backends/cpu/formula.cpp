#include "ops/formula.h"
#include "backends/cpu/families.h"
#include "backends/cpu/formula_program.h"
#include "backends/cpu/offer.h"
#include "backends/cpu/values.h"

#include <array>

namespace lockstep::backends::cpu {

static KernelOffer offerFormula(const NodeView& node) {
    if (!sameLayouts(node)) return KernelOffer::refuse("inputs and outputs differ in layout");
    const Expression formula = ops::formulaOf(node.attrs());
    if (hasPaddingLanes(node.outputs[0]) && !keepsZero(formula)) return KernelOffer::refuse("not zero in padded channels");
    const auto code = FormulaCode::compile(formula, static_cast<int>(node.inputs.size()));
    if (!code) return KernelOffer::refuse("too many terms");
    return kernelOf([code = *code, inputs = node.inputs.size(), outputs = node.outputs.size(),
                     n = storedElements(node.outputs[0])](const KernelArgs& args) {
        std::array<const float*, kernels::kMostInputs> in{};
        std::array<float*, kernels::kMostOutputs> out{};
        for (std::size_t i = 0; i < inputs; ++i) in[i] = args.in<float>(i);
        for (std::size_t i = 0; i < outputs; ++i) out[i] = args.out<float>(i);
        kernels::runFormula(code.program(), in.data(), out.data(), n);
    });
}

void addFormula(KernelTable& table) { addF32AnyLayout(table, "formula", "simd", offerFormula); }

} // namespace lockstep::backends::cpu
