// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/context.h"

#include "core/simgpu/driver/memory/memory_pool.h"
#include "core/simgpu/driver/runtime.h"
#include "core/simgpu/host/output.h"
#include "core/simgpu/host/per_thread.h"

#include <algorithm>
#include <utility>

namespace warpbench::simgpu::driver {

namespace {

std::uint64_t nextContextId() {
    static std::atomic<std::uint64_t> next{1};
    return next.fetch_add(1);
}

/// Local memory that a thread has at most (CUDA C++ Programming Guide, compute capabilities).
constexpr std::size_t kMostLocalBytes = 512 << 10;

/// CUDA_ERROR_UNSUPPORTED_LIMIT is also documented for these, but driver 580 distinguishes limits
/// that this GPU lacks from invalid numbers.
void requireLimit(CUlimit limit) {
    require(limit >= 0 && limit < CU_LIMIT_MAX);
}

/// Three tenths of the largest share: 11,796,480 bytes on an H200, where it was measured.
std::size_t persistingL2Of(const Device& device) {
    return static_cast<std::size_t>(
               device.attribute(CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE)) /
           10 * 3;
}

std::size_t roundedUp(std::size_t value, std::size_t unit) {
    return unit ? (value + unit - 1) / unit * unit : value;
}

/// The value that a limit gets when a program requests `value`: the nearest possible one, as in
/// driver 580.159 on an H100. It rejects more stack than a thread can have, larger fetches than
/// supported, and a larger part of the L2 cache than can be set aside.
std::size_t takenFor(CUlimit limit, std::size_t value, const Device& device) {
    constexpr std::size_t kStackUnit = 16, kFifoUnit = 256;
    constexpr std::size_t kLeastFifo = 512u << 10, kMostFifo = std::size_t{2} << 30;
    constexpr std::size_t kLeastHeap = 4u << 20;
    constexpr std::size_t kFewestLaunches = 32, kMostLaunches = 599'186;
    constexpr std::size_t kMostFetched = 128; // cuda.h: "0B to 128B"
    const auto mostL2 = static_cast<std::size_t>(
        device.attribute(CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE));
    switch (limit) {
    case CU_LIMIT_STACK_SIZE:
        require(value <= kMostLocalBytes);
        return roundedUp(value, kStackUnit);
    case CU_LIMIT_PRINTF_FIFO_SIZE:
        return roundedUp(std::clamp(value, kLeastFifo, kMostFifo), kFifoUnit);
    case CU_LIMIT_MALLOC_HEAP_SIZE: // at most the device's memory
        return std::clamp<std::size_t>(
            value, kLeastHeap, std::max<std::size_t>(kLeastHeap, device.memory()->capacity()));
    case CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT:
        return std::clamp(value, kFewestLaunches, kMostLaunches);
    case CU_LIMIT_MAX_L2_FETCH_GRANULARITY:
        require(value <= kMostFetched);
        return value;
    case CU_LIMIT_PERSISTING_L2_CACHE_SIZE:
        require(value <= mostL2);
        return roundedUp(value, mostL2 / 10);
    default:
        return value;
    }
}

} // namespace

Context::Context(Device& device, unsigned int flags, unsigned int apiVersion, bool primary)
    : m_device(device)
    , m_flags(flags)
    , m_apiVersion(apiVersion)
    , m_primary(primary)
    , m_id(nextContextId()) {
    revive();
}

void Context::revive() {
    const std::lock_guard lock(m_mutex);
    // Defaults as driver 580 reports them.
    m_limits = {{CU_LIMIT_STACK_SIZE, 1024},
                {CU_LIMIT_PRINTF_FIFO_SIZE, 8'650'752},
                {CU_LIMIT_MALLOC_HEAP_SIZE, 8u << 20},
                {CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, 2048},
                {CU_LIMIT_MAX_L2_FETCH_GRANULARITY, 64},
                {CU_LIMIT_PERSISTING_L2_CACHE_SIZE, persistingL2Of(m_device)}};
    // Synchronising from within a kernel ended with compute capability 9.0.
    if (m_device.model().ccMajor < 9)
        m_limits[CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH] = 2;
    m_sticky = CUDA_SUCCESS;
    m_alive = true;
}

void Context::destroyContents() {
    m_alive = false;
    for (const TaskPtr& tail : tails())
        tail->wait();
    flushPrint();
    Runtime& runtime = Runtime::get();
    runtime.dropObjectsOf(*this);
    for (const Region& region : runtime.memory().removeOf(*this))
        releaseRegion(region);
    const std::lock_guard lock(m_mutex);
    for (Device* peer : m_peers)
        m_device.memory()->removePeer(peer->memory().get());
    m_peers.clear();
    m_streams.clear();
    m_perThread.clear();
    m_orphans.clear();
    m_legacy.reset();
    m_kernelHeap.reset();
}

std::shared_ptr<engine::KernelHeap> Context::kernelHeap() {
    const std::lock_guard lock(m_mutex);
    if (!m_kernelHeap)
        m_kernelHeap = std::make_shared<engine::KernelHeap>(m_device.memory());
    return m_kernelHeap;
}

void Context::setStickyError(CUresult error) noexcept {
    CUresult none = CUDA_SUCCESS;
    m_sticky.compare_exchange_strong(none, error); // the first one stays
}

void Context::requireUsable() const {
    require(m_alive, CUDA_ERROR_CONTEXT_IS_DESTROYED);
    const CUresult sticky = m_sticky;
    require(sticky == CUDA_SUCCESS, sticky);
}

std::size_t Context::limit(CUlimit limit) const {
    const std::lock_guard lock(m_mutex);
    requireLimit(limit);
    // Of contexts that share the GPU with graphics, which these do not.
    if (limit == CU_LIMIT_SHMEM_SIZE)
        return static_cast<std::size_t>(m_device.model().sm.sharedPerBlockOptin);
    if (limit == CU_LIMIT_CIG_ENABLED)
        return 0;
    const auto it = m_limits.find(limit);
    require(it != m_limits.end(), CUDA_ERROR_UNSUPPORTED_LIMIT);
    return it->second;
}

void Context::setLimit(CUlimit limit, std::size_t value) {
    const std::lock_guard lock(m_mutex);
    requireLimit(limit);
    require(limit != CU_LIMIT_SHMEM_SIZE && limit != CU_LIMIT_CIG_ENABLED,
            CUDA_ERROR_NOT_PERMITTED);
    const auto it = m_limits.find(limit);
    require(it != m_limits.end(), CUDA_ERROR_UNSUPPORTED_LIMIT);
    it->second = takenFor(limit, value, m_device);
}

std::shared_ptr<Stream> Context::createStream(unsigned int flags, int priority) {
    auto stream =
        std::make_shared<Stream>(weak_from_this(), Stream::Kind::ordinary, flags, priority);
    const std::lock_guard lock(m_mutex);
    m_streams.push_back(stream);
    return stream;
}

void Context::dropStream(Stream& stream) {
    const std::lock_guard lock(m_mutex);
    pruneOrphans();
    if (stream.m_tail && !stream.m_tail->done())
        m_orphans.emplace_back(stream.m_tail, stream.blocking());
    std::erase_if(m_streams, [&](const auto& known) { return known.get() == &stream; });
}

std::shared_ptr<Stream> Context::perThreadStream() {
    const std::lock_guard lock(m_mutex);
    auto& stream = m_perThread[std::this_thread::get_id()];
    if (!stream) {
        stream = std::make_shared<Stream>(weak_from_this(), Stream::Kind::perThread, 0, 0);
        m_streams.push_back(stream);
    }
    return stream;
}

const std::shared_ptr<Stream>& Context::legacyStream() {
    const std::lock_guard lock(m_mutex);
    if (!m_legacy)
        m_legacy = std::make_shared<Stream>(weak_from_this(), Stream::Kind::legacy, 0, 0);
    return m_legacy;
}

std::vector<std::shared_ptr<Stream>> Context::blockingStreams() const {
    const std::lock_guard lock(m_mutex);
    std::vector<std::shared_ptr<Stream>> result;
    std::copy_if(m_streams.begin(), m_streams.end(), std::back_inserter(result),
                 [](const auto& stream) { return stream->blocking(); });
    return result;
}

void Context::pruneOrphans() {
    std::erase_if(m_orphans, [](const auto& orphan) { return orphan.first->done(); });
}

// With m_mutex held. CUDA C++ Programming Guide, "Implicit Synchronization" and "Default Stream".
std::vector<TaskPtr> Context::predecessors(Stream& stream) {
    std::vector<TaskPtr> after{stream.m_tail};
    std::erase_if(m_barriers, [](const TaskPtr& barrier) { return barrier->done(); });
    after.insert(after.end(), m_barriers.begin(), m_barriers.end());
    if (stream.kind() == Stream::Kind::legacy) {
        for (const auto& other : m_streams) {
            if (other->blocking() && other->m_tail)
                after.push_back(other->m_tail);
        }
        pruneOrphans();
        for (const auto& [tail, blocking] : m_orphans) {
            if (blocking)
                after.push_back(tail);
        }
    } else if (stream.blocking() && m_legacy) {
        after.push_back(m_legacy->m_tail);
    }
    return after;
}

void Context::run(const Operation& operation) noexcept {
    if (const auto* callback = std::get_if<StreamCallback>(&operation)) {
        callback->function(callback->stream, m_sticky, callback->data);
        return;
    }
    if (m_sticky != CUDA_SUCCESS) {
        // Memory allocated for the work is freed even then.
        if (!std::holds_alternative<MemoryRelease>(operation))
            return;
    }
    const CUresult result = entryAnyTime([&] { perform(operation, *this); });
    if (result != CUDA_SUCCESS)
        setStickyError(result);
}

void Context::addBarrier(TaskPtr task) {
    const std::lock_guard lock(m_mutex);
    if (task && !task->done())
        m_barriers.push_back(std::move(task));
}

std::vector<std::shared_ptr<Stream>> Context::streams() const {
    const std::lock_guard lock(m_mutex);
    return m_streams;
}

std::vector<TaskPtr> Context::tails() const {
    const std::lock_guard lock(m_mutex);
    std::vector<TaskPtr> all;
    if (m_legacy && m_legacy->m_tail)
        all.push_back(m_legacy->m_tail);
    for (const auto& stream : m_streams) {
        if (stream->m_tail)
            all.push_back(stream->m_tail);
    }
    for (const auto& orphan : m_orphans)
        all.push_back(orphan.first);
    return all;
}

TaskPtr Context::tailOf(const Stream& stream) const {
    const std::lock_guard lock(m_mutex);
    return stream.m_tail;
}

void Context::synchronize() {
    Capture::requireNone(*this);
    for (const TaskPtr& tail : tails())
        tail->wait();
    flushPrint();
    requireUsable();
    trimPools(m_device);
}

void Context::print(std::string_view text) {
    bool full = false;
    {
        const std::lock_guard lock(m_printMutex);
        m_printed += text;
        full = m_printed.size() >= limit(CU_LIMIT_PRINTF_FIFO_SIZE);
    }
    // A real driver overwrites the oldest lines here; losing a student's output helps nobody.
    if (full)
        flushPrint();
}

void Context::flushPrint() {
    const std::lock_guard lock(m_printMutex);
    host::writeOutput(m_printed);
    m_printed.clear();
}

void Context::enablePeer(Device& peer) {
    const std::lock_guard lock(m_mutex);
    require(m_peers.insert(&peer).second, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
    m_device.memory()->addPeer(peer.memory());
}

void Context::disablePeer(Device& peer) {
    const std::lock_guard lock(m_mutex);
    require(m_peers.erase(&peer) == 1, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
    m_device.memory()->removePeer(peer.memory().get());
}

bool Context::peerEnabled(const Device& peer) const {
    const std::lock_guard lock(m_mutex);
    return m_peers.contains(const_cast<Device*>(&peer));
}

namespace {

// Destructors of a program's own thread-local objects may call the driver after the stack's own
// destructor ran. They get a new one, which goes at the end of an entry
// point that leaves it empty (dropLateStack).
thread_local std::vector<ContextPtr>* threadStack = nullptr;
thread_local bool threadEnds = false;

struct StackCleaner {
    std::vector<ContextPtr>* stack = nullptr; ///< the thread's, which need not be known any more
    ~StackCleaner() {
        delete stack;
        threadStack = nullptr;
        threadEnds = true;
    }
};

} // namespace

std::vector<ContextPtr>& contextStack() {
    if (!threadStack) {
        threadStack = new std::vector<ContextPtr>;
        if (!threadEnds)
            host::PerThread<StackCleaner>::get().stack = threadStack;
    }
    return *threadStack;
}

void dropLateStack() noexcept {
    if (threadEnds && threadStack && threadStack->empty())
        delete std::exchange(threadStack, nullptr);
}

ContextPtr currentContext() {
    const auto& stack = contextStack();
    require(!stack.empty(), CUDA_ERROR_INVALID_CONTEXT);
    stack.back()->requireUsable();
    return stack.back();
}

} // namespace warpbench::simgpu::driver
