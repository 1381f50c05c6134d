#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles and runs the CUDA programs of a checkout as their authors wrote them, and says how many do.

    python3 tests/guess/foreign.py build/release/bin/warpbench-cli CHECKOUT [--every N] [--limit S]

Made for NVIDIA/cuda-samples and zjin-lcf/HeCBench (its folders *-cuda): each `.cu` with a kernel is
compiled with the -I and -D of its own build; each `N`th of those with `main` and one kernel is run
with the set-up that is guessed, on the simulated H200. Prints a table as in docs/benchmarks.md,
then what failed and why, each cause with its number. Nothing is written into the checkout.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import time

KERNEL = re.compile(r"__global__\s+(?:__launch_bounds__\s*\([^)]*\)\s*)?[\w:<>]+[\s*]+(?:__launch_bounds__"
                    r"\s*\([^)]*\)\s*)?(\w+)\s*\(")
MAIN = re.compile(r"\bint\s+main\s*\(|\bvoid\s+main\s*\(")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)


def makefile_variables(text):
    """NAME = value lines, so that $(HDRDIR) in a -I can be told."""
    values = dict(re.findall(r"^\s*(\w+)\s*[:?]?=\s*(.*?)\s*$", text, re.M))
    def told(value, depth=0):
        return value if depth > 5 else re.sub(
            r"\$[({](\w+)[)}]", lambda m: told(values.get(m.group(1), ""), depth + 1), value)
    return told


def switches(source):
    """-I and -D of the Makefile or CMakeLists.txt beside a source; those of choices left out."""
    folder = source.parent
    found = []
    while not ((folder / "Makefile").exists() or (folder / "CMakeLists.txt").exists()):
        if folder.parent == folder or len(source.parents) - len(folder.parents) > 4:
            return ["-I", str(source.parent)]
        folder = folder.parent
    if (folder / "Makefile").exists():
        text = (folder / "Makefile").read_text(errors="replace")
        told = makefile_variables(text)
        text = re.sub(r"^if(eq|neq).*?^endif", "", text, flags=re.M | re.S)
        for line in text.replace("\\\n", " ").splitlines():
            if re.match(r"\s*(EXTRA_)?(CFLAGS|CXXFLAGS|NVCCFLAGS|INCLUDES?|INC|DEFINES?)\b", line):
                found += re.findall(r"(?<!\S)-[ID]\s*\S+", told(line))
    else:
        text = (folder / "CMakeLists.txt").read_text(errors="replace")
        for listed in re.findall(r"include_directories\(([^)]*)\)", text):
            found += ["-I" + word for word in listed.split()
                      if "$" not in word and word not in ("PRIVATE", "PUBLIC", "SYSTEM")]
    made = ["-I", str(source.parent)]
    for switch in found:
        what = switch[2:].strip().replace('\\"', '"').strip("'")
        if switch.startswith("-I") and what and "$" not in what:
            made += ["-I", str((folder / what).resolve())]
        elif switch.startswith("-D") and what and "$" not in what:
            made += ["-D", what]
    return made


def first_error(text):
    """One line of what went wrong, without places and names, so that causes can be counted."""
    for line in text.splitlines():
        found = re.search(r"error: (.*)", line)
        if found:
            return re.sub(r'"[^"]*"|“[^”]*”|\d+', "…", found.group(1))[:100]
    return (text.strip().splitlines() or ["nothing was said"])[-1][:100]


def call(command, limit):
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=limit + 10, check=False)
        return done.returncode, done.stdout, done.stderr, time.monotonic() - start
    except subprocess.TimeoutExpired:
        return 5, "", "error: killed at the limit", time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cli")
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=1, help="run each Nth of those that can be")
    parser.add_argument("--compile-every", type=int, default=1, help="compile each Nth file")
    parser.add_argument("--limit", type=int, default=20, help="seconds of a run")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--out", help="a line of JSON for each file, to compare two versions by")
    options = parser.parse_args()

    root = options.checkout.resolve()
    sources = []
    for path in sorted(root.rglob("*.cu")):
        text = COMMENT.sub(" ", path.read_text(errors="replace"))
        kernels = set(KERNEL.findall(text))
        if "__global__" in text:
            sources.append((path, kernels, bool(MAIN.search(text))))
    runnable = [path for path, kernels, has_main in sources if has_main and len(kernels) == 1]
    to_run = set(runnable[::options.every])
    to_compile = {path for path, _, _ in sources[::options.compile_every]} | to_run
    log = open(options.out, "w", encoding="utf-8") if options.out else None
    compiled, ran, asked = 0, 0, 0
    causes = {"compile": collections.defaultdict(list), "run": collections.defaultdict(list)}
    for number, (path, _, _) in enumerate(sources):
        if path not in to_compile:
            continue
        name = str(path.relative_to(root))
        flags = switches(path)
        rc, _, err, took = call([options.cli, "compile", str(path), "--arch", options.arch, *flags],
                                60)
        entry = {"file": name, "compile": rc}
        compiled += rc == 0
        if rc != 0:
            causes["compile"][first_error(err)].append(name)
            entry["why"] = first_error(err)
        if path in to_run:
            rc, out, err, took = call(
                [options.cli, "run", str(path), "--json", "--device", "sim:h200", "--timeout",
                 str(options.limit), *flags], options.limit)
            ran += rc == 0
            entry.update({"run": rc, "seconds": round(took, 1)})
            try:
                entry["project"] = json.loads(out).get("status")
            except ValueError:
                pass
            if rc != 0:
                causes["run"][f"{rc}: {first_error(err)}"].append(name)
                entry["why_run"] = first_error(err)
        if log:
            print(json.dumps(entry), file=log, flush=True)
        print(f"\r{number + 1} of {len(sources)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)

    def share(part, whole):
        return f"{part} ({100 * part // whole if whole else 0} %)"
    print("| files | compile | run |\n|---|---|---|")
    print(f"| {root.name}, {len(to_compile)} of {len(sources)} `.cu` with kernels | "
          f"{share(compiled, len(to_compile))} | of {len(to_run)} of {len(runnable)} with `main` and "
          f"one kernel {share(ran, len(to_run))} |")
    for verb, found in causes.items():
        print(f"\nWhat does not {verb}:")
        for cause, names in sorted(found.items(), key=lambda item: -len(item[1])):
            print(f"  {len(names):3} {cause}\n      {', '.join(names[:4])}"
                  + (" …" if len(names) > 4 else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
