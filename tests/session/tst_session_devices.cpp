// SPDX-License-Identifier: GPL-3.0-or-later
// A run on several devices gives the same results as on one, reports the work of each device, and
// ends on all of them after an error on one.
#include "tests/main.h"
#include "tests/session/session_bench.h"
#include "tests/session/smooth_project.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>

namespace tst_session_devices {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

const std::string kScale = R"(
extern "C" __global__ void scale(float* d, const float* a, const float* factor, int rows,
                                 int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    for (int c = 0; row < rows && c < columns; ++c)
        d[row * columns + c] = a[row * columns + c] * factor[0];
})";

/// d = a * factor over 1003 rows of 5; `factor` is whole on every device.
RunRequest scaleOn(int devices, const std::string& source = kScale) {
    RunRequest request;
    request.device = "sim";
    request.source = source;
    request.devices = devices;
    request.repeats = 2;
    project::Project& project = request.project;
    project.name = "scale";
    project.parameters["n"] = {"1003", {}};
    project.buffers = {buffer("a", "n", project::Init::Kind::arange),
                       buffer("d", "n", project::Init::Kind::zeros),
                       buffer("factor", "1", project::Init::Kind::constant)};
    for (std::size_t i = 0; i < 2; ++i) {
        project.buffers[i].shape.push_back({"5", {}});
        project.buffers[i].split = true;
    }
    project.buffers[1].expect.emplace().expression = {"3 * a", {}};
    project.buffers[2].init.value = project::Expression{"3", {}};
    project::Launch launch;
    launch.kernel = "scale";
    launch.grid = {{"ceil_div(rows, 64)", {}}};
    launch.block = {{"64", {}}};
    const project::ScalarArg rows{arrays::Scalar::int32, {{"rows", {}}}};
    const project::ScalarArg columns{arrays::Scalar::int32, {{"5", {}}}};
    launch.args = {{bufferArg("d", project::Access::out), {}},
                   {bufferArg("a", project::Access::in), {}},
                   {bufferArg("factor", project::Access::in), {}},
                   {rows, {}},
                   {columns, {}}};
    project.launches = {launch};
    return request;
}

} // namespace

class SessionDevicesTest : public SessionFixture {
    Q_OBJECT

  private slots:
    void init() { qputenv("WARPBENCH_SIMGPU", "h200,h200,h200,h200,h200,h200,h200,h200,a100"); }

    void anyNumberOfDevicesDoesTheSame_data() {
        QTest::addColumn<WorkerHome>("home");
        QTest::addColumn<int>("devices");
        for (const int devices : {1, 2, 4, 8}) {
            QTest::addRow("%d, this process", devices) << WorkerHome::this_process << devices;
            QTest::addRow("%d, child process", devices) << WorkerHome::child_process << devices;
        }
    }
    void anyNumberOfDevicesDoesTheSame() {
        QFETCH(WorkerHome, home);
        QFETCH(int, devices);
        Bench bench(home);
        const RunReport report = bench.run(scaleOn(devices));
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(find(report, "d")->expect->passed);
        const arrays::HostArray d = bench.read(find(report, "d")->ref, 1002 * 5 + 4, 1);
        QCOMPARE(d.as<float>()[0], 3.0F * (1002 * 5 + 4));
        QCOMPARE(report.devices.size(), std::size_t(devices == 1 ? 0 : devices));
        std::int64_t next = 0;
        std::set<int> indices;
        bool somebodyWasLast = report.devices.empty();
        for (const DeviceShare& share : report.devices) {
            QCOMPARE(share.firstRow, next);
            next += share.rows;
            indices.insert(share.device.index);
            QVERIFY(share.busyMs > 0 && share.waitedMs >= 0);
            somebodyWasLast = somebodyWasLast || share.waitedMs == 0;
            QCOMPARE(share.launches.size(), std::size_t(1));
            QCOMPARE(share.launches[0].grid[0], std::uint32_t((share.rows + 63) / 64));
            QCOMPARE(share.launches[0].time->samples, 2);
        }
        QVERIFY(somebodyWasLast);
        QCOMPARE(indices.size(), report.devices.size());
        QVERIFY(report.devices.empty() || next == 1003);
    }

