#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that folders include only what their libraries link, and that docs/architecture.md names each folder.

Every folder of core/ and ui/ is a CMake library. An include of a folder that the library does not link, directly or
through another library, is an arrow that the map in docs/architecture.md does not have.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MAP = ROOT / "docs/architecture.md"
INCLUDE = re.compile(r'^\s*#\s*include "((?:app|core|ui)/[^"]+)/[^"/]+"', re.MULTILINE)
LIBRARY = re.compile(r"^(?:warpbench_library|add_library)\((warpbench-[\w-]+)([^()]*)\)", re.MULTILINE)
LINKS = re.compile(r"^target_link_libraries\((warpbench-[\w-]+)([^()]*)\)", re.MULTILINE)
# These share no code with the rest, but for the leaves.
ALONE = ("core/simgpu", "core/cudart")
LEAVES = ("core/launch_files",)
INTERFACE = "core/simgpu/include"  # wbsim.h and the lists of entry points, for all


def folder_of(path):
    """The folder of an include that counts as one: rooms of core/simgpu are one product."""
    return next((alone for alone in ALONE if path == alone or path.startswith(alone + "/")), path)


def libraries():
    """Name of a library -> its folder, and folder -> names of the libraries that it links."""
    folders, links = {}, {}
    for file in [*ROOT.glob("core/*/CMakeLists.txt"), *ROOT.glob("ui/*/CMakeLists.txt")]:
        folder = str(file.parent.relative_to(ROOT))
        if folder in ALONE:
            continue
        text = re.sub(r"#.*", "", file.read_text())
        links[folder] = set()
        for name, rest in LIBRARY.findall(text):
            folders[name] = folder
            links[folder].update(re.findall(r"warpbench-[\w-]+", rest))
        for _, rest in LINKS.findall(text):
            links[folder].update(re.findall(r"warpbench-[\w-]+", rest))
    return folders, links


def reachable(folder, folders, links):
    found, todo = {folder}, [folder]
    while todo:
        for name in links.get(todo.pop(), ()):
            other = folders.get(name)
            if other and other not in found:
                found.add(other)
                todo.append(other)
    return found


def main():
    folders, links = libraries()
    problems = []
    for folder in sorted(links):
        allowed = reachable(folder, folders, links)
        for source in sorted((ROOT / folder).rglob("*")):
            if source.suffix not in (".h", ".cpp"):
                continue
            for included in INCLUDE.findall(source.read_text()):
                if included != INTERFACE and folder_of(included) not in allowed:
                    problems.append(f"{source.relative_to(ROOT)} includes {included}, which {folder} does not link")
    for alone in ALONE:
        for source in sorted((ROOT / alone).rglob("*")):
            if source.suffix in (".h", ".cpp"):
                problems += [f"{source.relative_to(ROOT)} includes {included}, but {alone} shares no code"
                             for included in INCLUDE.findall(source.read_text()) if folder_of(included) not in (alone, *LEAVES)]
    text = MAP.read_text()
    problems += [f"docs/architecture.md does not name {folder}/" for folder in sorted([*links, *ALONE])
                 if f"`{folder}/`" not in text]
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
