#include "ui/forms/field_spec.h"

#include "base/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <cmath>

namespace lockstep::ui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Fields", text); }

QString number(double value) { return QString::fromStdString(shortest(value)); }

QString rangeText(const FieldSpec& field) {
    const bool low = std::isfinite(field.min), high = std::isfinite(field.max);
    if (low && high) return tr("From %1 to %2.").arg(number(field.min), number(field.max));
    if (low) return tr("At least %1.").arg(number(field.min));
    if (high) return tr("At most %1.").arg(number(field.max));
    return {};
}

spec::Json numberOf(const QString& text) {
    // The digits as typed go into the document: 1e-3 stays 1e-3.
    if (auto json = spec::parseJson(text.toStdString(), ""); json.ok() && json->isNumber()) return std::move(json).value();
    bool whole = false;
    if (const qint64 value = text.toLongLong(&whole); whole) return spec::Json::ofInt(value);
    bool real = false;
    if (const double value = text.toDouble(&real); real && std::isfinite(value)) return spec::Json::ofDouble(value);
    return spec::Json::ofString(text.toStdString());
}

spec::Json columnOf(const QString& text) {
    bool whole = false;
    const qint64 index = text.toLongLong(&whole);
    return whole && index >= 0 ? spec::Json::ofInt(index) : spec::Json::ofString(text.toStdString());
}

/// Parts between commas or semicolons; names may hold spaces.
spec::Json namesOf(const QString& text, spec::Json (*make)(const QString&)) {
    static const QRegularExpression kSeparators("[,;]");
    std::vector<spec::Json> items;
    for (const QString& part : text.split(kSeparators))
        if (!part.trimmed().isEmpty()) items.push_back(make(part.trimmed()));
    return spec::Json::array(std::move(items));
}

spec::Json numbersOf(const QString& text, bool oneIsPlain) {
    static const QRegularExpression kSeparators("[\\s,;x×]+");
    QString bare = text;
    const QStringList parts = bare.remove('[').remove(']').split(kSeparators, Qt::SkipEmptyParts);
    if (oneIsPlain && parts.size() == 1) return numberOf(parts.front());
    std::vector<spec::Json> items;
    for (const QString& part : parts) items.push_back(numberOf(part));
    return spec::Json::array(std::move(items));
}

} // namespace

QString fieldTip(const FieldSpec& field) {
    QStringList lines{field.help};
    if (!field.unit.isEmpty()) lines << tr("Unit: %1.").arg(field.unit);
    if (field.fallback && field.fallback->kind != spec::Json::Kind::Null)
        lines << tr("Default: %1.").arg(valueText(*field.fallback));
    else if (!field.emptyText.isEmpty())
        lines << tr("Default: %1.").arg(field.emptyText);
    else if (field.required)
        lines << tr("Needed.");
    lines << rangeText(field);
    lines.removeAll(QString());
    return lines.join('\n');
}

QString valueText(const spec::Json& value) {
    using Kind = spec::Json::Kind;
    switch (value.kind) {
    case Kind::Null: return {};
    case Kind::Bool: return value.boolean ? tr("yes") : tr("no");
    case Kind::String: return QString::fromStdString(value.text);
    case Kind::Array: {
        QStringList parts;
        for (const spec::Json& item : value.items) parts << valueText(item);
        return parts.join(", ");
    }
    default: return QString::fromStdString(spec::writeJson(value, 0));
    }
}

bool isListKind(FieldKind kind) {
    return kind == FieldKind::Ints || kind == FieldKind::PaddingPair || kind == FieldKind::Numbers || kind == FieldKind::Names ||
           kind == FieldKind::Columns;
}

spec::Json parsedValue(const FieldSpec& field, const QString& text) {
    const QString trimmed = text.trimmed();
    switch (field.kind) {
    case FieldKind::Int:
    case FieldKind::Number: return numberOf(trimmed);
    case FieldKind::Ints:
    case FieldKind::PaddingPair: return numbersOf(trimmed, true);
    case FieldKind::Numbers: return numbersOf(trimmed, false);
    case FieldKind::Names: return namesOf(trimmed, [](const QString& name) { return spec::Json::ofString(name.toStdString()); });
    case FieldKind::Column: return columnOf(trimmed);
    case FieldKind::Columns: return namesOf(trimmed, &columnOf);
    default: return spec::Json::ofString(text.toStdString());
    }
}

} // namespace lockstep::ui
