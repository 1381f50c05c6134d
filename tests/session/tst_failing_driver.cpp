// SPDX-License-Identifier: GPL-3.0-or-later
// Each driver call of a run fails once: the run names the call, nothing is lost, and the next run
// works as usual.
#include "core/cuda/context.h"
#include "core/cuda/driver.h"
#include "core/plan/evaluate.h"
#include "core/plan/init.h"
#include "core/processes/shared_memory.h"
#include "core/project/project_file.h"
#include "core/run/run_input.h"
#include "core/workers/device_list.h"
#include "core/workers/device_worker.h"
#include "core/workers/host_blocks.h"
#include "tests/main.h"
#include "tests/session/session_bench.h"
#include "tests/session/smooth_project.h"

#include <cuda.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>

namespace tst_failing_driver {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

/// index of the failing call, from 1 over all entry points and threads; 0: none
struct Plan {
    std::atomic<long> calls = 0;
    std::atomic<long> failing = 0;
    CUresult code = CUDA_ERROR_UNKNOWN;
    /// All later calls of that thread fail as well: its device is lost.
    std::atomic<bool> forGood = false;
    std::atomic<std::thread::id> gone;
    std::mutex mutex;
    std::string failed; ///< the name of the entry point that failed
};
Plan g_plan;

/// The way to one entry point, with the failure that is planned.
template <int Index, class... Args>
struct Detour {
    using Function = CUresult(CUDAAPI*)(Args...);
    static inline Function original = nullptr;
    static inline const char* name = "";

    static CUresult CUDAAPI call(Args... args) {
        if (++g_plan.calls == g_plan.failing) {
            const std::lock_guard lock(g_plan.mutex);
            g_plan.failed = name;
            if (g_plan.forGood)
                g_plan.gone = std::this_thread::get_id();
            return g_plan.code;
        }
        if (g_plan.gone.load() == std::this_thread::get_id())
            return g_plan.code;
        return original(args...);
    }
};

template <int Index, class... Args>
void detour(cuda::EntryPoint<Args...>& entry, void* address, const char* name) {
    using Way = Detour<Index, Args...>;
    if (!entry)
        return;
    Way::original = reinterpret_cast<typename Way::Function>(address);
    Way::name = name;
    entry.set(reinterpret_cast<void*>(&Way::call), name, true);
}

/// Puts the detours into the table of the simulated driver, which is this test's alone.
void detourAll() {
    const cuda::Driver& driver = cuda::Driver::openSimulated();
    auto& api = const_cast<cuda::DriverApi&>(driver.api());
    // What explains an error is not to fail with it.
    const std::set<std::string> exempt{"cuGetErrorName", "cuGetErrorString"};
#define WARPBENCH_X(need, member, name, version, exported, ...)                                    \
    if (!exempt.contains(name))                                                                    \
        detour<__COUNTER__>(api.member, api.member.address(), name);
    WARPBENCH_CUDA_ENTRY_POINTS(WARPBENCH_X)
#undef WARPBENCH_X
}

/// A run with a bit of everything: constants, a texture, a surface, a named stream, dynamic shared
/// memory, a cooperative launch, a buffer that stays, timing with restoring.
const char* const kSource = R"cuda(
__constant__ float factor;
extern "C" __global__ void scale(float* out, const float* in, float* sum, cudaTextureObject_t image) {
    extern __shared__ float part[];
    part[threadIdx.x] = in[threadIdx.x] * factor;
    __syncthreads();
    out[threadIdx.x] = part[threadIdx.x] + tex1D<float>(image, 0.5f) * 0;
    sum[threadIdx.x] += 1.0f;
}
extern "C" __global__ void count(cudaSurfaceObject_t numbers) {
    int value = surf2Dread<int>(numbers, 4 * threadIdx.x, 0);
    surf2Dwrite(value + 1, numbers, 4 * threadIdx.x, 0);
}
)cuda";

