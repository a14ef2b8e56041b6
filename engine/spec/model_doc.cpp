#include "spec/model_doc.h"

#include "spec/catalogue.h"
#include "spec/layer_args.h"
#include "spec/model_reader.h"
#include "spec/model_structure.h"
#include "spec/reader.h"
#include "spec/spec_errors.h"

#include <algorithm>
#include <unordered_map>

namespace lockstep::spec {
namespace {

constexpr std::string_view kFormatName = "lockstep-model/1";
constexpr Range kRepeats{1, 1000};
constexpr std::size_t kLongestId = 200;

bool validId(std::string_view id) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    if (id.empty() || id.size() > kLongestId || !letter(id.front())) return false;
    return std::ranges::all_of(id, [&](char c) { return letter(c) || digit(c); });
}

/// Reads one model document; what can't be read is left out after it was recorded.
class ModelReader {
public:
    ModelReader(const Json& json, const std::string& path, Problems& problems) : m_fields(Value(json, path, problems)) {}

    ModelDoc read() {
        m_model.json = m_fields.object().json();
        m_model.file = problems().file();
        if (!m_fields.ok()) return std::move(m_model);
        readFormat(m_fields, kFormatName);
        m_fields.read("name", m_model.name);
        readInputs();
        readLayers();
        readOutputs();
        if (const auto init = m_fields.given("init")) m_model.init = readInit(*init);
        m_fields.finish();
        // An id that could not be read would be reported again wherever it is used.
        if (m_sound) checkStructure(m_model, m_fields.object().path(), problems());
        return std::move(m_model);
    }

private:
    Problems& problems() const { return m_fields.object().problems(); }

    /// The id of an input or layer; records a bad or doubled one.
    std::string readId(Fields& fields) {
        const auto value = fields.need("id");
        const auto id = value ? value->text() : std::nullopt;
        if (!id) return m_sound = false, "";
        if (!validId(*id)) return value->fail(Error(kBadId, {inQuotes(*id)})), m_sound = false, *id;
        const auto [seen, fresh] = m_ids.emplace(*id, value->json().line);
        if (!fresh) value->fail(Error(kDoubledId, {*id, std::to_string(seen->second)}));
        m_sound &= fresh;
        return *id;
    }

    std::vector<Value> needItems(std::string_view key, const char* needed) {
        const auto list = m_fields.need(key);
        const auto items = list ? list->items() : std::nullopt;
        if (items && items->empty()) list->fail(Error(kEmptyList, {needed}));
        m_sound &= items && !items->empty();
        return items.value_or(std::vector<Value>{});
    }

    void readInputs() {
        for (const auto& item : needItems("inputs", "at least one input")) {
            Fields fields(item);
            m_sound &= fields.ok();
            if (!fields.ok()) continue;
            InputDoc input;
            input.line = item.json().line;
            input.id = readId(fields);
            if (const auto shape = fields.need("shape")) readShape(*shape, input.shape);
            if (const auto dtype = fields.get("dtype"))
                if (const auto name = dtype->choice({{"f32", "s64"}, {}})) input.dtype = *name == "s64" ? DType::S64 : DType::F32;
            fields.read("label", m_ignored);
            readPlace(fields);
            fields.finish();
            m_model.inputs.push_back(std::move(input));
        }
    }

    void readShape(const Value& value, Shape& shape) {
        const auto items = value.items("a list of sizes without the batch");
        if (!items) return;
        if (items->size() > Shape::kMaxRank - 1) return value.wrongType("at most 7 sizes");
        for (const auto& item : *items) shape.push(item.integer(kPositive).value_or(1));
        if (!shape.checkedElements()) value.fail(Error(kOutOfRange, {shape.str(), "fewer than 2^62 elements"}));
    }

    void readLayers() {
        for (const auto& item : needItems("layers", "at least one layer")) {
            Fields fields(item);
            m_sound &= fields.ok();
            if (fields.ok()) m_model.layers.push_back(readLayer(fields));
            problems().setLayer("");
        }
    }

    LayerDoc readLayer(Fields& fields) {
        LayerDoc layer;
        layer.line = fields.object().json().line;
        layer.path = fields.object().path();
        layer.id = readId(fields);
        problems().setLayer(shortened(layer.id));
        const LayerSpec* spec = readType(fields, layer);
        readSources(fields, layer);
        const auto args = fields.get("args");
        fields.read("repeat", layer.repeat, kRepeats);
        if (const auto share = fields.given("share")) {
            const auto owner = share->text();
            layer.share = owner.value_or("");
            if (owner && owner->empty()) share->fail(Error(kShare, {layer.id, "", "no layer has that name"}));
        }
        if (const auto init = fields.given("init")) layer.init = readInit(*init);
        fields.read("label", layer.label);
        layer.place = readPlace(fields);
        fields.finish();
        if (spec) readWithSpec(*spec, fields, args ? &args->json() : nullptr, layer);
        return layer;
    }

