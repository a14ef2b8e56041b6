// The setup in the window: its current value, its history (C23), its file. Pages edit only through here.
#pragma once

#include "ui/setup/setup.h"

#include <QObject>
#include <QUndoStack>

namespace lockstep::ui {

/// Says what an edit is to the undo list.
struct EditLabel {
    QString text;  ///< "Change batch size"
    QString page;  ///< id of the page it was made on
    QString merge; ///< edits with the same key join into one step until a 1 s gap; empty: never
};

class SetupDocument : public QObject {
    Q_OBJECT

public:
    explicit SetupDocument(QObject* parent = nullptr);

    SetupPtr current() const { return m_current; }
    QUndoStack& history() { return m_history; }
    bool isClean() const { return m_history.isClean(); }
    /// Whether there is a setup at all (false before the first document was opened).
    bool isOpen() const { return m_open; }

    /// Another document: history starts anew. `clean` false: it differs from its file already (recovered).
    void replace(Setup setup, bool clean = true);
    /// One undoable step; nothing happens if the value is the same.
    void edit(const EditLabel& label, Setup next);
    /// Sets a field of the run document by path; nothing: removes it.
    void editRun(const EditLabel& label, const std::string& path, std::optional<spec::Json> value);
    /// Sets a field of the model document by path; nothing: removes it.
    void editModel(const EditLabel& label, const std::string& path, std::optional<spec::Json> value);
    /// Its value is now what the files say: `saved`, with the paths where it was written.
    void markSaved(Setup saved);

    /// Undo and redo as the window's actions call them: the page of the step is asked for first.
    void undo();
    void redo();

signals:
    void changed();  ///< current() is another value
    void replaced(); ///< another document (changed() follows)
    void cleanChanged(bool clean);
    void pageWanted(const QString& id); ///< where the step being undone was made

private:
    friend class SetupCommand;
    void show(const SetupPtr& setup);

    SetupPtr m_current;
    QUndoStack m_history;
    bool m_open = false;
};

} // namespace lockstep::ui
