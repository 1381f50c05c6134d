// SPDX-License-Identifier: GPL-3.0-or-later
// `warpbench-cli exec --capture`: a launch of a program becomes a project that gives the same
// results to the bit. On a simulated GPU, or with WARPBENCH_TEST_CAPTURE=gpu as on a real one
// (gpu_environment.h).
#include "cli_fixture.h"
#include "core/toolkit/toolkit.h"
#include "gpu_environment.h"
#include "tests/main.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <optional>
#include <set>

namespace tst_capture {

namespace {

constexpr const char* kProgram = R"(#include "kinds.h"
#include <cstdio>
__constant__ float filter[3];
__device__ int counter = 7;
__device__ Node* first;
struct Lens { float zoom; int at[3]; const float* data; };
namespace ns {
template <class T, int N> __global__ void scale(T* p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= N;
}
}
__global__ void add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
__global__ void look(Lens lens, float* out) {
    out[threadIdx.x] = lens.zoom * lens.data[threadIdx.x] + lens.at[threadIdx.x % 3];
}
__global__ void reverse(int* p, int n) {
    extern __shared__ int s[];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = s[n - 1 - threadIdx.x];
}
__global__ void blur(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) out[i] = filter[0] * in[i - 1] + filter[1] * in[i] + filter[2] * in[i + 1];
}
__global__ void relax(float* p, int n) {
    int i = threadIdx.x;
    float next = p[i < n - 1 ? i + 1 : 0];
    __syncthreads();
    p[i] = 0.5f * (p[i] + next) + 0.1f;
}
__global__ void image(unsigned char* p, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) p[y * w + x] = x ^ y;
}
__global__ void count(int* out) { out[threadIdx.x] = counter; }
__global__ void walk(Node* head, int* sum) {
    int s = 0;
    for (Node* node = head; node; node = node->next) {
        s += node->value;
        node->value *= 2;
    }
    *sum = s;
}
__global__ void walkVariable(int* sum) { *sum = first->next->value; }
__global__ void rows(float** rows) { rows[blockIdx.x][threadIdx.x] += 1 + blockIdx.x; }
__global__ void scalars(float4* v, float2 shift, bool on, unsigned long long big, double small) {
    v[threadIdx.x].x += shift.x + (on ? big % 10 : 0) + small;
}
template <class F> __global__ void apply(F f, int* p) { p[threadIdx.x] = f(p[threadIdx.x]); }
__global__ void broken(int* p, int n) { p[threadIdx.x + n] = 1; }
__global__ void sample(cudaTextureObject_t t, float* p) { *p = tex1Dfetch<float>(t, 0); }
int main() {
    const int n = 64;
    float h[n];
    for (int i = 0; i < n; ++i) h[i] = i * 0.1f;
    float *a, *b, *c;
    int* p;
    cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); cudaMalloc(&c, n * 4);
    cudaMallocManaged(&p, n * 4);
    cudaMemcpy(a, h, n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, n * 4, cudaMemcpyHostToDevice);
    for (int i = 0; i < n; ++i) p[i] = i;
    add<<<2, 32>>>(a, b, c, n);
    ns::scale<float, 3><<<2, 32>>>(a, n);
    ns::scale<int, 2><<<2, 32>>>(p, n);
    look<<<1, n>>>(Lens{2.5f, {1, 2, 3}, a}, b);
    reverse<<<1, n, n * sizeof(int)>>>(p, n);
    float f[3] = {0.25f, 0.5f, 0.25f};
    cudaMemcpyToSymbol(filter, f, sizeof f);
    blur<<<2, 32>>>(a, b, n);
    for (int i = 0; i < 10; ++i) relax<<<1, n>>>(b, n);
    unsigned char* picture;
    cudaMalloc(&picture, 100 * 70);
    image<<<dim3(7, 5), dim3(16, 16)>>>(picture, 100, 70);
    int nine = 9;
    cudaMemcpyToSymbol(counter, &nine, 4);
    count<<<1, n>>>(p);
    Node* head = nullptr;
    for (int i = 1; i < 30; ++i) {
        Node node{i, head}, *next;
        cudaMalloc(&next, sizeof node);
        cudaMemcpy(next, &node, sizeof node, cudaMemcpyHostToDevice);
        head = next;
    }
    walk<<<1, 1>>>(head, p);
    cudaMemcpyToSymbol(first, &head, sizeof head);
    walkVariable<<<1, 1>>>(p + 3);
    float* row[3];
    for (float*& one : row) { cudaMalloc(&one, 128); cudaMemset(one, 0, 128); }
    float** table;
    cudaMalloc(&table, sizeof row);
    cudaMemcpy(table, row, sizeof row, cudaMemcpyHostToDevice);
    rows<<<3, 32>>>(table);
    float4* v;
    cudaMalloc(&v, n * 16);
    cudaMemset(v, 0, n * 16);
    scalars<<<1, n>>>(v, make_float2(1.5f, -0.0f), true, 0xfffffffffffffffaull, 1e-300);
    apply<<<1, n>>>([=] __device__(int x) { return x + n; }, p);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = a;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = n * 4;
    cudaTextureDesc texture{};
    cudaTextureObject_t object = 0;
    cudaCreateTextureObject(&object, &resource, &texture, nullptr);
    sample<<<1, 1>>>(object, b);
    cudaDeviceSynchronize();
    broken<<<1, n>>>(p, 100000000);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
)";

