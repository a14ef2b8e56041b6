// A field of a document, declared: forms, tooltips and resets follow from it.
#pragma once

#include "spec/json.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace lockstep::ui {

enum class FieldKind {
    Int,
    Number,
    Bool,
    Choice,
    Choices, ///< several of them
    Text,
    File,
    Folder,
    Ints,        ///< a number or a list
    PaddingPair, ///< ints or "same"
    Numbers,     ///< a list
    Names,       ///< a list of texts
    Column,      ///< of a table: a name, or an index
    Columns,     ///< a list of them
};
enum class FieldSlider { None, Linear, Log, PowersOfTwo };

struct FieldSpec {
    std::string path; ///< in its document: `optimizer.lr`, `args.bias`
    QString label, help, unit;
    FieldKind kind = FieldKind::Text;
    std::optional<spec::Json> fallback; ///< what counts where the document says nothing
    /// The same where it depends on the document (weight decay: on the optimizer).
    std::function<spec::Json(const spec::Json& document)> fallbackOf;
    bool required = false;
    QString emptyText; ///< shown where there is no value: "at each epoch's end"
    double min = -std::numeric_limits<double>::infinity(), max = std::numeric_limits<double>::infinity();
    QStringList choices, choiceTexts; ///< Choice, Choices; texts may be empty
    QStringList blockedChoices;       ///< shown grey; with the reason for each
    QStringList blockedReasons;
    FieldSlider slider = FieldSlider::None;
    double sliderMin = 0, sliderMax = 1;
    /// Whether the field exists here (momentum: only sgd has it); none: always. `object` holds the field's path; `document` is the
    /// whole, the same but for items of lists.
    std::function<bool(const spec::Json& object, const spec::Json& document)> applies;
    bool startsRow = false; ///< keeps its side of the form whatever fields come before it
    std::string excludes;   ///< a path that goes when this field is set (steps: epochs)
};

/// Texts of a document's list in one box: "a, b".
bool isListKind(FieldKind kind);

/// Meaning, unit, default, range: the tooltip of the field (C24).
QString fieldTip(const FieldSpec& field);
/// A value as it stands in a box.
QString valueText(const spec::Json& value);
/// What a text typed into a number, list or text field becomes. A text that is no number stays a string: the check names it.
spec::Json parsedValue(const FieldSpec& field, const QString& text);

} // namespace lockstep::ui
