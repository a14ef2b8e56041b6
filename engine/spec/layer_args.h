// Arguments of a layer, read by its catalogue entry. Not for other rooms.
#pragma once

#include "spec/catalogue.h"
#include "spec/reader.h"

#include <map>

namespace lockstep::spec {

using ArgMap = std::map<std::string, ArgValue>;

/// Every argument of the entry: as written in `args` (an object, or absent), else its default. Pairs come as two numbers.
ArgMap readArgs(const LayerSpec& spec, const Json* args, const Value& layer);
/// The defaults of a type with some arguments set: for the plain layers of composites.
ArgMap defaultArgs(std::string_view type, ArgMap given);

} // namespace lockstep::spec
