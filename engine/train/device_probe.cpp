#include "train/device_probe.h"

#include "backends/device.h"
#include "base/clock.h"
#include "spec/run_doc.h"
#include "train/bench.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace lockstep::train {

using spec::Json;

/// One Linear layer of n x n on a batch of m rows, as a run document.
static Result<spec::RunDoc> matmulRun(std::int64_t m, std::int64_t n) {
    const auto size = std::to_string(n);
    const std::string text =
        R"({"format": "lockstep-run/1", "model": {"format": "lockstep-model/1", "name": "matmul", "inputs": [{"id": "x", "shape": [)" +
        size + R"(], "dtype": "f32"}], "layers": [{"id": "fc", "type": "Linear", "inputs": ["x"], "args": {"out_features": )" + size +
        R"(, "bias": false}}], "outputs": ["fc"]}, "data": {"source": "synthetic", "batch_size": )" + std::to_string(m) +
        R"(}, "loss": {"type": "mse"}, "steps": 1})";
    LOCKSTEP_ASSIGN(const auto json, spec::parseJson(text, "probe"));
    return spec::readRun(json, {});
}

/// Median FLOP/s of one size; the median, since the best of many would be the turbo of a moment.
static Result<double> matmulRate(backends::Device& device, std::int64_t m, std::int64_t n, double seconds) {
    LOCKSTEP_ASSIGN(const auto run, matmulRun(m, n));
    LOCKSTEP_ASSIGN(const auto result, bench(run, device, true, 5, seconds));
    return result.flopsPerStep / (result.computeMsMedian * 1e-3);
}

static double copyRate(double seconds) {
    constexpr std::size_t kBytes = std::size_t{64} << 20;
    std::vector<char> from(kBytes, 1), to(kBytes, 2);
    double best = 0;
    const auto start = monotonicNs();
    do {
        const auto before = monotonicNs();
        std::memcpy(to.data(), from.data(), kBytes);
        best = std::max(best, 2.0 * kBytes / (static_cast<double>(monotonicNs() - before) * 1e-9));
    } while (static_cast<double>(monotonicNs() - start) * 1e-9 < seconds);
    return best;
}

Result<std::string> probeDevice(backends::Device& device, bool full) {
    struct Size {
        std::int64_t m, n;
    };
    const std::vector<Size> sizes = full ? std::vector<Size>{{256, 1024}, {256, 4096}, {1024, 1024}, {1024, 2048}, {2048, 2048}}
                                         : std::vector<Size>{{256, 2048}, {1024, 1024}};
    double peak = 0;
    for (const auto& size : sizes) {
        LOCKSTEP_ASSIGN(const double rate, matmulRate(device, size.m, size.n, full ? 1.0 : 0.4));
        peak = std::max(peak, rate);
    }
    Json json = Json::object();
    json.set("matmul_peak_f32", Json::ofDouble(peak));
    json.set("bandwidth", Json::ofDouble(copyRate(full ? 0.5 : 0.2)));
    json.set("threads", Json::ofInt(device.info().threads));
    json.set("measured", Json::ofString(isoTime(wallSeconds())));
    return spec::writeJson(json, 0);
}

} // namespace lockstep::train
