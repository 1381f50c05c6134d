// SPDX-License-Identifier: GPL-3.0-or-later
// Memory handling of a real device's thread, unlike that of a simulated one: it keeps memory for
// the next run, frees it when idle, and stages or page-locks large copies.
#include "core/base/path_text.h"
#include "core/cuda/driver.h"
#include "core/cuda/memory.h"
#include "core/memory/staging.h"
#include "core/plan/init.h"
#include "core/platform/dynamic_library.h"
#include "core/project/project_file.h"
#include "core/run/run_input.h"
#include "core/session/task_check.h"
#include "core/workers/device_list.h"
#include "core/workers/device_worker.h"
#include "core/workers/host_blocks.h"
#include "tests/main.h"
#include "tests/session/gpu_bench.h"
#include "tests/session/session_bench.h"
#include "tests/session/stand_in_driver.h"

#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <numeric>

namespace tst_session_memory {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

constexpr std::uint64_t kMiB = std::uint64_t(1) << 20;
constexpr int kElements = 1 << 20; ///< of float32: 4 MiB each
constexpr int kPatienceSeconds = 240;

const char* const kSource = R"cuda(
extern "C" __global__ void count(float* sum) { sum[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f; }
extern "C" __global__ void add(float* out, const float* in, const float* sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + sum[i / 4096];
}
)cuda";

const char* const kProject = R"({"format": "warpbench-project", "version": 1, "name": "memory",
 "source": {"text": "replaced"}, "timing": {"repeats": 0},
 "buffers": [
  {"name": "out", "dtype": "float32", "shape": [1048576], "init": {"kind": "zeros"}},
  {"name": "in", "dtype": "float32", "shape": [1048576], "init": {"kind": "arange"}},
  {"name": "sum", "dtype": "float32", "shape": [256], "init": {"kind": "zeros"}}],
 "launches": [
  {"kernel": "count", "grid": [1], "block": [256],
   "args": [{"buffer": "sum", "access": "<sum>"}]},
  {"kernel": "add", "grid": [4096], "block": [256],
   "args": [{"buffer": "out", "access": "out"}, {"buffer": "in", "access": "in"},
            {"buffer": "sum", "access": "<sum>"}]}]})";

/// One buffer that stays on the device and is written.
const char* const kStays = R"({"format": "warpbench-project", "version": 1, "name": "stays",
 "source": {"text": "replaced"}, "timing": {"repeats": 0},
 "buffers": [{"name": "sum", "dtype": "float32", "shape": [1048576], "init": {"kind": "arange"}}],
 "launches": [{"kernel": "count", "grid": [4096], "block": [256],
               "args": [{"buffer": "sum", "access": "<sum>"}]}]})";

/// The project as a worker is asked for it, on the first device that passes for a real one.
struct Asked {
    std::shared_ptr<HostBlockPool> blocks = HostBlockPool::create();
    std::vector<arrays::HostArray> initial;
    std::vector<arrays::HostArray> results;
    DeviceRunRequest request;

    explicit Asked(const std::string& accessOfSum, std::string text = kProject) {
        for (std::size_t at; (at = text.find("<sum>")) != std::string::npos;)
            text.replace(at, 5, accessOfSum);
        const project::Project project = project::parseProject(text, "memory.warpbench").project;
        const project::LaunchPlan plan = project::makePlan(project);
        const DeviceInfo device = listDevicesOfThisProcess(true).at(0);
        if (device.simulated || !device.usable())
            throw std::runtime_error("the driver that stands in for a real one: " + device.problem);
        const compile::CompileResult compiled =
            compile::compile(compileRequestFor(project, plan, kSource, device));
        if (!compiled.succeeded)
            throw std::runtime_error("the test's kernel does not compile: " + compiled.log);
        const auto allocate = [this](std::size_t bytes) { return blocks->allocate(bytes); };
        initial = project::initialiseBuffers(plan, allocate);
        for (const project::PlannedBuffer& buffer : plan.buffers)
            results.push_back(buffer.download && buffer.used
                                  ? arrays::HostArray(buffer.dtype, buffer.shape,
                                                      allocate(std::size_t(buffer.bytes)))
                                  : arrays::HostArray());
        request = deviceRequestFor(project, plan, compiled, device, *blocks, initial, results,
                                   std::vector<std::string>(plan.buffers.size(), "digest"));
    }

    std::unique_ptr<DeviceWorker> worker(const WorkerHabits& habits,
                                         MemoryHandler memory = {}) const {
        return makeInProcessWorker(blocks->source(), {}, habits, std::move(memory));
    }
    /// Runs, and checks every element of `out`, provided each of `sum` is `rounds`.
    void check(
        DeviceWorker& worker, float rounds,
        const ProgressHandler& progress = [](const Progress&) {}) {
        std::memset(results[0].bytes().data(), 0xEE, results[0].bytes().size());
        const DeviceRunResult result = worker.run(request, {}, progress);
        QVERIFY2(result.status == RunStatus::ok, result.message.whole().c_str());
        const auto out = results[0].as<float>();
        for (int i = 0; i < kElements; ++i) {
            if (out[std::size_t(i)] != float(i) + rounds)
                QFAIL(qPrintable(QString("element %1 is %2").arg(i).arg(out[std::size_t(i)])));
        }
    }
};

