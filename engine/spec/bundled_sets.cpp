#include "spec/bundled_sets.h"

#include "base/error.h"

#include <algorithm>

namespace lockstep::spec {

std::span<const BundledSet> bundledSets() {
    static const std::vector<BundledSet> kSets = {
        {"digits", LOCKSTEP_TR("spec", "Digits, 8×8 pixels"), {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}},
        {"breast_cancer", LOCKSTEP_TR("spec", "Breast cancer, 30 features"), {"malignant", "benign"}},
        {"homes", LOCKSTEP_TR("spec", "Homes and their prices, 9 features")},
        {"shapes",
         LOCKSTEP_TR("spec", "Shapes, 32×32 pixels in colour"),
         {"circle", "ring", "square", "triangle", "cross", "star", "crescent", "hexagon", "bar", "heart"}},
        {"scenes", LOCKSTEP_TR("spec", "Scenes of shapes, a class a pixel"), {"background", "circle", "square", "triangle"}},
        {"transactions", LOCKSTEP_TR("spec", "Card payments, 32 in a row"), {"honest", "fraud"}},
        {"commands",
         LOCKSTEP_TR("spec", "Spoken commands, artificial voices"),
         {"yes", "no", "up", "down", "left", "right", "stop", "go"}}};
    return kSets;
}

const BundledSet* bundledSet(std::string_view name) {
    const auto sets = bundledSets();
    const auto found = std::ranges::find(sets, name, &BundledSet::name);
    return found == sets.end() ? nullptr : &*found;
}

} // namespace lockstep::spec
