/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a simulated GPU can say and do that the CUDA Driver API has no word for: metrics, fault
 * reports, checks, cancelling. C, versioned, sized structs: a newer library works with an older
 * program and the other way round.
 *
 *     #include "wbsim.h"
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
    WBSIM_FAULT_CANCELLED = 14,           /* not the kernel's doing */
    WBSIM_FAULT_ILLEGAL_INSTRUCTION = 15, /* what the hardware cannot carry out */
    /* Findings: CUDA leaves undefined what a GPU lets pass. `getFinding` gives them, not
       `getFault`. */
    WBSIM_FINDING_DIVERGENT_BARRIER = 16, /* some threads go round it */
    WBSIM_FINDING_DIVERGENT_MASK = 17,    /* some threads of its mask go round it */
    WBSIM_FINDING_ABSENT_LANE = 18        /* a shuffle from lanes that the block does not have */
} wbsimFaultKind;

/* What an access did. */
typedef enum wbsimFaultAccess {
    WBSIM_FAULT_ACCESS_NONE = 0, /* the fault is none of an access */
    WBSIM_FAULT_ACCESS_READ = 1,
    WBSIM_FAULT_ACCESS_WRITE = 2,
    WBSIM_FAULT_ACCESS_ATOMIC = 3
} wbsimFaultAccess;

/* Why nothing puts the two accesses of a race into an order. */
typedef enum wbsimFaultOrder {
    WBSIM_FAULT_ORDER_NONE = 0, /* the fault is no race */
    WBSIM_FAULT_ORDER_NO_BARRIER = 1,
    WBSIM_FAULT_ORDER_SAME_WARP = 2, /* no __syncwarp() between them */
    WBSIM_FAULT_ORDER_OTHER_BLOCK = 3,
    WBSIM_FAULT_ORDER_ASYNC_COPY = 4, /* that nothing has waited for */
    WBSIM_FAULT_ORDER_BULK_COPY = 5,  /* no wait for its mbarrier */
    WBSIM_FAULT_ORDER_NOT_ATOMIC = 6  /* several threads update one value */
} wbsimFaultOrder;

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
    uint64_t size;       /* bytes of the access */
    uint64_t allocation; /* base of what it lies in, else was meant for, else is near; 0: none */
    uint64_t allocationSize; /* bytes */
    uint32_t otherLine;      /* of a race, of two barriers, of a branch around; 0: none */
    uint32_t otherThread[3];
    uint32_t otherBlock[3];
    uint64_t count; /* how often this line (or pair of lines) did it */
    const char* text;
    /* Where structSize reaches them: `text` taken apart, for who says it in other words. */
    wbsimFaultAccess access;
    wbsimFaultAccess otherAccess; /* of a race: WRITE or READ */
    wbsimFaultOrder unordered;
    uint32_t space;         /* of the access, a wbsimSpace: GLOBAL, SHARED, LOCAL; else NONE */
    const char* variable;   /* of any space that it meant or is nearest; "": none */
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

/* Metrics count PTX instructions, not machine code, and what they ask of memory; caches are not
 * modelled. wbsim_counters.inc says what each counter is. */
typedef struct wbsimCounters {
#define WBSIM_COUNTER(member, key, text) uint64_t member;
#include "wbsim_counters.inc"
#undef WBSIM_COUNTER
} wbsimCounters;

typedef struct wbsimLineMetrics {
    uint32_t structSize; /* of the library: the distance to the next line's */
    const char* file;    /* of the CUDA source; "" without -lineinfo */
    uint32_t
        line; /* what is inlined from another file counts for the line that calls it; 0: unknown */
    uint64_t mix[WBSIM_CLASS_COUNT]; /* warp instructions by class */
    wbsimCounters counters;          /* last: there may be more of them */
} wbsimLineMetrics;

/* What a line of the module's PTX did. */
typedef struct wbsimPtxLineMetrics {
    uint32_t structSize; /* of the library: the distance to the next line's */
    uint32_t line;       /* from 1 */
    uint64_t warpInstructions;
    uint64_t threadInstructions;
} wbsimPtxLineMetrics;

