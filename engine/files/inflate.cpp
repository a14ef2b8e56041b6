#include "files/inflate.h"

#include "files/file_errors.h"

#include <algorithm>
#include <limits>
#include <zlib.h>

namespace lockstep::files {

struct Inflater::State {
    z_stream stream{};
    std::span<const std::byte> rest; // not yet handed to zlib
    bool started = false, done = false;
};

static constexpr std::size_t kPiece = std::size_t{1} << 30; // zlib counts in 32 bits

Inflater::Inflater(std::span<const std::byte> input, Format format, std::string name)
    : m_state(std::make_unique<State>()), m_format(format), m_name(std::move(name)) {
    m_state->rest = input;
    const int windowBits = format == Format::Gzip ? 15 + 16 : -15;
    m_state->started = inflateInit2(&m_state->stream, windowBits) == Z_OK;
}

Inflater::~Inflater() {
    if (m_state->started) inflateEnd(&m_state->stream);
}

/// After a gzip member: another one, padding of zeros, or the end.
Status Inflater::endMember() {
    auto& s = *m_state;
    s.rest = {s.rest.data() - s.stream.avail_in, s.rest.size() + s.stream.avail_in};
    s.stream.avail_in = 0;
    const auto isZero = [](std::byte b) { return b == std::byte{0}; };
    if (m_format == Format::Raw || std::ranges::all_of(s.rest, isZero)) return s.done = true, Status{};
    if (s.rest[0] != std::byte{0x1F}) return Error(kSurplus, {std::to_string(s.rest.size())}).inFile(m_name);
    inflateReset(&s.stream);
    return {};
}

Status Inflater::step() {
    auto& s = *m_state;
    if (s.stream.avail_in == 0 && !s.rest.empty()) {
        const auto size = std::min(s.rest.size(), kPiece);
        s.stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(s.rest.data()));
        s.stream.avail_in = static_cast<uInt>(size);
        s.rest = s.rest.subspan(size);
    }
    const int status = inflate(&s.stream, Z_NO_FLUSH);
    if (status == Z_STREAM_END) return endMember();
    if (status == Z_OK) return {};
    if (status == Z_BUF_ERROR && s.stream.avail_in == 0 && s.rest.empty()) return Error(kTruncated, {"compressed data"}).inFile(m_name);
    return Error(kMalformed, {m_format == Format::Gzip ? "gzip" : "zip", s.stream.msg ? s.stream.msg : "damaged data"}).inFile(m_name);
}

Result<std::size_t> Inflater::read(std::span<std::byte> out) {
    auto& s = *m_state;
    if (!s.started) return Error(kMalformed, {"gzip", "out of memory"}).inFile(m_name);
    std::size_t filled = 0;
    while (filled < out.size() && !s.done) {
        const auto want = static_cast<uInt>(std::min(out.size() - filled, kPiece));
        s.stream.next_out = reinterpret_cast<Bytef*>(out.data() + filled);
        s.stream.avail_out = want;
        LOCKSTEP_TRY(step());
        filled += want - s.stream.avail_out;
    }
    return filled;
}

Result<std::vector<std::byte>> Inflater::readUpTo(std::uint64_t limit) {
    std::vector<std::byte> out;
    std::size_t filled = 0;
    for (std::size_t room = 64 << 10; filled < limit; room *= 2) {
        out.resize(static_cast<std::size_t>(std::min<std::uint64_t>(room, limit)));
        const std::span<std::byte> space = std::span(out).subspan(filled);
        LOCKSTEP_ASSIGN(const std::size_t got, read(space));
        filled += got;
        if (got < space.size()) break;
    }
    out.resize(filled);
    return out;
}

Result<std::vector<std::byte>> gunzip(std::span<const std::byte> input, std::uint64_t limit, const std::string& name) {
    Inflater inflater(input, Inflater::Format::Gzip, name);
    LOCKSTEP_ASSIGN(auto out, inflater.readUpTo(limit));
    std::byte more[1];
    LOCKSTEP_ASSIGN(const std::size_t surplus, inflater.read(more));
    if (surplus) return Error(kTooLarge, {"more than " + std::to_string(limit), std::to_string(limit)}).inFile(name);
    return out;
}

} // namespace lockstep::files
