// SPDX-License-Identifier: GPL-3.0-or-later
// `run --watch`: runs again whenever one of a project's files changes.
#include "cli_fixture.h"
#include "core/compile/compile.h"
#include "tests/main.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

#include <fstream>
#include <vector>

namespace tst_watch {

using nlohmann::json;

namespace {

constexpr int kPatienceMs = 90'000;

/// Tests `warpbench-cli run --watch`.
class WatchedRun {
  public:
    WatchedRun(const CliFixture& fixture, const QStringList& arguments,
               QProcess::ProcessChannelMode mode = QProcess::MergedChannels) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const auto& [name, value] : fixture.environment()) {
            const QString key = QString::fromStdString(name);
            if (value)
                environment.insert(key, QString::fromStdString(*value));
            else
                environment.remove(key);
        }
        m_process.setProcessEnvironment(environment);
        m_process.setProcessChannelMode(mode);
        m_process.setWorkingDirectory(QString::fromStdString(fixture.folder().string()));
        m_process.start(QString::fromStdString(CliFixture::program().string()),
                        QStringList{QStringLiteral("run"), QStringLiteral("--watch")} + arguments);
    }
    ~WatchedRun() {
        m_process.kill();
        m_process.waitForFinished();
    }

    /// Reads until a text has come after those of earlier calls.
    bool waitFor(const QByteArray& text) {
        QElapsedTimer timer;
        timer.start();
        for (;;) {
            m_output += m_process.readAllStandardOutput();
            if (const qsizetype at = m_output.indexOf(text, m_read); at >= 0) {
                m_last = m_output.mid(m_read, at - m_read);
                m_read = at + text.size();
                return true;
            }
            const int left = kPatienceMs - int(timer.elapsed());
            if (left <= 0 || !m_process.waitForReadyRead(left))
                return false;
        }
    }
    bool waitForRun() { return waitFor("Waiting for changes"); }
    /// What came before the text of the last waitFor().
    const QByteArray& last() const { return m_last; }
    const QByteArray& output() const { return m_output; }

    /// As Ctrl-C does. \returns the exit code; -1: it did not end
    int stop() {
        m_process.terminate();
        return end();
    }
    int end() {
        return m_process.waitForFinished(kPatienceMs) &&
                       m_process.exitStatus() == QProcess::NormalExit
                   ? m_process.exitCode()
                   : -1;
    }

  private:
    QProcess m_process;
    QByteArray m_output, m_last;
    qsizetype m_read = 0;
};

/// The 64 values of the buffer `a`: 1, and the last one.
std::string valuesUpTo(float last) {
    std::vector<float> values(64, 1.0f);
    values.back() = last;
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

/// A kernel in a separate file, with a factor from a header and a buffer from a file.
void writeProject(const CliFixture& fixture) {
    json project = CliFixture::project();
    project["source"] = {{"file", "kernel.cu"}};
    project["buffers"][0]["init"] = {{"kind", "file"}, {"path", "a.bin"}};
    fixture.write(project);
    fixture.write("a.bin", valuesUpTo(1));
    fixture.write("factor.h", "#define FACTOR 2\n");
    fixture.write("kernel.cu", "#include \"factor.h\"\n"
                               "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                               "  d[threadIdx.x] = FACTOR * a[threadIdx.x];\n}\n");
}

} // namespace

