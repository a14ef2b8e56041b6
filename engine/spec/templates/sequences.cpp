// Generated sequences: payments and spoken words.
#include "spec/templates/texts.h"

namespace lockstep::spec {

const TemplateText kFraudLstm{{"fraud-lstm", LOCKSTEP_TR("spec", "Fraud in payments, LSTM"),
                               LOCKSTEP_TR("spec", "6,000 generated accounts of 32 payments each, one in 26 taken over; classes are drawn "
                                                   "equally often. Judged by the area under the ROC curve: about 0.89."),
                               TemplateTask::Sequences},
                              R"json({
  "seed": 1,
  "model": {
    "inputs": [{ "id": "payments", "shape": [32, 10], "dtype": "f32" }],
    "layers": [
      { "id": "rnn", "type": "LSTM", "inputs": ["payments"], "args": { "hidden_size": 32 } },
      { "id": "last", "type": "Select", "inputs": ["rnn"], "args": { "dim": 0, "index": -1 } },
      { "id": "head", "type": "Linear", "inputs": ["last"], "args": { "out_features": 2 } }
    ],
    "outputs": ["head"]
  },
  "data": {
    "source": "bundled",
    "name": "transactions",
    "batch_size": 64,
    "shuffle": true,
    "normalize": "standard",
    "sampling": "balanced",
    "split": { "validation": 0.1, "test": 0.2, "shuffle": true }
  },
  "metrics": ["auc", "accuracy"],
  "optimizer": { "type": "adamw", "lr": 1e-3, "weight_decay": 0.1 },
  "schedule": { "type": "cosine", "warmup_steps": 50 },
  "clip_grad_norm": 1.0,
  "evaluate_every": 100,
  "steps": 400
}
)json"};

const TemplateText kCommandsGru{
    {"commands-gru", LOCKSTEP_TR("spec", "Spoken commands, GRU"),
     LOCKSTEP_TR("spec", "Eight words by generated voices, 1,120 waves to learn from; 1-D convolutions and a GRU. Reaches about 99 %."),
     TemplateTask::Sequences},
    R"json({
  "seed": 1,
  "model": {
    "inputs": [{ "id": "wave", "shape": [1, 1024], "dtype": "f32" }],
    "layers": [
      { "id": "conv1", "type": "Conv1d", "inputs": ["wave"], "args": { "out_channels": 32, "kernel_size": 32, "stride": 4, "padding": 16, "bias": false } },
      { "id": "bn1", "type": "BatchNorm1d", "inputs": ["conv1"] },
      { "id": "relu1", "type": "ReLU", "inputs": ["bn1"] },
      { "id": "conv2", "type": "Conv1d", "inputs": ["relu1"], "args": { "out_channels": 64, "kernel_size": 8, "stride": 4, "padding": 2, "bias": false } },
      { "id": "bn2", "type": "BatchNorm1d", "inputs": ["conv2"] },
      { "id": "relu2", "type": "ReLU", "inputs": ["bn2"] },
      { "id": "conv3", "type": "Conv1d", "inputs": ["relu2"], "args": { "out_channels": 64, "kernel_size": 5, "stride": 2, "padding": 2, "bias": false } },
      { "id": "bn3", "type": "BatchNorm1d", "inputs": ["conv3"] },
      { "id": "relu3", "type": "ReLU", "inputs": ["bn3"] },
      { "id": "steps", "type": "Permute", "inputs": ["relu3"], "args": { "dims": [1, 0] } },
      { "id": "rnn", "type": "GRU", "inputs": ["steps"], "args": { "hidden_size": 64 } },
      { "id": "mean", "type": "Mean", "inputs": ["rnn"], "args": { "dim": 0 } },
      { "id": "dropout", "type": "Dropout", "inputs": ["mean"], "args": { "p": 0.3 } },
      { "id": "head", "type": "Linear", "inputs": ["dropout"], "args": { "out_features": 8 } }
    ],
    "outputs": ["head"]
  },
  "data": {
    "source": "bundled",
    "name": "commands",
    "batch_size": 32,
    "shuffle": true,
    "normalize": "unit",
    "split": { "validation": 0.1, "test": 0.2, "shuffle": true }
  },
  "optimizer": { "type": "adamw", "lr": 2e-3, "weight_decay": 0.05 },
  "schedule": { "type": "cosine", "warmup_steps": 50 },
  "clip_grad_norm": 1.0,
  "epochs": 30
}
)json"};

} // namespace lockstep::spec
