// Builds a FieldSpec by what it has; anything not named stays at its default. For the files that declare fields.
#pragma once

#include "ui/forms/field_spec.h"
#include "ui/setup/json_path.h"

#include <QCoreApplication>

namespace lockstep::ui {

struct Make {
    FieldSpec field;
    Make(std::string path, FieldKind kind, QString label, QString help) {
        field.path = std::move(path);
        field.kind = kind;
        field.label = std::move(label);
        field.help = std::move(help);
    }
    Make& fallback(spec::Json value) { return field.fallback = std::move(value), *this; }
    Make& fallbackOf(std::function<spec::Json(const spec::Json&)> of) { return field.fallbackOf = std::move(of), *this; }
    Make& needed() { return field.required = true, *this; }
    Make& empty(QString text) { return field.emptyText = std::move(text), *this; }
    Make& range(double min, double max = std::numeric_limits<double>::infinity()) { return field.min = min, field.max = max, *this; }
    Make& unit(QString text) { return field.unit = std::move(text), *this; }
    Make& choices(QStringList values, QStringList texts = {}) {
        return field.choices = std::move(values), field.choiceTexts = std::move(texts), *this;
    }
    /// Shown grey: named in the format, not brought by this version.
    Make& later(const QStringList& values) {
        field.blockedChoices = values;
        for (qsizetype i = 0; i < values.size(); ++i)
            field.blockedReasons << QCoreApplication::translate("RunFields", "Not available in this version");
        return *this;
    }
    Make& slide(FieldSlider kind, double min, double max) {
        return field.slider = kind, field.sliderMin = min, field.sliderMax = max, *this;
    }
    Make& when(std::function<bool(const spec::Json&, const spec::Json&)> applies) { return field.applies = std::move(applies), *this; }
    Make& startsRow() { return field.startsRow = true, *this; }
    Make& excludes(std::string path) { return field.excludes = std::move(path), *this; }
    operator FieldSpec() const { return field; }
};

/// The text at `path` of the field's object is one of `values`.
inline std::function<bool(const spec::Json&, const spec::Json&)> isOneOf(std::string path, QStringList values, QString fallback = {}) {
    return [path = std::move(path), values = std::move(values), fallback = std::move(fallback)](
               const spec::Json& object, const spec::Json&) { return values.contains(textAt(object, path, fallback)); };
}
/// The same, asked of the whole document: for items of lists.
inline std::function<bool(const spec::Json&, const spec::Json&)> documentIsOneOf(std::string path, QStringList values,
                                                                                 QString fallback = {}) {
    return [path = std::move(path), values = std::move(values), fallback = std::move(fallback)](
               const spec::Json&, const spec::Json& document) { return values.contains(textAt(document, path, fallback)); };
}

} // namespace lockstep::ui
