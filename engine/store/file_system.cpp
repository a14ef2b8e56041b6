#include "store/file_system.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include <sys/statfs.h>
#include <unistd.h>

namespace lockstep::store {

namespace fs = std::filesystem;

// f_type values of statfs(2); FUSE is counted because sshfs and cloud drives are FUSE.
static constexpr std::uint32_t kNetworkTypes[] = {
    0x6969,     // NFS
    0x517B,     // SMB
    0xFF534D42, // CIFS
    0xFE534D42, // SMB2
    0x5346414F, // AFS
    0x73757245, // Coda
    0x65735546, // FUSE
    0x01021997, // 9P
    0x0BD00BD0, // Lustre
    0x47504653, // GPFS
    0x19830326, // BeeGFS
    0x00C36400, // Ceph
    0x7461636F, // OCFS2
    0x01161970, // GFS2
};

static std::string folderOf(const std::string& path) {
    const auto folder = fs::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

bool isNetworkFileSystem(std::int64_t statfsType) {
    const auto type = static_cast<std::uint32_t>(statfsType);
    return std::find(std::begin(kNetworkTypes), std::end(kNetworkTypes), type) != std::end(kNetworkTypes);
}

bool onNetworkFileSystem(const std::string& path) {
    struct statfs info = {};
    return ::statfs(folderOf(path).c_str(), &info) == 0 && isNetworkFileSystem(info.f_type);
}

bool canWriteFolder(const std::string& path) { return ::access(folderOf(path).c_str(), W_OK | X_OK) == 0; }

std::int64_t fileBytes(const std::string& path) {
    std::error_code ec;
    const auto size = fs::file_size(path, ec);
    return ec ? -1 : static_cast<std::int64_t>(size);
}

std::string runsFolder(const std::string& storePath) { return (fs::path(storePath).parent_path() / "runs.d").string(); }

std::string immutableUri(const std::string& path) {
    static constexpr char kHex[] = "0123456789ABCDEF";
    std::string out = "file:";
    for (const char c : fs::absolute(path).string()) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80 && (std::isalnum(byte) || c == '/' || c == '.' || c == '-' || c == '_')) {
            out += c;
        } else {
            out += '%';
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        }
    }
    return out + "?immutable=1";
}

} // namespace lockstep::store
