// SPDX-License-Identifier: GPL-3.0-or-later
// `warpbench-cli exec`: complete programs on a simulated GPU.
#include "cli_fixture.h"
#include "core/toolkit/toolkit.h"
#include "tests/main.h"

#include <QRegularExpression>
#include <QTest>

namespace tst_exec {

namespace {

constexpr const char* kDouble = R"(#include <cstdio>
#include <cstdlib>
#include "factor.h"
__global__ void scale(int* p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= FACTOR;
}
int main(int argc, char** argv) {
    int n = argc > 1 ? std::atoi(argv[1]) : 3, sum = 0, *p;
    cudaMallocManaged(&p, n * sizeof(int));
    for (int i = 0; i < n; ++i) p[i] = i;
    scale<<<(n + 127) / 128, 128>>>(p, n);
    cudaError_t error = cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) sum += p[i];
    std::printf("%s %d\n", cudaGetErrorName(error), sum);
    return argc > 2 ? std::atoi(argv[2]) : 0;
}
)";

constexpr const char* kRace = R"(__global__ void race(int* p) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    p[threadIdx.x] = s[63 - threadIdx.x];
}
int main() {
    int* p;
    cudaMalloc(&p, 64 * sizeof(int));
    race<<<1, 64>>>(p);
    return cudaDeviceSynchronize();
}
)";

} // namespace

