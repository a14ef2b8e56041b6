// At the start: runs whose writer died are offered to be resumed (GUI.md section 4). Nothing is resumed unasked.
#pragma once

#include "base/error.h"
#include "session/commands.h"

#include <QObject>

#include <functional>

namespace lockstep::session {
struct RunList;
struct RunRow;
} // namespace lockstep::session

namespace lockstep::ui {

class Dialogs;
class EngineBridge;
class NoticeBar;
class RunFocus;
struct Notice;

class InterruptedOffer : public QObject {
    Q_OBJECT

public:
    struct Parts {
        EngineBridge& bridge;
        RunFocus& focus;
        Dialogs& dialogs;
        NoticeBar& bar;
    };
    explicit InterruptedOffer(const Parts& parts, QObject* parent = nullptr);

    /// Asks the store and offers the newest.
    void look();
    /// The store can't be written: runs can only be shown.
    void forbidWriting();

signals:
    void pageWanted(const QString& page);
    void refused(const QString& title, const lockstep::Error& error);

private:
    void offer(const session::RunList& list);
    Notice noticeOf(const session::RunRow& row, qsizetype more);
    void resume(session::RunId run);
    void keep(session::RunId run);
    void show(session::RunId run);
    void submit(session::Command command, const QString& title, std::function<void()> done);

    Parts m_parts;
    session::RunId m_run = 0; ///< offered; 0: none
    bool m_readOnly = false;
};

} // namespace lockstep::ui
