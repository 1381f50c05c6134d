// SPDX-License-Identifier: GPL-3.0-or-later
// The cache of compiles: keys, files that a compile depends on, memory, disk, several users.
#include "core/base/path_text.h"
#include "core/compile/cache_log.h"
#include "core/compile/compile_cache.h"
#include "core/compile/dependencies.h"
#include "core/compile/known_compiler.h"
#include "core/compile/toolkit_headers.h"
#include "tests/compile/nvrtc_available.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <thread>

using namespace warpbench::compile;
namespace fs = std::filesystem;

/// Skips where only the loader knows where NVRTC is, which then has to be loaded first.
#define NEED_NVRTC_FILE()                                                                          \
    do {                                                                                           \
        if (!findCompilerFiles(ToolkitSearch::ofThisMachine()))                                    \
            QSKIP("NVRTC is not in a folder that is known without loading it");                    \
    } while (false)

namespace {

std::string readAll(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
}

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

CompileResult resultOf(const std::string& ptx, std::size_t cubinBytes = 100) {
    CompileResult result;
    result.succeeded = true;
    result.ptx = ptx;
    result.cubin = std::make_shared<const std::vector<std::byte>>(cubinBytes, std::byte{0x5a});
    KernelInfo kernel;
    kernel.name = "k";
    kernel.registers = 12;
    result.kernels = {kernel};
    return result;
}

CacheKey keyOf(std::uint64_t number) {
    return {number, ~number};
}

CompileCache::Built mustNotBuild() {
    throw std::logic_error("compiled although it should have been cached");
}

CompileRequest sampleRequest() {
    CompileRequest request;
    request.source = "__global__ void k() {}";
    request.fileName = "/project/k.cu";
    request.arch = "sm_90";
    return request;
}

} // namespace

class TestCompileCache : public QObject {
    Q_OBJECT
  private slots:
    void missesSayWhy();
    void compilesSayWhy();
    void initTestCase();
    void init();
    void keyDependsOnEveryPart();
    void partsDoNotRunTogether();
    void followsIncludes();
    void toolkitHeadersCount();
    void toolkitHeadersAreRemembered();
    void missingFilesCount();
    void computedIncludesAreUnknown();
    void headersThatAreNotRead();
    void ptxFilesAreCovered();
    void memoryThenDisk();
    void failuresStayInMemory();
    void unstorableIsNotKept();
    void exceptionIsNotKept();
    void memoryForgetsTheOldest();
    void damagedFilesAreNeverServed();
    void anotherKeysFileIsNotServed();
    void unwritableFolderIsNoError();
    void evictsTheLeastRecentlyUsed();
    void threadsShareOneCompile();
    void hammer();
    void twoProcesses();
    void compileHitsMemoryAndDisk();
    void hitOfAFreshProcess();
    void freshProcess();
    void changedHeaderInvalidates();
    void switchedOff();

  private:
    fs::path folder() const { return fs::path(m_folder->path().toStdString()); }

