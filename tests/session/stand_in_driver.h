// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// A driver that passes for a real one: the simulated driver without its special features. It lets
/// the code for real devices (pools, page-locking, staged copies) run anywhere.
/// WARPBENCH_CUDA_DRIVER names the library; a test that loads it sees these functions.
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
/// Limits cuMemAlloc to that many bytes in total and makes cuMemCreate fail; 0: no
/// limit.
using StandInLimitFunction = void(unsigned long long bytes);
/// Makes one of the next copies of chunks fail: 1 is the next; 0: none.
using StandInFailCopyFunction = void(int copy);
/// Makes allocations of chunks fail or succeed again.
using StandInRefuseChunksFunction = void(bool refuse);
/// From now on only the driver's own memory may be chunks, or all memory again.
using StandInOwnChunksFunction = void(bool only);
}
