// Loss, metrics, optimizer and schedule of a run document.
#include "spec/run_parts.h"
#include "spec/spec_errors.h"

#include <algorithm>

namespace lockstep::spec {
namespace {

const Choices kLosses{{"cross_entropy", "mse"}, {"bce_with_logits", "l1", "smooth_l1", "huber", "formula", "distill"}};
const Choices kOptimizers{{"sgd", "adam", "adamw"}, {"rmsprop", "adagrad", "lion"}};
const Choices kSchedules{{"constant", "cosine", "step"}, {"linear", "exponential", "wsd", "onecycle", "plateau"}};
const Choices kMetrics{{"accuracy", "mae", "rmse"}, {"top5", "auc", "mean_iou", "perplexity"}};

/// A key that holds a list of numbers, null or nothing.
std::vector<double> readWeights(Fields& fields, std::string_view key) {
    const auto value = fields.given(key);
    const auto items = value ? value->items("a list of numbers, one a class") : std::nullopt;
    std::vector<double> out;
    if (!items) return out;
    if (items->empty()) value->fail(Error(kEmptyList, {"one number a class"}));
    for (const auto& item : *items) out.push_back(item.number({0}).value_or(1));
    return out;
}

LossDoc readLoss(const Value& value) {
    LossDoc loss;
    Fields fields(value);
    if (!fields.ok()) return loss;
    if (const auto type = fields.get("type")) {
        const auto name = type->choice(kLosses, "loss");
        if (!name) return loss; // the keys of another loss can't be judged
        loss.type = *name;
    }
    if (loss.type == "cross_entropy") {
        fields.read("label_smoothing", loss.labelSmoothing, {0, 1});
        fields.read("ignore_index", loss.ignoreIndex, {-kMaxSize, kMaxSize});
        loss.classWeights = readWeights(fields, "class_weights");
    }
    fields.notWith(
        {"label_smoothing", "ignore_index", "class_weights", "pos_weight", "beta", "delta", "expr", "teacher", "temperature", "alpha"},
        "loss " + inQuotes(loss.type));
    fields.finish();
    return loss;
}

bool isPerOutput(const Json& json) {
    const auto isObject = [](const auto& field) { return field.second.kind == Json::Kind::Object; };
    return json.kind == Json::Kind::Object && !json.fields.empty() && std::ranges::all_of(json.fields, isObject);
}

std::vector<std::string_view> metricsOf(const std::string& loss) {
    if (loss == "cross_entropy") return {"accuracy"};
    return {"mae", "rmse"};
}

/// Splits `fc2.accuracy`; records what is wrong. The name as it will be recorded, or nothing.
std::optional<std::string> readMetric(const Value& value, const std::map<std::string, LossDoc>& losses) {
    const auto text = value.text();
    if (!text) return {};
    const auto dot = text->find('.');
    const bool several = losses.size() > 1;
    const std::string output = several && dot != std::string::npos ? text->substr(0, dot) : "";
    const Json name = [&] {
        Json json = Json::ofString(output.empty() ? *text : text->substr(dot + 1));
        json.line = value.json().line;
        return json;
    }();
    const auto metric = Value(name, value.path(), value.problems()).choice(kMetrics, "metric");
    if (!metric || losses.empty()) return {};
    if (several && !losses.contains(output)) {
        value.fail(Error(kMetricOutput, {inQuotes(*text), losses.begin()->first + "." + *metric}));
        return {};
    }
    const auto& loss = several ? losses.at(output) : losses.begin()->second;
    const auto allowed = metricsOf(loss.type);
    if (std::ranges::find(allowed, *metric) != allowed.end()) return *text;
    value.fail(Error(kMetricLoss, {inQuotes(*metric), loss.type, joined(allowed)}));
    return {};
}

std::optional<std::pair<double, double>> readBetas(Fields& fields) {
    const auto value = fields.get("betas");
    if (!value) return {};
    const auto items = value->items("a pair of numbers");
    if (!items) return {};
    if (items->size() != 2) return value->wrongType("a pair of numbers"), std::nullopt;
    constexpr Range kBeta{0, 1, false, true};
    const auto first = (*items)[0].number(kBeta), second = (*items)[1].number(kBeta);
    if (!first || !second) return {};
    return std::pair{*first, *second};
}

OptimizerGroupDoc readGroup(const Value& value, const std::string& type) {
    OptimizerGroupDoc group;
    Fields fields(value);
    if (!fields.ok()) return group;
    if (const auto match = fields.need("match")) group.match = match->text().value_or("");
    fields.read("lr", group.lr, {0});
    fields.read("weight_decay", group.weightDecay, {0});
    if (type == "sgd") {
        fields.read("momentum", group.momentum, {0});
    } else {
        group.betas = readBetas(fields);
        fields.read("eps", group.eps, {0});
    }
    fields.notWith({"betas", "eps", "momentum"}, "a group of optimizer " + inQuotes(type));
    fields.finish();
    return group;
}

void readByType(Fields& fields, OptimizerDoc& out) {
    if (out.type == "sgd") {
        fields.read("momentum", out.momentum, {0});
        fields.read("dampening", out.dampening);
        fields.read("nesterov", out.nesterov);
        return;
    }
    if (const auto betas = readBetas(fields)) out.betas = *betas;
    fields.read("eps", out.eps, {0});
    fields.read("amsgrad", out.amsgrad);
}

void checkNesterov(const Value& at, const OptimizerDoc& optimizer) {
    if (!optimizer.nesterov) return;
    const auto flat = [](const OptimizerGroupDoc& group) { return group.momentum && *group.momentum <= 0; };
    if (optimizer.momentum <= 0 || optimizer.dampening != 0 || std::ranges::any_of(optimizer.groups, flat)) at.fail(Error(kNesterov));
}

} // namespace

std::map<std::string, LossDoc> readLosses(const std::optional<Value>& value, const std::vector<std::string>& outputs) {
    std::map<std::string, LossDoc> out;
    if (!value || !isPerOutput(value->json())) {
        const LossDoc one = value ? readLoss(*value) : LossDoc{};
        for (const auto& output : outputs) out[output] = one;
        return out;
    }
    Fields fields(*value);
    for (const auto& output : outputs) {
        if (const auto loss = fields.get(output))
            out[output] = readLoss(*loss);
        else
            value->fail(Error(kNoLoss, {output}));
    }
    if (!outputs.empty()) fields.finish();
    return out;
}

std::vector<std::string> readMetrics(const std::optional<Value>& value, const std::map<std::string, LossDoc>& losses,
                                     const std::vector<std::string>& outputs) {
    std::vector<std::string> out;
    if (value && !value->isNull()) {
        for (const auto& item : value->items("a list of metrics").value_or(std::vector<Value>{})) {
            auto name = readMetric(item, losses);
            if (name && std::ranges::find(out, *name) == out.end()) out.push_back(std::move(*name));
        }
        return out;
    }
    for (const auto& output : outputs) {
        const auto loss = losses.find(output);
        if (loss == losses.end()) continue;
        for (const auto name : metricsOf(loss->second.type)) out.push_back((losses.size() > 1 ? output + "." : "") + std::string(name));
    }
    return out;
}

OptimizerDoc readOptimizer(const Value& value) {
    OptimizerDoc out;
    out.weightDecay = 0.01;
    Fields fields(value);
    if (!fields.ok()) return out;
    if (const auto type = fields.get("type")) {
        const auto name = type->choice(kOptimizers, "optimizer");
        if (!name) return out; // the keys of another optimizer can't be judged
        out.type = *name;
    }
    if (out.type != "adamw") out.weightDecay = 0;
    fields.read("lr", out.lr, {0});
    fields.read("weight_decay", out.weightDecay, {0});
    readByType(fields, out);
    if (const auto groups = fields.given("groups"))
        for (const auto& item : groups->items("a list of groups").value_or(std::vector<Value>{}))
            out.groups.push_back(readGroup(item, out.type));
    fields.notWith({"momentum", "dampening", "nesterov", "betas", "eps", "amsgrad", "alpha", "centered", "lr_decay"},
                   "optimizer " + inQuotes(out.type));
    fields.finish();
    checkNesterov(value, out);
    return out;
}

ScheduleDoc readSchedule(const Value& value) {
    ScheduleDoc out;
    Fields fields(value);
    if (!fields.ok()) return out;
    if (const auto type = fields.get("type")) {
        const auto name = type->choice(kSchedules, "schedule");
        if (!name) return out;
        out.type = *name;
    }
    fields.read("warmup_steps", out.warmupSteps, kCount);
    if (out.type == "cosine") fields.read("min_lr", out.minLr, {0});
    if (out.type == "step") {
        if (const auto size = fields.need("step_size")) out.stepSize = size->integer(kPositive).value_or(1);
        fields.read("gamma", out.gamma, {0});
    }
    fields.notWith({"min_lr", "step_size", "gamma", "decay_fraction", "max_lr", "pct_start", "factor", "patience"},
                   "schedule " + inQuotes(out.type));
    fields.finish();
    return out;
}

} // namespace lockstep::spec
