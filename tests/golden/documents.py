"""The run documents of the goldens: small networks that together use every layer, loss, optimizer and schedule."""

import dataclasses
from collections.abc import Callable

import numpy as np


@dataclasses.dataclass
class Golden:
    """One document and the rule that makes its data; `inputs` maps ids to shapes without the batch."""

    name: str
    inputs: dict[str, list[int]]
    layers: list[dict]
    outputs: list[str]
    targets: dict[str, Callable[[np.random.Generator, np.ndarray], np.ndarray]]
    run: dict
    samples: int = 70
    init: dict | None = None
    whole_numbers: bool = False  # integer data for f32 inputs
    tokens: int = 0  # above 0: inputs are ids below it


GOLDENS: list[Golden] = []


def layer(id: str, type: str, *inputs: str, repeat: int = 1, share: str | None = None, init: dict | None = None, **args) -> dict:
    out = {"id": id, "type": type, "inputs": list(inputs)}
    if args:
        out["args"] = args
    out |= {"repeat": repeat} if repeat > 1 else {}
    out |= {"share": share} if share else {}
    return out | ({"init": init} if init else {})


def classes(count: int, *positions: int, ignored: float = 0.0, ignore_index: int = -100):
    """Class ids that depend on the sample through a random linear rule; a share of them may be ignored."""

    def make(rng: np.random.Generator, x: np.ndarray) -> np.ndarray:
        rule = rng.standard_normal((x.shape[1], int(np.prod(positions or (1,))), count))
        ids = np.einsum("nf,fpc->npc", x, rule).argmax(-1).reshape(len(x), *positions)
        return np.where(rng.random(ids.shape) < ignored, ignore_index, ids).astype(np.int64)

    return make


def values(*shape: int):
    """Real targets of the given shape."""

    def make(rng: np.random.Generator, x: np.ndarray) -> np.ndarray:
        rule = rng.standard_normal((x.shape[1], int(np.prod(shape)))) / np.sqrt(x.shape[1])
        return np.tanh(x @ rule).reshape(len(x), *shape).astype(np.float32)

    return make


def golden(name, inputs, layers, outputs, targets, *, samples=70, init=None, whole_numbers=False, tokens=0, batch=16, split=0.2, drop_last=False, **run):
    inputs = inputs if isinstance(inputs, dict) else {"x": inputs}
    outputs = outputs if isinstance(outputs, list) else [outputs]
    targets = targets if isinstance(targets, dict) else {outputs[0]: targets}
    data = {"source": "npz", "path": "data.npz", "batch_size": batch}
    data |= {"drop_last": True} if drop_last else {}
    data |= {"split": {"validation": split}} if split else {}
    run = {"data": data} | run | ({} if "epochs" in run else {"steps": 100})
    GOLDENS.append(Golden(name, inputs, layers, outputs, targets, run, samples, init, whole_numbers, tokens))


def sgd(lr, **more):
    return {"type": "sgd", "lr": lr} | more


def adam(lr, kind="adam", **more):
    return {"type": kind, "lr": lr} | more


MSE = {"type": "mse"}
CE = {"type": "cross_entropy"}

golden("sgd_plain_mlp", [20],
       [layer("fc1", "Linear", "x", out_features=37), layer("act1", "ReLU", "fc1"), layer("drop", "Dropout", "act1", p=0.0),
        layer("fc2", "Linear", "drop", out_features=24), layer("act2", "ReLU", "fc2"), layer("logits", "Linear", "act2", out_features=7)],
       "logits", classes(7), optimizer=sgd(0.05))

golden("sgd_momentum_step_schedule", [11],
       [layer("up", "Linear", "x", out_features=30), layer("squash", "Tanh", "up"), layer("mid", "Linear", "squash", out_features=19, bias=False),
        layer("gate", "Sigmoid", "mid"), layer("score", "Linear", "gate", out_features=1)],
       "score", values(1), loss=MSE, optimizer=sgd(0.04, momentum=0.9), schedule={"type": "step", "step_size": 30, "gamma": 0.5, "warmup_steps": 8})

golden("sgd_nesterov_gelu", [15],
       [layer("a", "Linear", "x", out_features=33), layer("exact", "GELU", "a"), layer("b", "Linear", "exact", out_features=18),
        layer("curve", "GELU", "b", approximate="tanh"), layer("c", "Linear", "curve", out_features=5)],
       "c", classes(5), optimizer=sgd(0.02, momentum=0.85, nesterov=True, weight_decay=0.003),
       schedule={"type": "cosine", "warmup_steps": 12, "min_lr": 0.002})

