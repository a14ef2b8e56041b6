#include "support/qt_main.h"
#include "ui/shell/action_table.h"
#include "ui_support/window_fixture.h"

#include <QSet>
#include <QtTest>

namespace lockstep::testing {

class ActionsTest : public QObject {
    Q_OBJECT

private slots:
    void noKeyIsUsedTwice() { QCOMPARE(ui::doubledKeys(ui::actionSpecs()), QStringList()); }

    void doubledKeysAreFound() {
        using C = ui::ActionContext;
        const QKeySequence key("Ctrl+S");
        QCOMPARE(ui::doubledKeys({{"a", "A", "", {key}, C::Window}, {"b", "B", "", {key}, C::Chart}}).size(), 1);
        QCOMPARE(ui::doubledKeys({{"a", "A", "", {key}, C::Canvas}, {"b", "B", "", {key}, C::Chart}}).size(), 0); // never both in focus
    }

    void everyActHasTextAndHelpAndItsOwnId() {
        QSet<QString> ids;
        for (const ui::ActionSpec& spec : ui::actionSpecs()) {
            QVERIFY2(*spec.text && *spec.help, spec.id);
            QVERIFY2(!ids.contains(spec.id), spec.id);
            ids << spec.id;
        }
    }

    void pagesHaveTheirFixedKeys() {
        WindowFixture fixture;
        fixture.window().activateWindow();
        QTRY_VERIFY(fixture.window().isActiveWindow());
        QTest::keyClick(&fixture.window(), Qt::Key_3, Qt::ControlModifier);
        QTRY_COMPARE(fixture.window().currentPage(), QString("run"));
        QTest::keyClick(&fixture.window(), Qt::Key_1, Qt::ControlModifier);
        QTRY_COMPARE(fixture.window().currentPage(), QString("model"));
        QVERIFY(!fixture.window().context().actions.action("page-5")->isEnabled()); // What-if does not exist yet
    }
};

LOCKSTEP_QT_TEST(ActionsTest);

} // namespace lockstep::testing

#include "actions_test.moc"
