#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a software bill of materials: what a folder of programs and libraries is made of.

    sbom.py FOLDER NAME VERSION CREATED > OUT.spdx.json

SPDX 2.3 (JSON): the program itself, and the Debian package of each shared library, plugin and font that
was taken along, with its version, the short names of its licences and the files that are from it."""
import hashlib
import json
import pathlib
import re
import subprocess
import sys

LICENCE_LINE = re.compile(r"^License:\s*(\S.*)$", re.MULTILINE)
# What Debian's copyright files call them, where SPDX has another name.
SPDX_NAMES = {
    "GPL-2": "GPL-2.0-only", "GPL-2+": "GPL-2.0-or-later", "GPL-3": "GPL-3.0-only",
    "GPL-3+": "GPL-3.0-or-later", "LGPL-2": "LGPL-2.0-only", "LGPL-2+": "LGPL-2.0-or-later",
    "LGPL-2.1": "LGPL-2.1-only", "LGPL-2.1+": "LGPL-2.1-or-later", "LGPL-3": "LGPL-3.0-only",
    "LGPL-3+": "LGPL-3.0-or-later", "Expat": "MIT", "BSD-2-clause": "BSD-2-Clause",
    "BSD-3-clause": "BSD-3-Clause", "Apache-2": "Apache-2.0", "OFL-1.1": "OFL-1.1", "Zlib": "Zlib",
}


def output(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def owner(name):
    """The Debian package that has a file of this name, or None."""
    for line in output("dpkg", "-S", "*/" + name).splitlines():
        package, _, path = line.partition(": ")
        if path.endswith("/" + name) and "diversion" not in package:
            return package.split(",")[0].split(":")[0]
    return None


def licences(package):
    text = ""
    file = pathlib.Path("/usr/share/doc") / package / "copyright"
    if file.exists():
        text = file.read_text(errors="replace")
    words = set()
    for line in LICENCE_LINE.findall(text):
        words.update(re.split(r"\s+(?:and/or|and|or)\s+|,\s*", line.strip()))
    return sorted(SPDX_NAMES.get(word, word) for word in words if word)


def main():
    folder, name, version, created = pathlib.Path(sys.argv[1]), *sys.argv[2:5]
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and (".so" in path.name or path.suffix in (".ttf", ".otf", ".dll")):
            if not path.name.startswith(("libwarpbench", "libcuda.so")):
                files.setdefault(owner(path.name), []).append(path)
    packages = [{
        "SPDXID": "SPDXRef-warpbench", "name": name, "versionInfo": version,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "licenseDeclared": "GPL-3.0-or-later", "licenseConcluded": "GPL-3.0-or-later",
        "copyrightText": "NOASSERTION",
        "comment": "With a permission under section 7 of the licence to combine with NVIDIA's CUDA libraries.",
    }]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                  "relatedSpdxElement": "SPDXRef-warpbench"}]
    for package, paths in sorted(files.items(), key=lambda item: item[0] or ""):
        label = package or "unknown"
        reference = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", label)
        names = ", ".join(str(path.relative_to(folder)) for path in paths)
        known = licences(package) if package else []
        packages.append({
            "SPDXID": reference, "name": label,
            "versionInfo": output("dpkg-query", "-W", "-f", "${Version}", label) if package else "",
            "supplier": "Organization: Debian" if package else "NOASSERTION",
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseDeclared": "NOASSERTION", "licenseConcluded": "NOASSERTION",
            "copyrightText": "NOASSERTION",
            "comment": f"Licences named in Debian's copyright file: {', '.join(known) or 'see there'}. "
                       f"Files: {names}",
        })
        relations.append({"spdxElementId": "SPDXRef-warpbench", "relationshipType": "CONTAINS",
                          "relatedSpdxElement": reference})
    digest = hashlib.sha256("".join(sorted(p["name"] + p["versionInfo"] for p in packages)).encode())
    json.dump({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"{name}-{version}",
        "documentNamespace": f"urn:warpbench:sbom:{version}:{digest.hexdigest()[:32]}",
        "creationInfo": {"created": created, "creators": ["Tool: packaging/sbom.py"]},
        "packages": packages, "relationships": relations,
    }, sys.stdout, indent=2)
    sys.stdout.write("\n")
    return 1 if None in files else 0


if __name__ == "__main__":
    sys.exit(main())
