// SIGINT and SIGTERM as an event of the window's thread.
#pragma once

#include <QObject>

namespace lockstep::studio {

/// While it lives, both signals are told by asked(). A second SIGINT ends the process at once (safe, as a kill is); a second SIGTERM
/// does not: two windows may ask the same writer to stop.
class Termination : public QObject {
    Q_OBJECT

public:
    explicit Termination(QObject* parent = nullptr);
    ~Termination() override;

signals:
    void asked();

private:
    void take();

    int m_readEnd = -1;
};

} // namespace lockstep::studio
