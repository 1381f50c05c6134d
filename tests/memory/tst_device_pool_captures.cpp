// SPDX-License-Identifier: GPL-3.0-or-later
// The device pool during a graph capture: freed blocks and forbidden calls.
#include "core/cuda/graph.h"
#include "core/cuda/memory.h"
#include "core/memory/device_pool.h"
#include "tests/main.h"
#include "tests/memory/small_devices.h"

#include <QTest>

#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

namespace tst_device_pool_captures {

using namespace warpbench;
using namespace warpbench::memory;
using namespace warpbench::test;

class TestDevicePoolCaptures : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { makeSmallDevices(); }

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

    // Not even if the capture fails: then the block is freed.
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

    // Pool memory may be in use by work submitted before the capture. A graph launched on another
    // stream does not wait for that work, and waiting for it would invalidate the capture.
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
};

WARPBENCH_TEST(TestDevicePoolCaptures)
} // namespace tst_device_pool_captures

#include "tst_device_pool_captures.moc"
