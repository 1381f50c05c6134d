// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"
#include "core/simgpu/engine/machine/warp.h"

#include <array>
#include <cstdint>

/// What handlers ask of the machine around them: the slow paths, in code that is compiled once.
/// Each returns the record to go on with, or null where the warp stops.
namespace warpbench::simgpu::engine {

// Divergence (splits.cpp).

/// Lanes `taken` of the current split go to `target`, the others to `next`.
const Inst* diverge(Warp& w, const Inst* target, std::uint32_t taken, const Inst* next);
/// The current split goes to `target`, and there are other splits: merges what is there already
/// and runs the split at the lowest block.
const Inst* arrive(Warp& w, const Inst* target);
/// `lanes` of the current split leave the kernel; the rest goes on at `next`.
const Inst* leave(Warp& w, std::uint32_t lanes, const Inst* next);
/// Takes the next split that can run; the current one must have been stored or have ended.
const Inst* resumeAny(Warp& w);
/// The budget of back-edges is spent: lets other splits and warps run, looks at cancel and time.
const Inst* yieldAt(Warp& w, const Inst* target);
/// Like yieldAt, but the lanes say that they wait for somebody (a failed CAS).
const Inst* yieldSpinning(Warp& w, const Inst* target);
/// The current split sleeps at the record `ip` (time.cpp): it goes on behind it when so much time,
/// or the longest that PTX has, has passed.
const Inst* sleep(Warp& w, const Inst* ip, std::uint64_t nanoseconds);
/// Lanes that sleep stand at the record where they do so. False where none sleep.
bool interruptSleep(Warp& w);
/// Takes a split out of the list.
void removeSplit(Warp& w, std::uint32_t index);

// Warp-wide operations (exchange.cpp).

/// The current split waits at the operation `ip` for the lanes that its lanes' masks (row aux2)
/// name; those that name others wait apart.
const Inst* parkForSync(Warp& w, const Inst* ip);
/// Lets go on whom all named lanes have joined, or all but those that have left.
/// \param arriving  lanes whose execution of the operation is counted by who calls
void releaseMeetings(Warp& w, std::uint32_t arriving);

// Calls (calls.cpp).
const Inst* callDirect(Warp& w, const Inst* ip, std::uint32_t lanes);
const Inst* callIndirect(Warp& w, const Inst* ip, std::uint32_t lanes);
const Inst* returnFrom(Warp& w, std::uint32_t lanes, const Inst* next);
/// Takes a reference away from a frame, and gives it back to its worker with the last one.
void dropFrame(Warp& w, Frame* frame);

// Barriers of the block and the cluster (barriers.cpp).
enum class BarrierAction : std::uint8_t { sync, arrive, redPopc, redAnd, redOr };
const Inst* barrierArrive(Warp& w, const Inst* ip);
/// Four warps side by side, the first of a number that four divides.
using Warpgroup = std::array<Warp*, 4>;
/// The warps of a warpgroup meet at a record (warpgroup.cpp): the last one performs it for all.
/// \param perform  false after a fault
const Inst* arriveAtWarpgroup(Warp& w, const Inst* ip,
                              bool (*perform)(const Inst* ip, const Warpgroup& warps));
const Inst* clusterArrive(Warp& w, const Inst* ip);
const Inst* clusterWait(Warp& w, const Inst* ip);

// Memory (access.cpp).
/// Fills the slot with the allocation that holds [address, address + size). False where there is
/// none, or where it is read-only and `store` is set.
bool findRange(Warp& w, RangeSlot& slot, std::uint64_t address, std::uint64_t size, bool store);
/// The host address behind a generic or global one for one lane; null after raising a fault.
/// Local memory is interleaved and has no such address: see isLocal.
std::uint8_t* hostAddress(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                          std::uint32_t size, std::uint32_t alignment, bool store, bool generic);
/// Where a shared address (window base taken off) lies; null after raising a fault.
std::uint8_t* sharedAddress(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                            std::uint32_t size, std::uint32_t alignment);
inline bool isWindow(std::uint64_t address, std::uint64_t window) {
    return (address & kWindowMask) == window;
}
/// False after raising a fault.
bool checkLocal(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                std::uint32_t size, std::uint32_t alignment);

// Faults (faults.cpp).
/// Ends the launch. Always null.
const Inst* raise(Warp& w, const Inst* ip, FaultKind kind, std::uint32_t lane,
                  std::uint64_t address = 0, std::uint64_t size = 0, const char* text = nullptr);
/// False after raising a fault: some lanes do not take part in an operation of the whole warp.
bool allLanes(Warp& w, const Inst* ip);

// What a kernel can ask at run time (device_calls.cpp).
const Inst* callPrintf(Warp& w, const Inst* ip);
const Inst* callAssertFail(Warp& w, const Inst* ip);
const Inst* callMalloc(Warp& w, const Inst* ip);
const Inst* callFree(Warp& w, const Inst* ip);
/// cudaGraphSetConditional(handle, value): the handle is the address of a word.
const Inst* callSetConditional(Warp& w, const Inst* ip);
/// A special register that changes while a kernel runs: clocks (time.cpp).
std::uint64_t specialValue(Warp& w, std::uint32_t which);

} // namespace warpbench::simgpu::engine
