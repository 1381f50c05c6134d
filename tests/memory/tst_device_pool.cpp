// SPDX-License-Identifier: GPL-3.0-or-later
// The device pool on a simulated device of 64 MiB: reuse, stream order, limits, random use.
#include "core/cuda/memory.h"
#include "core/memory/size_class.h"
#include "tests/main.h"
#include "tests/memory/small_devices.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <vector>

namespace tst_device_pool {

using namespace warpbench;
using namespace warpbench::memory;
using namespace warpbench::test;

namespace {

/// The driver as one that cannot map memory.
class WithoutMapping {
  public:
    WithoutMapping() { entry().set(nullptr, "cuMemMap", "the driver"); }
    ~WithoutMapping() { entry().set(m_address, "cuMemMap", "the driver"); }
    WithoutMapping(const WithoutMapping&) = delete;
    WithoutMapping& operator=(const WithoutMapping&) = delete;

  private:
    using Entry = decltype(cuda::DriverApi::memMap);
    static Entry& entry() { return const_cast<cuda::DriverApi&>(simulated().api()).memMap; }

    void* m_address = entry().address();
};

} // namespace

class TestDevicePool : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { makeSmallDevices(); }

    void blocksAreUsedAgain() {
        const cuda::Context context = makeContext();
        DevicePool pool(context);
        CUdeviceptr first = 0;
        {
            const PooledDeviceBlock block = pool.allocate(5000);
            first = block.pointer();
            QCOMPARE(block.size(), std::size_t(5000));
            QCOMPARE(block.capacity(), blockSize(5000));
            QCOMPARE(pool.statistics().activeBlocks, std::size_t(1));
            QCOMPARE(pool.statistics().activeBytes, blockSize(5000));
            QCOMPARE(pool.statistics().requestedBytes, std::size_t(5000));
        }
        QCOMPARE(pool.statistics().activeBlocks, std::size_t(0));
        QCOMPARE(pool.statistics().heldBlocks, std::size_t(1));
        QVERIFY(memoryExists(context, first));
        const PooledDeviceBlock again = pool.allocate(4900); // rounded up to the same
        QCOMPARE(again.pointer(), first);
        QCOMPARE(pool.statistics().reuses, std::uint64_t(1));
        QCOMPARE(pool.statistics().driverAllocations, std::uint64_t(1));
        const PooledDeviceBlock other = pool.allocate(4900);
        QVERIFY(other.pointer() != first);
    }

    void freeMemoryIsSplitAndMerged() {
        DevicePool pool(makeContext());
        pool.allocate(kMiB); // a slab of 2 MiB, all free now
        QCOMPARE(pool.statistics().managedBytes, 2 * kMiB);
        QCOMPARE(pool.statistics().heldBlocks, std::size_t(1));
        QCOMPARE(pool.statistics().fragmentation(), 0.0);
        std::vector<PooledDeviceBlock> blocks;
        for (int i = 0; i < 16; ++i)
            blocks.push_back(pool.allocate(kMiB / 8));
        QCOMPARE(pool.statistics().driverAllocations, std::uint64_t(1));
        QCOMPARE(pool.statistics().heldBytes(), std::size_t(0));
        for (std::size_t i = 0; i < blocks.size(); i += 2)
            blocks[i].release();
        QCOMPARE(pool.statistics().heldBlocks, std::size_t(8));
        QCOMPARE(pool.statistics().fragmentation(), 1 - 1.0 / 8);
        blocks.clear();
        QCOMPARE(pool.statistics().heldBlocks, std::size_t(1));
        const PooledDeviceBlock whole = pool.allocate(2 * kMiB);
        QCOMPARE(pool.statistics().driverAllocations, std::uint64_t(1));
    }

    // For devices that cannot remap memory. The slab of a large block has space for more of them,
    // as long as this is at most a tenth of the pool; otherwise pools of large blocks would call
    // the driver all the time.
    void largeBlocksShareSlabs() {
        const WithoutMapping without;
        DevicePool pool(makeContext());
        std::vector<PooledDeviceBlock> all;
        const auto callsFor = [&](int blocks) {
            const std::uint64_t before = pool.statistics().driverAllocations;
            for (int i = 0; i < blocks; ++i)
                all.push_back(pool.allocate(2 * kMiB));
            return int(pool.statistics().driverAllocations - before);
        };
        QCOMPARE(callsFor(20), 20);
        QCOMPARE(callsFor(4), 2);
        QCOMPARE(pool.statistics().managedBytes, 48 * kMiB);
        // One that is all but as large as the rest of the device gets no more than it needs.
        all.push_back(pool.allocate(14 * kMiB));
        QVERIFY(pool.statistics().managedBytes <= kDeviceBytes);
    }

