#!/usr/bin/env python3
"""A disk that is full at the last checkpoint (a small tmpfs): the command trains on and ends with 1; the last good checkpoint and the store
are intact, and once there is room the run resumes. Says so and passes where no tmpfs may be mounted."""
import pathlib
import subprocess
import sys
import tempfile

from support import SMALL, Lockstep, check


def main():
    disk = tempfile.mkdtemp(prefix="lockstep-disk-")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=9m", "tmpfs", disk], capture_output=True).returncode != 0:
        print("no tmpfs may be mounted here: not tested")
        return
    try:
        with Lockstep(sys.argv[1]) as lockstep:  # the store on the large disk, the run's folder on the small one
            (lockstep.folder / "runs.d").symlink_to(disk)
            lockstep.run("train", "template:digits-mlp", *SMALL, "--set", "steps=20", "--set", "evaluate_every=1000", "--quiet")
            filler = pathlib.Path(disk) / "filler"
            good = lockstep.checkpoint(1)
            with open(filler, "wb") as f:
                try:
                    while True:
                        f.write(b"\0" * 65536)
                        f.flush()
                except OSError:
                    pass
            out = lockstep.json("resume", "1", "--set", "steps=40", "--quiet", status=1)
            check(out["status"] == "failed" and "not saved" in out["error"]["message"], f"{out}")
            check(lockstep.checkpoint(1) == good, "the last good checkpoint changed")
            check(lockstep.runs()[0]["step"] == 40, "it did not train on")
            filler.unlink()
            check(lockstep.json("resume", "1", "--set", "steps=40", "--quiet")["steps"] == 40, "no resume after room was made")
    finally:
        subprocess.run(["umount", disk])
    print("a full disk costs the checkpoint only")


main()
