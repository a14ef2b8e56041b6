// Keeps unsaved edits in a swap file (GUI.md section 8), and finds those that a killed program left behind.
#pragma once

#include "base/result.h"
#include "ui/setup/setup.h"
#include "ui/setup/setup_files.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <vector>

namespace lockstep::ui {

class SetupDocument;

struct SwapFile {
    QString path;     ///< of the swap file
    QString original; ///< of the run document; empty: untitled
    QString name;     ///< for people
    QDateTime written;
    bool originalChanged = false; ///< the file says something else than what the unsaved work began with
};

class Autosave : public QObject {
    Q_OBJECT

public:
    /// `recoveryFolder`: for untitled setups and documents in folders that cannot be written.
    Autosave(SetupDocument& document, QString recoveryFolder, QObject* parent = nullptr);
    /// A clean end: nothing to recover.
    void finish();
    /// An end without a question: what is unsaved is found at the next start. Waits for the disk.
    void keep();
    /// What the files said that the edits began with; kept with them.
    void setBase(DiskTexts texts) { m_base = std::move(texts); }
    /// Goes on with a swap file that was restored: it stays until the work is saved or given up.
    void adopt(const QString& path) { m_swap = path; }

    /// Looks in the folder and beside `documents`; swap files of running programs are left out. Waits for the disk.
    static std::vector<SwapFile> find(const QString& recoveryFolder, const QStringList& documents);
    /// That of one document, if its program is gone. Waits for the disk.
    static std::optional<SwapFile> findBeside(const QString& document);
    /// Waits for the disk.
    static Result<OpenedSetup> read(const SwapFile& swap);
    static QString pathBeside(const QString& document);
    /// Moves it out of the document's way into the folder; it is found at the next start. Waits for the disk.
    static Status setAside(const SwapFile& swap, const QString& recoveryFolder);

signals:
    void written(const QString& path);
    void failed(const QString& reason);

private:
    void schedule();
    void write();
    void remove();

    SetupDocument& m_document;
    QString m_recoveryFolder, m_swap;
    DiskTexts m_base;
    QTimer m_timer;
};

} // namespace lockstep::ui
