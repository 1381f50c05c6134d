#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Brings the catalogue of the lessons' texts up to date: titles, what each teaches, notes, tasks, hints.

    python3 packaging/lesson_texts.py translations/lessons_de.ts

The texts stand in examples/course.json and examples/*/*.warpbench. Translations that are there stay, new
texts are "unfinished", and what no lesson says any more goes. Prints how many are unfinished.
"""

import json
import pathlib
import sys
import xml.etree.ElementTree as xml

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"
CONTEXT = "Lesson"  # as ui/words/lesson_text.cpp asks for them


def texts_of_lessons():
    """Each text once, in the order of the course."""
    course = json.loads((EXAMPLES / "course.json").read_text(encoding="utf-8"))
    texts = []
    for place in course:
        texts += [place["level"], place["teaches"]]
    for place in course:
        name = place["lesson"]
        project = json.loads((EXAMPLES / name / f"{name}.warpbench").read_text(encoding="utf-8"))
        texts += [project["name"], project.get("notes", "")]
        for task in project.get("tasks", []):
            texts += [task["text"], task.get("hint", "")]
    return list(dict.fromkeys(text for text in texts if text))


def known_translations(catalogue):
    if not catalogue.exists():
        return {}
    return {
        message.findtext("source"): message.find("translation")
        for message in xml.parse(catalogue).getroot().iter("message")
    }


def main():
    catalogue = pathlib.Path(sys.argv[1])
    known = known_translations(catalogue)
    language = catalogue.stem.rsplit("_", 1)[1]
    root = xml.Element("TS", version="2.1", language=language, sourcelanguage="en_GB")
    context = xml.SubElement(root, "context")
    xml.SubElement(context, "name").text = CONTEXT
    unfinished = 0
    for text in texts_of_lessons():
        message = xml.SubElement(context, "message")
        xml.SubElement(message, "source").text = text
        if text in known:
            message.append(known[text])
        else:
            xml.SubElement(message, "translation", type="unfinished")
        unfinished += message.find("translation").get("type") == "unfinished"
    xml.indent(root, space="    ")
    with open(catalogue, "w", encoding="utf-8", newline="\n") as file:
        file.write('<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n')
        file.write(xml.tostring(root, encoding="unicode") + "\n")
    print(unfinished)


if __name__ == "__main__":
    main()