    QTemporaryDir m_cacheHome;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCompileCache::initTestCase() {
    // Before the cache of this user is first used.
    qputenv("XDG_CACHE_HOME", m_cacheHome.path().toUtf8());
    qunsetenv("WARPBENCH_NO_CACHE");
}

void TestCompileCache::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestCompileCache::keyDependsOnEveryPart() {
    const CompilerIdentity compiler{"13.0", {"/cuda/include"}, "13000"};
    const Dependencies none;
    std::set<CacheKey> keys = {cacheKey(sampleRequest(), none, compiler)};
    QCOMPARE(cacheKey(sampleRequest(), none, compiler), *keys.begin());

    const std::vector<std::function<void(CompileRequest&)>> changes = {
        [](CompileRequest& r) { r.source += ' '; },
        [](CompileRequest& r) { r.fileName = "/project/l.cu"; },
        [](CompileRequest& r) { r.arch = "sm_80"; },
        [](CompileRequest& r) { r.std = "c++20"; },
        [](CompileRequest& r) { r.options = {"-use_fast_math"}; },
        [](CompileRequest& r) {
            r.defines = {{"A", std::nullopt}};
        },
        [](CompileRequest& r) {
            r.defines = {{"A", ""}};
        },
        [](CompileRequest& r) {
            r.defines = {{"A", "1"}};
        },
        [](CompileRequest& r) { r.includeDirs = {"/project/include"}; },
        [](CompileRequest& r) { r.nameExpressions = {"k<1>"}; },
        [](CompileRequest& r) { r.lineInfo = false; },
        [](CompileRequest& r) { r.debug = true; },
    };
    for (const auto& change : changes) {
        CompileRequest request = sampleRequest();
        change(request);
        QVERIFY(keys.insert(cacheKey(request, none, compiler)).second);
    }
    Dependencies header;
    header.files = {{"/project/a.h", "1"}};
    QVERIFY(keys.insert(cacheKey(sampleRequest(), header, compiler)).second);
    header.files[0].content = "2";
    QVERIFY(keys.insert(cacheKey(sampleRequest(), header, compiler)).second);
    Dependencies missing;
    missing.missing = {"\"a.h"};
    QVERIFY(keys.insert(cacheKey(sampleRequest(), missing, compiler)).second);
    QVERIFY(
        keys.insert(cacheKey(sampleRequest(), none, {"12.9", {"/cuda/include"}, "13000"})).second);
    QVERIFY(
        keys.insert(cacheKey(sampleRequest(), none, {"13.0", {"/cuda/include"}, "13010"})).second);
}

void TestCompileCache::partsDoNotRunTogether() {
    const CompilerIdentity compiler{"13.0", {}, ""};
    CompileRequest left = sampleRequest();
    left.options = {"ab", "c"};
    CompileRequest right = sampleRequest();
    right.options = {"a", "bc"};
    QVERIFY(cacheKey(left, {}, compiler) != cacheKey(right, {}, compiler));
    left.options = {"x"};
    right.options = {};
    right.nameExpressions = {"x"};
    QVERIFY(cacheKey(left, {}, compiler) != cacheKey(right, {}, compiler));
    QCOMPARE(keyOf(1).hex(), std::string("0000000000000001fffffffffffffffe"));
}

void TestCompileCache::followsIncludes() {
    write(folder() / "src/near.h", "#include \"sub/nested.h\"\n");
    write(folder() / "src/sub/nested.h", "#include \"near_too.h\"\n#pragma once\n");
    write(folder() / "src/sub/near_too.h", "#include \"nested.h\" // a circle\n");
    write(folder() / "inc/angle.h", "");
    write(folder() / "opt/by_option.h", "");
    write(folder() / "pre.h", "");
    write(folder() / "toolkit/cuda_fp16.h", "#include \"not_the_users.h\"");
    CompileRequest request;
    request.fileName = (folder() / "src/k.cu").string();
    request.includeDirs = {folder() / "inc"};
    request.options = {"-I" + (folder() / "opt").string(), "--pre-include",
                       (folder() / "pre.h").string()};
    request.source = R"cu(// #include "commented.h"
/* #include "commented.h"
*/ #include "near.h"
  #  include <angle.h>
#include <by_option.h>
#include <cuda_fp16.h>
const char* text = R"x(
#include "in_a_string.h"
)x";
#if __has_include("sub/nested.h")
#endif
)cu";
    const Dependencies found = findDependencies(request, {folder() / "toolkit"});
    QVERIFY(found.known);
    std::set<fs::path> files;
    for (const Dependencies::File& file : found.files)
        files.insert(fs::relative(file.path, folder()));
    const std::set<fs::path> expected = {"src/near.h",  "src/sub/nested.h", "src/sub/near_too.h",
                                         "inc/angle.h", "opt/by_option.h",  "pre.h"};
    QVERIFY(files == expected);
    QVERIFY(found.missing.empty());
    QCOMPARE(found.toolkit.size(), std::size_t(1));
    QVERIFY(found.toolkit[0].path == folder() / "toolkit/cuda_fp16.h");
}

