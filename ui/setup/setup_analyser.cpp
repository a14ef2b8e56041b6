#include "ui/setup/setup_analyser.h"

#include "ui/bridge/engine_bridge.h"
#include "ui/setup/setup_document.h"

namespace lockstep::ui {

namespace {
constexpr int kSettleMs = 40; // a burst of keys is asked about once
}

SetupAnalyser::SetupAnalyser(EngineBridge& bridge, SetupDocument& document, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_document(document), m_latest(std::make_shared<session::SetupAnalysis>()) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(kSettleMs);
    connect(&m_timer, &QTimer::timeout, this, &SetupAnalyser::askNow);
    connect(&document, &SetupDocument::replaced, this, [this] {
        m_latest = std::make_shared<session::SetupAnalysis>();
        m_known = false;
    });
    connect(&document, &SetupDocument::changed, this, [this] { m_timer.start(); });
}

void SetupAnalyser::askNow() {
    m_timer.stop();
    if (!m_document.isOpen()) return;
    const std::uint64_t number = ++m_asked;
    m_bridge.askFor<session::SetupAnalysis>(
        session::AnalyseSetup{setupText(*m_document.current())}, this,
        [this, number](const session::SetupAnalysis& analysis) { take(number, analysis); }, EngineBridge::Keep::Newest,
        [this, number](const Error& error) {
            session::SetupAnalysis failed; // a document the session cannot read at all
            failed.problems.push_back(error);
            take(number, std::move(failed));
        });
}

void SetupAnalyser::take(std::uint64_t number, session::SetupAnalysis analysis) {
    if (number != m_asked) return;
    m_answered = number;
    m_known = true;
    m_latest = std::make_shared<const session::SetupAnalysis>(std::move(analysis));
    emit analysed();
}

} // namespace lockstep::ui
