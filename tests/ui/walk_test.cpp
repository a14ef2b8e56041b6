// Walks over all pages and both themes: every control has a name, no text is cut, pictures are not blank.
#include "support/qt_main.h"
#include "ui/setup/setup_analyser.h"
#include "ui/setup/setup_document.h"
#include "ui/shell/page_registry.h"
#include "ui/theme/theme.h"
#include "ui_support/window_fixture.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSet>
#include <QtTest>

namespace lockstep::testing {

namespace {

/// Layouts inside layouts settle one round a level.
void settle() {
    for (int i = 0; i < 8; ++i) QCoreApplication::processEvents();
}

bool isControl(const QWidget* widget) {
    if (qobject_cast<const QScrollBar*>(widget) || qobject_cast<const QHeaderView*>(widget)) return false;
    if (widget->objectName().startsWith("qt_") || qobject_cast<const QComboBox*>(widget->parentWidget())) return false;
    if (qobject_cast<const QLineEdit*>(widget->parentWidget())) return false; // the clear button of a line edit
    if (qobject_cast<const QHeaderView*>(widget->parentWidget()) || qobject_cast<const QAbstractItemView*>(widget->parentWidget()))
        return false;
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
           qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSlider*>(widget) ||
           qobject_cast<const QAbstractItemView*>(widget);
}

QString describe(const QWidget* widget) {
    const QString parent = widget->parentWidget() ? widget->parentWidget()->objectName() : QString();
    return QString("%1 '%2' in '%3'").arg(widget->metaObject()->className(), widget->objectName(), parent);
}

bool hasName(const QWidget* widget) {
    if (!widget->accessibleName().isEmpty()) return true;
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    return button && !button->text().isEmpty();
}

/// The label shows less than its text, and no tooltip has the rest.
bool isCut(const QLabel* label) {
    if (label->text().isEmpty()) return false;
    if (label->wordWrap()) return label->height() < label->heightForWidth(label->width());
    return label->width() < label->sizeHint().width() && label->toolTip().isEmpty();
}

} // namespace

class WalkTest : public QObject {
    Q_OBJECT

    void walk(const std::function<void(WindowFixture&, const QString& page)>& visit) {
        WindowFixture fixture;
        QTest::mouseClick(fixture.find<QAbstractButton>("template-digits-cnn"), Qt::LeftButton);
        QTRY_VERIFY(fixture.window().context().setup.isOpen());
        QTRY_VERIFY(fixture.window().context().analyser.isCurrent());
        for (const ui::PageRow& row : ui::pageRegistry()) {
            fixture.window().showPage(row.id);
            settle();
            visit(fixture, row.id);
        }
    }

private slots:
    void everyControlHasAName() {
        QStringList nameless;
        walk([&](WindowFixture& fixture, const QString& page) {
            const auto widgets = fixture.window().findChildren<QWidget*>();
            for (const QWidget* widget : widgets)
                if (widget->isVisible() && isControl(widget) && !hasName(widget)) nameless << page + ": " + describe(widget);
        });
        nameless.removeDuplicates();
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join('\n')));
    }

    void noTextIsCut() {
        QStringList cut;
        walk([&](WindowFixture& fixture, const QString& page) {
            for (const QSize size : {QSize(1280, 800), QSize(1024, 640)}) {
                fixture.window().resize(size);
                settle();
                const auto labels = fixture.window().findChildren<QLabel*>();
                for (const QLabel* label : labels)
                    if (label->isVisible() && isCut(label)) cut << QString("%1 at %2: '%3'").arg(page).arg(size.width()).arg(label->text());
            }
        });
        cut.removeDuplicates();
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
    }

    void targetsAreLargeEnough() {
        QStringList small;
        walk([&](WindowFixture& fixture, const QString& page) {
            const auto buttons = fixture.window().findChildren<QAbstractButton*>();
            for (const QAbstractButton* button : buttons)
                if (button->isVisible() && isControl(button) && (button->width() < 24 || button->height() < 24))
                    small << QString("%1: %2 %3x%4").arg(page, describe(button)).arg(button->width()).arg(button->height());
        });
        small.removeDuplicates();
        QVERIFY2(small.isEmpty(), qPrintable(small.join('\n')));
    }

    void theWindowFitsTheSmallestScreen() {
        WindowFixture fixture;
        const QSize least = fixture.window().minimumSizeHint();
        QVERIFY2(least.width() <= 1024 && least.height() <= 640, qPrintable(QString("%1x%2").arg(least.width()).arg(least.height())));
    }

    void bothThemesPaintSomething() {
        walk([&](WindowFixture& fixture, const QString& page) {
            QRgb grounds[2] = {};
            for (const auto mode : {ui::Theme::Mode::Light, ui::Theme::Mode::Dark}) {
                ui::Theme::instance().setMode(mode);
                settle();
                const QImage picture = fixture.window().grab().toImage();
                QSet<QRgb> seen;
                for (int y = 0; y < picture.height(); y += 7)
                    for (int x = 0; x < picture.width(); x += 7) seen << picture.pixel(x, y);
                QVERIFY2(seen.size() > 8, qPrintable(page));
                grounds[mode == ui::Theme::Mode::Dark] = picture.pixel(10, picture.height() - 3);
            }
            QVERIFY2(qGray(grounds[0]) > 180 && qGray(grounds[1]) < 60, qPrintable(page));
            ui::Theme::instance().setMode(ui::Theme::Mode::Light);
        });
    }
};

LOCKSTEP_QT_TEST(WalkTest);

} // namespace lockstep::testing

#include "walk_test.moc"
