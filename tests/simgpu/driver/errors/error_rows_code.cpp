// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/driver/errors/error_rows.h"

namespace driver_errors {

namespace {

using E = Environment;

/// A launch of `k` that is valid except for the change made by `change`.
template <typename Change>
CUresult launch(const Driver& d, const E& e, Change&& change) {
    CUdeviceptr p = e.memory;
    unsigned a = 0, b = 0;
    void* arguments[] = {&p, &a, &b};
    CUlaunchConfig config{};
    config.gridDimX = config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = 32;
    config.blockDimY = config.blockDimZ = 1;
    change(config);
    const CUresult result = D(cuLaunchKernelEx)(&config, e.kernel, arguments, nullptr);
    D(cuCtxSynchronize)();
    return result;
}

template <typename Change>
Row launchRow(const char* name, CUresult expected, Change change) {
    return {name, expected, [change](const Driver& d, const E& e) { return launch(d, e, change); }};
}

CUresult load(const Driver& d, const char* text) {
    CUmodule module = nullptr;
    const CUresult result = D(cuModuleLoadData)(&module, text);
    if (module)
        D(cuModuleUnload)(module);
    return result;
}

/// A call in a library with an ordinary and a managed variable.
template <typename Call>
CUresult inLibrary(const Driver& d, Call&& call) {
    CUlibrary library = nullptr;
    D(cuLibraryLoadData)
    (&library,
     ".version 7.0\n.target sm_70\n.address_size 64\n"
     ".visible .global .align 4 .u32 counter;\n"
     ".visible .global .attribute(.managed) .align 4 .u32 managed;\n",
     nullptr, nullptr, 0, nullptr, nullptr, 0);
    const CUresult result = call(library);
    D(cuLibraryUnload)(library);
    return result;
}

std::vector<Row> moduleRows() {
    return {
        {"cuModuleLoadData to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuModuleLoadData)(nullptr, ".version 7.0"); }},
        {"cuModuleLoadData of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return load(d, nullptr); }},
        {"cuModuleLoadData of an empty text", CUDA_ERROR_INVALID_IMAGE,
         [](const Driver& d, const E&) { return load(d, ""); }},
        {"cuModuleLoadData of a sentence", CUDA_ERROR_INVALID_IMAGE,
         [](const Driver& d, const E&) { return load(d, "this is no PTX at all"); }},
        {"cuModuleLoadData of a comment", CUDA_ERROR_INVALID_IMAGE,
         [](const Driver& d, const E&) { return load(d, "// nothing\n"); }},
        {"cuModuleLoadData of PTX behind a word", CUDA_ERROR_INVALID_IMAGE,
         [](const Driver& d, const E&) {
             return load(d, "word .version 7.0\n.target sm_70\n.address_size 64\n");
         }},
        {"cuModuleLoadData of PTX without its version", CUDA_ERROR_INVALID_IMAGE,
         [](const Driver& d, const E&) {
             return load(d, ".target sm_70\n.address_size 64\n.visible .entry x()\n{\n ret;\n}\n");
         }},
        {"cuModuleLoadData of PTX behind comments", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             return load(d, "// one\n/* two */ .version 7.0\n.target sm_70\n.address_size 64\n");
         }},
        {"cuModuleLoadData of .version alone", CUDA_ERROR_INVALID_PTX,
         [](const Driver& d, const E&) { return load(d, ".version"); }},
        {"cuModuleLoadData of an undeclared register", CUDA_ERROR_INVALID_PTX,
         [](const Driver& d, const E&) {
             return load(d, ".version 7.0\n.target sm_70\n.address_size 64\n"
                            ".visible .entry x()\n{\n    mov.u32 %nobody, 1;\n    ret;\n}\n");
         }},
        {"cuModuleLoadData of PTX 99", CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
         [](const Driver& d, const E&) {
             return load(d, ".version 99.0\n.target sm_70\n.address_size 64\n"
                            ".visible .entry x()\n{\n    ret;\n}\n");
         }},
        {"cuModuleLoadData of what nobody defines", CUDA_ERROR_INVALID_PTX,
         [](const Driver& d, const E&) {
             return load(d, ".version 7.0\n.target sm_70\n.address_size 64\n"
                            ".visible .entry x()\n{\n    call.uni nobody;\n    ret;\n}\n");
         }},
        {"cuModuleLoad of no file", CUDA_ERROR_FILE_NOT_FOUND,
         [](const Driver& d, const E&) {
             CUmodule module = nullptr;
             return D(cuModuleLoad)(&module, "/no/such/file.ptx");
         }},
        {"cuModuleGetFunction of none", CUDA_ERROR_NOT_FOUND,
         [](const Driver& d, const E& e) {
             CUfunction function = nullptr;
             return D(cuModuleGetFunction)(&function, e.module, "none");
         }},
        {"cuModuleGetFunction of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             CUfunction function = nullptr;
             return D(cuModuleGetFunction)(&function, e.module, nullptr);
         }},
        {"cuModuleGetFunction to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             return D(cuModuleGetFunction)(nullptr, e.module, "k");
         }},
        {"cuModuleGetGlobal of none", CUDA_ERROR_NOT_FOUND,
         [](const Driver& d, const E& e) {
             CUdeviceptr address = 0;
             size_t bytes = 0;
             return D(cuModuleGetGlobal)(&address, &bytes, e.module, "none");
         }},
        // cuda.h: "If one of them is NULL, it is ignored." Driver 580.159 wants one of the two.
        {"cuModuleGetGlobal to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             return D(cuModuleGetGlobal)(nullptr, nullptr, e.module, "counter");
         }},
        {"cuModuleGetGlobal of none to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             return D(cuModuleGetGlobal)(nullptr, nullptr, e.module, "none");
         }},
        {"cuModuleGetGlobal of the size alone", CUDA_SUCCESS,
         [](const Driver& d, const E& e) {
             size_t bytes = 0;
             return D(cuModuleGetGlobal)(nullptr, &bytes, e.module, "counter");
         }},
        {"cuLibraryGetGlobal to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return inLibrary(d, [&](CUlibrary library) {
                 return D(cuLibraryGetGlobal)(nullptr, nullptr, library, "counter");
             });
         }},
        {"cuLibraryGetGlobal of a managed variable", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             return inLibrary(d, [&](CUlibrary library) {
                 CUdeviceptr address = 0;
                 return D(cuLibraryGetGlobal)(&address, nullptr, library, "managed");
             });
         }},
        {"cuLibraryGetManaged of a managed variable", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             return inLibrary(d, [&](CUlibrary library) {
                 CUdeviceptr address = 0;
                 return D(cuLibraryGetManaged)(&address, nullptr, library, "managed");
             });
         }},
        {"cuLibraryGetManaged of another variable", CUDA_ERROR_NOT_FOUND,
         [](const Driver& d, const E&) {
             return inLibrary(d, [&](CUlibrary library) {
                 CUdeviceptr address = 0;
                 return D(cuLibraryGetManaged)(&address, nullptr, library, "counter");
             });
         }},
        {"cuLibraryLoadData of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUlibrary library = nullptr;
             return D(cuLibraryLoadData)(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr,
                                         0);
         }},
        {"cuLinkAddData of nothing", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUlinkState link = nullptr;
             D(cuLinkCreate)(0, nullptr, nullptr, &link);
             const CUresult result =
                 D(cuLinkAddData)(link, CU_JIT_INPUT_PTX, nullptr, 0, "x", 0, nullptr, nullptr);
             D(cuLinkDestroy)(link);
             return result;
         }},
        {"cuLinkAddData of a sentence", CUDA_ERROR_INVALID_IMAGE,
         [](const Driver& d, const E&) {
             CUlinkState link = nullptr;
             D(cuLinkCreate)(0, nullptr, nullptr, &link);
             char text[] = "this is no PTX at all";
             const CUresult result = D(cuLinkAddData)(link, CU_JIT_INPUT_PTX, text, sizeof text,
                                                      "x", 0, nullptr, nullptr);
             D(cuLinkDestroy)(link);
             return result;
         }},
        {"cuLinkAddData of damaged PTX", CUDA_ERROR_INVALID_PTX,
         [](const Driver& d, const E&) {
             CUlinkState link = nullptr;
             D(cuLinkCreate)(0, nullptr, nullptr, &link);
             char text[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                           ".visible .entry x()\n{\n    mov.u32 %nobody, 1;\n    ret;\n}\n";
             const CUresult result = D(cuLinkAddData)(link, CU_JIT_INPUT_PTX, text, sizeof text,
                                                      "x", 0, nullptr, nullptr);
             D(cuLinkDestroy)(link);
             return result;
         }},
        {"cuLinkComplete of nothing", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             CUlinkState link = nullptr;
             D(cuLinkCreate)(0, nullptr, nullptr, &link);
             void* image = nullptr;
             size_t size = 0;
             const CUresult result = D(cuLinkComplete)(link, &image, &size);
             D(cuLinkDestroy)(link);
             return result;
         }},
        {"cuLinkAddFile of no file", CUDA_ERROR_FILE_NOT_FOUND,
         [](const Driver& d, const E&) {
             CUlinkState link = nullptr;
             D(cuLinkCreate)(0, nullptr, nullptr, &link);
             const CUresult result =
                 D(cuLinkAddFile)(link, CU_JIT_INPUT_PTX, "/no/such/file.ptx", 0, nullptr, nullptr);
             D(cuLinkDestroy)(link);
             return result;
         }},
    };
}

