#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Warpbench beside its peers on a real GPU, in one run: launches, memory, generated kernels, compiling.

    python3 gpu_peers.py BIN_FOLDER

BIN_FOLDER holds bench_launch_overhead, bench_memory and warpbench-cli. Of CuPy, cuda.core and PyCUDA
those are measured that Python finds; the table says which version, and '-' where there is none. Times
of kernels are medians between events; all others are medians by the clock. A ratio is ours divided
by the peer's: below 1 we are quicker.
"""
import importlib
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ELEMENTS = 64 << 20
ROWS = []  # (what, unit, ours, {peer: theirs})


def module(name):
    try:
        return importlib.import_module(name)
    except Exception:  # a package that is there and does not load is as good as none
        return None


def add(what, unit, ours, **peers):
    ROWS.append((what, unit, ours, {name: value for name, value in peers.items() if value}))


def median_seconds(work, wait, repeats=15):
    """Of `work`, waited for by `wait` outside of what is measured."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
        wait()
    return statistics.median(times)


def benchmark_rows(program, names):
    """What Google Benchmark tells of three runs' medians."""
    environment = dict(os.environ, WARPBENCH_BENCH_DEVICE="real")
    command = [program, "--benchmark_filter=" + names, "--benchmark_format=json",
               "--benchmark_repetitions=3", "--benchmark_report_aggregates_only=true"]
    text = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    return [row for row in json.loads(text)["benchmarks"] if row.get("aggregate_name") == "median"]


def benchmark(program, names):
    """The medians in seconds, by the benchmark's name."""
    scale = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}
    return {row["run_name"]: row["real_time"] * scale[row["time_unit"]]
            for row in benchmark_rows(program, names)}


def run_project(cli, folder, steps, buffers):
    """Median milliseconds of each launch of a project made of steps."""
    project = {"format": "warpbench-project", "version": 1, "name": "peers",
               "parameters": {"n": ELEMENTS}, "buffers": buffers, "launches": steps,
               "timing": {"warmup": 5, "repeats": 50, "timeout_s": 300}, "source": {"text": "\n"}}
    file = folder / "peers.warpbench"
    file.write_text(json.dumps(project))
    result = subprocess.run([cli, "run", "--json", "--device", "0", file],
                            capture_output=True, text=True)
    report = json.loads(result.stdout)
    if report["status"] != "ok":
        sys.exit(f"{report['status']}: {result.stderr}")
    return [launch["time_ms"]["median"] for launch in report["launches"]]


def event_median_ms(cupy, work, repeats=30):
    for _ in range(3):
        work()
    times = []
    for _ in range(repeats):
        start, end = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        work()
        end.record()
        end.synchronize()
        times.append(cupy.cuda.get_elapsed_time(start, end))
    return statistics.median(times)


EMPTY = {0: 'extern "C" __global__ void k() {}',
         2: 'extern "C" __global__ void k(int a, int b) {}',
         16: 'extern "C" __global__ void k(%s) {}' % ", ".join(f"int a{i}" for i in range(16))}


def launches(binaries, cupy, core, pycuda):
    # Of each of three runs the medians of batches by core and by the driver alone, in turns.
    ours = {(row["run_name"].split("/")[1], figure): row[figure]
            for row in benchmark_rows(binaries / "bench_launch_overhead", "^launch/")
            for figure in ("core_us", "bare_us")}
    for count, source in EMPTY.items():
        def batch(once):
            for _ in range(256):
                once()
        theirs = {}
        if cupy:
            import numpy
            kernel = cupy.RawKernel(source, "k")
            values = tuple(numpy.int32(i) for i in range(count))
            wait = cupy.cuda.Device().synchronize
            theirs["cupy"] = median_seconds(
                lambda: batch(lambda: kernel((1,), (32,), values)), wait) / 256 * 1e6
        if core:
            device = core.Device()
            device.set_current()
            stream = device.create_stream()
            options = core.ProgramOptions(arch=f"sm_{device.arch}", std="c++17")
            kernel = core.Program(source, "c++", options).compile("cubin").get_kernel("k")
            config = core.LaunchConfig(grid=1, block=32)
            import ctypes
            values = [ctypes.c_int(i) for i in range(count)]
            theirs["cuda_core"] = median_seconds(
                lambda: batch(lambda: core.launch(stream, config, kernel, *values)),
                stream.sync) / 256 * 1e6
        if pycuda:
            import numpy
            import pycuda.compiler
            kernel = pycuda.compiler.SourceModule(source, no_extern_c=True).get_function("k")
            kernel.prepare("i" * count)
            values = list(range(count))
            theirs["pycuda"] = median_seconds(
                lambda: batch(lambda: kernel.prepared_call((1, 1), (32, 1, 1), *values)),
                pycuda.driver.Context.synchronize) / 256 * 1e6
        name = f"arguments:{count}"
        add(f"launch, {count} arguments", "us", ours[name, "core_us"], bare=ours[name, "bare_us"], **theirs)