    /// A device whose results are being written to a slow disk keeps no other from its work.
    void aSlowDiskKeepsNoDeviceFromItsWork() {
        constexpr int kTrials = 8;
        SweepRequest request;
        request.run = scaleOn(1);
        request.run.devices.reset();
        request.run.repeats = 1;
        auto& values = request.run.project.sweep.emplace().parameters["n"];
        for (int n = 1; n <= kTrials; ++n)
            values.push_back({std::to_string(n), {}});
        std::mutex mutex;
        std::condition_variable changed;
        int done = 0;
        int written = 0;
        bool othersWentOn = false;
        const auto write = [&](const SweepReport&) {
            std::unique_lock lock(mutex);
            if (++written == 1) // all but the one that this device is at
                othersWentOn = changed.wait_for(lock, 60s, [&] { return done >= kTrials - 1; });
        };
        auto promise = std::make_shared<std::promise<SweepReport>>();
        Bench bench(WorkerHome::this_process);
        Handlers<SweepReport> handlers = Bench::handlersFor(promise);
        handlers.progress = [&](const Progress& step) {
            const std::lock_guard lock(mutex);
            if (step.phase.starts_with("Trial "))
                done = std::max(done, std::stoi(step.phase.substr(6)));
            changed.notify_all();
        };
        for (const DeviceInfo& device : bench.devices()) {
            if (device.simulated && device.usable()) {
                request.devices = {std::to_string(device.index), std::to_string(device.index + 1)};
                break;
            }
        }
        bench.session.sweep(std::move(request), std::move(handlers), write);
        auto answer = promise->get_future();
        QCOMPARE(answer.wait_for(kPatience), std::future_status::ready);
        const SweepReport report = answer.get();
        QVERIFY(othersWentOn);
        QVERIFY(written >= 1);
        QCOMPARE(report.result.trials.size(), std::size_t(kTrials));
        QCOMPARE(report.status, SweepStatus::complete);
    }

    /// Earlier trials are reported during a long one, quick ones included.
    void whatASweepHasFoundIsToldDuringALongTrial() {
        constexpr std::size_t kQuick = 3;
        SweepRequest request;
        request.run = scaleOn(1, R"(
extern "C" __global__ void scale(float* d, const volatile float* a, const float* factor, int rows,
                                 int columns) {
    while (rows == 4 && a[0] >= 0) {}
})");
        request.run.devices.reset();
        request.run.repeats = 1;
        request.run.timeoutSeconds = 1000;
        request.run.project.buffers[1].expect.reset();
        auto& values = request.run.project.sweep.emplace().parameters["n"];
        for (std::size_t n = 1; n <= kQuick + 1; ++n)
            values.push_back({std::to_string(n), {}});
        auto promise = std::make_shared<std::promise<SweepReport>>();
        std::promise<void> told;
        std::once_flag once;
        Bench bench(WorkerHome::this_process);
        const Ticket ticket = bench.session.sweep(
            std::move(request), Bench::handlersFor(promise), [&](const SweepReport& soFar) {
                if (soFar.result.trials.size() == kQuick)
                    std::call_once(once, [&] { told.set_value(); });
            });
        const bool inTime = told.get_future().wait_for(kPatience) == std::future_status::ready;
        bench.session.cancel(ticket);
        auto answer = promise->get_future();
        QCOMPARE(answer.wait_for(kPatience), std::future_status::ready);
        const SweepReport report = answer.get();
        QVERIFY(inTime);
        QCOMPARE(report.result.trials.size(), kQuick);
        QCOMPARE(report.status, SweepStatus::cancelled);
    }

    /// The project's settings apply if the request does not override them.
    void theProjectAsksForDevices() {
        Bench bench(WorkerHome::this_process);
        RunRequest request = scaleOn(1);
        request.devices.reset();
        request.project.devices = 3;
        QCOMPARE(bench.run(request).devices.size(), std::size_t(3));
    }

