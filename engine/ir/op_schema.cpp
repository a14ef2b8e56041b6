#include "ir/op_schema.h"

namespace lockstep::ir {

static constexpr ErrorCode kDoubledOp{"ir.doubled_op", "op {0} is registered twice", ""};

Status OpRegistry::add(OpSchema schema) {
    if (m_ops.contains(schema.name)) return Error(kDoubledOp, {std::string(schema.name)});
    auto owned = std::make_unique<OpSchema>(std::move(schema));
    const std::string_view key = owned->name;
    m_ops.emplace(key, std::move(owned));
    return {};
}

const OpSchema* OpRegistry::find(std::string_view name) const {
    const auto at = m_ops.find(name);
    return at == m_ops.end() ? nullptr : at->second.get();
}

std::vector<const OpSchema*> OpRegistry::all() const {
    std::vector<const OpSchema*> out;
    for (const auto& [name, op] : m_ops) out.push_back(op.get());
    return out;
}

} // namespace lockstep::ir
