// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolkit/toolkit.h"
#include "driver_library.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QDir>
#include <QScopeGuard>
#include <QTemporaryFile>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace tst_simgpu_library {

// cuda.h deprecates the launches of CUDA 3 that are tested here.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace {

constexpr const char* kCaller = R"(
.version 8.0
.target sm_70
.address_size 64
.extern .func (.param .b32 r) twice (.param .b32 x);
.visible .global .align 4 .u32 counter = 5;
.visible .entry run(.param .u64 p, .param .u32 value, .param .f32 scale)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<4>;
    ld.param.u64 %rd1, [p];
    ld.param.u32 %r1, [value];
    {
    .param .b32 x;
    .param .b32 r;
    st.param.b32 [x], %r1;
    call.uni (r), twice, (x);
    ld.param.b32 %r2, [r];
    }
    ld.param.b32 %r3, [scale];
    st.global.u32 [%rd1], %r2;
    st.global.u32 [%rd1+4], %r3;
    ret;
}
)";

constexpr const char* kCallee = R"(
.version 8.0
.target sm_70
.address_size 64
.visible .func (.param .b32 r) twice (.param .b32 x)
{
    .reg .b32 %r<2>;
    ld.param.b32 %r1, [x];
    add.u32 %r1, %r1, %r1;
    st.param.b32 [r], %r1;
    ret;
}
)";

CUresult addText(CUlinkState link, const char* text, const char* name) {
    return DRV(cuLinkAddData)(link, CU_JIT_INPUT_PTX, const_cast<char*>(text),
                              std::strlen(text) + 1, name, 0, nullptr, nullptr);
}

/// The output of a link as a program keeps it: a copy of the bytes, as in a cache.
std::vector<char> linked(const std::vector<const char*>& texts) {
    CUlinkState link = nullptr;
    void* image = nullptr;
    size_t size = 0;
    if (DRV(cuLinkCreate)(0, nullptr, nullptr, &link) != CUDA_SUCCESS)
        qFatal("cannot link");
    for (const char* text : texts) {
        if (addText(link, text, "text.ptx") != CUDA_SUCCESS)
            qFatal("cannot add a text");
    }
    if (DRV(cuLinkComplete)(link, &image, &size) != CUDA_SUCCESS)
        qFatal("cannot complete the link");
    const auto* bytes = static_cast<const char*>(image);
    std::vector<char> copy(bytes, bytes + size);
    DRV(cuLinkDestroy)(link);
    return copy;
}

} // namespace

/// Links of several texts, libraries, and launches as CUDA 3 had them.
class TestLibrary : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void init() { m_context = std::make_unique<TestContext>(); }
    void cleanup() { m_context.reset(); }
    void linkedImageInAModule();
    void linkedImageInALibrary();
    void linkOfALink();
    void linkErrors();
    void undefinedReferences_data();
    void undefinedReferences();
    void linkOfNothing();
    void deviceRuntime_data();
    void deviceRuntime();
    void truncatedFiles_data();
    void truncatedFiles();
    void libraryInTwoContexts();
    void kernelAttributes();
    void libraryErrors();
    void damagedLibrary_data();
    void damagedLibrary();
    void launchByParts();
    void launchByPartsErrors();

  private:
    std::unique_ptr<TestContext> m_context;
};

void TestLibrary::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "h200,t4");
    CHECK_OK(DRV(cuInit)(0));
}

