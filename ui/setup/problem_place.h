// Where a problem is, in the window's terms.
#pragma once

#include "base/error.h"

#include <QString>

#include <string>

namespace lockstep::ui {

/// The field that mends it: of a missing key its own path, not that of the object it is missing in.
std::string pathOf(const Error& problem);
/// `layer:ID` if a layer is named, else the JSON path of the run document (`data.batch_size`), else empty.
QString placeOf(const Error& problem);
/// A place for people: "Data › batch size", "Layer fc1".
QString placeText(const QString& place);

} // namespace lockstep::ui
