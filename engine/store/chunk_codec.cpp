#include "store/chunk_codec.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace lockstep::store {

static_assert(std::endian::native == std::endian::little, "columns are written as they lie in memory");

namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::uint8_t kEvenSteps = 1;
constexpr std::uint8_t kF32Values = 2;

struct Header {
    std::uint8_t version = kVersion;
    std::uint8_t flags = 0;
    std::uint16_t zero = 0;
    std::uint32_t count = 0;
};
static_assert(sizeof(Header) == 8);

// Differences in unsigned arithmetic: steps from a damaged source may be anything.
std::uint64_t stride(const std::vector<std::int64_t>& s) {
    return s.size() < 2 ? 1 : static_cast<std::uint64_t>(s[1]) - static_cast<std::uint64_t>(s[0]);
}

bool even(const std::vector<std::int64_t>& s) {
    const auto d = stride(s);
    for (std::size_t i = 1; i < s.size(); ++i)
        if (static_cast<std::uint64_t>(s[i]) - static_cast<std::uint64_t>(s[i - 1]) != d) return false;
    return !s.empty();
}

// Bit for bit, so that NaNs keep their payload and -0 its sign.
bool isF32(double v) {
    const double back = static_cast<double>(static_cast<float>(v));
    return std::bit_cast<std::uint64_t>(back) == std::bit_cast<std::uint64_t>(v);
}

void put(std::string& out, const void* data, std::size_t bytes) { out.append(static_cast<const char*>(data), bytes); }

std::size_t bodyBytes(const Header& h) {
    const std::size_t steps = h.flags & kEvenSteps ? 16 : 8 * std::size_t{h.count};
    return steps + (h.flags & kF32Values ? 12 : 16) * std::size_t{h.count};
}

const char* takeSteps(const Header& h, const char* p, std::vector<std::int64_t>& out) {
    out.resize(h.count);
    if (!(h.flags & kEvenSteps)) return std::memcpy(out.data(), p, 8 * out.size()), p + 8 * out.size();
    std::uint64_t firstAndStride[2];
    std::memcpy(firstAndStride, p, 16);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::int64_t>(firstAndStride[0] + i * firstAndStride[1]);
    return p + 16;
}

void takeValues(const Header& h, const char* p, std::vector<double>& out) {
    if (!(h.flags & kF32Values)) {
        out.resize(h.count);
        std::memcpy(out.data(), p, 8 * out.size());
        return;
    }
    std::vector<float> narrow(h.count);
    std::memcpy(narrow.data(), p, 4 * narrow.size());
    out.assign(narrow.begin(), narrow.end());
}

} // namespace

std::string encodeChunk(const SeriesChunk& chunk) {
    Header h;
    h.count = static_cast<std::uint32_t>(chunk.size());
    if (even(chunk.steps)) h.flags |= kEvenSteps;
    if (std::all_of(chunk.values.begin(), chunk.values.end(), isF32)) h.flags |= kF32Values;
    std::string out;
    out.reserve(sizeof h + bodyBytes(h));
    put(out, &h, sizeof h);
    if (h.flags & kEvenSteps) {
        const std::uint64_t firstAndStride[2] = {static_cast<std::uint64_t>(chunk.steps[0]), stride(chunk.steps)};
        put(out, firstAndStride, sizeof firstAndStride);
    } else {
        put(out, chunk.steps.data(), 8 * chunk.size());
    }
    put(out, chunk.wallS.data(), 8 * chunk.size());
    if (!(h.flags & kF32Values)) return put(out, chunk.values.data(), 8 * chunk.size()), out;
    const std::vector<float> narrow(chunk.values.begin(), chunk.values.end());
    return put(out, narrow.data(), 4 * narrow.size()), out;
}

ChunkPtr decodeChunk(const void* data, std::size_t bytes, double min, double max) {
    Header h;
    if (!data || bytes < sizeof h) return nullptr;
    std::memcpy(&h, data, sizeof h);
    if (h.version != kVersion || h.count > SeriesChunk::kCapacity || bytes != sizeof h + bodyBytes(h)) return nullptr;
    auto chunk = std::make_shared<SeriesChunk>();
    const char* p = takeSteps(h, static_cast<const char*>(data) + sizeof h, chunk->steps);
    chunk->wallS.resize(h.count);
    std::memcpy(chunk->wallS.data(), p, 8 * chunk->wallS.size());
    takeValues(h, p + 8 * chunk->wallS.size(), chunk->values);
    chunk->min = min, chunk->max = max;
    return chunk;
}

} // namespace lockstep::store
