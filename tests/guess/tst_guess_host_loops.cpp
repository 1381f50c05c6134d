// SPDX-License-Identifier: GPL-3.0-or-later
// Memory contents and launch counts from a program's host code.
#include "core/plan/evaluate.h"
#include "tests/guess/guess_of.h"
#include "tests/main.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <string>

namespace tst_guess_host_loops {

using namespace warpbench;
using guess::ProgramGuess;
using test::guessOf;
using Kind = project::Init::Kind;

namespace {

/// Kernels that a program of these tests launches, and its main.
ProgramGuess guessOfMain(const std::string& body) {
    return guessOf(R"(
__global__ void step(const float *in, float *out, int n) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void grow(float *p, int by) { p[threadIdx.x] += by; }
__global__ void count(const int *in, int *bins) { atomicAdd(&bins[in[threadIdx.x]], 1); }
__global__ void copy(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }
int main() {
)" + body + "\n}\n");
}

const project::Init& initOf(const ProgramGuess& guess, const std::string& name) {
    const auto found = std::find_if(guess.project.buffers.begin(), guess.project.buffers.end(),
                                    [&](const auto& buffer) { return buffer.name == name; });
    if (found == guess.project.buffers.end())
        qFatal("no buffer %s", name.c_str());
    return found->init;
}

std::string rounds(const ProgramGuess& guess) {
    return guess.project.rounds ? guess.project.rounds->text : std::string("1");
}

/// "step(a, b)", one launch after the other.
std::string launches(const ProgramGuess& guess) {
    std::string all;
    for (const project::Launch& launch : guess.project.launches) {
        all += (all.empty() ? "" : " ") + launch.kernel + "(";
        for (std::size_t i = 0; i < launch.args.size(); ++i) {
            all += i > 0 ? "," : "";
            const auto& value = launch.args[i].value;
            if (const auto* buffer = std::get_if<project::BufferArg>(&value))
                all += buffer->buffer;
            else if (const auto* scalar = std::get_if<project::ScalarArg>(&value))
                all += scalar->value.at(0).text;
        }
        all += ")";
    }
    return all;
}

bool asks(const ProgramGuess& guess, const std::string& words) {
    return std::any_of(guess.questions.begin(), guess.questions.end(), [&](const auto& question) {
        return question.text.find(words) != std::string::npos;
    });
}

void noQuestion(const ProgramGuess& guess) {
    QVERIFY2(guess.questions.empty(),
             guess.questions.empty() ? "" : guess.questions[0].text.c_str());
}

} // namespace

class TestGuessHostLoops : public QObject {
    Q_OBJECT

  private slots:
    // ---- contents

    void bytesThatAreSetAreNumbers() {
        const ProgramGuess guess = guessOfMain(R"(
    int *costs, *zeros; unsigned char *marks; float *none;
    cudaMalloc(&costs, 64 * sizeof(int)); cudaMemset(costs, 0xff, 64 * sizeof(int));
    cudaMalloc(&zeros, 64 * sizeof(int)); cudaMemset(zeros, 0, 64 * sizeof(int));
    cudaMalloc(&marks, 64); cudaMemset(marks, 7, 64);
    cudaMalloc(&none, 256); cudaMemset(none, 0x7f, 256);
    double *large; cudaMalloc(&large, 256); cudaMemset(large, 1e30, 256);
    copy<<<1, 64>>>(costs, zeros);
    copy<<<1, 64>>>((int *)marks, zeros);
    grow<<<1, 64>>>(none, 1);)");
        QCOMPARE(initOf(guess, "costs").kind, Kind::constant);
        QCOMPARE(initOf(guess, "costs").value->text, std::string("-1"));
        QCOMPARE(initOf(guess, "zeros").kind, Kind::zeros);
        QVERIFY(asks(guess, "none")); // 3.4e38, which is unlikely to be meant
        project::makePlan(guess.project);
    }

