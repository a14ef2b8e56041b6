// A change of the model that does away with a problem, where there is one that everybody would make.
#pragma once

#include "base/error.h"
#include "spec/json.h"

#include <QString>

#include <optional>

namespace lockstep::ui {

struct ProblemMend {
    QString label;    ///< what it does
    spec::Json model; ///< with it
};

/// An input whose shape is not that of the data takes the data's shape; the last layer gets an output for each class, where the data
/// name them.
std::optional<ProblemMend> mendOf(const Error& problem, const spec::Json& model);

} // namespace lockstep::ui
