#include "ops/families.h"
#include "ops/rules.h"
#include "ops/update_lists.h"
#include "ops/update_rule.h"

namespace lockstep::ops {

using ir::Aliasing, ir::Attributes, ir::InferArgs;

UpdateLists sgdLists(const Attributes& attrs) {
    return {static_cast<std::size_t>(attrs.integer("count")), attrs.number("momentum") > 0 ? 3u : 2u, attrs.flag("norm", false)};
}
UpdateLists adamLists(const Attributes& attrs) {
    return {static_cast<std::size_t>(attrs.integer("count")), attrs.flag("amsgrad") ? 5u : 4u, attrs.flag("norm", false)};
}

static Status needScalar(std::string_view op, const InferArgs& args, std::size_t i, DType type) {
    if (!args.has(i)) return {};
    LOCKSTEP_TRY(needShape(op, "scalar", args.shape(i), {}));
    if (args.inputs[i].type.dtype == type) return {};
    return Error(kTypesDiffer, {std::string(op), std::string(name(type)), std::string(name(args.inputs[i].type.dtype))});
}

static Result<Types> infer(std::string_view op, const InferArgs& args, const UpdateLists& lists) {
    if (args.inputs.size() != lists.inputs())
        return Error(kMisfit, {std::string(op), "list of inputs", std::to_string(args.inputs.size()), std::to_string(lists.inputs())});
    for (const std::size_t i : {0, 1}) LOCKSTEP_TRY(needScalar(op, args, i, DType::F64));
    LOCKSTEP_TRY(needScalar(op, args, 2, DType::F32));
    Types types;
    for (std::size_t list = 0; list < lists.lists; ++list) {
        for (std::size_t i = 0; i < lists.count; ++i) {
            const std::size_t at = lists.input(list, i);
            LOCKSTEP_TRY(needFloating(args, op, {lists.input(0, i), at}));
            LOCKSTEP_TRY(needShape(op, "gradient or state", args.shape(at), args.shape(lists.input(0, i))));
            if (list != 1) types.push_back(args.inputs[at].type);
        }
    }
    if (lists.norm) types.push_back({DType::F32, {}});
    return types;
}

static std::vector<Aliasing> updates(const UpdateLists& lists) {
    std::vector<Aliasing> out;
    for (std::size_t list = 0; list < lists.lists; ++list) {
        for (std::size_t i = 0; list != 1 && i < lists.count; ++i)
            out.push_back({static_cast<int>(lists.output(list, i)), static_cast<int>(lists.input(list, i))});
    }
    return out;
}

static Result<Types> inferSgd(const InferArgs& args) { return infer("sgd_update", args, sgdLists(args.attrs)); }
static Result<Types> inferAdam(const InferArgs& args) { return infer("adam_update", args, adamLists(args.attrs)); }
static Result<Types> inferRule(const InferArgs& args) { return infer("rule_update", args, ruleLists(args.attrs)); }
static std::vector<Aliasing> ruleUpdates(const Attributes& attrs, std::size_t) { return updates(ruleLists(attrs)); }
/// Inputs: the averages, then what they follow.
static Result<Types> inferEma(const InferArgs& args) {
    const auto count = static_cast<std::size_t>(args.attrs.integer("count"));
    if (args.inputs.size() != 2 * count)
        return Error(kMisfit, {"ema_update", "list of inputs", std::to_string(args.inputs.size()), std::to_string(2 * count)});
    Types types;
    types.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        LOCKSTEP_TRY(needFloating(args, "ema_update", {i, count + i}));
        LOCKSTEP_TRY(needShape("ema_update", "parameter", args.shape(count + i), args.shape(i)));
        types.push_back(args.inputs[i].type);
    }
    return types;
}

static std::vector<Aliasing> emaUpdates(const Attributes& attrs, std::size_t) {
    const int count = static_cast<int>(attrs.integer("count"));
    std::vector<Aliasing> out;
    out.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) out.push_back({i, i});
    return out;
}

static std::vector<Aliasing> sgdUpdates(const Attributes& attrs, std::size_t) { return updates(sgdLists(attrs)); }
static std::vector<Aliasing> adamUpdates(const Attributes& attrs, std::size_t) { return updates(adamLists(attrs)); }

Schemas optimizerOps() {
    return {{.name = "sgd_update", .minInputs = 5, .maxInputs = -1, .infer = inferSgd, .updatesOf = sgdUpdates},
            {.name = "adam_update", .minInputs = 7, .maxInputs = -1, .infer = inferAdam, .updatesOf = adamUpdates},
            {.name = "rule_update", .minInputs = 6, .maxInputs = -1, .infer = inferRule, .updatesOf = ruleUpdates},
            {.name = "ema_update", .minInputs = 2, .maxInputs = -1, .infer = inferEma, .updatesOf = emaUpdates}};
}

} // namespace lockstep::ops
