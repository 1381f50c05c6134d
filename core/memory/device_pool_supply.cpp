// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes_text.h"
#include "core/memory/chunk_window.h"
#include "core/memory/device_pool_state.h"
#include "core/memory/held_blocks.h"
#include "core/memory/out_of_memory.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

namespace warpbench::memory {

namespace {

/// The unit of a driver's own allocations on current GPUs.
constexpr std::size_t kDriverUnit = std::size_t(2) << 20;
/// Small blocks come from slabs that grow with the pool, up to this size.
constexpr std::size_t kLargestSlab = std::size_t(32) << 20;
/// A large block's slab has room for this many of its size, if that is at most this fraction
/// of the pool.
constexpr std::size_t kBlocksOfASlab = 3;
constexpr std::size_t kPartOfThePool = 10;
/// Memory that moves has this many addresses for each byte of the device.
constexpr std::size_t kAddressesPerByte = 4;

CUresult freeDevice(const cuda::DriverApi& api, std::uint64_t pointer) {
    return api.memFree(pointer);
}

CUresult endSpace(const cuda::DriverApi&, std::uint64_t space) {
    reinterpret_cast<ChunkSpace*>(static_cast<std::uintptr_t>(space))->end();
    return CUDA_SUCCESS;
}

std::size_t inDriverUnits(std::size_t bytes) {
    return bytes > ~std::size_t(0) - kDriverUnit
               ? bytes
               : (bytes + kDriverUnit - 1) / kDriverUnit * kDriverUnit;
}

/// A sixty-fourth of a small device's memory.
std::size_t slabLimitOf(const cuda::Device& device) {
    const std::size_t part = std::size_t(device.totalMemoryBytes()) / 64;
    return std::clamp(part / kDriverUnit * kDriverUnit, kDriverUnit, kLargestSlab);
}

} // namespace

DevicePoolState::DevicePoolState(cuda::Context context)
    : m_context(std::move(context))
    , m_owner(m_context.state()->owner())
    , m_defaultStream(cuda::Stream::defaultOf(m_context))
    , m_slabLimit(slabLimitOf(m_context.device()))
    , m_lock(m_owner) {}

DevicePoolState::~DevicePoolState() {
    for (const auto& [at, slab] : m_ranges.slabs()) {
        if (!slab->moves)
            bury(*m_context.state(), at);
    }
    if (m_space) {
        cuda::ContextState& state = *m_context.state();
        state.bury({&state, cuda::handleOf(m_space.get()), &endSpace, "cuMemUnmap", m_space});
    }
}

void DevicePoolState::bury(cuda::ContextState& state, CUdeviceptr pointer) noexcept {
    state.bury({&state, pointer, &freeDevice, "cuMemFree"});
}

Range& DevicePoolState::takeFromDriver(std::size_t bytes, std::size_t capacity,
                                       const StreamPtr& stream) {
    const cuda::ContextScope scope(m_context);
    if (capacity > m_slabLimit / 2 && putTogether(capacity))
        return *takeHeld(bytes, capacity, stream);
    const auto [pointer, slab] = allocateSlab(bytes, capacity);
    {
        const std::lock_guard lock(m_lock);
        m_ranges.add(pointer, slab);
        ++m_figures.driverAllocations;
        m_figures.managedBytes += slab;
        m_figures.peakManagedBytes = std::max(m_figures.peakManagedBytes, m_figures.managedBytes);
    }
    return *takeHeld(bytes, capacity, stream);
}

ChunkSpace* DevicePoolState::space() {
    if (!std::exchange(m_spaceSought, true)) {
        const auto total = std::size_t(m_context.device().totalMemoryBytes());
        m_space = ChunkSpace::make(m_context, m_slabLimit, total * kAddressesPerByte);
        const std::lock_guard lock(m_lock);
        if (m_space)
            m_addresses = &m_ranges.addSpace(m_space->at(), m_space->bytes());
    }
    return m_space.get();
}

/// Makes a range that is large enough from free chunks, wherever they are, and from new ones if
/// there are too few. \returns false if that is not possible; then use a slab
bool DevicePoolState::putTogether(std::size_t capacity) {
    if (!space())
        return false;
    m_space->lookAtPast();
    const std::size_t chunk = m_space->chunkBytes();
    ChunkWindow window;
    std::vector<ChunkSpace::Source> sources;
    {
        const std::lock_guard lock(m_lock);
        m_ranges.mergeAll();
        auto found = cheapestWindow(*m_addresses, capacity, chunk,
                                    [this](CUdeviceptr place) { return m_space->costOf(place); });
        if (!found)
            return false;
        window = std::move(*found);
        for (const CUdeviceptr place :
             movableChunks(*m_addresses, chunk, window.missing.size(), window.at, capacity))
            sources.push_back({place, m_ranges.carve(*m_addresses, place, chunk)});
    }
    const std::size_t moved = sources.size();
    sources.resize(window.missing.size());
    const bool well = m_space->put(window.missing, sources) == CUDA_SUCCESS;
    const std::lock_guard lock(m_lock);
    for (std::size_t i = 0; i < (well ? sources.size() : moved); ++i)
        m_ranges.settle(*m_addresses, well ? window.missing[i] : sources[i].place, chunk,
                        std::move(sources[i].uses));
    if (!well)
        return false;
    m_figures.movedChunks += moved;
    if (sources.size() > moved) {
        ++m_figures.driverAllocations;
        m_figures.managedBytes += (sources.size() - moved) * chunk;
        m_figures.peakManagedBytes = std::max(m_figures.peakManagedBytes, m_figures.managedBytes);
    }
    return true;
}

/// The bytes of the slab for a block, if the device has them.
std::size_t DevicePoolState::slabFor(std::size_t capacity) const {
    const std::size_t needed = inDriverUnits(capacity);
    std::size_t managed = 0;
    {
        const std::lock_guard lock(m_lock);
        managed = m_figures.managedBytes;
    }
    if (capacity <= m_slabLimit / 2)
        return std::clamp(inDriverUnits(managed), needed, m_slabLimit); // the available amount
    const std::size_t part = managed / kPartOfThePool / kDriverUnit * kDriverUnit;
    return std::max(needed, std::min(part, needed * kBlocksOfASlab));
}

/// \returns its address and bytes
std::pair<CUdeviceptr, std::size_t> DevicePoolState::allocateSlab(std::size_t bytes,
                                                                  std::size_t capacity) {
    const cuda::ContextState& state = *m_context.state();
    const std::size_t wished = slabFor(capacity);
    CUdeviceptr pointer = 0;
    if (state.api().memAlloc(&pointer, wished) == CUDA_SUCCESS)
        return {pointer, wished};
    const DriverAllocation allocation =
        allocateOrRelease([&] { return state.api().memAlloc(&pointer, capacity); },
                          [&] { return freeHeld(capacity); });
    if (allocation.code == CUDA_ERROR_OUT_OF_MEMORY)
        throwOutOfMemory(bytes, allocation.released);
    if (allocation.code != CUDA_SUCCESS)
        state.raise(allocation.code, "cuMemAlloc", saidByteCount(capacity));
    return {pointer, capacity};
}

void DevicePoolState::throwOutOfMemory(std::size_t bytes, std::size_t released) {
    OutOfMemory::Amounts amounts;
    amounts.wantedBytes = bytes;
    amounts.activeBytes = statistics().activeBytes;
    amounts.releasedBytes = released;
    const cuda::Context::MemoryInfo info = m_context.memoryInfo();
    amounts.freeBytes = info.freeBytes;
    amounts.totalBytes = info.totalBytes;
    throw OutOfMemory(m_context.device(), CUDA_ERROR_OUT_OF_MEMORY, "cuMemAlloc", false, amounts);
}

/// Frees excess chunks. \returns whether nobody needs this any more
bool DevicePoolState::freeExcess() noexcept {
    std::size_t bytes = 0;
    {
        const std::lock_guard lock(m_lock);
        bytes = excess();
    }
    try {
        freeChunks(bytes);
    } catch (const std::exception&) {
        // They stay until the next time.
    }
    const std::lock_guard lock(m_lock);
    m_freeing = false;
    return m_abandoned && m_figures.activeBlocks == 0;
}

/// Gives free chunks back to the driver until they add up to `enough` bytes, and waits for work
/// that uses them. \returns bytes
std::size_t DevicePoolState::freeChunks(std::size_t enough) {
    // A capture does not allow waiting for its streams. That is the only concern: nothing is
    // allocated meanwhile, so no chunk moves, and this thread gives nothing back (capturedNeeds).
    // What a graph uses stays active at its address until the graph is gone and its launches are
    // done.
    if (!m_space || m_context.state()->owner().capturing())
        return 0;
    const std::size_t chunk = m_space->chunkBytes();
    std::vector<CUdeviceptr> places;
    std::vector<StreamUse> uses;
    {
        const std::lock_guard lock(m_lock);
        m_ranges.mergeAll();
        places = movableChunks(*m_addresses, chunk, enough / chunk + (enough % chunk != 0 ? 1 : 0));
        for (const CUdeviceptr place : places) {
            std::vector<StreamUse> more = m_ranges.carve(*m_addresses, place, chunk);
            std::move(more.begin(), more.end(), std::back_inserter(uses));
        }
        m_figures.managedBytes -= places.size() * chunk;
    }
    const cuda::ContextScope scope(m_context);
    m_space->drop(places, uses);
    return places.size() * chunk;
}

std::size_t DevicePoolState::freeHeld(std::size_t enough) {
    const cuda::ContextScope scope(m_context);
    std::vector<CUdeviceptr> leaving;
    std::size_t bytes = 0;
    {
        const std::lock_guard lock(m_lock);
        for (Slab* slab = nullptr; bytes < enough && (slab = m_ranges.largestUnused());) {
            bytes += slab->bytes;
            m_figures.managedBytes -= slab->bytes;
            leaving.push_back(m_ranges.remove(*slab));
        }
    }
    for (const CUdeviceptr pointer : leaving)
        bury(*m_context.state(), pointer);
    return bytes < enough ? bytes + freeChunks(enough - bytes) : bytes;
}

void DevicePoolState::allow(const cuda::Device& peer) {
    const cuda::ContextScope scope(m_context);
    if (space())
        m_space->allow(peer.ordinal());
}

void DevicePoolState::stopHolding() {
    {
        const std::lock_guard lock(m_lock);
        m_holding = false;
    }
    freeHeld(static_cast<std::size_t>(-1));
}

} // namespace warpbench::memory
