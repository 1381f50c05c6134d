// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that check themselves, a part each: they print what is wrong, and "right" where nothing is.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

int g_wrong = 0;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::printf("line %d: not %s\n", __LINE__, #condition);                                \
            ++g_wrong;                                                                             \
        }                                                                                          \
    } while (false)
#define OK(call)                                                                                   \
    do {                                                                                           \
        const cudaError_t error = call;                                                            \
        if (error != cudaSuccess) {                                                                \
            std::printf("line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(error));          \
            ++g_wrong;                                                                             \
        }                                                                                          \
    } while (false)

constexpr int kN = 1000;

__global__ void add(int* p, int value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kN)
        p[i] += value;
}
__global__ void scale(int* p, int factor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kN)
        p[i] *= factor;
}
template <class F>
__global__ void apply(float* p, F f) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kN)
        p[i] = f(i);
}
__device__ int g_counter = 0;
__constant__ int c_offsets[4];
__managed__ int m_shared[4] = {1, 2, 3, 4};
__global__ void count() {
    atomicAdd(&g_counter, c_offsets[threadIdx.x % 4]);
    atomicAdd(&m_shared[threadIdx.x % 4], 1);
}

/// Memory that exists before main begins.
struct Early {
    int* p = nullptr;
    cudaError_t error;
    Early() { error = cudaMalloc(&p, kN * sizeof(int)); }
    ~Early() { cudaFree(p); }
};
Early g_early;

struct DeviceArray {
    int* p = nullptr;
    DeviceArray() {
        OK(cudaMalloc(&p, kN * sizeof(int)));
        OK(cudaMemset(p, 0, kN * sizeof(int)));
    }
    ~DeviceArray() { OK(cudaFree(p)); }
    std::vector<int> host() const {
        std::vector<int> values(kN);
        OK(cudaMemcpy(values.data(), p, kN * sizeof(int), cudaMemcpyDeviceToHost));
        return values;
    }
    int value() const {
        const std::vector<int> values = host();
        for (const int other : values)
            CHECK(other == values[0]);
        return values[0];
    }
};

void staticConstructors() {
    OK(g_early.error);
    OK(cudaMemset(g_early.p, 0, kN * sizeof(int)));
    add<<<8, 128>>>(g_early.p, 5);
    int last = 0;
    OK(cudaMemcpy(&last, g_early.p + kN - 1, sizeof last, cudaMemcpyDeviceToHost));
    CHECK(last == 5);
}

void variables() {
    const int offsets[4] = {1, 10, 100, 1000};
    OK(cudaMemcpyToSymbol(c_offsets, offsets, sizeof offsets));
    count<<<2, 64>>>();
    OK(cudaDeviceSynchronize());
    int counted = 0;
    OK(cudaMemcpyFromSymbol(&counted, g_counter, sizeof counted));
    CHECK(counted == 32 * 1111);
    CHECK(m_shared[0] == 33 && m_shared[3] == 36);
    m_shared[2] = 0;
    count<<<1, 4>>>();
    OK(cudaDeviceSynchronize());
    CHECK(m_shared[2] == 1);
}

void CUDART_CB addOnHost(void* data) {
    *static_cast<int*>(data) += 1;
}

void capturedGraphs() {
    DeviceArray a;
    cudaStream_t stream, side;
    OK(cudaStreamCreate(&stream));
    OK(cudaStreamCreate(&side));
    cudaEvent_t fork, join;
    OK(cudaEventCreate(&fork));
    OK(cudaEventCreate(&join));
    int calls = 0;
    cudaGraph_t graph;
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<8, 128, 0, stream>>>(a.p, 1);
    OK(cudaEventRecord(fork, stream));
    OK(cudaStreamWaitEvent(side, fork, 0));
    OK(cudaLaunchHostFunc(side, addOnHost, &calls));
    OK(cudaEventRecord(join, side));
    OK(cudaStreamWaitEvent(stream, join, 0));
    scale<<<8, 128, 0, stream>>>(a.p, 2);
    OK(cudaStreamEndCapture(stream, &graph));
    std::size_t nodes = 0;
    OK(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(nodes == 3);
    cudaGraphExec_t exec;
    OK(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 3; ++i)
        OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(a.value() == 14); // ((0 + 1) * 2 + 1) * 2 …
    CHECK(calls == 3);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaStreamDestroy(stream));
    OK(cudaStreamDestroy(side));
}

