// Opening, saving and leaving setups, with the questions that belong to it. Files are touched on a worker.
#pragma once

#include "base/result.h"
#include "ui/setup/autosave.h"
#include "ui/setup/setup.h"

#include <QObject>

#include <functional>

namespace lockstep::ui {

class Dialogs;
class Settings;
class SetupDocument;

class SetupKeeper : public QObject {
    Q_OBJECT

public:
    SetupKeeper(SetupDocument& document, Dialogs& dialogs, Settings& settings, QString recoveryFolder, QObject* parent = nullptr);

    void newSetup();
    void newFromTemplate(const QString& name);
    void open(); ///< asks for the file
    void openFile(const QString& path);
    /// `done(saved)` after the file is written, or refused, or dismissed.
    void save(std::function<void(bool)> done = {});
    void saveAs(std::function<void(bool)> done = {});
    /// `proceed` runs once unsaved changes are saved or given up; not at all if the person stays.
    void leave(std::function<void()> proceed);
    /// Looks for swap files; answered by recoveriesFound.
    void findRecoveries();
    void restore(const SwapFile& swap);
    void discard(const SwapFile& swap);
    /// When the setup was last written; invalid: not yet.
    QDateTime savedAt() const { return m_savedAt; }
    /// A clean end.
    void finish() { m_autosave.finish(); }

signals:
    void opened(const QString& name);
    void saved(const QString& path);
    void recoveriesFound(const std::vector<lockstep::ui::SwapFile>& swaps);
    void message(const QString& text); ///< for the log

private:
    void write(const QString& path, std::function<void(bool)> done);
    void show(Setup setup, bool clean = true);
    void refuse(const QString& title, const Error& error);

    SetupDocument& m_document;
    Dialogs& m_dialogs;
    Settings& m_settings;
    QString m_recoveryFolder;
    Autosave m_autosave;
    std::shared_ptr<const spec::Json> m_modelOnDisk; ///< what the linked file says
    QDateTime m_savedAt;
};

} // namespace lockstep::ui
