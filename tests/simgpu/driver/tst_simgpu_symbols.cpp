// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver_library.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryFile>

#include <elf.h>
#include <link.h>
#include <unistd.h>

namespace tst_simgpu_symbols {

namespace {

/// Every function that cuda.h declares, also for older programs: names in its text, with the
/// suffix that its macros add.
QSet<QString> declaredSymbols() {
    QFile header(WBTEST_CUDA_HEADER);
    if (!header.open(QIODevice::ReadOnly))
        return {};
    const QString text = QString::fromUtf8(header.readAll());
    QHash<QString, QString> macros; // a plain name → the present form
    static const QRegularExpression define(
        R"(^\s*#define (cu[A-Z]\w*)\s+(?:__CUDA_API_PT[DS][SZ]\()?(cu\w+))",
        QRegularExpression::MultilineOption);
    for (auto it = define.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        macros.insert(match.captured(1), match.captured(2));
    }
    // The second half declares the older forms under their own names.
    const qsizetype older = text.indexOf("#undef cuMemHostRegister");
    QSet<QString> symbols;
    static const QRegularExpression function(R"(\bCUresult\s+CUDAAPI\s+(cu[A-Z]\w*)\s*\()");
    for (auto it = function.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        const QString name = match.captured(1);
        symbols.insert(match.capturedStart() < older ? macros.value(name, name) : name);
    }
    return symbols;
}

/// The names in a shared library's dynamic symbol table, and its SONAME.
struct Exports {
    QSet<QString> names;
    QString soname;
};

Exports exportsOf(const QString& path) {
    Exports result;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return result;
    const QByteArray bytes = file.readAll();
    const char* base = bytes.constData();
    const auto* header = reinterpret_cast<const Elf64_Ehdr*>(base);
    const auto* sections = reinterpret_cast<const Elf64_Shdr*>(base + header->e_shoff);
    for (int i = 0; i < header->e_shnum; ++i) {
        const char* strings = base + sections[sections[i].sh_link].sh_offset;
        if (sections[i].sh_type == SHT_DYNSYM) {
            const auto* symbols = reinterpret_cast<const Elf64_Sym*>(base + sections[i].sh_offset);
            for (std::size_t k = 0; k < sections[i].sh_size / sizeof *symbols; ++k) {
                if (symbols[k].st_shndx != SHN_UNDEF && symbols[k].st_shndx != SHN_ABS)
                    result.names.insert(strings + symbols[k].st_name);
            }
        } else if (sections[i].sh_type == SHT_DYNAMIC) {
            const auto* entries = reinterpret_cast<const Elf64_Dyn*>(base + sections[i].sh_offset);
            for (; entries->d_tag != DT_NULL; ++entries) {
                if (entries->d_tag == DT_SONAME)
                    result.soname = strings + entries->d_un.d_val;
            }
        }
    }
    return result;
}

} // namespace

class TestSymbols : public QObject {
    Q_OBJECT
  private slots:
    void exportsWhatCudaDeclares();
    void exportsNothingElse();
    void secondLinkIsLibcuda();
    void procAddress_data();
    void procAddress();
    void procAddressPerThread();
    void procAddressRefuses();
    void profiler();
    void unsupportedSaysSo();
};

void TestSymbols::exportsWhatCudaDeclares() {
    if (!QFile::exists(WBTEST_CUDA_HEADER))
        QSKIP("the cuda.h that this was built with is not on this machine");
    const QSet<QString> declared = declaredSymbols();
    QVERIFY2(declared.size() > 500, "cuda.h was not understood");
    QStringList missing;
    for (const QString& name : declared) {
        if (!symbolOf(driverLibrary(), name.toUtf8().constData()))
            missing << name;
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(' ')));
}

void TestSymbols::exportsNothingElse() {
    const Exports exported =
        exportsOf(QCoreApplication::applicationDirPath() + "/libwarpbench-simgpu.so");
    QVERIFY(exported.names.size() > 600);
    for (const QString& name : exported.names)
        QVERIFY2(name.startsWith("cu") || name == "wbsimGetApi", qPrintable(name));
    QCOMPARE(exported.soname, QString("libwarpbench-simgpu.so"));
}

