#include "train/state_json.h"

#include "base/text.h"
#include "spec/json.h"
#include "train/train_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

static Json patienceJson(const Patience& patience) {
    Json json = Json::object();
    json.set("best", patience.best ? Json::ofDouble(*patience.best) : Json());
    json.set("bad", Json::ofInt(patience.bad));
    return json;
}

static Json plateauJson(const Schedule::Plateau& plateau) {
    Json json = patienceJson(plateau.patience);
    json.set("scale", Json::ofDouble(plateau.scale));
    return json;
}

/// JSON has no numbers that are not finite.
static Json numbersJson(const std::vector<double>& numbers) {
    Json json = Json::array();
    for (const double x : numbers) json.items.push_back(std::isfinite(x) ? Json::ofDouble(x) : Json::ofString(shortest(x)));
    return json;
}

static Json normalizationJson(const data::Normalization& normalization) {
    Json inputs = Json::array();
    for (const auto& input : normalization.inputs) {
        Json item = Json::object();
        item.set("mean", numbersJson(input.mean));
        item.set("deviation", numbersJson(input.deviation));
        item.set("fill", numbersJson(input.fill));
        inputs.items.push_back(std::move(item));
    }
    Json json = Json::object();
    json.set("kind", Json::ofString(std::string(data::name(normalization.kind))));
    json.set("inputs", std::move(inputs));
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
    json.set("plateau", plateauJson(file.state.plateau));
    json.set("early_stop", patienceJson(file.state.earlyStop));
    json.set("loss_scale", Json());
    json.set("device", Json::ofString(file.device));
    json.set("normalization", file.normalization ? normalizationJson(*file.normalization) : Json());
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

    bool has(std::string_view key) const { return m_json->find(key) != nullptr; }
    Fields object(std::string_view key) const { return Fields(get(key, Json::Kind::Object), m_missing); }
    const Json& array(std::string_view key) const { return get(key, Json::Kind::Array); }
    /// A count, or -1 where there has been none yet.
    std::int64_t integer(std::string_view key, std::int64_t least = 0) const {
        const auto value = get(key, Json::Kind::Int).integer;
        if (value < least || value > kMost) m_missing = key;
        return value;
    }
    std::string text(std::string_view key) const { return get(key, Json::Kind::String).text; }
    std::optional<double> optionalNumber(std::string_view key) const {
        const Json* json = m_json->find(key);
        if (!json || !json->isNumber()) return std::nullopt;
        return json->number;
    }

private:
    static constexpr std::int64_t kMost = std::int64_t{1} << 53;

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

std::vector<double> numbersOf(const Json& array) {
    std::vector<double> numbers;
    for (const auto& item : array.items) {
        const double infinity = std::numeric_limits<double>::infinity();
        const double other = item.text == "inf" ? infinity : item.text == "-inf" ? -infinity : std::numeric_limits<double>::quiet_NaN();
        numbers.push_back(item.isNumber() ? item.number : other);
    }
    return numbers;
}

std::optional<data::Normalization> normalizationOf(const Json& file, std::string& missing) {
    const Json* json = file.find("normalization");
    if (!json || json->kind == Json::Kind::Null) return std::nullopt;
    const Fields fields(*json, missing);
    data::Normalization normalization;
    const auto kind = data::normalizeKindNamed(fields.text("kind"));
    if (!kind) return missing = "normalization.kind", std::nullopt;
    normalization.kind = *kind;
    for (const auto& item : fields.array("inputs").items) {
        const Fields input(item, missing);
        normalization.inputs.push_back(
            {numbersOf(input.array("mean")), numbersOf(input.array("deviation")), numbersOf(input.array("fill"))});
    }
    return normalization;
}

Patience patienceOf(const Fields& fields) { return {fields.optionalNumber("best"), fields.integer("bad")}; }

TrainState readFields(const Fields& fields, std::string& missing) {
    TrainState state;
    state.step = fields.integer("step");
    const auto position = fields.object("position"), counters = fields.object("counters");
    state.epoch = position.integer("epoch");
    state.batch = position.integer("batch");
    state.applied = counters.integer("applied");
    state.samples = counters.integer("samples");
    state.evaluatedStep = counters.integer("evaluated_step", -1);
    state.best = counters.optionalNumber("best");
    state.bestStep = counters.integer("best_step", -1);
    state.activeSeconds = counters.optionalNumber("active_seconds").value_or(0);
    for (const auto& item : fields.array("edits").items) {
        const Fields edit(item, missing);
        state.edits.push_back({edit.integer("step"), edit.text("field"), edit.optionalNumber("value").value_or(0)});
    }
    if (fields.has("plateau")) { // not in checkpoints of before
        const auto plateau = fields.object("plateau");
        state.plateau = {patienceOf(plateau), plateau.optionalNumber("scale").value_or(1)};
    }
    if (fields.has("early_stop")) state.earlyStop = patienceOf(fields.object("early_stop"));
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
    file.normalization = normalizationOf(json, missing);
    if (const Json* device = json.find("device")) file.device = device->text;
    if (!missing.empty())
        return Error(kCheckpointDamaged, {"'" + missing + "' is missing, of the wrong kind or out of range"}).inFile(path);
    return file;
}

} // namespace lockstep::train
