#include "ui/setup/setup_document.h"

#include "ui/setup/json_path.h"
#include "ui/setup/setup_paths.h"

#include <QElapsedTimer>
#include <QUndoCommand>

namespace lockstep::ui {

namespace {
constexpr int kLevels = 100;
constexpr qint64 kMergeGapMs = 1000;
} // namespace

/// Swaps whole values; there are no inverse commands.
class SetupCommand : public QUndoCommand {
public:
    SetupCommand(SetupDocument& document, const EditLabel& label, SetupPtr before, SetupPtr after)
        : QUndoCommand(label.text), m_document(document), m_label(label), m_before(std::move(before)), m_after(std::move(after)) {
        m_age.start();
    }

    int id() const override { return m_label.merge.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = static_cast<const SetupCommand*>(other);
        if (next->m_label.merge != m_label.merge || m_age.elapsed() > kMergeGapMs) return false;
        m_after = next->m_after;
        m_age.restart();
        return true;
    }
    void undo() override { m_document.show(m_before); }
    void redo() override { m_document.show(m_after); }
    const QString& page() const { return m_label.page; }

private:
    SetupDocument& m_document;
    EditLabel m_label;
    SetupPtr m_before, m_after;
    QElapsedTimer m_age;
};

SetupDocument::SetupDocument(QObject* parent) : QObject(parent), m_current(std::make_shared<Setup>()) {
    m_history.setUndoLimit(kLevels);
    connect(&m_history, &QUndoStack::cleanChanged, this, &SetupDocument::cleanChanged);
}

void SetupDocument::replace(Setup setup, bool clean) {
    m_current = std::make_shared<const Setup>(std::move(setup));
    m_open = true;
    m_history.clear();
    if (!clean) m_history.resetClean();
    emit replaced();
    emit changed();
    emit cleanChanged(isClean());
}

void SetupDocument::edit(const EditLabel& label, Setup next) {
    const bool same = sameJson(m_current->run, next.run) && m_current->linkedModel.has_value() == next.linkedModel.has_value() &&
                      (!next.linkedModel || sameJson(*m_current->linkedModel, *next.linkedModel));
    if (same) return;
    m_history.push(new SetupCommand(*this, label, m_current, std::make_shared<const Setup>(std::move(next))));
}

void SetupDocument::editRun(const EditLabel& label, const std::string& path, std::optional<spec::Json> value) {
    Setup next = *m_current;
    setJsonAt(next.run, path, std::move(value));
    edit(label, std::move(next));
}

void SetupDocument::editModel(const EditLabel& label, const std::string& path, std::optional<spec::Json> value) {
    const spec::Json* model = modelOf(*m_current);
    if (!model) return;
    spec::Json copy = *model;
    setJsonAt(copy, path, std::move(value));
    edit(label, withModel(*m_current, std::move(copy)));
}

void SetupDocument::markSaved(Setup saved) {
    m_current = std::make_shared<const Setup>(std::move(saved));
    m_history.setClean();
    emit changed();
    emit cleanChanged(true);
}

void SetupDocument::undo() {
    if (!m_history.canUndo()) return;
    emit pageWanted(static_cast<const SetupCommand*>(m_history.command(m_history.index() - 1))->page());
    m_history.undo();
}

void SetupDocument::redo() {
    if (!m_history.canRedo()) return;
    emit pageWanted(static_cast<const SetupCommand*>(m_history.command(m_history.index()))->page());
    m_history.redo();
}

void SetupDocument::show(const SetupPtr& setup) {
    // The files of a document are not part of its history: undoing past a save keeps the name, and its paths count from there.
    Setup next = movedTo(*setup, m_current->runFile);
    if (next.linkedModel) next.modelFile = setup->modelFile;
    m_current = std::make_shared<const Setup>(std::move(next));
    emit changed();
}

} // namespace lockstep::ui
