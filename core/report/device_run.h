// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/gpu_sensors.h"
#include "core/cuda/hardware_figures.h"
#include "core/launch/device_peaks.h"
#include "core/launch/graph_timing.h"
#include "core/profile/launch_profile.h"
#include "core/project/plan.h"
#include "core/report/run_report.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::platform {
class SharedMemory;
}

/// Requests to a device worker, and its answers: plain values with nothing of a project
/// left in them but names, so that they can go over a pipe.
namespace warpbench::session {

/// A device by its driver and the driver's own ordinal.
struct DeviceAddress {
    bool simulated = false;
    int ordinal = 0;

    // NOLINTNEXTLINE(modernize-use-nullptr): the 0 meant is in what the compiler writes
    auto operator<=>(const DeviceAddress&) const = default;
};

/// A place in host memory that this program and a worker both see (host_blocks.h).
struct HostPlace {
    std::uint64_t block = 0; ///< 0: none
    std::uint64_t offset = 0;

    explicit operator bool() const noexcept { return block != 0; }
};

/// Gives the memory of a block by its id; null where it is not known.
using BlockSource = std::function<std::shared_ptr<const platform::SharedMemory>(std::uint64_t id)>;

struct DeviceBuffer {
    std::string name;
    std::uint64_t bytes = 0;
    project::MemoryKind memory = project::MemoryKind::device;
    /// Of pitched memory: bytes of a line, and from line to line; else 0.
    std::uint64_t lineBytes = 0, pitch = 0;
    std::uint64_t address = 0; ///< where it has to lie; 0: anywhere
    /// Bytes of other devices' rows that are before and after these; `bytes` is without them.
    std::uint64_t before = 0, after = 0;
    HostPlace initial; ///< first contents, with the rows before and after; none: not on the host
    /// One, two or four bytes that the first contents repeat throughout: the device fills itself
    /// with them, and needs no `initial`.
    std::vector<std::uint8_t> fill;
    /// Which of DeviceRunRequest::fillers makes its first contents, in place of `initial`.
    std::optional<std::size_t> filler;
    HostPlace result; ///< where the contents after the check pass go; none: nowhere
    bool upload = false;
    bool written = false; ///< put back before each timing pass
    /// Not empty: stays on the device after the run and is found there by the next run with the
    /// same name and key. The key holds all that its first contents depend on.
    std::string residentKey;
    /// With a key that no other run has: what the check pass left stays until the device's next
    /// run, for who looks at it, in place of `result`.
    bool kept = false;