golden("sgd_dampening_weighted_classes", [13],
       [layer("hidden", "Linear", "x", out_features=28), layer("relu", "ReLU", "hidden"), layer("logits", "Linear", "relu", out_features=6)],
       "logits", classes(6, ignored=0.15, ignore_index=4), batch=11,
       loss=CE | {"class_weights": [0.5, 1.0, 2.0, 1.5, 3.0, 0.25], "label_smoothing": 0.1, "ignore_index": 4},
       optimizer=sgd(0.06, momentum=0.8, dampening=0.3, weight_decay=0.01))

golden("adam_small_convnet", [2, 9, 8],
       [layer("conv1", "Conv2d", "x", out_channels=6, kernel_size=3, padding=1), layer("relu1", "ReLU", "conv1"),
        layer("pool1", "MaxPool2d", "relu1", kernel_size=2), layer("conv2", "Conv2d", "pool1", out_channels=9, kernel_size=[2, 3]),
        layer("relu2", "ReLU", "conv2"), layer("flat", "Flatten", "relu2"), layer("logits", "Linear", "flat", out_features=4)],
       "logits", classes(4), optimizer=adam(2e-3, weight_decay=0.01))

golden("adamw_groups_clip", [24],
       [layer("enc1", "Linear", "x", out_features=32), layer("n1", "LayerNorm", "enc1"), layer("r1", "ReLU", "n1"),
        layer("enc2", "Linear", "r1", out_features=32), layer("r2", "GELU", "enc2"), layer("head", "Linear", "r2", out_features=9)],
       "head", classes(9), clip_grad_norm=0.7,
       optimizer=adam(3e-3, "adamw", weight_decay=0.05, groups=[
           {"match": "*.bias", "weight_decay": 0.0}, {"match": "head.*", "lr": 1e-3, "betas": [0.8, 0.98]}, {"match": "n1.weight", "eps": 1e-6, "weight_decay": 0.0}]),
       schedule={"type": "cosine", "warmup_steps": 10, "min_lr": 1e-4})

golden("adam_amsgrad_betas", [16],
       [layer("l1", "Linear", "x", out_features=25), layer("t", "Tanh", "l1"), layer("l2", "Linear", "t", out_features=3)],
       "l2", values(3), loss=MSE, optimizer=adam(4e-3, amsgrad=True, betas=[0.85, 0.95], eps=1e-6), schedule={"type": "constant", "warmup_steps": 5})

golden("adamw_epochs_drop_last", [10],
       [layer("l1", "Linear", "x", out_features=20), layer("r", "ReLU", "l1"), layer("l2", "Linear", "r", out_features=4)],
       "l2", classes(4), samples=55, split=0.1, batch=9, drop_last=True, epochs=20, optimizer=adam(5e-3, "adamw"),
       schedule={"type": "step", "step_size": 40})

golden("residual_blocks", [3, 8, 8],
       [layer("stem", "Conv2d", "x", out_channels=6, kernel_size=3, padding=1, bias=False), layer("stem_bn", "BatchNorm2d", "stem"),
        layer("stem_relu", "ReLU", "stem_bn"), layer("same", "ResidualBlock", "stem_relu", out_channels=6),
        layer("down", "ResidualBlock", "same", out_channels=10, stride=2), layer("pool", "AdaptiveAvgPool2d", "down", output_size=1),
        layer("flat", "Flatten", "pool"), layer("logits", "Linear", "flat", out_features=5)],
       "logits", classes(5), samples=60, batch=12, optimizer=sgd(0.02, momentum=0.9, weight_decay=5e-4))

golden("residual_repeat_accumulate", [4, 6, 6],
       [layer("block", "ResidualBlock", "x", repeat=2, out_channels=4), layer("flat", "Flatten", "block"), layer("logits", "Linear", "flat", out_features=3)],
       "logits", classes(3), samples=60, batch=14, accumulate=3, optimizer=adam(1e-3, "adamw"))

golden("conv_same_dilated_grouped", [4, 9, 7],
       [layer("same", "Conv2d", "x", out_channels=8, kernel_size=[3, 5], padding="same", dilation=[2, 1]), layer("r1", "ReLU", "same"),
        layer("even", "Conv2d", "r1", out_channels=6, kernel_size=4, padding="same", groups=2), layer("r2", "Tanh", "even"),
        layer("strided", "Conv2d", "r2", out_channels=6, kernel_size=3, stride=[2, 1], padding=[1, 2], dilation=[1, 2], groups=3, bias=False),
        layer("flat", "Flatten", "strided"), layer("logits", "Linear", "flat", out_features=4)],
       "logits", classes(4), samples=50, optimizer=adam(2e-3))