void TestLibrary::linkedImageInAModule() {
    const std::vector<char> image = linked({kCaller, kCallee});
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, image.data()));
    CHECK_OK(DRV(cuModuleGetFunction)(&function, module, "run"));
    CUdeviceptr memory = 0;
    CHECK_OK(DRV(cuMemAlloc)(&memory, 8));
    unsigned int value = 21, result = 0;
    float scale = 1.5f;
    void* arguments[] = {&memory, &value, &scale};
    CHECK_OK(DRV(cuLaunchKernel)(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    CHECK_OK(DRV(cuMemcpyDtoH)(&result, memory, 4));
    QCOMPARE(result, 42u);
}

void TestLibrary::linkedImageInALibrary() {
    const std::vector<char> image = linked({kCaller, kCallee});
    CUlibrary library = nullptr;
    CUkernel kernel = nullptr;
    CHECK_OK(
        DRV(cuLibraryLoadData)(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    CHECK_OK(DRV(cuLibraryGetKernel)(&kernel, library, "run"));
    size_t offset = 0, size = 0;
    CHECK_OK(DRV(cuKernelGetParamInfo)(kernel, 2, &offset, &size));
    QCOMPARE(offset, size_t(12));
    QCOMPARE(size, size_t(4));
    CHECK_RESULT(DRV(cuKernelGetParamInfo)(kernel, 3, &offset, &size), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuLibraryUnload)(library));
}

void TestLibrary::linkOfALink() {
    std::vector<char> part = linked({kCallee});
    CUlinkState link = nullptr;
    CHECK_OK(DRV(cuLinkCreate)(0, nullptr, nullptr, &link));
    CHECK_OK(DRV(cuLinkAddData)(link, CU_JIT_INPUT_CUBIN, part.data(), part.size(), "part", 0,
                                nullptr, nullptr));
    CHECK_OK(addText(link, kCaller, "caller.ptx"));
    void* image = nullptr;
    size_t size = 0;
    CHECK_OK(DRV(cuLinkComplete)(link, &image, &size));
    CUmodule module = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, image));
    CHECK_OK(DRV(cuLinkDestroy)(link));
}

void TestLibrary::deviceRuntime_data() {
    QTest::addColumn<QByteArray>("library");
    // An archive with an object of that name, as `ar` writes it.
    QTest::newRow("made up") << QByteArray(
        "!<arch>\ncuda_device_runtime.o/ 0           0     0     "
        "644     4         `\nnone");
    const auto ptxas = warpbench::compile::toolkitProgram(
        "ptxas", warpbench::compile::ToolkitSearch::ofThisMachine());
    for (const char* folder : {"lib", "lib64", "targets/x86_64-linux/lib"}) {
        const auto path = ptxas.parent_path().parent_path() / folder / "libcudadevrt.a";
        QFile file(QString::fromStdString(path.string()));
        if (!ptxas.empty() && file.open(QIODevice::ReadOnly))
            QTest::newRow(folder) << file.readAll();
    }
}

