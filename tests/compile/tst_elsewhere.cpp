// SPDX-License-Identifier: GPL-3.0-or-later
// A compile on another machine: it needs no files of the project, gives the same result as a local
// one, and is cached here; unsuitable compiles stay local.
#include "core/compile/elsewhere.h"
#include "tests/compile/cache_bench.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"

namespace tst_elsewhere {

using namespace warpbench::compile;
using namespace warpbench::compile::testing;
namespace fs = std::filesystem;

class TestElsewhere : public CacheFixture {
    Q_OBJECT

    /// Of a source with headers in two folders, one of which the other includes.
    CompileRequest withHeaders() const {
        write(folder() / "value.h", "#include <inner.h>\n");
        write(folder() / "more" / "inner.h", "#define VALUE 11\n");
        CompileRequest request;
        request.source = "#include \"value.h\"\n#include <cuda_fp16.h>\n"
                         "extern \"C\" __global__ void k(int* p) { *p = VALUE + M; }";
        request.fileName = (folder() / "k.cu").string();
        request.arch = "sm_90";
        request.defines["M"] = "3";
        request.includeDirs = {folder() / "more"};
        return request;
    }

  private slots:
    void needsNoFile();
    void isKept();
    void isNotKeptWhereAFileChanged();
    void isNotKeptWhereTheCacheIsOff();
    void staysHere_data();
    void staysHere();
    void refusesWhatWouldBeAnother_data();
    void refusesWhatWouldBeAnother();
};

void TestElsewhere::needsNoFile() {
    NEED_NVRTC();
    CompileRequest request = withHeaders();
    const auto asked = forElsewhere(request);
    QVERIFY(asked);
    fs::remove_all(folder());
    const auto refused = refusalOf(*asked);
    QVERIFY2(!refused, refused ? refused->why.c_str() : "");
    const CompileResult there = warpbench::compile::compile(asked->request);
    QVERIFY2(there.succeeded, there.log.c_str());
    QVERIFY(!there.cached);
    request = withHeaders();
    request.useCache = false;
    const CompileResult here = warpbench::compile::compile(request);
    QCOMPARE(there.ptx, here.ptx);
    QVERIFY(*there.cubin == *here.cubin);
    QCOMPARE(there.commandLine, here.commandLine);
    QVERIFY(there.kernels == here.kernels);
}

void TestElsewhere::isKept() {
    NEED_NVRTC();
    const CompileRequest request = withHeaders();
    const auto asked = forElsewhere(request);
    QVERIFY(asked);
    CompileResult there = warpbench::compile::compile(asked->request);
    keepFromElsewhere(request, *asked, there);
    QCOMPARE(there.missReason, std::string("it was not cached before"));
    const CompileResult again = warpbench::compile::compile(request);
    QVERIFY(again.cached);
    QCOMPARE(again.ptx, there.ptx);
    QVERIFY(!forElsewhere(request)); // it is here already
}

void TestElsewhere::isNotKeptWhereAFileChanged() {
    NEED_NVRTC();
    const CompileRequest request = withHeaders();
    const auto asked = forElsewhere(request);
    QVERIFY(asked);
    CompileResult there = warpbench::compile::compile(asked->request);
    write(folder() / "more" / "inner.h", "#define VALUE 12\n");
    keepFromElsewhere(request, *asked, there);
    QCOMPARE(there.missReason,
             std::string("a file changed during the compile, so the result is not cached"));
    QVERIFY(!warpbench::compile::compile(request).cached);
}

void TestElsewhere::isNotKeptWhereTheCacheIsOff() {
    NEED_NVRTC();
    CompileRequest request = withHeaders();
    request.useCache = false;
    const auto asked = forElsewhere(request);
    QVERIFY(asked);
    CompileResult there = warpbench::compile::compile(asked->request);
    keepFromElsewhere(request, *asked, there);
    QCOMPARE(there.missReason, std::string("the cache is switched off"));
    request.useCache = true;
    QVERIFY(!warpbench::compile::compile(request).cached);
}

void TestElsewhere::staysHere_data() {
    QTest::addColumn<QString>("what");
    for (const char* what : {"an option names a file", "a macro names a header", "a linked source",
                             "parameters to describe", "PTX", "a header out of bounds"})
        QTest::newRow(what) << what;
}

void TestElsewhere::staysHere() {
    NEED_NVRTC();
    QFETCH(QString, what);
    CompileRequest request = withHeaders();
    QVERIFY(forElsewhere(request));
    if (what.startsWith("an option"))
        request.options = {"-include=value.h"};
    else if (what.startsWith("a macro"))
        request.source = "#define NAME \"value.h\"\n#include NAME\n" + request.source;
    else if (what.startsWith("a linked"))
        request.linked = {{(folder() / "other.cu").string(), "__device__ int other;"}};
    else if (what.startsWith("parameters"))
        request.describeParameters = true;
    else if (what == "PTX")
        request.fileName = (folder() / "k.ptx").string();
    else {
        request.confined = true;
        request.readable = {folder() / "more"};
    }
    QVERIFY(!forElsewhere(request));
}

void TestElsewhere::refusesWhatWouldBeAnother_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<bool>("always");
    QTest::newRow("the compiler") << "compiler" << true;
    QTest::newRow("a header") << "header" << false;
    QTest::newRow("a header that is there alone") << "found" << false;
}

void TestElsewhere::refusesWhatWouldBeAnother() {
    NEED_NVRTC();
    QFETCH(QString, what);
    QFETCH(bool, always);
    CompileRequest request = withHeaders();
    if (what == "found")
        request.source += "\n#if __has_include(<extra.h>)\n#include <extra.h>\n#endif\n";
    auto asked = forElsewhere(request);
    QVERIFY(asked);
    if (what == "compiler")
        asked->compiler.low ^= 1;
    else if (what == "header")
        asked->request.unsaved.begin()->second += "// another\n";
    else
        write(folder() / "more" / "extra.h", "#define EXTRA\n");
    const auto refused = refusalOf(*asked);
    QVERIFY(refused);
    QCOMPARE(refused->always, always);
    const char* says = always ? "its CUDA compiler (" : "its headers differ";
    QVERIFY2(refused->why.starts_with(says), refused->why.c_str());
}

WARPBENCH_TEST(TestElsewhere)
} // namespace tst_elsewhere

#include "tst_elsewhere.moc"