void builtGraphs() {
    DeviceArray a, b;
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t fillNode, addNode, copyNode, hostNode;
    cudaMemsetParams fillParameters{};
    fillParameters.dst = a.p;
    fillParameters.value = 3;
    fillParameters.elementSize = 4;
    fillParameters.width = kN;
    fillParameters.height = 1;
    OK(cudaGraphAddMemsetNode(&fillNode, graph, nullptr, 0, &fillParameters));
    int value = 4;
    void* arguments[] = {&a.p, &value};
    cudaKernelNodeParams kernel{};
    kernel.func = (void*)add;
    kernel.gridDim = dim3(8);
    kernel.blockDim = dim3(128);
    kernel.kernelParams = arguments;
    OK(cudaGraphAddKernelNode(&addNode, graph, &fillNode, 1, &kernel));
    OK(cudaGraphAddMemcpyNode1D(&copyNode, graph, &addNode, 1, b.p, a.p, kN * sizeof(int),
                                cudaMemcpyDeviceToDevice));
    int calls = 0;
    cudaHostNodeParams host{addOnHost, &calls};
    OK(cudaGraphAddHostNode(&hostNode, graph, &copyNode, 1, &host));
    cudaKernelNodeParams got{};
    OK(cudaGraphKernelNodeGetParams(addNode, &got));
    CHECK(got.func == (void*)add && got.gridDim.x == 8 && got.blockDim.x == 128);
    cudaGraphExec_t exec;
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphLaunch(exec, nullptr));
    OK(cudaDeviceSynchronize());
    CHECK(b.value() == 7 && calls == 1);
    value = 40;
    OK(cudaGraphExecKernelNodeSetParams(exec, addNode, &kernel));
    OK(cudaGraphLaunch(exec, nullptr));
    OK(cudaDeviceSynchronize());
    CHECK(b.value() == 43 && calls == 2);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
}

__global__ void sample(float* out, cudaTextureObject_t texture, int width, int height) {
    const int x = threadIdx.x, y = blockIdx.x;
    if (x < width && y < height)
        out[y * width + x] = tex2D<float>(texture, x + 1.0f, y + 0.5f);
}
__global__ void paint(cudaSurfaceObject_t surface, int width) {
    const int x = threadIdx.x, y = blockIdx.x;
    if (x < width)
        surf2Dwrite(float(10 * y + x), surface, x * int(sizeof(float)), y);
}

void texturesAndSurfaces() {
    constexpr int kWidth = 16, kHeight = 8;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    OK(cudaMallocArray(&array, &format, kWidth, kHeight, cudaArraySurfaceLoadStore));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface;
    OK(cudaCreateSurfaceObject(&surface, &resource));
    paint<<<kHeight, kWidth>>>(surface, kWidth);
    cudaTextureDesc description{};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t texture;
    OK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    float* out;
    OK(cudaMalloc(&out, kWidth * kHeight * sizeof(float)));
    sample<<<kHeight, kWidth>>>(out, texture, kWidth, kHeight);
    std::vector<float> host(kWidth * kHeight);
    OK(cudaMemcpy(host.data(), out, host.size() * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(host[0] == 0.5f);            // between the first and the second element
    CHECK(host[kWidth - 1] == 15.0f);  // clamped
    CHECK(host[3 * kWidth + 2] == 32.5f);
    OK(cudaMemcpy2DFromArray(host.data(), kWidth * sizeof(float), array, 0, 0,
                             kWidth * sizeof(float), kHeight, cudaMemcpyDeviceToHost));
    CHECK(host[2 * kWidth + 5] == 25.0f);
    OK(cudaDestroyTextureObject(texture));
    OK(cudaDestroySurfaceObject(surface));
    OK(cudaFreeArray(array));
    OK(cudaFree(out));
}

void rowsAndVolumes() {
    constexpr std::size_t kWidth = 10, kHeight = 4, kDepth = 3;
    std::vector<int> from(kWidth * kHeight * kDepth), to(from.size());
    for (std::size_t i = 0; i < from.size(); ++i)
        from[i] = int(i);
    cudaPitchedPtr volume;
    OK(cudaMalloc3D(&volume, make_cudaExtent(kWidth * sizeof(int), kHeight, kDepth)));
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(from.data(), kWidth * sizeof(int), kWidth, kHeight);
    copy.dstPtr = volume;
    copy.extent = make_cudaExtent(kWidth * sizeof(int), kHeight, kDepth);
    copy.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&copy));
    std::swap(copy.srcPtr, copy.dstPtr);
    copy.dstPtr.ptr = to.data();
    copy.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&copy));
    CHECK(from == to);
    // An array counts elements.
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaArray_t array;
    OK(cudaMalloc3DArray(&array, &format, make_cudaExtent(kWidth, kHeight, kDepth)));
    cudaMemcpy3DParms part{};
    part.srcPtr = make_cudaPitchedPtr(from.data(), kWidth * sizeof(int), kWidth, kHeight);
    part.dstArray = array;
    part.extent = make_cudaExtent(kWidth, kHeight, kDepth);
    part.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&part));
    cudaMemcpy3DParms back{};
    int one = 0;
    back.srcArray = array;
    back.srcPos = make_cudaPos(3, 2, 1);
    back.dstPtr = make_cudaPitchedPtr(&one, sizeof one, 1, 1);
    back.extent = make_cudaExtent(1, 1, 1);
    back.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&back));
    CHECK(one == int(3 + 2 * kWidth + kWidth * kHeight));
    OK(cudaFreeArray(array));
    OK(cudaFree(volume.ptr));
}

