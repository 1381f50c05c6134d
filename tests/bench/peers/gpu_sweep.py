#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sweep over every combination beside Kernel Tuner's: same GPU, kernel, combinations and launches of each.

    python3 gpu_sweep.py BIN_FOLDER

BIN_FOLDER holds warpbench-cli. Kernel Tuner uses CuPy. Both begin with empty compile caches, launch each
combination once to warm up and seven times to measure, and check nothing. Ours is timed as a whole process,
Kernel Tuner's without the start of Python.
"""
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

SIZE = 1024
REPEATS = 7
AXES = {"BLOCK_X": [16, 32, 64, 128], "BLOCK_Y": [2, 4, 8, 16], "TILE_X": [1, 2, 4, 8],
        "TILE_Y": [1, 2, 4, 8], "UNROLL": [1, 4, 8]}
RESTRICTIONS = ["64 <= BLOCK_X * BLOCK_Y", "BLOCK_X * BLOCK_Y <= 1024", "TILE_X * TILE_Y <= 32"]

SOURCE = """
extern "C" __global__ void multiply(float* c, const float* a, const float* b) {
    const int x0 = (blockIdx.x * BLOCK_X + threadIdx.x) * TILE_X;
    const int y0 = (blockIdx.y * BLOCK_Y + threadIdx.y) * TILE_Y;
    float sum[TILE_Y][TILE_X] = {};
    #pragma unroll UNROLL
    for (int k = 0; k < SIZE; ++k) {
        float right[TILE_X];
        for (int x = 0; x < TILE_X; ++x)
            right[x] = b[k * SIZE + x0 + x];
        for (int y = 0; y < TILE_Y; ++y)
            for (int x = 0; x < TILE_X; ++x)
                sum[y][x] += a[(y0 + y) * SIZE + k] * right[x];
    }
    for (int y = 0; y < TILE_Y; ++y)
        for (int x = 0; x < TILE_X; ++x)
            c[(y0 + y) * SIZE + x0 + x] = sum[y][x];
}
"""


def combinations():
    found = 0
    for values in itertools.product(*AXES.values()):
        names = dict(zip(AXES, values))
        found += all(eval(rule, {}, names) for rule in RESTRICTIONS)
    return found


def ours(cli, folder):
    buffer = {"dtype": "float32", "shape": [SIZE, SIZE]}
    project = {
        "format": "warpbench-project", "version": 1, "name": "sweep", "source": {"text": SOURCE},
        "compile": {"defines": {"SIZE": str(SIZE), **{name: str(values[0]) for name, values in AXES.items()}}},
        "buffers": [{"name": "c", **buffer},
                    {"name": "a", **buffer, "init": {"kind": "uniform", "seed": 1}},
                    {"name": "b", **buffer, "init": {"kind": "uniform", "seed": 2}}],
        "launches": [{"kernel": "multiply",
                      "grid": ["SIZE // (BLOCK_X * TILE_X)", "SIZE // (BLOCK_Y * TILE_Y)"],
                      "block": ["BLOCK_X", "BLOCK_Y"],
                      "args": [{"buffer": "c", "access": "out"}, {"buffer": "a", "access": "in"},
                               {"buffer": "b", "access": "in"}]}],
        "timing": {"warmup": 1, "repeats": REPEATS},
        "sweep": {"parameters": AXES, "restrictions": RESTRICTIONS}}
    file = folder / "sweep.warpbench"
    file.write_text(json.dumps(project))
    start = time.perf_counter()
    result = subprocess.run([cli, "sweep", "--json", "--device", "0", file], capture_output=True, text=True,
                            env=dict(os.environ, XDG_CACHE_HOME=str(folder / "cache")))
    seconds = time.perf_counter() - start
    document = json.loads(result.stdout)
    trials = document["trials"]
    good = [trial for trial in trials if trial["status"] == "ok"]
    return seconds, len(trials), len(good), min(trial["objective"] for trial in good)


PEER = """
import json, sys, time
import numpy
import kernel_tuner
source, size, repeats, axes, rules = json.loads(sys.argv[1])
a = numpy.random.rand(size, size).astype(numpy.float32)
tune = {"SIZE": [size], **axes}
start = time.perf_counter()
results, _ = kernel_tuner.tune_kernel(
    "multiply", source, (size, size), [numpy.zeros_like(a), a, a], tune, lang="cupy", iterations=repeats,
    block_size_names=["BLOCK_X", "BLOCK_Y"], grid_div_x=["BLOCK_X", "TILE_X"], grid_div_y=["BLOCK_Y", "TILE_Y"],
    restrictions=rules, quiet=True)
seconds = time.perf_counter() - start
times = [r["time"] for r in results if isinstance(r["time"], (int, float))]
print(json.dumps([seconds, len(results), len(times), min(times)]))
"""


def peer(folder):
    result = subprocess.run(
        [sys.executable, "-c", PEER, json.dumps([SOURCE, SIZE, REPEATS, AXES, RESTRICTIONS])], cwd=folder,
        capture_output=True, text=True, env=dict(os.environ, CUPY_CACHE_DIR=str(folder / "cupy")))
    if result.returncode != 0:
        sys.exit(f"Kernel Tuner failed: {result.stderr[-2000:]}")
    return json.loads(result.stdout.splitlines()[-1])


def main():
    cli = pathlib.Path(sys.argv[1]).resolve() / "warpbench-cli"
    print(f"{combinations()} combinations")
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        for name, (seconds, tried, good, best) in (("warpbench-cli sweep", ours(cli, folder)),
                                                  ("Kernel Tuner", peer(folder))):
            print(f"{name:20} {seconds:8.1f} s   {tried} tried, {good} ok, best {best:.4g} ms")


if __name__ == "__main__":
    main()
