#include "spec/run_doc.h"
#include "spec/templates.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace lockstep::spec {
namespace {

Json parsed(const std::string& text) {
    auto json = parseJson(text, "r.json");
    EXPECT_TRUE(json.ok()) << (json.ok() ? "" : json.error().message());
    return json.ok() ? std::move(*json) : Json{};
}

RunDoc readOk(const Json& json, ReadRunOptions options = {}) {
    auto run = readRun(json, options);
    EXPECT_TRUE(run.ok()) << (run.ok() ? "" : run.error().message() + " " + run.error().hint());
    return run.ok() ? std::move(*run) : RunDoc{};
}

const std::string kModel = R"({ "format": "lockstep-model/1", "inputs": [ { "id": "x", "shape": [4] } ],
    "layers": [ { "id": "a", "type": "Linear", "inputs": ["x"], "args": { "out_features": 2 } },
                { "id": "b", "type": "Linear", "inputs": ["x"], "args": { "out_features": 1 } } ], "outputs": ["a", "b"] })";

/// Everything that this version reads, nothing at its default.
const std::string kFull =
    R"({ "format": "lockstep-run/1", "name": "n\u00e4me", "tags": ["t", "u"], "notes": "some", "seed": 9007199254740993,
    "model": )" +
    kModel + R"(,
    "init": { "file": "/w/init.safetensors", "map": [], "strict": true },
    "data": { "source": "csv", "path": "/d/train.csv", "batch_size": 7, "shuffle": true, "drop_last": true, "workers": 0, "normalize": "none",
              "target": "label", "columns": ["c", 3], "missing": "mean", "sampling": "uniform",
              "split": { "validation": 0.1, "test": 0.2, "shuffle": true, "seed": 5 },
              "validation": { "source": "npz", "path": "/d/v.npz" },
              "test": { "source": "npy", "x_path": "/d/x.npy", "y_path": "/d/y.npy", "batch_size": 3, "normalize": "standard" },
              "augment": [ { "type": "flip", "p": 0.25 }, { "type": "crop", "padding": 4 }, { "type": "cutout", "size": 8 } ] },
    "loss": { "a": { "type": "cross_entropy", "label_smoothing": 0.1, "ignore_index": -1, "class_weights": [1, 0.5] }, "b": { "type": "mse" } },
    "metrics": ["b.rmse", "a.accuracy"],
    "optimizer": { "type": "adam", "lr": 0.25, "betas": [0.5, 0.75], "eps": 1e-6, "weight_decay": 0.125, "amsgrad": true,
                   "groups": [ { "match": "*.bias", "weight_decay": 0, "lr": 0.5, "betas": [0, 0.1], "eps": 1e-3 } ] },
    "schedule": { "type": "step", "step_size": 10, "gamma": 0.5, "warmup_steps": 3 },
    "steps": 1e2, "accumulate": 3, "clip_grad_norm": 1.5, "evaluate_every": 50, "device": "ref", "threads": 2,
    "recompute": "none", "precision": { "policy": "f32", "layers": { "a": "f32" }, "loss_scale": "none" }, "quantization": { "scheme": "none" },
    "parallel": { "data": 1, "sharding": "none", "link": null }, "early_stop": null, "ema": null, "freeze": [], "batch_schedule": [],
    "checkpoint": { "every_steps": 20, "keep": 9 }, "probe": { "every_steps": 4 } })";

