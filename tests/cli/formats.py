#!/usr/bin/env python3
"""What FORMATS.md's commands print and write, held against values computed here: options, places of output, keys, arrays, exit statuses."""
import json
import os
import pathlib
import random
import struct
import sys

from arrays import read_npz, read_safetensors, write_npz, write_safetensors
from support import SMALL, Lockstep, check

N, IN, OUT = 20, 3, 2


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


class Linear:
    """y = W x + b on known data: every figure has a closed form."""

    def __init__(self, folder):
        dice = random.Random(5)
        self.folder = folder
        number = lambda: f32(dice.uniform(-1, 1))
        self.x = [[number() for _ in range(IN)] for _ in range(N)]
        self.y = [[number() for _ in range(OUT)] for _ in range(N)]
        self.w = [[number() for _ in range(IN)] for _ in range(OUT)]
        self.b = [number() for _ in range(OUT)]
        flat = lambda rows: [v for row in rows for v in row]
        write_npz(folder / "data.npz", {"x": ("f4", [N, IN], flat(self.x)), "y": ("f4", [N, OUT], flat(self.y))})
        write_safetensors(folder / "w.safetensors", {"fc.weight": ([OUT, IN], flat(self.w)), "fc.bias": ([OUT], self.b)})
        self.model = {"format": "lockstep-model/1", "inputs": [{"id": "x", "shape": [IN], "dtype": "f32"}],
                      "layers": [{"id": "fc", "type": "Linear", "inputs": ["x"], "args": {"out_features": OUT}}], "outputs": ["fc"]}
        (folder / "m.model.json").write_text(json.dumps(self.model))
        self.write()

    def write(self, name="run.json", **changes):
        run = {"format": "lockstep-run/1", "name": "linear", "model": "m.model.json", "init": "w.safetensors",
               "data": {"source": "npz", "path": "data.npz", "batch_size": 8, "split": {"train": 0.5, "validation": 0.3, "test": 0.2}},
               "loss": {"type": "mse"}, "optimizer": {"type": "sgd", "lr": 0.1}, "steps": 4, "device": "cpu", "threads": 1}
        (self.folder / name).write_text(json.dumps({k: v for k, v in {**run, **changes}.items() if v is not None}))
        return str(self.folder / name)

    def out(self, row, w=None, b=None):
        w, b = w or self.w, b or self.b
        return [sum(w[o][i] * row[i] for i in range(IN)) + b[o] for o in range(OUT)]

    def loss(self, rows, w=None, b=None):
        return sum((p - t) ** 2 for r in rows for p, t in zip(self.out(self.x[r], w, b), self.y[r])) / (len(rows) * OUT)

    def gradient(self, rows, w=None, b=None):
        gw, gb = [[0.0] * IN for _ in range(OUT)], [0.0] * OUT
        for r in rows:
            for o, (p, t) in enumerate(zip(self.out(self.x[r], w, b), self.y[r])):
                d = 2 * (p - t) / (len(rows) * OUT)
                gb[o] += d
                for i in range(IN):
                    gw[o][i] += d * self.x[r][i]
        return gw, gb


def near(a, b, what, tolerance=2e-6):
    check(len(a) == len(b) and all(abs(x - y) <= tolerance for x, y in zip(a, b)), f"{what}: {a} and {b}")


