// Changes of a model document as a whole: layers added, removed, renamed, with all who name them. Pure functions on documents.
#pragma once

#include "spec/json.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace lockstep::ui {

/// Index in `layers`; -1: no such layer.
int layerIndex(const spec::Json& model, const QString& id);
/// Path of a layer or an input within the model, `layers[3]`; empty: there is none of this id.
std::string pathOfNode(const spec::Json& model, const QString& id);
/// The layer or input that a path of the run or model document is in (`model.inputs[0].shape[1]`), and the field of it (`shape`).
struct NodeField {
    QString id;
    std::string field; ///< empty: the node as a whole
};
/// No id: the path is in none.
NodeField nodeFieldAt(const spec::Json& model, const QString& path);
/// nullptr: no such layer.
const spec::Json* layerOf(const spec::Json& model, const QString& id);
QStringList layerIds(const spec::Json& model);
/// `conv1` -> `conv2`, .. : an id nobody has.
QString freeId(const spec::Json& model, const QString& wish);

/// A new layer of this type behind `after` (a layer or an input): those who read `after` read the new one. Needed arguments get
/// usual values. `id`: of the new layer.
spec::Json withLayerAfter(const spec::Json& model, const QString& after, const QString& type, QString* id);
/// A copy of the layer behind it.
spec::Json withDuplicate(const spec::Json& model, const QString& layer, QString* id);
/// Without the layer: those who read it read its first input.
spec::Json withoutLayer(const spec::Json& model, const QString& layer);
/// Everywhere: inputs, outputs, `share`.
spec::Json withRenamed(const spec::Json& model, const QString& from, const QString& to);

} // namespace lockstep::ui
