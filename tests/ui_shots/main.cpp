// screenshots DIR [TEMPLATE [FONT SCALE]]: pictures of every page in both themes, over a fake session. They go into the manual and are
// looked at after each change of looks.
#include "ui/canvas/canvas.h"
#include "ui/setup/setup_document.h"
#include "ui/shell/action_table.h"
#include "ui/shell/page_registry.h"
#include "ui/shell/run_focus.h"
#include "ui/theme/theme.h"
#include "ui_support/window_fixture.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QScrollArea>
#include <QStandardPaths>
#include <QTableView>

#include <cstdio>
#include <cstdlib>

using namespace lockstep;

namespace {

void settle(int ms) {
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < ms) QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 10);
}

void addRuns(testing::FakeSession& session) {
    using session::RunState;
    const auto document = [](const char* text) { return [text](testing::FakeRun& run) { run.times(100).document(text); }; };
    session.addRun("digits-cnn, wide", RunState::Completed,
                   document(R"({"optimizer":{"type":"adamw","lr":0.003},"data":{"batch_size":128},"seed":1})"));
    session.addRun("digits-mlp", RunState::Completed,
                   document(R"({"optimizer":{"type":"sgd","lr":0.1,"momentum":0.9},"data":{"batch_size":64},"seed":1})"));
    session.addRun("lr sweep 3e-3", RunState::Stopped, [](testing::FakeRun& run) { run.times(48); });
    session.addRun("breast-cancer", RunState::Completed, [](testing::FakeRun& run) { run.times(100); });
}

} // namespace

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    if (argc < 2) return std::fprintf(stderr, "usage: screenshots DIR [TEMPLATE [FONT SCALE]]\n"), 2;
    QStandardPaths::setTestModeEnabled(true);
    QApplication app(argc, argv);
    if (argc > 3) {
        auto font = QApplication::font();
        font.setPointSizeF(font.pointSizeF() * std::atof(argv[3]));
        QApplication::setFont(font);
    }
    const QDir folder(argv[1]);
    folder.mkpath(".");
    testing::FakeSession::Options options;
    options.automatic = true;
    testing::WindowFixture fixture(options);
    addRuns(fixture.session());
    settle(200);
    const auto shoot = [&](const QString& page) {
        for (const auto mode : {ui::Theme::Mode::Light, ui::Theme::Mode::Dark}) {
            ui::Theme::instance().setMode(mode);
            settle(400);
            const QString file = folder.filePath(QString("%1-%2.png").arg(page, mode == ui::Theme::Mode::Dark ? "dark" : "light"));
            if (!fixture.window().grab().save(file)) std::fprintf(stderr, "cannot write %s\n", qPrintable(file));
        }
        ui::Theme::instance().setMode(ui::Theme::Mode::Light);
    };
    shoot("start");
    const QString name = argc > 2 ? QString(argv[2]) : QString("digits-cnn");
    if (auto* tile = fixture.window().findChild<QAbstractButton*>("template-" + name)) tile->click();
    settle(600);
    if (auto* canvas = fixture.window().findChild<ui::Canvas*>("canvas"); canvas && canvas->graph().size() > 4)
        canvas->select(canvas->graph()[4].id);
    fixture.window().context().focus.setRun(1);
    settle(200);
    for (const ui::PageRow& row : ui::pageRegistry()) {
        if (row.number == 0) continue;
        fixture.window().showPage(row.id);
        shoot(row.id);
    }
    // Lists within the run page, the comparison of runs, a setup changed since its run, an alert.
    auto& window = fixture.window();
    window.showPage("run");
    for (const char* add : {"add-optimizer.groups", "add-data.augment"})
        if (auto* button = window.findChild<QAbstractButton*>(add)) button->click();
    settle(200);
    if (auto* list = window.findChild<QWidget*>("list-optimizer.groups"))
        if (auto* area = window.page("run")->findChild<QScrollArea*>()) area->ensureWidgetVisible(list, 0, 200);
    shoot("run-lists");
    window.showPage("runs");
    if (auto* table = window.findChild<QTableView*>("runs-table")) {
        table->selectAll();
        fixture.trigger("runs-compare");
    }
    shoot("compare");
    fixture.session().change(1, [](testing::FakeRun& run) { run.checkpoint(40, 1 << 20).event("alert", 61, "the loss is nan"); });
    window.showPage("live");
    shoot("alert");
    // What a mistake looks like.
    fixture.window().context().setup.editRun({"", "run", {}}, "data.batch_size", spec::Json::ofInt(0));
    fixture.trigger("show-problems");
    fixture.window().reveal("data.batch_size");
    shoot("problem");
    // The same of an input's shape.
    fixture.trigger("undo");
    fixture.window().context().setup.editModel({"", "model", {}}, "inputs[0].shape[0]", spec::Json::ofInt(0));
    settle(200);
    fixture.window().reveal("model.inputs[0].shape");
    shoot("input");
    fixture.trigger("undo");
    // Own data just chosen: what is needed waits.
    const auto data = spec::parseJson(R"({"source": "csv", "batch_size": 32})", "data");
    fixture.window().context().setup.editRun({"", "run", {}}, "data", *data);
    shoot("own-data");
    return 0;
}
