// SPDX-License-Identifier: GPL-3.0-or-later
// A large buffer created by launches costs no host memory until it is viewed.
#include "core/run/kept_results.h"
#include "tests/main.h"
#include "tests/session/counted_run.h"

#include <cmath>

namespace tst_session_kept_results {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

constexpr std::int64_t kElements = 3 << 20; ///< of float64: 24 MiB
constexpr std::uint64_t kBytes = kElements * 8;
static_assert(kBytes > kKeptBytes);

/// dest[i] = i + 0.5 + 1000 for each time that it was launched before.
const std::string kFill = R"(
__device__ int times;
extern "C" __global__ void fill(double* dest, long long n) {
    const long long i = blockIdx.x * 1024LL + threadIdx.x;
    if (i < n)
        dest[i] = i + 0.5 + 1000.0 * times;
}
extern "C" __global__ void count() { ++times; }
extern "C" __global__ void fault(double* dest) { if (threadIdx.x == 0) dest[1LL << 40] = 0; }
)";

project::Launch launchOf(const char* kernel, const char* grid, const char* block) {
    project::Launch launch;
    launch.kernel = kernel;
    launch.grid = {{grid, {}}};
    launch.block = {{block, {}}};
    return launch;
}

RunRequest fill() {
    RunRequest request;
    request.device = testedDevice();
    request.source = kFill;
    project::Project& project = request.project;
    project.name = "kept";
    project.parameters["n"] = {std::to_string(kElements), {}};
    project.buffers = {buffer("dest", "n", project::Init::Kind::zeros)};
    project.buffers[0].dtype = arrays::DType(arrays::Scalar::float64);
    project.launches = {launchOf("fill", "ceil_div(n, 1024)", "1024"), launchOf("count", "1", "1")};
    project.launches[0].args = {
        {bufferArg("dest", project::Access::out), {}},
        {project::ScalarArg{arrays::DType(arrays::Scalar::int64), {{"n", {}}}}, {}}};
    return request;
}

void compareFilled(const RunReport& report) {
    QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
    const BufferReport& dest = report.buffers.at(0);
    QCOMPARE(dest.min.value_or(-1), 0.5);
    QCOMPARE(dest.max.value_or(-1), double(kElements) - 0.5);
    QVERIFY(std::abs(dest.mean.value_or(-1) - double(kElements) / 2) < 1e-3);
    QCOMPARE(dest.nan.value_or(-1), std::int64_t(0));
    QCOMPARE(dest.inf.value_or(-1), std::int64_t(0));
}

} // namespace

class SessionKeptResultsTest : public SessionFixture {
    Q_OBJECT

  private slots:
    void aLargeResultCostsNoHostMemory() {
        Counted counted;
        const RunReport report = counted.run(fill());
        compareFilled(report);
        const HostBlockPool::Statistics figures = counted.blocks->statistics();
        QVERIFY2(figures.peakBytes <= kBytes / 2, qPrintable(QString::number(figures.peakBytes)));
        QVERIFY2(figures.activeBytes < 4096 * 4, qPrintable(QString::number(figures.activeBytes)));
        // Reported as copied nevertheless, with statistics over all elements.
        QCOMPARE(report.transfers.size(), std::size_t(1));
        QCOMPARE(report.transfers[0].bytes, kBytes);
        QVERIFY(!report.transfers[0].toDevice);
    }

