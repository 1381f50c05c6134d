// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"
#include "core/simgpu/engine/machine/warp.h"

#include <array>
#include <cstdint>

/// Services that handlers call: the slow paths, compiled only once. Each returns the next record,
/// or null if the warp stops.
namespace warpbench::simgpu::engine {

// Divergence (splits.cpp).

/// The lanes `taken` of the current split continue at `target`, the others at `next`.
const Inst* diverge(Warp& w, const Inst* target, std::uint32_t taken, const Inst* next);
/// The current split continues at `target`, and there are other splits: merges it with a split that
/// is already there and runs the split at the lowest block.
const Inst* arrive(Warp& w, const Inst* target);
/// `lanes` of the current split exit the kernel; the others continue at `next`.
const Inst* leave(Warp& w, std::uint32_t lanes, const Inst* next);
/// Resumes the next runnable split; the current one must have been stored or have ended.
const Inst* resumeAny(Warp& w);
/// The back-edge budget is used up: runs other splits and warps, checks cancel and time limit.
const Inst* yieldAt(Warp& w, const Inst* target);
/// Like yieldAt, for lanes that are known to wait for another thread (a failed CAS).
const Inst* yieldSpinning(Warp& w, const Inst* target);
/// The current split sleeps at the record `ip` (time.cpp) and continues after it once the time has
/// passed, limited to PTX's maximum.
const Inst* sleep(Warp& w, const Inst* ip, std::uint64_t nanoseconds);
/// Wakes sleeping lanes, which are still at the record that put them to sleep. False if none sleep.
bool interruptSleep(Warp& w);
/// Removes a split from the list.
void removeSplit(Warp& w, std::uint32_t index);

// Warp-wide operations (exchange.cpp).

/// The current split waits at the operation `ip` for the lanes in its lanes' masks (row aux2);
/// lanes with different masks wait separately.
const Inst* parkForSync(Warp& w, const Inst* ip);
/// Resumes those that all named lanes have joined, except for lanes that have exited.
/// \param arriving  lanes whose execution of the operation the caller counts
void releaseMeetings(Warp& w, std::uint32_t arriving);

// Calls (calls.cpp).
const Inst* callDirect(Warp& w, const Inst* ip, std::uint32_t lanes);
const Inst* callIndirect(Warp& w, const Inst* ip, std::uint32_t lanes);
const Inst* returnFrom(Warp& w, std::uint32_t lanes, const Inst* next);
/// Drops a reference to a frame; the last one returns it to its worker.
void dropFrame(Warp& w, Frame* frame);

// Barriers of the block and the cluster (barriers.cpp).
enum class BarrierAction : std::uint8_t { sync, arrive, redPopc, redAnd, redOr };
const Inst* barrierArrive(Warp& w, const Inst* ip);
/// Four consecutive warps, the first of which has a number divisible by four.
using Warpgroup = std::array<Warp*, 4>;
/// The warps of a warpgroup meet at a record (warpgroup.cpp): the last one executes it for all.
/// \param perform  returns false after a fault
const Inst* arriveAtWarpgroup(Warp& w, const Inst* ip,
                              bool (*perform)(const Inst* ip, const Warpgroup& warps));
const Inst* clusterArrive(Warp& w, const Inst* ip);
const Inst* clusterWait(Warp& w, const Inst* ip);

// Memory (access.cpp).
/// Fills the slot with the allocation that contains [address, address + size). False if there is
/// none, or if it is read-only and `store` is set.
bool findRange(Warp& w, RangeSlot& slot, std::uint64_t address, std::uint64_t size, bool store);
/// The host address for one lane's generic or global address; null after raising a fault.
/// Local memory is interleaved and cannot be addressed this way: see isLocal.
std::uint8_t* hostAddress(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                          std::uint32_t size, std::uint32_t alignment, bool store, bool generic);
/// The host address for a shared address (relative to the window); null after raising a fault.
std::uint8_t* sharedAddress(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                            std::uint32_t size, std::uint32_t alignment);
inline bool isWindow(std::uint64_t address, std::uint64_t window) {
    return (address & kWindowMask) == window;
}
/// Returns false after raising a fault.
bool checkLocal(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                std::uint32_t size, std::uint32_t alignment);

// Faults (faults.cpp).
/// Ends the launch. Always returns null.
const Inst* raise(Warp& w, const Inst* ip, FaultKind kind, std::uint32_t lane,
                  std::uint64_t address = 0, std::uint64_t size = 0, const char* text = nullptr);
/// Returns false after raising a fault: not all lanes take part in a warp-wide operation.
bool allLanes(Warp& w, const Inst* ip);

// Device functions that a kernel can call (device_calls.cpp).
const Inst* callPrintf(Warp& w, const Inst* ip);
const Inst* callAssertFail(Warp& w, const Inst* ip);
const Inst* callMalloc(Warp& w, const Inst* ip);
const Inst* callFree(Warp& w, const Inst* ip);
/// cudaGraphSetConditional(handle, value): the handle is the address of a word.
const Inst* callSetConditional(Warp& w, const Inst* ip);
/// A function of CUDA's runtime (kernel_runtime.cpp).
const Inst* callRuntime(Warp& w, const Inst* ip);
/// The value of a special register that changes while a kernel runs: clocks (time.cpp).
std::uint64_t specialValue(Warp& w, std::uint32_t which);

} // namespace warpbench::simgpu::engine