/// numba's code for grid.sync(): blocks meet, and see each other's writes.
void TestLibrary::deviceRuntime() {
    QFETCH(QByteArray, library);
    constexpr const char* kSums = R"(
.version 8.0
.target sm_70
.address_size 64
.extern .func (.param .b64 r) cudaCGGetIntrinsicHandle (.param .b32 scope);
.extern .func (.param .b32 r) cudaCGSynchronize (.param .b64 handle, .param .b32 flags);
.visible .entry sums(.param .u64 counts, .param .u64 seen, .param .u32 scope)
{
    .reg .pred %p<2>;
    .reg .b32 %r<10>;
    .reg .b64 %rd<8>;
    ld.param.u64 %rd1, [counts];
    ld.param.u64 %rd2, [seen];
    ld.param.u32 %r9, [scope];
    { .param .b32 scope; .param .b64 r; st.param.b32 [scope], %r9;
      call.uni (r), cudaCGGetIntrinsicHandle, (scope); ld.param.b64 %rd3, [r]; }
    mov.u32 %r1, 0;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.u32 %r4, %r2, %r3, %r4;
    mul.wide.u32 %rd4, %r4, 4;
    add.u64 %rd4, %rd2, %rd4;
$again:
    mul.wide.u32 %rd5, %r1, 4;
    add.u64 %rd5, %rd1, %rd5;
    atom.global.add.u32 %r5, [%rd5], 1;
    { .param .b64 handle; .param .b32 flags; .param .b32 r;
      st.param.b64 [handle], %rd3; st.param.b32 [flags], 0;
      call.uni (r), cudaCGSynchronize, (handle, flags); ld.param.b32 %r6, [r]; }
    ld.volatile.global.u32 %r7, [%rd5];
    ld.global.u32 %r8, [%rd4];
    add.u32 %r7, %r7, %r8;
    shl.b32 %r6, %r6, 16;
    or.b32 %r7, %r7, %r6;
    st.global.u32 [%rd4], %r7;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 3;
    @%p1 bra $again;
    ret;
}
)";
    CUlinkState link = nullptr;
    CHECK_OK(DRV(cuLinkCreate)(0, nullptr, nullptr, &link));
    CHECK_OK(addText(link, kSums, "sums.ptx"));
    CHECK_OK(DRV(cuLinkAddData)(link, CU_JIT_INPUT_LIBRARY, library.data(), size_t(library.size()),
                                "libcudadevrt.a", 0, nullptr, nullptr));
    void* image = nullptr;
    size_t size = 0;
    CHECK_OK(DRV(cuLinkComplete)(link, &image, &size));
    CUmodule module = nullptr;
    CUfunction sums = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, image));
    CHECK_OK(DRV(cuLinkDestroy)(link));
    CHECK_OK(DRV(cuModuleGetFunction)(&sums, module, "sums"));
    constexpr unsigned int kBlocks = 9, kThreads = 70;
    CUdeviceptr counts = 0, seen = 0;
    CHECK_OK(DRV(cuMemAlloc)(&counts, 12));
    CHECK_OK(DRV(cuMemAlloc)(&seen, 4 * kBlocks * kThreads));
    std::vector<unsigned int> values(kBlocks * kThreads);
    for (unsigned int scope : {1u, 2u}) {
        CHECK_OK(DRV(cuMemsetD32)(counts, 0, 3));
        CHECK_OK(DRV(cuMemsetD32)(seen, 0, kBlocks * kThreads));
        void* arguments[] = {&counts, &seen, &scope};
        CHECK_OK(DRV(cuLaunchCooperativeKernel)(sums, kBlocks, 1, 1, kThreads, 1, 1, 0, nullptr,
                                                arguments));
        CHECK_OK(DRV(cuMemcpyDtoH)(values.data(), seen, 4 * values.size()));
        for (const unsigned int value : values) {
            if (scope == 1) // three times all threads, and no error
                QCOMPARE(value, 3 * kBlocks * kThreads);
            else // no grid: cudaErrorInvalidValue
                QVERIFY(value & 1u << 16);
        }
    }
    CHECK_OK(DRV(cuMemFree)(counts));
    CHECK_OK(DRV(cuMemFree)(seen));
}