constexpr const char* kKinds = "#pragma once\nstruct Node { int value; Node* next; };\n";

} // namespace

class TestCapture : public QObject {
    Q_OBJECT

    /// Captures a launch of the program, which is built once: nvcc takes seconds.
    warpbench::platform::ProgramResult capture(const std::string& kernel) const {
        std::filesystem::remove_all(m_fixture->file("captured"));
        return exec(*m_fixture,
                    {"--capture", kernel, "--to", "captured", "program.cu", "--extended-lambda"});
    }

    static bool isOnGpu() {
        return qEnvironmentVariable("WARPBENCH_TEST_CAPTURE") == QStringLiteral("gpu");
    }
    static warpbench::platform::ProgramResult exec(const CliFixture& fixture,
                                                   std::vector<std::string> arguments) {
        if (isOnGpu())
            arguments.insert(arguments.begin(), {"--device", "0"});
        arguments.insert(arguments.begin(), "exec");
        return fixture.run(arguments, isOnGpu() ? gpuEnvironment() : CliFixture::Environment{});
    }

    /// The project's own checks, each of which has passed.
    static std::set<std::string> passedBuffers(const CliFixture& fixture) {
        const auto ran = fixture.run({"run", "captured", "--json", "--repeats", "1"});
        const nlohmann::json report = CliFixture::document(ran);
        std::set<std::string> passed;
        if (ran.status.code != 0 || report.is_null())
            return {"exit code " + std::to_string(ran.status.code) + ": " + ran.errors};
        for (const nlohmann::json& buffer : report["buffers"])
            if (buffer.contains("expect") && buffer["expect"].is_object() &&
                buffer["expect"]["passed"] == true)
                passed.insert(buffer["name"].get<std::string>());
        return passed;
    }

    static nlohmann::json projectIn(const CliFixture& fixture) {
        for (const auto& entry : std::filesystem::directory_iterator(fixture.file("captured")))
            if (entry.path().extension() == ".warpbench")
                return nlohmann::json::parse(warpbench::platform::readFile(entry.path()));
        return nullptr;
    }

    std::optional<CliFixture> m_fixture;

  private slots:
    void initTestCase() {
        using namespace warpbench::compile;
        if (toolkitProgram("nvcc", ToolkitSearch::ofThisMachine()).empty())
            QSKIP("no nvcc was found, and it builds whole programs");
        if (!std::filesystem::exists(CliFixture::program().parent_path() / "libcuda" /
                                     "libcudart.so.13"))
            QSKIP("this build has no CUDA runtime");
        if (const std::string problem = isOnGpu() ? gpuProblem() : ""; !problem.empty())
            QSKIP(problem.c_str());
        m_fixture.emplace();
        m_fixture->write("program.cu", kProgram);
        m_fixture->write("kinds.h", kKinds);
    }

