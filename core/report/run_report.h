// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "core/arrays/host_array.h"
#include "core/compile/compile.h"
#include "core/cuda/gpu_sensors.h"
#include "core/cuda/hardware_figures.h"
#include "core/estimate/estimate.h"
#include "core/launch/device_peaks.h"
#include "core/launch/statistics.h"
#include "core/occupancy/occupancy.h"
#include "core/plan/element_set.h"
#include "core/project/launch_shape.h"
#include "core/project/project.h"
#include "core/report/access_trace.h"
#include "core/report/buffer_ref.h"
#include "core/report/counters.h"
#include "core/report/device_info.h"
#include "core/report/roofline.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// The run report as plain data: what docs/run-report.md says, key by key.
namespace warpbench::session {

enum class RunStatus { ok, expect_failed, compile_error, device_error, fault, cancelled, timeout };
std::string_view nameOf(RunStatus status) noexcept;

/// Milliseconds; `values` is not in the JSON.
using launch::TimeStatistics;

struct Transfer {
    std::string buffer;
    bool toDevice = true;
    std::uint64_t bytes = 0;
    double ms = 0;
};

/// What a pool had of the driver's memory.
struct PoolUse {
    std::uint64_t blockBytes = 0;   ///< of the blocks that serve what was asked for
    std::uint64_t managedBytes = 0; ///< got from the driver, with what is held for later
    double fragmentation = 0;       ///< memory::PoolStatistics::fragmentation
};

/// What a run had of a device's memory when it had most of it.
struct MemoryUse {
    /// Asked for by its buffers, by copies of them that timing restores, and by what stays on the
    /// device.
    std::uint64_t bytes = 0;
    /// Empty: no pool, as for a simulated device, where each buffer is an allocation of its own.
    std::optional<PoolUse> pool;

    /// Part of the blocks that nobody asked for: sizes are rounded up.
    std::optional<double> waste() const;
};

/// The context of a run that asked for something of it, as the driver had it then.
struct ContextUse {
    bool primary = false;
    std::uint64_t stackBytes = 0;  ///< of each thread
    std::uint64_t heapBytes = 0;   ///< for malloc and new in kernels
    std::uint64_t printfBytes = 0; ///< for what kernels print until the host waits
};

/// How a launch was made, and what came of it.
struct LaunchReport : project::LaunchShape {
    std::int64_t staticShared = 0;      ///< bytes
    std::optional<TimeStatistics> time; ///< empty where nothing was timed
    /// What the sensors said next to its samples, without a timeline; empty: nothing.
    std::optional<cuda::GpuConditions> conditions;
    /// The launch whose time is this one's too, for they may overlap; empty: it has its own.
    std::optional<std::size_t> timedWith;
    std::optional<occupancy::Occupancy> occupancy;
    std::optional<occupancy::KernelUsage> usage; ///< the source of the occupancy
    std::optional<double> bytesPerSecond;
    std::optional<double> flopsPerSecond;
    std::optional<Counters> counters;               ///< of a simulated device
    std::optional<cuda::HardwareFigures> hardware;  ///< of a real GPU
    std::optional<Roofline> roofline;               ///< empty: nothing was counted
    std::shared_ptr<const AccessTrace> trace;       ///< null: not asked for. Not in the JSON
    std::optional<estimate::TimeEstimate> estimate; ///< empty: not asked for, or a real GPU
    /// Of a library's call: by whom, "cuBLAS 13.0.2" or, on a simulated GPU, "the host (Eigen)".
    std::string computedBy;

