// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"
#include "core/compile/compile.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QProcess>
#include <QTest>

#include <string>
#include <vector>

namespace tst_step_verb {

using nlohmann::json;

namespace {

constexpr int kPatienceMs = 120000;

struct Answers {
    std::vector<json> records;
    int code = -1;
    QByteArray errors;
};

} // namespace

/// `warpbench-cli step`, with commands on its standard input.
class StepVerbTest : public QObject {
    Q_OBJECT

    static Answers step(const CliFixture& fixture, QStringList arguments, const QByteArray& input) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const auto& [name, value] : fixture.environment())
            environment.insert(QString::fromStdString(name), QString::fromStdString(*value));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(QString::fromStdString(fixture.folder().string()));
        arguments.prepend(QStringLiteral("step"));
        process.start(QString::fromStdString(CliFixture::program().string()), arguments);
        process.write(input);
        process.closeWriteChannel();
        Answers answers;
        if (!process.waitForFinished(kPatienceMs)) {
            process.kill();
            process.waitForFinished();
        }
        answers.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
        answers.errors = process.readAllStandardError();
        for (const QByteArray& line : process.readAllStandardOutput().split('\n')) {
            if (!line.isEmpty())
                answers.records.push_back(json::parse(line.toStdString()));
        }
        return answers;
    }

  private slots:
    void initTestCase() {
        if (!warpbench::compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
    }

    void theWriterOfAnElement() {
        const CliFixture fixture;
        const QString lesson = QString::fromStdString(
            warpbench::test::sourcePath("examples/vector_multiply/vector_multiply.warpbench"));
        const Answers a = step(fixture, {lesson},
                               "writer dest 37\nprint i\nwriter dest\nwriter dest 1 2\n"
                               "writer dest 400\nwriter nothing 0\n");
        QVERIFY2(a.records.size() == 7, a.errors.constData());
        QCOMPARE(a.records[1]["writer"], json({37, 0, 0}));
        QCOMPARE(a.records[1]["warp"], json(1));
        QCOMPARE(a.records[2]["print"]["values"][5], json("37"));
        for (std::size_t i = 3; i < 7; ++i)
            QVERIFY2(a.records[i].contains("error"), a.records[i].dump().c_str());
        QCOMPARE(a.code, 2);
    }

    void buffersAreShownAsTheyAreAtAPause() {
        const CliFixture fixture;
        const QString lesson = QString::fromStdString(
            warpbench::test::sourcePath("examples/vector_multiply/vector_multiply.warpbench"));
        const Answers a = step(fixture, {lesson},
                               "buffer dest 0 2\nblock\nbuffer dest 0 2\nbuffer dest 398 9\n"
                               "buffer nothing\nbuffer dest x\n");
        QVERIFY2(a.records.size() == 7, a.errors.constData());
        const json& before = a.records[1]["buffer"];
        QCOMPARE(before["name"], json("dest"));
        QCOMPARE(before["values"].size(), std::size_t(2));
        const json& after = a.records[3]["buffer"];
        QVERIFY(after["values"] != before["values"]);
        QCOMPARE(after["first"], json(0));
        QCOMPARE(a.records[4]["buffer"]["values"].size(), std::size_t(2)); // no more there are
        QVERIFY(a.records[5]["error"].get<std::string>().find("unknown buffer") !=
                std::string::npos);
        QVERIFY(a.records[6].contains("error"));
        QCOMPARE(a.code, 2);
    }

    void stepsThroughALesson() {
        const CliFixture fixture;
        const QString lesson = QString::fromStdString(
            warpbench::test::sourcePath("examples/transpose/transpose.warpbench"));
        // The line of the barrier in the kernel with shared memory, wherever the lesson has it.
        const std::string source = warpbench::platform::readFile(
            warpbench::test::sourcePath("examples/transpose/transpose.cu"));
        const std::size_t kernel = source.find("transpose_shared(");
        const std::size_t barrier = source.find("__syncthreads()", kernel);
        QVERIFY(kernel != std::string::npos && barrier != std::string::npos);
        const auto line = 1 + std::count(source.begin(), source.begin() + long(barrier), '\n');
        const Answers a =
            step(fixture, {lesson, QStringLiteral("--launch"), QStringLiteral("transpose_shared")},
                 "break " + QByteArray::number(qlonglong(line)) +
                     " if threadIdx.y == 1 && blockIdx.x == 1\n"
                     "continue\nlanes\nshared\nbarrier\nwhere\nback\nback\nquit\ncontinue\n");
        QVERIFY2(a.records.size() == 9, a.errors.constData());
        QCOMPARE(a.code, 0);
        QCOMPARE(a.records[0]["reason"], json("entry"));
        QCOMPARE(a.records[1]["breakpoints"][0]["line"], json(line));
        const json& hit = a.records[2];
        QCOMPARE(hit["reason"], json("breakpoint"));
        QCOMPARE(hit["line"], json(line));
        QCOMPARE(hit["kernel"], json("transpose_shared"));
        QCOMPARE(hit["block_index"], json(std::vector<int>{1, 0, 0}));
        QCOMPARE(hit["warp"], json(1));
        bool found = false;
        for (const json& variable : a.records[3]["variables"]) {
            found = found || !variable["parameter"].get<bool>();
            QCOMPARE(variable["values"].size(), std::size_t(32));
        }
        QVERIFY(found);
        QCOMPARE(a.records[4]["shared"][0]["type"], json("float"));
        const json& where = a.records[6];
        QVERIFY(!where["frames"].empty());
        QCOMPARE(where["warps"].size(), std::size_t(8));
        QCOMPARE(where["warps"][1]["groups"][0]["state"], json("barrier"));
        QVERIFY(!where["warps"][1]["groups"][0]["waits_for_warps"].empty());
        QCOMPARE(a.records[7]["instructions"], hit["instructions"]);
        QCOMPARE(a.records[7]["line"], hit["line"]);
        QCOMPARE(a.records[8]["instructions"], json(0));
    }

    void oneLaneIsStepped() {
        const CliFixture fixture;
        const QString lesson = QString::fromStdString(
            warpbench::test::sourcePath("examples/reduction/reduction.warpbench"));
        const Answers a =
            step(fixture, {lesson}, "lane 5\nlane 5\nback\nlane 32\nlane\nregisters\n");
        QVERIFY2(a.records.size() == 7, a.errors.constData());
        QVERIFY(a.records[1]["line"] != a.records[2]["line"]);
        QCOMPARE(a.records[2]["reason"], json("step"));
        QCOMPARE(a.records[2]["active_mask"].get<unsigned>() >> 5 & 1, 1u);
        QCOMPARE(a.records[3]["line"], a.records[1]["line"]);
        QVERIFY(a.records[4].contains("error"));
        QVERIFY(a.records[5].contains("error"));
        QVERIFY(!a.records[1].contains("registers"));
        QVERIFY(!a.records[6]["ptx"].get<std::string>().empty());
        QCOMPARE(a.records[6]["registers"][0]["values"].size(), std::size_t(32));
    }

    void wrongCommandsSayWhatIsWrongAndTheNextIsRead() {
        const CliFixture fixture;
        const Answers a = step(fixture, {QStringLiteral("p.warpbench")},
                               "contnue\nbreak x\nbreak 2 if i >\nuntil 3\nprint i\nprint 3 +\n"
                               "warp 7\ndelete 1\n# nothing\n\ncontinue\nstep\n");
        QVERIFY2(a.records.size() == 11, a.errors.constData());
        for (const std::size_t wrong : {1u, 2u, 3u, 7u, 8u})
            QVERIFY2(a.records[wrong].contains("error"), a.records[wrong].dump().c_str());
        QVERIFY(a.records[1]["error"].get<std::string>().find("continue") != std::string::npos);
        QCOMPARE(a.records[4]["line"], json(3));
        QCOMPARE(a.records[5]["print"]["values"][9], json("9"));
        QVERIFY(a.records[6]["print"]["error"].is_string());
        QCOMPARE(a.records[9]["ended"], json(true));
        QCOMPARE(a.records[10]["ended"], json(true));
        QCOMPARE(a.code, 2);
    }

    void whatCannotStartEndsWithItsCode() {
        const CliFixture fixture;
        QCOMPARE(step(fixture, {QStringLiteral("none.warpbench")}, "").code, 2);
        QCOMPARE(step(fixture,
                      {QStringLiteral("p.warpbench"), QStringLiteral("--launch"),
                       QStringLiteral("other")},
                      "")
                     .code,
                 2);
        json document = CliFixture::project();
        document["source"]["text"] =
            "extern \"C\" __global__ void k(float* d, const float* a) { x; }";
        fixture.write(document);
        QCOMPARE(step(fixture, {QStringLiteral("p.warpbench")}, "").code, 3);
    }
};

WARPBENCH_TEST(StepVerbTest)
} // namespace tst_step_verb

#include "tst_step_verb.moc"