TEST(RunDoc, ReadsEveryKey) {
    const RunDoc run = readOk(parsed(kFull));
    EXPECT_EQ(run.name, "n\xc3\xa4me");
    EXPECT_EQ(run.tags, (std::vector<std::string>{"t", "u"}));
    EXPECT_EQ(run.seed, 9007199254740993u);
    EXPECT_EQ(run.init, "/w/init.safetensors");
    EXPECT_EQ(std::get<std::string>(run.data.target), "label");
    EXPECT_EQ(run.data.columns, (std::vector<std::string>{"c", "3"}));
    EXPECT_EQ(run.data.split->train, 0.7);
    EXPECT_EQ(*run.data.split->seed, 5u);
    EXPECT_EQ(run.data.validation->batchSize, 7);
    EXPECT_EQ(run.data.validation->normalize, "none");
    EXPECT_EQ(run.data.test->batchSize, 3);
    EXPECT_EQ(run.data.augment.at(2).size, 8);
    EXPECT_EQ(run.losses.at("a").classWeights, (std::vector<double>{1, 0.5}));
    EXPECT_EQ(run.losses.at("b").type, "mse");
    EXPECT_EQ(run.metrics, (std::vector<std::string>{"b.rmse", "a.accuracy"}));
    EXPECT_EQ(run.optimizer.betas, (std::pair{0.5, 0.75}));
    EXPECT_EQ(run.optimizer.groups.at(0).betas, (std::pair{0.0, 0.1}));
    EXPECT_FALSE(run.optimizer.groups.at(0).momentum);
    EXPECT_EQ(run.schedule.stepSize, 10);
    EXPECT_EQ(run.steps, 100);
    EXPECT_EQ(run.checkpoint.keep, 9);
    EXPECT_EQ(run.probeEverySteps, 4);
}

TEST(RunDoc, DefaultsAreThoseOfTheFormat) {
    const RunDoc run =
        readOk(parsed(R"({ "format": "lockstep-run/1", "model": "template:mlp", "data": { "source": "synthetic", "batch_size": 4 } })"));
    EXPECT_EQ(run.seed, 1u);
    EXPECT_EQ(run.modelReference, "template:mlp");
    EXPECT_FALSE(run.steps);
    EXPECT_EQ(run.epochs, 1);
    EXPECT_EQ(run.losses.at("fc3").type, "cross_entropy");
    EXPECT_EQ(run.metrics, (std::vector<std::string>{"accuracy"}));
    EXPECT_EQ(run.optimizer.type, "adamw");
    EXPECT_EQ(run.optimizer.lr, 1e-3);
    EXPECT_EQ(run.optimizer.weightDecay, 0.01);
    EXPECT_EQ(run.schedule.type, "constant");
    EXPECT_EQ(run.checkpoint.keep, 3);
    EXPECT_FALSE(run.checkpoint.everySteps);
    EXPECT_EQ(run.data.workers, 2);
    EXPECT_FALSE(run.data.split);
    EXPECT_FALSE(run.data.normalize);
    EXPECT_EQ(run.device, "auto");
}

TEST(RunDoc, WeightDecayDefaultDependsOnTheOptimizer) {
    const std::string head =
        R"({ "format": "lockstep-run/1", "model": "template:mlp", "data": { "source": "synthetic", "batch_size": 4 }, "optimizer": )";
    EXPECT_EQ(readOk(parsed(head + "{} }")).optimizer.weightDecay, 0.01);
    EXPECT_EQ(readOk(parsed(head + R"({ "type": "adam" } })")).optimizer.weightDecay, 0);
    EXPECT_EQ(readOk(parsed(head + R"({ "type": "sgd" } })")).optimizer.weightDecay, 0);
}

TEST(RunDoc, OneLossServesAllOutputsAndMetricsFollow) {
    const RunDoc run = readOk(parsed(R"({ "format": "lockstep-run/1", "model": )" + kModel +
                                     R"(, "data": { "source": "synthetic", "batch_size": 4 }, "loss": { "type": "mse" } })"));
    EXPECT_EQ(run.losses.size(), 2u);
    EXPECT_EQ(run.metrics, (std::vector<std::string>{"a.mae", "a.rmse", "b.mae", "b.rmse"}));
}

TEST(RunDoc, AMissingModelIsFineForEditors) {
    const Json json = parsed(R"({ "format": "lockstep-run/1", "data": { "source": "synthetic", "batch_size": 4 } })");
    EXPECT_FALSE(readRun(json, {}).ok());
    EXPECT_TRUE(readOk(json, {.allowMissingModel = true}).model.layers.empty());
}

