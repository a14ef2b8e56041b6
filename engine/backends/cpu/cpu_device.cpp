#include "backends/cpu/cpu_device.h"

#include "backends/cpu/families.h"
#include "backends/cpu/layout_choice.h"
#include "backends/cpu/processor.h"
#include "backends/kernel_table.h"
#include "backends/ref/ref_device.h"

#include <cstdlib>
#include <cstring>
#include <omp.h>
#include <sys/mman.h>

namespace lockstep::backends {

namespace {

constexpr ErrorCode kNoMemory{"out-of-memory", "{0} bytes cannot be had on device {1}", "Make the batch or the model smaller."};
constexpr ErrorCode kBadThreads{"bad-threads", "{0} threads are not possible", "Give a number from 1 to 1024, or 0 for all cores."};
constexpr std::size_t kPage = 4096, kHugePage = std::size_t{2} << 20;

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

class CpuDevice final : public Device {
public:
    explicit CpuDevice(int threads) : m_info{"cpu", cpu::processorName(), cpu::physicalMemory(), threads} {
        using namespace cpu;
        for (const auto family : {addLinear, addConv, addReorder, addActivations, addArithmetic, addBatchNorm, addLayerNorm, addPooling,
                                  addSoftmax, addLosses, addUpdates, addReductions, addDropout})
            family(m_kernels);
        addRefKernels(m_kernels);
    }

    const DeviceInfo& info() const override { return m_info; }
    Result<KernelChoice> prepare(const NodeView& node) override { return m_kernels.choose(node, m_info.id); }
    const ir::LayoutQuery* layouts() const override { return &m_layouts; }

    /// Large buffers ask for huge pages: fewer translation misses in streaming kernels.
    Result<std::unique_ptr<Buffer>> allocate(std::size_t bytes) override {
        const std::size_t alignment = bytes >= 4 * kHugePage ? kHugePage : kPage;
        const std::size_t padded = (bytes / alignment + 1) * alignment;
        void* data = padded < bytes ? nullptr : std::aligned_alloc(alignment, padded);
        if (!data) return Error(kNoMemory, {std::to_string(bytes), m_info.id});
        if (alignment == kHugePage) madvise(data, padded, MADV_HUGEPAGE);
        return std::unique_ptr<Buffer>(new HostBuffer(static_cast<std::byte*>(data), bytes));
    }
    void upload(std::byte* device, const std::byte* host, std::size_t bytes) override { copy(device, host, bytes); }
    void download(std::byte* host, const std::byte* device, std::size_t bytes) override { copy(host, device, bytes); }
    void zero(std::byte* device, std::size_t bytes) override {
        if (bytes) std::memset(device, 0, bytes);
    }
    void enterThread() override { omp_set_num_threads(m_info.threads); }

private:
    static void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
        if (bytes) std::memcpy(to, from, bytes);
    }

    DeviceInfo m_info;
    KernelTable m_kernels;
    cpu::LayoutChoice m_layouts;
};

} // namespace

Result<std::unique_ptr<Device>> makeCpuDevice(const CpuOptions& options) {
    if (options.threads < 0 || options.threads > 1024) return Error(kBadThreads, {std::to_string(options.threads)});
    return std::unique_ptr<Device>(new CpuDevice(options.threads == 0 ? cpu::availableCores() : options.threads));
}

} // namespace lockstep::backends
