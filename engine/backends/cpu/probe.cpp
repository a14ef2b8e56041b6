#include "backends/cpu/probe.h"

#include "backends/cpu/execution.h"
#include "backends/device.h"
#include "base/rng.h"
#include "kernels/cpu/elementwise/arithmetic.h"
#include "kernels/cpu/parallel.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <ctime>
#include <functional>
#include <limits>
#include <span>

namespace lockstep::backends {

namespace {

constexpr ErrorCode kStopped{"backends.probe_stopped", "the measurement of {0} was stopped", ""};

using Clock = std::chrono::steady_clock;
using cpu::Execution, cpu::onednn::Desc;

/// Least time of one call in seconds, over at least `calls` calls and `seconds`.
double leastSeconds(const std::function<void()>& work, int calls, double seconds) {
    work(); // pages touched, caches warm, threads awake
    double best = std::numeric_limits<double>::infinity();
    const auto start = Clock::now();
    for (int i = 0; i < calls || std::chrono::duration<double>(Clock::now() - start).count() < seconds; ++i) {
        const auto from = Clock::now();
        work();
        best = std::min(best, std::chrono::duration<double>(Clock::now() - from).count());
    }
    return best;
}

struct Size {
    std::int64_t m, n, k;
};
/// From launch-bound to large; the largest that the quick probe takes is enough to reach the peak.
constexpr std::array kSizes{Size{32, 64, 64},      Size{64, 256, 64},      Size{128, 256, 256},
                            Size{128, 1024, 256},  Size{256, 1024, 1024},  Size{256, 4096, 1024},
                            Size{512, 2048, 2048}, Size{1024, 1024, 1024}, Size{256, 4096, 4096}};
constexpr std::size_t kQuickSizes = 6;

class CpuProbe {
public:
    CpuProbe(Device& device, ProbeEffort effort, const std::stop_token& stop)
        : m_device(device), m_full(effort == ProbeEffort::Full), m_stop(stop), m_seconds(m_full ? 1.0 : 0.15) {}

    Result<cost::DeviceProfile> run() {
        const DeviceInfo& info = m_device.info();
        m_device.enterThread();
        cost::DeviceProfile profile{info.id, info.description, info.threads, m_full, std::time(nullptr), {}, 0, 0, 0};
        for (const Size& size : std::span(kSizes).first(m_full ? kSizes.size() : kQuickSizes)) {
            LOCKSTEP_ASSIGN(const double rate, matmulRate(size));
            profile.matmuls.push_back({DType::F32, size.m, size.n, size.k, rate});
        }
        LOCKSTEP_TRY(memoryRates(profile));
        profile.launchSeconds = launchSeconds();
        return profile;
    }

private:
    Status checkStop() const {
        if (m_stop.stop_requested()) return Error(kStopped, {m_device.info().id});
        return {};
    }

    static Desc matrix(std::int64_t rows, std::int64_t columns) {
        return {{rows, columns}, dnnl::memory::data_type::f32, cpu::onednn::Dims{columns, 1}};
    }

    /// Uniform in [-1, 1): with zeros a processor takes less power and runs faster than it does at work.
    static void fillRandom(std::byte* to, std::size_t count, std::uint64_t stream) {
        auto* values = reinterpret_cast<float*>(to);
        const Rng rng(1, RngPurpose::Synthetic, stream);
        for (std::size_t i = 0; i < count; i += 4) {
            const auto words = rng.block(i / 4);
            for (std::size_t k = i; k < std::min(i + 4, count); ++k)
                values[k] = static_cast<float>(static_cast<std::int32_t>(words[k - i])) * 0x1p-31f;
        }
    }

    Result<double> matmulRate(const Size& s) {
        LOCKSTEP_TRY(checkStop());
        const Desc a = matrix(s.m, s.k), b = matrix(s.k, s.n), c = matrix(s.m, s.n);
        const auto desc = cpu::onednn::matmul(a, b, nullptr, c);
        const std::array<std::size_t, 4> bytes{a.get_size(), b.get_size(), c.get_size(), desc.scratchpad_desc().get_size()};
        std::array<std::unique_ptr<Buffer>, 4> buffers;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            LOCKSTEP_ASSIGN(buffers[i], m_device.allocate(bytes[i]));
            m_device.zero(buffers[i]->data(), bytes[i]);
        }
        for (std::size_t i = 0; i < 2; ++i) fillRandom(buffers[i]->data(), bytes[i] / sizeof(float), i);
        Execution product(dnnl::matmul(desc), {{DNNL_ARG_SRC, a, Execution::From::Input, 0},
                                               {DNNL_ARG_WEIGHTS, b, Execution::From::Input, 1},
                                               {DNNL_ARG_DST, c, Execution::From::Output, 0},
                                               {DNNL_ARG_SCRATCHPAD, desc.scratchpad_desc(), Execution::From::Workspace, 0}});
        product.bind({{buffers[0]->data(), buffers[1]->data()}, {buffers[2]->data()}, buffers[3]->data()});
        const double flops = 2.0 * static_cast<double>(s.m) * static_cast<double>(s.n) * static_cast<double>(s.k);
        return flops / leastSeconds([&] { product.run(); }, 3, m_seconds);
    }

    /// y = a + b over 64 MiB arrays: two reads and a write (which costs a read besides, not counted).
    Status memoryRates(cost::DeviceProfile& profile) {
        LOCKSTEP_TRY(checkStop());
        constexpr std::int64_t kCount = 16 << 20;
        constexpr std::size_t kBytes = kCount * sizeof(float);
        LOCKSTEP_ASSIGN(const auto buffer, m_device.allocate(3 * kBytes));
        m_device.zero(buffer->data(), 3 * kBytes);
        auto* a = reinterpret_cast<float*>(buffer->data());
        const double add = leastSeconds([&] { kernels::add(a, a + kCount, a + 2 * kCount, kCount); }, 3, m_seconds);
        profile.memoryBytesPerSecond = 3.0 * static_cast<double>(kBytes) / add;
        profile.copyBytesPerSecond = static_cast<double>(kBytes) / leastSeconds([&] { std::memcpy(a, a + kCount, kBytes); }, 3, m_seconds);
        return {};
    }

    /// The team woken for nothing.
    double launchSeconds() const {
        std::array<std::int64_t, 1024> seen{};
        const auto note = [&seen](std::int64_t from, std::int64_t to) { seen[static_cast<std::size_t>(from)] = to; };
        return leastSeconds([&] { kernels::parallelFor(m_device.info().threads, 1, 1, note); }, 100, 0.02);
    }

    Device& m_device;
    bool m_full;
    const std::stop_token& m_stop;
    double m_seconds;
};

} // namespace

Result<cost::DeviceProfile> probeCpu(Device& device, ProbeEffort effort, const std::stop_token& stop) {
    return CpuProbe(device, effort, stop).run();
}

} // namespace lockstep::backends
