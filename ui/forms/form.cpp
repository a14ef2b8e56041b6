#include "ui/forms/form.h"

#include "ui/forms/field_editor.h"
#include "ui/setup/json_path.h"
#include "ui/theme/metrics.h"

#include <QGridLayout>

namespace lockstep::ui {

Form::Form(std::vector<FieldSpec> fields, Dialogs* dialogs, int columns, QWidget* parent) : QWidget(parent), m_columns(columns) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(space(6));
    grid->setVerticalSpacing(space(2.5));
    for (int i = 0; i < columns; ++i) grid->setColumnStretch(i, 1);
    for (FieldSpec& field : fields) {
        FieldEditor* editor = makeFieldEditor(field, dialogs, this);
        m_editors.push_back(editor);
        connect(editor, &FieldEditor::edited, this,
                [this, editor](const std::optional<spec::Json>& value) { emit edited(editor->field(), value); });
    }
}

void Form::sync(const spec::Json& document) {
    std::vector<FieldEditor*> shown;
    for (FieldEditor* editor : m_editors) {
        const FieldSpec& field = editor->field();
        const spec::Json* value = jsonAt(document, field.path);
        // A field that does not apply but stands in the document is shown all the same: nothing is hidden that counts.
        if (!value && field.applies && !field.applies(document)) continue;
        shown.push_back(editor);
        editor->setValue(value);
    }
    if (shown == m_shown) return;
    m_shown = std::move(shown);
    arrange();
}

void Form::arrange() {
    auto* grid = static_cast<QGridLayout*>(layout());
    for (FieldEditor* editor : m_editors) {
        grid->removeWidget(editor);
        editor->setVisible(std::find(m_shown.begin(), m_shown.end(), editor) != m_shown.end());
    }
    QWidget* before = nullptr;
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        const int at = static_cast<int>(i);
        grid->addWidget(m_shown[i], at / m_columns, at % m_columns, Qt::AlignTop);
        if (before) setTabOrder(before, m_shown[i]->control());
        before = m_shown[i]->control();
    }
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
