// SPDX-License-Identifier: GPL-3.0-or-later
// A program of the Driver API that links no driver. `recorder_program WAY PART`: it finds functions
// by their symbols, or as NVIDIA's runtime does through cuGetProcAddress alone, and prints what it
// gets.
#include <cuda.h>
#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>

namespace {

constexpr const char* kKernels = R"(.version 8.0
.target sm_75
.address_size 64
.visible .global .align 4 .u32 factor = 3;
.visible .const .align 4 .b8 offsets[8] = {1, 0, 0, 0, 2};
.visible .entry add(.param .u64 out, .param .u64 in, .param .u32 value)
{
    .reg .b32 %r<8>;
    .reg .b64 %rd<8>;
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    ld.param.u32 %r1, [value];
    mov.u32 %r4, %tid.x;
    mul.wide.u32 %rd5, %r4, 4;
    add.s64 %rd6, %rd2, %rd5;
    ld.u32 %r6, [%rd6];
    add.s32 %r7, %r6, %r1;
    add.s64 %rd7, %rd1, %rd5;
    st.u32 [%rd7], %r7;
    ret;
}
.visible .entry scale(.param .u64 out)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r4, %tid.x;
    mul.wide.u32 %rd2, %r4, 4;
    add.s64 %rd1, %rd1, %rd2;
    ld.global.u32 %r1, [factor];
    ld.u32 %r2, [%rd1];
    mul.lo.s32 %r3, %r1, %r2;
    ld.const.u32 %r5, [offsets + 4];
    add.s32 %r3, %r3, %r5;
    st.u32 [%rd1], %r3;
    ret;
}
.visible .entry broken(.param .u64 out)
{
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    st.u64 [%rd1 + 0x7000000000], %rd1;
    ret;
}
)";

/// Calls a function in `more`.
constexpr const char* kCaller = R"(.version 8.0
.target sm_75
.address_size 64
.extern .func (.param .b32 result) more(.param .b32 value);
.visible .entry linked(.param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    ld.u32 %r1, [%rd1];
    {
        .param .b32 value;
        .param .b32 result;
        st.param.b32 [value], %r1;
        call (result), more, (value);
        ld.param.b32 %r2, [result];
    }
    st.u32 [%rd1], %r2;
    ret;
}
)";
constexpr const char* kCalled = R"(.version 8.0
.target sm_75
.address_size 64
.visible .func (.param .b32 result) more(.param .b32 value)
{
    .reg .b32 %r<3>;
    ld.param.b32 %r1, [value];
    add.s32 %r2, %r1, 1000;
    st.param.b32 [result], %r2;
    ret;
}
)";

/// Of the forms of functions that cuda.h calls by their plain names.
constexpr int kVersion = 12080;
constexpr int kWords = 16;
constexpr std::size_t kBytes = kWords * sizeof(int);

void* theLibrary = nullptr;
decltype(&::cuGetProcAddress) theLookUp = nullptr; ///< null: by symbols
cuuint64_t theFlags = CU_GET_PROC_ADDRESS_DEFAULT;

void* find(const char* name, const char* symbol) {
    void* address = nullptr;
    if (theLookUp)
        theLookUp(name, &address, kVersion, theFlags, nullptr);
    else
        address = dlsym(theLibrary, symbol);
    if (!address) {
        std::printf("there is no %s\n", name);
        std::exit(2);
    }
    return address;
}

#define TEXT_OF(name) #name
#define SYMBOL_OF(name) TEXT_OF(name)
#define DRV(name) reinterpret_cast<decltype(&::name)>(find(#name, SYMBOL_OF(name)))
#define OK(call)                                                                                   \
    do {                                                                                           \
        if (const CUresult error = call; error != CUDA_SUCCESS)                                    \
            std::printf("line %d: error %d\n", __LINE__, static_cast<int>(error));                 \
    } while (false)

void print(const char* what, CUdeviceptr memory) {
    std::array<int, kWords> values{};
    OK(DRV(cuMemcpyDtoH)(values.data(), memory, kBytes));
    std::printf("%s %d\n", what, std::accumulate(values.begin(), values.end(), 0));
}

