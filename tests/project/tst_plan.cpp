// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/evaluate.h"
#include "core/project/project_file.h"
#include "core/project/project_files.h"
#include "core/steps/step.h"
#include "tests/main.h"
#include "tests/project/sample_project.h"

#include <QTest>

#include <algorithm>
#include <cstring>

namespace tst_plan {

using namespace warpbench;
using namespace warpbench::project;

namespace {

Project sampleProject() {
    return parseProject(sample::kVectorMultiply, "p.warpbench").project;
}

template <class T>
T packed(const PlannedArgument& argument) {
    const auto& bytes = std::get<PlannedBytes>(argument.value).bytes;
    T value{};
    if (bytes.size() == sizeof(T)) {
        std::memcpy(&value, bytes.data(), sizeof(T));
    }
    return value;
}

} // namespace

class TestPlan : public QObject {
    Q_OBJECT

  private slots:
    void vectorMultiply() {
        const LaunchPlan plan = makePlan(sampleProject());
        QCOMPARE(plan.buffers.size(), std::size_t(3));
        QCOMPARE(plan.buffers[2].bytes, std::uint64_t(1600));
        QVERIFY(!plan.buffers[2].upload && plan.buffers[2].download && plan.buffers[2].written);
        QVERIFY(plan.buffers[0].upload && !plan.buffers[0].download && !plan.buffers[0].written);
        const PlannedLaunch& launch = plan.launches.at(0);
        QCOMPARE(launch.grid[0], 1U);
        QCOMPARE(launch.block[0], 400U);
        QCOMPARE(launch.grid[2], 1U);
        QCOMPARE(packed<std::int32_t>(launch.args[3]), 400);
        QCOMPARE(*launch.metrics.bytes, 4800.0); // from the project, because there is only one
                                                 // launch
        QCOMPARE(std::get<std::int64_t>(plan.names.at("BLOCK")), std::int64_t(400));
    }

    void overrides() {
        const LaunchPlan plan = makePlan(sampleProject(), {{"n", "1000"}, {"BLOCK", "128"}});
        QCOMPARE(plan.launches[0].grid[0], 8U);
        QCOMPARE(*plan.compile.defines.at("BLOCK"), std::string("128"));
        try {
            makePlan(sampleProject(), {{"BLOK", "1"}});
            QFAIL("an unknown name was set");
        } catch (const Error& error) {
            QCOMPARE(int(error.kind()), int(ErrorKind::usage));
            QVERIFY(QString(error.what()).contains("BLOCK"));
        }
    }

    void everyArgument() {
        const LaunchPlan plan = makePlan(parseProject(sample::kEverything, "p").project);
        const PlannedLaunch& launch = plan.launches.at(0);
        QCOMPARE(launch.kernel, std::string("k<float>"));
        QCOMPARE(launch.grid[0], 200U);
        QCOMPARE(launch.block[0], 32U); // "32u" is C
        QCOMPARE(launch.sharedBytes, std::uint64_t(128));
        QCOMPARE(std::get<PlannedBufferArg>(launch.args[0].value).byteOffset,
                 std::uint64_t(399 * 4));
        QCOMPARE((packed<std::array<float, 4>>(launch.args[1])),
                 (std::array<float, 4>{1, 2, 1.5F, 4}));
        QCOMPARE(launch.repeat, 10U);
        QCOMPARE((*launch.cluster)[0], 2U);
        QCOMPARE(plan.constants.at(0).bytes.size(), std::size_t(12));
        QCOMPARE(plan.buffers[0].expect->needsAfter, std::vector<std::size_t>{1});
        QCOMPARE(plan.buffers[3].dtype.size(), std::size_t(32));
    }

    /// The largest uint64 wherever numbers occur: parameter, scalar, `--set`, sweep, check.
    void largestUint64() {
        QString text(sample::kVectorMultiply);
        text.replace("{\"n\": 400}", "{\"n\": 400, \"most\": 18446744073709551615}");
        text.replace("{\"scalar\": \"int32\", \"value\": \"n\"}",
                     "{\"scalar\": \"uint64\", \"value\": \"most\"}");
        const Project project = parseProject(text.toStdString(), "p.warpbench").project;
        const LaunchPlan plan = makePlan(project);
        QCOMPARE(packed<std::uint64_t>(plan.launches[0].args.back()), UINT64_MAX);
        const LaunchPlan set = makePlan(project, {{"most", "18446744073709551614"}});
        QCOMPARE(packed<std::uint64_t>(set.launches[0].args.back()), UINT64_MAX - 1);
        QCOMPARE(toString(set.names.at("most")), std::string("18446744073709551614"));
        QVERIFY_EXCEPTION_THROWN(makePlan(project, {{"most", "18446744073709551616"}}), Error);
        QVERIFY_EXCEPTION_THROWN(makePlan(project, {{"most", "-1"}}), Error);
        const Project again = parseProject(writeProject(project), "p.warpbench").project;
        QCOMPARE(again.parameters.at("most").text, std::string("18446744073709551615"));
    }