typedef struct wbsimMetrics {
    uint32_t structSize;
    const char* kernel;
    uint64_t launches;               /* that the counters are summed over */
    uint64_t mix[WBSIM_CLASS_COUNT]; /* warp instructions by class */
    uint64_t activeLanes[33]; /* warp instructions by their number of active lanes; [0] is 0 */
    uint32_t lineCount;
    const wbsimLineMetrics* lines; /* until the next call that clears or launches */
    uint32_t ptxLineCount;
    const wbsimPtxLineMetrics* ptxLines; /* ascending; valid as long as `lines` */
    wbsimCounters counters;              /* last: there may be more of them */
} wbsimMetrics;

/* Which accesses to memory to keep lane by lane, of the launches that follow: those of some blocks,
 * spread over the grid with its first and its last, and of each of their warps the first executions
 * of each instruction. */
typedef struct wbsimTracing {
    uint32_t structSize;
    uint32_t blocks;     /* 0: none */
    uint32_t executions; /* of an instruction by a warp, at most */
    uint32_t accesses;   /* of a launch: no more executions than so many give, but for the first */
} wbsimTracing;

typedef enum wbsimCheck {
    WBSIM_CHECK_BASIC = 0,         /* bounds, alignment: always on */
    WBSIM_CHECK_UNINITIALIZED = 1, /* for allocations made while it is on, or marked */
    WBSIM_CHECK_SHARED_RACES = 2,
    WBSIM_CHECK_GLOBAL_RACES = 4,
    WBSIM_CHECK_BARRIERS = 8, /* __syncthreads() at several lines; findings */
    WBSIM_CHECK_ALL = 15
} wbsimCheck;

/* What the simulator knows of a kernel beside the Driver API's attributes. */
typedef struct wbsimKernelInfo {
    uint32_t structSize;
    uint32_t registers;          /* per thread, as cuFuncGetAttribute answers */
    uint32_t registersEstimated; /* 1: from what is alive at once, not from ptxas */
    uint32_t barriers;           /* per block */
} wbsimKernelInfo;

/* ---- Stepping --------------------------------------------------------------------------------
 *
 * Under control a launch runs on one thread and in a fixed order: blocks in order, one at a time
 * unless they wait for each other (clusters, grid-wide barriers, flags), and the warps of a block
 * as wbsimOrder says. The same program so does the same every time; clocks count
 * what the launch has done, not the host's time. It can pause before any
 * instruction, with everything else standing still. It is decoded anew for this, so that every PTX
 * instruction and register can be seen, and costs ordinary launches nothing. Time limits do not
 * apply, and what it prints is there at once.
 *
 * One thread launches, another one (or the same, as launches do not block) holds:
 *
 *     wbsimStepping on = {sizeof on, 1, 1, WBSIM_ORDER_IN_TURN, 0, 0};
 *     api->setStepping(device, &on);
 *     cuLaunchKernel(...);
 *     wbsimPause pause = {sizeof pause};
 *     while (api->waitForPause(device, 60, &pause) == CUDA_SUCCESS
 *            && pause.reason != WBSIM_PAUSE_ENDED) {
 *         ... look around: getWarp, getLanes, getFrame, getRegister, getVariable, readMemory ...
 *         wbsimStep step = {sizeof step, WBSIM_STEP_LINE, pause.block, pause.warp};
 *         api->resume(device, &step);
 *     }
 *
 * Launches of a device that are under control come one after the other. `cancel` ends a paused
 * launch too. A context must not be destroyed, nor synchronised with by the thread that holds,
 * while a launch of it is paused: both would wait for ever. Text that a call gives lives until the
 * next `resume` of the device. Calls that look around give CUDA_ERROR_NOT_READY where nothing is
 * paused, and CUDA_ERROR_INVALID_VALUE for what is not there. */

#define WBSIM_ANY_BLOCK UINT64_MAX
#define WBSIM_ANY_WARP UINT32_MAX
#define WBSIM_NO_BREAKPOINT UINT32_MAX

