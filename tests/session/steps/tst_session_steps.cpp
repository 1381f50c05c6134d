// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a project behave as specified in both kinds of workers and on several devices; the
// report lists their parts, and the same steps as source give the same results.
#include "tests/main.h"
#include "tests/session/steps/steps_bench.h"

#include <nlohmann/json.hpp>

namespace tst_session_steps {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

class SessionStepsTest : public SessionFixture {
    Q_OBJECT

  private slots:
    void init() { qputenv("WARPBENCH_SIMGPU", "h200,h200,h200"); }

    void bothHomesDoSteps_data() {
        QTest::addColumn<WorkerHome>("home");
        QTest::newRow("this process") << WorkerHome::this_process;
        QTest::newRow("child") << WorkerHome::child_process;
    }
    void bothHomesDoSteps() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        project::Project project = projectOf(Scalar::float32, 1000);
        project.launches = {launchOf(Step::Kind::fill, "y"),
                            launchOf(Step::Kind::elementwise, "z = a * x + y")};
        project.launches[0].step->value = {"a / 2", {}};
        project.launches[1].block = {{"64", {}}};
        expectElements(project, "z", "a * x + 1.5");
        RunRequest request = requestFor(project);
        request.repeats = 3;
        RUN_WELL(report, request);
        QCOMPARE(report.launches.size(), std::size_t(2));
        QCOMPARE(report.launches[0].step, std::string("fill: y = a / 2"));
        QCOMPARE(report.launches[1].step, std::string("elementwise: z = a * x + y"));
        QVERIFY(report.launches[1].kernel.starts_with("elementwise_"));
        QCOMPARE(report.launches[1].block[0], 64u);
        QCOMPARE(report.launches[1].grid[0], 4u); // 1000 elements, four to a thread
        QVERIFY(report.launches[1].time.has_value());
    }

    /// Elements and sums over rows on several devices; a scan covers all of them.
    void rowsAreShared() {
        Bench& bench = sharedBench();
        project::Project project = projectOf(Scalar::int32, 1003);
        for (const char* name : {"x", "y", "z"})
            bufferOf(project, name).split = true;
        bufferOf(project, "total").reduce = project::Reduction::sum;
        project.launches = {launchOf(Step::Kind::elementwise, "z = x + 10 * i"),
                            launchOf(Step::Kind::reduce, "total = x")};
        expectElements(project, "z", "x + 10 * i");
        expectReference(project, "total", "sum(x)");
        for (const int devices : {1, testedDevices(3)}) {
            RunRequest request = requestFor(project);
            request.devices = devices;
            RUN_WELL(report, request);
        }
        project.launches = {launchOf(Step::Kind::scan, "z = x")};
        RunRequest request = requestFor(project);
        request.devices = testedDevices(3);
        if (request.devices == 1)
            QSKIP("a scan over several real GPUs is refused where there are several");
        try {
            bench.run(request);
            QFAIL("a scan over several devices was accepted");
        } catch (const Error& error) {
            QVERIFY2(std::string(error.what()).find("device to device") != std::string::npos,
                     error.what());
        }
    }

    /// A define's name is replaced everywhere except in generated code.
    void definesDoNotGetIn() {
        Bench& bench = sharedBench();
        project::Project project = projectOf(Scalar::int32, 100);
        project.compile.defines = {{"count", "7"}, {"C", "2"}, {"element", "1"}, {"join", "3"}};
        project.launches = {launchOf(Step::Kind::elementwise, "z = x * C + count"),
                            launchOf(Step::Kind::reduce, "total = x * join")};
        expectElements(project, "z", "x * 2 + 7");
        RUN_WELL(report, requestFor(project));
    }

