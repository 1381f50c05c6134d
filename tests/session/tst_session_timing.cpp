// SPDX-License-Identifier: GPL-3.0-or-later
// Timing of passes: also as one graph, with launches that may overlap, streams by priority, and
// copies of read-only buffers in turn.
#include "core/project/project_file.h"
#include "tests/main.h"
#include "tests/session/session_bench.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tst_session_timing {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

const char* const kSource = R"cuda(
extern "C" __global__ void twice(float* y, const float* x) { y[threadIdx.x] = 2 * x[threadIdx.x]; }
extern "C" __global__ void more(float* y) {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory"); // cudaGridDependencySynchronize()
#endif
    y[threadIdx.x] += 1;
}
extern "C" __global__ void reads(float* y, cudaTextureObject_t x) {
    y[threadIdx.x] = tex1D<float>(x, threadIdx.x + 0.5f);
}
)cuda";

/// z = 2 x + 1, by two launches; `first` and `second` are put into them.
RunRequest two(const std::string& first = "", const std::string& second = "",
               const std::string& timing = "") {
    RunRequest request;
    request.device = "sim:h200";
    request.source = kSource;
    request.project = project::parseProject(
                          R"json({"format": "warpbench-project", "version": 1, "name": "timing",
 "source": {"text": "replaced"}, "timing": {"repeats": 3)json" +
                              timing + R"json(},
 "buffers": [
  {"name": "x", "dtype": "float32", "shape": [64], "init": {"kind": "arange"}},
  {"name": "y", "dtype": "float32", "shape": [64], "init": {"kind": "zeros"},
   "expect": {"expression": "2 * x + 1"}}],
 "launches": [
  {"kernel": "twice", "grid": [1], "block": [64])json" +
                              first + R"json(,
   "args": [{"buffer": "y", "access": "out"}, {"buffer": "x", "access": "in"}]},
  {"kernel": "more", "grid": [1], "block": [64])json" +
                              second + R"json(,
   "args": [{"buffer": "y", "access": "inout"}]}]})json",
                          "timing.warpbench")
                          .project;
    request.repeats = 3;
    return request;
}

QString problemOf(RunRequest request, WorkerHome home = WorkerHome::this_process) {
    try {
        const RunReport report = Bench(home).run(std::move(request));
        return QString::fromStdString("device: " + report.message.whole());
    } catch (const Error& error) {
        return QString::fromStdString("project: " + std::string(error.what()));
    }
}

} // namespace

class TestSessionTiming : public SessionFixture {
    Q_OBJECT

  private slots:
    void init() { qputenv("WARPBENCH_SIMGPU", "h200,h200"); }

    void aWholeProjectIsAGraph_data() { homes(); }
    void aWholeProjectIsAGraph() {
        QFETCH(WorkerHome, home);
        RunRequest request = two("", R"(, "repeat": 1)", R"(, "graph": true, "warmup": 2)");
        request.warmup = 2;
        const RunReport report = Bench(home).run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(report.buffers[1].expect->passed);
        QVERIFY(report.graph);
        QVERIFY(report.graph->nodes >= 2);
        QVERIFY(report.graph->coldMs > 0);
        QCOMPARE(report.graph->warm.samples, 3);
        QCOMPARE(report.graph->replay.samples, 3);
        QVERIFY(report.graph->warm.median > 0 && report.graph->replay.median > 0);
        QCOMPARE(report.graph->replay.clock, std::string("host-simulated"));
        QCOMPARE(report.launches[0].time->samples, 3); // as before
        const nlohmann::json graph = toJson(report)["graph"];
        for (const char* key : {"cold_ms", "warm_ms", "replay_ms", "capture_ms", "nodes"})
            QVERIFY2(graph.contains(key), key);
    }

