// SPDX-License-Identifier: GPL-3.0-or-later
// Types defined by a program: structs by value, templates, device variables.
#include "core/guess/device_variables.h"
#include "core/plan/evaluate.h"
#include "core/project/project_file.h"
#include "tests/guess/guess_of.h"
#include "tests/main.h"

#include <QStringList>
#include <QTest>

#include <nlohmann/json.hpp>

#include <string>

namespace tst_guess_types {

using namespace warpbench;
using guess::ProgramGuess;
using test::bufferNamed;
using test::guessOf;

class TestGuessTypes : public QObject {
    Q_OBJECT

  private slots:
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
        const project::Buffer* out = bufferNamed(guess, "out");
        QVERIFY(out);
        QCOMPARE(out->dtype.name(), std::string("float32"));
        QCOMPARE(out->shape.at(0).text, std::string("n"));
        QCOMPARE(project::makePlan(guess.project).launches.size(), std::size_t(1));
    }

    /// The first kernel of two dimensions in NVIDIA's guide.
    void arraysOfRowsArePointers() {
        const ProgramGuess guess = guessOf(R"(
#define N 16
__global__ void MatAdd(float A[N][N], const float (*B)[N], float C[N][N]) {
    C[threadIdx.y][threadIdx.x] = A[threadIdx.y][threadIdx.x] + B[threadIdx.y][threadIdx.x];
}
int main() {
    float A[N][N], B[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) { A[i][j] = 1; B[i][j] = 2; }
    float (*dA)[N], (*dB)[N], (*dC)[N];
    cudaMalloc((void **)&dA, sizeof(A));
    cudaMalloc((void **)&dB, sizeof(A));
    cudaMalloc((void **)&dC, sizeof(A));
    cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B, sizeof(A), cudaMemcpyHostToDevice);
    MatAdd<<<1, dim3(N, N)>>>(dA, dB, dC);
}
)");
        QCOMPARE(guess.questions.size(), std::size_t(0));
        const auto& args = guess.project.launches.at(0).args;
        QCOMPARE(std::get<project::BufferArg>(args.at(1).value).buffer, std::string("dB"));
        QCOMPARE(std::get<project::BufferArg>(args.at(1).value).access, project::Access::in);
        QCOMPARE(std::get<project::BufferArg>(args.at(2).value).access, project::Access::out);
        const project::LaunchPlan plan = project::makePlan(guess.project);
        for (const auto& b : plan.buffers) {
            QCOMPARE(b.dtype.name(), std::string("float32"));
            QCOMPARE(b.shape.size(), std::size_t(2));
            QCOMPARE(b.shape[0] * b.shape[1], decltype(b.shape[0] * 1)(256));
        }
        QCOMPARE(bufferNamed(guess, "dB")->init.kind, project::Init::Kind::constant);
    }

    /// As CUDA lays them out: three floats are aligned as one, four as all.
    void structsHaveTheirSize_data() {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<int>("size");
        QTest::newRow("two of three") << QByteArray("struct S { float3 at, to; };") << 24;
        QTest::newRow("four") << QByteArray("struct S { float a; float4 b; };") << 32;
        QTest::newRow("chars") << QByteArray("struct S { uchar3 a; uchar3 b; };") << 6;
        QTest::newRow("nested") << QByteArray(
                                       "struct I { float3 at; };\nstruct S { I a; char c; I b; };")
                                << 28;
        QTest::newRow("pointer") << QByteArray("struct S { int n; float *p; };") << 16;
        QTest::newRow("said") << QByteArray("struct __align__(16) S { int x, y, z; };") << 16;
        QTest::newRow("said of a typedef")
            << QByteArray("typedef struct alignas(2 * 8) { double x; } S;") << 16;
    }
    void structsHaveTheirSize() {
        QFETCH(QByteArray, members);
        QFETCH(int, size);
        const ProgramGuess guess = guessOf(members.toStdString() + R"(
__global__ void k(S *p, char *all) { }
int main() {
    char *all;
    cudaMalloc(&all, 10 * sizeof(S));
    k<<<1, 32>>>((S *)all, all);
}
)");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(plan.buffers.at(0).shape.at(0),
                 decltype(plan.buffers.at(0).shape)::value_type(10 * size));
    }

    /// How a program fills a texture is not followed: it gets a generated image and a
    /// question.
    void aTextureOfTheProgramGetsAPicture() {
        const ProgramGuess guess = guessOf(R"(
__global__ void scale(unsigned char *out, int n, cudaTextureObject_t picture) { }
int main() {
    int n = 256;
    unsigned char *out;
    cudaMalloc(&out, n * n);
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &description, NULL);
    scale<<<n, n>>>(out, n, texture);
}
)");
        const auto& made = guess.project.launches.at(0).args.at(2).value;
        QVERIFY(std::holds_alternative<project::TextureArg>(made));
        QCOMPARE(std::get<project::TextureArg>(made).buffer, std::string("picture"));
        QVERIFY(bufferNamed(guess, "picture"));
        QCOMPARE(bufferNamed(guess, "picture")->shape.size(), std::size_t(2));
        QCOMPARE(guess.questions.size(), std::size_t(1));
        QCOMPARE(guess.questions[0].kind, guess::Question::Kind::pointer_numbers);
    }

    /// Memory that the kernel takes for elements of another size than the program made of it.
    void memoryOfOtherElementsKeepsItsBytes() {
        const ProgramGuess guess = guessOf(R"(
struct Body { float x, y, z, vx, vy, vz; };
__global__ void four(float4 *p, float *q, Body *b, float *all, float4 *plain) { }
int main() {
    int n = 1000;
    int bytes = 2 * n * sizeof(float4);
    float *p, *b;
    float4 *q;
    void *all;
    cudaMalloc(&p, bytes);
    cudaMalloc(&q, n * sizeof(float4));
    cudaMalloc(&b, n * sizeof(Body));
    cudaMalloc(&all, n * sizeof(float));
    std::vector<float> v(4 * n);
    four<<<8, 128>>>((float4 *)p, (float *)q, (Body *)b, (float *)all, (float4 *)v.data());
}
)");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QStringList sizes;
        for (const auto& b : plan.buffers)
            sizes << QStringLiteral("%1 %2 %3")
                         .arg(QString::fromStdString(b.name),
                              QString::fromStdString(b.dtype.name()))
                         .arg(b.shape.at(0));
        QCOMPARE(sizes, (QStringList{"p float4 2000", "q float32 4000", "b float32 6000",
                                     "all float32 1000", "v float4 1000"}));
        QCOMPARE(bufferNamed(guess, "p")->shape.at(0).text, std::string("2 * n"));
        QCOMPARE(bufferNamed(guess, "b")->shape.at(0).text, std::string("n * 6"));
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
        QCOMPARE(guess.questions.size(), std::size_t(2));
        QVERIFY(guess.questions[1].text.find("none of its arguments is a buffer") !=
                std::string::npos);
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
        QCOMPARE(guess.questions.size(), std::size_t(3)); // and that nothing has memory
        QVERIFY(guess.questions[0].text.find("zoom, steps of camera") != std::string::npos);
        QVERIFY(guess.questions[1].text.find("zoom of plain") != std::string::npos);
        const auto& args = guess.project.launches.at(0).args;
        QVERIFY(std::get<project::StructArg>(args[0].value).fields.empty());
        QCOMPARE(std::get<project::StructArg>(args[1].value).fields.size(), std::size_t(1));
    }

    void templatesAreEnteredWithTheirArguments() {
        const ProgramGuess guess =
            guessOf("template <class T> __global__ void k(T *p) { }\n"
                    "template <class T> void run(int n) {\n"
                    "  T *p; cudaMalloc(&p, n * sizeof(T));\n  k<T><<<1, n>>>(p);\n}\n"
                    "int main() { run<double>(32); }\n");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(plan.launches.at(0).kernel, std::string("k<double>"));
        QCOMPARE(guess.project.buffers.at(0).dtype, arrays::DType(arrays::Scalar::float64));
        QCOMPARE(plan.buffers.at(0).shape.at(0),
                 decltype(plan.buffers.at(0).shape)::value_type(32));
    }

    /// Numbers, values of an enum and structs as well, handed on from one template to the next.
    void templatesAreEnteredWithTheirNumbers() {
        const ProgramGuess guess = guessOf(R"(
enum Way { raking, scanning };
struct Pair { int x, y; };
template <class T, int N, Way W> __global__ void k(T *p, ulong n) { }
template <class T, int N, Way W> void test() {
    const int size = N * 4;
    T *p;
    cudaMalloc(&p, size * sizeof(T));
    k<T, N, W><<<size / N, N>>>(p, size);
}
template <int N> void run() { test<Pair, N, scanning>(); }
int main() { run<2 * 64>(); }
)");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(plan.launches.at(0).kernel, std::string("k<Pair, 128, scanning>"));
        QVERIFY(plan.launches[0].grid == (decltype(plan.launches[0].grid){4, 1, 1}));
        QVERIFY(plan.launches[0].block == (decltype(plan.launches[0].block){128, 1, 1}));
        QCOMPARE(plan.buffers.at(0).shape.at(0),
                 decltype(plan.buffers.at(0).shape)::value_type(512 * 8));
        const auto& size = std::get<project::ScalarArg>(guess.project.launches[0].args.at(1).value);
        QCOMPARE(size.type, arrays::DType(arrays::Scalar::uint64));
    }

    /// As C++ finds them, where the launch does not say them.
    void templatesFindTheirArguments() {
        const ProgramGuess guess = guessOf(
            "template <typename I, class T, int N = 4> __global__ void k(T *p, const I *at, T f) "
            "{ }\n"
            "int main() { double *p; int *at; cudaMalloc(&p, 80); cudaMalloc(&at, 40);\n"
            "  k<<<1, 32>>>(p, at, 2.0); }\n");
        QCOMPARE(guess.project.launches.at(0).kernel, std::string("k<int, double>"));
        QCOMPARE(bufferNamed(guess, "p")->dtype, arrays::DType(arrays::Scalar::float64));
        QCOMPARE(bufferNamed(guess, "at")->dtype, arrays::DType(arrays::Scalar::int32));
        const auto& factor = guess.project.launches.at(0).args.at(2);
        QCOMPARE(std::get<project::ScalarArg>(factor.value).type,
                 arrays::DType(arrays::Scalar::float64));
        project::makePlan(guess.project);
    }

    void aTemplateThatNothingLaunchesIsTakenOfNumbers() {
        const ProgramGuess guess =
            guessOf("template <typename scalar_t, typename IndexType>\n"
                    "__global__ void k(const scalar_t *in, scalar_t *out, IndexType n)\n"
                    "{ out[0] = in[n]; }\n"
                    "template <int N> __global__ void other(float *p) { p[N] = 0; }\n");
        QCOMPARE(guess.project.launches.size(), std::size_t(2));
        QCOMPARE(guess.project.launches[1].kernel, std::string("other<16>"));
        QCOMPARE(guess.project.launches[0].kernel, std::string("k<float, int>"));
        QCOMPARE(bufferNamed(guess, "out")->dtype, arrays::DType(arrays::Scalar::float32));
        const auto& args = guess.project.launches[0].args;
        QCOMPARE(std::get<project::BufferArg>(args.at(1).value).access, project::Access::out);
        QCOMPARE(guess.questions.size(), std::size_t(2));
        QVERIFY(guess.questions[0].text.ends_with("it is instantiated as k<float, int>"));
        project::makePlan(guess.project);
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
};

WARPBENCH_TEST(TestGuessTypes)
} // namespace tst_guess_types

#include "tst_guess_types.moc"