    /// Each device sums its rows; the sums become one.
    void whatDevicesLeaveIsReduced_data() { homes(); }
    void whatDevicesLeaveIsReduced() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = scaleOn(3, R"(
extern "C" __global__ void scale(float* d, const float* a, long long* sum, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    for (int c = 0; row < rows && c < columns; ++c) {
        d[row * columns + c] = a[row * columns + c] * 3;
        atomicAdd((unsigned long long*)sum, (unsigned long long)a[row * columns + c]);
    }
})");
        project::Buffer& sum = request.project.buffers[2];
        sum.dtype = arrays::Scalar::int64;
        sum.init = {};
        sum.reduce = project::Reduction::sum;
        sum.expect.emplace().reference = {"sum(a)", {}};
        request.project.launches[0].args[2] = {bufferArg("factor", project::Access::inout), {}};
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(find(report, "factor")->expect->passed);
        QCOMPARE(find(report, "factor")->max.value_or(0), 5014.0 * 5015 / 2);
    }

    /// Each step needs the neighbours' rows: without an exchange, or with one at the wrong time,
    /// the result is another one.
    void halosAreExchanged_data() {
        QTest::addColumn<WorkerHome>("home");
        QTest::addColumn<int>("devices");
        QTest::addColumn<bool>("peer");
        for (const int devices : {1, 2, 3, 8})
            for (const bool peer : {true, false})
                QTest::addRow("%d, %s", devices, peer ? "peer copies" : "through the host")
                    << WorkerHome::this_process << devices << peer;
        QTest::newRow("4, child process") << WorkerHome::child_process << 4 << true;
    }
    void halosAreExchanged() {
        QFETCH(WorkerHome, home);
        QFETCH(int, devices);
        QFETCH(bool, peer);
        Bench bench(home);
        RunRequest request = smoothOn(devices);
        request.peerCopies = peer;
        request.checkFaults = true;
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        const arrays::HostArray u = bench.read(find(report, "u")->ref, 0, kSmoothRows * 2);
        const std::vector<std::int32_t> want = smoothed(2 * kSmoothRounds);
        for (std::size_t i = 0; i < want.size(); ++i)
            QCOMPARE(u.as<std::int32_t>()[i], want[i]);
        for (const DeviceShare& share : report.devices) {
            QVERIFY(share.exchange.has_value());
            QCOMPARE(share.exchange->path, std::string(peer ? "peer" : "host"));
            const bool outer = share.firstRow == 0 || share.firstRow + share.rows == kSmoothRows;
            // The check pass, three to warm up and two timed: before each launch but a pass's
            // first.
            const int times = (1 + 3 + 2) * (2 * kSmoothRounds - 1);
            QCOMPARE(share.exchange->times, times);
            QCOMPARE(share.exchange->bytes, std::uint64_t(times) * (outer ? 1 : 2) * 2 * 8);
            QCOMPARE(share.launches[0].time->samples, 2);
        }
    }

    /// A device that fails between two exchanges does not block the others.
    void aFaultEndsAllThatExchange_data() { homes(); }
    void aFaultEndsAllThatExchange() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = smoothOn(4);
        const auto at = request.source.find("d[at]");
        request.source.insert(at, "if (first_row > 0 && a[at] > 900) d[1 << 28] = 1;\n    ");
        const RunReport report = bench.run(request);
        QCOMPARE(report.status, RunStatus::fault);
        QCOMPARE(report.faults.front().kind, std::string("out_of_bounds"));
        QVERIFY(bench.run(smoothOn(4)).status == RunStatus::ok);
    }

    void tooFewDevicesAreAnError() {
        Bench bench(WorkerHome::this_process);
        const RunReport report = bench.run(scaleOn(9));
        QCOMPARE(report.status, RunStatus::device_error);
        QVERIFY2(report.message.whole().find("split over 9 devices") != std::string::npos,
                 report.message.whole().c_str());
        // As it is to be typed, and with devices enough.
        QVERIFY2(
            report.message.whole().ends_with("WARPBENCH_SIMGPU=h200,h200,h200,h200,h200,h200,h200,"
                                             "h200,h200"),
            report.message.whole().c_str());
    }

    /// Nobody has to say how many simulated devices there are to be: there are eight of a model,
    /// of which one is shown.
    void severalOfAModelWithoutBeingAsked() {
        qunsetenv("WARPBENCH_SIMGPU");
        Bench bench(WorkerHome::child_process); // starts a new driver
        const RunReport report = bench.run(scaleOn(8));
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QCOMPARE(report.devices.size(), std::size_t(8));
        std::set<int> indices;
        for (const DeviceShare& share : report.devices) {
            QCOMPARE(share.device.name, std::string("Simulated H200 (CPU)"));
            indices.insert(share.device.index);
        }
        QCOMPARE(indices.size(), std::size_t(8));
        std::set<std::string> listed;
        for (const DeviceInfo& device : bench.devices())
            QVERIFY2(listed.insert(device.name).second, device.name.c_str());
        QVERIFY(listed.size() >= 9);
        // And as many H100s, of the same compute capability.
        QCOMPARE(bench.run(scaleOn(17)).status, RunStatus::device_error);
        // Neither is chosen by its number.
        RunRequest spare = scaleOn(1);
        spare.device = std::to_string(listed.size());
        QVERIFY_EXCEPTION_THROWN(bench.run(spare), Error);
    }

    void aFaultOnOneDeviceEndsAll_data() { homes(); }
    void aFaultOnOneDeviceEndsAll() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        // Only the second device has 501 rows; the first would never end.
        const std::string source = R"(
extern "C" __global__ void scale(float* d, const float* a, const float* factor, int rows,
                                 int columns) {
    if (rows == 501)
        d[1 << 28] = 1;
    else
        while (((volatile const float*)a)[0] == 0) { }
})";
        const auto start = std::chrono::steady_clock::now();
        const RunReport report = bench.run(scaleOn(2, source));
        QVERIFY(std::chrono::steady_clock::now() - start < 30s);
        QCOMPARE(report.status, RunStatus::fault);
        QCOMPARE(report.faults.front().kind, std::string("out_of_bounds"));
        QVERIFY2(report.message.whole().find("device ") == 0, report.message.whole().c_str());
        QCOMPARE(bench.run(scaleOn(2)).status, RunStatus::ok);
    }

    void aStopEndsAll() {
        Bench bench(WorkerHome::child_process);
        auto call = bench.startAndWait(scaleOn(4, R"(
extern "C" __global__ void scale(float* d, const float* a, const float* factor, int rows,
                                 int columns) {
    while (((volatile const float*)factor)[0] == 3) { }
})"));
        bench.session.cancel(call.ticket);
        QCOMPARE(call.get().status, RunStatus::cancelled);
        QCOMPARE(bench.run(scaleOn(4)).status, RunStatus::ok);
    }
};

WARPBENCH_TEST(SessionDevicesTest)
} // namespace tst_session_devices

#include "tst_session_devices.moc"
