// Keeps unsaved edits in a swap file (GUI.md section 8), and finds those that a killed program left behind.
#pragma once

#include "base/result.h"
#include "ui/setup/setup.h"

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
    bool originalChanged = false; ///< since the swap file was written
};

class Autosave : public QObject {
    Q_OBJECT

public:
    /// `recoveryFolder`: for untitled setups and documents in folders that cannot be written.
    Autosave(SetupDocument& document, QString recoveryFolder, QObject* parent = nullptr);
    /// A clean end: nothing to recover.
    void finish();

    /// Looks in the folder and beside `documents`; swap files of running programs are left out. Waits for the disk.
    static std::vector<SwapFile> find(const QString& recoveryFolder, const QStringList& documents);
    /// Waits for the disk.
    static Result<Setup> read(const SwapFile& swap);
    static QString pathBeside(const QString& document);

signals:
    void written(const QString& path);
    void failed(const QString& reason);

private:
    void schedule();
    void write();
    void remove();

    SetupDocument& m_document;
    QString m_recoveryFolder, m_swap;
    QTimer m_timer;
};

} // namespace lockstep::ui
