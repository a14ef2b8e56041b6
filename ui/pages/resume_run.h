// An interrupted run of another host may live there still: it is not resumed here without asking (GUI.md section 4).
#pragma once

#include "session/commands.h"

#include <QString>

#include <functional>
#include <string>

class QObject;

namespace lockstep::ui {

class Dialogs;

/// What is known of a run's writer, as in its row and its view.
struct WriterSigns {
    session::RunId run = 0;
    session::RunState state = session::RunState::Interrupted;
    std::string otherHost; ///< empty: this one
    double lastBeatWall = 0;
};

/// "Run 7 was trained on gpu-17: no sign of life since 14:02".
QString silenceText(const WriterSigns& signs);

/// `done` at once where nothing is in doubt, else if the answer is to resume.
void askToResume(const WriterSigns& signs, Dialogs& dialogs, QObject* context, std::function<void()> done);

} // namespace lockstep::ui
