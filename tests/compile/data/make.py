#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the golden files of real compilers beside this script, from the sources in source/.

  make.py nvrtc VERSION LIBNVRTC     nvrtc/VERSION: logs, and PTX with line information
  make.py ptxas VERSION PTXAS        ptxas/VERSION: usage, errors, machine code of that PTX
  make.py nvdisasm VERSION NVDISASM PTXAS_VERSION
                                     nvdisasm/VERSION: listings of that machine code with its
                                     lines of the source and of PTX, which are the oracle

VERSION as the tool prints it: 13.0. ptxas takes the PTX of the NVRTC of its own version.
"""
import ctypes
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).parent
ARCHITECTURE = "sm_80"  # the newest that all of these know


def nvrtc(version, library):
    # The builtins' library lies beside it and is opened by its name.
    folder = pathlib.Path(library).parent
    for builtins in sorted(folder.glob("libnvrtc-builtins.so*")):
        ctypes.CDLL(str(builtins), mode=ctypes.RTLD_GLOBAL)
    lib = ctypes.CDLL(library)
    out = here / "nvrtc" / version
    out.mkdir(parents=True, exist_ok=True)

    def take(program, what):
        size = ctypes.c_size_t()
        getattr(lib, f"nvrtcGet{what}Size")(program, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        getattr(lib, f"nvrtcGet{what}")(program, text)
        return text.value.decode()

    for name in ("kernels", "errors", "warnings", "unfinished", "include", "ptxas"):
        source = (here / "source" / f"{name}.cu").read_bytes()
        program = ctypes.c_void_p()
        lib.nvrtcCreateProgram(ctypes.byref(program), source, f"/project/{name}.cu".encode(),
                               0, None, None)
        options = [f"-arch={ARCHITECTURE}".encode(), b"-lineinfo", b"-std=c++17",
                   b"--ptxas-options=-v"]
        if name == "ptxas":  # with -v ptxas keeps some errors to itself
            options.pop()
        code = lib.nvrtcCompileProgram(program, len(options),
                                       (ctypes.c_char_p * len(options))(*options))
        (out / f"{name}.log").write_text(take(program, "ProgramLog"))
        if name == "kernels":
            assert code == 0, take(program, "ProgramLog")
            (out / "kernels.ptx").write_text(take(program, "PTX"))
        if name == "ptxas":  # its PTX, for ptxas itself
            virtual = [b"-arch=" + ARCHITECTURE.replace("sm", "compute").encode(), b"-lineinfo"]
            lib.nvrtcCompileProgram(program, 2, (ctypes.c_char_p * 2)(*virtual))
            (out / "wrong.ptx").write_text(take(program, "PTX"))


def ptxas(version, program):
    out = here / "ptxas" / version
    out.mkdir(parents=True, exist_ok=True)
    ptx = here / "nvrtc" / version

    def run(*arguments):
        result = subprocess.run([program, *arguments], capture_output=True, text=True, cwd=ptx)
        return result.stdout + result.stderr

    for architecture in ("sm_80", "sm_90"):
        cubin = str(out / "kernels.cubin") if architecture == ARCHITECTURE else "/dev/null"
        # -lineinfo of the PTX is kept only if asked for again.
        log = run("-v", "-lineinfo", f"-arch={architecture}", "kernels.ptx", "-o", cubin)
        (out / f"usage-{architecture}.log").write_text(log)
    (out / "errors.log").write_text(run("-arch=sm_80", "wrong.ptx", "-o", "/dev/null"))


def nvdisasm(version, program, of):
    out = here / "nvdisasm" / version
    out.mkdir(parents=True, exist_ok=True)
    cubin = str(here / "ptxas" / of / "kernels.cubin")
    for name, option in (("lines", "--print-line-info-inline"),
                         ("ptx-lines", "--print-line-info-ptx")):
        text = subprocess.run([program, "--print-code", option, cubin], capture_output=True, text=True,
                              check=True).stdout
        (out / f"{name}.sass").write_text(text)
    (out / "of.txt").write_text(of + "\n")


if __name__ == "__main__":
    {"nvrtc": nvrtc, "ptxas": ptxas, "nvdisasm": nvdisasm}[sys.argv[1]](*sys.argv[2:])
