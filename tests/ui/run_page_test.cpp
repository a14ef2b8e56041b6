// Every field that the run document offers can be seen, changed and put right on the Run page.
#include "spec/run_doc.h"
#include "support/qt_main.h"
#include "ui/forms/field_editor.h"
#include "ui/forms/rate_curve.h"
#include "ui/setup/json_path.h"
#include "ui/setup/setup_analyser.h"
#include "ui/setup/setup_document.h"
#include "ui/setup/setup_keeper.h"
#include "ui_support/window_fixture.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardItemModel>
#include <QToolButton>
#include <QtTest>

namespace lockstep::testing {

namespace {

using spec::Json;

struct RunPageRig : WindowFixture {
    RunPageRig() {
        QTest::mouseClick(find<QAbstractButton>("template-digits-cnn"), Qt::LeftButton);
        [this] { QTRY_VERIFY(window().context().analyser.isCurrent() && window().context().setup.isOpen()); }();
        window().showPage("run");
    }
    const Json* at(const char* path) { return ui::jsonAt(window().context().setup.current()->run, path); }
    QString text(const char* path) {
        const Json* json = at(path);
        return json ? QString::fromStdString(spec::writeJson(*json, 0)).remove(' ') : QString();
    }
    void type(const char* name, const QString& letters) {
        auto* box = find<QLineEdit>(name);
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, letters);
    }
    void choose(const char* name, const char* value) {
        auto* box = find<QComboBox>(name);
        const int index = box->findData(QString(value));
        QVERIFY2(index >= 0, name);
        box->setCurrentIndex(index);
        emit box->activated(index);
    }
    QString problem(const char* name) { return find<ui::FieldEditor>(name)->problem(); }
    bool startable() { return window().context().analyser.isStartable() && find<QPushButton>("start")->isEnabled(); }
};

} // namespace

class RunPageTest : public QObject {
    Q_OBJECT

private slots:
    void theLossTakesWeightsAndSmoothing() {
        RunPageRig rig;
        rig.type("edit-loss.class_weights", "1, 2, 1, 1, 1, 1, 1, 1, 1, 0.5");
        QTRY_COMPARE(rig.text("loss.class_weights"), QString("[1,2,1,1,1,1,1,1,1,0.5]"));
        rig.type("edit-loss.label_smoothing", "0.1");
        QTRY_COMPARE(rig.text("loss.label_smoothing"), QString("0.1"));
        QTRY_VERIFY(rig.startable());
        rig.type("edit-loss.label_smoothing", "1.5");
        QTRY_VERIFY(!rig.problem("field-loss.label_smoothing").isEmpty());
        QTRY_VERIFY(!rig.find<QPushButton>("start")->isEnabled());
    }

    void whatIsMissingWaitsWithoutRedAndNothingMoves() {
        RunPageRig rig;
        auto* batch = rig.find<ui::FieldEditor>("field-data.batch_size");
        const int left = batch->x();
        rig.choose("edit-data.source", "csv");
        auto* target = rig.find<ui::FieldEditor>("field-data.target");
        QTRY_VERIFY(!target->problem().isEmpty() && target->isVisible());
        QVERIFY(!target->isWrong() && !target->control()->property("invalid").toBool());
        QCOMPARE(batch->x(), left); // fields before it came and went
        auto* next = rig.find<ui::FieldEditor>("field-data.shuffle");
        const int top = next->y();
        // Who is led to a gap sees it as the mistake it is; so does who types and takes it back.
        rig.window().reveal("data.target");
        QVERIFY(target->isWrong() && target->control()->property("invalid").toBool());
        rig.type("edit-data.batch_size", "0");
        QTRY_VERIFY(batch->isWrong());
        QTest::qWait(0); // a layout that would change has
        QCOMPARE(next->y(), top);
        rig.type("edit-data.batch_size", "32");
        QTRY_VERIFY(!batch->isWrong());
    }

    void anotherLossDropsWhatDoesNotGoWithIt() {
        RunPageRig rig;
        rig.type("edit-loss.label_smoothing", "0.1");
        QTRY_COMPARE(rig.text("loss.label_smoothing"), QString("0.1"));
        rig.choose("edit-loss.type", "mse");
        QTRY_COMPARE(rig.text("loss.type"), QString("\"mse\""));
        QVERIFY(!rig.at("loss.label_smoothing"));
        QVERIFY(!rig.find<ui::FieldEditor>("field-loss.label_smoothing")->isVisible());
        rig.trigger("undo"); // one step
        QTRY_COMPARE(rig.text("loss.label_smoothing"), QString("0.1"));
        QVERIFY(!rig.at("loss.type"));
    }

