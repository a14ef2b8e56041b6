#!/usr/bin/env python3
"""Trains every template that has data of its own, from several seeds, and writes the table of docs/templates.md: the score beside the promise.

usage: templates.py --lockstep BIN [--only NAME,..] [--seeds 3] [--threads N] [--results FILE] [--out FILE]
Results are kept in FILE (JSON) as they come; a pair of template and seed that stands there is not trained again, unless the template has
changed since. Without --out the table goes to standard output. Exit status 1 where a mean misses its promise.
"""
import argparse
import dataclasses
import hashlib
import json
import pathlib
import statistics
import sys
import tempfile

from lockstep_command import answer, table


@dataclasses.dataclass
class Promise:
    template: str
    figure: str  # of the test part: a metric, or "loss"
    bound: float
    below: bool = False  # the figure must not be above the bound

    def kept(self, value: float) -> bool:
        return value <= self.bound if self.below else value >= self.bound


PROMISES = [
    Promise("digits-mlp", "accuracy", 0.97),
    Promise("digits-cnn", "accuracy", 0.98),
    Promise("breast-cancer", "accuracy", 0.95),
    Promise("homes", "rmse", 0.21, below=True),
    Promise("shapes-lenet", "accuracy", 0.7),
    Promise("shapes-mobilenet", "accuracy", 0.9),
    Promise("scenes-unet", "mean_iou", 0.75),
    Promise("fraud-lstm", "auc", 0.87),
    Promise("commands-gru", "accuracy", 0.98),
    Promise("text-gpt", "loss", 0.35, below=True),
]


def score(done: dict, promise: Promise) -> float:
    return done["loss"]["test"] if promise.figure == "loss" else done["metrics"][promise.figure]


def train(program: pathlib.Path, promise: Promise, seed: int, threads: int | None) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        words = ["train", f"template:{promise.template}", "--db", f"{folder}/runs.db", "--set", f"seed={seed}"]
        words += ["--set", f"threads={threads}"] if threads else []
        done = answer(program, *words)
    return {"score": score(done, promise), "seconds": done["seconds"], "steps": done["steps"]}


def identity(program: pathlib.Path, template: str) -> str:
    return hashlib.sha256(json.dumps(answer(program, "template", template), sort_keys=True).encode()).hexdigest()[:12]


def results_of(program: pathlib.Path, promise: Promise, seeds: int, kept: dict, file: pathlib.Path | None, threads: int | None) -> list[dict]:
    found = []
    for seed in range(1, seeds + 1):
        key = f"{promise.template} {identity(program, promise.template)} {seed}"
        if key not in kept:
            kept[key] = train(program, promise, seed, threads)
            print(key, kept[key], file=sys.stderr, flush=True)
            if file:
                file.write_text(json.dumps(kept, indent=1))
        found.append(kept[key])
    return found


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--lockstep", required=True, type=pathlib.Path)
    p.add_argument("--only", help="names, with commas")
    p.add_argument("--seeds", type=int, default=3)
    p.add_argument("--threads", type=int, help="of each run, where other work shares the machine")
    p.add_argument("--results", type=pathlib.Path)
    p.add_argument("--out", type=pathlib.Path)
    a = p.parse_args()
    kept = json.loads(a.results.read_text()) if a.results and a.results.exists() else {}
    lines, good = [], True
    for promise in [q for q in PROMISES if not a.only or q.template in a.only.split(",")]:
        results = results_of(a.lockstep, promise, a.seeds, kept, a.results, a.threads)
        scores = [r["score"] for r in results]
        good &= promise.kept(statistics.mean(scores))
        lines.append([promise.template, promise.figure, f"{statistics.mean(scores):.4g}", f"{'<=' if promise.below else '>='} {promise.bound:g}",
                      f"{min(scores):.4g} to {max(scores):.4g}", str(len(scores)), str(results[0]["steps"]), f"{max(r['seconds'] for r in results):.0f}"])
    text = table(["template", "test figure", "mean", "promised", "lowest to highest", "seeds", "steps", "longest, s"], lines)
    a.out.write_text(text + "\n") if a.out else print(text)
    sys.exit(0 if good else 1)


main()
