// SPDX-License-Identifier: GPL-3.0-or-later
// Remapping memory of the device pool if no free range is large enough.
#include "core/cuda/memory.h"
#include "core/cuda/module.h"
#include "core/memory/device_pool.h"
#include "tests/cuda/kernels.h"
#include "tests/main.h"
#include "tests/memory/small_devices.h"

#include <QTest>

#include <vector>

namespace tst_device_pool_moves {

using namespace warpbench;
using namespace warpbench::memory;
using namespace warpbench::test;

namespace {

/// Of memory that moves, on so small a device.
constexpr std::size_t kChunk = 2 * kMiB;

} // namespace

class TestDevicePoolMoves : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { makeSmallDevices(); }

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
        // The minimum: chunks at the beginning are already in place.
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
};

WARPBENCH_TEST(TestDevicePoolMoves)
} // namespace tst_device_pool_moves

#include "tst_device_pool_moves.moc"