/// What a header of the toolkit leads to is part of the key, however deep, by its content.
void TestCompileCache::toolkitHeadersCount() {
    const std::vector<fs::path> toolkit{folder() / "cuda", folder() / "cuda/cccl"};
    write(folder() / "cuda/cccl/cub/block.cuh", "#include <cub/deep/detail.cuh>\n");
    write(folder() / "cuda/cccl/cub/deep/detail.cuh",
          "#include \"near.cuh\"\n#include <cub/block.cuh>\n#include <string.h>\n");
    write(folder() / "cuda/cccl/cub/deep/near.cuh", "int a;\n");
    write(folder() / "cuda/cccl/cub/other.cuh", "int other;\n");
    CompileRequest request = sampleRequest();
    request.source = "#include <cub/block.cuh>\n";
    const CompilerIdentity compiler{"13.0", toolkit, "13000"};
    const auto key = [&] {
        return cacheKey(request, findDependencies(request, toolkit), compiler);
    };
    const CacheKey before = key();
    QVERIFY(key() == before);
    write(folder() / "cuda/cccl/cub/other.cuh", "int changed;\n"); // nobody includes it
    QVERIFY(key() == before);
    write(folder() / "cuda/cccl/cub/deep/near.cuh", "int ab;\n");
    const CacheKey changed = key();
    QVERIFY(changed != before);
    // Written anew with what it held at first: another time, the same content.
    write(folder() / "cuda/cccl/cub/deep/near.cuh", "int a;\n");
    QVERIFY(key() == before);
    const auto parts = [&] {
        return keyParts(request, findDependencies(request, toolkit), compiler);
    };
    const KeyParts was = parts();
    write(folder() / "cuda/cccl/cub/deep/near.cuh", "int ab;\n");
    QCOMPARE(explainMiss(was, parts()), std::string("header \"block.cuh\" changed"));
}

/// Another process reads no contents, unless what was kept is damaged or old.
void TestCompileCache::toolkitHeadersAreRemembered() {
    const std::vector<fs::path> toolkit{folder() / "cuda"};
    const fs::path header = folder() / "cuda/a.h";
    write(header, "#include <b.h>\n");
    write(folder() / "cuda/b.h", "int b;\n");
    const fs::path memo = folder() / "memo";
    const CacheKey digest = ToolkitHeaders(memo).digestOf(header, toolkit);
    std::vector<fs::path> kept;
    for (const auto& entry : fs::directory_iterator(memo))
        kept.push_back(entry.path());
    QCOMPARE(kept.size(), std::size_t(1));
    std::string text = readAll(kept[0]);
    QVERIFY(ToolkitHeaders(memo).digestOf(header, toolkit) == digest);
    // It is what was kept that is believed, while files look as they did.
    const std::string number = std::to_string(digest.low);
    QVERIFY(text.find(number) != std::string::npos);
    std::string other = text;
    other.replace(other.find(number), number.size(), "7");
    write(kept[0], other);
    QCOMPARE(ToolkitHeaders(memo).digestOf(header, toolkit).low, std::uint64_t(7));
    for (const std::string& damaged :
         {text.substr(0, text.size() / 2), std::string("nonsense"), std::string()}) {
        write(kept[0], damaged);
        QVERIFY(ToolkitHeaders(memo).digestOf(header, toolkit) == digest);
        QCOMPARE(readAll(kept[0]).size(), text.size()); // and is whole again
    }
    write(folder() / "cuda/b.h", "int bb;\n");
    QVERIFY(ToolkitHeaders(memo).digestOf(header, toolkit) != digest);
}

void TestCompileCache::missingFilesCount() {
    CompileRequest request;
    request.fileName = (folder() / "k.cu").string();
    request.source = "#ifndef __CUDACC_RTC__\n#include <stdio.h>\n#endif\n#include \"later.h\"\n";
    const Dependencies before = findDependencies(request, {});
    const std::vector<std::string> missing = {"<stdio.h", "\"later.h"};
    QCOMPARE(before.missing, missing);
    QVERIFY(before.known);
    write(folder() / "later.h", "");
    const Dependencies after = findDependencies(request, {});
    const CompilerIdentity compiler{"13.0", {}, ""};
    QVERIFY(cacheKey(request, before, compiler) != cacheKey(request, after, compiler));
}

void TestCompileCache::computedIncludesAreUnknown() {
    CompileRequest request;
    request.source = "#define FILE \"a.h\"\n#include FILE\n";
    QVERIFY(!findDependencies(request, {}).known);
    request.source = "#include\n";
    QVERIFY(!findDependencies(request, {}).known);
}

