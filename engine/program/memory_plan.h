// Offsets of every value and workspace of a graph: booked when compiling, handed out when running. The plan is the allocation.
#pragma once

#include "ir/graph.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace lockstep::program {

enum class Region : std::uint8_t { None, Persistent, Scratch };

struct Placement {
    Region region = Region::None;
    std::size_t offset = 0;
    std::size_t bytes = 0;
};

struct MemoryPlan {
    std::vector<Placement> values;     ///< by ValueId; persistent ones are filled in from the PersistentLayout
    std::vector<Placement> workspaces; ///< by NodeId
    std::vector<ir::ValueId> roots;    ///< by ValueId: the value whose memory it shares (views, updates, in place)
    std::size_t scratchBytes = 0;
    std::size_t liveBytes = 0; ///< largest sum of bytes alive at once: the lower bound of scratchBytes
};

struct PlanRequest {
    const ir::Graph* graph;
    std::function<std::size_t(const ir::Value&)> valueBytes; ///< layout padding included
    std::function<std::size_t(ir::NodeId)> workspaceBytes;
};

inline constexpr std::size_t kAlignment = 64;

/// Reuse by lifetime, in place where schemas allow, views and updates share their input's memory. Deterministic.
MemoryPlan planMemory(const PlanRequest& request);

/// Whether a node runs no kernel because its output shares its input's bytes.
bool isFreeView(const ir::Graph& graph, const ir::Node& node);

} // namespace lockstep::program
