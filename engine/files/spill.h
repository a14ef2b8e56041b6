// Bytes that are made once and read many times: in memory while they are few, else in a nameless file of the cache folder.
#pragma once

#include "base/result.h"
#include "files/mapped_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep::files {

struct SpillOptions {
    std::string directory;                                 ///< made if need be; empty: everything stays in memory
    std::uint64_t inMemoryBytes = std::uint64_t{64} << 20; ///< more than that goes to the file
};

/// `bytes` live as long as `owner`. `file` is null where they are in memory.
struct SpilledBytes {
    std::span<const std::byte> bytes;
    std::shared_ptr<const void> owner;
    std::shared_ptr<const MappedFile> file;
};

/// The file is unlinked as soon as it is made: nothing is left behind, whatever happens, and nobody else can change it.
class Spill {
public:
    explicit Spill(SpillOptions options) : m_options(std::move(options)) {}
    ~Spill();
    Spill(const Spill&) = delete;
    Spill& operator=(const Spill&) = delete;

    /// Errors: the folder can't be written, the disk is full.
    Status append(std::span<const std::byte> bytes);
    std::uint64_t size() const { return m_written + m_pending.size(); }
    /// Ends it; no append() after.
    Result<SpilledBytes> finish();

private:
    Status open();
    Status flush();

    SpillOptions m_options;
    int m_file = -1;
    std::uint64_t m_written = 0;
    std::vector<std::byte> m_pending; ///< all of them, or what the file has not got yet
};

} // namespace lockstep::files
