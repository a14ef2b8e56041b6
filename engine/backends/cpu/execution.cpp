#include "backends/cpu/execution.h"

namespace lockstep::backends::cpu {

static void* addressOf(const Execution::Slot& slot, const KernelArgs& args) {
    switch (slot.from) {
    case Execution::From::Input: return const_cast<std::byte*>(args.inputs[slot.index]);
    case Execution::From::Output: return args.outputs[slot.index];
    case Execution::From::Workspace: return args.workspace + slot.index;
    }
    return nullptr;
}

void Execution::bind(const KernelArgs& args) {
    m_memory.clear();
    m_args.clear();
    for (const Slot& slot : m_slots) {
        if (slot.desc.get_size() == 0) continue;
        m_memory.emplace_back(slot.desc, onednn::engine(), addressOf(slot, args));
        m_args.push_back({slot.argument, m_memory.back().get()});
    }
}

void Execution::run() const {
    const auto status = dnnl_primitive_execute(m_primitive.get(), onednn::stream().get(), static_cast<int>(m_args.size()), m_args.data());
    if (status != dnnl_success) throw dnnl::error(status, "a primitive could not be executed");
}

} // namespace lockstep::backends::cpu
