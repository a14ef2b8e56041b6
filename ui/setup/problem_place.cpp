#include "ui/setup/problem_place.h"

#include <QCoreApplication>
#include <QStringList>

namespace lockstep::ui {

std::string pathOf(const Error& problem) {
    const std::string& path = problem.where().path;
    const auto inside = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
    if (problem.id() == "spec.missing_key" && !problem.args().empty()) return inside(problem.args().front());
    if (problem.id() == "spec.nesterov") return inside("nesterov");
    if (problem.id() == "compile.class_weights" && path == "loss") return "loss.class_weights";
    return path;
}

/// Data that do not fit the model: the layer or input that would have to change.
static std::string misfitOf(const Error& problem) {
    const auto& args = problem.args();
    const auto id = problem.id();
    if ((id == "data.shape_mismatch" || id == "data.id_type") && !args.empty()) return args.front();
    if ((id == "data.target_mismatch" || id == "data.label_range") && args.size() > 3) return args[3];
    return {};
}

QString placeOf(const Error& problem) {
    if (const auto misfit = misfitOf(problem); !misfit.empty()) return "layer:" + QString::fromStdString(misfit);
    if (!problem.where().layer.empty()) return "layer:" + QString::fromStdString(problem.where().layer);
    return QString::fromStdString(pathOf(problem));
}

QString placeText(const QString& place) {
    if (place.startsWith("layer:")) return QCoreApplication::translate("Places", "Layer %1").arg(place.mid(6));
    QString text = place;
    return text.replace('_', ' ').replace(".", " › ");
}

} // namespace lockstep::ui
