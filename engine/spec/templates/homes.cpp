// A generated table of homes: nine features, a price.
#include "spec/templates/texts.h"

namespace lockstep::spec {

const TemplateText kHomes{{"homes", LOCKSTEP_TR("spec", "Prices of homes, a table"),
                           LOCKSTEP_TR("spec", "2,100 of 3,000 generated homes with nine figures each; a small network predicts the price. "
                                               "Reaches a deviation of about 0.20; 0.15 is chance that no model can know."),
                           TemplateTask::Tables},
                          R"json({
  "seed": 1,
  "model": {
    "inputs": [{ "id": "x", "shape": [9], "dtype": "f32" }],
    "layers": [
      { "id": "fc1", "type": "Linear", "inputs": ["x"], "args": { "out_features": 64 } },
      { "id": "act1", "type": "SiLU", "inputs": ["fc1"] },
      { "id": "fc2", "type": "Linear", "inputs": ["act1"], "args": { "out_features": 64 } },
      { "id": "act2", "type": "SiLU", "inputs": ["fc2"] },
      { "id": "price", "type": "Linear", "inputs": ["act2"], "args": { "out_features": 1 } }
    ],
    "outputs": ["price"]
  },
  "data": {
    "source": "bundled",
    "name": "homes",
    "batch_size": 64,
    "shuffle": true,
    "normalize": "standard",
    "split": { "validation": 0.1, "test": 0.2, "shuffle": true }
  },
  "loss": { "type": "mse" },
  "metrics": ["mae", "rmse"],
  "optimizer": { "type": "adamw", "lr": 3e-3, "weight_decay": 0.02 },
  "schedule": { "type": "cosine", "warmup_steps": 50 },
  "epochs": 60
}
)json"};

} // namespace lockstep::spec
