// A device whose memory can be touched only while one of its kernels runs, or through upload, download and zero: anything else that
// reads or writes device memory gets SIGSEGV, as it would go wrong on a device with memory of its own.
#pragma once

#include "backends/device.h"

#include <memory>
#include <set>

namespace lockstep::test {

class FencedDevice final : public backends::Device {
public:
    /// Kernels and everything but memory are `inner`'s.
    explicit FencedDevice(std::unique_ptr<backends::Device> inner);
    ~FencedDevice() override;

    const backends::DeviceInfo& info() const override { return m_inner->info(); }
    Result<backends::KernelChoice> prepare(const backends::NodeView& node) override { return m_inner->prepare(node); }
    const ir::LayoutQuery* layouts() const override { return m_inner->layouts(); }
    Result<std::unique_ptr<backends::Buffer>> allocate(std::size_t bytes) override;
    void upload(std::byte* device, const std::byte* host, std::size_t bytes) override;
    void download(std::byte* host, const std::byte* device, std::size_t bytes) override;
    void zero(std::byte* device, std::size_t bytes) override;
    void enterThread() override { m_inner->enterThread(); }
    void beginKernel() override;
    void endKernel() override;

private:
    class FencedBuffer;

    /// Nests: memory stays open until the last of several ends.
    void open();
    void close();

    std::unique_ptr<backends::Device> m_inner;
    std::set<FencedBuffer*> m_buffers;
    int m_open = 0;
};

} // namespace lockstep::test
