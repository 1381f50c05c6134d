// SPDX-License-Identifier: GPL-3.0-or-later
// Workers: stopping, what stays on a device between runs, children that end, waiting requests.
#include "tests/session/session_bench.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

const std::string kEndless = R"(extern "C" __global__ void multiply(float* d, const float* a,
                                                                    const float* b) {
    volatile const float* v = a;
    while (v[0] >= 0.0f) {
    }
    d[threadIdx.x] = b[threadIdx.x];
})";

/// Every run adds 1 to a buffer that stays on the device.
RunRequest residentCount() {
    RunRequest request = multiply("extern \"C\" __global__ void multiply(float* d, const float* a, "
                                  "const float* b) { d[threadIdx.x] += 1.0f; }");
    request.project.buffers[2].expect.reset();
    request.project.launches[0].args[0].value = bufferArg("dest", project::Access::resident);
    return request;
}

/// The children of this process that run warpbench-worker without --compile.
std::vector<std::int64_t> workerProcesses() {
    std::vector<std::int64_t> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string pid = entry.path().filename().string();
        if (pid.find_first_not_of("0123456789") != std::string::npos)
            continue;
        std::ifstream status(entry.path() / "stat");
        std::string text;
        std::getline(status, text);
        const std::size_t end = text.rfind(')');
        if (end == std::string::npos || text[end + 2] == 'Z')
            continue;
        const int parent = std::atoi(text.c_str() + end + 4);
        std::ifstream command(entry.path() / "cmdline");
        std::string line;
        std::getline(command, line);
        if (parent == int(QCoreApplication::applicationPid()) &&
            line.find("warpbench-worker") != std::string::npos &&
            line.find("--compile") == std::string::npos)
            found.push_back(std::stoll(pid));
    }
    return found;
}

} // namespace

class SessionWorkersTest : public SessionFixture {
    Q_OBJECT