typedef enum wbsimOrder {
    WBSIM_ORDER_IN_TURN = 0,     /* a warp runs until it waits or ends, then the next one */
    WBSIM_ORDER_INTERLEAVED = 1, /* each warp that can run executes one instruction */
    WBSIM_ORDER_COUNT = 2
} wbsimOrder;

/* All that a launch under control is between two instructions (registers, shared and local memory,
 * barriers, clocks, whose turn it is), but for global memory and malloc's heap. */
typedef struct wbsimSavedLaunch wbsimSavedLaunch;
/* See saveHeap. */
typedef struct wbsimSavedHeap wbsimSavedHeap;

typedef struct wbsimStepping {
    uint32_t structSize;
    uint32_t on;           /* 0: launches that follow run freely */
    uint32_t pauseAtEntry; /* 1: before the first instruction of each launch */
    wbsimOrder order;
    /* What follows is present where structSize reaches it; else zeros. */
    /* Pauses (WBSIM_PAUSE_KEEP) in the middle of whatever step whenever so many instructions were
     * executed since the last such pause; 0: never. `resume` then takes nothing but
     * untilInstructions from its step: the one under way goes on. */
    uint64_t keepEvery;
    /* A launch that follows begins with such a pause, as the one that was saved had it: of the same
     * kernel with the same grid and arguments, and with the contents that global memory had then.
     * Null, or of a launch that is not like it: at the beginning. */
    const wbsimSavedLaunch* from;
} wbsimStepping;

/* A source line without code stands for the next line of the file that has some; a line of an
 * inlined function is hit wherever it was inlined. A warp hits a breakpoint where it comes to the
 * line from another one, or jumps back to it; of a line of PTX, at each arrival. */
typedef struct wbsimBreakpoint {
    uint32_t structSize;
    const char* file; /* of the CUDA source, or its last folders and name; null: `line` is of PTX */
    uint32_t line;
    uint64_t block; /* linear index; WBSIM_ANY_BLOCK */
    uint32_t warp;  /* WBSIM_ANY_WARP */
    uint32_t lanes; /* one of these must be active; ~0: any */
    uint64_t skip;  /* arrivals to let pass */
} wbsimBreakpoint;

typedef enum wbsimPauseReason {
    WBSIM_PAUSE_NONE = 0,
    WBSIM_PAUSE_ENTRY = 1,
    WBSIM_PAUSE_BREAKPOINT = 2,
    WBSIM_PAUSE_STEP = 3,      /* the step is done; or its warp, or block, has ended */
    WBSIM_PAUSE_REQUESTED = 4, /* by `pause` */
    WBSIM_PAUSE_FAULT = 5,     /* the kernel did something wrong; resuming ends the launch */
    WBSIM_PAUSE_ENDED = 6,     /* the launch has ended, its faults can be read; nothing to resume */
    WBSIM_PAUSE_KEEP = 7       /* a moment to keep the launch as it is: see wbsimStepping */
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
    const char* text;    /* of a fault: what is wrong; else "" */
    uint32_t grid[3];
    uint32_t blockSize[3];
    /* PTX instructions that the launch has executed under control, of all warps. Present where
     * structSize reaches it. */
    uint64_t instructions;
    const wbsimFault* fault; /* what `text` says, until the next wait; null: none. As above */
} wbsimPause;

/* A step moves one warp, or one lane of it. Where that waits for others they run meanwhile, in
 * order, and their breakpoints hold: a step over a barrier ends behind it. Diverged lanes of the
 * warp take their turns as they do without stepping; a step may so end with other lanes active than
 * it began. */
typedef enum wbsimStepKind {
    WBSIM_STEP_CONTINUE = 0,    /* until a breakpoint, a pause, a fault or the end */
    WBSIM_STEP_INSTRUCTION = 1, /* one PTX instruction */
    WBSIM_STEP_LINE = 2,        /* to another source line, into calls and inlined functions */
    WBSIM_STEP_OVER = 3,        /* the same, past calls and inlined functions */
    WBSIM_STEP_OUT = 4,         /* out of the function, real or inlined */
    WBSIM_STEP_TO_BARRIER = 5,  /* until the warp has come to a barrier, or has ended */
    WBSIM_STEP_BLOCK = 6,       /* until the block has ended */
    WBSIM_STEP_LANE_LINE = 7,   /* until one lane of the warp executes another source line next,
                                   past calls and inlined functions, or has ended */
    WBSIM_STEP_COUNT = 8
} wbsimStepKind;