TEST(Resolved, ReadsBackAsTheSameDocument) {
    std::vector<Json> documents{parsed(kFull)};
    for (const auto& info : templates()) documents.push_back(*templateRun(info.name));
    documents.push_back(
        parsed(R"({ "format": "lockstep-run/1", "model": "template:mlp", "optimizer": { "type": "sgd", "momentum": 0.9, "nesterov": true },
        "schedule": { "type": "cosine", "min_lr": 1e-5 }, "data": { "source": "idx", "path": "/mnist", "batch_size": 4 } })"));
    for (const auto& json : documents) {
        const RunDoc first = readOk(json);
        const std::string text = writeJson(resolvedJson(first));
        const RunDoc second = readOk(parsed(text));
        EXPECT_EQ(writeJson(resolvedJson(second)), text);
        EXPECT_EQ(second.seed, first.seed);
        EXPECT_EQ(second.steps, first.steps);
        EXPECT_EQ(second.epochs, first.epochs);
        EXPECT_EQ(second.metrics, first.metrics);
        EXPECT_EQ(second.optimizer.weightDecay, first.optimizer.weightDecay);
        EXPECT_EQ(second.optimizer.groups.size(), first.optimizer.groups.size());
        EXPECT_EQ(normalizeOf(second.data), normalizeOf(first.data));
        EXPECT_EQ(second.model.layers.size(), first.model.layers.size());
    }
}

TEST(Resolved, WritesDefaultsOutAndPathsInFull) {
    const Json json = parsed(R"({ "format": "lockstep-run/1", "model": "template:mlp", "init": "w.safetensors",
        "data": { "source": "npz", "path": "../d.npz", "batch_size": 4 } })");
    const Json resolved = resolvedJson(readOk(json, {.baseDirectory = "/some/where"}));
    EXPECT_EQ(resolved.find("data")->find("path")->text, "/some/d.npz");
    EXPECT_EQ(resolved.find("init")->text, "/some/where/w.safetensors");
    EXPECT_EQ(resolved.find("model")->kind, Json::Kind::Object);
    EXPECT_EQ(resolved.find("optimizer")->find("betas")->items[1].number, 0.999);
    EXPECT_EQ(resolved.find("epochs")->integer, 1);
    EXPECT_EQ(resolved.find("steps"), nullptr);
    EXPECT_EQ(resolved.find("precision")->find("policy")->text, "f32");
}

TEST(RunDoc, AModelDocumentInItsPlaceIsToldAsOne) {
    const auto problems = checkRun(parsed(kModel), {.file = "some/my.model.json"});
    ASSERT_EQ(problems.size(), 1u); // not every key that a run document wants or doesn't know
    EXPECT_NE(problems[0].message().find("model document"), std::string::npos) << problems[0].message();
    EXPECT_NE(problems[0].hint().find(R"("model": "my.model.json")"), std::string::npos) << problems[0].hint();
}

TEST(Resolved, SaysHowInputsAreNormalized) {
    const auto kinds = [](const std::string& source) {
        const Json json = parsed(R"({ "format": "lockstep-run/1", "model": "template:mlp", "data": { "batch_size": 4, )" + source + " } }");
        const RunDoc run = readOk(json);
        const Json resolved = resolvedJson(run);
        const Json* data = resolved.find("data");
        const Json* test = data->find("test");
        return data->find("normalize")->text + (test->kind == Json::Kind::Object ? " " + test->find("normalize")->text : "");
    };
    EXPECT_EQ(kinds(R"("source": "csv", "path": "t.csv", "target": 0)"), "standard");
    EXPECT_EQ(kinds(R"("source": "images", "path": "d")"), "unit");
    EXPECT_EQ(kinds(R"("source": "idx", "path": "d")"), "unit");
    EXPECT_EQ(kinds(R"("source": "npz", "path": "d.npz")"), "none");
    EXPECT_EQ(kinds(R"("source": "bundled", "name": "digits")"), "none");
    EXPECT_EQ(kinds(R"("source": "bundled", "name": "breast_cancer")"), "standard");
    EXPECT_EQ(kinds(R"("source": "csv", "path": "t.csv", "target": 0, "normalize": "none")"), "none");
    // A separate source inherits, whatever its own kind of file.
    EXPECT_EQ(kinds(R"("source": "csv", "path": "t.csv", "target": 0, "test": { "source": "npz", "path": "d.npz" })"), "standard standard");
}

