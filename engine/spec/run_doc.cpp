#include "spec/run_doc.h"

#include "spec/model_reader.h"
#include "spec/run_parts.h"
#include "spec/spec_errors.h"
#include "spec/templates.h"

#include <algorithm>
#include <filesystem>

namespace lockstep::spec {
namespace {

constexpr std::string_view kFormatName = "lockstep-run/1";
constexpr std::string_view kTemplatePrefix = "template:";

class RunReader {
public:
    RunReader(Json json, const ReadRunOptions& options, Problems& problems)
        : m_json(std::move(json)), m_options(options), m_fields(Value(m_json, "", problems)) {}

    RunDoc read() {
        m_run.file = m_options.file;
        m_run.baseDirectory = m_options.baseDirectory;
        m_run.json = m_json;
        if (!m_fields.ok()) return std::move(m_run);
        if (const auto* format = m_json.find("format"); format && format->text.starts_with("lockstep-model/")) {
            m_fields.object().fail(Error(kModelForRun, {inQuotes(std::filesystem::path(m_options.file).filename().string())}));
            return std::move(m_run);
        }
        readFormat(m_fields, kFormatName);
        readNames();
        readModelKey();
        readInit();
        if (const auto data = m_fields.need("data")) m_run.data = readData(*data);
        readTraining();
        readMachine();
        readLaterKeys(m_fields);
        m_fields.finish();
        return std::move(m_run);
    }

    ModelDoc readModelOnly() {
        if (m_fields.ok()) readModelKey();
        return std::move(m_run.model);
    }

private:
    Problems& problems() const { return m_fields.object().problems(); }

    void readNames() {
        m_fields.read("name", m_run.name);
        m_fields.read("notes", m_run.notes);
        if (const auto tags = m_fields.given("tags"))
            for (const auto& tag : tags->items("a list of strings").value_or(std::vector<Value>{}))
                m_run.tags.push_back(tag.text().value_or(""));
        std::int64_t seed = 1;
        m_fields.read("seed", seed, {0});
        m_run.seed = static_cast<std::uint64_t>(seed);
    }

    void readModelKey() {
        const auto value = m_options.allowMissingModel ? m_fields.given("model") : m_fields.need("model");
        if (!value) return;
        if (value->is(Json::Kind::Object)) {
            m_run.model = readModelInto(value->json(), "model", problems());
        } else if (value->is(Json::Kind::String)) {
            m_run.modelReference = value->json().text;
            readReferredModel(*value);
        } else {
            value->wrongType("a model document, the path of one, or \"template:NAME\"");
        }
    }

    /// A template or a file; its problems are placed in it.
    void readReferredModel(const Value& value) {
        auto [file, json] = loadReferred();
        if (!json) {
            const Error& error = json.error();
            return error.where().file.empty() ? value.fail(error) : problems().append({error});
        }
        Problems own(file);
        m_run.model = readModelInto(*json, "", own);
        problems().append(std::move(own).take());
    }

    std::pair<std::string, Result<Json>> loadReferred() const {
        const std::string& reference = m_run.modelReference;
        if (reference.starts_with(kTemplatePrefix))
            return {reference, templateModel(std::string_view(reference).substr(kTemplatePrefix.size()))};
        const std::string path = (std::filesystem::path(m_options.baseDirectory) / reference).lexically_normal().string();
        if (!m_options.load) return {path, Error(kNoModelLoader, {inQuotes(reference)})};
        const auto text = m_options.load(path);
        if (!text) return {path, text.error()};
        return {path, parseJson(*text, path)};
    }

    void readInit() {
        const auto value = m_fields.given("init");
        if (!value) return;
        if (!value->is(Json::Kind::Object)) {
            m_run.init = value->text();
            return;
        }
        Fields fields(*value);
        if (const auto file = fields.need("file")) m_run.init = file->text();
        if (const auto map = fields.given("map"))
            for (const auto& rule : map->items("a list of [glob, replacement]").value_or(std::vector<Value>{})) readInitRule(rule);
        fields.read("strict", m_run.initStrict);
        fields.finish();
    }

    void readInitRule(const Value& rule) {
        const auto both = rule.items("a pair [glob, replacement]");
        if (!both) return;
        if (both->size() != 2) return rule.wrongType("a pair [glob, replacement]");
        const auto glob = (*both)[0].text(), replacement = (*both)[1].text();
        if (glob && replacement) m_run.initMap.emplace_back(*glob, *replacement);
    }

    void readTraining() {
        const auto outputs = m_run.model.outputs;
        m_run.losses = readLosses(m_fields.given("loss"), outputs);
        m_run.metrics = readMetrics(m_fields.given("metrics"), m_run.losses, outputs);
        m_run.optimizer.weightDecay = 0.01;
        if (const auto optimizer = m_fields.given("optimizer")) m_run.optimizer = readOptimizer(*optimizer);
        if (const auto schedule = m_fields.given("schedule")) m_run.schedule = readSchedule(*schedule);
        m_fields.read("steps", m_run.steps, kCount);
        if (const auto epochs = m_fields.given("epochs")) {
            m_run.epochs = epochs->integer(kPositive).value_or(1);
            if (m_run.steps) epochs->fail(Error(kBoth, {"steps", "epochs"}));
        }
        readAccumulate();
        m_fields.read("clip_grad_norm", m_run.clipGradNorm, {0, std::numeric_limits<double>::infinity(), true});
        m_fields.read("evaluate_every", m_run.evaluateEvery, kPositive);
    }

