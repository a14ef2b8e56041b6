"""Runs the command line for the scripts of this folder."""

import json
import pathlib
import subprocess


def answer(program: pathlib.Path, *arguments: str) -> dict:
    """The JSON object that `lockstep ARGUMENTS --json` prints; ends the script with the program's own words where it fails."""
    done = subprocess.run([str(program), *arguments, "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"lockstep {' '.join(arguments)}: exit {done.returncode}\n{done.stderr}{done.stdout}")
    return json.loads(done.stdout)


def table(head: list[str], rows: list[list[str]]) -> str:
    """A markdown table; all columns but the first are figures."""
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
