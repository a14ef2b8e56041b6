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

QString placeOf(const Error& problem) {
    if (!problem.where().layer.empty()) return "layer:" + QString::fromStdString(problem.where().layer);
    return QString::fromStdString(pathOf(problem));
}

QString argumentOf(const Error& problem) {
    const QString path = QString::fromStdString(pathOf(problem));
    const qsizetype at = path.indexOf(".args.");
    return at < 0 ? QString() : path.mid(at + 6).section('[', 0, 0).section('.', 0, 0);
}

QString placeText(const QString& place) {
    if (place.startsWith("layer:")) return QCoreApplication::translate("Places", "Layer %1").arg(place.mid(6));
    QString text = place;
    return text.replace('_', ' ').replace(".", " › ");
}

} // namespace lockstep::ui
