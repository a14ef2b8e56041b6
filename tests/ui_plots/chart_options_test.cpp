// Methods of smoothing and x axes, chosen as people do, read off the lines (GUI.md C1, C2, C3).
#include "support/qt_main.h"

#include "session/run_view.h"
#include "ui/plots/chart_bar.h"
#include "ui/plots/chart_stack.h"
#include "ui/plots/line_chart.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QStandardItemModel>
#include <QtTest>

#include <qcustomplot.h>

#include <cmath>
#include <numbers>

namespace lockstep::ui {

namespace {

/// Ten steps a second apart with a pause of 100 s after the fifth; batches of 32, four steps an epoch.
std::shared_ptr<session::RunView> runOf(const std::vector<double>& loss, bool documented = true) {
    auto view = std::make_shared<session::RunView>();
    view->id = 1;
    view->name = "run";
    view->state = session::RunState::Completed;
    if (documented) view->runDocument = std::make_shared<const std::string>(R"({"data":{"source":"bundled","batch_size":32}})");
    auto& series = view->series["loss"];
    for (std::size_t i = 0; i < loss.size(); ++i)
        series.append({static_cast<std::int64_t>(i), 1000.0 + static_cast<double>(i) + (i >= 5 ? 100 : 0), loss[i]});
    view->progress.step = static_cast<std::int64_t>(loss.size());
    view->progress.epoch = documented ? static_cast<double>(loss.size()) / 4 : 0;
    view->events = std::make_shared<const std::vector<session::RunEvent>>(
        std::vector<session::RunEvent>{{1, 4, 1004.25, "pause", "paused"}, {2, 4, 1104.25, "resume", "resumed"}});
    return view;
}

struct Shown {
    ChartStack stack;

    explicit Shown(std::shared_ptr<session::RunView> view) {
        stack.resize(900, 700);
        stack.governor().setShare(1);
        stack.show();
        stack.setRuns({std::move(view)});
        chart().paintImmediately();
    }
    LineChart& chart() { return *stack.chart(QStringLiteral("loss")); }
    void choose(const char* name, const QString& text) {
        auto* box = stack.findChild<QComboBox*>(QLatin1String(name));
        QVERIFY(box);
        QTest::keyClick(box, Qt::Key_Home); // by keys, as someone without a mouse does
        for (int i = 0; i < box->count() && box->currentText() != text; ++i) QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(box->currentText(), text);
        chart().paintImmediately();
    }
    void strength(double s) {
        stack.findChild<QDoubleSpinBox*>(QStringLiteral("chart-strength"))->setValue(s);
        chart().paintImmediately();
    }
    std::vector<double> line(int graph, bool keys) {
        std::vector<double> out;
        const auto data = chart().plot()->graph(graph)->data();
        for (const auto& point : *data) out.push_back(keys ? point.key : point.value);
        return out;
    }
    std::vector<double> y(int graph) { return line(graph, false); }
    std::vector<double> x(int graph) { return line(graph, true); }
};

bool near(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!(std::abs(a[i] - b[i]) < 1e-12)) return false;
    return true;
}

const std::vector<double> kImpulse{0, 0, 0, 0, 1, 0, 0, 0, 0, 0};

} // namespace

class ChartOptionsTest : public QObject {
    Q_OBJECT

private slots:
    void rawStaysPaleBehindEveryMethod() {
        Shown shown(runOf(kImpulse));
        for (const auto* method : {"Gaussian", "Running mean", "Exponential"}) {
            shown.choose("chart-method", QLatin1String(method));
            QCOMPARE(shown.chart().plot()->graphCount(), 2);
            QCOMPARE(shown.y(0), kImpulse);
            QCOMPARE(shown.chart().plot()->graph(1)->pen().color(), Theme::instance().runColor(0));
            const auto pale = shown.chart().plot()->graph(0)->pen().color(), ground = colors().surface,
                       full = Theme::instance().runColor(0);
            QVERIFY(std::abs(pale.redF() - (0.25 * full.redF() + 0.75 * ground.redF())) < 0.01); // C2: 25 %
        }
    }

    void runningMeanOfThree() {
        Shown shown(runOf(kImpulse));
        shown.choose("chart-method", QStringLiteral("Running mean"));
        shown.strength(0.5); // (1 + s) / (1 - s) = 3 points
        QVERIFY(near(shown.y(1), {0, 0, 0, 0, 1 / 3.0, 1 / 3.0, 1 / 3.0, 0, 0, 0}));
    }

