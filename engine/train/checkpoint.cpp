#include "train/checkpoint.h"

#include "base/thread.h"
#include "files/atomic_write.h"
#include "files/file_errors.h"
#include "files/hash.h"
#include "files/safetensors.h"
#include "files/text.h"
#include "train/state_json.h"
#include "train/train_errors.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>

namespace lockstep::train {

namespace fs = std::filesystem;

static constexpr const char* kModelFile = "model.safetensors";
static constexpr const char* kOptimizerFile = "state.safetensors";
static constexpr const char* kStateFile = "state.json";

/// Everything into `folder`, which is new and nobody's yet.
static Result<std::size_t> writeInto(const fs::path& folder, const CheckpointParts& parts, files::FileSystem& system) {
    const auto model = (folder / kModelFile).string(), optimizer = (folder / kOptimizerFile).string();
    LOCKSTEP_TRY(files::streamSafetensors(model, parts.model, {{"format", "pt"}}, system));
    LOCKSTEP_TRY(files::streamSafetensors(optimizer, parts.optimizer, {}, system));
    StateFile state{parts.state, parts.resolvedRun, parts.normalization, parts.device, {}, {}};
    LOCKSTEP_ASSIGN(state.modelSum, files::xxh3HexOfFile(model));
    LOCKSTEP_ASSIGN(state.optimizerSum, files::xxh3HexOfFile(optimizer));
    const auto text = writeState(state);
    LOCKSTEP_TRY(files::writeWhole((folder / kStateFile).string(), text, system));
    std::error_code ignored;
    return static_cast<std::size_t>(fs::file_size(model, ignored) + fs::file_size(optimizer, ignored) + text.size());
}

/// Gives the finished folder its name. An older one of that name is moved aside first: folders can't be renamed over each other.
/// A kill between the two renames leaves it there, and `CheckpointFolder::tidy` gives it back.
static Status moveInPlace(const fs::path& made, const fs::path& folder, files::FileSystem& system) {
    const auto aside = folder.parent_path() / ("." + folder.filename().string() + ".old");
    std::error_code error;
    if (fs::exists(folder, error)) {
        fs::remove_all(aside, error);
        if (system.rename(folder.string(), aside.string()) != 0) return files::ioError(folder.string(), "replace", errno);
    }
    if (system.rename(made.string(), folder.string()) != 0) {
        const auto failed = errno;
        fs::rename(aside, folder, error); // if there was one
        return files::ioError(folder.string(), "rename", failed);
    }
    if (system.syncDirectory(folder.parent_path().string()) != 0) return files::ioError(folder.string(), "sync", errno);
    fs::remove_all(aside, error);
    return {};
}

Result<std::size_t> writeCheckpoint(const std::string& folder, const CheckpointParts& parts, files::FileSystem& system) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    const fs::path target(folder);
    const auto made = target.parent_path() / ("." + target.filename().string() + ".part");
    std::error_code error;
    fs::remove_all(made, error);
    fs::create_directories(made, error);
    if (error) return files::ioError(made.string(), "create", error.value());
    auto bytes = writeInto(made, parts, system);
    if (bytes) {
        if (auto moved = moveInPlace(made, target, system); !moved) bytes = std::move(moved).error();
    }
    if (!bytes) fs::remove_all(made, error);
    return bytes;
}

static Result<NamedTensors> readTensors(const std::string& path, const std::string& sum) {
    LOCKSTEP_ASSIGN(const auto found, files::xxh3HexOfFile(path));
    if (found != sum) return Error(kCheckpointDamaged, {"its sum is " + found + ", not " + sum}).inFile(path);
    LOCKSTEP_ASSIGN(const auto file, files::Safetensors::open(path));
    NamedTensors tensors;
    for (const auto& entry : file.entries()) {
        LOCKSTEP_ASSIGN(auto tensor, file.tensor(entry));
        tensors.emplace_back(entry.name, std::move(tensor));
    }
    return tensors;
}

Result<Checkpoint> readCheckpoint(const std::string& folder) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    const fs::path from(folder);
    const auto statePath = (from / kStateFile).string();
    LOCKSTEP_ASSIGN(const auto text, files::readText(statePath));
    LOCKSTEP_ASSIGN(auto state, parseState(text, statePath));
    Checkpoint checkpoint{
        std::move(state.state), std::move(state.resolvedRun), std::move(state.normalization), std::move(state.device), {}, {}, text.size()};
    LOCKSTEP_ASSIGN(checkpoint.model, readTensors((from / kModelFile).string(), state.modelSum));
    LOCKSTEP_ASSIGN(checkpoint.optimizer, readTensors((from / kOptimizerFile).string(), state.optimizerSum));
    std::error_code ignored;
    checkpoint.bytes += static_cast<std::size_t>(fs::file_size(from / kModelFile, ignored) + fs::file_size(from / kOptimizerFile, ignored));
    return checkpoint;
}

NamedTensors averagedWeights(const Checkpoint& checkpoint) {
    NamedTensors out = checkpoint.model;
    for (auto& [name, tensor] : out) {
        const auto average = std::ranges::find(checkpoint.optimizer, "ema." + name, &NamedTensors::value_type::first);
        if (average != checkpoint.optimizer.end()) tensor = average->second;
    }
    return out;
}

} // namespace lockstep::train