void TestSymbols::secondLinkIsLibcuda() {
    const QString folder = QCoreApplication::applicationDirPath();
    const Exports ours = exportsOf(folder + "/libwarpbench-simgpu.so");
    const Exports second = exportsOf(folder + "/libcuda/libcuda.so.1");
    QCOMPARE(second.soname, QString("libcuda.so.1"));
    QCOMPARE(second.names, ours.names);
}

void TestSymbols::procAddress_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("version");
    QTest::addColumn<QByteArray>("symbol");
    const auto row = [](const char* name, int version, const char* symbol) {
        QTest::addRow("%s %d", name, version) << QByteArray(name) << version << QByteArray(symbol);
    };
    row("cuInit", 2000, "cuInit");
    row("cuMemAlloc", 3010, "cuMemAlloc");
    row("cuMemAlloc", 3020, "cuMemAlloc_v2");
    row("cuMemAlloc", 13000, "cuMemAlloc_v2");
    row("cuCtxCreate", 3020, "cuCtxCreate_v2");
    row("cuCtxCreate", 11040, "cuCtxCreate_v3");
    row("cuCtxCreate", 12040, "cuCtxCreate_v3");
    row("cuCtxCreate", 12050, "cuCtxCreate_v4");
    row("cuCtxSynchronize", 12090, "cuCtxSynchronize");
    row("cuCtxSynchronize", 13000, "cuCtxSynchronize_v2");
    row("cuCtxGetDevice", 2000, "cuCtxGetDevice");
    row("cuGraphInstantiate", 11000, "cuGraphInstantiate_v2");
    row("cuGraphInstantiate", 12000, "cuGraphInstantiateWithFlags");
    row("cuGetProcAddress", 11030, "cuGetProcAddress");
    row("cuGetProcAddress", 12000, "cuGetProcAddress_v2");
    row("cuEventElapsedTime", 12080, "cuEventElapsedTime_v2");
    row("cuLaunchKernel", 4000, "cuLaunchKernel");
    row("cuMemcpyHtoD", 3020, "cuMemcpyHtoD_v2");
    row("cuProfilerStart", 4000, "cuProfilerStart");
}

void TestSymbols::procAddress() {
    QFETCH(QByteArray, name);
    QFETCH(int, version);
    QFETCH(QByteArray, symbol);
    void* address = nullptr;
    CUdriverProcAddressQueryResult status{};
    CHECK_OK(DRV(cuGetProcAddress)(name.constData(), &address, version, CU_GET_PROC_ADDRESS_DEFAULT,
                                   &status));
    QCOMPARE(int(status), int(CU_GET_PROC_ADDRESS_SUCCESS));
    QCOMPARE(address, symbolOf(driverLibrary(), symbol.constData()));
}

void TestSymbols::procAddressPerThread() {
    const auto perThread = CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    void* address = nullptr;
    CHECK_OK(DRV(cuGetProcAddress)("cuLaunchKernel", &address, 12000, perThread, nullptr));
    QCOMPARE(address, symbolOf(driverLibrary(), "cuLaunchKernel_ptsz"));
    CHECK_OK(DRV(cuGetProcAddress)("cuMemcpyDtoH", &address, 12000, perThread, nullptr));
    QCOMPARE(address, symbolOf(driverLibrary(), "cuMemcpyDtoH_v2_ptds"));
    // The two flags contradict each other: driver 580 on an H200 returns this version.
    const auto both = perThread | CU_GET_PROC_ADDRESS_LEGACY_STREAM;
    CHECK_OK(DRV(cuGetProcAddress)("cuLaunchKernel", &address, 12000, both, nullptr));
    QCOMPARE(address, symbolOf(driverLibrary(), "cuLaunchKernel_ptsz"));
    // No such form: the plain one.
    CHECK_OK(DRV(cuGetProcAddress)("cuMemAlloc", &address, 12000, perThread, nullptr));
    QCOMPARE(address, symbolOf(driverLibrary(), "cuMemAlloc_v2"));
}

