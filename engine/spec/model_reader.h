// Reading a model document with all its problems. Not for other rooms.
#pragma once

#include "spec/model_doc.h"
#include "spec/reader.h"

namespace lockstep::spec {

/// What could be read; sound only if no problem was added. `path`: of the model in its document.
ModelDoc readModelInto(const Json& json, const std::string& path, Problems& problems);
void readFormat(Fields& fields, std::string_view wanted);

} // namespace lockstep::spec
