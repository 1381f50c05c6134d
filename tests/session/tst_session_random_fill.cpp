// SPDX-License-Identifier: GPL-3.0-or-later
// A real GPU fills large buffers with random numbers itself: the same bits as on the host, which
// never stores them. Uses the stand-in for a real driver.
#include "core/arrays/statistics.h"
#include "core/base/path_text.h"
#include "core/plan/evaluate.h"
#include "core/plan/init.h"
#include "core/platform/dynamic_library.h"
#include "core/platform/folders.h"
#include "core/run/kept_results.h"
#include "tests/main.h"
#include "tests/session/counted_run.h"
#include "tests/session/stand_in_driver.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

namespace tst_session_random_fill {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

using arrays::Scalar;
using Kind = project::Init::Kind;

constexpr std::int64_t kTail = 256; ///< elements that the kernel copies, the last ones

/// Slightly above the limit for filling on the device, and not a multiple of four elements.
std::int64_t elementsOf(const arrays::DType& dtype) {
    return std::int64_t(kKeptBytes / dtype.size()) + 7;
}

const std::string kSource = R"(
template <class T> __global__ void tail(const T* in, T* out, long long n) {
    out[threadIdx.x] = in[n - 256 + threadIdx.x];
}
template <class T> __global__ void add(T* in, long long n) {
    const long long i = blockIdx.x * 1024LL + threadIdx.x;
    if (i < n)
        in[i] += 1;
})";

const char* typeOf(const arrays::DType& dtype) {
    return dtype.scalar() == Scalar::float32   ? "float"
           : dtype.scalar() == Scalar::float64 ? "double"
           : dtype.scalar() == Scalar::int32   ? "int"
                                               : "long long";
}

project::Buffer randomBuffer(Scalar scalar, Kind kind) {
    project::Buffer buffer = testing::buffer("in", "n", kind);
    buffer.dtype = arrays::DType(scalar);
    buffer.init.seed = 0x1234567890abcdef;
    if (kind == Kind::normal) {
        buffer.init.mean = {"-0.1", {}};
        buffer.init.stddev = {"1e-3", {}};
    } else {
        buffer.init.low = {kind == Kind::uniform ? "-1.7" : "-1000000007", {}};
        buffer.init.high = {"2000000011", {}};
    }
    return buffer;
}

project::Launch launchOf(const char* kernel, const arrays::DType& dtype) {
    project::Launch launch;
    launch.kernel = std::string(kernel) + "<" + typeOf(dtype) + ">";
    launch.grid = {{"1", {}}};
    launch.block = {{"256", {}}};
    return launch;
}

/// \param access  of the launch that reads the numbers, or adds one to each of them
RunRequest requestFor(Scalar scalar, Kind kind, project::Access access = project::Access::in) {
    RunRequest request;
    request.device = "0";
    request.source = kSource;
    project::Project& project = request.project;
    project.name = "random";
    project.buffers = {randomBuffer(scalar, kind)};
    const arrays::DType dtype = project.buffers[0].dtype;
    project.parameters["n"] = {std::to_string(elementsOf(dtype)), {}};
    const project::Argument count{project::ScalarArg{arrays::DType(Scalar::int64), {{"n", {}}}},
                                  {}};
    if (access == project::Access::in) {
        project.buffers.push_back(testing::buffer("out", "256", Kind::zeros));
        project.buffers[1].dtype = dtype;
        project.launches = {launchOf("tail", dtype)};
        project.launches[0].args = {
            {bufferArg("in", access), {}}, {bufferArg("out", project::Access::out), {}}, count};
    } else {
        project.launches = {launchOf("add", dtype)};
        project.launches[0].grid = {{"ceil_div(n, 1024)", {}}};
        project.launches[0].block = {{"1024", {}}};
        project.launches[0].args = {{bufferArg("in", access), {}}, count};
    }
    return request;
}

arrays::HostArray hostsOf(const RunRequest& request) {
    return project::initialiseBuffer(project::makePlan(request.project), 0);
}

bool wentOverTheBus(const RunReport& report) {
    return std::any_of(report.transfers.begin(), report.transfers.end(),
                       [](const Transfer& t) { return t.toDevice && t.buffer == "in"; });
}

void compareBits(const arrays::HostArray& got, std::span<const std::byte> want) {
    QCOMPARE(got.sizeBytes(), want.size());
    const auto bytes = got.bytes();
    const auto differs = std::mismatch(bytes.begin(), bytes.end(), want.begin());
    QVERIFY2(differs.first == bytes.end(),
             qPrintable(QString("byte %1 differs").arg(differs.first - bytes.begin())));
}

void compareStatistics(const BufferReport& report, const arrays::HostArray& want) {
    const arrays::Statistics figures = arrays::statisticsOf(want);
    QVERIFY(report.min && report.max && report.mean);
    QCOMPARE(*report.min, *figures.min);
    QCOMPARE(*report.max, *figures.max);
    const double largest = std::max(std::abs(*figures.min), std::abs(*figures.max));
    QVERIFY(std::abs(*report.mean - *figures.mean) < 1e-9 * largest);
    QCOMPARE(report.exactMin, figures.exactMin);
}

} // namespace

