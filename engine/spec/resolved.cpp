// A run document with every default written out.
#include "spec/run_parts.h"

#include <algorithm>

namespace lockstep::spec {
namespace {

class Object {
public:
    Object& add(std::string_view key, Json value) {
        m_json.fields.emplace_back(key, std::move(value));
        return *this;
    }
    Object& add(std::string_view key, const std::string& value) { return add(key, Json::ofString(value)); }
    Object& add(std::string_view key, const char* value) { return add(key, Json::ofString(value)); }
    Object& add(std::string_view key, bool value) { return add(key, Json::ofBool(value)); }
    Object& add(std::string_view key, std::int64_t value) { return add(key, Json::ofInt(value)); }
    Object& add(std::string_view key, double value) { return add(key, Json::ofDouble(value)); }
    template <class T> Object& add(std::string_view key, const std::optional<T>& value) {
        return value ? add(key, *value) : add(key, Json());
    }
    template <class T> Object& addGiven(std::string_view key, const std::optional<T>& value) { return value ? add(key, *value) : *this; }
    Json take() { return std::move(m_json); }

private:
    Json m_json = Json::object();
};

Json strings(const std::vector<std::string>& texts) {
    Json out = Json::array();
    for (const auto& text : texts) out.items.push_back(Json::ofString(text));
    return out;
}

Json numbers(const std::vector<double>& values) {
    Json out = Json::array();
    for (const double value : values) out.items.push_back(Json::ofDouble(value));
    return out;
}

Json ofPair(const std::pair<double, double>& both) { return numbers({both.first, both.second}); }

Json ofSplit(const SplitDoc& split) {
    Object out;
    out.add("train", split.train).add("validation", split.validation).add("test", split.test).add("shuffle", split.shuffle);
    const auto seed = split.seed ? std::optional(static_cast<std::int64_t>(*split.seed)) : std::nullopt;
    return out.add("seed", seed).take();
}

Json ofAugment(const AugmentDoc& augment) {
    Object out;
    out.add("type", augment.type);
    if (augment.type == "flip") out.add("p", augment.p);
    if (augment.type == "crop") out.add("padding", augment.padding);
    if (augment.type == "cutout") out.add("size", augment.size);
    return out.take();
}

Json ofColumn(const std::variant<std::monostate, std::string, std::int64_t>& column) {
    if (const auto* index = std::get_if<std::int64_t>(&column)) return Json::ofInt(*index);
    const auto* name = std::get_if<std::string>(&column);
    return name ? Json::ofString(*name) : Json();
}

void addSource(Object& out, const DataDoc& data) {
    out.add("source", data.source);
    if (data.source == "bundled")
        out.add("name", data.name);
    else if (data.source == "npy")
        out.add("x_path", data.xPath).add("y_path", data.yPath);
    else if (data.source == "synthetic")
        out.add("size", data.size);
    else
        out.add("path", data.path);
    if (data.source == "text")
        out.add("tokenizer", data.tokenizer)
            .add("context", data.context)
            .add("stride", data.stride.value_or(data.context))
            .add("mask", data.mask);
    if (data.source != "csv") return;
    out.add("target", ofColumn(data.target))
        .add("columns", data.columns.empty() ? Json() : strings(data.columns))
        .add("missing", data.missing);
}

/// `normalize`: what `data` inherits.
Json ofData(const DataDoc& data, bool separate, const std::string& normalize) {
    Object out;
    addSource(out, data);
    out.add("batch_size", data.batchSize).add("shuffle", data.shuffle).add("drop_last", data.dropLast).add("workers", data.workers);
    out.add("normalize", data.normalize.value_or(normalize));
    if (separate) return out.take();
    out.add("split", data.split ? ofSplit(*data.split) : Json());
    out.add("validation", data.validation ? ofData(*data.validation, true, normalize) : Json());
    out.add("test", data.test ? ofData(*data.test, true, normalize) : Json());
    Json augments = Json::array();
    for (const auto& augment : data.augment) augments.items.push_back(ofAugment(augment));
    return out.add("augment", std::move(augments)).add("sampling", data.sampling).take();
}

Json ofLoss(const LossDoc& loss) {
    Object out;
    out.add("type", loss.type);
    if (loss.type == "cross_entropy") {
        out.add("label_smoothing", loss.labelSmoothing).add("ignore_index", loss.ignoreIndex);
        out.add("class_weights", loss.classWeights.empty() ? Json() : numbers(loss.classWeights));
    }
    if (loss.type == "bce_with_logits") {
        const bool one = !loss.posWeightIsList && !loss.posWeight.empty();
        out.add("pos_weight", one ? Json::ofDouble(loss.posWeight[0]) : loss.posWeight.empty() ? Json() : numbers(loss.posWeight));
    }
    if (loss.type == "smooth_l1") out.add("beta", loss.beta);
    if (loss.type == "huber") out.add("delta", loss.delta);
    if (loss.type == "formula") out.add("expr", loss.expr);
    return out.take();
}

Json ofLosses(const std::map<std::string, LossDoc>& losses) {
    if (losses.size() == 1) return ofLoss(losses.begin()->second);
    Object out;
    for (const auto& [output, loss] : losses) out.add(output, ofLoss(loss));
    return out.take();
}

Json ofGroup(const OptimizerGroupDoc& group) {
    Object out;
    out.add("match", group.match).addGiven("lr", group.lr).addGiven("weight_decay", group.weightDecay);
    out.addGiven("eps", group.eps).addGiven("momentum", group.momentum);
    if (group.betas) out.add("betas", ofPair(*group.betas));
    return out.take();
}

Json ofOptimizer(const OptimizerDoc& optimizer) {
    Object out;
    out.add("type", optimizer.type).add("lr", optimizer.lr).add("weight_decay", optimizer.weightDecay);
    if (optimizer.type == "sgd")
        out.add("momentum", optimizer.momentum).add("dampening", optimizer.dampening).add("nesterov", optimizer.nesterov);
    else if (optimizer.type == "rmsprop")
        out.add("alpha", optimizer.alpha).add("momentum", optimizer.momentum).add("centered", optimizer.centered);
    else if (optimizer.type == "adagrad")
        out.add("lr_decay", optimizer.lrDecay);
    else
        out.add("betas", ofPair(optimizer.betas));
    if (optimizer.type != "sgd" && optimizer.type != "lion") out.add("eps", optimizer.eps);
    if (optimizer.type == "adam" || optimizer.type == "adamw") out.add("amsgrad", optimizer.amsgrad);
    Json groups = Json::array();
    for (const auto& group : optimizer.groups) groups.items.push_back(ofGroup(group));
    return out.add("groups", std::move(groups)).take();
}

Json ofSchedule(const ScheduleDoc& schedule) {
    Object out;
    const auto is = [&](std::initializer_list<std::string_view> types) { return std::ranges::find(types, schedule.type) != types.end(); };
    out.add("type", schedule.type);
    if (!is({"onecycle", "plateau"})) out.add("warmup_steps", schedule.warmupSteps);
    if (is({"cosine", "linear", "wsd", "plateau"})) out.add("min_lr", schedule.minLr);
    if (is({"step"})) out.add("step_size", schedule.stepSize);
    if (is({"step", "exponential"})) out.add("gamma", schedule.gamma);
    if (is({"wsd"})) out.add("decay_fraction", schedule.decayFraction);
    if (is({"onecycle"})) out.add("max_lr", schedule.maxLr).add("pct_start", schedule.pctStart);
    if (is({"plateau"})) out.add("factor", schedule.factor).add("patience", schedule.patience);
    return out.take();
}

Json ofEarlyStop(const EarlyStopDoc& stop) {
    return Object().add("metric", stop.metric).add("patience", stop.patience).add("min_delta", stop.minDelta).take();
}

Json ofInit(const RunDoc& run) {
    if (!run.init) return {};
    if (run.initMap.empty() && run.initStrict) return Json::ofString(*run.init);
    Json map = Json::array();
    for (const auto& [glob, replacement] : run.initMap) map.items.push_back(strings({glob, replacement}));
    return Object().add("file", *run.init).add("map", std::move(map)).add("strict", run.initStrict).take();
}

Json ofRecompute(const RecomputeDoc& recompute) {
    if (recompute.what != "fit") return Json::ofString(recompute.what);
    return Object().add("fit_bytes", recompute.fitBytes).take();
}

void addLaterKeys(Object& out, const RunDoc& run) {
    out.add("recompute", ofRecompute(run.recompute)).add("precision", Object().add("policy", run.precisionPolicy).take());
    out.add("quantization", Object().add("scheme", "none").take());
    Object parallel;
    for (const auto* key : {"data", "tensor", "pipeline"}) parallel.add(key, std::int64_t{1});
    parallel.add("sharding", "none").add("sync_every", std::int64_t{1}).add("compression", "none");
    out.add("parallel", parallel.take());
}

void addDuration(Object& out, const RunDoc& run) {
    if (run.steps)
        out.add("steps", *run.steps);
    else
        out.add("epochs", run.epochs);
}

} // namespace

std::string normalizeOf(const DataDoc& data) {
    const bool bytes = data.source == "images" || data.source == "idx" || data.source == "cifar";
    const bool table = data.source == "csv" || (data.source == "bundled" && data.name == "breast_cancer");
    return data.normalize.value_or(bytes ? "unit" : table ? "standard" : "none");
}

Json resolvedJson(const RunDoc& run) {
    Object out;
    out.add("format", "lockstep-run/1").add("name", run.name).add("tags", strings(run.tags)).add("notes", run.notes);
    out.add("seed", static_cast<std::int64_t>(run.seed)).add("model", run.model.json).add("init", ofInit(run));
    out.add("data", ofData(run.data, false, normalizeOf(run.data))).add("loss", ofLosses(run.losses)).add("metrics", strings(run.metrics));
    out.add("optimizer", ofOptimizer(run.optimizer)).add("schedule", ofSchedule(run.schedule));
    addDuration(out, run);
    out.add("accumulate", run.accumulate).add("clip_grad_norm", run.clipGradNorm).add("evaluate_every", run.evaluateEvery);
    out.add("device", run.device).add("threads", run.threads);
    addLaterKeys(out, run);
    out.add("checkpoint", Object().add("every_steps", run.checkpoint.everySteps).add("keep", run.checkpoint.keep).take());
    out.add("early_stop", run.earlyStop ? ofEarlyStop(*run.earlyStop) : Json());
    out.add("ema", run.emaDecay ? Object().add("decay", *run.emaDecay).take() : Json());
    out.add("freeze", strings(run.freeze)).add("batch_schedule", Json::array());
    out.add("probe", Object().add("every_steps", run.probeEverySteps).take());
    Json json = out.take();
    makePathsAbsolute(json, run.baseDirectory.empty() ? "." : run.baseDirectory);
    return json;
}

} // namespace lockstep::spec
