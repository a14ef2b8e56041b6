// The fields of a run document, declared (FORMATS.md "Run").
#pragma once

#include "ui/forms/field_spec.h"

namespace lockstep::ui {

/// Objects that repeat: a form for each, with buttons to add, move and remove.
struct ListSpec {
    std::string path; ///< `optimizer.groups`
    QString title, help, addText;
    QString itemTitle;             ///< "Group %1"
    std::vector<FieldSpec> fields; ///< paths within an item
    std::function<spec::Json(const spec::Json& document)> fresh;
    bool single = false; ///< one object at `path` or none, instead of a list
};

/// A titled group of fields on the Run page.
struct FieldGroup {
    QString id, title;
    std::vector<FieldSpec> fields;
    std::vector<ListSpec> lists;
    bool folded = false; ///< "Advanced"
};

/// All but the loss, in reading order; the loss comes behind "training".
std::vector<FieldGroup> runFieldGroups();
/// Loss and metrics. `outputs`: of the model; `each`: the document has one loss for each of them.
FieldGroup lossGroup(const QStringList& outputs, bool each);

FieldGroup dataGroup();
FieldGroup optimizerGroup();
FieldGroup scheduleGroup();

} // namespace lockstep::ui