class SessionRandomFillTest : public SessionFixture {
    Q_OBJECT

  private slots:
    void init() {
        const std::filesystem::path driver = platform::executableFolder() / WARPBENCH_TEST_STAND_IN;
        qputenv("WARPBENCH_CUDA_DRIVER", QByteArray::fromStdString(utf8(driver)));
        auto library = platform::DynamicLibrary::tryOpen(
            driver, nullptr, platform::DynamicLibrary::Lifetime::for_good);
        m_limit = library ? library->function<StandInLimitFunction>("standInLimit") : nullptr;
        QVERIFY(m_limit);
    }
    void cleanup() {
        if (m_limit)
            m_limit(0);
    }

    void theBitsAreTheHosts_data() {
        QTest::addColumn<Scalar>("scalar");
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<WorkerHome>("home");
        using enum WorkerHome;
        QTest::newRow("uniform float32") << Scalar::float32 << Kind::uniform << this_process;
        QTest::newRow("uniform float64") << Scalar::float64 << Kind::uniform << child_process;
        QTest::newRow("normal float32") << Scalar::float32 << Kind::normal << child_process;
        QTest::newRow("normal float64") << Scalar::float64 << Kind::normal << this_process;
        QTest::newRow("randint int32") << Scalar::int32 << Kind::randint << child_process;
        QTest::newRow("randint int64") << Scalar::int64 << Kind::randint << this_process;
    }
    void theBitsAreTheHosts() {
        QFETCH(Scalar, scalar);
        QFETCH(Kind, kind);
        QFETCH(WorkerHome, home);
        const RunRequest request = requestFor(scalar, kind);
        const arrays::HostArray want = hostsOf(request);
        Bench bench(home);
        for (int run = 0; run < 2; ++run) {
            const RunReport report = bench.run(request);
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
            QVERIFY(!report.device->simulated);
            QVERIFY(!wentOverTheBus(report));
            QVERIFY(report.notes.empty());
            compareStatistics(report.buffers.at(0), want);
            const auto all = std::uint64_t(want.elements());
            compareBits(bench.read(report.buffers[0].ref, 0, all), want.bytes());
            // Values found by the kernel.
            compareBits(bench.read(report.buffers.at(1).ref, 0, kTail),
                        want.bytes().last(kTail * want.dtype().size()));
        }
    }

    void theHostHasNoMemoryForThem() {
        Counted counted;
        const RunReport report = counted.run(requestFor(Scalar::float32, Kind::uniform));
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(!wentOverTheBus(report));
        const HostBlockPool::Statistics figures = counted.blocks->statistics();
        QVERIFY2(figures.peakBytes <= kKeptBytes * 3 / 4,
                 qPrintable(QString::number(figures.peakBytes)));
    }

    /// Two of the same numbers have one kernel, others have theirs; and one that is small comes
    /// over the bus.
    void severalAtOnce() {
        RunRequest request = requestFor(Scalar::int32, Kind::randint, project::Access::inout);
        project::Project& project = request.project;
        const project::Launch first = project.launches[0];
        for (const char* name : {"same", "other", "small"}) {
            project::Buffer& buffer = project.buffers.emplace_back(project.buffers[0]);
            buffer.name = name;
            project::Launch& launch = project.launches.emplace_back(first);
            std::get<project::BufferArg>(launch.args[0].value).buffer = name;
        }
        project.buffers[2].init.seed = 1;
        project.buffers[3].shape = {{"n - 8", {}}};
        std::get<project::ScalarArg>(project.launches[3].args[1].value).value = {{"n - 8", {}}};
        const project::LaunchPlan plan = project::makePlan(project);
        Bench bench(WorkerHome::this_process);
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        for (std::size_t i = 0; i < 4; ++i) {
            arrays::HostArray want = project::initialiseBuffer(plan, i);
            for (std::int32_t& value : want.as<std::int32_t>())
                ++value;
            compareBits(bench.read(report.buffers.at(i).ref, 0, std::uint64_t(want.elements())),
                        want.bytes());
        }
        const auto up = std::count_if(report.transfers.begin(), report.transfers.end(),
                                      [](const Transfer& t) { return t.toDevice; });
        QCOMPARE(up, 1);
    }

