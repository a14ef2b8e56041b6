// What the program remembers between starts: theme, layout, recent files. An unreadable file is kept as `.bad`.
#pragma once

#include <QSettings>
#include <QStringList>

#include <memory>

namespace lockstep::ui {

class Settings {
public:
    /// `file`: an INI file; its folder is made. `remember` false (safe mode): starts empty, writes nothing.
    explicit Settings(const QString& file, bool remember = true);
    ~Settings();

    QVariant value(const QString& key, const QVariant& fallback = {}) const;
    void setValue(const QString& key, const QVariant& value);

    QStringList recentFiles() const;
    void addRecentFile(const QString& path); ///< the newest 10 are kept
    void forgetRecentFile(const QString& path);

private:
    std::unique_ptr<QSettings> m_store;
    QMap<QString, QVariant> m_memory; ///< safe mode
};

} // namespace lockstep::ui
