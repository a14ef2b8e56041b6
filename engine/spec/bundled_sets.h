// The data sets that come with the program (`data.source` "bundled", `data.name`), and what is said of them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace lockstep::spec {

struct BundledSet {
    std::string_view name;                      ///< in documents; the file is resources/data/NAME.npz
    std::string_view title;                     ///< for people
    std::vector<std::string_view> classes = {}; ///< by id; empty: the targets are no classes
};

std::span<const BundledSet> bundledSets();
/// Null: there is none of that name.
const BundledSet* bundledSet(std::string_view name);

} // namespace lockstep::spec
