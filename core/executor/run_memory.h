// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/fixed_memory.h"
#include "core/cuda/module.h"
#include "core/cuda/simulated_extras.h"
#include "core/device/device_image.h"
#include "core/device/open_device.h"
#include "core/device/peer_group.h"
#include "core/device/run_control.h"
#include "core/launch/arguments.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::session {

/// A range of device memory.
struct MemoryRegion {
    CUdeviceptr pointer = 0;
    std::uint64_t bytes = 0;
};

/// The memory of one run on a device: its buffers with their guard zones and copies, buffers at
/// fixed addresses, resident buffers, and the variables of its code. This class alone allocates,
/// fills, checks, saves, restores and fetches it; arrays behind textures and surfaces belong to
/// launches. Long copies report progress and end with Error (cancelled) if the run is stopped. On
/// the device's thread.
class RunMemory {
  public:
    /// Allocates nothing yet.
    RunMemory(OpenDevice& device, const DeviceRunRequest& request, RunControl& control);

    // ---- before the first launch
    /// Gives variables and buffers their first contents, and keeps copies of those that later
    /// passes restore. \param code  the run's module
    /// \param again  whether passes follow the check pass
    /// \throws Error (project, device, cancelled), CudaError
    void make(const cuda::Module& code, bool again);
    /// Whether every buffer has its memory.
    bool isMade() const { return m_buffers.size() == m_request.buffers.size(); }

    // ---- where it is
    CUdeviceptr addressOf(const DeviceArgument::Address& address, std::size_t turn = 0) const;
    ImageMemory imageMemoryOf(std::size_t buffer) const;
    /// A launch's arguments, laid out for the driver.
    /// \param images  of its image arguments, in their order
    /// \param turn    which of the copies that passes use in turn; 0: the buffers themselves
    launch::PackedArguments argumentsOf(const DeviceLaunch& launch,
                                        std::span<const DeviceImage> images = {},
                                        std::size_t turn = 0) const;
    /// The buffers, for other devices.
    std::vector<PeerGroup::Rows> rows() const;
    std::vector<TracedBuffer> tracedBuffers() const;
    /// All that kernels can change on a simulated device: buffers, and the variables of all linked
    /// parts. \param code  the run's module
    std::vector<MemoryRegion> regions(const cuda::Module& code) const;
    /// A part of a buffer, to the end of its line at most: a pitched buffer has gaps between lines.
    /// \throws Error (internal) for a part that does not exist
    MemoryRegion placeOf(const std::string& buffer, std::uint64_t firstByte,
                         std::uint64_t bytes) const;
    /// A fault of the simulated GPU, with its buffer; empty for one that the kernel did not cause.
    std::optional<Fault> faultOf(const cuda::SimulatedFault& found) const;
    /// All that the run has, and what stays on the device.
    MemoryUse use() const;

    // ---- checks of a launch
    /// Before it: keeps what it must only read and others write.
    void keepInputs(const DeviceLaunch& launch);
    /// After it: whether it wrote to buffers that it must only read.
    std::optional<Fault> faultAtInput(const DeviceLaunch& launch);
    /// After it: whether it wrote outside of buffers.
    std::optional<Fault> faultAtGuards(const DeviceLaunch& launch) const;
    /// After all launches without these checks: the read-only buffers that a simulated device finds
    /// changed. Later passes restore them.
    std::vector<std::string> findChangedInputs();

    // ---- results
    /// The buffers whose contents the host wants.
    void download();
    /// Copies so far.
    const std::vector<Transfer>& transfers() const { return m_transfers; }
    /// The variables to be read, in the request's order.
    std::vector<std::vector<std::uint8_t>> readVariables() const;

    // ---- passes after the check pass
    /// Puts written buffers back to their first contents, in the order of a stream, unless the
    /// project leaves them as they are.
    void restore(const cuda::Stream& stream);
    /// Copies what read-only buffers contain, so that passes can use another copy each time.
    /// \param count  with the buffers themselves \returns the bytes of all copies; 0: none are made
    std::uint64_t rotateInputs(int count);
    /// Keeps resident buffers as the check pass left them, and puts them back.
    void keepResults();
    void putResultsBack() const;

