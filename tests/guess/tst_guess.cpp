// SPDX-License-Identifier: GPL-3.0-or-later
// The set-up that is guessed from a program's host code.
#include "core/guess/device_variables.h"
#include "core/project/evaluate.h"
#include "core/project/project_file.h"
#include "tests/guess/guess_of.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>

using namespace warpbench;
using guess::ProgramGuess;
using test::guessOf;

namespace {

const project::Buffer* buffer(const ProgramGuess& guess, const std::string& name) {
    for (const project::Buffer& b : guess.project.buffers)
        if (b.name == name)
            return &b;
    return nullptr;
}

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
        const project::Buffer* x = buffer(guess, "d_x");
        QVERIFY(x);
        QCOMPARE(x->init.kind, project::Init::Kind::constant);
        QCOMPARE(x->init.value->text, std::string("1"));
        QCOMPARE(x->shape.at(0).text, std::string("N"));
        QCOMPARE(buffer(guess, "d_y")->init.kind, project::Init::Kind::arange);
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
        QCOMPARE(buffer(guess, "a")->dtype, memory::DType(memory::Scalar::float64));
        QCOMPARE(buffer(guess, "a")->init.kind, project::Init::Kind::uniform);
        const auto& second = guess.project.launches[0].args.at(1);
        QCOMPARE(std::get<project::BufferArg>(second.value).offset->text, std::string("8"));
    }

    /// Arrays that are no memory of their own, as they stand in the first exercises of a course.
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
        QCOMPARE(buffer(guess, "in")->shape.at(0).text, std::string("n"));
        QCOMPARE(buffer(guess, "in")->init.kind, project::Init::Kind::constant);
    }

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
        QCOMPARE(access(1, 1), Access::inout); // handed on: nobody knows
        QCOMPARE(access(1, 2), Access::inout);
        QCOMPARE(access(2, 0), Access::out);
        QCOMPARE(access(2, 1), Access::inout); // zeros were put there, and may stay
        QCOMPARE(access(2, 2), Access::inout);
    }

    /// Members are set one by one, in a list, by a function and by default.
    void structsByValueAreFollowed() {
        const ProgramGuess guess = guessOf(R"(
struct Camera { float zoom; int steps; float *out; };
struct Light { float x, y; int kind = 3; unsigned flags; };
typedef struct { int first, last; } Range;
__global__ void draw(Camera camera, Light light, Range range, int n) { camera.out[0] = n; }
void aim(Camera &camera, int n) { camera.steps = n / 2; }
int main() {
    int n = 1000;
    Camera camera;
    camera.zoom = 1.5f;
    aim(camera, n);
    cudaMalloc((void **)&camera.out, n * sizeof(float));
    Light light = {.y = 2.0f};
    light.x = camera.zoom * 2;
    Range range{0, n}, other = range;
    other.first = 4;
    draw<<<1, 32>>>(camera, light, other, n);
}
)");
        QVERIFY2(guess.questions.empty(),
                 guess.questions.empty() ? "" : guess.questions[0].text.c_str());
        const auto field = [&](std::size_t argument, const char* name) -> std::string {
            const auto& fields =
                std::get<project::StructArg>(guess.project.launches.at(0).args.at(argument).value)
                    .fields;
            const auto found = fields.find(name);
            if (found == fields.end())
                return "zeros";
            const auto* number = std::get_if<project::Expression>(&found->second);
            return number ? number->text : std::get<project::BufferArg>(found->second).buffer;
        };
        QCOMPARE(field(0, "zoom"), std::string("1.5"));
        QCOMPARE(field(0, "steps"), std::string("n // 2"));
        QCOMPARE(field(0, "out"), std::string("out"));
        QCOMPARE(field(1, "x"), std::string("3"));
        QCOMPARE(field(1, "y"), std::string("2"));
        QCOMPARE(field(1, "kind"), std::string("3"));
        QCOMPARE(field(1, "flags"), std::string("zeros"));
        QCOMPARE(field(2, "first"), std::string("4"));
        QCOMPARE(field(2, "last"), std::string("n"));
        const project::Buffer* out = buffer(guess, "out");
        QVERIFY(out);
        QCOMPARE(out->dtype.name(), std::string("float32"));
        QCOMPARE(out->shape.at(0).text, std::string("n"));
        QCOMPARE(project::makePlan(guess.project).launches.size(), std::size_t(1));
    }

    /// Structs, vectors and arrays in a struct.
    void nestedMembersAreFollowed() {
        const ProgramGuess guess = guessOf(R"(
struct Lens { float zoom; float3 at; };
struct Scene { Lens lens; Lens eyes[2]; float m[2][2]; int w[3]; Scene *next; float4 tint; };
__global__ void draw(Scene scene, Scene other) { }
int main() {
    int n = 1000;
    Scene scene = {{2.0f, {1, 2, 3}}, {{4.0f}}, {{1, 0}, {0, 1}}};
    scene.w[1] = n / 2;
    scene.eyes[1].at.y = 5.0f;
    scene.tint = make_float4(1.0f, 0.5f, 0, 1.0f);
    Scene other = {};
    other.w[unknown()] = 3;
    other.lens.zoom = unknown();
    draw<<<1, 32>>>(scene, other);
}
)");
        const auto text = [&](std::size_t argument) {
            project::Project one;
            one.launches = {guess.project.launches.at(0)};
            one.launches[0].args = {guess.project.launches[0].args.at(argument)};
            const std::string whole = project::writeProject(one);
            const auto json = nlohmann::json::parse(whole);
            return QString::fromStdString(json["launches"][0]["args"][0]["struct"].dump());
        };
        const QString scene = QStringLiteral(
            "{'eyes':[{'zoom':4},{'at':{'y':5}}],'lens':{'at':{'x':1,'y':2,'z':3},'zoom':2},"
            "'m':[[1,0],[0,1]],'tint':{'w':1,'x':1,'y':0.5},'w':[0,'n // 2',0]}");
        QCOMPARE(text(0).replace(QLatin1Char('"'), QLatin1Char('\'')), scene);
        QCOMPARE(text(1), QStringLiteral("{}"));
        QCOMPARE(guess.questions.size(), std::size_t(1));
        QVERIFY2(guess.questions[0].text.find("lens.zoom, w[0], w[1], w[2] of other") !=
                     std::string::npos,
                 guess.questions[0].text.c_str());
    }

    void whatIsNotKnownOfAStructIsAsked() {
        const ProgramGuess guess = guessOf(R"(
struct Camera { Camera(int n); float zoom; int steps; };
struct Plain { float zoom; int steps; };
__global__ void draw(Camera camera, Plain plain) {}
int main() {
    Camera camera{7};
    Plain plain;
    plain.steps = 4;
    plain.zoom = fromSomewhere();
    draw<<<1, 32>>>(camera, plain);
}
)");
        QCOMPARE(guess.questions.size(), std::size_t(2));
        QVERIFY(guess.questions[0].text.find("zoom, steps of camera") != std::string::npos);
        QVERIFY(guess.questions[1].text.find("zoom of plain") != std::string::npos);
        const auto& args = guess.project.launches.at(0).args;
        QVERIFY(std::get<project::StructArg>(args[0].value).fields.empty());
        QCOMPARE(std::get<project::StructArg>(args[1].value).fields.size(), std::size_t(1));
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
        const project::Buffer* d = buffer(guess, "d");
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

    void templatesAreEnteredWithTheirArguments() {
        const ProgramGuess guess =
            guessOf("template <class T> __global__ void k(T *p) { }\n"
                    "template <class T> void run(int n) {\n"
                    "  T *p; cudaMalloc(&p, n * sizeof(T));\n  k<T><<<1, n>>>(p);\n}\n"
                    "int main() { run<double>(32); }\n");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(plan.launches.at(0).kernel, std::string("k<double>"));
        QCOMPARE(guess.project.buffers.at(0).dtype, memory::DType(memory::Scalar::float64));
        QCOMPARE(plan.buffers.at(0).shape.at(0),
                 decltype(plan.buffers.at(0).shape)::value_type(32));
    }

    void variablesOfTheDeviceAreFoundWithTheirTypes() {
        const auto found = guess::deviceVariables(R"(
#define SIDE 4
__constant__ float weights[SIDE][2 * SIDE];
namespace mine { static __device__ unsigned long long hits = 0; }
extern "C" { __device__ __align__(16) const float4 corner{1, 2, 3, 4}; }
__managed__ int flag; __device__ float* pointer; __constant__ Camera camera;
float onTheHost; __device__ float twice(float x) { return 2 * x; }
__global__ void k() { __shared__ float tile[32]; }
)");
        QStringList text;
        for (const guess::DeviceVariable& v : found)
            text << QString::fromStdString(v.name + "|" + v.declared + "|" +
                                           (v.dtype ? v.dtype->name() : "?"));
        QCOMPARE(text, (QStringList{"weights|float[SIDE][2*SIDE]|float32",
                                    "hits|unsigned long long|uint64", "corner|float4|float4",
                                    "flag|int|int32", "camera|Camera|?"}));
    }

    /// As C++ finds them, where the launch does not say them.
    void templatesFindTheirArguments() {
        const ProgramGuess guess = guessOf(
            "template <typename I, class T, int N = 4> __global__ void k(T *p, const I *at, T f) "
            "{ }\n"
            "int main() { double *p; int *at; cudaMalloc(&p, 80); cudaMalloc(&at, 40);\n"
            "  k<<<1, 32>>>(p, at, 2.0); }\n");
        QCOMPARE(guess.project.launches.at(0).kernel, std::string("k<int, double>"));
        QCOMPARE(buffer(guess, "p")->dtype, memory::DType(memory::Scalar::float64));
        QCOMPARE(buffer(guess, "at")->dtype, memory::DType(memory::Scalar::int32));
        const auto& factor = guess.project.launches.at(0).args.at(2);
        QCOMPARE(std::get<project::ScalarArg>(factor.value).type,
                 memory::DType(memory::Scalar::float64));
        project::makePlan(guess.project);
    }

    void aTemplateThatNothingLaunchesIsTakenOfNumbers() {
        const ProgramGuess guess =
            guessOf("template <typename scalar_t, typename IndexType>\n"
                    "__global__ void k(const scalar_t *in, scalar_t *out, IndexType n)\n"
                    "{ out[0] = in[n]; }\n"
                    "template <int N> __global__ void other(float *p) { p[N] = 0; }\n");
        QCOMPARE(guess.project.launches.size(), std::size_t(1));
        QCOMPARE(guess.project.launches[0].kernel, std::string("k<float, int>"));
        QCOMPARE(buffer(guess, "out")->dtype, memory::DType(memory::Scalar::float32));
        const auto& args = guess.project.launches[0].args;
        QCOMPARE(std::get<project::BufferArg>(args.at(1).value).access, project::Access::out);
        QCOMPARE(guess.questions.size(), std::size_t(1));
        QVERIFY(guess.questions[0].text.ends_with("it is taken as k<float, int>"));
        project::makePlan(guess.project);
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
        QCOMPARE(buffer(guess, "p")->init.kind, project::Init::Kind::uniform);
        QCOMPARE(buffer(guess, "q")->init.kind, project::Init::Kind::zeros);
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
        QCOMPARE(buffer(guess, "h")->init.kind, project::Init::Kind::arange);
        QCOMPARE(project::makePlan(guess.project).buffers.at(1).bytes, std::size_t(3200));
        const auto& pitch = guess.project.launches.at(0).args.at(2);
        QCOMPARE(std::get<project::ScalarArg>(pitch.value).value.at(0).text, std::string("n * 4"));
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

    void kernelsAloneAreGuessedFromTheirParameters() {
        const ProgramGuess guess = guessOf("__global__ void k(float *p, int n) { }\n");
        QVERIFY(!guess.fromHostCode);
        QCOMPARE(guess.project.launches.size(), std::size_t(1));
        QCOMPARE(guess.questions.size(), std::size_t(1));
    }

    void aKernelAloneSaysWhatItReadsAndWrites() {
        const ProgramGuess guess =
            guessOf("namespace mine { __global__ void k(float *a, float *b, float *c, int n) {\n"
                    "    b[0] = a[0]; c[0] += 1; } }\n");
        const auto access = [&](std::size_t i) {
            return std::get<project::BufferArg>(guess.project.launches.at(0).args.at(i).value)
                .access;
        };
        QCOMPARE(access(0), project::Access::in);
        QCOMPARE(access(1), project::Access::out);
        QCOMPARE(access(2), project::Access::inout);
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

QTEST_GUILESS_MAIN(TestGuess)
#include "tst_guess.moc"
