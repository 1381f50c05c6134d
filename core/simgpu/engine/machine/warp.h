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

/// Generic address windows. They are above the addresses that a user process can map (47 bits), so
/// no device or host address can be mistaken for one of them.
inline constexpr std::uint64_t kSharedWindow = 0x0001'0000'0000'0000;
inline constexpr std::uint64_t kLocalWindow = 0x0002'0000'0000'0000;
inline constexpr std::uint64_t kParamWindow = 0x0003'0000'0000'0000;
inline constexpr std::uint64_t kCodeWindow = 0x0004'0000'0000'0000;
inline constexpr std::uint64_t kWindowMask = 0xffff'0000'0000'0000;
/// Size of the shared window for one block of a cluster. The bits above are rank + 1, or 0 for the
/// block's own memory (so that a shared::cta address is a shared::cluster address).
inline constexpr std::uint32_t kSharedRankShift = 24;
/// Shared memory that CUDA reserves in each block, from compute capability 8.0 on: cooperative
/// groups keep the barriers of tiles with several warps there and expect it to be zero at first.
/// Here it is at the end of the block's window, far behind the program's own variables, so that an
/// index past their end is still detected.
inline constexpr std::uint64_t kReservedSharedBytes = 1024;
inline constexpr std::uint64_t kReservedShared =
    (std::uint64_t{1} << kSharedRankShift) - kReservedSharedBytes;
/// Distance between the addresses of two functions in the code window.
inline constexpr std::uint64_t kCodeStep = 16;

/// Back-edges of a warp before it yields, and the cost of one that only polls a flag (Inst::aux2 of
/// such a branch).
inline constexpr std::int32_t kBudget = 4096;
inline constexpr std::uint32_t kPollCost = kBudget / 16;

struct Warp;
struct Inst;
struct Block;

/// Executes one record for the active lanes and returns the next one, or null if the warp stops
/// (Warp::stop says why).
using Handler = const Inst* (*)(const Inst*, Warp&);

/// A decoded instruction. Rows are counted in units of 128 bytes from the start of the warp,
/// predicates in units of 4 bytes; a 64-bit row takes two units.
struct Inst {
    Handler run = nullptr;
    std::uint16_t d = 0, a = 0, b = 0, c = 0;
    std::int64_t imm = 0;   ///< offset of an address, distance of a jump in records, a constant
    std::uint32_t aux = 0;  ///< modifiers read by the handler
    std::uint32_t aux2 = 0; ///< an index into one of Code's side tables, or more modifiers
};

/// A frame of an active device function. Shared by all splits that were a single split at the
/// call.
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
    std::uint64_t wakeNs = 0; ///< for sleeping lanes, by Worker::nowNs
};

/// Why a warp stopped running.
enum class Stop : std::uint8_t { none, finished, waiting, yielded, faulted };

/// The allocation that a memory instruction last touched.
struct RangeSlot {
    std::uint64_t base = 0;
    std::uint64_t size = 0;
    bool writable = false;
};

/// The pattern of the addresses in each half of a warp: values from handlers/memory.h.
struct AddressShape {
    std::uint8_t low = 0, high = 0;
};
/// Inst::aux of a plain load or store: the entry of Warp::shapes where it stores the pattern it
/// found, or with kKnownShape, where an access through the same row has stored it. Entry 0 is never
/// read.
inline constexpr std::uint32_t kShapes = 4;
inline constexpr std::uint32_t kKnownShape = 4;

struct Code;

/// Followed in memory by predicates (u32 each) and register rows (u32[32] or u64[32]).
struct alignas(128) Warp {
    /// The active mask, expanded: all ones for an active lane, otherwise zero.
    std::uint32_t lanes[kLanes];
    std::uint32_t mask;     ///< active lanes of the current split; 0: no split runs
    std::uint32_t expanded; ///< the mask that `lanes` represents
    std::uint32_t pending;  ///< number of other splits
    std::int32_t budget;    ///< back-edges left until the warp must yield
    std::uint32_t carry;    ///< CC.CF, one bit per lane
    std::uint32_t exited;   ///< lanes that exited or do not exist
    std::uint32_t absent;   ///< lanes that do not exist: the block size is not a multiple of 32
    Stop stop;
    std::uint32_t index; ///< in the block
    Frame* frame;        ///< of the current split; null in the kernel itself
    const Inst* pc;      ///< where to continue after a stop
    const Code* code;
    Block* block;
    RangeSlot* rangeSlots; ///< one per memory instruction, owned by the worker
    std::uint8_t* shared;
    std::uint64_t sharedSize;         ///< bytes
    std::uint8_t* local;              ///< interleaved: word w of lane l at 4 * (32 * w + l)
    std::uint64_t localSize;          ///< bytes per thread
    std::uint32_t guardMask;          ///< the mask outside a guarded instruction
    std::uint32_t spins;              ///< signs of waiting for others since the block's last check
    std::uint32_t patience;           ///< arrivals during which a resumed split keeps running
    std::array<Split, kLanes> splits; ///< the other splits, the first `pending` of them
    std::array<AddressShape, kShapes> shapes;
    /// The pattern of the indices in a full warp's last indexed load or store of global memory: a
    /// value from handlers/memory.h for all 32 lanes; scattered if not analysed.
    std::uint8_t indexShape;
    std::uint64_t work; ///< instructions executed so far, if profiling
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
    // Whole warps start and reconverge far more often than partial ones.
    if (mask == kFullMask) {
        std::memset(w.lanes, 0xff, sizeof w.lanes);
        return;
    }
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
        w.lanes[lane] = 0u - ((mask >> lane) & 1u);
}

/// No split runs until one is resumed.
inline void clearMask(Warp& w) {
    w.mask = 0;
}

} // namespace warpbench::simgpu::engine
