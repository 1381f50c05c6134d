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

/// How the host memory of runs and a device's memory are copied into each other: page-locked
/// memory by the device alone; large pageable memory through page-locked chunks that several
/// threads fill; all else, and whatever a simulated device copies, by the driver. On the thread of
/// the device. What goes wrong with a copy is a CudaError.
class HostCopies {
  public:
    /// Host memory, and how to copy it.
    struct Side {
        std::byte* data = nullptr;
        bool staged = false;

        /// What is copied between two looks at a stop: some milliseconds' worth, and so much that
        /// starting the copy costs nothing beside it.
        std::uint64_t pieceBytes() const { return std::uint64_t(staged ? 256 : 16) << 20; }
    };

    /// \param stagedBytes  WorkerHabits::stagedBytes
    HostCopies(const cuda::Context& context, BlockSource blocks, std::uint64_t stagedBytes);

    /// Another run, or another read by the user, begins.
    void begin() { ++m_run; }
    /// \throws Error (internal) for a block that the worker does not know
    Side at(const HostPlace& place);
    /// For copies again and again, page-locked where the driver agrees.
    std::byte* locked(const HostPlace& place);
    /// Memory of no block.
    Side pageable(std::byte* data, std::uint64_t bytes) const;

    /// Copy on the default stream; the host waits until source may be changed and target is there.
    void upload(CUdeviceptr target, const Side& source, std::uint64_t offset, std::uint64_t bytes);
    void download(const Side& target, std::uint64_t offset, CUdeviceptr source,
                  std::uint64_t bytes);

    void forgetBlock(std::uint64_t id);
    /// Gives up the page-locked chunks.
    void freeHeld();
    /// Of the blocks and chunks that are page-locked, bytes. Any thread.
    std::uint64_t lockedBytes() const { return m_lockedBlocks + m_lockedChunks; }

  private:
    struct Block {
        std::shared_ptr<const platform::SharedMemory> memory;
        std::uint64_t firstRun = 0;
        bool lockTried = false;
        std::optional<cuda::RegisteredHostMemory> lock;
        /// Should it be unlocked there, copies are pageable ones again, and wait as before.
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