/// What is too large, is endless or lies elsewhere is not read, and the compile says why.
void TestCompileCache::headersThatAreNotRead() {
    const fs::path project = folder() / "project";
    write(project / "huge.h", "");
    fs::resize_file(project / "huge.h", std::uintmax_t(1) << 27); // takes no room on the disk
    write(folder() / "secret.h", "#error the solution");
    std::error_code noLinks;
    fs::create_symlink(folder() / "secret.h", project / "link.h", noLinks);
    CompileRequest request;
    request.fileName = (project / "k.cu").string();
    request.arch = "sm_90";
    const auto refusal = [&](const std::string& name) {
        request.source = "\n#include \"" + name + "\"\n__global__ void k() {}\n";
        const Dependencies found = findDependencies(request, {});
        if (found.files.size() != 1 || !found.files[0].content.empty())
            return std::string("it was read, or not found");
        return found.files[0].refused;
    };
    QVERIFY(refusal("huge.h").find("64 MiB") != std::string::npos);
    request.confined = true;
    request.readable = {project};
    QVERIFY(refusal("huge.h").find("64 MiB") != std::string::npos);
    QVERIFY(refusal("../secret.h").find("outside the project's folder") != std::string::npos);
    QVERIFY(refusal((folder() / "secret.h").string()).find("outside") != std::string::npos);
    if (!noLinks)
        QVERIFY(refusal("link.h").find("outside the project's folder") != std::string::npos);
    for (const bool confined : {true, false}) {
        request.confined = confined;
        QVERIFY(refusal("huge.h").find("64 MiB") != std::string::npos);
        NEED_NVRTC_FILE();
        const CompileResult result = compile(request);
        QVERIFY(!result.succeeded);
        QCOMPARE(result.diagnostics.size(), std::size_t(1));
        QCOMPARE(result.diagnostics[0].place.line, 2);
        QVERIFY(result.diagnostics[0].text.find("huge.h\" has more than") != std::string::npos);
    }
}

void TestCompileCache::ptxFilesAreCovered() {
    CompileRequest request;
    request.fileName = "/project/k.cu";
    Dependencies dependencies;
    dependencies.files = {{"/project/a.h", ""}};
    const std::vector<fs::path> toolkit = {"/cuda/include"};
    const std::string good = "x\n\t.file\t1 \"/project/k.cu\"\n\t.file\t2 \"/project/sub/../a.h\"\n"
                             "\t.file\t3 \"/cuda/include/cuda_fp16.hpp\"\n";
    QVERIFY(coversPtxFiles(dependencies, request, toolkit, good));
    QVERIFY(coversPtxFiles(dependencies, request, toolkit, ""));
    QVERIFY(
        !coversPtxFiles(dependencies, request, toolkit, good + "\t.file\t4 \"/elsewhere/b.h\"\n"));
    QVERIFY(!coversPtxFiles(dependencies, request, toolkit, "\n\t.file\t4 \"/cuda/includes/b.h\""));
    // A part of the source with a name of its own is no file; a name that a file has tells nothing.
    const std::string part = good + "\t.file\t4 \"/project/sum_1.cu\"\n";
    QVERIFY(!coversPtxFiles(dependencies, request, toolkit, part));
    request.source = "__global__ void k() {}\n#line 1 \"sum_1.cu\"\n__global__ void sum() {}\n";
    QVERIFY(coversPtxFiles(dependencies, request, toolkit, part));
    request.fileName = (folder() / "k.cu").string();
    dependencies.files.clear();
    const std::string own = "\n\t.file\t1 \"" + (folder() / "sum_1.cu").string() + "\"\n";
    QVERIFY(coversPtxFiles(dependencies, request, toolkit, own));
    write(folder() / "sum_1.cu", "");
    QVERIFY(!coversPtxFiles(dependencies, request, toolkit, own));
}

