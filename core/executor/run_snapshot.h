// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/open_device.h"
#include "core/executor/run_memory.h"
#include "core/executor/step_checkpoints.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace warpbench::session {

/// \param action  what the simulated GPU was asked to do
/// \throws Error (internal) if it refused
void requireDone(int result, const ErrorText& action);

/// All that the kernels of a run can change on a simulated device, as it is now: the contents of
/// its memory, which bytes of it are written, and malloc's heap.
class RunSnapshot {
  public:
    /// \param memory  RunMemory::regions
    RunSnapshot(const OpenDevice& device, const std::vector<MemoryRegion>& memory);

    /// Of each region, for StepCheckpoints.
    std::vector<const std::vector<std::byte>*> contents() const;
    /// Reads the current contents of a region at a pause. False if the launch was cancelled.
    bool readNow(std::size_t region, const wbsimPlace& pause, std::vector<std::byte>& to) const;
    /// Puts everything back, except pages that were different at a checkpoint.
    void putBack(const std::vector<StepCheckpoints::Page>& pages) const;
    /// Frees memory left by a launch that did not end. \returns a CUresult
    int putHeapBack() const;

  private:
    struct Region {
        CUdeviceptr pointer = 0;
        std::vector<std::byte> bytes;
        /// If not 0: instead of contents, one bit for each of so many bytes: was it written?
        std::uint64_t marked = 0;
    };

    const wbsimApi& api() const { return m_device.extras()->api(); }
    int readWritten(const Region& region, std::vector<std::byte>& to) const;
    void markUnwritten(const Region& region, const std::vector<std::byte>& written) const;

    const OpenDevice& m_device;
    std::vector<Region> m_regions;
    std::shared_ptr<wbsimSavedHeap> m_heap;
};

} // namespace warpbench::session
