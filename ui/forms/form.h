// A column of fields over one document. It shows what the document says and reports edits; it keeps no value of its own.
#pragma once

#include "ui/forms/field_spec.h"

#include <QWidget>

#include <map>

namespace lockstep::ui {

class Dialogs;
class FieldEditor;

class Form : public QWidget {
    Q_OBJECT

public:
    /// `columns`: fields side by side.
    Form(const std::vector<FieldSpec>& fields, Dialogs* dialogs, int columns = 1, QWidget* parent = nullptr);

    /// `object` holds the fields' paths; `document`: the whole that it stands in, if it is an item of a list.
    void sync(const spec::Json& object, const spec::Json* document = nullptr);
    /// Problems by path; those of fields that are not here are ignored.
    void setProblems(const std::map<std::string, QString>& problems);
    /// nullptr: not here (or does not apply now).
    FieldEditor* editor(const std::string& path) const;
    const std::vector<FieldEditor*>& editors() const { return m_editors; }
    /// Those that apply, in reading order.
    const std::vector<FieldEditor*>& shown() const { return m_shown; }
    /// Paths of values that went with `before` and no longer go with `after` (momentum, once the optimizer is not sgd).
    std::vector<std::string> leftOver(const spec::Json& before, const spec::Json& after, const spec::Json& documentBefore,
                                      const spec::Json& documentAfter) const;

signals:
    void edited(const lockstep::ui::FieldSpec& field, const std::optional<lockstep::spec::Json>& value);

private:
    void arrange();
    bool hasOther(const FieldSpec& field, const spec::Json& object, const spec::Json& document) const;

    std::vector<FieldEditor*> m_editors;
    std::vector<FieldEditor*> m_shown;
    int m_columns;
};

} // namespace lockstep::ui
