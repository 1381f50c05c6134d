// SPDX-License-Identifier: GPL-3.0-or-later
// alloca: see decode/stack_forms.cpp.
#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/handlers/families.h"
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

#include <bit>

namespace warpbench::simgpu::engine {

namespace {

/// d: result, a: size, b: row of the allocated bytes, imm: alignment.
template <bool kWide>
const Inst* allocate(const Inst* ip, Warp& w) {
    std::uint32_t* given = row32(w, ip->b);
    const std::uint64_t frames = w.frame ? w.frame->localEnd : w.code->localBytes;
    const std::uint64_t room = w.localSize - frames;
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint64_t size = kWide ? row64(w, ip->a)[lane] : row32(w, ip->a)[lane];
        if (size > room || given[lane] > room - size)
            return raise(w, ip, FaultKind::stackOverflow, lane, 0, size,
                         "alloca of more than the stack has left");
        const std::uint64_t address =
            (w.localSize - given[lane] - size) & ~(static_cast<std::uint64_t>(ip->imm) - 1);
        if (address < frames)
            return raise(w, ip, FaultKind::stackOverflow, lane, 0, size,
                         "alloca of more than the stack has left");
        given[lane] = static_cast<std::uint32_t>(w.localSize - address);
        forgetLocal(w, 1u << lane, address, address + size);
        if (kWide)
            row64(w, ip->d)[lane] = address;
        else
            row32(w, ip->d)[lane] = static_cast<std::uint32_t>(address);
    }
    return ip + 1;
}

/// d: row of the allocated bytes, a: result of stacksave.
template <bool kWide>
const Inst* restoreStack(const Inst* ip, Warp& w) {
    std::uint32_t* given = row32(w, ip->d);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint64_t saved = kWide ? row64(w, ip->a)[lane] : row32(w, ip->a)[lane];
        if (saved > given[lane])
            return raise(w, ip, FaultKind::stackOverflow, lane, 0, 0,
                         "stackrestore of a value that stacksave did not return");
        given[lane] = static_cast<std::uint32_t>(saved);
    }
    return ip + 1;
}

} // namespace

void addStackForms(FormTable& table) {
    table.add("$alloca.r", "", allocate<false>);
    table.add("$alloca.q", "", allocate<true>);
    table.add("$stackRestore.r", "", restoreStack<false>);
    table.add("$stackRestore.q", "", restoreStack<true>);
}

} // namespace warpbench::simgpu::engine
