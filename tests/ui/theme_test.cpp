#include "color_science.h"

#include "support/qt_main.h"
#include "ui/theme/colors.h"
#include "ui/theme/theme.h"

#include <QtTest>

namespace lockstep::testing {

using ui::Colors;

class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    void differenceAgreesWithPublishedPairs() {
        // Sharma, Wu, Dalal 2005, table 1.
        QVERIFY(std::abs(ciede2000({50, 2.6772, -79.7751}, {50, 0, -82.7485}) - 2.0425) < 1e-4);
        QVERIFY(std::abs(ciede2000({50, 2.5, 0}, {73, 25, -18}) - 27.1492) < 1e-4);
        QVERIFY(std::abs(ciede2000({60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}) - 1.2644) < 1e-4);
    }

    void runColoursStandApartForAllEyes() {
        for (const Colors* colors : {&ui::lightColors(), &ui::darkColors()})
            for (const Sight sight : {Sight::Normal, Sight::Protan, Sight::Deutan, Sight::Tritan})
                for (std::size_t i = 0; i < colors->runs.size(); ++i)
                    for (std::size_t j = i + 1; j < colors->runs.size(); ++j) {
                        const double d = ciede2000(labOf(seenBy(colors->runs[i], sight)), labOf(seenBy(colors->runs[j], sight)));
                        QVERIFY2(d >= 13, qPrintable(QString("%1 %2 sight %3: %4").arg(i).arg(j).arg(int(sight)).arg(d)));
                    }
    }

    void runColoursAreSeenOnTheirGround() {
        for (const QColor& run : ui::lightColors().runs) QVERIFY(contrast(run, "#FFFFFF") >= 3);
        for (const QColor& run : ui::darkColors().runs) QVERIFY(contrast(run, "#1E1E1E") >= 3);
    }

    void textIsReadable_data() {
        QTest::addColumn<QColor>("text");
        QTest::addColumn<QColor>("ground");
        for (const Colors* c : {&ui::lightColors(), &ui::darkColors()}) {
            const auto add = [&](const QString& name, const QColor& text, const QColor& ground) {
                QTest::newRow(qPrintable(QString("%1: %2").arg(c->dark ? "dark" : "light", name))) << text << ground;
            };
            const std::pair<const char*, QColor> grounds[] = {{"window", c->window}, {"rail", c->rail},     {"surface", c->surface},
                                                              {"raised", c->raised}, {"sunken", c->sunken}, {"accentSoft", c->accentSoft}};
            for (const auto& [name, ground] : grounds) {
                add(QString("text on %1").arg(name), c->text, ground);
                add(QString("muted on %1").arg(name), c->textMuted, ground);
            }
            add("onAccent on accent", c->onAccent, c->accent);
            add("onAccent on accentHover", c->onAccent, c->accentHover);
            add("accentText on surface", c->accentText, c->surface);
            add("accentText on rail", c->accentText, c->rail);
            add("accentText on accentSoft", c->accentText, c->accentSoft);
            add("danger on surface", c->danger, c->surface);
            add("danger on window", c->danger, c->window);
            add("danger on dangerSoft", c->danger, c->dangerSoft);
            add("warning on surface", c->warning, c->surface);
            add("warning on warningSoft", c->warning, c->warningSoft);
            add("success on surface", c->success, c->surface);
            add("success on successSoft", c->success, c->successSoft);
            add("info on infoSoft", c->info, c->infoSoft);
            add("axis on surface", c->axisText, c->surface);
        }
    }
    void textIsReadable() {
        QFETCH(QColor, text);
        QFETCH(QColor, ground);
        QVERIFY2(contrast(text, ground) >= 4.5, qPrintable(QString::number(contrast(text, ground))));
    }

    void outlinesAreSeen() {
        for (const Colors* c : {&ui::lightColors(), &ui::darkColors()}) {
            QVERIFY(contrast(c->fieldBorder, c->surface) >= 3);
            QVERIFY(contrast(c->accent, c->surface) >= 3);
        }
    }

    void neighboursDifferInColourAndDash() {
        for (int i = 0; i < 24; ++i) QVERIFY(ui::Theme::runDash(i) != ui::Theme::runDash(i + 1));
        QCOMPARE(ui::Theme::runDash(1), (QList<qreal>{6, 3}));
        QCOMPARE(ui::Theme::runDash(26), (QList<qreal>{2, 2}));
    }
};

LOCKSTEP_QT_TEST(ThemeTest);

} // namespace lockstep::testing

#include "theme_test.moc"