    // ---- resident buffers
    // One that is written is only known to be correct after the run has succeeded: until then, no
    // later run can find it.
    void doubtResident();
    void trustResident();
    /// Kept buffers are looked at as they are, also after a fault.
    void trustKept();
    /// The resident buffers that the next run recreates.
    std::vector<std::string> doubted() const;

  private:
    /// A copy of a buffer's contents: on the device, or on the host if it lacks the memory.
    struct Saved {
        BufferMemory device;
        std::shared_ptr<arrays::HostBlock> host;
    };
    struct Buffer {
        const DeviceBuffer* request = nullptr;
        BufferMemory memory; ///< unless resident
        CUdeviceptr allocation = 0;
        std::uint64_t emptyAfter = 0; ///< no elements: at the end of an allocation of this size
        CUdeviceptr pointer = 0;      ///< of the first own row
        bool fresh = true;            ///< not found on the device
        std::optional<Saved> before;  ///< contents before the check pass
        std::optional<Saved> after;   ///< contents after it, for resident buffers
        std::vector<Saved> rotated;   ///< additional copies, which timing passes use in turn
        std::optional<Saved> asRead;  ///< before a launch that must only read it
        bool changed = false;         ///< by a kernel, although no launch is allowed to write it

        /// All of it, including the rows of other devices.
        CUdeviceptr base() const { return pointer - request->before; }
        std::uint64_t total() const {
            return request->before + request->deviceBytes() + request->after;
        }
        bool staysWritten() const { return !request->residentKey.empty() && request->written; }
        /// Whether its first contents remain available throughout the run.
        bool isMadeAnew() const;
        /// Whether they are known, and no launch may change them.
        bool isInput() const;
    };
    struct Variable {
        const DeviceConstant* request = nullptr;
        cuda::GlobalSymbol symbol;
    };

    void setVariables(const cuda::Module& code);
    void makeFixedMemory();
    Buffer& makeBuffer(const DeviceBuffer& request);
    void placeBuffer(Buffer& buffer);
    void fillFirst(Buffer& buffer);
    void fillUndefined(const Buffer& buffer);
    void upload(const Buffer& buffer);
    void fill(const cuda::Stream& stream, const Buffer& buffer) const;
    void generate(const Buffer& buffer);
    void keepCopy(Buffer& buffer);

    bool checksInputs() const;
    std::optional<std::uint64_t> firstChange(const Buffer& buffer);
    void fetch(const Buffer& buffer, CUdeviceptr base, std::uint64_t offset,
               std::span<std::byte> to);

    bool mayRotate(std::size_t index) const;
    std::optional<Saved> save(const Buffer& buffer, bool spare = false);
    void putBack(const cuda::Stream& stream, const Buffer& buffer, const Saved& saved) const;
    void copyLines(const Buffer& buffer, std::byte* host, bool toDevice, const cuda::Stream& stream,
                   std::uint64_t offset, std::uint64_t bytes) const;
    void beginCopies(const std::string& phase, std::uint64_t bytes);
    double copyInPieces(const std::string& phase, std::uint64_t bytes, std::uint64_t pieceBytes,
                        const std::function<void(std::uint64_t, std::uint64_t)>& copy);
    ResidentBuffer& residentOf(const Buffer& buffer) const;
    cuda::Stream stream() const { return cuda::Stream::defaultOf(m_device.context()); }

    OpenDevice& m_device;
    const DeviceRunRequest& m_request;
    RunControl& m_control;
    std::vector<Variable> m_variables;
    std::optional<cuda::Module> m_fillers;  ///< loaded when a buffer first needs it
    std::vector<cuda::FixedMemory> m_fixed; ///< for buffers with fixed addresses
    std::vector<Buffer> m_buffers;          ///< in the request's order
    std::vector<Transfer> m_transfers;
    // Of the current phase's copies, for its progress.
    std::uint64_t m_bytesToCopy = 0;
    std::uint64_t m_bytesCopied = 0;
};

} // namespace warpbench::session
