#include "files/spill.h"

#include "base/thread.h"
#include "files/file_errors.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>
#include <utility>

namespace lockstep::files {

static constexpr std::size_t kGather = std::size_t{1} << 20;

Spill::~Spill() {
    if (m_file >= 0) ::close(m_file);
}

Status Spill::open() {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    std::error_code failed;
    std::filesystem::create_directories(m_options.directory, failed);
    if (failed) return ioError(m_options.directory, "create", failed.value());
    std::string path = (std::filesystem::path(m_options.directory) / ".lockstep-spill-XXXXXX").string();
    m_file = ::mkostemp(path.data(), O_CLOEXEC);
    if (m_file < 0) return ioError(m_options.directory, "write", errno);
    ::unlink(path.c_str());
    return {};
}

Status Spill::flush() {
    std::span<const std::byte> rest(m_pending);
    while (!rest.empty()) {
        const auto taken = ::write(m_file, rest.data(), rest.size());
        if (taken < 0 && errno == EINTR) continue;
        if (taken <= 0) return ioError(m_options.directory, "write", taken < 0 ? errno : ENOSPC);
        rest = rest.subspan(static_cast<std::size_t>(taken));
        m_written += static_cast<std::uint64_t>(taken);
    }
    m_pending.clear();
    return {};
}

Status Spill::append(std::span<const std::byte> bytes) {
    m_pending.insert(m_pending.end(), bytes.begin(), bytes.end());
    if (m_file < 0) {
        if (m_options.directory.empty() || m_pending.size() <= m_options.inMemoryBytes) return {};
        LOCKSTEP_TRY(open());
        LOCKSTEP_TRY(flush());
        m_pending.shrink_to_fit();
        return {};
    }
    return m_pending.size() < kGather ? Status() : flush();
}

Result<SpilledBytes> Spill::finish() {
    if (m_file < 0) {
        m_pending.shrink_to_fit();
        const auto owner = std::make_shared<const std::vector<std::byte>>(std::move(m_pending));
        return SpilledBytes{*owner, owner, nullptr};
    }
    LOCKSTEP_TRY(flush());
    LOCKSTEP_ASSIGN(auto file, MappedFile::take(std::exchange(m_file, -1), m_options.directory + " (unpacked data)"));
    return SpilledBytes{file->bytes(), file, file};
}

} // namespace lockstep::files
