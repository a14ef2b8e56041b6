#include "ui/setup/problem_place.h"

#include <QCoreApplication>
#include <QStringList>

namespace lockstep::ui {

QString placeOf(const Error& problem) {
    if (!problem.where().layer.empty()) return "layer:" + QString::fromStdString(problem.where().layer);
    return QString::fromStdString(problem.where().path);
}

QString argumentOf(const Error& problem) {
    const QString path = QString::fromStdString(problem.where().path);
    const qsizetype at = path.indexOf(".args.");
    return at < 0 ? QString() : path.mid(at + 6).section('[', 0, 0).section('.', 0, 0);
}

QString placeText(const QString& place) {
    if (place.startsWith("layer:")) return QCoreApplication::translate("Places", "Layer %1").arg(place.mid(6));
    QString text = place;
    return text.replace('_', ' ').replace(".", " › ");
}

} // namespace lockstep::ui
