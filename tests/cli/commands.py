#!/usr/bin/env python3
"""Every command's result, exit status and JSON."""
import json
import os
import pathlib
import struct
import subprocess
import sys
import zipfile

from support import SMALL, Lockstep, check


def error_of(lockstep, *words, status=2):
    done = lockstep.run(*words, "--json", status=status)
    error = json.loads(done.stdout)["error"]
    check({"code", "message", "file", "line", "path", "hint"} <= set(error), f"{error}")
    check(error["message"] in done.stderr, "the message in words is missing on standard error")
    return error


def training(lockstep):
    run = lockstep.json("train", "template:digits-mlp", *SMALL, "--set", "steps=30", "--quiet")
    for key in ("run_id", "status", "steps", "seconds", "loss", "metrics", "samples_per_s", "items_per_s", "step_ms_median", "model_flops_per_step",
                "achieved_flops", "peak_memory_bytes", "planned_memory_bytes", "peak_rss_bytes", "breakdown"):
        check(key in run, f"{key} is missing")
    check(run["run_id"] == 1 and run["status"] == "completed" and run["steps"] == 30, f"{run}")
    check(set(run["loss"]) == {"first", "train", "validation", "test"}, f"{run['loss']}")
    check(abs(sum(run["breakdown"].values()) - 1) < 1e-6, f"{run['breakdown']}")
    # two a multiply-add, three products a layer, two for the first
    check(run["model_flops_per_step"] == 2 * 64 * (2 * 64 * 256 + 3 * 256 * 256 + 3 * 256 * 10), f"{run['model_flops_per_step']}")
    return run


def queries(lockstep, run, out):
    evaluated = lockstep.json("eval", "1")
    check(abs(evaluated["loss"]["test"] - run["loss"]["test"]) < 1e-12, "eval differs from the end of training")
    check(evaluated["metrics"] == run["metrics"], f"{evaluated}")
    lockstep.run("predict", "1", "-o", str(out / "p.npz"))
    loss = lockstep.json("grad", "template:digits-mlp", *SMALL, "-o", str(out / "g.safetensors"))["loss"]
    check(abs(loss - run["loss"]["first"]) < 1e-6, "the gradients' loss is not the first loss")
    lockstep.run("export", "1", "--checkpoint", "best", "-o", str(out / "w.safetensors"))
    lockstep.run("export", "1", "-o", str(out / "last.safetensors"))
    check((out / "last.safetensors").stat().st_size > 300_000, "the export is too small")
    show = lockstep.json("runs", "show", "1")
    check(show["model"]["format"] == "lockstep-model/1" and show["run"]["format"] == "lockstep-run/1", "documents are missing")
    lines = lockstep.run("runs", "export", "1", "--metrics", "-").stdout.splitlines()
    check(lines[0] == "step,wall_s,name,value", lines[0])
    names = [line.split(",")[2] for line in lines[1:]]
    check(names.count("loss") == 30 and names.count("lr") == 30 and "validation/accuracy" in names, f"{set(names)}")
    followed = [json.loads(line) for line in lockstep.run("runs", "follow", "1", "--jsonl").stdout.splitlines()]
    check(sum(e["do"] == "point" and e["series"] == "loss" for e in followed) == 30 and followed[-1]["state"] == "completed", "follow")
    check("linear" in lockstep.run("explain", "template:digits-mlp", *SMALL).stdout, "explain says nothing")
    check(lockstep.json("devices")["devices"][0]["id"] == "cpu", "devices")


def branching(lockstep):
    child = lockstep.json("resume", "1", "--set", "optimizer.lr=0.01", "--set", "steps=33", "--quiet")
    check(child["run_id"] == 2 and child["steps"] == 33, f"{child}")
    check(lockstep.json("runs", "show", "2")["parent"] == 1, "no parent")
    paths = [row["path"] for row in lockstep.json("runs", "compare", "1", "2")["differences"]]
    check("optimizer.lr" in paths and "seed" not in paths, f"{paths}")
    folder = lockstep.json("runs", "show", "1")["checkpoints"][-1]["folder"]
    again = lockstep.json("resume", folder, "--set", "steps=31", "--quiet")
    check(again["run_id"] == 1 and again["steps"] == 31, f"{again}")
    lockstep.run("runs", "delete", "2")
    check([r["run_id"] for r in lockstep.runs()] == [1], "not deleted")