    /// Each timed pass starts with the random numbers, even if the device has no space for a
    /// copy.
    void whatIsWrittenIsPutBack_data() {
        QTest::addColumn<WorkerHome>("home");
        QTest::addColumn<bool>("room");
        QTest::newRow("room") << WorkerHome::child_process << true;
        QTest::newRow("no room") << WorkerHome::this_process << false;
    }
    void whatIsWrittenIsPutBack() {
        QFETCH(WorkerHome, home);
        QFETCH(bool, room);
        // Each pass must find what the first one found, or the kernel faults.
        RunRequest request = requestFor(Scalar::int32, Kind::randint, project::Access::inout);
        request.source = kSource + R"(
extern "C" __global__ void first(const int* in, const int* want) {
    if (in[7] != want[0])
        __trap();
})";
        project::Project& project = request.project;
        const arrays::HostArray want = hostsOf(request);
        project::Buffer seventh = testing::buffer("seventh", "1", Kind::constant);
        seventh.dtype = arrays::DType(Scalar::int32);
        seventh.init.value = {std::to_string(want.as<std::int32_t>()[7]), {}};
        project.buffers.push_back(seventh);
        project::Launch look;
        look.kernel = "first";
        look.grid = look.block = {{"1", {}}};
        look.args = {{bufferArg("in", project::Access::in), {}},
                     {bufferArg("seventh", project::Access::in), {}}};
        project.launches.insert(project.launches.begin(), look);
        request.repeats = 3;
        if (!room)
            m_limit(kKeptBytes + kKeptBytes / 2);
        Bench bench(home);
        for (int run = 0; run < 2; ++run) {
            std::atomic<bool> saved = false;
            const RunReport report = bench
                                         .start(request,
                                                [&saved](const Progress& step) {
                                                    if (step.phase == "Saving in")
                                                        saved = true;
                                                })
                                         .get();
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
            QVERIFY(!wentOverTheBus(report));
            QCOMPARE(saved.load(), !room); // on the host
            QCOMPARE(report.launches.at(1).time->samples, 3);
            const arrays::HostArray got =
                bench.read(report.buffers[0].ref, 0, std::uint64_t(want.elements()));
            const auto values = got.as<std::int32_t>();
            const auto before = want.as<std::int32_t>();
            for (std::size_t i = 0; i < values.size(); ++i)
                if (values[i] != before[i] + 1)
                    QFAIL(qPrintable(QString("element %1 is %2").arg(i).arg(values[i])));
        }
    }

    /// What something on the host asks for is made there.
    void whatTheHostNeedsItMakes_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"expect", "another's expect", "after", "another's init", "guards",
                                 "rotated", "mapped", "resident", "vectors"})
            QTest::newRow(what) << what;
    }
    void whatTheHostNeedsItMakes() {
        QFETCH(QString, what);
        RunRequest request = requestFor(Scalar::float32, Kind::uniform);
        project::Project& project = request.project;
        project::Buffer& in = project.buffers[0];
        project::Buffer& out = project.buffers[1];
        if (what == "expect")
            in.expect.emplace().expression = {"in", {}};
        if (what == "another's expect" || what == "after") { // which fails, and that is all right
            out.shape = in.shape;
            out.expect.emplace().expression =
                project::Expression{what == "after" ? "after(in)" : "in", {}};
        }
        if (what == "another's init") {
            project::Buffer twice = testing::buffer("twice", "n", Kind::expression);
            twice.init.expression = project::Expression{"2 * in", {}};
            project.buffers.push_back(twice);
        }
        request.guards = what == "guards";
        if (what == "rotated") {
            project.timing.rotate = 2;
            request.repeats = 2;
        }
        if (what == "mapped")
            in.memory = project::MemoryKind::mapped;
        if (what == "resident")
            std::get<project::BufferArg>(project.launches[0].args[0].value).access =
                project::Access::resident;
        if (what == "vectors") { // which a step does not make
            in.dtype = arrays::DType::vector(Scalar::float32, 4);
            in.shape = {{"n // 4 + 1", {}}};
        }
        Counted counted;
        const RunReport report = counted.run(request);
        QVERIFY2(report.status == RunStatus::ok || report.status == RunStatus::expect_failed,
                 report.message.whole().c_str());
        QVERIFY(wentOverTheBus(report));
        QVERIFY(report.notes.empty());
    }

    /// The simulated GPU is the host, which generates them faster itself.
    void aSimulatedGpuGetsThem() {
        RunRequest request = requestFor(Scalar::float32, Kind::uniform);
        request.device = "sim";
        Counted counted;
        const RunReport report = counted.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(wentOverTheBus(report));
    }

    /// Errors of an initialiser are reported at its location, as before.
    void whatCannotBeMadeIsSaidWithItsPlace() {
        Bench bench(WorkerHome::this_process);
        RunRequest request = requestFor(Scalar::int32, Kind::uniform);
        request.project.buffers[0].place = Place{"p.warpbench", 7, 3};
        try {
            (void)bench.run(request);
            QFAIL("integers were made uniform fractions");
        } catch (const Error& error) {
            QVERIFY2(std::string(error.what()).find("'in'") != std::string::npos, error.what());
            QCOMPARE(error.place().line, 7);
        }
    }

  private:
    StandInLimitFunction* m_limit = nullptr;
};

WARPBENCH_TEST(SessionRandomFillTest)
} // namespace tst_session_random_fill

#include "tst_session_random_fill.moc"