golden("conv_depthwise_pointwise", [5, 8, 8],
       [layer("dw", "Conv2d", "x", out_channels=10, kernel_size=3, padding=1, stride=2, groups=5, bias=False), layer("bn", "BatchNorm2d", "dw"),
        layer("r", "ReLU", "bn"), layer("pw", "Conv2d", "r", out_channels=7, kernel_size=1), layer("r2", "ReLU", "pw"),
        layer("pool", "AvgPool2d", "r2", kernel_size=4), layer("flat", "Flatten", "pool"), layer("logits", "Linear", "flat", out_features=4)],
       "logits", classes(4), samples=50, batch=10, optimizer=sgd(0.05, momentum=0.9), clip_grad_norm=1.0)

golden("pooling_padded_ceil", [3, 11, 10],
       [layer("conv", "Conv2d", "x", out_channels=5, kernel_size=3, padding=1), layer("max", "MaxPool2d", "conv", kernel_size=3, stride=2, padding=1, ceil_mode=True),
        layer("act", "Tanh", "max"), layer("avg", "AvgPool2d", "act", kernel_size=[3, 2], stride=[2, 1], padding=[1, 0], ceil_mode=True, count_include_pad=False),
        layer("avg_all", "AvgPool2d", "avg", kernel_size=2, stride=1, padding=1), layer("flat", "Flatten", "avg_all"), layer("score", "Linear", "flat", out_features=2)],
       "score", values(2), loss=MSE, samples=40, batch=9, optimizer=adam(2e-3, "adamw"))

golden("adaptive_pool_uneven", [4, 7, 5],
       [layer("conv", "Conv2d", "x", out_channels=8, kernel_size=3, padding=1), layer("relu", "ReLU", "conv"),
        layer("pool", "AdaptiveAvgPool2d", "relu", output_size=[3, 2]), layer("flat", "Flatten", "pool"), layer("logits", "Linear", "flat", out_features=4)],
       "logits", classes(4), samples=50, optimizer=sgd(0.05, momentum=0.5))

golden("batchnorm1d_features", [18],
       [layer("fc1", "Linear", "x", out_features=26), layer("bn1", "BatchNorm1d", "fc1"), layer("r1", "ReLU", "bn1"),
        layer("fc2", "Linear", "r1", out_features=15), layer("bn2", "BatchNorm1d", "fc2", affine=False, eps=1e-3, momentum=0.3),
        layer("r2", "GELU", "bn2"), layer("logits", "Linear", "r2", out_features=5)],
       "logits", classes(5), optimizer=adam(2e-3, "adamw"))

golden("batchnorm1d_sequence", [6, 9],
       [layer("bn_in", "BatchNorm1d", "x", momentum=0.2), layer("mix", "Linear", "bn_in", out_features=12), layer("act", "Tanh", "mix"),
        layer("bn_mid", "BatchNorm1d", "act"), layer("flat", "Flatten", "bn_mid"), layer("score", "Linear", "flat", out_features=3)],
       "score", values(3), loss=MSE, optimizer=sgd(0.03, momentum=0.9, nesterov=True))

golden("layernorm_kinds", [5, 8],
       [layer("rows", "LayerNorm", "x"), layer("mix", "Linear", "rows", out_features=12), layer("whole", "LayerNorm", "mix", normalized_shape=[5, 12], eps=1e-3),
        layer("act", "GELU", "whole"), layer("plain", "LayerNorm", "act", elementwise_affine=False), layer("mix2", "Linear", "plain", out_features=6),
        layer("unbiased", "LayerNorm", "mix2", bias=False), layer("flat", "Flatten", "unbiased"), layer("logits", "Linear", "flat", out_features=4)],
       "logits", classes(4), batch=17, accumulate=3, optimizer=adam(2e-3, "adamw"))

golden("softmax_dimensions", [4, 6],
       [layer("mix", "Linear", "x", out_features=7), layer("down", "Softmax", "mix", dim=0), layer("across", "Softmax", "mix"),
        layer("both", "Concat", "down", "across", dim=1), layer("flat", "Flatten", "both"), layer("score", "Linear", "flat", out_features=2)],
       "score", values(2), loss=MSE, optimizer=sgd(0.2, momentum=0.9))

