#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the slowest tests of ctest's JUnit files, and how many tests ran in each.

    tools/slowest_tests.py COUNT build/PRESET/tests.xml ...
"""
import pathlib
import sys
import xml.etree.ElementTree


def tests_of(path):
    """(seconds, preset, name) of each test that ran, and the number of those that did not."""
    preset = path.parts[1]
    ran, skipped = [], 0
    for case in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
        if case.get("status") in ("notrun", "disabled"):
            skipped += 1
        else:
            ran.append((float(case.get("time")), preset, case.get("name")))
    return ran, skipped


def main():
    count, paths = int(sys.argv[1]), [pathlib.Path(path) for path in sys.argv[2:]]
    every = []
    for path in paths:
        if not path.exists():  # the shell's pattern, where no file matches it
            continue
        ran, skipped = tests_of(path)
        every += ran
        seconds = sum(row[0] for row in ran)
        print(f"\nbuild/{path.parts[1]}: {len(ran)} tests ran, {skipped} were skipped, "
              f"{seconds / 60:.1f} minutes of tests")
    if every:
        print("\nThe slowest tests, in seconds:")
        for seconds, preset, name in sorted(every, reverse=True)[:count]:
            print(f"  {seconds:7.1f}  {preset:12} {name}")


if __name__ == "__main__":
    main()