    void aLaunchIsReplayedToTheBit_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QStringList>("passed");
        const auto row = [](const char* kernel, const char* source, QStringList passed) {
            QTest::newRow(kernel) << kernel << source << passed;
        };
        row("add", "program.cu", {"c"});
        row("scale<float,3>", "program.cu", {"p"});
        row("ns::scale#2", "program.cu", {"p"});
        row("look", "program.cu", {"out"});
        row("reverse", "program.cu", {"p"});
        row("blur", "program.cu", {"out"});
        row("relax#3", "program.cu", {"p"});
        row("image", "program.cu", {"p"});
        row("count", "program.cu", {"out"});
        row("walk", "program.cu", {"head", "head_2", "sum"});
        row("walkVariable", "program.cu", {"memory", "sum"});
        row("rows", "program.cu", {"rows", "rows_2", "rows_3", "rows_4"});
        row("scalars", "program.cu", {"v"});
        row("apply", "kernel.ptx", {"p"}); // no source names a lambda
    }
    void aLaunchIsReplayedToTheBit() {
        QFETCH(QString, kernel);
        QFETCH(QString, source);
        QFETCH(QStringList, passed);
        const CliFixture& fixture = *m_fixture;
        const auto captured = capture(kernel.toStdString());
        QVERIFY2(captured.status.code == 0, captured.errors.c_str());
        if (!gpuIsReal()) // which finds only what is far off
            QCOMPARE(captured.output, std::string("cudaErrorIllegalAddress\n"));
        QVERIFY2(std::filesystem::exists(fixture.file("captured") / source.toStdString()),
                 captured.errors.c_str());
        QVERIFY2(captured.errors.find("does not reproduce") == std::string::npos,
                 captured.errors.c_str());
        QStringList got;
        for (const std::string& name : passedBuffers(fixture))
            got << QString::fromStdString(name);
        if (gpuIsReal()) // other allocations lie side by side there, and become one buffer
            QVERIFY(!got.empty());
        else
            QCOMPARE(got.join(", "), passed.join(", "));
    }

    /// The project describes exactly what the program did.
    void theSetUpIsThePrograms() {
        const CliFixture& fixture = *m_fixture;
        QCOMPARE(capture("look").status.code, 0);
        const nlohmann::json project = projectIn(fixture);
        const nlohmann::json& launch = project["launches"][0];
        QCOMPARE(launch["kernel"].get<std::string>(), std::string("look"));
        QCOMPARE(launch["block"].dump(), std::string("[64]"));
        const nlohmann::json& lens = launch["args"][0]["struct"];
        QCOMPARE(lens["zoom"].dump(), std::string("2.5"));
        QCOMPARE(lens["at"].dump(), std::string("[1,2,3]"));
        QCOMPARE(lens["data"]["buffer"].get<std::string>(), std::string("lens_data"));
        QCOMPARE(project["buffers"][0]["dtype"].get<std::string>(), std::string("float32"));
        QVERIFY(!project["buffers"][0].contains("address")); // only its argument leads there
        QVERIFY(project["notes"].get<std::string>().find("Launch 1 of `look`") !=
                std::string::npos);
        QCOMPARE(fixture.text("captured/kinds.h"), std::string(kKinds));
    }

    /// The nodes of a list are structs at their addresses, few buffers of many allocations.
    void aListKeepsItsAddresses() {
        const CliFixture& fixture = *m_fixture;
        QCOMPARE(capture("walk").status.code, 0);
        const nlohmann::json project = projectIn(fixture);
        if (!gpuIsReal())
            QCOMPARE(project["buffers"].size(), std::size_t(3));
        const auto nodes =
            std::find_if(project["buffers"].begin(), project["buffers"].end(),
                         [](const nlohmann::json& buffer) { return buffer.contains("address"); });
        QVERIFY(nodes != project["buffers"].end());
        QCOMPARE((*nodes)["struct_name"].get<std::string>(), std::string("Node"));
        QCOMPARE((*nodes)["fields"][1]["name"].get<std::string>(), std::string("next"));
    }

    /// A fault is worth examining: captures the launch's initial state, without expectations.
    void aFaultIsCaptured() {
        if (gpuIsReal())
            QSKIP("a real GPU finds only what is far off");
        const CliFixture& fixture = *m_fixture;
        const auto captured = capture("broken");
        QVERIFY2(captured.errors.find("ended with a fault") != std::string::npos,
                 captured.errors.c_str());
        const auto ran = fixture.run({"run", "captured"});
        QCOMPARE(ran.status.code, 4);
        QVERIFY2(ran.errors.find("access out of bounds") != std::string::npos, ran.errors.c_str());
    }

    /// Time-dependent results cannot be replayed: reports this and keeps the source.
    void aDifferentReplayIsSaid() {
        const CliFixture fixture;
        fixture.write("clock.cu", "__global__ void now(long long* p) { *p = clock64(); }\n"
                                  "int main() { long long* p; cudaMalloc(&p, 8); now<<<1, 1>>>(p); "
                                  "return cudaDeviceSynchronize(); }\n");
        const auto captured = exec(fixture, {"--capture", "now", "--to", "captured", "clock.cu"});
        QCOMPARE(captured.status.code, 0);
        QVERIFY2(captured.errors.find("a replay of now does not reproduce") != std::string::npos,
                 captured.errors.c_str());
        QVERIFY(std::filesystem::exists(fixture.file("captured/clock.cu")));
        QVERIFY(!std::filesystem::exists(fixture.file("captured/kernel.ptx")));
    }

    void whatCannotBeCapturedSaysWhy_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QStringList>("words");
        QTest::newRow("a word near") << QStringList{"--capture", "scal", "--to", "captured"}
                                     << QStringList{"no kernel scal", "did you mean scale?",
                                                    "relax (10)", "ns::scale<int, 2> (1)"};
        QTest::newRow("a number too large")
            << QStringList{"--capture", "relax#11", "--to", "captured"}
            << QStringList{"relax was launched 10 times", "--capture relax#10"};
        QTest::newRow("no number") << QStringList{"--capture", "relax#x", "--to", "captured"}
                                   << QStringList{"is not KERNEL[#N]"};
        QTest::newRow("a texture") << QStringList{"--capture", "sample", "--to", "captured"}
                                   << QStringList{"sample uses textures or surfaces"};
        QTest::newRow("a full folder")
            << QStringList{"--capture", "add", "--to", "."} << QStringList{"folder is not empty"};
        QTest::newRow("no folder") << QStringList{"--capture", "add"} << QStringList{"--to"};
    }
    void whatCannotBeCapturedSaysWhy() {
        QFETCH(QStringList, options);
        QFETCH(QStringList, words);
        const CliFixture& fixture = *m_fixture;
        std::vector<std::string> all;
        for (const QString& option : options)
            all.push_back(option.toStdString());
        all.insert(all.end(), {"program.cu", "--extended-lambda"});
        std::filesystem::remove_all(fixture.file("captured"));
        const auto result = exec(fixture, all);
        QVERIFY2(result.status.code == 2, result.errors.c_str());
        for (const QString& word : words)
            QVERIFY2(result.errors.find(word.toStdString()) != std::string::npos,
                     result.errors.c_str());
    }

    void tooMuchMemoryIsRefused() {
        const CliFixture fixture;
        fixture.write("large.cu", "__global__ void k(char* p) { p[threadIdx.x] = 1; }\n"
                                  "int main() { char* p; cudaMalloc(&p, 3 << 20); k<<<1, 1>>>(p); "
                                  "return cudaDeviceSynchronize(); }\n");
        const auto result =
            exec(fixture, {"--capture", "k", "--limit", "2", "--to", "captured", "large.cu"});
        QCOMPARE(result.status.code, 2);
        QVERIFY2(result.errors.find("more memory than the limit") != std::string::npos,
                 result.errors.c_str());
    }

    /// A kernel in a header of another folder, with a macro of the command line.
    void headersKeepTheirPlaces() {
        const CliFixture fixture;
        fixture.write("code/main.cu",
                      "#include \"../kernels/k.cuh\"\n#include \"sizes.h\"\n"
                      "int main() { float* p; cudaMalloc(&p, SIZE * 4); k<<<1, SIZE>>>(p); "
                      "return cudaDeviceSynchronize(); }\n");
        fixture.write("kernels/k.cuh",
                      "__global__ void k(float* p) { p[threadIdx.x] += STEP * threadIdx.x; }\n");
        fixture.write("include/sizes.h", "#define SIZE 48\n");
        const auto captured = exec(fixture, {"--capture", "k", "--to", "captured", "code/main.cu",
                                             "-Iinclude", "-D", "STEP=0.25f"});
        QVERIFY2(captured.status.code == 0, captured.errors.c_str());
        QVERIFY(std::filesystem::exists(fixture.file("captured/source/code/main.cu")));
        QCOMPARE(passedBuffers(fixture), std::set<std::string>{"p"});
    }

    void launchesAreListed() {
        const CliFixture fixture;
        fixture.write(
            "steps.cu",
            "__global__ void a(int* p) { *p += 1; }\n"
            "template <class T> __global__ void b(T* p) { *p *= 2; }\n"
            "int main() { int* p; cudaMalloc(&p, 4); a<<<1, 1>>>(p);\n"
            "  for (int i = 0; i < 5; ++i) { a<<<2, 32>>>(p); b<<<dim3(1, 2), 64, 16>>>(p); }\n"
            "  return cudaDeviceSynchronize(); }\n");
        const auto listed = exec(fixture, {"--list-launches", "steps.cu"});
        QVERIFY2(listed.status.code == 0, listed.errors.c_str());
        QStringList rows;
        for (const QString& line : QString::fromStdString(listed.errors).split('\n'))
            if (line.contains(QRegularExpression(" [ab](<int>)?$")))
                rows << line.simplified();
        QCOMPARE(rows, (QStringList{"1 1 1 0 a", "5 x 1 2 32 0 a", "| 1 1 x 2 x 1 64 16 b<int>"}));
    }
};

WARPBENCH_TEST(TestCapture)
} // namespace tst_capture

#include "tst_capture.moc"
