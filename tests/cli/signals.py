#!/usr/bin/env python3
"""SIGINT and SIGTERM stop with everything saved (status 130); a resume goes on."""
import signal
import sys

from support import SMALL, Lockstep, check


def main():
    for number in (signal.SIGINT, signal.SIGTERM):
        with Lockstep(sys.argv[1]) as lockstep:
            process = lockstep.start("train", "template:digits-mlp", *SMALL, "--set", "steps=100000000", "--json")
            lockstep.wait_for_step(1, 3, process)
            process.send_signal(signal.SIGUSR1)  # a stranger to it: must neither end it nor deafen it
            process.send_signal(number)
            if number == signal.SIGTERM:
                process.send_signal(number)  # two windows that both press Stop
            out, err = process.communicate()
            check(process.returncode == 130, f"status {process.returncode}: {err}")
            row = lockstep.runs()[0]
            check(row["status"] == "stopped", f"{row}")
            shown = lockstep.json("runs", "show", "1")
            check(shown["checkpoints"][-1]["step"] == row["step"], "the last step was not saved")
            more = lockstep.json("resume", "1", "--set", f"steps={row['step'] + 5}", "--quiet")
            check(more["status"] == "completed" and more["steps"] == row["step"] + 5 and more["run_id"] == 1, f"from {row} to {more}")
    print("both signals save and stop")


main()
