"""What the scripts share: a store in a folder of its own, and the program."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

SMALL = ["--set", "device=cpu", "--set", "threads=1", "--set", "data.workers=1"]


class Lockstep:
    def __init__(self, program, folder=None):
        self.program = program
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="lockstep-ü-"))
        self.db = self.folder / "runs.db"

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, *words):
        return subprocess.Popen([self.program, *words, "--db", str(self.db)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, *words, status=0):
        done = subprocess.run([self.program, *words, "--db", str(self.db)], capture_output=True, text=True)
        if status is not None and done.returncode != status:
            sys.exit(f"{words}: status {done.returncode}, not {status}\n{done.stdout}\n{done.stderr}")
        return done

    def json(self, *words, status=0):
        return json.loads(self.run(*words, "--json", status=status).stdout)

    def runs(self):
        return self.json("runs", "list")["runs"]

    def wait_for_step(self, run, step, process):
        """until a run has got so far (as the store says, so within a second or so)"""
        while process.poll() is None:
            if any(r["run_id"] == run and r["step"] >= step for r in self.runs()):
                return
            time.sleep(0.05)
        sys.exit(f"ended early: {process.communicate()}")

    def checkpoint(self, run):
        folders = sorted((self.folder / "runs.d" / f"run-{run}").glob("step-*"), key=lambda p: int(p.name[5:]))
        return {f.name: f.read_bytes() for f in folders[-1].glob("*.safetensors")} if folders else None


def check(truth, message):
    if not truth:
        sys.exit(f"FAILED: {message}")