def all_problems(lockstep, out):
    """every problem of the documents, a line each: place, what, how to mend"""
    for words in (["train"], ["grad", "-o", str(out / "g")], ["predict", "-o", str(out / "p.npz")], ["eval"], ["explain"]):
        done = lockstep.run(words[0], str(out / "bad.json"), *words[1:], "--json", status=2)
        lines = done.stderr.splitlines()
        check(len(lines) == 3 and all(line.startswith("error: ") for line in lines), done.stderr)
        check("bad.json:2: sed: " in done.stderr and 'did you mean "seed"?' in done.stderr, done.stderr)
        answer = json.loads(done.stdout)
        check(answer["error"] == answer["errors"][0] and len(answer["errors"]) == 3, done.stdout)
        check({e["path"] for e in answer["errors"]} == {None, "sed"} and {e["line"] for e in answer["errors"]} == {1, 2}, done.stdout)
        check({"run_id", "status", "steps"} <= set(answer), done.stdout)


def outputs_and_resumes(lockstep, out):
    """a folder that is not there is told before the work; all problems of a resume's changes"""
    nowhere = str(out / "nowhere" / "file")
    for words in (["predict", "1", "-o", nowhere + ".npz"], ["grad", "template:digits-mlp", "-o", nowhere + ".safetensors"], ["export", "1", "-o", nowhere + ".safetensors"],
                  ["report", "1", "-o", nowhere + ".html"], ["runs", "export", "1", "--metrics", nowhere + ".csv"]):
        check("there is no folder" in error_of(lockstep, *words)["message"], f"{words}")
    done = lockstep.run("resume", "1", "--set", "stepz=3", "--set", "optimizer.lr=-1", "--json", status=2)
    check(len(json.loads(done.stdout)["errors"]) == 2 and len(done.stderr.splitlines()) == 2, done.stderr)


def train_line(lockstep, out, status, layer=None, input_id="x", **keys):
    """the error of a run of one layer on two rows"""
    (out / "f.csv").write_text("a,y\n1,2\n2,3\n")
    model = {"format": "lockstep-model/1", "name": "m", "inputs": [{"id": input_id, "shape": [1]}], "outputs": ["fc"],
             "layers": [{"id": "fc", "type": "Linear", "inputs": [input_id], "args": {"out_features": 1}, **(layer or {})}]}
    run = {"format": "lockstep-run/1", "model": model, "data": {"source": "csv", "path": "f.csv", "target": "y", "batch_size": 2}, "steps": 1, **keys}
    (out / "f.run.json").write_text(json.dumps(run))
    return json.loads(lockstep.run("train", *SMALL, str(out / "f.run.json"), "--quiet", "--json", status=status).stdout)["error"]


def formulas(lockstep, out):
    for expr in ("target", "x - target", "1"):
        wrong = train_line(lockstep, out, 2, loss={"type": "formula", "expr": expr})
        check("does not read output" in wrong["message"], f"a formula {expr}")
    wrong = train_line(lockstep, out, 2, input_id="target", loss={"type": "formula", "expr": "(output - target)^2"})
    check("another id" in wrong["hint"], wrong)
    # Weights that overflow are not the learning rate's fault.
    huge = {"init": {"type": "normal", "std": 1e38}}
    wrong = train_line(lockstep, out, 1, huge, loss={"type": "mse"})
    check("before any update" in wrong["message"] and "learning rate" not in wrong["hint"], wrong)


