#include "ops/families.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::CostArgs, ir::GradientContext, ir::InferArgs, ir::OpCost, ir::ValueId;

static constexpr ErrorCode kMatrices{"ops.matmul_misfit", "matmul cannot multiply {0} with {1}",
                                     "All dimensions but the last two must be equal, and the inner sizes too."};

/// Rows and columns of input i as they are multiplied.
static std::pair<std::int64_t, std::int64_t> matrixOf(const Shape& shape, bool transposed) {
    const std::int64_t rows = shape[shape.rank() - 2], columns = shape.back();
    return transposed ? std::pair(columns, rows) : std::pair(rows, columns);
}

/// Inputs: a [.., M, K], b [.., K, N]; `transpose_a`, `transpose_b`: stored with these two swapped.
static Result<Types> infer(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "matmul", {0, 1}));
    const Shape &a = args.shape(0), &b = args.shape(1);
    const auto misfit = [&] { return Error(kMatrices, {batchText(a), batchText(b)}); };
    if (a.rank() != b.rank() || a.rank() < 2) return misfit();
    const auto [m, k] = matrixOf(a, args.attrs.flag("transpose_a", false));
    const auto [k2, n] = matrixOf(b, args.attrs.flag("transpose_b", false));
    Shape y = a.slice(0, a.rank() - 2);
    if (k != k2 || y != b.slice(0, b.rank() - 2)) return misfit();
    y.push(m);
    y.push(n);
    return Types{{args.inputs[0].type.dtype, y}};
}

static Status gradient(GradientContext& context) {
    const bool ta = context.attrs().flag("transpose_a", false), tb = context.attrs().flag("transpose_b", false);
    const ValueId dy = context.gradient(), a = context.input(0), b = context.input(1);
    const auto product = [&](std::string_view suffix, ValueId left, bool tl, ValueId right, bool tr) {
        return context.emit1("matmul", suffix, {left, right}, {{"transpose_a", tl}, {"transpose_b", tr}});
    };
    if (context.wants(0)) {
        LOCKSTEP_ASSIGN(const ValueId da, ta ? product("grad_a", b, tb, dy, true) : product("grad_a", dy, false, b, !tb));
        context.set(0, da);
    }
    if (context.wants(1)) {
        LOCKSTEP_ASSIGN(const ValueId db, tb ? product("grad_b", dy, true, a, ta) : product("grad_b", a, !ta, dy, false));
        context.set(1, db);
    }
    return {};
}

static OpCost cost(const CostArgs& args) {
    const auto [m, k] = matrixOf(args.inputs[0].type.shape, args.attrs.flag("transpose_a", false));
    return {2.0 * static_cast<double>(args.outputs[0].shape.elements()) * static_cast<double>(k), traffic(args)};
}

Schemas matmulOps() {
    return {{.name = "matmul",
             .minInputs = 2,
             .maxInputs = 2,
             .infer = infer,
             .gradient = gradient,
             .cost = cost,
             .precision = ir::PrecisionClass::LowPrecision,
             .modelFlops = true}};
}

} // namespace lockstep::ops
