#!/usr/bin/env python3
"""Holds the structure: which room may include which (DESIGN.md "Rooms"), one door per library, formatting, forbidden words,
ids of errors.

usage: lint.py [--source DIR] [--format]
File and function sizes are reported, not enforced. Exit status 1 if a rule is broken.
"""
import argparse, json, pathlib, re, statistics, subprocess, sys

HERE = pathlib.Path(__file__).parent
ERROR_ID = re.compile(r'\bErrorCode\s+\w+\s*\{\s*"([^"]*)"')
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)


def room_of(path):
    """engine/backends/cpu/x.cpp -> backends/cpu; ui/plots/x.h -> ui/plots"""
    parts = path.parts
    if parts[0] == "engine":
        return "/".join(parts[1:3]) if len(parts) > 3 and "/".join(parts[1:3]) in RULES["implementations"] else parts[1]
    if parts[0] in ("ui", "app") and len(parts) > 2:
        return "/".join(parts[:2])
    return parts[0]


def layer_of(room):
    room = RULES["implementations"].get(room, room).split("/")[0]
    return next((i for i, rooms in enumerate(RULES["layers"]) if room in rooms), None)


def check_arrow(path, room, target):
    """-> reason why the include is not allowed, or None"""
    top = target.split("/")[0]
    if top in ("kernels", "ui", "app"):
        target_room = top
    elif (ROOT / "engine" / target).exists():
        target_room = room_of(pathlib.Path("engine") / target)
    else:
        return None  # not ours
    own_top = room.split("/")[0]
    if own_top == "kernels":
        return None if target_room == "kernels" else "kernels know no engine type"
    if target_room == "kernels":
        return None if room in ("backends/cpu", "backends/cuda") else "only backends include kernels"
    if target_room == room or RULES["implementations"].get(target_room) is None and target_room == own_top:
        return None
    if target_room in RULES["implementation_extra"].get(room, []):
        return None
    if target_room in RULES["implementations"]:
        return None if own_top == "app" else "only app and tests include an implementation"
    allowed = RULES["value_headers"].get(own_top)
    if allowed and target_room != own_top:
        return None if target_room in allowed["rooms"] or target in allowed["headers"] else f"{own_top} sees only {allowed['rooms'] + allowed['headers']}"
    mine, theirs = layer_of(room), layer_of(target_room)
    if mine is None or theirs is None:
        return f"unknown room {room if mine is None else target_room}"
    if RULES["implementations"].get(room) == target_room:
        return None
    if own_top == "ui" and target_room == "ui":
        return None
    return None if theirs < mine else f"layer {mine} ({room}) may not include layer {theirs} ({target_room})"


def check_doors(room, target, is_header):
    for door in RULES["doors"]:
        if re.search(door["pattern"], target) and not any(room == r or room.startswith(r + "/") for r in door["rooms"]):
            yield f"{door['library']} is opened in {', '.join(door['rooms'])} only"
    if is_header and RULES["json_in_cpp_only"] in target:
        yield "JSON headers belong in .cpp files"


def function_sizes(text):
    """Lines of each brace block that opens at a line ending in `) {` or similar, outermost first; an estimate for the report."""
    sizes, stack = [], []
    for number, line in enumerate(text.splitlines()):
        code = re.sub(r'"(\\.|[^"\\])*"|//.*', '""', line)
        for c in code:
            if c == "{":
                stack.append((number, bool(re.search(r"\)\s*(const|noexcept|override|final|\s)*(->\s*[\w:<>&*\s]+)?\{", code)) and not re.search(r"\b(if|for|while|switch|catch)\b", code)))
            elif c == "}" and stack:
                start, is_function = stack.pop()
                if is_function and not any(f for _, f in stack):
                    sizes.append(number - start + 1)
    return sizes


def report(name, values, limits):
    values = sorted(values)
    if values:
        nine = values[int(len(values) * 0.9)] if len(values) > 1 else values[0]
        print(f"{name}: {len(values)}, median {statistics.median(values):.0f} (aim {limits[0]}), nine of ten <= {nine} (aim {limits[1]}), over {limits[2]}: {sum(v > limits[2] for v in values)}")


def main():
    broken, file_sizes, functions, sources = [], [], [], []
    for top in ("engine", "kernels", "ui", "app"):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                sources.append(path)
    for path in sources:
        rel, text = path.relative_to(ROOT), path.read_text(encoding="utf-8")
        room = room_of(rel)
        file_sizes.append(text.count("\n"))
        functions += function_sizes(text)
        if path.suffix == ".h" and "#pragma once" not in text and not path.stem.endswith("-inl"):  # Highway reads -inl.h once for each target
            broken.append(f"{rel}: no #pragma once")
        for match in ERROR_ID.finditer(text):
            if not re.fullmatch(r"[a-z]+\.[a-z0-9_]+", match.group(1)):
                broken.append(f'{rel}:{text.count(chr(10), 0, match.start()) + 1}: the error id "{match.group(1)}" is not of the form room.what')
        for match in INCLUDE.finditer(text):
            target, line = match.group(1), text.count("\n", 0, match.start()) + 1
            if "CMake" in target:
                continue
            for reason in [check_arrow(rel, room, target), *check_doors(room, target, path.suffix == ".h")]:
                if reason:
                    broken.append(f"{rel}:{line}: includes {target}: {reason}")
    for room in {room_of(p.relative_to(ROOT)).split("/")[0] for p in sources if p.relative_to(ROOT).parts[0] == "engine"}:
        if not (ROOT / "engine" / room / "README.md").exists():
            broken.append(f"engine/{room}: no README.md")
    for path in sources + sorted((ROOT / "tests").rglob("*.cpp")) + sorted((ROOT / "tests").rglob("*.h")):
        text = path.read_text(encoding="utf-8")
        for word in ("TODO", "FIXME", "XXX", "HACK"):
            if re.search(rf"\b{word}\b", text):
                broken.append(f"{path.relative_to(ROOT)}: contains {word}")
    if ARGS.format:
        files = [str(p) for p in sources + sorted((ROOT / "tests").rglob("*.cpp")) + sorted((ROOT / "tests").rglob("*.h"))]
        done = subprocess.run(["clang-format", "--dry-run", "-Werror", *files], capture_output=True, text=True)
        broken += sorted({line for line in done.stderr.splitlines() if "error:" in line})
    report("files, lines", file_sizes, RULES["sizes"]["file_lines"])
    report("functions, lines", functions, RULES["sizes"]["function_lines"])
    for line in broken:
        print(line.replace(str(ROOT) + "/", ""))
    print(f"{len(sources)} files checked, {len(broken)} faults")
    return 1 if broken else 0


parser = argparse.ArgumentParser()
parser.add_argument("--source", default=HERE.parent.parent)
parser.add_argument("--format", action="store_true")
ARGS = parser.parse_args()
ROOT = pathlib.Path(ARGS.source).resolve()
RULES = json.loads((HERE / "rules.json").read_text())
sys.exit(main())