def threads_that_wait(lockstep):
    """a team's threads sleep soon while they wait, unless the user has said how they wait"""
    for given, want in (({}, "3000"), ({"GOMP_SPINCOUNT": "7"}, "7"), ({"OMP_WAIT_POLICY": "active"}, None)):
        environment = {k: v for k, v in os.environ.items() if k not in ("GOMP_SPINCOUNT", "OMP_WAIT_POLICY")} | given
        before = len(lockstep.runs())
        process = subprocess.Popen([lockstep.program, "train", "template:digits-mlp", *SMALL, "--set", "steps=10000000", "--quiet", "--db", str(lockstep.db)], env=environment)
        while process.poll() is None and len(lockstep.runs()) == before:
            pass
        seen = dict(line.split("=", 1) for line in pathlib.Path(f"/proc/{process.pid}/environ").read_text().split("\0") if "=" in line)
        process.terminate()
        process.wait()
        check(seen.get("GOMP_SPINCOUNT") == want, f"{given}: {seen.get('GOMP_SPINCOUNT')}")


def refusals(lockstep, out):
    formulas(lockstep, out)
    for words in (["runs", "archive", "x"], ["runs", "show", "-3"], ["export", "1.5", "-o", "x.safetensors"]):
        check("number" in error_of(lockstep, *words)["message"], words)
    check(lockstep.json("grad", *SMALL, "template:digits-mlp", "-o", str(out / "g.safetensors"))["loss"] > 0, "options before the document")
    check("device" in error_of(lockstep, "predict", "1", "-o", "/dev/null")["message"], "a device as the output")
    check(error_of(lockstep, "train", str(out / "no.json"))["file"].endswith("no.json"), "file")
    (out / "bad.json").write_text('{"format": "lockstep-run/1",\n "sed": 1}')
    all_problems(lockstep, out)
    odd = os.fsencode(str(out)) + b"/od\xffd.json"
    pathlib.Path(os.fsdecode(odd)).write_text('{"format": "lockstep-run/1", "\\u001b[31m": 1}')
    check(error_of(lockstep, "train", os.fsdecode(odd))["file"].endswith("od\\xffd.json"), "a name that is no UTF-8")
    check("\x1b" not in lockstep.run("train", os.fsdecode(odd), status=2).stderr, "a message that the terminal obeys")
    (out / "cut.json").write_text('{"format": "lockstep-run/1", ')
    error_of(lockstep, "train", str(out / "cut.json"))
    for words in (["train"], ["nonsense"], ["check", "x"], ["quantize", "1"], ["generate", "1", "--prompt", "x"], ["resume", "99"], ["resume", "nowhere"],
                  ["eval", "99"], ["runs", "show", "99"], ["export", "1", "-o", "x.onnx"], ["export", "1", "--checkpoint", "7", "-o", str(out / "x.safetensors")],
                  ["report", "1", "-o", "x.pdf"], ["bench", "nosuch"], ["train", "template:nosuch"], ["train", "template:digits-mlp", "--set", "device=cuda"]):
        error_of(lockstep, *words)
    early = lockstep.json("--set", "steps=3", "train", "template:digits-mlp", *SMALL, "--set", "optimizer.lr=0.001", "--quiet")
    check(early["steps"] == 3, f"--set before and after the command: {early['steps']} steps")
    failed = lockstep.run("train", "template:digits-mlp", *SMALL, "--set", "optimizer.lr=1e30", "--set", "steps=50", "--json", "--quiet", status=1)
    check("loss" in json.loads(failed.stdout)["error"]["message"], failed.stdout)
    check(lockstep.runs()[-1]["status"] == "failed", "a diverged run has failed")


def documents_and_help(lockstep, out):
    """help, version, templates; flags take no value"""
    check("bench" in lockstep.run("help").stdout and "--checkpoint" in lockstep.run("help", "export").stdout, "help")
    check("--archived" in lockstep.run("help", "runs", "list").stdout, "help on a command of runs")
    error_of(lockstep, "help", "nonsense")
    check(lockstep.run("version").stdout.startswith("lockstep ") and lockstep.json("version")["version"], "version")
    error_of(lockstep, "runs", "list", "--quiet=3x")
    check("digits-cnn" in lockstep.run("template").stdout, "templates are listed")
    check({"name", "title", "description"} == set(lockstep.json("template")["templates"][0]), "as JSON")
    mine = out / "mine.run.json"
    lockstep.run("template", "digits-mlp", "-o", str(mine))
    check(json.loads(mine.read_text()) == json.loads(lockstep.run("template", "digits-mlp").stdout), "the same to file and standard output")
    check("already" in error_of(lockstep, "template", "digits-cnn", "-o", str(mine))["message"], "a file is not written over")
    error_of(lockstep, "template", "nosuch")
    check(lockstep.json("train", str(mine), *SMALL, "--set", "steps=1", "--quiet")["steps"] == 1, "a template's copy trains")


