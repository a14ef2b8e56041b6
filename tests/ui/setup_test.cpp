#include "support/qt_main.h"
#include "ui/setup/command_text.h"
#include "ui/setup/json_path.h"
#include "ui/setup/model_edits.h"
#include "ui/setup/setup_document.h"

#include <QSignalSpy>
#include <QtTest>

namespace lockstep::testing {

using spec::Json;

namespace {

Json parse(const char* text) {
    auto json = spec::parseJson(text, "test.json");
    return json.ok() ? std::move(json).value() : Json{};
}

std::string written(const Json& json) { return spec::writeJson(json, 0); }

ui::Setup setupOf(const char* run) {
    ui::Setup setup;
    setup.run = parse(run);
    return setup;
}

constexpr auto kGraph = R"({"inputs":[{"id":"x","shape":[4]}],"layers":[
  {"id":"a","type":"Linear","inputs":["x"],"args":{"out_features":3}},
  {"id":"b","type":"ReLU","inputs":["a"]},
  {"id":"c","type":"Add","inputs":["a","b"]}],"outputs":["c"]})";

} // namespace

class SetupTest : public QObject {
    Q_OBJECT

private slots:
    void pathsReadAndWrite() {
        Json json = parse(R"({"z":1e-3,"a":{"b":[10,{"c":true}]}})");
        QVERIFY(ui::jsonAt(json, "a.b[1].c")->boolean);
        QVERIFY(!ui::jsonAt(json, "a.b[2]"));
        QVERIFY(!ui::jsonAt(json, "a.x.y"));
        ui::setJsonAt(json, "a.b[0]", Json::ofInt(7));
        ui::setJsonAt(json, "n.m", Json::ofString("new"));
        ui::setJsonAt(json, "a.b[1].c", std::nullopt);
        ui::setJsonAt(json, "a.b[9]", Json::ofInt(1)); // nowhere: nothing happens
        // Keys keep their order, untouched numbers their digits.
        QCOMPARE(written(json), written(parse(R"({"z":1e-3,"a":{"b":[7,{}]},"n":{"m":"new"}})")));
        QVERIFY(written(json).find("1e-3") != std::string::npos);
    }

    void editsUndoAndRedo() {
        ui::SetupDocument document;
        document.replace(setupOf(R"({"seed":1,"data":{"batch_size":128}})"));
        QSignalSpy pages(&document, &ui::SetupDocument::pageWanted);
        document.editRun({"a", "run", {}}, "data.batch_size", Json::ofInt(64));
        document.editRun({"b", "model", {}}, "seed", std::nullopt);
        QVERIFY(!document.isClean());
        document.undo();
        QCOMPARE(pages.last().at(0).toString(), QString("model"));
        document.undo();
        QCOMPARE(pages.last().at(0).toString(), QString("run"));
        QVERIFY(document.isClean());
        QCOMPARE(ui::jsonAt(document.current()->run, "data.batch_size")->integer, 128);
        document.redo();
        QCOMPARE(ui::jsonAt(document.current()->run, "data.batch_size")->integer, 64);
    }

    void typingIsOneStep() {
        ui::SetupDocument document;
        document.replace(setupOf(R"({"steps":1})"));
        for (const int steps : {10, 100, 1000}) document.editRun({"steps", "run", "steps"}, "steps", Json::ofInt(steps));
        QCOMPARE(document.history().count(), 1);
        document.editRun({"seed", "run", "seed"}, "seed", Json::ofInt(2));
        QCOMPARE(document.history().count(), 2);
        document.undo();
        document.undo();
        QCOMPARE(ui::jsonAt(document.current()->run, "steps")->integer, 1);
    }

    void anEditThatChangesNothingIsNoStep() {
        ui::SetupDocument document;
        document.replace(setupOf(R"({"steps":1})"));
        document.editRun({"steps", "run", {}}, "steps", Json::ofInt(1));
        QCOMPARE(document.history().count(), 0);
    }

    void historyHasAHundredLevels() {
        ui::SetupDocument document;
        document.replace(setupOf(R"({"steps":0})"));
        for (int i = 1; i <= 130; ++i) document.editRun({"s", "run", {}}, "steps", Json::ofInt(i));
        for (int i = 0; i < 130; ++i) document.undo();
        QCOMPARE(ui::jsonAt(document.current()->run, "steps")->integer, 30);
    }

    void aLayerIsAddedBehindAnother() {
        QString id;
        const Json next = ui::withLayerAfter(parse(kGraph), "a", "Linear", &id);
        QCOMPARE(id, QString("linear1"));
        QCOMPARE(ui::textAt(next, "layers[1].id"), id);
        QCOMPARE(ui::textAt(next, "layers[1].inputs[0]"), QString("a"));
        QVERIFY(ui::jsonAt(next, "layers[1].args.out_features"));
        for (const char* reader : {"layers[2].inputs[0]", "layers[3].inputs[0]"}) QCOMPARE(ui::textAt(next, reader), id);
        const Json last = ui::withLayerAfter(parse(kGraph), "c", "Tanh", &id);
        QCOMPARE(ui::textAt(last, "outputs[0]"), id);
        const Json first = ui::withLayerAfter(parse(kGraph), "x", "Tanh", &id);
        QCOMPARE(ui::textAt(first, "layers[0].id"), id);
        QCOMPARE(ui::textAt(first, "layers[1].inputs[0]"), id);
    }

    void aLayerIsRemovedAndItsReadersReadItsInput() {
        const Json next = ui::withoutLayer(parse(kGraph), "c");
        QCOMPARE(ui::layerIds(next), (QStringList{"x", "a", "b"}));
        QCOMPARE(ui::textAt(next, "outputs[0]"), QString("a"));
        QCOMPARE(written(ui::withoutLayer(parse(kGraph), "nobody")), written(parse(kGraph)));
    }

    void aLayerIsRenamedEverywhere() {
        const Json next = ui::withRenamed(parse(kGraph), "a", "first");
        QCOMPARE(ui::textAt(next, "layers[1].inputs[0]"), QString("first"));
        QCOMPARE(ui::textAt(next, "layers[2].inputs[0]"), QString("first"));
        QCOMPARE(ui::layerIndex(next, "a"), -1);
    }

    void theCommandNamesTheFileOrCarriesTheDocument() {
        ui::Setup setup = setupOf(R"({"steps":3})");
        QVERIFY(ui::commandText(setup, false).contains("\"steps\": 3"));
        setup.runFile = "/tmp/it's here/a.run.json";
        QCOMPARE(ui::commandText(setup, true), QString("lockstep train '/tmp/it'\\''s here/a.run.json'"));
    }

    void aTemplateModelBecomesInlineWhenEdited() {
        ui::Setup setup = setupOf(R"({"model":"template:digits-mlp","steps":3})");
        setup.linkedModel = parse(kGraph);
        const ui::Setup next = ui::withModel(setup, ui::withRenamed(*setup.linkedModel, "a", "z"));
        QVERIFY(!next.linkedModel);
        QCOMPARE(ui::textAt(next.run, "model.layers[0].id"), QString("z"));
    }
};

LOCKSTEP_QT_TEST(SetupTest);

} // namespace lockstep::testing

#include "setup_test.moc"
