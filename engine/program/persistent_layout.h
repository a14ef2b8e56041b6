// Where everything that outlives a step lies: one arena a rank, shared by all its Programs.
#pragma once

#include "base/result.h"
#include "ir/graph.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::program {

struct PersistentEntry {
    std::string name;
    ir::TensorType type;
    ir::ValueKind kind;
    std::size_t offset;
};

class PersistentLayout {
public:
    /// Adds the graph's persistent values; known ones must have the type they had.
    Status include(const ir::Graph& graph);
    const PersistentEntry* find(std::string_view name) const;
    const std::vector<PersistentEntry>& entries() const { return m_entries; } ///< in order of addition
    std::size_t bytes() const { return m_bytes; }
    /// Bytes of all entries of one kind.
    std::size_t bytes(ir::ValueKind kind) const;

private:
    std::vector<PersistentEntry> m_entries;
    std::map<std::string, std::size_t, std::less<>> m_index;
    std::size_t m_bytes = 0;
};

} // namespace lockstep::program
