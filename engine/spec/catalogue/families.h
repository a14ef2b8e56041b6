// The families of the catalogue, and short ways to write an argument. Not for other rooms.
#pragma once

#include "spec/catalogue.h"
#include "spec/reader.h"

namespace lockstep::spec {

void addLinear(std::vector<LayerSpec>& out);
void addConvolution(std::vector<LayerSpec>& out);
void addPooling(std::vector<LayerSpec>& out);
void addNormalisation(std::vector<LayerSpec>& out);
void addActivation(std::vector<LayerSpec>& out);
void addRegularisation(std::vector<LayerSpec>& out);
void addShape(std::vector<LayerSpec>& out);
void addCombine(std::vector<LayerSpec>& out);
void addComposite(std::vector<LayerSpec>& out);
void addSequence(std::vector<LayerSpec>& out);
void addAttention(std::vector<LayerSpec>& out);
void addEmbedding(std::vector<LayerSpec>& out);

namespace arg {

ArgSpec needInt(std::string_view name, std::string_view help, Range range = kPositive);
ArgSpec integer(std::string_view name, std::int64_t fallback, std::string_view help, Range range = kCount);
/// Null unless given.
ArgSpec maybeInt(std::string_view name, std::string_view help, Range range);
ArgSpec number(std::string_view name, double fallback, std::string_view help, Range range = {});
ArgSpec flag(std::string_view name, bool fallback, std::string_view help);
ArgSpec choice(std::string_view name, std::vector<std::string_view> choices, std::string_view help);
ArgSpec needPair(std::string_view name, std::string_view help);
ArgSpec pair(std::string_view name, std::int64_t fallback, std::string_view help, Range range = kPositive);
ArgSpec needList(std::string_view name, std::string_view help, Range range);

/// A dimension counted without the batch; negative from the end.
inline constexpr Range kDimension{-8, 7};

} // namespace arg
} // namespace lockstep::spec
