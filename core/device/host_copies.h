// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/memory.h"
#include "core/memory/staging.h"
#include "core/report/device_run.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

namespace warpbench::session {

/// Copies between the host memory of runs and a device's memory: page-locked memory directly by the
/// device; large pageable memory through page-locked chunks that several threads fill; everything
/// else, and all copies of a simulated device, by the driver. On the thread of the device. Errors
/// of a copy are CudaErrors.
class HostCopies {
  public:
    /// Host memory, and how to copy it.
    struct Side {
        std::byte* data = nullptr;
        bool staged = false;

        /// Bytes copied between two checks for a stop: some milliseconds' worth, and so much that
        /// the overhead of starting the copy is negligible.
        std::uint64_t pieceBytes() const { return std::uint64_t(staged ? 256 : 16) << 20; }
    };

    /// \param stagedBytes  WorkerHabits::stagedBytes
    HostCopies(const cuda::Context& context, BlockSource blocks, std::uint64_t stagedBytes);

    /// Call at the start of another run, or of another read by the user.
    void begin() { ++m_run; }
    /// \throws Error (internal) for a block unknown to the worker
    Side at(const HostPlace& place);
    /// For repeated copies; page-locked if the driver permits.
    std::byte* locked(const HostPlace& place);
    /// Memory outside of blocks.
    Side pageable(std::byte* data, std::uint64_t bytes) const;

    /// Copies on the default stream; the host waits until source is reusable and target complete.
    void upload(CUdeviceptr target, const Side& source, std::uint64_t offset, std::uint64_t bytes);
    void download(const Side& target, std::uint64_t offset, CUdeviceptr source,
                  std::uint64_t bytes);

    void forgetBlock(std::uint64_t id);
    /// Frees the page-locked chunks.
    void freeHeld();
    /// Page-locked bytes in blocks and chunks. Thread-safe.
    std::uint64_t lockedBytes() const { return m_lockedBlocks + m_lockedChunks; }

  private:
    struct Block {
        std::shared_ptr<const platform::SharedMemory> memory;
        std::uint64_t firstRun = 0;
        bool lockTried = false;
        std::optional<cuda::RegisteredHostMemory> lock;
        /// If it is unlocked there, copies become pageable again, and wait as before.
        bool lockedByOther = false;
    };

    Block& block(const HostPlace& place);
    void lock(Block& block);
    memory::StagingCopier& copier();

    cuda::Context m_context;
    BlockSource m_source;
    std::uint64_t m_stagedBytes;
    std::uint64_t m_run = 0;
    std::map<std::uint64_t, Block> m_blocks;
    std::optional<memory::StagingCopier> m_copier;
    std::atomic<std::uint64_t> m_lockedBlocks = 0;
    std::atomic<std::uint64_t> m_lockedChunks = 0;
};

} // namespace warpbench::session
