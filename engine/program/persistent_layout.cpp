#include "program/persistent_layout.h"

#include "program/memory_plan.h"

namespace lockstep::program {

static constexpr ErrorCode kChanged{"program.persistent_type", "{0} is {1} in one program and {2} in another", ""};

Status PersistentLayout::include(const ir::Graph& graph) {
    for (ir::ValueId id = 0; id < graph.valueEnd(); ++id) {
        const ir::Value& value = graph.value(id);
        if (!value.alive || value.producer != ir::kNone || !ir::isPersistent(value.kind)) continue;
        if (const PersistentEntry* known = find(value.name)) {
            if (!(known->type == value.type)) return Error(kChanged, {value.name, known->type.str(), value.type.str()});
            continue;
        }
        m_index.emplace(value.name, m_entries.size());
        m_entries.push_back({value.name, value.type, value.kind, m_bytes});
        m_bytes += (value.type.bytes() + kAlignment - 1) / kAlignment * kAlignment;
    }
    return {};
}

const PersistentEntry* PersistentLayout::find(std::string_view name) const {
    const auto at = m_index.find(name);
    return at == m_index.end() ? nullptr : &m_entries[at->second];
}

std::size_t PersistentLayout::bytes(ir::ValueKind kind) const {
    std::size_t sum = 0;
    for (const auto& entry : m_entries) sum += entry.kind == kind ? entry.type.bytes() : 0;
    return sum;
}

} // namespace lockstep::program
