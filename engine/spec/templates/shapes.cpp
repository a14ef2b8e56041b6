// Generated pictures of shapes: ten classes, and by pixel.
#include "spec/templates/texts.h"

namespace lockstep::spec {

const TemplateText kShapesLenet{
    {"shapes-lenet", LOCKSTEP_TR("spec", "Shapes, LeNet"),
     LOCKSTEP_TR(
         "spec",
         "Ten generated shapes in colour, 32x32 pixels, 1,750 to learn from; two convolutions and two linear layers. Reaches about 75 %."),
     TemplateTask::Images},
    R"json({
  "seed": 1,
  "model": {
    "inputs": [{ "id": "x", "shape": [3, 32, 32], "dtype": "f32" }],
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
      { "id": "dropout", "type": "Dropout", "inputs": ["relu3"], "args": { "p": 0.3 } },
      { "id": "fc2", "type": "Linear", "inputs": ["dropout"], "args": { "out_features": 10 } }
    ],
    "outputs": ["fc2"]
  },
  "data": {
    "source": "bundled",
    "name": "shapes",
    "batch_size": 32,
    "shuffle": true,
    "normalize": "standard",
    "augment": [{ "type": "flip" }],
    "split": { "validation": 0.1, "test": 0.2, "shuffle": true }
  },
  "optimizer": { "type": "adamw", "lr": 1e-3 },
  "schedule": { "type": "cosine", "warmup_steps": 50 },
  "epochs": 15
}
)json"};

