// SPDX-License-Identifier: GPL-3.0-or-later
// Complete programs in the window: output, problems, and how they end.
#include "core/project/project_file.h"
#include "core/toolkit/toolkit.h"
#include "tests/main.h"
#include "ui/documents/project_document.h"
#include "ui/run/program_runner.h"
#include "ui/words/text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

namespace tst_program_runner {

using namespace warpbench::ui;

namespace {

constexpr int kPatienceMs = 120'000; // nvcc on a busy machine

const char* const kEcho = R"(#include <cstdio>
__global__ void twice(int* p) { p[0] *= FACTOR; }
int main(int argc, char** argv) {
    int *p, n = 0;
    std::scanf("%d", &n);
    cudaMallocManaged(&p, sizeof(int));
    *p = n + argc;
    twice<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    std::printf("%s\n%d\n", argv[1], *p);
    return 3;
}
)";

const char* const kRace = R"(__global__ void race(int* p) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    p[threadIdx.x] = s[63 - threadIdx.x];
}
int main() {
    int* p;
    cudaMalloc(&p, 64 * sizeof(int));
    race<<<1, 64>>>(p);
    return cudaDeviceSynchronize();
}
)";

const char* const kSizes = R"(__global__ void step(int* p) { p[threadIdx.x] += STEP; }
int main() {
    int h[41], *p;
    for (int i = 0; i < 41; ++i) h[i] = i * i;
    cudaMalloc(&p, sizeof h);
    cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
    step<<<1, sizeof h / sizeof *h>>>(p);
    return cudaDeviceSynchronize();
}
)";

/// Runs a program to its end and records its output.
struct Played {
    explicit Played(const ProgramRequest& request) {
        QObject::connect(&runner, &ProgramRunner::printed,
                         [this](const QString& lines) { output += lines + '\n'; });
        QObject::connect(&runner, &ProgramRunner::complained,
                         [this](const QString& line) { errors += line + '\n'; });
        QSignalSpy ended(&runner, &ProgramRunner::ended);
        runner.start(request);
        if (ended.isEmpty())
            ended.wait(kPatienceMs);
        if (ended.isEmpty())
            return;
        ok = ended[0][0].toBool();
        sentence = ended[0][1].toString();
    }
    ProgramRunner runner;
    QString output, errors, sentence;
    bool ok = false;
};

} // namespace

class TestProgramRunner : public QObject {
    Q_OBJECT

