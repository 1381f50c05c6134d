/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of a simulated GPU that the CUDA Driver API does not have: metrics, fault reports,
 * checks, cancelling. A versioned C interface with sized structs: a newer library works with an
 * older program and vice versa.
 *
 *     #include "wbsim.h"
 *     const wbsimApi* api = wbsimGetApi(WBSIM_API_VERSION);   // null: unsupported version
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
    WBSIM_FAULT_CANCELLED = 14,           /* not caused by the kernel */
    WBSIM_FAULT_ILLEGAL_INSTRUCTION = 15, /* not executable on the hardware */
    /* Findings: undefined behaviour in CUDA that a GPU tolerates. Returned by `getFinding`, not
       by `getFault`. */
    WBSIM_FINDING_DIVERGENT_BARRIER = 16, /* some threads bypass it */
    WBSIM_FINDING_DIVERGENT_MASK = 17,    /* some threads of its mask bypass it */
    WBSIM_FINDING_ABSENT_LANE = 18        /* a shuffle from lanes that do not exist */
} wbsimFaultKind;

/* The kind of an access. */
typedef enum wbsimFaultAccess {
    WBSIM_FAULT_ACCESS_NONE = 0, /* the fault is not about an access */
    WBSIM_FAULT_ACCESS_READ = 1,
    WBSIM_FAULT_ACCESS_WRITE = 2,
    WBSIM_FAULT_ACCESS_ATOMIC = 3
} wbsimFaultAccess;

/* Why the two accesses of a race are not ordered. */
typedef enum wbsimFaultOrder {
    WBSIM_FAULT_ORDER_NONE = 0, /* the fault is not a race */
    WBSIM_FAULT_ORDER_NO_BARRIER = 1,
    WBSIM_FAULT_ORDER_SAME_WARP = 2, /* no __syncwarp() between them */
    WBSIM_FAULT_ORDER_OTHER_BLOCK = 3,
    WBSIM_FAULT_ORDER_ASYNC_COPY = 4, /* without a wait for it */
    WBSIM_FAULT_ORDER_BULK_COPY = 5,  /* without a wait for its mbarrier */
    WBSIM_FAULT_ORDER_NOT_ATOMIC = 6  /* several threads update one value */
} wbsimFaultOrder;

/* Strings are valid until the next wbsimApi call on the same device that resets or launches.
 * Uninitialized reads and races are only reported; every other fault also breaks the context, as on
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
    uint64_t allocation;     /* base of the one accessed, else meant, else nearest; 0: none */
    uint64_t allocationSize; /* bytes */
    uint32_t otherLine;      /* of a race, a second barrier, an enclosing branch; 0: none */
    uint32_t otherThread[3];
    uint32_t otherBlock[3];
    uint64_t count; /* occurrences at this line (or pair of lines) */
    const char* text;
    /* Present if structSize includes them: the parts of `text`, for other wordings. */
    wbsimFaultAccess access;
    wbsimFaultAccess otherAccess; /* of a race: WRITE or READ */
    wbsimFaultOrder unordered;
    uint32_t space;         /* of the access, a wbsimSpace: GLOBAL, SHARED, LOCAL; or NONE */
    const char* variable;   /* intended or nearest, in any space; "": none */
    int64_t variableOffset; /* bytes from its start; negative: before it */
    uint64_t variableSize;  /* bytes */
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

/* Metrics count PTX instructions, not machine code, and their memory accesses; caches are not
 * modelled. wbsim_counters.inc describes each counter. */
typedef struct wbsimCounters {
#define WBSIM_COUNTER(member, key, text) uint64_t member;
#include "wbsim_counters.inc"
#undef WBSIM_COUNTER
} wbsimCounters;

typedef struct wbsimLineMetrics {
    uint32_t structSize; /* of the library: the distance to the next line */
    const char* file;    /* of the CUDA source; "" without -lineinfo */
    uint32_t line; /* code inlined from another file counts for the calling line; 0: unknown */
    uint64_t mix[WBSIM_CLASS_COUNT]; /* warp instructions by class */
    wbsimCounters counters;          /* last, because more may be added */
} wbsimLineMetrics;

/* Counters of a line of the module's PTX. */
typedef struct wbsimPtxLineMetrics {
    uint32_t structSize; /* of the library: the distance to the next line */
    uint32_t line;       /* from 1 */
    uint64_t warpInstructions;
    uint64_t threadInstructions;
} wbsimPtxLineMetrics;

