#include "backends/kernel_table.h"

namespace lockstep::backends {

static constexpr ErrorCode kNoKernel{"backends.no_kernel", "device {0} cannot run {1}: {2}",
                                     "Choose another device or number format for this layer."};

void KernelTable::add(std::string_view op, std::string implementation, MakeKernel make) {
    m_lists[std::string(op)].push_back({std::move(implementation), std::move(make)});
}

void KernelTable::append(const KernelTable& other) {
    for (const auto& [op, list] : other.m_lists) {
        auto& mine = m_lists[op];
        mine.insert(mine.end(), list.begin(), list.end());
    }
}

static std::string reasons(const std::vector<Refusal>& refused) {
    std::string out;
    for (const Refusal& r : refused) out += (out.empty() ? "" : "; ") + r.implementation + ": " + r.reason;
    return out.empty() ? "it has no implementation" : out;
}

Result<KernelChoice> KernelTable::choose(const NodeView& node, std::string_view device) const {
    KernelChoice choice;
    const auto list = m_lists.find(node.node->op->name);
    if (list != m_lists.end()) {
        for (const Entry& entry : list->second) {
            KernelOffer offer = entry.make(node);
            if (offer.kernel) {
                choice.implementation = entry.implementation;
                choice.kernel = std::move(offer.kernel);
                return choice;
            }
            choice.refused.push_back({entry.implementation, std::move(offer.refusal)});
        }
    }
    return Error(kNoKernel, {std::string(device), std::string(node.node->op->name), reasons(choice.refused)}).inNode(node.node->name);
}

bool KernelTable::has(std::string_view op) const { return m_lists.contains(op); }

} // namespace lockstep::backends
