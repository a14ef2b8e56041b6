#include "support/qt_main.h"

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
std::vector<std::function<std::shared_ptr<void>()>>& setups() {
    static std::vector<std::function<std::shared_ptr<void>()>> list;
    return list;
}
} // namespace

bool registerQtSetup(std::function<std::shared_ptr<void>()> make) {
    setups().push_back(std::move(make));
    return true;
}

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
    std::vector<std::shared_ptr<void>> kept;
    for (const auto& make : lockstep::testing::setups()) kept.push_back(make());
    int failed = 0;
    for (const auto& make : lockstep::testing::makers()) {
        const std::unique_ptr<QObject> test(make());
        failed += QTest::qExec(test.get(), argc, argv) != 0;
    }
    return failed;
}
