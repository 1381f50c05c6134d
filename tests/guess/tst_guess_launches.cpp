// SPDX-License-Identifier: GPL-3.0-or-later
// Launches in many forms, and host code before and between them: followed or reported.
#include "core/plan/evaluate.h"
#include "tests/guess/guess_of.h"
#include "tests/main.h"

#include <QStringList>
#include <QTest>

#include <string>

namespace tst_guess_launches {

using namespace warpbench;
using guess::ProgramGuess;
using test::guessOf;

class TestGuessLaunches : public QObject {
    Q_OBJECT

  private slots:
    void changesBetweenLaunchesAreSaid_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<bool>("isSaid");
        const auto row = [](const char* change, bool isSaid) {
            QTest::newRow(change) << change << isSaid;
        };
        for (const char* change : {"a[0]++;",
                                   "++a[0];",
                                   "a[0] += 3;",
                                   "*a = 7;",
                                   "std::swap(a[0], a[1]);",
                                   "std::sort(a, a + 32);",
                                   "update(a);",
                                   "auto set = [&](int i) { a[i] = 5; }; set(3);",
                                   "for (auto& x : std::span(a, 32)) x = 3;",
                                   "if (a[0] > 3) a[0] = 0;",
                                   "for (float* p = a; p < a + 32; p++) *p = 3;",
                                   "cudaMemcpy(a, h, 128, kind);",
                                   "cudaMemcpy(&a[4], h, 16, cudaMemcpyHostToDevice);",
                                   "cudaMemset(a, 0, 64);",
                                   "cuMemcpyHtoD((CUdeviceptr)a, h, 128);",
                                   "cuMemsetD32(a, 3, 32);",
                                   "float* q = a; q[2] = 9;",
                                   "if (cudaMemset(a, 0, 128)) return 1;",
                                   "cudaMemcpyPeer(a, 0, b, 1, 128);",
                                   "std::copy_n(h, 32, a);"})
            row(change, true);
        for (const char* look :
             {"", "printf(\"%f\", a[0]);", "save(a, 32);", "verifyResult(a, 32);",
              "float s = 0; for (int i = 0; i < 32; i++) s += a[i];", "h[0] = 3;",
              "cudaMemcpy(h, a, 128, cudaMemcpyDeviceToHost);", "cudaMemPrefetchAsync(a, 128, 0);",
              "for (int i = 0; i < 32; i++) if (a[i] != 3) return 1;"})
            row(look, false);
    }

    void changesBetweenLaunchesAreSaid() {
        QFETCH(QString, change);
        QFETCH(bool, isSaid);
        const std::string begin =
            "__global__ void k(float* a, float s) { a[threadIdx.x] += s; }\n"
            "int main() { float *a, *b; cudaMallocManaged(&a, 128); cudaMallocManaged(&b, 128);\n"
            "  float h[32]; for (int i = 0; i < 32; i++) { a[i] = b[i] = 1; h[i] = 2; }\n";
        const auto says = [&](const std::string& body) {
            const ProgramGuess guess = guessOf(begin + body + " }\n");
            return guess.project.notes.find("the program changes a between") != std::string::npos;
        };
        QCOMPARE(says("k<<<1, 32>>>(a, 2); " + change.toStdString() + " k<<<1, 32>>>(a, 3);"),
                 isSaid);
        if (change.startsWith("cudaMemcpy(a,") || change.startsWith("if (cudaMemset"))
            return; // each iteration starts with new data
        QCOMPARE(says("for (int r = 0; r < 5; r++) { k<<<1, 32>>>(a, 2); " + change.toStdString() +
                      " }"),
                 isSaid);
    }

