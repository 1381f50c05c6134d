// SPDX-License-Identifier: GPL-3.0-or-later
// Modules and libraries: loading, contents, linking.
#include "driver_kernels.h"
#include "tests/main.h"

#include <QTemporaryFile>

#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace tst_simgpu_module {

class TestModules : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        qunsetenv("WARPBENCH_SIMGPU");
        CHECK_OK(DRV(cuInit)(0));
    }
    void init() { m_context = std::make_unique<TestContext>(); }
    void cleanup() { m_context.reset(); }
    void loadAndLaunch();
    void globals();
    void parametersAndNames();
    void attributes();
    void jitLogs();
    void images();
    void unloadedHandles();
    void libraries();
    void aLinkThatMissesSomething();
    void linking();

  private:
    std::unique_ptr<TestContext> m_context;
};

void TestModules::loadAndLaunch() {
    const CUmodule module = load(kAdd);
    QVERIFY(module);
    constexpr unsigned int count = 1024;
    std::vector<int> data(count), back(count);
    std::iota(data.begin(), data.end(), 5);
    CUdeviceptr in = 0, out = 0;
    CHECK_OK(DRV(cuMemAlloc)(&in, count * 4));
    CHECK_OK(DRV(cuMemAlloc)(&out, count * 4));
    CHECK_OK(DRV(cuMemcpyHtoD)(in, data.data(), count * 4));
    int value = 100;
    void* params[] = {&out, &in, &value};
    CHECK_OK(launch(function(module, "add"), 4, 256, params));
    CHECK_OK(DRV(cuMemcpyDtoH)(back.data(), out, count * 4));
    for (unsigned int i = 0; i < count; ++i)
        QCOMPARE(back[i], data[i] + 100);
    CHECK_OK(DRV(cuModuleUnload)(module));
}

void TestModules::globals() {
    const CUmodule module = load(kAdd);
    CUdeviceptr address = 0;
    size_t bytes = 0;
    CHECK_OK(DRV(cuModuleGetGlobal)(&address, &bytes, module, "factor"));
    QCOMPARE(bytes, size_t(4));
    unsigned int value = 0;
    CHECK_OK(DRV(cuMemcpyDtoH)(&value, address, 4));
    QCOMPARE(value, 3u);
    value = 7;
    CHECK_OK(DRV(cuMemcpyHtoD)(address, &value, 4));
    CUdeviceptr out = 0;
    CHECK_OK(DRV(cuMemAlloc)(&out, 4));
    CHECK_OK(DRV(cuMemsetD32)(out, 6, 1));
    void* params[] = {&out};
    CHECK_OK(launch(function(module, "scale"), 1, 1, params));
    CHECK_OK(DRV(cuMemcpyDtoH)(&value, out, 4));
    QCOMPARE(value, 42u);
    CHECK_RESULT(DRV(cuModuleGetGlobal)(&address, &bytes, module, "nothing"), CUDA_ERROR_NOT_FOUND);
}

void TestModules::parametersAndNames() {
    const CUmodule module = load(kAdd);
    const CUfunction add = function(module, "add");
    const size_t expected[][2] = {{0, 8}, {8, 8}, {16, 4}};
    for (size_t i = 0; i < 3; ++i) {
        size_t offset = 0, size = 0;
        CHECK_OK(DRV(cuFuncGetParamInfo)(add, i, &offset, &size));
        QCOMPARE(offset, expected[i][0]);
        QCOMPARE(size, expected[i][1]);
    }
    size_t offset = 0, size = 0;
    CHECK_RESULT(DRV(cuFuncGetParamInfo)(add, 3, &offset, &size), CUDA_ERROR_INVALID_VALUE);
    const char* name = nullptr;
    CHECK_OK(DRV(cuFuncGetName)(&name, add));
    QCOMPARE(name, "add");
    CUmodule owner = nullptr;
    CHECK_OK(DRV(cuFuncGetModule)(&owner, add));
    QCOMPARE(owner, module);
    unsigned int count = 0;
    CHECK_OK(DRV(cuModuleGetFunctionCount)(&count, module));
    QCOMPARE(count, 6u);
    CUfunction missing = nullptr;
    CHECK_RESULT(DRV(cuModuleGetFunction)(&missing, module, "missing"), CUDA_ERROR_NOT_FOUND);
}

