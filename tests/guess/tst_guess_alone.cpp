// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels without a program: their text determines launch and data.
#include "core/plan/evaluate.h"
#include "tests/guess/guess_of.h"
#include "tests/main.h"

#include <QStringList>
#include <QTest>

#include <string>
#include <vector>

namespace tst_guess_alone {

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
    for (const project::Buffer& buffer : guess.project.buffers)
        if (buffer.name == name)
            return joined(buffer.shape);
    return QStringLiteral("no buffer");
}

} // namespace

class TstGuessAlone : public QObject {
    Q_OBJECT

  private slots:
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
        // Zeros would only give zeros; buffers to which it adds start with them.
        QCOMPARE(bufferNamed(guess, "a")->init.kind, project::Init::Kind::normal);
        QCOMPARE(bufferNamed(guess, "c")->init.kind, project::Init::Kind::zeros);
    }

    void aTileGivesTheBlockAndRowsGiveTheBuffers() {
        const ProgramGuess guess = guessOf(R"(
#define TILE 32
__global__ void transpose(float *odata, const float *idata, int width, int height)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = idata[y * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width) odata[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
)");
        const project::Launch& launch = guess.project.launches.at(0);
        QCOMPARE(joined(launch.block), QStringLiteral("32, 32"));
        QCOMPARE(joined(launch.grid), QStringLiteral("ceil_div(width, 32), ceil_div(height, 32)"));
        QCOMPARE(shapeOf(guess, "idata"), QStringLiteral("height, width"));
        QCOMPARE(shapeOf(guess, "odata"), QStringLiteral("width, height"));
        QVERIFY(!guess.project.parameters.contains("block"));
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QVERIFY(plan.launches.at(0).grid[0] == 8 && plan.launches.at(0).grid[1] == 8);
    }

    /// Where nothing says how large a block is, it is 16 × 16; a row is as long as any parameter
    /// says that the elements are counted by.
    void aPictureIsCountedByItsColumns() {
        const ProgramGuess guess = guessOf(R"(
__global__ void grey(const uchar4* const rgba, unsigned char* const out, int numRows, int numCols)
{
    const int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= numCols || r >= numRows) return;
    int at = r * numCols + c;
    out[at] = rgba[at].x;
}
)");
        const project::Launch& launch = guess.project.launches.at(0);
        QCOMPARE(joined(launch.block), QStringLiteral("16, 16"));
        QCOMPARE(joined(launch.grid),
                 QStringLiteral("ceil_div(numCols, 16), ceil_div(numRows, 16)"));
        QCOMPARE(shapeOf(guess, "out"), QStringLiteral("numRows, numCols"));
        project::makePlan(guess.project);
    }

    /// A filter as large as the picture would take minutes.
    void aFilterIsSmall() {
        const ProgramGuess guess = guessOf(R"(
__global__ void blur(const unsigned char* in, unsigned char* out, int numRows, int numCols,
                     const float* filter, const int filterWidth)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int i = 0; i < filterWidth; ++i)
        for (int j = 0; j < filterWidth; ++j)
            sum += filter[i * filterWidth + j] * in[(y + i) * numCols + x + j];
    out[y * numCols + x] = sum;
}
)");
        QCOMPARE(shapeOf(guess, "filter"), QStringLiteral("filterWidth, filterWidth"));
        QCOMPARE(guess.project.parameters.at("filterWidth").text, std::string("5"));
        QCOMPARE(shapeOf(guess, "in"), QStringLiteral("numRows, numCols"));
        QVERIFY(!guess.project.parameters.contains("n")); // it would not add information
        project::makePlan(guess.project);
    }

    void squareMatricesHaveOneSide() {
        const ProgramGuess guess = guessOf(R"(
__global__ void multiply(const float* A, const float* B, float* C, int N)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < N; ++k) sum += A[row * N + k] * B[k * N + col];
    C[row * N + col] = sum;
}
)");
        QCOMPARE(joined(guess.project.launches.at(0).grid),
                 QStringLiteral("ceil_div(N, 16), ceil_div(N, 16)"));
        for (const char* name : {"A", "B", "C"})
            QCOMPARE(shapeOf(guess, name), QStringLiteral("N, N"));
        QCOMPARE(guess.project.parameters.at("N").text, std::string("256"));
    }

    void aMatrixProductHasThreeSides_data() {
        QTest::addColumn<QString>("rows"); // of A and B: how the kernel computes the index
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::newRow("as usual") << "sum += A[row * K + i] * B[i * N + col];"
                                  << "M, K"
                                  << "K, N";
        QTest::newRow("B transposed") << "sum += A[row * K + i] * B[col * K + i];"
                                      << "M, K"
                                      << "N, K";
        QTest::newRow("A by columns") << "sum += A[i * M + row] * B[i * N + col];"
                                      << "K, M"
                                      << "K, N";
        // Of these only the names say it.
        QTest::newRow("by tiles") << "sum += A[row * K + i] * B[(i + threadIdx.y) * N + col];"
                                  << "M, K"
                                  << "K, N";
        QTest::newRow("handed on") << "sum += at(A, row, i) * at(B, i, col);"
                                   << "M, K"
                                   << "K, N";
    }
    void aMatrixProductHasThreeSides() {
        QFETCH(QString, rows);
        QFETCH(QString, a);
        QFETCH(QString, b);
        const ProgramGuess guess = guessOf(R"(
__global__ void gemm(int M, int N, int K, const float* A, const float* B, float* C)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N) return;
    float sum = 0;
    for (int i = 0; i < K; ++i) )" + rows.toStdString() +
                                           R"(
    C[row * N + col] = sum;
}
)");
        QCOMPARE(shapeOf(guess, "A"), a);
        QCOMPARE(shapeOf(guess, "B"), b);
        QCOMPARE(shapeOf(guess, "C"), QStringLiteral("M, N"));
        QCOMPARE(joined(guess.project.launches.at(0).grid),
                 QStringLiteral("ceil_div(N, 16), ceil_div(M, 16)"));
        project::makePlan(guess.project);
    }

    void oneDimensionStaysAsItWas() {
        const ProgramGuess guess = guessOf(
            "__global__ void add(const float* a, float* b, int n) { b[threadIdx.x] += a[0]; }\n");
        QCOMPARE(joined(guess.project.launches.at(0).grid), QStringLiteral("ceil_div(n, block)"));
        QCOMPARE(shapeOf(guess, "a"), QStringLiteral("n"));
        QVERIFY(guess.project.parameters.contains("block"));
    }

    /// Whatever the text, its guess can be planned.
    void whatMakesNoSenseStaysOneDimensional() {
        for (const char* side : {"(0.0 / 0)", "1e300", "-4", "4000000", "4"}) {
            const std::string define = std::string("#define W ") + side;
            const ProgramGuess guess = guessOf(define + R"(
__global__ void k(float* p) {
    __shared__ float t[W][W + 1];
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    p[y * W + x] = t[0][0];
}
)");
            project::makePlan(guess.project);
            const bool rows = shapeOf(guess, "p").contains(QLatin1Char(','));
            QCOMPARE(rows, std::string(side) == "4");
        }
    }

    /// A buffer that an earlier kernel has too keeps its shape, and whatever is guessed can be run.
    void kernelsBesideEachOtherShareTheirBuffers() {
        const ProgramGuess guess = guessOf(R"(
__global__ void fill(float* data, int n) { data[blockIdx.x * blockDim.x + threadIdx.x] = n; }
__global__ void blur(const float* data, float* out, int n) {
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    out[y * n + x] = data[y * n + x];
}
)");
        QCOMPARE(guess.project.launches.size(), std::size_t(2));
        QCOMPARE(shapeOf(guess, "data"), QStringLiteral("n"));
        QCOMPARE(shapeOf(guess, "out"), QStringLiteral("n, n"));
        QVERIFY(guess.project.parameters.contains("block")); // the first one's
        project::makePlan(guess.project);
    }

    /// Results of zeros say nothing of why.
    void constantMemoryThatNothingFillsIsAskedFor() {
        const char* const kernel = "#define WIDTH 7\n"
                                   "__constant__ float mask[WIDTH];\n"
                                   "__constant__ float scale = 2;\n"
                                   "__device__ int hits;\n"
                                   "__global__ void k(float* out, int n) { out[0] = mask[n]; }\n";
        const ProgramGuess alone = guessOf(kernel);
        QCOMPARE(constantsAskedFor(alone), QStringList(QStringLiteral("mask")));
        const ProgramGuess program =
            guessOf(std::string(kernel) + "int main() { float h[7] = {1, 2, 3, 4, 3, 2, 1}, *d;\n"
                                          "  cudaMalloc(&d, 40);\n"
                                          "  cudaMemcpyToSymbol(mask, h, sizeof h);\n"
                                          "  k<<<1, 1>>>(d, 3); }\n");
        QCOMPARE(constantsAskedFor(program), QStringList());
        QVERIFY(program.project.constants.contains("mask"));
        // One question about unknown data copied there.
        const ProgramGuess unknown =
            guessOf(std::string(kernel) + "int main() { float *h = load(), *d;\n"
                                          "  cudaMalloc(&d, 40);\n"
                                          "  cudaMemcpyToSymbol(mask, h, 28);\n"
                                          "  k<<<1, 1>>>(d, 3); }\n");
        QCOMPARE(constantsAskedFor(unknown), QStringList(QStringLiteral("mask")));
    }

  private:
    static QStringList constantsAskedFor(const ProgramGuess& guess) {
        QStringList names;
        for (const Question& question : guess.questions)
            if (question.subject == Question::Subject::constant)
                names << QString::fromStdString(question.name);
        return names;
    }
};

WARPBENCH_TEST(TstGuessAlone)
} // namespace tst_guess_alone

#include "tst_guess_alone.moc"
