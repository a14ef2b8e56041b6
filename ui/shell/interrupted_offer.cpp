#include "ui/shell/interrupted_offer.h"

#include "session/run_view.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/models/number_text.h"
#include "ui/models/run_actions.h"
#include "ui/pages/resume_run.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/run_focus.h"

#include <algorithm>

namespace lockstep::ui {

using session::RunState;

namespace {

constexpr auto kNotice = "interrupted";

WriterSigns signsOf(const session::RunRow& row) { return {row.id, stateOfStatus(row.status), row.otherHost, row.lastBeatWall}; }

} // namespace

InterruptedOffer::InterruptedOffer(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts) {
    // It may be resumed or kept from its page, too.
    connect(&parts.bridge, &EngineBridge::runChanged, this, [this](session::RunId run) {
        const auto view = run == m_run ? m_parts.bridge.view(run) : nullptr;
        if (!view || view->state == RunState::Interrupted) return;
        m_run = 0;
        m_parts.bar.remove(kNotice);
    });
}

void InterruptedOffer::look() {
    session::ListRuns query;
    query.filter = "^interrupted$";
    m_parts.bridge.askFor<session::RunList>(
        query, this, [this](const session::RunList& list) { offer(list); }, EngineBridge::Keep::Newest);
}

void InterruptedOffer::forbidWriting() {
    m_readOnly = true;
    if (m_run) look();
}

/// The newest comes first; a name may be like the state.
void InterruptedOffer::offer(const session::RunList& list) {
    const auto dead = [](const session::RunRow& row) { return stateOfStatus(row.status) == RunState::Interrupted; };
    const auto newest = std::find_if(list.rows.begin(), list.rows.end(), dead);
    if (newest == list.rows.end()) return;
    m_run = newest->id;
    m_parts.bar.put(noticeOf(*newest, std::count_if(list.rows.begin(), list.rows.end(), dead) - 1));
}

Notice InterruptedOffer::noticeOf(const session::RunRow& row, qsizetype more) {
    const session::RunId run = row.id;
    Notice notice{kNotice, Notice::Tone::Warning, {}, {}};
    notice.text = row.otherHost.empty() ? tr("Run %1 was interrupted at step %2").arg(QString::number(run), countText(row.step))
                                        : silenceText(signsOf(row));
    QStringList hints;
    if (!row.name.empty()) hints << QString::fromStdString(row.name);
    if (more > 0) hints << pluralText(more, tr("one more run was interrupted"), tr("%1 more runs were interrupted"));
    notice.hint = hints.join(QString::fromUtf8(" · "));
    if (!m_readOnly) {
        notice.acts.push_back(
            {"resume", tr("Resume"),
             [this, signs = signsOf(row)] { askToResume(signs, m_parts.dialogs, this, [this, run = signs.run] { resume(run); }); }, true,
             tr("It goes on from its last checkpoint")});
        notice.acts.push_back({"keep", tr("Keep as stopped"), [this, run] { keep(run); }, false, tr("It can be resumed later, too")});
    }
    notice.acts.push_back({"show", tr("Show"), [this, run] { show(run); }, false, tr("Look at its curves and events")});
    if (more > 0) notice.acts.push_back({"all", tr("All runs"), [this] { emit pageWanted("runs"); }, false, tr("Show the Runs page")});
    return notice;
}

void InterruptedOffer::resume(session::RunId run) {
    show(run);
    submit(session::ResumeRun{run, {}, {}}, tr("The run cannot be resumed"), [] {});
}

void InterruptedOffer::keep(session::RunId run) {
    submit(session::KeepAsStopped{run}, tr("The run cannot be kept as stopped"), [this] { look(); });
}

void InterruptedOffer::show(session::RunId run) {
    m_parts.focus.setRun(run);
    emit pageWanted("live");
}

/// The offer goes at once, so that two clicks are one request; a refusal brings it back.
void InterruptedOffer::submit(session::Command command, const QString& title, std::function<void()> done) {
    m_run = 0;
    m_parts.bar.remove(kNotice);
    m_parts.bridge.submit(std::move(command), this, [this, title, done = std::move(done)](const EngineBridge::Outcome& outcome) {
        if (outcome.ok()) return done();
        emit refused(title, outcome.error());
        look();
    });
}

} // namespace lockstep::ui
