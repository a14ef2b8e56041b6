#include "store/checkpoint_folders.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>

#include <sys/stat.h>

namespace lockstep::store {

namespace fs = std::filesystem;

static constexpr const char* kFiles[] = {"model.safetensors", "state.safetensors", "state.json"};

// `step-500` gives 500; signs, leading zeros and tails are no checkpoint names.
static std::optional<std::int64_t> stepOf(std::string_view name) {
    if (!name.starts_with("step-")) return std::nullopt;
    name.remove_prefix(5);
    std::int64_t step = 0;
    const auto [end, ec] = std::from_chars(name.data(), name.data() + name.size(), step);
    if (ec != std::errc() || end != name.data() + name.size() || step < 0 || std::to_string(step) != name) return std::nullopt;
    return step;
}

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
        const auto step = stepOf(row.folder);
        if (!step || !measure(at->path(), row)) continue;
        row.step = *step;
        out.push_back(std::move(row));
    }
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
    return out;
}

} // namespace lockstep::store
