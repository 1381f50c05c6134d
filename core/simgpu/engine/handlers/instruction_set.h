// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// The instruction sets that handlers are compiled for, and which this processor supports. Plain
/// C++, because the build also uses it (best_instruction_set.cpp).
namespace warpbench::simgpu::engine {

/// Best first; every processor of this architecture supports "baseline".
inline constexpr std::string_view kInstructionSets[] = {"avx512", "avx2", "baseline"};

inline bool processorHas(std::string_view isa) {
#if defined(__x86_64__)
    if (isa == "avx2")
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
               __builtin_cpu_supports("bmi2");
    if (isa == "avx512")
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#endif
    return isa == "baseline";
}

} // namespace warpbench::simgpu::engine
