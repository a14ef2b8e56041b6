// The bundled handwritten digits: 8x8 pixels, ten classes.
#include "spec/templates/texts.h"

namespace lockstep::spec {

const TemplateText kDigitsMlp{
    {"digits-mlp", LOCKSTEP_TR("spec", "Digits, fully connected"),
     LOCKSTEP_TR("spec", "Handwritten digits of 8x8 pixels, two hidden layers of 256. Reaches about 98 % within seconds."),
     TemplateTask::Images},
    R"json({
  "seed": 1,
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
  "data": {
    "source": "bundled",
    "name": "digits",
    "batch_size": 64,
    "shuffle": true,
    "split": { "validation": 0.1, "test": 0.2, "shuffle": true }
  },
  "loss": { "type": "cross_entropy", "label_smoothing": 0.1 },
  "optimizer": { "type": "adamw", "lr": 2e-3, "weight_decay": 0.05 },
  "schedule": { "type": "cosine", "warmup_steps": 20 },
  "epochs": 40
}
)json"};

const TemplateText kDigitsCnn{
    {"digits-cnn", LOCKSTEP_TR("spec", "Digits, convolutional"),
     LOCKSTEP_TR("spec",
                 "Handwritten digits of 8x8 pixels, three convolutions with BatchNorm. Reaches about 99 % in less than half a minute."),
     TemplateTask::Images},
    R"json({
  "seed": 1,
  "model": {
    "inputs": [{ "id": "x", "shape": [1, 8, 8], "dtype": "f32" }],
    "layers": [
      { "id": "conv1", "type": "Conv2d", "inputs": ["x"], "args": { "out_channels": 32, "kernel_size": 3, "padding": 1, "bias": false } },
      { "id": "bn1", "type": "BatchNorm2d", "inputs": ["conv1"] },
      { "id": "relu1", "type": "ReLU", "inputs": ["bn1"] },
      { "id": "conv2", "type": "Conv2d", "inputs": ["relu1"], "args": { "out_channels": 64, "kernel_size": 3, "padding": 1, "bias": false } },
      { "id": "bn2", "type": "BatchNorm2d", "inputs": ["conv2"] },
      { "id": "relu2", "type": "ReLU", "inputs": ["bn2"] },
      { "id": "pool1", "type": "MaxPool2d", "inputs": ["relu2"], "args": { "kernel_size": 2 } },
      { "id": "conv3", "type": "Conv2d", "inputs": ["pool1"], "args": { "out_channels": 64, "kernel_size": 3, "padding": 1, "bias": false } },
      { "id": "bn3", "type": "BatchNorm2d", "inputs": ["conv3"] },
      { "id": "relu3", "type": "ReLU", "inputs": ["bn3"] },
      { "id": "pool2", "type": "MaxPool2d", "inputs": ["relu3"], "args": { "kernel_size": 2 } },
      { "id": "flatten", "type": "Flatten", "inputs": ["pool2"] },
      { "id": "dropout", "type": "Dropout", "inputs": ["flatten"], "args": { "p": 0.3 } },
      { "id": "fc1", "type": "Linear", "inputs": ["dropout"], "args": { "out_features": 10 } }
    ],
    "outputs": ["fc1"]
  },
  "data": {
    "source": "bundled",
    "name": "digits",
    "batch_size": 64,
    "shuffle": true,
    "split": { "validation": 0.1, "test": 0.2, "shuffle": true }
  },
  "optimizer": { "type": "adamw", "lr": 2e-3 },
  "schedule": { "type": "cosine", "warmup_steps": 40 },
  "epochs": 30
}
)json"};

} // namespace lockstep::spec