const char* const kProject = R"({"format": "warpbench-project", "version": 1, "name": "all",
 "source": {"text": "replaced"}, "timing": {"repeats": 2, "warmup": 1},
 "constants": {"factor": {"dtype": "float32", "value": 2}},
 "buffers": [
  {"name": "in", "dtype": "float32", "shape": [64], "init": {"kind": "arange"}},
  {"name": "out", "dtype": "float32", "shape": [64], "init": {"kind": "zeros"}},
  {"name": "image", "dtype": "float32", "shape": [64], "init": {"kind": "ones"}},
  {"name": "sum", "dtype": "float32", "shape": [64], "init": {"kind": "zeros"}},
  {"name": "numbers", "dtype": "int32", "shape": [4, 8], "init": {"kind": "arange"}}],
 "launches": [
  {"kernel": "scale", "grid": [1], "block": [64], "shared": 1024, "max_dynamic_shared": 65536,
   "cooperative": true,
   "args": [{"buffer": "out", "access": "out"}, {"buffer": "in", "access": "in"},
            {"buffer": "sum", "access": "resident"}, {"texture": {"buffer": "image"}}]},
  {"kernel": "count", "grid": [1], "block": [8], "stream": "side", "repeat": 2,
   "args": [{"surface": {"buffer": "numbers"}}]}]})";

/// The project as a worker is asked for it.
struct Asked {
    std::shared_ptr<HostBlockPool> blocks = HostBlockPool::create();
    std::vector<arrays::HostArray> initial;
    std::vector<arrays::HostArray> results;
    DeviceRunRequest request;

    Asked() {
        const project::Project project = project::parseProject(kProject, "all.warpbench").project;
        const project::LaunchPlan plan = project::makePlan(project);
        const DeviceInfo device = listDevicesOfThisProcess(false).at(0);
        const compile::CompileResult compiled =
            compile::compile(compileRequestFor(project, plan, kSource, device));
        if (!compiled.succeeded)
            throw std::runtime_error("the test's kernels do not compile: " + compiled.log);
        const auto allocate = [this](std::size_t bytes) { return blocks->allocate(bytes); };
        initial = project::initialiseBuffers(plan, allocate);
        for (const project::PlannedBuffer& buffer : plan.buffers)
            results.push_back(buffer.download && buffer.used
                                  ? arrays::HostArray(buffer.dtype, buffer.shape,
                                                      allocate(std::size_t(buffer.bytes)))
                                  : arrays::HostArray());
        request = deviceRequestFor(project, plan, compiled, device, *blocks, initial, results,
                                   std::vector<std::string>(plan.buffers.size(), "digest"));
        request.warmup = 1;
        request.repeats = 2;
        request.metrics = true;
    }

    std::unique_ptr<DeviceWorker> worker() const { return makeInProcessWorker(blocks->source()); }
};

std::size_t freeBytes() {
    const cuda::Context context = cuda::Context::create(cuda::Driver::openSimulated().device(0));
    return context.memoryInfo().freeBytes;
}

/// Calls that free resources: failures are reported on standard error and not in the run's
/// result.
bool givesBack(const std::string& call) {
    static const std::set<std::string> names{
        "cuCtxDestroy",   "cuCtxPopCurrent",     "cuModuleUnload",     "cuMemFree",
        "cuEventDestroy", "cuStreamDestroy",     "cuTexObjectDestroy", "cuSurfObjectDestroy",
        "cuArrayDestroy", "cuMemHostUnregister", "cuCtxPushCurrent"};
    return names.contains(call);
}

/// Calls that a run does not depend on: unknown values, memory that is not page-locked.
bool dispensable(const std::string& call) {
    static const std::set<std::string> names{"cuDeviceGetAttribute",
                                             "cuFuncGetAttribute",
                                             "cuMemHostRegister",
                                             "cuFuncGetParamInfo",
                                             "cuModuleGetFunctionCount",
                                             "cuModuleEnumerateFunctions",
                                             "cuFuncGetName",
                                             "cuDeviceCanAccessPeer",
                                             "cuCtxEnablePeerAccess"}; // then through the host
    return names.contains(call);
}

} // namespace

class FailingDriverTest : public SessionFixture {
    Q_OBJECT

    static void start(CUresult code) {
        static std::once_flag once;
        std::call_once(once, detourAll);
        g_plan.failing = 0;
        g_plan.forGood = false;
        g_plan.code = code;
    }

