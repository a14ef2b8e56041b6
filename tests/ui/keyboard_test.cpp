// The keyboard alone reaches everything, in the order of reading; larger text is not cut.
#include "support/qt_main.h"
#include "ui/canvas/canvas.h"
#include "ui/setup/setup_analyser.h"
#include "ui/setup/setup_document.h"
#include "ui/shell/page_registry.h"
#include "ui/shell/run_focus.h"
#include "ui/theme/theme.h"
#include "ui_support/window_fixture.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSet>
#include <QStyle>
#include <QToolButton>
#include <QtTest>

namespace lockstep::testing {

namespace {

void settle() {
    for (int i = 0; i < 8; ++i) QCoreApplication::processEvents();
}

QString describe(const QWidget* widget) {
    QString name = widget->objectName();
    for (const QWidget* parent = widget->parentWidget(); parent && name.isEmpty(); parent = parent->parentWidget())
        name = "in " + parent->objectName();
    return QString("%1 '%2' %3").arg(widget->metaObject()->className(), name, widget->accessibleName());
}

struct KeyboardRig : WindowFixture {
    KeyboardRig() {
        QTest::mouseClick(find<QAbstractButton>("template-digits-cnn"), Qt::LeftButton);
        [this] { QTRY_VERIFY(window().context().setup.isOpen() && window().context().analyser.isCurrent()); }();
        const auto run = session().addRun("one", session::RunState::Completed, [](FakeRun& r) { r.times(40); });
        window().context().focus.setRun(run);
        [this] { QTRY_VERIFY(window().context().focus.view() != nullptr); }();
        window().activateWindow();
        settle();
    }
    QWidget* page(const char* id) { return window().page(id); }
};

/// What Tab should reach. Items of views, nodes of the canvas and parts of compound controls are moved to by arrows.
QList<QWidget*> controlsOf(QWidget* page) {
    QList<QWidget*> controls;
    for (QWidget* widget : page->findChildren<QWidget*>()) {
        if (!widget->isVisible() || !widget->isEnabled() || !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy()) continue;
        if (qobject_cast<QAbstractScrollArea*>(widget) && !qobject_cast<QAbstractItemView*>(widget)) continue;
        const bool control = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QLineEdit*>(widget) ||
                             qobject_cast<QComboBox*>(widget) || qobject_cast<QAbstractSlider*>(widget) ||
                             qobject_cast<QAbstractItemView*>(widget);
        if (control) controls << widget;
    }
    return controls;
}

/// All that Tab comes by, from the start of the window until it comes round.
QList<QWidget*> tabRound(ui::MainWindow& window, QWidget* first) {
    QList<QWidget*> round;
    first->setFocus(Qt::TabFocusReason);
    for (int i = 0; i < 600; ++i) {
        QWidget* now = QApplication::focusWidget();
        if (!now) break;
        if (!round.isEmpty() && now == round.first()) break;
        if (round.isEmpty() || round.last() != now) round << now;
        QTest::keyClick(&window, Qt::Key_Tab);
    }
    return round;
}

bool isCutButton(const QAbstractButton* button) {
    if (button->text().isEmpty()) return false;
    const auto* tool = qobject_cast<const QToolButton*>(button);
    if (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull()) return false;
    if (!tool && !qobject_cast<const QPushButton*>(button)) return false;
    return button->width() < button->minimumSizeHint().width() || button->height() < button->fontMetrics().height();
}

bool isCutLabel(const QLabel* label) {
    if (label->text().isEmpty()) return false;
    if (label->wordWrap()) return label->height() < label->heightForWidth(label->width());
    if (label->height() < label->fontMetrics().height()) return true;
    return label->width() < label->sizeHint().width() && label->toolTip().isEmpty();
}

} // namespace

class KeyboardTest : public QObject {
    Q_OBJECT

private slots:
    void tabReachesEveryControlOfEveryPage() {
        KeyboardRig rig;
        QStringList missed;
        for (const ui::PageRow& row : ui::pageRegistry()) {
            rig.window().showPage(row.id);
            settle();
            const QList<QWidget*> controls = controlsOf(rig.page(row.id));
            QVERIFY2(!controls.isEmpty(), row.id);
            const QList<QWidget*> round = tabRound(rig.window(), controls.first());
            for (QWidget* control : controls)
                if (!round.contains(control)) missed << QString("%1: %2").arg(row.id, describe(control));
        }
        QVERIFY2(missed.isEmpty(), qPrintable(missed.join('\n')));
    }