golden("broadcast_arithmetic", {"column": [4, 1], "row": [1, 6], "full": [4, 6]},
       [layer("a", "Linear", "column", out_features=1), layer("b", "Linear", "row", out_features=6), layer("c", "Linear", "full", out_features=6),
        layer("outer", "Multiply", "a", "b"), layer("sum", "Add", "outer", "c", "b"), layer("gate", "Sigmoid", "c"),
        layer("product", "Multiply", "sum", "gate", "a"), layer("again", "Add", "product", "product"), layer("flat", "Flatten", "again"),
        layer("score", "Linear", "flat", out_features=3)],
       "score", values(3), loss=MSE, optimizer=adam(3e-3))

golden("several_inputs_outputs", {"table": [9], "picture": [2, 6, 6]},
       [layer("conv", "Conv2d", "picture", out_channels=4, kernel_size=3), layer("act", "ReLU", "conv"), layer("flat", "Flatten", "act"),
        layer("embed", "Linear", "table", out_features=12), layer("act2", "ReLU", "embed"), layer("joined", "Concat", "flat", "act2", dim=0),
        layer("trunk", "Linear", "joined", out_features=20), layer("act3", "Tanh", "trunk"), layer("kind", "Linear", "act3", out_features=5),
        layer("amount", "Linear", "act3", out_features=2)],
       ["kind", "amount"], {"kind": classes(5, ignored=0.1), "amount": values(2)},
       loss={"kind": CE | {"label_smoothing": 0.05}, "amount": MSE}, accumulate=3, batch=13, optimizer=adam(2e-3, "adamw"))

golden("concat_reshape_identity", [3, 4, 6],
       [layer("left", "Conv2d", "x", out_channels=4, kernel_size=1), layer("right", "Conv2d", "x", out_channels=5, kernel_size=3, padding=1),
        layer("channels", "Concat", "left", "right", "x", dim=0), layer("relu", "ReLU", "channels"), layer("wide", "Concat", "relu", "channels", dim=-1),
        layer("keep", "Identity", "wide"), layer("rows", "Flatten", "keep", start_dim=1, end_dim=2), layer("grid", "Reshape", "rows", shape=[8, -1, 6]),
        layer("mix", "Linear", "grid", out_features=2), layer("flat", "Reshape", "mix", shape=[-1]), layer("logits", "Linear", "flat", out_features=4)],
       "logits", classes(4), samples=50, optimizer=adam(1e-3, "adamw"))

golden("repeat_share", [12],
       [layer("stack", "Linear", "x", repeat=3, out_features=12), layer("r", "ReLU", "stack"), layer("first", "Linear", "r", out_features=12),
        layer("t", "Tanh", "first"), layer("second", "Linear", "t", share="first", out_features=12), layer("sum", "Add", "second", "t"),
        layer("logits", "Linear", "sum", out_features=4)],
       "logits", classes(4), accumulate=3, batch=10, optimizer=sgd(0.03, momentum=0.9))

golden("initial_weights", [2, 5, 5],
       [layer("k", "Conv2d", "x", out_channels=5, kernel_size=3, init={"type": "kaiming_normal"}), layer("r", "ReLU", "k"), layer("flat", "Flatten", "r"),
        layer("xu", "Linear", "flat", out_features=16, init={"type": "xavier_uniform"}), layer("t", "Tanh", "xu"),
        layer("plain", "Linear", "t", out_features=14), layer("t2", "Tanh", "plain"),
        layer("zero", "Linear", "t2", out_features=3, init={"type": "zeros"})],
       "zero", classes(3), init={"type": "normal", "std": 0.05}, optimizer=adam(2e-3))

golden("tokens_ignored_accumulate", [6, 8],
       [layer("l1", "Linear", "x", out_features=16), layer("n", "LayerNorm", "l1"), layer("g", "GELU", "n", approximate="tanh"), layer("l2", "Linear", "g", out_features=7)],
       "l2", classes(7, 6, ignored=0.4), batch=15, accumulate=3, loss=CE | {"class_weights": [1.0, 0.5, 2.0, 1.0, 1.0, 3.0, 0.7]},
       optimizer=adam(3e-3, "adamw"), clip_grad_norm=0.5)

golden("segmentation_weighted", [3, 7, 6],
       [layer("c1", "Conv2d", "x", out_channels=8, kernel_size=3, padding=1), layer("r", "ReLU", "c1"), layer("c2", "Conv2d", "r", out_channels=4, kernel_size=1)],
       "c2", classes(4, 7, 6, ignored=0.2, ignore_index=-1), samples=40, batch=9, accumulate=3,
       loss=CE | {"class_weights": [1.0, 2.0, 0.5, 1.5], "label_smoothing": 0.2, "ignore_index": -1}, optimizer=adam(4e-3))

