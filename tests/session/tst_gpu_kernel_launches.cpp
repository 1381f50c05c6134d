// SPDX-License-Identifier: GPL-3.0-or-later
// Launches from kernels, on the simulated GPU and on a real one if available.
#include "tests/main.h"
#include "tests/session/gpu_bench.h"

namespace tst_gpu_kernel_launches {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

/// A kernel `k` of 4 blocks of 256 threads, one for each element of `d`, which is zero at first.
RunRequest launching(const QString& device, const QString& source, const QString& want) {
    RunRequest request =
        requestFor(R"json({"format": "warpbench-project", "version": 1, "name": "c",
 "source": {"text": "replaced"}, "timing": {"repeats": 0},
 "buffers": [{"name": "d", "dtype": "float32", "shape": [1024], "init": {"kind": "zeros"}}],
 "launches": [{"kernel": "k", "grid": [4], "block": [256],
               "args": [{"buffer": "d", "access": "inout"}]}]})json",
                   source.toStdString(), device, 0);
    request.project.buffers.at(0).expect.emplace().expression = {want.toStdString(), {}};
    return request;
}

const QString kKernels = QStringLiteral(R"(
__global__ void add(float* d, float value) { d[threadIdx.x] += value; }
__global__ void times(float* d, float value) { d[threadIdx.x] *= value; }
)");

QString kernel(const char* body) {
    return kKernels +
           QStringLiteral("extern \"C\" __global__ void k(float* d) {\n"
                          "    float* mine = d + blockIdx.x * 256;\n") +
           QString::fromLatin1(body) + QStringLiteral("\n}\n");
}

} // namespace

class GpuKernelLaunchesTest : public SessionFixture {
    Q_OBJECT

