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
    Form(std::vector<FieldSpec> fields, Dialogs* dialogs, int columns = 1, QWidget* parent = nullptr);

    void sync(const spec::Json& document);
    /// Problems by path; those of fields that are not here are ignored.
    void setProblems(const std::map<std::string, QString>& problems);
    /// nullptr: not here (or does not apply now).
    FieldEditor* editor(const std::string& path) const;
    const std::vector<FieldEditor*>& editors() const { return m_editors; }

signals:
    void edited(const lockstep::ui::FieldSpec& field, const std::optional<lockstep::spec::Json>& value);

private:
    void arrange();

    std::vector<FieldEditor*> m_editors;
    std::vector<FieldEditor*> m_shown;
    int m_columns;
};

} // namespace lockstep::ui