def memory(binaries, cupy, core):
    ours = benchmark(binaries / "bench_memory",
                     "^(pool_allocate_free|cuMemAllocAsync_cuMemFreeAsync)/1048576|pageable_upload")
    theirs = {}
    if cupy:
        pool = cupy.cuda.MemoryPool()

        def thousand():
            for _ in range(1000):
                pool.malloc(1 << 20)
        theirs["cupy"] = median_seconds(thousand, lambda: None) * 1e6
    if core:
        device = core.Device()
        device.set_current()
        stream = device.create_stream()

        def thousand_async():
            for _ in range(1000):
                device.allocate(1 << 20, stream=stream).close()
        theirs["cuda_core"] = median_seconds(thousand_async, stream.sync) * 1e6
    add("allocate and free 1 MiB seen before", "ns", ours["pool_allocate_free/1048576"] * 1e9,
        driver_pool=ours["cuMemAllocAsync_cuMemFreeAsync/1048576"] * 1e9, **theirs)
    theirs = {}
    if cupy:
        import numpy
        host = numpy.ones(1 << 28, dtype=numpy.float32)
        target = cupy.empty(1 << 28, dtype=cupy.float32)
        theirs["cupy"] = median_seconds(lambda: (target.set(host), cupy.cuda.Device().synchronize()),
                                        lambda: None, 5) * 1e3
    first = next(value for name, value in ours.items() if "staged_first" in name)
    driver = next(value for name, value in ours.items() if "pageable_upload/driver" in name)
    add("first upload of 1 GiB, pageable", "ms", first * 1e3, driver=driver * 1e3, **theirs)


def generated(cli, folder, cupy):
    def buffer(name, dtype="float32", shape="n", **init):
        return {"name": name, "dtype": dtype, "shape": [shape], "init": init or {"kind": "zeros"}}
    buffers = [buffer("x", kind="uniform", seed=1), buffer("y", kind="uniform", seed=2), buffer("z"),
               buffer("total", shape=1), buffer("k", "int32", kind="randint", low=0, high=1 << 30),
               buffer("c", "int32")]
    steps = [{"elementwise": "z = 2 * x + y"}, {"reduce": "total = x"}, {"scan": "c = k"},
             {"fill": "z", "value": 1}, {"random": "x = uniform(0, 1)"}, {"random": "x = normal(0, 1)"}]
    ours = run_project(cli, folder, steps, buffers)
    small = [buffer("keys", "int32", shape=16 << 20, kind="randint", low=0, high=1 << 30)]
    ours += run_project(cli, folder, [{"sort": "keys"}], small)
    theirs = [None] * 7
    if cupy:
        x = cupy.random.random(ELEMENTS, dtype=cupy.float32)
        y = cupy.random.random(ELEMENTS, dtype=cupy.float32)
        z = cupy.empty_like(x)
        k = cupy.random.randint(0, 1 << 30, ELEMENTS, dtype=cupy.int32)
        c = cupy.empty_like(k)
        axpy = cupy.ElementwiseKernel("float32 x, float32 y", "float32 z", "z = 2 * x + y", "axpy")
        keys = cupy.random.randint(0, 1 << 30, 16 << 20, dtype=cupy.int32)
        # cuRAND takes four numbers from ten rounds of Philox; a project's numbers, each of which has
        # the same bits on every machine, take ten rounds each.
        philox = cupy.random.Generator(cupy.random.Philox4x3210(1))
        theirs = [event_median_ms(cupy, work) for work in (
            lambda: axpy(x, y, z), lambda: cupy.sum(x), lambda: cupy.cumsum(k, out=c),
            lambda: z.fill(1), lambda: philox.random(out=x, dtype=cupy.float32),
            lambda: philox.standard_normal(out=x, dtype=cupy.float32), lambda: cupy.sort(keys))]
    for what, mine, peer in zip(("z = 2*x + y, 64 Mi float32", "sum of 64 Mi float32",
                                 "running sum of 64 Mi int32", "fill of 64 Mi float32",
                                 "uniform numbers, 64 Mi float32", "normal numbers, 64 Mi float32",
                                 "sort of 16 Mi int32"), ours, theirs):
        add(what, "us", mine * 1e3, cupy=peer * 1e3 if peer else None)