void TestCompileCache::memoryThenDisk() {
    int builds = 0;
    const auto build = [&]() -> CompileCache::Built {
        ++builds;
        return {resultOf("first"), true};
    };
    CompileCache cache(folder() / "cache");
    const CompileResult first = cache.get(keyOf(1), build);
    QVERIFY(!first.cached);
    const CompileResult second = cache.get(keyOf(1), mustNotBuild);
    QVERIFY(second.cached);
    QCOMPARE(second.cubin, first.cubin); // shared, not copied
    cache.clearMemory();
    const CompileResult third = cache.get(keyOf(1), mustNotBuild);
    QVERIFY(third.cached);
    QCOMPARE(third.ptx, std::string("first"));
    QVERIFY(*third.cubin == *first.cubin);
    QVERIFY(third.kernels == first.kernels);

    CompileCache later(folder() / "cache"); // another process, another day
    QVERIFY(later.get(keyOf(1), mustNotBuild).cached);
    QCOMPARE(builds, 1);
}

void TestCompileCache::failuresStayInMemory() {
    CompileCache cache(folder() / "cache");
    const auto build = []() -> CompileCache::Built {
        CompileResult failed;
        failed.log = "k.cu(1): error: no";
        return {failed, true};
    };
    QVERIFY(!cache.get(keyOf(1), build).succeeded);
    QVERIFY(cache.get(keyOf(1), mustNotBuild).cached);
    QVERIFY(!fs::exists(cache.disk().fileOf(keyOf(1))));
}

void TestCompileCache::unstorableIsNotKept() {
    CompileCache cache(folder() / "cache");
    int builds = 0;
    const auto build = [&]() -> CompileCache::Built {
        ++builds;
        return {resultOf("x"), false};
    };
    cache.get(keyOf(1), build);
    QVERIFY(!cache.get(keyOf(1), build).cached);
    QCOMPARE(builds, 2);
}

void TestCompileCache::exceptionIsNotKept() {
    CompileCache cache(folder() / "cache");
    QVERIFY_EXCEPTION_THROWN(cache.get(keyOf(1), mustNotBuild), std::logic_error);
    QVERIFY(!cache.get(keyOf(1), [] { return CompileCache::Built{resultOf("x"), true}; }).cached);
}

void TestCompileCache::memoryForgetsTheOldest() {
    // Room for two of three.
    CompileCache cache(folder() / "cache", {2 * 20000, DiskCache::kDefaultLimitBytes});
    const auto build = [] { return CompileCache::Built{resultOf("x", 12000), true}; };
    cache.get(keyOf(1), build);
    cache.get(keyOf(2), build);
    cache.get(keyOf(1), mustNotBuild); // now 2 is the oldest
    cache.get(keyOf(3), build);
    for (std::uint64_t i = 1; i <= 3; ++i)
        fs::remove(cache.disk().fileOf(keyOf(i)));
    QVERIFY(cache.get(keyOf(1), mustNotBuild).cached);
    QVERIFY(cache.get(keyOf(3), mustNotBuild).cached);
    QVERIFY(!cache.get(keyOf(2), build).cached);
}

void TestCompileCache::damagedFilesAreNeverServed() {
    DiskCache disk(folder() / "cache");
    disk.store(keyOf(1), resultOf("some text", 64));
    const fs::path file = disk.fileOf(keyOf(1));
    QVERIFY(disk.load(keyOf(1)));
    std::ifstream stream(file, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(stream), {}};
    stream.close();

    for (std::size_t length = 0; length < whole.size(); ++length) {
        write(file, whole.substr(0, length));
        QVERIFY2(!disk.load(keyOf(1)), qPrintable(QString("cut at %1").arg(length)));
        QVERIFY2(!fs::exists(file), "a damaged file is taken away");
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
        write(file, flipped);
        QVERIFY2(!disk.load(keyOf(1)), qPrintable(QString("byte %1 changed").arg(at)));
    }
    write(file, whole + "x");
    QVERIFY(!disk.load(keyOf(1)));
    write(file, whole);
    QVERIFY(disk.load(keyOf(1)));
}

void TestCompileCache::anotherKeysFileIsNotServed() {
    DiskCache disk(folder() / "cache");
    disk.store(keyOf(1), resultOf("one"));
    fs::copy_file(disk.fileOf(keyOf(1)), disk.fileOf(keyOf(2)));
    QVERIFY(!disk.load(keyOf(2)));
}