void TestSymbols::procAddressRefuses() {
    void* address = &address;
    CUdriverProcAddressQueryResult status{};
    CHECK_OK(DRV(cuGetProcAddress)("cuNoSuchThing", &address, 13000, 0, &status));
    QCOMPARE(int(status), int(CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND));
    QVERIFY(!address);
    CHECK_OK(DRV(cuGetProcAddress)("cuGraphCreate", &address, 9000, 0, &status));
    QCOMPARE(int(status), int(CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT));
    CHECK_RESULT(DRV(cuGetProcAddress)("cuInit", &address, 99000, 0, &status),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuGetProcAddress)(nullptr, &address, 13000, 0, &status),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuGetProcAddress)("cuInit", &address, 13000, 4, &status),
                 CUDA_ERROR_INVALID_VALUE);
    // The version of CUDA 11.3 does not have a status parameter.
    using OldForm = CUresult (*)(const char*, void**, int, cuuint64_t);
    const auto old = reinterpret_cast<OldForm>(driverSymbol("cuGetProcAddress"));
    CHECK_RESULT(old("cuNoSuchThing", &address, 11030, 0), CUDA_ERROR_NOT_FOUND);
    CHECK_OK(old("cuInit", &address, 11030, 0));
}

// Programs link with these (PyCUDA does), and cuda.h does not have them.
void TestSymbols::profiler() {
    using Function = CUresult (*)();
    const auto start = reinterpret_cast<Function>(driverSymbol("cuProfilerStart"));
    const auto stop = reinterpret_cast<Function>(driverSymbol("cuProfilerStop"));
    CHECK_OK(DRV(cuInit)(0));
    CHECK_RESULT(start(), CUDA_ERROR_INVALID_CONTEXT);
    const TestContext context;
    CHECK_OK(start());
    CHECK_OK(stop());
    driverSymbol("cuProfilerInitialize");
}

// Every function that the driver lists as not supported, called twice: each says so by its result,
// and once by its name. None looks at its arguments.
void TestSymbols::unsupportedSaysSo() {
    QFile list(QString::fromStdString(
        warpbench::test::sourcePath("core/simgpu/driver/tables/unsupported.inc")));
    QVERIFY(list.open(QIODevice::ReadOnly));
    static const QRegularExpression entry(R"rx(unsupported\("(cu\w+)"\))rx");
    QStringList names;
    const QString text = QString::fromUtf8(list.readAll());
    for (auto it = entry.globalMatch(text); it.hasNext();)
        names << it.next().captured(1);
    QVERIFY(names.contains("cuIpcGetMemHandle") && names.contains("cuGreenCtxCreate"));

    QTemporaryFile log;
    QVERIFY(log.open());
    qputenv("WARPBENCH_SIMGPU_LOG", "1");
    const int before = dup(2);
    dup2(log.handle(), 2);
    QStringList wrong;
    for (int round = 0; round < 2; ++round) {
        for (const QString& name : names) {
            using Function = CUresult (*)();
            const auto function = reinterpret_cast<Function>(driverSymbol(name.toUtf8()));
            if (function() != CUDA_ERROR_NOT_SUPPORTED)
                wrong << name;
        }
    }
    dup2(before, 2);
    close(before);
    qunsetenv("WARPBENCH_SIMGPU_LOG");
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(' ')));
    QFile said(log.fileName());
    QVERIFY(said.open(QIODevice::ReadOnly));
    const QByteArray lines = said.readAll();
    for (const QString& name : names)
        QCOMPARE(lines.count(" " + name.toUtf8() + " is not supported\n"), 1);
}

WARPBENCH_TEST(TestSymbols)
} // namespace tst_simgpu_symbols

#include "tst_simgpu_symbols.moc"
