// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/staging.h"

#include "core/cuda/error.h"
#include "core/cuda/event.h"
#include "core/cuda/memory.h"
#include "core/memory/copy_threads.h"
#include "core/platform/system.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace warpbench::memory {

namespace {

unsigned threadCount(unsigned wanted) {
    const unsigned chosen = wanted > 0 ? wanted : platform::processorCount() / 2;
    return std::clamp(chosen, 1u, 8u);
}

/// The size of Linux's transparent large pages on x86-64.
constexpr std::align_val_t kLargePage{std::size_t(2) << 20};

/// Keeps helper threads from accessing the caller's memory after an exception.
class AllCopied {
  public:
    explicit AllCopied(CopyThreads& threads)
        : m_threads(threads) {}
    ~AllCopied() { m_threads.waitForAll(); }
    AllCopied(const AllCopied&) = delete;
    AllCopied& operator=(const AllCopied&) = delete;

  private:
    CopyThreads& m_threads;
};

} // namespace

class StagingCopier::Impl {
  public:
    Impl(const cuda::Context& context, const Options& options)
        : m_context(context)
        , m_chunk(std::max<std::size_t>(options.chunkBytes, 1))
        , m_slotLimit(threadCount(options.threads) + 2)
        , m_threads(threadCount(options.threads), m_slotLimit) {}
    ~Impl() {
        // Nobody else may get a chunk's memory while the device is still copying.
        for (Slot& slot : m_slots)
            if (slot.recorded)
                waitQuietly(slot);
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    bool upload(const cuda::Stream& stream, CUdeviceptr target, const std::byte* source,
                std::size_t bytes);
    bool download(const cuda::Stream& stream, std::byte* target, CUdeviceptr source,
                  std::size_t bytes);
    unsigned threads() const noexcept { return m_threads.threads(); }
    std::size_t lockedBytes() const noexcept {
        return m_chunk *
               std::size_t(std::count_if(m_slots.begin(), m_slots.end(),
                                         [](const Slot& slot) { return slot.chunk.isLocked(); }));
    }

  private:
    /// Memory of one chunk, which can be written before it is page-locked. Allocating memory in
    /// large pages, writing it with several threads and then locking it takes an eighth of the time
    /// of cuMemHostAlloc (160 MiB on an H100: 10 ms and 75).
    class Chunk {
      public:
        explicit Chunk(std::size_t bytes)
            : m_bytes(bytes)
            , m_own(::operator new(bytes, kLargePage, std::nothrow),
                    [](void* data) { ::operator delete(data, kLargePage); }) {
            if (m_own)
                platform::adviseLargePages(m_own.get(), bytes);
        }

        bool isLocked() const noexcept { return m_locked || m_driver; }
        /// Keeps earlier contents. \returns whether it is page-locked
        bool lock(const cuda::Context& context) noexcept {
            if (isLocked())
                return true;
            try {
                if (!lockOwn(context)) {
                    m_driver = cuda::HostMemory::allocate(context, m_bytes);
                    if (m_own)
                        std::memcpy(m_driver->data(), m_own.get(), m_bytes);
                    m_own.reset();
                }
                return true;
            } catch (const std::exception&) {
                return false; // then the driver copies, and reports any further problem
            }
        }
        /// Null if memory is short and the chunk is not locked.
        std::byte* data() const noexcept {
            return m_driver ? m_driver->data() : static_cast<std::byte*>(m_own.get());
        }

      private:
        /// A driver that cannot lock existing memory may still allocate its own.
        bool lockOwn(const cuda::Context& context) {
            if (!m_own)
                return false;
            try {
                m_locked = cuda::RegisteredHostMemory::lock(context, m_own.get(), m_bytes, m_own);
            } catch (const cuda::CudaError&) {
                return false;
            }
            return true;
        }

        std::size_t m_bytes;
        std::shared_ptr<void> m_own;
        std::optional<cuda::RegisteredHostMemory> m_locked;
        std::optional<cuda::HostMemory> m_driver;
    };

    /// A page-locked chunk, and the device's last copy from or to it.
    struct Slot {
        Chunk chunk;
        cuda::Event copied;
        bool recorded = false;

        bool deviceIsDone() const { return !recorded || copied.isDone(); }
        void waitForDevice() const {
            if (recorded)
                copied.synchronize();
        }
    };

    static void waitQuietly(const Slot& slot) noexcept {
        try {
            slot.waitForDevice();
        } catch (const std::exception&) {
            // The context is broken, which was already reported: nothing copies any more.
        }
    }

    std::size_t chunks(std::size_t bytes) const { return (bytes + m_chunk - 1) / m_chunk; }
    std::size_t chunkSize(std::size_t index, std::size_t bytes) const {
        return std::min(m_chunk, bytes - index * m_chunk);
    }
    /// Makes as many slots as a copy can use; their chunks need not be locked yet.
    /// \returns false without memory
    bool makeSlots(std::size_t chunkCount) {
        while (m_slots.size() < std::min(m_slotLimit, chunkCount)) {
            Chunk chunk(m_chunk);
            if (!chunk.data() && !chunk.lock(m_context))
                return false;
            m_slots.push_back(
                {std::move(chunk), cuda::Event::create(m_context, cuda::Event::Timing::off)});
        }
        return true;
    }
    void record(Slot& slot, const cuda::Stream& stream) {
        slot.copied.record(stream);
        slot.recorded = true;
    }

    cuda::Context m_context;
    std::size_t m_chunk;
    std::size_t m_slotLimit;
    std::vector<Slot> m_slots;
    CopyThreads m_threads; ///< last: ends before the slots are destroyed
};

bool StagingCopier::Impl::upload(const cuda::Stream& stream, CUdeviceptr target,
                                 const std::byte* source, std::size_t bytes) {
    const cuda::ContextScope scope(m_context);
    const std::size_t count = chunks(bytes);
    if (!makeSlots(count))
        return false;
    const AllCopied guard(m_threads);
    std::size_t filling = 0; // chunks that threads were asked to fill
    std::size_t sent = 0;    // chunks that the device was asked to copy
    while (sent < count) {
        while (filling < count && filling < sent + m_slots.size()) {
            Slot& slot = m_slots[filling % m_slots.size()];
            // Wait for a busy slot only if nothing else is left to send.
            if (!slot.deviceIsDone()) {
                if (sent < filling)
                    break;
                slot.waitForDevice();
            }
            m_threads.start(filling % m_slots.size(), slot.chunk.data(), source + filling * m_chunk,
                            chunkSize(filling, bytes));
            ++filling;
        }
        Slot& slot = m_slots[sent % m_slots.size()];
        m_threads.wait(sent % m_slots.size());
        // Filling a new chunk has allocated its pages, so locking it is fast.
        if (!slot.chunk.lock(m_context))
            return false;
        cuda::copyToDeviceAsync(stream, target + sent * m_chunk, slot.chunk.data(),
                                chunkSize(sent, bytes));
        record(slot, stream);
        ++sent;
    }
    return true;
}

bool StagingCopier::Impl::download(const cuda::Stream& stream, std::byte* target,
                                   CUdeviceptr source, std::size_t bytes) {
    const cuda::ContextScope scope(m_context);
    const std::size_t count = chunks(bytes);
    if (!makeSlots(count))
        return false;
    const AllCopied guard(m_threads);
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        if (!m_slots[i].chunk.isLocked())
            m_threads.startTouching(i, m_slots[i].chunk.data(), m_chunk);
    }
    std::size_t asked = 0;  // chunks requested from the device
    std::size_t copied = 0; // chunks that threads were asked to copy out
    while (copied < count) {
        while (asked < count && asked < copied + m_slots.size()) {
            const std::size_t index = asked % m_slots.size();
            if (!m_threads.isDone(index)) {
                if (copied < asked)
                    break;
                m_threads.wait(index);
            }
            Slot& slot = m_slots[index];
            if (!slot.chunk.lock(m_context))
                return false;
            slot.waitForDevice(); // an earlier upload from this slot, perhaps on another stream
            cuda::copyToHostAsync(stream, slot.chunk.data(), source + asked * m_chunk,
                                  chunkSize(asked, bytes));
            record(slot, stream);
            ++asked;
        }
        const std::size_t index = copied % m_slots.size();
        m_slots[index].waitForDevice();
        m_threads.start(index, target + copied * m_chunk, m_slots[index].chunk.data(),
                        chunkSize(copied, bytes));
        ++copied;
    }
    return true;
}

StagingCopier::StagingCopier(const cuda::Context& context, Options options)
    : m_impl(std::make_unique<Impl>(context, options)) {}

StagingCopier::StagingCopier(const cuda::Context& context)
    : StagingCopier(context, Options{}) {}

StagingCopier::~StagingCopier() = default;

bool StagingCopier::upload(const cuda::Stream& stream, CUdeviceptr target, const void* source,
                           std::size_t bytes) {
    return m_impl->upload(stream, target, static_cast<const std::byte*>(source), bytes);
}

bool StagingCopier::download(const cuda::Stream& stream, void* target, CUdeviceptr source,
                             std::size_t bytes) {
    return m_impl->download(stream, static_cast<std::byte*>(target), source, bytes);
}

unsigned StagingCopier::threads() const noexcept {
    return m_impl->threads();
}

std::size_t StagingCopier::lockedBytes() const noexcept {
    return m_impl->lockedBytes();
}

} // namespace warpbench::memory
