// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles with the cache: hits, also by other processes, and reasons for misses.
#include "core/cache/compile_cache.h"
#include "tests/compile/cache_bench.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"

#include <QProcess>

#include <algorithm>

namespace tst_cached_compiles {

using namespace warpbench::compile;
using namespace warpbench::compile::testing;
namespace fs = std::filesystem;

class TestCachedCompiles : public CacheFixture {
    Q_OBJECT
  private slots:
    void compileHitsMemoryAndDisk();
    void hitOfAFreshProcess();
    void freshProcess();
    void changedHeaderInvalidates();
    void switchedOff();
    void compilesSayWhy();
};

void TestCachedCompiles::compileHitsMemoryAndDisk() {
    NEED_NVRTC();
    CompileRequest request;
    request.source = "extern \"C\" __global__ void k(int* p) { *p = 1; }";
    request.fileName = (folder() / "k.cu").string();
    request.arch = "sm_90";
    const CompileResult first = warpbench::compile::compile(request);
    QVERIFY2(first.succeeded, first.log.c_str());
    QVERIFY(!first.cached);
    const CompileResult second = warpbench::compile::compile(request);
    QVERIFY(second.cached);
    CompileCache::ofThisUser().clearMemory();
    const CompileResult third = warpbench::compile::compile(request);
    QVERIFY(third.cached);
    QCOMPARE(third.ptx, first.ptx);
    QVERIFY(*third.cubin == *first.cubin);
    QVERIFY(third.kernels == first.kernels);
    QCOMPARE(third.commandLine, first.commandLine);
    request.arch = "sm_80";
    QVERIFY(!warpbench::compile::compile(request).cached);
}

void TestCachedCompiles::hitOfAFreshProcess() {
    NEED_NVRTC();
    freshProcess(); // fills the disk
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("WARPBENCH_TEST_FRESH", cacheHome());
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {"tst_cached_compiles", "freshProcess"});
    QVERIFY(child.waitForFinished(-1));
    const QByteArray output = child.readAllStandardOutput();
    QCOMPARE(child.exitStatus(), QProcess::NormalExit);
    QVERIFY2(child.exitCode() == 0, output);
}

/// A compile that hits the disk does not load NVRTC. Without WARPBENCH_TEST_FRESH this only shows
/// that the second compile hits.
void TestCachedCompiles::freshProcess() {
    NEED_NVRTC_FILE();
    const bool fresh = qEnvironmentVariableIsSet("WARPBENCH_TEST_FRESH");
    if (fresh)
        qputenv("XDG_CACHE_HOME", qgetenv("WARPBENCH_TEST_FRESH"));
    CompileRequest request;
    request.source = "extern \"C\" __global__ void fresh(int* p) { *p = 1; }";
    request.fileName = "/project/fresh.cu";
    request.arch = "sm_90";
    if (!fresh)
        warpbench::compile::compile(request);
    const CompileResult hit = warpbench::compile::compile(request);
    QVERIFY(hit.succeeded && hit.cached);
    if (!fresh)
        return;
    std::ifstream maps("/proc/self/maps");
    const std::string loaded{std::istreambuf_iterator<char>(maps), {}};
    QVERIFY(loaded.find("libnvrtc") == std::string::npos);
}

void TestCachedCompiles::changedHeaderInvalidates() {
    NEED_NVRTC();
    write(folder() / "value.h", "#include \"inner.h\"\n");
    write(folder() / "inner.h", "#define VALUE 11\n");
    CompileRequest request;
    request.source = "#include \"value.h\"\nextern \"C\" __global__ void k(int* p) { *p = VALUE; }";
    request.fileName = (folder() / "k.cu").string();
    request.arch = "compute_80";
    QVERIFY(!warpbench::compile::compile(request).cached);
    QVERIFY(warpbench::compile::compile(request).cached);
    write(folder() / "inner.h", "#define VALUE 22\n");
    const CompileResult changed = warpbench::compile::compile(request);
    QVERIFY(!changed.cached);
    QVERIFY2(changed.ptx.find("22;") != std::string::npos, changed.ptx.c_str());
    write(folder() / "inner.h", "#define VALUE 11\n");
    const CompileResult back = warpbench::compile::compile(request);
    QVERIFY(back.cached);
    QVERIFY(back.ptx.find("11;") != std::string::npos);
}

void TestCachedCompiles::switchedOff() {
    NEED_NVRTC();
    CompileRequest request;
    request.source = "extern \"C\" __global__ void off(int* p) { *p = 1; }";
    request.fileName = "off.cu";
    request.arch = "compute_80";
    qputenv("WARPBENCH_NO_CACHE", "1");
    QVERIFY(!warpbench::compile::compile(request).cached);
    QVERIFY(!warpbench::compile::compile(request).cached);
    qputenv("WARPBENCH_NO_CACHE", "0");
    QVERIFY(!warpbench::compile::compile(request).cached);
    QVERIFY(warpbench::compile::compile(request).cached);
    request.useCache = false;
    QVERIFY(!warpbench::compile::compile(request).cached);
    qunsetenv("WARPBENCH_NO_CACHE");
}

/// The messages of a new compile; results from the cache have none.
void TestCachedCompiles::compilesSayWhy() {
    NEED_NVRTC_FILE();
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    write(root / "value.h", "#define VALUE 1\n");
    CompileRequest request;
    request.source = "#include \"value.h\"\n__global__ void k(int* p) { *p = VALUE; }\n";
    request.fileName = (root / "why.cu").string();
    request.arch = "sm_90";
    QCOMPARE(compile(request).missReason, std::string("it was not cached before"));
    const CompileResult again = compile(request);
    QVERIFY(again.cached);
    QVERIFY(again.missReason.empty());
    write(root / "value.h", "#define VALUE 2\n");
    QCOMPARE(compile(request).missReason, std::string("header \"value.h\" changed"));
    request.source += "#error no\n";
    for (int i = 0; i < 2; ++i) // what failed is not kept on the disk
        QVERIFY(!compile(request).succeeded);
    request.source = "#include \"value.h\"\n__global__ void k(long* p) { *p = VALUE; }\n";
    QCOMPARE(compile(request).missReason, std::string("the source changed"));
    request.useCache = false;
    QCOMPARE(compile(request).missReason, std::string("the cache is switched off"));
}

WARPBENCH_TEST(TestCachedCompiles)
} // namespace tst_cached_compiles

#include "tst_cached_compiles.moc"
