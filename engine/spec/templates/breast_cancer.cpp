// The bundled Wisconsin breast-cancer table: 30 features, two classes.
#include "spec/templates/texts.h"

namespace lockstep::spec {

const TemplateText kBreastCancer{
    {"breast-cancer", LOCKSTEP_TR("spec", "Breast cancer, a table"),
     LOCKSTEP_TR("spec", "569 rows of 30 measurements, benign or malignant; a small network on standardised columns. Reaches about 97 %."),
     TemplateTask::Tables},
    R"json({
  "seed": 1,
  "model": {
    "inputs": [{ "id": "x", "shape": [30], "dtype": "f32" }],
    "layers": [
      { "id": "fc1", "type": "Linear", "inputs": ["x"], "args": { "out_features": 32 } },
      { "id": "relu1", "type": "ReLU", "inputs": ["fc1"] },
      { "id": "dropout", "type": "Dropout", "inputs": ["relu1"], "args": { "p": 0.2 } },
      { "id": "fc2", "type": "Linear", "inputs": ["dropout"], "args": { "out_features": 16 } },
      { "id": "relu2", "type": "ReLU", "inputs": ["fc2"] },
      { "id": "fc3", "type": "Linear", "inputs": ["relu2"], "args": { "out_features": 2 } }
    ],
    "outputs": ["fc3"]
  },
  "data": {
    "source": "bundled",
    "name": "breast_cancer",
    "batch_size": 32,
    "shuffle": true,
    "normalize": "standard",
    "split": { "validation": 0.1, "test": 0.2, "shuffle": true }
  },
  "optimizer": { "type": "adamw", "lr": 2e-3, "weight_decay": 0.02 },
  "schedule": { "type": "cosine", "warmup_steps": 10 },
  "epochs": 40
}
)json"};

} // namespace lockstep::spec
