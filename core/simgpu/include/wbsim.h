/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a simulated GPU can say and do that the CUDA Driver API has no word for: metrics, fault
 * reports, checks, cancelling. C, versioned, sized structs: a newer library works with an older
 * program and the other way round.
 *
 *     wbsimApi api = {sizeof api};
 *     const wbsimApi* api = wbsimGetApi(WBSIM_API_VERSION);   // null: not this version
 */
#ifndef WARPBENCH_WBSIM_H
#define WARPBENCH_WBSIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WBSIM_API_VERSION 1

#if defined(_WIN32)
#define WBSIM_EXPORT __declspec(dllexport)
#else
#define WBSIM_EXPORT __attribute__((visibility("default")))
#endif

typedef enum wbsimFaultKind {
    WBSIM_FAULT_NONE = 0,
    WBSIM_FAULT_OUT_OF_BOUNDS = 1,
    WBSIM_FAULT_MISALIGNED = 2,
    WBSIM_FAULT_UNINITIALIZED = 3,
    WBSIM_FAULT_SHARED_RACE = 4,
    WBSIM_FAULT_GLOBAL_RACE = 5,
    WBSIM_FAULT_BARRIER_DIVERGENCE = 6,
    WBSIM_FAULT_ASSERT = 7,
    WBSIM_FAULT_TRAP = 8,
    WBSIM_FAULT_STACK_OVERFLOW = 9,
    WBSIM_FAULT_NULL_POINTER = 10,
    WBSIM_FAULT_INVALID_SYNC_MASK = 11,
    WBSIM_FAULT_INVALID_PC = 12,
    WBSIM_FAULT_TIMEOUT = 13,
    WBSIM_FAULT_CANCELLED = 14 /* not the kernel's doing */
} wbsimFaultKind;

/* Strings live until the next wbsimApi call on the same device that resets or launches.
 * Uninitialised reads and races are reported only; every other fault also breaks the context, as on
 * a real GPU. */
typedef struct wbsimFault {
    uint32_t structSize;
    wbsimFaultKind kind;
    const char* kernel;
    const char* file; /* of the CUDA source; "" without -lineinfo */
    uint32_t line;    /* 0: unknown */
    uint32_t ptxLine;
    uint32_t block[3];
    uint32_t thread[3];
    uint64_t address;
    uint64_t size;           /* bytes of the access */
    uint64_t allocation;     /* base of the allocation it belongs to or is nearest; 0: none */
    uint64_t allocationSize; /* bytes */
    uint32_t otherLine;      /* of a race, or of two barriers; 0: none */
    uint32_t otherThread[3];
    uint32_t otherBlock[3];
    uint64_t count; /* how often this instruction (pair) did it */
    const char* text;
} wbsimFault;

/* Classes of instructions, indices of `mix`. */
typedef enum wbsimClass {
    WBSIM_CLASS_INTEGER = 0, /* arithmetic, logic, comparisons, moves */
    WBSIM_CLASS_FLOAT32 = 1,
    WBSIM_CLASS_FLOAT64 = 2,
    WBSIM_CLASS_HALF = 3, /* f16, bf16 */
    WBSIM_CLASS_CONVERSION = 4,
    WBSIM_CLASS_MEMORY = 5,
    WBSIM_CLASS_ATOMIC = 6,
    WBSIM_CLASS_BRANCH = 7,   /* with calls and returns */
    WBSIM_CLASS_BARRIER = 8,  /* with fences and operations of mbarriers */
    WBSIM_CLASS_WARPWIDE = 9, /* shfl, vote, match, redux */
    WBSIM_CLASS_MATRIX = 10,
    WBSIM_CLASS_OTHER = 11,
    WBSIM_CLASS_COUNT = 12
} wbsimClass;

/* Metrics count PTX instructions, not machine code, and what they ask of memory; caches are not
 * modelled.
 *
 * warpInstructions     PTX instructions, each counted once for every set of active lanes that
 *                      executed it together; what a predicate switched off for all lanes, not
 * threadInstructions   the same, counted per active lane: divided by warpInstructions, the mean
 *                      number of active lanes
 * branches             branches, calls and returns, per warp
 * divergentBranches    those that left the warp's lanes in several places
 * globalAccesses       loads, stores and atomics of global memory, per warp
 * globalSectors        32-byte sectors that they touched, counted per access
 * idealGlobalSectors   the fewest sectors that the distinct elements would have fitted in
 * bytesLoaded, bytesStored  of global memory, summed over the lanes; an atomic does both
 * sharedAccesses       loads, stores and atomics of shared memory, per warp
 * sharedBankConflicts  passes beyond those of an access without conflicts: 32 banks of 4 bytes; a
 *                      warp is served at once, in halves (8 bytes per lane) or quarters (16 bytes)
 * localBytesLoaded, localBytesStored  of local memory (arrays, spills), summed over the lanes
 * atomics              atomic operations, per lane
 * atomicConflicts      those that had to wait for a lower lane of the warp at the same address
 * barriers             waited for (of the block or cluster), per warp
 */
