#include "support/qt_main.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QLocale>
#include <QStandardPaths>
#include <QtTest>

#include <memory>
#include <vector>

namespace lockstep::testing {

namespace {
std::vector<std::function<QObject*()>>& makers() {
    static std::vector<std::function<QObject*()>> list;
    return list;
}
} // namespace

bool registerQtTest(std::function<QObject*()> make) {
    makers().push_back(std::move(make));
    return true;
}

} // namespace lockstep::testing

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true); // settings and data of tests never meet the user's
    QLocale::setDefault(QLocale::c());
    QApplication app(argc, argv);
    app.setApplicationName(QStringLiteral("lockstep-test"));
    lockstep::ui::Theme theme;
    theme.setMode(lockstep::ui::Theme::Mode::Light);
    int failed = 0;
    for (const auto& make : lockstep::testing::makers()) {
        const std::unique_ptr<QObject> test(make());
        failed += QTest::qExec(test.get(), argc, argv) != 0;
    }
    return failed;
}
