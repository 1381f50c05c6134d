#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that were not written for the simulated driver, run on it.

    LD_LIBRARY_PATH=BUILD/bin/libcuda foreign_programs.py PROGRAM

where PROGRAM is bindings, numba, numba_reduce, numba_monte_carlo, pycuda, taichi or tinygrad.

Each uses one of the Python packages that speak the Driver API. Ends with 77 (skipped) where its
package, or the compiler that the package needs, is not installed.
"""
import ctypes
import os
import sys

SKIPPED = 77


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def is_simulated():
    """Never on a real GPU by mistake."""
    driver = ctypes.CDLL("libcuda.so.1")
    return hasattr(driver, "wbsimGetApi")


def without_nvjitlink():
    """As where libnvJitLink is not installed. It makes machine code, which the simulated GPU does
    not execute; numba-cuda then links PTX with the driver, as an older numba does anyway."""
    try:
        from cuda import pathfinder
    except ImportError:
        return
    load = pathfinder.load_nvidia_dynamic_lib

    def load_others(name):
        if name == "nvJitLink":
            raise pathfinder.DynamicLibNotFoundError("left out on purpose")
        return load(name)

    pathfinder.load_nvidia_dynamic_lib = load_others


def bindings():
    """cuda-bindings (cuda-python): the example of its documentation."""
    try:
        import numpy as np
        from cuda.bindings import driver, nvrtc
    except ImportError as error:
        skip(f"cuda-bindings: {error}")

    def ok(result):
        assert int(result[0]) == 0, result[0]
        return result[1] if len(result) == 2 else result[1:]

    source = (b'extern "C" __global__ void saxpy(float a, float* x, float* y, size_t n) {'
              b'    size_t i = blockIdx.x * blockDim.x + threadIdx.x;'
              b'    if (i < n) y[i] = a * x[i] + y[i]; }')
    try:
        program = ok(nvrtc.nvrtcCreateProgram(source, b"saxpy.cu", 0, [], []))
    except RuntimeError as error:
        skip(f"NVRTC: {error}")
    ok(driver.cuInit(0))
    device = ok(driver.cuDeviceGet(0))
    context = ok(driver.cuDevicePrimaryCtxRetain(device))
    ok(driver.cuCtxSetCurrent(context))
    ok(nvrtc.nvrtcCompileProgram(program, 1, [b"--gpu-architecture=compute_90"]))
    ptx = b" " * ok(nvrtc.nvrtcGetPTXSize(program))
    ok(nvrtc.nvrtcGetPTX(program, ptx))
    kernel = ok(driver.cuModuleGetFunction(ok(driver.cuModuleLoadData(ptx)), b"saxpy"))
    n = 10000
    x = np.arange(n, dtype=np.float32)
    y = np.ones(n, dtype=np.float32)
    stream = ok(driver.cuStreamCreate(0))
    device_x, device_y = ok(driver.cuMemAlloc(x.nbytes)), ok(driver.cuMemAlloc(y.nbytes))
    ok(driver.cuMemcpyHtoDAsync(device_x, x.ctypes.data, x.nbytes, stream))
    ok(driver.cuMemcpyHtoDAsync(device_y, y.ctypes.data, y.nbytes, stream))
    arguments = ((2.0, device_x, device_y, n), (ctypes.c_float, None, None, ctypes.c_size_t))
    ok(driver.cuLaunchKernel(kernel, (n + 255) // 256, 1, 1, 256, 1, 1, 0, stream, arguments, 0))
    ok(driver.cuMemcpyDtoHAsync(y.ctypes.data, device_y, y.nbytes, stream))
    ok(driver.cuStreamSynchronize(stream))
    assert np.array_equal(y, 2 * x + 1)


def import_numba():
    """numpy and numba's CUDA target, if kernels can be compiled."""
    without_nvjitlink()
    try:
        import numpy as np
        from numba import cuda
        from numba.cuda.cudadrv import nvvm
        nvvm.NVVM()
        # What compiling a kernel imports: it tells whether this numba fits this numpy.
        import numba.cuda.cudaimpl  # noqa: F401
    except Exception as error:  # the packages raise types of their own
        skip(f"numba, its CUDA target or NVVM: {error}")
    return np, cuda


def numba():
    """numba: a kernel from Python, compiled by NVVM and linked by the driver."""
    np, cuda = import_numba()

    @cuda.jit
    def saxpy(a, x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] = a * x[i] + y[i]

    @cuda.jit
    def reverse(x):
        part = cuda.shared.array(64, np.float32)
        i = cuda.threadIdx.x
        part[i] = x[i]
        cuda.syncthreads()
        x[i] = part[63 - i]

    x = np.arange(1000, dtype=np.float32)
    y = np.ones(1000, dtype=np.float32)
    saxpy[4, 256](2.0, x, y)
    assert np.array_equal(y, 2 * x + 1)
    device = cuda.to_device(x[:64])
    reverse[1, 64](device)
    assert np.array_equal(device.copy_to_host(), x[63::-1])


