// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/device_pool.h"

#include "core/cuda/context_state.h"
#include "core/cuda/event.h"
#include "core/memory/brief_lock.h"
#include "core/memory/chunk_space.h"
#include "core/memory/chunk_window.h"
#include "core/memory/held_blocks.h"
#include "core/memory/range_map.h"
#include "core/memory/size_class.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace warpbench::memory {

namespace {

using StreamPtr = std::shared_ptr<cuda::StreamBox>;

/// What a driver's own allocations are made of on today's GPUs.
constexpr std::size_t kDriverUnit = std::size_t(2) << 20;
/// Small blocks come from slabs that grow with the pool up to this.
constexpr std::size_t kLargestSlab = std::size_t(32) << 20;
/// A large block's slab has room for others of its size: so many, where that is no more than such a
/// part of the pool.
constexpr std::size_t kBlocksOfASlab = 3;
constexpr std::size_t kPartOfThePool = 10;
/// Memory that moves has so many addresses for each byte of the device.
constexpr std::size_t kAddressesPerByte = 4;
/// What is held beyond the highest use lately may be such a part of that.
constexpr std::size_t kMostAbovePeak = 4;
/// After so many allocations the highest use before them is forgotten.
constexpr std::uint64_t kPeriod = 1024;

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

/// The highest number of bytes in use at one time, of this period and the last.
class RecentPeak {
  public:
    void note(std::size_t active) noexcept {
        m_now = std::max(m_now, active);
        if (++m_noted % kPeriod == 0)
            m_before = std::exchange(m_now, active);
    }
    std::size_t bytes() const noexcept { return std::max(m_now, m_before); }

  private:
    std::uint64_t m_noted = 0;
    std::size_t m_now = 0;
    std::size_t m_before = 0;
};

class DevicePoolState {
  public:
    explicit DevicePoolState(cuda::Context context)
        : m_context(std::move(context))
        , m_slabLimit(slabLimitOf(m_context.device())) {}
    DevicePoolState(const DevicePoolState&) = delete;
    DevicePoolState& operator=(const DevicePoolState&) = delete;

    const cuda::Context& context() const noexcept { return m_context; }

    Range& allocate(std::size_t bytes, std::size_t capacity, const StreamPtr& stream);
    /// \param stream  null: the one that the range was allocated for
    void giveBack(Range& range, std::size_t bytes, StreamPtr stream) noexcept;
    /// Frees unused slabs, largest first, and then chunks, until `enough` bytes are free.
    /// \returns bytes freed
    std::size_t freeHeld(std::size_t enough);
    void allow(const cuda::Device& peer);
    void stopHolding();
    [[noreturn]] void throwOutOfMemory(std::size_t bytes, std::size_t released);
    PoolStatistics statistics() const;
    /// Of the graph that this thread captures; null where it captures none.
    cuda::OwnerThread::Needs* capturedNeeds() const noexcept {
        const cuda::ContextState& state = *m_context.state();
        return state.ownedByThisThread() ? state.owner().capturedNeeds() : nullptr;
    }
    /// The pool itself is gone; its blocks may not be.
    void abandon() noexcept;

  private:
    ~DevicePoolState() {
        for (const auto& [at, slab] : m_ranges.slabs()) {
            if (!slab->moves)
                bury(*m_context.state(), at);
        }
        if (m_space) {
            cuda::ContextState& state = *m_context.state();
            state.bury({&state, cuda::handleOf(m_space.get()), &endSpace, "cuMemUnmap", m_space});
        }
    }

    Range* takeHeld(std::size_t bytes, std::size_t capacity, const StreamPtr& stream);
    Range& takeFromDriver(std::size_t bytes, std::size_t capacity, const StreamPtr& stream);
    ChunkSpace* space();
    bool putTogether(std::size_t capacity);
    std::size_t freeChunks(std::size_t enough);
    bool freeExcess() noexcept;
    void orderAfter(const StreamUse& use, const StreamPtr& stream);
    std::size_t slabFor(std::size_t capacity) const;
    std::pair<CUdeviceptr, std::size_t> allocateSlab(std::size_t bytes, std::size_t capacity);
    std::shared_ptr<cuda::Event> takeEvent();
    std::shared_ptr<cuda::Event> recordFreed(const StreamPtr& stream) noexcept;
    /// For another time, where no other range waits for it. May be null; the lock is held.
    void keepEvent(std::shared_ptr<cuda::Event> event) {
        if (event && event.use_count() == 1)
            m_spareEvents.push_back(std::move(event));
    }
    void noteTaken(std::size_t bytes, std::size_t capacity) noexcept;
    /// Bytes that are held beyond what may be.
    std::size_t excess() const noexcept {
        const std::size_t peak = m_recentPeak.bytes();
        const std::size_t most = m_holding ? peak + peak / kMostAbovePeak + m_slabLimit : 0;
        return m_figures.managedBytes - std::min(m_figures.managedBytes, most);
    }

