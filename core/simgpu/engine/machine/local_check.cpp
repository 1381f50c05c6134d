// SPDX-License-Identifier: GPL-3.0-or-later
// The check of uninitialised reads in local memory: arrays of a thread that registers cannot hold.
// A mask per byte says which lanes of the warp have written it. Only a read of which no byte was
// written is reported, and not where the value is only copied on (decode/copies.h): what a struct
// does not use is copied with the rest of it.
#include "core/simgpu/engine/machine/addresses.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

#include <algorithm>
#include <bit>

namespace warpbench::simgpu::engine {

namespace {

/// By byte of the warp's local memory: lanes that have written it.
std::uint32_t* writtenBy(Warp& w) {
    return w.block->localWritten.data() + w.index * w.block->launch.localBytes;
}

} // namespace

void checkLocalAccess(Warp& w, const Inst* ip, const InstInfo& info) {
    if (w.block->localWritten.empty())
        return;
    std::uint32_t* const written = writtenBy(w);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        std::uint64_t address = laneAddress(w, ip, info, lane);
        if (info.space == MemorySpace::generic) {
            if (!isWindow(address, kLocalWindow))
                continue;
            address -= kLocalWindow;
        }
        if (address > w.localSize || w.localSize - address < info.accessBytes)
            continue; // the access itself is the fault
        const auto bytes = written + address;
        const std::uint32_t bit = 1u << lane;
        if (info.store) {
            for (std::uint32_t i = 0; i < info.accessBytes; ++i)
                bytes[i] |= bit;
        } else if (!info.copied && std::none_of(bytes, bytes + info.accessBytes,
                                                [&](std::uint32_t by) { return by & bit; })) {
            w.block->launch.record(makeFault(w, ip, FaultKind::uninitialized, lane,
                                             kLocalWindow | address, info.accessBytes,
                                             "the thread has not written it"),
                                   false);
        }
    }
}

void forgetLocal(Warp& w, std::uint32_t lanes, std::uint64_t begin, std::uint64_t end) {
    if (w.block->localWritten.empty())
        return;
    std::uint32_t* const written = writtenBy(w);
    std::for_each(written + begin, written + end, [&](std::uint32_t& by) { by &= ~lanes; });
}

} // namespace warpbench::simgpu::engine
