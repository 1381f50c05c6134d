// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/compile.h"
#include "core/platform/child_process.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/session/session.h"

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <mutex>

using namespace warpbench;
using namespace warpbench::session;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(warpbench::session::WorkerHome)

namespace {

constexpr auto kPatience = 60s;

/// A session whose requests are waited for, and that remembers its notices.
class Bench {
  public:
    explicit Bench(WorkerHome home)
        : session({home, {}, [this](const std::string& line) {
                       const std::lock_guard lock(m_mutex);
                       m_notices.push_back(line);
                   }}) {}

    template <class Result>
    struct Call {
        Ticket ticket = 0;
        std::future<Result> result;
        Result get() {
            if (result.wait_for(kPatience) != std::future_status::ready)
                throw std::runtime_error("no answer within the test's patience");
            return result.get();
        }
    };

    template <class Result>
    static Handlers<Result> handlersFor(const std::shared_ptr<std::promise<Result>>& promise) {
        Handlers<Result> handlers;
        handlers.done = [promise](const Result& result) { promise->set_value(result); };
        handlers.failed = [promise](const Error& error) {
            promise->set_exception(std::make_exception_ptr(error));
        };
        return handlers;
    }

    Call<RunReport> start(RunRequest request, std::function<void(const Progress&)> progress = {}) {
        auto promise = std::make_shared<std::promise<RunReport>>();
        Call<RunReport> call;
        call.result = promise->get_future();
        auto handlers = handlersFor(promise);
        handlers.progress = std::move(progress);
        call.ticket = session.run(std::move(request), std::move(handlers));
        return call;
    }
    RunReport run(RunRequest request) { return start(std::move(request)).get(); }

    memory::HostArray read(const BufferRef& ref, std::uint64_t first, std::uint64_t count) {
        auto promise = std::make_shared<std::promise<memory::HostArray>>();
        Call<memory::HostArray> call;
        call.result = promise->get_future();
        session.read({ref, first, count}, handlersFor(promise));
        return call.get();
    }

    std::vector<DeviceInfo> devices() {
        auto promise = std::make_shared<std::promise<std::vector<DeviceInfo>>>();
        Call<std::vector<DeviceInfo>> call;
        call.result = promise->get_future();
        session.listDevices(handlersFor(promise));
        return call.get();
    }

    std::size_t notices() const {
        const std::lock_guard lock(m_mutex);
        return m_notices.size();
    }

  private:
    mutable std::mutex m_mutex;
    std::vector<std::string> m_notices;

  public:
    Session session; ///< last: it tells notices until it is gone
};

project::BufferArg bufferArg(const char* name, project::Access access) {
    return {name, access, std::nullopt};
}

project::Buffer buffer(const char* name, const char* elements, project::Init::Kind kind) {
    project::Buffer result;
    result.name = name;
    result.shape = {{elements, {}}};
    result.init.kind = kind;
    return result;
}

/// dest = a * b over n elements, by the given source.
RunRequest multiply(const std::string& source) {
    RunRequest request;
    request.device = "sim";
    request.source = source;
    project::Project& project = request.project;
    project.name = "multiply";
    project.parameters["n"] = {"400", {}};
    project.buffers = {buffer("a", "n", project::Init::Kind::arange),
                       buffer("b", "n", project::Init::Kind::normal),
                       buffer("dest", "n", project::Init::Kind::zeros)};
    project.buffers[2].expect.emplace().expression = {"a * b", {}};
    project::Launch launch;
    launch.kernel = "multiply";
    launch.grid = {{"1", {}}};
    launch.block = {{"n", {}}};
    launch.args = {{bufferArg("dest", project::Access::out), {}},
                   {bufferArg("a", project::Access::in), {}},
                   {bufferArg("b", project::Access::in), {}}};
    project.launches = {launch};
    return request;
}

const std::string kGood = R"(extern "C" __global__ void multiply(float* d, const float* a,
                                                                 const float* b) {
    int i = threadIdx.x;
    d[i] = a[i] * b[i];
})";

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

