// Start, pause, stop and the rest: follows the reported state of the run in focus, never a guess (GUI.md section 4).
#pragma once

#include "base/error.h"
#include "session/commands.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace lockstep::ui {

class ActionTable;
class EngineBridge;
class RunFocus;
class SetupAnalyser;
class SetupDocument;

/// Why Start cannot be pressed, and the place that mends it (JSON path, `layer:ID`, or empty).
struct StartBlock {
    QString reason, place;
};

class RunControl : public QObject {
    Q_OBJECT

public:
    struct Parts {
        EngineBridge& bridge;
        ActionTable& actions;
        RunFocus& focus;
        SetupAnalyser& analyser;
        SetupDocument& setup;
    };
    explicit RunControl(const Parts& parts, QObject* parent = nullptr);

    std::optional<session::RunState> state() const;
    /// Of the Start button; nothing: it can be pressed.
    std::optional<StartBlock> startBlock() const;
    /// Nothing can be started in this window, for this reason.
    void forbidStart(const QString& reason);
    /// Asks the run in focus to stop and save; `done` once it has.
    void stopThen(QObject* context, std::function<void()> done);

signals:
    void changed(); ///< what can be done, or why not
    void started(lockstep::session::RunId run);
    void refused(const QString& title, const lockstep::Error& error);

private:
    void update();
    void updateActions();
    void start();
    void send(session::Command command, const QString& title);
    void noteState();
    bool isElsewhere() const; ///< another process trains the run in focus

    Parts m_parts;
    bool m_waiting = false; ///< a command is on its way: two clicks are one request
    QString m_forbidden;
    std::optional<session::RunState> m_lastState;
    QElapsedTimer m_stopping;
    QTimer m_discardTimer;
};

} // namespace lockstep::ui
