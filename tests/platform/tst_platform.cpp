// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/code_page.h"
#include "core/platform/dynamic_library.h"
#include "core/platform/file_watch.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/platform/system.h"
#include "core/processes/child_process.h"
#include "core/processes/message_framing.h"
#include "core/processes/output_capture.h"
#include "core/processes/shared_memory.h"

#include <QScopeGuard>
#include <QTest>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <future>
#include <mutex>
#include <span>
#include <stop_token>
#include <thread>

using namespace warpbench;
using namespace warpbench::platform;
using namespace std::chrono_literals;

namespace {

/// What this program does as a child of a test, by its first argument.
int serveAsChild(std::string_view what) {
    const auto link = ParentLink::adopt();
    if (!link)
        return 9;
    while (const auto message = link->receive()) {
        if (what == "--add-blocks") {
            // The message says how many blocks there are, ids from 1 on; each holds a number.
            std::uint64_t sum = 0;
            for (std::uint64_t id = 1; id <= std::stoull(*message); ++id) {
                const SharedMemory block = link->sharedMemory(id);
                std::uint64_t value = 0;
                std::memcpy(&value, block.data(), sizeof value);
                sum += value;
            }
            link->send(std::to_string(sum));
        } else {
            link->send(*message);
        }
    }
    return 0;
}

/// The behaviour of this executable when a test runs it as a child.
int runAsProgram(std::string_view what) {
    std::puts("out");
    std::fflush(stdout);
    if (what == "--wait")
        std::promise<void>().get_future().wait(); // for what never comes, until it is killed
    std::puts(environmentVariable("WB_TEST").value_or("nothing").c_str());
    std::fputs("err\n", stderr);
    return 3;
}

/// A child that is this program again.
ChildProcess::Options childOf(const char* what, std::function<void(std::string)> onMessage) {
    return {executablePath(), {what}, std::move(onMessage), {}};
}

} // namespace

class PlatformTest : public QObject {
    Q_OBJECT

  private slots:
    /// What NVRTC for Windows makes of a name; elsewhere nothing makes it.
    void aCodePageIsUndone() {
        const std::string name = "gr\xc3\xb6\xc3\x9f"
                                 "e.cu";
        const std::string asLatin = "gr\xc3\x83\xc2\xb6\xc3\x83\xc5\xb8"
                                    "e.cu";
        QCOMPARE(platform::undoCodePage(name), name);
        QCOMPARE(platform::undoCodePage("plain.cu"), std::string("plain.cu"));
#ifdef Q_OS_WIN // and Western Europe's code page, which is Wine's
        QCOMPARE(platform::undoCodePage(asLatin), name);
#else
        QCOMPARE(platform::undoCodePage(asLatin), asLatin);
#endif
    }

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

