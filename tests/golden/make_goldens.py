#!/usr/bin/env python3
"""Writes the golden folders: documents, data, initial weights, and what PyTorch makes of them.

usage: make_goldens.py --oracle PATH/torch_run.py [--only NAME]
Run it with a Python that has torch, numpy and safetensors. Each folder holds run.json, data.npz, init.safetensors, grad.safetensors
(gradients of the first batch, f32) and expected.json (losses and gradient norms of 100 steps in f32 and f64, validation losses, parameters).
"""
import argparse
import contextlib
import io
import json
import pathlib
import runpy
import sys
import tempfile
import zlib

import numpy as np

from documents import GOLDENS, Golden

HERE = pathlib.Path(__file__).resolve().parent
FOLDER_LIMIT = 150_000
TOTAL_LIMIT = 2_000_000


def document(g: Golden) -> dict:
    model = {"format": "lockstep-model/1", "name": g.name, "inputs": [{"id": i, "shape": s, "dtype": "s64" if g.tokens else "f32"} for i, s in g.inputs.items()]}
    model |= {"init": g.init} if g.init else {}
    model |= {"layers": g.layers, "outputs": g.outputs}
    return {"format": "lockstep-run/1", "name": g.name, "seed": 1, "model": model, "init": "init.safetensors"} | g.run


def arrays(g: Golden) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(zlib.crc32(g.name.encode()))
    whole = (0, g.tokens) if g.tokens else (-3, 4)
    draw = (lambda s: rng.integers(*whole, s)) if g.tokens or g.whole_numbers else (lambda s: rng.standard_normal(s).astype(np.float32))
    xs = {i: draw((g.samples, *shape)) for i, shape in g.inputs.items()}
    flat = np.concatenate([x.reshape(g.samples, -1) for x in xs.values()], 1).astype(np.float64)
    ys = {o: g.targets[o](rng, flat) for o in g.outputs}
    x = xs if len(xs) > 1 else {"x": next(iter(xs.values()))}
    y = {f"y.{o}": v for o, v in ys.items()} if len(ys) > 1 else {"y": next(iter(ys.values()))}
    return x | y


def ask(oracle: pathlib.Path, run: pathlib.Path, *options: str) -> dict:
    """Runs the oracle in this process (importing torch takes longer than all the runs) and returns what it prints."""
    out, argv = io.StringIO(), sys.argv
    sys.argv = [str(oracle), str(run), *options]
    try:
        with contextlib.redirect_stdout(out):
            runpy.run_path(str(oracle), run_name="__main__")
    except SystemExit as e:
        raise SystemExit(f"{run.parent.name}: the oracle refused: {e}") from e
    finally:
        sys.argv = argv
    return json.loads(out.getvalue())


def initial_weights(oracle: pathlib.Path, folder: pathlib.Path, doc: dict) -> None:
    """The oracle's own initial weights: the document without `init` and without a step."""
    bare = {k: v for k, v in doc.items() if k not in ("init", "epochs")} | {"steps": 0}
    with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".json", delete=False) as f:
        json.dump(bare, f)
    try:
        ask(oracle, pathlib.Path(f.name), "--init-out", str(folder / "init.safetensors"))
    finally:
        pathlib.Path(f.name).unlink()


def make(g: Golden, oracle: pathlib.Path) -> int:
    """Writes one folder; returns its bytes."""
    folder = HERE / g.name
    folder.mkdir(exist_ok=True)
    doc = document(g)
    run = folder / "run.json"
    run.write_text(json.dumps(doc, indent=1) + "\n")
    np.savez(folder / "data.npz", **arrays(g))
    initial_weights(oracle, folder, doc)
    single, double = ask(oracle, run), ask(oracle, run, "--dtype", "f64")
    ask(oracle, run, "--grad", str(folder / "grad.safetensors"))
    expected = {"system": single["system"], "params": single["params"]}
    for name, answer in (("f32", single), ("f64", double)):
        expected[name] = {k: answer[k] for k in ("loss", "grad_norm", "validation") if k in answer}
    (folder / "expected.json").write_text(json.dumps(expected) + "\n")
    size = sum(f.stat().st_size for f in folder.iterdir())
    losses = single["loss"]
    drift = max(abs(a - b) for a, b in zip(losses, double["loss"]))
    print(f"{g.name}: {len(losses)} steps, loss {losses[0]:.4f} to {losses[-1]:.4f}, drift {drift:.1e}, {size} bytes")
    if size > FOLDER_LIMIT or len(losses) != 100:
        raise SystemExit(f"{g.name}: a golden has 100 steps and at most {FOLDER_LIMIT} bytes")
    return size


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--oracle", required=True, type=pathlib.Path)
    p.add_argument("--only", help="one golden's name")
    a = p.parse_args()
    wanted = [g for g in GOLDENS if a.only in (None, g.name)]
    if not wanted:
        raise SystemExit(f"no golden is called {a.only}")
    total = sum(make(g, a.oracle.resolve()) for g in wanted)
    print(f"{len(wanted)} goldens, {total} bytes")
    if total > TOTAL_LIMIT:
        raise SystemExit(f"more than {TOTAL_LIMIT} bytes")


main()
