// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/child_process.h"
#include "core/platform/dynamic_library.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/platform/message_framing.h"
#include "core/platform/output_capture.h"
#include "core/platform/shared_memory.h"
#include "core/platform/system.h"

#include <QTest>

#include <algorithm>
#include <cstdio>
#include <filesystem>

using namespace warpbench;
using namespace warpbench::platform;
using namespace std::chrono_literals;

class PlatformTest : public QObject {
    Q_OBJECT

  private slots:
    void fileIsReplacedAsAWhole() {
        const TemporaryFolder folder;
        const auto file = folder.path() / "deep" / "file.bin";
        const std::string first("a\0b\n", 4);
        replaceFile(file, first);
        QCOMPARE(readFile(file), first);
        replaceFile(file, "second");
        QCOMPARE(readFile(file), std::string("second"));
        // Nothing is left beside it.
        const auto entries = std::distance(std::filesystem::directory_iterator(file.parent_path()),
                                           std::filesystem::directory_iterator());
        QCOMPARE(entries, std::ptrdiff_t(1));
    }

    void replacingKeepsPermissionsAndLinks() {
        const TemporaryFolder folder;
        const auto target = folder.path() / "target";
        const auto link = folder.path() / "link";
        replaceFile(target, "one");
        std::filesystem::permissions(target, std::filesystem::perms(0640));
        std::filesystem::create_symlink(target, link);
        replaceFile(link, "two");
        QVERIFY(std::filesystem::is_symlink(link));
        QCOMPARE(readFile(target), std::string("two"));
        QCOMPARE(int(std::filesystem::status(target).permissions()), 0640);
    }

