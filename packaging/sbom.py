#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a software bill of materials: what a folder of programs and libraries is made of.

    sbom.py FOLDER NAME VERSION CREATED > OUT.spdx.json
    sbom.py --windows DEPENDENCIES QT FOLDER NAME VERSION CREATED > OUT.spdx.json

SPDX 2.3 (JSON): the program itself; what is compiled or linked into it; and the Debian package of each
shared library, plugin and font that was taken along, with its version, licences and the files that are
from it. For Windows all is linked in: DEPENDENCIES and QT are the folders that packaging/windows/deps.sh
and qt.sh made. Ends with 1 where something is from nowhere that is known."""
import hashlib
import json
import pathlib
import re
import subprocess
import sys

LICENCE_LINE = re.compile(r"^License:[ \t]*(\S.*)$", re.MULTILINE)
# What Debian's copyright files call them, in lower case, where SPDX has another name or another case.
SPDX_NAMES = {name.lower(): name for name in (
    "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "CC-BY-4.0", "FSFAP", "FTL",
    "ISC", "MIT", "OFL-1.1", "Unicode-DFS-2016", "Zlib", "bzip2-1.0.6", "MPL-2.0", "X11", "W3C")}
SPDX_NAMES |= {
    "gpl-2": "GPL-2.0-only", "gpl-2+": "GPL-2.0-or-later", "gpl-3": "GPL-3.0-only",
    "gpl-3+": "GPL-3.0-or-later", "gpl3+": "GPL-3.0-or-later", "lgpl-2": "LGPL-2.0-only",
    "lgpl-2+": "LGPL-2.0-or-later", "lgpl-2.1": "LGPL-2.1-only", "lgpl-2.1+": "LGPL-2.1-or-later",
    "lgpl-3": "LGPL-3.0-only", "lgpl-3+": "LGPL-3.0-or-later", "expat": "MIT", "apache-2": "Apache-2.0",
    "libpng": "Libpng", "bsd-2": "BSD-2-Clause", "bsd-3": "BSD-3-Clause", "mpl-2": "MPL-2.0",
    "gfdl-niv-1.3": "GFDL-1.3-no-invariants-only", "gfdl-1.3": "GFDL-1.3-only",
}
SPDX_EXCEPTIONS = {
    "qt-1.0 exception": "Qt-GPL-exception-1.0", "bison exception": "Bison-exception-2.2",
    "libtool exception": "Libtool-exception", "llvm exception": "LLVM-exception",
}
# Packages whose copyright files a machine cannot read, by the beginning of their names.
KNOWN = {
    "libgcc-s1": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libstdc++6": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libxcb": "MIT", "libxkbcommon": "MIT",
}
QT = "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only"
# What is compiled into the programs and so lies in no file of its own: licence, and Debian's package.
HEADERS = {
    "nlohmann-json": ("MIT", "nlohmann-json3-dev"),
    "CLI11": ("BSD-3-Clause", "libcli11-dev"),
    "Eigen": ("MPL-2.0", "libeigen3-dev"),
}
LINKED_FOR_WINDOWS = {
    "fmt": ("MIT", "libfmt-dev"),
    "xxHash": ("BSD-2-Clause", "libxxhash-dev"),
    "zlib": ("Zlib", "libz-mingw-w64-dev"),
    "mingw-w64": ("ZPL-2.1 AND MIT", "mingw-w64-x86-64-dev"),
    "libstdc++ and libgcc": ("GPL-3.0-or-later WITH GCC-exception-3.1", "g++-mingw-w64-x86-64-posix"),
}
# What deps.sh and qt.sh build: licence, and the file and pattern that tell the version.
BUILT_FOR_WINDOWS = {
    "FFTW": ("GPL-2.0-or-later", "lib/pkgconfig/fftw3.pc", r"^Version: (\S+)"),
    "Zstandard": ("BSD-3-Clause OR GPL-2.0-only", "include/zstd.h",
                  r"ZSTD_VERSION_MAJOR +(\d+)[\s\S]*?ZSTD_VERSION_MINOR +(\d+)[\s\S]*?ZSTD_VERSION_RELEASE +(\d+)"),
}
QT_FOR_WINDOWS = {
    "Qt Base": (QT, "lib/cmake/Qt6Core/Qt6CoreConfigVersionImpl.cmake", r'PACKAGE_VERSION "([\d.]+)"'),
    "Qt Svg": (QT, "lib/cmake/Qt6Svg/Qt6SvgConfigVersionImpl.cmake", r'PACKAGE_VERSION "([\d.]+)"'),
    "Qt Charts": ("GPL-3.0-only", "lib/cmake/Qt6Charts/Qt6ChartsConfigVersionImpl.cmake",
                  r'PACKAGE_VERSION "([\d.]+)"'),
    "QScintilla": ("GPL-3.0-only", "include/Qsci/qsciglobal.h", r'QSCINTILLA_VERSION_STR +"([\d.]+)"'),
}
# Of what Qt lists as others': what is for another system, or switched off by qt.sh.
NOT_FOR_WINDOWS = {"VulkanMemoryAllocator", "android", "gradle", "libjpeg", "libpsl", "wasm", "xcb"}
SPDX_EXPRESSION = re.compile(r"[A-Za-z0-9.+-]+( (AND|OR|WITH) [A-Za-z0-9.+-]+)*")


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


def version_of(package):
    return output("dpkg-query", "-W", "-f", "${Version}", package)


class Licences:
    """SPDX expressions for what Debian's copyright files say; names that SPDX has not become
    references, which the document explains."""

    def __init__(self):
        self.references = {}

    def atom(self, words):
        base, _, exception = words.strip().partition(" with ")
        name = SPDX_NAMES.get(base.lower())
        if name and exception:
            known = SPDX_EXCEPTIONS.get(exception.lower())
            name = f"{name} WITH {known}" if known else None
        if name:
            return name
        reference = "LicenseRef-Debian-" + re.sub(r"[^A-Za-z0-9.-]+", "-", words.strip())
        self.references[reference] = words.strip()
        return reference

    def expressions(self, line):
        """Of one `License:` line, `A, and B or C`: what holds together."""
        line = re.sub(r",?\s+and/or\s+", " or ", line.strip(), flags=re.IGNORECASE)
        alternatives = []
        for part in re.split(r",?\s+or\s+", line, flags=re.IGNORECASE):
            together = {self.atom(word) for word in re.split(r",?\s+and\s+|,\s*", part) if word.strip()}
            alternatives.append(sorted(together))
        if len(alternatives) == 1:
            return alternatives[0]
        return [" OR ".join(f"({' AND '.join(a)})" if len(a) > 1 else a[0] for a in alternatives)]

    def of_package(self, package):
        for beginning, licence in KNOWN.items():
            if package.startswith(beginning):
                return licence
        file = pathlib.Path("/usr/share/doc") / package / "copyright"
        text = file.read_text(errors="replace") if file.exists() else ""
        if "copyright-format" not in text[:400]:
            return "NOASSERTION"
        found = sorted({part for line in LICENCE_LINE.findall(text) for part in self.expressions(line)})
        if len(found) < 2:
            return found[0] if found else "NOASSERTION"
        return " AND ".join(f"({part})" if " OR " in part else part for part in found)


class Bill:
    def __init__(self, name, version):
        self.packages = [{
            "SPDXID": "SPDXRef-warpbench", "name": name, "versionInfo": version,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseDeclared": "GPL-3.0-or-later", "licenseConcluded": "GPL-3.0-or-later",
            "copyrightText": "NOASSERTION",
            "comment": "With a permission under section 7 of the licence to combine with NVIDIA's CUDA libraries.",
        }]
        self.relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                           "relatedSpdxElement": "SPDXRef-warpbench"}]
        self.unknown = []

    def add(self, name, version, licence, how, comment, supplier="NOASSERTION"):
        if not version:
            self.unknown.append(name)
        reference = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", name)
        self.packages.append({
            "SPDXID": reference, "name": name, "versionInfo": version, "supplier": supplier,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseDeclared": licence, "licenseConcluded": "NOASSERTION",
            "copyrightText": "NOASSERTION", "comment": comment,
        })
        self.relations.append({"spdxElementId": "SPDXRef-warpbench", "relationshipType": how,
                               "relatedSpdxElement": reference})

    def add_compiled_in(self, parts):
        for name, (licence, package) in parts.items():
            self.add(name, version_of(package), licence, "STATIC_LINK",
                     f"Compiled into the programs, from Debian's package {package}.")

    def add_built(self, parts, folder):
        for name, (licence, file, pattern) in parts.items():
            path = folder / file
            found = re.search(pattern, path.read_text(), re.MULTILINE) if path.exists() else None
            self.add(name, ".".join(found.groups()) if found else "", licence, "STATIC_LINK",
                     "Built from the distribution's source and linked into the programs.")

    def add_files_of_debian(self, folder, licences):
        files = {}
        for path in sorted(folder.rglob("*")):
            if path.is_file() and (".so" in path.name or path.suffix in (".ttf", ".otf")):
                if not path.name.startswith(("libwarpbench", "libcuda.so")):
                    files.setdefault(owner(path.name), []).append(path)
        for package, paths in sorted(files.items(), key=lambda item: item[0] or ""):
            names = ", ".join(str(path.relative_to(folder)) for path in paths)
            if package is None:
                self.add("unknown", "", "NOASSERTION", "CONTAINS", f"Files: {names}")
                continue
            self.add(package, version_of(package), licences.of_package(package), "CONTAINS",
                     f"The licences are those that Debian's copyright file names for the whole source. "
                     f"Files: {names}", "Organization: Debian")

    def add_parts_of_qt(self, folder):
        """What Qt itself has of others and is linked into it, as its authors list it."""
        for file in sorted((folder / "attributions").glob("*.json")):
            if file.stem in NOT_FOR_WINDOWS:
                continue
            listed = json.loads(file.read_text(), strict=False)
            for part in listed if isinstance(listed, list) else [listed]:
                licence = part.get("LicenseId") or ""
                version = part.get("Version") or ""
                self.add("Qt's copy of " + part["Name"],
                         version if version and " " not in version else "as in Qt",
                         licence if SPDX_EXPRESSION.fullmatch(licence) else "NOASSERTION",
                         "STATIC_LINK", f"{part.get('License', '')}. {part.get('QtUsage', '')}")

    def document(self, name, version, created, licences):
        digest = hashlib.sha256("".join(sorted(p["name"] + p["versionInfo"] for p in self.packages)).encode())
        document = {
            "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"{name}-{version}",
            "documentNamespace": f"urn:warpbench:sbom:{version}:{digest.hexdigest()[:32]}",
            "creationInfo": {"created": created, "creators": ["Tool: packaging/sbom.py"]},
            "packages": self.packages, "relationships": self.relations,
        }
        if licences.references:
            document["hasExtractedLicensingInfos"] = [
                {"licenseId": reference, "name": words,
                 "extractedText": f"“{words}” of Debian's copyright files, which have the text: "
                                  "/usr/share/doc/PACKAGE/copyright"}
                for reference, words in sorted(licences.references.items())]
        return document


def main():
    arguments = sys.argv[1:]
    windows = []
    if arguments[:1] == ["--windows"]:
        windows = [pathlib.Path(argument) for argument in arguments[1:3]]
        arguments = arguments[3:]
    if len(arguments) != 4:
        sys.exit(__doc__)
    folder, name, version, created = pathlib.Path(arguments[0]), *arguments[1:]
    bill, licences = Bill(name, version), Licences()
    bill.add_compiled_in(HEADERS)
    if windows:
        dependencies, qt = windows
        bill.add_compiled_in(LINKED_FOR_WINDOWS)
        bill.add_built(BUILT_FOR_WINDOWS, dependencies)
        if (folder / "bin/warpbench.exe").exists():
            bill.add_built(QT_FOR_WINDOWS, qt)
            bill.add_parts_of_qt(qt)
        strange = [path.name for path in folder.rglob("*.dll") if not path.name.startswith("libwarpbench")]
        bill.unknown += strange
    else:
        bill.add_files_of_debian(folder, licences)
    json.dump(bill.document(name, version, created, licences), sys.stdout, indent=2)
    sys.stdout.write("\n")
    if bill.unknown:
        print("error: nothing is known of " + ", ".join(bill.unknown), file=sys.stderr)
    return 1 if bill.unknown else 0


if __name__ == "__main__":
    sys.exit(main())
