// SPDX-License-Identifier: GPL-3.0-or-later
// What a program's text does not tell: what is assumed in its place, and asked.
#include "core/project/evaluate.h"
#include "tests/guess/guess_of.h"

#include <QTest>

#include <string>

using namespace warpbench;
using guess::ProgramGuess;
using test::bufferNamed;
using test::guessOf;

class TestGuessQuestions : public QObject {
    Q_OBJECT

  private slots:
    void whatCannotBeToldIsAskedFor() {
        const ProgramGuess guess = guessOf("__global__ void k(float *p, int n) { }\n"
                                           "int main(int argc, char **argv) {\n"
                                           "  int n = atoi(argv[1]);\n"
                                           "  float *p; cudaMalloc(&p, n * sizeof(float));\n"
                                           "  k<<<blocksFor(n), 128>>>(p, n);\n}\n");
        QCOMPARE(guess.project.parameters.at("n").text, std::string("1024"));
        QCOMPARE(guess.questions.size(), std::size_t(2));
        QCOMPARE(guess.questions[0].text,
                 std::string("n (line 3) comes from the command line: 1024 is assumed"));
        QVERIFY(guess.questions[1].text.find("the grid could not be told") != std::string::npos);
        QVERIFY(guess.project.notes.find(guess.questions[1].text) != std::string::npos);
        project::makePlan(guess.project);
    }

    /// What the host alone goes by changes nothing here.
    void numbersThatNoLaunchGoesByAreNotAskedFor() {
        const ProgramGuess guess =
            guessOf("__global__ void k(float *p, int n) { }\n"
                    "void compare(int threads) { int parts = threads * 2; start(parts); }\n"
                    "int main(int argc, char **argv) {\n"
                    "  int n = atoi(argv[1]);\n"
                    "  int trials = atoi(argv[2]);\n"
                    "  float *p; cudaMalloc(&p, n * sizeof(float));\n"
                    "  for (int t = 0; t < trials; ++t) print(t);\n"
                    "  k<<<n / 128, 128>>>(p, n);\n"
                    "  compare(trials);\n}\n");
        QCOMPARE(guess.questions.size(), std::size_t(1));
        QCOMPARE(guess.questions[0].name, std::string("n"));
        QVERIFY(!guess.project.parameters.contains("trials"));
        QVERIFY2(guess.project.notes.find("trials") == std::string::npos,
                 guess.project.notes.c_str());
    }

    /// A picture that a function of another file reads.
    void whatAStrangerFillsIsAsked() {
        const ProgramGuess guess =
            guessOf("__global__ void k(const float *in, float *out) { out[0] = in[0]; }\n"
                    "int main() { std::vector<float> image(64), zeros(64); float *p, *q;\n"
                    "  load(\"a.pgm\", image); printf(\"%p\", zeros);\n"
                    "  cudaMalloc(&p, 256); cudaMalloc(&q, 256);\n"
                    "  cudaMemcpy(p, image.data(), 256, cudaMemcpyHostToDevice);\n"
                    "  cudaMemcpy(q, zeros.data(), 256, cudaMemcpyHostToDevice);\n"
                    "  k<<<1, 64>>>(p, q); check(q); compare(q); }\n");
        QCOMPARE(guess.questions.size(), std::size_t(1));
        QVERIFY(guess.questions[0].text.find("contents of p are worked out") != std::string::npos);
        QCOMPARE(bufferNamed(guess, "p")->init.kind, project::Init::Kind::uniform);
        QCOMPARE(bufferNamed(guess, "q")->init.kind, project::Init::Kind::zeros);
    }

    /// Five sizes from the command line, each assumed to be 1024, would be four TiB.
    void assumedSizesFitTogether() {
        const ProgramGuess guess =
            guessOf("__global__ void k(float *p, int n) { }\n"
                    "int main(int argc, char **argv) {\n"
                    "  int a = atoi(argv[1]), b = atoi(argv[2]), c = atoi(argv[3]);\n"
                    "  int few = atoi(argv[4]);\n"
                    "  float *p; cudaMalloc(&p, a * b * c * sizeof(float));\n"
                    "  k<<<a * b, 256>>>(p, c);\n}\n");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QVERIFY(plan.buffers.at(0).bytes <= 256'000'000);
        QVERIFY(plan.launches.at(0).grid[0] * 256 <= 4'000'000);
        QCOMPARE(guess.project.parameters.at("a").text, std::string("64"));
        QVERIFY2(guess.questions.at(0).text.ends_with(": 64 is assumed"),
                 guess.questions[0].text.c_str());
    }

