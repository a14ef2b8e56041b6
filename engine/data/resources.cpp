#include "data/resources.h"

#include "spec/path_keys.h"

#include <cstdlib>
#include <filesystem>

namespace lockstep::data {

namespace fs = std::filesystem;

std::string findResources() {
    std::error_code failed;
    if (const char* named = std::getenv("LOCKSTEP_RESOURCES"); named && *named) return named;
    const fs::path program = fs::read_symlink("/proc/self/exe", failed).parent_path();
    for (const char* relative : {"../share/lockstep", "../../../resources"}) {
        const fs::path folder = (program / relative).lexically_normal();
        if (fs::is_directory(folder / "data", failed)) return folder.string();
    }
    return {};
}

std::string fileOf(const std::string& path, const std::string& baseDirectory, const std::string& resourceDirectory) {
    if (path.starts_with(spec::kBundledPrefix)) return resourceDirectory + "/data/" + path.substr(spec::kBundledPrefix.size());
    if (path.starts_with('/') || baseDirectory.empty() || baseDirectory == ".") return path;
    return baseDirectory + "/" + path;
}

std::string defaultCacheDirectory() {
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache) return std::string(cache) + "/lockstep";
    if (const char* home = std::getenv("HOME"); home && *home) return std::string(home) + "/.cache/lockstep";
    return {};
}

} // namespace lockstep::data
