// What the desktop wants: org.freedesktop.appearance color-scheme of the settings portal, read once and watched.
#pragma once

#include <QDBusVariant>
#include <QObject>

#include <optional>

namespace lockstep::ui {

class PortalWatch : public QObject {
    Q_OBJECT

public:
    explicit PortalWatch(QObject* parent = nullptr);

    /// Nothing: no portal, no answer yet, or no preference.
    std::optional<bool> prefersDark() const { return m_dark; }

signals:
    void changed();

private slots:
    void onSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void take(const QVariant& value);

    std::optional<bool> m_dark;
};

} // namespace lockstep::ui