def compiling(cli, folder, cupy):
    source = ('#include <cub/block/block_reduce.cuh>\n'
              'extern "C" __global__ void k(int* d) {\n'
              '  typedef cub::BlockReduce<int, 128> Reduce;\n'
              '  __shared__ typename Reduce::TempStorage room;\n'
              '  const int sum = Reduce(room).Sum(d[threadIdx.x]);\n'
              '  if (threadIdx.x == 0) d[0] = sum;\n}\n')
    file = folder / "cub.cu"
    file.write_text(source)
    environment = dict(os.environ, XDG_CACHE_HOME=str(folder / "cache"))

    def ours():
        result = subprocess.run([cli, "compile", "--json", file], env=environment, check=True,
                                capture_output=True, text=True)
        return json.loads(result.stdout)["compile"]["ms"]
    first = ours()
    again = statistics.median(ours() for _ in range(9))
    theirs = {}
    if cupy:
        script = ("import time, cupy, sys\ncupy.cuda.Device(0).use()\nstart = time.perf_counter()\n"
                  "cupy.RawModule(code=open(sys.argv[1]).read(), options=('-std=c++17',)).get_function('k')\n"
                  "print((time.perf_counter() - start) * 1e3)\n")

        def peer():
            result = subprocess.run([sys.executable, "-c", script, file], capture_output=True, text=True,
                                    env=dict(environment, CUPY_CACHE_DIR=str(folder / "cupy")))
            return float(result.stdout) if result.returncode == 0 else None
        theirs = {"first": peer(), "again": peer()}
    add("compile with cub/block_reduce, first", "ms", first, cupy=theirs.get("first"))
    add("the same again, another process", "ms", again, cupy=theirs.get("again"))


def main():
    binaries = pathlib.Path(sys.argv[1]).resolve()
    cli = binaries / "warpbench-cli"
    cupy, core, pycuda = module("cupy"), module("cuda.core"), module("pycuda.autoinit")
    core = core if core and hasattr(core, "Device") else module("cuda.core.experimental")
    for name, found in (("cupy", cupy), ("cuda.core", core), ("pycuda", pycuda)):
        version = getattr(found, "__version__", "there") if found else "-"
        print(f"{name}: {version}")
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        for part in (lambda: launches(binaries, cupy, core, pycuda),
                     lambda: memory(binaries, cupy, core),
                     lambda: generated(cli, folder, cupy), lambda: compiling(cli, folder, cupy)):
            try:
                part()
            except Exception as problem:  # one peer's trouble hides no other figure
                print(f"left out: {problem!r}")
    for what, unit, ours, peers in ROWS:
        others = "  ".join(f"{name} {value:.4g} ({ours / value:.2f})" for name, value in peers.items())
        print(f"{what:40} {ours:10.4g} {unit}   {others or '-'}")


if __name__ == "__main__":
    main()