std::vector<Row> functionRows() {
    return {
        {"cuFuncGetName of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             const char* name = nullptr;
             return D(cuFuncGetName)(&name, nullptr);
         }},
        {"cuFuncGetName to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) { return D(cuFuncGetName)(nullptr, e.kernel); }},
        {"cuKernelGetName of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             const char* name = nullptr;
             return D(cuKernelGetName)(&name, nullptr);
         }},
        {"cuFuncGetAttribute of none", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             int value = 0;
             return D(cuFuncGetAttribute)(&value, static_cast<CUfunction_attribute>(999), e.kernel);
         }},
        {"cuFuncGetAttribute to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             return D(cuFuncGetAttribute)(nullptr, CU_FUNC_ATTRIBUTE_NUM_REGS, e.kernel);
         }},
        {"cuFuncSetAttribute of what is fixed", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             return D(cuFuncSetAttribute)(e.kernel, CU_FUNC_ATTRIBUTE_NUM_REGS, 5);
         }},
        {"cuFuncSetAttribute of too much shared memory", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             return D(cuFuncSetAttribute)(e.kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                          1 << 28);
         }},
        {"cuFuncGetParamInfo past the last", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             size_t offset = 0, size = 0;
             return D(cuFuncGetParamInfo)(e.kernel, 3, &offset, &size);
         }},
        {"cuFuncSetCacheConfig of none", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             return D(cuFuncSetCacheConfig)(e.kernel, static_cast<CUfunc_cache>(9));
         }},
        {"cuOccupancyMaxActiveBlocksPerMultiprocessor of no threads", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             int blocks = 0;
             return D(cuOccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, e.kernel, 0, 0);
         }},
        {"cuOccupancyMaxPotentialBlockSize to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             return D(cuOccupancyMaxPotentialBlockSize)(nullptr, nullptr, e.kernel, nullptr, 0, 0);
         }},
    };
}

