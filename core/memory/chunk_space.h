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

/// Addresses of a device, and its memory in chunks of one size that can be put to any of them.
///
/// A chunk that moves keeps its old address for a while, which nobody uses any more: memory may be
/// mapped at several addresses (CUDA C++ Programming Guide, "Virtual Aliasing Support": what is
/// written by one is seen by another once the operation that wrote is done, which is what order in
/// streams gives). So nothing waits for what still runs when a chunk moves. It is unmapped once
/// that is done: cuMemUnmap does not wait in all cases (seen by PyTorch's allocator; it is
/// documented as cuMemFree is), and what a kernel then does there is a fault.
///
/// Knows nothing of which memory is in use. The context's own thread only, with the context
/// current.
class ChunkSpace {
  public:
    /// \param chunk  bytes, a multiple of the driver's granularity \returns null where the device
    /// or its driver cannot map memory, or has no such addresses
    static std::unique_ptr<ChunkSpace> make(const cuda::Context& context, std::size_t chunk,
                                            std::size_t bytes);
    /// All memory and the addresses go back to the driver, after the work at former addresses. To
    /// be called once, before this goes: it may go where no driver can be called.
    void end();
    ChunkSpace(const ChunkSpace&) = delete;
    ChunkSpace& operator=(const ChunkSpace&) = delete;

    CUdeviceptr at() const noexcept { return m_at; }
    std::size_t bytes() const noexcept { return m_places.size() * m_chunk; }
    std::size_t chunkBytes() const noexcept { return m_chunk; }

    /// Asks what of the work at former addresses is done. Does not wait. Never during a capture,
    /// which a question to its stream would spoil.
    void lookAtPast();
    /// As PlaceCost: less for a place where nothing has been.
    unsigned costOf(CUdeviceptr place) const noexcept;

    /// A chunk to be put to a place: that of another place, which is free, or a new one.
    struct Source {
        CUdeviceptr place = 0; ///< 0: a new one
        std::vector<StreamUse> uses;
    };
    /// Makes new chunks where they are asked for and puts all to their places, with access.
    /// \param to  ascending, each of which has a cost \returns what the driver says; unless it is
    /// CUDA_SUCCESS, all is where it was
    CUresult put(const std::vector<CUdeviceptr>& to, const std::vector<Source>& from);
    /// Gives the memory of places back to the driver. Waits for what uses it.
    void drop(const std::vector<CUdeviceptr>& places, std::vector<StreamUse> uses);
    /// Lets a peer use all memory here, now and later. \returns what the driver says
    CUresult allow(int peer);

  private:
    enum class Use : unsigned char { none, home, former, busy };
    struct Place {
        CUmemGenericAllocationHandle chunk = 0; ///< mapped there
        Use use = Use::none;
    };
    /// Work that may still use a place's memory by an address that is no longer its own.
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