void TestModules::attributes() {
    const CUmodule module = load(kAdd);
    const auto get = [](CUfunction f, CUfunction_attribute attribute) {
        int value = -99;
        DRV(cuFuncGetAttribute)(&value, attribute, f);
        return value;
    };
    const CUfunction add = function(module, "add");
    const int registers = get(add, CU_FUNC_ATTRIBUTE_NUM_REGS);
    QVERIFY(registers > 0 && registers <= 255);
    wbsimKernelInfo info{};
    info.structSize = sizeof info;
    CHECK_OK(static_cast<CUresult>(simApi()->getKernelInfo(add, &info)));
    QCOMPARE(int(info.registers), registers);
    QCOMPARE(info.registersEstimated, 1u);
    QCOMPARE(get(add, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 1024);
    QCOMPARE(get(function(module, "bounded"), CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 64);
    QCOMPARE(get(function(module, "shared_kib"), CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES), 1024);
    QCOMPARE(get(add, CU_FUNC_ATTRIBUTE_PTX_VERSION), 70);
    QCOMPARE(get(add, CU_FUNC_ATTRIBUTE_BINARY_VERSION), 90);
    int value = 0;
    CHECK_RESULT(DRV(cuFuncGetAttribute)(&value, static_cast<CUfunction_attribute>(99), add),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuFuncGetAttribute)(&value, CU_FUNC_ATTRIBUTE_NUM_REGS,
                                         reinterpret_cast<CUfunction>(0x77)),
                 CUDA_ERROR_INVALID_HANDLE);
}

void TestModules::jitLogs() {
    char errors[512] = "untouched", info[64] = "untouched";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                              CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {errors, reinterpret_cast<void*>(sizeof errors), info,
                      reinterpret_cast<void*>(sizeof info)};
    CUmodule module = nullptr;
    CHECK_RESULT(DRV(cuModuleLoadDataEx)(&module,
                                         ".version 8.0\n.target sm_70\n.address_size 64\n"
                                         ".visible .entry broken()\n{\n  garbage here\n}\n",
                                         4, options, values),
                 CUDA_ERROR_INVALID_PTX);
    QVERIFY2(std::strstr(errors, "line 7"), errors);
    QCOMPARE(reinterpret_cast<size_t>(values[1]), std::strlen(errors));
    QCOMPARE(info, "");
    // For a later chip.
    values[1] = reinterpret_cast<void*>(sizeof errors);
    CHECK_RESULT(
        DRV(cuModuleLoadDataEx)(&module, ".version 9.0\n.target sm_120\n", 2, options, values),
        CUDA_ERROR_INVALID_PTX);
    QVERIFY2(std::strstr(errors, "PTX line 2: the PTX is for sm_120"), errors);
    // A buffer that is too small is filled and terminated.
    char tiny[8];
    void* small[] = {tiny, reinterpret_cast<void*>(sizeof tiny)};
    CHECK_RESULT(DRV(cuModuleLoadDataEx)(&module, ".version nonsense", 2, options, small),
                 CUDA_ERROR_INVALID_PTX);
    QCOMPARE(std::strlen(tiny), size_t(7));
}

void TestModules::images() {
    CUmodule module = nullptr;
    char errors[512] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {errors, reinterpret_cast<void*>(sizeof errors)};
    const std::string cubin = std::string("\x7f"
                                          "ELF") +
                              std::string(60, '\0');
    CHECK_RESULT(DRV(cuModuleLoadDataEx)(&module, cubin.data(), 2, options, values),
                 CUDA_ERROR_NO_BINARY_FOR_GPU);
    QVERIFY2(std::strstr(errors, "PTX"), errors);
    CHECK_RESULT(DRV(cuModuleLoadData)(&module, nullptr), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuModuleLoad)(&module, "/nonexistent.ptx"), CUDA_ERROR_FILE_NOT_FOUND);
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write(kAdd);
    file.flush();
    CHECK_OK(DRV(cuModuleLoad)(&module, file.fileName().toLocal8Bit().constData()));
    QVERIFY(function(module, "add"));
}