typedef struct wbsimMetrics {
    uint32_t structSize;
    const char* kernel;
    uint64_t launches;               /* included in the counters */
    uint64_t mix[WBSIM_CLASS_COUNT]; /* warp instructions by class */
    uint64_t activeLanes[33];        /* warp instructions by number of active lanes; [0] is 0 */
    uint32_t lineCount;
    const wbsimLineMetrics* lines; /* valid until the next call that clears or launches */
    uint32_t ptxLineCount;
    const wbsimPtxLineMetrics* ptxLines; /* ascending; valid as long as `lines` */
    wbsimCounters counters;              /* last, because more may be added */
} wbsimMetrics;

/* Which memory accesses of later launches to record lane by lane: those of some blocks, spread over
 * the grid and including its first and last, and in each of their warps the first executions of
 * each instruction. */
typedef struct wbsimTracing {
    uint32_t structSize;
    uint32_t blocks;     /* 0: none */
    uint32_t executions; /* maximum per instruction and warp */
    uint32_t accesses;   /* per launch: limits the executions, except the first */
} wbsimTracing;

typedef enum wbsimCheck {
    WBSIM_CHECK_BASIC = 0,         /* bounds, alignment: always on */
    WBSIM_CHECK_UNINITIALIZED = 1, /* for allocations made while it is on, or marked memory */
    WBSIM_CHECK_SHARED_RACES = 2,
    WBSIM_CHECK_GLOBAL_RACES = 4,
    WBSIM_CHECK_BARRIERS = 8, /* __syncthreads() at different lines; findings */
    WBSIM_CHECK_ALL = 15
} wbsimCheck;

/* Information about a kernel beyond the Driver API's attributes. */
typedef struct wbsimKernelInfo {
    uint32_t structSize;
    uint32_t registers;          /* per thread, as returned by cuFuncGetAttribute */
    uint32_t registersEstimated; /* 1: from liveness analysis, not from ptxas */
    uint32_t barriers;           /* per block */
} wbsimKernelInfo;

/* ---- Stepping --------------------------------------------------------------------------------
 *
 * Under control, a launch runs on one thread and in a fixed order: blocks in order, one at a time
 * unless they wait for each other (clusters, grid-wide barriers, flags), and the warps of a block
 * according to wbsimOrder. Runs are therefore reproducible; clocks count the launch's progress
 * instead of the host's time. It can pause before any
 * instruction, while everything else stands still. The kernel is decoded again for this, so that
 * every PTX instruction and register is visible; other launches are not slowed down. Time limits do
 * not apply, and output appears at once.
 *
 * One thread launches, and another (or the same, as launches do not block) controls the launch:
 *
 *     wbsimStepping on = {sizeof on, 1, 1, WBSIM_ORDER_IN_TURN, 0, 0};
 *     api->setStepping(device, &on);
 *     cuLaunchKernel(...);
 *     wbsimPause pause = {sizeof pause};
 *     while (api->waitForPause(device, 60, &pause) == CUDA_SUCCESS
 *            && pause.reason != WBSIM_PAUSE_ENDED) {
 *         ... inspect: getWarp, getLanes, getFrame, getRegister, getVariable, readMemory ...
 *         wbsimStep step = {sizeof step, WBSIM_STEP_LINE, pause.block, pause.warp};
 *         api->resume(device, &step);
 *     }
 *
 * Launches under control run one at a time per device. `cancel` also ends a paused launch. While a
 * launch is paused, its context must not be destroyed, and the controlling thread must not
 * synchronize with it: both would wait forever. Returned texts are valid until the next `resume` of
 * the device. Calls that inspect a launch return CUDA_ERROR_NOT_READY if nothing is paused, and
 * CUDA_ERROR_INVALID_VALUE if the requested item does not exist. */

#define WBSIM_ANY_BLOCK UINT64_MAX
#define WBSIM_ANY_WARP UINT32_MAX
#define WBSIM_NO_BREAKPOINT UINT32_MAX

typedef enum wbsimOrder {
    WBSIM_ORDER_IN_TURN = 0,     /* a warp runs until it waits or ends, then the next one */
    WBSIM_ORDER_INTERLEAVED = 1, /* every runnable warp executes one instruction */
    WBSIM_ORDER_COUNT = 2
} wbsimOrder;

