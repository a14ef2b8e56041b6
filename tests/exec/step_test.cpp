// A planned, fused, laid-out step must give what its graph gives node by node with memory of its own for every value.
#include "autodiff/reverse.h"
#include "backends/cpu/cpu_device.h"
#include "backends/ref/ref_device.h"
#include "base/rng.h"
#include "compile/step_builder.h"
#include "exec/executor.h"
#include "ops/builtin.h"
#include "support/fenced_device.h"
#include "support/graph_runner.h"
#include "support/op_samples.h"
#include "support/run_documents.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

using namespace lockstep;
using compile::ProgramKey;
using compile::ProgramKind;

namespace {

struct Case {
    const char* name;
    const char* model;
    const char* fields;
};

const Case kCases[] = {
    {"cnn_adamw", test::kSmallCnn, R"("clip_grad_norm": 0.5)"},
    {"cnn_sgd", test::kSmallCnn, R"("optimizer": {"type": "sgd", "lr": 0.05, "momentum": 0.9, "nesterov": true})"},
    {"mlp_adam", test::kSmallMlp, R"("optimizer": {"type": "adam", "amsgrad": true, "groups": [{"match": "*.bias", "lr": 0.01}]})"},
    {"mlp_mse", test::kSmallMlp, R"("loss": {"type": "mse"}, "metrics": [])"},
};

HostTensor randomTensor(const ir::TensorType& type, std::uint64_t stream) {
    HostTensor t(type.dtype, type.shape);
    const Rng rng(5, RngPurpose::Test, stream);
    for (std::int64_t i = 0; i < t.elements(); ++i) {
        const auto k = static_cast<std::size_t>(i);
        if (type.dtype == DType::F32)
            t.as<float>()[k] = static_cast<float>(rng.normal(k) * 0.5);
        else if (type.dtype == DType::S64)
            t.as<std::int64_t>()[k] = type.shape.rank() == 0 ? 0 : static_cast<std::int64_t>(rng.below(k, 3));
        else
            t.as<double>()[k] = 0;
    }
    return t;
}

/// Every value without producer, filled by its name; scalars as a first step has them.
test::Tensors startValues(const ir::Graph& graph) {
    test::Tensors out;
    for (ir::ValueId id = 0; id < graph.valueEnd(); ++id) {
        const ir::Value& value = graph.value(id);
        if (!value.alive || value.producer != ir::kNone) continue;
        HostTensor t = randomTensor(value.type, std::hash<std::string>{}(value.name));
        if (value.kind == ir::ValueKind::Scalar) {
            t.as<double>()[0] = value.name == "scalar/step" || value.name == "scalar/first_sample" ? 0
                                : value.name == "scalar/t"                                         ? 1
                                : value.name.starts_with("lr")                                     ? 1e-2
                                                                                                   : 1.0 / 6;
        }
        if (value.kind == ir::ValueKind::State || value.name.ends_with("running_var")) {
            for (float& v : t.as<float>()) v = std::abs(v);
        }
        out.emplace(value.name, std::move(t));
    }
    return out;
}

ir::Graph graphAfter(spec::RunDoc run, const ProgramKey& key, const std::string& pass) {
    run.recompute = {};
    compile::StepBuilder builder(run, key, compile::Purpose::Training, nullptr, {});
    auto pipeline = builder.pipeline();
    ir::Graph graph(ops::builtinOps()), found(ops::builtinOps());
    passes::PipelineOptions options;
    options.after = [&](const std::string& name, const ir::Graph& g) {
        if (name == pass) found = g;
    };
    const Status done = pipeline.run(graph, options);
    EXPECT_TRUE(done.ok()) << done.error().message();
    return found;
}

void expectClose(const HostTensor& a, const HostTensor& b, double tolerance, const std::string& what) {
    ASSERT_EQ(a.shape(), b.shape()) << what;
    const auto x = test::valuesOf(a), y = test::valuesOf(b);
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(x[i], y[i], tolerance * (1 + std::abs(y[i]))) << what << " [" << i << "]";
}

std::unique_ptr<backends::Device> makeDevice(const std::string& kind) {
    if (kind == "ref") return backends::makeRefDevice();
    auto cpu = backends::makeCpuDevice({.threads = 2});
    EXPECT_TRUE(cpu.ok());
    if (kind == "cpu") return *std::move(cpu);
    return std::make_unique<test::FencedDevice>(*std::move(cpu));
}

/// One step by the executor against the unfused graph on `ref`.
void compareStep(const Case& c, const std::string& device, const ProgramKey& key, double tolerance) {
    const spec::RunDoc run = test::runWith(c.model, c.fields);
    const ir::Graph plainGraph = graphAfter(run, key, "clean");
    const test::Tensors start = startValues(plainGraph);
    const auto reference = backends::makeRefDevice();
    auto expected = test::runGraph(plainGraph, *reference, start);
    ASSERT_TRUE(expected.ok()) << expected.error().message();

    const auto dev = makeDevice(device);
    auto set = compile::ProgramSet::create(run, *dev);
    ASSERT_TRUE(set.ok()) << set.error().message();
    auto program = (*set)->get(key);
    ASSERT_TRUE(program.ok()) << program.error().message();
    auto executor = exec::Executor::create(*dev, (*set)->persistent());
    ASSERT_TRUE(executor.ok());
    const compile::CompiledProgram& p = **program;
    for (const auto& entry : (*set)->persistent().entries()) {
        if (!start.contains(entry.name)) continue;
        ASSERT_TRUE((*executor)->write(entry.name, start.at(entry.name)).ok());
    }
    const ir::Graph& graph = p.program->graph();
    for (const ir::ValueId v : p.program->inputs()) {
        const HostTensor& t = start.at(graph.value(v).name);
        ASSERT_TRUE((*executor)->setInput(p, graph.value(v).name, t.data(), t.bytes()).ok());
    }
    for (const ir::ValueId v : p.program->scalars())
        ASSERT_TRUE((*executor)->setScalar(p, graph.value(v).name, start.at(graph.value(v).name).as<double>()[0]).ok());
    ASSERT_TRUE((*executor)->run(p).ok());

    int compared = 0;
    for (const auto& [name, tensor] : *expected) {
        if ((*set)->persistent().find(name)) {
            expectClose((*executor)->read(name).value(), tensor, tolerance, name);
        } else {
            auto fetched = (*executor)->fetch(p, name);
            ASSERT_TRUE(fetched.ok()) << name;
            expectClose(*fetched, tensor, tolerance, name);
        }
        ++compared;
    }
    EXPECT_GT(compared, 2);
}

class Step : public testing::TestWithParam<std::tuple<int, const char*>> {};

TEST_P(Step, TrainEqualsTheUnfusedGraph) {
    const auto& [index, device] = GetParam();
    compareStep(kCases[index], device, {ProgramKind::Train, 6}, std::string(device) == "ref" ? 1e-6 : 2e-4);
}

TEST_P(Step, EvaluateEqualsTheUnfusedGraph) {
    const auto& [index, device] = GetParam();
    compareStep(kCases[index], device, {ProgramKind::Evaluate, 5}, std::string(device) == "ref" ? 1e-6 : 2e-4);
}

TEST_P(Step, GradientsOfTheShortLastBatch) {
    const auto& [index, device] = GetParam();
    compareStep(kCases[index], device, {ProgramKind::Gradients, 2}, std::string(device) == "ref" ? 1e-6 : 2e-4);
}

INSTANTIATE_TEST_SUITE_P(Devices, Step, testing::Combine(testing::Range(0, 4), testing::Values("ref", "cpu", "fenced")),
                         [](const auto& info) {
                             return std::string(kCases[std::get<0>(info.param)].name) + "_" + std::get<1>(info.param);
                         });

/// What persists after one step, and the fetched values.
test::Tensors afterStep(const spec::RunDoc& run, const std::string& device, const ProgramKey& key, std::vector<std::string> fetches) {
    const test::Tensors start = startValues(graphAfter(run, key, "clean"));
    const auto dev = makeDevice(device);
    auto set = compile::ProgramSet::create(run, *dev).value();
    auto got = set->get(key);
    EXPECT_TRUE(got.ok()) << got.error().message();
    if (!got.ok()) return {};
    const compile::CompiledProgram& p = **got;
    const ir::Graph& graph = p.program->graph();
    auto executor = exec::Executor::create(*dev, set->persistent()).value();
    for (const auto& entry : set->persistent().entries()) {
        if (!start.contains(entry.name)) continue;
        EXPECT_TRUE(executor->write(entry.name, start.at(entry.name)).ok());
    }
    for (const ir::ValueId v : p.program->inputs()) {
        if (!start.contains(graph.value(v).name)) ADD_FAILURE() << graph.value(v).name;
        const HostTensor& t = start.at(graph.value(v).name);
        EXPECT_TRUE(executor->setInput(p, graph.value(v).name, t.data(), t.bytes()).ok());
    }
    for (const ir::ValueId v : p.program->scalars())
        EXPECT_TRUE(executor->setScalar(p, graph.value(v).name, start.at(graph.value(v).name).as<double>()[0]).ok());
    EXPECT_TRUE(executor->run(p).ok());
    test::Tensors out;
    for (const auto& entry : set->persistent().entries()) out.emplace(entry.name, executor->read(entry.name).value());
    for (const auto& name : fetches) out.emplace(name, executor->fetch(p, name).value());
    return out;
}

/// With blocked layouts between the layers too: there the statistics are taken from a dense copy.
TEST_P(Step, ProbesChangeNoBit) {
    const auto& [index, device] = GetParam();
    const spec::RunDoc run = test::runWith(kCases[index].model, kCases[index].fields);
    const auto plain = afterStep(run, device, {ProgramKind::Train, 6}, {"loss"});
    const std::string layer = run.model.layers[0].id; // a convolution, or a linear layer
    const auto probed = afterStep(run, device, {ProgramKind::Train, 6, true}, {"loss", "probe.output." + layer});
    ASSERT_FALSE(probed.empty());
    for (const auto& [name, tensor] : plain) EXPECT_EQ(std::memcmp(tensor.data(), probed.at(name).data(), tensor.bytes()), 0) << name;
    for (const double v : test::valuesOf(probed.at("probe.output." + layer))) EXPECT_TRUE(std::isfinite(v));
}

/// So many classes that their logits are never whole: three parts of sixteen rows. With a bias, and an update after it.
TEST(Step, AHeadOfManyClassesEqualsItsPartsWithoutTheirLogits) {
    const Case c{"head", R"({"format": "lockstep-model/1", "name": "m", "inputs": [{"id": "x", "shape": [2], "dtype": "f32"}],
        "layers": [{"id": "h", "type": "Linear", "inputs": ["x"], "args": {"out_features": 2}},
                   {"id": "y", "type": "Linear", "inputs": ["h"], "args": {"out_features": 1100000}}], "outputs": ["y"]})",
                 R"("clip_grad_norm": 0.5, "metrics": [])"};
    const ProgramKey key{ProgramKind::Train, 16};
    const auto dev = makeDevice("cpu");
    auto set = compile::ProgramSet::create(test::runWith(c.model, c.fields, 16), *dev).value();
    const auto& program = *set->get(key).value()->program;
    EXPECT_NE(program.graph().findNode("y+loss.y"), ir::kNone);
    EXPECT_LT(program.scratchBytes(), std::size_t{60} << 20); // the logits would be 70 MB
    compareStep(c, "cpu", key, 2e-4);
}