def numba_reduce():
    """numba's reduction: whole warps are synchronised of which lanes have left."""
    np, cuda = import_numba()
    total = cuda.reduce(lambda a, b: a + b)
    largest = cuda.reduce(lambda a, b: a if a > b else b)
    random = np.random.default_rng(1)
    for n in (1, 2, 31, 32, 33, 127, 1000, 4096, 100003):
        numbers = random.integers(-1000, 1000, n)
        assert total(numbers) == numbers.sum(), n
        assert total(numbers, init=7) == numbers.sum() + 7, n
        assert largest(numbers, init=-5000) == numbers.max(), n


def numba_monte_carlo():
    """numba's example of a Monte Carlo integral: random states on the device, one sum of all."""
    np, cuda = import_numba()
    from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32

    @cuda.jit
    def sample(out, states):
        i = cuda.grid(1)
        if i >= out.size:
            return
        x = xoroshiro128p_uniform_float32(states, i)
        out[i] = 1 / (x + 1)

    total = cuda.reduce(lambda a, b: a + b)
    n = 20000
    out = cuda.to_device(np.zeros(n, dtype=np.float32))
    sample[(n + 255) // 256, 256](out, create_xoroshiro128p_states(n, seed=42))
    values = out.copy_to_host()
    assert np.all((values > 0.5) & (values <= 1)) and len(set(values)) > n // 2
    assert abs(total(out) / n - np.log(2)) < 0.01


def pycuda():
    """PyCUDA: the first example of its documentation, compiled by NVRTC instead of nvcc."""
    try:
        import numpy as np
        import pycuda.autoinit  # noqa: F401
        import pycuda.driver as drv
        from cuda.bindings import nvrtc
    except ImportError as error:
        skip(f"pycuda or NVRTC: {error}")
    source = (b'extern "C" __global__ void multiply_them(float* dest, float* a, float* b) {'
              b'    const int i = threadIdx.x; dest[i] = a[i] * b[i]; }')
    program = nvrtc.nvrtcCreateProgram(source, b"multiply.cu", 0, [], [])[1]
    nvrtc.nvrtcCompileProgram(program, 1, [b"--gpu-architecture=compute_90"])
    ptx = b" " * nvrtc.nvrtcGetPTXSize(program)[1]
    nvrtc.nvrtcGetPTX(program, ptx)
    multiply_them = drv.module_from_buffer(ptx).get_function("multiply_them")
    a = np.random.randn(400).astype(np.float32)
    b = np.random.randn(400).astype(np.float32)
    dest = np.zeros_like(a)
    multiply_them(drv.Out(dest), drv.In(a), drv.In(b), block=(400, 1, 1), grid=(1, 1))
    assert not np.any(dest - a * b)


def taichi():
    """Taichi: fields of which only some cells exist, sums, a sort; PTX from a compiler of its own."""
    try:
        import taichi as ti
    except ImportError as error:
        skip(f"taichi: {error}")
    ti.init(arch=ti.cuda, offline_cache=False, log_level=ti.WARN)
    cells = ti.field(ti.i32)
    ti.root.pointer(ti.ij, 8).dense(ti.ij, 8).place(cells)
    keys = ti.field(ti.i32, 1000)

    @ti.kernel
    def fill():
        for i in range(500):
            cells[(i * 37) % 64, (i * 53) % 64] += i
        for i in keys:
            keys[i] = (i * 7919) % 1009

    @ti.kernel
    def weigh() -> ti.i32:
        total = 0
        for i, j in cells:
            total += cells[i, j] * (i + 1)
        return total

    fill()
    assert weigh() == sum(i * ((i * 37) % 64 + 1) for i in range(500))
    ti.algorithms.parallel_sort(keys)
    assert keys.to_numpy().tolist() == sorted(i * 7919 % 1009 for i in range(1000))


def tinygrad():
    """tinygrad: a small network and its gradient; PTX that it writes itself."""
    os.environ.update(DEV="CUDA:PTX", CACHELEVEL="0")
    try:
        import numpy as np
        from tinygrad import Tensor
    except ImportError as error:
        skip(f"tinygrad: {error}")
    random = np.random.default_rng(0)
    x, w = (random.standard_normal(shape, dtype=np.float32) for shape in ((64, 96), (96, 48)))
    weights = Tensor(w)
    weights.requires_grad = True
    (Tensor(x) @ weights).relu().sum().backward()
    assert np.allclose((Tensor(x) @ Tensor(w)).numpy(), x @ w, rtol=1e-4, atol=1e-4)
    assert np.allclose(weights.grad.numpy(), x.T @ (x @ w > 0), rtol=1e-4, atol=1e-3)
    halves = [random.standard_normal((64, 64)).astype(np.float16) for _ in range(2)]
    product = (Tensor(halves[0]) @ Tensor(halves[1])).float().numpy()
    assert np.allclose(product, halves[0].astype(np.float32) @ halves[1], rtol=3e-2, atol=3e-2)


def main():
    if not is_simulated():
        skip("libcuda.so.1 is not the simulated driver; set LD_LIBRARY_PATH")
    programs = (bindings, numba, numba_reduce, numba_monte_carlo, pycuda, taichi, tinygrad)
    {program.__name__: program for program in programs}[sys.argv[1]]()
    print("right")


main()