    /// 2^40 elements are more than the kernel's int takes.
    void assumedSizesFitTheirTypes() {
        const ProgramGuess guess = guessOf(
            "__global__ void k(float *p, int n) { }\n"
            "int main(int argc, char **argv) {\n"
            "  int a = atoi(argv[1]), b = atoi(argv[2]), c = atoi(argv[3]), d = atoi(argv[4]);\n"
            "  float *p; cudaMalloc(&p, a * b * c * d * sizeof(float));\n"
            "  k<<<4, 256>>>(p, a * b * c * d);\n}\n");
        QVERIFY(project::makePlan(guess.project).buffers.at(0).bytes <= 256'000'000);
        QCOMPARE(guess.questions.size(), std::size_t(4));
    }

    /// A slip of many first programs: a size in elements.
    void sizesInElementsAreAskedAbout_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("asked");
        QTest::newRow("a macro") << QByteArray("N") << true;
        QTest::newRow("a variable") << QByteArray("n") << true;
        QTest::newRow("right") << QByteArray("n * sizeof(float)") << false;
        QTest::newRow("right by number") << QByteArray("n * 4") << false;
        QTest::newRow("a variable that is right") << QByteArray("all") << false;
        QTest::newRow("bytes by name") << QByteArray("nBytes") << false;
        QTest::newRow("a number") << QByteArray("4096") << false;
    }
    void sizesInElementsAreAskedAbout() {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, asked);
        const ProgramGuess guess =
            guessOf("#define N 1000\n"
                    "__global__ void k(float *p) { p[0] = 1; }\n"
                    "int main() { int n = 1000, nBytes = 4000; int all = N * sizeof(float);\n"
                    "  float *p; cudaMalloc(&p, " +
                    bytes.toStdString() + ");\n  k<<<1, 1>>>(p); }\n");
        QCOMPARE(guess.questions.size(), std::size_t(asked ? 1 : 0));
        if (asked) {
            QCOMPARE(guess.questions[0].subject, guess::Question::Subject::buffer);
            QVERIFY2(guess.questions[0].text.find(" bytes are 250 elements of float") !=
                         std::string::npos,
                     guess.questions[0].text.c_str());
        }
    }

    void questionsSayWhereTheyAreAnswered() {
        using Subject = guess::Question::Subject;
        const ProgramGuess guess =
            guessOf("__global__ void first(float *p) { }\n"
                    "__global__ void k(float *p, float rate) { p[0] += rate; }\n"
                    "int main(int argc, char **argv) {\n"
                    "  int n = atoi(argv[1]); float *p, *q;\n"
                    "  cudaMalloc(&p, n * sizeof(float));\n"
                    "  first<<<n, 32>>>(p);\n"
                    "  k<<<blocksOf(n), 32>>>(madeBy(n), rateOf(n));\n}\n");
        const auto& asked = guess.questions;
        QCOMPARE(asked.size(), std::size_t(4));
        QCOMPARE(asked[0].subject, Subject::parameter);
        QCOMPARE(asked[0].name, std::string("n"));
        QCOMPARE(asked[0].launch, -1);
        QCOMPARE(asked[1].subject, Subject::grid);
        QCOMPARE(asked[1].launch, 1);
        QCOMPARE(asked[2].subject, Subject::buffer);
        QCOMPARE(asked[2].name, guess.project.buffers.at(1).name);
        QCOMPARE(asked[3].subject, Subject::argument);
        QCOMPARE(asked[3].argument, 1);
    }
};

QTEST_GUILESS_MAIN(TestGuessQuestions)
#include "tst_guess_questions.moc"