typedef struct wbsimStep {
    uint32_t structSize;
    wbsimStepKind kind;
    uint64_t block; /* linear index of a resident block; not for CONTINUE */
    uint32_t warp;  /* not for CONTINUE and BLOCK */
    /* Pauses (with WBSIM_PAUSE_STEP) when the launch has executed so many instructions, if the step
     * is not done earlier; 0: no such limit. A launch that is begun anew with the same contents of
     * memory and given the same steps, each to the count at which it paused before, comes to the
     * same places: so a debugger steps back. Read where structSize reaches it. */
    uint64_t untilInstructions;
    uint32_t lane; /* of LANE_LINE, one that has not ended. Read where structSize reaches it */
} wbsimStep;

/* A block that has begun and, but in the pause after WBSIM_STEP_BLOCK, not ended. */
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
    uint32_t absentMask; /* lanes that never were: the block's size is no multiple of 32 */
    uint32_t groups;     /* sets of lanes at the same place */
} wbsimWarp;

typedef enum wbsimLanesState {
    WBSIM_LANES_NEXT = 0, /* the active ones */
    WBSIM_LANES_READY = 1,
    WBSIM_LANES_AT_BARRIER = 2,
    WBSIM_LANES_AT_WARP_SYNC = 3 /* wait for other lanes of the warp: shfl, vote, __syncwarp */
} wbsimLanesState;

/* Lanes of a warp that are at the same place. Group 0 is the active one, where there is one. */
typedef struct wbsimLanes {
    uint32_t structSize;
    wbsimLanesState state;
    uint32_t mask;
    uint32_t barrier;  /* that they wait at; from 16 on: at a wgmma, for the others of four warps */
    uint32_t waitsFor; /* lanes that they wait for at a warp-wide operation */
    const char* file;
    uint32_t line;
    uint32_t ptxLine;
    uint32_t frames; /* functions on the stack, inlined ones counted */
} wbsimLanes;

/* Names a group of lanes, and for variables and registers a frame; 0 is the innermost one. */
typedef struct wbsimPlace {
    uint32_t structSize;
    uint32_t warp;
    uint64_t block;
    uint32_t group;
    uint32_t frame;
} wbsimPlace;

typedef struct wbsimFrame {
    uint32_t structSize;
    const char* function; /* as the source has it, without parameters: "ns::add", "tile<float>" */
    const char* file;
    uint32_t line; /* of an outer frame: of the call */
    uint32_t column;
    uint32_t ptxLine;
    uint32_t inlined;
} wbsimFrame;

/* A PTX register of the function that a frame belongs to. Not there for the outer activations of a
 * recursive function, nor in kernels of more than some thirty thousand registers. */
typedef struct wbsimRegister {
    uint32_t structSize;
    const char* name;    /* "%rd4" */
    const char* type;    /* "b64"; "pred" */
    uint32_t bits;       /* 1 for a predicate */
    uint32_t mask;       /* lanes that exist */
    uint64_t values[32]; /* by lane; as bits, zeros above them */
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
    WBSIM_ENCODING_BFLOAT16 = 10, /* FLOAT of two bytes is binary16 */
    WBSIM_ENCODING_FLOAT8_E4M3 = 11,
    WBSIM_ENCODING_FLOAT8_E5M2 = 12,
    WBSIM_ENCODING_FLOAT8_E8M0 = 13
} wbsimEncoding;

/* Memory that a kernel sees. LOCAL and PARAM count from 0, SHARED from the block's first byte;
 * GENERIC is what a pointer of the kernel holds, GLOBAL a device address. */