    // What was needed once and not since does not stay for ever, but what is needed again and again
    // does, though nothing of it is in use between.
    void whatIsTooMuchGoesBack() {
        DevicePool pool(makeContext());
        const auto useOnce = [&pool](int blocks) {
            std::vector<PooledDeviceBlock> all;
            for (int i = 0; i < blocks; ++i)
                all.push_back(pool.allocate(4 * kMiB));
        };
        useOnce(12);
        for (int run = 0; run < 20; ++run)
            useOnce(12);
        QCOMPARE(pool.statistics().driverAllocations, std::uint64_t(12));
        QCOMPARE(pool.statistics().managedBytes, 48 * kMiB);
        for (int run = 0; run < 3000; ++run)
            useOnce(2);
        QVERIFY2(pool.statistics().managedBytes <= 12 * kMiB,
                 qPrintable(QString::number(pool.statistics().managedBytes)));
        QCOMPARE(pool.statistics().driverAllocations, std::uint64_t(12));
    }

    // Other streams used the two merged halves, so the next user waits for both streams.
    void mergedMemoryWaitsForAllItsStreams() {
        const cuda::Context context = makeContext();
        DevicePool pool(context);
        const cuda::Stream a = cuda::Stream::create(context);
        const cuda::Stream b = cuda::Stream::create(context);
        const cuda::Stream c = cuda::Stream::create(context);
        pool.allocate(16 * kMiB, c);
        for (int round = 0; round < 50; ++round) {
            PooledDeviceBlock first = pool.allocate(8 * kMiB, a);
            PooledDeviceBlock second = pool.allocate(8 * kMiB, b);
            for (int i = 0; i < 4; ++i) {
                cuda::fill8Async(a, first.pointer(), 0xAA, first.size());
                cuda::fill8Async(b, second.pointer(), 0xBB, second.size());
            }
            first.release();
            second.release();
            const PooledDeviceBlock both = pool.allocate(16 * kMiB, c);
            QCOMPARE(pool.statistics().driverAllocations, std::uint64_t(1));
            cuda::fill8Async(c, both.pointer(), std::uint8_t(round), both.size());
            std::vector<std::byte> data(both.size());
            cuda::copyToHostAsync(c, data.data(), both.pointer(), data.size());
            c.synchronize();
            a.synchronize();
            b.synchronize();
            QVERIFY(std::all_of(data.begin(), data.end(),
                                [&](std::byte value) { return value == std::byte(round); }));
        }
    }

    void zeroBytesHaveAnAddress() {
        DevicePool pool(makeContext());
        const PooledDeviceBlock block = pool.allocate(0);
        QVERIFY(block.pointer() != 0);
        QCOMPARE(block.size(), std::size_t(0));
    }

    void movedBlocksAreGivenBackOnce() {
        DevicePool pool(makeContext());
        PooledDeviceBlock a = pool.allocate(1000);
        PooledDeviceBlock b = std::move(a);
        QVERIFY(!a);
        a.release(); // nothing
        PooledDeviceBlock c = pool.allocate(1000);
        c = std::move(b); // gives c's own back
        QCOMPARE(pool.statistics().activeBlocks, std::size_t(1));
        QCOMPARE(pool.statistics().requestedBytes, std::size_t(1000));
        c.release();
        c.release();
        QCOMPARE(pool.statistics().activeBlocks, std::size_t(0));
        QCOMPARE(pool.statistics().requestedBytes, std::size_t(0));
    }

    void blocksOutliveThePool() {
        std::optional<DevicePool> pool(makeContext());
        const cuda::Context context = pool->context();
        const std::size_t before = context.memoryInfo().freeBytes;
        std::optional<PooledDeviceBlock> block = pool->allocate(kMiB);
        const CUdeviceptr pointer = block->pointer();
        pool.reset();
        QVERIFY(memoryExists(context, pointer));
        block.reset();
        QCOMPARE(context.memoryInfo().freeBytes, before);
    }

