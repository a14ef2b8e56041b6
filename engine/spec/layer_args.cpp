#include "spec/layer_args.h"

#include "spec/spec_errors.h"

#include <algorithm>

namespace lockstep::spec {
namespace {

using Ints = std::vector<std::int64_t>;

template <class T> std::optional<ArgValue> wrapped(std::optional<T> value) {
    if (!value) return {};
    return ArgValue(std::move(*value));
}

std::optional<ArgValue> readInts(const Value& value, const Range& range, bool pair) {
    if (value.is(Json::Kind::Int) || value.is(Json::Kind::Double)) {
        const auto one = value.integer(range);
        if (!one) return {};
        return pair ? Ints{*one, *one} : Ints{*one};
    }
    const auto wanted = pair ? "a whole number or a pair of them" : "a whole number or a list of them";
    const auto items = value.items(wanted);
    if (!items) return {};
    constexpr std::size_t kLongest = Shape::kMaxRank - 1; // the batch comes in front
    if (pair ? items->size() != 2 : items->empty() || items->size() > kLongest) {
        value.wrongType(pair ? wanted : "a list of 1 to 7 whole numbers");
        return {};
    }
    Ints out;
    for (const auto& item : *items) {
        const auto number = item.integer(range);
        if (!number) return {};
        out.push_back(*number);
    }
    return out;
}

std::optional<ArgValue> readArg(const ArgSpec& spec, const Value& value) {
    const Range range{spec.min, spec.max};
    switch (spec.kind) {
    case ArgKind::Int: return wrapped(value.integer(range));
    case ArgKind::Number: return wrapped(value.number(range));
    case ArgKind::Bool: return wrapped(value.boolean());
    case ArgKind::Text: return wrapped(value.text());
    case ArgKind::Choice: return wrapped(value.choice({spec.choices, {}}));
    case ArgKind::IntPair: return readInts(value, range, true);
    case ArgKind::IntList: return readInts(value, range, false);
    case ArgKind::Padding:
    case ArgKind::PaddingPair: break;
    }
    if (value.is(Json::Kind::String)) return wrapped(value.choice({{"same"}, {}}));
    return spec.kind == ArgKind::Padding ? wrapped(value.integer(range)) : readInts(value, range, true);
}

void fillFrom(const LayerSpec& spec, ArgMap& args) {
    for (const auto& arg : spec.args) {
        auto& value = args[std::string(arg.name)];
        if (!arg.fallbackFrom.empty() && std::holds_alternative<std::monostate>(value)) value = args[std::string(arg.fallbackFrom)];
    }
}

void checkReshape(const ArgMap& args, const Value& at) {
    const auto& shape = std::get<Ints>(args.at("shape"));
    if (std::ranges::count(shape, -1) > 1) at.fail(Error(kOutOfRange, {"a second -1", "at most one -1"}));
    if (std::ranges::count(shape, 0) > 0) at.fail(Error(kOutOfRange, {"0", "1 or more, or one -1"}));
}

void checkConvolution(const ArgMap& args, const Value& padding, const Value& groups) {
    const bool same = std::holds_alternative<std::string>(args.at("padding"));
    const ArgValue& stride = args.at("stride"); // one number along a sequence, two in an image
    if (same && stride != ArgValue(std::int64_t{1}) && stride != ArgValue(Ints{1, 1}))
        padding.fail(Error(kOutOfRange, {"\"same\" with a stride", "\"same\" with stride 1 only"}));
    const auto channels = std::get<std::int64_t>(args.at("out_channels")), parts = std::get<std::int64_t>(args.at("groups"));
    if (channels % parts != 0)
        groups.fail(Error(kOutOfRange, {std::to_string(parts), "a divisor of out_channels, " + std::to_string(channels)}));
}

void checkPooling(const ArgMap& args, const Value& at) {
    const auto &window = std::get<Ints>(args.at("kernel_size")), &padding = std::get<Ints>(args.at("padding"));
    for (std::size_t i = 0; i < 2; ++i)
        if (padding[i] > window[i] / 2) return at.fail(Error(kOutOfRange, {std::to_string(padding[i]), "at most half of kernel_size"}));
}

/// What ranges of single numbers can't say. All arguments could be read.
void checkTogether(const LayerSpec& spec, const ArgMap& args, Fields& fields) {
    const auto at = [&](std::string_view key) { return fields.get(key).value_or(fields.object()); };
    if (spec.type == "Reshape") checkReshape(args, at("shape"));
    if (spec.type == "Conv1d" || spec.type == "Conv2d") checkConvolution(args, at("padding"), at("groups"));
    if (spec.type == "MaxPool2d" || spec.type == "AvgPool2d") checkPooling(args, at("padding"));
}

} // namespace

ArgMap readArgs(const LayerSpec& spec, const Json* args, const Value& layer) {
    static const Json kNone = Json::object();
    const std::size_t before = layer.problems().count();
    const bool given = args && args->kind != Json::Kind::Null;
    // Without "args" a missing argument is reported at the layer.
    Json none = kNone;
    none.line = layer.json().line;
    Fields fields(Value(given ? *args : none, childPath(layer.path(), "args"), layer.problems()));
    ArgMap out;
    for (const auto& arg : spec.args) {
        auto& target = out[std::string(arg.name)] = arg.fallback;
        const auto value = arg.required ? fields.need(arg.name) : fields.get(arg.name);
        if (!value || (arg.nullable && value->isNull())) continue;
        if (auto read = readArg(arg, *value)) target = std::move(*read);
    }
    fields.finish();
    if (layer.problems().count() == before) checkTogether(spec, out, fields);
    fillFrom(spec, out);
    return out;
}

ArgMap defaultArgs(std::string_view type, ArgMap given) {
    const LayerSpec* spec = findLayer(type);
    for (const auto& arg : spec->args) given.try_emplace(std::string(arg.name), arg.fallback);
    fillFrom(*spec, given);
    return given;
}

} // namespace lockstep::spec