    /// Shared memory of a block, static and dynamic, bytes.
    std::uint64_t allShared() const { return std::uint64_t(staticShared) + sharedBytes; }
};

/// What people know a launch by: the line that its kernel was made of, else the kernel's name; of a
/// library's call with who computed it.
inline std::string titleOf(const LaunchReport& launch) {
    if (!launch.computedBy.empty())
        return launch.step + ", by " + launch.computedBy;
    return launch.step.empty() ? launch.kernel : launch.step;
}

/// One device's part of a shared run.
struct DeviceShare {
    DeviceInfo device;
    std::int64_t firstRow = 0;
    std::int64_t rows = 0;
    double busyMs = 0;   ///< copies and launches, from the start of all to its own end
    double waitedMs = 0; ///< for others: where rows are exchanged, and until the last one ended
    /// Rows of neighbours that it was brought.
    struct Exchange {
        std::string
            path; ///< "peer", "host", "peer, host" where one neighbour was out of reach, "mpi"
        int times = 0;
        std::uint64_t bytes = 0;
        double ms = 0;
    };
    std::optional<Exchange> exchange;              ///< empty: nothing was exchanged
    std::vector<LaunchReport> launches;            ///< how they were made and their times
    std::optional<cuda::GpuConditions> conditions; ///< while it was timed; empty: not known
    std::optional<launch::DevicePeaks> peaks;      ///< empty: not requested, or unavailable
    std::optional<MemoryUse> memory;
};

struct ExpectReport {
    bool passed = false;
    std::int64_t mismatches = 0; ///< elements, or lanes of vector types
    double maxAbsError = 0;
    double maxRelError = 0;
    struct Mismatch {
        std::vector<std::int64_t> index;
        std::string got;
        std::string want;
    };
    std::optional<Mismatch> firstMismatch;
    std::shared_ptr<const project::ElementSet> wrong; ///< elements that are; null: none
    BufferRef want; ///< what the buffer should hold; of nothing where the check passed
};

struct BufferReport {
    std::string name;
    memory::DType dtype;
    std::vector<std::int64_t> shape;
    // As memory::statisticsOf counts them; all empty for what stayed on the device.
    std::optional<double> min, max, mean; ///< of the finite values
    std::optional<std::int64_t> nan, inf;
    std::optional<ExpectReport> expect;
    BufferRef ref;
    project::MemoryKind memory = project::MemoryKind::device;
    std::string exactMin, exactMax; ///< see memory::Statistics
};

/// A __device__ or __constant__ variable after the check pass.
struct VariableReport {
    std::string name;
    memory::HostArray values; ///< one dimension
};

enum class FaultAccess : std::uint8_t { none, read, write, atomic };

/// Why nothing puts the two accesses of a race into an order.
enum class FaultOrder : std::uint8_t {
    none,       ///< not a race
    noBarrier,  ///< of the block
    sameWarp,   ///< no __syncwarp() between them
    otherBlock, ///< the two blocks
    asyncCopy,  ///< that nothing has waited for
    bulkCopy,   ///< no wait for its mbarrier
    notAtomic,  ///< several threads update one value
};

struct Fault {
    std::string kind; ///< "out_of_bounds", …, "device_error" (docs/run-report.md)
    std::string kernel;
    std::optional<int> launch; ///< index of the project's launch
    std::string file;
    std::optional<int> line;
    std::optional<std::array<std::uint32_t, 3>> block;
    std::optional<std::array<std::uint32_t, 3>> thread;
    std::optional<std::uint64_t> address;
    std::string buffer;
    std::string text;        ///< one sentence: what happened, and what to do
    std::uint64_t count = 0; ///< how often its line, or the two of a race, did it; 0: not known
    // Below: not in the JSON, but for what `text` says of it.
    std::optional<std::int64_t> offset; ///< bytes from the buffer's start; negative: before it
    std::optional<int> otherLine;       ///< of a race, of two barriers, of a branch
    std::optional<std::array<std::uint32_t, 3>> otherThread;
    std::uint64_t elementBytes = 0; ///< of the buffer; 0: none
    std::uint64_t elements = 0;     ///< that the buffer has
    std::uint64_t bytes = 0;        ///< of the access
    FaultAccess access = FaultAccess::none;
    AccessSpace space = AccessSpace::global;     ///< of the access
    FaultAccess otherAccess = FaultAccess::none; ///< of a race: read or write
    FaultOrder unordered = FaultOrder::none;
    /// What was meant or is nearest and is no buffer: of shared memory, `__device__`,
    /// `__constant__`, malloc's in a kernel; empty: none.
    std::string variable;
    std::int64_t variableOffset = 0; ///< bytes from its start; negative: before it
    std::uint64_t variableBytes = 0; ///< that it has

