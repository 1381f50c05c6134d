// SPDX-License-Identifier: GPL-3.0-or-later
// Host computations of a run can be stopped like a kernel, obey limits of time and memory, and in
// the worst case cost only a separate process.
#include "tests/main.h"
#include "tests/session/session_bench.h"
#include "tests/session/worker_processes.h"

#include <chrono>
#include <csignal>
#include <future>
#include <mutex>

namespace tst_session_host_work {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

/// A check that takes far longer than anybody waits: a product of two large matrices.
RunRequest slowCheck() {
    RunRequest request = multiply("");
    request.source = "extern \"C\" __global__ void multiply(float* d, const float* a, "
                     "const float* b) { d[threadIdx.x] = a[threadIdx.x]; }";
    for (project::Buffer& buffer : request.project.buffers)
        buffer.shape = {{"6000", {}}, {"6000", {}}};
    request.project.parameters["n"] = {"64", {}};
    request.project.buffers[2].expect.emplace().reference = {"matmul(matmul(a, b), a)", {}};
    return request;
}

} // namespace

class SessionHostWorkTest : public SessionFixture {
    Q_OBJECT

    /// Starts a run and waits until it checks its results.
    static Bench::Call<RunReport> startUntilChecking(Bench& bench, const RunRequest& request) {
        auto checking = std::make_shared<std::promise<void>>();
        auto once = std::make_shared<std::once_flag>();
        auto began = checking->get_future();
        auto call = bench.start(request, [checking, once](const Progress& step) {
            if (step.phase == "Checking results")
                std::call_once(*once, [&] { checking->set_value(); });
        });
        if (began.wait_for(kPatience) != std::future_status::ready)
            throw std::runtime_error("the check did not begin within the test's patience");
        return call;
    }

  private slots:
    void aCheckIsStopped_data() { homes(); }
    void aCheckIsStopped() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        auto call = startUntilChecking(bench, slowCheck());
        bench.session.cancel(call.ticket);
        QCOMPARE(call.get().status, RunStatus::cancelled);
        QCOMPARE(bench.run(multiply(kGood)).status, RunStatus::ok);
    }

    void aCheckKeepsToTheTimeLimit() {
        Bench bench(WorkerHome::child_process);
        RunRequest request = slowCheck();
        request.timeoutSeconds = 4; // so much that the launches are over
        const RunReport report = bench.run(request);
        QCOMPARE(report.status, RunStatus::timeout);
        QCOMPARE(report.exitCode(), 5);
        QVERIFY2(report.message.whole().find("limit of 4 s") != std::string::npos,
                 report.message.whole().c_str());
        QCOMPARE(bench.run(multiply(kGood)).status, RunStatus::ok);
    }

    void compilingCountsForTheTimeLimit() {
        Bench bench(WorkerHome::this_process);
        // A source that no cache has, and less time than any compiler takes.
        RunRequest request = multiply(kGood + "\n// once more");
        request.timeoutSeconds = 0.002;
        const RunReport report = bench.run(request);
        QCOMPARE(report.status, RunStatus::timeout);
        QVERIFY(report.launches.empty());
    }

    void aCheckBeyondAllMemoryIsAnError() {
        Bench bench(WorkerHome::child_process);
        RunRequest request = multiply(kGood);
        request.project.buffers[2].expect.emplace().reference = {"bincount(a, 400000000000)", {}};
        std::string said;
        try {
            const RunReport report = bench.run(request);
            QCOMPARE(report.status, RunStatus::device_error);
            said = report.message.whole();
        } catch (const Error& error) {
            said = error.what();
        }
        QVERIFY2(!said.empty(), said.c_str());
        QCOMPARE(bench.run(multiply(kGood)).status, RunStatus::ok);
    }

    void aCheckThatLosesItsProcessIsAnError() {
        Bench bench(WorkerHome::child_process);
        auto call = startUntilChecking(bench, slowCheck());
        const auto helpers = workerProcesses(Role::host_work);
        QCOMPARE(helpers.size(), std::size_t(1));
        ::kill(int(helpers.front()), SIGKILL);
        const RunReport report = call.get();
        QCOMPARE(report.status, RunStatus::device_error);
        QVERIFY2(report.message.whole().find("fills and checks") != std::string::npos,
                 report.message.whole().c_str());
        QCOMPARE(bench.run(multiply(kGood)).status, RunStatus::ok);
    }

    /// Places of a project go along, so that an error of an initialiser names its line.
    void errorsKeepTheirPlace() {
        Bench bench(WorkerHome::child_process);
        RunRequest request = multiply(kGood);
        request.project.buffers[0].init.kind = project::Init::Kind::file;
        request.project.buffers[0].init.path = "missing.npy";
        request.project.buffers[0].place = Place{"p.warpbench", 12, 5};
        try {
            bench.run(request);
            QFAIL("a missing file was no error");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::project);
            QVERIFY2(std::string(error.what()).find("missing.npy") != std::string::npos,
                     error.what());
        }
    }

    /// Structs, vectors, names and whole-array functions reach the helper as they were.
    void everyKindOfBufferGoesThere() {
        Bench bench(WorkerHome::child_process);
        RunRequest request = multiply(kGood);
        auto& buffers = request.project.buffers;
        buffers.push_back(buffer("pairs", "n", project::Init::Kind::zeros));
        buffers.back().dtype = arrays::DType::structure(
            "pair", {{"x", std::make_shared<const arrays::DType>(arrays::Scalar::int32), 0, 1},
                     {"y", std::make_shared<const arrays::DType>(arrays::Scalar::float64), 0, 3}});
        buffers.push_back(buffer("quads", "n", project::Init::Kind::constant));
        buffers.back().dtype = arrays::DType::vector(arrays::Scalar::float32, 4);
        buffers.back().init.value = project::Expression{"n + 0.5", {}};
        buffers.push_back(buffer("derived", "n", project::Init::Kind::expression));
        buffers.back().init.expression = project::Expression{"a * 2 + n", {}};
        buffers.back().expect.emplace().expression = project::Expression{"2 * a + 400", {}};
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(find(report, "derived")->expect->passed);
        QCOMPARE(find(report, "quads")->max.value_or(0), 400.5);
        QCOMPARE(find(report, "pairs")->ref.elements, std::uint64_t(400));
    }
};

WARPBENCH_TEST(SessionHostWorkTest)
} // namespace tst_session_host_work

#include "tst_session_host_work.moc"
