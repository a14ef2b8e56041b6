#!/usr/bin/env python3
"""Reports of real runs: a page that an XML parser reads, offline, with the model, checkpoints and machine; the command that it prints
repeats the run to the bit."""
import csv
import io
import json
import pathlib
import shlex
import subprocess
import sys
import xml.dom.minidom

from support import SMALL, Lockstep, check


def text_of(node):
    return node.data if node.nodeType == node.TEXT_NODE else "".join(text_of(child) for child in node.childNodes)


def losses(lockstep, run):
    return [line for line in lockstep.run("runs", "export", str(run), "--metrics", "-").stdout.splitlines()
            if line.split(",")[2] in ("loss", "lr", "validation/loss", "test/loss")]


def without_time(lines):
    return [line.split(",")[:1] + line.split(",")[2:] for line in lines]


def repeat(lockstep, page, folder):
    """does what the page says: saves the document under its name, runs the command there"""
    blocks = [(text_of(d.getElementsByTagName("summary")[0]), text_of(d.getElementsByTagName("pre")[0]))
              for d in page.getElementsByTagName("details") if d.getElementsByTagName("pre")]
    command = next(line for _, text in blocks for line in text.splitlines() if line.startswith("lockstep train"))
    name, document = next((title, text) for title, text in blocks if title.endswith(".run.json"))
    (folder / name).write_text(document, encoding="utf-8")
    words = shlex.split(command)
    check(words[:2] == ["lockstep", "train"] and words[2] == name, command)
    done = subprocess.run([pathlib.Path(lockstep.program).resolve(), *words[1:], "--db", str(lockstep.db), "--json", "--quiet"], cwd=folder,
                          capture_output=True, text=True)
    check(done.returncode == 0, done.stderr)
    return json.loads(done.stdout)["run_id"]


def main():
    with Lockstep(sys.argv[1]) as lockstep:
        folder = pathlib.Path(lockstep.folder)
        lockstep.run("train", "template:digits-cnn", *SMALL, "--set", "steps=12", "--set", "evaluate_every=5", "--set", 'name="<a> & \\"ü\\""', "--quiet")
        lockstep.run("train", "template:digits-mlp", *SMALL, "--set", "steps=9", "--set", "data.shuffle=true", "--quiet")
        lockstep.run("train", "template:digits-mlp", *SMALL, "--set", "steps=9", "--set", "optimizer.lr=1e30", "--quiet", status=1)
        for runs in (["1"], ["2"], ["3"], ["1", "2", "3"]):
            path = folder / "report.html"
            lockstep.run("report", *runs, "-o", str(path))
            html = path.read_text(encoding="utf-8")
            page = xml.dom.minidom.parseString(html)
            check("http" not in html and "src=" not in html and "@import" not in html, "the page is not self-contained")
            for svg in page.getElementsByTagName("svg"):
                check(svg.getAttribute("role") == "img" and svg.getAttribute("aria-label"), "a figure without words")
            words = text_of(page)
            for section in ("Device and machine", "To repeat it", "Model", "Numbers"):
                check(section in words, f"{section} is missing")
            check("Checkpoints" in words or runs == ["3"], "the checkpoints are missing")  # the third diverged before its first
            check(len(page.getElementsByTagName("h1")) == 1 and page.documentElement.getAttribute("lang") == "en", "heading, language")
        path = folder / "one.html"
        for run in ("1", "2"):
            lockstep.run("report", run, "-o", str(path))
            again = repeat(lockstep, xml.dom.minidom.parse(str(path)), folder)
            check(without_time(losses(lockstep, run)) == without_time(losses(lockstep, again)), f"run {again} does not repeat run {run}")
        lockstep.run("report", "1", "-o", str(folder / "r.csv"))
        rows = list(csv.reader(io.StringIO((folder / "r.csv").read_text())))
        check(rows[0] == ["step", "wall_s", "name", "value"] and sum(r[2] == "loss" for r in rows) == 12, f"{rows[:2]}")
        lockstep.run("report", "1", "2", "-o", str(folder / "r.json"))
        whole = json.loads((folder / "r.json").read_text())
        check([r["run_id"] for r in whole["runs"]] == [1, 2] and whole["runs"][0]["checkpoints"][-1]["step"] == 12, "JSON")
        check(any(e["kind"] == "device" and e["text"].startswith("cpu: ") for e in whole["runs"][0]["events"]), "what the run ran on")
    print("reports are whole, well-formed and repeat their runs")


main()
