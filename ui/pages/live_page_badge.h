// The state of a run as a pill: word and dot, coloured by kind.
#pragma once

#include "session/commands.h"

#include <QWidget>

namespace lockstep::ui {

class StateBadge : public QWidget {
    Q_OBJECT

public:
    explicit StateBadge(QWidget* parent = nullptr);

    /// Announces the change to screen readers. `elsewhere`: another program trains it.
    void setState(session::RunState state, bool elsewhere = false);
    session::RunState state() const { return m_state; }
    QString text() const { return m_text; }
    QSize sizeHint() const override;

    /// Draws the pill into `rect` (left, vertically centred); for tables too.
    static void paint(QPainter* painter, const QRect& rect, const QString& text, session::RunState state);
    static QSize sizeFor(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    session::RunState m_state = session::RunState::Queued;
    QString m_text;
};

} // namespace lockstep::ui
