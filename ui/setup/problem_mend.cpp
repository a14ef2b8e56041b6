#include "ui/setup/problem_mend.h"

#include "ui/setup/json_path.h"
#include "ui/setup/model_edits.h"

#include <QCoreApplication>
#include <QStringList>

namespace lockstep::ui {

using spec::Json;

/// `[3, 4]`
static Json sizesOf(const std::string& shape) {
    auto json = spec::parseJson(shape, "shape");
    return json && json->kind == Json::Kind::Array ? *std::move(json) : Json();
}

static QString tr(const char* text) { return QCoreApplication::translate("Mends", text); }

/// Of the error's arguments the one at `index`, as a count; 0: there is none.
static std::int64_t countAt(const Error& problem, std::size_t index) {
    return index < problem.args().size() ? QString::fromStdString(problem.args()[index]).toLongLong() : 0;
}

/// The layer that decides how many values `output` has: the output itself, or the Linear before what changes no sizes. Empty: unclear.
static QString widthOf(const Json& model, QString output) {
    static const QStringList kKeepSizes{"ReLU", "GELU", "SiLU", "Sigmoid", "Tanh", "Softmax", "Dropout", "Identity"};
    for (int i = 0; i < 8; ++i) { // more of them in a row nobody has
        const Json* layer = layerOf(model, output);
        if (!layer) return {};
        const QString type = textAt(*layer, "type");
        if (type == "Linear") return output;
        const Json* inputs = layer->find("inputs");
        if (!kKeepSizes.contains(type) || !inputs || inputs->items.size() != 1) return {};
        output = QString::fromStdString(inputs->items.front().text);
    }
    return {};
}

/// A value for each class; its label, empty where there is nothing to change.
static QString giveOutputs(Json& model, const QString& output, std::int64_t classes) {
    const QString layer = classes > 1 ? widthOf(model, output) : QString();
    if (layer.isEmpty()) return {};
    const std::string path = pathOfNode(model, layer) + ".args.out_features";
    const Json* now = jsonAt(model, path);
    if (now && now->isNumber() && now->integer == classes) return {};
    setJsonAt(model, path, Json::ofInt(classes));
    return tr("give the layer %1 an output for each of the %2 classes").arg(layer).arg(classes);
}

static QString onlyOutputOf(const Json& model) {
    const Json* outputs = model.find("outputs");
    return outputs && outputs->items.size() == 1 ? QString::fromStdString(outputs->items.front().text) : QString();
}

static std::optional<ProblemMend> giveShape(const Error& problem, const Json& model) {
    if (problem.args().size() < 2) return std::nullopt;
    const std::string &input = problem.args()[0], shape = problem.args()[1];
    const std::string node = pathOfNode(model, QString::fromStdString(input));
    const Json sizes = sizesOf(shape);
    if (!node.starts_with("inputs") || sizes.kind != Json::Kind::Array) return std::nullopt;
    ProblemMend mend{tr("Give the input %1 the shape %2").arg(QString::fromStdString(input), QString::fromStdString(shape)), model};
    setJsonAt(mend.model, node + ".shape", sizes);
    const QString more = giveOutputs(mend.model, onlyOutputOf(model), countAt(problem, 4));
    if (!more.isEmpty()) mend.label = tr("%1, and %2").arg(mend.label, more);
    return mend;
}

std::optional<ProblemMend> mendOf(const Error& problem, const Json& model) {
    if (problem.id() == "data.shape_mismatch") return giveShape(problem, model);
    if (problem.id() != "data.label_range" || problem.args().size() < 5) return std::nullopt;
    ProblemMend mend{{}, model};
    mend.label = giveOutputs(mend.model, QString::fromStdString(problem.args()[3]), countAt(problem, 4));
    if (mend.label.isEmpty()) return std::nullopt;
    mend.label[0] = mend.label[0].toUpper();
    return mend;
}

} // namespace lockstep::ui
