// Asks the session about the setup whenever it changes; keeps the newest answer.
#pragma once

#include "session/answers.h"
#include "ui/setup/setup.h"

#include <QObject>
#include <QTimer>

namespace lockstep::ui {

class EngineBridge;
class SetupDocument;

class SetupAnalyser : public QObject {
    Q_OBJECT

public:
    SetupAnalyser(EngineBridge& bridge, SetupDocument& document, QObject* parent = nullptr);

    /// The newest answer, of this or an older value of the setup; never null.
    std::shared_ptr<const session::SetupAnalysis> latest() const { return m_latest; }
    /// latest() speaks of the setup as it is now.
    bool isCurrent() const { return m_answered == m_asked && !m_timer.isActive(); }
    /// The setup as it is may be started.
    bool isStartable() const { return isCurrent() && m_known && m_latest->problems.empty(); }
    /// Asks now rather than in a moment.
    void askNow();

signals:
    void analysed();

private:
    void take(std::uint64_t number, session::SetupAnalysis analysis);

    EngineBridge& m_bridge;
    SetupDocument& m_document;
    QTimer m_timer;
    std::shared_ptr<const session::SetupAnalysis> m_latest;
    std::uint64_t m_asked = 0, m_answered = 0;
    bool m_known = false;
};

} // namespace lockstep::ui