    void missingFileIsAnErrorThatNamesIt() {
        try {
            readFile("/no/such/file", ErrorKind::project);
            QFAIL("reading a missing file did not throw");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::project);
            QVERIFY(error.text().find("/no/such/file") != std::string::npos);
        }
    }

    void temporaryFolderGoes() {
        std::filesystem::path path;
        {
            const TemporaryFolder folder;
            path = folder.path();
            replaceFile(path / "x", "x");
        }
        QVERIFY(!std::filesystem::exists(path));
    }

    void libraryGivesSymbols() {
        std::string problem;
        const auto library = DynamicLibrary::tryOpen("libm.so.6", &problem);
        QVERIFY2(library.has_value(), problem.c_str());
        auto* cosine = library->function<double(double)>("cos");
        QVERIFY(cosine);
        QCOMPARE(cosine(0.0), 1.0);
        QVERIFY(!library->symbol("no_such_symbol"));
        QVERIFY(library->path().is_absolute());
    }

    void missingLibrarySaysWhy() {
        std::string problem;
        QVERIFY(!DynamicLibrary::tryOpen("libno-such-library.so", &problem));
        QVERIFY(problem.find("libno-such-library.so") != std::string::npos);
        QVERIFY_THROWS_EXCEPTION(Error, DynamicLibrary::open("libno-such-library.so"));
    }

    void sharedMemoryIsSeenThroughItsHandle() {
        const SharedMemory memory = SharedMemory::create(10000);
        QCOMPARE(memory.size(), std::size_t(10000));
        QVERIFY(std::all_of(memory.data(), memory.data() + memory.size(),
                            [](std::byte b) { return b == std::byte(0); }));
        memory.data()[9999] = std::byte(42);
        QCOMPARE(int(memory.data()[9999]), 42);
    }

    void shortageOfSharedMemoryIsAnError() {
        // More than any machine has: an error now, not a bus error later.
        QVERIFY_THROWS_EXCEPTION(Error, SharedMemory::create(std::size_t(1) << 50));
        // And so is more than there is at the moment, which must not be tried out.
        QVERIFY_THROWS_EXCEPTION(
            Error, SharedMemory::create(std::size_t(availableMemoryBytes()) + (1u << 30)));
    }

    void captureCollectsAllThatWasWritten() {
        OutputCapture capture(100000);
        std::fputs("through stdio\n", stdout);
        std::fflush(stdout);
        const std::string first = capture.take();
        QCOMPARE(first, std::string("through stdio\n"));
        const std::string line(90, 'x');
        for (int i = 0; i < 1000; ++i)
            std::puts(line.c_str());
        QCOMPARE(capture.take().size(), std::size_t(91000));
    }

    void captureHasALimit() {
        OutputCapture capture(10);
        std::fputs("0123456789abcdef", stdout);
        const std::string text = capture.take();
        QVERIFY(text.starts_with("0123456789\n"));
        QVERIFY(text.find("6 more bytes") != std::string::npos);
    }

    void framesSurviveAnyCutting() {
        const std::vector<std::string> messages{"", "a", std::string(70000, 'b'),
                                                std::string("\0\1\2", 3)};
        std::string stream;
        for (const std::string& message : messages)
            stream += frameHeader(message.size()) + message;
        for (const std::size_t step : {std::size_t(1), std::size_t(3), std::size_t(65536)}) {
            FrameReader reader;
            std::vector<std::string> got;
            for (std::size_t at = 0; at < stream.size(); at += step) {
                reader.append(std::string_view(stream).substr(at, step));
                while (auto message = reader.next())
                    got.push_back(std::move(*message));
            }
            QCOMPARE(got, messages);
        }
    }

    void programRunsToItsEnd() {
        ProgramOptions options;
        options.arguments = {"-c", "echo out; echo err >&2; echo $WB_TEST; exit 3"};
        options.environment["WB_TEST"] = "value";
        const ProgramResult result = runProgram("/bin/sh", options);
        QCOMPARE(result.status.code, 3);
        QCOMPARE(result.output, std::string("out\nvalue\n"));
        QCOMPARE(result.errors, std::string("err\n"));
        QVERIFY(!result.timedOut);
    }

    void programPastItsLimitIsKilled() {
        ProgramOptions options;
        options.arguments = {"-c", "exec sleep 600"};
        options.limit = 50ms;
        const ProgramResult result = runProgram("/bin/sh", options);
        QVERIFY(result.timedOut);
        QCOMPARE(result.status.signal, 9);
        QVERIFY(!result.status.interrupted());
        QVERIFY(result.status.text().find("signal 9") != std::string::npos);
    }

    void interruptedProgramSaysSo() {
        ProgramOptions options;
        options.arguments = {"-c", "echo ready; exec sleep 600"};
        std::function<void()> interrupt;
        options.onStarted = [&](std::function<void()> how) { interrupt = std::move(how); };
        options.onOutput = [&](std::string_view) { interrupt(); };
        const ProgramResult result = runProgram("/bin/sh", options);
        QVERIFY(result.status.interrupted());
        QVERIFY(!result.status.ok());
    }

    void missingProgramIsAnError() {
        QVERIFY_THROWS_EXCEPTION(Error, runProgram("/no/such/program", {}));
    }

    void childThatDiesIsNoticed() {
        ChildProcess child({"/bin/sh", {"-c", "kill -SEGV $$"}, {}, {}});
        const auto status = child.wait(10s);
        QVERIFY(status.has_value());
        QCOMPARE(status->signal, 11);
        QVERIFY(!child.running());
        child.send("nobody reads this");
    }

    void childIsKilledWithItsOwner() {
        std::int64_t pid = 0;
        {
            const ChildProcess child({"/bin/sh", {"-c", "exec sleep 600"}, {}, {}});
            pid = child.processId();
            QVERIFY(child.running());
        }
        QVERIFY(!std::filesystem::exists("/proc/" + std::to_string(pid)));
    }

    void childInheritsNothingButItsLink() {
        // The descriptors that a child finds: 0 to 4, and the one with which ls reads the folder.
        const SharedMemory bait = SharedMemory::create(1);
        const TemporaryFolder folder;
        const auto list = folder.path() / "list";
        ChildProcess child({"/bin/sh", {"-c", "exec ls /proc/self/fd > " + list.string()}, {}, {}});
        QVERIFY(child.wait(10s).has_value());
        QStringList descriptors =
            QString::fromStdString(readFile(list)).split('\n', Qt::SkipEmptyParts);
        for (const char* expected : {"0", "1", "2", "3", "4"})
            QVERIFY(descriptors.removeOne(expected));
        QCOMPARE(descriptors.size(), 1);
    }

    void memoryAndProcessorsAreKnown() {
        QVERIFY(availableMemoryBytes() > (1u << 20));
        QVERIFY(processorCount() >= 1);
    }
};

QTEST_GUILESS_MAIN(PlatformTest)
#include "tst_platform.moc"
