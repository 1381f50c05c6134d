// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/memory/device_memory.h"
#include "core/simgpu/engine/memory/kernel_heap.h"
#include "core/simgpu/ptx/module.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

/// The interface between the driver's entry points and the machine that executes PTX. It does not
/// depend on the Driver API.
namespace warpbench::simgpu::engine {

using Dim3 = std::array<std::uint32_t, 3>;

/// What the engine needs to know about the GPU it simulates.
struct MachineModel {
    int ccMajor = 9;
    int ccMinor = 0;
    int multiprocessors = 132;
    int maxThreadsPerSm = 2048;
    std::uint64_t sharedPerBlockOptin = 232448; ///< bytes
    std::uint64_t stackBytesPerThread = 1024;   ///< CU_LIMIT_STACK_SIZE
    std::uint64_t heapBytes = 8u << 20;         ///< CU_LIMIT_MALLOC_HEAP_SIZE
    std::uint64_t clockKHz = 1980000;
};

enum class FaultKind : std::uint8_t { // values of wbsimFaultKind
    none,
    outOfBounds,
    misaligned,
    uninitialized,
    sharedRace,
    globalRace,
    barrierDivergence,
    assertion,
    trap,
    stackOverflow,
    nullPointer,
    invalidSyncMask,
    invalidPc,
    timeout,
    cancelled,
    illegalInstruction,
    // Findings: undefined behaviour in CUDA that a GPU tolerates. They never stop or fail a launch.
    divergentBarrier,
    divergentMask,
    absentLane,
};

constexpr bool isFinding(FaultKind kind) {
    return kind >= FaultKind::divergentBarrier;
}

enum class FaultAccess : std::uint8_t { none, read, write, atomic }; // wbsimFaultAccess

enum class FaultOrder : std::uint8_t { // values of wbsimFaultOrder
    none,
    noBarrier,
    sameWarp,
    otherBlock,
    asyncCopy,
    bulkCopy,
    notAtomic,
};

enum class FaultSpace : std::uint8_t { none, global, shared, local };

struct Fault {
    FaultKind kind = FaultKind::none;
    std::string kernel;
    std::string file;
    std::uint32_t line = 0; ///< of the CUDA source, innermost inlined frame
    std::uint32_t ptxLine = 0;
    Dim3 block{0, 0, 0};
    Dim3 thread{0, 0, 0};
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint64_t allocation = 0;
    std::uint64_t allocationSize = 0;
    std::uint32_t otherLine = 0;
    Dim3 otherThread{0, 0, 0};
    Dim3 otherBlock{0, 0, 0};
    std::uint64_t count = 1;
    std::string text; ///< one sentence
    FaultAccess access = FaultAccess::none;
    FaultAccess otherAccess = FaultAccess::none; ///< in a race: read or write
    FaultOrder unordered = FaultOrder::none;
    FaultSpace space = FaultSpace::none;
    std::string variable; ///< the intended or nearest variable, in any space; empty: none
    std::int64_t variableOffset = 0;
    std::uint64_t variableSize = 0;
    // Details of a race, collected while the launch runs; its text is composed at the end.
    std::string otherFile;              ///< of otherLine
    bool betweenWarps = false;          ///< the two threads are of different warps
    std::shared_ptr<const Fault> wider; ///< same race between warps, if this is within one
    bool bothWrite = false;             ///< in at least one of the pairs
    bool oneReads = false;              ///< in at least one of the pairs
};

/// Metrics of a launch, or of one line of its source. A warp instruction is one PTX instruction
/// executed by a warp for one set of active lanes.
struct Counters {
#define WBSIM_COUNTER(member, key, text) std::uint64_t member = 0;
#include "core/simgpu/include/wbsim_counters.inc"
#undef WBSIM_COUNTER

