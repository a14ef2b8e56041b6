// What devices whose memory is the host's have in common.
#pragma once

#include "backends/device.h"

namespace lockstep::backends {

class HostDevice : public Device {
public:
    const DeviceInfo& info() const override { return m_info; }
    /// Page-aligned. Large buffers ask for huge pages: fewer translation misses in streaming kernels.
    Result<std::unique_ptr<Buffer>> allocate(std::size_t bytes) override;
    void upload(std::byte* device, const std::byte* host, std::size_t bytes) override;
    void download(std::byte* host, const std::byte* device, std::size_t bytes) override;
    void zero(std::byte* device, std::size_t bytes) override;

protected:
    explicit HostDevice(DeviceInfo info) : m_info(std::move(info)) {}

private:
    DeviceInfo m_info;
};

} // namespace lockstep::backends