void threads() {
    std::vector<std::thread> all;
    std::vector<int> sums(4);
    for (int t = 0; t < 4; ++t) {
        all.emplace_back([t, &sums] {
            cudaStream_t stream;
            cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
            int* p = nullptr;
            cudaMallocAsync(&p, kN * sizeof(int), stream);
            cudaMemsetAsync(p, 0, kN * sizeof(int), stream);
            for (int i = 0; i < 10; ++i)
                add<<<8, 128, 0, stream>>>(p, t);
            std::vector<int> host(kN);
            cudaMemcpyAsync(host.data(), p, kN * sizeof(int), cudaMemcpyDeviceToHost, stream);
            cudaFreeAsync(p, stream);
            cudaStreamSynchronize(stream);
            cudaStreamDestroy(stream);
            for (const int value : host)
                sums[t] += value;
        });
    }
    for (std::thread& thread : all)
        thread.join();
    for (int t = 0; t < 4; ++t)
        CHECK(sums[t] == 10 * t * kN);
}

struct Wave {
    float step, phase;
    __device__ float operator()(int i) const { return step * float(i) + phase; }
};
class Shape {
  public:
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};
class Square : public Shape {
  public:
    __device__ explicit Square(float side) : m_side(side) {}
    __device__ float area() const override { return m_side * m_side; }

  private:
    float m_side;
};
__global__ void areas(float* out) {
    Shape* shape = new Square(float(threadIdx.x));
    out[threadIdx.x] = shape->area();
    delete shape;
}

void objects() {
    float* p;
    OK(cudaMalloc(&p, kN * sizeof(float)));
    apply<<<8, 128>>>(p, Wave{0.5f, 1.0f});
    float value = 0;
    OK(cudaMemcpy(&value, p + 10, sizeof value, cudaMemcpyDeviceToHost));
    CHECK(value == 6.0f);
    areas<<<1, 32>>>(p);
    OK(cudaMemcpy(&value, p + 7, sizeof value, cudaMemcpyDeviceToHost));
    CHECK(value == 49.0f);
    OK(cudaFree(p));
}

void occupancyChoices() {
    int least = 0, threads = 0;
    OK(cudaOccupancyMaxPotentialBlockSize(&least, &threads, add, 0, kN));
    CHECK(threads > 0 && threads % 32 == 0 && least > 0);
    DeviceArray a;
    add<<<(kN + threads - 1) / threads, threads>>>(a.p, 2);
    CHECK(a.value() == 2);
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(8);
    config.blockDim = dim3(128);
    OK(cudaLaunchKernelEx(&config, add, a.p, 3));
    CHECK(a.value() == 5);
}

void CUDART_CB noteStatus(cudaStream_t, cudaError_t status, void* data) {
    *static_cast<int*>(data) = status == cudaSuccess ? 1 : -1;
}

void callbacks() {
    int noted = 0;
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    OK(cudaStreamAddCallback(stream, noteStatus, &noted, 0));
    OK(cudaStreamSynchronize(stream));
    CHECK(noted == 1);
    OK(cudaStreamDestroy(stream));
}

/// Everything again on a device that was reset.
void reset() {
    int counted = 5;
    OK(cudaMemcpyToSymbol(g_counter, &counted, sizeof counted));
    OK(cudaDeviceReset());
    OK(cudaMemcpyFromSymbol(&counted, g_counter, sizeof counted));
    CHECK(counted == 0);
    DeviceArray a;
    add<<<8, 128>>>(a.p, 9);
    CHECK(a.value() == 9);
}

const struct {
    const char* name;
    void (*run)();
} kParts[] = {{"static_constructors", staticConstructors},
              {"variables", variables},
              {"captured_graphs", capturedGraphs},
              {"built_graphs", builtGraphs},
              {"textures_and_surfaces", texturesAndSurfaces},
              {"rows_and_volumes", rowsAndVolumes},
              {"threads", threads},
              {"objects", objects},
              {"occupancy_choices", occupancyChoices},
              {"callbacks", callbacks},
              {"reset", reset}};

} // namespace

int main(int argc, char** argv) {
    const std::string wanted = argc > 1 ? argv[1] : "";
    if (wanted == "list") {
        for (const auto& part : kParts)
            std::printf("%s\n", part.name);
        return 0;
    }
    for (const auto& part : kParts) {
        if (wanted.empty() || wanted == part.name)
            part.run();
    }
    if (g_wrong == 0)
        std::printf("right\n");
    return g_wrong == 0 ? 0 : 1;
}
