// The models on which speed is quoted (WORKLOADS.md), on synthetic data.
#include "spec/templates/texts.h"

namespace lockstep::spec {

const TemplateText kMlp{
    {"mlp", LOCKSTEP_TR("spec", "Speed: small MLP"), LOCKSTEP_TR("spec", "64-256-256-10 on synthetic data, batch 128; 85,002 parameters.")},
    R"json({
  "model": {
    "inputs": [{ "id": "x", "shape": [64], "dtype": "f32" }],
    "layers": [
      { "id": "fc1", "type": "Linear", "inputs": ["x"], "args": { "out_features": 256 } },
      { "id": "relu1", "type": "ReLU", "inputs": ["fc1"] },
      { "id": "fc2", "type": "Linear", "inputs": ["relu1"], "args": { "out_features": 256 } },
      { "id": "relu2", "type": "ReLU", "inputs": ["fc2"] },
      { "id": "fc3", "type": "Linear", "inputs": ["relu2"], "args": { "out_features": 10 } }
    ],
    "outputs": ["fc3"]
  },
  "data": { "source": "synthetic", "batch_size": 128 },
  "optimizer": { "type": "adamw", "lr": 1e-3 },
  "steps": 1000
}
)json"};

const TemplateText kMlpWide{{"mlp-wide", LOCKSTEP_TR("spec", "Speed: wide MLP"),
                             LOCKSTEP_TR("spec", "1024-4096-4096-4096-1000 on synthetic data, batch 256; 41.9 million parameters.")},
                            R"json({
  "model": {
    "inputs": [{ "id": "x", "shape": [1024], "dtype": "f32" }],
    "layers": [
      { "id": "fc1", "type": "Linear", "inputs": ["x"], "args": { "out_features": 4096 } },
      { "id": "relu1", "type": "ReLU", "inputs": ["fc1"] },
      { "id": "fc2", "type": "Linear", "inputs": ["relu1"], "args": { "out_features": 4096 } },
      { "id": "relu2", "type": "ReLU", "inputs": ["fc2"] },
      { "id": "fc3", "type": "Linear", "inputs": ["relu2"], "args": { "out_features": 4096 } },
      { "id": "relu3", "type": "ReLU", "inputs": ["fc3"] },
      { "id": "fc4", "type": "Linear", "inputs": ["relu3"], "args": { "out_features": 1000 } }
    ],
    "outputs": ["fc4"]
  },
  "data": { "source": "synthetic", "batch_size": 256 },
  "optimizer": { "type": "adamw", "lr": 1e-3 },
  "steps": 50
}
)json"};

const TemplateText kLenet{{"lenet", LOCKSTEP_TR("spec", "Speed: LeNet"),
                           LOCKSTEP_TR("spec", "Two convolutions and two linear layers on 28x28 images, batch 128.")},
                          R"json({
  "model": {
    "inputs": [{ "id": "x", "shape": [1, 28, 28], "dtype": "f32" }],
    "layers": [
      { "id": "conv1", "type": "Conv2d", "inputs": ["x"], "args": { "out_channels": 32, "kernel_size": 3, "padding": 1 } },
      { "id": "relu1", "type": "ReLU", "inputs": ["conv1"] },
      { "id": "pool1", "type": "MaxPool2d", "inputs": ["relu1"], "args": { "kernel_size": 2 } },
      { "id": "conv2", "type": "Conv2d", "inputs": ["pool1"], "args": { "out_channels": 64, "kernel_size": 3, "padding": 1 } },
      { "id": "relu2", "type": "ReLU", "inputs": ["conv2"] },
      { "id": "pool2", "type": "MaxPool2d", "inputs": ["relu2"], "args": { "kernel_size": 2 } },
      { "id": "flatten", "type": "Flatten", "inputs": ["pool2"] },
      { "id": "fc1", "type": "Linear", "inputs": ["flatten"], "args": { "out_features": 128 } },
      { "id": "relu3", "type": "ReLU", "inputs": ["fc1"] },
      { "id": "fc2", "type": "Linear", "inputs": ["relu3"], "args": { "out_features": 10 } }
    ],
    "outputs": ["fc2"]
  },
  "data": { "source": "synthetic", "batch_size": 128 },
  "optimizer": { "type": "adamw", "lr": 1e-3 },
  "steps": 300
}
)json"};

const TemplateText kResnet20{{"resnet20", LOCKSTEP_TR("spec", "Speed: ResNet-20"),
                              LOCKSTEP_TR("spec", "The CIFAR ResNet with nine residual blocks on 32x32 images, batch 128.")},
                             R"json({
  "model": {
    "inputs": [{ "id": "x", "shape": [3, 32, 32], "dtype": "f32" }],
    "layers": [
      { "id": "conv1", "type": "Conv2d", "inputs": ["x"], "args": { "out_channels": 16, "kernel_size": 3, "padding": 1, "bias": false } },
      { "id": "bn1", "type": "BatchNorm2d", "inputs": ["conv1"] },
      { "id": "relu1", "type": "ReLU", "inputs": ["bn1"] },
      { "id": "stage1", "type": "ResidualBlock", "inputs": ["relu1"], "args": { "out_channels": 16 }, "repeat": 3 },
      { "id": "down2", "type": "ResidualBlock", "inputs": ["stage1"], "args": { "out_channels": 32, "stride": 2 } },
      { "id": "stage2", "type": "ResidualBlock", "inputs": ["down2"], "args": { "out_channels": 32 }, "repeat": 2 },
      { "id": "down3", "type": "ResidualBlock", "inputs": ["stage2"], "args": { "out_channels": 64, "stride": 2 } },
      { "id": "stage3", "type": "ResidualBlock", "inputs": ["down3"], "args": { "out_channels": 64 }, "repeat": 2 },
      { "id": "pool", "type": "AdaptiveAvgPool2d", "inputs": ["stage3"], "args": { "output_size": 1 } },
      { "id": "flatten", "type": "Flatten", "inputs": ["pool"] },
      { "id": "fc", "type": "Linear", "inputs": ["flatten"], "args": { "out_features": 10 } }
    ],
    "outputs": ["fc"]
  },
  "data": { "source": "synthetic", "batch_size": 128 },
  "optimizer": { "type": "adamw", "lr": 1e-3 },
  "steps": 100
}
)json"};