    void tabGoesAsTheEyeDoes() {
        KeyboardRig rig;
        rig.find<QPushButton>("add-optimizer.groups"); // a list in the middle gets controls later than the rest
        rig.window().showPage("run");
        rig.find<QPushButton>("add-optimizer.groups")->click();
        rig.find<QPushButton>("add-data.augment")->click();
        settle();
        QStringList wrong;
        auto* area = rig.page("run")->findChild<QScrollArea*>();
        QWidget* content = area->widget();
        const QList<QWidget*> round = tabRound(rig.window(), controlsOf(content).first());
        QPoint last(-1, -1);
        const QWidget* before = nullptr;
        for (QWidget* widget : round) {
            if (!content->isAncestorOf(widget)) continue;
            // The middle of the control: things of one row differ a little in height.
            const QPoint at = widget->mapTo(content, QPoint(0, widget->height() / 2));
            const bool sameRow = std::abs(at.y() - last.y()) < 14;
            if (before && !(sameRow ? at.x() > last.x() : at.y() > last.y()) && before != round.last())
                wrong << describe(before) + " -> " + describe(widget);
            last = at;
            before = widget;
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    void everyPageHasItsKey() {
        KeyboardRig rig;
        for (const ui::PageRow& row : ui::pageRegistry()) {
            if (row.number == 0) continue;
            QTest::keyClick(&rig.window(), static_cast<Qt::Key>(Qt::Key_0 + row.number), Qt::ControlModifier);
            QCOMPARE(rig.window().currentPage(), QString(row.id));
        }
    }

    void aSetupIsMadeAndStartedWithoutAMouse() {
        WindowFixture fixture;
        fixture.window().activateWindow();
        settle();
        auto* tile = fixture.find<QAbstractButton>("template-digits-mlp");
        tile->setFocus(Qt::TabFocusReason);
        QTest::keyClick(tile, Qt::Key_Space);
        QTRY_COMPARE(fixture.window().currentPage(), QString("model"));
        QTest::keyClick(&fixture.window(), Qt::Key_3, Qt::ControlModifier);
        QTRY_VERIFY(fixture.find<QPushButton>("start")->isEnabled());
        QTest::keyClick(&fixture.window(), Qt::Key_F5);
        QTRY_COMPARE(fixture.window().currentPage(), QString("live"));
    }

    void largeTextIsNotCut_data() {
        QTest::addColumn<double>("factor");
        QTest::addColumn<QSize>("size");
        QTest::newRow("one and a half") << 1.5 << QSize(1920, 1200);
        QTest::newRow("double") << 2.0 << QSize(2560, 1600);
        QTest::newRow("double on the smallest screen") << 2.0 << QSize(2048, 1280);
    }
    void largeTextIsNotCut() {
        QFETCH(double, factor);
        QFETCH(QSize, size);
        const QFont usual = QApplication::font();
        QFont large = usual;
        large.setPointSizeF(usual.pointSizeF() * factor);
        QApplication::setFont(large);
        QStringList cut;
        {
            KeyboardRig rig;
            rig.session().addRun("two with a longer name than usual", session::RunState::Stopped, [](FakeRun& r) { r.times(30); });
            rig.window().resize(size);
            for (const auto mode : {ui::Theme::Mode::Light, ui::Theme::Mode::Dark}) {
                ui::Theme::instance().setMode(mode);
                for (const ui::PageRow& row : ui::pageRegistry()) {
                    rig.window().showPage(row.id);
                    settle();
                    for (const QLabel* label : rig.window().findChildren<QLabel*>())
                        if (label->isVisible() && isCutLabel(label)) cut << QString("%1: label '%2'").arg(row.id, label->text());
                    for (const QAbstractButton* button : rig.window().findChildren<QAbstractButton*>())
                        if (button->isVisible() && isCutButton(button))
                            cut << QString("%1: button '%2' %3 of %4")
                                       .arg(row.id, button->text())
                                       .arg(button->width())
                                       .arg(button->minimumSizeHint().width());
                }
            }
            const QSize least = rig.window().minimumSizeHint();
            if (least.width() > 1024 * factor || least.height() > 640 * factor)
                cut << QString("the window needs %1x%2").arg(least.width()).arg(least.height());
        }
        ui::Theme::instance().setMode(ui::Theme::Mode::Light);
        QApplication::setFont(usual);
        cut.removeDuplicates();
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
    }
};

LOCKSTEP_QT_TEST(KeyboardTest);

} // namespace lockstep::testing

#include "keyboard_test.moc"