typedef enum wbsimSpace {
    WBSIM_SPACE_GENERIC = 0,
    WBSIM_SPACE_GLOBAL = 1,
    WBSIM_SPACE_SHARED = 2,
    WBSIM_SPACE_LOCAL = 3,
    WBSIM_SPACE_PARAM = 4,
    WBSIM_SPACE_REGISTER = 5, /* of a variable: no address */
    WBSIM_SPACE_NONE = 6      /* of a variable: not available here */
} wbsimSpace;

/* A variable of the source, by what the compiler wrote into a module that was compiled with -G (or
 * -G -dopt=on, where most of them are not available for long). Of variables in shared memory it
 * that functions declare it says nothing unless they are extern: those are there by name, address
 * and size, in any module, with the type "" and the encoding UNKNOWN. A reference stands for what
 * it refers to. Parameters are the launch's (the call's) until the function has loaded them. */
typedef struct wbsimVariable {
    uint32_t structSize;
    const char* name; /* "p"; of an element "[2]", of a member "x" */
    const char* path; /* how getVariable finds what is inside: "p.n[2]" */
    const char* type; /* "Pair", "float[4]", "int*" */
    uint32_t bytes;
    wbsimEncoding encoding;
    uint32_t parameter; /* 1: of the function */
    uint32_t children;  /* members or elements; 1 for what a pointer points to */
    wbsimSpace space;
    uint64_t address;    /* in that space, of the first lane that has one */
    uint32_t mask;       /* lanes that have a value */
    uint64_t values[32]; /* by lane, of at most 8 bytes, as bits; of larger ones: zeros */
    /* By lane: what is behind a pointer or a reference is elsewhere for each. Present where
     * structSize reaches it. */
    uint64_t addresses[32];
} wbsimVariable;

/* In place of an index in getVariable: what the path itself names. */
#define WBSIM_ITSELF UINT32_MAX

/* One execution of a load, store or atomic by the active lanes of a warp; where a generic one goes
 * to several spaces, the part in one of them. */
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
    uint64_t executions;    /* that there were in all */
    uint64_t addresses[32]; /* by lane, in that space (LOCAL, SHARED: from 0); of others 0 */
} wbsimAccess;

/* ---- Profiles --------------------------------------------------------------------------------
 *
 * A profile is what a launch asked of the hardware, by line of the module's PTX: it has no times,
 * as the simulated GPU knows none. It costs a little more than metrics, which are counted as well.
 * A launch has the same profile however many threads of the host run it. Launches under control
 * have none, nor those that a fault ended. */

/* For the launches that follow. Figures of the GPU decide which blocks run at the same time and
 * which ones share an L1 cache. */
typedef struct wbsimProfiling {
    uint32_t structSize;
    uint32_t on;              /* 0: no profiles; what memory was touched is forgotten */
    uint32_t residentBlocks;  /* per multiprocessor; 0: as many as the driver says fit */
    uint32_t multiprocessors; /* 0: the model's */
    uint64_t l1Bytes; /* of a multiprocessor; 0: what the model's has beside shared memory */
} wbsimProfiling;

/* An access is one execution of a load, store, atomic or copy by a warp. A sector has 32 bytes, a
 * line 128. Figures of memory are 0 for other instructions.
 *
 * executions      by warps, each counted once for every set of active lanes that executed it
 *                 together; what a predicate switched off for all lanes, not
 * threads         active lanes of all executions
 * skipped         executions that a predicate switched off for all lanes
 * taken           of branches, calls, returns and exits: executions after which a lane jumped
 * accesses        of global, local, constant, texture and shared memory
 * passes          cycles for which they hold the load/store unit if they hit: of shared memory by
 *                 banks (8 and 16 bytes per lane at least 2 and 4), of its atomics by the lanes in
 * a bank, of constants by distinct words, of global and local memory by the largest number of
 * distinct words in one of 32 banks, of textures and surfaces by quads of lanes; of bulk copies
 * none lines           distinct lines of global, texture or local memory per access. Local memory
 * is interleaved: word w of all lanes is a line sectorsRead, sectorsWritten  likewise, of atomics
 * neither sampledSectors  of the sectors read: looked up in the L1 of the one multiprocessor that
 * is simulated with an L1 sampledHits     and found there partialSectors  written, but not as a
 * whole by one access pages           distinct 2-KiB pages of accesses of 8 lines or more
 * atomicSectors   distinct sectors of atomics on global memory, per access
 * sameAddress     sum over these: the most lanes at one address
 */
