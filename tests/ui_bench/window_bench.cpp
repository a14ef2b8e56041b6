// The real window over a store of many runs.
#include "ui_bench/bench_report.h"

#include "ui/bridge/engine_bridge.h"
#include "ui/models/runs_feed.h"
#include "ui/models/runs_model.h"
#include "ui_support/window_fixture.h"

#include <QTableView>

#include <algorithm>

namespace lockstep::ui {

namespace {

/// Notes the first paint of the window.
class FirstPaint : public QObject {
public:
    bool seen = false;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        seen = seen || event->type() == QEvent::Paint;
        return false;
    }
};

void start() {
    lockstep::testing::FakeSession::Options options;
    options.automatic = false;
    double shown = 1e9, listed = 1e9;
    lockstep::testing::WindowFixture fixture(options);
    fixture.session().addRows(1000);
    for (int round = 0; round < 3; ++round) {
        fixture.kill();
        QElapsedTimer clock;
        clock.start();
        fixture.reopen();
        FirstPaint first;
        fixture.window().installEventFilter(&first);
        waitUntil([&] { return first.seen; });
        shown = std::min(shown, static_cast<double>(clock.nsecsElapsed()) * 1e-6);
        fixture.window().showPage(QStringLiteral("runs"));
        const auto* table = fixture.window().findChild<QAbstractItemView*>(QStringLiteral("runs-table"));
        waitUntil([&] { return !table || table->model()->rowCount() >= 1000; });
        QCoreApplication::processEvents();
        listed = std::min(listed, static_cast<double>(clock.nsecsElapsed()) * 1e-6);
    }
    report("window open to its first paint, store of 1,000 runs, wall", shown, "ms", 1000);
    report("the same until its 1,000 rows are listed", listed, "ms", 1000);
}

void list(int rows, const char* what, double budget) {
    double least = 1e9;
    for (int round = 0; round < 3; ++round) {
        lockstep::testing::FakeSession session({false, {}});
        session.addRows(rows);
        EngineBridge bridge(session);
        RunsModel model;
        RunsFeed feed(bridge, model);
        QTableView table;
        table.setModel(&model);
        table.resize(1200, 800);
        table.show();
        QElapsedTimer clock;
        clock.start();
        feed.refresh();
        waitUntil([&] { return model.rowCount() >= rows; });
        table.repaint();
        least = std::min(least, static_cast<double>(clock.nsecsElapsed()) * 1e-6);
    }
    report(what, least, "ms", budget);
}

} // namespace

void benchWindow() {
    start();
    list(1000, "list of 1,000 runs on screen, wall", 300);
    list(10000, "list of 10,000 runs on screen, wall", 300);
}

} // namespace lockstep::ui
