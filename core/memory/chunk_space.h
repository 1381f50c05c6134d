// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/driver_api.h"
#include "core/memory/range_map.h"

#include <cuda.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

namespace warpbench::memory {

/// A device's address space, and its memory in chunks of one size that can be mapped at any place.
///
/// A chunk that moves stays mapped at its old, now unused address for a while: memory may be
/// mapped at several addresses (CUDA C++ Programming Guide, "Virtual Aliasing Support": what is
/// written through one is visible through another once the writing operation is done, which stream
/// order guarantees). So moving a chunk does not wait for running work. The old mapping is removed
/// once that work is done, because cuMemUnmap does not wait in all cases (a finding of PyTorch's
/// allocator; its documentation matches cuMemFree's), and a kernel would then fault there.
///
/// Does not know which memory is in use. Use it only on the context's own thread, with the context
/// current.
class ChunkSpace {
  public:
    /// \param chunk  bytes, a multiple of the driver's granularity \returns null if the device or
    /// its driver cannot map memory, or lacks suitable addresses
    static std::unique_ptr<ChunkSpace> make(const cuda::Context& context, std::size_t chunk,
                                            std::size_t bytes);
    /// Returns all memory and the addresses to the driver, after the work at former addresses. Call
    /// it once before destruction: the destructor may run where no driver can be called.
    void end();
    ChunkSpace(const ChunkSpace&) = delete;
    ChunkSpace& operator=(const ChunkSpace&) = delete;

    CUdeviceptr at() const noexcept { return m_at; }
    std::size_t bytes() const noexcept { return m_places.size() * m_chunk; }
    std::size_t chunkBytes() const noexcept { return m_chunk; }

    /// Checks which work at former addresses is done. Does not wait. Not during a capture, which a
    /// query of its stream would invalidate.
    void lookAtPast();
    /// As PlaceCost: lower for a place that was never used.
    unsigned costOf(CUdeviceptr place) const noexcept;

    /// A chunk to map at a place: taken from another place, which is free, or a new one.
    struct Source {
        CUdeviceptr place = 0; ///< 0: a new chunk
        std::vector<StreamUse> uses;
    };
    /// Makes new chunks where requested and maps all of them at their places, with access.
    /// \param to  ascending; each has a cost above 0 \returns the driver's result; unless it is
    /// CUDA_SUCCESS, nothing has changed
    CUresult put(const std::vector<CUdeviceptr>& to, const std::vector<Source>& from);
    /// Returns the memory of places to the driver. Waits for work that uses it.
    void drop(const std::vector<CUdeviceptr>& places, std::vector<StreamUse> uses);
    /// Lets a peer use all memory here, now and later. \returns the driver's result
    CUresult allow(int peer);

  private:
    enum class Use : unsigned char { none, home, former, busy };
    struct Place {
        CUmemGenericAllocationHandle chunk = 0; ///< mapped there
        Use use = Use::none;
    };
    /// Work that may still use a place's memory through its former address.
    struct Past {
        std::size_t place = 0;
        std::vector<StreamUse> uses;
    };

    ChunkSpace(const cuda::Context& context, std::size_t chunk, CUdeviceptr at, std::size_t places);
    std::size_t indexOf(CUdeviceptr place) const noexcept { return (place - m_at) / m_chunk; }
    CUdeviceptr placeOf(std::size_t index) const noexcept { return m_at + index * m_chunk; }
    CUresult create(CUmemGenericAllocationHandle& chunk);
    CUresult mapAll(const std::vector<CUdeviceptr>& to,
                    const std::vector<CUmemGenericAllocationHandle>& chunks);
    CUresult setAccess(const std::vector<CUdeviceptr>& places) const;
    void forget(const std::vector<CUdeviceptr>& places);
    void forgetFormer();
    bool isDone(const StreamUse& use) const noexcept;
    void waitFor(const StreamUse& use) const noexcept;

    cuda::Context m_context;
    const cuda::DriverApi& m_api;
    const std::size_t m_chunk;
    const CUdeviceptr m_at;
    std::vector<Place> m_places;
    std::deque<Past> m_past; ///< oldest first
    std::vector<CUmemAccessDesc> m_access;
};

} // namespace warpbench::memory