/* The state of a launch under control between two instructions (registers, shared and local memory,
 * barriers, clocks, the current turn), without global memory and malloc's heap. */
typedef struct wbsimSavedLaunch wbsimSavedLaunch;
/* See saveHeap. */
typedef struct wbsimSavedHeap wbsimSavedHeap;

typedef struct wbsimStepping {
    uint32_t structSize;
    uint32_t on;           /* 0: later launches run freely */
    uint32_t pauseAtEntry; /* 1: before the first instruction of each launch */
    wbsimOrder order;
    /* The following members are present if structSize includes them; otherwise zero. */
    /* Pauses (WBSIM_PAUSE_KEEP) in the middle of any step once this many instructions have been
     * executed since the last such pause; 0: never. `resume` then only uses untilInstructions of
     * its step, and the current step continues. */
    uint64_t keepEvery;
    /* A later launch starts at the pause in which this one was saved, if it has the same kernel,
     * grid and arguments; global memory must have its contents of that time.
     * Null, or saved from a different launch: start at the beginning. */
    const wbsimSavedLaunch* from;
} wbsimStepping;

/* A source line without code stands for the next line of the file that has code; a line of an
 * inlined function is hit wherever it was inlined. A warp hits a breakpoint when it reaches the
 * line from another one, or jumps back to it; on a PTX line, at each arrival. */
typedef struct wbsimBreakpoint {
    uint32_t structSize;
    const char* file; /* CUDA source, or its last folders and name; null: `line` is of PTX */
    uint32_t line;
    uint64_t block; /* linear index; WBSIM_ANY_BLOCK */
    uint32_t warp;  /* WBSIM_ANY_WARP */
    uint32_t lanes; /* at least one must be active; ~0: any */
    uint64_t skip;  /* number of hits to skip */
} wbsimBreakpoint;

typedef enum wbsimPauseReason {
    WBSIM_PAUSE_NONE = 0,
    WBSIM_PAUSE_ENTRY = 1,
    WBSIM_PAUSE_BREAKPOINT = 2,
    WBSIM_PAUSE_STEP = 3,      /* the step is done, or its warp or block has ended */
    WBSIM_PAUSE_REQUESTED = 4, /* by `pause` */
    WBSIM_PAUSE_FAULT = 5,     /* the kernel caused a fault; resuming ends the launch */
    WBSIM_PAUSE_ENDED = 6,     /* the launch has ended and its faults can be read */
    WBSIM_PAUSE_KEEP = 7       /* the launch can be saved here: see wbsimStepping */
} wbsimPauseReason;

typedef struct wbsimPause {
    uint32_t structSize;
    wbsimPauseReason reason;
    const char* kernel;
    uint64_t block; /* linear index */
    uint32_t blockIndex[3];
    uint32_t warp;
    uint32_t
        activeMask;   /* lanes that execute the next instruction; 0: the warp waits or has ended */
    const char* file; /* of the next instruction; "": unknown */
    uint32_t line;    /* 0: unknown */
    uint32_t ptxLine;
    uint32_t breakpoint; /* index in the list; WBSIM_NO_BREAKPOINT */
    const char* text;    /* description of the fault, or "" */
    uint32_t grid[3];
    uint32_t blockSize[3];
    /* PTX instructions that all warps of the launch have executed under control. Present if
     * structSize includes it. */
    uint64_t instructions;
    const wbsimFault* fault; /* details of `text`, valid until the next wait; or null. Likewise */
} wbsimPause;

/* A step moves one warp, or one lane of it. While it waits for others, they run in order and can
 * hit breakpoints: a step over a barrier ends after it. Diverged lanes of the warp take turns as
 * they do without stepping, so a step may end with other active lanes than at its start. */
typedef enum wbsimStepKind {
    WBSIM_STEP_CONTINUE = 0,    /* until a breakpoint, a pause, a fault or the end */
    WBSIM_STEP_INSTRUCTION = 1, /* one PTX instruction */
    WBSIM_STEP_LINE = 2,        /* to another source line, into calls and inlined functions */
    WBSIM_STEP_OVER = 3,        /* the same, over calls and inlined functions */
    WBSIM_STEP_OUT = 4,         /* out of the function, real or inlined */
    WBSIM_STEP_TO_BARRIER = 5,  /* until the warp reaches a barrier or ends */
    WBSIM_STEP_BLOCK = 6,       /* until the block ends */
    WBSIM_STEP_LANE_LINE = 7,   /* until one lane of the warp reaches another source line,
                                   over calls and inlined functions, or ends */
    WBSIM_STEP_COUNT = 8
} wbsimStepKind;