    void freeHeldAndStopHolding() {
        const cuda::Context context = makeContext();
        const std::size_t before = context.memoryInfo().freeBytes;
        DevicePool pool(context);
        {
            std::vector<PooledDeviceBlock> blocks;
            for (int i = 1; i <= 5; ++i)
                blocks.push_back(pool.allocate(std::size_t(2 * i) * kMiB));
        }
        // Memory that can be mapped was one's neighbour.
        QCOMPARE(pool.statistics().heldBlocks, std::size_t(canMap(context) ? 1 : 5));
        QVERIFY(context.memoryInfo().freeBytes < before);
        pool.freeHeld();
        QCOMPARE(pool.statistics().heldBlocks, std::size_t(0));
        QCOMPARE(pool.statistics().managedBytes, std::size_t(0));
        QCOMPARE(context.memoryInfo().freeBytes, before);
        {
            const PooledDeviceBlock block = pool.allocate(kMiB);
            pool.stopHolding();
        }
        QCOMPARE(pool.statistics().managedBytes, std::size_t(0));
        QCOMPARE(context.memoryInfo().freeBytes, before);
        QCOMPARE(pool.statistics().peakManagedBytes, 30 * kMiB);
    }

    void heldBlocksGoWhenMemoryRunsOut() {
        DevicePool pool(makeContext());
        {
            std::vector<PooledDeviceBlock> blocks;
            for (int i = 0; i < 20; ++i)
                blocks.push_back(pool.allocate(kMiB)); // in slabs
            blocks.push_back(pool.allocate(8 * kMiB));
        }
        QCOMPARE(pool.statistics().managedBytes, 28 * kMiB);
        // No room beside slabs, of which nothing is in use.
        const PooledDeviceBlock large = pool.allocate(60 * kMiB);
        QVERIFY(large.pointer() != 0);
        QVERIFY(pool.statistics().managedBytes <= kDeviceBytes);
    }

    void outOfMemorySaysHowMuchIsWhere() {
        DevicePool pool(makeContext());
        const PooledDeviceBlock kept = pool.allocate(32 * kMiB);
        pool.allocate(8 * kMiB); // held afterwards
        try {
            pool.allocate(48 * kMiB);
            QFAIL("no exception");
        } catch (const OutOfMemory& error) {
            QCOMPARE(error.result(), CUDA_ERROR_OUT_OF_MEMORY);
            QCOMPARE(error.kind(), ErrorKind::device);
            QCOMPARE(error.amounts().wantedBytes, 48 * kMiB);
            QCOMPARE(error.amounts().activeBytes, 32 * kMiB);
            QCOMPARE(error.amounts().releasedBytes, 8 * kMiB);
            QCOMPARE(error.amounts().totalBytes, kDeviceBytes);
            QVERIFY(error.amounts().freeBytes <= 32 * kMiB);
            const std::string text = error.what();
            for (const char* part : {"48 MiB", "64 MiB", "32 MiB", "8 MiB", "use smaller buffers"})
                QVERIFY2(text.find(part) != std::string::npos, text.c_str());
        }
        // The pool still works.
        QVERIFY(pool.allocate(8 * kMiB).pointer() != 0);
    }

    void sizesBeyondTheAddressSpace() {
        DevicePool pool(makeContext());
        QVERIFY_EXCEPTION_THROWN(pool.allocate(~std::size_t(0)), OutOfMemory);
        QVERIFY_EXCEPTION_THROWN(pool.allocate(std::size_t(1) << 62), OutOfMemory);
    }

    void sameStreamComesFirst() {
        const cuda::Context context = makeContext();
        DevicePool pool(context);
        const cuda::Stream a = cuda::Stream::create(context);
        const cuda::Stream b = cuda::Stream::create(context);
        PooledDeviceBlock ofA = pool.allocate(4096, a);
        PooledDeviceBlock ofB = pool.allocate(4096, b);
        const CUdeviceptr pointerA = ofA.pointer();
        const CUdeviceptr pointerB = ofB.pointer();
        ofA.release();
        ofB.release();
        QCOMPARE(pool.allocate(4096, a).pointer(), pointerA);
        QCOMPARE(pool.allocate(4096, b).pointer(), pointerB);
    }

