// A word to people who look elsewhere. Tests take the words down.
#pragma once

#include <QString>

namespace lockstep::ui {

class Notifier {
public:
    virtual ~Notifier() = default;

    /// `urgent`: something is wrong. Never waits.
    virtual void notify(const QString& title, const QString& text, bool urgent) = 0;
};

} // namespace lockstep::ui