    /// A time is the mean of the rounds': of very many, the first ones are enough.
    void memoryForTimesHasALimit() {
        RunRequest request = two();
        request.project.rounds = project::Expression{"20000", {}};
        request.repeats = 1;
        request.warmup = 0;
        const RunReport report = Bench(WorkerHome::this_process).run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(report.buffers[1].expect->passed);
        QCOMPARE(report.launches[1].time->samples, 1);
        QVERIFY(report.launches[1].time->median > 0);
        const bool isSaid =
            std::any_of(report.notes.begin(), report.notes.end(), [](const std::string& note) {
                return note.starts_with("timing: 16384 of 20000 rounds were timed");
            });
        QVERIFY(isSaid);
        request.graph = true;
        const QString problem = problemOf(request);
        QVERIFY2(problem.startsWith("project: 20000 rounds of 2 launches are too many"),
                 qPrintable(problem));
    }

    void graphsAreAskedFor() {
        Bench bench(WorkerHome::this_process);
        RunRequest request = two();
        QVERIFY(!bench.run(request).graph);
        request.graph = true; // --graph
        QVERIFY(bench.run(request).graph);
        request.repeats = 0; // nothing is timed
        QVERIFY(!bench.run(request).graph);
    }

    void streamsForkInAGraph() {
        RunRequest request = two(R"(, "stream": "left")", "", R"(, "graph": true)");
        request.project.launches[1].args[0] = request.project.launches[0].args[0];
        request.project.launches[1].kernel = "twice";
        request.project.launches[1].args = request.project.launches[0].args;
        request.project.buffers[1].expect->expression = {"2 * x", {}};
        const RunReport report = Bench(WorkerHome::this_process).run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(report.graph && report.graph->replay.samples == 3);
    }

    /// A texture's copy of its buffer is a node before the kernel.
    void texturesAreInAGraph() {
        RunRequest textured = two("", "", R"(, "graph": true)");
        const std::size_t without = Bench(WorkerHome::this_process).run(textured).graph->nodes;
        textured.project.buffers[1].expect.reset();
        project::Launch& launch = textured.project.launches[0];
        launch.kernel = "reads";
        project::TextureArg texture;
        texture.buffer = "x";
        launch.args[1].value = texture;
        const RunReport report = Bench(WorkerHome::this_process).run(textured);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QCOMPARE(report.graph->nodes, without + 1);
        QCOMPARE(report.graph->replay.samples, 3);
    }

    void whatTheHostDoesBetweenLaunchesIsNoGraph() {
        RunRequest shared = two("", "", R"(, "graph": true)");
        shared.project.devices = 2;
        for (project::Buffer& buffer : shared.project.buffers)
            buffer.split = true;
        shared.project.buffers[0].halo = {"1", {}};
        for (project::Launch& each : shared.project.launches)
            each.block = {{"rows", {}}};
        const QString halo = problemOf(shared);
        QVERIFY2(halo.startsWith("project:") && halo.contains("exchange"), qPrintable(halo));
    }

