#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares two run reports of one project, and says where they differ.

    compare_reports.py LINUX.json WINDOWS.json

All must be the same, buffers and counters to the last digit, but for times, for what a cache did,
for addresses, and for the folders in names of files. Lines' counters are compared as their sums:
NVRTC for Windows makes the same instructions, but says of some that they are of the next line.
"""
import json
import re
import sys

# What two runs on one system would not share either.
PASSING = {"ms", "time_ms", "cached", "miss_reason", "bytes_per_second", "flops_per_second", "address"}


def sums(lines):
    total = {}
    for line in lines:
        for name, count in line.items():
            if name != "line" and isinstance(count, int):
                total[name] = total.get(name, 0) + count
    return total


def facts(value, key=None):
    if key == "lines":
        return sums(value)
    if isinstance(value, dict):
        if str(value.get("kernel", "")).startswith("scan_"):
            # Its blocks wait for each other, for as long as it takes, and look at memory meanwhile.
            value = {**value, "counters": None, "roofline": None}
        return {name: facts(part, name) for name, part in value.items() if name not in PASSING}
    if isinstance(value, list):
        return [facts(part, key) for part in value]
    if key == "file" and isinstance(value, str):
        return value.replace("\\", "/").rsplit("/", 1)[-1]
    if isinstance(value, str):
        return re.sub(r"0x[0-9a-f]{6,}", "an address", value)
    return value


def differences(left, right, place=""):
    if isinstance(left, dict) and isinstance(right, dict):
        for name in sorted(left.keys() | right.keys()):
            yield from differences(left.get(name), right.get(name), f"{place}/{name}")
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for index, pair in enumerate(zip(left, right)):
            yield from differences(*pair, f"{place}/{index}")
    elif left != right:
        yield f"{place}: {json.dumps(left)[:200]} and {json.dumps(right)[:200]}"


def read(name):
    with open(name, encoding="utf-8") as file:
        report = json.load(file)
    if report.get("format") != "warpbench-run":
        sys.exit(f"error: {name} is no run report")
    if report.get("buffers_at_fault"):  # other blocks were under way, each as far as it had come
        report["buffers"] = [buffer["name"] for buffer in report["buffers"]]
    return facts(report)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    found = list(differences(read(sys.argv[1]), read(sys.argv[2])))
    for line in found[:20]:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
