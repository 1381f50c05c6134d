// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/session/session_bench.h"

#include "core/base/path_text.h"
#include "core/compile/compile.h"

#include <utility>

namespace warpbench::session::testing {

Bench::Bench(WorkerHome home)
    : session({home, {}, [this](const std::string& line) {
                   const std::lock_guard lock(m_mutex);
                   m_notices.push_back(line);
               }}) {}

Bench::Call<RunReport> Bench::start(RunRequest request,
                                    std::function<void(const Progress&)> progress) {
    auto promise = std::make_shared<std::promise<RunReport>>();
    Call<RunReport> call;
    call.result = promise->get_future();
    auto handlers = handlersFor(promise);
    handlers.progress = std::move(progress);
    // The default limit is for people: that a machine is slow is no failure.
    const double defaultLimit = project::Timing().timeoutSeconds;
    if (!request.timeoutSeconds && request.project.timing.timeoutSeconds == defaultLimit)
        request.timeoutSeconds = std::chrono::duration<double>(kPatience).count();
    call.ticket = session.run(std::move(request), std::move(handlers));
    return call;
}

Bench::Call<RunReport> Bench::startAndWait(RunRequest request) {
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

RunReport Bench::run(RunRequest request) {
    return start(std::move(request)).get();
}

arrays::HostArray Bench::read(const BufferRef& ref, std::uint64_t first, std::uint64_t count) {
    auto promise = std::make_shared<std::promise<arrays::HostArray>>();
    Call<arrays::HostArray> call;
    call.result = promise->get_future();
    session.read({ref, first, count}, handlersFor(promise));
    return call.get();
}

std::vector<DeviceInfo> Bench::devices() {
    auto promise = std::make_shared<std::promise<std::vector<DeviceInfo>>>();
    Call<std::vector<DeviceInfo>> call;
    call.result = promise->get_future();
    session.listDevices(handlersFor(promise));
    return call.get();
}

std::size_t Bench::notices() const {
    const std::lock_guard lock(m_mutex);
    return m_notices.size();
}

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

RunRequest multiply(const std::string& source) {
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

const BufferReport* find(const RunReport& report, const std::string& name) {
    for (const BufferReport& buffer : report.buffers) {
        if (buffer.name == name)
            return &buffer;
    }
    return nullptr;
}

Bench& SessionFixture::sharedBench() {
    if (!m_shared)
        m_shared = std::make_unique<Bench>(WorkerHome::this_process);
    return *m_shared;
}

void SessionFixture::homes() {
    QTest::addColumn<WorkerHome>("home");
    QTest::newRow("this process") << WorkerHome::this_process;
    QTest::newRow("child process") << WorkerHome::child_process;
}

void SessionFixture::initTestCase() {
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

} // namespace warpbench::session::testing
