// SPDX-License-Identifier: GPL-3.0-or-later
// The set-up guessed from a program's host code.
#include "core/plan/evaluate.h"
#include "tests/guess/guess_of.h"
#include "tests/main.h"

#include <QTest>

#include <random>
#include <string>

namespace tst_guess {

using namespace warpbench;
using guess::ProgramGuess;
using test::bufferNamed;
using test::guessOf;

namespace {

const char* const kVectorAdd = R"(#include <stdio.h>
__global__ void add(int n, float a, const float *x, float *y) { }
int main(void) {
  int N = 1000;
  float *x, *y, *d_x, *d_y;
  x = (float*)malloc(N * sizeof(float));
  y = (float*)malloc(N * sizeof(float));
  cudaMalloc(&d_x, N * sizeof(float));
  cudaMalloc((void **)&d_y, N * sizeof(float));
  for (int i = 0; i < N; i++) { x[i] = 1.0f; y[i] = i; }
  cudaMemcpy(d_x, x, N * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_y, y, N * sizeof(float), cudaMemcpyHostToDevice);
  int threads = 256;
  add<<<(N + threads - 1) / threads, threads>>>(N, 2.0f, d_x, d_y);
}
)";

} // namespace

class TestGuess : public QObject {
    Q_OBJECT

  private slots:
    void mainIsFollowed() {
        const ProgramGuess guess = guessOf(kVectorAdd);
        QVERIFY(guess.fromHostCode);
        QVERIFY(guess.questions.empty());
        QCOMPARE(guess.project.parameters.at("N").text, std::string("1000"));
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(plan.launches.size(), std::size_t(1));
        QCOMPARE(plan.launches[0].kernel, std::string("add"));
        QVERIFY(plan.launches[0].grid == (decltype(plan.launches[0].grid){4, 1, 1}));
        QVERIFY(plan.launches[0].block == (decltype(plan.launches[0].block){256, 1, 1}));
        const project::Buffer* x = bufferNamed(guess, "d_x");
        QVERIFY(x);
        QCOMPARE(x->init.kind, project::Init::Kind::constant);
        QCOMPARE(x->init.value->text, std::string("1"));
        QCOMPARE(x->shape.at(0).text, std::string("N"));
        QCOMPARE(bufferNamed(guess, "d_y")->init.kind, project::Init::Kind::arange);
        const auto& args = guess.project.launches.at(0).args;
        QCOMPARE(std::get<project::ScalarArg>(args.at(1).value).value.at(0).text, std::string("2"));
        QCOMPARE(std::get<project::BufferArg>(args.at(2).value).access, project::Access::in);
    }

    /// Functions are entered, vectors, dim3, macros and template arguments understood.
    void aProgramOfSeveralFunctions() {
        const ProgramGuess guess = guessOf(R"(#include <vector>
#define TILE 16
#define CHECK(x) do { if ((x) != cudaSuccess) exit(1); } while (0)
typedef double real;
template <typename T, int W> __global__ void mul(const T *a, T *c, int n) { }
void fill(std::vector<real> &v, int n) { for (int i = 0; i < n; ++i) v[i] = rand() / 3.0; }
void launch(real *a, real *c, int n) {
  const int width = 4;
  dim3 block(TILE, TILE);
  dim3 grid((n + TILE - 1) / TILE, (n + block.y - 1) / TILE);
  mul<real, width><<<dim3(n / block.x, grid.y / 2), block, 64 * sizeof(real)>>>(a, c + 8, n);
}
int main(int argc, char **argv) {
  if (argc > 1) { printf("usage"); return 1; }
  const int n = 64;
  std::vector<real> h(n * n);
  fill(h, n * n);
  real *a, *c;
  CHECK(cudaMalloc(&a, n * n * sizeof(real)));
  CHECK(cudaMalloc(&c, n * n * sizeof(real)));
  CHECK(cudaMemcpy(a, h.data(), n * n * sizeof(real), cudaMemcpyHostToDevice));
  launch(a, c, n);
}
)");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(plan.launches.at(0).kernel, std::string("mul<double, 4>"));
        QVERIFY(plan.launches[0].grid == (decltype(plan.launches[0].grid){4, 2, 1}));
        QVERIFY(plan.launches[0].block == (decltype(plan.launches[0].block){16, 16, 1}));
        QCOMPARE(plan.launches[0].sharedBytes, decltype(plan.launches[0].sharedBytes)(512));
        QCOMPARE(bufferNamed(guess, "a")->dtype, arrays::DType(arrays::Scalar::float64));
        QCOMPARE(bufferNamed(guess, "a")->init.kind, project::Init::Kind::uniform);
        const auto& second = guess.project.launches[0].args.at(1);
        QCOMPARE(std::get<project::BufferArg>(second.value).offset->text, std::string("8"));
    }

