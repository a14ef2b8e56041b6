// Opening, saving and leaving setups, with the questions that belong to it. Files are touched on a worker.
#pragma once

#include "base/result.h"
#include "ui/setup/autosave.h"
#include "ui/setup/setup.h"

#include <QObject>

#include <functional>

namespace lockstep::session {
struct RunView;
}

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
    /// `proceed` runs once unsaved changes are saved or given up; `stayed` if the person stays.
    void leave(std::function<void()> proceed, std::function<void()> stayed = {});
    /// An untitled setup: the documents of a run, with paths that count from anywhere.
    void openRun(const session::RunView& run);
    /// Looks for swap files; answered by recoveriesFound.
    void findRecoveries();
    void restore(const SwapFile& swap);
    /// Asks first.
    void discard(const SwapFile& swap, std::function<void()> done = {});
    /// When the setup was last written; invalid: not yet.
    QDateTime savedAt() const { return m_savedAt; }
    /// A clean end.
    void finish() { m_autosave.finish(); }
    /// An end without a question: unsaved edits are found at the next start. Waits for the disk.
    void keep() { m_autosave.keep(); }

signals:
    void opened(const QString& name);
    void saved(const QString& path);
    void runOpened(lockstep::session::RunId run); ///< by openRun
    void recoveriesFound(const std::vector<lockstep::ui::SwapFile>& swaps);
    void message(const QString& text); ///< for the log

private:
    using Done = std::function<void(bool)>;
    struct Written; ///< what came of it

    void read(const QString& path);
    void recoverOrRead(const SwapFile& swap, const QString& path);
    bool isModelChanged(const Setup& setup) const;
    void write(const Setup& setup, bool modelChanged, Done done, bool force = false);
    void afterWrite(const SetupPtr& before, const Written& written, const Done& done);
    void askAboutModel(const QString& path, Done done);
    void askToOverwrite(const Written& written, Done done);
    void show(OpenedSetup opened, bool clean = true);
    void refuse(const QString& title, const Error& error);

    SetupDocument& m_document;
    Dialogs& m_dialogs;
    Settings& m_settings;
    QString m_recoveryFolder;
    Autosave m_autosave;
    DiskTexts m_disk; ///< what the files say, as far as this program knows
    std::optional<spec::Json> m_modelOnDisk;
    QDateTime m_savedAt;
};

} // namespace lockstep::ui