    /// Contents set anew in each iteration are not a change; those computed from the result are.
    void whatALoopBeginsWith() {
        const auto notes = [&](const std::string& pass) {
            return guessOf("__global__ void k(float* a, float s) { a[threadIdx.x] += s; }\n"
                           "int main() { float* a; cudaMalloc(&a, 128); float h[32];\n"
                           "  for (int i = 0; i < 32; i++) h[i] = 1;\n"
                           "  cudaMemcpy(a, h, 128, cudaMemcpyHostToDevice);\n"
                           "  for (int r = 0; r < 5; r++) { " +
                           pass + " } }\n")
                .project.notes;
        };
        const std::string launch = "k<<<1, 32>>>(a, 2); ";
        QCOMPARE(notes("cudaMemset(a, 0, 128); " + launch), std::string());
        QCOMPARE(notes("cudaMemcpy(a, h, 128, cudaMemcpyHostToDevice); " + launch), std::string());
        QVERIFY(notes(launch + "cudaMemcpy(h, a, 128, cudaMemcpyDeviceToHost); "
                               "for (int i = 0; i < 32; i++) h[i] *= 2; "
                               "cudaMemcpy(a, h, 128, cudaMemcpyHostToDevice);")
                    .find("changes a between two launches") != std::string::npos);
    }

    /// Launches that no <<<>>> writes, and kernels under other names.
    void formsOfLaunches_data() {
        QTest::addColumn<QString>("launch");
        for (const char* launch :
             {"void* args[] = {&o, &n}; cudaLaunchKernel((void*)k, dim3(24), dim3(128), args, 0, "
              "0);",
              "void* args[] = {(void*)&o, (void*)&n}; cudaError_t e = "
              "cudaLaunchKernel(reinterpret_cast<const void*>(&k), 24, 128, args, 0, nullptr);",
              "void* args[2]; args[0] = &o; args[1] = &n; "
              "if (cudaLaunchKernel((const void*)k, {24, 1, 1}, {128}, args, 0, 0)) return 1;",
              "CHECK(cudaLaunchKernel(k, dim3{24}, dim3{128}, (void*[]){&o, &n}, 0, 0));",
              "cudaLaunchConfig_t c = {}; c.gridDim = dim3(24); c.blockDim = 128; "
              "cudaLaunchKernelEx(&c, k, o, n);",
              "cudaLaunchConfig_t c{24, 128}; cudaLaunchKernelEx(&c, k, o, n);",
              "cudaLaunchConfig_t c; c.gridDim.x = 24; c.blockDim.x = 128; void* a[] = {&o, &n}; "
              "c.gridDim = dim3(1); c.gridDim.x = 24; c.blockDim = dim3(128); "
              "cudaLaunchKernelExC(&c, (void*)k, a);",
              "auto f = k; f<<<24, 128>>>(o, n);", "auto* f = &k; (*g)(0); f<<<24, 128>>>(o, n);",
              "void (*f)(int*, int) = k; f<<<24, 128>>>(o, n);",
              "void (*f)(int*, int); f = &k; f<<<24, 128>>>(o, n);", "start(k, o, n);",
              "LAUNCH(k, 24, 128, o, n);", "CHECK((LAUNCH(k, 24, 128, o, n), 0));",
              "TWICE_REMOVED;", "auto go = [&]() { k<<<24, 128>>>(o, n); }; go();"})
            QTest::newRow(launch) << launch;
    }

    void formsOfLaunches() {
        QFETCH(QString, launch);
        const ProgramGuess guess =
            guessOf("#define CHECK(x) do { if ((x) != 0) exit(1); } while (0)\n"
                    "#define LAUNCH(K, G, B, ...) K<<<G, B>>>(__VA_ARGS__)\n"
                    "#define TWICE_REMOVED LAUNCH(k, 24, 128, o, n)\n"
                    "__global__ void k(int* o, int n) { int i = blockIdx.x * 128 + threadIdx.x;\n"
                    "  if (i < n) o[i] = i; }\n"
                    "void start(void (*f)(int*, int), int* o, int n) { f<<<24, 128>>>(o, n); }\n"
                    "int main() { int n = 3000; int* o; cudaMalloc(&o, n * 4);\n  " +
                    launch.toStdString() + " }\n");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(plan.launches.size(), std::size_t(1));
        QCOMPARE(plan.launches[0].grid[0], std::uint32_t(24));
        QCOMPARE(plan.launches[0].block[0], std::uint32_t(128));
        QCOMPARE(guess.project.launches[0].args.size(), std::size_t(2));
        const auto& first = guess.project.launches[0].args[0].value;
        QVERIFY(std::holds_alternative<project::BufferArg>(first));
        QVERIFY2(guess.questions.empty(), guess.project.notes.c_str());
    }

