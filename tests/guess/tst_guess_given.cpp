// SPDX-License-Identifier: GPL-3.0-or-later
// Values that a program does not create itself: pointers and sizes passed to a function, as in an
// exercise without main, and memory whose size is computed elsewhere.
#include "core/plan/evaluate.h"
#include "tests/guess/guess_of.h"
#include "tests/main.h"

#include <QStringList>
#include <QTest>

#include <algorithm>
#include <string>

namespace tst_guess_given {

using namespace warpbench;
using namespace warpbench::guess;
using namespace warpbench::test;

namespace {

QString joined(const std::vector<project::Expression>& expressions) {
    QStringList texts;
    for (const project::Expression& one : expressions)
        texts << QString::fromStdString(one.text);
    return texts.join(QStringLiteral(", "));
}

QString shapeOf(const ProgramGuess& guess, const std::string& name) {
    const project::Buffer* buffer = bufferNamed(guess, name);
    return buffer ? joined(buffer->shape) : QStringLiteral("no buffer");
}

bool asks(const ProgramGuess& guess, Question::Kind kind) {
    return std::any_of(guess.questions.begin(), guess.questions.end(),
                       [&](const Question& question) { return question.kind == kind; });
}

} // namespace

class TstGuessGiven : public QObject {
    Q_OBJECT

  private slots:
    void whatIsComparedWithTheNumberOfAnElementIsTheLength() {
        const ProgramGuess guess = guessOf(R"(
__global__ void twice(const float* a, float* b, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) b[i] = 2 * a[i];
}
extern "C" void solve(const float* input, float* output, int N) {
    twice<<<(N + 255) / 256, 256>>>(input, output, N);
}
)");
        QCOMPARE(shapeOf(guess, "a"), QStringLiteral("N"));
        QCOMPARE(shapeOf(guess, "b"), QStringLiteral("N"));
        // Of zeros it would make zeros.
        QCOMPARE(bufferNamed(guess, "a")->init.kind, project::Init::Kind::uniform);
        QCOMPARE(bufferNamed(guess, "b")->init.kind, project::Init::Kind::zeros);
        QVERIFY(asks(guess, Question::Kind::pointer));
        QVERIFY(asks(guess, Question::Kind::pointer_numbers));
        project::makePlan(guess.project);
    }