void TestCompileCache::unwritableFolderIsNoError() {
    write(folder() / "file", "");
    CompileCache cache(folder() / "file" / "cache"); // below a file: cannot be made
    const auto build = [] { return CompileCache::Built{resultOf("x"), true}; };
    QVERIFY(!cache.get(keyOf(1), build).cached);
    QVERIFY(cache.get(keyOf(1), mustNotBuild).cached);
}

void TestCompileCache::evictsTheLeastRecentlyUsed() {
    constexpr std::size_t kCubin = 10000;
    DiskCache disk(folder() / "cache", 5 * (kCubin + 1000));
    const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
    for (std::uint64_t i = 0; i < 5; ++i) {
        disk.store(keyOf(i), resultOf("x", kCubin));
        fs::last_write_time(disk.fileOf(keyOf(i)), old + std::chrono::minutes(i));
    }
    write(folder() / "cache" / "notes.txt", "not ours");
    QVERIFY(disk.load(keyOf(0))); // used now: no longer the oldest
    disk.store(keyOf(5), resultOf("x", kCubin));
    QVERIFY(fs::exists(disk.fileOf(keyOf(0))));
    QVERIFY(!fs::exists(disk.fileOf(keyOf(1))));
    QVERIFY(fs::exists(disk.fileOf(keyOf(5))));
    QVERIFY(fs::exists(folder() / "cache" / "notes.txt"));
}

void TestCompileCache::threadsShareOneCompile() {
    CompileCache cache(folder() / "cache");
    std::atomic<int> builds = 0;
    std::atomic<int> waiting = 0;
    const auto build = [&]() -> CompileCache::Built {
        ++builds;
        // Until the others have come: they must wait rather than compile.
        while (waiting < 4)
            std::this_thread::yield();
        return {resultOf("shared"), true};
    };
    std::vector<std::thread> threads;
    std::atomic<int> right = 0;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            ++waiting;
            right += cache.get(keyOf(9), build).ptx == "shared" ? 1 : 0;
        });
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(builds.load(), 1);
    QCOMPARE(right.load(), 4);
}

/// Two threads store, load and evict in one folder; every result that is found must be right. The
/// folder comes from twoProcesses(), which runs this once more beside itself.
void TestCompileCache::hammer() {
    const QByteArray shared = qgetenv("WARPBENCH_TEST_SHARED_CACHE");
    const fs::path where = shared.isEmpty() ? folder() / "cache" : fs::path(shared.toStdString());
    std::atomic<int> wrong = 0;
    std::atomic<int> hits = 0;
    const auto work = [&](unsigned seed) {
        DiskCache disk(where, 60000); // about a dozen results: evicts all the time
        for (unsigned i = 0; i < 150; ++i) {
            const std::uint64_t number = (i * 7 + seed * 5) % 20;
            const std::string text = "result " + std::to_string(number);
            if (const auto found = disk.load(keyOf(number))) {
                ++hits;
                wrong += found->ptx == text ? 0 : 1;
            }
            disk.store(keyOf(number), resultOf(text, 4000));
        }
    };
    std::thread other(work, 1);
    work(2);
    other.join();
    QCOMPARE(wrong.load(), 0);
    QVERIFY(hits > 0);
}

void TestCompileCache::twoProcesses() {
    qputenv("WARPBENCH_TEST_SHARED_CACHE", (folder() / "shared").string().c_str());
    QProcess other;
    other.start(QCoreApplication::applicationFilePath(), {"hammer"});
    QVERIFY(other.waitForStarted());
    hammer();
    QVERIFY(other.waitForFinished());
    qunsetenv("WARPBENCH_TEST_SHARED_CACHE");
    QVERIFY2(other.exitStatus() == QProcess::NormalExit && other.exitCode() == 0,
             other.readAllStandardOutput());
    for (const auto& entry : fs::directory_iterator(folder() / "shared"))
        QVERIFY2(entry.path().extension() == ".wbc", warpbench::utf8(entry.path()).c_str());
}

