// The command line against PyTorch: gradients of the first batch, the losses of 100 steps, the validation loss.
#include "golden/command.h"
#include "golden/golden_case.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <regex>
#include <unistd.h>

namespace lockstep::golden {
namespace {

double norm(const std::vector<float>& values) {
    double sum = 0;
    for (const double v : values) sum += v * v;
    return std::sqrt(sum);
}

double distance(const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (double(a[i]) - b[i]) * (double(a[i]) - b[i]);
    return std::sqrt(sum);
}

double normOfAll(const Tensors& tensors) {
    double sum = 0;
    for (const auto& [name, values] : tensors) sum += norm(values) * norm(values);
    return std::sqrt(sum);
}

/// Each tensor within 1e-5 of its norm + 1e-7 of the norm of all together: summation order moves single elements further, sums of
/// squares hardly; the second term is for gradients that are 0 but for rounding (a bias before BatchNorm).
void expectClose(const Tensors& got, const Tensors& want) {
    const double floor = 1e-7 * normOfAll(want);
    for (const auto& [name, values] : want) {
        const auto found = got.find(name);
        ASSERT_NE(found, got.end()) << name << " is missing";
        ASSERT_EQ(found->second.size(), values.size()) << name;
        EXPECT_LE(distance(found->second, values), 1e-5 * norm(values) + floor) << name << ", norm " << norm(values);
    }
    EXPECT_EQ(got.size(), want.size()) << "surplus tensors";
}

/// f32 against f64 in the oracle itself: the largest difference up to each step.
std::vector<double> drift(const GoldenCase& golden) {
    std::vector<double> drift;
    double largest = 0;
    for (std::size_t s = 0; s < golden.f32.loss.size(); ++s) {
        largest = std::max(largest, std::abs(golden.f32.loss[s] - golden.f64.loss[s]));
        drift.push_back(largest);
    }
    return drift;
}

class Golden : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        golden = readGolden(GetParam());
        ASSERT_EQ(golden.f32.loss.size(), 100u);
        // ctest may run two builds' tests at once
        scratch = std::filesystem::path(testing::TempDir()) / ("lockstep-golden-" + golden.name + "-" + std::to_string(getpid()));
        std::filesystem::create_directories(scratch);
    }
    void TearDown() override { std::filesystem::remove_all(scratch); }

    std::string inScratch(const std::string& name) const { return (scratch / name).string(); }

    static std::string lockstep(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), LOCKSTEP_PROGRAM);
        const auto done = runCommand(arguments);
        EXPECT_EQ(done.exitCode, 0) << done.output << done.errors;
        return done.output;
    }

    Tensors gradients(const std::vector<std::string>& options) const {
        const auto file = inScratch("grad.safetensors");
        std::vector<std::string> arguments{"grad", golden.document(), "-o", file};
        arguments.insert(arguments.end(), options.begin(), options.end());
        lockstep(arguments);
        return readTensors(file);
    }

    /// Trains; returns the run's series as CSV.
    std::string train(const std::vector<std::string>& options) const {
        const auto store = inScratch("runs.db");
        std::vector<std::string> arguments{"train", golden.document(), "--db", store, "--json"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const auto answer = lockstep(arguments);
        std::smatch id;
        EXPECT_TRUE(std::regex_search(answer, id, std::regex("\"run_id\": *([0-9]+)"))) << answer;
        return id.empty() ? "" : lockstep({"runs", "export", id[1], "--db", store, "--metrics", "-"});
    }

    void expectLosses(const std::string& csv) const {
        const auto loss = readSeries(csv, "loss");
        ASSERT_EQ(loss.size(), 100u);
        const auto allowed = drift(golden);
        for (const auto& [s, value] : loss) {
            const double want = golden.f32.loss.at(s);
            ASSERT_LE(std::abs(value - want), std::max(1e-4 * std::abs(want), 4 * allowed[s]))
                << "step " << s << ": " << value << ", not " << want;
        }
    }

    void expectValidation(const std::string& csv) const {
        const auto validation = readSeries(csv, "validation/loss");
        const double want = golden.f32.validation;
        if (std::isnan(want)) {
            EXPECT_TRUE(validation.empty());
            return;
        }
        ASSERT_TRUE(validation.contains(100)) << "no evaluation at the end";
        const double allowed = std::max({1e-3 * std::abs(want), 10 * drift(golden).back(), 4 * std::abs(want - golden.f64.validation)});
        EXPECT_LE(std::abs(validation.at(100) - want), allowed) << validation.at(100) << ", not " << want;
    }

    /// Norms before clipping; only the first, as later ones follow weights that have drifted.
    void expectFirstNorm(const std::string& csv) const {
        if (golden.f32.gradNorm.empty()) return;
        const auto norms = readSeries(csv, "grad_norm");
        ASSERT_TRUE(norms.contains(0));
        EXPECT_NEAR(norms.at(0), golden.f32.gradNorm[0], 1e-5 * golden.f32.gradNorm[0]);
    }

    void expectTrains(const std::vector<std::string>& options) const {
        const auto csv = train(options);
        expectLosses(csv);
        expectValidation(csv);
        expectFirstNorm(csv);
    }

    GoldenCase golden;
    std::filesystem::path scratch;
};

TEST_P(Golden, GradientsOfTheFirstBatch) {
    const auto got = gradients({});
    expectClose(got, readTensors(golden.folder + "/grad.safetensors"));
    long params = 0;
    for (const auto& [name, values] : got) params += static_cast<long>(values.size());
    EXPECT_EQ(params, golden.params);
}

TEST_P(Golden, GradientsDoNotDependOnAccumulation) {
    if (golden.batchDependent) GTEST_SKIP() << "statistics of a part of a batch are not those of the batch";
    expectClose(gradients({"--set", "accumulate=3"}), gradients({"--set", "accumulate=1"}));
}

TEST_P(Golden, LossesOfAHundredSteps) { expectTrains({}); }

INSTANTIATE_TEST_SUITE_P(PyTorch, Golden, testing::ValuesIn(goldenNames()), [](const auto& info) { return info.param; });

/// A few on the reference device, whose kernels share no code with the fast ones.
class GoldenOnRef : public Golden {};

TEST_P(GoldenOnRef, GradientsAndLosses) {
    expectClose(gradients({"--set", "device=ref"}), readTensors(golden.folder + "/grad.safetensors"));
    expectTrains({"--set", "device=ref"});
}

INSTANTIATE_TEST_SUITE_P(PyTorch, GoldenOnRef,
                         testing::Values("adamw_groups_clip", "several_inputs_outputs", "residual_repeat_accumulate",
                                         "segmentation_weighted", "pooling_padded_ceil"),
                         [](const auto& info) { return info.param; });

} // namespace
} // namespace lockstep::golden
