// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/path_text.h"
#include "core/compile/compile.h"
#include "core/platform/folders.h"
#include "core/session/session.h"
#include "tests/session/tested_device.h"

#include <QTest>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

Q_DECLARE_METATYPE(warpbench::session::WorkerHome)

/// What the session's tests have in common: a session that is waited for, and a small project.
namespace warpbench::session::testing {

using namespace std::chrono_literals;

/// A sanitized program on a busy machine is slow, and nothing here waits for nothing.
inline constexpr auto kPatience = 240s;

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
    /// The call once its kernel runs: the check pass has begun.
    Call<RunReport> startAndWait(RunRequest request) {
        auto running = std::make_shared<std::promise<void>>();
        auto once = std::make_shared<std::once_flag>();
        auto began = running->get_future();
        auto call = start(std::move(request), [running, once](const Progress& step) {
            if (step.phase == "Check pass")
                std::call_once(*once, [&] { running->set_value(); });
        });
        if (began.wait_for(kPatience) != std::future_status::ready)
            throw std::runtime_error("the kernel did not begin within the test's patience");
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

    /// The result of a request about a whole buffer.
    template <class Request, class Result>
    Result ask(Ticket (Session::*method)(Request, Handlers<Result>), Request request) {
        auto promise = std::make_shared<std::promise<Result>>();
        Call<Result> call;
        call.result = promise->get_future();
        (session.*method)(std::move(request), handlersFor(promise));
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
    Session session; ///< last member, because it sends notices until destroyed
};

inline project::BufferArg bufferArg(const char* name, project::Access access) {
    return {name, access, std::nullopt};
}

inline project::Buffer buffer(const char* name, const char* elements, project::Init::Kind kind) {
    project::Buffer result;
    result.name = name;
    result.shape = {{elements, {}}};
    result.init.kind = kind;
    return result;
}

/// dest = a * b over n elements, by the given source.
inline RunRequest multiply(const std::string& source) {
    RunRequest request;
    request.device = testedDevice();
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

inline const std::string kGood = R"(extern "C" __global__ void multiply(float* d, const float* a,
                                                                 const float* b) {
    int i = threadIdx.x;
    d[i] = a[i] * b[i];
})";

inline const BufferReport* find(const RunReport& report, const std::string& name) {
    for (const BufferReport& buffer : report.buffers) {
        if (buffer.name == name)
            return &buffer;
    }
    return nullptr;
}

/// A cache of the test's own, two simulated devices, and the two homes of a worker. Without the
/// real GPU that it is to run on (tested_device.h) nothing runs.
class SessionFixture : public QObject {
    Q_OBJECT

  public:
    static void homes() {
        QTest::addColumn<WorkerHome>("home");
        QTest::newRow("this process") << WorkerHome::this_process;
        QTest::newRow("child process") << WorkerHome::child_process;
    }

  private slots:
    void initTestCase() {
        // First: the cache's folder is looked up once. A test run has one for all its programs.
        if (!qEnvironmentVariableIsSet("XDG_CACHE_HOME")) {
            m_cache = std::make_unique<platform::TemporaryFolder>();
            qputenv("XDG_CACHE_HOME", QByteArray::fromStdString(utf8(m_cache->path())));
        }
        if (!compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
        if (testsRealGpu() && !hasRealGpu())
            QSKIP("this program was asked to run on a real GPU, and there is none");
        qunsetenv("CUDA_DEVICE");
        qputenv("WARPBENCH_SIMGPU", "h200,a100");
    }

  private:
    std::unique_ptr<platform::TemporaryFolder> m_cache;
};

} // namespace warpbench::session::testing