    void gaussianOfTheSameStrength() {
        Shown shown(runOf(kImpulse));
        shown.choose("chart-method", QStringLiteral("Gaussian"));
        shown.strength(0.5);
        const double sigma = 3 / (2 * std::sqrt(std::numbers::pi));
        const double a = std::exp(-0.5 / (sigma * sigma)), b = std::exp(-2 / (sigma * sigma)), total = 1 + 2 * (a + b); // cut at 3 sigma
        QVERIFY(near(shown.y(1), {0, 0, b / total, a / total, 1 / total, a / total, b / total, 0, 0, 0}));
    }

    void exponentialIsUnbiased() {
        Shown shown(runOf({0, 1, std::nan(""), 1}));
        shown.choose("chart-method", QStringLiteral("Exponential"));
        shown.strength(0.5);
        const auto y = shown.y(1);
        QCOMPARE(y.at(0), 0.0);
        QVERIFY(std::abs(y.at(1) - 2 / 3.0) < 1e-12);
        QVERIFY(std::abs(y.back() - (2 / 3.0 + 0.5 / 0.875 * (1 - 2 / 3.0))) < 1e-12); // t = 3: NaN is not counted
    }

    void noneAndBackAgain() {
        Shown shown(runOf(kImpulse));
        shown.strength(0.8);
        shown.choose("chart-method", QStringLiteral("None"));
        QCOMPARE(shown.chart().plot()->graphCount(), 1);
        QCOMPARE(shown.y(0), kImpulse);
        shown.choose("chart-method", QStringLiteral("Running mean"));
        QCOMPARE(shown.stack.options().smoothing, 0.8);
        QCOMPARE(shown.chart().plot()->graphCount(), 2);
    }

    void everyAxis() {
        Shown shown(runOf({9, 8, 7, 6, 5, 4, 3, 2}));
        shown.choose("chart-method", QStringLiteral("None"));
        QVERIFY(near(shown.x(0), {0, 1, 2, 3, 4, 5, 6, 7}));
        shown.choose("chart-axis", QStringLiteral("Samples"));
        QVERIFY(near(shown.x(0), {0, 32, 64, 96, 128, 160, 192, 224}));
        shown.choose("chart-axis", QStringLiteral("Epoch"));
        QVERIFY(near(shown.x(0), {0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75}));
        shown.choose("chart-axis", QStringLiteral("Active time"));
        QVERIFY(near(shown.x(0), {0, 1, 2, 3, 4, 5, 6, 7})); // the 100 s of the pause are left out
        shown.choose("chart-axis", QStringLiteral("Elapsed time"));
        QVERIFY(near(shown.x(0), {0, 1, 2, 3, 4, 105, 106, 107}));
        shown.choose("chart-axis", QStringLiteral("Clock"));
        QVERIFY(near(shown.x(0), {1000, 1001, 1002, 1003, 1004, 1105, 1106, 1107}));
        QCOMPARE(shown.chart().plot()->xAxis->label(), QStringLiteral("Clock"));
    }

    // C20: what cannot be chosen is visible, grey, and says why.
    void axisWithoutFiguresIsGrey() {
        Shown shown(runOf(kImpulse));
        shown.choose("chart-axis", QStringLiteral("Samples"));
        shown.stack.setRuns({runOf(kImpulse, false)});
        QCOMPARE(shown.stack.options().xAxis, XAxis::Step);
        auto* box = shown.stack.findChild<QComboBox*>(QStringLiteral("chart-axis"));
        const auto* item = qobject_cast<QStandardItemModel*>(box->model())->item(box->findText(QStringLiteral("Samples")));
        QVERIFY(!item->isEnabled());
        QVERIFY(!item->toolTip().isEmpty());
    }

    void barIsNotCutWhenNarrow() {
        ChartBar bar;
        for (const int width : {1200, 700, 420}) {
            bar.resize(width, bar.sizeHint().height());
            bar.show();
            QCoreApplication::processEvents();
            bar.resize(width, bar.sizeHint().height());
            const auto* box = bar.findChild<QDoubleSpinBox*>(QStringLiteral("chart-strength"));
            QVERIFY(box->width() >= box->sizeHint().width());
            for (const auto* part : bar.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
                QVERIFY2(width < bar.minimumSizeHint().width() || bar.rect().contains(part->geometry()), part->metaObject()->className());
        }
    }
};

LOCKSTEP_QT_TEST(ChartOptionsTest);

} // namespace lockstep::ui

#include "chart_options_test.moc"
