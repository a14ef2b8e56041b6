// Smoothed copies of a chart's curves, grown with them; a new smoothing of long curves is made off the GUI thread.
#pragma once

#include "monitors/smoothing.h"
#include "ui/plots/chart_types.h"

#include <QElapsedTimer>
#include <QObject>

#include <map>
#include <memory>
#include <stop_token>

namespace lockstep::ui {

class CurveStore : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    ~CurveStore() override;

    /// Forgets curves that are not in `curves`, extends the others.
    void update(const std::vector<ChartCurve>& curves, const monitors::Smoothing& smoothing);
    /// The curve smoothed; while a worker is at it, with the smoothing before. The raw one where nothing is smoothed.
    const monitors::Series& smoothed(const ChartCurve& curve) const;
    bool isSmoothed() const { return m_smoothing.strength > 0; }
    bool isWorking() const { return m_working > 0; }

signals:
    void ready(); ///< results of workers are in place: of all, or now and then while more are coming

private:
    struct Entry {
        monitors::Series raw;
        monitors::SmoothedSeries smooth;
        int ticket = 0;              ///< of the worker that is at it; 0: none
        monitors::Smoothing pending; ///< the worker's
    };

    void bring(const QString& key, Entry& entry);
    void startWorker(const QString& key, Entry& entry);
    void finish(const QString& key, int ticket, const monitors::SmoothedSeries& result);

    std::map<QString, Entry> m_entries;
    monitors::Smoothing m_smoothing;
    int m_tickets = 0, m_working = 0;
    QElapsedTimer m_sinceReady; ///< or since the first of several workers began
    std::stop_source m_stop;    ///< of all workers
};

} // namespace lockstep::ui
