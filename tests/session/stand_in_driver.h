// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// A driver that passes for a real one: the simulated driver without what only that one can do. So
/// what a program does with real devices alone (pools, page-locking, staged copies) runs anywhere.
/// WARPBENCH_CUDA_DRIVER names the library; a test that loads it as well sees these.
extern "C" {

/// Host memory that is locked in pieces of this size is chunks to copy through.
constexpr unsigned long long kStandInChunkBytes = 16 << 20;

/// What programs have of it now.
struct StandInFigures {
    unsigned long long deviceBytes;     ///< by cuMemAlloc
    unsigned long long registeredBytes; ///< by cuMemHostRegister, chunks apart
    unsigned long long chunkBytes;      ///< by cuMemHostRegister and cuMemHostAlloc
    unsigned long long chunksAtCopy;    ///< chunkBytes at the first copy after there were none
    unsigned long long allocations;     ///< calls of cuMemAlloc so far
    unsigned long long profilerStarts;  ///< calls of cuProfilerStart so far
    unsigned long long profilerStops;
};

using StandInFiguresFunction = StandInFigures();
/// Waits until nothing of the device's memory and no page-locked chunk is in use.
/// \returns whether that came within so many seconds
using StandInWaitUntilFreeFunction = bool(int seconds);
/// From now on cuMemAlloc gives no more than so many bytes altogether, and cuMemCreate none; 0:
/// what the device has.
using StandInLimitFunction = void(unsigned long long bytes);
/// Of the chunks that are copied from now on one goes wrong: 1 is the next; 0: none.
using StandInFailCopyFunction = void(int copy);
/// From now on there is no memory for chunks, or there is again.
using StandInRefuseChunksFunction = void(bool refuse);
/// From now on only the driver's own memory may be chunks, or all memory again.
using StandInOwnChunksFunction = void(bool only);
}