def gradients(lockstep, linear):
    """of every parameter, first batch, before clipping; the loss alone on standard output"""
    out = linear.folder / "g.safetensors"
    for extra in ({}, {"clip_grad_norm": 1e-3}, {"accumulate": 3}):
        done = lockstep.run("grad", linear.write("grad.json", **extra), "-o", str(out))
        near([float(done.stdout)], [linear.loss(range(8))], "loss of grad")
        gw, gb = linear.gradient(range(8))
        got = read_safetensors(out)
        check(set(got) == {"fc.weight", "fc.bias"} and list(got["fc.weight"][0]) == [OUT, IN], f"{got.keys()}")
        near(got["fc.weight"][1], [v for row in gw for v in row], "gradient of the weight")
        near(got["fc.bias"][1], gb, "gradient of the bias")
    # a mean over no target is no number
    write_npz(linear.folder / "none.npz", {"x": ("f4", [4, IN], [0.5] * 4 * IN), "y": ("i8", [4], [-100] * 4)})
    run = linear.write("none.json", data={"source": "npz", "path": "none.npz", "batch_size": 4}, loss={"type": "cross_entropy"})
    check(lockstep.run("grad", run, "-o", str(out)).stdout == "nan\n", "loss of no targets")
    check(not any(read_safetensors(out)["fc.weight"][1]), "gradients of no targets")
    check(set(lockstep.json("grad", str(linear.folder / "run.json"), "-o", str(out))) == {"loss", "path"}, "keys of grad")


def predictions(lockstep, linear):
    """a RUN.json predicts with its init weights; test, else validation, else train; f32, file order"""
    for split, asked, rows in (({"train": 0.5, "validation": 0.3, "test": 0.2}, [], range(16, 20)), ({"validation": 0.3}, [], range(14, 20)),
                               (None, [], range(20)), ({"validation": 0.3, "test": 0.2}, ["--split", "train"], range(10)),
                               ({"validation": 0.3, "test": 0.2}, ["--split", "validation"], range(10, 16))):
        data = {"source": "npz", "path": "data.npz", "batch_size": 8, **({"split": split} if split else {})}
        out = linear.folder / "p.npz"
        answer = lockstep.json("predict", linear.write("predict.json", data=data), "-o", str(out), *asked)
        check(answer == {"path": str(out), "samples": len(rows)}, f"{answer}")
        arrays = read_npz(out)
        check(list(arrays) == ["y"] and arrays["y"][0] == "f4" and arrays["y"][1] == (len(rows), OUT), f"{arrays.keys()}")
        near(arrays["y"][2], [v for r in rows for v in linear.out(linear.x[r])], "predictions")
    lockstep.run("predict", str(linear.folder / "run.json"), "-o", str(linear.folder / "q.npz"), "--split", "nosuch", status=2)


def several_outputs(lockstep, linear):
    model = {**linear.model, "layers": linear.model["layers"] + [{"id": "t", "type": "Tanh", "inputs": ["fc"]}], "outputs": ["t", "fc"]}
    write_npz(linear.folder / "two.npz", {"x": ("f4", [N, IN], [v for r in linear.x for v in r]), "y.fc": ("f4", [N, OUT], [v for r in linear.y for v in r]),
                                          "y.t": ("i8", [N, 1], [r % 2 for r in range(N)])})
    run = linear.write("two.json", model=model, data={"source": "npz", "path": "two.npz", "batch_size": 7},
                       loss={"fc": {"type": "mse"}, "t": {"type": "cross_entropy"}})
    lockstep.run("predict", run, "-o", str(linear.folder / "two-out.npz"))
    arrays = read_npz(linear.folder / "two-out.npz")
    check(set(arrays) == {"y.fc", "y.t"}, f"{arrays.keys()}")
    near(arrays["y.fc"][2], [v for r in range(N) for v in linear.out(linear.x[r])], "one of two outputs")
    done = lockstep.json("train", run, "--quiet", "--set", 'data.split={"test":0.25}')
    check(set(done["metrics"]) == {"fc.mae", "fc.rmse", "t.accuracy"} or set(done["metrics"]) <= {"fc.mae", "fc.rmse", "t.accuracy"}, f"{done['metrics']}")