    void matricesAreAsLargeAsTheirProductNeeds() {
        const ProgramGuess guess = guessOf(R"(
__global__ void gemm(const float* A, const float* B, float* C, int batch, int M, int N, int K) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, b = blockIdx.z;
    float sum = 0;
    for (int k = 0; k < K; ++k)
        sum += A[b * M * K + y * K + k] * B[b * K * N + k * N + x];
    if (y < M && x < N) C[b * M * N + y * N + x] = sum;
}
void solve(const float* A, const float* B, float* C, int batch, int M, int N, int K) {
    gemm<<<dim3((N + 15) / 16, (M + 15) / 16, batch), dim3(16, 16)>>>(A, B, C, batch, M, N, K);
}
)");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        const auto bytes = [&](const std::string& name) {
            for (const project::PlannedBuffer& buffer : plan.buffers)
                if (buffer.name == name)
                    return double(buffer.bytes);
            return 0.0;
        };
        const double side = std::stod(guess.project.parameters.at("M").text);
        // All four go through each other: so they stay small.
        QVERIFY(side >= 32 && side <= 128);
        const double batch = std::stod(guess.project.parameters.at("batch").text);
        for (const char* name : {"A", "B", "C"})
            QCOMPARE(bytes(name), 4 * batch * side * side);
    }

    void thereIsAnElementForEachThread() {
        const ProgramGuess guess = guessOf(R"(
__global__ void add(const float* A, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N * N) C[i] += A[i];
}
void solve(const float* A, float* C, int N) { add<<<(N * N + 255) / 256, 256>>>(A, C, N); }
)");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        for (const project::PlannedBuffer& buffer : plan.buffers)
            QVERIFY(buffer.bytes >= std::uint64_t(4) * 1024 * 1024);
    }

    /// Not all of a kernel's numbers are sides of all that it is given.
    void manyNumbersMakeNoBufferOfPetabytes() {
        const ProgramGuess guess = guessOf(R"(
__global__ void conv(const float* in, float* out, int a, int b, int c, int d, int e, int f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i * f + b] = in[i + a];
}
int main() { conv<<<1024, 256>>>(Net::in(), Net::out(), 256, 256, 256, 256, 256, 256); }
)");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(plan.buffers.size(), std::size_t(2));
        for (const project::PlannedBuffer& buffer : plan.buffers)
            QVERIFY2(buffer.bytes <= std::uint64_t(1) << 28, buffer.name.c_str());
    }

    void shadesAndWindowsAreNoSides() {
        const ProgramGuess guess = guessOf(R"(
__global__ void invert(unsigned char* image, int width, int height) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < width * height) image[4 * i + 1] = 255 - image[4 * i + 1];
}
__global__ void blur(const float* in, const float* mask, float* out, int n, int mask_size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < mask_size; ++j) out[i] += in[i + j] * mask[j];
}
void solve(unsigned char* image, int width, int height, const float* in, const float* mask,
           float* out, int n, int mask_size) {
    invert<<<(width * height + 255) / 256, 256>>>(image, width, height);
    blur<<<n / 256, 256>>>(in, mask, out, n, mask_size);
}
)");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(shapeOf(guess, "mask"), QStringLiteral("mask_size"));
        QCOMPARE(guess.project.parameters.at("mask_size").text, std::string("5"));
        for (const project::PlannedBuffer& buffer : plan.buffers)
            QVERIFY2(buffer.name == "mask" || buffer.bytes >= 16384, buffer.name.c_str());
    }

    /// An object of a class that nobody sees tells the size: so many threads need so much of it.
    void memoryOfUnknownSizeIsEnoughForAllThreads() {
        const ProgramGuess guess = guessOf(R"(
#include "picture.h"
#define DIM 512
__global__ void paint(unsigned char* p) {
    int offset = threadIdx.x + blockIdx.x * 16 + (threadIdx.y + blockIdx.y * 16) * DIM;
    p[offset * 4 + 0] = 0;
    p[offset * 4 + 3] = 255;
}
int main() {
    Picture picture(DIM, DIM);
    unsigned char* p;
    cudaMalloc((void**)&p, picture.size_in_bytes());
    paint<<<dim3(DIM / 16, DIM / 16), dim3(16, 16)>>>(p);
}
)");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(plan.buffers.at(0).bytes, std::uint64_t(512 * 512 * 4));
        QVERIFY(asks(guess, Question::Kind::size));
    }

    void sharedMemoryThatIsNotToldHasAnElementForEachThread() {
        const ProgramGuess told = guessOf(R"(
__global__ void k(float* p) { extern __shared__ double tile[]; tile[threadIdx.x] = p[0]; }
int main() { float* p; cudaMalloc(&p, 400); k<<<2, 64, plan.bytes()>>>(p); }
)");
        const project::LaunchPlan plan = project::makePlan(told.project);
        QCOMPARE(plan.launches.at(0).sharedBytes, std::uint64_t(64 * 8));
        QVERIFY(asks(told, Question::Kind::dynamic_shared));

        const ProgramGuess alone = guessOf(
            "__global__ void k(float* p, int n) { extern __shared__ __align__(16) float tile[];\n"
            "  int i = threadIdx.x; if (i < n) tile[i] = p[i]; }\n");
        QCOMPARE(project::makePlan(alone.project).launches.at(0).sharedBytes,
                 std::uint64_t(256 * 4));
        QVERIFY(asks(alone, Question::Kind::dynamic_shared_alone));

        // Assumes nothing if the program does not specify it or the kernel lacks such an array.
        const ProgramGuess none =
            guessOf("__global__ void k(float* p) { __shared__ float tile[32]; tile[0] = p[0]; }\n"
                    "int main() { float* p; cudaMalloc(&p, 400); k<<<2, 64, 0>>>(p); }\n");
        QCOMPARE(project::makePlan(none.project).launches.at(0).sharedBytes, std::uint64_t(0));
        QVERIFY(!asks(none, Question::Kind::dynamic_shared));
    }

    void moreSharedMemoryIsAskedForWhereTheProgramDoes() {
        const auto guessed = [](const std::string& ask) {
            return guessOf(
                "__global__ void k(float* p) { extern __shared__ float tile[]; }\n"
                "int main() { float* p; cudaMalloc(&p, 400); const int bytes = 65536;\n" +
                ask + "  k<<<2, 64, bytes>>>(p); }\n");
        };
        const ProgramGuess asked = guessed(
            "CHECK(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));");
        QCOMPARE(project::makePlan(asked.project).launches.at(0).maxDynamicShared,
                 std::optional<std::uint64_t>(65536));
        QVERIFY(!guessed("").project.launches.at(0).maxDynamicShared);
    }

    /// Extensions of a framework check with macros that need no `;`, and ask arrays for their
    /// sizes.
    void sizesOfArraysThatComeFromOutsideAreAssumed() {
        const ProgramGuess guess = guessOf(R"(
__global__ void add(float* a, float* b, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) b[i] += a[i];
}
void launch(Tensor a, Tensor b) {
    CHECK_TYPE(a, kFloat)
    CHECK_TYPE(b, kFloat)
    constexpr int T = 128;
    const int N = a.size(0);
    add<<<(N + T - 1) / T, T>>>(reinterpret_cast<float*>(a.data()), (float*)b.data(), N);
}
)");
        QVERIFY(asks(guess, Question::Kind::unknown_size));
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(plan.launches.at(0).block[0], std::uint32_t(128));
        QCOMPARE(plan.launches.at(0).grid[0], std::uint32_t(8));
        QCOMPARE(shapeOf(guess, "a"), QStringLiteral("N"));
    }

    /// A launching template is evaluated for each set of explicit arguments, once each.
    void aFunctionThatAnotherCallsIsEnteredByIt() {
        const ProgramGuess guess = guessOf(R"(
template <int D> __global__ void k(float* p) { p[threadIdx.x] = D; }
template <int D> void launch(float* p) { constexpr int twice = 2 * D; k<twice><<<1, D>>>(p); }
void run(float* p, int d) {
    switch (d) {
    case 32: launch<32>(p); break;
    case 64: launch<64>(p); break;
    }
}
)");
        QCOMPARE(guess.project.launches.size(), std::size_t(2));
        QCOMPARE(guess.project.launches[0].kernel, std::string("k<64>"));
        QCOMPARE(guess.project.launches[1].kernel, std::string("k<128>"));
    }

    /// A benchmark's header has a size for each of its data sets.
    void ofSeveralDefinitionsTheOneThatHoldsCounts() {
        const ProgramGuess guess = guessOf(R"(
# if !defined(MINI) && !defined(LARGE)
#  define STANDARD
# endif
# if !defined(N)
#  ifdef MINI
#define N 128
#  endif
#  ifdef STANDARD
#define N 512
#  endif
#  if defined(LARGE) || N > 1000
#define BLOCK 1024
#  elif N == 512
#define BLOCK 64
#  else
#define BLOCK 128
#  endif
# endif
__global__ void k(float* p) { p[0] = N; }
int main() { float* p; cudaMalloc(&p, N * N * sizeof(float)); k<<<N / BLOCK, BLOCK>>>(p); }
)");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(plan.buffers.at(0).bytes, std::uint64_t(512 * 512 * 4));
        QCOMPARE(plan.launches.at(0).grid[0], std::uint32_t(8));
        QVERIFY(guess.questions.empty());
    }

    void whatTheCompilerIsToldCountsBeforeTheSource() {
        compile::CompileRequest request;
        request.source = "#ifndef N\n#define N 1024\n#endif\n"
                         "__global__ void k(float* p) { p[0] = N; }\n"
                         "int main() { float* p; cudaMalloc(&p, 4 * N); k<<<1, 32>>>(p); }\n";
        request.fileName = "program.cu";
        project::Project project = project::projectForSource("program.cu");
        project.compile.defines["N"] = "96";
        const ProgramGuess guess = guessSetUp(project, request);
        QCOMPARE(project::makePlan(guess.project).buffers.at(0).bytes, std::uint64_t(4 * 96));
    }

    /// For each of several devices, say.
    void pointersInAnArrayHaveMemoryOfTheirOwn() {
        const ProgramGuess guess = guessOf(R"(
__global__ void twice(float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}
int main() {
    const int n = 5000;
    float *part[2], *other[2];
    for (int d = 0; d < 2; ++d) cudaMalloc(&part[d], n * sizeof(float));
    cudaMalloc(&other[1], 3 * n * sizeof(float));
    for (int d = 0; d < 2; ++d) twice<<<20, 256>>>(part[d], n);
    twice<<<20, 256>>>(other[1], n);
}
)");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        for (const project::PlannedBuffer& buffer : plan.buffers)
            QVERIFY2(buffer.bytes >= 20000, buffer.name.c_str());
        QVERIFY(bufferNamed(guess, "other"));
    }

    void aGridOfFractionsIsCutOff() {
        const ProgramGuess guess =
            guessOf("__global__ void k(float* p) { }\n"
                    "int main(int argc, char** argv) { int width = atoi(argv[1]); float* p;\n"
                    "  cudaMalloc(&p, 4 * width);\n"
                    "  dim3 grid((float)(width + 48 - 1) / 48); k<<<grid, 48>>>(p); }\n");
        QCOMPARE(project::makePlan(guess.project).launches.at(0).grid[0], std::uint32_t(2));
    }

    void assumedBlocksCanBeLaunched() {
        const ProgramGuess guess =
            guessOf("__global__ void k(float* p) { }\n"
                    "int main(int argc, char** argv) { int block_size = atoi(argv[1]); float* p;\n"
                    "  cudaMalloc(&p, 4096); dim3 block(block_size, block_size);\n"
                    "  k<<<4, block>>>(p); }\n");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(plan.launches.at(0).block[0] * plan.launches.at(0).block[1], std::uint32_t(1024));
        QVERIFY(guess.questions.at(0).text.ends_with("32 is assumed"));
    }

    void randomBytesAreBytes() {
        const ProgramGuess guess =
            guessOf("__global__ void k(unsigned char* p) { }\n"
                    "int main() { unsigned char* h = new unsigned char[64]; unsigned char* p;\n"
                    "  for (int i = 0; i < 64; ++i) h[i] = rand();\n"
                    "  cudaMalloc(&p, 64); cudaMemcpy(p, h, 64, cudaMemcpyHostToDevice);\n"
                    "  k<<<1, 64>>>(p); }\n");
        const project::Init& init = bufferNamed(guess, "p")->init;
        QCOMPARE(init.kind, project::Init::Kind::randint);
        QCOMPARE(init.low->text, std::string("0"));
        QCOMPARE(init.high->text, std::string("256"));
    }

    void aTemplatesThreadsAreTheBlock() {
        const ProgramGuess guess = guessOf(R"(
template <const int NUM_THREADS = 256 / 4>
__global__ void scale(const float* x, float* y, int N) {
    int i = 4 * (blockIdx.x * NUM_THREADS + threadIdx.x);
    if (i < N) { y[i] = x[i]; y[i + 1] = x[i + 1]; y[i + 2] = x[i + 2]; y[i + 3] = x[i + 3]; }
}
)");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(guess.project.launches.at(0).kernel, std::string("scale<>"));
        QCOMPARE(plan.launches.at(0).block[0], std::uint32_t(64));
        QCOMPARE(plan.launches.at(0).grid[0], std::uint32_t(1024 / (4 * 64)));
    }

    void aSizeForAGpuIsSaidToTakeItsTime() {
        const std::string program =
            "__global__ void k(double* p) { }\n"
            "int main() { const int N = 100000000; const int M = sizeof(double) * N; double* p;\n"
            "  cudaMalloc((void**)&p, M); k<<<(N + 127) / 128, 128>>>(p); }\n";
        QVERIFY(asks(guessOf(program), Question::Kind::large));
        QVERIFY(!asks(guessOf(program), Question::Kind::bytes)); // it uses sizeof
        std::string small = program;
        small.replace(small.find("100000000"), 9, "100000");
        QVERIFY(!asks(guessOf(small), Question::Kind::large));
    }
};

WARPBENCH_TEST(TstGuessGiven)
} // namespace tst_guess_given

#include "tst_guess_given.moc"
