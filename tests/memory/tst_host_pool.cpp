// SPDX-License-Identifier: GPL-3.0-or-later
// Page-locked memory from a pool, and staged copies through it.
#include "core/cuda/memory.h"
#include "core/memory/copy_threads.h"
#include "core/memory/host_pool.h"
#include "core/memory/size_class.h"
#include "core/memory/staging.h"
#include "tests/cuda/simulated.h"
#include "tests/main.h"

#include <QTest>

#include <cstring>
#include <optional>
#include <random>
#include <thread>
#include <vector>

namespace tst_host_pool {

using namespace warpbench;
using namespace warpbench::arrays;
using namespace warpbench::memory;
using namespace warpbench::test;

class TestHostPool : public QObject {
    Q_OBJECT

  private slots:
    void blocksAreUsedAgain() {
        HostPool pool(makeContext());
        std::byte* first = nullptr;
        {
            const PooledHostBlock block = pool.allocate(3000);
            first = block.data();
            std::memset(block.data(), 1, block.capacity());
            QCOMPARE(block.size(), std::size_t(3000));
            QCOMPARE(block.capacity(), sizeClass(3000));
            QCOMPARE(reinterpret_cast<std::uintptr_t>(first) % 64, std::uintptr_t(0));
        }
        QCOMPARE(pool.allocate(3000).data(), first);
        QCOMPARE(pool.statistics().reuses, std::uint64_t(1));
    }

    void arraysLieInBlocks() {
        std::optional<HostPool> pool(makeContext());
        std::shared_ptr<HostBlock> block = pool->allocateShared(400);
        std::byte* data = block->data();
        QCOMPARE(block->size(), std::size_t(400));
        std::optional<HostArray> array = HostArray(DType(Scalar::float32), {100}, block);
        block.reset();
        QCOMPARE(array->as<float>()[99], 0.0f); // cleared
        array->as<float>()[99] = 5;
        QCOMPARE(pool->statistics().activeBlocks, std::size_t(1));
        std::thread([&] { array.reset(); }).join();
        QCOMPARE(pool->statistics().activeBlocks, std::size_t(0));
        const std::shared_ptr<HostBlock> again = pool->allocateShared(400);
        QCOMPARE(again->data(), data);
        QCOMPARE(reinterpret_cast<float*>(again->data())[99], 0.0f); // cleared again
    }

    void arraysOutliveThePool() {
        std::optional<HostPool> pool(makeContext());
        const std::shared_ptr<HostBlock> block = pool->allocateShared(1 << 20);
        pool.reset();
        std::memset(block->data(), 7, block->size());
        QCOMPARE(block->data()[1000], std::byte(7));
    }

    void blocksInUseByTheDeviceAreNotHandedOut() {
        const cuda::Context context = makeContext();
        HostPool pool(context);
        const cuda::Stream stream = cuda::Stream::create(context);
        const std::size_t bytes = std::size_t(32) << 20;
        const cuda::DeviceMemory memory = cuda::DeviceMemory::allocate(context, bytes);
        for (int round = 1; round <= 5; ++round) {
            PooledHostBlock block = pool.allocate(bytes);
            std::memset(block.data(), round, bytes);
            cuda::copyToDeviceAsync(stream, memory.pointer(), block.data(), bytes);
            block.usedBy(stream);
            block.release();
            // Whatever comes now may be overwritten at once: the copy must not see it.
            const PooledHostBlock next = pool.allocate(bytes);
            std::memset(next.data(), 0xEE, bytes);
            stream.synchronize();
            std::byte ends[2]{};
            cuda::copyToHost(context, &ends[0], memory.pointer(), 1);
            cuda::copyToHost(context, &ends[1], memory.pointer() + bytes - 1, 1);
            QCOMPARE(ends[0], std::byte(round));
            QCOMPARE(ends[1], std::byte(round));
        }
    }

    void freeHeldAndStopHolding() {
        HostPool pool(makeContext());
        pool.allocate(1000);
        pool.allocate(100000);
        QCOMPARE(pool.statistics().heldBlocks, std::size_t(2));
        pool.freeHeld();
        QCOMPARE(pool.statistics().managedBytes, std::size_t(0));
        PooledHostBlock block = pool.allocate(1000);
        pool.stopHolding();
        std::thread([&] { block.release(); }).join();
        QCOMPARE(pool.statistics().managedBytes, std::size_t(0));
    }