    /// Data for checks, guard zones to inspect, and small buffers are copied to the host.
    void whatIsCheckedComesToTheHost_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"expect", "another's expect", "guards", "small"})
            QTest::newRow(what) << what;
    }
    void whatIsCheckedComesToTheHost() {
        QFETCH(QString, what);
        RunRequest request = fill();
        std::uint64_t least = kBytes;
        if (what == "expect")
            request.project.buffers[0].expect.emplace().expression = {"i + 0.5", {}};
        if (what == "another's expect") {
            project::Buffer other = request.project.buffers[0];
            other.name = "other";
            other.expect.emplace().expression = {"after(dest)", {}};
            request.project.buffers.push_back(other);
            project::Launch again = request.project.launches[0];
            std::get<project::BufferArg>(again.args[0].value).buffer = "other";
            request.project.launches.insert(request.project.launches.begin(), again);
            least = 2 * kBytes;
        }
        request.guards = what == "guards";
        if (what == "small") {
            least = kKeptBytes - 8;
            request.project.parameters["n"] = {std::to_string(least / 8), {}};
        }
        Counted counted;
        const RunReport report = counted.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(counted.blocks->statistics().activeBytes >= least);
    }

    /// Results of the check pass stay, regardless of timing, until the next run on the device.
    void itIsThereUntilTheNextRun_data() { homes(); }
    void itIsThereUntilTheNextRun() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        RunRequest request = fill();
        request.repeats = 3;
        const RunReport first = bench.run(request);
        compareFilled(first);
        QCOMPARE(first.launches.at(0).time->samples, 3);
        const arrays::HostArray part = bench.read(first.buffers[0].ref, kElements - 2, 2);
        QCOMPARE(part.as<double>()[0], double(kElements) - 1.5);
        QCOMPARE(part.as<double>()[1], double(kElements) - 0.5);

        const RunReport second = bench.run(request);
        QCOMPARE(bench.read(second.buffers[0].ref, 7, 1).as<double>()[0], 7.5);
        const QString problem = problemOf(bench, first.buffers[0].ref);
        QVERIFY2(problem.contains("what this run left in \"dest\" is no longer on the device"),
                 qPrintable(problem));
    }

    void itIsLookedThroughThere_data() { homes(); }
    void itIsLookedThroughThere() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const RunReport report = bench.run(fill());
        const BufferRef dest = report.buffers.at(0).ref;
        const arrays::Summary summary = bench.ask(&Session::summarize, {dest, 3});
        QVERIFY(summary.min == (arrays::Summary::End{0.5, 0}));
        QVERIFY(summary.max == (arrays::Summary::End{kElements - 0.5, kElements - 1}));
        QVERIFY(summary.counts == std::vector<std::int64_t>(3, kElements / 3));
        const arrays::Condition late =
            arrays::Compared{arrays::Compared::Relation::equal, kElements - 1.5};
        QCOMPARE(bench.ask(&Session::find, {dest, late, 0, true}),
                 std::optional<std::uint64_t>(kElements - 2));
        QCOMPARE(bench.ask(&Session::find, {dest, late, 0, false}),
                 std::optional<std::uint64_t>(kElements - 2));
        const arrays::Envelope envelope =
            bench.ask(&Session::envelope, {dest, {0, 1, kElements}, 3});
        QCOMPARE(envelope.curves.at(0).size(), std::size_t(6));
        QVERIFY(envelope.curves[0][3] ==
                (arrays::Envelope::Point{2 * kElements / 3 - 1, 2.0 * kElements / 3 - 0.5}));
        bench.run(fill());
        QVERIFY_THROWS_EXCEPTION(Error, bench.ask(&Session::summarize, {dest}));
    }

    /// The same for overwritten buffers: initial contents are once on the host, and results of the
    /// check pass stay regardless of timing.
    void whatIsWrittenOverStaysToo_data() { homes(); }
    void whatIsWrittenOverStaysToo() {
        QFETCH(WorkerHome, home);
        RunRequest request = fill();
        request.source = R"(extern "C" __global__ void fill(double* dest, long long n) {
            const long long i = blockIdx.x * 1024LL + threadIdx.x;
            if (i < n)
                dest[i] += 0.5;
        })";
        request.repeats = 3;
        project::Project& project = request.project;
        project.buffers[0].init.kind = project::Init::Kind::arange;
        project.launches.pop_back();
        std::get<project::BufferArg>(project.launches[0].args[0].value).access =
            project::Access::inout;
        Counted counted;
        compareFilled(counted.run(request));
        const HostBlockPool::Statistics figures = counted.blocks->statistics();
        QVERIFY2(figures.peakBytes <= kBytes + kBytes / 2,
                 qPrintable(QString::number(figures.peakBytes)));
        Bench bench(home);
        for (int run = 0; run < 2; ++run) {
            const RunReport report = bench.run(request);
            compareFilled(report);
            QCOMPARE(report.launches.at(0).time->samples, 3);
            QCOMPARE(bench.read(report.buffers[0].ref, 7, 1).as<double>()[0], 7.5);
        }
    }

    /// A simulated GPU's memory is the host's: what timing passes start from is there once, as it
    /// was made. What begins with one value the host does not have at all.
    void aSimulatedGpuHasNoSecondCopy_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<bool>("checked");
        QTest::addColumn<int>("hostCopies");
        QTest::addColumn<int>("deviceCopies"); // including results of the check pass, if they stay
        for (const bool checked : {false, true}) {
            const QString what = checked ? ", checked" : "";
            QTest::addRow("zeros%s", qPrintable(what))
                << 0.0 << checked << (checked ? 1 : 0) << (checked ? 1 : 2);
            // Which no fill of up to four bytes makes.
            QTest::addRow("2.5%s", qPrintable(what))
                << 2.5 << checked << (checked ? 2 : 1) << (checked ? 1 : 2);
        }
    }
    void aSimulatedGpuHasNoSecondCopy() {
        ONLY_SIMULATED("a real one has what a pass starts from on the device, too");
        QFETCH(double, value);
        QFETCH(bool, checked);
        RunRequest request = fill();
        request.source = R"(extern "C" __global__ void fill(double* dest, long long n) {
            const long long i = blockIdx.x * 1024LL + threadIdx.x;
            if (i < n && dest[i] != VALUE)
                __trap();
            if (i < n)
                dest[i] = i + 0.5;
        })";
        request.repeats = 2;
        project::Project& project = request.project;
        project.compile.defines["VALUE"] = std::to_string(value);
        project.buffers[0].init.kind = project::Init::Kind::constant;
        project.buffers[0].init.value = {std::to_string(value), {}};
        if (checked)
            project.buffers[0].expect.emplace().expression = {"i + 0.5", {}};
        project.launches.pop_back();
        std::get<project::BufferArg>(project.launches[0].args[0].value).access =
            project::Access::inout;
        Counted counted;
        const RunReport report = counted.run(request);
        compareFilled(report);
        const auto times = [](std::uint64_t bytes) { return int((bytes + kBytes / 2) / kBytes); };
        QTEST(times(counted.blocks->statistics().peakBytes), "hostCopies");
        QTEST(times(report.memory.value().bytes), "deviceCopies");
    }

    /// Read-only buffers stay on the device and can be viewed.
    void oneValueThatIsOnlyReadIsNotOnTheHost() {
        RunRequest request = fill();
        request.source = R"(extern "C" __global__ void look(const int* from, int* to) {
            to[0] = from[(3 << 20) - 1];
        })";
        project::Project& project = request.project;
        project.buffers = {buffer("from", "n", project::Init::Kind::ones),
                           buffer("to", "1", project::Init::Kind::zeros)};
        for (project::Buffer& one : project.buffers)
            one.dtype = arrays::DType(arrays::Scalar::int32);
        project.parameters["n"] = {std::to_string(8 << 20), {}};
        project.launches = {launchOf("look", "1", "1")};
        project.launches[0].args = {{bufferArg("from", project::Access::in), {}},
                                    {bufferArg("to", project::Access::out), {}}};
        Bench bench(WorkerHome::this_process);
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QCOMPARE(report.buffers[0].mean.value_or(0), 1.0);
        QCOMPARE(bench.read(report.buffers[0].ref, 4'000'000, 1).as<int>()[0], 1);
        QCOMPARE(bench.read(report.buffers[1].ref, 0, 1).as<int>()[0], 1);
        Counted counted;
        counted.run(request);
        QVERIFY(counted.blocks->statistics().peakBytes < kKeptBytes);
    }

    /// A resident buffer with the same name in another project keeps its contents.
    void residentBuffersOfItsNameAreLeftAlone() {
        Bench bench(WorkerHome::this_process);
        RunRequest resident = fill();
        resident.project.name = "resident";
        resident.source = R"(extern "C" __global__ void fill(double* dest, long long n) {
            const long long i = blockIdx.x * 1024LL + threadIdx.x;
            if (i < n)
                dest[i] += 1;
        })";
        resident.project.launches.pop_back();
        std::get<project::BufferArg>(resident.project.launches[0].args[0].value).access =
            project::Access::resident;
        for (int run = 1; run <= 3; ++run) {
            const RunReport report = bench.run(resident);
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
            QCOMPARE(bench.read(report.buffers[0].ref, 5, 1).as<double>()[0], double(run));
            compareFilled(bench.run(fill()));
        }
    }

    /// On the simulated GPU, results after a fault can be viewed.
    void whatAFaultLeftIsThere() {
        ONLY_SIMULATED("after a fault a real one has nothing to read");
        Bench bench(WorkerHome::this_process);
        RunRequest request = fill();
        request.project.launches.push_back(launchOf("fault", "1", "32"));
        request.project.launches.back().args = {{bufferArg("dest", project::Access::inout), {}}};
        const RunReport report = bench.run(request);
        QCOMPARE(report.status, RunStatus::fault);
        QVERIFY(report.buffersAtFault);
        QCOMPARE(report.buffers.at(0).max.value_or(-1), double(kElements) - 0.5);
        QCOMPARE(bench.read(report.buffers[0].ref, 9, 1).as<double>()[0], 9.5);
    }
};

WARPBENCH_TEST(SessionKeptResultsTest)
} // namespace tst_session_kept_results

#include "tst_session_kept_results.moc"
