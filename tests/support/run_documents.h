// Small run documents as values, for tests of compile, exec and train.
#pragma once

#include "spec/run_doc.h"

#include <stdexcept>
#include <string>

namespace lockstep::test {

/// A run over synthetic data with this model (JSON text of a whole model document) and extra fields (`"optimizer": {..}, ..`; may be
/// empty).
inline spec::RunDoc runWith(const std::string& model, const std::string& fields = {}, int batch = 6) {
    const std::string text = R"({"format": "lockstep-run/1", "model": )" + model + R"(, "data": {"source": "synthetic", "batch_size": )" +
                             std::to_string(batch) + R"(}, "steps": 3)" + (fields.empty() ? "" : ", " + fields) + "}";
    auto json = spec::parseJson(text, "test.run.json");
    if (!json.ok()) throw std::runtime_error(json.error().message());
    spec::ReadRunOptions options;
    options.file = "test.run.json";
    auto run = spec::readRun(*json, options);
    if (!run.ok()) throw std::runtime_error(run.error().message());
    return *std::move(run);
}

/// Convolutions with BatchNorm, a residual block, both poolings, dropout, two heads over shared features.
inline const char* kSmallCnn = R"({"format": "lockstep-model/1", "name": "small-cnn",
  "inputs": [{"id": "x", "shape": [3, 9, 9], "dtype": "f32"}],
  "layers": [
    {"id": "c1", "type": "Conv2d", "inputs": ["x"], "args": {"out_channels": 5, "kernel_size": 3, "padding": 1}},
    {"id": "b1", "type": "BatchNorm2d", "inputs": ["c1"]},
    {"id": "r1", "type": "ReLU", "inputs": ["b1"]},
    {"id": "block", "type": "ResidualBlock", "inputs": ["r1"], "args": {"out_channels": 5}},
    {"id": "down", "type": "ResidualBlock", "inputs": ["block"], "args": {"out_channels": 7, "stride": 2}},
    {"id": "pool", "type": "MaxPool2d", "inputs": ["down"], "args": {"kernel_size": 2}},
    {"id": "mean", "type": "AdaptiveAvgPool2d", "inputs": ["down"], "args": {"output_size": 1}},
    {"id": "f1", "type": "Flatten", "inputs": ["pool"]},
    {"id": "f2", "type": "Flatten", "inputs": ["mean"]},
    {"id": "cat", "type": "Concat", "inputs": ["f1", "f2"], "args": {"dim": 0}},
    {"id": "drop", "type": "Dropout", "inputs": ["cat"], "args": {"p": 0.3}},
    {"id": "fc1", "type": "Linear", "inputs": ["drop"], "args": {"out_features": 11}},
    {"id": "act", "type": "Tanh", "inputs": ["fc1"]},
    {"id": "ln", "type": "LayerNorm", "inputs": ["act"]},
    {"id": "gelu", "type": "GELU", "inputs": ["ln"]},
    {"id": "head", "type": "Linear", "inputs": ["gelu"], "args": {"out_features": 4}}],
  "outputs": ["head"]})";

inline const char* kSmallMlp = R"({"format": "lockstep-model/1", "name": "mlp",
  "inputs": [{"id": "x", "shape": [7], "dtype": "f32"}],
  "layers": [
    {"id": "a", "type": "Linear", "inputs": ["x"], "args": {"out_features": 13}},
    {"id": "n", "type": "BatchNorm1d", "inputs": ["a"]},
    {"id": "r", "type": "ReLU", "inputs": ["n"]},
    {"id": "same", "type": "Linear", "inputs": ["r"], "args": {"out_features": 13}, "repeat": 3},
    {"id": "tied", "type": "Linear", "inputs": ["same"], "args": {"out_features": 13}, "share": "a2"},
    {"id": "a2", "type": "Linear", "inputs": ["tied"], "args": {"out_features": 13}},
    {"id": "s", "type": "Sigmoid", "inputs": ["a2"]},
    {"id": "m", "type": "Multiply", "inputs": ["s", "r"]},
    {"id": "y", "type": "Linear", "inputs": ["m"], "args": {"out_features": 3, "bias": false}}],
  "outputs": ["y"]})";

/// Two blocks of attention with dropout, as language models have them, over tokens.
inline const char* kSmallGpt = R"({"format": "lockstep-model/1", "name": "gpt",
  "inputs": [{"id": "x", "shape": [6], "dtype": "s64"}],
  "layers": [
    {"id": "emb", "type": "Embedding", "inputs": ["x"], "args": {"num_embeddings": 11, "embedding_dim": 8}},
    {"id": "pos", "type": "PositionEmbedding", "inputs": ["emb"], "args": {"max_len": 6}},
    {"id": "blocks", "type": "TransformerBlock", "inputs": ["pos"], "repeat": 2, "args": {"num_heads": 2, "causal": true, "dropout": 0.1}},
    {"id": "ln", "type": "LayerNorm", "inputs": ["blocks"]},
    {"id": "head", "type": "Linear", "inputs": ["ln"], "args": {"out_features": 11, "bias": false}, "share": "emb"}],
  "outputs": ["head"]})";

inline const char* kSmallLstm = R"({"format": "lockstep-model/1", "name": "lstm",
  "inputs": [{"id": "x", "shape": [5, 4], "dtype": "f32"}],
  "layers": [
    {"id": "rnn", "type": "LSTM", "inputs": ["x"], "args": {"hidden_size": 4}, "repeat": 2},
    {"id": "gate", "type": "GRU", "inputs": ["rnn"], "args": {"hidden_size": 3}},
    {"id": "last", "type": "Select", "inputs": ["gate"], "args": {"dim": 0, "index": -1}},
    {"id": "y", "type": "Linear", "inputs": ["last"], "args": {"out_features": 3}}],
  "outputs": ["y"]})";

} // namespace lockstep::test
