// SPDX-License-Identifier: GPL-3.0-or-later
// A project's settings for its context: stack, heap, space for printf, and the context's
// owner.
#include "core/cuda/driver.h"
#include "tests/main.h"
#include "tests/session/session_bench.h"

#include <cuda.h>

namespace tst_session_context {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

/// One thread, whose calls go 64 deep with 256 bytes each.
const char* const kDeep = R"cuda(
__device__ __noinline__ int down(int n, volatile int* seen) {
    volatile int room[64];
    room[n % 64] = n;
    if (n == 0)
        return *seen;
    const int below = down(n - 1, seen);
    return below + room[n % 64];
}
extern "C" __global__ void k(int* out) { int seen = 0; out[0] = down(63, &seen); }
)cuda";

/// Takes 16 MiB of the heap and gives it back.
const char* const kGreedy = R"cuda(
extern "C" __global__ void k(int* out) {
    char* room = (char*)malloc(16 << 20);
    out[0] = room != 0;
    if (room)
        room[(16 << 20) - 1] = 1;
    free(room);
}
)cuda";

/// Prints a thousand lines of forty letters.
const char* const kTalkative = R"cuda(
#include <cstdio>
extern "C" __global__ void k(int* out) {
    for (int i = 0; i < 1000; ++i)
        printf("%4d the quick brown fox jumps over dogs\n", i);
    out[0] = 1;
}
)cuda";

RunRequest one(const char* source) {
    RunRequest request;
    request.device = "sim:h200";
    request.source = source;
    project::Project& project = request.project;
    project.name = "context";
    project.timing.repeats = 0;
    project.buffers = {buffer("out", "1", project::Init::Kind::zeros)};
    project.buffers[0].dtype = arrays::DType(arrays::Scalar::int32);
    project::Launch launch;
    launch.kernel = "k";
    launch.grid = launch.block = {{"1", {}}};
    launch.args = {{bufferArg("out", project::Access::out), {}}};
    project.launches = {launch};
    return request;
}

int result(Bench& bench, const RunReport& report) {
    return bench.read(report.buffers.at(0).ref, 0, 1).as<std::int32_t>()[0];
}

} // namespace

class TestSessionContext : public SessionFixture {
    Q_OBJECT

  private slots:
    void deepCallsGetTheirStack_data() { homes(); }
    void deepCallsGetTheirStack() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = one(kDeep);
        const RunReport without = bench.run(request);
        QCOMPARE(without.status, RunStatus::fault);
        QCOMPARE(without.faults.at(0).kind, std::string("stack_overflow"));
        QVERIFY(!without.context);
        request.project.parameters["depth"] = {"64", {}};
        request.project.limits.stackBytes = {"depth * 1024", {}};
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QCOMPARE(result(bench, report), 63 * 64 / 2);
        QVERIFY(report.context && !report.context->primary);
        QCOMPARE(report.context->stackBytes, std::uint64_t(65536));
        // Restored: the next run has the driver's defaults.
        request.project.limits = {};
        QCOMPARE(bench.run(request).faults.at(0).kind, std::string("stack_overflow"));
    }

    void mallocGetsItsHeap() {
        Bench bench(WorkerHome::this_process);
        RunRequest request = one(kGreedy);
        QCOMPARE(result(bench, bench.run(request)), 0);
        request.project.limits.heapBytes = {"64 * 2 ** 20", {}};
        const RunReport report = bench.run(request);
        QCOMPARE(result(bench, report), 1);
        QCOMPARE(report.context->heapBytes, std::uint64_t(64) << 20);
        request.project.limits = {};
        QCOMPARE(result(bench, bench.run(request)), 0);
    }

    void printfHasItsRoom() {
        Bench bench(WorkerHome::this_process);
        RunRequest request = one(kTalkative);
        request.project.limits.printfBytes = {"2 ** 25", {}};
        const RunReport report = bench.run(request);
        QCOMPARE(report.context->printfBytes, std::uint64_t(1) << 25);
        QVERIFY(report.standardOutput.find(" 999 the") != std::string::npos);
    }

    void thePrimaryContextIsTheDevices() {
        Bench bench(WorkerHome::this_process);
        const cuda::Driver& driver = cuda::Driver::openSimulated();
        const auto active = [&] {
            unsigned flags = 0;
            int isActive = 0;
            driver.check(
                driver.api().primaryContextGetState(driver.device(0).handle(), &flags, &isActive),
                "cuDevicePrimaryCtxGetState");
            return isActive != 0;
        };
        RunRequest request = one("extern \"C\" __global__ void k(int* out) { out[0] = 5; }");
        QCOMPARE(result(bench, bench.run(request)), 5);
        QVERIFY(!active());
        request.project.context = project::ContextKind::primary;
        const RunReport report = bench.run(request);
        QCOMPARE(result(bench, report), 5);
        QVERIFY(report.context->primary);
        QVERIFY(active());
        request.project.context = project::ContextKind::own;
        QCOMPARE(result(bench, bench.run(request)), 5);
        QVERIFY(!active()); // given back
    }

    void whatIsNoSizeIsRefused() {
        Bench bench(WorkerHome::this_process);
        RunRequest request = one(kDeep);
        request.project.limits.stackBytes = {"0", {}};
        QVERIFY_EXCEPTION_THROWN(bench.run(request), Error);
        request.project.limits.stackBytes = {"2 ** 60", {}};
        const RunReport report = bench.run(request);
        QCOMPARE(report.status, RunStatus::device_error);
        QVERIFY2(report.message.whole().find("limits") != std::string::npos,
                 report.message.whole().c_str());
    }
};

WARPBENCH_TEST(TestSessionContext)
} // namespace tst_session_context

#include "tst_session_context.moc"
