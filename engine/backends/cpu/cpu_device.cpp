#include "backends/cpu/cpu_device.h"

#include "backends/cpu/families.h"
#include "backends/cpu/layout_choice.h"
#include "backends/cpu/processor.h"
#include "backends/host_device.h"
#include "backends/kernel_table.h"
#include "backends/ref/ref_device.h"

#include <algorithm>
#include <omp.h>

namespace lockstep::backends {

namespace {

constexpr ErrorCode kBadThreads{"backends.bad_threads", "{0} threads are not possible",
                                "Give a number from 1 to 1024, or 0 for all cores."};

class CpuDevice final : public HostDevice {
public:
    explicit CpuDevice(int threads) : HostDevice({"cpu", cpu::processorName(), cpu::physicalMemory(), threads}) {
        using namespace cpu;
        for (const auto family : {addLinear,
                                  addConv,
                                  addReorder,
                                  addActivations,
                                  addFormula,
                                  addAttention,
                                  addRecurrence,
                                  addUpsample,
                                  addEmbedding,
                                  addMatmul,
                                  addArithmetic,
                                  addBatchNorm,
                                  addLayerNorm,
                                  addPooling,
                                  addSoftmax,
                                  addLosses,
                                  addLinearCrossEntropy,
                                  addUpdates,
                                  addReductions,
                                  addDropout,
                                  addMovement})
            family(m_kernels);
        addRefKernels(m_kernels);
    }

    Result<KernelChoice> prepare(const NodeView& node) override { return m_kernels.choose(node, info().id); }
    const ir::LayoutQuery* layouts() const override { return &m_layouts; }

    void enterThread() override { omp_set_num_threads(info().threads); }

private:
    KernelTable m_kernels;
    cpu::LayoutChoice m_layouts;
};

} // namespace

Result<std::unique_ptr<Device>> makeCpuDevice(const CpuOptions& options) {
    if (options.threads < 0 || options.threads > 1024) return Error(kBadThreads, {std::to_string(options.threads)});
    // oneDNN plans for the threads it is promised, and waits for all of them: no more than the environment grants.
    const int wanted = options.threads == 0 ? cpu::availableCores() : options.threads;
    return std::unique_ptr<Device>(new CpuDevice(std::min(wanted, omp_get_thread_limit())));
}

} // namespace lockstep::backends