def words_for_people(lockstep, out):
    """what is printed without --json: documents, numbers of runs, one name for a figure; a wrong request leaves no run"""
    shown = lockstep.run("runs", "show", "1").stdout
    check('"lockstep-model/1"' in shown and '"lockstep-run/1"' in shown, shown)
    check("test/loss" in shown and "loss.test" not in shown and "test/accuracy" in shown, shown)
    first = lockstep.run("train", "template:digits-mlp", *SMALL, "--set", "steps=4", "--set", 'schedule={"type": "cosine"}', "--quiet", "--json")
    run = str(json.loads(first.stdout)["run_id"])
    heads = lockstep.run("runs", "compare", "1", run).stdout.splitlines()[0]
    check("run 1" in heads and f"run {run}" in heads, heads)
    said = lockstep.run("resume", run, "--set", "steps=8").stderr
    check("the schedule cosine now spans 8 steps, it was 4" in said, said)
    constant = lockstep.json("train", "template:digits-mlp", *SMALL, "--set", "steps=4", "--set", 'schedule={"type": "constant"}', "--quiet")["run_id"]
    check("spans" not in lockstep.run("resume", str(constant), "--set", "steps=8").stderr, "a constant rate does not move")
    check(lockstep.run("runs", "export", run).stdout.startswith("step,wall_s,name,value\n"), "figures go to standard output unless told")
    before = lockstep.runs()
    data = json.dumps({"source": "npz", "path": "gone.npz", "batch_size": 4})
    gone = error_of(lockstep, "train", "template:digits-mlp", *SMALL, "--set", f"data={data}")
    check("gone.npz" in gone["message"] + str(gone["file"]), f"{gone}")
    check(lockstep.runs() == before, "a request that was wrong leaves a run")


def predictions(lockstep, out):
    """csv and npz with the names of the classes; rows that have no target"""
    rows = [(f"{i % 7}.5", "ab"[i % 2], "cat, big" if i % 2 else "dög") for i in range(60)]
    (out / "pets.csv").write_text("size,kind,pet\n" + "".join(f'{x},{k},"{y}"\n' for x, k, y in rows))
    model = {"format": "lockstep-model/1", "inputs": [{"id": "x", "shape": [3]}],
             "layers": [{"id": "fc", "type": "Linear", "inputs": ["x"], "args": {"out_features": 2}}], "outputs": ["fc"]}
    data = {"source": "csv", "path": "pets.csv", "target": "pet", "batch_size": 8, "split": {"test": 0.2, "shuffle": True}}
    (out / "pets.run.json").write_text(json.dumps({"format": "lockstep-run/1", "model": model, "data": data, "epochs": 40, "optimizer": {"lr": 0.1}}))
    run = str(lockstep.json("train", str(out / "pets.run.json"), *SMALL, "--quiet")["run_id"])
    (out / "new.csv").write_text("size,kind\n1.5,b\n2.5,a\n3.5,b\n")
    lockstep.run("predict", run, "--data", str(out / "new.csv"), "-o", str(out / "new-out.csv"))
    lines = (out / "new-out.csv").read_text().splitlines()
    check(lines[0] == 'class,"y.cat, big",y.dög' and [line.rpartition(",")[0].rpartition(",")[0] for line in lines[1:]] == ['"cat, big"', "dög", '"cat, big"'], f"{lines}")
    one = error_of(lockstep, "train", str(out / "pets.run.json"), "--set", "model.layers.0.args.out_features=1", "--set", "data.target=size",
                   "--set", "model.inputs.0.shape=[4]")
    check("loss.type to mse" in one["hint"], f"a regression without its loss: {one}")
    lockstep.run("predict", run, "--data", str(out / "new.csv"), "-o", str(out / "new-out.npz"))
    with zipfile.ZipFile(out / "new-out.npz") as archive:
        names = archive.read("classes.npy")
        values = struct.unpack("<6f", archive.read("y.npy")[-24:])
    check(b"'descr': '<U8'" in names and b"'shape': (2,)" in names, f"{names}")
    check([names[-64:].decode("utf-32-le")[i:i + 8].rstrip("\0") for i in (0, 8)] == ["cat, big", "dög"], f"{names}")
    told = [float(x) for line in lines[1:] for x in line.split(",")[-2:]]
    check(all(struct.pack("<f", a) == struct.pack("<f", b) for a, b in zip(told, values)), f"{told} {values}")
    error_of(lockstep, "predict", run, "--data", str(out / "gone.csv"), "-o", str(out / "o.csv"))
    error_of(lockstep, "predict", run, "--data", str(out / "new.csv"), "--split", "test", "-o", str(out / "o.csv"))
    error_of(lockstep, "predict", "1", "--data", str(out / "new.csv"), "-o", str(out / "o.csv"))