    void rangesOfElementsAreFilled() {
        const ProgramGuess guess = guessOfMain(R"(
    const int n = 256;
    std::vector<int> h(n), same(n);
    for (auto &c : h) c = rand() % 2;
    for (int &c : same) c = 3;
    int *a, *b, *c;
    cudaMalloc(&a, n * sizeof(int)); cudaMalloc(&b, n * sizeof(int)); cudaMalloc(&c, n * sizeof(int));
    cudaMemcpy(a, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(b, same.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    copy<<<1, n>>>(a, c);
    copy<<<1, n>>>(b, c);)");
        noQuestion(guess);
        QCOMPARE(initOf(guess, "a").kind, Kind::randint);
        QCOMPARE(initOf(guess, "a").high->text, std::string("2"));
        QCOMPARE(initOf(guess, "b").kind, Kind::constant);
        QCOMPARE(initOf(guess, "b").value->text, std::string("3"));
    }

    void randomNumbersAreThoseOfTheProgram_data() {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<std::string>("low");
        QTest::addColumn<std::string>("high");
        const auto row = [](const char* type, const char* value, Kind kind, const char* low,
                            const char* high) {
            QTest::addRow("%s %s", type, value) << QByteArray(type) << QByteArray(value) << kind
                                                << std::string(low) << std::string(high);
        };
        row("unsigned char", "'a' + rand() % 26", Kind::randint, "97", "123");
        row("int", "rand() % 100 - 50", Kind::randint, "-50", "50");
        row("int", "rand() & 0xFF", Kind::randint, "0", "256");
        row("int", "rand()", Kind::randint, "0", "2147483648");
        row("int", "rand() % n", Kind::randint, "0", "n"); // which can be changed
        row("int", "-(rand() % 10)", Kind::randint, "-9", "1");
        row("int", "rand() / 1000000000.0", Kind::randint, "0", "3");
        row("float", "(float)rand() / RAND_MAX", Kind::uniform, "0", "1");
        row("float", "rand() / (float)RAND_MAX * 10.0f - 5.0f", Kind::uniform, "-5", "5");
        row("float", "2.0f * rand() / RAND_MAX - 1", Kind::uniform, "-1", "1");
        row("float", "rand() % 10", Kind::randint, "0", "10");
        row("float", "(rand() % 100) / 10.0f", Kind::uniform, "0", "9.9");
        row("int", "rand() % 10 * 2", Kind::randint, "0", "19");
        row("float", "real(gen)", Kind::uniform, "-2", "2.5");
        row("float", "1 - usual(gen)", Kind::uniform, "0", "1");
        row("int", "die(gen)", Kind::randint, "1", "7");
        row("float", "die(gen) * 10", Kind::randint, "10", "61");
        row("float", "static_cast<float>(rand()) / static_cast<float>(RAND_MAX)", Kind::uniform,
            "0", "1");
    }
    void randomNumbersAreThoseOfTheProgram() {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, value);
        QFETCH(Kind, kind);
        QFETCH(std::string, low);
        QFETCH(std::string, high);
        const std::string source =
            "template <class T> __global__ void use(const T* a, T* b) { b[0] = a[0]; }\n"
            "int main() {\n    const int n = 256;\n    TYPE *h = (TYPE*)malloc(n * sizeof(TYPE));\n"
            "    std::uniform_real_distribution<float> real(-2.0f, 2.5f), usual;\n"
            "    std::uniform_int_distribution<int> die(1, 6);\n"
            "    TYPE *d, *e;\n"
            "    cudaMalloc(&d, n * sizeof(TYPE)); cudaMalloc(&e, n * sizeof(TYPE));\n"
            "    for (int i = 0; i < n; i++) h[i] = VALUE;\n"
            "    cudaMemcpy(d, h, n * sizeof(TYPE), cudaMemcpyHostToDevice);\n"
            "    use<<<1, n>>>(d, e);\n}\n";
        const QByteArray text =
            QByteArray::fromStdString(source).replace("TYPE", type).replace("VALUE", value);
        const ProgramGuess guess = guessOf(text.toStdString());
        QCOMPARE(int(initOf(guess, "d").kind), int(kind));
        QCOMPARE(initOf(guess, "d").low ? initOf(guess, "d").low->text : "0", low);
        QCOMPARE(initOf(guess, "d").high ? initOf(guess, "d").high->text : "1", high);
    }

    void normalNumbersAreThoseOfTheProgram() {
        const ProgramGuess guess = guessOfMain(R"(
    const int n = 256;
    std::vector<float> h(n);
    std::mt19937 gen(7);
    std::normal_distribution<float> bell(3.0f, 0.5f);
    for (auto &x : h) x = bell(gen);
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float)); cudaMalloc(&b, n * sizeof(float));
    cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    step<<<1, n>>>(a, b, n);)");
        noQuestion(guess);
        QCOMPARE(initOf(guess, "a").kind, Kind::normal);
        QCOMPARE(initOf(guess, "a").mean->text, std::string("3"));
        QCOMPARE(initOf(guess, "a").stddev->text, std::string("0.5"));
    }