void TestLibrary::linkErrors() {
    char log[512] = {};
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
    CUlinkState link = nullptr;
    CHECK_OK(DRV(cuLinkCreate)(2, options, values, &link));
    void* image = nullptr;
    size_t size = 0;
    char elf[] = "\x7f"
                 "ELF machine code";
    CHECK_RESULT(DRV(cuLinkAddData)(link, CU_JIT_INPUT_CUBIN, elf, sizeof elf, "a.cubin", 0,
                                    nullptr, nullptr),
                 CUDA_ERROR_NO_BINARY_FOR_GPU);
    QVERIFY2(QString(log).contains("a.cubin"), log);
    char archive[] = "!<arch>\nother.o/";
    CHECK_RESULT(DRV(cuLinkAddData)(link, CU_JIT_INPUT_LIBRARY, archive, sizeof archive, "b.a", 0,
                                    nullptr, nullptr),
                 CUDA_ERROR_NO_BINARY_FOR_GPU);
    CHECK_RESULT(DRV(cuLinkAddData)(link, static_cast<CUjitInputType>(77), elf, sizeof elf, "a", 0,
                                    nullptr, nullptr),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(
        DRV(cuLinkAddFile)(link, CU_JIT_INPUT_PTX, "/nonexistent.ptx", 0, nullptr, nullptr),
        CUDA_ERROR_FILE_NOT_FOUND);
    // Damage is reported at once, not when the link is completed.
    CHECK_RESULT(addText(link,
                         ".version 8.0\n.target sm_70\n.address_size 64\n.entry k() { add.u32; }",
                         "damaged.ptx"),
                 CUDA_ERROR_INVALID_PTX);
    QVERIFY2(QString(log).contains("'add.u32'"), log);
    // A function that is not defined anywhere.
    CHECK_OK(addText(link, kCaller, "caller.ptx"));
    const CUresult result = DRV(cuLinkComplete)(link, &image, &size);
    QVERIFY(result != CUDA_SUCCESS);
    QVERIFY2(QString(log).contains("error   : Undefined reference to 'twice' in 'caller.ptx'"),
             log);
    CHECK_OK(DRV(cuLinkDestroy)(link));
}

/// In the driver's words, of however many texts: programs look for them.
void TestLibrary::undefinedReferences_data() {
    QTest::addColumn<QByteArrayList>("texts"); ///< and their names, in turn
    QTest::addColumn<QString>("log");
    const QByteArray head = ".version 8.0\n.target sm_70\n.address_size 64\n";
    const QByteArray caller =
        head + ".extern .func _Z1Zv();\n.visible .entry k() { call _Z1Zv; ret; }";
    const QByteArray other = head + ".visible .entry other() { ret; }";
    const QByteArray reader = head + ".extern .global .u32 x;\n.visible .global .u64 at = x;";
    QTest::newRow("one text") << QByteArrayList{caller, "CBA"}
                              << "error   : Undefined reference to '_Z1Zv' in 'CBA'";
    QTest::newRow("the second of two") << QByteArrayList{other, "first", caller, "CBA"}
                                       << "error   : Undefined reference to '_Z1Zv' in 'CBA'";
    QTest::newRow("a variable") << QByteArrayList{other, "first", reader, "reader"}
                                << "error   : Undefined reference to 'x' in 'reader'";
    QTest::newRow("the first of two that use it")
        << QByteArrayList{caller, "a",
                          head + ".extern .func _Z1Zv();\n.visible .entry k2() { call "
                                 "_Z1Zv; ret; }",
                          "b"}
        << "error   : Undefined reference to '_Z1Zv' in 'a'";
}
void TestLibrary::undefinedReferences() {
    QFETCH(QByteArrayList, texts);
    char log[1000] = {};
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
    CUlinkState link = nullptr;
    CHECK_OK(DRV(cuLinkCreate)(2, options, values, &link));
    for (qsizetype i = 0; i < texts.size(); i += 2)
        CHECK_OK(addText(link, texts[i].constData(), texts[i + 1].constData()));
    void* image = nullptr;
    size_t size = 0;
    QVERIFY(DRV(cuLinkComplete)(link, &image, &size) != CUDA_SUCCESS);
    QTEST(QString(log), "log");
    CHECK_OK(DRV(cuLinkDestroy)(link));
}

void TestLibrary::linkOfNothing() {
    const std::vector<char> image = linked({});
    CUmodule module = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, image.data()));
    unsigned int count = 1;
    CHECK_OK(DRV(cuModuleGetFunctionCount)(&count, module));
    QCOMPARE(count, 0u);
    CHECK_OK(DRV(cuModuleUnload)(module));
}

void TestLibrary::truncatedFiles_data() {
    QTest::addColumn<QByteArray>("image");
    const TestContext context;
    const std::vector<char> image = linked({kCaller, kCallee});
    QTest::newRow("linked") << QByteArray(image.data(), qsizetype(image.size()));
    const QDir folder(
        QString::fromStdString(warpbench::test::sourcePath("tests/simgpu/driver/data")));
    for (const QString& name : folder.entryList({QStringLiteral("*.fatbin")})) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QTest::newRow(qPrintable(name)) << file.readAll();
    }
}

/// The size of a file is known: it overrides the size that the image declares.
void TestLibrary::truncatedFiles() {
    QFETCH(QByteArray, image);
    QVERIFY(image.size() > 100);
    QTemporaryFile file;
    QVERIFY(file.open());
    const qsizetype step = std::max<qsizetype>(1, image.size() / 200);
    for (qsizetype size = 12; size < image.size() - 8; size += step) {
        QVERIFY(file.resize(0) && file.seek(0) && file.write(image.left(size)) == size);
        QVERIFY(file.flush());
        CUmodule module = nullptr;
        const CUresult result =
            DRV(cuModuleLoad)(&module, QFile::encodeName(file.fileName()).constData());
        QVERIFY2(result != CUDA_SUCCESS, qPrintable(QString::number(size)));
    }
    QVERIFY(file.resize(0) && file.seek(0) && file.write(image) == image.size() && file.flush());
    CUmodule module = nullptr;
    CHECK_OK(DRV(cuModuleLoad)(&module, QFile::encodeName(file.fileName()).constData()));
}

