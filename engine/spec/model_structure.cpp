#include "spec/model_structure.h"

#include "spec/catalogue.h"
#include "spec/spec_errors.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>
#include <unordered_set>

namespace lockstep::spec {
namespace {

using Index = std::unordered_map<std::string_view, std::size_t>;

Index layerIndex(const ModelDoc& model) {
    Index out;
    for (std::size_t i = 0; i < model.layers.size(); ++i) out.emplace(model.layers[i].id, i);
    return out;
}

/// Up to a line of ids, for messages.
std::vector<std::string_view> someIds(const ModelDoc& model, bool withInputs) {
    std::vector<std::string_view> out;
    if (withInputs)
        for (const auto& input : model.inputs) out.push_back(input.id);
    for (const auto& layer : model.layers) out.push_back(layer.id);
    constexpr std::size_t kMost = 200;
    if (out.size() > kMost) out.resize(kMost);
    return out;
}

/// Line of `layers[i].key`, or of its entry `j`.
int lineOf(const ModelDoc& model, std::size_t i, std::string_view key, std::optional<std::size_t> j = {}) {
    const Json& layer = model.json.find("layers")->items[i];
    const Json* value = layer.find(key);
    return !value ? layer.line : j ? value->items[*j].line : value->line;
}

void checkInputs(const ModelDoc& model, const Index& layers, Problems& problems) {
    std::unordered_set<std::string_view> inputs;
    for (const auto& input : model.inputs) inputs.insert(input.id);
    const auto known = someIds(model, true);
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        const auto& layer = model.layers[i];
        for (std::size_t j = 0; j < layer.inputs.size(); ++j) {
            const auto& id = layer.inputs[j];
            if (layers.contains(id) || inputs.contains(id)) continue;
            problems.add(withNearest(kUnknownInput, kUnknownInputNear, id, shortened(id), known).inLayer(layer.id),
                         lineOf(model, i, "inputs", j), childPath(layer.path + ".inputs", j));
        }
    }
}

/// Follows the first remaining input of a remaining layer until a layer comes again.
void reportCycle(const ModelDoc& model, const Index& layers, const std::vector<std::size_t>& order, Problems& problems) {
    std::vector<bool> stuck(model.layers.size(), true);
    for (const auto i : order) stuck[i] = false;
    const auto start = std::ranges::find(stuck, true);
    if (start == stuck.end()) return;
    std::vector<std::size_t> trail;
    std::vector<int> seenAt(model.layers.size(), -1);
    auto at = static_cast<std::size_t>(start - stuck.begin());
    while (seenAt[at] < 0) {
        seenAt[at] = static_cast<int>(trail.size());
        trail.push_back(at);
        for (const auto& id : model.layers[at].inputs) {
            const auto found = layers.find(id);
            if (found == layers.end() || !stuck[found->second]) continue;
            at = found->second;
            break;
        }
    }
    std::vector<std::size_t> cycle(trail.begin() + seenAt[at], trail.end());
    std::ranges::reverse(cycle); // in the direction of the data
    std::rotate(cycle.begin(), std::ranges::min_element(cycle), cycle.end());
    std::string names;
    constexpr std::size_t kMost = 20;
    for (std::size_t k = 0; k < std::min(cycle.size(), kMost); ++k) names += shortened(model.layers[cycle[k]].id) + " -> ";
    if (cycle.size() > kMost) names += ".. (" + std::to_string(cycle.size()) + " layers) -> ";
    const auto& first = model.layers[cycle.front()];
    problems.add(Error(kCycle, {names + shortened(first.id)}).inLayer(first.id), first.line, first.path + ".inputs");
}

void checkOutputs(const ModelDoc& model, const Index& layers, const std::string& path, Problems& problems) {
    const Json* list = model.json.find("outputs");
    const auto known = someIds(model, false);
    std::unordered_set<std::string_view> seen;
    for (std::size_t i = 0; i < model.outputs.size(); ++i) {
        const auto& id = model.outputs[i];
        const int line = list && i < list->items.size() ? list->items[i].line : 0;
        if (!layers.contains(id))
            problems.add(withNearest(kUnknownOutput, kUnknownOutputNear, id, shortened(id), known), line,
                         childPath(childPath(path, "outputs"), i));
        else if (!seen.insert(id).second)
            problems.add(Error(kDoubledOutput, {id}), line, childPath(childPath(path, "outputs"), i));
    }
}

void checkRead(const ModelDoc& model, Problems& problems) {
    std::unordered_set<std::string_view> read(model.outputs.begin(), model.outputs.end());
    for (const auto& layer : model.layers) read.insert(layer.inputs.begin(), layer.inputs.end());
    for (const auto& layer : model.layers)
        if (!read.contains(layer.id)) problems.add(Error(kUnreadLayer, {layer.id}).inLayer(layer.id), layer.line, layer.path);
}

bool hasOwnWeight(const LayerDoc& layer) {
    const LayerSpec* spec = findLayer(layer.type);
    if (!spec || !spec->hasWeight) return false;
    for (const auto* flag : {"affine", "elementwise_affine"})
        if (const auto found = layer.args.find(flag); found != layer.args.end() && found->second == ArgValue(false)) return false;
    return true;
}

std::string shareObstacle(const ModelDoc& model, const Index& layers, const LayerDoc& layer) {
    if (!hasOwnWeight(layer)) return layer.type + " has no weight";
    if (layer.repeat > 1) return "a repeated layer can't share";
    const auto found = layers.find(layer.share);
    if (found == layers.end()) return "there is no such layer";
    const auto& owner = model.layers[found->second];
    if (&owner == &layer) return "that is the layer itself";
    if (!owner.share.empty()) return "that one shares the weight of \"" + owner.share + "\" itself";
    if (owner.repeat > 1) return "that one is repeated";
    if (!hasOwnWeight(owner)) return "a " + owner.type + " has no weight that could be shared";
    return {};
}

void checkShares(const ModelDoc& model, const Index& layers, Problems& problems) {
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        const auto& layer = model.layers[i];
        auto why = layer.share.empty() ? "" : shareObstacle(model, layers, layer);
        if (why.empty()) continue;
        problems.add(Error(kShare, {layer.id, shortened(layer.share), std::move(why)}).inLayer(layer.id), lineOf(model, i, "share"),
                     layer.path + ".share");
    }
}

} // namespace

std::vector<std::size_t> topologicalOrder(const ModelDoc& model) {
    const Index layers = layerIndex(model);
    std::vector<std::vector<std::size_t>> readers(model.layers.size());
    std::vector<std::size_t> waitsFor(model.layers.size(), 0);
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        for (const auto& id : model.layers[i].inputs) {
            const auto found = layers.find(id);
            if (found == layers.end()) continue;
            readers[found->second].push_back(i);
            ++waitsFor[i];
        }
    }
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready; // the earliest in the document first
    for (std::size_t i = 0; i < waitsFor.size(); ++i)
        if (waitsFor[i] == 0) ready.push(i);
    std::vector<std::size_t> order;
    while (!ready.empty()) {
        const auto i = ready.top();
        ready.pop();
        order.push_back(i);
        for (const auto reader : readers[i])
            if (--waitsFor[reader] == 0) ready.push(reader);
    }
    return order;
}

void checkStructure(const ModelDoc& model, const std::string& path, Problems& problems) {
    const Index layers = layerIndex(model);
    checkInputs(model, layers, problems);
    checkOutputs(model, layers, path, problems);
    checkRead(model, problems);
    checkShares(model, layers, problems);
    reportCycle(model, layers, topologicalOrder(model), problems);
}

} // namespace lockstep::spec