CUmodule loadKernels() {
    CUmodule module = nullptr;
    OK(DRV(cuModuleLoadData)(&module, kKernels));
    return module;
}

CUfunction functionOf(CUmodule module, const char* name) {
    CUfunction function = nullptr;
    OK(DRV(cuModuleGetFunction)(&function, module, name));
    return function;
}

void launch(CUfunction function, void** arguments, void** extra = nullptr) {
    OK(DRV(cuLaunchKernel)(function, 1, 1, 1, kWords, 1, 1, 0, nullptr, arguments, extra));
    OK(DRV(cuCtxSynchronize)());
}

/// `add` three times, the last time with packed parameters. A pointer lies behind the words that it
/// adds, so that no result depends on an address.
void adds() {
    const CUfunction add = functionOf(loadKernels(), "add");
    CUdeviceptr out = 0, in = 0, behind = 0, unrelated = 0;
    for (CUdeviceptr* memory : {&out, &in, &behind, &unrelated}) {
        OK(DRV(cuMemAlloc)(memory, kBytes + sizeof behind));
        OK(DRV(cuMemsetD32)(*memory, 5, kWords + 2));
    }
    OK(DRV(cuMemcpyHtoD)(in + kBytes, &behind, sizeof behind));
    int value = 1;
    void* arguments[] = {&out, &in, &value};
    launch(add, arguments);
    value = 7;
    launch(add, arguments);
    struct {
        CUdeviceptr out, in;
        int value;
    } packed{out, in, 9};
    std::size_t size = 20;
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    launch(add, nullptr, extra);
    std::array<int, kWords> values{};
    OK(DRV(cuMemcpyDtoH)(values.data(), out, kBytes));
    std::printf("adds %d %d\n", values[0], values[15]);
    for (const CUdeviceptr memory : {out, in, behind, unrelated})
        OK(DRV(cuMemFree)(memory));
    std::printf("freed again %d\n", static_cast<int>(DRV(cuMemFree)(out)));
}

/// A kernel of a library, launched by its handle, on memory of all kinds.
void library() {
    CUlibrary loaded = nullptr;
    CUkernel kernel = nullptr;
    OK(DRV(cuLibraryLoadData)(&loaded, kKernels, nullptr, nullptr, 0, nullptr, nullptr, 0));
    OK(DRV(cuLibraryGetKernel)(&kernel, loaded, "scale"));
    CUstream stream = nullptr;
    OK(DRV(cuStreamCreate)(&stream, CU_STREAM_NON_BLOCKING));
    CUdeviceptr managed = 0, pooled = 0;
    void* host = nullptr;
    OK(DRV(cuMemAllocManaged)(&managed, kBytes, CU_MEM_ATTACH_GLOBAL));
    OK(DRV(cuMemAllocAsync)(&pooled, kBytes, stream));
    OK(DRV(cuMemHostAlloc)(&host, kBytes, CU_MEMHOSTALLOC_DEVICEMAP));
    OK(DRV(cuStreamSynchronize)(stream));
    int first = 1;
    for (CUdeviceptr memory : {managed, pooled, reinterpret_cast<CUdeviceptr>(host)}) {
        OK(DRV(cuMemsetD32)(memory, static_cast<unsigned int>(first++), kWords));
        OK(DRV(cuCtxSynchronize)());
        void* arguments[] = {&memory};
        CUlaunchConfig config{};
        config.gridDimX = config.gridDimY = config.gridDimZ = 1;
        config.blockDimX = kWords;
        config.blockDimY = config.blockDimZ = 1;
        config.hStream = stream;
        OK(DRV(cuLaunchKernelEx)(&config, reinterpret_cast<CUfunction>(kernel), arguments,
                                 nullptr));
        OK(DRV(cuStreamSynchronize)(stream));
        print("library", memory);
    }
    OK(DRV(cuMemFreeHost)(host));
    OK(DRV(cuMemFreeAsync)(pooled, stream));
    OK(DRV(cuMemFree)(managed));
    OK(DRV(cuLibraryUnload)(loaded));
}

