#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stops runs of the Windows command line under Wine: Ctrl-C on a terminal, a killed child, a killed parent.

    stop.py WARPBENCH-CLI.EXE FOLDER        with WINEPREFIX set; FOLDER is for projects and reports

The kernel never ends by itself, so an end of the run is an end by what was done to it.
"""
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

PATIENCE = 120  # seconds, for what takes two
ENDLESS = {
    "format": "warpbench-project",
    "version": 1,
    "name": "Endless",
    "source": {"text": 'extern "C" __global__ void k(float* d, const volatile float* a) '
                       "{ while (a[0] == 0) {} }"},
    "buffers": [{"name": name, "dtype": "float32", "shape": [32], "init": {"kind": "zeros"}}
                for name in "da"],
    "launches": [{"kernel": "k", "grid": [1], "block": [32],
                  "args": [{"buffer": "d", "access": "out"}, {"buffer": "a", "access": "in"}]}],
    "timing": {"timeout_s": 600},
}


class Program:
    """warpbench-cli on a terminal of its own; standard output goes into a file."""

    def __init__(self, cli, arguments, report):
        self.screen = b""
        self.code = None
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            file = os.open(report, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
            os.dup2(file, 1)
            os.execvp("wine", ["wine", cli, *arguments])
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))

    def read(self, seconds):
        """What comes on the screen; False once there is nobody to write more."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return True
        try:
            chunk = os.read(self.terminal, 65536)
        except OSError:  # how Linux tells that the other end is closed
            chunk = b""
        self.screen += chunk
        return bool(chunk)

    def text(self):
        """The screen without what moves the cursor, which Wine's console also does for a blank."""
        return re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", self.screen.replace(b"\x1b[1C", b" ")).decode(errors="replace")

    def wait_for(self, words):
        deadline = time.monotonic() + PATIENCE
        while words not in self.text():
            if time.monotonic() > deadline or not self.read(1):
                return False
        return True

    def press_ctrl_c(self):
        os.write(self.terminal, b"\x03")

    def wait(self):
        """The exit code, or -1 where it did not end."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self.read(0.1)
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return -1


def workers():
    """The processes that run kernels, of this Wine."""
    mine = ("WINEPREFIX=" + os.environ["WINEPREFIX"]).encode()
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                command = file.read()
            with open(f"/proc/{pid}/environ", "rb") as file:
                environment = file.read().split(b"\0")
        except OSError:  # it has ended meanwhile, or is another user's
            continue
        if b"warpbench-worker.exe" in command and b"--compile" not in command and mine in environment:
            found.append(int(pid))
    return found


def gone():
    deadline = time.monotonic() + PATIENCE
    while workers():
        if time.monotonic() > deadline:
            return False
    return True


def endless_run(cli, folder, *options):
    report = os.path.join(folder, "stop.json")
    project = os.path.join(folder, "endless.warpbench")
    with open(project, "w", encoding="utf-8") as file:
        json.dump(ENDLESS, file)
    program = Program(cli, ["run", "--json", "--device", "sim", *options, project], report)
    if not program.wait_for("Check pass"):
        return program, "it never came to the kernel"
    return program, None


def status(folder):
    with open(os.path.join(folder, "stop.json"), encoding="utf-8") as file:
        return json.load(file)["status"]


def ctrl_c(cli, folder, *options):
    program, problem = endless_run(cli, folder, *options)
    if not problem:
        program.press_ctrl_c()
    code = program.wait()
    if problem or code != 5:
        return program, problem or f"it ended with {code}, not 5"
    if status(folder) != "cancelled":
        return program, f"the report's status is {status(folder)}"
    return program, None if gone() else "a child is left"


def killed_child(cli, folder):
    program, problem = endless_run(cli, folder, "--isolate")
    if not problem:
        children = workers()
        problem = None if children else "there is no child"
        for pid in children:
            os.kill(pid, signal.SIGKILL)
    code = program.wait()
    if problem or code != 4:
        return program, problem or f"it ended with {code}, not 4"
    if status(folder) != "device_error":
        return program, f"the report's status is {status(folder)}"
    return program, None


def killed_parent(cli, folder):
    program, problem = endless_run(cli, folder, "--isolate")
    if not problem and not workers():
        problem = "there is no child"
    os.kill(program.pid, signal.SIGKILL)
    program.wait()
    return program, problem or (None if gone() else "the child outlived its parent")


def main():
    if len(sys.argv) != 3 or "WINEPREFIX" not in os.environ:
        sys.exit(__doc__)
    cli, folder = sys.argv[1:]
    cases = {
        "Ctrl-C while a kernel runs": lambda: ctrl_c(cli, folder),
        "Ctrl-C while a kernel runs in a child": lambda: ctrl_c(cli, folder, "--isolate"),
        "a child that is killed": lambda: killed_child(cli, folder),
        "a parent that is killed": lambda: killed_parent(cli, folder),
    }
    failed = 0
    for name, case in cases.items():
        program, problem = case()
        if problem:
            failed += 1
            print(f"FAILED: {name}: {problem}\n{program.text()[-1500:]}", file=sys.stderr)
        else:
            print(f"ok: {name}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