  private slots:
    void whatKernelsLaunchRuns_data() {
        QTest::addColumn<QString>("device");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("want");
        const auto rows = [](const char* name, const QString& source, const char* want) {
            for (const char* device : {"sim", "0"})
                QTest::addRow("%s, %s", name, device[0] == '0' ? "real" : "simulated")
                    << QString(device) << source << QString(want);
        };
        rows("by one thread of each block",
             kernel("if (threadIdx.x == 0) add<<<1, 256>>>(mine, 2);"), "2");
        rows("by every thread", kernel("add<<<1, 1>>>(mine + threadIdx.x, 2);"), "2");
        rows("one after the other", kernel(R"(    if (threadIdx.x == 0) {
        add<<<1, 256>>>(mine, 3);
        times<<<1, 256>>>(mine, 5);
        add<<<1, 256>>>(mine, 1);
    })"),
             "16");
        rows("at the tail", kernel(R"(    if (threadIdx.x == 0) {
        times<<<1, 256, 0, cudaStreamTailLaunch>>>(mine, 10);
        add<<<1, 256, 0, cudaStreamFireAndForget>>>(mine, 1);
    })"),
             "10");
        rows("in a stream", kernel(R"(    if (threadIdx.x == 0) {
        cudaStream_t first, second;
        cudaEvent_t event;
        cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
        add<<<1, 256, 0, first>>>(mine, 3);
        cudaEventRecord(event, first);
        cudaStreamWaitEvent(second, event, 0);
        times<<<1, 256, 0, second>>>(mine, 2);
        cudaEventDestroy(event);
        cudaStreamDestroy(first);
        cudaStreamDestroy(second);
    })"),
             "6");
        rows("by their children", QStringLiteral(R"(
__global__ void deeper(float* d, int levels) {
    d[threadIdx.x] += 1;
    if (threadIdx.x == 0 && levels > 1)
        deeper<<<1, 256>>>(d, levels - 1);
}
extern "C" __global__ void k(float* d) {
    if (threadIdx.x == 0)
        deeper<<<1, 256>>>(d + blockIdx.x * 256, 20);
}
)"),
             "20");
        rows("by itself again and again", QStringLiteral(R"(
__global__ void again(float* d, int times) {
    d[threadIdx.x] += 1;
    if (threadIdx.x == 0 && times > 1)
        again<<<1, 1024, 0, cudaStreamTailLaunch>>>(d, times - 1);
}
extern "C" __global__ void k(float* d) {
    if (threadIdx.x == 0 && blockIdx.x == 0)
        again<<<1, 1024>>>(d, 300);
}
)"),
             "300");
        rows("with structures and shared memory", QStringLiteral(R"(
struct Line { double slope; char unused; float offset; };
__global__ void line(float* d, Line of) {
    extern __shared__ float s[];
    s[threadIdx.x] = of.slope * threadIdx.x + of.offset;
    __syncthreads();
    d[threadIdx.x] = s[255 - threadIdx.x];
}
extern "C" __global__ void k(float* d) {
    if (threadIdx.x == 0)
        line<<<1, 256, 256 * sizeof(float)>>>(d + blockIdx.x * 256, Line{2, 'x', 0.5f});
}
)"),
             "2 * (255 - i % 256) + 0.5");
        rows("copies and fills", kernel(R"(    mine[threadIdx.x] = threadIdx.x < 128 ? 8 : 9;
    __syncthreads();
    if (threadIdx.x == 0) {
        cudaMemcpyAsync(mine + 128, mine, 64 * sizeof(float), cudaMemcpyDeviceToDevice, 0);
        cudaMemsetAsync(mine, 0, 128 * sizeof(float), 0);
        add<<<1, 256>>>(mine, 1);
    })"),
             "1 if i % 256 < 128 else 9 if i % 256 < 192 else 10");
        rows("memory of the heap", QStringLiteral(R"(
__global__ void use(float* d, float* more) {
    more[threadIdx.x] = 4;
    d[threadIdx.x] = more[threadIdx.x];
}
__global__ void drop(float* more) { free(more); }
extern "C" __global__ void k(float* d) {
    if (threadIdx.x != 0)
        return;
    float* more = static_cast<float*>(malloc(256 * sizeof(float)));
    use<<<1, 256>>>(d + blockIdx.x * 256, more);
    drop<<<1, 1>>>(more);
}
)"),
             "4");
        rows("not if the block is too large", kernel(R"(    add<<<1, 2048>>>(mine, 1);
    const bool fails = cudaPeekAtLastError() != cudaSuccess;
    const bool stays = cudaGetLastError() != cudaSuccess;
    const bool goes = cudaGetLastError() == cudaSuccess;
    mine[threadIdx.x] = 100 * fails + 10 * stays + goes;)"),
             "111");
        rows("and know their device", kernel(R"(    int device = -1, warp = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
    mine[threadIdx.x] = warp;
    if (warp < 0)
        add<<<1, 1>>>(mine, 1);)"),
             "32");
    }
    void whatKernelsLaunchRuns() {
        QFETCH(QString, device);
        QFETCH(QString, source);
        QFETCH(QString, want);
        if (device == "0" && realDevices() == 0)
            QSKIP("no real GPU");
        Bench bench(WorkerHome::this_process);
        const RunReport report = bench.run(launching(device, source, want));
        std::string text = report.message.whole();
        if (const BufferReport* seen = find(report, "d"))
            text += ", d[0] = " + std::to_string(bench.read(seen->ref, 0, 1).as<float>()[0]);
        QVERIFY2(report.status == RunStatus::ok, text.c_str());
    }

    /// A fault in a child is a fault of the launch.
    void aFaultOfAChildIsReported() {
        Bench bench(WorkerHome::this_process);
        const RunReport report = bench.run(launching(
            "sim", kernel("    if (threadIdx.x == 0) add<<<1, 256>>>(mine + 1000, 1);"), "0"));
        QCOMPARE(report.status, RunStatus::fault);
        QCOMPARE(report.faults.size(), std::size_t(1));
        QVERIFY2(report.faults[0].kernel.find("add") != std::string::npos,
                 report.faults[0].kernel.c_str());
    }

    /// The counters are those of the project's kernel, and there is no estimate of its time.
    void countersAreOfTheKernelItself() {
        Bench bench(WorkerHome::this_process);
        RunRequest request =
            launching("sim", kernel("    if (threadIdx.x == 0) add<<<1, 256>>>(mine, 1);"), "1");
        request.metrics = request.estimate = true;
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(report.launches.at(0).counters.has_value());
        QVERIFY(report.launches.at(0).estimate.has_value());
        QCOMPARE(report.launches[0].estimate->timed(), false);
    }
};

WARPBENCH_TEST(GpuKernelLaunchesTest)
} // namespace tst_gpu_kernel_launches

#include "tst_gpu_kernel_launches.moc"