    void whatALaterVersionBringsIsGreyAndSaysSo() {
        RunPageRig rig;
        auto* box = rig.find<QComboBox>("edit-loss.type");
        const int index = box->findText("distill");
        QVERIFY(index >= 0);
        const auto* item = qobject_cast<QStandardItemModel*>(box->model())->item(index);
        QVERIFY(!item->isEnabled() && !item->toolTip().isEmpty());
    }

    void metricsFollowTheLossUntilTheyAreChosen() {
        RunPageRig rig;
        auto* accuracy = rig.find<QCheckBox>("tick-metrics-accuracy");
        auto* mae = rig.find<QCheckBox>("tick-metrics-mae");
        QTRY_VERIFY(accuracy->isChecked() && !mae->isChecked());
        rig.choose("edit-loss.type", "mse");
        QTRY_VERIFY(!accuracy->isChecked() && mae->isChecked());
        QVERIFY(!rig.at("metrics"));
        rig.find<QWidget>("group-loss"); // the card is there
        emit mae->clicked(false);
        mae->setChecked(false);
        emit mae->clicked(false);
        QTRY_COMPARE(rig.text("metrics"), QString("[\"rmse\"]"));
        rig.choose("edit-loss.type", "cross_entropy");
        QTRY_VERIFY(!rig.problem("field-metrics").isEmpty()); // rmse does not go with classes
    }

    void parameterGroupsAreAddedChangedMovedAndRemoved() {
        RunPageRig rig;
        auto* add = rig.find<QPushButton>("add-optimizer.groups");
        add->click();
        QTRY_COMPARE(rig.text("optimizer.groups"), QString("[{\"match\":\"*.bias\",\"weight_decay\":0}]"));
        rig.type("edit-optimizer.groups[0].lr", "0.01");
        QTRY_COMPARE(rig.text("optimizer.groups[0].lr"), QString("0.01"));
        add->click();
        QTRY_VERIFY(rig.window().findChild<QLineEdit*>("edit-optimizer.groups[1].match"));
        rig.type("edit-optimizer.groups[1].match", "fc*");
        QTRY_COMPARE(rig.text("optimizer.groups[1].match"), QString("\"fc*\""));
        rig.find<QToolButton>("up-optimizer.groups[1]")->click();
        QTRY_COMPARE(rig.text("optimizer.groups[0].match"), QString("\"fc*\""));
        rig.type("edit-optimizer.groups[0].lr", "-1");
        QTRY_VERIFY(!rig.problem("field-optimizer.groups[0].lr").isEmpty());
        rig.find<QToolButton>("remove-optimizer.groups[0]")->click();
        QTRY_COMPARE(rig.text("optimizer.groups[0].match"), QString("\"*.bias\""));
        rig.find<QToolButton>("remove-optimizer.groups[0]")->click();
        QTRY_VERIFY(!rig.at("optimizer.groups"));
        QTRY_VERIFY(rig.startable());
    }

    void momentumInGroupsIsOfSgdOnly() {
        RunPageRig rig;
        rig.choose("edit-optimizer.type", "sgd");
        rig.find<QPushButton>("add-optimizer.groups")->click();
        QTRY_VERIFY(rig.window().findChild<QLineEdit*>("edit-optimizer.groups[0].momentum"));
        rig.type("edit-optimizer.groups[0].momentum", "0.9");
        QTRY_COMPARE(rig.text("optimizer.groups[0].momentum"), QString("0.9"));
        rig.choose("edit-optimizer.type", "adamw");
        QTRY_VERIFY(!rig.at("optimizer.groups[0].momentum"));
        QTRY_VERIFY(rig.startable());
    }

    void augmentationIsAListOfChanges() {
        RunPageRig rig;
        rig.find<QPushButton>("add-data.augment")->click();
        QTRY_COMPARE(rig.text("data.augment"), QString("[{\"type\":\"flip\"}]"));
        rig.type("edit-data.augment[0].p", "0.3");
        QTRY_COMPARE(rig.text("data.augment[0].p"), QString("0.3"));
        rig.choose("edit-data.augment[0].type", "crop");
        QTRY_VERIFY(!rig.problem("field-data.augment[0].padding").isEmpty()); // needed, not yet given
        QVERIFY(!rig.at("data.augment[0].p"));
        rig.type("edit-data.augment[0].padding", "2");
        QTRY_COMPARE(rig.text("data.augment"), QString("[{\"type\":\"crop\",\"padding\":2}]"));
        QTRY_VERIFY(rig.startable());
    }