golden("batch_of_one", [8],
       [layer("l1", "Linear", "x", out_features=14), layer("n", "LayerNorm", "l1"), layer("r", "ReLU", "n"), layer("l2", "Linear", "r", out_features=3)],
       "l2", classes(3), samples=43, batch=1, optimizer=sgd(0.02))

golden("whole_number_data", [10],
       [layer("l1", "Linear", "x", out_features=21), layer("s", "Sigmoid", "l1"), layer("l2", "Linear", "s", out_features=4)],
       "l2", classes(4), whole_numbers=True, batch=56, optimizer=adam(5e-3, "adamw"), schedule={"type": "cosine"})

# Layers called like what the engine adds to a graph: scalars, norms, optimizer state.
golden("names_of_the_engine", [4, 5, 5],
       [layer("conv1", "Conv2d", "x", out_channels=4, kernel_size=3, padding=1, bias=False), layer("m", "ResidualBlock", "conv1", out_channels=4),
        layer("v", "Flatten", "m"), layer("t", "Linear", "v", out_features=8), layer("step", "Tanh", "t"),
        layer("lr", "Linear", "step", repeat=2, out_features=8), layer("clip", "ReLU", "lr"), layer("grad", "Linear", "clip", out_features=8),
        layer("grad_norm", "Sigmoid", "grad"), layer("first_sample", "Dropout", "grad_norm", p=0.0), layer("loss", "Linear", "first_sample", out_features=3)],
       "loss", classes(3), samples=50, batch=12, clip_grad_norm=2.0, optimizer=adam(2e-3, amsgrad=True))


golden("activations_of_all_kinds", [12],
       [layer("a", "Linear", "x", out_features=24), layer("relu6", "ReLU6", "a"), layer("b", "Linear", "relu6", out_features=24),
        layer("silu", "SiLU", "b"), layer("c", "Linear", "silu", out_features=24), layer("swish", "Hardswish", "c"),
        layer("d", "Linear", "swish", out_features=24), layer("leaky", "LeakyReLU", "d", negative_slope=0.2),
        layer("e", "Linear", "leaky", out_features=24), layer("elu", "ELU", "e", alpha=0.7), layer("f", "Linear", "elu", out_features=24),
        layer("plus", "Softplus", "f", beta=2.5, threshold=0.4), layer("out", "Linear", "plus", out_features=4)],
       "out", classes(4), loss=CE, optimizer=adam(3e-3, "adamw"))

golden("formula_of_one_two_and_three", {"x": [10], "z": [10]},
       [layer("a", "Linear", "x", out_features=16), layer("one", "Formula", "a", expr="a * sigmoid(1.702 * a) + 0.1 * sin(3*a)"),
        layer("b", "Linear", "z", out_features=16), layer("two", "Formula", "one", "b", expr="where(a > b, tanh(a), b**2 / (1 + abs(b)))"),
        layer("c", "Linear", "two", out_features=16),
        layer("three", "Formula", "c", "a", "b", expr="max(a, b) - min(b, c)*exp(-c*c) + erf(a) - relu(-b) * (c <= 0)"),
        layer("out", "Linear", "three", out_features=3)],
       "out", values(3), loss=MSE, optimizer=adam(2e-3))

golden("formula_stretches", [6, 5],
       [layer("a", "Linear", "x", out_features=8), layer("m", "Mean", "a", dim=1, keepdim=True), layer("r", "Mean", "a", dim=0, keepdim=True),
        layer("f", "Formula", "a", "m", "r", expr="(a - b) * sqrt(1 + c*c) + log(1 + a**2) + cos(b)"), layer("d", "Subtract", "f", "r"),
        layer("s", "Scale", "d", factor=-0.7), layer("flat", "Flatten", "s"), layer("out", "Linear", "flat", out_features=3)],
       "out", lambda rng, x: classes(3)(rng, x.reshape(len(x), -1)), loss=CE, optimizer=adam(3e-3))

golden("permute_select_slice", [4, 6, 5],
       [layer("p", "Permute", "x", dims=[2, 0, -2]), layer("lin", "Linear", "p", out_features=9), layer("act", "Tanh", "lin"),
        layer("one", "Select", "act", dim=1, index=-2), layer("some", "Slice", "one", dim=-1, start=-8, end=8, step=3),
        layer("rows", "Slice", "one", dim=0, start=1), layer("sum", "Sum", "rows", dim=[0]), layer("mean", "Mean", "act", dim=[-1, 0]),
        layer("flat", "Flatten", "some"), layer("all", "Concat", "flat", "sum", "mean", dim=0), layer("out", "Linear", "all", out_features=3)],
       "out", lambda rng, x: classes(3)(rng, x.reshape(len(x), -1)), loss=CE, optimizer=sgd(0.05, momentum=0.9))


