#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes docs/programs.md from the lists in tests/bench/results/programs.

    tools/programs_page.py            writes the page
    tools/programs_page.py --check    writes nothing; fails if the page differs from the lists

A list has a suite's `title`, `source` and `run`, and `groups` of programs that ended alike: names, or names with reasons.
"""
import argparse
import json
import pathlib
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
LISTS = ROOT / "tests/bench/results/programs"
PAGE = ROOT / "docs/programs.md"
WIDTH = 120

HEAD = """# Programs that were tried

`tools/programs_page.py` writes this page from the lists in `tests/bench/results/programs`. Do not edit it.

Other people's programs on the simulated GPU, each beside a real one. [Your own program](manual/tutorials/own-program.md)
says how to run yours, and [benchmarks](benchmarks.md#other-peoples-programs) has the same suites in figures, and others.
"""


def wrapped(text):
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def with_reasons(programs):
    """Programs with the same reason on one line."""
    by_reason = {}
    for name, reason in programs.items():
        by_reason.setdefault(reason, []).append(name)
    return "\n".join(f"- {reason}: {', '.join(names)}" for reason, names in sorted(by_reason.items()))


def suite(data):
    parts = [f"## {data['title']}", wrapped(f"{data['source']}. {data['run']}.")]
    rows = "\n".join(f"| {group['title']} | {len(group['programs'])} |" for group in data["groups"])
    parts.append(f"| | programs |\n|---|---|\n{rows}")
    for group in data["groups"]:
        parts.append(wrapped(f"**{group['title']}**" + (f" ({group['note']})" if group["note"] else "") + ":"))
        programs = group["programs"]
        parts.append(with_reasons(programs) if isinstance(programs, dict) else wrapped(", ".join(programs) + "."))
    return "\n\n".join(parts) + "\n"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--check", action="store_true")
    check = arguments.parse_args().check
    suites = [suite(json.loads(path.read_text(encoding="utf-8"))) for path in sorted(LISTS.glob("*.json"), reverse=True)]
    page = "\n".join([HEAD, *suites])
    if not check:
        PAGE.write_text(page, encoding="utf-8")
    elif page != PAGE.read_text(encoding="utf-8"):
        print("docs/programs.md differs from tests/bench/results/programs: run tools/programs_page.py", file=sys.stderr)
        return 1
    return 0


sys.exit(main())
