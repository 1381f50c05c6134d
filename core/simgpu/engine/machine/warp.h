// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

/// The state of a warp and the records it executes. Plain data, shared by the handlers (compiled
/// once per instruction set) and by the machine around them.
namespace warpbench::simgpu::engine {

inline constexpr std::uint32_t kLanes = 32;
inline constexpr std::uint32_t kFullMask = 0xffffffffu;

/// Generic windows. They lie above what a user process can map (47 bits), so no address of device
/// or host memory can be mistaken for one of them.
inline constexpr std::uint64_t kSharedWindow = 0x0001'0000'0000'0000;
inline constexpr std::uint64_t kLocalWindow = 0x0002'0000'0000'0000;
inline constexpr std::uint64_t kParamWindow = 0x0003'0000'0000'0000;
inline constexpr std::uint64_t kCodeWindow = 0x0004'0000'0000'0000;
inline constexpr std::uint64_t kWindowMask = 0xffff'0000'0000'0000;
/// Bytes of the shared window that one block of a cluster owns: rank + 1 is in the bits above,
/// 0 there means the block's own memory (so a shared::cta address is a shared::cluster one).
inline constexpr std::uint32_t kSharedRankShift = 24;
/// Shared memory that CUDA reserves for itself in each block, on GPUs from compute capability 8.0
/// on: cooperative groups keep the barriers of their tiles of several warps there and expect zeros
/// at first. Here it ends what a block owns of the window, far behind the program's own variables,
/// so that an index past their end is still found out.
inline constexpr std::uint64_t kReservedSharedBytes = 1024;
inline constexpr std::uint64_t kReservedShared =
    (std::uint64_t{1} << kSharedRankShift) - kReservedSharedBytes;
/// Distance between the addresses of two functions in the code window.
inline constexpr std::uint64_t kCodeStep = 16;

/// Back-edges of a warp before it lets others run, and what one costs that only looks again whether
/// somebody has written a flag (Inst::aux2 of such a branch).
inline constexpr std::int32_t kBudget = 4096;
inline constexpr std::uint32_t kPollCost = kBudget / 16;

struct Warp;
struct Inst;
struct Block;

/// Executes one record for the active lanes and returns the next one, or null where the warp
/// stops (Warp::stop says why).
using Handler = const Inst* (*)(const Inst*, Warp&);

/// A decoded instruction. Rows are counted in units of 128 bytes from the start of the warp,
/// predicates in units of 4 bytes; a 64-bit row takes two units.
struct Inst {
    Handler run = nullptr;
    std::uint16_t d = 0, a = 0, b = 0, c = 0;
    std::int64_t imm = 0;   ///< offset of an address, distance of a jump in records, a constant
    std::uint32_t aux = 0;  ///< modifiers that the handler reads at run time
    std::uint32_t aux2 = 0; ///< an index into Code's side tables, or more modifiers
};

/// A frame of a device function that lanes are in. Shared by the splits that were one split when
/// they called.
struct Frame {
    Frame* parent = nullptr;
    const Inst* returnPc = nullptr;
    std::uint32_t depth = 0;
    std::uint32_t references = 0;
    std::uint32_t callSite = 0;       ///< index into Code::calls
    std::uint32_t function = 0;       ///< index into Code::functions
    std::uint32_t localBase = 0;      ///< bytes, where the function's local variables begin
    std::uint32_t localEnd = 0;       ///< bytes
    std::vector<std::uint32_t> saved; ///< rows of a recursive function's earlier activation
};

enum class SplitState : std::uint8_t { ready, atBarrier, atWarpSync, asleep };

/// Lanes that run together.
struct Split {
    const Inst* pc = nullptr;
    std::uint32_t mask = 0;
    SplitState state = SplitState::ready;
    std::uint8_t barrier = 0;
    std::uint32_t member = 0; ///< lanes that a warp-wide operation waits for
    Frame* frame = nullptr;
    std::uint64_t wakeNs = 0; ///< of sleeping lanes, by Worker::nowNs
};

/// Why a warp stopped running.
enum class Stop : std::uint8_t { none, finished, waiting, yielded, faulted };

/// The allocation that a memory instruction last touched.
struct RangeSlot {
    std::uint64_t base = 0;
    std::uint64_t size = 0;
    bool writable = false;
};

/// How the addresses of a warp's halves lie to each other: values of handlers/memory.h.
struct AddressShape {
    std::uint8_t low = 0, high = 0;
};
/// Inst::aux of a plain load or store: the place in Warp::shapes where it leaves what it found, or,
/// with kKnownShape, where an access through the same row has left it. Place 0 is read by nobody.
inline constexpr std::uint32_t kShapes = 4;
inline constexpr std::uint32_t kKnownShape = 4;

struct Code;

/// Followed in memory by predicates (u32 each) and register rows (u32[32] or u64[32]).
struct alignas(128) Warp {
    /// The active mask, expanded: all ones for an active lane, else zero.
    std::uint32_t lanes[kLanes];
    std::uint32_t mask;     ///< active lanes of the current split; 0: none runs
    std::uint32_t expanded; ///< the mask that `lanes` shows
    std::uint32_t pending;  ///< number of other splits
    std::int32_t budget;    ///< taken back-edges until the warp must let others run
    std::uint32_t carry;    ///< CC.CF, a bit per lane
    std::uint32_t exited;   ///< lanes that left, or never were
    std::uint32_t absent;   ///< lanes that never were: the block's size is not a multiple of 32
    Stop stop;
    std::uint32_t index; ///< in the block
    Frame* frame;        ///< of the current split; null in the kernel itself
    const Inst* pc;      ///< where to go on after a stop
    const Code* code;
    Block* block;
    RangeSlot* slots; ///< one per memory instruction, of the worker
    std::uint8_t* shared;
    std::uint64_t sharedSize;         ///< bytes
    std::uint8_t* local;              ///< interleaved: word w of lane l at 4 * (32 * w + l)
    std::uint64_t localSize;          ///< bytes per thread
    std::uint32_t guardMask;          ///< the mask outside a guarded instruction
    std::uint32_t spins;              ///< signs of waiting for others since the block last looked
    std::uint32_t patience;           ///< arrivals for which a split that got its turn keeps it
    std::array<Split, kLanes> splits; ///< the other splits, the first `pending` of them
    std::array<AddressShape, kShapes> shapes;
    /// How the indices of a full warp's last load or store of global memory through an index lie: a
    /// value of handlers/memory.h, of all 32; scattered where that has not been looked at.
    std::uint8_t indexShape;
    std::uint64_t work; ///< instructions executed so far, where a launch is profiled
};

inline std::uint32_t* row32(Warp& w, std::uint32_t row) {
    return reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(&w) + std::size_t{row} * 128);
}
inline std::uint64_t* row64(Warp& w, std::uint32_t row) {
    return reinterpret_cast<std::uint64_t*>(reinterpret_cast<char*>(&w) + std::size_t{row} * 128);
}
inline std::uint32_t& predicate(Warp& w, std::uint32_t index) {
    return reinterpret_cast<std::uint32_t*>(&w)[index];
}

inline void setMask(Warp& w, std::uint32_t mask) {
    w.mask = mask;
    if (w.expanded == mask)
        return;
    w.expanded = mask;
    // Whole warps begin and meet again far more often than parts of them do.
    if (mask == kFullMask) {
        std::memset(w.lanes, 0xff, sizeof w.lanes);
        return;
    }
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
        w.lanes[lane] = 0u - ((mask >> lane) & 1u);
}

/// No split runs, until one is resumed.
inline void clearMask(Warp& w) {
    w.mask = 0;
}

} // namespace warpbench::simgpu::engine
