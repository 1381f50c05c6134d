// SPDX-License-Identifier: GPL-3.0-or-later
// Memory transactions of a warp's accesses: by hand, and compared with the simulated GPU.
#include "core/report/access_trace.h"
#include "tests/main.h"
#include "tests/session/session_bench.h"

#include <algorithm>
#include <bit>

namespace tst_access_trace {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

/// All lanes, each `step` bytes behind the one before.
TracedAccess strided(AccessSpace space, std::uint32_t bytes, std::uint64_t step,
                     std::uint64_t first = 0) {
    TracedAccess access;
    access.space = space;
    access.load = true;
    access.bytes = bytes;
    access.mask = 0xffffffffu;
    for (std::uint64_t lane = 0; lane < 32; ++lane)
        access.addresses[lane] = first + lane * step;
    return access;
}

// Every pattern of access in one kernel of thirteen warps, the last of them a half.
const std::string kPatterns = R"(
extern "C" __global__ void multiply(float* d, const float* a, const float* b) {
    __shared__ float tile[32][32];
    __shared__ double wide[400];
    __shared__ float4 quads[400];
    __shared__ int sums[4];
    const int i = threadIdx.x;
    float local[8];
    if (i < 4) sums[i] = 0;
    for (int k = 0; k < 8; ++k) local[k] = a[(i + k * 31) % 400];
    tile[i % 32][i / 32] = a[i];
    wide[i] = b[i * 7 % 400];
    quads[i] = make_float4(a[0], a[i / 2], b[399 - i], local[i % 8]);
    __syncthreads();
    atomicAdd(&sums[i % 3], i);
    if (i % 5 != 0)
        atomicAdd(&d[i * 3 % 400], tile[i % 31][i % 13]);
    __syncthreads();
    local[i % 8] += quads[(i * 5) % 400].z;
    d[i] = a[i] * b[i] + 0 * (local[(i + 3) % 8] + float(wide[i * 2 % 400]) + sums[i % 4]);
})";

} // namespace

class AccessTraceTest : public SessionFixture {
    Q_OBJECT

  private slots:
    void lanesSideBySideShareSectors() {
        const AccessShape shape = shapeOf(strided(AccessSpace::global, 4, 4, 0x1000));
        QCOMPARE(shape.lanes, 32);
        QCOMPARE(shape.sectors, (std::vector<std::uint64_t>{0x80, 0x81, 0x82, 0x83}));
        QCOMPARE(shape.idealSectors, 4);
        QCOMPARE(shapeOf(strided(AccessSpace::global, 4, 4, 0x1004)).sectors.size(),
                 std::size_t(5));
        QCOMPARE(shapeOf(strided(AccessSpace::global, 4, 128)).sectors.size(), std::size_t(32));
        const AccessShape same = shapeOf(strided(AccessSpace::global, 4, 0));
        QCOMPARE(same.sectors.size(), std::size_t(1));
        QCOMPARE(same.idealSectors, 1);
    }

    void wordsOfOneBankTakePasses() {
        const AccessShape column = shapeOf(strided(AccessSpace::shared, 4, 128));
        QCOMPARE(column.passes, 32);
        QCOMPARE(column.idealPasses, 1);
        QCOMPARE(column.worstBank, 0);
        QCOMPARE(column.worstLanes, 0xffffffffu);
        QCOMPARE(column.banks[0].size(), std::size_t(32));
        QVERIFY(column.banks[1].empty());
        QCOMPARE(shapeOf(strided(AccessSpace::shared, 4, 132)).passes, 1);
        QCOMPARE(shapeOf(strided(AccessSpace::shared, 4, 8)).passes, 2);
        QCOMPARE(shapeOf(strided(AccessSpace::shared, 4, 0)).passes, 1); // one word for all
        // Wide accesses are served in halves and quarters.
        const AccessShape halves = shapeOf(strided(AccessSpace::shared, 8, 8));
        QCOMPARE(halves.passes, 2);
        QCOMPARE(halves.idealPasses, 2);
        QCOMPARE(shapeOf(strided(AccessSpace::shared, 16, 16)).passes, 4);
        QCOMPARE(shapeOf(strided(AccessSpace::shared, 8, 128)).passes, 32);
        // Lanes that take no part count for nothing.
        TracedAccess few = strided(AccessSpace::shared, 4, 128);
        few.mask = 0x11;
        QCOMPARE(shapeOf(few).passes, 2);
        QCOMPARE(shapeOf(few).worstLanes, 0x11u);
    }