/// The reports of a worker about its only device.
class Told {
  public:
    MemoryHandler handler() {
        return [this](const std::vector<DeviceMemory>& memory) {
            const std::lock_guard lock(m_mutex);
            m_all.insert(m_all.end(), memory.begin(), memory.end());
            m_changed.notify_all();
        };
    }
    /// Whether a matching report arrives; earlier ones are dropped.
    bool waitFor(const std::function<bool(const DeviceMemory&)>& isSo) {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, std::chrono::seconds(kPatienceSeconds), [&] {
            while (!m_all.empty()) {
                m_last = m_all.front();
                m_all.pop_front();
                if (isSo(m_last))
                    return true;
            }
            return false;
        });
    }
    const DeviceMemory& last() const { return m_last; }

  private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<DeviceMemory> m_all;
    DeviceMemory m_last;
};

static_assert(kStandInChunkBytes == memory::StagingCopier::Options{}.chunkBytes);

WorkerHabits habits(std::chrono::milliseconds idleTime, std::uint64_t stagedBytes) {
    return {idleTime, stagedBytes};
}

} // namespace

class SessionMemoryTest : public SessionFixture {
    Q_OBJECT

    StandInFigures figures() const { return m_figures(); }

  private slots:
    void init() {
        m_refuseChunks = nullptr;
        const std::filesystem::path driver = platform::executableFolder() / WARPBENCH_TEST_STAND_IN;
        qputenv("WARPBENCH_CUDA_DRIVER", QByteArray::fromStdString(utf8(driver)));
        std::string problem;
        auto library = platform::DynamicLibrary::tryOpen(
            driver, &problem, platform::DynamicLibrary::Lifetime::for_good);
        QVERIFY2(library, problem.c_str());
        m_figures = library->function<StandInFiguresFunction>("standInFigures");
        m_waitUntilFree = library->function<StandInWaitUntilFreeFunction>("standInWaitUntilFree");
        m_limit = library->function<StandInLimitFunction>("standInLimit");
        m_failCopy = library->function<StandInFailCopyFunction>("standInFailCopy");
        m_refuseChunks = library->function<StandInRefuseChunksFunction>("standInRefuseChunks");
        m_ownChunks = library->function<StandInOwnChunksFunction>("standInOwnChunks");
        QVERIFY(m_figures && m_waitUntilFree && m_limit && m_failCopy && m_ownChunks &&
                m_refuseChunks);
    }
    void cleanup() {
        if (m_refuseChunks) {
            m_limit(0);
            m_failCopy(0);
            m_refuseChunks(false);
            m_ownChunks(false);
        }
    }

    /// Memory of an earlier run holds its right results, and nothing of them counts.
    void nothingPassesByWhatAnEarlierRunLeft_data() {
        QTest::addColumn<QString>("device");
        QTest::addColumn<QString>("memory");
        QTest::addColumn<WorkerHome>("home");
        for (const char* device : {"0", "sim"})
            for (const char* memory : {"device", "pitched", "managed", "mapped"})
                for (const WorkerHome home : {WorkerHome::this_process, WorkerHome::child_process})
                    QTest::addRow("%s, %s, home %d", device, memory, int(home))
                        << device << memory << home;
    }
    void nothingPassesByWhatAnEarlierRunLeft() {
        QFETCH(QString, device);
        QFETCH(QString, memory);
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const auto run = [&](const char* source, const std::string& want = "7") {
            const RunReport report = bench.run(writing(device, source, want, memory.toStdString()));
            return report.status == RunStatus::ok              ? QString("passed")
                   : report.status == RunStatus::expect_failed ? QString("wrong")
                                                               : report.message.whole().c_str();
        };
        QCOMPARE(run(kWritesAll), QString("passed"));
        QCOMPARE(run(kWritesNothing), QString("wrong"));
        QCOMPARE(run(kWritesAll), QString("passed"));
        QCOMPARE(run(kWritesHalf), QString("wrong"));
        // Nor by leftover memory contents.
        QCOMPARE(run(kWritesNothing, "0"), QString("wrong"));
    }