    void generatedContentsAreRandomOrAskedFor() {
        const ProgramGuess guess = guessOfMain(R"(
    const int n = 256;
    std::vector<int> h(n), other(n);
    std::generate(h.begin(), h.end(), [] { return rand() % 10; });
    std::generate(h.begin(), h.end(), std::rand);
    std::generate(other.begin(), other.end(), next);
    int *a, *b, *c;
    cudaMalloc(&a, n * sizeof(int)); cudaMalloc(&b, n * sizeof(int)); cudaMalloc(&c, n * sizeof(int));
    cudaMemcpy(a, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(b, other.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    copy<<<1, n>>>(a, c);
    copy<<<1, n>>>(b, c);)");
        QCOMPARE(initOf(guess, "a").kind, Kind::randint);
        QCOMPARE(initOf(guess, "a").high->text, std::string("2147483648")); // the last one fills
        QCOMPARE(guess.questions.size(), std::size_t(1));
        QVERIFY(asks(guess, "the first contents of b"));
    }

    /// A function of the program whose only argument is the array, and std::begin() of it.
    void aFunctionOfTheArrayAloneFillsIt() {
        const ProgramGuess guess = guessOf(R"(#define N 64
__global__ void copy(const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x]; }
void fill(int *data) { for (int i = 0; i < N; i++) data[i] = i; }
int main() {
    int *h = (int *)malloc(N * sizeof(int));
    fill(h);
    std::vector<int> letters(N);
    std::generate(std::begin(letters), std::end(letters), []() { return 'a' + (rand() % 26); });
    int *a, *b, *c;
    cudaMalloc(&a, N * sizeof(int)); cudaMalloc(&b, N * sizeof(int)); cudaMalloc(&c, N * sizeof(int));
    cudaMemcpy(a, h, N * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(b, letters.data(), N * sizeof(int), cudaMemcpyHostToDevice);
    copy<<<1, N>>>(a, c);
    copy<<<1, N>>>(b, c);
})");
        noQuestion(guess);
        QCOMPARE(initOf(guess, "a").kind, Kind::arange);
        QCOMPARE(initOf(guess, "b").kind, Kind::randint);
        QCOMPARE(initOf(guess, "b").low->text, std::string("97"));
        QCOMPARE(initOf(guess, "b").high->text, std::string("123"));
    }

    /// Reports buffers that are read before any recognised code fills them.
    void whatNothingFillsIsAskedFor_data() {
        QTest::addColumn<QByteArray>("fill");
        QTest::addColumn<bool>("asked");
        QTest::newRow("a file") << QByteArray("fread(h, 4, 64, f);") << true;
        QTest::newRow("nothing") << QByteArray("") << true;
        QTest::newRow("calloc") << QByteArray("h = (int *)calloc(64, 4);") << false;
        QTest::newRow("a vector of zeros")
            << QByteArray("std::vector<int> v(64); h = v.data();") << false;
        QTest::newRow("a loop") << QByteArray("for (int i = 0; i < 64; i++) h[i] = i;") << false;
        QTest::newRow("two at once")
            << QByteArray("int *r = (int *)malloc(256);"
                          "for (int i = 0; i < 64; i++) r[i] = h[i] = rand() % 4;")
            << false;
        QTest::newRow("elements that differ")
            << QByteArray("for (int i = 0; i < 64; i++) h[i] = table(i);") << true;
        QTest::newRow("members") << QByteArray("for (int i = 0; i < 64; i++) h[i].x = i;") << true;
    }
    void whatNothingFillsIsAskedFor() {
        QFETCH(QByteArray, fill);
        QFETCH(bool, asked);
        const ProgramGuess guess = guessOfMain(R"(
    int *h = (int *)malloc(64 * 4), *a, *b;
    )" + fill.toStdString() + R"(
    cudaMalloc(&a, 64 * 4); cudaMalloc(&b, 64 * 4);
    cudaMemcpy(a, h, 64 * 4, cudaMemcpyHostToDevice);
    copy<<<1, 64>>>(a, b);
    copy<<<1, 64>>>(b, a);)");
        QCOMPARE(asks(guess, "contents of a"), asked);
        QVERIFY(!asks(guess, "contents of b")); // the first launch fills it
        QCOMPARE(guess.questions.size(), std::size_t(asked ? 1 : 0));
    }

    void constantsAreCopied() {
        const ProgramGuess guess = guessOf(R"(
#define RADIUS 2
__constant__ float taps[2 * RADIUS + 1];
__constant__ int width;
__device__ double scale = 1;
__constant__ float unknown[3];
__global__ void blur(float *p) { p[0] = taps[0] * width * scale * unknown[0]; }
int main() {
    float h[2 * RADIUS + 1], *p, *x = load();
    int w = 640;
    double s = 0.5;
    for (int i = 0; i < 2 * RADIUS + 1; i++) h[i] = i / 4.0f;
    cudaMalloc(&p, 64 * sizeof(float));
    cudaMemcpyToSymbol(taps, h, sizeof(h));
    CHECK(cudaMemcpyToSymbol(width, &w, sizeof(int)));
    cudaMemcpyToSymbol("scale", &s, sizeof(s), 0, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(unknown, x, sizeof(unknown));
    blur<<<1, 1>>>(p);
})");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        const auto& constants = guess.project.constants;
        QVERIFY(constants.contains("taps"));
        std::string taps;
        for (const project::Expression& value : constants.at("taps").value)
            taps += value.text + " ";
        QCOMPARE(taps, std::string("0 0.25 0.5 0.75 1 "));
        QCOMPARE(constants.at("taps").dtype.name(), std::string("float32"));
        QCOMPARE(constants.at("width").value.at(0).text, std::string("w"));
        QCOMPARE(constants.at("scale").value.at(0).text, std::string("s"));
        QCOMPARE(constants.at("scale").dtype.name(), std::string("float64"));
        QCOMPARE(guess.project.parameters.at("w").text, std::string("640"));
        QVERIFY(!constants.contains("unknown"));
        QCOMPARE(guess.questions.size(), std::size_t(1));
        QVERIFY(asks(guess, "unknown"));
    }

    void aListOfValuesIsAConstants() {
        const ProgramGuess guess = guessOf(R"(
__constant__ int offsets[3];
__global__ void k(int *p) { p[0] = offsets[0]; }
int main() {
    const int h[3] = {-1, 0, 1};
    int *p; cudaMalloc(&p, 4);
    cudaMemcpyToSymbol(offsets, h, sizeof(h));
    k<<<1, 1>>>(p);
})");
        noQuestion(guess);
        const auto& value = guess.project.constants.at("offsets").value;
        QCOMPARE(value.size(), std::size_t(3));
        QCOMPARE(value[0].text, std::string("-1"));
    }

    // ---- loops around launches

    void stepsOfASimulationAreRounds() {
        const ProgramGuess guess = guessOfMain(R"(
    int n = 64, steps = 10;
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float)); cudaMalloc(&b, n * sizeof(float));
    cudaMemset(a, 0, n * sizeof(float));
    for (int s = 0; s < steps; ++s) {
        step<<<1, n>>>(a, b, n);
        std::swap(a, b);
    })");
        noQuestion(guess);
        QCOMPARE(launches(guess), std::string("step(a,b,n) step(b,a,n)"));
        QCOMPARE(rounds(guess), std::string("steps // 2"));
        QCOMPARE(project::makePlan(guess.project).rounds, 5u);
    }

    void pointersThatChangePlacesByHand() {
        const ProgramGuess guess = guessOfMain(R"(
    float *a, *b;
    cudaMalloc(&a, 256); cudaMalloc(&b, 256); cudaMemset(a, 0, 256);
    for (int s = 1; s <= 7; s++) {
        step<<<1, 64>>>(a, b, 64);
        float *t = a; a = b; b = t;
    })");
        QCOMPARE(launches(guess), std::string("step(a,b,64) step(b,a,64)"));
        QCOMPARE(rounds(guess), std::string("3"));
        QVERIFY(asks(guess, "7 times")); // the odd one is missing
    }

    void whatGrowsIsLaunchedAsOften() {
        const ProgramGuess guess = guessOfMain(R"(
    float *p; cudaMalloc(&p, 256); cudaMemset(p, 0, 256);
    for (int s = 0; s < 5; s++) grow<<<1, 64>>>(p, 1);)");
        noQuestion(guess);
        QCOMPARE(launches(guess), std::string("grow(p,1)"));
        QCOMPARE(rounds(guess), std::string("5"));
    }

    void loopsThatOnlyTimeAreNone_data() {
        QTest::addColumn<QByteArray>("loop");
        QTest::newRow("the same result")
            << QByteArray("for (int i = 0; i < 300; i++) copy<<<1, 64>>>(in, out);");
        QTest::newRow("begun anew")
            << QByteArray("for (int i = 0; i < 300; i++) {"
                          "cudaMemset(out, 0, 256); count<<<1, 64>>>(in, out); }");
        QTest::newRow("through another")
            << QByteArray("for (int i = 0; i < 300; i++) {"
                          "copy<<<1, 64>>>(in, between); copy<<<1, 64>>>(between, out); }");
    }
    void loopsThatOnlyTimeAreNone() {
        QFETCH(QByteArray, loop);
        const ProgramGuess guess = guessOfMain(R"(
    int *in, *out, *between;
    cudaMalloc(&in, 256); cudaMalloc(&out, 256); cudaMalloc(&between, 256); cudaMemset(in, 0, 256);
    )" + loop.toStdString());
        noQuestion(guess);
        QCOMPARE(rounds(guess), std::string("1"));
        QVERIFY(guess.project.launches.size() <= 2);
    }

    void passesThatDifferAreLaunchesOfTheirOwn_data() {
        QTest::addColumn<QByteArray>("loop");
        QTest::addColumn<QString>("made");
        QTest::newRow("doubled") << QByteArray(
                                        "for (int s = 1; s < 16; s *= 2) grow<<<1, 64>>>(p, s);")
                                 << "grow(p,1) grow(p,2) grow(p,4) grow(p,8)";
        QTest::newRow("shifted") << QByteArray(
                                        "for (int s = 4; s > 0; s >>= 1) grow<<<1, 64>>>(p, s);")
                                 << "grow(p,4) grow(p,2) grow(p,1)";
        QTest::newRow("made of it")
            << QByteArray(
                   "for (int s = 0; s < 3; s++) { int by = 1 << s; grow<<<1, 64>>>(p, by); }")
            << "grow(p,1) grow(p,2) grow(p,4)";
        QTest::newRow("while") << QByteArray(
                                      "int s = 3; while (s > 0) { grow<<<1, 64>>>(p, s); s -= 1; }")
                               << "grow(p,3) grow(p,2) grow(p,1)";
        QTest::newRow("two loops")
            << QByteArray("for (int k = 2; k <= 4; k <<= 1) for (int j = k / 2; j > 0; j /= 2)"
                          " grow<<<1, 64>>>(p, k * 10 + j);")
            << "grow(p,21) grow(p,42) grow(p,41)";
        QTest::newRow("never")
            << QByteArray(
                   "grow<<<1, 64>>>(p, 5); for (int s = 4; s < 4; s++) grow<<<1, 64>>>(p, s);")
            << "grow(p,5)";
    }
    void passesThatDifferAreLaunchesOfTheirOwn() {
        QFETCH(QByteArray, loop);
        QFETCH(QString, made);
        const ProgramGuess guess = guessOfMain(
            "float *p; cudaMalloc(&p, 256); cudaMemset(p, 0, 256);\n" + loop.toStdString());
        noQuestion(guess);
        QCOMPARE(QString::fromStdString(launches(guess)), made);
        QCOMPARE(rounds(guess), std::string("1"));
    }

    /// Rounds repeat all launches; a single launch among others repeats by itself.
    void oneOfSeveralLaunchesIsRepeated() {
        const ProgramGuess guess =
            guessOfMain("float *p; cudaMalloc(&p, 256); cudaMemset(p, 0, 256); int steps = 5;\n"
                        "grow<<<1, 64>>>(p, 2);\n"
                        "for (int s = 0; s < steps; s++) grow<<<1, 64>>>(p, 1);");
        noQuestion(guess);
        QCOMPARE(rounds(guess), std::string("1"));
        QVERIFY(!guess.project.launches.at(0).repeat);
        QCOMPARE(guess.project.launches.at(1).repeat->text, std::string("steps"));
        project::makePlan(guess.project);
    }

    void whatALoopLeavesOpenIsAskedFor_data() {
        QTest::addColumn<QByteArray>("loop");
        QTest::addColumn<QString>("asked");
        QTest::newRow("many that differ")
            << QByteArray("for (int s = 0; s < 1000; s++) grow<<<1, 64>>>(p, s);") << "1000 times";
        QTest::newRow("until it is done")
            << QByteArray("do { stop = 1; grow<<<1, 64>>>(p, 1); } while (!check(p));") << "a loop";
        QTest::newRow("until the device says so")
            << QByteArray(
                   "do { stop = 0; grow<<<1, 64>>>(p, 1);"
                   "cudaMemcpy(&stop, p, sizeof(int), cudaMemcpyDeviceToHost); } while (stop);")
            << "again and again";
        QTest::newRow("copies between the launches")
            << QByteArray(
                   "float *q; cudaMalloc(&q, 256); for (int s = 0; s < 8; s++) {"
                   "grow<<<1, 64>>>(p, 1); cudaMemcpy(q, p, 256, cudaMemcpyDeviceToDevice); }")
            << "8 times";
        QTest::newRow("as long as")
            << QByteArray("while (error() > 0.1) grow<<<1, 64>>>(p, 1);") << "a loop";
        QTest::newRow("two of several launches")
            << QByteArray("grow<<<1, 64>>>(p, 2); for (int s = 0; s < 5; s++) {"
                          "grow<<<1, 64>>>(p, 1); grow<<<1, 64>>>(p, 3); }")
            << "5 times";
        QTest::newRow("very often")
            << QByteArray("for (int s = 0; s < 5000; s++) grow<<<1, 64>>>(p, 1);") << "5000 times";
    }
    void whatALoopLeavesOpenIsAskedFor() {
        QFETCH(QByteArray, loop);
        QFETCH(QString, asked);
        const ProgramGuess guess =
            guessOfMain("int stop; float *p; cudaMalloc(&p, 256); cudaMemset(p, 0, 256);\n" +
                        loop.toStdString());
        QCOMPARE(guess.questions.size(), std::size_t(1));
        QVERIFY2(asks(guess, asked.toStdString()), guess.questions[0].text.c_str());
        QVERIFY2(asks(guess, "grow (line "), guess.questions[0].text.c_str());
        QVERIFY(project::makePlan(guess.project).rounds <= 100);
    }

    void anyLoopSurvives() {
        const std::string program =
            "float *a, *b; cudaMalloc(&a, 256); cudaMalloc(&b, 256); int t = 9;\n"
            "for (auto &x : v) { x = 1; }\n"
            "for (int s = 1; s < 8; s *= 2) { step<<<1, 64>>>(a, b, s); std::swap(a, b); t -= s; "
            "}\n"
            "do { grow<<<1, t>>>(a, 2); t >>= 1; } while (t > 0);\n"
            "cudaMemcpyToSymbol(c, &t, 4); int l[] = {1, 2, 3};\n";
        for (std::size_t length = 0; length <= program.size(); ++length)
            guessOfMain(program.substr(0, length));
        std::mt19937 random(7);
        const std::string pieces[] = {
            "{",       "}", "(",      ")",          "<<<", ">>>", ":", ";",          ",",
            "[",       "]", "=",      "+",          "-",   "<",   ">", "do",         "for (",
            "while (", "s", "t *= 3", "swap(a, b)", "++",  "a",   "0", "generate(a,"};
        for (int round = 0; round < 1500; ++round) {
            guessOfMain(test::changed(program, pieces, random));
        }
    }

    void unendingLoopsEnd() {
        guessOfMain("float *p; cudaMalloc(&p, 256);\n"
                    "for (;;) grow<<<1, 64>>>(p, 1);\n"
                    "for (int i = 0; i < 10; i *= 2) grow<<<1, 64>>>(p, i);\n"
                    "for (int i = 0; i < 1000000000; i++) { grow<<<1, 64>>>(p, 1); }\n"
                    "for (long i = 1; i > 0; i += 0) { grow<<<1, 64>>>(p, i); }\n");
    }
};

WARPBENCH_TEST(TestGuessHostLoops)
} // namespace tst_guess_host_loops

#include "tst_guess_host_loops.moc"