    static void bury(cuda::ContextState& state, CUdeviceptr pointer) noexcept {
        state.bury({&state, pointer, &freeDevice, "cuMemFree"});
    }

    cuda::Context m_context;
    const std::size_t m_slabLimit;
    mutable BriefLock m_lock;
    RangeMap m_ranges;
    std::shared_ptr<ChunkSpace> m_space; ///< null: not made yet, or the device has none
    bool m_spaceSought = false;
    Slab* m_addresses = nullptr; ///< of m_space
    std::vector<std::shared_ptr<cuda::Event>> m_spareEvents;
    std::uint64_t m_eventsRecorded = 0;
    PoolStatistics m_figures; ///< but for what RangeMap::held knows
    RecentPeak m_recentPeak;
    bool m_holding = true;
    bool m_abandoned = false;
    bool m_freeing = false; ///< by the owning thread, which needs this although no block may
    std::optional<std::uint64_t> m_firstStream;
    /// With a single stream no events are needed at all. The owning thread only.
    bool m_severalStreams = false;
};

void DevicePoolState::noteTaken(std::size_t bytes, std::size_t capacity) noexcept {
    ++m_figures.activeBlocks;
    ++m_figures.allocations;
    m_figures.activeBytes += capacity;
    m_figures.requestedBytes += bytes;
    m_recentPeak.note(m_figures.activeBytes);
}

/// A range that is ready for the stream's next work: null where the driver must be asked.
Range* DevicePoolState::takeHeld(std::size_t bytes, std::size_t capacity, const StreamPtr& stream) {
    std::vector<StreamUse> others;
    Range* range = nullptr;
    {
        const std::lock_guard lock(m_lock);
        if (!m_firstStream)
            m_firstStream = stream->handle();
        else if (*m_firstStream != stream->handle())
            m_severalStreams = true;
        range = m_ranges.take(capacity, *stream);
        if (!range)
            return nullptr;
        noteTaken(bytes, capacity);
        ++m_figures.reuses;
        if (range->uses.size() == 1 && range->usedOnlyBy(*stream)) { // as mostly
            keepEvent(std::move(range->uses.front().done));
            return range;
        }
        others = std::exchange(range->uses, {});
    }
    try {
        const cuda::ContextScope scope(m_context);
        for (const StreamUse& use : others) {
            if (use.stream->handle() != stream->handle())
                orderAfter(use, stream);
        }
    } catch (...) {
        const std::lock_guard lock(m_lock);
        range->uses = std::move(others);
        --m_figures.activeBlocks;
        m_figures.activeBytes -= capacity;
        m_figures.requestedBytes -= bytes;
        m_ranges.giveBack(*range);
        throw;
    }
    const std::lock_guard lock(m_lock);
    for (StreamUse& use : others)
        keepEvent(std::move(use.done));
    range->uses.push_back({stream, nullptr, 0});
    return range;
}

std::shared_ptr<cuda::Event> DevicePoolState::takeEvent() {
    {
        const std::lock_guard lock(m_lock);
        if (!m_spareEvents.empty()) {
            std::shared_ptr<cuda::Event> event = std::move(m_spareEvents.back());
            m_spareEvents.pop_back();
            return event;
        }
    }
    return std::make_shared<cuda::Event>(cuda::Event::create(m_context, cuda::Event::Timing::off));
}

/// Makes memory of another stream usable on this one.
void DevicePoolState::orderAfter(const StreamUse& use, const StreamPtr& stream) {
    const cuda::ContextState& state = *m_context.state();
    std::shared_ptr<cuda::Event> event = use.done;
    if (!event) {
        event = takeEvent();
        state.check(state.api().eventRecord(event->handle(), use.stream->as<CUstream>()),
                    "cuEventRecord");
    }
    state.check(state.api().streamWaitEvent(stream->as<CUstream>(), event->handle(), 0),
                "cuStreamWaitEvent");
    if (!use.done) {
        const std::lock_guard lock(m_lock);
        m_spareEvents.push_back(std::move(event));
    }
}

Range& DevicePoolState::allocate(std::size_t bytes, std::size_t capacity, const StreamPtr& stream) {
    if (!m_context.state()->ownedByThisThread()) [[unlikely]] {
        const cuda::ContextScope complains(m_context);
    }
    // A range is handed out in the order of its streams, which a graph does not know: it is
    // launched later, on any stream, and again. And to make a capture wait for work before it
    // spoils it.
    if (m_context.state()->owner().capturing()) [[unlikely]]
        throw Error(ErrorKind::internal,
                    "memory of the device pool was asked for while a graph is captured",
                    "this is a fault of the program, which must allocate before; please report it");
    if (Range* range = takeHeld(bytes, capacity, stream))
        return *range;
    return takeFromDriver(bytes, capacity, stream);
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
        --m_figures.reuses; // what takeHeld is going to count
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

/// Makes a range that is large enough out of free chunks, wherever they are, and of new ones where
/// there are too few. \returns false where that does not go: then a slab may
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
        --m_figures.reuses; // what takeHeld is going to count
        m_figures.managedBytes += (sources.size() - moved) * chunk;
        m_figures.peakManagedBytes = std::max(m_figures.peakManagedBytes, m_figures.managedBytes);
    }
    return true;
}

