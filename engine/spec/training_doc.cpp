// Loss, metrics, optimizer and schedule of a run document.
#include "spec/run_parts.h"
#include "spec/spec_errors.h"

#include <algorithm>

namespace lockstep::spec {
namespace {

const Choices kLosses{{"cross_entropy", "bce_with_logits", "mse", "l1", "smooth_l1", "huber", "formula"}, {"distill"}};
const Choices kOptimizers{{"sgd", "adam", "adamw", "rmsprop", "adagrad", "lion"}, {}};
const Choices kSchedules{{"constant", "cosine", "linear", "step", "exponential", "wsd", "onecycle", "plateau"}, {}};
const Choices kMetrics{{"accuracy", "top5", "auc", "mean_iou", "perplexity", "mae", "rmse"}, {}};

constexpr double kMostF32 = std::numeric_limits<float>::max(); // what is more is infinite in a loss

/// A key that holds a list of numbers, null or nothing.
std::vector<double> readWeights(Fields& fields, std::string_view key) {
    const auto value = fields.given(key);
    const auto items = value ? value->items("a list of numbers, one a class") : std::nullopt;
    std::vector<double> out;
    if (!items) return out;
    if (items->empty()) value->fail(Error(kEmptyList, {"one number a class"}));
    for (const auto& item : *items) out.push_back(item.number({0, kMostF32}).value_or(1));
    return out;
}

void readPosWeight(Fields& fields, LossDoc& loss) {
    const auto value = fields.given("pos_weight");
    if (!value) return;
    loss.posWeightIsList = value->is(Json::Kind::Array);
    if (loss.posWeightIsList)
        loss.posWeight = readWeights(fields, "pos_weight");
    else if (const auto number = value->number({0, kMostF32}))
        loss.posWeight = {*number};
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
    if (loss.type == "bce_with_logits") readPosWeight(fields, loss);
    if (loss.type == "smooth_l1") fields.read("beta", loss.beta, {0, kMostF32});
    if (loss.type == "huber") fields.read("delta", loss.delta, {0, kMostF32, true});
    if (loss.type == "formula") {
        if (const auto expr = fields.need("expr")) loss.expr = expr->text().value_or("");
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
    if (loss == "bce_with_logits") return {"accuracy", "auc"};
    return {"mae", "rmse"};
}

/// All that can be measured of an output with this loss.
std::vector<std::string_view> possibleMetrics(const std::string& loss) {
    if (loss == "cross_entropy") return {"accuracy", "top5", "auc", "mean_iou", "perplexity"};
    if (loss == "bce_with_logits") return {"accuracy", "auc", "mean_iou"};
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
    const auto allowed = possibleMetrics(loss.type);
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
    if (type == "sgd" || type == "rmsprop") fields.read("momentum", group.momentum, {0});
    if (type == "adam" || type == "adamw" || type == "lion") group.betas = readBetas(fields);
    if (type != "sgd" && type != "lion") fields.read("eps", group.eps, {0});
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
    if (out.type == "rmsprop") {
        fields.read("alpha", out.alpha, {0, 1, false, true});
        fields.read("momentum", out.momentum, {0});
        fields.read("centered", out.centered);
    } else if (out.type == "adagrad") {
        fields.read("lr_decay", out.lrDecay, {0});
    } else {
        if (const auto betas = readBetas(fields)) out.betas = *betas;
    }
    if (out.type != "lion") fields.read("eps", out.eps, {0});
    if (out.type == "adam" || out.type == "adamw") fields.read("amsgrad", out.amsgrad);
}

/// What FORMATS.md gives each optimizer where the document says nothing.
void setDefaults(OptimizerDoc& out) {
    out.weightDecay = out.type == "adamw" ? 0.01 : 0;
    if (out.type == "rmsprop" || out.type == "adagrad") out.lr = 1e-2;
    if (out.type == "adagrad") out.eps = 1e-10;
    if (out.type == "lion") out.lr = 1e-4, out.betas = {0.9, 0.99};
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
    setDefaults(out);
    Fields fields(value);
    if (!fields.ok()) return out;
    if (const auto type = fields.get("type")) {
        const auto name = type->choice(kOptimizers, "optimizer");
        if (!name) return out; // the keys of another optimizer can't be judged
        out.type = *name;
    }
    setDefaults(out);
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
    const auto is = [&](std::initializer_list<std::string_view> types) { return std::ranges::find(types, out.type) != types.end(); };
    if (!is({"onecycle", "plateau"})) fields.read("warmup_steps", out.warmupSteps, kCount);
    if (is({"cosine", "linear", "wsd", "plateau"})) fields.read("min_lr", out.minLr, {0});
    if (is({"step"})) {
        if (const auto size = fields.need("step_size")) out.stepSize = size->integer(kPositive).value_or(1);
    }
    if (is({"step", "exponential"})) fields.read("gamma", out.gamma, {0});
    if (is({"wsd"})) fields.read("decay_fraction", out.decayFraction, {0, 1});
    if (is({"onecycle"})) {
        if (const auto top = fields.need("max_lr")) out.maxLr = top->number({0}).value_or(0);
        fields.read("pct_start", out.pctStart, {0, 1});
    }
    if (is({"plateau"})) {
        fields.read("factor", out.factor, {0, 1, false, true});
        fields.read("patience", out.patience, kCount);
    }
    fields.notWith({"warmup_steps", "min_lr", "step_size", "gamma", "decay_fraction", "max_lr", "pct_start", "factor", "patience"},
                   "schedule " + inQuotes(out.type));
    fields.finish();
    return out;
}

EarlyStopDoc readEarlyStop(const Value& value, const std::vector<std::string>& metrics) {
    EarlyStopDoc out;
    Fields fields(value);
    if (!fields.ok()) return out;
    std::vector<std::string> known{"validation/loss"};
    for (const auto& metric : metrics) known.push_back("validation/" + metric);
    if (const auto metric = fields.get("metric")) {
        const Choices choices{{known.begin(), known.end()}, {}};
        out.metric = metric->choice(choices, "metric").value_or(out.metric);
    }
    fields.read("patience", out.patience, kPositive);
    fields.read("min_delta", out.minDelta, {0});
    fields.finish();
    return out;
}

} // namespace lockstep::spec
