#include "ui/forms/form.h"

#include "ui/forms/field_editor.h"
#include "ui/setup/json_path.h"
#include "ui/theme/metrics.h"

#include <QGridLayout>

#include <algorithm>

namespace lockstep::ui {

Form::Form(const std::vector<FieldSpec>& fields, Dialogs* dialogs, int columns, QWidget* parent) : QWidget(parent), m_columns(columns) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(space(6));
    grid->setVerticalSpacing(space(2.5));
    for (int i = 0; i < columns; ++i) grid->setColumnStretch(i, 1);
    for (const FieldSpec& field : fields) {
        FieldEditor* editor = makeFieldEditor(field, dialogs, this);
        m_editors.push_back(editor);
        connect(editor, &FieldEditor::edited, this,
                [this, editor](const std::optional<spec::Json>& value) { emit edited(editor->field(), value); });
    }
}

void Form::sync(const spec::Json& object, const spec::Json* document) {
    const spec::Json& whole = document ? *document : object;
    std::vector<FieldEditor*> shown;
    for (FieldEditor* editor : m_editors) {
        const FieldSpec& field = editor->field();
        const spec::Json* value = jsonAt(object, field.path);
        // A field that does not apply but stands in the document is shown all the same: nothing is hidden that counts.
        if (field.applies && !field.applies(object, whole) && (!value || hasOther(field, object, whole))) continue;
        shown.push_back(editor);
        if (field.fallbackOf) editor->setFallback(field.fallbackOf(whole));
        editor->setValue(value);
    }
    if (shown == m_shown) return;
    m_shown = std::move(shown);
    arrange();
}

/// Another field of the same path applies (a file where this is a folder).
bool Form::hasOther(const FieldSpec& field, const spec::Json& object, const spec::Json& document) const {
    return std::any_of(m_editors.begin(), m_editors.end(), [&](const FieldEditor* other) {
        const FieldSpec& spec = other->field();
        return &spec != &field && spec.path == field.path && (!spec.applies || spec.applies(object, document));
    });
}

void Form::arrange() {
    auto* grid = static_cast<QGridLayout*>(layout());
    for (FieldEditor* editor : m_editors) {
        grid->removeWidget(editor);
        editor->setVisible(std::find(m_shown.begin(), m_shown.end(), editor) != m_shown.end());
    }
    int at = 0;
    for (FieldEditor* editor : m_shown) {
        if (editor->field().startsRow) at = (at + m_columns - 1) / m_columns * m_columns;
        grid->addWidget(editor, at / m_columns, at % m_columns, Qt::AlignTop);
        ++at;
    }
}

std::vector<std::string> Form::leftOver(const spec::Json& before, const spec::Json& after, const spec::Json& documentBefore,
                                        const spec::Json& documentAfter) const {
    std::vector<std::string> paths;
    for (const FieldEditor* editor : m_editors) {
        const FieldSpec& field = editor->field();
        if (!field.applies || !field.applies(before, documentBefore) || field.applies(after, documentAfter)) continue;
        if (!hasOther(field, after, documentAfter) && jsonAt(after, field.path)) paths.push_back(field.path);
    }
    return paths;
}

void Form::setProblems(const std::map<std::string, QString>& problems) {
    for (FieldEditor* editor : m_editors) {
        const auto found = problems.find(editor->field().path);
        editor->setProblem(found == problems.end() ? QString() : found->second);
    }
}

FieldEditor* Form::editor(const std::string& path) const {
    for (FieldEditor* editor : m_shown)
        if (editor->field().path == path) return editor;
    return nullptr;
}

} // namespace lockstep::ui
