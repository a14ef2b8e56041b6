#!/usr/bin/env python3
"""Trains what the project promises an accuracy for, several seeds each, and prints the means beside the promises.

usage: accuracy.py --lockstep BIN [--mnist DIR] [--only NAME] [--set A.B=VALUE]..
MNIST is a folder with one pair of IDX files of ten thousand images: the first 8,000 train, the last 2,000 test.
Exit status 1 where a mean misses its promise.
"""
import argparse
import dataclasses
import json
import pathlib
import statistics
import sys
import tempfile

from lockstep_command import answer, table


@dataclasses.dataclass
class Row:
    name: str
    run: str  # a document or a template
    promise: float
    seeds: int
    sets: list[str] = dataclasses.field(default_factory=list)


SPLIT = 'data.split={"train": 0.8, "test": 0.2, "shuffle": true}'
ROWS = [
    Row("digits, mlp", "template:digits-mlp", 0.97, 5, [SPLIT]),
    Row("digits, cnn", "template:digits-cnn", 0.985, 5, [SPLIT]),
    Row("breast-cancer", "template:breast-cancer", 0.95, 5),
]


def mnist(folder: pathlib.Path, scratch: pathlib.Path) -> Row:
    """AdamW at 1e-3 for ten epochs; the rate falls along a cosine (with a constant one in batches of 128: 98.0 to 98.5 %)."""
    data = {"source": "idx", "path": str(folder.resolve()), "batch_size": 64, "shuffle": True, "split": {"train": 0.8, "test": 0.2}}
    run = {"format": "lockstep-run/1", "name": "mnist", "model": "template:lenet", "data": data, "epochs": 10}
    run |= {"optimizer": {"type": "adamw", "lr": 1e-3}, "schedule": {"type": "cosine"}}
    path = scratch / "mnist.run.json"
    path.write_text(json.dumps(run))
    return Row("mnist, lenet", str(path), 0.983, 3)


def train(program: pathlib.Path, row: Row, seed: int, sets: list[str], scratch: pathlib.Path) -> tuple[float, float]:
    """-> test accuracy, seconds"""
    options = [word for s in [*row.sets, f"seed={seed}", *sets] for word in ("--set", s)]
    done = answer(program, "train", row.run, "--db", str(scratch / "runs.db"), *options)
    print(f"{row.name}, seed {seed}: {done['metrics']['accuracy']:.4f} in {done['seconds']:.1f} s", file=sys.stderr, flush=True)
    return done["metrics"]["accuracy"], done["seconds"]


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--lockstep", required=True, type=pathlib.Path)
    p.add_argument("--mnist", type=pathlib.Path)
    p.add_argument("--only", help="rows whose name holds this")
    p.add_argument("--set", action="append", default=[], help="passed on, to try other settings")
    a = p.parse_args()
    lines, kept = [], True
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        rows = ROWS + ([mnist(a.mnist, scratch)] if a.mnist else [])
        for row in [r for r in rows if not a.only or a.only in r.name]:
            results = [train(a.lockstep, row, seed, a.set, scratch) for seed in range(1, row.seeds + 1)]
            accuracy, seconds = zip(*results)
            mean = statistics.mean(accuracy)
            kept &= mean >= row.promise
            lines.append([row.name, f"{100 * mean:.2f} %", f"{100 * row.promise:.1f} %", f"{100 * min(accuracy):.2f} to {100 * max(accuracy):.2f}",
                          str(row.seeds), f"{statistics.mean(seconds):.1f}", f"{max(seconds):.1f}"])
    print(table(["run", "test accuracy, mean", "promised", "lowest to highest", "seeds", "seconds, mean", "longest"], lines))
    sys.exit(0 if kept else 1)


main()
