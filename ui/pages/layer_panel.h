// Properties of the selected layer: id, what it does, its arguments as a form from the catalogue, what it comes to.
#pragma once

#include "base/error.h"
#include "ui/shell/page.h"

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace lockstep::ui {

class Form;
struct FieldSpec;

class LayerPanel : public QWidget {
    Q_OBJECT

public:
    explicit LayerPanel(const StudioContext& context, QWidget* parent = nullptr);

    /// Empty: nothing is selected.
    void setLayer(const QString& id);
    void refresh();
    /// Puts the cursor into the field of this path (`args.bias`); none of that path: into the first.
    void focusField(const std::string& path);
    /// The field of the node shown that a problem of it is about; empty: the node as a whole.
    std::string fieldOf(const Error& problem) const;

signals:
    void renamed(const QString& from, const QString& to);

private:
    void rebuildForm(const QString& type, std::vector<FieldSpec> fields);
    void showFacts();
    void rename();
    void showProblems();

    StudioContext m_context;
    QString m_layer, m_type;
    QLabel *m_title, *m_help, *m_facts, *m_problem, *m_empty;
    QWidget* m_body;
    QLineEdit* m_id;
    Form* m_form = nullptr;
    QVBoxLayout* m_formPlace;
};

} // namespace lockstep::ui
