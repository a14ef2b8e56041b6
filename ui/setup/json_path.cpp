#include "ui/setup/json_path.h"

#include <algorithm>
#include <charconv>

namespace lockstep::ui {

namespace {

struct Step {
    std::string key;
    std::size_t index = 0;
    bool isIndex = false;
};

std::vector<Step> stepsOf(std::string_view path) {
    std::vector<Step> steps;
    std::size_t at = 0;
    while (at < path.size()) {
        if (path[at] == '.') {
            ++at;
        } else if (path[at] == '[') {
            const std::size_t end = std::min(path.find(']', at), path.size());
            Step step;
            step.isIndex = true;
            std::from_chars(path.data() + at + 1, path.data() + end, step.index);
            steps.push_back(step);
            at = end + 1;
        } else {
            const std::size_t end = std::min(path.find_first_of(".[", at), path.size());
            steps.push_back({std::string(path.substr(at, end - at)), 0, false});
            at = end;
        }
    }
    return steps;
}

const spec::Json* child(const spec::Json& json, const Step& step) {
    if (step.isIndex) return json.kind == spec::Json::Kind::Array && step.index < json.items.size() ? &json.items[step.index] : nullptr;
    return json.kind == spec::Json::Kind::Object ? json.find(step.key) : nullptr;
}

void removeKey(spec::Json& object, const std::string& key) {
    std::erase_if(object.fields, [&](const auto& field) { return field.first == key; });
}

} // namespace

const spec::Json* jsonAt(const spec::Json& document, std::string_view path) {
    const spec::Json* json = &document;
    for (const Step& step : stepsOf(path)) {
        json = child(*json, step);
        if (!json) return nullptr;
    }
    return json;
}

void setJsonAt(spec::Json& document, std::string_view path, std::optional<spec::Json> value) {
    const std::vector<Step> steps = stepsOf(path);
    if (steps.empty()) return;
    spec::Json* json = &document;
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        auto* next = const_cast<spec::Json*>(child(*json, steps[i]));
        const bool usable = next && (steps[i + 1].isIndex || next->kind == spec::Json::Kind::Object);
        if (!usable) {
            if (!value || steps[i].isIndex || steps[i + 1].isIndex) return;
            json->set(steps[i].key, spec::Json::object());
            next = json->find(steps[i].key);
        }
        json = next;
    }
    const Step& last = steps.back();
    if (last.isIndex) {
        if (json->kind != spec::Json::Kind::Array || last.index >= json->items.size()) return;
        if (value)
            json->items[last.index] = std::move(*value);
        else
            json->items.erase(json->items.begin() + static_cast<std::ptrdiff_t>(last.index));
    } else if (value) {
        json->set(last.key, std::move(*value));
    } else {
        removeKey(*json, last.key);
    }
}

bool sameJson(const spec::Json& a, const spec::Json& b) { return spec::writeJson(a, 0) == spec::writeJson(b, 0); }

QString textAt(const spec::Json& document, std::string_view path, const QString& fallback) {
    const spec::Json* json = jsonAt(document, path);
    return json && json->kind == spec::Json::Kind::String ? QString::fromStdString(json->text) : fallback;
}

} // namespace lockstep::ui
