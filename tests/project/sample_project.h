// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Projects for tests.
namespace sample {

/// The one that the manual begins with.
inline constexpr const char* kVectorMultiply = R"json({
  "format": "warpbench-project", "version": 1,
  "name": "Vector multiply", "notes": "Markdown shown beside the code.",
  "source": {"file": "vector_multiply.cu"},
  "compile": {"arch": "auto", "std": "c++17", "options": [], "defines": {"BLOCK": "400"}, "include_dirs": []},
  "parameters": {"n": 400},
  "buffers": [
    {"name": "a",    "dtype": "float32", "shape": ["n"], "init": {"kind": "normal", "seed": 1}},
    {"name": "b",    "dtype": "float32", "shape": ["n"], "init": {"kind": "normal", "seed": 2}},
    {"name": "dest", "dtype": "float32", "shape": ["n"], "init": {"kind": "zeros"},
     "expect": {"expression": "a * b", "rtol": 1e-6, "atol": 0}}
  ],
  "launches": [
    {"kernel": "multiply_them", "grid": ["ceil_div(n, BLOCK)"], "block": ["BLOCK"], "shared": 0,
     "args": [{"buffer": "dest", "access": "out"}, {"buffer": "a", "access": "in"}, {"buffer": "b", "access": "in"}, {"scalar": "int32", "value": "n"}]}
  ],
  "timing": {"warmup": 3, "repeats": 50, "flush_l2": false, "restore": true, "timeout_s": 60},
  "metrics": {"bytes": "3 * 4 * n", "flops": "n"},
  "sweep": {"parameters": {"BLOCK": [64, 128, 256]}, "restrictions": ["BLOCK <= n"], "strategy": "exhaustive", "objective": "time"}
}
)json";

/// Uses every key once.
inline constexpr const char* kEverything = R"json({
  "format": "warpbench-project", "version": 1, "name": "All", "notes": "Ü",
  "source": {"text": "__global__ void k() {}\n"},
  "compile": {
    "arch": "sm_90", "std": "c++20", "options": ["--use_fast_math"],
    "defines": {"BLOCK": "32u", "FAST": null, "T": "float"},
    "include_dirs": ["include"]
  },
  "parameters": {"n": 400, "m": "n // 2", "scale": 1.5}, "devices": 2, "rounds": "m",
  "buffers": [
    {
      "name": "a", "dtype": "float32", "shape": ["n"],
      "init": {"kind": "uniform", "low": -1, "high": "scale", "seed": 18446744073709551615},
      "expect": {"expression": "after(b)", "exact": true, "equal_nan": false}
    },
    {
      "name": "b", "dtype": "float32", "shape": ["n"],
      "init": {"kind": "arange", "start": 1, "step": 0.5},
      "expect": {"buffer": "a", "rtol": 0.001, "atol": 0.01}, "split": "rows", "halo": "n / 400"
    },
    {
      "name": "image", "dtype": "uchar4", "shape": [16, 16], "init": {"kind": "constant", "value": 7},
      "expect": {"file": "image.npz", "member": "out"}, "reduce": "max"
    },
    {
      "name": "particles", "dtype": "struct", "struct_name": "Particle", "shape": ["m"],
      "fields": [{"name": "position", "dtype": "float4"}, {"name": "id", "dtype": "int32", "count": 2}],
      "init": {"kind": "zeros"}
    },
    {"name": "nodes", "dtype": "uint64", "shape": [2], "init": {"kind": "file", "path": "nodes.npy"}, "address": "0x3d4100000000"}
  ],
  "launches": [
    {
      "kernel": "k<${T}>", "grid": ["m", 2, 1], "block": ["BLOCK"], "shared": "4 * BLOCK",
      "args": [
        {"buffer": "a", "access": "inout", "offset": "n - 1"},
        {"scalar": "float4", "value": [1, 2, "scale", 4]},
        {"null": true},
        {"struct": {"size": "n", "data": {"buffer": "b", "access": "in"},
          "lens": {"at": [1, "n", 3], "zoom": 2}, "rows": [{"buffer": "b", "access": "in"}, 0],
          "m": [[1, 0], [0, 1]], "box": {"struct": {"buffer": 1}}}},
        {"bytes": "00ff"},
        {"texture": {"buffer": "image", "channels": 4, "filter": "linear", "address": "wrap", "normalized": true, "read": "normalized_float"}},
        {"surface": {"buffer": "image", "channels": 2, "access": "out"}},
        {"texture": {"buffer": "image", "address": ["wrap", "border", "mirror"], "border": [0.5, 0, 0, 1], "normalized": true,
          "srgb": true, "read": "normalized_float", "levels": ["image"], "level_filter": "linear"}},
        {"texture": {"buffer": "image", "address": ["clamp", "border"], "memory": "pitched"}}
      ],
      "stream": "s1", "priority": "0 - 1", "cooperative": true, "cluster": [2, 1, 1], "max_dynamic_shared": 65536,
      "repeat": 10, "metrics": {"bytes": "8 * n", "flops": "2 * n"}
    }
  ],
  "constants": {"coefficients": {"dtype": "float32", "value": [1, 2.5, "scale"]}, "table": {"dtype": "uint8", "file": "table.bin"}},
  "context": "primary", "limits": {"stack_bytes": "4 * 1024", "heap_bytes": 1000000, "printf_bytes": "n"},
  "timing": {"warmup": 0, "repeats": 5, "median_error": 0.01, "max_repeats": 500, "flush_l2": true, "restore": false, "graph": true, "rotate": 4, "timeout_s": 0.5},
  "metrics": {"bytes": 100},
  "layouts": {"Pair": {"text": "float re, im;", "buffers": ["x"]}, "Empty": {"text": ""}},
  "sweep": {"parameters": {"BLOCK": [32, 64], "n": [100, "200"]}, "restrictions": ["BLOCK <= n"], "strategy": "random", "objective": "bytes_per_second"},
  "tasks": [{"text": "Be fast", "hint": "Be bold", "points": 2.5, "check": {
    "inputs": [{"set": {"n": "2 * 200"}, "seed": 18446744073709551615}, {}],
    "expect": {"a": {"buffer": "b", "exact": true}}, "require": ["BLOCK % 32 == 0"], "faults": false}},
    {"text": "Run at all"}]
}
)json";

} // namespace sample