const BufferReport* find(const RunReport& report, const std::string& name) {
    for (const BufferReport& buffer : report.buffers) {
        if (buffer.name == name)
            return &buffer;
    }
    return nullptr;
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

class SessionTest : public QObject {
    Q_OBJECT

    std::unique_ptr<platform::TemporaryFolder> m_cache;

    static void homes() {
        QTest::addColumn<WorkerHome>("home");
        QTest::newRow("this process") << WorkerHome::this_process;
        QTest::newRow("child process") << WorkerHome::child_process;
    }

  private slots:
    void initTestCase() {
        // First: the cache's folder is looked up once.
        m_cache = std::make_unique<platform::TemporaryFolder>();
        qputenv("XDG_CACHE_HOME", m_cache->path().c_str());
        if (!compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
        qunsetenv("CUDA_DEVICE");
        qputenv("WARPBENCH_SIMGPU", "h200,a100");
    }

    void listsTheSimulatedDevice_data() { homes(); }
    void listsTheSimulatedDevice() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const auto devices = bench.devices();
        QVERIFY(!devices.empty());
        const DeviceInfo& last = devices.back();
        QVERIFY2(last.usable(), last.problem.c_str());
        QVERIFY(last.simulated);
        QCOMPARE(last.selector, std::string("sim:a100"));
        QVERIFY(last.memoryBytes > 0);
        for (std::size_t i = 0; i < devices.size(); ++i)
            QCOMPARE(devices[i].index, int(i));
    }

    void multiplies_data() { homes(); }
    void multiplies() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const RunReport report = bench.run(multiply(kGood));
        QVERIFY2(report.status == RunStatus::ok, report.message.c_str());
        QVERIFY(find(report, "dest")->expect->passed);
        QCOMPARE(report.transfers.size(), std::size_t(3)); // dest is `out`: not uploaded
        QVERIFY(report.launches.at(0).time.has_value());
        QCOMPARE(report.launches[0].time->clock, std::string("host-simulated"));
        QCOMPARE(report.launches[0].time->samples, 1);
        QCOMPARE(report.launches[0].occupancy->activeWarps, 52);
        QVERIFY(!report.launches[0].bytesPerSecond);
        QVERIFY(!report.launches[0].counters);

        // a is 0, 1, 2, …: any range of it can be read, of dest too.
        const memory::HostArray part = bench.read(find(report, "a")->ref, 10, 3);
        QCOMPARE(part.elements(), std::int64_t(3));
        QCOMPARE(part.as<float>()[0], 10.0f);
        QCOMPARE(part.as<float>()[2], 12.0f);
        QCOMPARE(bench.read(find(report, "dest")->ref, 0, 1).as<float>()[0], 0.0f);
        QCOMPARE(bench.read(find(report, "dest")->ref, 400, 0).elements(), std::int64_t(0));
        QVERIFY_THROWS_EXCEPTION(Error, bench.read(find(report, "dest")->ref, 399, 2));
        QVERIFY_THROWS_EXCEPTION(Error, bench.read(BufferRef{}, 0, 1));
    }

    void reportHasTheOptionsAsRun_data() { homes(); }
    void reportHasTheOptionsAsRun() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = multiply(kGood);
        request.project.compile.defines["BLOCK"] = "a b";
        request.project.compile.options = {"--use_fast_math"};
        // The second run finds the first one's result in the cache, and no other home's.
        request.project.compile.defines["HOME"] = std::to_string(int(home));
        for (const bool cached : {false, true}) {
            const RunReport report = bench.run(request);
            QVERIFY(report.compile.has_value());
            QCOMPARE(report.compile->cached, cached);
            const std::string& options = report.compile->commandLine;
            for (const char* part :
                 {"-arch=sm_90", "-std=c++17", "'-DBLOCK=a b'", "--use_fast_math"})
                QVERIFY2(options.find(part) != std::string::npos, options.c_str());
            QVERIFY(report.compile->compiler.starts_with("NVRTC "));
            QVERIFY(report.compile->droppedOptions.empty());
        }
    }

    void statisticsAreOfFiniteValues_data() { homes(); }
    void statisticsAreOfFiniteValues() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = multiply(kGood);
        request.project.buffers[0].init.kind = project::Init::Kind::expression;
        request.project.buffers[0].init.expression = {"inf if i == 3 else nan if i == 5 else i",
                                                      {}};
        const RunReport report = bench.run(request);
        const BufferReport& a = *find(report, "a");
        QCOMPARE(a.inf.value_or(-1), std::int64_t(1));
        QCOMPARE(a.nan.value_or(-1), std::int64_t(1));
        QCOMPARE(a.max.value_or(-1), 399.0);
        QCOMPARE(a.min.value_or(-1), 0.0);
    }

    void readsOutliveTheNextRun_data() { homes(); }
    void readsOutliveTheNextRun() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest other = multiply(kGood);
        const RunReport first = bench.run(multiply(kGood));
        other.project.buffers[0].init.kind = project::Init::Kind::ones;
        const RunReport second = bench.run(other);
        QCOMPARE(bench.read(find(first, "a")->ref, 7, 1).as<float>()[0], 7.0f);
        QCOMPARE(bench.read(find(second, "a")->ref, 7, 1).as<float>()[0], 1.0f);
        QVERIFY(first.generation < second.generation);
    }

    void expectFails_data() { homes(); }
    void expectFails() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = multiply(kGood);
        request.project.buffers[2].expect->expression = {"a * b + (i == 5)", {}};
        const RunReport report = bench.run(request);
        QCOMPARE(report.status, RunStatus::expect_failed);
        const ExpectReport& expect = *find(report, "dest")->expect;
        QCOMPARE(expect.mismatches, std::int64_t(1));
        QCOMPARE(expect.firstMismatch->index, std::vector<std::int64_t>{5});
        QCOMPARE(report.exitCode(), 1);
    }

    void compileError_data() { homes(); }
    void compileError() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const RunReport report = bench.run(multiply("__global__ void multiply() { x = 1; }"));
        QCOMPARE(report.status, RunStatus::compile_error);
        QVERIFY(!report.compile->diagnostics.empty());
        QCOMPARE(report.compile->diagnostics[0].place.line, 1);
        QVERIFY(report.buffers.empty());
    }

    void outOfBoundsNamesLineThreadAndBuffer_data() { homes(); }
    void outOfBoundsNamesLineThreadAndBuffer() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const RunReport report =
            bench.run(multiply("extern \"C\" __global__ void multiply(float* d, const float* a, "
                               "const float* b) {\n    int i = threadIdx.x;\n"
                               "    d[i] = a[i + 1] * b[i];\n}"));
        QCOMPARE(report.status, RunStatus::fault);
        const Fault& fault = report.faults.at(0);
        QCOMPARE(fault.kind, std::string("out_of_bounds"));
        QCOMPARE(fault.line.value_or(0), 3);
        QCOMPARE((*fault.thread)[0], 399u);
        QCOMPARE(fault.buffer, std::string("a"));
        QCOMPARE(report.exitCode(), 4);
        // The device is fit for the next run.
        QCOMPARE(bench.run(multiply(kGood)).status, RunStatus::ok);
    }

    void readOfOutBufferIsUninitialised_data() { homes(); }
    void readOfOutBufferIsUninitialised() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request =
            multiply("extern \"C\" __global__ void multiply(float* d, const float* a, "
                     "const float* b) {\n    int i = threadIdx.x;\n    d[i] += a[i] * b[i];\n}");
        request.checkFaults = true;
        const RunReport report = bench.run(request);
        QCOMPARE(report.status, RunStatus::fault);
        QCOMPARE(report.faults.at(0).kind, std::string("uninitialized"));
        QCOMPARE(report.faults[0].buffer, std::string("dest"));
        // The same check finds nothing in a right kernel.
        RunRequest good = multiply(kGood);
        good.checkFaults = true;
        QCOMPARE(bench.run(good).status, RunStatus::ok);
    }

    void collectsWhatKernelsPrintAndCount_data() { homes(); }
    void collectsWhatKernelsPrintAndCount() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = multiply(
            "#include <stdio.h>\nextern \"C\" __global__ void multiply(float* d, const float* a, "
            "const float* b) {\n    int i = threadIdx.x;\n    d[i] = a[i] * b[i];\n"
            "    if (i == 7) printf(\"lane %d\\n\", i);\n}");
        request.source.erase(0, request.source.find('\n') + 1); // NVRTC knows printf by itself
        request.metrics = true;
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.c_str());
        QCOMPARE(report.standardOutput, std::string("lane 7\n"));
        QVERIFY(report.launches[0].counters.has_value());
        QVERIFY(report.launches[0].counters->warpInstructions > 13);
        const Counters& counters = *report.launches[0].counters;
        QCOMPARE(counters.source, std::string("simulated"));
        // Line 3 loads two floats and stores one, for each of the block's threads.
        const auto line = std::find_if(counters.lines.begin(), counters.lines.end(),
                                       [](const LineCounters& each) { return each.line == 3; });
        QVERIFY(line != counters.lines.end());
        QCOMPARE(line->details.bytesLoaded, 2 * line->details.bytesStored);
        QCOMPARE(line->details.bytesLoaded, counters.details.bytesLoaded);
        QCOMPARE(line->details.mix[std::size_t(1)], line->details.globalAccesses / 3);
        QVERIFY(line->details.globalAccesses > 0);
    }

    void endlessKernelIsStopped_data() { homes(); }
    void endlessKernelIsStopped() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        std::promise<void> running;
        std::once_flag once;
        auto call = bench.start(multiply(kEndless), [&](const Progress& step) {
            if (step.phase == "Check pass")
                std::call_once(once, [&] { running.set_value(); });
        });
        QCOMPARE(running.get_future().wait_for(kPatience), std::future_status::ready);
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
        std::promise<void> running;
        std::once_flag once;
        auto call = bench.start(multiply(kEndless), [&](const Progress& step) {
            if (step.phase == "Check pass")
                std::call_once(once, [&] { running.set_value(); });
        });
        QCOMPARE(running.get_future().wait_for(kPatience), std::future_status::ready);
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
        auto busy = bench.start(multiply(kEndless));
        auto replaced = bench.start(multiply(kGood));
        auto latest = bench.start(multiply(kGood));
        bench.session.cancel(busy.ticket);
        // Depending on when it was posted, the second may have taken the busy one's place.
        QCOMPARE(latest.get().status, RunStatus::ok);
        QVERIFY_THROWS_EXCEPTION(std::future_error, replaced.get());
    }

    void wrongArgumentsAreProjectErrors_data() { homes(); }
    void wrongArgumentsAreProjectErrors() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest tooFew = multiply(kGood);
        tooFew.project.launches[0].args.pop_back();
        QVERIFY_THROWS_EXCEPTION(Error, bench.run(tooFew));
        RunRequest wrongSize = multiply(kGood);
        project::ScalarArg scalar;
        scalar.type = memory::DType(memory::Scalar::int32);
        scalar.value = {{"1", {}}};
        wrongSize.project.launches[0].args[2].value = scalar;
        QVERIFY_THROWS_EXCEPTION(Error, bench.run(wrongSize));
        RunRequest unknown = multiply(kGood);
        unknown.project.launches[0].kernel = "multipli";
        QVERIFY_THROWS_EXCEPTION(Error, bench.run(unknown));
    }

    void blockThatDoesNotFitIsADeviceError_data() { homes(); }
    void blockThatDoesNotFitIsADeviceError() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = multiply(kGood);
        request.set["n"] = "2000";
        const RunReport report = bench.run(request);
        QCOMPARE(report.status, RunStatus::device_error);
        QVERIFY(report.message.find("1024") != std::string::npos);
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

QTEST_GUILESS_MAIN(SessionTest)
#include "tst_session.moc"