    void validationMayComeFromAnotherSource() {
        RunPageRig rig;
        rig.find<QPushButton>("add-data.validation")->click();
        QTRY_COMPARE(rig.text("data.validation.source"), QString("\"bundled\""));
        QTRY_VERIFY(!rig.problem("field-data.validation.name").isEmpty());
        rig.choose("edit-data.validation.name", "digits");
        QTRY_VERIFY(rig.startable());
        rig.find<QToolButton>("remove-data.validation")->click();
        QTRY_VERIFY(!rig.at("data.validation"));
    }

    void stepsTakeThePlaceOfEpochs() {
        RunPageRig rig;
        rig.type("edit-epochs", "3");
        QTRY_COMPARE(rig.text("epochs"), QString("3"));
        QVERIFY(!rig.at("steps"));
        rig.type("edit-steps", "40");
        QTRY_COMPARE(rig.text("steps"), QString("40"));
        QVERIFY(!rig.at("epochs"));
        QTRY_COMPARE(rig.find<QLineEdit>("edit-epochs")->text(), QString());
        QTRY_VERIFY(rig.startable());
    }

    void theSourceIsChangedWithoutLeftovers() {
        RunPageRig rig;
        rig.choose("edit-data.source", "csv");
        QTRY_VERIFY(!rig.at("data.name"));
        QTRY_VERIFY(!rig.problem("field-data.path").isEmpty());
        rig.type("edit-data.target", "3");
        QTRY_COMPARE(rig.text("data.target"), QString("3")); // an index
        rig.type("edit-data.target", "species name");
        QTRY_COMPARE(rig.text("data.target"), QString("\"speciesname\""));
        rig.type("edit-data.columns", "sepal length, 2");
        QTRY_COMPARE(rig.text("data.columns").remove(' '), QString("[\"sepallength\",2]"));
        int shown = 0; // the file's field, not the folder's beside it
        for (const QWidget* field : rig.window().findChildren<QWidget*>("field-data.path")) shown += field->isVisible();
        QCOMPARE(shown, 1);
    }

    void theScheduleShowsItsCurve() {
        RunPageRig rig;
        rig.choose("edit-schedule.type", "step");
        QTRY_VERIFY(!rig.problem("field-schedule.step_size").isEmpty());
        rig.type("edit-schedule.step_size", "50");
        rig.type("edit-schedule.gamma", "0.5");
        rig.type("edit-optimizer.lr", "0.08");
        rig.type("edit-steps", "200");
        QTRY_VERIFY(rig.startable());
        const auto rates = rig.window().context().analyser.latest()->learningRate;
        QCOMPARE(rates.size(), 200u);
        QCOMPARE(rates[49], 0.08);
        QCOMPARE(rates[50], 0.04);
        QCOMPARE(rates[199], 0.01);
        QTRY_VERIFY(rig.find<ui::RateCurve>("rate-curve")->accessibleDescription().contains("to 0.01, at most 0.08"));
    }

    void defaultsAreThoseOfTheFormat() {
        RunPageRig rig;
        rig.choose("edit-optimizer.type", "sgd");
        QTRY_COMPARE(rig.find<QLineEdit>("edit-optimizer.weight_decay")->text().toDouble(), 0.0);
        rig.choose("edit-optimizer.type", "adamw");
        QTRY_COMPARE(rig.find<QLineEdit>("edit-optimizer.weight_decay")->text().toDouble(), 0.01);
        // What the fields call a default is what the reader fills in.
        const auto run = spec::readRun(rig.window().context().setup.current()->run, {});
        QVERIFY(run.ok());
        QCOMPARE(run->optimizer.weightDecay, 0.01);
        for (const ui::FieldEditor* editor : rig.window().findChildren<ui::FieldEditor*>()) {
            const ui::FieldSpec& field = editor->field();
            QVERIFY2(!field.help.isEmpty() && !field.label.isEmpty(), field.path.c_str());
            const bool says = field.required || field.fallback || field.fallbackOf || !field.emptyText.isEmpty();
            QVERIFY2(says, field.path.c_str()); // what counts where nothing is said
        }
    }