    /// Turned into source it is an ordinary launch, that does the same.
    void asSourceItDoesTheSame() {
        Bench& bench = sharedBench();
        project::Project project = projectOf(Scalar::float64, 777);
        project.launches = {launchOf(Step::Kind::scan, "z = x"),
                            launchOf(Step::Kind::reduce, "total = x * x")};
        expectReference(project, "z", "cumsum(x)", 1e-6);
        RunRequest request = requestFor(project);
        const std::string kernel = project::makePlan(project).launches[1].kernel;
        project::turnIntoSource(request.project, 1, request.source);
        QVERIFY(!request.project.launches[1].step);
        QCOMPARE(request.project.launches[1].kernel, kernel);
        QVERIFY(request.source.find(") " + kernel + "(") != std::string::npos);
        RUN_WELL(report, request);
        QCOMPARE(report.launches[1].step, std::string());
    }

    /// Blocks of any size, which need not have whole warps.
    void sumsMindNoBlock() {
        Bench& bench = sharedBench();
        for (const char* block : {"1", "20", "33", "96", "512", "1024", "16 * 6"}) {
            project::Project project = projectOf(Scalar::int32, 5003);
            project.launches = {launchOf(Step::Kind::reduce, "total = x")};
            project.launches[0].block = {{block, {}}};
            expectReference(project, "total", "sum(x)");
            RUN_WELL(report, requestFor(project));
        }
    }

    /// A source for whole warps stops with other block sizes, without wrong results.
    void madeForWholeWarps() {
        // After a fault on a real GPU no other run can begin in its process.
        Bench bench(testsRealGpu() ? WorkerHome::child_process : WorkerHome::this_process);
        for (const Step::Kind kind : {Step::Kind::reduce, Step::Kind::scan}) {
            project::Project project = projectOf(Scalar::int32, 5003);
            project.launches = {launchOf(kind, kind == Step::Kind::scan ? "z = x" : "total = x")};
            RunRequest request = requestFor(project);
            project::turnIntoSource(request.project, 0, request.source);
            request.project.launches[0].block = {{"100", {}}};
            const RunReport report = bench.run(request);
            QCOMPARE(report.status, RunStatus::fault);
            QVERIFY2(testsRealGpu() || whyOf(report).find("trap instruction") != std::string::npos,
                     whyOf(report).c_str());
        }
    }

    void mistakesHaveTheirPlace_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("with");
        QTest::addColumn<QString>("says");
        const auto row = [](Step::Kind kind, const char* text, const char* with, const char* says) {
            QTest::newRow(says) << int(kind) << QString::fromLatin1(text)
                                << QString::fromLatin1(with) << QString::fromLatin1(says);
        };
        row(Step::Kind::fill, "q", "sum", "'q' is not a buffer");
        row(Step::Kind::fill, "z = 1", "sum", "is not a buffer to fill");
        row(Step::Kind::reduce, "total = x; total = y", "sum", "has one result");
        row(Step::Kind::reduce, "z = x", "sum", "exactly one element");
        row(Step::Kind::reduce, "total = total + x", "sum", "is also read");
        row(Step::Kind::reduce, "total = 3", "sum", "does not name a buffer");
        row(Step::Kind::reduce, "total = x", "maximum", "does not combine");
        row(Step::Kind::reduce, "total = x", "left + right", "neutral element");
        row(Step::Kind::scan, "z = x + q", "sum", "unknown name 'q'");
        row(Step::Kind::scan, "total = x", "sum", "differ in their shape");
    }
    void mistakesHaveTheirPlace() {
        QFETCH(int, kind);
        QFETCH(QString, text);
        QFETCH(QString, with);
        QFETCH(QString, says);
        project::Project project = projectOf(Scalar::float32, 10);
        project.launches = {launchOf(Step::Kind(kind), text.toStdString())};
        project.launches[0].step->with = {with.toStdString(), {}};
        project.launches[0].step->text.place = Place{"p.warpbench", 7, 9};
        project.launches[0].step->with.place = Place{"p.warpbench", 7, 9};
        try {
            project::makePlan(project);
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(int(error.kind()), int(ErrorKind::project));
            QVERIFY2(std::string(error.what()).find(says.toStdString()) != std::string::npos,
                     error.what());
            QCOMPARE(error.place().line, 7);
            QVERIFY(!error.remedy().empty());
        }
    }
};

WARPBENCH_TEST(SessionStepsTest)
} // namespace tst_session_steps

#include "tst_session_steps.moc"
