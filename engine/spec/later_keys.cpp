// Keys of FORMATS.md whose machinery later versions bring. Writing out their default is fine, anything else is refused, never ignored.
#include "spec/run_parts.h"
#include "spec/spec_errors.h"

#include <algorithm>

namespace lockstep::spec {
namespace {

void nullOnly(Fields& fields, std::string_view key) {
    const auto value = fields.given(key);
    if (!value) return;
    if (value->is(Json::Kind::Object))
        value->unavailable(inQuotes(key), "null");
    else
        value->wrongType("an object or null");
}

void emptyListOnly(Fields& fields, std::string_view key) {
    const auto value = fields.given(key);
    const auto items = value ? value->items() : std::nullopt;
    if (items && !items->empty()) value->unavailable(inQuotes(key), "an empty list");
}

void oneOnly(Fields& fields, std::string_view key) {
    const auto value = fields.get(key);
    const auto number = value ? value->integer(kPositive) : std::nullopt;
    if (number.value_or(1) > 1) value->unavailable(inQuotes(key) + " above 1", "1");
}

void noneOnly(Fields& fields, std::string_view key, std::vector<std::string_view> later) {
    if (const auto value = fields.get(key)) value->choice({{"none"}, std::move(later)}, key);
}

void readParallel(const Value& value) {
    Fields fields(value);
    if (!fields.ok()) return;
    for (const auto* key : {"data", "tensor", "pipeline", "microbatches", "sync_every"}) oneOnly(fields, key);
    if (const auto schedule = fields.given("schedule")) schedule->choice({{}, {"gpipe", "1f1b", "interleaved"}}, "pipeline schedule");
    noneOnly(fields, "sharding", {"zero1", "zero2", "zero3"});
    noneOnly(fields, "compression", {"f16", "int8", "onebit", "topk", "powersgd"});
    nullOnly(fields, "link");
    fields.finish();
}

void readPrecision(const Value& value) {
    const Choices policies{{"f32"}, {"tf32", "bf16", "f16", "fp8", "auto"}};
    Fields fields(value);
    if (!fields.ok()) return;
    if (const auto policy = fields.get("policy")) policy->choice(policies, "precision");
    if (const auto layers = fields.given("layers")) {
        if (!layers->is(Json::Kind::Object)) layers->wrongType("an object { layer: type }");
        for (const auto& [layer, type] : layers->json().fields)
            Value(type, childPath(layers->path(), layer), layers->problems()).choice(policies, "precision");
    }
    if (const auto scale = fields.given("loss_scale")) {
        if (scale->json().isNumber())
            scale->unavailable("loss scaling", "none");
        else
            scale->choice({{"none"}, {"dynamic"}}, "loss scaling");
    }
    fields.finish();
}

} // namespace

void readLaterKeys(Fields& fields) {
    if (const auto value = fields.given("precision")) readPrecision(*value);
    if (const auto value = fields.given("quantization")) {
        Fields quantization(*value);
        noneOnly(quantization, "scheme", {"int8_dynamic", "int8_static", "int8_qat", "int4_weight", "ternary", "sparse_2_4"});
        if (quantization.ok()) quantization.finish();
    }
    if (const auto value = fields.given("parallel")) readParallel(*value);
    emptyListOnly(fields, "batch_schedule");
}

} // namespace lockstep::spec
