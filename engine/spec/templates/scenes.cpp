// Generated scenes of shapes, a class for every pixel.
#include "spec/templates/texts.h"

namespace lockstep::spec {

const TemplateText kScenesUnet{{"scenes-unet", LOCKSTEP_TR("spec", "Segmentation, U-Net"),
                                LOCKSTEP_TR("spec", "Circles, squares and triangles before each other, 840 generated scenes of 32x32 "
                                                    "pixels; each pixel gets its class. Reaches a mean overlap (IoU) of about 0.78."),
                                TemplateTask::Images},
                               R"json({
  "seed": 1,
  "model": {
    "inputs": [{ "id": "x", "shape": [3, 32, 32], "dtype": "f32" }],
    "layers": [
      { "id": "fine_conv1", "type": "Conv2d", "inputs": ["x"], "args": { "out_channels": 16, "kernel_size": 3, "padding": 1, "bias": false } },
      { "id": "fine_bn1", "type": "BatchNorm2d", "inputs": ["fine_conv1"] },
      { "id": "fine_relu1", "type": "ReLU", "inputs": ["fine_bn1"] },
      { "id": "fine_conv2", "type": "Conv2d", "inputs": ["fine_relu1"], "args": { "out_channels": 16, "kernel_size": 3, "padding": 1, "bias": false } },
      { "id": "fine_bn2", "type": "BatchNorm2d", "inputs": ["fine_conv2"] },
      { "id": "fine", "type": "ReLU", "inputs": ["fine_bn2"] },
      { "id": "down1", "type": "MaxPool2d", "inputs": ["fine"], "args": { "kernel_size": 2 } },
      { "id": "middle_conv1", "type": "Conv2d", "inputs": ["down1"], "args": { "out_channels": 32, "kernel_size": 3, "padding": 1, "bias": false } },
      { "id": "middle_bn1", "type": "BatchNorm2d", "inputs": ["middle_conv1"] },
      { "id": "middle_relu1", "type": "ReLU", "inputs": ["middle_bn1"] },
      { "id": "middle_conv2", "type": "Conv2d", "inputs": ["middle_relu1"], "args": { "out_channels": 32, "kernel_size": 3, "padding": 1, "bias": false } },
      { "id": "middle_bn2", "type": "BatchNorm2d", "inputs": ["middle_conv2"] },
      { "id": "middle", "type": "ReLU", "inputs": ["middle_bn2"] },
      { "id": "down2", "type": "MaxPool2d", "inputs": ["middle"], "args": { "kernel_size": 2 } },
      { "id": "coarse_conv1", "type": "Conv2d", "inputs": ["down2"], "args": { "out_channels": 64, "kernel_size": 3, "padding": 1, "bias": false } },
      { "id": "coarse_bn1", "type": "BatchNorm2d", "inputs": ["coarse_conv1"] },
      { "id": "coarse_relu1", "type": "ReLU", "inputs": ["coarse_bn1"] },
      { "id": "coarse_conv2", "type": "Conv2d", "inputs": ["coarse_relu1"], "args": { "out_channels": 64, "kernel_size": 3, "padding": 1, "bias": false } },
      { "id": "coarse_bn2", "type": "BatchNorm2d", "inputs": ["coarse_conv2"] },
      { "id": "coarse", "type": "ReLU", "inputs": ["coarse_bn2"] },
      { "id": "up1", "type": "ConvTranspose2d", "inputs": ["coarse"], "args": { "out_channels": 32, "kernel_size": 2, "stride": 2 } },
      { "id": "join1", "type": "Concat", "inputs": ["up1", "middle"], "args": { "dim": 0 } },
      { "id": "back1_conv1", "type": "Conv2d", "inputs": ["join1"], "args": { "out_channels": 32, "kernel_size": 3, "padding": 1, "bias": false } },
      { "id": "back1_bn1", "type": "BatchNorm2d", "inputs": ["back1_conv1"] },
      { "id": "back1_relu1", "type": "ReLU", "inputs": ["back1_bn1"] },
      { "id": "back1_conv2", "type": "Conv2d", "inputs": ["back1_relu1"], "args": { "out_channels": 32, "kernel_size": 3, "padding": 1, "bias": false } },
      { "id": "back1_bn2", "type": "BatchNorm2d", "inputs": ["back1_conv2"] },
      { "id": "back1", "type": "ReLU", "inputs": ["back1_bn2"] },
      { "id": "up2", "type": "ConvTranspose2d", "inputs": ["back1"], "args": { "out_channels": 16, "kernel_size": 2, "stride": 2 } },
      { "id": "join2", "type": "Concat", "inputs": ["up2", "fine"], "args": { "dim": 0 } },
      { "id": "back2_conv1", "type": "Conv2d", "inputs": ["join2"], "args": { "out_channels": 16, "kernel_size": 3, "padding": 1, "bias": false } },
      { "id": "back2_bn1", "type": "BatchNorm2d", "inputs": ["back2_conv1"] },
      { "id": "back2_relu1", "type": "ReLU", "inputs": ["back2_bn1"] },
      { "id": "back2_conv2", "type": "Conv2d", "inputs": ["back2_relu1"], "args": { "out_channels": 16, "kernel_size": 3, "padding": 1, "bias": false } },
      { "id": "back2_bn2", "type": "BatchNorm2d", "inputs": ["back2_conv2"] },
      { "id": "back2", "type": "ReLU", "inputs": ["back2_bn2"] },
      { "id": "classes", "type": "Conv2d", "inputs": ["back2"], "args": { "out_channels": 4, "kernel_size": 1 } }
    ],
    "outputs": ["classes"]
  },
  "data": {
    "source": "bundled",
    "name": "scenes",
    "batch_size": 16,
    "shuffle": true,
    "normalize": "unit",
    "split": { "validation": 0.1, "test": 0.2, "shuffle": true }
  },
  "metrics": ["mean_iou", "accuracy"],
  "optimizer": { "type": "adamw", "lr": 3e-3 },
  "schedule": { "type": "cosine", "warmup_steps": 50 },
  "epochs": 15
}
)json"};

} // namespace lockstep::spec
