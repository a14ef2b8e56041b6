// Checks of a model as a whole: unknown ids, cycles, layers that nobody reads, shared weights. Not for other rooms.
#pragma once

#include "spec/model_doc.h"
#include "spec/reader.h"

namespace lockstep::spec {

/// Records what is wrong. All ids could be read and are unique. `path`: of the model in its document.
void checkStructure(const ModelDoc& model, const std::string& path, Problems& problems);
/// Layer indices, inputs before readers, stable. Layers of a cycle and what follows from them are left out.
std::vector<std::size_t> topologicalOrder(const ModelDoc& model);

} // namespace lockstep::spec