const TemplateText kLstm{
    {"lstm", LOCKSTEP_TR("spec", "Speed: LSTM"),
     LOCKSTEP_TR("spec", "Two LSTM layers of width 256 over 64 steps of 32 synthetic numbers, batch 64; 823,810 parameters.")},
    R"json({
  "model": {
    "inputs": [{ "id": "x", "shape": [64, 32], "dtype": "f32" }],
    "layers": [
      { "id": "rnn", "type": "LSTM", "inputs": ["x"], "args": { "hidden_size": 256, "num_layers": 2 } },
      { "id": "last", "type": "Select", "inputs": ["rnn"], "args": { "dim": 0, "index": -1 } },
      { "id": "head", "type": "Linear", "inputs": ["last"], "args": { "out_features": 2 } }
    ],
    "outputs": ["head"]
  },
  "data": { "source": "synthetic", "batch_size": 64 },
  "optimizer": { "type": "adamw", "lr": 1e-3 },
  "steps": 100
}
)json"};

const TemplateText kVitTiny{
    {"vit-tiny", LOCKSTEP_TR("spec", "Speed: vision transformer"),
     LOCKSTEP_TR("spec", "Patches of 4x4, six blocks of width 192 on synthetic 32x32 images, batch 64; 2.7 million parameters.")},
    R"json({
  "model": {
    "inputs": [{ "id": "x", "shape": [3, 32, 32], "dtype": "f32" }],
    "layers": [
      { "id": "patch", "type": "PatchEmbed", "inputs": ["x"], "args": { "patch_size": 4, "embed_dim": 192 } },
      { "id": "pos", "type": "PositionEmbedding", "inputs": ["patch"], "args": { "max_len": 64 } },
      { "id": "block", "type": "TransformerBlock", "inputs": ["pos"], "args": { "num_heads": 3 }, "repeat": 6 },
      { "id": "norm", "type": "LayerNorm", "inputs": ["block"] },
      { "id": "pool", "type": "Mean", "inputs": ["norm"], "args": { "dim": 0 } },
      { "id": "head", "type": "Linear", "inputs": ["pool"], "args": { "out_features": 10 } }
    ],
    "outputs": ["head"]
  },
  "data": { "source": "synthetic", "batch_size": 64 },
  "optimizer": { "type": "adamw", "lr": 1e-3 },
  "steps": 50
}
)json"};

const TemplateText kGptChar{
    {"gpt-char", LOCKSTEP_TR("spec", "Speed: character GPT"),
     LOCKSTEP_TR("spec", "Six causal blocks of width 384, 256 synthetic tokens of 65, batch 16; 10.8 million parameters.")},
    R"json({
  "model": {
    "inputs": [{ "id": "tokens", "shape": [256], "dtype": "s64" }],
    "init": { "type": "normal", "std": 0.02 },
    "layers": [
      { "id": "tok", "type": "Embedding", "inputs": ["tokens"], "args": { "num_embeddings": 65, "embedding_dim": 384 } },
      { "id": "pos", "type": "PositionEmbedding", "inputs": ["tok"], "args": { "max_len": 256 } },
      { "id": "block", "type": "TransformerBlock", "inputs": ["pos"], "args": { "num_heads": 6, "causal": true }, "repeat": 6 },
      { "id": "norm", "type": "LayerNorm", "inputs": ["block"] },
      { "id": "head", "type": "Linear", "inputs": ["norm"], "args": { "out_features": 65, "bias": false }, "share": "tok" }
    ],
    "outputs": ["head"]
  },
  "data": { "source": "synthetic", "batch_size": 16 },
  "optimizer": { "type": "adamw", "lr": 1e-3 },
  "steps": 20
}
)json"};

const TemplateText kGpt2{
    {"gpt2-124m", LOCKSTEP_TR("spec", "Speed: GPT-2 small"),
     LOCKSTEP_TR("spec", "Twelve causal blocks of width 768, 1024 synthetic tokens of 50257, batch 1; 124.4 million parameters.")},
    R"json({
  "model": {
    "inputs": [{ "id": "tokens", "shape": [1024], "dtype": "s64" }],
    "init": { "type": "normal", "std": 0.02 },
    "layers": [
      { "id": "tok", "type": "Embedding", "inputs": ["tokens"], "args": { "num_embeddings": 50257, "embedding_dim": 768 } },
      { "id": "pos", "type": "PositionEmbedding", "inputs": ["tok"], "args": { "max_len": 1024 } },
      { "id": "block", "type": "TransformerBlock", "inputs": ["pos"], "args": { "num_heads": 12, "causal": true }, "repeat": 12 },
      { "id": "norm", "type": "LayerNorm", "inputs": ["block"] },
      { "id": "head", "type": "Linear", "inputs": ["norm"], "args": { "out_features": 50257, "bias": false }, "share": "tok" }
    ],
    "outputs": ["head"]
  },
  "data": { "source": "synthetic", "batch_size": 1 },
  "optimizer": { "type": "adamw", "lr": 1e-3 },
  "steps": 10
}
)json"};

} // namespace lockstep::spec
