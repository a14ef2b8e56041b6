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

} // namespace lockstep::backends::cpu