/// The result of an activation whose input is kept anyway is not kept, where it is large.
TEST(Step, LargeActivationsAreMadeAgain) {
    const Case c{"gelu", R"({"format": "lockstep-model/1", "name": "m", "inputs": [{"id": "x", "shape": [2], "dtype": "f32"}],
        "layers": [{"id": "a", "type": "Linear", "inputs": ["x"], "args": {"out_features": 50000}},
                   {"id": "g", "type": "GELU", "inputs": ["a"]},
                   {"id": "y", "type": "Linear", "inputs": ["g"], "args": {"out_features": 3}}], "outputs": ["y"]})",
                 R"("metrics": [])"};
    const auto dev = makeDevice("cpu");
    auto set = compile::ProgramSet::create(test::runWith(c.model, c.fields), *dev).value();
    EXPECT_NE(set->get({ProgramKind::Train, 6}).value()->program->graph().findNode("g/again"), ir::kNone);
    compareStep(c, "cpu", {ProgramKind::Train, 6}, 2e-4);
}

class Recompute : public testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

const char* modelOf(std::string_view name) {
    return name == "cnn" ? test::kSmallCnn : name == "mlp" ? test::kSmallMlp : name == "gpt" ? test::kSmallGpt : test::kSmallLstm;
}

std::size_t scratchOf(const spec::RunDoc& run, const ProgramKey& key) {
    const auto dev = makeDevice("cpu");
    auto set = compile::ProgramSet::create(run, *dev).value();
    return set->get(key).value()->program->scratchBytes();
}

