// SPDX-License-Identifier: GPL-3.0-or-later
// The device pool on a simulated device of 64 MiB: reuse, stream order, limits, random use.
#include "core/cuda/event.h"
#include "core/cuda/graph.h"
#include "core/cuda/memory.h"
#include "core/cuda/module.h"
#include "core/memory/device_pool.h"
#include "core/memory/size_class.h"
#include "tests/cuda/kernels.h"
#include "tests/cuda/simulated.h"

#include <QTest>

#include <algorithm>
#include <barrier>
#include <map>
#include <optional>
#include <random>
#include <thread>
#include <vector>

using namespace warpbench;
using namespace warpbench::memory;
using namespace warpbench::test;

namespace {

constexpr std::size_t kMiB = std::size_t(1) << 20;
constexpr std::size_t kDeviceBytes = 64 * kMiB;
/// Of memory that moves, on so small a device.
constexpr std::size_t kChunk = 2 * kMiB;

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

/// Whether memory can be mapped where it is wanted. A simulated device on Windows has none that
/// can.
bool canMap(const cuda::Context& context) {
    return context.device().attributeOrZero(
               CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) != 0;
}

/// Whether all of a block holds a byte, once the stream has come there.
bool holds(const cuda::Stream& stream, const PooledDeviceBlock& block, std::uint8_t byte) {
    std::vector<std::byte> data(block.size());
    cuda::copyToHostAsync(stream, data.data(), block.pointer(), data.size());
    stream.synchronize();
    return std::all_of(data.begin(), data.end(),
                       [byte](std::byte value) { return value == std::byte(byte); });
}

} // namespace