    std::uint64_t lines() const { return lineBytes > 0 ? bytes / lineBytes : 0; }
    /// What `bytes` take on the device.
    std::uint64_t deviceBytes() const { return pitch > 0 ? lines() * pitch : bytes; }
    /// By what the device finds it (DeviceExecutor::resident). One that is kept takes nothing from
    /// another project's resident buffer of the same name.
    const std::string& residentSlot() const { return kept ? residentKey : name; }
};

/// A texture or surface object over a copy of a buffer in the layout that textures use.
struct DeviceImageArgument {
    bool surface = false;
    std::size_t buffer = 0;
    std::vector<std::int64_t> extent; ///< outermost first, 1 to 3 dimensions
    memory::Scalar scalar = memory::Scalar::float32;
    int channels = 1;
    bool copyBack = false; ///< a surface that the kernel writes
    project::TextureArg settings;
    std::vector<std::size_t> levels; ///< buffers of the mip levels after the first
};

struct DeviceArgument {
    std::vector<std::uint8_t> bytes; ///< as the kernel reads them, addresses yet to be filled in
    struct Address {
        std::size_t at = 0; ///< byte in `bytes`
        std::size_t buffer = 0;
        std::uint64_t byteOffset = 0;
    };
    std::vector<Address> addresses;
    std::optional<DeviceImageArgument> image; ///< `bytes` is its handle
    std::string description;                  ///< "dest", "int32 400"
};

struct DeviceLaunch : project::LaunchShape {
    std::optional<project::LibraryCall> library; ///< in place of a kernel; arguments: its buffers
    std::string lowered;                         ///< the kernel as the module has it
    std::vector<DeviceArgument> arguments;
    std::vector<std::size_t> parameterBytes; ///< size of each parameter; empty: not known
    // Buffers that have rows of other devices.
    std::vector<std::size_t> reads;
    std::vector<std::size_t> writes;
    std::vector<std::size_t> readOnly; ///< buffers that it is given for reading alone
    // For its profile.
    int residentBlocks = 1;    ///< of an SM at once
    std::uint64_t l1Bytes = 0; ///< of an SM beside shared memory
};

struct DeviceConstant {
    std::string symbol;
    std::vector<std::uint8_t> bytes; ///< empty: it keeps the module's value
    std::uint64_t elementBytes = 1;
    bool read = false; ///< after the check pass
    Place place;       ///< in the project file
};

/// Of a run that several devices share: which of them this is. They meet in one worker.
struct DeviceSharing {
    std::uint64_t group = 0; ///< the same for all of them, and for no other run; 0: not shared
    int index = 0;           ///< in the order of their rows
    int count = 1;
    bool throughHost = false; ///< rows are exchanged through the host even where peer copies could
};

/// Code that is linked with a request's own: either of both, machine code first.
struct DeviceCodePart {
    std::string fileName; ///< for messages
    std::string ptx;
    std::vector<std::uint8_t> cubin; ///< may be empty
};

/// Kernels that make first contents on the device. Each has the address of one buffer.
struct DeviceFillers {
    DeviceCodePart code;
    std::vector<DeviceLaunch> launches;
};

struct DeviceRunRequest {
    DeviceAddress device;
    DeviceSharing sharing;
    std::string ptx;                 ///< used if the cubin is empty
    std::vector<std::uint8_t> cubin; ///< may be empty
    std::string codeFile; ///< where the code was read, in place of a source; empty: compiled
    std::vector<DeviceCodePart> parts;  ///< linked with it, where there are any
    std::vector<std::string> libraries; ///< files that the driver links with it: libcudadevrt.a
    std::vector<DeviceBuffer> buffers;
    std::optional<DeviceFillers> fillers; ///< empty: no buffer has one
    std::vector<DeviceLaunch> launches;
    std::vector<DeviceConstant> constants;
    project::ContextSettings context;
    std::uint32_t rounds = 1; ///< how often each pass goes through the launches
    int warmup = 0;
    int repeats = 0;        ///< 0: no timing
    double medianError = 0; ///< continues past `repeats` until this; 0: ignored
    int maxRepeats = 0;
    bool restore = true;
    bool flushL2 = false;
    bool graph = false;         ///< the passes as one CUDA graph, too
    bool profile = false;       ///< a profiler looks at the timed passes
    int rotate = 1;             ///< copies of what is only read, which timing passes take in turn
    double timeoutSeconds = 60; ///< of the device's work; 0: none
    double limitSeconds = 60;   ///< of the whole run, for messages
    bool checkFaults = false;
    /// The byte that memory is full of which nothing is uploaded to: NaN in floats, -1 in integers.
    std::uint8_t undefined = 0xFF;
    bool guards = false; ///< zones round each buffer tell what was written outside of it
    bool metrics = false;
    /// launch::peakKernelsSource(), compiled: a real GPU that counts also tells its peaks.
    std::optional<DeviceCodePart> peakKernels;
    bool trace = false;       ///< keep a sample of the accesses to memory, of simulated devices
    bool profileWork = false; ///< what launches ask of the hardware, of simulated devices
};

struct DeviceLaunchResult {
    std::vector<double> samplesMs;
    std::vector<double> startsMs; ///< when each began, as `conditions` count; empty: not known
    std::string clock;
    std::optional<Counters> counters;
    std::optional<cuda::HardwareFigures> hardware; ///< of a real GPU that was asked to count
    std::shared_ptr<AccessTrace> trace;            ///< null: none was asked for
    std::optional<estimate::LaunchProfile> work;   ///< empty: not asked for
    // What the driver says of the loaded kernel.
    int registers = 0;
    std::int64_t staticShared = 0; ///< bytes
    int maxThreads = 0;
    std::string computedBy; ///< of a library's call: "cuBLAS 13.0.2"; else empty
};

/// Milliseconds of a pass, launched one by one and as one graph.
struct DeviceGraphResult : launch::GraphTiming {
    double coldMs = 0; ///< the check pass, in which kernels are launched for the first time
    std::string clock;
};

/// What came of keeping other devices' rows up to date.
struct DeviceExchange {
    int times = 0;            ///< exchanges, of one buffer or several
    std::uint64_t bytes = 0;  ///< that came from others
    double ms = 0;            ///< copying, on the host's clock
    double waitedMs = 0;      ///< for the others, before and after
    bool peerCopies = false;  ///< some came by peer copies
    bool throughHost = false; ///< some came through the host
};

struct DeviceRunResult {
    RunStatus status = RunStatus::ok; ///< ok, device_error, fault, cancelled or timeout
    std::string message;              ///< what went wrong and what to do
    int failedLaunch = -1;            ///< the launch that the message speaks of; -1: none
    std::vector<Transfer> transfers;
    /// What the constants to be read held after the check pass, in their order.
    std::vector<std::vector<std::uint8_t>> variables;
    std::vector<DeviceLaunchResult> launches;
    std::optional<DeviceGraphResult> graph; ///< empty: not asked for
    std::optional<RotatedInputs> rotated;   ///< empty: not asked for, or nothing is only read
    DeviceExchange exchange;
    std::optional<ContextUse> context; ///< empty: the project says nothing of it
    std::optional<MemoryUse> memory;   ///< empty: the run did not come to the device
    /// Of a real GPU while launches were timed; empty: not timed, or without sensors.
    std::optional<cuda::GpuConditions> conditions;
    std::optional<launch::DevicePeaks> peaks; ///< empty: not requested, or unavailable
    std::vector<Fault> faults;
    std::vector<Fault> findings;    ///< as in RunReport
    std::vector<std::string> notes; ///< limits of the checks
    std::string standardOutput;
    bool checked = false; ///< the check pass ended well and its results were downloaded
    /// It did not, and what buffers held then was downloaded (simulated devices alone allow that).
    bool downloadedAtFault = false;
    /// The process that ran it can do no more on this device: an endless kernel, or an error that
    /// a real driver never recovers from.
    bool workerLost = false;
    /// The device gave no usable context; another one may be tried.
    bool noContext = false;
};

/// A part of a buffer that is on a device, to be copied into host memory.
struct ResidentRead {
    DeviceAddress device;
    std::string name;
    std::string key;      ///< DeviceBuffer::residentKey
    bool kept = false;    ///< DeviceBuffer::kept
    bool stepped = false; ///< of the launch that is stepped through; `key` is empty then
    std::uint64_t firstByte = 0;
    std::uint64_t bytes = 0;
    HostPlace target = {};
};

} // namespace warpbench::session
