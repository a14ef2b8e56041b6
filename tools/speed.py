#!/usr/bin/env python3
"""Lockstep and PyTorch on the same workloads, alternating in one run, as a markdown table.

usage: speed.py --lockstep BIN --peer PATH/torch_train.py --python PYTHON [--rounds N] [--seconds S] [WORKLOAD..]
PYTHON is one that has torch. Each round measures Lockstep, PyTorch eager and PyTorch compiled, in turn, each in a process of its own; a
column shows the median of the rounds' median steps. The ratio is to the better of PyTorch's two. Utilisation is against the matmul peak
that `lockstep devices --probe` measures at the start.
"""
import argparse
import dataclasses
import json
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile

from lockstep_command import answer, table

PROMISED = {"mlp": 1.5, "lenet": 1.5, "resnet20": 1.25, "mlp-wide": 1.2, "lstm": 1.2, "vit-tiny": 1.2, "gpt-char": 1.15, "gpt2-124m": 1.2}
MB = 1e6


@dataclasses.dataclass
class Measured:
    step_ms: list[float] = dataclasses.field(default_factory=list)
    rss: float = 0

    def add(self, step_ms: float, rss: float) -> None:
        self.step_ms.append(step_ms)
        self.rss = max(self.rss, rss)

    @property
    def median(self) -> float:
        return statistics.median(self.step_ms)


def probe(program: pathlib.Path, store: pathlib.Path) -> dict:
    """The CPU as the program sees and measures it."""
    devices = answer(program, "devices", "--probe", "--db", str(store))["devices"]
    return next(d for d in devices if d["id"] == "cpu")


def bench(program: pathlib.Path, store: pathlib.Path, workload: str) -> dict:
    return answer(program, "bench", workload, "--db", str(store))["results"][0]


def peer(a: argparse.Namespace, workload: str, *options: str) -> dict:
    done = subprocess.run([a.python, str(a.peer), workload, "--seconds", str(a.seconds), *options], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{workload}: PyTorch failed\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def measure(a: argparse.Namespace, store: pathlib.Path, workload: str) -> tuple[dict, str]:
    """-> Measured by name, PyTorch's version; `lockstep` has the last answer besides"""
    ours, eager, compiled = Measured(), Measured(), Measured()
    for r in range(a.rounds):
        last = bench(a.lockstep, store, workload)
        ours.add(last["step_ms_median"], last["peak_rss_bytes"])
        for into, options in ((eager, ()), (compiled, ("--compile",))):
            other = peer(a, workload, *options)
            into.add(other["step_ms"], other["peak_rss_mb"] * 2**20)
        print(f"{workload} {r + 1}: {ours.step_ms[-1]:.3g}, {eager.step_ms[-1]:.3g}, {compiled.step_ms[-1]:.3g} ms", file=sys.stderr, flush=True)
    return {"lockstep": ours, "eager": eager, "compiled": compiled, "flops": last["model_flops_per_step"]}, other["peer"]


def line(workload: str, m: dict, peak: float | None) -> list[str]:
    better = min((m["eager"], m["compiled"]), key=lambda x: x.median)
    achieved = m["flops"] / (m["lockstep"].median * 1e-3)
    promise = f"{PROMISED[workload]:.2f}" if workload in PROMISED else ""
    return [workload, *(f"{m[k].median:.3g}" for k in ("lockstep", "eager", "compiled")), f"{better.median / m['lockstep'].median:.2f}", promise,
            f"{m['lockstep'].rss / MB:.0f}", f"{better.rss / MB:.0f}", f"{achieved / 1e9:.0f}", f"{100 * achieved / peak:.0f} %" if peak else ""]


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("workloads", nargs="*", default=list(PROMISED))
    p.add_argument("--lockstep", required=True, type=pathlib.Path)
    p.add_argument("--peer", required=True, type=pathlib.Path)
    p.add_argument("--python", required=True)
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--seconds", type=float, default=8.0, help="of each PyTorch measurement")
    a = p.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        store = pathlib.Path(folder) / "runs.db"
        cpu = probe(a.lockstep, store)
        peak = cpu["matmul_peak_f32"]
        for workload in a.workloads:
            measured, version = measure(a, store, workload)
            rows.append(line(workload, measured, peak))
    print(table(["f32 training step", "Lockstep, ms", "eager, ms", "compiled, ms", "ratio", "promised", "RSS, MB", "PyTorch RSS, MB", "GFLOP/s", "of the peak"], rows))
    print(f"\n{cpu['description']}, {cpu['threads']} threads, {platform.platform(terse=True)}, {version}, "
          f"matmul peak {peak / 1e9:.0f} GFLOP/s" if peak else "")


main()
