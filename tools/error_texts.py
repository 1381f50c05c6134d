#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the manual's page about errors, and the list of sentences to translate, from the sources.

    tools/error_texts.py            writes both
    tools/error_texts.py --check    writes nothing; fails if one differs, or if a code is given twice

An error's text is ErrorText{"WB1234", sentence, remedy, values} or phrase(sentence, values)
(core/base/error_text.h), with literals, or constants of literals in the same file or a header.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/manual/errors.md"
SENTENCES = ROOT / "ui/words/error_sentences.h"

PAGE_HEAD = """# Errors

Warpbench's errors have a code, which is in reports (`error.code`), in JUnit files and at the end of the line on standard
error. Messages of the compiler keep its numbers, and faults of a kernel have a [kind](../run-report.md#faults). This page lists the
errors with what helps; `{name}` is a value. `tools/error_texts.py` writes it from the sources.
"""
SENTENCES_HEAD = """// SPDX-License-Identifier: GPL-3.0-or-later
// Made by tools/error_texts.py from core's sources, for Qt's lupdate. Do not edit.
#pragma once

#include <QtGlobal>

namespace warpbench::ui {

// clang-format off
constexpr const char* kErrorSentences[] = {
"""
SENTENCES_TAIL = """};
// clang-format on

} // namespace warpbench::ui
"""

# The first digits of codes, and what they are about.
CHAPTERS = {
    "10": "Files and the operating system", "11": "Expressions", "12": "Arrays and their files",
    "13": "The project file", "14": "Numbers and buffers of a project", "15": "Steps and library calls",
    "16": "Compiling", "17": "Launches and memory", "18": "The device and its driver",
    "19": "Runs", "20": "Tasks and sweeps", "21": "Whole programs", "22": "Export, estimates, occupancy",
    "30": "The command line", "31": "The command line: whole programs, lessons, installing",
    "32": "Starting the window", "33": "The window",
}

LITERAL = re.compile(r'\s*"((?:[^"\\]|\\.)*)"')
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


class Wrong(Exception):
    pass


def literals(text, at):
    """The joined literals at a place, and where they end; None if there is none."""
    found, joined = LITERAL.match(text, at), None
    while found:
        joined = (joined or "") + re.sub(r"\\(.)", lambda m: ESCAPES[m[1]], found[1])
        at = found.end()
        found = LITERAL.match(text, at)
    return joined, at


def sentence(text, at):
    """A sentence at a place: literals, a constant of this file, or {}."""
    joined, end = literals(text, at)
    if joined is not None:
        return joined, end
    empty = re.compile(r"\s*(\{\}|std::string_view\(\))").match(text, at)
    if empty:
        return "", empty.end()
    name = re.compile(r"\s*(k[A-Z]\w*)").match(text, at)
    if name:
        for file in [text] + HEADERS:
            defined = re.search(r"\b" + name[1] + r"(?:\[\])?\s*=", file)
            joined, _ = literals(file, defined.end()) if defined else (None, 0)
            if joined is not None:
                return joined, name.end()
    raise Wrong("is no literal and no constant of a literal")


# Where constants of other files may be.
HEADERS = [path.read_text() for path in sorted((ROOT / "core").rglob("*.h")) + sorted((ROOT / "app").rglob("*.h"))]


def errors_of(path, text):
    """(code, sentence, remedy) of each error of a file, with empty codes for phrases."""
    for found in re.finditer(r'(?:\bphrase\(|[{(]\s*"(WB\d{4})"\s*,)', text):
        line = text.count("\n", 0, found.start()) + 1
        try:
            said, at = sentence(text, found.end())
            remedy = ""
            if found[1] and text[at:].lstrip().startswith(","):
                remedy, _ = sentence(text, text.index(",", at) + 1)
            if not said:
                raise Wrong("is empty")
        except Wrong as wrong:
            if not found[1] and re.match(r"\s*(const|std::|\w+,|sentence)", text[found.end():]):
                continue  # the function's own declaration
            raise SystemExit(f"{path.relative_to(ROOT)}:{line}: error: an error's text {wrong}")
        yield found[1] or "", said, remedy, f"{path.relative_to(ROOT)}:{line}"


def sources(folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            parts = path.relative_to(ROOT).parts
            if path.suffix in (".cpp", ".h") and parts[:2] not in (("core", "simgpu"), ("core", "cudart")):
                if path.name not in ("error_text.h", "error_text.cpp"):
                    yield path


def cell(text):
    """A text in a table of Markdown, where nothing in it is markup."""
    return re.sub(r"([|<>*_\[\]\\])", r"\\\1", text.replace("\n", " "))


def main():
    by_code, spoken = {}, set()
    for path in sources(["core", "ui", "app"]):
        for code, said, remedy, where in errors_of(path, path.read_text()):
            if code and code in by_code:
                raise SystemExit(f"{where}: error: {code} is also in {by_code[code][2]}")
            if code:
                by_code[code] = (said, remedy, where)
            if "app" not in path.relative_to(ROOT).parts[:1]:
                spoken.update(one for one in (said, remedy) if re.search("[a-z]", re.sub(r"\{\w+\}", "", one)))

    page, chapter = [PAGE_HEAD], None
    for code in sorted(by_code):
        said, remedy, _ = by_code[code]
        if code[2:4] != chapter:
            chapter = code[2:4]
            page.append(f"\n## {CHAPTERS[chapter]}\n\n| code | error | what helps |\n|---|---|---|\n")
        page.append(f"| {code} | {cell(said)} | {cell(remedy)} |\n")

    def quoted(text):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    rows = [f'    QT_TRANSLATE_NOOP("ErrorWords", {quoted(text)}),\n' for text in sorted(spoken)]
    made = {PAGE: "".join(page), SENTENCES: SENTENCES_HEAD + "".join(rows) + SENTENCES_TAIL}
    for path, text in made.items():
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            raise SystemExit(f"error: {path.relative_to(ROOT)} differs from the sources; run tools/error_texts.py")


main()
