// Places for the layers of a model on a canvas, by Graphviz (dot); a simple layered fallback beyond 2 s or without it.
#pragma once

#include "spec/model_doc.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::spec {

struct LayoutNode {
    std::string id;
    double width = 0, height = 0; ///< pixels
};
struct LayoutEdge {
    std::string from, to;
};
struct LayoutResult {
    std::map<std::string, std::pair<double, double>> centres; ///< pixels, top to bottom
    bool fallback = false;
};

/// One call at a time in the process (Graphviz is global); may wait: never on the window's thread.
LayoutResult layoutGraph(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges);

} // namespace lockstep::spec
