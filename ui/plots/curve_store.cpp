#include "ui/plots/curve_store.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>
#include <QThreadPool>

namespace lockstep::ui {

namespace {
constexpr std::size_t kAtOnce = 20000; ///< points smoothed on the GUI thread without being felt: about 0.2 ms
constexpr int kReadyEveryMs = 150;
} // namespace

CurveStore::~CurveStore() { m_stop.request_stop(); }

void CurveStore::update(const std::vector<ChartCurve>& curves, const monitors::Smoothing& smoothing) {
    if (smoothing != m_smoothing) m_stop.request_stop(), m_stop = {};
    m_smoothing = smoothing;
    std::map<QString, Entry> kept;
    for (const auto& curve : curves) {
        auto& entry = kept[curve.key];
        if (const auto known = m_entries.find(curve.key); known != m_entries.end()) entry = std::move(known->second);
        entry.raw = curve.series;
    }
    m_entries = std::move(kept);
    if (isSmoothed())
        for (auto& [key, entry] : m_entries) bring(key, entry);
}

void CurveStore::bring(const QString& key, Entry& entry) {
    const bool same = entry.smooth.smoothing() == m_smoothing;
    if (same ? entry.smooth.pointsBehind(entry.raw) <= kAtOnce : entry.raw.size() <= kAtOnce) {
        if (!same) entry.smooth = monitors::SmoothedSeries(m_smoothing);
        entry.ticket = 0;
        entry.smooth.follow(entry.raw);
    } else if (entry.ticket == 0 || entry.pending != m_smoothing) {
        startWorker(key, entry);
    }
}

/// The worker owns copies (shared chunks) and posts its result; this object may be gone by then.
void CurveStore::startWorker(const QString& key, Entry& entry) {
    const int ticket = entry.ticket = ++m_tickets;
    entry.pending = m_smoothing;
    if (m_working++ == 0) m_sinceReady.start();
    QThreadPool::globalInstance()->start(
        [self = QPointer<CurveStore>(this), key, ticket, raw = entry.raw, smoothing = m_smoothing, stop = m_stop.get_token()] {
            auto result = std::make_shared<monitors::SmoothedSeries>(smoothing);
            result->follow(raw, stop);
            const auto hand = [self, key, ticket, result] {
                if (self) self->finish(key, ticket, *result); // looked at on the GUI thread only
            };
            QMetaObject::invokeMethod(QCoreApplication::instance(), hand, Qt::QueuedConnection);
        });
}

void CurveStore::finish(const QString& key, int ticket, const monitors::SmoothedSeries& result) {
    --m_working;
    const auto found = m_entries.find(key);
    if (found == m_entries.end() || found->second.ticket != ticket) { // a newer one is under way, or the curve is gone
        if (m_working == 0) emit ready();
        return;
    }
    found->second.ticket = 0;
    found->second.smooth = result;
    found->second.smooth.follow(found->second.raw);
    // Ten curves that come one after the other are not ten repaints.
    if (m_working > 0 && m_sinceReady.isValid() && m_sinceReady.elapsed() < kReadyEveryMs) return;
    m_sinceReady.start();
    emit ready();
}

const monitors::Series& CurveStore::smoothed(const ChartCurve& curve) const {
    const auto found = m_entries.find(curve.key);
    if (found == m_entries.end() || !isSmoothed() || found->second.smooth.series().empty()) return curve.series;
    return found->second.smooth.series();
}

} // namespace lockstep::ui
