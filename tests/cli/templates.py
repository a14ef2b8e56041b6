#!/usr/bin/env python3
"""Every template trains: two updates with finite figures on its own data; the one of 124 million parameters is compiled."""
import json
import math
import sys

from support import SMALL, Lockstep, check

LARGE = {"gpt2-124m"}


def main():
    with Lockstep(sys.argv[1]) as lockstep:
        names = [t["name"] for t in lockstep.json("template")["templates"]]
        for name in names:
            if name in LARGE:
                lockstep.run("explain", f"template:{name}")
                continue
            words = [f"template:{name}", *SMALL, "--set", "steps=2", "--set", "data.batch_size=2", "--set", "evaluate_every=100"]
            if json.loads(lockstep.run("template", name).stdout)["data"]["source"] != "synthetic":
                words += ["--set", 'data.split={"validation": 0.01, "test": 0.01}']
            done = lockstep.json("train", *words, "--quiet")
            check(done["status"] == "completed" and done["steps"] == 2, f"{name}: {done}")
            figures = [done["loss"]["first"], done["loss"]["train"]]
            check(all(f is not None and math.isfinite(f) for f in figures), f"{name}: losses {figures}")
            lockstep.run("runs", "delete", str(done["run_id"]))


main()
