#include "ui/dialogs/desktop_notifier.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QVariantMap>

namespace lockstep::ui {

namespace {
constexpr int kDesktopDecides = -1; // how long it is shown
}

void DesktopNotifier::notify(const QString& title, const QString& text, bool urgent) {
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    auto call = QDBusMessage::createMethodCall("org.freedesktop.Notifications", "/org/freedesktop/Notifications",
                                               "org.freedesktop.Notifications", "Notify");
    QVariantMap hints;
    hints["urgency"] = QVariant::fromValue(static_cast<uchar>(urgent ? 2 : 1));
    hints["desktop-entry"] = "lockstep-studio";
    const QString plain = QString(text).toHtmlEscaped(); // servers may read markup
    call << QCoreApplication::applicationName() << 0u << "lockstep-studio" << title << plain << QStringList() << hints << kDesktopDecides;
    bus.send(call); // nobody waits for the answer
}

} // namespace lockstep::ui