    void aTemporaryFolderNeedsAFolderToBeIn() {
#ifdef Q_OS_WIN
        QSKIP("Windows looks elsewhere then");
#endif
        const auto back = qScopeGuard([before = qgetenv("TMPDIR")] {
            before.isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
        });
        qputenv("TMPDIR", "/no/such/folder");
        QVERIFY_THROWS_EXCEPTION(Error, TemporaryFolder());
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

    void aFileBeyondTheLimitIsRefused() {
        const TemporaryFolder folder;
        const auto file = folder.path() / "file";
        replaceFile(file, "12345678");
        QCOMPARE(readFile(file, ErrorKind::project, 8), std::string("12345678"));
        QVERIFY_THROWS_EXCEPTION(Error, readFile(file, ErrorKind::project, 7));
    }

    void aFileIsReadFromAnywhere() {
        const TemporaryFolder folder;
        const auto file = folder.path() / "file";
        replaceFile(file, "0123456789", ErrorKind::project, Flush::no);
        const InputFile open(file);
        QCOMPARE(open.sizeBytes(), std::uint64_t(10));
        std::array<char, 4> four{};
        open.read(5, std::as_writable_bytes(std::span(four)));
        QCOMPARE(std::string(four.data(), four.size()), std::string("5678"));
        open.read(10, {});
        QVERIFY_THROWS_EXCEPTION(Error, open.read(7, std::as_writable_bytes(std::span(four))));
        QCOMPARE(open.all(10), std::string("0123456789"));
        QVERIFY_THROWS_EXCEPTION(Error, InputFile(folder.path()));
    }

    void piecesBecomeOneFile() {
        const TemporaryFolder folder;
        const auto file = folder.path() / "file";
        const std::array<std::string_view, 3> pieces{"head", "", "body"};
        replaceFile(file, pieces);
        QCOMPARE(readFile(file), std::string("headbody"));
    }

    void manyWritersLeaveOneWholeFile() {
        const TemporaryFolder folder;
        const auto file = folder.path() / "file";
        std::vector<std::future<void>> writers;
        for (char letter = 'a'; letter < 'i'; ++letter)
            writers.push_back(std::async(std::launch::async, [&file, letter] {
                for (int round = 0; round < 20; ++round)
                    replaceFile(file, std::string(10000, letter));
            }));
        for (auto& writer : writers)
            writer.get();
        const std::string got = readFile(file);
        QCOMPARE(got, std::string(10000, got.at(0)));
        QCOMPARE(std::distance(std::filesystem::directory_iterator(folder.path()),
                               std::filesystem::directory_iterator()),
                 std::ptrdiff_t(1));
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

    void aLengthThatCannotBeMeantIsNotBelieved() {
        FrameReader reader;
        reader.append(std::string("\xff\xff\xff\xff", 4));
        QVERIFY_THROWS_EXCEPTION(Error, reader.next());
        QVERIFY_THROWS_EXCEPTION(Error, frameHeader(kMaxMessageBytes + 1));
        QVERIFY_THROWS_EXCEPTION(Error, frameHeader((std::size_t(1) << 32) + 5));
    }

    void programRunsToItsEnd() {
        ProgramOptions options;
        options.arguments = {"--print"};
        options.environment["WB_TEST"] = "vålue";
        const ProgramResult result = runProgram(executablePath(), options);
        QCOMPARE(result.status.code, 3);
        // Windows ends lines of text in its own way.
        QCOMPARE(QString::fromStdString(result.output).remove('\r'), QString("out\nvålue\n"));
        QCOMPARE(QString::fromStdString(result.errors).remove('\r'), QString("err\n"));
        QVERIFY(!result.timedOut);
    }

    void programPastItsLimitEnds() {
        ProgramOptions options;
        options.arguments = {"--wait"};
        options.limit = 50ms;
        const ProgramResult result = runProgram(executablePath(), options);
        QVERIFY(result.timedOut);
        QVERIFY(!result.status.ok());
        QVERIFY(!result.status.interrupted());
    }

    void programEndsWhenItIsNotWantedAnyMore() {
        ProgramOptions options;
        options.arguments = {"--wait"};
        int asked = 0;
        options.stopped = [&] { return ++asked == 3; };
        const ProgramResult result = runProgram(executablePath(), options);
        QVERIFY(result.stopped);
        QVERIFY(!result.timedOut);
        QVERIFY(!result.status.ok());
        QCOMPARE(asked, 3); // and not again
        options.arguments = {"--print"};
        options.stopped = [] { return false; };
        const ProgramResult whole = runProgram(executablePath(), options);
        QVERIFY(!whole.stopped);
        QCOMPARE(whole.status.code, 3);
        options.arguments = {"--wait"};
        options.stopped = []() -> bool { throw Error(ErrorKind::usage, "enough"); };
        QVERIFY_THROWS_EXCEPTION(Error, runProgram(executablePath(), options));
    }

    void whatAnOutputHandlerThrowsReachesTheCaller() {
        ProgramOptions options;
        options.arguments = {"--wait"};
        options.onOutput = [](std::string_view) { throw Error(ErrorKind::usage, "enough"); };
        QVERIFY_THROWS_EXCEPTION(Error, runProgram(executablePath(), options));
    }

    void missingProgramIsAnError() {
        QVERIFY_THROWS_EXCEPTION(Error, runProgram("/no/such/program", {}));
    }

    void manyBlocksDoNotBlock() {
        // More than a socket holds, given before the child looks at any of them.
        constexpr std::uint64_t kBlocks = 400;
        std::promise<std::string> answer;
        ChildProcess child(
            childOf("--add-blocks", [&](std::string sum) { answer.set_value(std::move(sum)); }));
        for (std::uint64_t id = 1; id <= kBlocks; ++id) {
            auto block = std::make_shared<const SharedMemory>(SharedMemory::create(sizeof id));
            std::memcpy(block->data(), &id, sizeof id);
            child.share(id, block);
        }
        child.send(std::to_string(kBlocks));
        QCOMPARE(answer.get_future().get(), std::to_string(kBlocks * (kBlocks + 1) / 2));
    }

    void blocksForAChildThatHasEndedAreNoError() {
        ChildProcess child(childOf("--print", {}));
        QVERIFY(child.wait(10s).has_value());
        for (std::uint64_t id = 1; id <= 3; ++id)
            child.share(id, std::make_shared<const SharedMemory>(SharedMemory::create(8)));
    }

    void aMessageThatMakesNoSenseEndsTheChild() {
        ChildProcess child(childOf(
            "--echo", [](const std::string&) { throw Error(ErrorKind::internal, "no message"); }));
        child.send("anything");
        const auto status = child.wait(10s);
        QVERIFY(status.has_value());
        QVERIFY(!status->ok());
        QVERIFY2(status->text().find("no message") != std::string::npos, status->text().c_str());
    }

    /// With libstdc++ for Windows as it comes, one in some hundred such waits never ended.
    void stoppedWaitsEnd() {
        for (int i = 0; i < 1000; ++i) {
            std::jthread waiting([](const std::stop_token& over) {
                std::mutex mutex;
                std::condition_variable_any changed;
                std::unique_lock lock(mutex);
                changed.wait(lock, over, [] { return false; });
            });
            for (int turn = 0; turn < i % 50; ++turn) // it may have begun to wait or not
                std::this_thread::yield();
        }
    }

    /// Editors write in place, rename another file over it, or delete it and make it again.
    void changedFilesAreFound() {
        using Files = std::vector<std::filesystem::path>;
        const TemporaryFolder folder;
        const auto inPlace = folder.path() / "a", renamed = folder.path() / "b",
                   deleted = folder.path() / "c", made = folder.path() / "d",
                   untouched = folder.path() / "e", own = folder.path() / "f";
        const auto write = [](const std::filesystem::path& file, std::string_view text) {
            std::ofstream(file) << text;
        };
        for (const auto& file : {inPlace, renamed, deleted, untouched, own})
            write(file, "old");
        FileWatch watch;
        for (const auto& file : {inPlace, renamed, deleted, made, untouched, own})
            watch.add(file);
        write(inPlace, "new text");
        replaceFile(renamed, "new text");
        std::filesystem::remove(deleted);
        write(made, "");
        write(own, "new text");
        for (const auto& file : {inPlace, own}) // keeps the state of the first time
            watch.add(file);
        watch.remove(own);
        QVERIFY(watch.waitForChange({}) == Files({inPlace, renamed, deleted, made}));
        FileWatch next;
        next.add(deleted);
        write(deleted, "back");
        QVERIFY(next.waitForChange({}) == Files({deleted}));
    }

    void waitingForAChangeCanBeStopped() {
        const TemporaryFolder folder;
        FileWatch watch;
        watch.add(folder.path() / "a");
        std::stop_source stop;
        const std::jthread other([&] { stop.request_stop(); });
        QVERIFY(watch.waitForChange(stop.get_token()).empty());
    }

    void memoryAndProcessorsAreKnown() {
        QVERIFY(availableMemoryBytes() > (1u << 20));
        QVERIFY(processorCount() >= 1);
    }
};

int main(int argc, char** argv) {
    const std::string_view first = argc > 1 ? argv[1] : "";
    if (first == "--add-blocks" || first == "--echo")
        return serveAsChild(first);
    if (first == "--print" || first == "--wait")
        return runAsProgram(first);
    QCoreApplication application(argc, argv);
    PlatformTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_platform.moc"
