// Who may paint when: one chart an event-loop turn, and over time no more than a small share of the wall clock (GUI.md section 7).
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <deque>

namespace lockstep::ui {

/// A chart, to the governor.
class Repaintable : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    /// False: hidden; a request is dropped, and made again when it is shown.
    virtual bool wantsPaint() const = 0;
    /// Rebuilds what is drawn and queues the repaint.
    virtual void paintNow() = 0;
};

class RepaintGovernor : public QObject {
    Q_OBJECT

public:
    explicit RepaintGovernor(QObject* parent = nullptr);

    /// New data: painted when its turn comes. Asking twice is asking once.
    void request(Repaintable* chart);
    /// A gesture (pan, zoom, hover): painted next turn, before all others, outside the share.
    void requestNow(Repaintable* chart);
    /// Reported by charts: thread CPU time that a paint took.
    void spent(double cpuMs);
    double spentMs() const { return m_spentMs; } ///< since the start
    /// 0.015 while a run is active; 1 when nothing else needs the processor.
    void setShare(double share) { m_share = share; }

    /// CPU time of this thread so far.
    static double threadCpuMs();

private:
    void turn();
    void arm();

    std::deque<QPointer<Repaintable>> m_urgent, m_waiting;
    QTimer m_timer;
    double m_share = 0.015, m_spentMs = 0;
    double m_freeAtMs = 0; ///< on the monotonic clock: before that the share is used up
};

} // namespace lockstep::ui