    /// Guard zones replace checks on a real GPU, and missing checks are reported.
    void tasksThatAskForFaults() {
        const auto verdictOf = [](const char* device, const char* source) {
            RunRequest base = writing(device, source, "7");
            project::Task task;
            task.text = "No faults";
            const RunRequest request = taskRequest(base, task, 0);
            Bench bench(WorkerHome::child_process);
            const RunReport report = bench.run(request);
            std::vector<std::string> notes;
            addNotes(notes, report.unchecked);
            return std::pair(judgeTask(task, request, report), notes);
        };
        const char* const past = R"(extern "C" __global__ void k(float* y, const float* x,
                                                                  size_t pitch) {
    y[blockIdx.x * 100 + threadIdx.x] = 7;
    if (blockIdx.x == 9)
        y[blockIdx.x * 100 + threadIdx.x + 1] = 7;
})";
        const auto [wrong, told] = verdictOf("0", past);
        QVERIFY(!wrong.passed);
        QVERIFY2(wrong.reason.find("outside of buffer \"y\"") != std::string::npos,
                 wrong.reason.c_str());
        QCOMPARE(told.size(), std::size_t(1));
        QVERIFY2(told[0].find("races") != std::string::npos, told[0].c_str());
        const auto [right, toldToo] = verdictOf("0", kWritesAll);
        QVERIFY2(right.passed, right.reason.c_str());
        QCOMPARE(toldToo, told);
        // The simulated GPU checks all of it.
        const auto [simulated, nothing] = verdictOf("sim", past);
        QVERIFY(!simulated.passed);
        QVERIFY(nothing.empty());
    }

    /// Launches must not write to a buffer with access "in": with checks this is a fault, which
    /// names the buffer.
    void inputsThatAreWritten_data() {
        QTest::addColumn<QString>("device");
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("table");  ///< of the buffer, and of its argument
        QTest::addColumn<qint64>("element"); ///< element written first; -1: none
        for (const char* device : {"0", "sim"}) {
            const auto row = [&](const char* name, const char* body, const char* init, int element,
                                 const char* offset = "0") {
                QTest::addRow("%s, %s", name, device)
                    << device << body << QString(R"(%1|"offset": %2)").arg(init, offset)
                    << qint64(element);
            };
            const char* const arange = R"("init": {"kind": "arange"})";
            const char* const ones = R"("init": {"kind": "ones"})";
            const char* const random = R"("init": {"kind": "uniform", "seed": 1})";
            const char* const managed = R"("memory": "managed", "init": {"kind": "arange"})";
            row("read alone", "o[i] = table[i];", arange, -1);
            row("the same value", "table[i] = table[i];", arange, -1);
            row("plain", "o[i] = table[i]; table[i] += 1;", arange, 0);
            row("of one value", "if (i == 7) table[i] += 1;", ones, 7);
            row("random", "if (i == 31) table[i] = 5;", random, 31);
            row("atomic", "if (i > 3) atomicAdd(&table[i], 1.0f);", arange, 4);
            row("through an offset", "if (i == 2) table[i] = -1;", arange, 12, "10");
            row("managed", "if (i == 9) table[i] = -1;", managed, 9);
        }
    }
    void inputsThatAreWritten() {
        QFETCH(QString, device);
        QFETCH(QString, body);
        QFETCH(QString, table);
        QFETCH(qint64, element);
        const QString json = QString(R"json({"format": "warpbench-project", "version": 1,
 "name": "in", "source": {"text": "replaced"}, "timing": {"repeats": 2},
 "buffers": [{"name": "table", "dtype": "float32", "shape": [64], %1},
             {"name": "o", "dtype": "float32", "shape": [32], "init": {"kind": "zeros"}}],
 "launches": [{"kernel": "k", "grid": [1], "block": [32],
               "args": [{"buffer": "table", "access": "in", %2}, {"buffer": "o"}]}]})json")
                                 .arg(table.section('|', 0, 0), table.section('|', 1, 1));
        RunRequest request = requestFor(json.toStdString(),
                                        "extern \"C\" __global__ void k(float* table, float* o) {\n"
                                        "    const int i = threadIdx.x;\n    " +
                                            body.toStdString() + "\n}",
                                        device, 0);
        request.checkFaults = request.guardsForFaults = true;
        Bench bench(WorkerHome::child_process);
        const RunReport report = bench.run(request);
        if (element < 0) {
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
            return;
        }
        QVERIFY(report.status == RunStatus::fault);
        QCOMPARE(report.faults.at(0).kind, std::string("input_written"));
        QCOMPARE(report.faults[0].buffer, std::string("table"));
        QCOMPARE(report.faults[0].kernel, std::string("k"));
        QCOMPARE(report.faults[0].offset.value_or(-1), std::int64_t(element * 4));
        QVERIFY(report.faults[0].text.find("\"table\"") != std::string::npos);
    }

    /// One launch's input may be another's output.
    void inputsOfALaunchThatAreAnothersOutput() {
        const auto report = [](const char* device, const char* second) {
            RunRequest request = requestFor(
                R"json({"format": "warpbench-project", "version": 1, "name": "two",
 "source": {"text": "replaced"}, "timing": {"repeats": 2},
 "buffers": [{"name": "mid", "dtype": "float32", "shape": [5, 8], "memory": "pitched"},
             {"name": "o", "dtype": "float32", "shape": [8]}],
 "launches": [
  {"kernel": "first", "grid": [1], "block": [8], "args": [{"buffer": "mid", "access": "out"}]},
  {"kernel": "second", "grid": [1], "block": [8],
   "args": [{"buffer": "mid", "access": "in"}, {"buffer": "o", "access": "out"}]}]})json",
                std::string("extern \"C\" __global__ void first(float* mid) {\n"
                            "    for (int row = 0; row < 5; ++row)\n"
                            "        mid[row * 128 + threadIdx.x] = row;\n}\n"
                            "extern \"C\" __global__ void second(float* mid, float* o) {\n"
                            "    o[threadIdx.x] = mid[threadIdx.x];\n    ") +
                    second + "\n}\n",
                device, 0);
            request.checkFaults = request.guardsForFaults = true;
            Bench bench(WorkerHome::this_process);
            return bench.run(request);
        };
        for (const char* device : {"0", "sim"}) {
            const RunReport right = report(device, "");
            QVERIFY2(right.status == RunStatus::ok, right.message.whole().c_str());
            const RunReport wrong = report(device, "if (threadIdx.x == 3) mid[2 * 128 + 3] = 9;");
            QVERIFY(wrong.status == RunStatus::fault);
            QCOMPARE(wrong.faults.at(0).kernel, std::string("second"));
            QCOMPARE(wrong.faults[0].buffer, std::string("mid"));
            QCOMPARE(wrong.faults[0].offset.value_or(-1), std::int64_t((2 * 8 + 3) * 4));
        }
    }

    /// Without checks this is reported, and no pass starts with results of the previous one.
    void writtenInputsArePutBack() {
        RunRequest request = requestFor(R"json({"format": "warpbench-project", "version": 1,
 "name": "in", "source": {"text": "replaced"},
 "buffers": [{"name": "table", "dtype": "int32", "shape": [32], "init": {"kind": "zeros"}}],
 "launches": [{"kernel": "k", "grid": [1], "block": [32],
               "args": [{"buffer": "table", "access": "in"}]}]})json",
                                        R"(extern "C" __global__ void k(int* table) {
    if (++table[threadIdx.x] > 1)
        __trap();
})",
                                        "sim", 0);
        Bench bench(WorkerHome::this_process);
        request.repeats = 5;
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QCOMPARE(report.launches.at(0).time->samples, 5);
        const bool told =
            std::any_of(report.notes.begin(), report.notes.end(), [](const std::string& note) {
                return note.find("\"table\"") != std::string::npos;
            });
        QVERIFY(told);
    }

    /// Unwritten elements are not correct just because memory was filled with -1 or NaN.
    void expectedValuesThatUnwrittenMemoryHas() {
        const auto passes = [](const char* device, const char* dtype, const char* type,
                               const char* want, const char* body) {
            const RunRequest base =
                requestFor(QString(R"json({"format": "warpbench-project", "version": 1, "name": "u",
 "source": {"text": "replaced"}, "timing": {"repeats": 0},
 "buffers": [{"name": "d", "dtype": "%1", "shape": [32], "expect": {"expression": "%2"}}],
 "launches": [{"kernel": "k", "grid": [1], "block": [32],
               "args": [{"buffer": "d", "access": "out"}]}]})json")
                               .arg(dtype, want)
                               .toStdString(),
                           QString("extern \"C\" __global__ void k(%1* d) {\n"
                                   "    const int i = threadIdx.x;\n    %2\n}\n")
                               .arg(type, body)
                               .toStdString(),
                           device, 0);
            project::Task task;
            task.text = "All";
            const RunRequest request = taskRequest(base, task, 0);
            Bench bench(WorkerHome::this_process);
            return judgeTask(task, request, bench.run(request)).passed;
        };
        const char* const mask = "255 if i > 3 else 0";
        for (const char* device : {"0", "sim"}) {
            QVERIFY(!passes(device, "int32", "int", "-1", ""));
            QVERIFY(passes(device, "int32", "int", "-1", "d[i] = -1;"));
            QVERIFY(!passes(device, "uint8", "unsigned char", mask, "if (i < 4) d[i] = 0;"));
            QVERIFY(passes(device, "uint8", "unsigned char", mask, "d[i] = i > 3 ? 255 : 0;"));
            QVERIFY(!passes(device, "float32", "float", "nan", ""));
            QVERIFY(passes(device, "float32", "float", "nan", "d[i] = __int_as_float(-1);"));
            QVERIFY(!passes(device, "int32", "int", "0", ""));
        }
    }

    /// Resident buffers of one task or student are not visible to another.
    void residentBuffersOfTasks() {
        for (const char* device : {"0", "sim"}) {
            const RunRequest base = requestFor(
                R"json({"format": "warpbench-project", "version": 1, "name": "r",
 "source": {"text": "replaced"}, "timing": {"repeats": 0},
 "buffers": [{"name": "seen", "dtype": "int32", "shape": [32], "init": {"kind": "zeros"}},
             {"name": "d", "dtype": "int32", "shape": [32], "expect": {"expression": "1"}}],
 "launches": [{"kernel": "k", "grid": [1], "block": [32],
               "args": [{"buffer": "seen", "access": "resident"},
                        {"buffer": "d", "access": "out"}]}]})json",
                R"(extern "C" __global__ void k(int* seen, int* d) {
    d[threadIdx.x] = ++seen[threadIdx.x];
})",
                device, 0);
            project::Task task;
            task.text = "Once";
            Bench bench(WorkerHome::this_process);
            for (int check = 0; check < 2; ++check) {
                const RunRequest request = taskRequest(base, task, 0);
                const TaskVerdict verdict = judgeTask(task, request, bench.run(request));
                QVERIFY2(verdict.passed, verdict.reason.c_str());
            }
        }
    }

    /// Padding between the lines of a pitched buffer does not leak data from run to run.
    void paddingOfAnEarlierRunIsGone_data() {
        QTest::addColumn<QString>("device");
        QTest::newRow("real") << "0";
        QTest::newRow("simulated") << "sim";
    }
    void paddingOfAnEarlierRunIsGone() {
        QFETCH(QString, device);
        const char* const json = R"json({"format": "warpbench-project", "version": 1, "name": "p",
 "source": {"text": "replaced"}, "timing": {"repeats": 0},
 "buffers": [{"name": "p", "dtype": "float32", "shape": [8, 3], "memory": "pitched",
              "init": {"kind": "arange"}},
             {"name": "y", "dtype": "float32", "shape": [8], "expect": {"expression": "42"}}],
 "launches": [{"kernel": "k", "grid": [1], "block": [8],
               "args": [{"buffer": "p"}, {"buffer": "y", "access": "out"},
                        {"scalar": "uint64", "value": "pitch(p)"}]}]})json";
        const auto source = [](const std::string& statements) {
            return R"(extern "C" __global__ void k(float* p, float* y, size_t pitch) {
    float& padding = ((float*)((char*)p + threadIdx.x * pitch))[5];
    )" + statements +
                   "\n}";
        };
        Bench bench(WorkerHome::this_process);
        QVERIFY(bench.run(requestFor(json, source("padding = y[threadIdx.x] = 42;"), device, 0))
                    .status == RunStatus::ok);
        QVERIFY(
            bench.run(requestFor(json, source("y[threadIdx.x] = padding;"), device, 0)).status ==
            RunStatus::expect_failed);
    }

    /// Large results that nobody checks stay on the device, and hold nothing of earlier ones.
    void largeResultsBeginUndefined() {
        constexpr int kLarge = (5 << 20) + 1; // of float32: more than 16 MiB
        const char* const json = R"json({"format": "warpbench-project", "version": 1, "name": "l",
 "source": {"text": "replaced"}, "timing": {"repeats": 0},
 "buffers": [{"name": "y", "dtype": "float32", "shape": [<N>]}],
 "launches": [{"kernel": "k", "grid": ["ceil_div(<N>, 1024)"], "block": [1024],
               "args": [{"buffer": "y", "access": "out"}]}]})json";
        Bench bench(WorkerHome::this_process);
        const auto nans = [&](const char* source) {
            const RunReport report = bench.run(requestFor(json, source, "0", kLarge));
            return report.status == RunStatus::ok ? report.buffers.at(0).nan.value_or(-2) : -1;
        };
        QCOMPARE(nans(R"(extern "C" __global__ void k(float* y) {
    const int i = blockIdx.x * 1024 + threadIdx.x;
    if (i < 5 * 1024 * 1024 + 1)
        y[i] = i;
})"),
                 std::int64_t(0));
        QCOMPARE(nans(R"(extern "C" __global__ void k(float* y) {})"), std::int64_t(kLarge));
    }

    /// Each device of a shared run begins so too.
    void sharedRunsBeginUndefined() {
        qputenv("WARPBENCH_SIMGPU", "h200,h200");
        const char* const json = R"json({"format": "warpbench-project", "version": 1, "name": "s",
 "source": {"text": "replaced"}, "timing": {"repeats": 0}, "devices": 2,
 "buffers": [{"name": "y", "dtype": "float32", "shape": [1000], "split": "rows",
              "expect": {"expression": "3"}}],
 "launches": [{"kernel": "k", "grid": [1], "block": ["rows"],
               "args": [{"buffer": "y", "access": "out"}]}]})json";
        Bench bench(WorkerHome::child_process); // which sees these devices
        const auto run = [&](const char* body) {
            return bench.run(requestFor(
                json, std::string("extern \"C\" __global__ void k(float* y) {") + body + "}", "0",
                0));
        };
        const RunReport right = run("y[threadIdx.x] = 3;");
        QVERIFY2(right.status == RunStatus::ok, right.message.whole().c_str());
        QVERIFY(run("").status == RunStatus::expect_failed);
        qputenv("WARPBENCH_SIMGPU", "h200,a100");
    }

    /// A waiting profiler is notified of the timed passes only.
    void profilersLookAtTheTimedPasses() {
        Asked asked("inout");
        const auto worker = asked.worker(habits(24h, kMiB));
        const auto calls = [&](bool profile, int repeats) {
            const StandInFigures before = figures();
            asked.request.profile = profile;
            asked.request.repeats = repeats;
            asked.check(*worker, 1);
            return std::pair(figures().profilerStarts - before.profilerStarts,
                             figures().profilerStops - before.profilerStops);
        };
        QVERIFY(calls(false, 2) == std::pair(0ull, 0ull));
        QVERIFY(calls(true, 0) == std::pair(0ull, 0ull));
        QVERIFY(calls(true, 2) == std::pair(1ull, 1ull));
    }

    /// Between two runs memory is held; when nothing more comes it goes back, and the next run
    /// starts from there.
    void idleWorkersGiveMemoryBack() {
        Asked asked("inout");
        {
            const auto patient = asked.worker(habits(24h, kMiB));
            asked.check(*patient, 1);
            const StandInFigures held = figures();
            QVERIFY(held.deviceBytes >= 8 * kMiB);
            QVERIFY(held.chunkBytes > 0);
            asked.check(*patient, 1); // with kept memory
            QCOMPARE(figures().allocations, held.allocations);
        }
        QVERIFY(m_waitUntilFree(0)); // with its worker
        const auto idle = asked.worker(habits(1ms, kMiB));
        for (int run = 0; run < 3; ++run) {
            const unsigned long long before = figures().allocations;
            asked.check(*idle, 1);
            QVERIFY(figures().allocations > before); // new allocations were necessary
            QVERIFY(m_waitUntilFree(kPatienceSeconds));
        }
    }

    /// Listeners learn about memory kept after a run, and when it is freed.
    void aWorkerTellsWhatItHasOfMemory() {
        Asked asked("inout");
        Told told;
        const auto idle = asked.worker(habits(1ms, kMiB), told.handler());
        asked.check(*idle, 1);
        QVERIFY(told.waitFor([](const DeviceMemory& memory) {
            return !memory.simulated && memory.use.pool && memory.use.bytes == 0 &&
                   memory.use.pool->blockBytes == 0 && memory.heldBytes() >= 8 * kMiB &&
                   memory.lockedBytes >= kStandInChunkBytes;
        }));
        QVERIFY(told.waitFor([](const DeviceMemory& memory) { return memory.heldBytes() == 0; }));
        QVERIFY(told.last().lockedBytes < kStandInChunkBytes); // blocks of runs, and no chunk
        QVERIFY(m_waitUntilFree(kPatienceSeconds));
    }

    /// The memory of a running run can be viewed without its help.
    void aRunThatGoesOnIsLookedAt() {
        Asked asked("inout");
        Told told;
        const auto patient = asked.worker(habits(24h, kMiB), told.handler());
        bool seen = false;
        asked.check(*patient, 1, [&](const Progress& step) {
            if (!seen && step.phase.starts_with("Check"))
                seen = told.waitFor([](const DeviceMemory& memory) {
                    return memory.use.bytes >= 8 * kMiB && memory.use.waste() &&
                           *memory.use.waste() < 0.125;
                });
        });
        QVERIFY(seen);
    }

    /// What stays on the device is in use, and not held.
    void idleWorkersKeepResidentBuffers() {
        Asked asked("resident");
        const auto idle = asked.worker(habits(1ms, kMiB));
        asked.check(*idle, 1);
        QVERIFY(!m_waitUntilFree(0));
        asked.check(*idle, 2);
        asked.check(*idle, 3);
        idle->resetResident();
        QVERIFY(m_waitUntilFree(kPatienceSeconds));
        asked.check(*idle, 1);
    }

    /// Large blocks are staged at first, page-locked when they come again; small ones are locked.
    void largeBlocksAreStagedOnce() {
        Asked asked("inout");
        const auto worker = asked.worker(habits(24h, kMiB));
        asked.check(*worker, 1);
        QVERIFY(figures().registeredBytes < kMiB); // `sum` alone
        QVERIFY(figures().registeredBytes > 0);
        QVERIFY(figures().chunkBytes > 0);
        asked.check(*worker, 1);
        QVERIFY(figures().registeredBytes >= 8 * kMiB); // `in`, and the target of `out`
        asked.check(*worker, 1);
    }

    /// Page-locked memory is so for every device of the process: the second one that meets a block
    /// neither locks it again nor copies it through chunks.
    void blocksThatAnotherDeviceLockedAreNotStaged() {
        std::string text = kProject;
        text.insert(text.find("\"timing\""), R"("compile": {"arch": "compute_80"}, )"); // for both
        Asked asked("inout", text);
        const auto worker = asked.worker(habits(24h, kMiB));
        asked.check(*worker, 1);
        asked.check(*worker, 1);
        const unsigned long long locked = figures().registeredBytes;
        QVERIFY(locked >= 8 * kMiB); // `in`, and the target of `out`
        const unsigned long long chunks = figures().chunkBytes;

        asked.request.device.ordinal = 1;
        asked.check(*worker, 1); // a block that may never come again is not worth a try
        QVERIFY(figures().chunkBytes > chunks);
        m_failCopy(1); // the thread that copies a chunk now gets an error
        asked.check(*worker, 1);
        m_failCopy(0);
        asked.request.device.ordinal = 0;
        m_failCopy(1);
        asked.check(*worker, 1);
        m_failCopy(0);
        QCOMPARE(figures().registeredBytes, locked);
    }

    void smallBlocksAreNeverStaged() {
        Asked asked("inout");
        const auto worker = asked.worker(habits(24h, 64 * kMiB));
        asked.check(*worker, 1);
        QVERIFY(figures().registeredBytes >= 8 * kMiB);
        QCOMPARE(figures().chunkBytes, 0ULL);
    }

    /// Without page-locked memory, the driver copies.
    void withoutChunksTheDriverCopies() {
        Asked asked("inout");
        m_refuseChunks(true);
        const auto worker = asked.worker(habits(24h, kMiB));
        asked.check(*worker, 1);
        QCOMPARE(figures().chunkBytes, 0ULL);
    }

    /// The first copies do not wait until all chunks are made.
    void chunksAreMadeWhileOthersAreCopied_data() {
        QTest::addColumn<bool>("ownOnly");
        QTest::newRow("any memory can be locked") << false;
        QTest::newRow("only the driver's own memory is") << true;
    }
    void chunksAreMadeWhileOthersAreCopied() {
        QFETCH(bool, ownOnly);
        m_ownChunks(ownOnly);
        const cuda::Context context = cuda::Context::create(cuda::Driver::openSystem().device(0));
        const cuda::Stream stream = cuda::Stream::create(context);
        std::vector<std::uint32_t> source(std::size_t(3 * kStandInChunkBytes) / 4 + 1);
        std::iota(source.begin(), source.end(), 7u);
        const std::size_t bytes = source.size() * 4;
        const cuda::DeviceMemory memory = cuda::DeviceMemory::allocate(context, bytes);
        {
            memory::StagingCopier copier(context, {.threads = 2});
            QVERIFY(copier.upload(stream, memory.pointer(), source.data(), bytes));
            QCOMPARE(figures().chunksAtCopy, kStandInChunkBytes);
            QCOMPARE(figures().chunkBytes, 4 * kStandInChunkBytes);
        }
        QCOMPARE(figures().chunkBytes, 0ULL);
        memory::StagingCopier copier(context, {.threads = 2});
        std::vector<std::uint32_t> back(source.size());
        QVERIFY(copier.download(stream, back.data(), memory.pointer(), bytes));
        QCOMPARE(figures().chunksAtCopy, kStandInChunkBytes);
        QVERIFY(back == source);
    }

    /// A buffer that fills the device can be timed all the same: what passes begin with, and what
    /// the check pass left, lie on the host meanwhile.
    void aBufferThatFillsTheDeviceIsTimed_data() {
        QTest::addColumn<int>("mebibytes");
        QTest::newRow("room for all copies") << 16;
        QTest::newRow("room for one of two") << 8;
        QTest::newRow("room for none") << 6;
    }
    void aBufferThatFillsTheDeviceIsTimed() {
        QFETCH(int, mebibytes);
        Asked asked("resident", kStays);
        asked.request.repeats = 3;
        m_limit(std::uint64_t(mebibytes) * kMiB);
        const auto worker = asked.worker(habits(24h, kMiB));
        const arrays::HostArray held(arrays::DType(arrays::Scalar::float32), {kElements},
                                     asked.blocks->allocate(4 * kMiB));
        for (int run = 1; run <= 2; ++run) {
            const DeviceRunResult result = worker->run(asked.request, {}, [](const Progress&) {});
            QVERIFY2(result.status == RunStatus::ok, result.message.whole().c_str());
            QCOMPARE(result.launches.at(0).samplesMs.size(), std::size_t(3));
            worker->read({asked.request.device, "sum", asked.request.buffers.at(0).residentKey,
                          false, false, 0, 4 * kMiB, asked.blocks->placeOf(held)},
                         {});
            const auto values = held.as<float>();
            for (int i = 0; i < kElements; ++i) {
                if (values[std::size_t(i)] != float(i + run))
                    QFAIL(
                        qPrintable(QString("element %1 is %2").arg(i).arg(values[std::size_t(i)])));
            }
        }
        QVERIFY(figures().deviceBytes <= std::uint64_t(mebibytes) * kMiB);
    }

    /// The memory that a read was to fill is others' once the read was given up.
    void aReadThatWasCancelledWritesNothing_data() {
        QTest::addColumn<bool>("child");
        QTest::newRow("in this process") << false;
        QTest::newRow("in a child") << true;
    }
    void aReadThatWasCancelledWritesNothing() {
        QFETCH(bool, child);
        Asked asked("resident", kStays);
        const BlockSource blocks = asked.blocks->source();
        const auto worker =
            child ? makeChildWorker(blocks, {}) : asked.worker(habits(24h, 64 * kMiB));
        const auto room = [&] {
            return arrays::HostArray(arrays::DType(arrays::Scalar::float32), {kElements},
                                     asked.blocks->allocate(4 * kMiB));
        };
        const arrays::HostArray abandoned = room();
        const arrays::HostArray wanted = room();
        const auto read = [&](const arrays::HostArray& target, const std::stop_token& stop) {
            worker->read({asked.request.device, "sum", asked.request.buffers.at(0).residentKey,
                          false, false, 0, 4 * kMiB, asked.blocks->placeOf(target)},
                         stop);
        };
        const auto giveUp = [&] {
            std::stop_source stopped;
            stopped.request_stop();
            QVERIFY_EXCEPTION_THROWN(read(abandoned, stopped.get_token()), Error);
            std::memset(abandoned.block()->data(), 0xEE, 4 * kMiB);
        };
        // The device's thread reports progress in this process, so the read must wait for it.
        const DeviceRunResult result = worker->run(asked.request, {}, [&](const Progress& step) {
            if (!child && step.phase == "Check pass")
                giveUp();
        });
        QVERIFY2(result.status == RunStatus::ok, result.message.whole().c_str());
        if (child)
            giveUp();
        read(wanted, {});
        QCOMPARE(wanted.as<float>()[7], 8.0f);
        for (const std::byte byte : abandoned.bytes())
            QVERIFY(byte == std::byte(0xEE));
    }

    /// The pool's values in a report: buffers, copies for timing, and the driver's share.
    void theReportHasThePoolsFigures() {
        Asked asked("inout");
        asked.request.repeats = 2;
        const auto worker = asked.worker(habits(24h, 64 * kMiB));
        for (int run = 0; run < 2; ++run) {
            const DeviceRunResult result = worker->run(asked.request, {}, [](const Progress&) {});
            QVERIFY2(result.status == RunStatus::ok, result.message.whole().c_str());
            QVERIFY(result.memory && result.memory->pool);
            const MemoryUse& memory = *result.memory;
            // `out`, `in`, and `sum` with its copy for restoring.
            const std::uint64_t least = 8 * kMiB + 2 * 1024;
            QVERIFY(memory.bytes >= least && memory.bytes < least + 8192);
            QVERIFY(memory.pool->blockBytes >= memory.bytes);
            QCOMPARE(memory.pool->managedBytes, std::uint64_t(figures().deviceBytes));
            QVERIFY(*memory.waste() >= 0 && *memory.waste() <= 0.125);
            QVERIFY(memory.pool->fragmentation >= 0 && memory.pool->fragmentation < 1);
        }
        asked.request.device.simulated = true;
        const DeviceRunResult result = worker->run(asked.request, {}, [](const Progress&) {});
        QVERIFY(result.memory && !result.memory->pool);
        // `sum` is put back as it was made: the device's memory is the host's.
        const std::uint64_t least = 8 * kMiB + 1024;
        QVERIFY(result.memory->bytes >= least && result.memory->bytes < least + 1024);
    }

    /// A chunk that cannot be copied ends the run with the name of the call; the next one is right.
    void copiesThatFailAreTold_data() {
        QTest::addColumn<int>("copy");
        QTest::addColumn<QString>("call");
        QTest::newRow("up") << 1 << QStringLiteral("cuMemcpyHtoDAsync");
        QTest::newRow("down") << 2 << QStringLiteral("cuMemcpyDtoHAsync");
    }
    void copiesThatFailAreTold() {
        QFETCH(int, copy);
        QFETCH(QString, call);
        Asked asked("inout");
        const auto worker = asked.worker(habits(24h, kMiB));
        m_failCopy(copy);
        const DeviceRunResult result = worker->run(asked.request, {}, [](const Progress&) {});
        QCOMPARE(result.status, RunStatus::device_error);
        QVERIFY2(QString::fromStdString(result.message.whole()).contains(call),
                 result.message.whole().c_str());
        asked.check(*worker, 1);
    }

    /// The simulated device copies data itself, whatever the size.
    void simulatedDevicesCopyDirectly() {
        Asked asked("inout");
        asked.request.device.simulated = true;
        const auto worker = asked.worker(habits(24h, kMiB));
        const unsigned long long before = figures().allocations;
        asked.check(*worker, 1);
        asked.check(*worker, 1);
        QCOMPARE(figures().allocations, before);
        QCOMPARE(figures().registeredBytes, 0ULL);
        QCOMPARE(figures().chunkBytes, 0ULL);
    }

  private:
    StandInFiguresFunction* m_figures = nullptr;
    StandInWaitUntilFreeFunction* m_waitUntilFree = nullptr;
    StandInLimitFunction* m_limit = nullptr;
    StandInFailCopyFunction* m_failCopy = nullptr;
    StandInRefuseChunksFunction* m_refuseChunks = nullptr;
    StandInOwnChunksFunction* m_ownChunks = nullptr;
};

WARPBENCH_TEST(SessionMemoryTest)
} // namespace tst_session_memory

#include "tst_session_memory.moc"