golden("conv1d_strided_grouped", [6, 21],
       [layer("c1", "Conv1d", "x", out_channels=8, kernel_size=3, padding=1, dilation=2), layer("gn", "GroupNorm", "c1", num_groups=4, eps=1e-4),
        layer("a", "SiLU", "gn"), layer("c2", "Conv1d", "a", out_channels=12, kernel_size=4, stride=2, groups=4, bias=False),
        layer("c3", "Conv1d", "c2", out_channels=6, kernel_size=5, padding="same"), layer("n", "GroupNorm", "c3", num_groups=1, affine=False),
        layer("m", "Mean", "n", dim=-1), layer("out", "Linear", "m", out_features=3)],
       "out", lambda rng, x: classes(3)(rng, x.reshape(len(x), -1)), loss=CE, optimizer=adam(3e-3))

golden("conv_transpose_decoder", [3, 7, 6],
       [layer("down", "Conv2d", "x", out_channels=8, kernel_size=3, stride=2, padding=1), layer("act", "LeakyReLU", "down"),
        layer("up", "ConvTranspose2d", "act", out_channels=6, kernel_size=[3, 4], stride=2, padding=1, output_padding=[0, 1]),
        layer("gn", "GroupNorm", "up", num_groups=2), layer("e", "ELU", "gn"),
        layer("up2", "ConvTranspose2d", "e", out_channels=4, kernel_size=2, groups=2, dilation=2, bias=False), layer("act2", "Softplus", "up2"),
        layer("flat", "Flatten", "act2"), layer("out", "Linear", "flat", out_features=2)],
       "out", lambda rng, x: values(2)(rng, x.reshape(len(x), -1)), loss=MSE, optimizer=adam(1e-3))

golden("embedding_positions_norms", {"x": [9]},
       [layer("tok", "Embedding", "x", num_embeddings=13, embedding_dim=16, padding_idx=-3), layer("pos", "PositionEmbedding", "tok", max_len=12),
        layer("rms", "RMSNorm", "pos"), layer("fc", "Linear", "rms", out_features=16, bias=False), layer("act", "SiLU", "fc"),
        layer("add", "Add", "pos", "act"), layer("rms2", "RMSNorm", "add", eps=1e-3, elementwise_affine=False), layer("mean", "Mean", "rms2", dim=0),
        layer("out", "Linear", "mean", out_features=3)],
       "out", lambda rng, x: (x.sum(1) % 3).astype(np.int64), loss=CE, optimizer=adam(1e-2, "adamw"), tokens=13)

golden("patches_and_products", [3, 8, 12],
       [layer("p", "PatchEmbed", "x", patch_size=[2, 3], embed_dim=10), layer("q", "Linear", "p", out_features=8), layer("k", "Linear", "p", out_features=8),
        layer("v", "Linear", "p", out_features=7), layer("s", "MatMul", "q", "k", transpose_b=True), layer("scale", "Scale", "s", factor=0.35),
        layer("w", "Softmax", "scale"), layer("y", "MatMul", "w", "v"), layer("m", "Mean", "y", dim=0), layer("out", "Linear", "m", out_features=4)],
       "out", lambda rng, x: classes(4)(rng, x.reshape(len(x), -1)), loss=CE, optimizer=adam(3e-3))


golden("upsample_and_log_softmax", [3, 5, 4],
       [layer("c1", "Conv2d", "x", out_channels=6, kernel_size=3, padding=1), layer("near", "Upsample", "c1", scale_factor=2), layer("a", "SiLU", "near"),
        layer("c2", "Conv2d", "a", out_channels=4, kernel_size=3, stride=2), layer("lin", "Upsample", "c2", scale_factor=3, mode="bilinear"),
        layer("ls", "LogSoftmax", "lin", dim=0), layer("sm", "Softmax", "lin", dim=1), layer("p", "Multiply", "ls", "sm"),
        layer("s", "Sum", "p", dim=[1, 2]), layer("out", "Linear", "s", out_features=3)],
       "out", lambda rng, x: classes(3)(rng, x.reshape(len(x), -1)), loss=CE, optimizer=adam(5e-3))


golden("attention_self_grouped", [9, 12],
       [layer("n", "LayerNorm", "x"), layer("att", "MultiheadAttention", "n", num_heads=4, num_kv_heads=2, causal=True), layer("add", "Add", "x", "att"),
        layer("att2", "MultiheadAttention", "add", num_heads=3, bias=False), layer("m", "Mean", "att2", dim=0), layer("out", "Linear", "m", out_features=3)],
       "out", lambda rng, x: classes(3)(rng, x.reshape(len(x), -1)), loss=CE, optimizer=adam(3e-3, "adamw"))

