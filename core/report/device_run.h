// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/device_peaks.h"
#include "core/launch/graph_timing.h"
#include "core/profile/launch_profile.h"
#include "core/project/plan.h"
#include "core/report/run_report.h"
#include "core/sensors/gpu_sensors.h"
#include "core/sensors/hardware_figures.h"

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

/// Requests to a device worker, and its answers: plain values that keep only names of the project,
/// so that they can be sent over a pipe.
namespace warpbench::session {

/// A device by its driver and the driver's own ordinal.
struct DeviceAddress {
    bool simulated = false;
    int ordinal = 0;

    // NOLINTNEXTLINE(modernize-use-nullptr): the 0 meant is in compiler-generated code
    auto operator<=>(const DeviceAddress&) const = default;
};

/// A place in host memory that both this program and a worker can access (host_blocks.h).
struct HostPlace {
    std::uint64_t block = 0; ///< 0: none
    std::uint64_t offset = 0;

    explicit operator bool() const noexcept { return block != 0; }
};

/// Returns the memory of a block by its id; null if unknown.
using BlockSource = std::function<std::shared_ptr<const platform::SharedMemory>(std::uint64_t id)>;

struct DeviceBuffer {
    std::string name;
    std::uint64_t bytes = 0;
    project::MemoryKind memory = project::MemoryKind::device;
    /// Pitched memory: bytes of a line, and between the starts of lines; otherwise 0.
    std::uint64_t lineBytes = 0, pitch = 0;
    std::uint64_t address = 0; ///< required address; 0: anywhere
    /// Bytes of other devices' rows before and after these, not included in `bytes`.
    std::uint64_t before = 0, after = 0;
    HostPlace initial; ///< first contents with the rows before and after; none: not on the host
    /// One, two or four bytes that the first contents repeat throughout. The device fills the
    /// buffer with them and does not need `initial`.
    std::vector<std::uint8_t> fill;
    /// Index of the one of DeviceRunRequest::fillers that makes its first contents, not `initial`.
    std::optional<std::size_t> filler;
    HostPlace result; ///< receives the contents after the check pass; none: nowhere
    bool upload = false;
    bool written = false; ///< restored before each timing pass
    /// Not empty: stays on the device after the run, where the next run with the same name and key
    /// finds it. The key covers everything that its first contents depend on.
    std::string residentKey;
    /// Has a key that no other run has: the result of the check pass stays until the device's next
    /// run for viewing, in place of `result`.
    bool kept = false;

