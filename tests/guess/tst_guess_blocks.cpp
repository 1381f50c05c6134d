// SPDX-License-Identifier: GPL-3.0-or-later
// A block size written as a number in the program, and its effects on the guessed set-up.
#include "core/plan/evaluate.h"
#include "tests/guess/guess_of.h"
#include "tests/main.h"

#include <QTest>

namespace tst_guess_blocks {

using namespace warpbench;
using guess::ProgramGuess;
using test::guessOf;

namespace {

std::string textOf(const std::vector<project::Expression>& extent) {
    std::string text;
    for (const project::Expression& one : extent)
        text += (text.empty() ? "" : " | ") + one.text;
    return text;
}

/// "3 x 2" of a planned extent.
QString sizeOf(const std::array<unsigned, 3>& extent) {
    return QStringLiteral("%1 x %2 x %3").arg(extent[0]).arg(extent[1]).arg(extent[2]);
}

/// A program whose main has these lines.
std::string programOf(const std::string& before, const std::string& lines) {
    return before +
           "__global__ void k(float *p, int n) { p[threadIdx.x] = n; }\n"
           "int main() { float *p; cudaMalloc(&p, 4096);\n" +
           lines + "\n}\n";
}

} // namespace

class TestGuessBlocks : public QObject {
    Q_OBJECT