typedef struct wbsimProfileLine {
    uint32_t structSize; /* of the library: the distance to the next line's */
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
} wbsimProfileLine;

#define WBSIM_REUSE_BUCKETS 32

/* How far back sectors of global memory were last touched when they were touched: sectors[k] while
 * about 2^k to 2^(k+1) distinct lines were touched, sectors[0] also while fewer were. An access
 * counts each of its sectors; an atomic counts as a read and a write. The sum is exact; of launches
 * that touch more than 2 MiB the shares are those of a sample of lines. */
typedef struct wbsimReuseDistances {
    uint64_t sectors[WBSIM_REUSE_BUCKETS];
    uint64_t never; /* never touched before by a profiled launch */
} wbsimReuseDistances;

/* Work is counted in instructions that a warp executed, as `executions`. Texts and lines live until
 * the next clearMetrics. */
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
    uint64_t distinctLines; /* of global memory that the launch touched; of many, an estimate */
    uint64_t atomicBytes;   /* of words of global memory that atomics updated */
    uint64_t hottestAtomic; /* lanes that updated the word which most lanes updated */
    uint64_t warps;
    uint64_t mostWork;      /* of a warp */
    uint64_t blockWork;     /* sum over blocks of the most work of one of their warps */
    uint64_t mostBlockWork; /* of a block, summed over its warps */
    const char* untimed;    /* why no time follows from this, a sentence's end; "": one does */
} wbsimLaunchProfile;

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

    /* Faults since the last clear, one for each line (or pair of lines) and kind. */
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

    /* Stepping; present where structSize reaches it. */

    /* For the launches that follow on the device. Ends of earlier ones are forgotten. */
    int (*setStepping)(int device, const wbsimStepping* stepping);
    /* In place of those before; also while a launch runs or is paused. */
    int (*setBreakpoints)(int device, const wbsimBreakpoint* breakpoints, uint32_t count);
    /* Pauses the launch under control before its next instruction. */
    int (*pause)(int device);
    /* Waits for a pause, or the end of a launch under control; each end is told once. Gives
     * CUDA_ERROR_NOT_READY and WBSIM_PAUSE_NONE where the seconds have passed. */
    int (*waitForPause)(int device, double seconds, wbsimPause* out);
    int (*resume)(int device, const wbsimStep* step);

    /* Looking around, while something is paused. */
    uint32_t (*blockCount)(int device);
    int (*getBlock)(int device, uint32_t index, wbsimBlock* out);
    int (*getWarp)(int device, uint64_t block, uint32_t warp, wbsimWarp* out);
    int (*getLanes)(int device, uint64_t block, uint32_t warp, uint32_t group, wbsimLanes* out);
    int (*getFrame)(int device, const wbsimPlace* place, wbsimFrame* out);
    uint32_t (*registerCount)(int device, const wbsimPlace* place);
    int (*getRegister)(int device, const wbsimPlace* place, uint32_t index, wbsimRegister* out);
    /* Bytes as a lane of the place's block and warp sees them, be it one that has ended.
     * CUDA_ERROR_ILLEGAL_ADDRESS where some are not there. */
    int (*readMemory)(int device, const wbsimPlace* place, uint32_t lane, wbsimSpace space,
                      uint64_t address, void* out, uint64_t bytes);

    /* Variables of a frame, by index; those of inner scopes come first and hide outer ones of the
     * same name. With a path: what is inside of it, by index (elements, members, what a pointer
     * points to). */
    uint32_t (*variableCount)(int device, const wbsimPlace* place);
    int (*getVariable)(int device, const wbsimPlace* place, const char* path, uint32_t index,
                       wbsimVariable* out);

    /* What the checks did not look at since the last clearFaults, and why: a sentence each, null
     * past the last one. The text lives until the next clearFaults. Present where structSize
     * reaches it. */
    const char* (*getNote)(int device, uint32_t index);

    /* Which models to offer as devices where the environment (WARPBENCH_SIMGPU) names none: a
     * comma-separated list, as there. Before cuInit, which makes the devices; afterwards
     * CUDA_ERROR_NOT_PERMITTED. Present where structSize reaches it. */
    int (*offerModels)(const char* list);

    /* Traces of accesses, in order of launch, PTX line, block, warp and execution. They go with
     * clearMetrics. Present where structSize reaches it. */
    int (*setTracing)(int device, const wbsimTracing* tracing);
    uint32_t (*accessCount)(int device);
    int (*getAccess)(int device, uint32_t index, wbsimAccess* out);

    /* Registers `first` to `first + count - 1` at once, which of a large kernel is far quicker than
     * one by one: `out` is an array whose structs all have the first one's size. Present where
     * structSize reaches it. */
    int (*getRegisters)(int device, const wbsimPlace* place, uint32_t first, wbsimRegister* out,
                        uint32_t count);

    /* In a WBSIM_PAUSE_KEEP: what a later launch can begin from (wbsimStepping), and nearly how
     * many bytes it takes. It lives until it is forgotten. CUDA_ERROR_NOT_SUPPORTED where kernels
     * wait for their whole grid or each access is checked. Present where structSize reaches it. */
    int (*saveLaunch)(int device, wbsimSavedLaunch** out, uint64_t* bytes);
    void (*forgetLaunch)(wbsimSavedLaunch* saved);

    /* What WBSIM_CHECK_BARRIERS found that is no fault, since the last clearFaults.
     * CUDA_ERROR_INVALID_VALUE past the last one. Present where structSize reaches it. */
    int (*getFinding)(int device, uint32_t index, wbsimFault* out);

    /* Variables in global memory of a loaded module (a CUmodule), internal ones too;
     * CUDA_ERROR_INVALID_VALUE past the last one. Present where structSize reaches it. */
    int (*getGlobal)(void* module, uint32_t index, uint64_t* address, uint64_t* bytes);

    /* What malloc in kernels gave until now in the contexts of a device, with its contents, and
     * that again: what was given since is free, what was freed since is back at its address. While
     * no kernel runs. Present where structSize reaches it. */
    int (*saveHeap)(int device, wbsimSavedHeap** out);
    int (*restoreHeap)(int device, const wbsimSavedHeap* saved);
    void (*forgetHeap)(wbsimSavedHeap* saved);

    /* Profiles of launches since the last clearMetrics, in the order in which they ended: the first
     * 4096 of them, as long as they have no more than a million lines. How many more there were
     * says droppedProfiles. Present where structSize reaches it. */
    int (*setProfiling)(int device, const wbsimProfiling* profiling);
    uint32_t (*profileCount)(int device);
    uint64_t (*droppedProfiles)(int device);
    int (*getProfile)(int device, uint32_t index, wbsimLaunchProfile* out);

    /* Which bytes were ever written: bit i % 8 of out[i / 8] for byte i. Of GLOBAL memory at any
     * time, with a null place; of a block's SHARED and a lane's LOCAL memory while its launch is
     * paused. Where nobody followed it, all of them. Launches under control follow all that they
     * write, and values of variables that were never written have no bit in wbsimVariable::mask.
     * Present where structSize reaches it. */
    int (*getWritten)(int device, const wbsimPlace* place, uint32_t lane, wbsimSpace space,
                      uint64_t address, uint8_t* out, uint64_t bytes);

    /* What the elements of variables in shared memory are that functions declare, of which
     * compilers say nothing (wbsimVariable): "s" is of "Pair", or of "Tile<float>". Those whose
     * type the module's debug information knows have it then. In place of those before; for
     * launches under control. Present where structSize reaches it. */
    int (*setSharedTypes)(int device, const char* const* names, const char* const* types,
                          uint32_t count);
} wbsimApi;

/* Null where the version is not known. The table lives for the life of the library. */
WBSIM_EXPORT const wbsimApi* wbsimGetApi(uint32_t version);
typedef const wbsimApi* (*wbsimGetApiFunction)(uint32_t version);

#ifdef __cplusplus
}
#endif

#endif