  private slots:
    void init() { qputenv("WARPBENCH_SIMGPU", "h200,h200"); }

    void eachCallFailsOnce_data() {
        QTest::addColumn<int>("code");
        QTest::newRow("unknown") << int(CUDA_ERROR_UNKNOWN);
        QTest::newRow("out of memory") << int(CUDA_ERROR_OUT_OF_MEMORY);
        QTest::newRow("a lost device") << int(CUDA_ERROR_ECC_UNCORRECTABLE);
    }
    void eachCallFailsOnce() {
        QFETCH(int, code);
        start(CUresult(code));
        const Asked asked;
        const ProgressHandler silent = [](const Progress&) {};
        // The first run also warms up what stays for good.
        QCOMPARE(asked.worker()->run(asked.request, {}, silent).status, RunStatus::ok);
        const std::size_t before = freeBytes();

        long failures = 0;
        for (long n = 1;; ++n) {
            g_plan.failed.clear();
            g_plan.calls = 0;
            g_plan.failing = n;
            DeviceRunResult result;
            std::string thrown;
            {
                const auto worker = asked.worker();
                try {
                    result = worker->run(asked.request, {}, silent);
                } catch (const Error& error) {
                    thrown = error.what();
                }
            }
            g_plan.failing = 0;
            if (g_plan.failed.empty())
                break;
            ++failures;
            const std::string where = g_plan.failed + " as call " + std::to_string(n) + ": \"" +
                                      result.message.whole() + thrown + "\"";
            if (result.status == RunStatus::ok && thrown.empty())
                QVERIFY2(givesBack(g_plan.failed) || dispensable(g_plan.failed) ||
                             (code == int(CUDA_ERROR_OUT_OF_MEMORY) &&
                              g_plan.failed == "cuMemAlloc"), // copies go to the host then
                         where.c_str());
            else if (!givesBack(g_plan.failed) && code != int(CUDA_ERROR_OUT_OF_MEMORY))
                QVERIFY2((result.message.whole() + thrown).find(g_plan.failed) != std::string::npos,
                         where.c_str());
            if (!givesBack(g_plan.failed))
                QVERIFY2(freeBytes() == before, where.c_str());
        }
        QVERIFY2(failures > 60, std::to_string(failures).c_str());
        QCOMPARE(asked.worker()->run(asked.request, {}, silent).status, RunStatus::ok);
    }

    /// Forgetting a block or resident data does not create a context.
    void whoHasNoContextMakesNoneToForget() {
        start(CUDA_ERROR_UNKNOWN);
        const Asked asked;
        const auto worker = asked.worker();
        g_plan.calls = 0;
        g_plan.failing = 1;
        try {
            worker->run(asked.request, {}, [](const Progress&) {});
        } catch (const Error&) {
            // Its first call failed, so a context does not exist.
        }
        QCOMPARE(g_plan.calls.load(), 1L);
        g_plan.calls = 0;
        g_plan.failing = 0;
        worker->forgetBlock(7);
        worker->resetResident();
        worker->endStepping();
        QCOMPARE(worker->run(asked.request, {}, [](const Progress&) {}).status, RunStatus::ok);
        const long ofRun = g_plan.calls;
        // The requests before this run made no driver calls.
        const auto other = asked.worker();
        g_plan.calls = 0;
        QCOMPARE(other->run(asked.request, {}, [](const Progress&) {}).status, RunStatus::ok);
        QCOMPARE(ofRun, g_plan.calls.load());
    }

