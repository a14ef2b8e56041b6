#include "support/fenced_device.h"

#include <cstdlib>
#include <mutex>
#include <sys/mman.h>

namespace lockstep::test {

static std::mutex fence; // buffers may be freed on another thread than the one that runs

class FencedDevice::FencedBuffer final : public backends::Buffer {
public:
    FencedBuffer(FencedDevice& device, std::byte* data, std::size_t bytes) : m_device(device), m_data(data), m_bytes(bytes) {
        const std::lock_guard lock(fence);
        m_device.m_buffers.insert(this);
        protect(m_device.m_open > 0);
    }
    ~FencedBuffer() override {
        const std::lock_guard lock(fence);
        m_device.m_buffers.erase(this);
        munmap(m_data, mapped());
    }
    std::byte* data() override { return m_data; }
    std::size_t bytes() const override { return m_bytes; }

    void protect(bool accessible) const {
        if (mprotect(m_data, mapped(), accessible ? PROT_READ | PROT_WRITE : PROT_NONE) != 0) std::abort();
    }

private:
    std::size_t mapped() const { return m_bytes + 1; }

    FencedDevice& m_device;
    std::byte* m_data;
    std::size_t m_bytes;
};

FencedDevice::FencedDevice(std::unique_ptr<backends::Device> inner) : m_inner(std::move(inner)) {}
FencedDevice::~FencedDevice() = default;

Result<std::unique_ptr<backends::Buffer>> FencedDevice::allocate(std::size_t bytes) {
    void* data = mmap(nullptr, bytes + 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) return m_inner->allocate(bytes); // its error
    return std::unique_ptr<backends::Buffer>(new FencedBuffer(*this, static_cast<std::byte*>(data), bytes));
}

void FencedDevice::open() {
    const std::lock_guard lock(fence);
    if (m_open++ > 0) return;
    for (const FencedBuffer* buffer : m_buffers) buffer->protect(true);
}
void FencedDevice::close() {
    const std::lock_guard lock(fence);
    if (--m_open > 0) return;
    for (const FencedBuffer* buffer : m_buffers) buffer->protect(false);
}

void FencedDevice::upload(std::byte* device, const std::byte* host, std::size_t bytes) {
    open();
    m_inner->upload(device, host, bytes);
    close();
}
void FencedDevice::download(std::byte* host, const std::byte* device, std::size_t bytes) {
    open();
    m_inner->download(host, device, bytes);
    close();
}
void FencedDevice::zero(std::byte* device, std::size_t bytes) {
    open();
    m_inner->zero(device, bytes);
    close();
}
void FencedDevice::beginKernel() {
    open();
    m_inner->beginKernel();
}
void FencedDevice::endKernel() {
    m_inner->endKernel();
    close();
}

} // namespace lockstep::test