  private slots:
    void endlessKernelIsStopped_data() { homes(); }
    void endlessKernelIsStopped() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        auto call = bench.startAndWait(multiply(kEndless));
        const auto start = std::chrono::steady_clock::now();
        bench.session.cancel(call.ticket);
        const RunReport report = call.get();
        const auto took = std::chrono::steady_clock::now() - start;
        QCOMPARE(report.status, RunStatus::cancelled);
        QCOMPARE(report.exitCode(), 5);
        QVERIFY2(took < 1500ms, "a stop takes at most a second (and some load)");
        QCOMPARE(bench.run(multiply(kGood)).status, RunStatus::ok);
    }

    void endlessKernelRunsOutOfTime_data() { homes(); }
    void endlessKernelRunsOutOfTime() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = multiply(kEndless);
        request.timeoutSeconds = 0.3;
        const RunReport report = bench.run(request);
        QCOMPARE(report.status, RunStatus::timeout);
        QVERIFY(report.message.find("0.3") != std::string::npos);
        QCOMPARE(bench.run(multiply(kGood)).status, RunStatus::ok);
    }

    void residentBufferGoesOn_data() { homes(); }
    void residentBufferGoesOn() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = residentCount();
        const auto value = [&](const RunReport& report) {
            return bench.read(find(report, "dest")->ref, 3, 1).as<float>()[0];
        };
        // Timing passes do not count: they start from and end with what the check pass left.
        request.repeats = 5;
        QCOMPARE(value(bench.run(request)), 1.0f);
        QCOMPARE(value(bench.run(request)), 2.0f);
        bench.session.resetResident();
        QCOMPARE(value(bench.run(request)), 1.0f);
        request.set["n"] = "256"; // another definition
        QCOMPARE(value(bench.run(request)), 1.0f);
    }

    /// A resident buffer stays until the device changes; back on the first one it is made anew.
    void residentBufferEndsWithItsDevice_data() { homes(); }
    void residentBufferEndsWithItsDevice() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const auto devices = bench.devices();
        QVERIFY(devices.size() >= 2); // initTestCase asks for two simulated ones
        RunRequest request = residentCount();
        const auto value = [&](const RunReport& report) {
            return bench.read(find(report, "dest")->ref, 3, 1).as<float>()[0];
        };
        request.device = "sim:h200";
        bench.run(request);
        const RunReport second = bench.run(request);
        QCOMPARE(value(second), 2.0f);
        request.device = "sim:a100";
        QCOMPARE(value(bench.run(request)), 1.0f);
        QVERIFY_THROWS_EXCEPTION(Error, value(second)); // it is gone, and says so
        request.device = "sim:h200";
        QCOMPARE(value(bench.run(request)), 1.0f);
    }

    void residentBufferEndsWithItsWorker() {
        Bench bench(WorkerHome::child_process);
        const RunRequest request = residentCount();
        bench.run(request);
        const RunReport second = bench.run(request);
        QCOMPARE(bench.read(find(second, "dest")->ref, 0, 1).as<float>()[0], 2.0f);
        const auto workers = workerProcesses();
        QCOMPARE(workers.size(), std::size_t(1));
        ::kill(pid_t(workers[0]), SIGKILL);
        QTRY_VERIFY(workerProcesses().empty());
        QVERIFY_THROWS_EXCEPTION(Error, bench.read(find(second, "dest")->ref, 0, 1));
        const RunReport after = bench.run(request);
        QCOMPARE(bench.read(find(after, "dest")->ref, 0, 1).as<float>()[0], 1.0f);
        QCOMPARE(bench.notices(), std::size_t(1));
    }

    /// A newer read of the same consumer takes the place of one that waits; others get their turn.
    void newerReadTakesTheWaitingOnesPlace() {
        Bench bench(WorkerHome::this_process);
        const RunReport report = bench.run(multiply(kGood));
        const BufferRef ref = find(report, "a")->ref;
        std::promise<void> busy, release;
        std::promise<float> table, image, plain;
        std::atomic<bool> replaced = true;
        const auto take = [](std::promise<float>& promise) {
            Handlers<memory::HostArray> handlers;
            handlers.done = [&promise](const memory::HostArray& array) {
                promise.set_value(array.as<float>()[0]);
            };
            return handlers;
        };
        Handlers<memory::HostArray> blocking;
        blocking.done = [&](const memory::HostArray&) {
            busy.set_value();
            release.get_future().wait();
        };
        bench.session.read({ref, 0, 1, "table"}, std::move(blocking));
        busy.get_future().wait();
        Handlers<memory::HostArray> old;
        old.done = [&](const memory::HostArray&) { replaced = false; };
        bench.session.read({ref, 1, 1, "table"}, std::move(old));
        bench.session.read({ref, 2, 1, "image"}, take(image));
        bench.session.read({ref, 3, 1, {}}, take(plain));
        bench.session.read({ref, 4, 1, "table"}, take(table));
        release.set_value();
        QCOMPARE(image.get_future().get(), 2.0f);
        QCOMPARE(plain.get_future().get(), 3.0f);
        QCOMPARE(table.get_future().get(), 4.0f);
        QVERIFY(replaced);
    }

    /// Filling and copying large buffers tells how far it is, and stops when asked.
    void largeBuffersAreInterruptible_data() {
        QTest::addColumn<WorkerHome>("home");
        QTest::addColumn<QString>("phase");
        for (const char* phase : {"Filling buffers", "Uploading", "Downloading"}) {
            QTest::addRow("%s, this process", phase) << WorkerHome::this_process << phase;
            QTest::addRow("%s, child process", phase) << WorkerHome::child_process << phase;
        }
    }
    void largeBuffersAreInterruptible() {
        QFETCH(WorkerHome, home);
        QFETCH(QString, phase);
        Bench bench(home);
        RunRequest request =
            multiply("extern \"C\" __global__ void multiply(float* d, const float* "
                     "a, const float* b) { d[threadIdx.x] = a[threadIdx.x]; }");
        project::Project& project = request.project;
        project.buffers[0].shape = project.buffers[2].shape = {{"40 * 2**20", {}}}; // 160 MiB
        project.buffers[2].expect.reset();
        project.launches[0].block = {{"32", {}}};
        std::promise<void> there;
        std::once_flag once;
        std::vector<double> fractions;
        std::mutex mutex;
        auto call = bench.start(request, [&](const Progress& step) {
            if (QString::fromStdString(step.phase) != phase)
                return;
            const std::lock_guard lock(mutex);
            fractions.push_back(step.fraction);
            // The first buffer in the middle of its way, or the first of several.
            if (step.fraction > 0)
                std::call_once(once, [&] { there.set_value(); });
        });
        QCOMPARE(there.get_future().wait_for(kPatience), std::future_status::ready);
        bench.session.cancel(call.ticket);
        const RunReport report = call.get();
        // The copy may have ended before the cancel came to it; then something later was stopped.
        QCOMPARE(report.status, RunStatus::cancelled);
        const std::lock_guard lock(mutex);
        QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
        QVERIFY(fractions.front() >= 0 && fractions.back() <= 1);
    }

    void killedWorkerIsReplaced() {
        Bench bench(WorkerHome::child_process);
        QCOMPARE(bench.run(multiply(kGood)).status, RunStatus::ok);
        const auto workers = workerProcesses();
        QCOMPARE(workers.size(), std::size_t(1));
        auto call = bench.startAndWait(multiply(kEndless));
        ::kill(pid_t(workers[0]), SIGKILL);
        const RunReport report = call.get();
        QCOMPARE(report.status, RunStatus::device_error);
        QVERIFY(report.message.find("signal 9") != std::string::npos);
        QCOMPARE(bench.notices(), std::size_t(1));
        QCOMPARE(bench.run(multiply(kGood)).status, RunStatus::ok);
        QVERIFY(workerProcesses() != workers);
    }

    void workerEndsWithItsSession() {
        {
            Bench bench(WorkerHome::child_process);
            bench.devices();
            QCOMPARE(workerProcesses().size(), std::size_t(1));
        }
        QCOMPARE(workerProcesses().size(), std::size_t(0));
    }

    void newerRequestTakesTheWaitingOnesPlace_data() { homes(); }
    void newerRequestTakesTheWaitingOnesPlace() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        auto busy = bench.startAndWait(multiply(kEndless)); // so that the others wait behind it
        auto replaced = bench.start(multiply(kGood));
        auto latest = bench.start(multiply(kGood));
        bench.session.cancel(busy.ticket);
        QCOMPARE(busy.get().status, RunStatus::cancelled);
        QCOMPARE(latest.get().status, RunStatus::ok);
        QVERIFY_THROWS_EXCEPTION(std::future_error, replaced.get());
    }

    void manyRunsLeaveNothingBehind_data() { homes(); }
    void manyRunsLeaveNothingBehind() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        QCOMPARE(bench.run(multiply(kGood)).status, RunStatus::ok);
        const auto descriptors = [] {
            return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
        };
        const auto before = descriptors();
        for (int i = 0; i < 30; ++i)
            QCOMPARE(bench.run(multiply(kGood)).status, RunStatus::ok);
        QCOMPARE(descriptors(), before);
    }
};

QTEST_GUILESS_MAIN(SessionWorkersTest)
#include "tst_session_workers.moc"
