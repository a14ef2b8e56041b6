#include "train/state_json.h"

#include "spec/json.h"
#include "train/train_errors.h"

namespace lockstep::train {

using spec::Json;

static constexpr std::string_view kFormat = "lockstep-checkpoint/1";

static Json editJson(const Edit& edit) {
    Json json = Json::object();
    json.set("step", Json::ofInt(edit.step));
    json.set("field", Json::ofString(edit.field));
    json.set("value", Json::ofDouble(edit.value));
    return json;
}

static Json positionJson(const TrainState& state) {
    Json json = Json::object();
    json.set("epoch", Json::ofInt(state.epoch));
    json.set("batch", Json::ofInt(state.batch));
    return json;
}

static Json countersJson(const TrainState& state) {
    Json json = Json::object();
    json.set("applied", Json::ofInt(state.applied));
    json.set("samples", Json::ofInt(state.samples));
    json.set("evaluated_step", Json::ofInt(state.evaluatedStep));
    json.set("best", state.best ? Json::ofDouble(*state.best) : Json());
    json.set("best_step", Json::ofInt(state.bestStep));
    json.set("active_seconds", Json::ofDouble(state.activeSeconds));
    return json;
}

std::string writeState(const StateFile& file) {
    Json json = Json::object();
    json.set("format", Json::ofString(std::string(kFormat)));
    json.set("step", Json::ofInt(file.state.step));
    json.set("position", positionJson(file.state));
    json.set("counters", countersJson(file.state));
    Json edits = Json::array();
    for (const auto& edit : file.state.edits) edits.items.push_back(editJson(edit));
    json.set("edits", std::move(edits));
    json.set("loss_scale", Json());
    Json sums = Json::object();
    sums.set("model.safetensors", Json::ofString(file.modelSum));
    sums.set("state.safetensors", Json::ofString(file.optimizerSum));
    json.set("xxh3", std::move(sums));
    json.set("run", Json::ofString(file.resolvedRun));
    return spec::writeJson(json) + "\n";
}

namespace {

/// Reads fields, remembering the first that is missing or of another kind.
class Fields {
public:
    Fields(const Json& json, std::string& missing) : m_json(&json), m_missing(missing) {}

    Fields object(std::string_view key) const { return Fields(get(key, Json::Kind::Object), m_missing); }
    const Json& array(std::string_view key) const { return get(key, Json::Kind::Array); }
    std::int64_t integer(std::string_view key) const { return get(key, Json::Kind::Int).integer; }
    std::string text(std::string_view key) const { return get(key, Json::Kind::String).text; }
    std::optional<double> optionalNumber(std::string_view key) const {
        const Json* json = m_json->find(key);
        if (!json || !json->isNumber()) return std::nullopt;
        return json->number;
    }

private:
    const Json& get(std::string_view key, Json::Kind kind) const {
        static const Json none;
        const Json* json = m_json->find(key);
        if (json && json->kind == kind) return *json;
        m_missing = key;
        return none;
    }
    const Json* m_json;
    std::string& m_missing;
};

TrainState readFields(const Fields& fields, std::string& missing) {
    TrainState state;
    state.step = fields.integer("step");
    const auto position = fields.object("position"), counters = fields.object("counters");
    state.epoch = position.integer("epoch");
    state.batch = position.integer("batch");
    state.applied = counters.integer("applied");
    state.samples = counters.integer("samples");
    state.evaluatedStep = counters.integer("evaluated_step");
    state.best = counters.optionalNumber("best");
    state.bestStep = counters.integer("best_step");
    state.activeSeconds = counters.optionalNumber("active_seconds").value_or(0);
    for (const auto& item : fields.array("edits").items) {
        const Fields edit(item, missing);
        state.edits.push_back({edit.integer("step"), edit.text("field"), edit.optionalNumber("value").value_or(0)});
    }
    return state;
}

} // namespace

Result<StateFile> parseState(std::string_view text, const std::string& path) {
    LOCKSTEP_ASSIGN(const auto json, spec::parseJson(text, path));
    const Json* format = json.find("format");
    if (!format || format->text != kFormat) return Error(kCheckpointVersion, {format ? format->text : ""}).inFile(path);
    std::string missing;
    const Fields fields(json, missing);
    StateFile file;
    file.state = readFields(fields, missing);
    const auto sums = fields.object("xxh3");
    file.modelSum = sums.text("model.safetensors");
    file.optimizerSum = sums.text("state.safetensors");
    file.resolvedRun = fields.text("run");
    if (!missing.empty()) return Error(kCheckpointDamaged, {"'" + missing + "' is missing or of the wrong kind"}).inFile(path);
    return file;
}

} // namespace lockstep::train