typedef struct wbsimStep {
    uint32_t structSize;
    wbsimStepKind kind;
    uint64_t block; /* linear index of a resident block; not for CONTINUE */
    uint32_t warp;  /* not for CONTINUE and BLOCK */
    /* Pauses (with WBSIM_PAUSE_STEP) when the launch has executed this many instructions, unless
     * the step ends earlier; 0: no limit. If a launch is repeated with the same memory contents and
     * the same steps, each up to the count at which it paused before, it reaches the same places:
     * this is how a debugger steps back. Read if structSize includes it. */
    uint64_t untilInstructions;
    uint32_t lane; /* for LANE_LINE, must not have ended. Read if structSize includes it */
} wbsimStep;

/* The last write to watched memory (watchWrites). */
typedef struct wbsimWrite {
    uint32_t structSize;
    uint32_t warp;
    uint64_t block; /* linear index */
    uint32_t lane;
    /* What the launch had executed before it, for wbsimStep::untilInstructions. */
    uint64_t instructions;
} wbsimWrite;

/* A block that has started and not ended, except in the pause after WBSIM_STEP_BLOCK. */
typedef struct wbsimBlock {
    uint32_t structSize;
    uint64_t block; /* linear index */
    uint32_t blockIndex[3];
    uint32_t warps;
    uint32_t warpsLeft; /* that have not ended */
} wbsimBlock;

typedef struct wbsimWarp {
    uint32_t structSize;
    uint32_t activeMask; /* lanes that execute the next instruction */
    uint32_t exitedMask; /* lanes that have ended */
    uint32_t absentMask; /* lanes that do not exist: block size not a multiple of 32 */
    uint32_t groups;     /* sets of lanes at the same place */
} wbsimWarp;

typedef enum wbsimLanesState {
    WBSIM_LANES_NEXT = 0, /* active: they run next */
    WBSIM_LANES_READY = 1,
    WBSIM_LANES_AT_BARRIER = 2,
    WBSIM_LANES_AT_WARP_SYNC = 3 /* waiting for other lanes of the warp: shfl, vote, __syncwarp */
} wbsimLanesState;

/* Lanes of a warp that are at the same place. If any lanes are active, they are group 0. */
typedef struct wbsimLanes {
    uint32_t structSize;
    wbsimLanesState state;
    uint32_t mask;
    uint32_t barrier;  /* where they wait; from 16 on: at a wgmma, for the other three warps */
    uint32_t waitsFor; /* the lanes that a warp-wide operation waits for */
    const char* file;
    uint32_t line;
    uint32_t ptxLine;
    uint32_t frames; /* functions on the stack, including inlined ones */
} wbsimLanes;

/* Identifies a group of lanes, and for variables and registers a frame; 0 is the innermost. */
typedef struct wbsimPlace {
    uint32_t structSize;
    uint32_t warp;
    uint64_t block;
    uint32_t group;
    uint32_t frame;
} wbsimPlace;

typedef struct wbsimFrame {
    uint32_t structSize;
    const char* function; /* source name without parameters: "ns::add", "tile<float>" */
    const char* file;
    uint32_t line; /* in an outer frame: of the call */
    uint32_t column;
    uint32_t ptxLine;
    uint32_t inlined;
} wbsimFrame;

/* A PTX register of a frame's function. Not available in outer activations of a recursive function,
 * nor in kernels with more than about thirty thousand registers. */
typedef struct wbsimRegister {
    uint32_t structSize;
    const char* name;    /* "%rd4" */
    const char* type;    /* "b64"; "pred" */
    uint32_t bits;       /* 1 for a predicate */
    uint32_t mask;       /* lanes that exist */
    uint64_t values[32]; /* by lane, as zero-extended bits */
} wbsimRegister;

