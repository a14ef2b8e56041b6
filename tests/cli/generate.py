#!/usr/bin/env python3
"""A small model learns a rhyme by heart and writes on: what it learned, the same by the same seed, and clear words where it can't."""
import json
import sys

from support import SMALL, Lockstep, check

RHYME = "ein hühnchen lief davon. "


def document(lockstep, **data):
    count = len(set(RHYME)) + 1
    layers = [{"id": "tok", "type": "Embedding", "inputs": ["x"], "args": {"num_embeddings": count, "embedding_dim": 32}},
              {"id": "rnn", "type": "GRU", "inputs": ["tok"], "args": {"hidden_size": 48}},
              {"id": "head", "type": "Linear", "inputs": ["rnn"], "args": {"out_features": count}}]
    model = {"format": "lockstep-model/1", "inputs": [{"id": "x", "shape": [20], "dtype": "s64"}], "layers": layers, "outputs": ["head"]}
    source = {"source": "text", "path": "rhyme.txt", "context": 20, "stride": 3, "batch_size": 16, "shuffle": True} | data
    run = {"format": "lockstep-run/1", "model": model, "data": source, "steps": 250, "optimizer": {"type": "adamw", "lr": 0.01}}
    path = lockstep.folder / "rhyme.run.json"
    path.write_text(json.dumps(run), encoding="utf-8")
    return str(path)


def main():
    with Lockstep(sys.argv[1]) as lockstep:
        (lockstep.folder / "rhyme.txt").write_text(RHYME * 40, encoding="utf-8")
        run = lockstep.json("train", document(lockstep), *SMALL, "--quiet")
        check(abs(run["items_per_s"] / run["samples_per_s"] - 20) < 1e-6, "items of a text are tokens")
        likeliest = lockstep.json("generate", "1", "--prompt", RHYME[:9], "--tokens", "60", "--temperature", "0")["text"]
        check(RHYME[:9] + likeliest == (RHYME * 3)[:69], f"it writes {likeliest!r}")
        words = ["generate", "1", "--prompt", "ein ", "--tokens", "40", "--temperature", "3"]
        drawn = [lockstep.json(*words, "--seed", seed)["text"] for seed in ("5", "5", "6")]
        check(drawn[0] == drawn[1] != drawn[2], f"seeds: {drawn}")
        one = lockstep.json("generate", "1", "--prompt", "ein ", "--tokens", "40", "--top-k", "1")["text"]
        check(one == lockstep.json("generate", "1", "--prompt", "ein ", "--tokens", "40", "--temperature", "0")["text"], "top-k 1 is the likeliest")
        check(lockstep.run(*words).stdout.startswith("ein "), "the prompt stands before what is new")
        check("'Z'" in lockstep.run("generate", "1", "--prompt", "Z", status=2).stderr, "a character that is not there")
        lockstep.run("generate", "1", "--prompt", "", status=2)
        lockstep.run("train", document(lockstep, mask=0.2), *SMALL, "--set", "steps=2", "--quiet")
        check("hidden tokens" in lockstep.run("generate", "2", "--prompt", "ein", status=2).stderr, "a masked model")
        both = json.loads(open(document(lockstep), encoding="utf-8").read())
        both["model"]["layers"][1]["args"]["bidirectional"] = True
        (lockstep.folder / "both.run.json").write_text(json.dumps(both), encoding="utf-8")
        lockstep.run("train", str(lockstep.folder / "both.run.json"), *SMALL, "--set", "steps=2", "--quiet")
        check("layer rnn sees the tokens that come after" in lockstep.run("generate", "3", "--prompt", "ein", status=2).stderr, "a layer that looks ahead")
        lockstep.run("train", "template:digits-mlp", *SMALL, "--set", "steps=2", "--quiet")
        check("bundled" in lockstep.run("generate", "4", "--prompt", "ein", status=2).stderr, "a run that learned no text")
    print("it writes what it learned")


main()