    /// The address is in nothing that was allocated and near none of it, and no one argument is
    /// known that it is reckoned from: probably the pointer is wrong itself, not an index.
    bool isOfAWildPointer() const {
        return (kind == "out_of_bounds" || kind == "misaligned") && address && !offset &&
               buffer.empty() && space == AccessSpace::global;
    }
};

struct CompileReport {
    double ms = 0; ///< the time the call took, whether cached or not
    bool cached = false;
    std::string missReason; ///< why it was not: "the source changed"
    std::string arch;
    std::vector<compile::Diagnostic> diagnostics;
    std::vector<compile::KernelInfo> kernels;
    std::vector<compile::SetAside> setAside; ///< host code that was left out
    // Not in the run report's JSON; `compile --json` has them.
    std::string compiler;                    ///< "NVRTC 13.0"
    std::string commandLine;                 ///< NVRTC's options as run, to be shown and copied
    std::vector<std::string> droppedOptions; ///< options that this NVRTC does not know
    std::string compiledBy;                  ///< as in CompileResult; a sweep's trials tell it
};
/// What a report keeps of a compile.
CompileReport compileReportOf(const compile::CompileResult& result);

/// Copies of the buffers that launches only read, which timing passes took in turn.
struct RotatedInputs {
    int copies = 1;
    std::uint64_t bytes = 0;   ///< of all copies
    std::uint64_t l2Bytes = 0; ///< of the device's L2 cache; 0: not known
};

/// The time of a pass over all launches, in three ways.
struct GraphReport {
    std::size_t nodes = 0;
    double captureMs = 0;  ///< recording and instantiating, on the host's clock
    double coldMs = 0;     ///< kernels launched for the first time since they were loaded
    TimeStatistics warm;   ///< launched one by one
    TimeStatistics replay; ///< launched as one graph
};

struct RunReport {
    std::string project;
    RunStatus status = RunStatus::ok;
    std::optional<DeviceInfo> device; ///< the first one, where several share the run
    std::vector<DeviceShare> devices; ///< empty: one did it all
    std::optional<CompileReport> compile;
    /// The code itself, for listings; null where nothing was compiled. Not in the JSON.
    std::shared_ptr<const compile::CompileResult> code;
    std::vector<Transfer> transfers;
    std::vector<LaunchReport> launches;
    std::optional<RotatedInputs> rotated; ///< of the first device; empty: not asked for
    std::optional<GraphReport> graph;     ///< of the first device; empty: not asked for
    /// What the first device's sensors said while launches were timed; empty: nothing.
    std::optional<cuda::GpuConditions> conditions;
    std::optional<ContextUse> context; ///< of the first device; empty: nothing was asked of it
    std::optional<MemoryUse> memory;   ///< of the first device; empty: no device was come to
    /// Of the first device; empty: not requested, or unavailable.
    std::optional<launch::DevicePeaks> peaks;
    std::vector<BufferReport> buffers;
    /// The buffers are as a fault left them, and nothing was checked.
    bool buffersAtFault = false;
    std::vector<VariableReport> variables; ///< those that the project asked to read
    std::string standardOutput;
    std::vector<Fault> faults;
    /// What CUDA leaves undefined and a GPU lets pass: it changes neither status nor exit code.
    std::vector<Fault> findings;
    /// Further remarks on the run, a sentence each, for example limits of the checks.
    std::vector<std::string> notes;
    /// Those of the notes that say what was to be checked and was not. Not in the JSON.
    std::vector<std::string> unchecked;
    /// For a status that no fault and no diagnostic explains: what went wrong and what to do.
    std::string message;
    Place place; ///< where in the project file or source the message points to; may be empty
    /// What kept the run from going on, unless the device or a check told: no memory, no compiler.
    std::optional<Error> cause;
    std::uint64_t generation = 0;

    /// Exit code of DESIGN: 0, 1, 3, 4 or 5.
    int exitCode() const;
};

/// Why a run failed, in one line: the first thing that it tells.
std::string messageOf(const RunReport& report);

/// The largest error of a launch's median (TimeStatistics::medianError); empty where one has none.
std::optional<double> largestMedianError(const RunReport& report);

/// The document that `run --json` prints.
nlohmann::json toJson(const RunReport& report);
/// The parts of it that other documents use too.
nlohmann::json toJson(const CompileReport& compile);
nlohmann::json toJson(const occupancy::Occupancy& occupancy);
/// The document for a project that was parsed and is wrong in another way (exit code 2): nothing
/// was reached, so all that a run could tell is null, the status too.
nlohmann::json emptyRunDocument(const std::string& project);

} // namespace warpbench::session