def training(lockstep, linear):
    """losses before each update, evaluation after k updates, on standard output one object; the weights follow SGD"""
    run = linear.write(metrics=["mae", "rmse"], evaluate_every=2)
    done = lockstep.run("train", run, "--json")
    answer = json.loads(done.stdout)
    w, b, losses, validation = linear.w, linear.b, [], {}
    for step in range(4):
        if step % 2 == 0 and step:
            validation[step] = linear.loss(range(10, 16), w, b)
        rows = (range(8), range(8, 10))[step % 2]
        losses.append(linear.loss(rows, w, b))
        gw, gb = linear.gradient(rows, w, b)
        w = [[w[o][i] - 0.1 * gw[o][i] for i in range(IN)] for o in range(OUT)]
        b = [b[o] - 0.1 * gb[o] for o in range(OUT)]
    validation[4] = linear.loss(range(10, 16), w, b)
    test = linear.loss(range(16, 20), w, b)
    near([answer["loss"][k] for k in ("first", "train", "validation", "test")], [losses[0], losses[-1], validation[4], test], "losses")
    errors = [abs(p - t) for r in range(16, 20) for p, t in zip(linear.out(linear.x[r], w, b), linear.y[r])]
    near([answer["metrics"]["mae"], answer["metrics"]["rmse"]], [sum(errors) / len(errors), test ** 0.5], "metrics")
    check(answer["status"] == "completed" and answer["steps"] == 4, f"{answer}")
    run_id = str(answer["run_id"])
    lines = [line.split(",") for line in lockstep.run("runs", "export", run_id, "--metrics", "-").stdout.splitlines()[1:]]
    named = lambda name: {int(step): float(value) for step, _, n, value in lines if n == name}
    near(list(named("loss").values()), losses, "exported losses")
    check(list(named("loss")) == [0, 1, 2, 3] and list(named("validation/loss")) == list(validation), f"{lines}")
    near(list(named("validation/loss").values()), list(validation.values()), "exported validation")
    check(all(repr(float(v)).rstrip("0").rstrip(".") == v.rstrip("0").rstrip(".") or float(repr(float(v))) == float(v) for *_, v in lines), "digits")
    rows = lockstep.json("runs", "export", run_id, "--metrics", "-")["metrics"]
    check([[str(r["step"]), r["name"]] for r in rows] == [[line[0], line[2]] for line in lines], "the points under --json")
    evaluated = lockstep.json("eval", run_id)
    near([evaluated["loss"]["validation"], evaluated["loss"]["test"]], [validation[4], test], "eval")
    trained = linear.folder / "trained.safetensors"
    for checkpoint in ("last", "4"):
        lockstep.run("export", run_id, "--checkpoint", checkpoint, "-o", str(trained))
        near(read_safetensors(trained)["fc.weight"][1], [v for row in w for v in row], "exported weights")
    lockstep.run("predict", run_id, "-o", str(linear.folder / "after.npz"))
    near(read_npz(linear.folder / "after.npz")["y"][2], [v for r in range(16, 20) for v in linear.out(linear.x[r], w, b)], "predictions of the run")
    lockstep.run("predict", linear.write("again.json", init="trained.safetensors"), "-o", str(linear.folder / "again.npz"))
    check(read_npz(linear.folder / "after.npz") == read_npz(linear.folder / "again.npz"), "weights move both ways")
    return run_id


def following(lockstep, run_id):
    events = [json.loads(line) for line in lockstep.run("runs", "follow", run_id, "--jsonl").stdout.splitlines()]
    check(sum(e["do"] == "point" and e["series"] == "loss" for e in events) == 4 and events[-1] == {"do": "state", "state": "completed"}, f"{events}")
    whole = lockstep.json("runs", "follow", run_id)
    check(whole["events"] == events and whole["status"] == "completed", "follow under --json is one object")