const TemplateText kShapesMobilenet{{"shapes-mobilenet", LOCKSTEP_TR("spec", "Shapes, MobileNet"),
                                     LOCKSTEP_TR("spec", "Ten generated shapes in colour, 32x32 pixels, 1,750 to learn from; depthwise and "
                                                         "pointwise convolutions in turn, few weights. Reaches about 94 %."),
                                     TemplateTask::Images},
                                    R"json({
  "seed": 1,
  "model": {
    "inputs": [{ "id": "x", "shape": [3, 32, 32], "dtype": "f32" }],
    "layers": [
      { "id": "conv1", "type": "Conv2d", "inputs": ["x"], "args": { "out_channels": 24, "kernel_size": 3, "padding": 1, "bias": false } },
      { "id": "bn1", "type": "BatchNorm2d", "inputs": ["conv1"] },
      { "id": "act1", "type": "ReLU6", "inputs": ["bn1"] },
      { "id": "depth1", "type": "Conv2d", "inputs": ["act1"], "args": { "out_channels": 24, "kernel_size": 3, "stride": 2, "padding": 1, "groups": 24, "bias": false } },
      { "id": "bn1a", "type": "BatchNorm2d", "inputs": ["depth1"] },
      { "id": "act1a", "type": "ReLU6", "inputs": ["bn1a"] },
      { "id": "point1", "type": "Conv2d", "inputs": ["act1a"], "args": { "out_channels": 48, "kernel_size": 1, "bias": false } },
      { "id": "bn1b", "type": "BatchNorm2d", "inputs": ["point1"] },
      { "id": "act1b", "type": "ReLU6", "inputs": ["bn1b"] },
      { "id": "depth2", "type": "Conv2d", "inputs": ["act1b"], "args": { "out_channels": 48, "kernel_size": 3, "stride": 1, "padding": 1, "groups": 48, "bias": false } },
      { "id": "bn2a", "type": "BatchNorm2d", "inputs": ["depth2"] },
      { "id": "act2a", "type": "ReLU6", "inputs": ["bn2a"] },
      { "id": "point2", "type": "Conv2d", "inputs": ["act2a"], "args": { "out_channels": 48, "kernel_size": 1, "bias": false } },
      { "id": "bn2b", "type": "BatchNorm2d", "inputs": ["point2"] },
      { "id": "act2b", "type": "ReLU6", "inputs": ["bn2b"] },
      { "id": "depth3", "type": "Conv2d", "inputs": ["act2b"], "args": { "out_channels": 48, "kernel_size": 3, "stride": 2, "padding": 1, "groups": 48, "bias": false } },
      { "id": "bn3a", "type": "BatchNorm2d", "inputs": ["depth3"] },
      { "id": "act3a", "type": "ReLU6", "inputs": ["bn3a"] },
      { "id": "point3", "type": "Conv2d", "inputs": ["act3a"], "args": { "out_channels": 96, "kernel_size": 1, "bias": false } },
      { "id": "bn3b", "type": "BatchNorm2d", "inputs": ["point3"] },
      { "id": "act3b", "type": "ReLU6", "inputs": ["bn3b"] },
      { "id": "depth4", "type": "Conv2d", "inputs": ["act3b"], "args": { "out_channels": 96, "kernel_size": 3, "stride": 1, "padding": 1, "groups": 96, "bias": false } },
      { "id": "bn4a", "type": "BatchNorm2d", "inputs": ["depth4"] },
      { "id": "act4a", "type": "ReLU6", "inputs": ["bn4a"] },
      { "id": "point4", "type": "Conv2d", "inputs": ["act4a"], "args": { "out_channels": 96, "kernel_size": 1, "bias": false } },
      { "id": "bn4b", "type": "BatchNorm2d", "inputs": ["point4"] },
      { "id": "act4b", "type": "ReLU6", "inputs": ["bn4b"] },
      { "id": "depth5", "type": "Conv2d", "inputs": ["act4b"], "args": { "out_channels": 96, "kernel_size": 3, "stride": 2, "padding": 1, "groups": 96, "bias": false } },
      { "id": "bn5a", "type": "BatchNorm2d", "inputs": ["depth5"] },
      { "id": "act5a", "type": "ReLU6", "inputs": ["bn5a"] },
      { "id": "point5", "type": "Conv2d", "inputs": ["act5a"], "args": { "out_channels": 160, "kernel_size": 1, "bias": false } },
      { "id": "bn5b", "type": "BatchNorm2d", "inputs": ["point5"] },
      { "id": "act5b", "type": "ReLU6", "inputs": ["bn5b"] },
      { "id": "depth6", "type": "Conv2d", "inputs": ["act5b"], "args": { "out_channels": 160, "kernel_size": 3, "stride": 1, "padding": 1, "groups": 160, "bias": false } },
      { "id": "bn6a", "type": "BatchNorm2d", "inputs": ["depth6"] },
      { "id": "act6a", "type": "ReLU6", "inputs": ["bn6a"] },
      { "id": "point6", "type": "Conv2d", "inputs": ["act6a"], "args": { "out_channels": 160, "kernel_size": 1, "bias": false } },
      { "id": "bn6b", "type": "BatchNorm2d", "inputs": ["point6"] },
      { "id": "act6b", "type": "ReLU6", "inputs": ["bn6b"] },
      { "id": "pool", "type": "AdaptiveAvgPool2d", "inputs": ["act6b"], "args": { "output_size": 1 } },
      { "id": "flatten", "type": "Flatten", "inputs": ["pool"] },
      { "id": "fc", "type": "Linear", "inputs": ["flatten"], "args": { "out_features": 10 } }
    ],
    "outputs": ["fc"]
  },
  "data": {
    "source": "bundled",
    "name": "shapes",
    "batch_size": 64,
    "shuffle": true,
    "normalize": "unit",
    "augment": [{ "type": "flip" }, { "type": "crop", "padding": 4 }],
    "split": { "validation": 0.1, "test": 0.2, "shuffle": true }
  },
  "optimizer": { "type": "adamw", "lr": 4e-3, "weight_decay": 0.05 },
  "schedule": { "type": "cosine", "warmup_steps": 50 },
  "epochs": 20
}
)json"};

} // namespace lockstep::spec