    /// A document with every key set is shown whole: each of its values has a field.
    void everyKeyHasAField() {
        RunPageRig rig;
        const QString file = rig.path("all.run.json");
        {
            QFile out(file);
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(R"({"format":"lockstep-run/1","name":"all","tags":["a","b"],"notes":"n","seed":2,"model":"template:digits-cnn",
              "init":"w.safetensors","metrics":["accuracy"],
              "data":{"source":"bundled","name":"digits","batch_size":32,"shuffle":true,"drop_last":true,"workers":1,"normalize":"none",
                      "sampling":"uniform","augment":[{"type":"flip","p":0.2},{"type":"crop","padding":1},{"type":"cutout","size":2}],
                      "split":{"train":0.8,"validation":0.1,"test":0.1,"shuffle":true,"seed":3},
                      "validation":{"source":"csv","path":"v.csv","target":"t","columns":["a",1],"missing":"mean"},
                      "test":{"source":"npy","x_path":"x.npy","y_path":"y.npy"}},
              "loss":{"type":"cross_entropy","label_smoothing":0.1,"ignore_index":-1,"class_weights":[1,1,1,1,1,1,1,1,1,1]},
              "optimizer":{"type":"sgd","lr":0.1,"momentum":0.9,"dampening":0,"nesterov":true,"weight_decay":0.001,
                           "groups":[{"match":"*.bias","lr":0.2,"weight_decay":0,"momentum":0.5}]},
              "schedule":{"type":"step","warmup_steps":3,"step_size":10,"gamma":0.5},
              "steps":30,"accumulate":2,"clip_grad_norm":1.0,"evaluate_every":10,"device":"cpu","threads":1,
              "precision":{"policy":"f32"},"checkpoint":{"every_steps":10,"keep":2},"probe":{"every_steps":5}})");
        }
        rig.window().context().keeper.openFile(file);
        QTRY_COMPARE(rig.text("name"), QString("\"all\""));
        QTRY_VERIFY(rig.window().findChild<QWidget*>("field-data.augment[2].size"));
        QStringList missing;
        std::function<void(const Json&, const std::string&)> walk = [&](const Json& json, const std::string& path) {
            const QString name = "field-" + QString::fromStdString(path);
            const auto fields = rig.window().findChildren<ui::FieldEditor*>(name);
            const bool shown = std::any_of(fields.begin(), fields.end(), [](const auto* field) { return !field->isHidden(); });
            if (shown || path == "format" || path == "model") return;
            if (json.kind == Json::Kind::Object)
                for (const auto& [key, value] : json.fields) walk(value, path.empty() ? key : path + "." + key);
            else if (json.kind == Json::Kind::Array && !json.items.empty() && json.items[0].kind == Json::Kind::Object)
                for (std::size_t i = 0; i < json.items.size(); ++i) walk(json.items[i], path + "[" + std::to_string(i) + "]");
            else
                missing << QString::fromStdString(path);
        };
        walk(rig.window().context().setup.current()->run, "");
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(", ")));
    }

    void eachOutputMayHaveItsLoss() {
        RunPageRig rig;
        const QString file = rig.path("two.run.json");
        {
            QFile out(file);
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(R"({"format":"lockstep-run/1","model":{"format":"lockstep-model/1","inputs":[{"id":"x","shape":[8],"dtype":"f32"}],
              "layers":[{"id":"a","type":"Linear","inputs":["x"],"args":{"out_features":3}},
                        {"id":"b","type":"Linear","inputs":["x"],"args":{"out_features":2}}],"outputs":["a","b"]},
              "data":{"source":"synthetic","batch_size":8},"steps":4})");
        }
        rig.window().context().keeper.openFile(file);
        QTRY_VERIFY(rig.find<QPushButton>("loss-each")->isVisible());
        QTRY_VERIFY(rig.find<QCheckBox>("tick-metrics-a.accuracy")->isChecked());
        rig.find<QPushButton>("loss-each")->click();
        QTRY_VERIFY(rig.window().findChild<QComboBox*>("edit-loss.b.type"));
        rig.choose("edit-loss.b.type", "mse");
        QTRY_COMPARE(rig.text("loss.b.type"), QString("\"mse\""));
        QTRY_VERIFY(rig.find<QCheckBox>("tick-metrics-b.rmse")->isChecked());
        QTRY_VERIFY(rig.startable());
        QVERIFY(!rig.find<QCheckBox>("tick-metrics-b.accuracy")->isChecked());
    }
};

LOCKSTEP_QT_TEST(RunPageTest);

} // namespace lockstep::testing

#include "run_page_test.moc"
