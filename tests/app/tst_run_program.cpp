// SPDX-License-Identifier: GPL-3.0-or-later
// `warpbench-cli run FILE.cu` for a complete program: the set-up comes from running the program.
#include "cli_fixture.h"
#include "core/toolkit/toolkit.h"
#include "tests/main.h"

#include <QTest>

namespace tst_run_program {

namespace {

/// Sizes and data that cannot be read from the source.
constexpr const char* kProgram = R"(#include <cstdio>
#include <cstdlib>
#include <vector>
#ifndef TIMES
#define TIMES 3
#endif
__constant__ float factor;
__global__ void twice(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = TIMES * factor * in[i];
}
__global__ void add(float* p, int n) { if (threadIdx.x < n) p[threadIdx.x] += 1; }
template <class F> __global__ void apply(F f, float* p) { p[threadIdx.x] = f(p[threadIdx.x]); }
int main() {
    std::vector<float> h;
    for (unsigned seed = 1; h.size() < 77; seed = seed * 1664525 + 1013904223)
        if (seed & 64) h.push_back(seed % 100);
    const int n = int(h.size());
    float *in, *out;
    cudaMalloc(&in, n * 4);
    cudaMalloc(&out, n * 4);
    cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
    float two = 2;
    cudaMemcpyToSymbol(factor, &two, 4);
    twice<<<(n + 31) / 32, 32>>>(in, out, n);
    for (int i = 0; i < 4; ++i) add<<<1, 96>>>(out, n);
    apply<<<1, 8>>>([=] __device__(float x) { return x + n; }, out);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return std::getchar() == EOF ? 0 : 1; // nothing to read
}
)";

} // namespace

class TestRunProgram : public QObject {
    Q_OBJECT

    static nlohmann::json report(const warpbench::platform::ProgramResult& result) {
        return CliFixture::document(result);
    }
    static bool says(const warpbench::platform::ProgramResult& result, const char* words) {
        return result.errors.find(words) != std::string::npos;
    }

  private slots:
    void initTestCase() {
        using namespace warpbench::compile;
        if (toolkitProgram("nvcc", ToolkitSearch::ofThisMachine()).empty())
            QSKIP("no nvcc was found, and it builds whole programs");
        if (!std::filesystem::exists(CliFixture::program().parent_path() / "libcuda" /
                                     "libcudart.so.13"))
            QSKIP("this build has no CUDA runtime");
    }

    /// First launches with the program's sizes and data; `add` uses the result of `twice`.
    void theSetUpIsWhatTheProgramDoes() {
        const CliFixture fixture;
        std::string text = kProgram;
        text.erase(text.find("    apply<<<"),
                   text.find("    std::printf") - text.find("    apply<<<"));
        fixture.write("program.cu", text);
        const auto ran = fixture.run(
            {"run", "program.cu", "--json", "--export", "out=out.csv", "--export", "in=in.csv"});
        QVERIFY2(ran.status.code == 0, ran.errors.c_str());
        QVERIFY2(says(ran, "comes from a run of the program"), ran.errors.c_str());
        QVERIFY2(says(ran, "add was launched 4 times"), ran.errors.c_str());
        const nlohmann::json document = report(ran);
        QCOMPARE(document["launches"].size(), std::size_t(2));
        QCOMPARE(document["launches"][0]["grid"].dump(), std::string("[3,1,1]"));
        QCOMPARE(document["launches"][1]["block"].dump(), std::string("[96,1,1]"));
        QCOMPARE(document["buffers"].size(), std::size_t(2));
        const QStringList in =
            QString::fromStdString(fixture.text("in.csv")).simplified().split(' ');
        const QStringList out =
            QString::fromStdString(fixture.text("out.csv")).simplified().split(' ');
        QCOMPARE(in.size(), 77);
        QCOMPARE(out.size(), 77);
        for (int i = 0; i < 77; ++i)
            QCOMPARE(out[i].toDouble(), 6 * in[i].toDouble() + 1);
    }

    /// `convert` saves the program's behaviour: the project is self-contained, with its data next
    /// to it.
    void theSetUpCanBeKept() {
        const CliFixture fixture;
        std::string text = kProgram;
        text.erase(text.find("    apply<<<"),
                   text.find("    std::printf") - text.find("    apply<<<"));
        fixture.write("program.cu", text);
        const auto made = fixture.run({"convert", "program.cu", "--run"});
        QVERIFY2(made.status.code == 0, made.errors.c_str());
        QVERIFY(std::filesystem::exists(fixture.file("program_data/in.npy")));
        const auto ran = fixture.run({"run", "program.warpbench", "--json", "--export",
                                      "out=out.csv", "--export", "in=in.csv"});
        QVERIFY2(ran.status.code == 0, ran.errors.c_str());
        QVERIFY(!says(ran, "comes from a run"));
        QCOMPARE(report(ran)["launches"].size(), std::size_t(2));
        const QStringList in =
            QString::fromStdString(fixture.text("in.csv")).simplified().split(' ');
        const QStringList out =
            QString::fromStdString(fixture.text("out.csv")).simplified().split(' ');
        QCOMPARE(in.size(), 77);
        for (int i = 0; i < 77; ++i)
            QCOMPARE(out[i].toDouble(), 6 * in[i].toDouble() + 1);
    }