  private slots:
    void linesOfPlaces_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("wanted"); // origin, severity, file, line, text; empty: none
        const auto row = [](const char* line, const char* wanted) {
            QTest::newRow(line) << QString(line) << QString(wanted);
        };
        row("a.cu(3): error: identifier \"x\" is undefined",
            "compiler error a.cu 3 identifier \"x\" is undefined");
        row("/tmp/a b/k.cuh(12): warning #177-D: variable \"i\" was declared but never referenced",
            "compiler warning /tmp/a b/k.cuh 12 variable \"i\" was declared but never referenced");
        row("race.cu:4: race in shared memory [kernel race, block (0,0,0), thread (3,0,0)]",
            "fault error race.cu 4 race in shared memory");
        row("warning: k.cu:7: some threads skip this barrier [kernel k, block (0,0,0), thread "
            "(0,0,0)]",
            "fault warning k.cu 7 some threads skip this barrier");
        row("1 fault", "");
        row("warpbench: kernel k (launch 1) has run for 5 s; 1 of its 4 blocks of 64 threads have "
            "started",
            "");
        row("", "");
    }
    void linesOfPlaces() {
        QFETCH(QString, line);
        QFETCH(QString, wanted);
        QString got;
        if (const auto message = programMessageIn(line))
            got = QStringLiteral("%1 %2 %3 %4 %5")
                      .arg(message->origin == ProgramMessage::Origin::fault ? "fault" : "compiler",
                           message->isError ? "error" : "warning", message->file)
                      .arg(message->line)
                      .arg(message->text);
        QCOMPARE(got, wanted);
    }

    void initTestCase() {
        using namespace warpbench::compile;
        const QFileInfo runtime(QCoreApplication::applicationDirPath() +
                                "/libcuda/libcudart.so.13");
        m_canBuild =
            runtime.exists() && !toolkitProgram("nvcc", ToolkitSearch::ofThisMachine()).empty();
    }

    void aProgramHasItsArgumentsAndInput() {
        if (!m_canBuild)
            QSKIP("no nvcc or no CUDA runtime of ours, and they build whole programs");
        ProgramRequest request;
        request.source = kEcho;
        request.options = {"-DFACTOR=10"};
        request.arguments = {"two words"};
        request.input = "40\n";
        const Played played(request);
        QCOMPARE(played.output, QString("two words\n420\n"));
        QVERIFY(!played.ok);
        QVERIFY2(played.sentence.contains("3"), qPrintable(played.sentence));
        QVERIFY(played.runner.messages().empty());
    }

    /// Sizes and data of the run; saved, the project has its data beside it.
    void aRunBecomesASetUp() {
        if (!m_canBuild)
            QSKIP("no nvcc or no CUDA runtime of ours, and they build whole programs");
        ProgramRunner runner;
        QSignalSpy made(&runner, &ProgramRunner::setUpMade);
        QSignalSpy ended(&runner, &ProgramRunner::ended);
        const QTemporaryDir folder;
        ProgramRequest request;
        request.file = folder.filePath("sizes.cu");
        request.source = kSizes;
        request.options = {"-std=c++17", "-DSTEP=3"};
        request.purpose = ProgramRequest::Purpose::set_up;
        QFile file(request.file);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(kSizes) > 0);
        file.close();
        runner.start(request);
        QVERIFY(!made.isEmpty() || made.wait(kPatienceMs));
        QCOMPARE(ended.size(), 1);
        QVERIFY2(ended[0][0].toBool(), qPrintable(ended[0][1].toString()));
        const QString project = made[0][0].toString();

        ProjectDocument document;
        document.open(request.file);
        document.takeSetUp(warpbench::project::readProject(pathOf(project)).project);
        const warpbench::project::Project& taken = document.project();
        QCOMPARE(taken.buffers.size(), std::size_t(1));
        QCOMPARE(taken.buffers[0].shape.size(), std::size_t(1));
        QCOMPARE(taken.buffers[0].shape[0].text, std::string("41"));
        QCOMPARE(taken.launches[0].block[0].text, std::string("41"));
        QVERIFY(document.isDirty());
        const QDir target(folder.filePath("kept"));
        QDir().mkpath(target.path());
        QVERIFY(document.saveAs(target.filePath("kept.warpbench")).isEmpty());
        const std::string data = document.project().buffers[0].init.path;
        QCOMPARE(QString::fromStdString(data), QString("kept_data/p.npy"));
        QVERIFY(QFileInfo(target.filePath("kept_data/p.npy")).size() > 41 * 4);
        document.undoStack()->undo();
        QVERIFY(document.project().buffers.empty() ||
                document.project().buffers[0].init.kind != warpbench::project::Init::Kind::file);
    }

    void launchesAreRead() {
        QVERIFY(programLoopsIn("no JSON").empty());
        const auto loops = programLoopsIn(R"({"loops": [
            {"times": 3, "launches": [{"kernel": "k<int>", "grid": [4, 2, 1], "block": [32, 1, 1],
                                       "count": 2, "first": 5}]}]})");
        QCOMPARE(loops.size(), std::size_t(1));
        QCOMPARE(loops[0].times, quint64(3));
        const ProgramLaunch& launch = loops[0].launches.at(0);
        QCOMPARE(launch.kernel, QString("k<int>"));
        QCOMPARE(launch.grid, QString("4 × 2"));
        QCOMPARE(launch.block, QString("32"));
        QCOMPARE(launch.count, quint64(2));
        QCOMPARE(launch.first, quint64(5));
    }

    /// The second launch, with the results of the first one.
    void aLaunchBecomesAProject() {
        if (!m_canBuild)
            QSKIP("no nvcc or no CUDA runtime of ours, and they build whole programs");
        const QTemporaryDir folder;
        ProgramRunner runner;
        QSignalSpy ended(&runner, &ProgramRunner::ended);
        QSignalSpy captured(&runner, &ProgramRunner::captured);
        ProgramRequest request;
        request.source = QString(kSizes).replace("step<<<1,", "step<<<1, 8>>>(p); step<<<1,");
        request.options = {"-DSTEP=3"};
        request.checkFaults = false;
        runner.start(request);
        QVERIFY(ended.wait(kPatienceMs));
        QCOMPARE(runner.loops().size(), std::size_t(2));
        QCOMPARE(runner.loops()[1].launches.at(0).first, quint64(2));
        request.purpose = ProgramRequest::Purpose::capture;
        request.captured = "step#2";
        request.folder = folder.filePath("second");
        runner.start(request);
        QVERIFY(!captured.isEmpty() || captured.wait(kPatienceMs));
        ProjectDocument document;
        document.open(captured[0][0].toString());
        QCOMPARE(document.project().launches.size(), std::size_t(1));
        QCOMPARE(document.project().launches[0].block[0].text, std::string("41"));
        QVERIFY(document.project().buffers.at(0).expect.has_value());
        QVERIFY(!runner.loops().empty()); // they are still those of the program
        request.captured = "step#9";
        request.folder = folder.filePath("none");
        runner.start(request);
        QVERIFY(ended.wait(kPatienceMs));
        QVERIFY(!ended.last()[0].toBool());
        QCOMPARE(captured.size(), 1);
    }

    /// Errors in the source are reported as for any run.
    void aProgramThatDoesNotCompileMakesNoSetUp() {
        if (!m_canBuild)
            QSKIP("no nvcc or no CUDA runtime of ours, and they build whole programs");
        ProgramRequest request;
        request.source = "int main() { return x; }\n__global__ void k() {}\n";
        request.purpose = ProgramRequest::Purpose::set_up;
        const Played played(request);
        QVERIFY(!played.ok);
        QVERIFY2(played.errors.contains("x"), qPrintable(played.errors));
    }

    void faultsHaveTheirLineInTheUsersFile() {
        if (!m_canBuild)
            QSKIP("no nvcc or no CUDA runtime of ours, and they build whole programs");
        const QTemporaryDir folder;
        ProgramRequest request;
        request.file = folder.filePath("race.cu");
        request.source = kRace;
        const Played played(request);
        QVERIFY(!played.ok);
        QCOMPARE(played.runner.messages().size(), 1u);
        const ProgramMessage& message = played.runner.messages()[0];
        QVERIFY(message.isError);
        QVERIFY(message.line == 3 || message.line == 4); // whichever access came second
        QCOMPARE(message.file, request.file);
        QVERIFY2(played.errors.contains("1 fault"), qPrintable(played.errors));
    }

    void whatDoesNotCompileSaysWhere() {
        if (!m_canBuild)
            QSKIP("no nvcc or no CUDA runtime of ours, and they build whole programs");
        ProgramRequest request;
        request.source = "int main() {\n    return missing;\n}\n";
        const Played played(request);
        QVERIFY(!played.ok);
        QCOMPARE(played.runner.messages().size(), 1u);
        QCOMPARE(played.runner.messages()[0].line, 2);
        QCOMPARE(played.runner.messages()[0].origin, ProgramMessage::Origin::compiler);
    }

    /// Its lines are there while it runs, though they come through a pipe.
    void anEndlessProgramCanBeStopped() {
        if (!m_canBuild)
            QSKIP("no nvcc or no CUDA runtime of ours, and they build whole programs");
        ProgramRequest request;
        request.source = "#include <cstdio>\nint main() {\n    std::puts(\"begun\");\n"
                         "    for (volatile int i = 0;; i = i + 1) {}\n}\n";
        ProgramRunner runner;
        QSignalSpy printed(&runner, &ProgramRunner::printed);
        QSignalSpy ended(&runner, &ProgramRunner::ended);
        runner.start(request);
        QVERIFY(runner.isRunning());
        QVERIFY(printed.wait(kPatienceMs));
        runner.stop();
        QVERIFY(ended.count() || ended.wait(kPatienceMs));
        QVERIFY(!ended[0][0].toBool());
        QVERIFY(!runner.isRunning());
    }

    void aMissingToolIsSaid() {
        ProgramRunner runner;
        runner.setTool("/no/such/program");
        QSignalSpy ended(&runner, &ProgramRunner::ended);
        runner.start({});
        QVERIFY(ended.count() || ended.wait(kPatienceMs));
        QVERIFY2(ended[0][1].toString().contains("/no/such/program"),
                 qPrintable(ended[0][1].toString()));
    }

  private:
    bool m_canBuild = false;
};

WARPBENCH_TEST(TestProgramRunner)
} // namespace tst_program_runner

#include "tst_program_runner.moc"
