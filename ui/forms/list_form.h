// Objects that repeat in a document (optimizer groups, augmentation), a form for each. Like Form it keeps no value of its own.
#pragma once

#include "ui/forms/run_fields.h"

#include <QWidget>

#include <map>

class QPushButton;
class QVBoxLayout;

namespace lockstep::ui {

class Dialogs;
class FieldEditor;
class Form;

class ListForm : public QWidget {
    Q_OBJECT

public:
    ListForm(ListSpec list, Dialogs* dialogs, QWidget* parent = nullptr);

    void sync(const spec::Json& document);
    /// Shown editors with their paths in the document (`optimizer.groups[0].lr`).
    std::vector<std::pair<std::string, FieldEditor*>> shown() const;
    /// As Form::leftOver, in paths of the document.
    std::vector<std::string> leftOver(const spec::Json& before, const spec::Json& after) const;
    /// The path of the list, and where it starts on screen.
    const std::string& path() const { return m_list.path; }
    QPushButton* addButton() const { return m_add; }

signals:
    /// `field` has its path in the document.
    void edited(const lockstep::ui::FieldSpec& field, const std::optional<lockstep::spec::Json>& value);
    /// The list as a whole: an item added, moved or removed. Nothing: the key goes.
    void changed(const QString& label, const std::optional<lockstep::spec::Json>& value);

private:
    struct Row {
        QWidget* box;
        Form* form;
    };
    int count(const spec::Json& document) const;
    std::string itemPath(std::size_t index) const;
    void addRow();
    QWidget* rowHead(std::size_t index);
    void append();
    void remove(std::size_t index);
    void moveUp(std::size_t index);
    spec::Json items() const;

    ListSpec m_list;
    Dialogs* m_dialogs;
    QVBoxLayout* m_rowsLayout;
    QPushButton* m_add;
    std::vector<Row> m_rows;
    spec::Json m_value, m_context; ///< the list as last shown; what `fresh` asks of the document
};

} // namespace lockstep::ui
