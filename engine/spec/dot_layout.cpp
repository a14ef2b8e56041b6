#include "spec/layout_engines.h"

#include <clocale>
#include <cstdio>
#include <dlfcn.h>
#include <gvc.h>
#include <locale.h>
#include <memory>

namespace lockstep::spec {
namespace {

constexpr double kPointsPerInch = 72;

/// Graphviz reads and writes numbers in the locale of the thread; documents of a German desktop must lay out too.
class PlainNumbers {
public:
    PlainNumbers() : m_plain(newlocale(LC_ALL_MASK, "C", nullptr)), m_before(uselocale(m_plain)) {}
    ~PlainNumbers() {
        uselocale(m_before);
        freelocale(m_plain);
    }
    PlainNumbers(const PlainNumbers&) = delete;
    PlainNumbers& operator=(const PlainNumbers&) = delete;

private:
    locale_t m_plain, m_before;
};

/// The plug-in with dot, which lies in a folder beside libgvc. Loaded alone: the usual search would pull in fonts and image libraries.
gvplugin_library_t* dotPlugin() {
    Dl_info info{};
    if (!dladdr(reinterpret_cast<void*>(&gvContext), &info) || !info.dli_fname) return nullptr;
    const std::string library = info.dli_fname;
    const std::string folder = library.substr(0, library.rfind('/') + 1) + "graphviz/";
    for (const auto* name : {"libgvplugin_dot_layout.so.6", "libgvplugin_dot_layout.so"}) {
        void* handle = dlopen((folder + name).c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!handle) continue;
        if (void* symbol = dlsym(handle, "gvplugin_dot_layout_LTX_library")) return static_cast<gvplugin_library_t*>(symbol);
    }
    return nullptr;
}

/// Made once and kept: Graphviz is global.
GVC_t* context() {
    static GVC_t* const kContext = [] {
        agseterrf([](char*) { return 0; }); // it would write to standard error
        gvplugin_library_t* plugin = dotPlugin();
        if (!plugin) return gvContext();
        lt_symlist_t none[] = {{nullptr, nullptr}};
        GVC_t* made = gvContextPlugins(none, 0);
        if (made) gvAddLibrary(made, plugin);
        return made;
    }();
    return kContext;
}

void set(void* object, const char* name, const char* value) {
    agsafeset(object, const_cast<char*>(name), const_cast<char*>(value), const_cast<char*>(""));
}

void set(void* object, const char* name, double inches) {
    char text[40];
    std::snprintf(text, sizeof text, "%.5f", inches);
    set(object, name, text);
}

struct GraphCloser {
    void operator()(Agraph_t* graph) const {
        gvFreeLayout(context(), graph);
        agclose(graph);
    }
};
using GraphPtr = std::unique_ptr<Agraph_t, GraphCloser>;

GraphPtr openGraph() {
    GraphPtr graph(agopen(const_cast<char*>("model"), Agdirected, nullptr));
    if (!graph) return graph;
    set(graph.get(), "rankdir", "TB");
    set(graph.get(), "splines", "none");
    set(graph.get(), "nodesep", kNodeGap / kPointsPerInch);
    set(graph.get(), "ranksep", kRankGap / kPointsPerInch);
    // Bounds the network simplex to this many rounds a node.
    set(graph.get(), "nslimit", "4");
    set(graph.get(), "nslimit1", "4");
    return graph;
}

std::vector<Agnode_t*> addNodes(Agraph_t* graph, const std::vector<LayoutNode>& nodes) {
    std::vector<Agnode_t*> out;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        // Numbered: an id is any text, and Graphviz gives some of them a meaning.
        Agnode_t* node = agnode(graph, ("n" + std::to_string(i)).data(), 1);
        set(node, "shape", "box");
        set(node, "fixedsize", "true");
        set(node, "label", "");
        set(node, "width", nodes[i].width / kPointsPerInch);
        set(node, "height", nodes[i].height / kPointsPerInch);
        out.push_back(node);
    }
    return out;
}

} // namespace

std::optional<LayoutResult> dotLayout(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges) {
    const PlainNumbers plain;
    const GraphPtr graph = context() ? openGraph() : nullptr;
    if (!graph) return {};
    const auto made = addNodes(graph.get(), nodes);
    std::map<std::string, Agnode_t*> byId;
    for (std::size_t i = 0; i < nodes.size(); ++i) byId.emplace(nodes[i].id, made[i]);
    for (const auto& edge : edges) {
        const auto from = byId.find(edge.from), to = byId.find(edge.to);
        if (from != byId.end() && to != byId.end()) agedge(graph.get(), from->second, to->second, nullptr, 1);
    }
    if (gvLayout(context(), graph.get(), "dot") != 0) return {};
    LayoutResult out;
    const double top = GD_bb(graph.get()).UR.y; // Graphviz counts upwards
    for (const auto& [id, node] : byId) out.centres[id] = {ND_coord(node).x, top - ND_coord(node).y};
    return out;
}

} // namespace lockstep::spec