    void tooMuchIsAnErrorWithARemedy() {
        HostPool pool(makeContext());
        try {
            pool.allocate(~std::size_t(0) - 5000);
            QFAIL("no exception");
        } catch (const OutOfMemory& error) {
            QVERIFY(std::string(error.what()).find("page-locked host memory") != std::string::npos);
            QVERIFY(!error.remedy().empty());
        }
    }

    /// Asking whether the device is done with a block frees what other threads left, and that may
    /// give back blocks of the very pool that asks.
    void whatIsFreedMeanwhileMayBeOfThePool() {
        const cuda::Context context = makeContext();
        HostPool pool(context);
        const cuda::Stream stream = cuda::Stream::create(context);
        {
            PooledHostBlock used = pool.allocate(3000);
            used.usedBy(stream); // from now on the device is asked
        }
        std::vector<std::byte> memory(4096);
        std::optional<cuda::RegisteredHostMemory> locked = cuda::RegisteredHostMemory::lock(
            context, memory.data(), memory.size(), pool.allocateShared(100000));
        std::thread([&] { locked.reset(); }).join(); // which this thread is to free
        QCOMPARE(pool.statistics().activeBlocks, std::size_t(1));
        const PooledHostBlock again = pool.allocate(3000);
        QCOMPARE(pool.statistics().activeBlocks, std::size_t(1));
        QCOMPARE(pool.statistics().reuses, std::uint64_t(1));
    }

    void copyThreadsCopyAll() {
        CopyThreads threads(3, 8);
        std::vector<char> source(100000);
        for (std::size_t i = 0; i < source.size(); ++i)
            source[i] = char(i * 31);
        std::vector<char> target(source.size());
        const std::size_t part = source.size() / 50;
        for (std::size_t i = 0; i < 50; ++i) {
            threads.wait(i % 8);
            threads.start(i % 8, target.data() + i * part, source.data() + i * part, part);
        }
        threads.waitForAll();
        QVERIFY(threads.isDone(0));
        QVERIFY(target == source);
    }

    void stagedCopies_data() {
        QTest::addColumn<int>("threads");
        QTest::addColumn<int>("chunk");
        QTest::addColumn<int>("bytes");
        QTest::newRow("nothing") << 2 << 4096 << 0;
        QTest::newRow("one byte") << 2 << 4096 << 1;
        QTest::newRow("one chunk") << 2 << 4096 << 4096;
        QTest::newRow("a chunk and a byte") << 2 << 4096 << 4097;
        QTest::newRow("many chunks, one thread") << 1 << 1000 << 123457;
        QTest::newRow("many chunks, many threads") << 8 << 1000 << 123457;
        QTest::newRow("large") << 0 << (1 << 20) << (20 << 20) + 3;
    }
    void stagedCopies() {
        QFETCH(int, threads);
        QFETCH(int, chunk);
        QFETCH(int, bytes);
        const cuda::Context context = makeContext();
        StagingCopier copier(context, {unsigned(threads), std::size_t(chunk)});
        QVERIFY(copier.threads() >= 1 && copier.threads() <= 8);
        const cuda::Stream stream = cuda::Stream::create(context);
        const cuda::DeviceMemory memory = cuda::DeviceMemory::allocate(context, std::size_t(bytes));
        std::vector<std::uint8_t> source(static_cast<std::size_t>(bytes));
        std::mt19937 random(7);
        for (std::uint8_t& value : source)
            value = std::uint8_t(random());
        for (int round = 0; round < 2; ++round) { // slots are used again
            std::vector<std::uint8_t> scratch = source;
            QVERIFY(copier.upload(stream, memory.pointer(), scratch.data(), scratch.size()));
            std::fill(scratch.begin(), scratch.end(), std::uint8_t(0)); // may be changed at once
            std::vector<std::uint8_t> back(source.size());
            QVERIFY(copier.download(stream, back.data(), memory.pointer(), back.size()));
            QVERIFY(back == source);
        }
    }

    void failedStagingLeavesTheMemoryAlone() {
        const cuda::Context context = makeContext();
        StagingCopier copier(context, {2, 4096});
        const cuda::Stream stream = cuda::Stream::create(context);
        std::vector<std::byte> source(100000);
        QVERIFY_EXCEPTION_THROWN(
            {
                // no such address
                QVERIFY(copier.upload(stream, 64, source.data(), source.size()));
                stream.synchronize();
            },
            cuda::CudaError);
    }
};

WARPBENCH_TEST(TestHostPool)
} // namespace tst_host_pool

#include "tst_host_pool.moc"
