#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what a script for Kernel Tuner asks of it, without Kernel Tuner or numpy.

    read_tuning_script.py SCRIPT

prints a line for each combination of values: whether it is allowed, its grid, its block, and its
shared memory in bytes, by the rules of tune_kernel's documentation.
"""
import ast
import itertools
import math
import sys


def main():
    tree = ast.parse(open(sys.argv[1], encoding="utf-8").read())
    names = {"math": math}

    def value(node):
        return eval(compile(ast.Expression(node), sys.argv[1], "eval"), names)

    call = None
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "allowed":
            exec(compile(ast.Module([node], []), sys.argv[1], "exec"), names)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and \
                getattr(node.value.func, "id", "") == "tune_kernel":
            call = node.value
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "tune_params":
            tune_params = names["tune_params"] = value(node.value)
    options = {keyword.arg: keyword.value for keyword in call.keywords}
    problem_size = value(call.args[2])
    block_names = value(options["block_size_names"])

    def divisor(axis, p):
        if f"grid_div_{'xyz'[axis]}" not in options:
            return 1
        given = value(options[f"grid_div_{'xyz'[axis]}"])
        return given(p) if callable(given) else math.prod(p[name] for name in given)

    for values in itertools.product(*tune_params.values()):
        p = dict(zip(tune_params, values))
        size = problem_size(p) if callable(problem_size) else problem_size
        size = [*size, 1, 1][:3]
        grid = tuple(math.ceil(size[axis] / divisor(axis, p)) for axis in range(3))
        block = tuple([*(p[name] for name in block_names), 1, 1][:3])
        shared = 0
        if "smem_args" in options:
            shared = value(options["smem_args"])["size"]
            shared = shared(p) if callable(shared) else shared
        allowed = names["allowed"](**p) if "allowed" in names else True
        print(f"{','.join(map(str, values))}: {allowed} {grid} {block} {shared}")


main()
