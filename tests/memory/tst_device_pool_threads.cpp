// SPDX-License-Identifier: GPL-3.0-or-later
// The device pool with several threads: any of them may destroy blocks and the pool itself.
#include "core/cuda/memory.h"
#include "tests/main.h"
#include "tests/memory/small_devices.h"

#include <QTest>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace tst_device_pool_threads {

using namespace warpbench;
using namespace warpbench::memory;
using namespace warpbench::test;

namespace {

/// As std::barrier, whose wake-ups libstdc++ 12 loses on Windows (core/simgpu/host/done_flag.h).
class Barrier {
  public:
    explicit Barrier(std::size_t threads)
        : m_threads(threads) {}

    void arriveAndWait() {
        std::unique_lock lock(m_mutex);
        const std::uint64_t round = m_round;
        if (++m_arrived == m_threads) {
            m_arrived = 0;
            ++m_round;
            m_changed.notify_all();
        } else {
            m_changed.wait(lock, [&] { return m_round != round; });
        }
    }

  private:
    const std::size_t m_threads;
    std::size_t m_arrived = 0;
    std::uint64_t m_round = 0;
    std::mutex m_mutex;
    std::condition_variable m_changed;
};

} // namespace

class TestDevicePoolThreads : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { makeSmallDevices(); }

    // The event recorded by the owner when it last freed the block is over by now.
    void anotherStreamWaitsForWhatAnotherThreadGaveBack() {
        const cuda::Context context = makeContext();
        DevicePool pool(context);
        const cuda::Stream a = cuda::Stream::create(context);
        const cuda::Stream b = cuda::Stream::create(context);
        for (int round = 0; round < 50; ++round) {
            CUdeviceptr pointer = 0;
            {
                const PooledDeviceBlock before = pool.allocate(16 * kMiB, a);
                pointer = before.pointer();
            }
            PooledDeviceBlock block = pool.allocate(16 * kMiB, a);
            QCOMPARE(block.pointer(), pointer);
            for (int i = 0; i < 4; ++i)
                cuda::fill8Async(a, pointer, 0xAA, block.size());
            std::thread([&] { block.release(); }).join();
            PooledDeviceBlock stolen = pool.allocate(16 * kMiB, b);
            QCOMPARE(stolen.pointer(), pointer);
            cuda::fill8Async(b, pointer, std::uint8_t(round), stolen.size());
            QVERIFY(holds(b, stolen, std::uint8_t(round)));
            a.synchronize();
            QVERIFY(holds(b, stolen, std::uint8_t(round)));
            stolen.setStream(a);
        }
    }

    // From any thread at any time, all values belong to the same moment.
    void figuresAreExactOnAnyThread() {
        const cuda::Context context = makeContext();
        DevicePool pool(context);
        pool.allocate(kMiB); // a slab, from which all below is
        std::atomic<bool> asked = false;
        std::thread asks([&] {
            std::uint64_t before = 0;
            for (int i = 0; i < 3000; ++i) {
                const PoolStatistics figures = pool.statistics();
                const std::size_t blocks = figures.activeBlocks;
                if (figures.activeBytes != blocks * 4096 || figures.requestedBytes != blocks * 4000)
                    qFatal("blocks and bytes do not match");
                // Of three blocks that lie together from the begin of a slab those in use are the
                // first ones: behind them all is free.
                if (blocks > 3 || figures.heldBlocks != 1)
                    qFatal("free memory does not match");
                if (figures.largestHeldBytes != figures.managedBytes - blocks * 4096)
                    qFatal("the free memory's bytes do not match");
                if (figures.allocations < before ||
                    figures.reuses + figures.driverAllocations != figures.allocations)
                    qFatal("allocations do not match");
                before = figures.allocations;
            }
            asked = true;
        });
        while (!asked) {
            const PooledDeviceBlock first = pool.allocate(4000);
            const PooledDeviceBlock second = pool.allocate(4000);
            const PooledDeviceBlock third = pool.allocate(4000);
        }
        asks.join();
    }

    void blocksDieOnAnyThread() {
        const cuda::Context context = makeContext();
        DevicePool pool(context);
        std::vector<PooledDeviceBlock> blocks;
        for (int i = 0; i < 100; ++i)
            blocks.push_back(pool.allocate(10000));
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&blocks, &pool, t] {
                for (std::size_t i = std::size_t(t); i < blocks.size(); i += 4) {
                    blocks[i].release();
                    if (pool.statistics().activeBlocks > 100)
                        qFatal("more blocks than there are");
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(pool.statistics().heldBlocks, std::size_t(1)); // all neighbours
        QCOMPARE(pool.statistics().activeBytes, std::size_t(0));
        const std::uint64_t reusesBefore = pool.statistics().reuses;
        const PooledDeviceBlock again = pool.allocate(10000);
        QCOMPARE(pool.statistics().reuses, reusesBefore + 1);
    }

    void wholePoolDiesOnAnotherThread() {
        const cuda::Context context = makeContext();
        const std::size_t before = context.memoryInfo().freeBytes;
        std::optional<DevicePool> pool(context);
        std::optional<PooledDeviceBlock> block = pool->allocate(kMiB);
        pool->allocate(2 * kMiB);
        std::thread([&] {
            block.reset();
            pool.reset();
        }).join();
        QCOMPARE(context.memoryInfo().freeBytes, before);
    }

    // The pool no longer exists, and several threads free its last blocks at once: the thread that
    // frees the very last one destroys data just used by the others. All memory is freed. (That no
    // thread uses it afterwards must be reviewed: the window is a few instructions.)
    void lastBlocksGoBackOnSeveralThreads() {
        constexpr std::size_t kThreads = 4;
        constexpr int kRounds = 1000;
        const cuda::Context context = makeContext();
        const std::size_t before = context.memoryInfo().freeBytes;
        std::vector<PooledDeviceBlock> blocks(2 * kThreads);
        Barrier together(kThreads + 1);
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t < kThreads; ++t)
            threads.emplace_back([&blocks, &together, t] {
                for (int round = 0; round < kRounds; ++round) {
                    together.arriveAndWait();
                    blocks[2 * t].release();
                    blocks[2 * t + 1].release();
                    together.arriveAndWait();
                }
            });
        for (int round = 0; round < kRounds; ++round) {
            {
                DevicePool pool(context);
                for (PooledDeviceBlock& block : blocks)
                    block = pool.allocate(kMiB); // a slab for each two
                pool.stopHolding();
            }
            together.arriveAndWait();
            together.arriveAndWait();
        }
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(context.memoryInfo().freeBytes, before);
    }

    void afterStopHoldingBlocksFromOtherThreadsGoBackToo() {
        const cuda::Context context = makeContext();
        const std::size_t before = context.memoryInfo().freeBytes;
        DevicePool pool(context);
        PooledDeviceBlock block = pool.allocate(kMiB);
        pool.stopHolding();
        std::thread([&] { block.release(); }).join();
        QCOMPARE(pool.statistics().managedBytes, std::size_t(0));
        QCOMPARE(context.memoryInfo().freeBytes, before);
    }
};

WARPBENCH_TEST(TestDevicePoolThreads)
} // namespace tst_device_pool_threads

#include "tst_device_pool_threads.moc"
