#include "ui/setup/model_edits.h"

#include "spec/catalogue.h"
#include "ui/setup/json_path.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockstep::ui {

namespace {

using spec::Json;

Json* arrayOf(Json& object, std::string_view key) {
    Json* array = object.find(key);
    return array && array->kind == Json::Kind::Array ? array : nullptr;
}

/// Every place that reads layer `from` reads `to`, except in the layer named `except`.
void redirect(Json& model, const QString& from, const QString& to, const QString& except) {
    const auto replace = [&](Json* names) {
        if (!names) return;
        for (Json& name : names->items)
            if (QString::fromStdString(name.text) == from) name = Json::ofString(to.toStdString());
    };
    if (Json* layers = arrayOf(model, "layers"))
        for (Json& layer : layers->items)
            if (layer.kind == Json::Kind::Object && textAt(layer, "id") != except) replace(arrayOf(layer, "inputs"));
    replace(arrayOf(model, "outputs"));
}

/// What a newcomer would type first.
Json usualValue(const spec::ArgSpec& arg, std::string_view type) {
    if (arg.name == "kernel_size") return Json::ofInt(type.find("Pool") != std::string_view::npos ? 2 : 3);
    if (arg.name == "out_features") return Json::ofInt(64);
    if (arg.name == "out_channels") return Json::ofInt(16);
    if (arg.name == "shape") return Json::array({Json::ofInt(-1)});
    if (arg.kind == spec::ArgKind::Choice && !arg.choices.empty()) return Json::ofString(std::string(arg.choices.front()));
    if (arg.kind == spec::ArgKind::Number) return Json::ofDouble(std::max(arg.min, 0.5));
    return Json::ofInt(1);
}

Json newLayer(const QString& id, const QString& type, const QString& input) {
    Json layer = Json::object();
    layer.set("id", Json::ofString(id.toStdString()));
    layer.set("type", Json::ofString(type.toStdString()));
    layer.set("inputs", Json::array({Json::ofString(input.toStdString())}));
    Json args = Json::object();
    if (const spec::LayerSpec* spec = spec::findLayer(type.toStdString()))
        for (const spec::ArgSpec& arg : spec->args)
            if (arg.required) args.set(arg.name, usualValue(arg, spec->type));
    if (!args.fields.empty()) layer.set("args", std::move(args));
    return layer;
}

void insertBehind(Json& model, const QString& after, Json layer) {
    const QString id = textAt(layer, "id");
    redirect(model, after, id, id);
    Json* layers = arrayOf(model, "layers");
    if (!layers) return;
    const int at = layerIndex(model, after) + 1; // behind an input: first
    layers->items.insert(layers->items.begin() + at, std::move(layer));
}

} // namespace

int layerIndex(const Json& model, const QString& id) {
    const Json* layers = model.find("layers");
    if (!layers) return -1;
    for (std::size_t i = 0; i < layers->items.size(); ++i)
        if (layers->items[i].kind == Json::Kind::Object && textAt(layers->items[i], "id") == id) return static_cast<int>(i);
    return -1;
}

const Json* layerOf(const Json& model, const QString& id) {
    const int index = layerIndex(model, id);
    return index < 0 ? nullptr : &model.find("layers")->items[static_cast<std::size_t>(index)];
}

QStringList layerIds(const Json& model) {
    QStringList ids;
    for (const char* list : {"inputs", "layers"})
        if (const Json* items = model.find(list))
            for (const Json& item : items->items)
                if (item.kind == Json::Kind::Object) ids << textAt(item, "id");
    return ids;
}

QString freeId(const Json& model, const QString& wish) {
    const QStringList taken = layerIds(model);
    if (!taken.contains(wish)) return wish;
    static const QRegularExpression kNumber("\\d+$");
    const QString stem = QString(wish).remove(kNumber);
    for (int i = 2;; ++i)
        if (QString id = stem + QString::number(i); !taken.contains(id)) return id;
}

Json withLayerAfter(const Json& model, const QString& after, const QString& type, QString* id) {
    Json next = model;
    *id = freeId(model, type.toLower() + "1");
    insertBehind(next, after, newLayer(*id, type, after));
    return next;
}

Json withDuplicate(const Json& model, const QString& layer, QString* id) {
    const Json* original = layerOf(model, layer);
    if (!original) return model;
    Json next = model, copy = *original;
    *id = freeId(model, layer);
    copy.set("id", Json::ofString(id->toStdString()));
    copy.set("inputs", Json::array({Json::ofString(layer.toStdString())}));
    insertBehind(next, layer, std::move(copy));
    return next;
}

Json withoutLayer(const Json& model, const QString& layer) {
    const Json* removed = layerOf(model, layer);
    const Json* inputs = removed ? removed->find("inputs") : nullptr;
    if (!inputs || inputs->items.empty()) return model;
    Json next = model;
    redirect(next, layer, QString::fromStdString(inputs->items.front().text), layer);
    Json* layers = arrayOf(next, "layers");
    layers->items.erase(layers->items.begin() + layerIndex(next, layer));
    return next;
}

std::string pathOfNode(const Json& model, const QString& id) {
    for (const char* list : {"layers", "inputs"}) {
        const Json* items = model.find(list);
        for (std::size_t i = 0; items && i < items->items.size(); ++i)
            if (textAt(items->items[i], "id") == id) return list + ("[" + std::to_string(i) + "]");
    }
    return {};
}

NodeField nodeFieldAt(const Json& model, const QString& path) {
    static const QRegularExpression kNode("^(?:model\\.)?((?:inputs|layers)\\[\\d+\\])(?:\\.((?:args\\.)?\\w+))?");
    const QRegularExpressionMatch match = kNode.match(path);
    const Json* node = match.hasMatch() ? jsonAt(model, match.captured(1).toStdString()) : nullptr;
    if (!node || node->kind != Json::Kind::Object) return {};
    return {textAt(*node, "id"), match.captured(2).toStdString()};
}

Json withRenamed(const Json& model, const QString& from, const QString& to) {
    Json next = model;
    redirect(next, from, to, {});
    for (const char* list : {"inputs", "layers"}) {
        Json* items = arrayOf(next, list);
        if (!items) continue;
        for (Json& item : items->items) {
            if (item.kind != Json::Kind::Object) continue;
            if (textAt(item, "id") == from) item.set("id", Json::ofString(to.toStdString()));
            if (textAt(item, "share") == from) item.set("share", Json::ofString(to.toStdString()));
        }
    }
    return next;
}

} // namespace lockstep::ui
