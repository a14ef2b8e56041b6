// Both pages in both themes: not blank, and written to the folder in LOCKSTEP_PICTURES for people to look at.
#include "support/qt_main.h"
#include "ui_live/page_rig.h"

#include "session/run_view.h"
#include "ui/pages/live_page.h"
#include "ui/pages/runs_page.h"
#include "ui/plots/chart_stack.h"
#include "ui/plots/line_chart.h"
#include "ui/theme/theme.h"

#include <QImage>
#include <QSet>
#include <QtTest>

#include <qcustomplot.h>

namespace lockstep::ui {

using lockstep::testing::FakeRun;
using session::RunState;

namespace {

void settle(ChartStack* charts) {
    QCoreApplication::processEvents();
    for (auto* chart : charts->charts()) chart->paintImmediately();
    QCoreApplication::processEvents();
}

void check(QWidget& page, const QString& name) {
    QPixmap picture(page.size());
    picture.fill(colors().window);
    page.render(&picture, {}, {}, QWidget::DrawChildren);
    const auto image = picture.toImage();
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); y += 3)
        for (int x = 0; x < image.width(); x += 3) seen.insert(image.pixel(x, y));
    QVERIFY(seen.size() > 30);
    const auto folder = qEnvironmentVariable("LOCKSTEP_PICTURES");
    if (!folder.isEmpty()) QVERIFY(image.save(QStringLiteral("%1/%2.png").arg(folder, name)));
}

void longRun(FakeRun& r) {
    r.view().live = true;
    r.times(400).checkpoint(200, 1 << 20);
    r.step(lockstep::testing::kNaN).step(lockstep::testing::kInf).times(60);
    r.event("edit", 300, "lr is 0.0005 from step 300 on").event("alarm", 401, "loss is not finite");
    r.checkpoint(400, 1 << 20, true);
}

} // namespace

class PicturesTest : public QObject {
    Q_OBJECT

private slots:
    void pages_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void pages() {
        QFETCH(bool, dark);
        const auto theme = dark ? QStringLiteral("dark") : QStringLiteral("light");
        Theme::instance().setMode(dark ? Theme::Mode::Dark : Theme::Mode::Light);
        PageRig rig;
        const auto first = rig.session.addRun("digits-mlp, baseline", RunState::Running, longRun, 1000);
        std::vector<session::RunId> all{first};
        const char* kNames[] = {"digits-cnn with warm-up", "batch 512", "sgd, momentum 0.9", "seed 3", "seed 4"};
        for (const char* name : kNames)
            all.push_back(rig.session.addRun(
                name, static_cast<RunState>(5 + all.size() % 5),
                [&](FakeRun& r) {
                    r.times(150 + 40 * r.row().id);
                    r.row().tags = {"sweep", "digits"};
                },
                500));

        LivePage live(rig.context());
        live.resize(1280, 860);
        live.show();
        rig.focus.setRun(first);
        QTRY_VERIFY(live.charts()->isVisible() && !live.charts()->charts().empty());
        settle(live.charts());
        check(live, QStringLiteral("live-") + theme);
        live.resize(1024, 560);
        settle(live.charts());
        check(live, QStringLiteral("live-small-") + theme);

        RunsPage runs(rig.context());
        runs.resize(1280, 860);
        runs.show();
        QTRY_COMPARE(runs.table()->model()->rowCount(), 6);
        check(runs, QStringLiteral("runs-empty-") + theme);
        runs.select({all[0], all[1], all[2], all[4]});
        QTRY_VERIFY(runs.charts()->chart(QStringLiteral("loss")) && runs.charts()->chart(QStringLiteral("loss"))->curves().size() == 8);
        settle(runs.charts());
        auto* loss = runs.charts()->chart(QStringLiteral("loss"));
        const QPoint at(loss->plot()->width() / 3, loss->plot()->height() / 2);
        QMouseEvent move(QEvent::MouseMove, at, loss->plot()->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(loss->plot(), &move);
        check(runs, QStringLiteral("runs-") + theme);
        Theme::instance().setMode(Theme::Mode::Light);
    }
};

LOCKSTEP_QT_TEST(PicturesTest);

} // namespace lockstep::ui

#include "pictures_test.moc"