    /// Arrays that are not separate allocations, as in the first exercises of a course.
    void arraysHaveTheSizeOfAllTheirElements() {
        const ProgramGuess guess = guessOf(R"(#include <cstdio>
const int M = 6;
__global__ void reduce(const int *in, int *out, float *grid, float *each, double *list, int n) { }
int main() {
    const int n = 1000;
    int h[n], sums[4];
    float table[M][n + 1];
    double few[] = {1.5, 2.5, 3.5};
    for (int i = 0; i < n; ++i) h[i] = 1;
    int *in, *out;
    float *grid, *each;
    double *list;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(sums));
    cudaMalloc(&grid, sizeof(table));
    cudaMalloc(&each, n * sizeof(table[0][0]));
    cudaMalloc(&list, sizeof(few));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    reduce<<<4, 256>>>(in, out, grid, each, list, n);
}
)");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        const auto elements = [&](const std::string& name) {
            for (const project::PlannedBuffer& planned : plan.buffers)
                if (planned.name == name)
                    return long(planned.bytes / planned.dtype.size());
            return -1L;
        };
        QCOMPARE(elements("in"), 1000L);
        QCOMPARE(elements("out"), 4L);
        QCOMPARE(elements("grid"), 6 * 1001L);
        QCOMPARE(elements("each"), 1000L);
        QCOMPARE(elements("list"), 3L);
        QCOMPARE(bufferNamed(guess, "in")->shape.at(0).text, std::string("n"));
        QCOMPARE(bufferNamed(guess, "in")->init.kind, project::Init::Kind::constant);
    }

    void pointersAreInOrOutAsKernelAndProgramUseThem() {
        const ProgramGuess guess = guessOf(R"(
__global__ void add(float *a, float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] == a[i] && *b != 1) c[i] = a[i] + b[i];
}
__global__ void sum(float *in, float *out, float *kept, int n) {
    for (int i = 0; i < n; ++i) atomicAdd(out, in[i]);
    kept[0] *= 2; ++kept[1]; atomicAdd(&kept[2], 1.0f);
}
__global__ void half(struct P *p, float *blurred, float *q) {
    p->x = 1; p[1].y = 2; blurred[threadIdx.x] = q[threadIdx.x]; q[3] = 4;
}
struct P { float x, y; };
int main() {
    int n = 1000;
    float *h = (float*)malloc(n * 4), *a, *b, *c, *out, *kept, *blurred; P *p;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); cudaMalloc(&c, n * 4);
    cudaMalloc(&out, 4); cudaMalloc(&kept, 12); cudaMalloc(&p, 2 * sizeof(P)); cudaMalloc(&blurred, n * 4);
    cudaMemcpy(a, h, n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, n * 4, cudaMemcpyHostToDevice);
    cudaMemset(blurred, 0, n * 4);
    add<<<(n + 255) / 256, 256>>>(a, b, c, n);
    cudaMemcpy(h, c, n * 4, cudaMemcpyDeviceToHost);
    sum<<<1, 1>>>(c, out, kept, n);
    half<<<1, 32>>>(p, blurred, c);
}
)");
        using project::Access;
        const auto access = [&](std::size_t launch, std::size_t argument) {
            return std::get<project::BufferArg>(
                       guess.project.launches.at(launch).args.at(argument).value)
                .access;
        };
        QCOMPARE(access(0, 0), Access::in); // only read, if not const
        QCOMPARE(access(0, 1), Access::in);
        QCOMPARE(access(0, 2), Access::out); // nothing was put there
        QCOMPARE(access(1, 0), Access::in);
        QCOMPARE(access(1, 1), Access::out); // reused: starts with the program's contents
        QCOMPARE(access(1, 2), Access::out);
        QCOMPARE(access(2, 0), Access::out);
        QCOMPARE(access(2, 1), Access::inout); // zeros were put there, and may stay
        QCOMPARE(access(2, 2), Access::inout);
    }

    void vectorsKnowTheirSizeAndSinesAreFollowed() {
        const ProgramGuess guess = guessOf(R"(
#include <vector>
__global__ void scale(float *p, int n) { p[threadIdx.x] *= 2; }
int main() {
    int n = 1000, block = 128;
    std::vector<float> h(n);
    for (int i = 0; i < n; i++) h[i] = sinf(i) * cos(i);
    float *d;
    cudaMalloc(&d, h.size() * sizeof(float));
    cudaMemcpy(d, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    int blocks = (int)ceil((float)n / block);
    scale<<<blocks, block>>>(d, n);
}
)");
        QVERIFY(guess.questions.empty());
        const project::Buffer* d = bufferNamed(guess, "d");
        QVERIFY(d);
        QCOMPARE(d->shape.at(0).text, std::string("n"));
        QCOMPARE(d->init.kind, project::Init::Kind::expression);
        QCOMPARE(d->init.expression->text, std::string("sin(i) * cos(i)"));
        QCOMPARE(guess.project.launches.at(0).grid.at(0).text, std::string("ceil(n / block)"));
        QVERIFY(!guess.project.parameters.contains("blocks"));
        QCOMPARE(project::makePlan(guess.project).launches.at(0).grid[0], 8u);
    }

    void whatIsRoundedUpIsSaidSo_data() {
        QTest::addColumn<QByteArray>("grid");
        QTest::addColumn<QString>("said");
        QTest::newRow("number") << QByteArray("(n + 255) / 256") << "ceil_div(n, block)";
        QTest::newRow("variable") << QByteArray("(n + b - 1) / b") << "ceil_div(n, b)";
        QTest::newRow("bracket") << QByteArray("(n + (b - 1)) / b") << "ceil_div(n, b)";
        QTest::newRow("first") << QByteArray("(b + n - 1) / b") << "ceil_div(n, b)";
        QTest::newRow("product") << QByteArray("(n * b + 255) / 256") << "ceil_div(n * b, block)";
        QTest::newRow("two parts") << QByteArray("((n + 1) * (b + 1) + 255) / 256")
                                   << "ceil_div((n + 1) * (b + 1), block)";
        QTest::newRow("macro") << QByteArray("(n + TILE - 1) / TILE") << "ceil_div(n, 32)";
        QTest::newRow("down") << QByteArray("n / b") << "n // b";
        QTest::newRow("another") << QByteArray("(n + 254) / 256") << "(n + 254) // block";
    }
    void whatIsRoundedUpIsSaidSo() {
        QFETCH(QByteArray, grid);
        QFETCH(QString, said);
        const ProgramGuess guess = guessOf("#define TILE 32\n"
                                           "__global__ void k(float *p) { p[0] = 1; }\n"
                                           "int main() { int n = 1000; int b = 64; float *p;\n"
                                           "cudaMalloc(&p, n * 4);\n"
                                           "k<<<" +
                                           grid.toStdString() + ", 256>>>(p); }\n");
        QCOMPARE(QString::fromStdString(guess.project.launches.at(0).grid.at(0).text), said);
    }

    void mappedAndPitchedMemoryIsFollowed() {
        const ProgramGuess guess =
            guessOf("__global__ void k(float *p, float *q, size_t pitch) { p[0] += q[pitch]; }\n"
                    "int main() { int n = 100; float *h, *p, *q; size_t pitch;\n"
                    "  cudaHostAlloc(&h, n * sizeof(float), cudaHostAllocMapped);\n"
                    "  for (int i = 0; i < n; i++) h[i] = i;\n"
                    "  cudaHostGetDevicePointer((void **)&p, h, 0);\n"
                    "  cudaMallocPitch((void **)&q, &pitch, n * sizeof(float), 8);\n"
                    "  k<<<1, 32>>>(p, q, pitch); }\n");
        QCOMPARE(bufferNamed(guess, "h")->init.kind, project::Init::Kind::arange);
        QCOMPARE(project::makePlan(guess.project).buffers.at(1).bytes, std::size_t(3200));
        const auto& pitch = guess.project.launches.at(0).args.at(2);
        QCOMPARE(std::get<project::ScalarArg>(pitch.value).value.at(0).text, std::string("n * 4"));
    }

    void callsMayNestAsDeepAsTheyLike() {
        std::string deep = "i";
        for (int i = 0; i < 20000; ++i)
            deep = "sin(" + deep;
        deep += std::string(20000, ')');
        guessOf(
            "__global__ void k(float *p) { }\nint main() { float a[8]; for (int i = 0; i < 8; i++) "
            "a[i] = " +
            deep + "; k<<<1, 8>>>(a); }\n");
    }

    void anyTextSurvives() {
        const std::string program = kVectorAdd;
        for (std::size_t length = 0; length <= program.size(); ++length)
            guessOf(program.substr(0, length));
        std::mt19937 random(11);
        const std::string pieces[] = {"{",    "}",  "(",   ")",       "<<<",     ">>>",
                                      "?",    ":",  "for", "if",      "=",       ";",
                                      ",",    "[",  "]",   "sizeof(", "new",     "dim3",
                                      "else", "do", "&",   "main(",   "#if 0\n", "\xff"};
        for (int round = 0; round < 1500; ++round) {
            guessOf(test::changed(program, pieces, random));
        }
        for (const char* deep : {"(", "if(a)", "a?b:", "-", "{", "for(;;)", "sizeof("}) {
            std::string text = "int main() { int n = ";
            for (int i = 0; i < 20000; ++i)
                text += deep;
            guessOf(text);
        }
    }
};

WARPBENCH_TEST(TestGuess)
} // namespace tst_guess

#include "tst_guess.moc"