golden("attention_of_two_sequences", {"x": [5, 8], "z": [11, 8]},
       [layer("att", "MultiheadAttention", "x", "z", "z", num_heads=2, init={"type": "xavier_normal"}), layer("f", "Flatten", "att"), layer("out", "Linear", "f", out_features=3)],
       "out", lambda rng, x: classes(3)(rng, x), loss=CE, optimizer=adam(3e-3))

golden("attention_one_place", [1, 6],
       [layer("att", "MultiheadAttention", "x", num_heads=2, causal=True), layer("m", "Select", "att", dim=0, index=0), layer("out", "Linear", "m", out_features=3)],
       "out", lambda rng, x: classes(3)(rng, x.reshape(len(x), -1)), batch=1, samples=40, loss=CE, optimizer=sgd(0.05))


golden("transformer_blocks_of_all_kinds", {"x": [10]},
       [layer("tok", "Embedding", "x", num_embeddings=11, embedding_dim=12), layer("pos", "PositionEmbedding", "tok", max_len=10),
        layer("a", "TransformerBlock", "pos", num_heads=3, causal=True), layer("b", "TransformerBlock", "a", num_heads=4, num_kv_heads=2, mlp_ratio=1.5, norm="rmsnorm", activation="swiglu", bias=False),
        layer("c", "TransformerBlock", "b", num_heads=2, pre_norm=False, activation="gelu", mlp_ratio=2), layer("d", "TransformerBlock", "c", num_heads=1, activation="silu", mlp_ratio=1, repeat=2),
        layer("e", "TransformerBlock", "d", num_heads=6, activation="relu", pre_norm=False, norm="rmsnorm"), layer("head", "Linear", "e", out_features=11, bias=False, share="tok")],
       "head", lambda rng, x: np.roll(x, -1, 1).astype(np.int64), loss=CE, optimizer=adam(1e-3, "adamw"), clip_grad_norm=1.0, tokens=11, init={"type": "normal", "std": 0.05})


def yes_or_no(count, *positions):
    """0 and 1 as reals, by a random linear rule."""

    def make(rng: np.random.Generator, x: np.ndarray) -> np.ndarray:
        x = x.reshape(len(x), -1)
        rule = rng.standard_normal((x.shape[1], int(np.prod((count, *positions)))))
        return (x @ rule > 0.3).reshape(len(x), count, *positions).astype(np.float32)

    return make


def mlp(width, hidden=24, act="Tanh"):
    return [layer("fc1", "Linear", "x", out_features=hidden), layer("act", act, "fc1"), layer("out", "Linear", "act", out_features=width)]


golden("bce_many_labels_rmsprop", [13], mlp(5), "out", yes_or_no(5), loss={"type": "bce_with_logits", "pos_weight": [1.0, 2.0, 0.5, 3.0, 1.5]},
       optimizer={"type": "rmsprop", "lr": 1e-3, "alpha": 0.9, "eps": 1e-7, "weight_decay": 0.01})
golden("bce_one_weight_adagrad", [9], mlp(1), "out", yes_or_no(1), loss={"type": "bce_with_logits", "pos_weight": 2.5},
       optimizer={"type": "adagrad", "lr": 0.05, "lr_decay": 0.01, "eps": 1e-8, "weight_decay": 0.02}, accumulate=3)
golden("bce_image", [3, 6, 5],
       [layer("c1", "Conv2d", "x", out_channels=6, kernel_size=3, padding=1), layer("a", "SiLU", "c1"), layer("out", "Conv2d", "a", out_channels=2, kernel_size=1)],
       "out", yes_or_no(2, 6, 5), loss={"type": "bce_with_logits", "pos_weight": [0.5, 4.0]}, optimizer={"type": "rmsprop", "lr": 2e-3})
golden("l1_rmsprop_momentum", [12], mlp(3), "out", values(3), loss={"type": "l1"},
       optimizer={"type": "rmsprop", "lr": 2e-4, "momentum": 0.8, "centered": True}, clip_grad_norm=0.7)
golden("smooth_l1_adagrad", [12], mlp(3), "out", values(3), loss={"type": "smooth_l1", "beta": 0.4}, optimizer={"type": "adagrad"},
       schedule={"type": "linear", "warmup_steps": 12, "min_lr": 1e-4})