/// Statistics of BatchNorm, masks of dropout and the optimizer's state included.
TEST_P(Recompute, ChangesNoBitAndTakesNoMore) {
    const auto& [model, what, device] = GetParam();
    const std::string mode = std::string(R"(, "recompute": ")") + what + "\"";
    for (const std::string fields : {R"("clip_grad_norm": 0.5)", R"("accumulate": 2)"}) {
        const ProgramKey key{fields.starts_with("\"acc") ? ProgramKind::MicroFirst : ProgramKind::Train, 6};
        const spec::RunDoc kept = test::runWith(modelOf(model), fields), again = test::runWith(modelOf(model), fields + mode);
        const auto expected = afterStep(kept, device, key, {"loss"}), got = afterStep(again, device, key, {"loss"});
        ASSERT_EQ(expected.size(), got.size());
        for (const auto& [name, tensor] : expected) {
            ASSERT_TRUE(got.contains(name)) << name;
            EXPECT_EQ(std::memcmp(tensor.data(), got.at(name).data(), tensor.bytes()), 0) << name;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Models, Recompute,
                         testing::Combine(testing::Values("cnn", "mlp", "gpt", "lstm"), testing::Values("selective", "full"),
                                          testing::Values("cpu", "fenced")),
                         [](const auto& info) {
                             return std::string(std::get<0>(info.param)) + "_" + std::get<1>(info.param) + "_" + std::get<2>(info.param);
                         });

/// Four times the layers of a block; what is kept of each is one value of [batch, T, D].
TEST(Recompute, FullKeepsTheInputsOfBlocksOnly) {
    std::string deep = test::kSmallGpt;
    deep.replace(deep.find("\"repeat\": 2"), 11, "\"repeat\": 8");
    const ProgramKey key{ProgramKind::Train, 6};
    const std::size_t two = scratchOf(test::runWith(test::kSmallGpt, R"("recompute": "full")"), key),
                      eight = scratchOf(test::runWith(deep, R"("recompute": "full")"), key), kept = scratchOf(test::runWith(deep), key),
                      selective = scratchOf(test::runWith(deep, R"("recompute": "selective")"), key);
    EXPECT_LT(selective, kept);
    EXPECT_LT(eight, selective);
    const std::size_t input = 6 * 6 * 8 * sizeof(float), parameters = 12 * 8 * 8 * sizeof(float) + 1024; // gradients live until the update
    EXPECT_LE(eight - two, 6 * (input + parameters));
}

TEST(Recompute, FitsIntoWhatIsAllowedOrSaysWhatTheLeastIs) {
    const auto dev = makeDevice("cpu");
    std::string deep = test::kSmallGpt;
    deep.replace(deep.find("\"repeat\": 2"), 11, "\"repeat\": 6");
    const auto planned = [&](const std::string& recompute) {
        auto set = compile::ProgramSet::create(test::runWith(deep, "\"recompute\": " + recompute), *dev);
        return set ? Result<std::size_t>((*set)->plannedBytes()) : Result<std::size_t>(std::move(set).error());
    };
    const std::size_t most = *planned("\"none\""), least = *planned("\"full\"");
    ASSERT_LT(least, most);
    for (const std::size_t allowed : {most, (least + 3 * most) / 4, (least + most) / 2, least}) {
        const auto fits = planned("{ \"fit_bytes\": " + std::to_string(allowed) + " }");
        ASSERT_TRUE(fits.ok()) << fits.error().message();
        EXPECT_LE(*fits, allowed);
    }
    const auto never = planned("{ \"fit_bytes\": 1000 }");
    ASSERT_FALSE(never.ok());
    EXPECT_EQ(never.error().id(), "passes.does_not_fit");
    EXPECT_EQ(never.error().where().path, "recompute.fit_bytes");
    const spec::RunDoc kept = test::runWith(deep),
                       fit = test::runWith(deep, "\"recompute\": { \"fit_bytes\": " + std::to_string(least) + " }");
    const auto expected = afterStep(kept, "cpu", {ProgramKind::Train, 6}, {"loss"}),
               got = afterStep(fit, "cpu", {ProgramKind::Train, 6}, {"loss"});
    for (const auto& [name, tensor] : expected) EXPECT_EQ(std::memcmp(tensor.data(), got.at(name).data(), tensor.bytes()), 0) << name;
}

TEST(Executor, AStopBeforeTheFirstUpdateChangesNothing) {
    const spec::RunDoc run = test::runWith(test::kSmallMlp);
    const auto device = backends::makeRefDevice();
    auto set = compile::ProgramSet::create(run, *device).value();
    auto executor = exec::Executor::create(*device, set->persistent()).value();
    const auto* program = set->get({ProgramKind::Train, 6}).value();
    const ir::Graph& graph = program->program->graph();
    const test::Tensors start = startValues(graph);
    for (const ir::ValueId v : program->program->inputs()) {
        const HostTensor& t = start.at(graph.value(v).name);
        ASSERT_TRUE(executor->setInput(*program, graph.value(v).name, t.data(), t.bytes()).ok());
    }
    const std::atomic<bool> stop{true};
    EXPECT_EQ(executor->run(*program, &stop).value(), exec::Outcome::Dropped);
    const HostTensor weight = executor->read("a.weight").value();
    for (const float w : weight.as<float>()) EXPECT_EQ(w, 0.0f);
}

TEST(Executor, AnInputThatNoLayerReadsMayBeSet) {
    const spec::RunDoc run = test::runWith(R"({"format": "lockstep-model/1", "name": "m",
        "inputs": [{"id": "x", "shape": [3], "dtype": "f32"}, {"id": "spare", "shape": [2], "dtype": "f32"}],
        "layers": [{"id": "a", "type": "ReLU", "inputs": ["x"]}], "outputs": ["a"]})");
    const auto device = backends::makeRefDevice();
    auto set = compile::ProgramSet::create(run, *device, compile::Purpose::Inference).value();
    auto executor = exec::Executor::create(*device, set->persistent()).value();
    const auto* program = set->get({ProgramKind::Predict, 2}).value();
    const float values[6] = {-1, 2, -3, 4, -5, 6};
    ASSERT_TRUE(executor->setInput(*program, "x", reinterpret_cast<const std::byte*>(values), sizeof values).ok());
    EXPECT_TRUE(executor->setInput(*program, "spare", reinterpret_cast<const std::byte*>(values), 4 * sizeof(float)).ok());
    EXPECT_FALSE(executor->setInput(*program, "none", reinterpret_cast<const std::byte*>(values), 4).ok());
    ASSERT_TRUE(executor->run(*program).ok());
    const HostTensor y = executor->fetch(*program, "y.a").value();
    const float positive[6] = {0, 2, 0, 4, 0, 6};
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(y.as<float>()[i], positive[i]);
}

/// Asks for a stop when the k-th kernel begins.
class StopAt final : public backends::Device {
public:
    explicit StopAt(std::atomic<bool>& stop) : m_stop(stop) {}
    const backends::DeviceInfo& info() const override { return m_inner->info(); }
    Result<backends::KernelChoice> prepare(const backends::NodeView& node) override { return m_inner->prepare(node); }
    Result<std::unique_ptr<backends::Buffer>> allocate(std::size_t bytes) override { return m_inner->allocate(bytes); }
    void upload(std::byte* d, const std::byte* h, std::size_t n) override { m_inner->upload(d, h, n); }
    void download(std::byte* h, const std::byte* d, std::size_t n) override { m_inner->download(h, d, n); }
    void zero(std::byte* d, std::size_t n) override { m_inner->zero(d, n); }
    void beginKernel() override { m_stop = m_stop || m_count++ == at; }
    void restart(int kernel) { at = kernel, m_count = 0, m_stop = false; }

private:
    int at = -1, m_count = 0;
    std::atomic<bool>& m_stop;
    std::unique_ptr<backends::Device> m_inner = backends::makeRefDevice();
};

TEST(Executor, AStopAtAnyKernelLeavesAWholeStepOrNone) {
    const spec::RunDoc run = test::runWith(test::kSmallMlp); // BatchNorm changes its statistics in the middle of the forward pass
    std::atomic<bool> stop{false};
    StopAt device(stop);
    auto set = compile::ProgramSet::create(run, device).value();
    const auto* program = set->get({ProgramKind::Train, 6}).value();
    const ir::Graph& graph = program->program->graph();
    const test::Tensors start = startValues(graph);
    auto executor = exec::Executor::create(device, set->persistent()).value();
    for (const ir::ValueId v : program->program->inputs()) {
        const HostTensor& t = start.at(graph.value(v).name);
        ASSERT_TRUE(executor->setInput(*program, graph.value(v).name, t.data(), t.bytes()).ok());
    }
    for (const ir::ValueId v : program->program->scalars())
        ASSERT_TRUE(executor->setScalar(*program, graph.value(v).name, start.at(graph.value(v).name).as<double>()[0]).ok());
    const auto reset = [&] {
        for (const auto& entry : set->persistent().entries()) ASSERT_TRUE(executor->write(entry.name, start.at(entry.name)).ok());
    };
    const auto snapshot = [&] {
        std::map<std::string, std::vector<double>> out;
        for (const auto& entry : set->persistent().entries()) out[entry.name] = test::valuesOf(executor->read(entry.name).value());
        return out;
    };
    reset();
    const auto before = snapshot();
    ASSERT_EQ(executor->run(*program, &stop).value(), exec::Outcome::Finished);
    const auto after = snapshot();
    int dropped = 0, finished = 0;
    for (int k = 0; k < static_cast<int>(program->kernels.size()); ++k) {
        reset();
        device.restart(k);
        const auto outcome = executor->run(*program, &stop).value();
        EXPECT_EQ(snapshot(), outcome == exec::Outcome::Dropped ? before : after) << "stopped at kernel " << k;
        ++(outcome == exec::Outcome::Dropped ? dropped : finished);
    }
    EXPECT_GT(dropped, 0);
    EXPECT_GT(finished, 0);
}

/// A set with its inputs set and its parameters filled, and what it is made of.
struct Ready {
    spec::RunDoc run = test::runWith(test::kSmallMlp);
    std::unique_ptr<backends::Device> device;
    std::unique_ptr<compile::ProgramSet> set;
    std::unique_ptr<exec::Executor> executor;
    const compile::CompiledProgram* program = nullptr;
    test::Tensors start;

    explicit Ready(const std::string& kind) : device(makeDevice(kind)) {
        set = compile::ProgramSet::create(run, *device).value();
        program = set->get({ProgramKind::Train, 6}).value();
        executor = exec::Executor::create(*device, set->persistent()).value();
        const ir::Graph& graph = program->program->graph();
        start = startValues(graph);
        for (const auto& entry : set->persistent().entries()) EXPECT_TRUE(executor->write(entry.name, start.at(entry.name)).ok());
        for (const ir::ValueId v : program->program->inputs()) {
            const HostTensor& t = start.at(graph.value(v).name);
            EXPECT_TRUE(executor->setInput(*program, graph.value(v).name, t.data(), t.bytes()).ok());
        }
        for (const ir::ValueId v : program->program->scalars())
            EXPECT_TRUE(executor->setScalar(*program, graph.value(v).name, start.at(graph.value(v).name).as<double>()[0]).ok());
    }
};

class NotFinite : public testing::TestWithParam<const char*> {};

TEST_P(NotFinite, TheGuardEndsTheStepBeforeAnyParameterChanges) {
    Ready r(GetParam());
    EXPECT_EQ(r.executor->run(*r.program, nullptr, nullptr, "loss").value(), exec::Outcome::Finished);
    HostTensor weight = r.executor->read("a.weight").value();
    weight.as<float>()[0] = std::numeric_limits<float>::infinity();
    ASSERT_TRUE(r.executor->write("a.weight", weight).ok());
    const auto bias = test::valuesOf(r.executor->read("a.bias").value());
    EXPECT_EQ(r.executor->run(*r.program, nullptr, nullptr, "loss").value(), exec::Outcome::NotFinite);
    EXPECT_EQ(test::valuesOf(r.executor->read("a.bias").value()), bias);
    EXPECT_EQ(r.executor->run(*r.program).value(), exec::Outcome::Finished) << "without a guard the step is taken";
}

TEST_P(NotFinite, TheFirstValueIsNamedWithItsLayer) {
    Ready r(GetParam());
    ASSERT_TRUE(r.executor->run(*r.program).ok());
    EXPECT_FALSE(r.executor->firstNotFinite(*r.program).value());
    HostTensor bias = r.executor->read("a.bias").value();
    bias.as<float>()[1] = std::numeric_limits<float>::quiet_NaN();
    ASSERT_TRUE(r.executor->write("a.bias", bias).ok());
    const auto weight = r.executor->firstNotFinite(*r.program).value();
    ASSERT_TRUE(weight);
    EXPECT_EQ(weight->value, "a.bias");
    EXPECT_EQ(weight->layer, "a");
    EXPECT_TRUE(weight->persistent);
    for (float& b : bias.as<float>()) b = 3e38f; // finite, but its square is not: the variance of the BatchNorm behind
    HostTensor w = r.executor->read("a.weight").value();
    for (float& x : w.as<float>()) x = 3e38f;
    ASSERT_TRUE(r.executor->write("a.bias", bias).ok() && r.executor->write("a.weight", w).ok());
    const auto made = r.executor->firstNotFinite(*r.program).value();
    ASSERT_TRUE(made);
    EXPECT_FALSE(made->persistent);
    EXPECT_EQ(made->phase, ir::Phase::Forward);
    EXPECT_FALSE(made->layer.empty());
}

INSTANTIATE_TEST_SUITE_P(Devices, NotFinite, testing::Values("ref", "cpu", "fenced"));

TEST(Executor, WrongNamesAndSizesAreErrors) {
    const spec::RunDoc run = test::runWith(test::kSmallMlp);
    const auto device = backends::makeRefDevice();
    auto set = compile::ProgramSet::create(run, *device).value();
    auto executor = exec::Executor::create(*device, set->persistent()).value();
    const auto* program = set->get({ProgramKind::Train, 6}).value();
    const float one = 1;
    EXPECT_EQ(executor->setInput(*program, "x", reinterpret_cast<const std::byte*>(&one), 4).error().id(), "exec.input_size");
    EXPECT_EQ(executor->setInput(*program, "z", nullptr, 0).error().id(), "exec.no_such_input");
    EXPECT_EQ(executor->run(*program).error().id(), "exec.no_such_input");
    EXPECT_EQ(executor->read("nothing").error().id(), "exec.no_such_tensor");
    EXPECT_EQ(executor->write("a.weight", HostTensor::zeros(DType::F32, {2})).error().id(), "exec.tensor_type");
}

} // namespace
