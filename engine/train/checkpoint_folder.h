// The checkpoints of one run: `step-500`, `step-1000`, .. in the run's folder.
#pragma once

#include "train/checkpoint.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockstep::train {

class CheckpointFolder {
public:
    explicit CheckpointFolder(std::string runFolder) : m_folder(std::move(runFolder)) {}

    std::string pathOf(std::int64_t step) const;
    /// Steps that have a folder, ascending; unchecked. Leftovers of a killed write are not among them.
    std::vector<std::int64_t> steps() const;
    /// The newest whose sums match, at or before `at` where given. What was passed over, and why, is appended to `passedOver`.
    Result<Checkpoint> newestGood(std::vector<Error>& passedOver, std::optional<std::int64_t> at = {}) const;
    /// For the run's one writer, before it starts: removes what a killed write left; a checkpoint that it was replacing comes back.
    void tidy() const;
    /// Removes all but the `keep` newest and `best`. `extra`: steps that were saved only for being the best then; they don't count
    /// among the newest and go when another is best. Returns the steps removed.
    std::vector<std::int64_t> prune(std::int64_t keep, std::int64_t best, const std::set<std::int64_t>& extra = {}) const;

private:
    void removeStep(std::int64_t step) const;
    std::string m_folder;
};

} // namespace lockstep::train
