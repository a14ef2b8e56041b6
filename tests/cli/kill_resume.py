#!/usr/bin/env python3
"""kill -9 at random instants of a training with frequent checkpoints: each time the store opens clean and resume works;
in the end weights, optimizer state and every loss are bit for bit those of the uninterrupted run.

usage: kill_resume.py LOCKSTEP [--kills N] [--seed S]
"""
import argparse
import csv
import io
import random
import time

from support import SMALL, Lockstep, check

RUN = ["template:digits-mlp", *SMALL, "--set", "steps=1500", "--set", "data.shuffle=true", "--set", "checkpoint.every_steps=20",
       "--set", "evaluate_every=50"]


def losses(lockstep):
    rows = csv.DictReader(io.StringIO(lockstep.run("runs", "export", "1", "--metrics", "-").stdout))
    return {(r["step"], r["name"]): r["value"] for r in rows if r["name"] in ("loss", "lr", "grad_norm") or r["name"].startswith("validation/")}


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("--kills", type=int, default=4)
    arguments.add_argument("--seed", type=int, default=1)
    a = arguments.parse_args()
    dice = random.Random(a.seed)
    with Lockstep(a.program) as whole, Lockstep(a.program) as killed:
        began = time.monotonic()
        whole.run("train", *RUN, "--quiet")
        length = time.monotonic() - began
        kills = resumes = 0
        while True:
            rows = killed.runs()  # the store opens clean, whatever happened
            if rows and rows[0]["status"] == "completed":
                break
            check(not rows or rows[0]["status"] in ("interrupted", "preparing", "stopped"), f"status {rows}")
            process = killed.start("resume", "1", "--quiet") if rows else killed.start("train", *RUN, "--quiet")
            resumes += bool(rows)
            if kills < a.kills:
                try:
                    process.wait(dice.uniform(0, 1.5 * length / max(1, a.kills) + 0.3))
                except Exception:  # still running: the instant has come
                    process.kill()
                    kills += 1
            out, err = process.communicate()
            check(process.returncode in (0, -9), f"status {process.returncode}: {out} {err}")
        check(whole.checkpoint(1) == killed.checkpoint(1), "weights or optimizer state differ")
        a_losses, b_losses = losses(whole), losses(killed)
        check(a_losses == b_losses, f"recorded figures differ: {sorted(set(a_losses.items()) ^ set(b_losses.items()))[:6]}")
        print(f"{kills} kills, {resumes} resumes: equal bits in {len(a_losses)} figures and all tensors")


main()
