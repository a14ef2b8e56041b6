// A oneDNN primitive with its argument array, made once and executed again and again without allocating here.
#pragma once

#include "backends/cpu/onednn.h"
#include "backends/device.h"

#include <cstddef>
#include <vector>

namespace lockstep::backends::cpu {

class Execution {
public:
    enum class From : std::uint8_t { Input, Output, Workspace };
    /// Where an argument's memory comes from: the node's input or output `index`, or byte `index` of its workspace.
    struct Slot {
        int argument;
        onednn::Desc desc;
        From from;
        std::size_t index;
    };

    Execution() = default;
    Execution(dnnl::primitive primitive, std::vector<Slot> slots) : m_primitive(std::move(primitive)), m_slots(std::move(slots)) {}

    void bind(const KernelArgs& args);
    /// Throws dnnl::error.
    void run() const;

private:
    dnnl::primitive m_primitive;
    std::vector<Slot> m_slots;
    std::vector<dnnl::memory> m_memory;
    std::vector<dnnl_exec_arg_t> m_args;
};

/// A kernel that is one oneDNN primitive with scratch memory of the caller's.
class PrimitiveKernel : public Kernel {
public:
    /// Slots of inputs and outputs; that of the scratch memory is added.
    template <class PrimitiveDesc>
    PrimitiveKernel(const PrimitiveDesc& desc, dnnl::primitive primitive, std::vector<Execution::Slot> slots)
        : m_scratch(desc.scratchpad_desc().get_size()) {
        slots.push_back({DNNL_ARG_SCRATCHPAD, desc.scratchpad_desc(), Execution::From::Workspace, 0});
        m_execution = Execution(std::move(primitive), std::move(slots));
    }
    std::size_t workspaceBytes() const override { return m_scratch; }
    void bind(const KernelArgs& args) override { m_execution.bind(args); }
    void run(const KernelArgs&) override { m_execution.run(); }

private:
    Execution m_execution;
    std::size_t m_scratch;
};

} // namespace lockstep::backends::cpu