def every_key(lockstep, folder):
    """all keys of a run document at other values than their defaults; the resolved document says them back"""
    run = {"format": "lockstep-run/1", "name": "ü \"all\"", "tags": ["a", "b"], "notes": "n", "seed": 9, "model": "template:digits-mlp",
           "data": {"source": "bundled", "name": "digits", "batch_size": 64, "shuffle": True, "drop_last": True, "workers": 3, "normalize": "standard",
                    "sampling": "uniform", "augment": [], "split": {"train": 0.7, "validation": 0.2, "test": 0.1, "shuffle": True, "seed": 3}},
           "loss": {"type": "cross_entropy", "label_smoothing": 0.1, "ignore_index": 3, "class_weights": [1, 2, 1, 1, 1, 1, 1, 1, 1, 1]}, "metrics": ["accuracy"],
           "optimizer": {"type": "adamw", "lr": 0.002, "betas": [0.8, 0.99], "eps": 1e-7, "weight_decay": 0.02, "amsgrad": True,
                         "groups": [{"match": "*.bias", "weight_decay": 0.0, "lr": 0.001, "betas": [0.7, 0.9], "eps": 1e-6}]},
           "schedule": {"type": "cosine", "warmup_steps": 5, "min_lr": 1e-5}, "steps": 12, "accumulate": 2, "clip_grad_norm": 1.0, "evaluate_every": 5,
           "device": "cpu", "threads": 1, "recompute": "none", "precision": {"policy": "f32", "layers": {}, "loss_scale": "none"},
           "quantization": {"scheme": "none"}, "parallel": {"data": 1, "tensor": 1, "pipeline": 1, "sharding": "none", "sync_every": 1, "compression": "none"},
           "checkpoint": {"every_steps": 4, "keep": 2}, "early_stop": None, "ema": None, "freeze": [], "batch_schedule": [], "probe": {"every_steps": 6}}
    path = folder / "every.json"
    path.write_text(json.dumps(run))
    answer = lockstep.json("train", str(path), "--quiet")
    shown = lockstep.json("runs", "show", str(answer["run_id"]))
    resolved = shown["resolved"]
    for key in ("name", "tags", "notes", "seed", "metrics", "optimizer", "schedule", "steps", "accumulate", "clip_grad_norm", "evaluate_every", "device",
                "threads", "checkpoint", "probe"):
        check(resolved[key] == run[key], f"{key}: {resolved[key]}, not {run[key]}")
    for key, value in run["data"].items():
        check(resolved["data"][key] == value, f"data.{key}: {resolved['data'].get(key)}")
    check(shown["model"]["format"] == "lockstep-model/1" and shown["name"] == run["name"] and shown["tags"] == run["tags"], "runs show")
    steps = [c["step"] for c in shown["checkpoints"]]
    check(steps[-1] == 12 and 2 <= len(steps) <= 3 and any(c["best"] for c in shown["checkpoints"]), f"checkpoints {steps}")
    row = next(r for r in lockstep.runs() if r["run_id"] == answer["run_id"])
    check(row["status"] == "completed" and row["steps"] == 12, f"{row}")


LATER = ['precision.policy="bf16"', 'precision.loss_scale="dynamic"', 'quantization.scheme="int8_qat"', "parallel.data=2", 'device="cuda"',
         'batch_schedule=[{"step":2,"batch_size":8}]', 'accumulate="auto"', 'data={"source":"text","path":"x","context":4,"batch_size":2,"tokenizer":"sentencepiece"}', 'loss={"type":"distill"}']


def later(lockstep):
    """what a later version brings is refused as such, never as unknown, before a run exists"""
    for assignment in LATER:
        done = lockstep.run("train", "template:digits-mlp", "--set", assignment, "--json", "--quiet", status=2)
        check("not available in this version" in done.stderr, f"{assignment}: {done.stderr}")
    for words in (["check", "x.json"], ["quantize", "1"], ["whatif", "x"], ["tune", "x"], ["import", "x"]):
        check("not available in this version" in lockstep.run(*words, status=2).stderr, f"{words}")


def paths(lockstep, linear):
    """in a document relative to the document, in --set to the working directory"""
    elsewhere = linear.folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "data2.npz").write_bytes((linear.folder / "data.npz").read_bytes())
    here = os.getcwd()
    os.chdir(elsewhere)
    try:
        program = lockstep.program if os.path.isabs(lockstep.program) else os.path.join(here, lockstep.program)
        there = Lockstep(program, linear.folder)
        check(there.json("train", "../run.json", "--quiet")["status"] == "completed", "paths of a document")
        check(there.json("train", "../run.json", "--quiet", "--set", "data.path=data2.npz")["status"] == "completed", "paths of --set")
        there.run("train", "../run.json", "--quiet", "--set", "data.path=data.npz", status=2)
    finally:
        os.chdir(here)


