// The documents' keys as a page for people: docs/formats.md is this text (tests/spec/manual_test.cpp), `lockstep formats` prints it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::spec {

/// All texts of values are JSON.
struct KeyRow {
    std::string_view key;
    std::string_view type;     ///< in words, with what is allowed
    std::string_view fallback; ///< the default; empty: required, or said in `meaning`
    std::string_view example;
    std::string_view meaning;
};

/// The keys of one object of the documents.
struct KeySection {
    std::string_view title;
    std::string_view place;   ///< path of the object, in the model document (`Model..`) or the run document; empty: the document itself
    std::string_view example; ///< a whole object in which each row's example may stand
    std::vector<KeyRow> rows;
};

std::span<const KeySection> modelKeys();
std::span<const KeySection> runKeys();

/// All of it as Markdown, layers as the catalogue has them.
std::string formatManual();
/// A layer with what it needs, as in `layers`, reading `inputs`.
std::string layerExample(std::string_view type, const std::vector<std::string>& inputs);

} // namespace lockstep::spec
