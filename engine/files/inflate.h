// Streamed zlib decompression: memory follows what the data really decodes to, never what a header claims.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep::files {

/// Decodes `input`, which must outlive this object.
class Inflater {
public:
    enum class Format { Gzip, Raw };

    /// `name`: the file, for errors.
    Inflater(std::span<const std::byte> input, Format format, std::string name);
    ~Inflater();
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    /// Fills `out` as far as the data go; fewer bytes than asked for, or 0, at the end. Concatenated gzip members are one
    /// stream. Errors: damaged or cut-short data, wrong sums.
    Result<std::size_t> read(std::span<std::byte> out);
    /// The next bytes, at most `limit`.
    Result<std::vector<std::byte>> readUpTo(std::uint64_t limit);

private:
    struct State;
    Status step();
    Status endMember();

    std::unique_ptr<State> m_state;
    Format m_format;
    std::string m_name;
};

/// A whole .gz file's content; an error if it is larger than `limit` bytes.
Result<std::vector<std::byte>> gunzip(std::span<const std::byte> input, std::uint64_t limit, const std::string& name);

} // namespace lockstep::files