    void whatMayOverlapIsTimedTogether_data() { homes(); }
    void whatMayOverlapIsTimedTogether() {
        QFETCH(WorkerHome, home);
        RunRequest request = two(R"(, "stream": "s")", R"(, "stream": "s", "programmatic": true)");
        const RunReport report = Bench(home).run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(report.buffers[1].expect->passed);
        QCOMPARE(report.launches[0].time->samples, 3);
        QVERIFY(!report.launches[1].time);
        QCOMPARE(report.launches[1].timedWith, std::optional<std::size_t>(0));
        QVERIFY(!report.launches[0].timedWith);
        QCOMPARE(report.notes, std::vector<std::string>());
        const nlohmann::json launches = toJson(report)["launches"];
        QCOMPARE(launches[1]["timed_with"].get<int>(), 0);
        QVERIFY(launches[1]["programmatic"].get<bool>());
        request.source = R"cuda(
extern "C" __global__ void twice(float* y, const float* x) { y[threadIdx.x] = 2 * x[threadIdx.x]; }
extern "C" __global__ void more(float* y) { y[threadIdx.x] += 1; })cuda";
        const RunReport careless = Bench(home).run(request);
        QCOMPARE(careless.notes.size(), std::size_t(1));
        QVERIFY(careless.notes[0].find("cudaGridDependencySynchronize") != std::string::npos);
    }

    void whatCannotOverlapIsRefused_data() {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<QString>("says");
        const QString early = QStringLiteral(R"(, "programmatic": true)");
        QTest::newRow("the first") << early << ""
                                   << "must directly follow another";
        QTest::newRow("another stream") << R"(, "stream": "a")" << early + R"(, "stream": "b")"
                                        << "must directly follow another";
        QTest::newRow("repeated") << "" << early + R"(, "repeat": 2)"
                                  << "repeat";
        QTest::newRow("the one before repeated") << R"(, "repeat": 2)" << early << "repeat";
    }
    void whatCannotOverlapIsRefused() {
        QFETCH(QString, first);
        QFETCH(QString, second);
        QFETCH(QString, says);
        const QString text = problemOf(two(first.toStdString(), second.toStdString()));
        QVERIFY2(text.startsWith("project:") && text.contains(says), qPrintable(text));
    }

    void olderDevicesDoNotOverlap() {
        qputenv("WARPBENCH_SIMGPU", "a100");
        RunRequest request = two("", R"(, "programmatic": true)");
        request.device = "sim";
        const QString text =
            problemOf(request, WorkerHome::child_process); // with a separate driver
        QVERIFY2(text.startsWith("device:") && text.contains("9.0"), qPrintable(text));
    }

    void streamsHaveTheirPriority() {
        const RunReport report =
            Bench(WorkerHome::this_process)
                .run(two(R"(, "stream": "s", "priority": -1)", R"(, "stream": "s")"));
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QCOMPARE(report.launches[0].priority, std::optional<int>(-1));
        QCOMPARE(report.launches[1].priority, std::optional<int>(-1)); // of its stream
        QCOMPARE(toJson(report)["launches"][1]["priority"].get<int>(), -1);
    }

    void prioritiesThatAreNone_data() {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<QString>("says");
        QTest::newRow("default stream") << R"(, "priority": -1)"
                                        << ""
                                        << "project: the default";
        QTest::newRow("two of one stream") << R"(, "stream": "s", "priority": -1)"
                                           << R"(, "stream": "s", "priority": 0)"
                                           << "project: stream \"s\"";
        QTest::newRow("beyond the device's") << R"(, "stream": "s", "priority": -99)"
                                             << R"(, "stream": "s")"
                                             << "device: stream \"s\"";
    }
    void prioritiesThatAreNone() {
        QFETCH(QString, first);
        QFETCH(QString, second);
        QFETCH(QString, says);
        const QString text = problemOf(two(first.toStdString(), second.toStdString()));
        QVERIFY2(text.contains(says.mid(says.indexOf(':') + 2)) &&
                     text.startsWith(says.left(says.indexOf(':'))),
                 qPrintable(text));
    }

    void inputsTakeTurns_data() { homes(); }
    void inputsTakeTurns() {
        QFETCH(WorkerHome, home);
        RunRequest request = two("", "", R"(, "rotate": 4)");
        request.repeats = 9;
        const RunReport report = Bench(home).run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(report.buffers[1].expect->passed);
        QCOMPARE(report.launches[0].time->samples, 9);
        QVERIFY(report.rotated);
        QCOMPARE(report.rotated->copies, 4);
        QCOMPARE(report.rotated->bytes, std::uint64_t(4 * 64 * 4)); // of x, which is only read
        QVERIFY(report.rotated->l2Bytes > 0);
        // Three more of x than without.
        request.project.timing.rotate = 1;
        const RunReport without = Bench(home).run(request);
        QVERIFY(!without.rotated);
        QCOMPARE(report.memory->bytes, without.memory->bytes + 3 * 64 * 4);
    }
};

WARPBENCH_TEST(TestSessionTiming)
} // namespace tst_session_timing

#include "tst_session_timing.moc"
