#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the table of CUDA's names that the editor completes and explains.

What the table holds, and what each name means, is written in cuda_names.txt beside this file. How
functions are called and from which compute capability on is read from the headers of a CUDA
toolkit. The result is committed: building Warpbench needs neither Python nor the toolkit for it.

    python3 packaging/cuda_names.py [--include /usr/local/cuda/include] > core/sources/cuda_names.inc
"""
import argparse
import itertools
import pathlib
import re
import sys

HEADERS = """
crt/device_functions.h crt/math_functions.h crt/math_functions.hpp crt/device_double_functions.h
crt/common_functions.h crt/sm_70_rt.h crt/sm_80_rt.h crt/sm_90_rt.h crt/sm_100_rt.h
crt/device_fp128_functions.h
device_atomic_functions.h sm_20_atomic_functions.h sm_32_atomic_functions.h
sm_35_atomic_functions.h sm_60_atomic_functions.h
sm_20_intrinsics.h sm_30_intrinsics.h sm_32_intrinsics.h sm_35_intrinsics.h sm_61_intrinsics.h
cuda_fp16.h cuda_bf16.h cuda_pipeline_primitives.h cuda_awbarrier_primitives.h
vector_functions.h texture_indirect_functions.h surface_indirect_functions.h
""".split()

# Read only to see that a name which is described by hand is still there.
WITNESSES = """
cooperative_groups.h cooperative_groups/details/async.h cooperative_groups/details/sync.h
cooperative_groups/details/helpers.h cooperative_groups/details/partitioning.h
cooperative_groups/details/reduce.h cooperative_groups/details/coalesced_reduce.h
cooperative_groups/details/scan.h cooperative_groups/details/info.h
cooperative_groups/details/invoke.h
crt/host_defines.h device_launch_parameters.h vector_types.h cuda_fp8.h mma.h crt/mma.h
cuda_pipeline.h cuda_awbarrier.h curand_kernel.h curand_normal.h curand_uniform.h cuComplex.h
math_constants.h texture_types.h surface_types.h driver_types.h
""".split()

# Words of the compiler itself, which no header declares.
OF_THE_COMPILER = set("""
__CUDA_ARCH__ __CUDACC__ __CUDACC_RTC__ __activemask warpSize printf assert malloc free memcpy memset
clock clock64 __builtin_assume __builtin_assume_aligned __builtin_unreachable __builtin_expect
__maxnreg__ __block_size__ __forceinline__ __trap __brkpt __nv_is_extended_device_lambda_closure_type
size_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t
__align__ __restrict__ __launch_bounds__ __cluster_dims__ __grid_constant__ __nv_pure__ __managed__
__inline_hint__ __tile__ isnan isinf isfinite signbit __noinline__
""".split())

# Headers whose need stands in an #error.
NEEDS = {"cuda_awbarrier_primitives.h": 70}

ROUNDINGS = {"rn": "to nearest even", "rz": "towards zero", "ru": "up", "rd": "down"}


class Overload:
    def __init__(self, result, params, least):
        self.result = result
        self.params = params  # [(type, name, default)]
        self.least = least


def strip_comments(text):
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group().count("\n"), text, flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


def guarded_lines(text):
    """Each line of code with the least __CUDA_ARCH__ / 10 that the conditions around it ask for."""
    stack = []
    for line in text.replace("\\\n", " ").split("\n"):
        word = line.strip()
        if re.match(r"#\s*if", word):
            found = re.search(r"__CUDA_ARCH__\s*>=\s*(\d{3,4})", word)
            stack.append(int(found.group(1)) // 10 if found else 0)
        elif re.match(r"#\s*el", word) and stack:
            stack[-1] = 0
        elif re.match(r"#\s*endif", word) and stack:
            stack.pop()
        elif not word.startswith("#"):
            yield line, max(stack, default=0)


NOISE = re.compile(
    r"__DEPRECATED__\s*\((?:[^()]|\([^()]*\))*\)|__NV_SILENCE\w*|__\w*DECL__|__device_builtin__|"
    r"__cudart_builtin__|__CUDA_MATH_CRTIMP|__cdecl|__THROW|__func__|_CUDA_\w+_STATIC_QUALIFIER|"
    r"__device__|__host__|__forceinline__|__inline__|\binline\b|\bstatic\b|\bextern\b|"
    r"__DEF_IF_HOST|__NV_IEC_\w+|_NV_RSQRT_SPECIFIER|\bnoexcept\b|__nv_pure__|__restrict__|\"C\"|\"C\+\+\"|"
    r"\bconstexpr\b|__nv_itex_trait<T>::type"
)
DECLARATION = re.compile(r"^([\w\s*&<>:]*?[\s*&])(\w+)\s*\(([^()]*)\)\s*$")


def spelled(kind):
    kind = " ".join(kind.replace("*", " * ").replace("&", " & ").split())
    kind = re.sub(r"\bunsigned int\b", "unsigned", kind)
    kind = re.sub(r"\b(long|short) int\b", r"\1", kind)
    kind = re.sub(r"\* const\b", "*", kind)
    kind = re.sub(r"\b_Tp?\b|\b_Ty\b", "T", kind)
    return kind.replace(" *", "*").replace(" &", "&")


def parameter(text):
    text, _, default = (part.strip() for part in text.partition("="))
    found = re.match(r"^(.*[\s*&])(\w+)(\s*\[\d*\])?$", text)
    words = {"int", "char", "short", "long", "unsigned", "float", "double", "bool", "void"}
    if not found or found.group(2) in words or not found.group(1).strip(" const"):
        return spelled(text), "", default
    kind = spelled(found.group(1))
    if "*" not in kind and "&" not in kind:
        kind = kind.replace("const ", "")  # says nothing to who calls
    return kind, found.group(2).strip("_"), default


def read_headers(include):
    functions = {}
    texts = []
    for header in HEADERS + WITNESSES:
        path = include / header
        if not path.exists():
            print(f"{header} is not there", file=sys.stderr)
            continue
        text = strip_comments(path.read_text(errors="replace"))
        texts.append(text)
        if header in WITNESSES:
            continue
        code, least = "", 0
        for line, guard in guarded_lines(text):
            code += " " + line
            least = max(least, guard)
            # A declaration ends where it is closed, where its body begins, or where a macro says so.
            while True:
                end = re.search(r"__DEF_IF_HOST|[;{}]", code)
                if not end:
                    break
                head = NOISE.sub(" ", code[: end.start()])
                head = re.sub(r"template\s*<[^>]*>", " ", head)
                found = DECLARATION.match(" ".join(head.split()))
                if found and not found.group(1).strip().startswith(("return", "typedef", "using")):
                    result = spelled(found.group(1))
                    listed = found.group(3).strip()
                    params = [] if listed in ("", "void") else [
                        parameter(part) for part in listed.split(",")]
                    arch = re.search(r"^sm_(\d+)_|crt/sm_(\d+)_", header)
                    named = NEEDS.get(header, 0)
                    if arch:
                        named = int(next(group for group in arch.groups() if group))
                    functions.setdefault(found.group(2), []).append(
                        Overload(result, params, max(least, named)))
                code = code[end.end():]
                least = guard if code.strip() else 0
    return functions, "\n".join(texts)


def expand(line):
    """The lines that one with braces stands for. Commas within an alternative are written as ;"""
    name = line[0]
    groups = re.findall(r"\{([^{}]*)\}", name)
    if not groups:
        yield line
        return
    choices = list(ROUNDINGS) if groups[0] == "R" else groups[0].split(",")

    def chosen(field, index, is_name):
        def pick(found):
            if found.group(1) == "R":
                return choices[index] if is_name else ROUNDINGS[choices[index]]
            options = re.split(r",(?! )", found.group(1)) if not is_name else choices
            # A leading comma belongs to the text: "undivided{, for the device, for the block}".
            if not is_name and found.group(1).startswith(", "):
                options = [", " + part for part in found.group(1)[2:].split(", ")]
                if len(options) > len(choices):
                    raise SystemExit(f"too many alternatives: {line}")
            if len(options) != len(choices):
                raise SystemExit(f"{len(options)} alternatives for {len(choices)}: {line}")
            return options[index]

        return re.sub(r"\{([^{}]*)\}", pick, field)

    for index in range(len(choices)):
        fields = [chosen(field, index, at == 0) for at, field in enumerate(line)]
        if len(fields) > 2:
            fields[2] = fields[2].replace(";", ",")
        yield fields


def base_of(kind):
    return re.sub(r"[*&]|\bconst\b", " ", kind).split() or [""]


def shape_of(overload):
    """What has to agree for overloads to be told as one: all but the base types."""
    return tuple(
        (re.sub(r"[^*&]", "", kind), "const" in kind) for kind, _, _ in overload.params)


def with_base(kind, base):
    return ("const " if kind.startswith("const") else "") + base + re.sub(r"[^*&]", "", kind)


def named(overload):
    """Where a header leaves the names out, a letter each."""
    if any(name for _, name, _ in overload.params) or len(overload.params) > 3:
        return overload
    params = [(kind, letter, default)
              for (kind, _, default), letter in zip(overload.params, "xyz")]
    return Overload(overload.result, params, overload.least)


def groups_of(overloads):
    """Overloads that agree in all but their base types, with the named ones first."""
    groups = {}
    for overload in sorted(map(named, overloads), key=lambda o: [p[1] for p in o.params] == []):
        groups.setdefault(shape_of(overload), []).append(overload)
    return list(groups.values())


def merged(alike):
    """One signature for overloads that differ in one type only, which is called T then, and what T
    may be, with the least architecture of each where that differs."""
    first = alike[0]
    bases = [[" ".join(base_of(kind)) for kind, _, _ in o.params] for o in alike]
    differ = [at for at in range(len(first.params)) if len({b[at] for b in bases}) > 1]
    same = all(len({b[at] for at in differ}) == 1 for b in bases) if differ else False
    if not differ or not same:
        return first, ""
    returns = [" ".join(base_of(o.result)) for o in alike]
    result = first.result
    if all(r == b[differ[0]] for r, b in zip(returns, bases)):
        result = with_base(first.result, "T")
    params = [(with_base(kind, "T") if at in differ else kind, name, default)
              for at, (kind, name, default) in enumerate(first.params)]
    kinds = {}
    for overload, base in zip(alike, bases):
        kind = base[differ[0]]
        kinds[kind] = min(kinds.get(kind, 999), overload.least)
    least = min(kinds.values())
    # What no architecture of today lacks is not worth a word.
    told = [", ".join(kind for kind in kinds if kinds[kind] <= max(least, 75))]
    if len(kinds) > 16:
        return Overload(result, params, least), "numbers, and vectors of up to 16 bytes"
    for arch in sorted({arch for arch in kinds.values() if arch > max(least, 75)}):
        told.append(", ".join(kind for kind in kinds if kinds[kind] == arch) +
                    f" from {arch // 10}.{arch % 10}")
    return Overload(result, params, least), "; ".join(told)


def written(name, overload):
    params = ", ".join(
        kind + (" " + param if param else "") + (" = " + default if default else "")
        for kind, param, default in overload.params)
    return f"{overload.result} {name}({params})"


def rows(include, described):
    functions, text = read_headers(include)
    words = set(re.findall(r"\w+", text)) | OF_THE_COMPILER
    kind = ""
    for number, line in enumerate(described.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            kind = line.strip("[]")
            continue
        fields = [part.strip() for part in re.split(r" \|(?= |$)", line)]
        for name, meaning, *rest in expand(fields):
            signature = rest[0] if rest else ""
            least = int(rest[1].replace(".", "")) if len(rest) > 1 else 0
            owner, _, member = name.rpartition(".")
            if kind == "function" and not signature:
                overloads = functions.get(name)
                if not overloads:
                    print(f"line {number}: no header declares {name}", file=sys.stderr)
                    continue
                lines = []
                needs = []
                for group in groups_of(overloads)[:4]:
                    overload, allowed = merged(group)
                    lines.append(written(name, overload) +
                                 (f"  [T: {allowed}]" if allowed else ""))
                    needs.append(overload.least)
                signature, least = "\n".join(lines), max(least, min(needs))
            elif not set([member] + ([owner] if owner else [])) <= words:
                print(f"line {number}: no header knows {name}", file=sys.stderr)
                continue
            yield member, owner, kind, signature, least, meaning


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    arguments.add_argument("--include", default="/usr/local/cuda/include", type=pathlib.Path)
    include = arguments.parse_args().include
    described = pathlib.Path(__file__).with_name("cuda_names.txt")
    table = sorted(set(rows(include, described)), key=lambda row: (row[0], row[1]))
    print("// SPDX-License-Identifier: GPL-3.0-or-later")
    print("// Made by packaging/cuda_names.py of packaging/cuda_names.txt and CUDA's headers.")
    for name, owner, kind, signature, least, meaning in table:
        fields = [quoted(name), quoted(owner), f"Kind::{kind}_", quoted(signature), str(least),
                  quoted(meaning)]
        print("{" + ", ".join(fields) + "},")


if __name__ == "__main__":
    main()
