#include "store/checkpoint_folders.h"

#include "base/numbered_name.h"

#include <algorithm>
#include <filesystem>

#include <sys/stat.h>

namespace lockstep::store {

namespace fs = std::filesystem;

static constexpr const char* kFiles[] = {"model.safetensors", "state.safetensors", "state.json"};

static bool measure(const fs::path& folder, CheckpointRow& row) {
    for (const char* file : kFiles) {
        struct stat info = {};
        if (::stat((folder / file).c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
        row.bytes += info.st_size;
        row.createdS = std::max(row.createdS, static_cast<double>(info.st_mtim.tv_sec) + 1e-9 * static_cast<double>(info.st_mtim.tv_nsec));
    }
    return true;
}

std::vector<CheckpointRow> scanCheckpoints(RunId run, const std::string& runFolder) {
    std::vector<CheckpointRow> out;
    std::error_code ec;
    for (fs::directory_iterator at(runFolder, ec), end; !ec && at != end; at.increment(ec)) {
        CheckpointRow row;
        row.run = run;
        row.folder = at->path().filename().string();
        const auto step = numberedName("step-", row.folder);
        if (!step || !measure(at->path(), row)) continue;
        row.step = *step;
        out.push_back(std::move(row));
    }
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
    return out;
}

} // namespace lockstep::store
