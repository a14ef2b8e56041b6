// Notifications of the desktop (org.freedesktop.Notifications); where there is none, nothing happens.
#pragma once

#include "ui/dialogs/notifier.h"

namespace lockstep::ui {

class DesktopNotifier : public Notifier {
public:
    void notify(const QString& title, const QString& text, bool urgent) override;
};

} // namespace lockstep::ui