    Counters& operator+=(const Counters& other);
};

/// Warp instructions by class, in the order of wbsim.h.
using InstructionMix = std::array<std::uint64_t, 12>;

struct LineMetrics : Counters {
    std::string file;
    std::uint32_t line = 0;
    InstructionMix mix{};
};

/// Counters of one PTX line.
struct PtxLineMetrics {
    std::uint32_t line = 0; ///< from 1
    std::uint64_t warpInstructions = 0;
    std::uint64_t threadInstructions = 0;
};

struct Metrics : Counters {
    InstructionMix mix{};
    /// Warp instructions by number of active lanes.
    std::array<std::uint64_t, 33> activeLanes{};
    std::vector<LineMetrics> lines;
    std::vector<PtxLineMetrics> ptxLines; ///< ascending
};

/// A module, decoded for one device and placed in its memory. Immutable once loaded, so that
/// launches on several threads can share it. Unloading frees its variables.
class Program;
struct TextureSet;

struct KernelInfo {
    std::string name;
    /// Why the kernel cannot be executed: which feature is not supported, and where. Empty if it
    /// can be.
    std::string unsupported;
    std::uint32_t parameterBytes = 0;
    std::vector<std::uint32_t> parameterOffsets;
    std::vector<std::uint32_t> parameterSizes;
    std::uint64_t staticShared = 0;
    std::uint64_t localBytes = 0; ///< per thread
    std::uint64_t constantBytes = 0;
    std::uint32_t registerEstimate = 0; ///< from liveness analysis, not from ptxas
    std::uint32_t barriers = 0;
    Dim3 maxThreads{0, 0, 0};      ///< .maxntid, 0: none
    Dim3 requiredThreads{0, 0, 0}; ///< .reqntid
    Dim3 requiredCluster{0, 0, 0};
    bool usesGridSync = false;
};

struct VariableInfo {
    std::string name;
    std::uint64_t address = 0; ///< of a global or constant variable
    std::uint64_t size = 0;
    bool constant = false;
    bool managed = false;
};

struct LoadError {
    enum class Kind { invalidPtx, unsupportedVersion, unsupported, noMemory, unresolved };
    Kind kind = Kind::invalidPtx;
    std::uint32_t ptxLine = 0;
    std::string text; ///< for the JIT log; if unsupported, names opcode, form and source line
};

using LoadResult = std::variant<std::shared_ptr<Program>, LoadError>;

/// Parses, checks, decodes and places a module. Several texts are linked (cuLink*).
LoadResult load(std::span<const std::string_view> ptxTexts, const MachineModel& model,
                std::shared_ptr<DeviceMemory> memory);

const std::vector<KernelInfo>& kernelsOf(const Program& program);
const std::vector<VariableInfo>& variablesOf(const Program& program);

struct Checks {
    bool uninitialized = false;
    bool sharedRaces = false;
    bool globalRaces = false;
    /// Memory limit in bytes for tracking races in global memory; 0: half of what the host can
    /// spare.
    std::uint64_t raceMemory = 0;
    /// Barriers that warps of a block reach at different lines, and the findings (isFinding).
    bool barriers = false;
};

/// Which memory accesses to record lane by lane: those of a few blocks, and in each of their warps
/// the first executions of each instruction.
struct MemoryRange {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
};

struct Tracing {
    std::uint32_t blocks = 0; ///< spread over the grid, including the first and the last; 0: none
    std::uint32_t executions = 0; ///< maximum per instruction and warp
    std::uint32_t accesses = 0;   ///< maximum per launch: limits the number of executions
};

enum class TracedSpace : std::uint8_t { global, shared, local };

/// One execution of a load, store or atomic by the active lanes of a warp.
struct TracedAccess {
    std::uint32_t instruction = 0; ///< into Trace::instructions
    TracedSpace space = TracedSpace::global;
    std::uint32_t warp = 0;
    std::uint32_t mask = 0;       ///< lanes that accessed this space
    std::uint64_t block = 0;      ///< linear index
    std::uint64_t execution = 0;  ///< of the instruction by the warp, from 0
    std::uint64_t executions = 0; ///< total number, recorded or not
    /// By lane, 0 for inactive lanes. Shared addresses are relative to the block's memory, local
    /// ones to the thread's.
    std::array<std::uint64_t, 32> addresses{};
};

struct TracedInstruction {
    std::string file; ///< of the CUDA source: the innermost place in the user's own code
    std::uint32_t line = 0;
    std::uint32_t ptxLine = 0;
    std::uint32_t bytes = 0;          ///< per lane
    bool load = false, store = false; ///< both: an atomic
};

struct Trace {
    std::vector<TracedInstruction> instructions;
    std::vector<TracedAccess> accesses; ///< by instruction, block, warp and execution
};

/// Whether a launch is profiled, and the GPU's figures that determine which blocks share an L1
/// cache and which run at the same time.
struct Profiling {
    bool on = false;
    std::uint32_t residentBlocks = 1; ///< per multiprocessor
    std::uint32_t multiprocessors = 1;
    std::uint64_t l1Bytes = 0; ///< per multiprocessor, beside shared memory; 0: none
};
struct LaunchProfile; // machine/profile.h
class TouchHistory;   // machine/touch_history.h

class DebugControl;

/// What a kernel asks its device to do once the grid has ended.
struct ChildWork {
    struct Launch {
        std::uint32_t kernel = 0; ///< index into kernelsOf
        Dim3 grid{1, 1, 1};
        Dim3 block{1, 1, 1};
        std::uint64_t dynamicShared = 0; ///< bytes
        std::vector<std::byte> parameters;
    };
    /// Of rows; sizes in bytes.
    struct Copy {
        std::uint64_t to = 0, toPitch = 0;
        std::uint64_t from = 0, fromPitch = 0;
        std::uint64_t width = 0, height = 1;
    };
    struct Fill {
        std::uint64_t address = 0, pitch = 0;
        std::uint32_t value = 0; ///< of a byte
        std::uint64_t width = 0, height = 1;
    };
    std::variant<Launch, Copy, Fill> what;
    bool atTail = false; ///< after all other work of the grid (cudaStreamTailLaunch)
};

/// What kernels ask of their device through CUDA's runtime. Called on any thread.
class DeviceServices {
  public:
    virtual ~DeviceServices() = default;
    /// A cudaError_t; 0: the launch is possible.
    virtual std::uint32_t errorOf(const ChildWork::Launch& launch) const = 0;
    virtual int residentBlocks(std::uint32_t kernel, int threads, std::uint64_t shared) const = 0;
    /// \param which  a cudaDeviceAttr; none if it is unknown
    virtual std::optional<int> attribute(int which) const = 0;
    virtual int ordinal() const = 0;
    virtual int count() const = 0; ///< of devices
};

struct LaunchRequest {
    std::shared_ptr<const Program> program;
    std::uint32_t kernel = 0; ///< index into kernelsOf
    Dim3 grid{1, 1, 1};
    Dim3 block{1, 1, 1};
    Dim3 cluster{1, 1, 1};
    std::uint64_t dynamicShared = 0;   ///< bytes
    std::vector<std::byte> parameters; ///< the parameter block
    bool cooperative = false;
    std::uint64_t stackBytesPerThread = 0; ///< 0: the model's default
    std::uint64_t heapBytes = 0;           ///< limit for malloc in kernels; 0: the model's default
    /// The heap for malloc; it outlives the launch. Null: a heap for this launch only.
    std::shared_ptr<KernelHeap> heap;
    std::shared_ptr<const TextureSet> textures; ///< available to the kernel; null: none
    Checks checks;
    /// Lets pass what hardware lets pass: accesses beside an allocation in its pages, warp-wide
    /// operations of threads that the mask does not name. Shared memory starts as zeros.
    bool tolerant = false;
    bool metrics = false;
    Profiling profiling; ///< requires metrics
    /// When earlier launches touched memory; null: unknown.
    std::shared_ptr<TouchHistory> touchHistory;
    Tracing tracing;
    bool deterministic = false;
    double timeLimitSeconds = 0; ///< 0: none; ignored under control
    /// Steps through the launch on the calling thread in a fixed order: see debug/debug_control.h.
    /// Null: the launch runs freely.
    DebugControl* control = nullptr;
    /// For kernels that launch kernels; null: they get an error.
    const DeviceServices* services = nullptr;
    /// Set by another thread to end the launch.
    const std::atomic<bool>* cancel = nullptr;
    /// Updated with the number of blocks that workers have started; null: not needed.
    std::atomic<std::uint64_t>* blocksBegun = nullptr;
    /// Receives whole printf outputs of the kernel, on any thread but one at a time.
    std::function<void(std::string_view)> print;
    /// Receives what a GPU prints on standard error: one line per thread with a failed assertion.
    std::function<void(std::string_view)> printError;
};

struct LaunchOutcome {
    std::vector<Fault> faults;       ///< deduplicated; the first one ended the launch
    std::vector<Fault> findings;     ///< also deduplicated; see isFinding
    std::vector<ChildWork> children; ///< in the order in which they are to run
    std::optional<Metrics> metrics;
    std::shared_ptr<const LaunchProfile> profile; ///< null if not requested
    Trace trace;                                  ///< empty if not requested
    /// Bytes of global memory that were accessed but not checked for races, for lack of memory.
    std::uint64_t raceBytesNotFollowed = 0;
    bool strayed = false;       ///< a tolerated access was outside of every allocation
    bool racesCutShort = false; ///< race checks stopped at some point, for lack of memory
    double milliseconds = 0;    ///< wall-clock time on the host
    bool ok() const { return faults.empty(); }
};

/// Executes a kernel on the host's cores; returns when the grid has finished. Thread-safe; several
/// launches may run at once. \throws std::bad_alloc if the host runs out of memory
LaunchOutcome execute(const LaunchRequest& request);

} // namespace warpbench::simgpu::engine
