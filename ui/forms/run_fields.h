// The fields of a run document, declared (FORMATS.md "Run").
#pragma once

#include "ui/forms/field_spec.h"

namespace lockstep::ui {

/// A titled group of fields on the Run page.
struct FieldGroup {
    QString id, title;
    std::vector<FieldSpec> fields;
    bool folded = false; ///< "Advanced"
};

std::vector<FieldGroup> runFieldGroups();

} // namespace lockstep::ui
