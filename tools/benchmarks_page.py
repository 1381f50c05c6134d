#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes docs/benchmarks.md from the results in tests/bench/results.

    tools/benchmarks_page.py            writes the page
    tools/benchmarks_page.py --check    writes nothing; fails if the page differs from the results

tests/bench/results/README.md describes a results file.
"""
import argparse
import decimal
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "tests/bench/results"
PAGE = ROOT / "docs/benchmarks.md"
MOST_LINES = 200

SECTIONS = ("On a real GPU", "The simulated GPU", "The window", "Other people's programs")
RUN_KEYS = {"section", "title", "machine", "cores", "device", "driver", "cuda", "date", "commit", "commit_is",
            "command", "about", "rows"}
OPTIONAL_RUN_KEYS = {"cores", "device", "driver", "cuda", "commit_is", "about"}
ROW_KEYS = {"what", "value", "unit", "beside", "target", "note"}
OPTIONAL_ROW_KEYS = {"beside", "target", "note"}
BESIDE_KEYS = {"what", "value", "unit", "ratio"}
COMMIT_IS = {"measured": "commit", "recorded": "recorded in commit"}

HEAD = """# Benchmarks

`tools/benchmarks_page.py` writes this page from the files in `tests/bench/results`. Do not edit it.

Two numbers in one cell are the lowest and the highest of several runs. Machines were shared with other work, so
compare figures within one table and not between tables. A ratio is Warpbench's time divided by the other program's
time: below 1, Warpbench is faster. A goal is what the project wants to reach or keep; goals that were missed are shown
like the others.

To repeat a measurement, build the preset `bench` (`cmake --preset bench && cmake --build --preset bench`) and run the
command below the table's title. On a computer with a GPU, `WARPBENCH_BENCH_DEVICE=real` selects it.
"""


class Invalid(Exception):
    """A results file that does not have the form of tests/bench/results/README.md."""


def require(condition, message):
    if not condition:
        raise Invalid(message)


def check_keys(place, found, known, optional):
    unknown = set(found) - known
    missing = known - optional - set(found)
    require(not unknown, f"{place}: unknown key {', '.join(sorted(unknown))}")
    require(not missing, f"{place}: no key {', '.join(sorted(missing))}")


def check_number(place, value):
    pair = isinstance(value, list) and len(value) == 2
    numbers = value if pair else [value]
    require(all(isinstance(n, (int, decimal.Decimal)) and not isinstance(n, bool) for n in numbers),
            f"{place}: {value!r} is neither a number nor a pair of numbers")
    require(not pair or value[0] <= value[1], f"{place}: {value!r} begins with the higher number")


def read_run(path):
    """One results file, checked."""
    run = json.loads(path.read_text(encoding="utf-8"), parse_float=decimal.Decimal)
    check_keys(path.name, run, RUN_KEYS, OPTIONAL_RUN_KEYS)
    require(run["section"] in SECTIONS, f"{path.name}: the section is not one of {', '.join(SECTIONS)}")
    require(run.get("commit_is", "measured") in COMMIT_IS, f"{path.name}: unknown commit_is")
    require(re.fullmatch(r"\d{4}-\d\d-\d\d", run["date"]), f"{path.name}: the date is not YYYY-MM-DD")
    require(path.name.startswith(run["date"] + "-"), f"{path.name}: the name does not begin with the date")
    require(run["rows"], f"{path.name}: no rows")
    for number, row in enumerate(run["rows"], 1):
        place = f"{path.name}, row {number}"
        check_keys(place, row, ROW_KEYS, OPTIONAL_ROW_KEYS)
        check_number(place, row["value"])
        for other in row.get("beside", []):
            check_keys(place, other, BESIDE_KEYS, BESIDE_KEYS - {"what"})
            for key in ("value", "ratio"):
                if key in other:
                    check_number(place, other[key])
    return run


def number_text(value):
    if isinstance(value, list):
        return " to ".join(number_text(n) for n in value)
    return f"{value:,}"


def with_unit(value, unit):
    return number_text(value) + (f" {unit}" if unit else "")


def beside_text(row):
    parts = []
    for other in row.get("beside", []):
        text = other["what"]
        if "value" in other:
            text += " " + with_unit(other["value"], other.get("unit", row["unit"]))
        if "ratio" in other:
            text += f" (ratio {number_text(other['ratio'])})"
        parts.append(text)
    return "; ".join(parts)


def table_of(run):
    rows = run["rows"]
    columns = [("what", lambda row: row["what"] + (f" ({row['note']})" if "note" in row else "")),
               ("Warpbench", lambda row: with_unit(row["value"], row["unit"]))]
    if any("beside" in row for row in rows):
        columns.append(("beside it", beside_text))
    if any("target" in row for row in rows):
        columns.append(("goal", lambda row: row.get("target", "")))
    lines = ["| " + " | ".join(name for name, _ in columns) + " |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(text(row) for _, text in columns) + " |" for row in rows]
    return lines


def part_of(run):
    where = [run[key] for key in ("device", "machine", "cores") if key in run]
    if "driver" in run:
        where.append("driver " + run["driver"])
    if "cuda" in run:
        where.append("CUDA " + run["cuda"])
    kind = COMMIT_IS[run.get("commit_is", "measured")]
    where.append(f"{run['date']}, {kind} {run['commit']}")
    text = "; ".join(where) + ". Command: " + ", ".join(f"`{c}`" for c in run["command"]) + "."
    if "about" in run:
        text += " " + run["about"]
    return [f"### {run['title']}", text, "", *table_of(run), ""]


def page():
    runs = [(path, read_run(path)) for path in sorted(RESULTS.glob("*.json"))]
    lines = HEAD.splitlines() + [""]
    for section in SECTIONS:
        lines += [f"## {section}", ""]
        for path, run in sorted((r for r in runs if r[1]["section"] == section),
                                key=lambda r: (r[1]["date"], r[0].name), reverse=True):
            lines += part_of(run)
    require(len(lines) <= MOST_LINES, f"the page has {len(lines)} lines, more than {MOST_LINES}: remove old results")
    return "\n".join(lines).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if the page differs from the results")
    arguments = parser.parse_args()
    try:
        text = page()
    except (Invalid, ValueError) as error:
        sys.exit(f"error: {error}")
    if not arguments.check:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        sys.exit("error: docs/benchmarks.md differs from tests/bench/results; run tools/benchmarks_page.py")


if __name__ == "__main__":
    main()
