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

enum class FieldKind { Int, Number, Bool, Choice, Text, File, Folder, Ints /* an int or a list */, PaddingPair /* ints or "same" */ };
enum class FieldSlider { None, Linear, Log, PowersOfTwo };

struct FieldSpec {
    std::string path; ///< in its document: `optimizer.lr`, `args.bias`
    QString label, help, unit;
    FieldKind kind = FieldKind::Text;
    std::optional<spec::Json> fallback; ///< what counts where the document says nothing
    bool required = false;
    QString emptyText; ///< shown where there is no value: "at each epoch's end"
    double min = -std::numeric_limits<double>::infinity(), max = std::numeric_limits<double>::infinity();
    QStringList choices, choiceTexts; ///< Choice; texts may be empty
    QStringList blockedChoices;       ///< shown grey; with the reason for each
    QStringList blockedReasons;
    FieldSlider slider = FieldSlider::None;
    double sliderMin = 0, sliderMax = 1;
    /// Whether the field exists for this document (momentum: only sgd has it); none: always.
    std::function<bool(const spec::Json& document)> applies;
};

/// Meaning, unit, default, range: the tooltip of the field (C24).
QString fieldTip(const FieldSpec& field);
/// A value as it stands in a box.
QString valueText(const spec::Json& value);
/// What a text typed into a number, list or text field becomes. A text that is no number stays a string: the check names it.
spec::Json parsedValue(const FieldSpec& field, const QString& text);

} // namespace lockstep::ui