    void definesAreC() {
        Project project = sampleProject();
        project.compile.defines["HALF"] = "BLOCK/3"; // 133 in C
        project.compile.defines["T"] = "float";
        project.compile.defines["F"] = "1.5f";
        project.launches[0].block = {{"HALF", {}}};
        const LaunchPlan plan = makePlan(project);
        QCOMPARE(plan.launches[0].block[0], 133U);
        QVERIFY(!plan.names.contains("T"));
        QCOMPARE(std::get<double>(plan.names.at("F")), 1.5);
        project.launches[0].block = {{"T", {}}};
        QVERIFY_EXCEPTION_THROWN(makePlan(project), Error);
        project.compile.defines["HALF"] = "n"; // a parameter: the compiler would not know it
        project.launches[0].block = {{"HALF", {}}};
        QVERIFY_EXCEPTION_THROWN(makePlan(project), Error);
    }

    /// Pointers in memory lead to a buffer with an address: it is there although no argument names
    /// it.
    void addresses() {
        Project project = sampleProject();
        Buffer nodes;
        nodes.name = "nodes";
        nodes.dtype = arrays::Scalar::uint64;
        nodes.shape = {{"n", {}}};
        nodes.address = Expression{"0x3d4100000000", {}};
        project.buffers.push_back(nodes);
        const PlannedBuffer planned = makePlan(project).buffers.at(3);
        QCOMPARE(planned.address, std::uint64_t(0x3d4100000000));
        QVERIFY(planned.used && planned.upload && planned.written && planned.download);
    }

    void wrongAddresses_data() {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("memory");
        QTest::addColumn<QString>("part");
        QTest::newRow("nowhere") << "0"
                                 << "device"
                                 << "the address of 'dest' is 0";
        QTest::newRow("misaligned") << "4099"
                                    << "device"
                                    << "multiple of 4";
        QTest::newRow("shared") << "8192 + 1596"
                                << "device"
                                << "'a' would be at the same";
        QTest::newRow("managed") << "4096"
                                 << "managed"
                                 << "only plain device memory";
    }
    void wrongAddresses() {
        QFETCH(QString, address);
        QFETCH(QString, memory);
        QFETCH(QString, part);
        Project project = sampleProject();
        project.buffers[0].address = Expression{"8192", {}};
        project.buffers[2].address = Expression{"8192 + 1600", {}};
        makePlan(project); // beside each other
        project.buffers[2].address = Expression{address.toStdString(), {}};
        project.buffers[2].memory = memory == "managed" ? MemoryKind::managed : MemoryKind::device;
        try {
            makePlan(project);
            QFAIL("it was taken");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains(part), error.what());
        }
    }