class TestDevicePool : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        qputenv("WARPBENCH_SIMGPU", "h200,h200");
        qputenv("WARPBENCH_SIMGPU_MEMORY", QByteArray::number(qulonglong(kDeviceBytes)));
        QCOMPARE(simulated().device(0).totalMemoryBytes(), std::uint64_t(kDeviceBytes));
    }

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

    // Where a device cannot put memory to other addresses. A large block's slab has room for more
    // of them, once that is no more than a tenth of the pool: else pools of large blocks would call
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

    // Both halves of what becomes one were used by other streams: whoever gets it waits for both.
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

    // There are 32 MiB free, and no 16 MiB of them in one piece.
    void memoryMovesWhereNoRangeIsLargeEnough() {
        const cuda::Context context = makeContext();
        if (!canMap(context))
            QSKIP("this device cannot map memory");
        const cuda::Stream stream = cuda::Stream::create(context);
        DevicePool pool(context);
        std::vector<PooledDeviceBlock> blocks;
        for (std::uint8_t i = 0; i < 8; ++i) {
            blocks.push_back(pool.allocate(8 * kMiB, stream));
            cuda::fill8Async(stream, blocks.back().pointer(), i, blocks.back().size());
        }
        for (std::size_t i = 1; i < 8; i += 2)
            blocks[i].release();
        const PoolStatistics before = pool.statistics();
        QCOMPARE(before.managedBytes, kDeviceBytes);
        QCOMPARE(before.largestHeldBytes, 8 * kMiB);
        PooledDeviceBlock large = pool.allocate(32 * kMiB, stream);
        cuda::fill8Async(stream, large.pointer(), 0xEE, large.size());
        QCOMPARE(pool.statistics().managedBytes, kDeviceBytes);
        QCOMPARE(pool.statistics().driverAllocations, before.driverAllocations);
        QCOMPARE(pool.statistics().reuses, before.reuses + 1);
        // No more than had to: what lies at its begin already stays.
        QCOMPARE(pool.statistics().movedChunks, std::uint64_t(24 * kMiB / kChunk));
        for (std::uint8_t i = 0; i < 8; i += 2)
            QVERIFY(holds(stream, blocks[i], i));
        QVERIFY(holds(stream, large, 0xEE));
        blocks.clear();
        large.release();
        QCOMPARE(pool.statistics().heldBytes(), kDeviceBytes);
        pool.freeHeld();
        QCOMPARE(pool.statistics().managedBytes, std::size_t(0));
        QCOMPARE(context.memoryInfo().freeBytes, kDeviceBytes);
    }

    // Work is queued that uses memory by its former address when that gets another, and when the
    // former one is wanted for other memory: it is not unmapped before its time, which would be a
    // fault, and nobody writes before that work is done.
    void movedMemoryIsStillUsedByItsFormerAddress() {
        const cuda::Context context = makeContext();
        if (!canMap(context))
            QSKIP("this device cannot map memory");
        DevicePool pool(context);
        const cuda::Stream a = cuda::Stream::create(context);
        const cuda::Stream b = cuda::Stream::create(context);
        for (int round = 0; round < 60; ++round) {
            std::vector<PooledDeviceBlock> blocks;
            for (int i = 0; i < 8; ++i)
                blocks.push_back(pool.allocate(6 * kMiB, a));
            for (int times = 0; times < 3; ++times) {
                for (const PooledDeviceBlock& block : blocks)
                    cuda::fill8Async(a, block.pointer(), 0xAA, block.size());
            }
            const cuda::Stream& next = round % 3 == 0 ? a : b;
            for (std::size_t i = 0; i < blocks.size(); i += 2)
                blocks[i].release();
            PooledDeviceBlock large = pool.allocate(std::size_t(14 + round % 10) * kMiB, next);
            cuda::fill8Async(next, large.pointer(), std::uint8_t(round), large.size());
            QVERIFY(holds(next, large, std::uint8_t(round)));
            QVERIFY(pool.statistics().managedBytes <= kDeviceBytes);
        }
        QVERIFY(pool.statistics().movedChunks > 60);
        a.synchronize();
        b.synchronize();
    }

    // A graph goes on writing where its work was recorded: that memory is nobody else's, however
    // large the block and whatever moves, until the graph and its launches are done.
    void whatIsGivenBackDuringACaptureStaysTheGraphs() {
        const cuda::Context context = makeContext();
        const cuda::Stream stream = cuda::Stream::create(context);
        const cuda::Stream another = cuda::Stream::create(context);
        for (const std::size_t bytes : {std::size_t(4096), kMiB, 16 * kMiB}) {
            DevicePool pool(context);
            std::optional<cuda::GraphExec> exec;
            {
                PooledDeviceBlock ofGraph = pool.allocate(bytes, stream);
                exec = cuda::Graph::capture(stream, [&] {
                           cuda::fill8Async(stream, ofGraph.pointer(), 0xAA, bytes);
                           ofGraph.release();
                           QVERIFY(!ofGraph);
                       }).instantiate();
            }
            std::vector<PooledDeviceBlock> others;
            others.push_back(pool.allocate(bytes, stream));
            others.push_back(pool.allocate(24 * kMiB, stream)); // its chunks would move
            QCOMPARE(pool.statistics().activeBlocks, std::size_t(3));
            for (const PooledDeviceBlock& other : others)
                cuda::fill8Async(stream, other.pointer(), 0x11, other.size());
            stream.synchronize();
            exec->launch(another);
            another.synchronize();
            for (const PooledDeviceBlock& other : others)
                QVERIFY(holds(stream, other, 0x11));
            others.clear();
            for (int i = 0; i < 50; ++i)
                exec->launch(another);
            exec.reset(); // which waits for them
            QCOMPARE(pool.statistics().activeBlocks, std::size_t(0));
            const PooledDeviceBlock again = pool.allocate(60 * kMiB, stream);
            cuda::fill8Async(stream, again.pointer(), 0x22, again.size());
            QVERIFY(holds(stream, again, 0x22));
        }
    }

    // Not even where the capture comes to nothing: a block is back then.
    void aCaptureThatFailsKeepsNoMemory() {
        const cuda::Context context = makeContext();
        const cuda::Stream stream = cuda::Stream::create(context);
        DevicePool pool(context);
        PooledDeviceBlock block = pool.allocate(kMiB, stream);
        QVERIFY_EXCEPTION_THROWN(cuda::Graph::capture(stream,
                                                      [&] {
                                                          block.release();
                                                          throw std::runtime_error("no");
                                                      }),
                                 std::runtime_error);
        QCOMPARE(pool.statistics().activeBlocks, std::size_t(0));
    }

    // What lies in the pool may be in use by work before the capture, which a graph that is
    // launched on another stream does not come after; and a wait for it would spoil the capture.
    void nothingIsAllocatedDuringACapture() {
        const cuda::Context context = makeContext();
        const cuda::Stream stream = cuda::Stream::create(context);
        DevicePool pool(context);
        const PooledDeviceBlock block = pool.allocate(kMiB, stream);
        pool.allocate(kMiB, cuda::Stream::create(context)); // held, of another stream
        const cuda::GraphExec exec =
            cuda::Graph::capture(stream, [&] {
                try {
                    pool.allocate(kMiB, stream);
                    QFAIL("no exception");
                } catch (const cuda::CudaError&) {
                    QFAIL("the driver was asked");
                } catch (const Error& error) {
                    QCOMPARE(error.kind(), ErrorKind::internal);
                    QVERIFY2(QByteArray(error.what()).contains("graph"), error.what());
                }
                cuda::fill8Async(stream, block.pointer(), 0xCC, block.size());
            }).instantiate();
        QCOMPARE(pool.statistics().activeBlocks, std::size_t(1));
        exec.launch(stream);
        QVERIFY(holds(stream, block, 0xCC));
        QVERIFY(pool.allocate(kMiB, stream).pointer() != 0);
    }

    // Large blocks that other threads give back during a capture are too many then; a question to a
    // stream that is captured would spoil the capture.
    void whatOthersGiveBackDuringACaptureAsksNoStream() {
        const cuda::Context context = makeContext();
        if (!canMap(context))
            QSKIP("this device cannot map memory");
        DevicePool pool(context);
        const cuda::Stream stream = cuda::Stream::create(context);
        std::vector<PooledDeviceBlock> blocks;
        for (int i = 0; i < 8; ++i)
            blocks.push_back(pool.allocate(8 * kMiB, stream));
        for (std::size_t i = 0; i < 8; i += 2)
            blocks[i].release();
        const PooledDeviceBlock large = pool.allocate(32 * kMiB, stream);
        QVERIFY(pool.statistics().movedChunks > 0);
        cuda::Graph::capture(stream,
                             [&] {
                                 cuda::fill8Async(stream, large.pointer(), 0xCC, large.size());
                                 std::thread([&] { blocks.clear(); }).join();
                                 pool.stopHolding();
                             })
            .instantiate()
            .launch(stream);
        QVERIFY(holds(stream, large, 0xCC));
    }

    // Peer access to the context is not enough for memory that is put somewhere after it.
    void peersMayUseMemoryThatMoves() {
        const cuda::Context here = makeContext(0);
        const cuda::Context there = makeContext(1);
        const cuda::Stream ofPeer = cuda::Stream::create(there);
        const cuda::Kernel fill = cuda::Module::fromPtx(there, kKernels).kernel("fill");
        DevicePool pool(here);
        const PooledDeviceBlock before = pool.allocate(8 * kMiB);
        there.enablePeerAccess(here);
        pool.allow(there.device());
        const PooledDeviceBlock after = pool.allocate(8 * kMiB);
        for (const PooledDeviceBlock* block : {&before, &after}) {
            // The last words, so that all chunks are between.
            CUdeviceptr out = block->pointer() + block->size() - 32 * 4;
            std::uint32_t value = 7;
            std::uint32_t count = 32;
            void* arguments[] = {&out, &value, &count};
            cuda::LaunchConfig config;
            config.block = {32, 1, 1};
            fill.launch(config, ofPeer, arguments);
            std::uint32_t last = 0;
            cuda::copyToHostAsync(ofPeer, &last, out + 31 * 4, 4);
            ofPeer.synchronize();
            QCOMPARE(last, 7u + 31);
        }
    }

    void outOfMemorySaysHowMuchIsWhere() {
        DevicePool pool(makeContext());
        const PooledDeviceBlock kept = pool.allocate(32 * kMiB);
        pool.allocate(8 * kMiB); // held afterwards
        try {
            pool.allocate(48 * kMiB);
            QFAIL("no exception");
        } catch (const OutOfMemory& error) {
            QCOMPARE(error.code(), CUDA_ERROR_OUT_OF_MEMORY);
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
        // And the pool goes on.
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

    // The pool is gone, and its last blocks go on several threads at once: whoever gives back the
    // very last ends what the others have just looked at. All memory goes back. (That no thread
    // looks once more is up to a reader: it would be in the way for a few instructions.)
    void lastBlocksGoBackOnSeveralThreads() {
        constexpr std::size_t kThreads = 4;
        constexpr int kRounds = 1000;
        const cuda::Context context = makeContext();
        const std::size_t before = context.memoryInfo().freeBytes;
        std::vector<PooledDeviceBlock> blocks(2 * kThreads);
        std::barrier together(kThreads + 1);
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t < kThreads; ++t)
            threads.emplace_back([&blocks, &together, t] {
                for (int round = 0; round < kRounds; ++round) {
                    together.arrive_and_wait();
                    blocks[2 * t].release();
                    blocks[2 * t + 1].release();
                    together.arrive_and_wait();
                }
            });
        for (int round = 0; round < kRounds; ++round) {
            {
                DevicePool pool(context);
                for (PooledDeviceBlock& block : blocks)
                    block = pool.allocate(kMiB); // a slab for each two
                pool.stopHolding();
            }
            together.arrive_and_wait();
            together.arrive_and_wait();
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

QTEST_GUILESS_MAIN(TestDevicePool)
#include "tst_device_pool.moc"
