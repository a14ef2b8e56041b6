// Which layouts the device is fastest with, node by node.
#pragma once

#include "ir/capability.h"

namespace lockstep::backends::cpu {

class LayoutChoice final : public ir::LayoutQuery {
public:
    std::optional<ir::NodeLayouts> choose(const ir::Graph& graph, const ir::Node& node,
                                          const std::vector<ir::LayoutId>& inputLayouts) const override;
    std::size_t bytes(const ir::TensorType& type, ir::LayoutId layout) const override;
    std::string layoutName(ir::LayoutId layout) const override;
};

} // namespace lockstep::backends::cpu
