#include "backends/ref/ref_device.h"

#include "backends/ref/families.h"

#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace lockstep::backends {

namespace {

constexpr ErrorCode kNoMemory{"out-of-memory", "{0} bytes cannot be had on device {1}", "Make the batch or the model smaller."};
constexpr std::size_t kPage = 4096;

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

class RefDevice final : public Device {
public:
    RefDevice() {
        addRefKernels(m_kernels);
        m_info = {"ref", "plain C++ reference",
                  static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)), 1};
    }

    const DeviceInfo& info() const override { return m_info; }
    Result<KernelChoice> prepare(const NodeView& node) override { return m_kernels.choose(node, m_info.id); }

    Result<std::unique_ptr<Buffer>> allocate(std::size_t bytes) override {
        const std::size_t padded = (bytes / kPage + 1) * kPage;
        void* data = padded < bytes ? nullptr : std::aligned_alloc(kPage, padded);
        if (!data) return Error(kNoMemory, {std::to_string(bytes), m_info.id});
        return std::unique_ptr<Buffer>(new HostBuffer(static_cast<std::byte*>(data), bytes));
    }
    void upload(std::byte* device, const std::byte* host, std::size_t bytes) override { copy(device, host, bytes); }
    void download(std::byte* host, const std::byte* device, std::size_t bytes) override { copy(host, device, bytes); }
    void zero(std::byte* device, std::size_t bytes) override {
        if (bytes) std::memset(device, 0, bytes);
    }

private:
    static void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
        if (bytes) std::memcpy(to, from, bytes);
    }

    DeviceInfo m_info;
    KernelTable m_kernels;
};

} // namespace

std::unique_ptr<Device> makeRefDevice() { return std::make_unique<RefDevice>(); }

void addRefKernels(KernelTable& table) {
    using namespace ref;
    for (const auto family : {addLinear, addConv, addMaxPool, addAvgPool, addActivations, addSoftmax, addBatchNorm, addLayerNorm,
                              addDropout, addBroadcast, addMovement, addCrossEntropy, addMse, addSgd, addAdam, addReductions, addProbe})
        family(table);
}

} // namespace lockstep::backends