def machine(lockstep):
    for device in lockstep.json("devices")["devices"]:
        check({"id", "description", "available", "reason", "memory_bytes", "threads", "matmul_peak_f32", "bandwidth"} <= set(device), f"{device}")
    for words in ([], ["--mode", "infer"], ["--batch", "4"]):
        (result,) = lockstep.json("bench", "mlp", *words)["results"]
        check({"workload", "precision", "mode", "samples_per_s", "items_per_s", "step_ms_median", "model_flops_per_step", "achieved_flops", "peak_memory_bytes",
               "planned_memory_bytes", "peak_rss_bytes", "breakdown"} <= set(result), f"{result}")
        check(result["workload"] == "mlp" and result["precision"] == "f32" and result["mode"] == ("infer" if "infer" in words else "train"), f"{result}")
        check(abs(sum(result["breakdown"].values()) - 1) < 1e-6, f"{result['breakdown']}")


def explanation(lockstep):
    program = ["template:lenet", "--set", "data.batch_size=4", *SMALL]
    text = lockstep.run("explain", *program).stdout
    check("onednn-conv" in text and "scratch+" in text and "MFLOP" in text and "kB" in text, text[:500])
    (whole,) = lockstep.json("explain", *program)["programs"]
    passes = [p["name"] for p in whole["passes"]]
    check(passes[:3] == ["lower", "autodiff", "optimizer"] and whole["name"] == "train/4", f"{passes}")
    # forward, weight and input gradient; the first layer has no input gradient
    conv1, rest = 28 * 28 * 32 * 9, 14 * 14 * 64 * 32 * 9 + 3136 * 128 + 128 * 10
    check(whole["model_flops"] == 4 * 2 * (2 * conv1 + 3 * rest), f"{whole['model_flops']}")
    for node in whole["nodes"]:
        check({"name", "op", "kernel", "flops", "bytes", "outputs", "refused"} <= set(node), f"{node}")
        for value in node["outputs"]:
            check(value["region"] != "scratch" or value["offset"] + value["bytes"] <= whole["scratch_bytes"], f"{value}")
    for name in passes:
        check(lockstep.run("explain", *program, "--after", name).stdout, f"nothing after {name}")
        check(lockstep.run("explain", *program, "--after", name, "--dot").stdout.startswith("digraph"), f"no dot after {name}")
    check("probe." in lockstep.run("explain", *program, "--set", "probe.every_steps=2", "--after", "probe").stdout, "the probe pass")
    check([p["name"] for p in lockstep.json("explain", *program, "--set", "accumulate=3")["programs"]] == ["micro-first/2", "micro/1", "update/1"], "parts")
    (profile,) = lockstep.json("explain", *program, "--profile")["programs"]
    measured = [n["profile"] for n in profile["nodes"] if "profile" in n]
    check(len(measured) > 10 and all(m["seconds"] > 0 and {"flops_per_s", "bytes_per_s", "roof", "roof_share"} <= set(m) for m in measured), f"{measured[:2]}")
    check({m["roof"] for m in measured} <= {"matmul", "memory", None} and profile["seconds"] > 0, "roofs")
    lockstep.run("explain", *program, "--profile", "--dot", status=2)


def main():
    with Lockstep(sys.argv[1]) as lockstep:
        folder = pathlib.Path(lockstep.folder)
        linear = Linear(folder)
        gradients(lockstep, linear)
        predictions(lockstep, linear)
        several_outputs(lockstep, linear)
        run_id = training(lockstep, linear)
        following(lockstep, run_id)
        paths(lockstep, linear)
        every_key(lockstep, folder)
        later(lockstep)
        explanation(lockstep)
        machine(lockstep)
    print("commands print and write what FORMATS.md says")


main()
