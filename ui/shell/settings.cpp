#include "ui/shell/settings.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace lockstep::ui {

namespace {
constexpr int kRecentFiles = 10;
constexpr auto kRecentKey = "files/recent";
} // namespace

Settings::Settings(const QString& file, bool remember) {
    if (!remember) return;
    QDir().mkpath(QFileInfo(file).absolutePath());
    m_store = std::make_unique<QSettings>(file, QSettings::IniFormat);
    if (m_store->status() == QSettings::FormatError) {
        m_store.reset();
        QFile::remove(file + ".bad");
        QFile::rename(file, file + ".bad");
        m_store = std::make_unique<QSettings>(file, QSettings::IniFormat);
    }
}

Settings::~Settings() = default;

QVariant Settings::value(const QString& key, const QVariant& fallback) const {
    return m_store ? m_store->value(key, fallback) : m_memory.value(key, fallback);
}

void Settings::setValue(const QString& key, const QVariant& value) {
    if (m_store)
        m_store->setValue(key, value);
    else
        m_memory[key] = value;
}

QStringList Settings::recentFiles() const { return value(kRecentKey).toStringList(); }

void Settings::addRecentFile(const QString& path) {
    QStringList files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    setValue(kRecentKey, QStringList(files.mid(0, kRecentFiles)));
}

void Settings::forgetRecentFile(const QString& path) {
    QStringList files = recentFiles();
    files.removeAll(path);
    setValue(kRecentKey, files);
}

} // namespace lockstep::ui
