#include "train/checkpoint_folder.h"
#include "train/state_json.h"
#include "train/train_errors.h"

#include "files/file_errors.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <unistd.h>

namespace lockstep::train {
namespace {

namespace fs = std::filesystem;

class CheckpointTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_folder = fs::temp_directory_path() / ("lockstep-checkpoint-ü-" + std::to_string(::getpid()));
        fs::create_directories(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }

    static CheckpointParts sample(std::int64_t step) {
        CheckpointParts checkpoint;
        checkpoint.state = {step, step - 1, 2, 3, 640, 5, 0.25, 4, 1.5, {{2, "lr", 0.1}, {3, "steps", 900}}};
        checkpoint.resolvedRun = "{\"name\": \"ü\"}";
        const std::vector<float> weight{1, -0.0f, 3e-40f, static_cast<float>(step)};
        checkpoint.normalization = data::Normalization{data::NormalizeKind::Standard, {{{0.1, -INFINITY}, {1e-300, 1}, {}}}};
        checkpoint.model = {{"fc.weight", DType::F32, {2, 2}, inPieces(weight)}};
        checkpoint.optimizer = {{"m.fc.weight", DType::F32, {4}, inPieces(weight)}};
        return checkpoint;
    }
    /// One value after the other.
    static std::function<Status(const files::ByteSink&)> inPieces(const std::vector<float>& values) {
        return [values](const files::ByteSink& sink) -> Status {
            for (const float& value : values) LOCKSTEP_TRY(sink(std::as_bytes(std::span(&value, 1))));
            return {};
        };
    }
    void write(std::int64_t step) { ASSERT_TRUE(writeCheckpoint(CheckpointFolder(m_folder.string()).pathOf(step), sample(step)).ok()); }
    fs::path m_folder;
};

/// A disk that takes `room` bytes, then is full.
class FullDisk final : public files::FileSystem {
public:
    explicit FullDisk(std::int64_t room) : m_room(room) {}
    std::int64_t write(int file, std::span<const std::byte> bytes) override {
        m_room -= static_cast<std::int64_t>(bytes.size());
        if (m_room < 0) return errno = ENOSPC, -1;
        return FileSystem::write(file, bytes);
    }

private:
    std::int64_t m_room;
};

TEST_F(CheckpointTest, ReadsBackEverythingBitForBit) {
    const auto folder = (m_folder / "step-7").string();
    const auto written = sample(7);
    const auto bytes = writeCheckpoint(folder, written);
    ASSERT_TRUE(bytes.ok()) << bytes.error().message();
    const auto read = readCheckpoint(folder);
    ASSERT_TRUE(read.ok()) << read.error().message();
    EXPECT_EQ(read->bytes, *bytes);
    EXPECT_EQ(read->state.step, 7);
    EXPECT_EQ(read->state.applied, 6);
    EXPECT_EQ(read->state.epoch, 2);
    EXPECT_EQ(read->state.batch, 3);
    EXPECT_EQ(read->state.samples, 640);
    EXPECT_EQ(read->state.evaluatedStep, 5);
    EXPECT_EQ(read->state.best, 0.25);
    EXPECT_EQ(read->state.bestStep, 4);
    ASSERT_EQ(read->state.edits.size(), 2u);
    EXPECT_EQ(read->state.edits[1].field, "steps");
    EXPECT_EQ(read->state.edits[1].value, 900);
    EXPECT_EQ(read->resolvedRun, written.resolvedRun);
    ASSERT_EQ(read->model.size(), 1u);
    const float values[4] = {1, -0.0f, 3e-40f, 7};
    EXPECT_EQ(std::memcmp(read->model[0].second.data(), values, 16), 0);
    ASSERT_TRUE(read->normalization);
    EXPECT_EQ(read->normalization->kind, data::NormalizeKind::Standard);
    ASSERT_EQ(read->normalization->inputs.size(), 1u);
    EXPECT_EQ(read->normalization->inputs[0].mean, (std::vector<double>{0.1, -INFINITY}));
    EXPECT_EQ(read->normalization->inputs[0].deviation, (std::vector<double>{1e-300, 1}));
    EXPECT_EQ(read->optimizer[0].first, "m.fc.weight");
}

TEST_F(CheckpointTest, ReplacesAnOlderOneOfTheSameStep) {
    write(3);
    auto newer = sample(3);
    newer.state.samples = 1;
    ASSERT_TRUE(writeCheckpoint((m_folder / "step-3").string(), newer).ok());
    EXPECT_EQ(readCheckpoint((m_folder / "step-3").string())->state.samples, 1);
    EXPECT_EQ(std::distance(fs::directory_iterator(m_folder), {}), 1);
}

TEST_F(CheckpointTest, TidiesWhatAKilledWriteLeft) {
    write(1);
    write(3);
    fs::rename(m_folder / "step-3", m_folder / ".step-3.old"); // killed while it was being replaced
    fs::create_directories(m_folder / ".step-3.part");
    fs::create_directories(m_folder / ".step-2.gone");
    fs::create_directories(m_folder / ".step-1.old");
    fs::create_directories(m_folder / ".other");
    const CheckpointFolder folder(m_folder.string());
    folder.tidy();
    EXPECT_EQ(folder.steps(), (std::vector<std::int64_t>{1, 3}));
    EXPECT_TRUE(readCheckpoint(folder.pathOf(1)).ok());
    EXPECT_TRUE(readCheckpoint(folder.pathOf(3)).ok());
    EXPECT_EQ(std::distance(fs::directory_iterator(m_folder), {}), 3);
}

/// Gives no folder its final name, and says why.
class NoNames final : public files::FileSystem {
public:
    int rename(const std::string& from, const std::string& to) override {
        if (fs::path(from).extension() == ".part" && fs::is_directory(from)) return errno = EACCES, -1;
        return FileSystem::rename(from, to);
    }
};

TEST_F(CheckpointTest, AReplacementThatFailsLeavesTheOldOne) {
    write(3);
    NoNames system;
    EXPECT_FALSE(writeCheckpoint((m_folder / "step-3").string(), sample(3), system).ok());
    EXPECT_TRUE(readCheckpoint((m_folder / "step-3").string()).ok());
    EXPECT_EQ(std::distance(fs::directory_iterator(m_folder), {}), 1);
}

TEST_F(CheckpointTest, AFullDiskAtAnyByteLeavesNothingHalf) {
    write(1);
    for (std::int64_t room = 0; room < 3000; room += 97) {
        FullDisk disk(room);
        const auto failed = writeCheckpoint((m_folder / "step-2").string(), sample(2), disk);
        if (failed.ok()) break;
        EXPECT_EQ(failed.error().id(), files::kDiskFull.id);
        EXPECT_EQ(CheckpointFolder(m_folder.string()).steps(), std::vector<std::int64_t>{1});
        EXPECT_TRUE(readCheckpoint((m_folder / "step-1").string()).ok());
    }
}

TEST_F(CheckpointTest, ADamagedOneIsPassedOverAndSaidSo) {
    write(10);
    write(20);
    std::fstream file(m_folder / "step-20" / "model.safetensors", std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-1, std::ios::end);
    file.put('\x55');
    file.close();
    std::vector<Error> passedOver;
    const auto good = CheckpointFolder(m_folder.string()).newestGood(passedOver);
    ASSERT_TRUE(good.ok());
    EXPECT_EQ(good->state.step, 10);
    ASSERT_EQ(passedOver.size(), 1u);
    EXPECT_EQ(passedOver[0].id(), kCheckpointDamaged.id);
}

TEST_F(CheckpointTest, MissingFilesAndTornStateAreErrors) {
    write(1);
    fs::remove(m_folder / "step-1" / "state.safetensors");
    EXPECT_FALSE(readCheckpoint((m_folder / "step-1").string()).ok());
    write(2);
    const auto state = m_folder / "step-2" / "state.json";
    for (std::uintmax_t size = fs::file_size(state); size > 3; size -= 3) {
        fs::resize_file(state, size - 3);
        EXPECT_FALSE(readCheckpoint((m_folder / "step-2").string()).ok());
    }
    EXPECT_FALSE(readCheckpoint((m_folder / "step-99").string()).ok());
}

TEST_F(CheckpointTest, KeepsTheNewestAndTheBest) {
    for (const auto step : {1, 2, 3, 10}) write(step);
    fs::create_directories(m_folder / "step-x");
    fs::create_directories(m_folder / ".step-4.part");
    const CheckpointFolder folder(m_folder.string());
    EXPECT_EQ(folder.prune(2, 1), std::vector<std::int64_t>{2});
    EXPECT_EQ(folder.steps(), (std::vector<std::int64_t>{1, 3, 10}));
}

TEST_F(CheckpointTest, WhatWasSavedForBeingTheBestDoesNotCountAmongTheNewest) {
    for (const auto step : {4, 6, 8, 10, 12}) write(step);
    const CheckpointFolder folder(m_folder.string());
    EXPECT_EQ(folder.prune(2, 10, {6, 10}), (std::vector<std::int64_t>{4, 6}));
    EXPECT_EQ(folder.steps(), (std::vector<std::int64_t>{8, 10, 12}));
    EXPECT_EQ(folder.prune(2, 12, {10}), std::vector<std::int64_t>{10});
}

TEST_F(CheckpointTest, NothingThereIsAnError) {
    std::vector<Error> passedOver;
    EXPECT_EQ(CheckpointFolder((m_folder / "none").string()).newestGood(passedOver).error().id(), kNoCheckpoint.id);
    write(5);
    EXPECT_EQ(CheckpointFolder(m_folder.string()).newestGood(passedOver, 4).error().id(), kNoCheckpoint.id);
}

TEST(StateJson, ACheckpointWithoutFiguresOfNormalizationIsRead) {
    StateFile file;
    const auto read = parseState(writeState(file), "state.json");
    ASSERT_TRUE(read.ok()) << read.error().message();
    EXPECT_FALSE(read->normalization);
    auto text = writeState(file);
    text.replace(text.find("\"normalization\": null"), 21, "\"normalization\": {\"kind\": \"odd\"}");
    EXPECT_FALSE(parseState(text, "state.json").ok());
}

TEST(StateJson, RefusesCountsThatNoRunHas) {
    for (auto member : {&TrainState::step, &TrainState::epoch, &TrainState::batch, &TrainState::applied, &TrainState::samples}) {
        for (const std::int64_t wrong : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::max()}) {
            StateFile odd;
            odd.state.*member = wrong;
            const auto read = parseState(writeState(odd), "state.json");
            ASSERT_FALSE(read.ok());
            EXPECT_EQ(read.error().id(), kCheckpointDamaged.id);
        }
    }
}

TEST(StateJson, RefusesALaterFormat) {
    EXPECT_EQ(parseState("{\"format\": \"lockstep-checkpoint/2\"}", "state.json").error().id(), kCheckpointVersion.id);
}

} // namespace
} // namespace lockstep::train