    const LayerSpec* readType(Fields& fields, LayerDoc& layer) {
        const auto value = fields.need("type");
        const auto type = value ? value->text() : std::nullopt;
        if (!type) return nullptr;
        layer.type = *type;
        std::vector<std::string_view> available;
        for (const auto& entry : catalogue())
            if (entry.available) available.push_back(entry.type);
        const LayerSpec* spec = findLayer(*type);
        if (!spec)
            value->fail(withNearest(kUnknownLayerType, kUnknownLayerTypeNear, *type, inQuotes(*type), available));
        else if (!spec->available)
            value->fail(Error(kNotAvailable, {"layer type " + inQuotes(*type), joined(available)}));
        return spec && spec->available ? spec : nullptr;
    }

    void readSources(Fields& fields, LayerDoc& layer) {
        const auto list = fields.need("inputs");
        const auto items = list ? list->items("a list of ids") : std::nullopt;
        m_sound &= items.has_value();
        if (items) layer.inputs = readIds(*items);
    }

    void readWithSpec(const LayerSpec& spec, Fields& fields, const Json* args, LayerDoc& layer) {
        const Value& at = fields.object();
        layer.args = readArgs(spec, args, at);
        const int n = static_cast<int>(std::min<std::size_t>(layer.inputs.size(), 1u << 20));
        if (const Json* list = at.json().find("inputs"); list && list->kind == Json::Kind::Array)
            if (n < spec.minInputs || (spec.maxInputs >= 0 && n > spec.maxInputs))
                problems().add(Error(kInputCount, {layer.type, layer.id, std::to_string(n), inputCountText(spec)}), list->line,
                               layer.path + ".inputs");
        if (layer.repeat > 1 && n != 1) at.fail(Error(kRepeat, {layer.id, "it has " + std::to_string(n) + " inputs"}));
        const bool takesInit = spec.hasWeight || spec.composite || spec.group == LayerGroup::Attention;
        if (layer.init && !takesInit) at.fail(Error(kNoWeight, {layer.type}));
    }

    static std::string inputCountText(const LayerSpec& spec) {
        if (spec.maxInputs < 0) return std::to_string(spec.minInputs) + " or more";
        if (spec.minInputs == spec.maxInputs) return std::to_string(spec.minInputs);
        return std::to_string(spec.minInputs) + " to " + std::to_string(spec.maxInputs);
    }

    InitDoc readInit(const Value& value) {
        InitDoc init;
        Fields fields(value);
        if (!fields.ok()) return init;
        if (const auto type = fields.need("type"))
            init.type =
                type->choice({{"default", "normal", "xavier_uniform", "xavier_normal", "kaiming_uniform", "kaiming_normal", "zeros"}, {}})
                    .value_or("default");
        if (init.type == "normal")
            fields.read("std", init.std, {0});
        else
            fields.notWith({"std"}, "init " + inQuotes(init.type));
        fields.finish();
        return init;
    }

    std::optional<std::pair<double, double>> readPlace(Fields& fields) {
        const auto value = fields.given("ui");
        if (!value) return {};
        Fields place(*value);
        double x = 0, y = 0;
        place.read("x", x);
        place.read("y", y);
        place.finish();
        return std::pair{x, y};
    }

    void readOutputs() { m_model.outputs = readIds(needItems("outputs", "at least one layer")); }

    std::vector<std::string> readIds(const std::vector<Value>& items) {
        std::vector<std::string> out;
        for (const auto& item : items) {
            auto id = item.text();
            m_sound &= id.has_value();
            if (id) out.push_back(std::move(*id));
        }
        return out;
    }

    Fields m_fields;
    ModelDoc m_model;
    std::string m_ignored;
    bool m_sound = true; ///< all ids could be read
    std::unordered_map<std::string, int> m_ids;
};

} // namespace

void readFormat(Fields& fields, std::string_view wanted) {
    const auto value = fields.need("format");
    const auto text = value ? value->text() : std::nullopt;
    if (text && *text != wanted) value->fail(Error(kFormat, {inQuotes(*text), std::string(wanted)}));
}

ModelDoc readModelInto(const Json& json, const std::string& path, Problems& problems) { return ModelReader(json, path, problems).read(); }

Result<ModelDoc> readModel(const Json& json, std::string_view file) {
    Problems problems(file);
    ModelDoc model = readModelInto(json, "", problems);
    auto errors = std::move(problems).take();
    if (!errors.empty()) return std::move(errors.front());
    return model;
}

std::vector<Error> checkModel(const Json& json, std::string_view file) {
    Problems problems(file);
    readModelInto(json, "", problems);
    return std::move(problems).take();
}

} // namespace lockstep::spec