def metadata(path):
    whole = path.read_bytes()
    return json.loads(whole[8:8 + int.from_bytes(whole[:8], "little")])["__metadata__"]


def exported_normalization(lockstep, out):
    """who loads the weights elsewhere is told what they want of their inputs"""
    run = str(lockstep.json("train", "template:breast-cancer", *SMALL, "--set", "steps=2", "--quiet")["run_id"])
    check(lockstep.json("runs", "show", run)["resolved"]["data"]["normalize"] == "standard", "resolved")
    said = lockstep.run("export", run, "-o", str(out / "n.safetensors")).stdout
    check("(input - mean) / deviation" in said and "standard" in said, said)
    told = metadata(out / "n.safetensors")
    mean = json.loads(told["normalize.x.mean"])
    check(told["normalize"] == "standard" and len(mean) == len(json.loads(told["normalize.x.deviation"])) == 30, f"{told}")
    check(13.5 < mean[0] < 14.7, f"the mean radius is 14.1 over all of the data: {mean[0]}")  # published with the data set
    check("normalize none" in lockstep.run("export", "1", "-o", str(out / "d.safetensors")).stdout, "digits are as they are")
    check(metadata(out / "d.safetensors") == {"format": "pt", "normalize": "none"}, "digits")


def failures_at_work(lockstep, out):
    """What breaks after the request was found right ends with 1, not 2."""
    run = lockstep.json("train", "template:digits-mlp", *SMALL, "--set", "steps=2", "--quiet")["run_id"]
    lockstep.run("eval", str(run))
    folder = out / "runs.d" / f"run-{run}" / "step-2"
    model = folder / "model.safetensors"
    whole = model.read_bytes()
    model.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    for words in (["eval", str(run)], ["predict", str(run), "-o", str(out / "y.npz")]):
        lockstep.run(*words, status=1)
    lockstep.run("eval", str(run), "--checkpoint", "7", status=2)


def streams(lockstep):
    """Results that could not be written are a failure; a closed stream is nobody's file."""
    words = [lockstep.program, "runs", "list", "--db", str(lockstep.db)]
    for redirection in (">/dev/full", ">&-", ">&- 2>&- <&-"):
        done = subprocess.run(["sh", "-c", f'exec "$@" {redirection}', "sh", *words], capture_output=True, text=True)
        check(done.returncode == 1, f"{redirection}: status {done.returncode}")
        check("2>" in redirection or "standard output" in done.stderr, f"{redirection}: {done.stderr}")
    check(len(lockstep.runs()) > 0, "the store was written over")


def main():
    with Lockstep(sys.argv[1]) as lockstep:
        out = pathlib.Path(lockstep.folder)
        queries(lockstep, training(lockstep), out)
        branching(lockstep)
        outputs_and_resumes(lockstep, out)
        refusals(lockstep, out)
        threads_that_wait(lockstep)
        documents_and_help(lockstep, out)
        words_for_people(lockstep, out)
        predictions(lockstep, out)
        exported_normalization(lockstep, out)
        failures_at_work(lockstep, out)
        streams(lockstep)
    print("all commands answer as written")


main()
