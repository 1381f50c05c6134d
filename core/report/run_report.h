// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "core/arrays/host_array.h"
#include "core/compile/compile.h"
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
#include "core/sensors/gpu_sensors.h"
#include "core/sensors/hardware_figures.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// The run report as plain data: docs/run-report.md describes it key by key.
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

/// A pool's share of the driver's memory.
struct PoolUse {
    std::uint64_t blockBytes = 0;   ///< of the blocks that serve the requests
    std::uint64_t managedBytes = 0; ///< got from the driver, including what is held for later
    double fragmentation = 0;       ///< memory::PoolStatistics::fragmentation
};

/// A run's use of device memory at its peak.
struct MemoryUse {
    /// Requested by its buffers, by copies of them that timing restores, and by what stays on the
    /// device.
    std::uint64_t bytes = 0;
    /// Empty: no pool, as on a simulated device, where each buffer is a separate allocation.
    std::optional<PoolUse> pool;

    /// Fraction of the blocks that nobody requested: sizes are rounded up.
    std::optional<double> waste() const;
};

/// The context of a run with context settings, with the values that the driver used.
struct ContextUse {
    bool primary = false;
    std::uint64_t stackBytes = 0;  ///< of each thread
    std::uint64_t heapBytes = 0;   ///< for malloc and new in kernels
    std::uint64_t printfBytes = 0; ///< for what kernels print until the host waits
};

/// The properties of a launch, and its results.
struct LaunchReport : project::LaunchShape {
    std::int64_t staticShared = 0;      ///< bytes
    std::optional<TimeStatistics> time; ///< empty if it was not timed
    /// Sensor values next to its samples, without a timeline; empty: none.
    std::optional<cuda::GpuConditions> conditions;
    /// The launch whose time includes this one's, because they may overlap; empty: it has its own.
    std::optional<std::size_t> timedWith;
    std::optional<occupancy::Occupancy> occupancy;
    std::optional<occupancy::KernelUsage> usage; ///< the source of the occupancy
    std::optional<double> bytesPerSecond;
    std::optional<double> flopsPerSecond;
    std::optional<Counters> counters;               ///< of a simulated device
    std::optional<cuda::HardwareFigures> hardware;  ///< of a real GPU
    std::optional<Roofline> roofline;               ///< empty: nothing was counted
    std::shared_ptr<const AccessTrace> trace;       ///< null: not requested. Not in the JSON
    std::optional<estimate::TimeEstimate> estimate; ///< empty: not requested, or a real GPU
    /// Who computed a library call: "cuBLAS 13.0.2" or, on a simulated GPU, "the host (Eigen)".
    std::string computedBy;

    /// Shared memory of a block, static and dynamic, bytes.
    std::uint64_t allShared() const { return std::uint64_t(staticShared) + sharedBytes; }
};

/// A launch's title for people: the line that its kernel was generated from, otherwise the kernel's
/// name; for a library call with who computed it.
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
    double busyMs = 0;   ///< copies and launches, from the common start to its own end
    double waitedMs = 0; ///< for others: at exchanges of rows, and until the last one ended
    /// Rows received from neighbours.
    struct Exchange {
        std::string path; ///< "peer", "host", "peer, host" if one neighbour was out of reach, "mpi"
        int times = 0;
        std::uint64_t bytes = 0;
        double ms = 0;
    };
    std::optional<Exchange> exchange;              ///< empty: nothing was exchanged
    std::vector<LaunchReport> launches;            ///< their properties and times
    std::optional<cuda::GpuConditions> conditions; ///< while it was timed; empty: unknown
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
    std::shared_ptr<const project::ElementSet> wrong; ///< the wrong elements; null: none
    BufferRef want; ///< the expected contents of the buffer; empty if the check passed
};

struct BufferReport {
    std::string name;
    arrays::DType dtype;
    std::vector<std::int64_t> shape;
    // As counted by arrays::statisticsOf; all empty for a buffer that stayed on the device.
    std::optional<double> min, max, mean; ///< of the finite values
    std::optional<std::int64_t> nan, inf;
    std::optional<ExpectReport> expect;
    BufferRef ref;
    project::MemoryKind memory = project::MemoryKind::device;
    std::string exactMin, exactMax; ///< see arrays::Statistics
};

/// A __device__ or __constant__ variable after the check pass.
struct VariableReport {
    std::string name;
    arrays::HostArray values; ///< one dimension
};

enum class FaultAccess : std::uint8_t { none, read, write, atomic };