    /// Devices that exchange rows: whichever call fails on one of them, no other waits for ever,
    /// and the run says which call it was.
    void eachCallOfASharedRunFailsOnce() {
        start(CUDA_ERROR_UNKNOWN);
        Bench bench(WorkerHome::this_process);
        RunRequest request = smoothOn(2);
        request.repeats = 1;
        QCOMPARE(bench.run(request).status, RunStatus::ok);
        long failures = 0;
        std::map<std::string, int> seen;
        // Which device makes a call is up to the threads, so a few of each kind tell as much as
        // all.
        const auto next = [&](const std::string& call) { return ++seen[call] < 6 ? 1 : 5; };
        for (long n = 1;; n += next(g_plan.failed)) {
            g_plan.failed.clear();
            g_plan.calls = 0;
            g_plan.failing = n;
            RunStatus status = RunStatus::device_error;
            std::string said;
            try {
                const RunReport report = bench.run(request);
                status = report.status;
                said = report.message.whole();
            } catch (const Error& error) {
                said = error.what();
            }
            g_plan.failing = 0;
            if (g_plan.failed.empty())
                break;
            ++failures;
            const std::string where =
                g_plan.failed + " as call " + std::to_string(n) + ": \"" + said + "\"";
            if (status == RunStatus::ok)
                QVERIFY2(givesBack(g_plan.failed) || dispensable(g_plan.failed), where.c_str());
            else if (!givesBack(g_plan.failed))
                QVERIFY2(said.find(g_plan.failed) != std::string::npos, where.c_str());
            if (failures % 20 == 0)
                QCOMPARE(bench.run(request).status, RunStatus::ok);
        }
        QVERIFY2(failures > 100, std::to_string(failures).c_str());
        QCOMPARE(bench.run(request).status, RunStatus::ok);
    }

    /// From some call on a device answers nothing else: its run ends and says so, the others of the
    /// run wait for nobody, and where it is back the next run is as good as any.
    void aDeviceThatDisappears_data() {
        QTest::addColumn<int>("devices");
        QTest::newRow("alone") << 1;
        QTest::newRow("one of two") << 2;
    }
    void aDeviceThatDisappears() {
        QFETCH(int, devices);
        start(CUDA_ERROR_DEVICE_UNAVAILABLE);
        RunRequest request = smoothOn(devices);
        request.repeats = 1;
        long gone = 0;
        // Each of them fails once in the tests above; some of them will do here.
        for (long n = 1;; n += 17) {
            Bench bench(WorkerHome::this_process); // with separate contexts
            QVERIFY(bench.devices().size() > 1);   // it was there before
            g_plan.failed.clear();
            g_plan.gone = std::thread::id();
            g_plan.calls = 0;
            g_plan.forGood = true;
            g_plan.failing = n;
            RunReport report;
            std::string said;
            try {
                report = bench.run(request);
                said = report.message.whole();
            } catch (const Error& error) {
                report.status = RunStatus::device_error;
                said = error.what();
            }
            g_plan.failing = 0;
            g_plan.gone = std::thread::id();
            if (g_plan.failed.empty())
                break;
            ++gone;
            const std::string where =
                g_plan.failed + " as call " + std::to_string(n) + ": \"" + said + "\"";
            if (report.status == RunStatus::ok) {
                QVERIFY2(givesBack(g_plan.failed) || dispensable(g_plan.failed), where.c_str());
                continue;
            }
            QCOMPARE(report.status, RunStatus::device_error);
            QVERIFY2(said.find("CUDA_ERROR_DEVICE_UNAVAILABLE") != std::string::npos,
                     where.c_str());
            QVERIFY2(said.find("choose another device") != std::string::npos, where.c_str());
        }
        QVERIFY2(gone > 10, std::to_string(gone).c_str());
        g_plan.forGood = false;
        Bench bench(WorkerHome::this_process);
        QCOMPARE(bench.run(request).status, RunStatus::ok);
    }

    void eachCallOfListingDevicesFailsOnce() {
        for (long n = 1;; ++n) {
            g_plan.failed.clear();
            g_plan.calls = 0;
            g_plan.failing = n;
            const std::vector<DeviceInfo> devices = listDevicesOfThisProcess(false);
            g_plan.failing = 0;
            if (g_plan.failed.empty())
                break;
            QVERIFY(!devices.empty());
            const bool said =
                std::any_of(devices.begin(), devices.end(), [](const DeviceInfo& device) {
                    return device.problem.find(g_plan.failed) != std::string::npos;
                });
            QVERIFY2(said || dispensable(g_plan.failed), g_plan.failed.c_str());
        }
    }
};

WARPBENCH_TEST(FailingDriverTest)
} // namespace tst_failing_driver

#include "tst_failing_driver.moc"