// --set --------------------------------------------------------------------------------------------------------------------------------

TEST(Set, TakesJsonOrABareString) {
    Json json = parsed(R"({ "a": { "b": [1, { "c": 2 }] } })");
    for (const auto* assignment :
         {"a.b.1.c=3.5", "a.b.2=[true]", "new.deep.key=text", "a.d={\"x\": null}", "word=null", "empty=", "url=a=b"})
        ASSERT_TRUE(applySet(json, assignment).ok()) << assignment;
    EXPECT_EQ(
        writeJson(json, 0),
        R"({ "a": { "b": [1, { "c": 3.5 }, [true]], "d": { "x": null } }, "new": { "deep": { "key": "text" } }, "word": null, "empty": "", "url": "a=b" })");
}

TEST(Set, RefusesWhatCantBeMeantAndChangesNothing) {
    Json json = parsed(R"({ "a": [1], "n": 5 })");
    const std::string before = writeJson(json, 0);
    for (const auto* assignment : {"", "a", "=1", "a.5=1", "a.x=1", "a.-1=1", "n.m=1", "b..c=1", "b.c.={", "b={\"x\":1,\"x\":2}", "b=[1,",
                                   "b=\"open", "a.99999999999999999999=1"}) {
        const auto status = applySet(json, assignment);
        ASSERT_FALSE(status.ok()) << assignment;
        EXPECT_EQ(status.error().id(), "spec.bad_set");
        EXPECT_EQ(writeJson(json, 0), before) << assignment;
    }
    std::string deep = "a";
    for (int i = 0; i < 100000; ++i) deep += ".a";
    EXPECT_FALSE(applySet(json, deep + "=1").ok());
    EXPECT_FALSE(applySet(json, "b=\xff").ok());
}

TEST(Set, ErrorsOfSetValuesNameThePath) {
    const auto run = readRun(*templateRun("mlp"), {.sets = {"data.batch_size=none"}});
    ASSERT_FALSE(run.ok());
    EXPECT_EQ(run.error().where().path, "data.batch_size");
    EXPECT_NE(run.error().message().find("\"none\""), std::string::npos);
}

TEST(Set, StepsReplaceEpochsAndTheReverse) {
    EXPECT_EQ(readOk(*templateRun("digits-mlp"), {.sets = {"steps=7"}}).steps, 7);
    const RunDoc run = readOk(*templateRun("mlp"), {.sets = {"epochs=3"}});
    EXPECT_FALSE(run.steps);
    EXPECT_EQ(run.epochs, 3);
    const auto both = readRun(*templateRun("mlp"), {.sets = {"epochs=3", "steps=4"}});
    ASSERT_FALSE(both.ok());
    EXPECT_EQ(both.error().id(), "spec.both");
}

TEST(Set, PathsAreRelativeToTheWorkingDirectory) {
    const ReadRunOptions options{.baseDirectory = "/documents",
                                 .sets = {"data={\"source\":\"npz\",\"path\":\"d.npz\",\"batch_size\":1}", "init=w.safetensors"}};
    const RunDoc run = readOk(*templateRun("mlp"), options);
    EXPECT_EQ(run.data.path, (std::filesystem::current_path() / "d.npz").string());
    EXPECT_EQ(*run.init, (std::filesystem::current_path() / "w.safetensors").string());
    EXPECT_EQ(readOk(*templateRun("mlp"), {.baseDirectory = "/documents", .sets = {"model=template:lenet"}}).modelReference,
              "template:lenet");
    EXPECT_EQ(readOk(*templateRun("text-gpt"), {.baseDirectory = "/documents", .sets = {"data.path=bundled:tales.txt"}}).data.path,
              "bundled:tales.txt");
}

} // namespace
} // namespace lockstep::spec