  private slots:
    /// The grid is an expression of the block's parameter, so it changes with it.
    void aGridFollowsItsBlock_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<QString>("grid");
        QTest::addColumn<QString>("block");
        QTest::addColumn<QString>("parameter"); ///< that is set to 64
        QTest::addColumn<QString>("then");      ///< the grid
        QTest::newRow("two literals")
            << QByteArray() << QByteArray("int n = 1000; k<<<(n + 15) / 16, 16>>>(p, n);")
            << "ceil_div(n, block)"
            << "block"
            << "block"
            << "16 x 1 x 1";
        QTest::newRow("everything a macro")
            << QByteArray("#define N 1024\n#define TPB 128\n")
            << QByteArray("k<<<(N + TPB - 1) / TPB, TPB>>>(p, N);") << "ceil_div(1024, TPB)"
            << "TPB"
            << "TPB"
            << "16 x 1 x 1";
        QTest::newRow("constants of the file")
            << QByteArray("const int N = 1024;\nconstexpr int kThreads = 128;\n")
            << QByteArray("k<<<N / kThreads, kThreads>>>(p, N);") << "1024 // kThreads"
            << "kThreads"
            << "kThreads"
            << "16 x 1 x 1";
        QTest::newRow("a variable for the grid")
            << QByteArray("#define N 1024\n")
            << QByteArray("int blocks = (N + 255) / 256; k<<<blocks, 256>>>(p, N);") << "blocks"
            << "block"
            << "block"
            << "16 x 1 x 1";
        QTest::newRow("ceil")
            << QByteArray()
            << QByteArray("int n = 1000; int b = (int)ceil(n / 256.0); k<<<b, 256>>>(p, n);")
            << "ceil(n / block)"
            << "block"
            << "block"
            << "16 x 1 x 1";
        QTest::newRow("ceil of a number")
            << QByteArray("#define N 1000\n")
            << QByteArray("int b = ceil(N / 256.0); k<<<b, 256>>>(p, N);") << "b"
            << "block"
            << "block"
            << "16 x 1 x 1";
        QTest::newRow("one more") << QByteArray()
                                  << QByteArray("int n = 1000; k<<<n / 256 + 1, 256>>>(p, n);")
                                  << "(n // block) + 1"
                                  << "block"
                                  << "block"
                                  << "16 x 1 x 1";
        QTest::newRow("four of each thread")
            << QByteArray()
            << QByteArray("int n = 4096; k<<<(n + 4 * 128 - 1) / (4 * 128), 128>>>(p, n);")
            << "ceil_div(n, 4 * block)"
            << "block"
            << "block"
            << "16 x 1 x 1";
        QTest::newRow("at most") << QByteArray()
                                 << QByteArray("int n = 4096; k<<<min(32, n / 256), 256>>>(p, n);")
                                 << "min(32, n // block)"
                                 << "block"
                                 << "block"
                                 << "32 x 1 x 1";
        QTest::newRow("plane")
            << QByteArray()
            << QByteArray("int w = 640, h = 100; dim3 b(32, 8);\n"
                          "dim3 g((w + b.x - 1) / b.x, (h + b.y - 1) / b.y); k<<<g, b>>>(p, w);")
            << "ceil_div(w, block_x) | ceil_div(h, block_y)"
            << "block_x | block_y"
            << "block_x"
            << "10 x 13 x 1";
        QTest::newRow("tile")
            << QByteArray("#define TILE 16\n")
            << QByteArray("int w = 640; dim3 b(TILE, TILE); dim3 g(w / TILE, w / TILE);\n"
                          "k<<<g, b>>>(p, w);")
            << "w // TILE | w // TILE"
            << "TILE | TILE"
            << "TILE"
            << "10 x 10 x 1";
        QTest::newRow("a plane in a row")
            << QByteArray() << QByteArray("int n = 65536; k<<<n / 256, dim3(16, 16)>>>(p, n);")
            << "n // (block_x * block_y)"
            << "block_x | block_y"
            << "block_x"
            << "64 x 1 x 1";
        QTest::newRow("handed to a function")
            << QByteArray("void go(float *p, int n, int threads);\n") +
                   QByteArray("__global__ void k(float *p, int n);\n"
                              "void go(float *p, int n, int threads) {\n"
                              "  k<<<(n + threads - 1) / threads, threads>>>(p, n); }\n")
            << QByteArray("int n = 1000; go(p, n, 16);") << "ceil_div(n, threads)"
            << "threads"
            << "threads"
            << "16 x 1 x 1";
        QTest::newRow("a variable already")
            << QByteArray() << QByteArray("int n = 1000, t = 16; k<<<(n + t - 1) / t, t>>>(p, n);")
            << "ceil_div(n, t)"
            << "t"
            << "t"
            << "16 x 1 x 1";
        QTest::newRow("the name is taken")
            << QByteArray()
            << QByteArray("float *block; cudaMalloc(&block, 4096); int n = 1000;\n"
                          "k<<<(n + 15) / 16, 16>>>(block, n);")
            << "ceil_div(n, threads_per_block)"
            << "threads_per_block"
            << "threads_per_block"
            << "16 x 1 x 1";
        QTest::newRow("nothing to follow")
            << QByteArray() << QByteArray("int n = 1000; k<<<4, 256>>>(p, n);") << "4"
            << "256"
            << ""
            << "4 x 1 x 1";
        QTest::newRow("another number")
            << QByteArray() << QByteArray("int n = 1000; k<<<n / 100, 256>>>(p, n);") << "n // 100"
            << "256"
            << ""
            << "10 x 1 x 1";
    }
    void aGridFollowsItsBlock() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, lines);
        QFETCH(QString, grid);
        QFETCH(QString, block);
        QFETCH(QString, parameter);
        QFETCH(QString, then);
        const ProgramGuess guess = guessOf(programOf(before.toStdString(), lines.toStdString()));
        QVERIFY2(guess.questions.empty(),
                 guess.questions.empty() ? "" : guess.questions[0].text.c_str());
        const project::Launch& launch = guess.project.launches.at(0);
        QCOMPARE(QString::fromStdString(textOf(launch.grid)), grid);
        QCOMPARE(QString::fromStdString(textOf(launch.block)), block);
        project::Overrides set;
        if (!parameter.isEmpty())
            set = {{parameter.toStdString(), "64"}};
        QCOMPARE(sizeOf(project::makePlan(guess.project, set).launches.at(0).grid), then);
    }

    /// Launches that write the same number have one parameter, others one each.
    void launchesOfOneSizeShareTheirParameter() {
        const ProgramGuess guess = guessOf(programOf("", "int n = 1024;\n"
                                                         "k<<<n / 256, 256>>>(p, n);\n"
                                                         "k<<<(n + 255) / 256, 256>>>(p, n);\n"
                                                         "k<<<n / 32, 32>>>(p, n);"));
        QCOMPARE(textOf(guess.project.launches.at(0).block), std::string("block"));
        QCOMPARE(textOf(guess.project.launches.at(1).block), std::string("block"));
        QCOMPARE(textOf(guess.project.launches.at(2).block), std::string("threads_per_block"));
        QCOMPARE(guess.project.parameters.at("threads_per_block").text, std::string("32"));
    }

    void sharedMemoryAndSumsOfBlocksFollow() {
        const ProgramGuess guess = guessOf(R"(
#define N 4096
__global__ void sum(const float *in, float *out, int n, int blocks) {
  extern __shared__ float part[];
  out[blockIdx.x] = in[threadIdx.x] + n + blocks;
}
int main() {
  float *in, *out;
  int n = N;
  cudaMalloc(&in, N * sizeof(float));
  cudaMalloc(&out, N / 256 * sizeof(float));
  sum<<<N / 256, 256, 256 * sizeof(float)>>>(in, out, n, N / 256);
}
)");
        const auto at = [&](const char* block) {
            return project::makePlan(guess.project, {{"block", block}});
        };
        for (const auto& [block, blocks] : {std::pair{"256", 16}, std::pair{"64", 64}}) {
            const project::LaunchPlan plan = at(block);
            QCOMPARE(plan.launches.at(0).grid[0], unsigned(blocks));
            QCOMPARE(long(plan.launches[0].sharedBytes), 4L * std::atoi(block));
            for (const project::PlannedBuffer& buffer : plan.buffers)
                QCOMPARE(long(buffer.bytes), buffer.name == "out" ? 4L * blocks : 4L * 4096);
        }
        const auto& args = guess.project.launches.at(0).args;
        QCOMPARE(std::get<project::ScalarArg>(args.at(3).value).value.at(0).text,
                 std::string("4096 // block"));
    }

    /// Buffers indexed by row and column become two-dimensional, so that images are shown as such.
    void picturesHaveRows_data() {
        QTest::addColumn<QByteArray>("index");
        QTest::addColumn<QByteArray>("elements");
        QTest::addColumn<QString>("shape");
        QTest::addColumn<QByteArray>("dtype");
        const QByteArray gray = "uint8";
        QTest::newRow("at once") << QByteArray("y * width + x") << QByteArray("w * h") << "h | w"
                                 << gray;
        QTest::newRow("other way round")
            << QByteArray("x + width * y") << QByteArray("h * w") << "h | w" << gray;
        QTest::newRow("by a variable")
            << QByteArray("at") << QByteArray("w * h") << "h | w" << gray;
        QTest::newRow("a number of them") << QByteArray("at") << QByteArray("n") << "h | w" << gray;
        QTest::newRow("colours") << QByteArray("3 * at + 1") << QByteArray("w * h * 3") << "h | w"
                                 << QByteArray("uchar3");
        QTest::newRow("four of them") << QByteArray("(y * width + x) * 4") << QByteArray("n * 4")
                                      << "h | w" << QByteArray("uchar4");
        QTest::newRow("macros") << QByteArray("y * WIDTH + x") << QByteArray("WIDTH * HEIGHT")
                                << "32 | 64" << gray;
        QTest::newRow("planes") << QByteArray("(2 * y + 1) * width + x")
                                << QByteArray("w * (h * 2)") << "h * 2 | w" << gray;
        QTest::newRow("one index") << QByteArray("x") << QByteArray("w * h") << "w * h" << gray;
        QTest::newRow("a block's part") << QByteArray("blockIdx.x * width + threadIdx.x")
                                        << QByteArray("w * h") << "w * h" << gray;
        QTest::newRow("no whole rows")
            << QByteArray("y * width + x") << QByteArray("w * h + 1") << "(w * h) + 1" << gray;
    }
    void picturesHaveRows() {
        QFETCH(QByteArray, index);
        QFETCH(QByteArray, elements);
        QFETCH(QString, shape);
        QFETCH(QByteArray, dtype);
        const ProgramGuess guess =
            guessOf("#define WIDTH 64\n#define HEIGHT 32\n"
                    "__global__ void k(unsigned char *p, int width) {\n"
                    "  int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "  int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                    "  int at = y * width + x;\n"
                    "  p[" +
                    index.toStdString() +
                    "] = x;\n}\n"
                    "int main() { int w = 64, h = 32; int n = w * h; unsigned char *p;\n"
                    "  cudaMalloc(&p, " +
                    elements.toStdString() +
                    ");\n"
                    "  k<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(p, w); }\n");
        const project::Buffer& buffer = guess.project.buffers.at(0);
        QCOMPARE(QString::fromStdString(textOf(buffer.shape)), shape);
        QCOMPARE(buffer.dtype, *arrays::DType::parse(dtype.toStdString()));
        project::makePlan(guess.project);
    }

    void sharedMemoryAloneIsEnough() {
        const ProgramGuess named = guessOf(programOf(
            "#define TILE 16\n", "int n = 3;\n"
                                 "k<<<4, dim3(TILE, TILE), TILE * TILE * sizeof(float)>>>(p, n);"));
        QCOMPARE(named.project.launches.at(0).shared.text, std::string("(TILE * TILE) * 4"));
        QCOMPARE(textOf(named.project.launches.at(0).block), std::string("TILE | TILE"));
    }
};

WARPBENCH_TEST(TestGuessBlocks)
} // namespace tst_guess_blocks

#include "tst_guess_blocks.moc"