golden("huber_lion", [12], mlp(3), "out", values(3), loss={"type": "huber", "delta": 0.3},
       optimizer={"type": "lion", "lr": 1e-4, "betas": [0.85, 0.97], "weight_decay": 0.05, "groups": [{"match": "*.bias", "weight_decay": 0.0, "lr": 3e-4}]})
golden("formula_loss_wsd", [12], mlp(3), "out", values(3), loss={"type": "formula", "expr": "(output - target)**2 + 0.1*abs(output)*where(target > 0, 2, 1)"},
       optimizer=adam(3e-3), schedule={"type": "wsd", "warmup_steps": 10, "min_lr": 1e-5, "decay_fraction": 0.4})
golden("onecycle_sgd", [12], mlp(4, act="GELU"), "out", classes(4), loss={"type": "cross_entropy", "class_weights": [1, 2, 0.5, 1], "label_smoothing": 0.1},
       optimizer=sgd(0.01, momentum=0.9, dampening=0.1), schedule={"type": "onecycle", "max_lr": 0.2, "pct_start": 0.4})
golden("exponential_amsgrad", [12], mlp(4, act="ReLU6"), "out", classes(4), loss=CE, optimizer=adam(5e-3, "adamw", amsgrad=True, betas=[0.8, 0.95], eps=1e-6, weight_decay=0.1),
       schedule={"type": "exponential", "gamma": 0.98, "warmup_steps": 5})


def sequence_classes(count, features):
    """By the sum of a sequence's first feature."""
    return lambda rng, x: np.digitize(x.reshape(len(x), -1, features)[:, :, 0].sum(1), np.linspace(-1, 1, count - 1)).astype(np.int64)


golden("lstm_last_state", [9, 5],
       [layer("rnn", "LSTM", "x", hidden_size=13), layer("last", "Select", "rnn", dim=0, index=-1), layer("out", "Linear", "last", out_features=3)],
       "out", sequence_classes(3, 5), loss=CE, optimizer=adam(5e-3, "adamw"), clip_grad_norm=1.0)
golden("lstm_two_ways_stacked", [7, 4],
       [layer("rnn", "LSTM", "x", hidden_size=6, num_layers=2, bidirectional=True, dropout=0.0), layer("m", "Mean", "rnn", dim=0), layer("out", "Linear", "m", out_features=2)],
       "out", lambda rng, x: values(2)(rng, x.reshape(len(x), -1)), loss=MSE, optimizer=sgd(0.1, momentum=0.9), accumulate=3)
golden("lstm_without_bias_one_step", [1, 6],
       [layer("rnn", "LSTM", "x", hidden_size=5, bias=False, num_layers=3), layer("f", "Flatten", "rnn"), layer("out", "Linear", "f", out_features=2)],
       "out", lambda rng, x: values(2)(rng, x.reshape(len(x), -1)), batch=1, samples=40, loss=MSE, optimizer=adam(3e-3))
golden("gru_sequence_to_sequence", [8, 3],
       [layer("rnn", "GRU", "x", hidden_size=11), layer("out", "Linear", "rnn", out_features=4)],
       "out", lambda rng, x: np.abs(x.reshape(len(x), 8, 3)[:, :, 0].cumsum(1) * 2).astype(np.int64) % 4, loss=CE, optimizer=adam(5e-3))
golden("gru_two_ways_stacked", [6, 5],
       [layer("rnn", "GRU", "x", hidden_size=7, num_layers=2, bidirectional=True), layer("last", "Select", "rnn", dim=0, index=0), layer("out", "Linear", "last", out_features=3)],
       "out", sequence_classes(3, 5), loss=CE, optimizer={"type": "rmsprop", "lr": 2e-3})
golden("gru_one_step", [1, 6],
       [layer("rnn", "GRU", "x", hidden_size=5, bias=False, bidirectional=True), layer("f", "Flatten", "rnn"), layer("out", "Linear", "f", out_features=2)],
       "out", lambda rng, x: values(2)(rng, x.reshape(len(x), -1)), batch=1, samples=40, loss=MSE, optimizer=adam(3e-3))
golden("speech_like_conv_gru", [4, 24],
       [layer("c1", "Conv1d", "x", out_channels=8, kernel_size=5, stride=2, padding=2), layer("n", "BatchNorm1d", "c1"), layer("a", "ReLU", "n"), layer("p", "Permute", "a", dims=[1, 0]),
        layer("rnn", "GRU", "p", hidden_size=10), layer("last", "Select", "rnn", dim=0, index=-1), layer("out", "Linear", "last", out_features=3)],
       "out", lambda rng, x: classes(3)(rng, x.reshape(len(x), -1)), loss=CE, optimizer=adam(4e-3))