    void anotherStreamWaitsForTheFirst() {
        const cuda::Context context = makeContext();
        DevicePool pool(context);
        const cuda::Stream a = cuda::Stream::create(context);
        const cuda::Stream b = cuda::Stream::create(context);
        for (int round = 0; round < 50; ++round) {
            PooledDeviceBlock block = pool.allocate(16 * kMiB, a);
            const CUdeviceptr pointer = block.pointer();
            // Many fills, so that a is still busy when b gets the block.
            for (int i = 0; i < 4; ++i)
                cuda::fill8Async(a, pointer, 0xAA, block.size());
            block.release();
            PooledDeviceBlock stolen = pool.allocate(16 * kMiB, b);
            QCOMPARE(stolen.pointer(), pointer);
            cuda::fill8Async(b, pointer, std::uint8_t(round), stolen.size());
            std::vector<std::byte> data(stolen.size());
            cuda::copyToHostAsync(b, data.data(), pointer, data.size());
            b.synchronize();
            a.synchronize();
            // Had b not waited, a's fills would show.
            QVERIFY(std::all_of(data.begin(), data.end(),
                                [&](std::byte value) { return value == std::byte(round); }));
            stolen.setStream(a); // done with on b, so the next round starts on a again
        }
    }

    void randomUse_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 5; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    // Random allocating and freeing on two streams, near the limit of the device. Each block holds
    // its own pattern; no pattern is ever overwritten by another block; the figures add up.
    void randomUse() {
        QFETCH(unsigned, seed);
        const cuda::Context context = makeContext();
        const std::size_t before = context.memoryInfo().freeBytes;
        {
            DevicePool pool(context);
            const std::vector<cuda::Stream> streams{cuda::Stream::create(context),
                                                    cuda::Stream::create(context)};
            struct Live {
                PooledDeviceBlock block;
                std::uint32_t pattern = 0;
                cuda::Stream stream;
            };
            std::vector<Live> live;
            std::mt19937 random(seed);
            std::uint64_t served = 0;
            std::uint64_t refused = 0;
            for (std::uint32_t step = 0; step < 600; ++step) {
                if (live.empty() || random() % 5 < 3) {
                    const std::size_t bytes = 4 + random() % (kMiB << (random() % 4));
                    const cuda::Stream& stream = streams[random() % 2];
                    try {
                        PooledDeviceBlock block = pool.allocate(bytes, stream);
                        cuda::fill32Async(stream, block.pointer(), step, bytes / 4);
                        live.push_back({std::move(block), step, stream});
                        ++served;
                    } catch (const OutOfMemory& error) {
                        ++refused;
                        QCOMPARE(error.amounts().wantedBytes, bytes);
                        QVERIFY(pool.statistics().largestHeldBytes < blockSize(bytes));
                    }
                } else {
                    const std::size_t index = random() % live.size();
                    Live& victim = live[index];
                    std::uint32_t ends[2]{};
                    const std::size_t words = victim.block.size() / 4;
                    const CUdeviceptr base = victim.block.pointer();
                    cuda::copyToHostAsync(victim.stream, &ends[0], base, 4);
                    cuda::copyToHostAsync(victim.stream, &ends[1], base + (words - 1) * 4, 4);
                    victim.stream.synchronize();
                    QCOMPARE(ends[0], victim.pattern);
                    QCOMPARE(ends[1], victim.pattern);
                    std::swap(victim, live.back());
                    live.pop_back();
                }
                const PoolStatistics figures = pool.statistics();
                std::size_t active = 0;
                std::size_t requested = 0;
                for (const Live& one : live) {
                    active += one.block.capacity();
                    requested += one.block.size();
                }
                QCOMPARE(figures.activeBlocks, live.size());
                QCOMPARE(figures.activeBytes, active);
                QCOMPARE(figures.requestedBytes, requested);
                QVERIFY(figures.managedBytes >= active);
                QVERIFY(figures.managedBytes <= kDeviceBytes);
                QCOMPARE(figures.allocations, served);
                QCOMPARE(figures.reuses + figures.driverAllocations, served);
                // No two live blocks overlap.
                if (step % 50 == 0) {
                    std::map<CUdeviceptr, std::size_t> ranges;
                    for (const Live& one : live)
                        ranges.emplace(one.block.pointer(), one.block.capacity());
                    CUdeviceptr end = 0;
                    for (const auto& [start, size] : ranges) {
                        QVERIFY(start >= end);
                        end = start + size;
                    }
                }
            }
            QVERIFY(refused > 0); // or the limit was never tested
            QVERIFY(pool.statistics().reuses > 0);
        }
        QCOMPARE(context.memoryInfo().freeBytes, before);
    }
};

WARPBENCH_TEST(TestDevicePool)
} // namespace tst_device_pool

#include "tst_device_pool.moc"