/// Why the two accesses of a race are unordered.
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
    std::uint64_t count = 0; ///< how often its line, or the two of a race, did it; 0: unknown
    // Below: not in the JSON, except for what `text` says about it.
    std::optional<std::int64_t> offset; ///< bytes from the buffer's start; negative: before it
    std::optional<int> otherLine;       ///< of a race, of two barriers, of a branch
    std::optional<std::array<std::uint32_t, 3>> otherThread;
    std::uint64_t elementBytes = 0; ///< of the buffer; 0: none
    std::uint64_t elements = 0;     ///< of the buffer
    std::uint64_t bytes = 0;        ///< of the access
    FaultAccess access = FaultAccess::none;
    AccessSpace space = AccessSpace::global;     ///< of the access
    FaultAccess otherAccess = FaultAccess::none; ///< of a race: read or write
    FaultOrder unordered = FaultOrder::none;
    /// The nearest variable, or the one that was meant, that is not a buffer: in shared memory,
    /// `__device__`, `__constant__`, from malloc in a kernel; empty: none.
    std::string variable;
    std::int64_t variableOffset = 0; ///< bytes from its start; negative: before it
    std::uint64_t variableBytes = 0; ///< its size

    /// The address is outside of every allocation and not near any, and it is not known to be
    /// computed from a single argument: probably the pointer itself is wrong, not an index.
    bool isOfAWildPointer() const {
        return (kind == "out_of_bounds" || kind == "misaligned") && address && !offset &&
               buffer.empty() && space == AccessSpace::global;
    }
};

struct CompileReport {
    double ms = 0; ///< duration of the call, cached or not
    bool cached = false;
    std::string missReason; ///< why it was not cached: "the source changed"
    std::string arch;
    std::vector<compile::Diagnostic> diagnostics;
    std::vector<compile::KernelInfo> kernels;
    std::vector<compile::SetAside> setAside; ///< omitted host code
    // Not in the run report's JSON; `compile --json` has them.
    std::string compiler;                    ///< "NVRTC 13.0"
    std::string commandLine;                 ///< NVRTC's options as used, to show and copy
    std::vector<std::string> droppedOptions; ///< options that this NVRTC does not know
    std::string compiledBy;                  ///< as in CompileResult; shown by a sweep's trials
};
/// The part of a compile that a report keeps.
CompileReport compileReportOf(const compile::CompileResult& result);

/// Copies of read-only buffers that timing passes used in turn.
struct RotatedInputs {
    int copies = 1;
    std::uint64_t bytes = 0;   ///< of all copies
    std::uint64_t l2Bytes = 0; ///< of the device's L2 cache; 0: unknown
};

/// The time of a pass over all launches, in three ways.
struct GraphReport {
    std::size_t nodes = 0;
    double captureMs = 0;  ///< recording and instantiating, on the host's clock
    double coldMs = 0;     ///< kernels launched for the first time after loading
    TimeStatistics warm;   ///< launched one by one
    TimeStatistics replay; ///< launched as one graph
};

struct RunReport {
    std::string project;
    RunStatus status = RunStatus::ok;
    std::optional<DeviceInfo> device; ///< the first one if several share the run
    std::vector<DeviceShare> devices; ///< empty: only one device
    std::optional<CompileReport> compile;
    /// The code itself, for listings; null if nothing was compiled. Not in the JSON.
    std::shared_ptr<const compile::CompileResult> code;
    std::vector<Transfer> transfers;
    std::vector<LaunchReport> launches;
    std::optional<RotatedInputs> rotated; ///< of the first device; empty: not requested
    std::optional<GraphReport> graph;     ///< of the first device; empty: not requested
    /// Of the first device; empty: not requested, or unknown.
    std::optional<cuda::EnergyUse> energy;
    /// The first device's sensor values while launches were timed; empty: none.
    std::optional<cuda::GpuConditions> conditions;
    std::optional<ContextUse> context; ///< of the first device; empty: no settings were requested
    std::optional<MemoryUse> memory;   ///< of the first device; empty: no device was reached
    /// Of the first device; empty: not requested, or unavailable.
    std::optional<launch::DevicePeaks> peaks;
    std::vector<BufferReport> buffers;
    /// The buffers are as a fault left them, and were not checked.
    bool buffersAtFault = false;
    std::vector<VariableReport> variables; ///< those that the project reads
    std::string standardOutput;
    std::vector<Fault> faults;
    /// Errors that CUDA leaves undefined and a GPU tolerates; do not affect status or exit code.
    std::vector<Fault> findings;
    /// Further remarks on the run, one sentence each, for example limits of the checks.
    std::vector<std::string> notes;
    /// The notes about requested checks that were not done. Not in the JSON.
    std::vector<std::string> unchecked;
    /// For a status that no fault or diagnostic explains: what went wrong and what to do.
    ErrorText message;
    Place place; ///< where in the project file or source the message points to; may be empty
    /// What stopped the run, unless the device or a check reported it: no memory, no compiler.
    std::optional<Error> cause;
    std::uint64_t generation = 0;

    /// Exit code of DESIGN: 0, 1, 3, 4 or 5.
    int exitCode() const;
};

/// Why a run failed, in one line: the first problem that it reports.
ErrorText messageOf(const RunReport& report);

/// The largest error of a launch's median (TimeStatistics::medianError); empty if one has none.
std::optional<double> largestMedianError(const RunReport& report);

/// The document that `run --json` prints.
nlohmann::json toJson(const RunReport& report);
/// The parts of it that other documents also use.
nlohmann::json toJson(const CompileReport& compile);
nlohmann::json toJson(const occupancy::Occupancy& occupancy);
/// The document for a project that was parsed but is wrong otherwise (exit code 2): nothing was
/// reached, so all results, including the status, are null.
nlohmann::json emptyRunDocument(const std::string& project, const Error& error);

} // namespace warpbench::session