typedef enum wbsimEncoding {
    WBSIM_ENCODING_SIGNED = 0,
    WBSIM_ENCODING_UNSIGNED = 1,
    WBSIM_ENCODING_FLOAT = 2,
    WBSIM_ENCODING_BOOL = 3,
    WBSIM_ENCODING_CHAR = 4,
    WBSIM_ENCODING_POINTER = 5, /* a generic address */
    WBSIM_ENCODING_ENUM = 6,
    WBSIM_ENCODING_ARRAY = 7,
    WBSIM_ENCODING_STRUCT = 8,
    WBSIM_ENCODING_UNKNOWN = 9,
    WBSIM_ENCODING_BFLOAT16 = 10, /* a two-byte FLOAT is binary16 */
    WBSIM_ENCODING_FLOAT8_E4M3 = 11,
    WBSIM_ENCODING_FLOAT8_E5M2 = 12,
    WBSIM_ENCODING_FLOAT8_E8M0 = 13
} wbsimEncoding;

/* Memory spaces of a kernel. LOCAL and PARAM addresses start at 0, SHARED ones at the block's first
 * byte; GENERIC is the value of a kernel's pointer, GLOBAL a device address. */
typedef enum wbsimSpace {
    WBSIM_SPACE_GENERIC = 0,
    WBSIM_SPACE_GLOBAL = 1,
    WBSIM_SPACE_SHARED = 2,
    WBSIM_SPACE_LOCAL = 3,
    WBSIM_SPACE_PARAM = 4,
    WBSIM_SPACE_REGISTER = 5, /* for a variable: no address */
    WBSIM_SPACE_NONE = 6      /* for a variable: not available here */
} wbsimSpace;

/* A source variable, from the debug information of a module compiled with -G (or -G -dopt=on, where
 * most variables are only available briefly). Compilers do not describe shared variables that
 * functions declare, unless they are extern: these appear in any module with name, address and
 * size, the type "" and the encoding UNKNOWN. A reference appears as the object it refers to.
 * Parameters show the launch's (or call's) values until the function has loaded them. */
typedef struct wbsimVariable {
    uint32_t structSize;
    const char* name; /* "p"; for an element "[2]", for a member "x" */
    const char* path; /* for getVariable, to list its children: "p.n[2]" */
    const char* type; /* "Pair", "float[4]", "int*" */
    uint32_t bytes;
    wbsimEncoding encoding;
    uint32_t parameter; /* 1: parameter of the function */
    uint32_t children;  /* members or elements; 1 for a pointer's target */
    wbsimSpace space;
    uint64_t address;    /* in that space, for the first lane that has one */
    uint32_t mask;       /* lanes that have a value */
    uint64_t values[32]; /* by lane, as bits, if at most 8 bytes; otherwise zero */
    /* By lane, since targets of pointers and references may differ between lanes. Present if
     * structSize includes it. */
    uint64_t addresses[32];
} wbsimVariable;

/* Replaces the index in getVariable: returns the variable that the path itself names. */
#define WBSIM_ITSELF UINT32_MAX

/* One execution of a load, store or atomic by the active lanes of a warp; if a generic access
 * reaches several spaces, the part in one of them. */
typedef struct wbsimAccess {
    uint32_t structSize;
    uint32_t launch;  /* since the last clear, from 0 */
    const char* file; /* of the CUDA source, the innermost place in the user's own */
    uint32_t line;    /* 0: unknown */
    uint32_t ptxLine;
    wbsimSpace space; /* GLOBAL, SHARED or LOCAL */
    uint32_t bytes;   /* per lane */
    uint32_t load;
    uint32_t store; /* 1 for both: an atomic */
    uint32_t warp;
    uint32_t mask;          /* lanes that accessed it */
    uint64_t block;         /* linear index */
    uint64_t execution;     /* of the instruction by the warp, from 0 */
    uint64_t executions;    /* total number, recorded or not */
    uint64_t addresses[32]; /* by lane, in that space (LOCAL, SHARED: from 0); others 0 */
} wbsimAccess;

/* ---- Profiles --------------------------------------------------------------------------------
 *
 * A profile describes the hardware work of a launch, by line of the module's PTX. It contains no
 * times, because the simulated GPU does not model them. It costs a little more than metrics, which
 * are also counted. The number of host threads does not affect a profile. Launches under control,
 * or ended by a fault, have no profile. */

/* Applies to later launches. The GPU's figures determine which blocks run at the same time and
 * which of them share an L1 cache. */
typedef struct wbsimProfiling {
    uint32_t structSize;
    uint32_t on;              /* 0: no profiles; also forgets which memory was touched */
    uint32_t residentBlocks;  /* per multiprocessor; 0: the driver's occupancy */
    uint32_t multiprocessors; /* 0: the model's */
    uint64_t l1Bytes;         /* per multiprocessor; 0: the model's, minus shared memory */
} wbsimProfiling;

