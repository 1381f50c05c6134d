// SPDX-License-Identifier: GPL-3.0-or-later
// What the thread of a real device does with memory and a simulated one need not: it holds what it
// got for the next run, gives it back when there is none, and stages or page-locks large copies.
#include "core/cuda/driver.h"
#include "core/cuda/memory.h"
#include "core/memory/staging.h"
#include "core/platform/dynamic_library.h"
#include "core/project/init.h"
#include "core/project/project_file.h"
#include "core/session/device_list.h"
#include "core/session/device_worker.h"
#include "core/session/host_blocks.h"
#include "core/session/run_input.h"
#include "tests/session/session_bench.h"
#include "tests/session/stand_in_driver.h"

#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <numeric>

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
    std::vector<memory::HostArray> initial;
    std::vector<memory::HostArray> results;
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
                                  ? memory::HostArray(buffer.dtype, buffer.shape,
                                                      allocate(std::size_t(buffer.bytes)))
                                  : memory::HostArray());
        request = deviceRequestFor(project, plan, compiled, device, *blocks, initial, results,
                                   std::vector<std::string>(plan.buffers.size(), "digest"));
    }

    std::unique_ptr<DeviceWorker> worker(const WorkerHabits& habits,
                                         MemoryHandler memory = {}) const {
        return makeInProcessWorker(blocks->source(), {}, habits, std::move(memory));
    }
    /// Runs, and says whether every element of `out` is right where each of `sum` is `rounds`.
    void check(
        DeviceWorker& worker, float rounds,
        const ProgressHandler& progress = [](const Progress&) {}) {
        std::memset(results[0].bytes().data(), 0xEE, results[0].bytes().size());
        const DeviceRunResult result = worker.run(request, {}, progress);
        QVERIFY2(result.status == RunStatus::ok, result.message.c_str());
        const auto out = results[0].as<float>();
        for (int i = 0; i < kElements; ++i) {
            if (out[std::size_t(i)] != float(i) + rounds)
                QFAIL(qPrintable(QString("element %1 is %2").arg(i).arg(out[std::size_t(i)])));
        }
    }
};

/// What a worker told of its one device.
class Told {
  public:
    MemoryHandler handler() {
        return [this](const std::vector<DeviceMemory>& memory) {
            const std::lock_guard lock(m_mutex);
            m_all.insert(m_all.end(), memory.begin(), memory.end());
            m_changed.notify_all();
        };
    }
    /// Whether something is told that is so; what came before it is forgotten.
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

    /// A profiler that waits for it is told of the timed passes, and of those alone.
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
            asked.check(*patient, 1); // by what is held
            QCOMPARE(figures().allocations, held.allocations);
        }
        QVERIFY(m_waitUntilFree(0)); // with its worker
        const auto idle = asked.worker(habits(1ms, kMiB));
        for (int run = 0; run < 3; ++run) {
            const unsigned long long before = figures().allocations;
            asked.check(*idle, 1);
            QVERIFY(figures().allocations > before); // it had to ask anew
            QVERIFY(m_waitUntilFree(kPatienceSeconds));
        }
    }

    /// Whoever wants to know is told what is held after a run, and that it went back.
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

    /// While a run goes on, it is looked at without its help.
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
        QVERIFY(figures().registeredBytes >= 8 * kMiB); // `in`, and where `out` goes
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
        QVERIFY(locked >= 8 * kMiB); // `in`, and where `out` goes
        const unsigned long long chunks = figures().chunkBytes;

        asked.request.device.ordinal = 1;
        asked.check(*worker, 1); // a block that may never come again is not worth a try
        QVERIFY(figures().chunkBytes > chunks);
        m_failCopy(1); // whoever copies a chunk now is told
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

    /// With no page-locked memory to be had, the driver copies.
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
        const memory::HostArray held(memory::DType(memory::Scalar::float32), {kElements},
                                     asked.blocks->allocate(4 * kMiB));
        for (int run = 1; run <= 2; ++run) {
            const DeviceRunResult result = worker->run(asked.request, {}, [](const Progress&) {});
            QVERIFY2(result.status == RunStatus::ok, result.message.c_str());
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
            return memory::HostArray(memory::DType(memory::Scalar::float32), {kElements},
                                     asked.blocks->allocate(4 * kMiB));
        };
        const memory::HostArray abandoned = room();
        const memory::HostArray wanted = room();
        const auto read = [&](const memory::HostArray& target, const std::stop_token& stop) {
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
        // The device's own thread tells of progress in this process: the read has to wait for it.
        const DeviceRunResult result = worker->run(asked.request, {}, [&](const Progress& step) {
            if (!child && step.phase == "Check pass")
                giveUp();
        });
        QVERIFY2(result.status == RunStatus::ok, result.message.c_str());
        if (child)
            giveUp();
        read(wanted, {});
        QCOMPARE(wanted.as<float>()[7], 8.0f);
        for (const std::byte byte : abandoned.bytes())
            QVERIFY(byte == std::byte(0xEE));
    }

    /// What a report tells of the pool: buffers and copies for timing, and the driver's share.
    void theReportHasThePoolsFigures() {
        Asked asked("inout");
        asked.request.repeats = 2;
        const auto worker = asked.worker(habits(24h, 64 * kMiB));
        for (int run = 0; run < 2; ++run) {
            const DeviceRunResult result = worker->run(asked.request, {}, [](const Progress&) {});
            QVERIFY2(result.status == RunStatus::ok, result.message.c_str());
            QVERIFY(result.memory && result.memory->pool);
            const MemoryUse& memory = *result.memory;
            // `out` and `in`, and `sum` with what it is put back from.
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
        QVERIFY2(QString::fromStdString(result.message).contains(call), result.message.c_str());
        asked.check(*worker, 1);
    }

    /// The simulated device copies by itself, whatever the size.
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

QTEST_GUILESS_MAIN(SessionMemoryTest)
#include "tst_session_memory.moc"
