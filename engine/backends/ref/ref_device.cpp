#include "backends/ref/ref_device.h"

#include "backends/host_device.h"
#include "backends/kernel_table.h"
#include "backends/ref/families.h"

#include <unistd.h>

namespace lockstep::backends {

namespace {

std::size_t physicalMemory() { return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

class RefDevice final : public HostDevice {
public:
    RefDevice() : HostDevice({"ref", "plain C++ reference", physicalMemory(), 1}) { addRefKernels(m_kernels); }

    Result<KernelChoice> prepare(const NodeView& node) override { return m_kernels.choose(node, info().id); }

private:
    KernelTable m_kernels;
};

} // namespace

std::unique_ptr<Device> makeRefDevice() { return std::make_unique<RefDevice>(); }

void addRefKernels(KernelTable& table) {
    using namespace ref;
    for (const auto family : {addLinear,    addConv,     addMaxPool,    addAvgPool,    addActivations,  addFormula,
                              addAttention, addUpsample, addEmbedding,  addMatmul,     addSoftmax,      addBatchNorm,
                              addLayerNorm, addDropout,  addBroadcast,  addMovement,   addCrossEntropy, addElementwiseLoss,
                              addSgd,       addAdam,     addRecurrence, addRuleUpdate, addReductions,   addProbe})
        family(table);
}

} // namespace lockstep::backends
