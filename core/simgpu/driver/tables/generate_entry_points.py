#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the lists of the Driver API's entry points that the simulated driver is built from.

    generate_entry_points.py [CUDA_INCLUDE_DIR]

Reads cuda.h (every declaration that is visible to the driver itself) and cudaTypedefs.h (which
version of CUDA brought which form of a function), and the sources in `entry` (what is implemented),
and writes into core/simgpu/include:

    entry_points.inc   WBSIM_ENTRY(symbol) for every exported symbol
    proc_addresses.inc WBSIM_PROC(name, version, symbol, per-thread symbol) for cuGetProcAddress

and beside itself:

    per_thread.inc     the _ptds and _ptsz forms, each calling the plain form
    unsupported.inc    what no source implements

Run it again when an entry point is added: until then the linker reports a symbol twice, or not at
all, so the lists cannot be out of step with the code.
"""
import collections
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ENTRIES = HERE.parent / "entry"
SHARED = HERE.parent.parent / "include"  # also for core/recorder
HEADER = "// SPDX-License-Identifier: GPL-3.0-or-later\n// Written by generate_entry_points.py.\n"


def declarations(include_dir):
    """{symbol: [(type, name)]}; the type of a function-pointer parameter is its typedef."""
    text = subprocess.run(
        ["cc", "-E", "-P", "-D__CUDA_API_VERSION_INTERNAL", "-x", "c", str(include_dir / "cuda.h")],
        check=True, capture_output=True, text=True).stdout
    found = {}
    for match in re.finditer(r"\bCUresult\s+(cu[A-Z]\w*)\s*\(([^;]*?)\)\s*;", text):
        symbol, parameters = match.group(1), match.group(2).strip()
        pairs = []
        if parameters not in ("", "void"):
            for part in parameters.split(","):
                name = re.search(r"(\w+)\s*(\[\w*\])?\s*$", part)
                kind = part[:name.start()].strip()
                if name.group(2):
                    kind += "*"
                pairs.append((" ".join(kind.split()), name.group(1)))
        found[symbol] = pairs
    return found


def versions(include_dir):
    """{name: {version: (has plain form, has per-thread form)}} from cudaTypedefs.h."""
    text = (include_dir / "cudaTypedefs.h").read_text()
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for match in re.finditer(r"\bPFN_(cu\w+?)_v(\d+)(_ptsz|_ptds)?\)\(", text):
        found[match.group(1)][int(match.group(2))].add(match.group(3) or "")
    return found


def implemented():
    text = "".join(p.read_text() for p in sorted(ENTRIES.glob("*.cpp")))
    return set(re.findall(r"^CUresult CUDAAPI (cu\w+)\(", text, re.M))


def plain_of(symbol):
    return re.sub(r"_pt[ds][sz]$", "", symbol)


def same_types(one, other):
    return [kind for kind, _ in one] == [kind for kind, _ in other]


def arguments(pairs):
    return ", ".join(f"{kind} {name}" for kind, name in pairs)


def form_number(symbol):
    match = re.search(r"_v(\d+)$", symbol)
    return int(match.group(1)) if match else 1


# Forms whose names do not follow "the n-th version is _vn".
SPECIAL = {
    ("cuGraphInstantiate", 10000): "cuGraphInstantiate",
    ("cuGraphInstantiate", 11000): "cuGraphInstantiate_v2",
}


# Of cudaProfiler.h, declared in profiler.h.
PROFILER = ["cuProfilerInitialize", "cuProfilerStart", "cuProfilerStop"]


def proc_rows(symbols, known):
    by_name = collections.defaultdict(list)
    for symbol in symbols:
        if plain_of(symbol) == symbol:
            by_name[re.sub(r"_v\d+$", "", symbol)].append(symbol)
    rows, odd = [], []
    for name in sorted(known):
        forms = sorted(by_name.get(name, []), key=form_number)
        # A per-thread form came with CUDA 7.0 to functions that are older; it is no form of its own.
        plain = sorted(v for v, kinds in known[name].items() if "" in kinds)
        threaded = sorted(v for v, kinds in known[name].items() if kinds - {""})
        if not plain:
            plain = threaded
        chosen = {}
        for index, version in enumerate(plain):
            if (name, version) in SPECIAL:
                chosen[version] = SPECIAL[(name, version)]
            elif len(forms) == len(plain):
                chosen[version] = forms[index]
            else:
                odd.append((name, plain, forms))
                break
        for version, symbol in sorted(chosen.items()):
            thread = next((symbol + s for s in ("_ptds", "_ptsz") if symbol + s in symbols), symbol)
            rows.append((name, version, symbol, thread))
    if odd:
        raise SystemExit("cannot match versions with symbols:\n" +
                         "\n".join(str(entry) for entry in odd))
    for name in PROFILER:
        rows.append((name, 4000, name, name))
    # CUDA 12 gave the plain name to the form with flags.
    rows.append(("cuGraphInstantiate", 12000, "cuGraphInstantiateWithFlags",
                 "cuGraphInstantiateWithFlags"))
    return sorted(rows)


def write(file, lines):
    file.write_text(HEADER + "// clang-format off\n" + "\n".join(lines) + "\n")


def main():
    include_dir = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/local/cuda/include")
    symbols = declarations(include_dir)
    done = implemented()
    write(SHARED / "entry_points.inc", [f"WBSIM_ENTRY({s})" for s in sorted(symbols)])
    write(SHARED / "proc_addresses.inc",
          [f'WBSIM_PROC("{n}", {v}, {s}, {t})' for n, v, s, t in
           proc_rows(symbols, versions(include_dir))])
    per_thread, unsupported = [], []
    for symbol, pairs in sorted(symbols.items()):
        if symbol in done:
            continue
        plain = plain_of(symbol)
        if plain != symbol and plain in symbols and same_types(symbols[plain], pairs):
            call = ", ".join(name for _, name in pairs)
            per_thread.append(f"CUresult CUDAAPI {symbol}({arguments(pairs)}) {{\n"
                              f"    const PerThreadDefaultStream scope;\n"
                              f"    return {plain}({call});\n}}")
        elif plain != symbol and plain in symbols:
            raise SystemExit(f"{symbol} differs from {plain}")
        else:
            kinds = ", ".join(kind for kind, _ in pairs)
            unsupported.append(f'CUresult CUDAAPI {symbol}({kinds}) {{ return unsupported("{symbol}"); }}')
    write(HERE / "per_thread.inc", per_thread)
    write(HERE / "unsupported.inc", unsupported)
    print(f"{len(symbols)} symbols, {len(per_thread)} per-thread forms, "
          f"{len(unsupported)} unsupported")


main()