class TestWatch : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (!warpbench::compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
    }

    /// The project, its source, a header and data; renamed over and written in place.
    void everyFileOfAProjectCounts() {
        const CliFixture fixture;
        writeProject(fixture);
        WatchedRun run(fixture, {QStringLiteral("p.warpbench")});
        QVERIFY2(run.waitForRun(), run.output().constData());

        fixture.write("factor.h", "#define FACTOR 2 // replaced\n");
        QVERIFY2(run.waitForRun(), run.output().constData());
        QVERIFY2(run.last().contains("--- factor.h changed ---"), run.last().constData());

        std::ofstream(fixture.file("kernel.cu"), std::ios::app) << "// in place\n";
        QVERIFY2(run.waitForRun(), run.output().constData());
        QVERIFY2(run.last().contains("--- kernel.cu changed ---"), run.last().constData());

        fixture.write("a.bin", valuesUpTo(8));
        QVERIFY2(run.waitForRun(), run.output().constData());
        QVERIFY2(run.last().contains("--- a.bin changed ---"), run.last().constData());

        json project = fixture.json("p.warpbench");
        project["buffers"][1]["expect"]["expression"] = "3 * a";
        fixture.write(project);
        QVERIFY2(run.waitForRun(), run.output().constData());
        QVERIFY2(run.last().contains("--- p.warpbench changed ---"), run.last().constData());
        QVERIFY2(run.last().contains("Status   expect_failed"), run.last().constData());
        QCOMPARE(run.stop(), 0);
    }

    /// Errors of the files are shown, and the next version counts.
    void errorsDoNotEndIt() {
        const CliFixture fixture;
        writeProject(fixture);
        WatchedRun run(fixture, {QStringLiteral("p.warpbench")});
        QVERIFY2(run.waitForRun(), run.output().constData());

        fixture.write("kernel.cu", "#include \"more.h\"\nextern \"C\" __global__ void k(");
        QVERIFY2(run.waitForRun(), run.output().constData());
        QVERIFY2(run.last().contains("kernel.cu:"), run.last().constData());

        // The header that the source asked for is watched before it exists.
        fixture.write("more.h", "float* d, const float* a) { d[threadIdx.x] = 0; }\n");
        QVERIFY2(run.waitForRun(), run.output().constData());
        QVERIFY2(run.last().contains("--- more.h changed ---"), run.last().constData());

        const std::string project = fixture.text("p.warpbench");
        fixture.write("p.warpbench", "{");
        QVERIFY2(run.waitForRun(), run.output().constData());
        QVERIFY2(run.last().contains("p.warpbench:1"), run.last().constData());
        fixture.write("p.warpbench", project);
        QVERIFY2(run.waitForRun(), run.output().constData());
        QCOMPARE(run.stop(), 0);
    }

    /// One JSON document per line and run; standard error says what changed.
    void documentsTakeALineEach() {
        const CliFixture fixture;
        writeProject(fixture);
        WatchedRun run(fixture, {QStringLiteral("p.warpbench"), QStringLiteral("--json")},
                       QProcess::SeparateChannels);
        QVERIFY2(run.waitFor("\n"), run.output().constData());
        QCOMPARE(json::parse(run.last().toStdString())["buffers"][1]["max"], json(2.0));
        fixture.write("factor.h", "#define FACTOR 3 // not 2\n");
        QVERIFY2(run.waitFor("\n"), run.output().constData());
        const json second = json::parse(run.last().toStdString());
        QCOMPARE(second["format"], json("warpbench-run"));
        QCOMPARE(second["buffers"][1]["max"], json(3.0));
        QCOMPARE(run.stop(), 0);
    }

    /// Files written by a run do not trigger the next one.
    void ownExportsDoNotCount() {
        const CliFixture fixture;
        writeProject(fixture);
        WatchedRun run(fixture, {QStringLiteral("p.warpbench"), QStringLiteral("--export"),
                                 QStringLiteral("d=a.bin")});
        QVERIFY2(run.waitForRun(), run.output().constData());
        fixture.write("factor.h", "#define FACTOR 2 // replaced\n");
        QVERIFY2(run.waitForRun(), run.output().constData());
        QVERIFY2(run.last().contains("--- factor.h changed ---"), run.last().constData());
        QCOMPARE(run.stop(), 0);
    }

    /// Waiting would not help: no file is wrong.
    void aWrongCommandLineEndsIt() {
        const CliFixture fixture;
        fixture.write(CliFixture::project());
        QCOMPARE(fixture.run({"run", "--watch", "p.warpbench", "--set", "n"}).status.code, 2);
        QCOMPARE(fixture.run({"run", "--watch", "p.warpbench", "--device", "none"}).status.code, 2);
        const auto ranks = fixture.run({"run", "--watch", "--mpi", "p.warpbench"});
        QCOMPARE(ranks.status.code, 2);
        QVERIFY2(ranks.errors.find("--mpi") != std::string::npos, ranks.errors.c_str());
    }
};

WARPBENCH_TEST(TestWatch)
} // namespace tst_watch

#include "tst_watch.moc"