/// The bytes of the slab that a block is to come from, where the device has them.
std::size_t DevicePoolState::slabFor(std::size_t capacity) const {
    const std::size_t needed = inDriverUnits(capacity);
    std::size_t managed = 0;
    {
        const std::lock_guard lock(m_lock);
        managed = m_figures.managedBytes;
    }
    if (capacity <= m_slabLimit / 2)
        return std::clamp(inDriverUnits(managed), needed, m_slabLimit); // as much as there is
    const std::size_t part = managed / kPartOfThePool / kDriverUnit * kDriverUnit;
    return std::max(needed, std::min(part, needed * kBlocksOfASlab));
}

/// \returns where it lies and its bytes
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
        state.raise(allocation.code, "cuMemAlloc", fmt::format("{} bytes", capacity));
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

/// Marks where the stream is now, if that is worth an event and this thread may. A failure is not
/// lost: the event is asked for again when another stream wants the block.
std::shared_ptr<cuda::Event> DevicePoolState::recordFreed(const StreamPtr& stream) noexcept {
    const cuda::ContextState& state = *m_context.state();
    if (!state.ownedByThisThread() || !m_severalStreams)
        return nullptr;
    try {
        const cuda::ContextScope scope(m_context);
        std::shared_ptr<cuda::Event> event = takeEvent();
        if (state.api().eventRecord(event->handle(), stream->as<CUstream>()) == CUDA_SUCCESS)
            return event;
    } catch (const std::exception&) {
    }
    return nullptr;
}

void DevicePoolState::giveBack(Range& range, std::size_t bytes, StreamPtr stream) noexcept {
    // The range is the block's until it is in the map again: nobody else reads its uses.
    StreamUse& use = range.uses.front();
    if (stream)
        use.stream = std::move(stream);
    use.done = recordFreed(use.stream);
    CUdeviceptr leaving = 0;
    cuda::ContextPtr context; // of `leaving`: another thread may have ended this meanwhile
    bool last = false;
    bool mine = false;
    {
        const std::lock_guard lock(m_lock);
        if (use.done)
            use.order = ++m_eventsRecorded;
        --m_figures.activeBlocks;
        m_figures.activeBytes -= range.bytes;
        m_figures.requestedBytes -= bytes;
        Slab& slab = *range.slab;
        m_ranges.giveBack(range);
        last = m_abandoned && m_figures.activeBlocks == 0 && !m_freeing;
        if (!last && excess() > 0) [[unlikely]] {
            if (slab.moves) {
                mine = m_context.state()->ownedByThisThread();
                m_freeing |= mine;
            } else if (slab.active == 0) {
                m_figures.managedBytes -= slab.bytes;
                leaving = m_ranges.remove(slab);
                context = m_context.state();
            }
        }
    }
    if (leaving != 0)
        bury(*context, leaving);
    if (mine)
        last = freeExcess();
    if (last)
        delete this;
}