void links() {
    CUlinkState state = nullptr;
    OK(DRV(cuLinkCreate)(0, nullptr, nullptr, &state));
    for (const char* text : {kCaller, kCalled})
        OK(DRV(cuLinkAddData)(state, CU_JIT_INPUT_PTX, const_cast<char*>(text),
                              std::strlen(text) + 1, "", 0, nullptr, nullptr));
    void* code = nullptr;
    std::size_t bytes = 0;
    OK(DRV(cuLinkComplete)(state, &code, &bytes));
    CUmodule module = nullptr;
    OK(DRV(cuModuleLoadData)(&module, code));
    OK(DRV(cuLinkDestroy)(state));
    CUdeviceptr memory = 0;
    OK(DRV(cuMemAlloc)(&memory, kBytes));
    OK(DRV(cuMemsetD32)(memory, 1, kWords));
    void* arguments[] = {&memory};
    OK(DRV(cuLaunchKernel)(functionOf(module, "linked"), 1, 1, 1, 1, 1, 1, 0, nullptr, arguments,
                           nullptr));
    print("links", memory);
}

/// What becomes a node of a graph is no launch.
void graphs() {
    const CUfunction scale = functionOf(loadKernels(), "scale");
    CUdeviceptr memory = 0;
    OK(DRV(cuMemAlloc)(&memory, kBytes));
    OK(DRV(cuMemsetD32)(memory, 1, kWords));
    CUstream stream = nullptr;
    CUgraph graph = nullptr;
    CUgraphExec made = nullptr;
    void* arguments[] = {&memory};
    OK(DRV(cuCtxSynchronize)());
    OK(DRV(cuStreamCreate)(&stream, CU_STREAM_NON_BLOCKING));
    OK(DRV(cuStreamBeginCapture)(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    for (int i = 0; i < 2; ++i)
        OK(DRV(cuLaunchKernel)(scale, 1, 1, 1, kWords, 1, 1, 0, stream, arguments, nullptr));
    OK(DRV(cuStreamEndCapture)(stream, &graph));
    OK(DRV(cuGraphInstantiate)(&made, graph, 0));
    OK(DRV(cuGraphLaunch)(made, stream));
    OK(DRV(cuStreamSynchronize)(stream));
    print("graphs", memory);
    launch(scale, arguments);
    print("graphs", memory);
}

void faults() {
    const CUfunction broken = functionOf(loadKernels(), "broken");
    CUdeviceptr memory = 0;
    OK(DRV(cuMemAlloc)(&memory, kBytes));
    void* arguments[] = {&memory};
    std::printf("launch %d\n", static_cast<int>(DRV(cuLaunchKernel)(
                                   broken, 1, 1, 1, kWords, 1, 1, 0, nullptr, arguments, nullptr)));
    std::printf("wait %d\n", static_cast<int>(DRV(cuCtxSynchronize)()));
    std::printf("refused %d\n", static_cast<int>(DRV(cuLaunchKernel)(broken, 1, 1, 1, 5000, 1, 1, 0,
                                                                     nullptr, arguments, nullptr)));
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3)
        return 2;
    theLibrary = dlopen("libcuda.so.1", RTLD_NOW);
    if (!theLibrary)
        return 2;
    if (std::strcmp(argv[1], "symbols") != 0)
        theLookUp =
            reinterpret_cast<decltype(theLookUp)>(dlsym(theLibrary, SYMBOL_OF(cuGetProcAddress)));
    if (std::strcmp(argv[1], "per_thread") == 0)
        theFlags = CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    CUdevice device = 0;
    CUcontext context = nullptr;
    OK(DRV(cuInit)(0));
    OK(DRV(cuDeviceGet)(&device, 0));
    OK(DRV(cuDevicePrimaryCtxRetain)(&context, device));
    OK(DRV(cuCtxSetCurrent)(context));
    const struct {
        const char* name;
        void (*run)();
    } parts[] = {{"adds", adds},
                 {"library", library},
                 {"links", links},
                 {"graphs", graphs},
                 {"faults", faults}};
    for (const auto& part : parts)
        if (std::strcmp(argv[2], part.name) == 0)
            part.run();
    return 0;
}
