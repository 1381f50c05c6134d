// SPDX-License-Identifier: GPL-3.0-or-later
// `warpbench-cli exec --device 0`: whole programs on a real GPU. A driver that looks real stands in
// for NVIDIA's unless WARPBENCH_TEST_GPU is 1.
#include "cli_fixture.h"
#include "core/toolkit/toolkit.h"
#include "gpu_environment.h"
#include "tests/main.h"

#include <QTest>

#include <filesystem>

namespace tst_exec_on_gpu {

using namespace warpbench;

namespace {

constexpr const char* kProgram = R"(#include <cstdio>
__device__ int factor = 2;
__global__ void scale(int* p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= factor;
}
__global__ void add(int* p, int n, int value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += value;
}
int main() {
    const int n = 1000;
    int sum = 0, *p, h[n];
    cudaMalloc(&p, n * sizeof(int));
    cudaMemset(p, 0, n * sizeof(int));
    for (int i = 0; i < 3; ++i) {
        add<<<(n + 127) / 128, 128>>>(p, n, i + 1);
        scale<<<(n + 127) / 128, 128>>>(p, n);
    }
    cudaError_t error = cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) sum += h[i];
    std::printf("%s %d\n", cudaGetErrorName(error), sum);
}
)";
const std::string kOutput = "cudaSuccess 22000\n";

} // namespace

class TestExecOnGpu : public QObject {
    Q_OBJECT

    static platform::ProgramResult run(const CliFixture& fixture,
                                       std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"exec", "--device", "0"});
        return fixture.run(std::move(arguments), gpuEnvironment());
    }

    /// Whether a run of the captured project gives what the program had.
    static bool isReplayed(const CliFixture& fixture) {
        return fixture.run({"run", "captured", "--repeats", "1"}).status.code == 0;
    }

    static void captureIsReplayed(const CliFixture& fixture, std::vector<std::string> command) {
        command.insert(command.begin(), {"--capture", "scale#2", "--to", "captured"});
        const auto ran = run(fixture, command);
        QVERIFY2(ran.status.code == 0, ran.errors.c_str());
        QCOMPARE(ran.output, kOutput);
        QVERIFY2(ran.errors.find("warning") == std::string::npos, ran.errors.c_str());
        QVERIFY(isReplayed(fixture));
        const auto notes = fixture.json("captured/scale.warpbench").at("notes").get<std::string>();
        QVERIFY2(notes.starts_with("Launch 2 of `scale`"), notes.c_str());
        QVERIFY2(notes.find("captured on a simulated") == std::string::npos, notes.c_str());
    }

    /// Builds the program as its user would. \returns what nvcc says where it does not
    static std::string built(const CliFixture& fixture, const std::string& runtime) {
        const auto nvcc = compile::toolkitProgram("nvcc", compile::ToolkitSearch::ofThisMachine());
        const auto libraries = nvcc.parent_path().parent_path() / "lib64";
        platform::ProgramOptions how;
        how.folder = fixture.folder();
        how.arguments = {"-o",
                         "program",
                         "program.cu",
                         "-cudart",
                         runtime,
                         "-Xlinker",
                         "-rpath=" + libraries.string()};
        const auto result = platform::runProgram(nvcc, how);
        return result.status.ok() ? "" : result.output + result.errors;
    }

  private slots:
    void initTestCase() {
        if (const std::string problem = gpuProblem(); !problem.empty())
            QSKIP(problem.c_str());
        if (compile::toolkitProgram("nvcc", compile::ToolkitSearch::ofThisMachine()).empty())
            QSKIP("no nvcc was found, and it builds whole programs");
    }

    void aProgramRuns() {
        const CliFixture fixture;
        fixture.write("program.cu", kProgram);
        const auto ran = run(fixture, {"program.cu"});
        QVERIFY2(ran.status.code == 0, ran.errors.c_str());
        QCOMPARE(ran.output, kOutput);
    }

    void launchesAreListed() {
        const CliFixture fixture;
        fixture.write("program.cu", kProgram);
        const auto ran = run(fixture, {"--launches", "list.json", "program.cu"});
        QVERIFY2(ran.status.code == 0, ran.errors.c_str());
        QCOMPARE(ran.output, kOutput);
        const auto loops = fixture.json("list.json").at("loops");
        QCOMPARE(loops.size(), std::size_t(1));
        QCOMPARE(loops[0]["times"].dump(), std::string("3"));
        QCOMPARE(loops[0]["launches"][1]["kernel"].get<std::string>(), std::string("scale"));
        QCOMPARE(loops[0]["launches"][1]["grid"].dump(), std::string("[8,1,1]"));
    }

    void aLaunchBecomesAProject() {
        const CliFixture fixture;
        fixture.write("program.cu", kProgram);
        captureIsReplayed(fixture, {"program.cu"});
        QVERIFY(std::filesystem::exists(fixture.file("captured/program.cu")));
    }

    void aProgramOfTheDriverApiIsCaptured() {
        const CliFixture fixture;
        const auto program = platform::executableFolder() / "recorder_program";
        const auto ran = run(fixture, {"--capture", "add#2", "--to", "captured", program.string(),
                                       "addresses", "adds"});
        QVERIFY2(ran.status.code == 0, ran.errors.c_str());
        QCOMPARE(ran.output, std::string("adds 14 14\nfreed again 1\n"));
        QVERIFY2(ran.errors.find("warning") == std::string::npos, ran.errors.c_str());
        QVERIFY(isReplayed(fixture));
    }

    void whatIsNotThereIsNamed_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, QStringList options, const char* words) {
            QTest::newRow(name) << options << words;
        };
        row("kernel", {"--capture", "scal", "--to", "captured"}, "did you mean scale?");
        row("number", {"--capture", "scale#4", "--to", "captured"}, "write --capture scale#3");
        row("faults", {"--check", "faults"}, "--check faults needs a simulated GPU");
        row("profile", {"--profile"}, "--profile needs a simulated GPU");
        row("metrics", {"--metrics"}, "--metrics needs a simulated GPU");
        row("estimate", {"--estimate"}, "--estimate needs a simulated GPU");
    }
    void whatIsNotThereIsNamed() {
        QFETCH(QStringList, options);
        QFETCH(QString, words);
        const CliFixture fixture;
        fixture.write("program.cu", kProgram);
        std::vector<std::string> arguments;
        for (const QString& option : options)
            arguments.push_back(option.toStdString());
        arguments.emplace_back("program.cu");
        const auto ran = run(fixture, arguments);
        QVERIFY2(ran.status.code == 2, ran.errors.c_str());
        QVERIFY2(ran.errors.find(words.toStdString()) != std::string::npos, ran.errors.c_str());
    }

    void nvidiasRuntimesAreRecorded_data() {
        QTest::addColumn<QString>("runtime");
        QTest::newRow("static") << "static";
        QTest::newRow("shared") << "shared";
    }
    void nvidiasRuntimesAreRecorded() {
        if (!gpuIsReal())
            QSKIP("NVIDIA's runtime works on NVIDIA's driver alone");
        QFETCH(QString, runtime);
        const CliFixture fixture;
        fixture.write("program.cu", kProgram);
        const std::string problem = built(fixture, runtime.toStdString());
        QVERIFY2(problem.empty(), problem.c_str());
        captureIsReplayed(fixture, {"./program"});
    }
};

WARPBENCH_TEST(TestExecOnGpu)
} // namespace tst_exec_on_gpu

#include "tst_exec_on_gpu.moc"