std::vector<Row> launchRows() {
    return {
        launchRow("a launch", CUDA_SUCCESS, [](CUlaunchConfig&) {}),
        launchRow("a launch of a block of 2000", CUDA_ERROR_INVALID_VALUE,
                  [](CUlaunchConfig& c) { c.blockDimX = 2000; }),
        launchRow("a launch of a block of 1 x 1 x 65", CUDA_ERROR_INVALID_VALUE,
                  [](CUlaunchConfig& c) { c.blockDimX = 1, c.blockDimZ = 65; }),
        launchRow("a launch of a block of none", CUDA_ERROR_INVALID_VALUE,
                  [](CUlaunchConfig& c) { c.blockDimY = 0; }),
        launchRow("a launch of no blocks", CUDA_ERROR_INVALID_VALUE,
                  [](CUlaunchConfig& c) { c.gridDimX = 0; }),
        launchRow("a launch of 70000 blocks in y", CUDA_ERROR_INVALID_VALUE,
                  [](CUlaunchConfig& c) { c.gridDimY = 70000; }),
        launchRow("a launch with 100 KB of shared memory", CUDA_ERROR_INVALID_VALUE,
                  [](CUlaunchConfig& c) { c.sharedMemBytes = 100000; }),
        {"a launch of null", CUDA_ERROR_INVALID_HANDLE,
         [](const Driver& d, const E&) {
             return D(cuLaunchKernel)(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr);
         }},
        {"a launch with arguments twice", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             CUdeviceptr p = e.memory;
             unsigned a = 0, b = 0;
             void* arguments[] = {&p, &a, &b};
             char buffer[16] = {};
             size_t size = sizeof buffer;
             void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE,
                              &size, CU_LAUNCH_PARAM_END};
             return D(cuLaunchKernel)(e.kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, extra);
         }},
        {"a cooperative launch that is too large", CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
         [](const Driver& d, const E& e) {
             CUdeviceptr p = e.memory;
             unsigned a = 0, b = 0;
             void* arguments[] = {&p, &a, &b};
             return D(cuLaunchCooperativeKernel)(e.kernel, 1 << 20, 1, 1, 1024, 1, 1, 0, nullptr,
                                                 arguments);
         }},
        {"cuLaunchKernelEx of nothing", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             return D(cuLaunchKernelEx)(nullptr, e.kernel, nullptr, nullptr);
         }},
    };
}

} // namespace

std::vector<Row> codeRows() {
    std::vector<Row> all;
    for (const auto& part : {moduleRows(), functionRows(), launchRows()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace driver_errors
