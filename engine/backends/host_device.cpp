#include "backends/host_device.h"

#include "base/memory.h"
#include "base/text.h"

#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace lockstep::backends {

namespace {

constexpr ErrorCode kNoMemory{"backends.out_of_memory", "{0} are needed on device {1}, {2} can be had",
                              "Make the batch or the model smaller."};
constexpr std::size_t kPage = 4096, kHugePage = std::size_t{2} << 20, kLarge = std::size_t{64} << 20;

class HostBuffer final : public Buffer {
public:
    HostBuffer(std::byte* data, std::size_t bytes) : m_data(data), m_bytes(bytes) {}
    ~HostBuffer() override { std::free(m_data); }
    HostBuffer(const HostBuffer&) = delete;
    HostBuffer& operator=(const HostBuffer&) = delete;
    std::byte* data() override { return m_data; }
    std::size_t bytes() const override { return m_bytes; }

private:
    std::byte* m_data;
    std::size_t m_bytes;
};

void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
    if (bytes) std::memcpy(to, from, bytes);
}

} // namespace

Result<std::unique_ptr<Buffer>> HostDevice::allocate(std::size_t bytes) {
    const std::size_t alignment = bytes >= 4 * kHugePage ? kHugePage : kPage;
    const std::size_t padded = (bytes / alignment + 1) * alignment;
    // The kernel promises more than it has and kills whoever comes for it: large sizes are held against what there is.
    const std::size_t there = bytes >= kLarge ? availableMemory() : 0;
    const bool possible = padded >= bytes && (there == 0 || padded <= there);
    void* data = possible ? std::aligned_alloc(alignment, padded) : nullptr;
    if (!data)
        return Error(kNoMemory, {humanBytes(static_cast<double>(bytes)), m_info.id, humanBytes(static_cast<double>(availableMemory()))});
    if (alignment == kHugePage) madvise(data, padded, MADV_HUGEPAGE);
    return std::unique_ptr<Buffer>(new HostBuffer(static_cast<std::byte*>(data), bytes));
}

void HostDevice::upload(std::byte* device, const std::byte* host, std::size_t bytes) { copy(device, host, bytes); }
void HostDevice::download(std::byte* host, const std::byte* device, std::size_t bytes) { copy(host, device, bytes); }
void HostDevice::zero(std::byte* device, std::size_t bytes) {
    if (bytes) std::memset(device, 0, bytes);
}

} // namespace lockstep::backends