    std::uint64_t lines() const { return lineBytes > 0 ? bytes / lineBytes : 0; }
    /// The size of `bytes` on the device.
    std::uint64_t deviceBytes() const { return pitch > 0 ? lines() * pitch : bytes; }
    /// The name by which the device finds it (OpenDevice::resident). A kept buffer does not
    /// replace another project's resident buffer of the same name.
    const std::string& residentSlot() const { return kept ? residentKey : name; }
};

/// A texture or surface object over a copy of a buffer in a texture layout.
struct DeviceImageArgument {
    bool surface = false;
    std::size_t buffer = 0;
    std::vector<std::int64_t> extent; ///< outermost first, 1 to 3 dimensions
    arrays::Scalar scalar = arrays::Scalar::float32;
    int channels = 1;
    bool copyBack = false; ///< a surface that the kernel writes to
    project::TextureArg settings;
    std::vector<std::size_t> levels; ///< buffers of the mip levels after the first
};

struct DeviceArgument {
    std::vector<std::uint8_t> bytes; ///< as the kernel reads them, without the addresses
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
    std::optional<project::LibraryCall> library; ///< instead of a kernel; arguments: its buffers
    std::string lowered;                         ///< the kernel's name in the module
    std::vector<DeviceArgument> arguments;
    std::vector<std::size_t> parameterBytes; ///< size of each parameter; empty: unknown
    // Buffers that contain rows of other devices.
    std::vector<std::size_t> reads;
    std::vector<std::size_t> writes;
    std::vector<std::size_t> readOnly; ///< buffers passed only for reading
    // For the profile.
    int residentBlocks = 1;    ///< at once on an SM
    std::uint64_t l1Bytes = 0; ///< of an SM in addition to shared memory
};

struct DeviceConstant {
    std::string symbol;
    std::vector<std::uint8_t> bytes; ///< empty: keeps the module's value
    std::uint64_t elementBytes = 1;
    bool read = false; ///< after the check pass
    Place place;       ///< in the project file
};

/// The role of this device in a run that several devices share. They meet in one worker.
struct DeviceSharing {
    std::uint64_t group = 0; ///< the same for all of them, and unique to the run; 0: not shared
    int index = 0;           ///< in the order of their rows
    int count = 1;
    bool throughHost = false; ///< exchange rows through the host even if peer copies are possible
};

/// Code to link with a request's own: either or both of these; machine code has precedence.
struct DeviceCodePart {
    std::string fileName; ///< for messages
    std::string ptx;
    std::vector<std::uint8_t> cubin; ///< may be empty
};

/// Kernels that make first contents on the device. Each takes the address of one buffer.
struct DeviceFillers {
    DeviceCodePart code;
    std::vector<DeviceLaunch> launches;
};

struct DeviceRunRequest {
    DeviceAddress device;
    DeviceSharing sharing;
    std::string ptx;                 ///< used if the cubin is empty
    std::vector<std::uint8_t> cubin; ///< may be empty
    std::string codeFile; ///< the file of the code, in place of a source; empty: compiled
    std::vector<DeviceCodePart> parts;  ///< linked with it, if any
    std::vector<std::string> libraries; ///< files that the driver links with it: libcudadevrt.a
    std::vector<DeviceBuffer> buffers;
    std::optional<DeviceFillers> fillers; ///< empty: no buffer needs one
    std::vector<DeviceLaunch> launches;
    std::vector<DeviceConstant> constants;
    project::ContextSettings context;
    std::uint32_t rounds = 1; ///< how often each pass repeats the launches
    int warmup = 0;
    int repeats = 0;        ///< 0: no timing
    double medianError = 0; ///< continue past `repeats` until this; 0: ignored
    int maxRepeats = 0;
    bool restore = true;
    bool flushL2 = false;
    bool graph = false;         ///< also time the passes as one CUDA graph
    bool energy = false;        ///< a real GPU also measures the energy of a pass
    bool profile = false;       ///< a profiler observes the timed passes
    int rotate = 1;             ///< copies of read-only buffers, which timing passes use in turn
    double timeoutSeconds = 60; ///< of the device's work; 0: none
    double limitSeconds = 60;   ///< of the whole run, for messages
    bool checkFaults = false;
    /// The byte that fills memory without uploaded contents: NaN in floats, -1 in integers.
    std::uint8_t undefined = 0xFF;
    bool guards = false; ///< zones around each buffer reveal writes outside of it
    bool metrics = false;
    /// launch::peakKernelsSource(), compiled: a real GPU with counters also measures its peaks.
    std::optional<DeviceCodePart> peakKernels;
    bool trace = false;       ///< simulated devices: keep a sample of memory accesses
    bool profileWork = false; ///< simulated devices: record demands on the hardware
};

struct DeviceLaunchResult {
    std::vector<double> samplesMs;
    std::vector<double> startsMs; ///< when each began, on the clock of `conditions`; empty: unknown
    std::string clock;
    std::optional<Counters> counters;
    std::optional<cuda::HardwareFigures> hardware; ///< of a real GPU with counters
    std::shared_ptr<AccessTrace> trace;            ///< null: not requested
    std::optional<estimate::LaunchProfile> work;   ///< empty: not requested
    // The driver's properties of the loaded kernel.
    int registers = 0;
    std::int64_t staticShared = 0; ///< bytes
    int maxThreads = 0;
    std::string computedBy; ///< for a library call: "cuBLAS 13.0.2"; otherwise empty
};

/// Milliseconds of a pass, launched one by one and as one graph.
struct DeviceGraphResult : launch::GraphTiming {
    double coldMs = 0; ///< of the check pass, which launches the kernels for the first time
    std::string clock;
};

/// Statistics of keeping other devices' rows up to date.
struct DeviceExchange {
    int times = 0;            ///< exchanges, each of one or more buffers
    std::uint64_t bytes = 0;  ///< received from others
    double ms = 0;            ///< copying, on the host's clock
    double waitedMs = 0;      ///< for the others, before and after
    bool peerCopies = false;  ///< some rows came by peer copies
    bool throughHost = false; ///< some rows came through the host
};

struct DeviceRunResult {
    RunStatus status = RunStatus::ok; ///< ok, device_error, fault, cancelled or timeout
    ErrorText message;                ///< what went wrong and what to do
    int failedLaunch = -1;            ///< the launch that the message is about; -1: none
    std::vector<Transfer> transfers;
    /// The contents of the constants to be read after the check pass, in their order.
    std::vector<std::vector<std::uint8_t>> variables;
    std::vector<DeviceLaunchResult> launches;
    std::optional<DeviceGraphResult> graph; ///< empty: not requested
    std::optional<cuda::EnergyUse> energy;  ///< empty: not requested, or unknown
    std::optional<RotatedInputs> rotated;   ///< empty: not requested, or no buffer is read-only
    DeviceExchange exchange;
    std::optional<ContextUse> context; ///< empty: the project does not specify it
    std::optional<MemoryUse> memory;   ///< empty: the run did not reach the device
    /// Of a real GPU during timing; empty: not timed, or without sensors.
    std::optional<cuda::GpuConditions> conditions;
    std::optional<launch::DevicePeaks> peaks; ///< empty: not requested, or unavailable
    std::vector<Fault> faults;
    std::vector<Fault> findings;    ///< as in RunReport
    std::vector<std::string> notes; ///< limits of the checks
    std::string standardOutput;
    bool checked = false; ///< the check pass succeeded and its results were downloaded
    /// The check pass failed, and the buffers were downloaded afterwards (simulated devices only).
    bool downloadedAtFault = false;
    /// The process that ran it can no longer use this device: an endless kernel, or an error that
    /// a real driver never recovers from.
    bool workerLost = false;
    /// The device has no usable context; another device may be tried.
    bool noContext = false;
};

/// A part of a buffer that is on a device, to be copied into host memory.
struct ResidentRead {
    DeviceAddress device;
    std::string name;
    std::string key;      ///< DeviceBuffer::residentKey
    bool kept = false;    ///< DeviceBuffer::kept
    bool stepped = false; ///< of the launch being stepped through; then `key` is empty
    std::uint64_t firstByte = 0;
    std::uint64_t bytes = 0;
    HostPlace target = {};
};

} // namespace warpbench::session