/* An access is one execution of a load, store, atomic or copy by a warp. A sector has 32 bytes, a
 * line 128. The memory figures are 0 for other instructions.
 *
 * executions: by warps, counted once per set of active lanes that executed it together, unless a
 *     predicate switched it off for all lanes
 * threads: active lanes of all executions
 * skipped: executions that a predicate switched off for all lanes
 * taken: for branches, calls, returns and exits: executions after which a lane jumped
 * accesses: to global, local, constant, texture and shared memory
 * passes: cycles for which they occupy the load/store unit if they hit. For shared memory by banks
 *     (8 and 16 bytes per lane take at least 2 and 4), for its atomics by the lanes in a bank, for
 *     constants by distinct words, for global and local memory by the largest number of distinct
 *     words in one of 32 banks, for textures and surfaces by quads of lanes; for bulk copies 0
 * lines: distinct lines of global, texture or local memory per access. Local memory is interleaved:
 *     word w of all lanes is a line
 * sectorsRead, sectorsWritten: likewise, without atomics
 * sampledSectors, sampledHits: sectors read through the one simulated L1 cache, and hits there
 * sampledWaits: hits that wait as long as misses: another warp requested the sector in that step
 * partialSectors: written, but not completely by one access
 * pages: distinct 2-KiB pages of accesses to 8 lines or more
 * atomicSectors: distinct sectors of atomics on global memory, per access
 * sameAddress: sum over these atomics of the largest number of lanes at one address
 * slowPaths: executions of rounded divisions, reciprocals and roots with a lane whose operands the
 *     compiler's usual code does not handle; of 64-bit integer divisions, all
 */
typedef struct wbsimProfileLine {
    uint32_t structSize; /* of the library: the distance to the next line */
    uint32_t line;       /* of the PTX, from 1; 0: unknown */
    uint64_t executions;
    uint64_t threads;
    uint64_t skipped;
    uint64_t taken;
    uint64_t accesses;
    uint64_t passes;
    uint64_t lines;
    uint64_t sectorsRead;
    uint64_t sectorsWritten;
    uint64_t sampledSectors;
    uint64_t sampledHits;
    uint64_t partialSectors;
    uint64_t pages;
    uint64_t atomicSectors;
    uint64_t sameAddress;
    uint64_t sampledWaits;
    uint64_t slowPaths;
} wbsimProfileLine;

#define WBSIM_REUSE_BUCKETS 32

/* Reuse distances of sectors in global memory: sectors[k] counts touches with about 2^k to 2^(k+1)
 * distinct lines touched since the last touch, sectors[0] also those with fewer. An access counts
 * once per sector; an atomic counts as a read and a write. The sum is exact; for launches that
 * touch more than 2 MiB, its distribution is that of a sample of lines. */
typedef struct wbsimReuseDistances {
    uint64_t sectors[WBSIM_REUSE_BUCKETS];
    uint64_t never; /* never touched before by a profiled launch */
} wbsimReuseDistances;

/* Work is counted in instructions executed by warps, like `executions`. Texts and lines are valid
 * until the next clearMetrics. */
typedef struct wbsimLaunchProfile {
    uint32_t structSize;
    const char* kernel;
    uint32_t grid[3];
    uint32_t block[3];
    uint32_t cluster[3];
    uint32_t lineCount;
    const wbsimProfileLine* lines; /* ascending */
    uint64_t dynamicShared;        /* bytes per block */
    wbsimReuseDistances reads;
    wbsimReuseDistances writes;
    wbsimReuseDistances rewrites; /* the writes again, but by when the sector was last written */
    uint64_t distinctLines;       /* of global memory touched by the launch; estimated if many */
    uint64_t atomicBytes;         /* of the words of global memory that atomics updated */
    uint64_t hottestAtomic;       /* lanes that updated the most frequently updated word */
    uint64_t warps;
    uint64_t mostWork;      /* of a warp */
    uint64_t blockWork;     /* sum over blocks of the work of their busiest warp */
    uint64_t mostBlockWork; /* of a block, summed over its warps */
    const char* untimed;    /* why no time can be estimated, the end of a sentence; or "" */
} wbsimLaunchProfile;

