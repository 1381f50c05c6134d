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

typedef struct wbsimLineMetrics {
    uint32_t structSize;
    const char* file;
    uint32_t line;
    uint64_t warpInstructions;
    uint64_t threadInstructions;
    uint64_t divergentBranches;
    uint64_t globalSectors;       /* 32-byte sectors moved */
    uint64_t idealGlobalSectors;  /* sectors, had every access been contiguous */
    uint64_t sharedBankConflicts; /* extra passes */
    uint64_t atomicConflicts;     /* lanes that met another lane's address */
    uint64_t barriers;            /* barriers waited for, per warp */
} wbsimLineMetrics;

typedef struct wbsimMetrics {
    uint32_t structSize;
    const char* kernel;
    uint64_t launches;
    uint64_t warpInstructions;
    uint64_t threadInstructions;
    uint64_t divergentBranches;
    uint64_t globalSectors;
    uint64_t idealGlobalSectors;
    uint64_t sharedBankConflicts;
    uint64_t atomicConflicts;
    uint64_t barriers;
    uint64_t bytesLoaded; /* global */
    uint64_t bytesStored; /* global */
    /* warp instructions by class: integer, float32, float64, half, conversion, memory, atomic,
     * branch, barrier, warp-wide, matrix, other */
    uint64_t mix[12];
    uint32_t lineCount;
    const wbsimLineMetrics* lines;
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
