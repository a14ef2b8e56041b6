// Composites and `repeat` turned into plain layers.
#pragma once

#include "spec/model_doc.h"

#include <functional>

namespace lockstep::spec {

/// Shape (no batch) of a plain layer or model input by id; nothing if not known (yet).
using ShapeOf = std::function<Result<Shape>(const std::string& plainId)>;

/// Handles one document layer: `emit` is called for each plain layer in order, its inputs being plain ids; it returns the plain id that
/// answers to the document layer's id. Readers of `layer.id` use that one. `inputs`: the plain ids of the layer's inputs.
Result<std::string> expandLayer(const LayerDoc& layer, const std::vector<std::string>& inputs, const ShapeOf& shapeOf,
                                const std::function<Status(const PlainLayer&)>& emit);

/// Document layers in an order in which inputs precede readers (stable). The document has been checked: no cycle.
std::vector<const LayerDoc*> orderedLayers(const ModelDoc& model);

} // namespace lockstep::spec
