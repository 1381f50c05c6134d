// SPDX-License-Identifier: GPL-3.0-or-later
// The check for uninitialized reads in local memory: per-thread arrays that registers cannot hold.
// A mask per byte says which lanes of the warp have written it. A read is only reported if none of
// its bytes was written and its value is not just copied (decode/copies.h), because copying a
// struct includes its unused parts.
#include "core/simgpu/engine/machine/addresses.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/observe/observers.h"

#include <algorithm>
#include <array>
#include <bit>

namespace warpbench::simgpu::engine {

namespace {

/// By byte of the warp's local memory: lanes that have written it.
std::uint32_t* writtenBy(Warp& w) {
    return w.block->localWritten.data() + w.index * w.block->launch.localBytes;
}

template <class Visit>
void forEachLane(std::uint32_t lanes, const Visit& visit) {
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1)
        visit(static_cast<std::uint32_t>(std::countr_zero(rest)));
}

/// An access of `lanes` to the same place in the local memory of each.
void checkLocalBytes(Warp& w, const Inst* ip, const InstInfo& info, std::uint64_t address,
                     std::uint32_t lanes) {
    std::uint32_t* const bytes = writtenBy(w) + address;
    std::uint32_t known = 0;
    for (std::uint32_t i = 0; i < info.accessBytes; ++i) {
        known |= bytes[i];
        if (info.store)
            bytes[i] |= lanes;
    }
    if (info.store || info.copied)
        return;
    forEachLane(lanes & ~known, [&](std::uint32_t lane) {
        w.block->worker.report(FaultKind::uninitialized, recordOf(w, ip), 0, [&] {
            return makeFault(w, ip, FaultKind::uninitialized, lane, kLocalWindow | address,
                             info.accessBytes, "the thread has not written it");
        });
    });
}

} // namespace

void checkLocalAccess(Warp& w, const Inst* ip, const InstInfo& info) {
    if (w.block->localWritten.empty())
        return;
    std::array<std::uint64_t, kLanes> addresses;
    std::uint32_t rest = 0;
    forEachLane(w.mask, [&](std::uint32_t lane) {
        addresses[lane] = laneAddress(w, ip, info, lane);
        if (info.space == MemorySpace::generic) {
            if (!isWindow(addresses[lane], kLocalWindow))
                return;
            addresses[lane] -= kLocalWindow;
        }
        // Else the access itself is the fault.
        if (addresses[lane] <= w.localSize && w.localSize - addresses[lane] >= info.accessBytes)
            rest |= 1u << lane;
    });
    // As a rule all lanes access the same place, each its own memory there.
    while (rest) {
        const std::uint64_t address = addresses[static_cast<std::size_t>(std::countr_zero(rest))];
        std::uint32_t lanes = 0;
        forEachLane(rest, [&](std::uint32_t lane) {
            lanes |= std::uint32_t{addresses[lane] == address} << lane;
        });
        rest &= ~lanes;
        checkLocalBytes(w, ip, info, address, lanes);
    }
}

void markLocalWritten(Warp& w, std::uint32_t lane, std::uint64_t address, std::uint32_t bytes) {
    if (w.block->localWritten.empty())
        return;
    std::uint32_t* const written = writtenBy(w) + address;
    std::for_each(written, written + bytes, [&](std::uint32_t& by) { by |= 1u << lane; });
}

void forgetLocal(Warp& w, std::uint32_t lanes, std::uint64_t begin, std::uint64_t end) {
    if (w.block->localWritten.empty())
        return;
    std::uint32_t* const written = writtenBy(w);
    std::for_each(written + begin, written + end, [&](std::uint32_t& by) { by &= ~lanes; });
}

} // namespace warpbench::simgpu::engine
