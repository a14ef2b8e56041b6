#include "train/checkpoint_folder.h"

#include "base/numbered_name.h"
#include "train/train_errors.h"

#include <algorithm>
#include <filesystem>

namespace lockstep::train {

namespace fs = std::filesystem;

std::string CheckpointFolder::pathOf(std::int64_t step) const { return (fs::path(m_folder) / ("step-" + std::to_string(step))).string(); }

std::vector<std::int64_t> CheckpointFolder::steps() const {
    std::vector<std::int64_t> steps;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(m_folder, error)) {
        if (const auto step = numberedName("step-", entry.path().filename().string())) steps.push_back(*step);
    }
    std::sort(steps.begin(), steps.end());
    return steps;
}

Result<Checkpoint> CheckpointFolder::newestGood(std::vector<Error>& passedOver, std::optional<std::int64_t> at) const {
    const auto all = steps();
    for (auto step = all.rbegin(); step != all.rend(); ++step) {
        if (at && *step > *at) continue;
        auto checkpoint = readCheckpoint(pathOf(*step));
        if (checkpoint) return checkpoint;
        passedOver.push_back(std::move(checkpoint).error());
    }
    return Error(kNoCheckpoint, {"in " + m_folder});
}

void CheckpointFolder::removeStep(std::int64_t step) const {
    // Renamed first: a kill half way through the removal leaves nothing that looks like a checkpoint.
    const fs::path folder(pathOf(step)), gone = folder.parent_path() / ("." + folder.filename().string() + ".gone");
    std::error_code error;
    fs::remove_all(gone, error);
    fs::rename(folder, gone, error);
    fs::remove_all(gone, error);
}

void CheckpointFolder::tidy() const {
    std::error_code error;
    std::vector<fs::path> leftovers;
    for (const auto& entry : fs::directory_iterator(m_folder, error)) {
        if (entry.path().filename().string().starts_with(".step-")) leftovers.push_back(entry.path());
    }
    for (const auto& path : leftovers) {
        const auto folder = path.parent_path() / path.stem().string().substr(1);
        if (path.extension() == ".old" && !fs::exists(folder, error))
            fs::rename(path, folder, error);
        else
            fs::remove_all(path, error);
    }
}

std::vector<std::int64_t> CheckpointFolder::prune(std::int64_t keep, std::int64_t best, const std::set<std::int64_t>& extra) const {
    const auto all = steps();
    std::vector<std::int64_t> removed;
    std::int64_t left = std::max<std::int64_t>(1, keep);
    for (auto step = all.rbegin(); step != all.rend(); ++step) {
        const bool counted = !extra.contains(*step);
        if (counted && left-- > 0) continue;
        if (*step == best) continue;
        removeStep(*step);
        removed.push_back(*step);
    }
    std::reverse(removed.begin(), removed.end());
    return removed;
}

} // namespace lockstep::train