    void cooperativeLaunchesAreSo() {
        const ProgramGuess guess =
            guessOf("__global__ void k(int* o) { o[threadIdx.x] = 1; }\n"
                    "int main() { int* o; cudaMalloc(&o, 128); void* args[] = {&o};\n"
                    "  cudaLaunchCooperativeKernel((void*)k, dim3(1), dim3(32), args); }\n");
        QCOMPARE(guess.project.launches.size(), std::size_t(1));
        QVERIFY(guess.project.launches[0].cooperative);
    }

    /// Launches that the program never reaches are not expected.
    void launchesThatAreNotReachedAreNotMissed() {
        const ProgramGuess guess = guessOf(
            "__global__ void k(int* o) { o[threadIdx.x] = 1; }\n"
            "void old(int* o) { k<<<1, 1>>>(o); }\n"
            "struct Unused { void go(int* o) { k<<<2, 1>>>(o); } };\n"
            "#define NEVER(o) k<<<3, 1>>>(o)\n"
            "int main() { int n = 5; int* o; cudaMalloc(&o, 128); k<<<1, 32>>>(o);\n"
            "  if (n > 9) k<<<4, 1>>>(o); else if (n > 8) { k<<<5, 1>>>(o); }\n"
            "  switch (n) { case 1: k<<<6, 1>>>(o); break; case 5: break; }\n"
            "  for (int i = 0; i < n - 5; i++) k<<<7, 1>>>(o); while (n < 0) k<<<8, 1>>>(o); }\n");
        QCOMPARE(guess.project.launches.size(), std::size_t(1));
        QVERIFY2(guess.questions.empty(), guess.project.notes.c_str());
    }