    void localMemoryIsInterleaved() {
        // All lanes at the same place of their arrays: words side by side.
        const AccessShape alike = shapeOf(strided(AccessSpace::local, 4, 0, 16));
        QCOMPARE(alike.sectors.size(), std::size_t(4));
        QCOMPARE(alike.sectors.front(), std::uint64_t(4 * 32 * 4 / 32));
        QCOMPARE(alike.idealSectors, 4);
        // At 32 different ones: a sector each.
        QCOMPARE(shapeOf(strided(AccessSpace::local, 4, 4)).sectors.size(), std::size_t(32));
        // Eight bytes are two words, a row of words apart.
        QCOMPARE(shapeOf(strided(AccessSpace::local, 8, 0)).sectors.size(), std::size_t(8));
    }

    void stridesAreKnown() {
        std::int64_t bytes = 0;
        QVERIFY(strideOf(strided(AccessSpace::global, 4, 12), bytes));
        QCOMPARE(bytes, std::int64_t(12));
        TracedAccess access = strided(AccessSpace::global, 4, 12);
        access.mask = 0x80000101u;
        QVERIFY(strideOf(access, bytes));
        QCOMPARE(bytes, std::int64_t(12));
        access.addresses[8] += 4;
        QVERIFY(!strideOf(access, bytes));
        access.mask = 1;
        QVERIFY(!strideOf(access, bytes));
    }

    /// With a complete trace, the computed values equal the simulated GPU's counts.
    void shapesAddUpToTheCounters_data() { homes(); }
    void shapesAddUpToTheCounters() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = multiply(kPatterns);
        request.metrics = true;
        request.trace = true;
        const RunReport report = bench.run(request);
        QCOMPARE(report.status, RunStatus::ok);
        const LaunchReport& launch = report.launches.at(0);
        QVERIFY(launch.trace);
        std::uint64_t sectors = 0, ideal = 0, conflicts = 0, global = 0, shared = 0, local = 0;
        for (const TracedAccess& access : launch.trace->accesses) {
            const AccessShape shape = shapeOf(access);
            QVERIFY(access.line > 0 && access.ptxLine > 0);
            QVERIFY(access.execution < access.executions);
            QCOMPARE(shape.lanes, std::popcount(access.mask));
            global += access.space == AccessSpace::global;
            shared += access.space == AccessSpace::shared;
            if (access.space == AccessSpace::global) {
                sectors += shape.sectors.size();
                ideal += std::uint64_t(shape.idealSectors);
            }
            conflicts += std::uint64_t(shape.passes - shape.idealPasses);
            if (access.space == AccessSpace::local)
                local += std::uint64_t(shape.lanes) * access.bytes;
        }
        const Counters& counters = *launch.counters;
        QCOMPARE(global, counters.globalAccesses);
        QCOMPARE(shared, counters.sharedAccesses);
        QCOMPARE(sectors, counters.globalSectors);
        QCOMPARE(ideal, counters.idealGlobalSectors);
        QCOMPARE(conflicts, counters.sharedBankConflicts);
        QCOMPARE(local, counters.localBytesLoaded + counters.localBytesStored);
        QVERIFY(conflicts > 0 && local > 0 && sectors > ideal);
        // Buffers are identified by address.
        const auto& buffers = launch.trace->buffers;
        QCOMPARE(buffers.size(), std::size_t(3));
        QVERIFY(std::all_of(buffers.begin(), buffers.end(), [](const TracedBuffer& buffer) {
            return buffer.elementBytes == 4 && buffer.bytes == 1600 && buffer.address != 0;
        }));
        // Traces are made only on request.
        QVERIFY(!bench.run(multiply(kGood)).launches.at(0).trace);
    }

    void aTraceIsASample() {
        Bench bench(WorkerHome::this_process);
        RunRequest request = multiply(R"(
extern "C" __global__ void multiply(float* d, const float* a, const float* b) {
    const int i = threadIdx.x;
    float sum = 0;
    #pragma unroll 1
    for (int k = 0; k < 100; ++k) sum += a[(i + k) % 400];
    d[i] = a[i] * b[i] + 0 * sum;
})");
        request.project.launches[0].grid = {{"9", {}}};
        request.trace = true;
        const RunReport report = bench.run(request);
        QCOMPARE(report.status, RunStatus::ok);
        std::vector<std::uint64_t> blocks;
        std::uint64_t most = 0, executed = 0;
        for (const TracedAccess& access : report.launches.at(0).trace->accesses) {
            if (std::find(blocks.begin(), blocks.end(), access.block) == blocks.end())
                blocks.push_back(access.block);
            most = std::max(most, access.execution);
            executed = std::max(executed, access.executions);
        }
        std::sort(blocks.begin(), blocks.end());
        QCOMPARE(blocks, (std::vector<std::uint64_t>{0, 4, 8}));
        QCOMPARE(most, std::uint64_t(15));
        QCOMPARE(executed, std::uint64_t(100));
    }
};

WARPBENCH_TEST(AccessTraceTest)
} // namespace tst_access_trace

#include "tst_access_trace.moc"
