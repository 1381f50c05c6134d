// SPDX-License-Identifier: GPL-3.0-or-later
// Storage of compiles: memory, disk, and several users of both.
#include "core/base/path_text.h"
#include "core/cache/compile_cache.h"
#include "tests/compile/cache_bench.h"
#include "tests/main.h"

#include <QProcess>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace tst_compile_cache {

using namespace warpbench::compile;
using namespace warpbench::compile::testing;
namespace fs = std::filesystem;

namespace {

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

CompileCache::Built mustNotBuild() {
    throw std::logic_error("compiled although it should have been cached");
}

} // namespace

class TestCompileCache : public CacheFixture {
    Q_OBJECT
  private slots:
    void memoryThenDisk();
    void failuresStayInMemory();
    void unstorableIsNotKept();
    void exceptionIsNotKept();
    void memoryForgetsTheOldest_data();
    void memoryForgetsTheOldest();
    void damagedFilesAreNeverServed();
    void whatIsNoFileOfOursIsNotServed();
    void anotherKeysFileIsNotServed();
    void unwritableFolderIsNoError();
    void evictsTheLeastRecentlyUsed();
    void threadsShareOneCompile();
    void hammer();
    void twoProcesses();
};

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

/// Wherever the bytes of a result are.
void TestCompileCache::memoryForgetsTheOldest_data() {
    QTest::addColumn<CompileResult>("result");
    QTest::newRow("its own code") << resultOf("x", 12000);
    QTest::newRow("its PTX") << resultOf(std::string(12000, 'x'));
    CompileResult linked = resultOf("x");
    linked.parts = {{"first.cu", std::string(4000, 'x'), linked.cubin},
                    {"second.cu", "x", resultOf("x", 8000).cubin}};
    QTest::newRow("that of linked sources") << linked;
}

void TestCompileCache::memoryForgetsTheOldest() {
    QFETCH(CompileResult, result);
    // Room for two of three.
    CompileCache cache(folder() / "cache", {2 * 20000, DiskCache::kDefaultLimitBytes});
    const auto build = [&] { return CompileCache::Built{result, true}; };
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

/// Foreign contents under a key's name do not cause errors: a folder, or a file larger than memory.
void TestCompileCache::whatIsNoFileOfOursIsNotServed() {
    const DiskCache disk(folder() / "cache");
    fs::create_directories(disk.fileOf(keyOf(1)));
    QVERIFY(!disk.load(keyOf(1)));
    write(disk.fileOf(keyOf(2)), "");
    std::error_code tooLarge; // takes no room on most disks
    fs::resize_file(disk.fileOf(keyOf(2)), std::uintmax_t(1) << 42, tooLarge);
    QVERIFY(!disk.load(keyOf(2)));
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
    other.start(QCoreApplication::applicationFilePath(), {"tst_compile_cache", "hammer"});
    QVERIFY(other.waitForStarted());
    hammer();
    QVERIFY(other.waitForFinished());
    qunsetenv("WARPBENCH_TEST_SHARED_CACHE");
    QVERIFY2(other.exitStatus() == QProcess::NormalExit && other.exitCode() == 0,
             other.readAllStandardOutput());
    for (const auto& entry : fs::directory_iterator(folder() / "shared"))
        QVERIFY2(entry.path().extension() == ".wbc", warpbench::utf8(entry.path()).c_str());
}

WARPBENCH_TEST(TestCompileCache)
} // namespace tst_compile_cache

#include "tst_compile_cache.moc"