    void readAccumulate() {
        const auto value = m_fields.get("accumulate");
        if (!value) return;
        if (value->is(Json::Kind::String))
            value->choice({{}, {"auto"}}, "accumulate");
        else
            m_run.accumulate = value->integer(kPositive).value_or(1);
    }

    void readMachine() {
        if (const auto device = m_fields.get("device")) readDevice(*device);
        m_fields.read("threads", m_run.threads, {1, 4096});
        if (const auto checkpoint = m_fields.given("checkpoint")) {
            Fields fields(*checkpoint);
            fields.read("every_steps", m_run.checkpoint.everySteps, kPositive);
            fields.read("keep", m_run.checkpoint.keep, kPositive);
            if (fields.ok()) fields.finish();
        }
        if (const auto stop = m_fields.given("early_stop")) m_run.earlyStop = readEarlyStop(*stop, m_run.metrics);
        if (const auto ema = m_fields.given("ema")) {
            Fields fields(*ema);
            double decay = 0.999;
            fields.read("decay", decay, {0, 1});
            if (fields.ok()) fields.finish();
            m_run.emaDecay = decay;
        }
        if (const auto freeze = m_fields.given("freeze"))
            for (const auto& glob : freeze->items("a list of patterns").value_or(std::vector<Value>{}))
                m_run.freeze.push_back(glob.text().value_or(""));
        readRecompute();
        if (const auto probe = m_fields.given("probe")) {
            Fields fields(*probe);
            fields.read("every_steps", m_run.probeEverySteps, kCount);
            if (fields.ok()) fields.finish();
        }
    }

    void readRecompute() {
        const auto value = m_fields.given("recompute");
        if (!value) return;
        if (!value->is(Json::Kind::Object)) {
            m_run.recompute.what = value->choice({{"none", "selective", "full"}, {}}, "recompute").value_or("none");
            return;
        }
        Fields fields(*value);
        m_run.recompute.what = "fit";
        if (const auto bytes = fields.need("fit_bytes")) m_run.recompute.fitBytes = bytes->integer({1}).value_or(1);
        fields.finish();
    }

    void readDevice(const Value& value) {
        const auto numbered = [](std::string_view name) {
            return name.starts_with("cuda:") && name.size() > 5 && name.find_first_not_of("0123456789", 5) == std::string_view::npos;
        };
        if (value.is(Json::Kind::String) && numbered(value.json().text))
            value.unavailable("device " + inQuotes(value.json().text), "auto, cpu, ref");
        else
            m_run.device = value.choice({{"auto", "cpu", "ref"}, {"cuda"}}, "device").value_or("auto");
    }

    Json m_json;
    const ReadRunOptions& m_options;
    Fields m_fields;
    RunDoc m_run;
};

bool sets(const ReadRunOptions& options, std::string_view key) {
    const auto isKey = [&](const std::string& assignment) { return assignment.starts_with(std::string(key) + "="); };
    return std::ranges::any_of(options.sets, isKey);
}

/// `--set steps=..` on a document with epochs means steps instead of epochs, and the reverse.
void dropReplaced(Json& run, const ReadRunOptions& options) {
    const bool steps = sets(options, "steps"), epochs = sets(options, "epochs");
    if (steps != epochs) std::erase_if(run.fields, [&](const auto& field) { return field.first == (steps ? "epochs" : "steps"); });
}

RunDoc readRunInto(const Json& json, const ReadRunOptions& options, Problems& problems) {
    Json changed = json;
    for (const auto& assignment : options.sets) {
        if (auto status = applySetFromCommand(changed, assignment); !status) {
            problems.append({std::move(status).error()});
            return {};
        }
    }
    dropReplaced(changed, options);
    return RunReader(std::move(changed), options, problems).read();
}

} // namespace

std::string RunDoc::located(const std::string& path) const { return (std::filesystem::path(baseDirectory) / path).string(); }

Result<RunDoc> readRun(const Json& json, const ReadRunOptions& options) {
    Problems problems(options.file);
    RunDoc run = readRunInto(json, options, problems);
    auto errors = std::move(problems).take();
    if (!errors.empty()) return std::move(errors.front());
    return run;
}

std::optional<ModelDoc> soundModel(const Json& json, const ReadRunOptions& options) {
    Problems problems(options.file);
    ModelDoc model = RunReader(json, options, problems).readModelOnly();
    if (!std::move(problems).take().empty()) return std::nullopt;
    return model;
}

std::vector<Error> checkRun(const Json& json, const ReadRunOptions& options) {
    Problems problems(options.file);
    readRunInto(json, options, problems);
    return std::move(problems).take();
}

} // namespace lockstep::spec