    /// With --run, a failed run is not replaced by a guess.
    void aGuessIsNoRun() {
        const CliFixture fixture;
        fixture.write("program.cu", kProgram); // its lambda needs an option of nvcc's
        QVERIFY(fixture.run({"convert", "program.cu", "--run"}).status.code != 0);
        QVERIFY(!std::filesystem::exists(fixture.file("program.warpbench")));
        QCOMPARE(fixture.run({"convert", "program.cu", "--guess"}).status.code, 0);
        QVERIFY(std::filesystem::exists(fixture.file("program.warpbench")));
    }

    void definesReachTheProgram() {
        const CliFixture fixture;
        fixture.write("program.cu", kProgram);
        const auto ran =
            fixture.run({"run", "program.cu", "-D", "TIMES=10", "--export", "out=out.csv"});
        // Without --extended-lambda nvcc refuses the program: so the set-up is guessed.
        QVERIFY2(says(ran, "the set-up is guessed from the source: nvcc cannot build the program"),
                 ran.errors.c_str());
        std::string text = kProgram;
        text.replace(text.find("[=] __device__(float x) { return x + n; }"),
                     std::string("[=] __device__(float x) { return x + n; }").size(), "Add{1}");
        text.insert(
            text.find("int main"),
            "struct Add { float k; __device__ float operator()(float x) { return x + k; } };\n");
        fixture.write("program.cu", text);
        const auto built =
            fixture.run({"run", "program.cu", "-D", "TIMES=10", "--json", "--export", "in=in.csv"});
        QVERIFY2(says(built, "comes from a run of the program"), built.errors.c_str());
        QCOMPARE(report(built)["launches"].size(), std::size_t(3));
    }

    /// Without running anything, as with settings, which are of the guess's parameters.
    void aGuessIsKept_data() {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("asked for") << QStringList{"--guess"};
        QTest::newRow("settings") << QStringList{"--set", "n=50"};
    }
    void aGuessIsKept() {
        QFETCH(QStringList, options);
        const CliFixture fixture;
        fixture.write(
            "program.cu",
            "#include <cstdio>\n__global__ void k(int* p, int n) { p[threadIdx.x] = n; }\n"
            "int main() { int n = 60, *p; cudaMalloc(&p, n * 4);\n"
            "  std::FILE* file = std::fopen(\"ran\", \"w\"); std::fclose(file);\n"
            "  k<<<1, n>>>(p, n); return cudaDeviceSynchronize(); }\n");
        std::vector<std::string> all{"run", "program.cu"};
        for (const QString& option : options)
            all.push_back(option.toStdString());
        const auto ran = fixture.run(all);
        QVERIFY2(ran.status.code == 0, ran.errors.c_str());
        QVERIFY(!says(ran, "comes from a run"));
        QVERIFY(!std::filesystem::exists(fixture.file("ran")));
        QCOMPARE(fixture.run({"run", "program.cu"}).status.code, 0);
        QVERIFY(std::filesystem::exists(fixture.file("ran"))); // it would have been seen
    }

    /// The faulty launch is in the set-up, and fails again.
    void aFaultOfTheProgramIsFound() {
        const CliFixture fixture;
        fixture.write("program.cu",
                      "__global__ void good(int* p) { p[threadIdx.x] = 1; }\n"
                      "__global__ void bad(int* p, int n) { p[threadIdx.x * n] = 1; }\n"
                      "int main() { int* p; cudaMalloc(&p, 256); good<<<1, 64>>>(p);\n"
                      "  bad<<<1, 64>>>(p, 1 << 24); return cudaDeviceSynchronize() != 0; }\n");
        const auto ran = fixture.run({"run", "program.cu"});
        QCOMPARE(ran.status.code, 4);
        QVERIFY2(says(ran, "the program ended with exit code 1"), ran.errors.c_str());
        QVERIFY2(says(ran, "program.cu:2: error: access out of bounds"), ran.errors.c_str());
    }

    /// Pointers in memory, and a variable that the program changes between launches: that launch
    /// cannot be beside the first.
    void launchesThatDoNotFitAreLeftOut() {
        const CliFixture fixture;
        fixture.write("program.cu", R"(struct Node { int value; Node* next; };
__constant__ int step;
__global__ void walk(Node* node, int* sum) { for (*sum = 0; node; node = node->next) *sum += node->value; }
__global__ void move(int* p) { *p += step; }
__global__ void jump(int* p) { *p += 10 * step; }
int main() {
    Node *head = nullptr, *next; int *sum, one = 1, two = 2;
    for (int i = 1; i < 5; ++i) {
        Node node{i, head};
        cudaMalloc(&next, sizeof node);
        cudaMemcpy(next, &node, sizeof node, cudaMemcpyHostToDevice);
        head = next;
    }
    cudaMalloc(&sum, 4);
    walk<<<1, 1>>>(head, sum);
    cudaMemcpyToSymbol(step, &one, 4);
    move<<<1, 1>>>(sum);
    cudaMemcpyToSymbol(step, &two, 4);
    jump<<<1, 1>>>(sum);
    return cudaDeviceSynchronize();
}
)");
        const auto ran = fixture.run({"run", "program.cu", "--json", "--export", "sum=sum.csv"});
        QVERIFY2(ran.status.code == 0, ran.errors.c_str());
        QVERIFY2(says(ran, "The launch of jump is left out: the variable step had another value"),
                 ran.errors.c_str());
        QCOMPARE(report(ran)["launches"].size(), std::size_t(2));
        QCOMPARE(QString::fromStdString(fixture.text("sum.csv")).simplified(), QString("11"));
    }
};

WARPBENCH_TEST(TestRunProgram)
} // namespace tst_run_program

#include "tst_run_program.moc"