typedef struct wbsimApi {
    uint32_t structSize;
    uint32_t version;

    /* Checks for later launches on a device (an ordinal): a mask of wbsimCheck. */
    int (*setChecks)(int device, uint32_t mask);
    /* Metrics for later launches: 0 off, 1 on. */
    int (*setMetrics)(int device, int on);
    /* Time limit for one launch in seconds (wall clock); 0: none. Beyond it, a TIMEOUT fault. */
    int (*setTimeLimit)(int device, double seconds);
    /* One thread, blocks in order: the same results and reports every time. */
    int (*setDeterministic)(int device, int on);

    /* Ends the launch that runs on the device once every warp has noticed (milliseconds). Callable
     * from any thread. The launch fails with CUDA_ERROR_LAUNCH_FAILED and a CANCELLED fault. */
    int (*cancel)(int device);

    /* Faults since the last clear, one per line (or pair of lines) and kind. */
    uint32_t (*faultCount)(int device);
    int (*getFault)(int device, uint32_t index, wbsimFault* out);
    int (*clearFaults)(int device);

    /* Metrics of every launch since the last clear, summed per kernel, in order of first launch. */
    uint32_t (*metricsCount)(int device);
    int (*getMetrics)(int device, uint32_t index, wbsimMetrics* out);
    int (*clearMetrics)(int device);

    /* Marks device memory as never written, for the check of uninitialized reads. */
    int (*markUninitialized)(int device, uint64_t address, uint64_t bytes);
    /* Names an allocation for fault reports; null removes the name. */
    int (*nameAllocation)(int device, uint64_t address, const char* name);
    /* Clears the sticky error: unlike a real GPU, a simulated one can continue after a fault. */
    int (*resetError)(int device);

    /* For a CUfunction. Present if structSize includes it. */
    int (*getKernelInfo)(void* function, wbsimKernelInfo* out);

    /* Stepping; present if structSize includes it. */

    /* Applies to later launches on the device. Discards unreported ends of earlier ones. */
    int (*setStepping)(int device, const wbsimStepping* stepping);
    /* Replaces all breakpoints; also while a launch runs or is paused. */
    int (*setBreakpoints)(int device, const wbsimBreakpoint* breakpoints, uint32_t count);
    /* Pauses the launch under control before its next instruction. */
    int (*pause)(int device);
    /* Waits for a pause, or the end of a launch under control; each end is reported once. Returns
     * CUDA_ERROR_NOT_READY and WBSIM_PAUSE_NONE on timeout. */
    int (*waitForPause)(int device, double seconds, wbsimPause* out);
    int (*resume)(int device, const wbsimStep* step);

    /* Inspection of a paused launch. */
    uint32_t (*blockCount)(int device);
    int (*getBlock)(int device, uint32_t index, wbsimBlock* out);
    int (*getWarp)(int device, uint64_t block, uint32_t warp, wbsimWarp* out);
    int (*getLanes)(int device, uint64_t block, uint32_t warp, uint32_t group, wbsimLanes* out);
    int (*getFrame)(int device, const wbsimPlace* place, wbsimFrame* out);
    uint32_t (*registerCount)(int device, const wbsimPlace* place);
    int (*getRegister)(int device, const wbsimPlace* place, uint32_t index, wbsimRegister* out);
    /* Memory as seen by a lane of the place's block and warp, even if that lane has ended.
     * CUDA_ERROR_ILLEGAL_ADDRESS if any of the bytes is not accessible. */
    int (*readMemory)(int device, const wbsimPlace* place, uint32_t lane, wbsimSpace space,
                      uint64_t address, void* out, uint64_t bytes);

    /* Variables of a frame, by index; those of inner scopes come first and hide outer ones of the
     * same name. With a path: its children, by index (elements, members, the target of a
     * pointer). */
    uint32_t (*variableCount)(int device, const wbsimPlace* place);
    int (*getVariable)(int device, const wbsimPlace* place, const char* path, uint32_t index,
                       wbsimVariable* out);

    /* What was not checked since the last clearFaults, and why: one sentence per index, null past
     * the last one. The text is valid until the next clearFaults. Present if structSize includes
     * it. */
    const char* (*getNote)(int device, uint32_t index);

    /* Sets the models of the devices, unless the environment (WARPBENCH_SIMGPU) names them: a
     * comma-separated list in the same form. Call before cuInit, which creates the devices;
     * afterwards CUDA_ERROR_NOT_PERMITTED. Present if structSize includes it. */
    int (*offerModels)(const char* list);

    /* Traces of accesses, in order of launch, PTX line, block, warp and execution. clearMetrics
     * clears them. Present if structSize includes it. */
    int (*setTracing)(int device, const wbsimTracing* tracing);
    uint32_t (*accessCount)(int device);
    int (*getAccess)(int device, uint32_t index, wbsimAccess* out);

    /* Registers `first` to `first + count - 1` at once, which for a large kernel is much faster
     * than one by one: `out` is an array whose structs all have the size of the first. Present if
     * structSize includes it. */
    int (*getRegisters)(int device, const wbsimPlace* place, uint32_t first, wbsimRegister* out,
                        uint32_t count);

    /* In a WBSIM_PAUSE_KEEP: saves the launch so that a later one can start there (wbsimStepping),
     * and returns its approximate size. Free it with forgetLaunch. CUDA_ERROR_NOT_SUPPORTED if the
     * kernel waits for its whole grid or each access is checked. Present if structSize includes it.
     */
    int (*saveLaunch)(int device, wbsimSavedLaunch** out, uint64_t* bytes);
    void (*forgetLaunch)(wbsimSavedLaunch* saved);

    /* Findings of WBSIM_CHECK_BARRIERS that are not faults, since the last clearFaults.
     * CUDA_ERROR_INVALID_VALUE past the last one. Present if structSize includes it. */
    int (*getFinding)(int device, uint32_t index, wbsimFault* out);

    /* Variables in global memory of a loaded module (a CUmodule), including internal ones;
     * CUDA_ERROR_INVALID_VALUE past the last one. Present if structSize includes it. */
    int (*getGlobal)(void* module, uint32_t index, uint64_t* address, uint64_t* bytes);

    /* Saves and restores the memory that malloc in kernels has allocated in a device's contexts,
     * with its contents: restoring frees newer allocations and brings freed ones back at their
     * addresses. Only while no kernel runs. Present if structSize includes it. */
    int (*saveHeap)(int device, wbsimSavedHeap** out);
    int (*restoreHeap)(int device, const wbsimSavedHeap* saved);
    void (*forgetHeap)(wbsimSavedHeap* saved);

    /* Profiles of launches since the last clearMetrics, in the order in which they ended: the first
     * 4096 of them, with at most a million lines in total. droppedProfiles returns the number of
     * further ones. Present if structSize includes it. */
    int (*setProfiling)(int device, const wbsimProfiling* profiling);
    uint32_t (*profileCount)(int device);
    uint64_t (*droppedProfiles)(int device);
    int (*getProfile)(int device, uint32_t index, wbsimLaunchProfile* out);

    /* Which bytes were ever written: bit i % 8 of out[i / 8] for byte i. For GLOBAL memory at any
     * time, with a null place; for a block's SHARED and a lane's LOCAL memory while its launch is
     * paused. Untracked bytes count as written. Launches under control track all their writes, and
     * variables that were never written are missing in wbsimVariable::mask.
     * Present if structSize includes it. */
    int (*getWritten)(int device, const wbsimPlace* place, uint32_t lane, wbsimSpace space,
                      uint64_t address, uint8_t* out, uint64_t bytes);

    /* Element types of shared variables that functions declare, which compilers do not describe
     * (wbsimVariable): "s" has "Pair", or "Tile<float>". Takes effect for types that the module's
     * debug information contains. Replaces all earlier types; for launches under control. Present
     * if structSize includes it. */
    int (*setSharedTypes)(int device, const char* const* names, const char* const* types,
                          uint32_t count);

    /* Notes which thread of launches under control writes last to a range of global memory, from
     * now on; 0 bytes: none. getLastWrite returns CUDA_ERROR_NOT_FOUND if there was no write.
     * Present if structSize includes it. */
    int (*watchWrites)(int device, uint64_t address, uint64_t bytes);
    int (*getLastWrite)(int device, wbsimWrite* out);
} wbsimApi;

/* Null if the version is not supported. The table is valid as long as the library is loaded. */
WBSIM_EXPORT const wbsimApi* wbsimGetApi(uint32_t version);
typedef const wbsimApi* (*wbsimGetApiFunction)(uint32_t version);

#ifdef __cplusplus
}
#endif

#endif
