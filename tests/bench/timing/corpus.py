#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels with known times, for judging estimates.

    corpus.py write DIR                 writes one project per source; run each on a GPU with --json
    corpus.py measured DIR OUT.json     collects the reports DIR/*.gpu.json into OUT.json (h200.json)
    corpus.py judge DIR MEASURED.json   compares DIR/*.sim.json (run --estimate --repeats 0 --json) with them
    corpus.py bounds DIR                compares what bounds the launches of DIR/*.sim.json with Nsight Compute's
                                        shares in DIR/*.ncu.csv, which for each project came from
                                        ncu NCU_OPTIONS warpbench-cli run NAME.warpbench --device 0 --repeats 0
    corpus.py gains DIR MEASURED.json   compares what kernels would gain without a waste with kernels that lack it

Kernels whose name has an even checksum calibrate; the others only judge.
"""
import csv
import json
import pathlib
import statistics
import sys
import zlib

HERE = pathlib.Path(__file__).resolve().parent
K, M = 1 << 10, 1 << 20
FLOATS = {"out": ("float32", 16 * M), "in": ("float32", 64 * M), "in2": ("float32", 16 * M)}
WORDS = {"out": ("uint32", 4 * M), "in": ("uint32", 4 * M), "bins": ("uint32", M)}


def buffer(name, access):
    return {"buffer": name, "access": access}


def scalar(value):
    return {"scalar": "int32", "value": value}


def line(n, block=256):
    return [-(-n // block)], [block]


def launches_of_streams():
    for n in (64 * K, M, 16 * M):
        for kernel in ("copy", "reverse", "gather", "strided_2"):
            yield kernel, *line(n), [buffer("out", "out"), buffer("in", "in"), scalar(n)]
        for kernel, part in (("scatter", 1), ("strided_8", 8), ("structs", 8)):
            yield kernel, *line(n // part), [buffer("out", "out"), buffer("in", "in"), scalar(n // part)]
        yield "copy_wide", *line(n // 4), [buffer("out", "out"), buffer("in", "in"), scalar(n // 4)]
        both = [buffer("out", "out"), buffer("in", "in"), buffer("in2", "in"), scalar(n)]
        yield "triad", *line(n), both
        yield "grid_stride_triad", [min(1056, n // 256)], [256], both
        yield "fill", *line(n), [buffer("out", "out"), scalar(n)]
        rows = [buffer("out", "out"), buffer("in", "in"), scalar(n // 256)]
        yield "column_sums", *line(n // 256, 128), rows
        yield "row_sums", *line(n // 256, 128), rows
    for n in (512, 2048, 4096):
        yield "stencil", [n // 32, n // 8], [32, 8], [buffer("out", "out"), buffer("in", "in"), scalar(n)]


def launches_of_shared():
    for n in (512, 2048, 4096):
        two = [buffer("out", "out"), buffer("in", "in"), scalar(n)]
        yield "transpose_naive", [n // 32, n // 8], [32, 8], two
        yield "transpose_conflicts", [n // 32, n // 32], [32, 8], two
        yield "transpose_padded", [n // 32, n // 32], [32, 8], two
    for n in (128 * K, 2 * M, 16 * M):
        two = [buffer("out", "out"), buffer("in", "in"), scalar(n)]
        yield "reduce_interleaved", [n // 256], [256], two
        yield "reduce_sequential", [n // 256], [256], two
        yield "reduce_shuffle", [min(528, n // 256)], [256], two
        yield "scan_block", [n // 512], [512], two
        yield "stencil_shared", [n // 256], [256], two
        yield "bitonic_block", [n // 1024 // 4], [1024], two
    for n in (128, 256, 512):
        three = [buffer("out", "out"), buffer("in", "in"), buffer("in2", "in"), scalar(n)]
        yield "matmul_naive", [n // 16, n // 16], [16, 16], three
        yield "matmul_tiled_16", [n // 16, n // 16], [16, 16], three
        yield "matmul_tiled_32", [n // 32, n // 32], [32, 32], three
    for rounds in (64, 256, 1024):
        for kernel in ("bank_stride_1", "bank_stride_4", "bank_stride_32"):
            yield kernel, [528], [256], [buffer("out", "out"), scalar(rounds)]


def launches_of_compute():
    chains = ("fma_chain", "fma_parallel", "hash_int", "xorshift", "sines", "exact_sines", "divisions", "doubles",
              "halves", "bit_counts", "integer_modulo", "shuffles")
    for kernel in chains:
        for blocks, block, rounds in ((132, 64, 2000), (528, 256, 500), (2112, 256, 250)):
            yield kernel, [blocks], [block], [buffer("out", "out"), scalar(rounds)]
    for blocks, block, rounds in ((132, 64, 2000), (528, 256, 300), (2112, 256, 150)):
        yield "polynomial", [blocks], [block], [buffer("out", "out"), buffer("in", "in"), scalar(rounds)]
    for height, rounds in ((64, 100), (512, 100), (512, 400)):
        yield "mandelbrot", [1536 // 128, height], [128], [buffer("out", "out"), scalar(rounds)]
    for n in (1024, 4096, 8192):
        yield "nbody", [n // 128], [128], [buffer("out", "out"), buffer("in", "in"), scalar(n)]


def launches_of_irregular():
    for n in (64 * K, M, 4 * M):
        bins = [buffer("bins", "inout"), buffer("in", "in"), scalar(n)]
        yield "histogram_global", [min(528, n // 256)], [256], bins
        yield "histogram_shared", [min(528, n // 256)], [256], bins
        for kernel in ("count_one", "sum_float", "scatter_add"):
            yield kernel, *line(n), bins
        two = [buffer("out", "out"), buffer("in", "in"), scalar(n)]
        for kernel in ("branches_4", "branch_by_warp", "uneven", "binary_search", "table_same", "table_by_lane",
                       "local_array", "chase"):
            yield kernel, *(([1], [32]) if kernel == "chase" else line(n)), two
        yield "rows_by_thread", *line(n // 16), [buffer("out", "out"), buffer("in", "in"), scalar(n // 16)]
        yield "rows_by_warp", *line(n // 2), [buffer("out", "out"), buffer("in", "in"), scalar(n // 64)]
    for blocks in (132, 1056, 4224):
        yield "one_long_block", [blocks], [128], [buffer("out", "out"), buffer("in", "in"), scalar(blocks * 128)]


SOURCES = {"streams": (launches_of_streams, FLOATS), "shared": (launches_of_shared, FLOATS),
           "compute": (launches_of_compute, FLOATS), "irregular": (launches_of_irregular, WORDS)}


def project(name):
    launches, buffers = SOURCES[name]
    listed = list(launches())
    # Launches of one kernel after the other, so that each finds the caches as it left them.
    listed.sort(key=lambda launch: launch[0])
    init = {"float32": {"kind": "uniform", "seed": 1}, "uint32": {"kind": "randint", "low": 0, "high": 1 << 30, "seed": 2}}
    return {
        "format": "warpbench-project", "version": 1, "name": name, "source": {"file": name + ".cu"},
        "buffers": [{"name": b, "dtype": dtype, "shape": [size], "init": init[dtype]} for b, (dtype, size) in buffers.items()],
        "launches": [{"kernel": k, "grid": g, "block": b, "args": a} for k, g, b, a in listed],
        "timing": {"warmup": 2, "repeats": 20, "restore": False, "timeout_s": 500},
    }


def write(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in SOURCES:
        (folder / (name + ".cu")).write_bytes((HERE / (name + ".cu")).read_bytes())
        (folder / (name + ".warpbench")).write_text(json.dumps(project(name), indent=1))


def reports(folder, kind):
    for name in SOURCES:
        file = folder / f"{name}.{kind}.json"
        if file.exists():
            for index, launch in enumerate(json.loads(file.read_text())["launches"]):
                yield f"{name}/{index}", launch


def measured(folder, out):
    rows = [{"launch": key, "kernel": launch["kernel"], "grid": launch["grid"], "block": launch["block"],
             "ms": launch["time_ms"]["median"]} for key, launch in reports(folder, "gpu")]
    device = next(json.loads(f.read_text())["device"]["name"] for f in sorted(folder.glob("*.gpu.json")))
    out.write_text(json.dumps({"device": device, "launches": rows}, indent=0) + "\n")


def calibrates(kernel):
    return zlib.crc32(kernel.encode()) % 2 == 0


def figures(rows):
    errors = sorted(abs(r["estimate"] / r["ms"] - 1) for r in rows)
    inside = sum(r["low"] <= r["ms"] <= r["high"] for r in rows) / len(rows)
    pairs = right = 0
    for i, a in enumerate(rows):
        for b in rows[:i]:
            if a["group"] == b["group"] and max(a["ms"], b["ms"]) >= 1.15 * min(a["ms"], b["ms"]):
                pairs += 1
                right += (a["ms"] < b["ms"]) == (a["estimate"] < b["estimate"])
    return (f"{len(rows)} launches: median {100 * statistics.median(errors):.1f} %, 90th percentile "
            f"{100 * errors[int(0.9 * len(errors))]:.0f} %, within the range {100 * inside:.0f} %, "
            f"order right in {100 * right / max(1, pairs):.1f} % of {pairs} pairs")


def judge(folder, measurements):
    times = {row["launch"]: row for row in json.loads(measurements.read_text())["launches"]}
    rows = []
    for key, launch in reports(folder, "sim"):
        if key.endswith("/0"):
            continue  # of a pass: the GPU has waited for the host before it
        estimate = launch["estimate"]
        if not estimate or estimate["ms"] is None:
            print(f"{key} {launch['kernel']}: {estimate and estimate['reason']}")
            continue
        size = [int(a) for a in launch["grid"]]
        rows.append({"key": key, "kernel": launch["kernel"], "ms": times[key]["ms"], "estimate": estimate["ms"],
                     "low": estimate["low"], "high": estimate["high"], "by": estimate["bound_by"],
                     "size": size, "group": key.split("/")[0]})
    for label, part in (("calibrating", [r for r in rows if calibrates(r["kernel"])]),
                        ("judging", [r for r in rows if not calibrates(r["kernel"])]), ("all", rows)):
        if part:
            print(f"{label}: {figures(part)}")
    rows.sort(key=lambda r: -max(r["estimate"] / r["ms"], r["ms"] / r["estimate"]))
    shown = rows if "--all" in sys.argv else rows[:25]
    for r in shown:
        by = ", ".join(f"{b['what']} {100 * b['share']:.0f}" for b in r["by"][:3])
        print(f"{r['estimate'] / r['ms']:6.2f}  {r['kernel']:20} {str(r['size']):14} measured {1000 * r['ms']:9.2f} us, "
              f"estimated {1000 * r['estimate']:9.2f} us  {by}")


NCU_OPTIONS = ("--target-processes all --clock-control none --cache-control none --csv --page raw --print-units base "
               "--metrics breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed,"
               "breakdown:gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed")
# What Nsight Compute's counters belong to: the first prefix counts. Of an atomic and of a store, it sees the way to L2
# and L2's work.
COUNTERS = {"dram__": "dram", "fbpa__": "dram", "lts__": "l2", "l1tex__m_": "l2", "l1tex__": "memory_unit",
            "sm__mio": "memory_unit", "sm__inst_executed_pipe_lsu": "memory_unit", "idc__": "constants",
            "sm__inst_executed_pipe_adu": "constants", "sm__issue_active": "issue", "sm__inst_executed.": "issue",
            "sm__pipe": "arithmetic", "sm__inst_executed_pipe": "arithmetic"}
SAME = {"stores": "l2", "atomics": "l2"}
RATE = ".avg.pct_of_peak_sustained_elapsed"
BUSY = 60  # percent; below it, Nsight Compute speaks of latency


def rows_of_ncu(file):
    """By launch of the project: the highest share of each resource, in percent."""
    table = list(csv.reader(line for line in file.read_text().splitlines() if line.startswith('"')))
    head = table[0]
    columns = [(index, resource) for index, name in enumerate(head) if name.endswith(RATE) and "internal" not in name
               for resource in [next((r for prefix, r in COUNTERS.items() if name.startswith(prefix)), None)] if resource]
    for row in table[2:]:
        shares = {}
        for index, resource in columns:
            shares[resource] = max(shares.get(resource, 0), float(row[index].replace(",", "") or 0))
        yield row[head.index("Kernel Name")].split("(")[0], shares


def highest(shares):
    resource = max(shares, key=shares.get, default="latency")
    return resource if shares.get(resource, 0) >= BUSY else "latency"


def bounds(folder):
    rows = []
    for name in SOURCES:
        launches = [launch for key, launch in reports(folder, "sim") if key.startswith(name + "/")]
        kernels = {launch["kernel"] for launch in launches}
        seen = [row for row in rows_of_ncu(folder / (name + ".ncu.csv")) if row[0] in kernels]
        if len(seen) != len(launches):
            sys.exit(f"{name}: {len(launches)} launches estimated, {len(seen)} seen")
        for launch, (kernel, ncu) in zip(launches, seen):
            estimate = launch["estimate"]
            if not estimate or estimate["ms"] is None:
                continue
            own = {}
            for bound in estimate["bound_by"]:
                resource = SAME.get(bound["what"], bound["what"])
                if resource in COUNTERS.values():
                    own[resource] = max(own.get(resource, 0), 100 * bound["ms"] / estimate["ms"])
            # Updates of one address wait for each other: no unit is busy.
            first = estimate["bound_by"][0]["what"]
            same = highest(own) == highest(ncu) or (first == "atomics" and highest(ncu) == "latency")
            rows.append((kernel, launch["grid"], same, own, ncu))
    for label, part in (("calibrating", [r for r in rows if calibrates(r[0])]),
                        ("judging", [r for r in rows if not calibrates(r[0])]), ("all", rows)):
        print(f"{label}: {len(part)} launches, {100 * sum(r[2] for r in part) / len(part):.1f} % bound by the same")
    for kernel, grid, same, own, ncu in rows:
        if not same:
            text = [", ".join(f"{k} {v:.0f}" for k, v in sorted(s.items(), key=lambda i: -i[1])[:3]) for s in (own, ncu)]
            print(f"{kernel:20} {str(grid):14} estimated {text[0]:45} Nsight Compute {text[1]}")


# A kernel with a waste, the same without it, and the waste.
REMEDIES = [("bank_stride_32", "bank_stride_1", "bank_conflicts"), ("bank_stride_4", "bank_stride_1", "bank_conflicts"),
            ("transpose_conflicts", "transpose_padded", "bank_conflicts"),
            ("transpose_naive", "transpose_padded", "scattered_accesses"),
            ("reduce_interleaved", "reduce_sequential", "idle_lanes"),
            ("row_sums", "column_sums", "scattered_accesses")]


def gains(folder, measurements):
    times = {row["launch"]: row["ms"] for row in json.loads(measurements.read_text())["launches"]}
    launches = {}
    for key, launch in reports(folder, "sim"):
        launches.setdefault(launch["kernel"], []).append((times[key], launch["estimate"]))
    errors = []
    for wasteful, better, waste in REMEDIES:
        for (ms, estimate), (less, _) in zip(launches.get(wasteful, []), launches.get(better, [])):
            found = [gain["ms"] for gain in estimate["gains"] if gain["without"] == waste]
            told = estimate["ms"] / found[0] if found else 1
            errors.append(abs(told / (ms / less) - 1))
            print(f"{wasteful:20} without {waste:19} measured {ms / less:6.2f} times as fast, estimated {told:6.2f}")
    errors.sort()
    print(f"{len(errors)} pairs: median {100 * statistics.median(errors):.0f} %, "
          f"90th percentile {100 * errors[int(0.9 * len(errors))]:.0f} %")


if __name__ == "__main__":
    action, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if action == "write":
        write(folder)
    elif action == "measured":
        measured(folder, pathlib.Path(sys.argv[3]))
    elif action == "bounds":
        bounds(folder)
    elif action == "gains":
        gains(folder, pathlib.Path(sys.argv[3]))
    else:
        judge(folder, pathlib.Path(sys.argv[3]))