typedef struct wbsimLineMetrics {
    uint32_t structSize; /* of the library: the distance to the next line's */
    const char* file;    /* of the CUDA source; "" without -lineinfo */
    uint32_t line;       /* of the innermost inlined function; 0: unknown */
    uint64_t warpInstructions;
    uint64_t threadInstructions;
    uint64_t divergentBranches;
    uint64_t globalSectors;
    uint64_t idealGlobalSectors;
    uint64_t sharedBankConflicts;
    uint64_t atomicConflicts;
    uint64_t barriers;
    /* Below: present where structSize reaches it. */
    uint64_t branches;
    uint64_t globalAccesses;
    uint64_t bytesLoaded;
    uint64_t bytesStored;
    uint64_t sharedAccesses;
    uint64_t sharedBytesLoaded;
    uint64_t sharedBytesStored;
    uint64_t localBytesLoaded;
    uint64_t localBytesStored;
    uint64_t atomics;
    uint64_t mix[WBSIM_CLASS_COUNT]; /* warp instructions by class */
} wbsimLineMetrics;

typedef struct wbsimMetrics {
    uint32_t structSize;
    const char* kernel;
    uint64_t launches; /* that the counters are summed over */
    uint64_t warpInstructions;
    uint64_t threadInstructions;
    uint64_t divergentBranches;
    uint64_t globalSectors;
    uint64_t idealGlobalSectors;
    uint64_t sharedBankConflicts;
    uint64_t atomicConflicts;
    uint64_t barriers;
    uint64_t bytesLoaded;
    uint64_t bytesStored;
    uint64_t mix[WBSIM_CLASS_COUNT]; /* warp instructions by class */
    uint32_t lineCount;
    const wbsimLineMetrics* lines; /* until the next call that clears or launches */
    /* Below: filled in where structSize reaches it. */
    uint64_t branches;
    uint64_t globalAccesses;
    uint64_t sharedAccesses;
    uint64_t sharedBytesLoaded;
    uint64_t sharedBytesStored;
    uint64_t localBytesLoaded;
    uint64_t localBytesStored;
    uint64_t atomics;
    uint64_t activeLanes[33]; /* warp instructions by their number of active lanes; [0] is 0 */
} wbsimMetrics;

typedef enum wbsimCheck {
    WBSIM_CHECK_BASIC = 0, /* bounds, alignment: always on */
    WBSIM_CHECK_UNINITIALIZED = 1, /* for allocations made while it is on, or marked */
    WBSIM_CHECK_SHARED_RACES = 2,
    WBSIM_CHECK_GLOBAL_RACES = 4,
    WBSIM_CHECK_ALL = 7
} wbsimCheck;

/* What the simulator knows of a kernel beside the Driver API's attributes. */
typedef struct wbsimKernelInfo {
    uint32_t structSize;
    uint32_t registers;          /* per thread, as cuFuncGetAttribute answers */
    uint32_t registersEstimated; /* 1: from what is alive at once, not from ptxas */
    uint32_t barriers;           /* per block */
} wbsimKernelInfo;

typedef struct wbsimApi {
    uint32_t structSize;
    uint32_t version;

    /* Checks for the launches that follow on a device (an ordinal): a mask of wbsimCheck. */
    int (*setChecks)(int device, uint32_t mask);
    /* Metrics for the launches that follow: 0 off, 1 on. */
    int (*setMetrics)(int device, int on);
    /* Limit for one launch in seconds of wall-clock time; 0: none. Past it: a TIMEOUT fault. */
    int (*setTimeLimit)(int device, double seconds);
    /* One thread, blocks in order: the same results and reports every time. */
    int (*setDeterministic)(int device, int on);

    /* Ends what runs on the device as soon as every warp has seen it (milliseconds). Any thread.
     * The launch fails with CUDA_ERROR_LAUNCH_FAILED and a CANCELLED fault. */
    int (*cancel)(int device);

    /* Faults since the last clear, deduplicated by instruction. */
    uint32_t (*faultCount)(int device);
    int (*getFault)(int device, uint32_t index, wbsimFault* out);
    int (*clearFaults)(int device);

    /* Metrics of every launch since the last clear, summed per kernel, in order of first launch. */
    uint32_t (*metricsCount)(int device);
    int (*getMetrics)(int device, uint32_t index, wbsimMetrics* out);
    int (*clearMetrics)(int device);

    /* Marks device memory as never written, for the uninitialised-read check. */
    int (*markUninitialized)(int device, uint64_t address, uint64_t bytes);
    /* Names an allocation for fault reports; null takes the name away. */
    int (*nameAllocation)(int device, uint64_t address, const char* name);
    /* Unlike a real GPU, a simulated one can go on after a fault: forgets the sticky error. */
    int (*resetError)(int device);

    /* Of a CUfunction. Present where structSize reaches it. */
    int (*getKernelInfo)(void* function, wbsimKernelInfo* out);
} wbsimApi;

/* Null where the version is not known. The table lives for the life of the library. */
WBSIM_EXPORT const wbsimApi* wbsimGetApi(uint32_t version);
typedef const wbsimApi* (*wbsimGetApiFunction)(uint32_t version);

#ifdef __cplusplus
}
#endif

#endif