class TestExec : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        using namespace warpbench::compile;
        if (toolkitProgram("nvcc", ToolkitSearch::ofThisMachine()).empty())
            QSKIP("no nvcc was found, and it builds whole programs");
        if (!std::filesystem::exists(CliFixture::program().parent_path() / "libcuda" /
                                     "libcudart.so.13"))
            QSKIP("this build has no CUDA runtime");
    }

    void aProgramRunsWithItsArguments() {
        const CliFixture fixture;
        fixture.write("double.cu", kDouble);
        fixture.write("factor.h", "#define FACTOR 2\n");
        const auto plain = fixture.run({"exec", "double.cu"});
        QVERIFY2(plain.status.code == 0, plain.errors.c_str());
        QCOMPARE(plain.output, std::string("cudaSuccess 6\n"));
        const auto large = fixture.run({"exec", "double.cu", "--", "1000", "7"});
        QCOMPARE(large.output, std::string("cudaSuccess 999000\n"));
        QCOMPARE(large.status.code, 7);
        // A changed header is noticed, and so is an option.
        fixture.write("factor.h", "#define FACTOR 3\n");
        QCOMPARE(fixture.run({"exec", "double.cu"}).output, std::string("cudaSuccess 9\n"));
        fixture.write("factor.h", "#ifndef FACTOR\n#define FACTOR 3\n#endif\n");
        QCOMPARE(fixture.run({"exec", "-DFACTOR=10", "double.cu"}).output,
                 std::string("cudaSuccess 30\n"));
    }

    void nvccsArchitectureIsReplaced() {
        const CliFixture fixture;
        fixture.write("double.cu", kDouble);
        fixture.write("factor.h", "#define FACTOR 2\n");
        const auto result =
            fixture.run({"exec", "--device", "sim:a100", "double.cu", "-arch=sm_120", "-gencode",
                         "arch=compute_120,code=sm_120", "-O3", "-o", "elsewhere"});
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        QCOMPARE(result.output, std::string("cudaSuccess 6\n"));
        QVERIFY(!std::filesystem::exists(fixture.file("elsewhere")));
    }

    /// Measured on an H200 (driver 580, CUDA 13.0), with a pipe as here: what kernels print comes
    /// behind what the host printed before it waited for them, and failed assertions on standard
    /// error.
    void outputIsInOrder() {
        const CliFixture fixture;
        fixture.write("order.cu", R"(#include <cassert>
#include <cstdio>
#include <unistd.h>
__global__ void k(int i) { printf("device %d\n", i); }
__global__ void bad() { assert(threadIdx.x == 1 && "told"); }
int main() {
    printf("host before\n");
    k<<<1, 1>>>(1);
    printf("host between\n");
    k<<<1, 1>>>(2);
    cudaDeviceSynchronize();
    if (write(1, "raw\n", 4) != 4) return 1;
    printf("host after\n");
    bad<<<1, 2>>>();
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
)");
        const auto ran = fixture.run({"exec", "order.cu"});
        QCOMPARE(ran.output, std::string("host before\nhost between\ndevice 1\ndevice 2\nraw\n"
                                         "host after\ncudaErrorAssert\n"));
        const std::string said = "order.cu:5: void bad(): block: [0,0,0], thread: [0,0,0] "
                                 "Assertion `threadIdx.x == 1 && \"told\"` failed.\n";
        QVERIFY2(ran.errors.ends_with(said), ran.errors.c_str());
        const auto checked = fixture.run({"exec", "--check", "faults", "order.cu"});
        QVERIFY2(checked.errors.find("Assertion `") == std::string::npos, checked.errors.c_str());
        QVERIFY2(checked.errors.find("order.cu:5: assertion") != std::string::npos,
                 checked.errors.c_str());
    }

    /// As in a Makefile: object files, a program, and PTX that is not linked.
    void nvccsPlaceIsTaken() {
        const CliFixture fixture;
        fixture.write("double.cu", kDouble);
        fixture.write("factor.h", "#define FACTOR 2\n");
        const auto call = [&](const std::filesystem::path& program,
                              std::vector<std::string> arguments) {
            warpbench::platform::ProgramOptions options;
            options.arguments = std::move(arguments);
            options.folder = fixture.folder();
            options.environment = fixture.environment();
            options.environment["LD_LIBRARY_PATH"] = std::nullopt;
            return warpbench::platform::runProgram(program, options);
        };
        const auto nvcc = CliFixture::program().parent_path() / "warpbench-nvcc";
        const auto compiled =
            call(nvcc, {"-O2", "-gencode", "arch=compute_80,code=sm_80", "-c", "double.cu"});
        QVERIFY2(compiled.status.ok(), compiled.errors.c_str());
        const auto linked = call(nvcc, {"-arch=native", "double.o", "-o", "double"});
        QVERIFY2(linked.status.ok(), linked.errors.c_str());
        const auto ran = call(fixture.file("double"), {"10"});
        QCOMPARE(ran.output, std::string("cudaSuccess 90\n"));
        QVERIFY(call(nvcc, {"-arch=compute_80", "-ptx", "double.cu"}).status.ok());
        QVERIFY(fixture.text("double.ptx").find(".target sm_80") != std::string::npos);
        const auto wrong = call(nvcc, {"missing.cu"});
        QVERIFY(wrong.status.code != 0);
        QVERIFY2(wrong.errors.find("missing.cu") != std::string::npos, wrong.errors.c_str());
    }

    /// nvcc puts a section of device code into each program that it links, also into those that
    /// call the driver alone.
    void programsOfTheDriverApiRun() {
        const CliFixture fixture;
        fixture.write("driver.cpp", R"(#include <cuda.h>
#include <cstdio>
int main() {
    int count = 0;
    if (cuInit(0) || cuDeviceGetCount(&count)) return 1;
    std::printf("%d\n", count);
}
)");
        fixture.write("runtime.cu", "int main() { return cudaDeviceSynchronize(); }\n");
        const auto link = [&](std::vector<std::string> arguments) {
            warpbench::platform::ProgramOptions options;
            options.arguments = std::move(arguments);
            options.folder = fixture.folder();
            return warpbench::platform::runProgram(
                warpbench::compile::toolkitProgram(
                    "nvcc", warpbench::compile::ToolkitSearch::ofThisMachine()),
                options);
        };
        const auto folder = CliFixture::program().parent_path() / "libcuda";
        const auto linked = link(
            {"-cudart", "none", "driver.cpp", "-o", "driver", "-Xlinker", folder / "libcuda.so.1"});
        QVERIFY2(linked.status.ok(), linked.errors.c_str());
        const auto ran = fixture.run({"exec", "./driver"});
        QVERIFY2(ran.status.ok(), ran.errors.c_str());
        QCOMPARE(ran.output, std::string("1\n"));
        for (const char* strip : {"-g", "-Xlinker=-s"}) {
            QVERIFY(link({"runtime.cu", strip, "-o", "runtime"}).status.ok());
            const auto refused = fixture.run({"exec", "./runtime"});
            QCOMPARE(refused.status.code, 4);
            QVERIFY2(refused.errors.find("static CUDA runtime") != std::string::npos,
                     refused.errors.c_str());
        }
    }

    void severalFilesAreLinked() {
        const CliFixture fixture;
        fixture.write("main.cu",
                      "#include <cstdio>\nextern __device__ int twice(int);\n"
                      "__global__ void k(int* p) { *p = twice(21); }\n"
                      "int answer(int*);\n"
                      "int main() { int* p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p);\n"
                      "  cudaDeviceSynchronize(); std::printf(\"%d\\n\", answer(p)); }\n");
        fixture.write("twice.cu", "__device__ int twice(int x) { return 2 * x; }\n");
        fixture.write("answer.cpp", "int answer(int* p) { return *p; }\n");
        const auto result = fixture.run({"exec", "-rdc=true", "main.cu", "twice.cu", "answer.cpp"});
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        QCOMPARE(result.output, std::string("42\n"));
    }

    void faultsAreSaidAndCount() {
        const CliFixture fixture;
        fixture.write("race.cu", kRace);
        QCOMPARE(fixture.run({"exec", "race.cu"}).status.code, 0);
        const auto checked = fixture.run({"exec", "--check", "faults", "race.cu"});
        QCOMPARE(checked.status.code, 4);
        // One of the two lines, and the other within the sentence.
        QVERIFY2(checked.errors.find("race.cu:3: race in shared memory") != std::string::npos ||
                     checked.errors.find("race.cu:4: race in shared memory") != std::string::npos,
                 checked.errors.c_str());
        QVERIFY2(checked.errors.find("1 fault") != std::string::npos, checked.errors.c_str());
    }

    /// Measured on an H200 (driver 580, CUDA 13.0): the program prints the same there.
    void mistakesThatHardwareLetsPass() {
        const CliFixture fixture;
        fixture.write("pass.cu", R"(#include <cstdio>
__device__ int table[4] = {1, 2, 3, 4};
__global__ void past(int* p, int n) { if (threadIdx.x <= n) p[threadIdx.x] = table[threadIdx.x / 256]; }
__global__ void mask(int* p) { p[threadIdx.x] = __shfl_up_sync(0xffff, threadIdx.x, 16); }
__global__ void fresh(int* p) {
    __shared__ int s[64];
    if (blockIdx.x == 0) s[threadIdx.x] = 7;
    __syncthreads();
    if (blockIdx.x == 1) p[threadIdx.x] = s[threadIdx.x];
}
int main() {
    int *p, got[256] = {};
    cudaMalloc(&p, sizeof got);
    past<<<1, 512>>>(p, 256);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaMemcpy(got, p, sizeof got, cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", got[0], got[255]);
    mask<<<1, 32>>>(p);
    std::printf("%s\n", cudaGetErrorName(cudaMemcpy(got, p, sizeof got, cudaMemcpyDeviceToHost)));
    std::printf("%d %d %d\n", got[0], got[15], got[31]);
    fresh<<<2, 64>>>(p);
    cudaMemcpy(got, p, sizeof got, cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", got[0], got[63]);
}
)");
        const auto passed = fixture.run({"exec", "pass.cu"});
        QCOMPARE(passed.status.code, 0);
        QCOMPARE(passed.output, std::string("cudaSuccess\n1 1\ncudaSuccess\n0 15 15\n0 0\n"));
        QVERIFY2(passed.errors.find("kernel past accesses memory outside of its allocations") !=
                     std::string::npos,
                 passed.errors.c_str());
        const auto checked = fixture.run({"exec", "--check", "faults", "pass.cu"});
        QVERIFY2(checked.errors.find("access out of bounds: write of 4 bytes, just past the end") !=
                     std::string::npos,
                 checked.errors.c_str());
        QVERIFY(checked.status.code != 0);
    }

    /// Measured on an H200 (driver 580, CUDA 13.0): there is memory before the first allocation,
    /// but none beyond the last small one. A program that looks at no error hears of its kernel's
    /// end.
    void memoryAroundAllocations() {
        const CliFixture fixture;
        fixture.write("around.cu", R"(#include <cstdio>
#include <cstdlib>
__global__ void touch(char* p) { *p = 1; }
int main(int, char** argv) {
    char* first;
    cudaMalloc(&first, std::atoll(argv[1]));
    touch<<<1, 1>>>(first + std::atoll(argv[2]));
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
)");
        const auto touch = [&fixture](const char* bytes, const char* offset) {
            return fixture.run({"exec", "around.cu", "--", bytes, offset});
        };
        for (const char* bytes : {"4096", "16777216"})
            for (const char* offset : {"-1", "-2097153"}) {
                const auto passed = touch(bytes, offset);
                QCOMPARE(passed.output, std::string("cudaSuccess\n"));
                QVERIFY2(passed.errors.find("kernel touch accesses memory outside of its") !=
                             std::string::npos,
                         passed.errors.c_str());
            }
        const auto ended = touch("1048576", "34603008");
        QCOMPARE(ended.output, std::string("cudaErrorIllegalAddress\n"));
        QVERIFY2(ended.errors.find("kernel touch ended early: an illegal memory access was "
                                   "encountered; --check faults shows where") != std::string::npos,
                 ended.errors.c_str());
        const auto checked =
            fixture.run({"exec", "--check", "faults", "around.cu", "--", "4096", "-1"});
        QVERIFY2(checked.errors.find("access out of bounds") != std::string::npos,
                 checked.errors.c_str());
        QVERIFY(checked.status.code != 0);
    }

    void kernelsLaunchKernels() {
        const CliFixture fixture;
        fixture.write("sort.cu", R"(#include <cstdio>
__global__ void sort(int* values, int count) {
    int left = 0, right = count - 1;
    const int pivot = values[count / 2];
    while (left <= right) {
        while (values[left] < pivot) ++left;
        while (values[right] > pivot) --right;
        if (left <= right) {
            const int value = values[left];
            values[left++] = values[right];
            values[right--] = value;
        }
    }
    cudaStream_t streams[2];
    for (cudaStream_t& stream : streams)
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (right > 0) sort<<<1, 1, 0, streams[0]>>>(values, right + 1);
    if (left < count - 1) sort<<<1, 1, 0, streams[1]>>>(values + left, count - left);
    for (cudaStream_t stream : streams)
        cudaStreamDestroy(stream);
}
int main() {
    const int n = 200;
    int *p, values[n], wrong = 0;
    for (int i = 0; i < n; ++i) values[i] = i * 7919 % n;
    cudaMalloc(&p, sizeof values);
    cudaMemcpy(p, values, sizeof values, cudaMemcpyHostToDevice);
    sort<<<1, 1>>>(p, n);
    std::printf("%s\n", cudaGetErrorName(cudaMemcpy(values, p, sizeof values, cudaMemcpyDeviceToHost)));
    for (int i = 0; i < n; ++i) wrong += values[i] != i;
    std::printf("%d wrong\n", wrong);
}
)");
        const auto ran = fixture.run({"exec", "--list-launches", "sort.cu", "-rdc=true"});
        QVERIFY2(ran.status.code == 0, ran.errors.c_str());
        QVERIFY2(ran.output.starts_with("cudaSuccess\n0 wrong\n"), ran.output.c_str());
        // Launches are those of the host.
        QVERIFY2(ran.errors.ends_with("1     1      1       0  sort\n"), ran.errors.c_str());
    }

    /// Also if the program does not look at the launch's error.
    void aKernelThatCannotRunIsNamed() {
        const CliFixture fixture;
        fixture.write("program.cu", R"(#include <cstdio>
__global__ void k(cudaFuncAttributes* of) { cudaFuncGetAttributes(of, k); }
int main() {
    for (int i = 0; i < 2; ++i)
        k<<<1, 1>>>(nullptr);
    std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
)");
        const auto ran = fixture.run({"exec", "program.cu", "-rdc=true"});
        QCOMPARE(ran.output, std::string("cudaErrorNotSupported\n"));
        const std::string words = "a kernel cannot run: the simulated GPU does not support";
        QVERIFY2(ran.errors.find(words) != std::string::npos, ran.errors.c_str());
        QCOMPARE(ran.errors.find(words), ran.errors.rfind(words));
    }

    /// Far from every allocation, an access is an error as on a GPU.
    void wildAccessesEndTheKernel() {
        const CliFixture fixture;
        fixture.write("wild.cu", R"(#include <cstdio>
__global__ void wild(int* p, long i) { p[i] = 1; }
int main() {
    int* p;
    cudaMalloc(&p, 64);
    wild<<<1, 1>>>(p, 1l << 34);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
)");
        QCOMPARE(fixture.run({"exec", "wild.cu"}).output, std::string("cudaErrorIllegalAddress\n"));
    }

    void aProfileNamesTheKernels() {
        const CliFixture fixture;
        fixture.write("two.cu",
                      R"(template <class T> __global__ void fill(T* p) { p[threadIdx.x] = 1; }
__global__ void scatter(float* p) { p[threadIdx.x * 32] = threadIdx.x; }
int main() {
    float* p;
    cudaMalloc(&p, 32 * 32 * sizeof(float));
    for (int i = 0; i < 3; ++i) fill<<<1, 32>>>(p);
    scatter<<<dim3(1, 2), 32>>>(p);
    return cudaDeviceSynchronize();
}
)");
        const auto profiled = fixture.run({"exec", "--profile", "two.cu"});
        QVERIFY2(profiled.status.code == 0, profiled.errors.c_str());
        QCOMPARE(profiled.output, std::string());
        const auto rowOf = [](const std::string& text, const char* kernel) {
            const QStringList lines = QString::fromStdString(text).split('\n');
            const qsizetype at = lines.indexOf(QRegularExpression(kernel + QString(" .*")));
            return at < 0 ? QStringList()
                          : lines[at].split(QRegularExpression("  +"), Qt::SkipEmptyParts);
        };
        const QStringList fill = rowOf(profiled.errors, "fill<float>");
        QCOMPARE(fill.size(), 6);
        QCOMPARE(fill[1], QString("3"));
        QCOMPARE(fill[4], QString("1"));
        QCOMPARE(rowOf(profiled.errors, "scatter").value(4), QString("1 x 2 x 1"));
        QCOMPARE(rowOf(profiled.errors, "scatter").value(5), QString("32"));
        // Of scatter's 64 sectors 8 would do: two warps of 128 bytes.
        const auto counted = fixture.run({"exec", "--metrics", "two.cu"});
        QCOMPARE(rowOf(counted.errors, "scatter").mid(7), QStringList({"64", "12.5 %", "0", "0"}));
        const auto estimated = fixture.run({"exec", "--estimate", "two.cu"});
        QVERIFY2(estimated.status.code == 0, estimated.errors.c_str());
        QVERIFY2(estimated.errors.find("estimated time on H200") != std::string::npos,
                 estimated.errors.c_str());
        const QStringList three = rowOf(estimated.errors, "fill<float>");
        QCOMPARE(three.size(), 8);
        QCOMPARE(three[1], QString("3"));
        const QStringList range = three[3].split(" and ");
        QCOMPARE(range.size(), 2);
        // Three kernels that do next to nothing: three times the launch itself.
        QVERIFY2(three[2].endsWith("µs") && three[2].split(' ')[0].toDouble() > 9 &&
                     three[2].split(' ')[0].toDouble() < 18,
                 qPrintable(three[2]));
        QCOMPARE(three[5].section(' ', 0, 2), QString("the launch itself"));
        QCOMPARE(rowOf(estimated.errors, "scatter").value(6), QString("1 x 2 x 1"));
    }

    /// A program that does not end by itself: its launches until then.
    void aStoppedProgramHasEstimates() {
        const CliFixture fixture;
        fixture.write("endless.cu", "__global__ void again(int* p) { p[threadIdx.x] += 1; }\n"
                                    "int main() {\n  int* p;\n  cudaMalloc(&p, 256);\n"
                                    "  for (;;) again<<<1, 64>>>(p);\n}\n");
        const auto ran = fixture.run({"exec", "--estimate", "--timeout", "1", "endless.cu"});
        QVERIFY2(ran.errors.find("\nagain ") != std::string::npos, ran.errors.c_str());
        QVERIFY2(ran.errors.find("did not end within its 1 second") != std::string::npos,
                 ran.errors.c_str());
    }

    /// The kernel that runs when the program is stopped is in the table, too.
    void aStoppedProgramHasAProfile() {
        const CliFixture fixture;
        fixture.write("endless.cu",
                      "__global__ void once(int* p) { *p = 0; }\n"
                      "__global__ void forever(volatile int* p) { while (*p == 0) {} }\n"
                      "int main() {\n  int* p;\n  cudaMalloc(&p, 4);\n"
                      "  once<<<1, 1>>>(p);\n  forever<<<1, 2>>>(p);\n"
                      "  return cudaDeviceSynchronize();\n}\n");
        const auto ran = fixture.run({"exec", "--profile", "--timeout", "3", "endless.cu"});
        QVERIFY2(ran.errors.find("\nonce ") != std::string::npos, ran.errors.c_str());
        QVERIFY2(ran.errors.find("\nforever ") != std::string::npos, ran.errors.c_str());
        QVERIFY2(ran.errors.find("did not end within its 3 seconds") != std::string::npos,
                 ran.errors.c_str());
    }

    /// A kernel whose code is linked from several files, or that waits for other blocks, has no
    /// estimate, and the table says why.
    void whatIsNotEstimatedSaysWhy() {
        const CliFixture fixture;
        fixture.write("waits.cu", "__global__ void waits(int* flag) {\n"
                                  "  if (blockIdx.x == 0) while (atomicAdd(flag, 0) == 0) {}\n"
                                  "  else atomicExch(flag, 1);\n}\n"
                                  "int main() {\n  int* flag;\n  cudaMalloc(&flag, 4);\n"
                                  "  cudaMemset(flag, 0, 4);\n  waits<<<2, 1>>>(flag);\n"
                                  "  return cudaDeviceSynchronize();\n}\n");
        const auto waits = fixture.run({"exec", "--estimate", "waits.cu"});
        QVERIFY2(waits.status.code == 0, waits.errors.c_str());
        QVERIFY2(waits.errors.find("it waits for other blocks") != std::string::npos,
                 waits.errors.c_str());
        // A loop that does not look at what an atomic returns does not wait.
        fixture.write("counts.cu",
                      "__global__ void counts(int* most) {\n"
                      "  for (int i = 0; i < 9; ++i) atomicMax(most, 7);\n}\n"
                      "int main() {\n  int* most;\n  cudaMalloc(&most, 4);\n"
                      "  counts<<<2, 32>>>(most);\n  return cudaDeviceSynchronize();\n}\n");
        const auto counts = fixture.run({"exec", "--estimate", "counts.cu"});
        QVERIFY2(counts.errors.find("waits") == std::string::npos, counts.errors.c_str());
        const auto linked = fixture.run({"exec", "--estimate", "waits.cu", "-rdc=true"});
        QVERIFY2(linked.status.code == 0, linked.errors.c_str());
        QVERIFY2(linked.errors.find("waits") != std::string::npos, linked.errors.c_str());
    }

    /// While one kernel takes the time, and while many short ones do.
    /// Each launch has the number by which --capture finds it, after loops too.
    void launchesAreWritten() {
        const CliFixture fixture;
        fixture.write("l.cu", "__global__ void a() {}\n__global__ void b() {}\n"
                              "int main() {\n"
                              "  for (int i = 0; i < 3; ++i) { a<<<2, 32>>>(); b<<<1, 64>>>(); }\n"
                              "  a<<<7, 32>>>();\n  return cudaDeviceSynchronize();\n}\n");
        const auto ran = fixture.run({"exec", "--launches", "l.json", "l.cu"});
        QVERIFY2(ran.status.code == 0, ran.errors.c_str());
        const nlohmann::json list = nlohmann::json::parse(fixture.text("l.json"));
        QCOMPARE(list["loops"].size(), std::size_t(2));
        QCOMPARE(list["loops"][0]["times"], nlohmann::json(3));
        QCOMPARE(list["loops"][0]["launches"][1]["kernel"], nlohmann::json("b"));
        QCOMPARE(list["loops"][1]["launches"][0]["first"], nlohmann::json(4));
        QCOMPARE(list["loops"][1]["launches"][0]["grid"][0], nlohmann::json(7));
    }

    void slowProgramsSayWhatTakesTheTime() {
        const CliFixture fixture;
        fixture.write("slow.cu", R"(#include <cstdlib>
__global__ void spin(int* p, int turns) {
    int x = threadIdx.x;
    for (int i = 0; i < turns; ++i) x = x * 1664525 + 1013904223;
    p[threadIdx.x] = x;
}
int main(int, char** argv) {
    int* p;
    cudaMalloc(&p, 64 * sizeof(int));
    for (int i = 0; i < std::atoi(argv[1]); ++i) {
        spin<<<4, 64>>>(p, std::atoi(argv[2]));
        cudaDeviceSynchronize();
    }
}
)");
        const CliFixture::Environment soon{{"WARPBENCH_SIMGPU_SLOW", "0.01"}};
        const auto one = fixture.run({"exec", "slow.cu", "--", "1", "20000000"}, soon);
        QVERIFY2(one.errors.find("warpbench: kernel spin (launch 1) has run for") !=
                     std::string::npos,
                 one.errors.c_str());
        QVERIFY2(one.errors.find("of its 4 blocks of 64 threads have started") != std::string::npos,
                 one.errors.c_str());
        const auto many = fixture.run({"exec", "slow.cu", "--", "200", "200000"}, soon);
        QVERIFY2(many.errors.find("% of it in spin") != std::string::npos, many.errors.c_str());
    }

    void whatCannotRunSaysWhy_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("words");
        QTest::newRow("nothing") << QStringList{} << 2 << "exec needs a CUDA source or a program";
        QTest::newRow("no file") << QStringList{"missing.cu"} << 2 << "missing.cu";
        QTest::newRow("no program") << QStringList{"./missing"} << 2 << "missing";
        QTest::newRow("wrong source") << QStringList{"wrong.cu"} << 3 << "wrong.cu(1): error";
        QTest::newRow("unknown model")
            << QStringList{"--device", "sim:voodoo2", "right.cu"} << 2 << "voodoo2";
        QTest::newRow("endless") << QStringList{"--timeout", "1", "endless.cu"} << 5
                                 << "did not end within";
    }

    void whatCannotRunSaysWhy() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QString, words);
        const CliFixture fixture;
        fixture.write("wrong.cu", "int main() { return nothing; }\n");
        fixture.write("right.cu", "int main() {}\n");
        fixture.write("endless.cu", "int main() { for (volatile int i = 0;; ++i) {} }\n");
        std::vector<std::string> all{"exec"};
        for (const QString& argument : arguments)
            all.push_back(argument.toStdString());
        const auto result = fixture.run(all);
        QVERIFY2(result.status.code == code, result.errors.c_str());
        QVERIFY2(result.errors.find(words.toStdString()) != std::string::npos,
                 result.errors.c_str());
    }
};

WARPBENCH_TEST(TestExec)
} // namespace tst_exec

#include "tst_exec.moc"
