#!/usr/bin/env python3
"""Two processes on one store, one killed: the other's run is unharmed, the killed one Interrupted, a live one never taken for dead."""
import signal
import sqlite3
import sys
import time

from support import SMALL, Lockstep, check

LONG = ["train", "template:digits-mlp", *SMALL, "--set", "steps=100000000", "--quiet"]


def main():
    with Lockstep(sys.argv[1]) as lockstep:
        living = lockstep.start(*LONG)
        lockstep.wait_for_step(1, 1, living)
        dying = lockstep.start(*LONG)
        lockstep.wait_for_step(2, 1, dying)
        before = {r["run_id"]: r for r in lockstep.runs()}
        check(all(r["status"] == "running" and r["elsewhere"] for r in before.values()), f"{before}")
        dying.kill()
        dying.wait()
        after = {r["run_id"]: r for r in lockstep.runs()}
        check(after[1]["status"] == "running", f"the living one: {after[1]}")
        check(after[2]["status"] == "interrupted", f"the killed one: {after[2]}")
        check(lockstep.run("resume", "1", status=2).returncode == 2, "a live run can't be resumed")
        for verb in ("delete", "archive"):
            refused = lockstep.run("runs", verb, "1", status=2)
            check("another program" in refused.stderr, refused.stderr)
            check(not {r["run_id"]: r["archived"] for r in lockstep.runs()}.get(1, True), f"a refused {verb} changes nothing")
        lockstep.run("runs", "archive", "2", "1", status=2)
        check(len(lockstep.runs()) == 2, "one that can't be archived: none is")
        lockstep.run("runs", "archive", "2")
        check([r["run_id"] for r in lockstep.runs()] == [1], "the archive hides")
        check([r["run_id"] for r in lockstep.json("runs", "list", "--archived")["runs"]] == [2], "the archive lists")
        check(lockstep.json("runs", "unarchive", "2") == {"runs": [2], "archived": False}, "as JSON")
        check(len(lockstep.runs()) == 2, "and back")
        lockstep.wait_for_step(1, after[1]["step"] + 1, living)
        resumed = lockstep.start("resume", "2", "--quiet")
        deadline = time.monotonic() + 60
        while {r["run_id"]: r["status"] for r in lockstep.runs()}[2] != "running" and time.monotonic() < deadline:
            time.sleep(0.05)
        for process in (living, resumed):
            process.send_signal(signal.SIGTERM)
        for process in (living, resumed):
            process.communicate()
            check(process.returncode == 130, f"status {process.returncode}")
        check({r["status"] for r in lockstep.runs()} == {"stopped"}, f"{lockstep.runs()}")
        # A run that is waited for and deleted: the one who follows it hears of it.
        with sqlite3.connect(lockstep.db) as store:
            store.execute("UPDATE runs SET status = 'queued' WHERE id = 2")
        following = lockstep.start("runs", "follow", "2", "--jsonl")
        check(following.stdout.readline(), "the first event")
        lockstep.run("runs", "delete", "2")
        _, words = following.communicate(timeout=60)
        check(following.returncode == 1 and "deleted" in words, f"status {following.returncode}: {words}")
    print("each run is its own")


main()