void TestLibrary::libraryInTwoContexts() {
    const std::vector<char> image = linked({kCaller, kCallee});
    CUlibrary library = nullptr;
    CHECK_OK(
        DRV(cuLibraryLoadData)(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    CUdeviceptr here = 0, there = 0;
    size_t bytes = 0;
    CHECK_OK(DRV(cuLibraryGetGlobal)(&here, &bytes, library, "counter"));
    QCOMPARE(bytes, size_t(4));
    CHECK_OK(DRV(cuMemsetD32)(here, 77, 1));
    {
        const TestContext other(1);
        CHECK_OK(DRV(cuLibraryGetGlobal)(&there, &bytes, library, "counter"));
        QVERIFY(here != there);
        unsigned int value = 0;
        CHECK_OK(DRV(cuMemcpyDtoH)(&value, there, 4));
        QCOMPARE(value, 5u); // its own copy, with the initial value
    }
    unsigned int kernels = 0;
    CHECK_OK(DRV(cuLibraryGetKernelCount)(&kernels, library));
    QCOMPARE(kernels, 1u);
    CHECK_OK(DRV(cuLibraryUnload)(library));
}

void TestLibrary::kernelAttributes() {
    const std::vector<char> image = linked({kCaller, kCallee});
    CUlibrary library = nullptr;
    CUkernel kernel = nullptr;
    CHECK_OK(
        DRV(cuLibraryLoadData)(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    CHECK_OK(DRV(cuLibraryGetKernel)(&kernel, library, "run"));
    int value = 0;
    CHECK_OK(DRV(cuKernelSetAttribute)(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100000,
                                       kernel, 0));
    CHECK_OK(DRV(cuKernelGetAttribute)(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                       kernel, 0));
    QCOMPARE(value, 100000);
    // Attributes are per device, and a T4 has less.
    CHECK_RESULT(DRV(cuKernelSetAttribute)(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100000,
                                           kernel, 1),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuKernelGetAttribute)(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel, 9),
                 CUDA_ERROR_INVALID_DEVICE);
    CHECK_RESULT(
        DRV(cuKernelGetAttribute)(&value, static_cast<CUfunction_attribute>(999), kernel, 0),
        CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuKernelSetAttribute)(CU_FUNC_ATTRIBUTE_NUM_REGS, 5, kernel, 0),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuKernelSetCacheConfig)(kernel, CU_FUNC_CACHE_PREFER_L1, 0));
    CUlibrary owner = nullptr;
    CHECK_OK(DRV(cuKernelGetLibrary)(&owner, kernel));
    QCOMPARE(owner, library);
    CHECK_OK(DRV(cuLibraryUnload)(library));
}

void TestLibrary::libraryErrors() {
    CUlibrary library = nullptr;
    CHECK_RESULT(
        DRV(cuLibraryLoadData)(&library, "no ptx", nullptr, nullptr, 0, nullptr, nullptr, 0),
        CUDA_ERROR_INVALID_IMAGE);
    CHECK_RESULT(DRV(cuLibraryLoadFromFile)(&library, "/nonexistent", nullptr, nullptr, 0, nullptr,
                                            nullptr, 0),
                 CUDA_ERROR_FILE_NOT_FOUND);
    CHECK_OK(DRV(cuLibraryLoadData)(&library, kCallee, nullptr, nullptr, 0, nullptr, nullptr, 0));
    CUkernel kernel = nullptr;
    CHECK_RESULT(DRV(cuLibraryGetKernel)(&kernel, library, "run"), CUDA_ERROR_NOT_FOUND);
    CUdeviceptr address = 0;
    size_t bytes = 0;
    CHECK_RESULT(DRV(cuLibraryGetGlobal)(&address, &bytes, library, "none"), CUDA_ERROR_NOT_FOUND);
    CHECK_OK(DRV(cuLibraryUnload)(library));
    CHECK_RESULT(DRV(cuLibraryGetKernel)(&kernel, library, "run"), CUDA_ERROR_INVALID_HANDLE);
}

void TestLibrary::damagedLibrary_data() {
    QTest::addColumn<QByteArray>("mode");
    QTest::addColumn<int>("expected");
    QTest::newRow("as it comes") << QByteArray() << int(CUDA_SUCCESS);
    QTest::newRow("lazy") << QByteArray("LAZY") << int(CUDA_SUCCESS);
    QTest::newRow("eager") << QByteArray("EAGER") << int(CUDA_ERROR_INVALID_PTX);
}

// Errors in its code are reported when a kernel is requested, or at once, depending on the
// environment.
void TestLibrary::damagedLibrary() {
    QFETCH(QByteArray, mode);
    QFETCH(int, expected);
    if (!mode.isEmpty())
        qputenv("CUDA_MODULE_LOADING", mode);
    const auto reset = qScopeGuard([] { qunsetenv("CUDA_MODULE_LOADING"); });
    CUmoduleLoadingMode answered{};
    CHECK_OK(DRV(cuModuleGetLoadingMode)(&answered));
    QCOMPARE(answered, mode == "EAGER" ? CU_MODULE_EAGER_LOADING : CU_MODULE_LAZY_LOADING);
    constexpr const char* kDamaged =
        ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k() { add.u32; }";
    CUlibrary library = nullptr;
    CHECK_RESULT(
        DRV(cuLibraryLoadData)(&library, kDamaged, nullptr, nullptr, 0, nullptr, nullptr, 0),
        static_cast<CUresult>(expected));
    if (expected != CUDA_SUCCESS)
        return;
    CUkernel kernel = nullptr;
    unsigned int count = 0;
    CHECK_RESULT(DRV(cuLibraryGetKernel)(&kernel, library, "k"), CUDA_ERROR_INVALID_PTX);
    CHECK_RESULT(DRV(cuLibraryGetKernelCount)(&count, library), CUDA_ERROR_INVALID_PTX);
    CHECK_OK(DRV(cuLibraryUnload)(library));
}

void TestLibrary::launchByParts() {
    const std::vector<char> image = linked({kCaller, kCallee});
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, image.data()));
    CHECK_OK(DRV(cuModuleGetFunction)(&function, module, "run"));
    CUdeviceptr memory = 0;
    CHECK_OK(DRV(cuMemAlloc)(&memory, 8));
    CHECK_OK(DRV(cuFuncSetBlockShape)(function, 32, 1, 1));
    CHECK_OK(DRV(cuFuncSetSharedSize)(function, 16));
    CHECK_OK(DRV(cuParamSetv)(function, 0, &memory, sizeof memory));
    CHECK_OK(DRV(cuParamSeti)(function, 8, 8));
    CHECK_OK(DRV(cuParamSetf)(function, 12, 2.5f));
    CHECK_OK(DRV(cuParamSetSize)(function, 16));
    CHECK_OK(DRV(cuLaunchGrid)(function, 2, 1));
    struct {
        unsigned int twice;
        float scale;
    } result{};
    CHECK_OK(DRV(cuMemcpyDtoH)(&result, memory, sizeof result));
    QCOMPARE(result.twice, 16u);
    QCOMPARE(result.scale, 2.5f);
    CHECK_OK(DRV(cuParamSeti)(function, 8, 9));
    CHECK_OK(DRV(cuLaunch)(function));
    CHECK_OK(DRV(cuMemcpyDtoH)(&result, memory, sizeof result));
    QCOMPARE(result.twice, 18u);
}

void TestLibrary::launchByPartsErrors() {
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    const std::vector<char> image = linked({kCaller, kCallee});
    CHECK_OK(DRV(cuModuleLoadData)(&module, image.data()));
    CHECK_OK(DRV(cuModuleGetFunction)(&function, module, "run"));
    CHECK_RESULT(DRV(cuFuncSetBlockShape)(function, 0, 1, 1), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuParamSeti)(function, 16, 1), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuParamSeti)(function, -4, 1), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuLaunchGrid)(function, 0, 1), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuFuncSetBlockShape)(function, 2000, 1, 1));
    CHECK_RESULT(DRV(cuLaunchGrid)(function, 1, 1), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuLaunch)(reinterpret_cast<CUfunction>(0x77)), CUDA_ERROR_INVALID_HANDLE);
}

WARPBENCH_TEST(TestLibrary)
} // namespace tst_simgpu_library

#include "tst_simgpu_library.moc"