    void mistakes_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* from, const char* to, const char* part) {
            QTest::newRow(to) << QString(from) << QString(to) << QString(part);
        };
        row("{\"n\": 400}", "{\"n\": \"m\", \"m\": \"n + 1\"}", "depends on itself");
        row("{\"n\": 400}", "{\"n\": 400, \"BLOCK\": 1}", "one namespace");
        row("{\"n\": 400}", "{\"n\": 400, \"a\": 1}", "one namespace");
        row("{\"n\": 400}", "{\"n\": 400, \"if\": 1}", "cannot be the name");
        row("{\"n\": 400}", "{\"n\": -400}", "a dimension of 'a' is -400");
        row("{\"n\": 400}", "{\"n\": 0}", "grid x is 0");
        row("{\"n\": 400}", "{\"n\": 40.5}", "must be an integer");
        row("{\"n\": 400}", "{\"n\": 4000000000}", "int32 holds");
        row("{\"n\": 400}", "{\"n\": 9000000000000000000}", "64 bits");
        row("\"block\": [\"BLOCK\"]", "\"block\": [0]", "block x is 0");
        row("\"block\": [\"BLOCK\"]", "\"block\": [\"a\"]", "is a buffer");
        row("\"block\": [\"BLOCK\"]", "\"block\": [\"BLOK\"]", "did you mean 'BLOCK'");
        row("{\"buffer\": \"a\", \"access\": \"in\"}", "{\"buffer\": \"A2\"}",
            "unknown buffer 'A2'");
        row("{\"buffer\": \"a\", \"access\": \"in\"}", "{\"buffer\": \"a\", \"offset\": 401}",
            "offset into 'a'");
        row("\"kernel\": \"multiply_them\"", "\"kernel\": \"m<${N}>\"",
            "unknown parameter or define");
        row("\"kernel\": \"multiply_them\"", "\"kernel\": \"m<${n\"", "without a matching }");
        row("\"a * b\"", "\"a * \"", "ends too early");
        row("\"expression\": \"a * b\"", "\"buffer\": \"dest\"", "compared with itself");
        row("\"expression\": \"a * b\"", "\"file\": \"/etc/passwd\"", "absolute path");
        row("\"expression\": \"a * b\"", "\"file\": \"../x.npy\"", "outside the project's folder");
        row("\"expression\": \"a * b\"", "\"reference\": \"matmull(a, b)\"", "'matmul'");
    }
    void mistakes() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, part);
        QString text(sample::kVectorMultiply);
        QVERIFY(text.contains(from));
        text.replace(text.indexOf(from), from.size(), to);
        const Project project = parseProject(text.toStdString(), "p.warpbench").project;
        try {
            makePlan(project);
            QFAIL("no error");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains(part), error.line().c_str());
            QCOMPARE(exitCode(error.kind()), 2);
            QVERIFY2(error.place().line > 1, error.line().c_str());
            QCOMPARE(error.place().file, std::string("p.warpbench"));
        }
    }

    /// Each kernel of a step has a separate file, identified by its name.
    void filesOfSteps() {
        const LaunchPlan plan = makePlan(parseProject(R"json({"format": "warpbench-project",
            "version": 1, "name": "steps", "source": {"text": ""},
            "buffers": [{"name": "x", "dtype": "float32", "shape": [100]},
                        {"name": "y", "dtype": "float32", "shape": [100]},
                        {"name": "s", "dtype": "float32", "shape": [1]}],
            "launches": [{"elementwise": "y = 2 * x"}, {"fill": "y", "value": 1},
                         {"random": "x = uniform(0, 1)"}, {"reduce": "s = x * x"},
                         {"scan": "y = x"}, {"sort": "x"},
                         {"elementwise": "y = 3 * x", "stream": "other"}]})json",
                                                      "p.warpbench")
                                             .project);
        int files = 0;
        const QString mark = QStringLiteral("#line 1 ");
        for (const QString& line : QString::fromStdString(plan.generated).split(u'\n')) {
            if (!line.startsWith(mark))
                continue;
            ++files;
            const std::string file = line.mid(mark.size() + 1).chopped(1).toStdString();
            QVERIFY2(isFileOfStep(file), file.c_str());
            QVERIFY(isFileOfStep("/some/folder/" + file));
        }
        QCOMPARE(files, 7);
        for (const char* other : {"saxpy.cu", "k_1234567.cu", "k_1234567g.cu", "k01234567.cu",
                                  "k_01234567.cuh", "_01234567", ""})
            QVERIFY2(!isFileOfStep(other), other);
    }

    void attachedChecks() {
        LaunchPlan plan = makePlan(sampleProject());
        Expect expect;
        expect.expression = Expression{"after(b) * 0 + a", {}};
        attachExpect(plan, "dest", expect);
        QCOMPARE(plan.buffers[2].expect->needsAfter, std::vector<std::size_t>{1});
        QVERIFY(plan.buffers[1].download);
        QVERIFY_EXCEPTION_THROWN(attachExpect(plan, "dst", expect), Error);
        Expect elsewhere;
        elsewhere.file = "../values.npy";
        QVERIFY_EXCEPTION_THROWN(attachExpect(plan, "dest", elsewhere), Error);
        attachExpect(plan, "dest", elsewhere, true);
        QCOMPARE(plan.buffers[2].expect->path.filename(), std::filesystem::path("values.npy"));
        Project project = sampleProject();
        project.tasks.emplace_back().expect["dest"] = elsewhere;
        QCOMPARE(namesOutside(project), std::vector<std::string>{"../values.npy"});
    }

    /// Nothing below the folder or beside it.
    void editedDataMayBeOutsideTheFolder() {
        Project project = sampleProject();
        const auto buffer = std::find_if(project.buffers.begin(), project.buffers.end(),
                                         [](const Buffer& one) { return one.name == "a"; });
        buffer->init = {};
        buffer->init.kind = Init::Kind::file;
        const auto isAllowed = [&](const std::string& path) {
            buffer->init.path = path;
            try {
                return makePlan(project).buffers[0].init.path == std::filesystem::path(path);
            } catch (const Error&) {
                return false;
            }
        };
        QVERIFY(!isAllowed("/edits/a-1.npy"));
        project.editedData = "/edits";
        QVERIFY(isAllowed("/edits/a-1.npy"));
        QVERIFY(namesOutside(project).empty());
        for (const char* other :
             {"/edits/x/a.npy", "/edits/../a.npy", "/other/a.npy", "/edits", "../edits/a.npy"})
            QVERIFY2(!isAllowed(other), other);
    }
};

WARPBENCH_TEST(TestPlan)
} // namespace tst_plan

#include "tst_plan.moc"