void TestModules::unloadedHandles() {
    const CUmodule module = load(kAdd);
    const CUfunction bounded = function(module, "bounded");
    CHECK_OK(DRV(cuModuleUnload)(module));
    CHECK_RESULT(DRV(cuModuleUnload)(module), CUDA_ERROR_INVALID_HANDLE);
    CHECK_RESULT(launch(bounded, 1, 1), CUDA_ERROR_INVALID_HANDLE);
    CHECK_RESULT(launch(nullptr, 1, 1), CUDA_ERROR_INVALID_HANDLE);
}

void TestModules::libraries() {
    CUlibrary library = nullptr;
    CHECK_OK(DRV(cuLibraryLoadData)(&library, kAdd, nullptr, nullptr, 0, nullptr, nullptr, 0));
    CUkernel kernel = nullptr;
    CHECK_OK(DRV(cuLibraryGetKernel)(&kernel, library, "scale"));
    const char* name = nullptr;
    CHECK_OK(DRV(cuKernelGetName)(&name, kernel));
    QCOMPARE(name, "scale");
    CUdeviceptr out = 0;
    CHECK_OK(DRV(cuMemAlloc)(&out, 4));
    CHECK_OK(DRV(cuMemsetD32)(out, 5, 1));
    void* params[] = {&out};
    // A kernel may be launched as it is, or through its function.
    CHECK_OK(launch(reinterpret_cast<CUfunction>(kernel), 1, 1, params));
    CUfunction f = nullptr;
    CHECK_OK(DRV(cuKernelGetFunction)(&f, kernel));
    CHECK_OK(launch(f, 1, 1, params));
    unsigned int value = 0;
    CHECK_OK(DRV(cuMemcpyDtoH)(&value, out, 4));
    QCOMPARE(value, 45u);
    CHECK_OK(DRV(cuLibraryUnload)(library));
    CHECK_RESULT(DRV(cuKernelGetName)(&name, kernel), CUDA_ERROR_INVALID_HANDLE);
    CHECK_RESULT(DRV(cuLibraryUnload)(library), CUDA_ERROR_INVALID_HANDLE);
}

/// As in driver 580.159 on an H100, in a program that does nothing else; after other errors it may
/// return CUDA_ERROR_UNKNOWN.
void TestModules::aLinkThatMissesSomething() {
    CUlinkState link = nullptr;
    CHECK_OK(DRV(cuLinkCreate)(0, nullptr, nullptr, &link));
    char text[] = ".version 8.0\n.target sm_70\n.address_size 64\n"
                  ".extern .func twice();\n.visible .entry k() { call twice; ret; }\n";
    CHECK_OK(
        DRV(cuLinkAddData)(link, CU_JIT_INPUT_PTX, text, sizeof text, "x", 0, nullptr, nullptr));
    void* image = nullptr;
    size_t size = 0;
    CHECK_RESULT(DRV(cuLinkComplete)(link, &image, &size), CUDA_ERROR_INVALID_SOURCE);
    CHECK_OK(DRV(cuLinkDestroy)(link));
}

void TestModules::linking() {
    CUlinkState link = nullptr;
    char errors[512] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {errors, reinterpret_cast<void*>(sizeof errors)};
    CHECK_OK(DRV(cuLinkCreate)(2, options, values, &link));
    CHECK_OK(DRV(cuLinkAddData)(link, CU_JIT_INPUT_PTX, const_cast<char*>(kAdd),
                                std::strlen(kAdd) + 1, "add.ptx", 0, nullptr, nullptr));
    CHECK_OK(DRV(cuLinkAddData)(link, CU_JIT_INPUT_PTX, const_cast<char*>(kPrint),
                                std::strlen(kPrint) + 1, "print.ptx", 0, nullptr, nullptr));
    void* image = nullptr;
    size_t size = 0;
    const CUresult linked = DRV(cuLinkComplete)(link, &image, &size);
    QVERIFY2(linked == CUDA_SUCCESS, errors);
    QVERIFY(size > 0);
    CUmodule module = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, image));
    CHECK_OK(DRV(cuLinkDestroy)(link));
    QVERIFY(function(module, "add"));
    QVERIFY(function(module, "hello"));
    CHECK_RESULT(DRV(cuLinkDestroy)(link), CUDA_ERROR_INVALID_HANDLE);
}

WARPBENCH_TEST(TestModules)
} // namespace tst_simgpu_module

#include "tst_simgpu_module.moc"
