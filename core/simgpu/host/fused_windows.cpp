// SPDX-License-Identifier: GPL-3.0-or-later
// fma() and fmaf() of mingw-w64 round twice, and portable code calls them. These replacements are
// used in everything linked with the simulated GPU.
#include "core/simgpu/host/fused.h"

#if defined(__x86_64__)

namespace {

__attribute__((target("fma"))) double byInstruction(double x, double y, double z) noexcept {
    return __builtin_fma(x, y, z);
}
__attribute__((target("fma"))) float byInstruction(float x, float y, float z) noexcept {
    return __builtin_fmaf(x, y, z);
}
bool hasInstruction() noexcept {
    static const bool has = __builtin_cpu_supports("fma") != 0;
    return has;
}

} // namespace

extern "C" double fma(double x, double y, double z) {
    return hasInstruction() ? byInstruction(x, y, z)
                            : warpbench::simgpu::host::fusedByIntegers(x, y, z);
}
extern "C" float fmaf(float x, float y, float z) {
    return hasInstruction() ? byInstruction(x, y, z)
                            : warpbench::simgpu::host::fusedByDoubles(x, y, z);
}

#endif
