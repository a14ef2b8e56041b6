#include "ui/forms/layer_form.h"

#include "spec/catalogue.h"
#include "ui/forms/field_maker.h"

#include <QCoreApplication>

namespace lockstep::ui {

namespace {

using spec::Json;

QString qt(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// Names of arguments are PyTorch's; people read them with spaces.
QString labelOf(std::string_view name) {
    QString label = qt(name).replace('_', ' ');
    if (!label.isEmpty()) label[0] = label[0].toUpper();
    return label;
}

struct ToJson {
    Json operator()(std::monostate) const { return {}; }
    Json operator()(bool value) const { return Json::ofBool(value); }
    Json operator()(std::int64_t value) const { return Json::ofInt(value); }
    Json operator()(double value) const { return Json::ofDouble(value); }
    Json operator()(const std::string& value) const { return Json::ofString(value); }
    Json operator()(const std::vector<std::int64_t>& values) const {
        std::vector<Json> items;
        items.reserve(values.size());
        for (const std::int64_t value : values) items.push_back(Json::ofInt(value));
        return Json::array(std::move(items));
    }
};

FieldKind kindOf(spec::ArgKind kind) {
    switch (kind) {
    case spec::ArgKind::Int: return FieldKind::Int;
    case spec::ArgKind::Number: return FieldKind::Number;
    case spec::ArgKind::Bool: return FieldKind::Bool;
    case spec::ArgKind::Choice: return FieldKind::Choice;
    case spec::ArgKind::IntPair:
    case spec::ArgKind::IntList: return FieldKind::Ints;
    case spec::ArgKind::Padding:
    case spec::ArgKind::PaddingPair: return FieldKind::PaddingPair;
    case spec::ArgKind::Text: return FieldKind::Text;
    }
    return FieldKind::Text;
}

FieldSpec fieldOf(const spec::ArgSpec& arg) {
    FieldSpec field;
    field.path = "args." + std::string(arg.name);
    field.label = labelOf(arg.name);
    field.help = QCoreApplication::translate("Catalogue", std::string(arg.help).c_str());
    field.unit = qt(arg.unit);
    field.kind = kindOf(arg.kind);
    field.required = arg.required;
    field.min = arg.min;
    field.max = arg.max;
    if (!arg.required) field.fallback = std::visit(ToJson{}, arg.fallback);
    for (const std::string_view choice : arg.choices) field.choices << qt(choice);
    return field;
}

} // namespace

std::vector<FieldSpec> inputFields() {
    const auto tr = [](const char* text) { return QCoreApplication::translate("Inputs", text); };
    return {Make("shape", FieldKind::Numbers, tr("Shape"),
                 tr("Sizes of one sample, without the batch: 64, or 1, 28, 28 for an image of one channel."))
                .needed(),
            Make("dtype", FieldKind::Choice, tr("Values"), tr("Numbers, or whole ids such as tokens and classes."))
                .fallback(Json::ofString("f32"))
                .choices({"f32", "s64"}, {tr("Numbers (f32)"), tr("Ids (s64)")})};
}

std::vector<FieldSpec> layerFields(const QString& type) {
    std::vector<FieldSpec> fields;
    if (const spec::LayerSpec* layer = spec::findLayer(type.toStdString()))
        for (const spec::ArgSpec& arg : layer->args) fields.push_back(fieldOf(arg));
    return fields;
}

QString layerHelp(const QString& type) {
    const spec::LayerSpec* layer = spec::findLayer(type.toStdString());
    return layer ? QCoreApplication::translate("Catalogue", std::string(layer->help).c_str()) : QString();
}

std::vector<LayerChoice> layerChoices() {
    std::vector<LayerChoice> choices;
    for (const spec::LayerSpec& layer : spec::catalogue()) {
        if (!layer.available) continue;
        const QString group = QCoreApplication::translate("Catalogue", std::string(spec::groupName(layer.group)).c_str());
        if (choices.empty() || choices.back().group != group) {
            const auto found =
                std::find_if(choices.begin(), choices.end(), [&](const LayerChoice& choice) { return choice.group == group; });
            if (found != choices.end()) {
                found->types << qt(layer.type);
                continue;
            }
            choices.push_back({group, {}});
        }
        choices.back().types << qt(layer.type);
    }
    return choices;
}

} // namespace lockstep::ui
