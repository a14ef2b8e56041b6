#include "files/hash.h"

#include "base/thread.h"
#include "files/file_errors.h"

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <unistd.h>
#include <vector>
#include <xxhash.h>

namespace lockstep::files {

static std::string hex(XXH128_hash_t sum) {
    char text[33];
    std::snprintf(text, sizeof text, "%016" PRIx64 "%016" PRIx64, sum.high64, sum.low64);
    return text;
}

std::uint64_t xxh3(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::string xxh3Hex(std::span<const std::byte> bytes) { return hex(XXH3_128bits(bytes.data(), bytes.size())); }

static Result<std::string> sumOf(int file, const std::string& path) {
    const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(), XXH3_freeState);
    XXH3_128bits_reset(state.get());
    std::vector<std::byte> piece(std::size_t{1} << 20);
    for (;;) {
        const auto got = ::read(file, piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return ioError(path, "read", errno);
        if (got == 0) return hex(XXH3_128bits_digest(state.get()));
        XXH3_128bits_update(state.get(), piece.data(), static_cast<std::size_t>(got));
    }
}

Result<std::string> xxh3HexOfFile(const std::string& path) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return ioError(path, "read", errno);
    auto sum = sumOf(file, path);
    ::close(file);
    return sum;
}

} // namespace lockstep::files
