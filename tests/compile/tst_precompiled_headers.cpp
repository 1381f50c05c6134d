// SPDX-License-Identifier: GPL-3.0-or-later
// When precompiled headers are used, and that they change nothing but the time.
#include "core/compile/precompiled_headers.h"
#include "core/platform/system.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_precompiled_headers {

using namespace warpbench;
using namespace warpbench::compile;
namespace fs = std::filesystem;

namespace {

CompileRequest request(const std::string& source) {
    CompileRequest made;
    made.source = source;
    made.fileName = "kernel.cu";
    made.arch = "compute_80";
    made.useCache = false;
    return made;
}

const char* const kGroups = "#include <cooperative_groups.h>\n";

} // namespace

class TestPrecompiledHeaders : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void onlyFromTheSecondTimeOn();
    void lightHeadersDoNotPay();
    void neverWithTheUsersFiles();
    void foldersOfTheGoneAreRemoved();
    void sameResults();

  private:
    fs::path folder() const { return fs::path(m_folder.path().toStdString()); }

    QTemporaryDir m_folder;
};

void TestPrecompiledHeaders::initTestCase() {
    qputenv("XDG_CACHE_HOME", m_folder.filePath("home").toUtf8());
    qunsetenv("WARPBENCH_NO_CACHE");
}

void TestPrecompiledHeaders::onlyFromTheSecondTimeOn() {
    PrecompiledHeaders headers(folder() / "pch");
    const auto ask = [&](const char* text, const std::vector<std::string>& options) {
        return !headers.optionsFor(request(std::string(kGroups) + text), {}, options).empty();
    };
    QVERIFY(!ask("int a;", {"-arch=sm_90"}));
    QVERIFY(ask("int b;", {"-arch=sm_90"})); // only the text below changed
    QVERIFY(!ask("int b;", {"-arch=sm_90", "-DN=1"}));
    QVERIFY(!ask("int b;", {"-arch=sm_90", "-DN=2"})); // a sweep
    QVERIFY(!ask("#include <cuda_fp16.h>\n", {"-arch=sm_90"}));
    QVERIFY(!ask("", {"-arch=sm_90", "--pch-dir=mine"}));
    QVERIFY(!ask("", {"-arch=sm_90", "--pch-dir=mine"}));
    qputenv("WARPBENCH_NO_CACHE", "1");
    QVERIFY(!ask("int c;", {"-arch=sm_90"}));
    qunsetenv("WARPBENCH_NO_CACHE");
}

void TestPrecompiledHeaders::lightHeadersDoNotPay() {
    PrecompiledHeaders headers(folder() / "pch");
    for (int i = 0; i < 3; ++i)
        QVERIFY(headers.optionsFor(request("#include <cuda_fp16.h>\n"), {}, {}).empty());
}

void TestPrecompiledHeaders::neverWithTheUsersFiles() {
    PrecompiledHeaders headers(folder() / "pch");
    std::ofstream(folder() / "mine.h") << "#define N 1\n";
    CompileRequest mine = request("#include \"mine.h\"\n" + std::string(kGroups));
    mine.fileName = (folder() / "kernel.cu").string();
    for (int i = 0; i < 3; ++i)
        QVERIFY(headers.optionsFor(mine, {}, {}).empty());
}

void TestPrecompiledHeaders::foldersOfTheGoneAreRemoved() {
    const fs::path base = folder() / "left";
    // Beyond the largest number that Linux gives to a process.
    const std::string ours = platform::processSpace() + ".";
    fs::create_directories(base / (ours + "2000000000"));
    // Of another machine or container that shares the home folder: alive, for all we know.
    fs::create_directories(base / "elsewhere.2000000000");
    fs::create_directories(base / "not a number");
    // Untouched for a week, so its process id now belongs to another process.
    const auto weekAgo = fs::file_time_type::clock::now() - std::chrono::hours(7 * 24);
    for (const std::string& name : {ours + "1", std::string("elsewhere.1")}) {
        fs::create_directories(base / name / "deep");
        fs::last_write_time(base / name, weekAgo);
    }
    fs::create_directories(base / (ours + std::to_string(platform::processId())) / "earlier");
    PrecompiledHeaders headers(base);
    headers.optionsFor(request("__global__ void k() {}"), {}, {}); // whatever is compiled
    QVERIFY(!fs::exists(base / (ours + "2000000000")));
    QVERIFY(!fs::exists(base / (ours + "1")));
    QVERIFY(!fs::exists(base / "elsewhere.1"));
    QVERIFY(!fs::exists(base / (ours + std::to_string(platform::processId())) / "earlier"));
    headers.optionsFor(request(kGroups), {}, {});
    QVERIFY(!headers.optionsFor(request(kGroups), {}, {}).empty());
    QVERIFY(fs::exists(base / "elsewhere.2000000000"));
    QVERIFY(fs::exists(base / "not a number"));
    QVERIFY(fs::exists(base / (ours + std::to_string(platform::processId()))));
}

void TestPrecompiledHeaders::sameResults() {
    NEED_NVRTC();
    if (compilerInfo().includeFolder.empty())
        QSKIP("no toolkit headers here");
    // The lightest of the heavy ones.
    const std::string source = std::string("#include <cuda/std/cstdint>\n") +
                               "template <class T> __global__ void k(T* p) { *p = VALUE; }\n";
    CompileRequest with = request(source);
    with.nameExpressions = {"k<cuda::std::int16_t>"};
    with.defines = {{"VALUE", "7"}};
    std::vector<CompileResult> results;
    for (int i = 0; i < 3; ++i)
        results.push_back(compile::compile(with));
    const fs::path pch = folder() / "home" / "warpbench" / "pch" /
                         (platform::processSpace() + "." + std::to_string(platform::processId()));
    QVERIFY2(fs::exists(pch) && !fs::is_empty(pch), "no precompiled header was made");
    for (const CompileResult& result : results) {
        QVERIFY2(result.succeeded, result.log.c_str());
        QCOMPARE(result.ptx, results[0].ptx);
        QCOMPARE(result.commandLine, results[0].commandLine);
        QVERIFY(result.diagnostics == results[0].diagnostics);
        QVERIFY(result.kernel("k<cuda::std::int16_t>"));
    }
    with.source += "int wrong\n";
    const CompileResult wrong = compile::compile(with);
    QVERIFY(!wrong.succeeded);
    QCOMPARE(wrong.diagnostics.front().place.line, 3);
}

WARPBENCH_TEST(TestPrecompiledHeaders)
} // namespace tst_precompiled_headers

#include "tst_precompiled_headers.moc"
