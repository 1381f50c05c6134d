// SPDX-License-Identifier: GPL-3.0-or-later
// Information missing in a program's text: assumptions and questions.
#include "core/plan/evaluate.h"
#include "tests/guess/guess_of.h"
#include "tests/main.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <tuple>

namespace tst_guess_questions {

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
        QVERIFY(guess.questions[1].text.find("the grid could not be determined") !=
                std::string::npos);
        QVERIFY(guess.project.notes.find(guess.questions[1].text) != std::string::npos);
        project::makePlan(guess.project);
    }

    /// Values used only by host code do not matter here.
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

    /// Contents that can be followed raise no question; all others raise one instead of a silent
    /// guess.
    void contentsAreFollowedOrAsked_data() {
        QTest::addColumn<QString>("fill");
        QTest::addColumn<QString>("contents"); ///< "": asked for
        const auto row = [](const char* fill, const char* contents) {
            QTest::newRow(fill) << fill << contents;
        };
        row("for (int i = 0; i < n; i++) a[i] = i;", "arange");
        row("for (int i{0}; i < n; ++i) a[i] = i;", "arange");
        row("for (int i = 0; i < n; i += 1) a[i] = 3;", "constant 3");
        row("for (int i = n - 1; i >= 0; --i) a[i] = i * 2;", "expression i * 2");
        row("int i; for (i = 0; i < n; i++) a[i] = i;", "arange");
        row("for (int i = 0; i < 4; i++) for (int j = 0; j < 8; j++) a[i * 8 + j] = 2;",
            "constant 2");
        row("std::iota(a, a + n, 5);", "arange 5");
        row("std::iota(a, a + n, 0);", "arange");
        row("for (int i = 0; i < n; i++) a[i] = 1; for (int i = 0; i < n; i++) a[i] = i;",
            "arange");
        row("for (int i = 0; i < n; i++) { float v = 2; a[i] = v; }", "constant 2");
        row("for (int i = 0; i < n; i += 2) a[i] = 1;", "");
        row("for (int i = 1; i < n; i++) a[i] = 1;", "");
        row("int i = 0; while (i < n) { a[i] = i; i++; }", "");
        row("int i = 0; do { a[i] = i; i++; } while (i < n);", "");
        row("for (float* p = a; p != a + n; ++p) *p = 1;", "");
        row("float* p = a; for (int i = 0; i < n; i++) *p++ = i;", "");
        row("for (int i = 0; i < n; i++) if (i % 2) a[i] = 1; else a[i] = 2;", "");
        row("for (int i = 0; i < n; i++) a[i] = i % 2 ? 1.0f : 2.0f;", "");
        row("for (int i = 0; i < n; i++) a[i] = i; for (int i = 0; i < n; i++) a[i] *= 2;", "");
        row("for (int i = 0; i < n; i++) { float v = i * 2; a[i] = v + 1; }", "");
        row("for (int i = 0; i < n; i++) { a[2 * i] = 1; a[2 * i + 1] = 2; }", "");
        row("int k = 0; for (int i = 0; i < n; i++) { a[i] = k; k += 3; }", "");
        row("for (int i = 0; i < n; i++) a[i] = square(i);", "");
        row("for (int i = 0; i < n; i++) a[i] = next();", "");
        row("for (int i = 0; i < n; i++) set(a, i, i * 2.0f);", "");
        row("for (int i = 0; i < n; i++) a[i] = rand() / (float)RAND_MAX; std::sort(a, a + n);",
            "");
        row("a[0] = 5;", "");
        row("if (ready()) for (int i = 0; i < n; i++) a[i] = 1;", "");
    }

    void contentsAreFollowedOrAsked() {
        QFETCH(QString, fill);
        QFETCH(QString, contents);
        const ProgramGuess guess = guessOf(
            "float square(float x) { return x * x; }\n"
            "int seed = 1; int next() { seed = seed * 3; return seed; }\n"
            "void set(float* p, int at, float v) { p[at] = v; }\n"
            "__global__ void k(float* o, const float* a) { o[threadIdx.x] = a[threadIdx.x]; }\n"
            "int main() { const int n = 32; float *a, *o; cudaMallocManaged(&a, 128);\n"
            "  cudaMallocManaged(&o, 128);\n  " +
            fill.toStdString() + "\n  k<<<1, 32>>>(o, a); }\n");
        const bool asked = std::any_of(
            guess.questions.begin(), guess.questions.end(), [](const guess::Question& question) {
                return question.text.find("first contents of a") != std::string::npos;
            });
        QCOMPARE(asked, contents.isEmpty());
        if (contents.isEmpty())
            return;
        const project::Init& init = bufferNamed(guess, "a")->init;
        using Kind = project::Init::Kind;
        const std::string words =
            init.kind == Kind::arange       ? "arange" + (init.start ? " " + init.start->text : "")
            : init.kind == Kind::constant   ? "constant " + init.value->text
            : init.kind == Kind::expression ? "expression " + init.expression->text
                                            : "another";
        QCOMPARE(QString::fromStdString(words), contents);
    }

    void randomNumbersAreFollowedOrAsked_data() {
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("range"); ///< "": asked for
        const auto row = [](const char* value, const char* range) {
            QTest::newRow(value) << value << range;
        };
        row("rand() % 10", "0 10");
        row("rng() % 3 == 0", "0 2");
        row("rand() % 4 == 1", "0 2");
        row("(rand() % 100) < 30", "0 2");
        row("rand() % 2 ? 1 : 0", "0 2");
        row("rand() % 2 == 0 ? 5 : 4", "4 6");
        row("rng() % 100", "0 100");
        row("die(rng)", "1 7");
        row("rand() % 2 ? 255 : 0", "");
        row("rand() % 2 ? -1 : 1", "");
        row("bell(rng)", "");
        row("rand() % 10 - rand() % 10", "");
        row("2 * (rand() % 3 == 0)", "");
    }

    void randomNumbersAreFollowedOrAsked() {
        QFETCH(QString, value);
        QFETCH(QString, range);
        const ProgramGuess guess =
            guessOf("__global__ void k(int* o, const int* a) { o[threadIdx.x] = a[threadIdx.x]; }\n"
                    "int main() { const int n = 32; int *a, *o; cudaMallocManaged(&a, 128);\n"
                    "  cudaMallocManaged(&o, 128); std::mt19937 rng(7);\n"
                    "  std::normal_distribution<float> bell(0, 1);\n"
                    "  std::uniform_int_distribution<int> die(1, 6);\n"
                    "  for (int i = 0; i < n; i++) a[i] = " +
                    value.toStdString() + ";\n  k<<<1, 32>>>(o, a); }\n");
        const bool asked = std::any_of(
            guess.questions.begin(), guess.questions.end(), [](const guess::Question& question) {
                return question.text.find("first contents of a") != std::string::npos;
            });
        QCOMPARE(asked, range.isEmpty());
        const project::Init& init = bufferNamed(guess, "a")->init;
        QCOMPARE(init.kind, project::Init::Kind::randint);
        if (!asked)
            QCOMPARE(QString::fromStdString(init.low->text + " " + init.high->text), range);
    }

    void eachRandomBufferHasItsOwnSeed_data() {
        QTest::addColumn<QByteArray>("fill");
        QTest::newRow("one loop") << QByteArray(
            "for (int i = 0; i < n; i++) { ha[i] = rand() / (float)RAND_MAX;"
            " hb[i] = rand() / (float)RAND_MAX; }");
        QTest::newRow("two loops") << QByteArray("for (int i = 0; i < n; i++) ha[i] = rand() % 9;"
                                                 "for (int i = 0; i < n; i++) hb[i] = rand() % 9;");
        QTest::newRow("one function") << QByteArray("fill(ha, n); fill(hb, n);");
        QTest::newRow("an engine")
            << QByteArray("std::mt19937 g(1); std::uniform_real_distribution<float> d(0, 1);"
                          "for (int i = 0; i < n; i++) { ha[i] = d(g); hb[i] = d(g); }");
        QTest::newRow("not followed") << QByteArray("fill2(ha, n); fill2(hb, n);");
        QTest::newRow("one of both") << QByteArray("fill(ha, n); fill2(hb, n);");
    }

    void eachRandomBufferHasItsOwnSeed() {
        QFETCH(QByteArray, fill);
        const ProgramGuess guess = guessOf(
            "void fill(float* p, int n) { for (int i = 0; i < n; i++) p[i] = rand() % 7; }\n"
            "__global__ void k(float* o, const float* a, const float* b) {\n"
            "  o[threadIdx.x] = a[threadIdx.x] - b[threadIdx.x]; }\n"
            "int main() { const int n = 32; float ha[n], hb[n]; float *a, *b, *o;\n  " +
            fill.toStdString() +
            "\n  cudaMalloc(&a, 128); cudaMalloc(&b, 128); cudaMalloc(&o, 128);\n"
            "  cudaMemcpy(a, ha, 128, cudaMemcpyHostToDevice);\n"
            "  cudaMemcpy(b, hb, 128, cudaMemcpyHostToDevice);\n  k<<<1, 32>>>(o, a, b); }\n");
        QVERIFY(bufferNamed(guess, "a")->init.kind != project::Init::Kind::zeros);
        QVERIFY(bufferNamed(guess, "a")->init.seed != bufferNamed(guess, "b")->init.seed);
    }

    /// A copy moves bytes, whatever the types on its two sides.
    void copiesMoveBytes_data() {
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("device");
        QTest::addColumn<QString>("value"); ///< "": asked for
        const auto row = [](const char* host, const char* device, const char* value) {
            QTest::newRow(value) << host << device << value;
        };
        row("uint8_t h[128]; for (int i = 0; i < 128; i++) h[i] = 255;", "unsigned", "4294967295");
        row("uint8_t h[128]; for (int i = 0; i < 128; i++) h[i] = 1;", "int", "16843009");
        row("float h[32]; for (int i = 0; i < 32; i++) h[i] = 1;", "int", "1065353216");
        row("int h[32]; for (int i = 0; i < 32; i++) h[i] = 1065353216;", "float", "1");
        row("float h[32]; for (int i = 0; i < 32; i++) h[i] = 3;", "float4", "3");
        row("int h[32]; for (int i = 0; i < 32; i++) h[i] = 7;", "unsigned", "7");
        row("uint8_t h[128]; for (int i = 0; i < 128; i++) h[i] = i;", "unsigned", "");
    }

    void copiesMoveBytes() {
        QFETCH(QString, host);
        QFETCH(QString, device);
        QFETCH(QString, value);
        const std::string type = device.toStdString();
        const ProgramGuess guess =
            guessOf("__global__ void k(const " + type + "* d, " + type +
                    "* o) { o[threadIdx.x] = d[threadIdx.x]; }\nint main() { " +
                    host.toStdString() + "\n  " + type +
                    " *d, *o; cudaMalloc(&d, 128); cudaMalloc(&o, 128);\n"
                    "  cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);\n  k<<<1, 8>>>(d, o); }\n");
        const project::Init& init = bufferNamed(guess, "d")->init;
        QCOMPARE(guess.questions.size(), std::size_t(value.isEmpty() ? 1 : 0));
        if (!value.isEmpty())
            QCOMPARE(QString::fromStdString(init.value->text), value);
    }

    void whatNothingWritesBeginsUndefined() {
        const auto accessOf = [](const std::string& fill) {
            const ProgramGuess guess =
                guessOf("__global__ void k(int* out) { atomicAdd(out, 1); }\n"
                        "int main() { int* out; cudaMalloc(&out, 4); " +
                        fill + " k<<<1, 32>>>(out); k<<<1, 32>>>(out); }\n");
            const bool asked =
                std::any_of(guess.questions.begin(), guess.questions.end(),
                            [](const guess::Question& question) {
                                return question.kind == guess::Question::Kind::never_written;
                            });
            const auto access = [&](std::size_t launch) {
                return std::get<project::BufferArg>(
                           guess.project.launches.at(launch).args.at(0).value)
                    .access;
            };
            return std::tuple(access(0), access(1), asked);
        };
        using project::Access;
        const auto undefined = std::tuple(Access::out, Access::inout, true);
        const auto filled = std::tuple(Access::inout, Access::inout, false);
        QVERIFY(accessOf("") == undefined);
        QVERIFY(accessOf("cudaMemset(out, 0, 4);") == filled);
        QVERIFY(accessOf("int z = 0; cudaMemcpy(out, &z, 4, cudaMemcpyHostToDevice);") == filled);
        QVERIFY(accessOf("*out = 0;") == filled);
        QVERIFY(accessOf("for (int i = 0; i < 1; i++) out[i] = 0;") == filled);
    }

    void whatIsNotFollowedIsSaid_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* body, const char* says) {
            QTest::newRow(body) << body << says;
        };
        row("k<<<1, 32>>>(o); cudaLaunchKernelEx(&config, k, o);", "cudaLaunchKernelEx");
        row("k<<<1, 32>>>(o); cudaLaunchKernel((void*)k, 1, 32, made(o), 0, 0);",
            "cudaLaunchKernel (line 2) is not followed");
        row("k<<<1, 32>>>(o); void* args[2]; args[0] = &o; "
            "cudaLaunchKernel((void*)k, 1, 32, args, 0, 0);",
            "cudaLaunchKernel (line 2) is not followed");
        row("k<<<1, 32>>>(o); cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, args, 0);",
            "cuLaunchKernel (line 2)");
        row("k<<<1, 32>>>(o); if (cudaGraphLaunch(g, s)) return 1;", "cudaGraphLaunch (line 2)");
        row("k<<<1, 32>>>(o); while (cudaGraphLaunch(g, s)) wait();", "cudaGraphLaunch (line 2)");
        row("k<<<1, 32>>>(o); return cudaGraphLaunch(g, s);", "cudaGraphLaunch (line 2)");
        row("k<<<1, 32>>>(o); cudaGraphAddMemsetNode(&n, g, 0, 0, &p);", "cudaGraphAddMemsetNode");
        row("k<<<1, 32>>>(o); cudaLaunchHostFunc(s, f, o);", "cudaLaunchHostFunc");
        row("k<<<1, 32>>>(o); void (*f)(int*) = seven() ? k : other; f<<<1, 32>>>(o);",
            "f (line 2) is not followed");
        row("void (*f[2])(int*) = {k, other}; k<<<1, 32>>>(o); f[1]<<<1, 32>>>(o);",
            "<<<>>> (line 2) is not followed");
        row("k<<<1, 32>>>(o); Solver s{o}; s.step();", "other (line 1) is not followed");
        row("k<<<1, 32>>>(o); Starter s(o);", "other (line 1) is not followed");
        row("k<<<1, 32>>>(o); std::thread t(in, o); t.join();", "k (line 1) is not followed");
        row("k<<<1, 32>>>(o); cublasSscal(h, 32, &s, o, 1);", "cublasSscal (line 2) is not");
        row("k<<<1, 32>>>(o); thrust::inclusive_scan(thrust::device, o, o + 32, o);",
            "inclusive_scan (line 2) is not");
        row("k<<<1, 32>>>(o); cub::DeviceScan::InclusiveSum(t, b, o, o, 32);",
            "InclusiveSum (line");
        row("cudaMemcpyToSymbol(c, &s, 4); k<<<1, 32>>>(o); cudaMemcpyToSymbol(c, &t, 4); "
            "k<<<1, 32>>>(o);",
            "c (line 2): the program copies there between two launches");
        row("cudaStreamBeginCapture(s, 0); k<<<1, 32>>>(o); cudaGraphLaunch(g, s);",
            "cudaStreamBeginCapture");
        row("switch (unknown()) { case 0: k<<<1, 32>>>(o); break; case 1: k<<<2, 32>>>(o); }",
            "switch in line 2");
        row("k<<<1, 32>>>(o); for (int i = 0; i < 32; i++) o[i] = 100; k<<<1, 32>>>(o);",
            "changes o between two launches");
        row("k<<<1, 32>>>(o); cudaMemset(o, 0, 128); k<<<1, 32>>>(o);",
            "changes o between two launches");
        row("with<<<1, 32>>>(o, [=] __device__ (int i) { return i; });", "is passed a lambda");
    }

    void whatIsNotFollowedIsSaid() {
        QFETCH(QString, body);
        QFETCH(QString, says);
        const ProgramGuess guess =
            guessOf("template <class F> __global__ void with(int* o, F f) { o[0] = f(1); } "
                    "__global__ void k(int* o) { o[threadIdx.x] += 1; } __constant__ float c; "
                    "__global__ void other(int* o) { o[threadIdx.x] += 2; } "
                    "struct Solver { int* o; void step() const { other<<<1, 32>>>(o); } }; "
                    "struct Starter { int* o; Starter(int* p) : o(p) { other<<<1, 32>>>(o); } }; "
                    "void in(int* o) { k<<<1, 32>>>(o); }\n"
                    "int main() { int* o; cudaMallocManaged(&o, 128); cudaMemset(o, 0, 128); " +
                    body.toStdString() + " }\n");
        const bool said = std::any_of(
            guess.questions.begin(), guess.questions.end(), [&](const guess::Question& question) {
                return question.text.find(says.toStdString()) != std::string::npos;
            });
        QVERIFY2(said, guess.project.notes.c_str());
    }

    void aLaunchWithoutMemoryIsSaid() {
        const ProgramGuess guess = guessOf("struct Grid { double *u, *v; int nx; };\n"
                                           "__global__ void relax(Grid g) { int x = threadIdx.x;\n"
                                           "  if (x < g.nx) g.v[x] = g.u[x] * 0.5; }\n");
        QVERIFY2(guess.project.notes.find("none of its arguments is a buffer") != std::string::npos,
                 guess.project.notes.c_str());
        QVERIFY(guessOf("__global__ void hello() { printf(\"hello\"); }\n"
                        "int main() { hello<<<1, 1>>>(); }\n")
                    .questions.empty());
    }

    /// Members of dim3, sizes by an enum, forms of sizeof, a switch that is known.
    void sizesAreFollowed_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("shape"); ///< grid and block
        const auto row = [](const char* body, const char* shape) {
            QTest::newRow(body) << body << shape;
        };
        row("dim3 b(16, 16), g; g.x = (w + 15) / 16; g.y = 4; k<<<g, b>>>(o);", "7 4 1 16 16 1");
        row("dim3 b, g; b.x = b.y = 8; g.x = 3; k<<<g, b>>>(o);", "3 1 1 8 8 1");
        row("dim3 g(2, 3), h = g; h.z = 5; k<<<h, 32>>>(o);", "2 3 5 32 1 1");
        row("dim3 g(2); g = dim3(4, 5); g.x += 1; k<<<g, 32>>>(o);", "5 5 1 32 1 1");
        row("dim3 g = {2, 3}; k<<<g, dim3{32, 2}>>>(o);", "2 3 1 32 2 1");
        row("k<<<{2, 2}, {32}>>>(o);", "2 2 1 32 1 1");
        row("k<<<1, WIDE>>>(o);", "1 1 1 40 1 1");
        row("switch (w % 3) { case 0: k<<<9, 32>>>(o); break; case 1: { k<<<20, 64>>>(o); break; } "
            "default: k<<<8, 8>>>(o); }",
            "20 1 1 64 1 1");
        row("switch (w) { case 0: k<<<9, 32>>>(o); break; default: k<<<8, 8>>>(o); }",
            "8 1 1 8 1 1");
    }

    void sizesAreFollowed() {
        QFETCH(QString, body);
        QFETCH(QString, shape);
        const ProgramGuess guess =
            guessOf("enum { WIDE = 40, HIGH };\n"
                    "__global__ void k(int* o) { o[threadIdx.x] = 1; }\n"
                    "int main() { int w = 100; int* o; cudaMalloc(&o, 4096); " +
                    body.toStdString() + " }\n");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(plan.launches.size(), std::size_t(1));
        QString found;
        for (const auto& extents : {plan.launches[0].grid, plan.launches[0].block})
            for (const auto extent : extents)
                found += (found.isEmpty() ? "" : " ") + QString::number(extent);
        QCOMPARE(found, shape);
        QVERIFY2(guess.questions.empty(), guess.project.notes.c_str());
    }

    void formsOfSizeof_data() {
        QTest::addColumn<QString>("allocation");
        QTest::addColumn<int>("bytes");
        const auto row = [](const char* allocation, int bytes) {
            QTest::newRow(allocation) << allocation << bytes;
        };
        row("struct Two* d; cudaMalloc((void**)&d, sizeof(struct Two));", 32768);
        row("struct Two* d; cudaMalloc(&d, 2 * sizeof *d);", 65536);
        row("float h[100]; float* d; cudaMalloc(&d, sizeof h);", 400);
        row("float* d; cudaMalloc(&d, 50 * sizeof d[0]);", 200);
        row("float* d; cudaMalloc(&d, 50 * sizeof(*d));", 200);
        row("float (*d)[64]; cudaMalloc(&d, 10 * sizeof *d);", 2560);
        row("short* d; cudaMalloc(&d, sizeof(short) * WIDE);", 80);
    }

    void formsOfSizeof() {
        QFETCH(QString, allocation);
        QFETCH(int, bytes);
        const ProgramGuess guess =
            guessOf("enum { WIDE = 40 };\nstruct Two { float a[4096], b[4096]; };\n"
                    "template <class T> __global__ void k(T* t) { t[threadIdx.x] = T(); }\n"
                    "int main() { " +
                    allocation.toStdString() + " k<<<1, 32>>>(d); }\n");
        QCOMPARE(int(project::makePlan(guess.project).buffers.at(0).bytes), bytes);
    }

    void tablesOfDevicePointers() {
        for (const char* table :
             {"float** d = (float**)malloc(4 * sizeof(float*));", "float** d = new float*[4];",
              "std::vector<float*> d(4);", "std::array<float*, 4> d;", "float* d[4];"}) {
            const ProgramGuess guess = guessOf(
                std::string("__global__ void inc(float* p, int n) { p[threadIdx.x] = n; }\n"
                            "int main() { int n = 1024; ") +
                table +
                " for (int i = 0; i < 4; i++) { cudaMalloc((void**)&d[i], n * sizeof(float));"
                " inc<<<n / 256, 256>>>(d[i], n); } }\n");
            QCOMPARE(guess.project.launches.size(), std::size_t(4));
            QCOMPARE(guess.project.buffers.size(), std::size_t(4));
            QCOMPARE(project::makePlan(guess.project).buffers.at(3).bytes, std::size_t(4096));
        }
    }

    void functorsAreArguments_data() {
        QTest::addColumn<QString>("argument");
        QTest::addColumn<QString>("kernel");
        const auto row = [](const char* argument, const char* kernel) {
            QTest::newRow(argument) << argument << kernel;
        };
        row("Plus()", "k<Plus>");
        row("Plus{}", "k<Plus>");
        row("plus", "k<Plus>");
        row("Scale{2}", "k<Scale>");
        row("Of<float>()", "k<Of<float>>");
    }

    void functorsAreArguments() {
        QFETCH(QString, argument);
        QFETCH(QString, kernel);
        const ProgramGuess guess =
            guessOf("struct Plus { __device__ float operator()(float a, float b) const { return a "
                    "+ b; } };\n"
                    "struct Scale { float by; __device__ float operator()(float a, float) const { "
                    "return a * "
                    "by; } };\n"
                    "template <class T> struct Of { __device__ T operator()(T a, T b) const { "
                    "return a; } };\n"
                    "template <class Op> __global__ void k(float* o, Op op) { o[threadIdx.x] = "
                    "op(1, 2); }\n"
                    "int main() { float* o; Plus plus; cudaMalloc(&o, 128); k<<<1, 32>>>(o, " +
                    argument.toStdString() + "); }\n");
        QCOMPARE(QString::fromStdString(guess.project.launches.at(0).kernel), kernel);
        const auto& value = guess.project.launches[0].args.at(1).value;
        QVERIFY(std::holds_alternative<project::StructArg>(value));
        QVERIFY2(guess.questions.empty(), guess.project.notes.c_str());
    }

    /// A macro within #ifndef is made to be changed; one that kernels share is not the set-up's.
    void macrosOfHostAndKernel() {
        const std::string rest = "__global__ void k(int* o) { __shared__ int s[BX];\n"
                                 "  s[threadIdx.x] = 1; o[blockIdx.x * BX + threadIdx.x] = 1; }\n"
                                 "int main() { int* o; cudaMalloc(&o, 4096);\n"
                                 "  k<<<1024 / BX, BX>>>(o); }\n";
        const ProgramGuess fixed = guessOf("#define BX 32\n" + rest);
        QVERIFY(fixed.project.parameters.empty());
        QVERIFY(fixed.project.compile.defines.empty());
        QVERIFY(fixed.fixed.contains("BX"));
        const ProgramGuess constant = guessOf("constexpr int BX = 32;\n" + rest);
        QVERIFY(constant.project.parameters.empty());
        QVERIFY(constant.fixed.contains("BX"));
        for (const char* guard :
             {"#ifndef BX\n#define BX 32\n#endif\n", "#if !defined(BX)\n#define BX 32\n#endif\n"}) {
            ProgramGuess guarded = guessOf(guard + rest);
            QCOMPARE(guarded.project.compile.defines.at("BX").value_or(""), std::string("32"));
            QVERIFY(!guarded.fixed.contains("BX"));
            guarded.project.compile.defines["BX"] = "64";
            const project::LaunchPlan plan = project::makePlan(guarded.project);
            QCOMPARE(plan.launches.at(0).block[0], std::uint32_t(64));
            QCOMPARE(plan.launches.at(0).grid[0], std::uint32_t(16));
        }
        // The host's alone is a parameter, as any block size.
        const ProgramGuess host = guessOf("#define BX 32\n"
                                          "__global__ void k(int* o) { o[threadIdx.x] = 1; }\n"
                                          "int main() { int* o; cudaMalloc(&o, 4096);\n"
                                          "  k<<<1024 / BX, BX>>>(o); }\n");
        QVERIFY(host.project.parameters.contains("BX"));
    }

    void guardedMacrosAreInTemplateArguments() {
        const ProgramGuess guess =
            guessOf("#ifndef BM\n#define BM 64\n#endif\n"
                    "template <int M, int N> __global__ void k(int* o) { o[threadIdx.x] = M; }\n"
                    "int main() { int* o; cudaMalloc(&o, 4096); k<BM, BM / 2><<<4, BM>>>(o); }\n");
        QCOMPARE(guess.project.launches.at(0).kernel, std::string("k<BM, BM/2>"));
        QCOMPARE(guess.project.launches[0].block.at(0).text, std::string("BM"));
    }

    void explicitInstancesAreLaunched() {
        const ProgramGuess guess = guessOf(
            "template <int R, int C> __global__ void rows(int* o) { __shared__ int s[C / 256];\n"
            "  s[0] = R; o[threadIdx.x] = s[0]; }\n"
            "template __global__ void rows<128, 1024>(int*);\n"
            "template __global__ void rows<64, 512>(int*);\n"
            "template <class T> __global__ void twice(T* p) { p[threadIdx.x] *= 2; }\n"
            "template __global__ void twice<double>(double*);\n"
            "template __global__ void twice(short*);\n");
        std::string kernels;
        for (const project::Launch& launch : guess.project.launches)
            kernels += launch.kernel + "; ";
        QCOMPARE(kernels, std::string("rows<128, 1024>; rows<64, 512>; twice<double>; "
                                      "twice<short>; "));
        QCOMPARE(guess.project.buffers.back().dtype, arrays::DType(arrays::Scalar::int16));
    }
};

WARPBENCH_TEST(TestGuessQuestions)
} // namespace tst_guess_questions

#include "tst_guess_questions.moc"