    /// Sizes that the program asks the device for.
    void sizesOfTheDevice_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("shape"); ///< grid and block
        QTest::addColumn<QString>("asked"); ///< names of numbers that depend on the device
        const auto row = [](const char* body, const char* shape, const char* asked) {
            QTest::newRow(body) << body << shape << asked;
        };
        row("int least, bs; cudaOccupancyMaxPotentialBlockSize(&least, &bs, k, 0, 0); "
            "k<<<(n + bs - 1) / bs, bs>>>(y, n);",
            "20 256", "bs");
        row("int least = 0, bs = 0; "
            "if (cudaOccupancyMaxPotentialBlockSizeVariableSMem(&least, &bs, k, f, 0)) return 1; "
            "k<<<(n + bs - 1) / bs, bs>>>(y, n);",
            "20 256", "bs");
        row("cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); int t = p.maxThreadsPerBlock; "
            "k<<<(n + t - 1) / t, t>>>(y, n);",
            "5 1024", "");
        row("cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); "
            "k<<<p.multiProcessorCount * 2, 256>>>(y, n);",
            "264 256", "multiProcessorCount");
        row("int w; cudaDeviceGetAttribute(&w, cudaDevAttrWarpSize, 0); "
            "k<<<(n + w - 1) / w, w>>>(y, n);",
            "157 32", "");
        row("int b, s; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&b, k, 256, 0); "
            "cudaDeviceGetAttribute(&s, cudaDevAttrMultiProcessorCount, 0); "
            "k<<<b * s, 256>>>(y, n);",
            "528 256", "b s");
        row("int count = 0; cudaGetDeviceCount(&count); for (int d = 0; d < count; d++) { "
            "cudaSetDevice(d); k<<<(n + 255) / 256, 256>>>(y, n); }",
            "20 256", "");
    }

    void sizesOfTheDevice() {
        QFETCH(QString, body);
        QFETCH(QString, shape);
        QFETCH(QString, asked);
        const ProgramGuess guess =
            guessOf("__global__ void k(float* y, int n) {\n"
                    "  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = i; }\n"
                    "int main() { int n = 5000; float* y; cudaMalloc(&y, n * 4); " +
                    body.toStdString() + " }\n");
        const project::LaunchPlan plan = project::makePlan(guess.project);
        QCOMPARE(plan.launches.size(), std::size_t(1));
        QCOMPARE(QString("%1 %2").arg(plan.launches[0].grid[0]).arg(plan.launches[0].block[0]),
                 shape);
        QStringList names;
        for (const guess::Question& question : guess.questions) {
            QCOMPARE(question.kind, guess::Question::Kind::from_device);
            names += QString::fromStdString(question.arguments[0]);
        }
        QCOMPARE(names.join(' '), asked);
    }

    /// What fills a buffer in parts, or in a way that is not followed, has a note.
    void contentsThatAreNotFollowedAreSaid_data() {
        QTest::addColumn<QString>("fill");
        QTest::addColumn<bool>("isSaid");
        const auto row = [](const char* fill, bool isSaid) {
            QTest::newRow(fill) << fill << isSaid;
        };
        for (const char* fill :
             {"int i = 0; while (i < 32) { a[i] = i; i++; }",
              "for (int i = 0; i < 32; i += 2) a[i] = 5;",
              "float* p = a; for (int i = 0; i < 32; i++) *p++ = i;",
              "for (int i = 0; i < 32; i++) { if (i == 5) continue; a[i] = 1; }",
              "for (int i = 0; i < 32; i++) { if (i == 5) break; a[i] = 1; }",
              "for (int i = 0; i < 32; i++) a[i] = i; std::swap(a[0], a[1]);",
              "for (int i = 0; i < 32; i++) a[i] = i; a[3]++;",
              "auto set = [&](int i) { a[i] = i * 3; }; for (int i = 0; i < 32; i++) set(i);",
              "for (auto& x : std::span(a, 32)) x = 3;",
              "cudaMemset(a, 0, 128); for (int i = 0; i < 16; i++) a[i] = 1;",
              "cudaMemset(a, 0, 128); std::fill_n(a, 16, 1.0f);",
              "cudaMemset(a, 0, 128); std::fill(a + 16, a + 32, 1.0f);",
              "std::vector<float> h(32); std::fill(h.begin(), h.begin() + 16, 1); "
              "cudaMemcpy(a, h.data(), 128, cudaMemcpyHostToDevice);",
              "std::vector<float> h(64); std::iota(h.begin(), h.end(), 0); "
              "cudaMemcpy(a, h.data() + 32, 128, cudaMemcpyHostToDevice);",
              "float h[32]; for (int i = 0; i < 32; i++) h[i] = 2; cudaMemset(a, 0, 128); "
              "cudaMemcpy(a, h, 64, cudaMemcpyHostToDevice);",
              "cudaMemset(a, 0, 128); memset(a, 255, 64);"})
            row(fill, true);
        for (const char* fill :
             {"for (int i{0}; i < 32; ++i) a[i] = i;", "std::fill(a, a + 32, 4.0f);",
              "cudaMemset(a, 0, 128); std::fill_n(a, 32, 1.0f);",
              "cudaMemset(a, 0, 128); for (int i = 0; i < n; i++) a[i] = 1;",
              "std::vector<float> h(n); std::iota(h.begin(), h.end(), 0); "
              "cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);",
              "for (int i = 0; i < 32; i++) { if (n > 64) continue; }\n"
              "#pragma omp parallel for\nfor (int i = 0; i < 32; i++) a[i] = i;"})
            row(fill, false);
    }

    void contentsThatAreNotFollowedAreSaid() {
        QFETCH(QString, fill);
        QFETCH(bool, isSaid);
        const ProgramGuess guess =
            guessOf("__global__ void f(float* o, const float* a) { o[0] = a[threadIdx.x]; }\n"
                    "int main() { const int n = 32; float *a, *o; cudaMallocManaged(&a, n * 4);\n"
                    "  cudaMallocManaged(&o, 128); " +
                    fill.toStdString() + "\n  f<<<1, 32>>>(o, a); }\n");
        QCOMPARE(guess.project.notes.find("contents of a") != std::string::npos, isSaid);
    }
};

WARPBENCH_TEST(TestGuessLaunches)
} // namespace tst_guess_launches

#include "tst_guess_launches.moc"