void TestCompileCache::compileHitsMemoryAndDisk() {
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
    double fastest = 1e9; // of several: the machine may be busy
    for (int i = 0; i < 5; ++i) {
        const CompileResult third = warpbench::compile::compile(request);
        QVERIFY(third.cached);
        QCOMPARE(third.ptx, first.ptx);
        QVERIFY(*third.cubin == *first.cubin);
        QVERIFY(third.kernels == first.kernels);
        QCOMPARE(third.commandLine, first.commandLine);
        fastest = std::min(fastest, third.milliseconds);
        CompileCache::ofThisUser().clearMemory();
    }
    QVERIFY2(fastest <= 2, qPrintable(QString("a disk hit took %1 ms").arg(fastest)));
    request.arch = "sm_80";
    QVERIFY(!warpbench::compile::compile(request).cached);
}

void TestCompileCache::hitOfAFreshProcess() {
    NEED_NVRTC();
    freshProcess(); // fills the disk
    QByteArray output;
    for (int i = 0; i < 3; ++i) { // the machine may be busy
        QProcess child;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("WARPBENCH_TEST_FRESH", m_cacheHome.path());
        child.setProcessEnvironment(environment);
        child.start(QCoreApplication::applicationFilePath(), {"freshProcess"});
        QVERIFY(child.waitForFinished());
        output = child.readAllStandardOutput();
        if (child.exitStatus() == QProcess::NormalExit && child.exitCode() == 0)
            return;
    }
    QVERIFY2(false, output);
}

/// A compile that hits the disk is done before NVRTC could have been loaded. By itself this only
/// shows that the second compile hits.
void TestCompileCache::freshProcess() {
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

void TestCompileCache::changedHeaderInvalidates() {
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

void TestCompileCache::switchedOff() {
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

/// A part that differs is named; a header by its name, and what came or went too.
void TestCompileCache::missesSayWhy() {
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    write(root / "tile.h", "#define TILE 16\n");
    CompileRequest request = sampleRequest();
    request.source = "#include \"tile.h\"\n__global__ void k() {}";
    request.fileName = (root / "k.cu").string();
    const CompilerIdentity compiler{"13.0", {}, "13000"};
    const auto partsOf = [&](const CompileRequest& one) {
        return keyParts(one, findDependencies(one, {}), compiler);
    };
    const CacheLog log(root / "log");
    QVERIFY(!log.last(request.fileName));
    QCOMPARE(explainMiss(log.last(request.fileName), partsOf(request)),
             std::string("nothing was kept of it before"));
    log.note(request.fileName, partsOf(request));
    QVERIFY(log.last(request.fileName) == partsOf(request));
    QCOMPARE(explainMiss(log.last(request.fileName), partsOf(request)),
             std::string("what was kept of it is gone"));

    const auto why = [&](const CompileRequest& one) {
        return explainMiss(log.last(one.fileName), partsOf(one));
    };
    CompileRequest other = request;
    other.source += "\n";
    QCOMPARE(why(other), std::string("the source changed"));
    other.arch = "sm_75";
    QCOMPARE(why(other), std::string("the architecture and the source changed"));
    other = request;
    other.defines["BLOCK"] = "1";
    QCOMPARE(why(other), std::string("the define BLOCK changed"));
    other = request;
    other.fileName = (root / "sub" / ".." / "k.cu").string();
    QCOMPARE(explainMiss(log.last(request.fileName), partsOf(other)),
             std::string("the path that names the source changed"));
    write(root / "tile.h", "#define TILE 32\n");
    QCOMPARE(why(request), std::string("header \"tile.h\" changed"));
    fs::remove(root / "tile.h");
    QVERIFY(why(request).find("header \"tile.h\"") != std::string::npos);
}

/// What a compile says when it was made anew; from the cache it says nothing.
void TestCompileCache::compilesSayWhy() {
    NEED_NVRTC_FILE();
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    write(root / "value.h", "#define VALUE 1\n");
    CompileRequest request;
    request.source = "#include \"value.h\"\n__global__ void k(int* p) { *p = VALUE; }\n";
    request.fileName = (root / "why.cu").string();
    request.arch = "sm_90";
    QCOMPARE(compile(request).missReason, std::string("nothing was kept of it before"));
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

QTEST_GUILESS_MAIN(TestCompileCache)
#include "tst_compile_cache.moc"