/// Gives chunks back that are too many. \returns whether nobody needs this any more
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

/// Gives free chunks back to the driver until `enough` bytes are together, and waits for what uses
/// them. \returns bytes
std::size_t DevicePoolState::freeChunks(std::size_t enough) {
    // During a capture nothing may wait for its streams. More there is not to look out for: nothing
    // is allocated then, so no chunk moves, and this thread gives nothing back (capturedNeeds).
    // What a graph uses stays active, and where it is, until the graph is gone and its launches are
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

PoolStatistics DevicePoolState::statistics() const {
    const std::lock_guard lock(m_lock);
    PoolStatistics figures = m_figures;
    const RangeMap::Held held = m_ranges.held();
    figures.heldBlocks = held.ranges;
    figures.largestHeldBytes = held.largest;
    return figures;
}

void DevicePoolState::abandon() noexcept {
    bool last = false;
    {
        const std::lock_guard lock(m_lock);
        m_abandoned = true;
        last = m_figures.activeBlocks == 0 && !m_freeing;
    }
    if (last)
        delete this;
}

// PooledDeviceBlock

PooledDeviceBlock::PooledDeviceBlock(PooledDeviceBlock&& other) noexcept
    : m_pool(std::exchange(other.m_pool, nullptr))
    , m_range(std::exchange(other.m_range, nullptr))
    , m_stream(std::move(other.m_stream))
    , m_pointer(std::exchange(other.m_pointer, 0))
    , m_size(std::exchange(other.m_size, 0))
    , m_capacity(std::exchange(other.m_capacity, 0)) {}

PooledDeviceBlock& PooledDeviceBlock::operator=(PooledDeviceBlock&& other) noexcept {
    if (this != &other) {
        release();
        m_pool = std::exchange(other.m_pool, nullptr);
        m_range = std::exchange(other.m_range, nullptr);
        m_stream = std::move(other.m_stream);
        m_pointer = std::exchange(other.m_pointer, 0);
        m_size = std::exchange(other.m_size, 0);
        m_capacity = std::exchange(other.m_capacity, 0);
    }
    return *this;
}

PooledDeviceBlock::~PooledDeviceBlock() {
    release();
}

void PooledDeviceBlock::setStream(const cuda::Stream& stream) {
    m_stream = stream.box();
}

void PooledDeviceBlock::release() noexcept {
    if (!m_pool)
        return;
    if (cuda::OwnerThread::Needs* needs = m_pool->capturedNeeds()) [[unlikely]] {
        needs->push_back(std::make_shared<PooledDeviceBlock>(std::move(*this)));
        return;
    }
    std::exchange(m_pool, nullptr)
        ->giveBack(*std::exchange(m_range, nullptr), m_size, std::move(m_stream));
    m_pointer = 0;
    m_size = m_capacity = 0;
}

// DevicePool

DevicePool::DevicePool(const cuda::Context& context)
    : m_state(new DevicePoolState(context), [](DevicePoolState* state) { state->abandon(); }) {}

PooledDeviceBlock DevicePool::allocate(std::size_t bytes, const cuda::Stream& stream) {
    std::size_t capacity = 0;
    try {
        capacity = blockSize(bytes);
    } catch (const std::length_error&) {
        m_state->throwOutOfMemory(bytes, 0);
    }
    PooledDeviceBlock block;
    block.m_range = &m_state->allocate(bytes, capacity, stream.box());
    block.m_pool = m_state.get();
    block.m_pointer = block.m_range->at;
    block.m_size = bytes;
    block.m_capacity = capacity;
    return block;
}

PooledDeviceBlock DevicePool::allocate(std::size_t bytes) {
    return allocate(bytes, cuda::Stream::defaultOf(m_state->context()));
}

void DevicePool::freeHeld() {
    m_state->freeHeld(static_cast<std::size_t>(-1));
}

void DevicePool::stopHolding() {
    m_state->stopHolding();
}

void DevicePool::allow(const cuda::Device& peer) {
    m_state->allow(peer);
}

PoolStatistics DevicePool::statistics() const {
    return m_state->statistics();
}

const cuda::Context& DevicePool::context() const noexcept {
    return m_state->context();
}

} // namespace warpbench::memory
