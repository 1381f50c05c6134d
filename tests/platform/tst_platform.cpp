// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/child_process.h"
#include "core/platform/control_group_posix.h"
#include "core/platform/dynamic_library.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/platform/message_framing.h"
#include "core/platform/output_capture.h"
#include "core/platform/shared_memory.h"
#include "core/platform/system.h"

#include <QTest>

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <future>

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
        if (what == "--list-descriptors") {
            std::string list;
            for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
                list += entry.path().filename().string() + "\n";
            link->send(list);
        } else if (what == "--add-blocks") {
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

/// A child that is this program again.
ChildProcess::Options childOf(const char* what, std::function<void(std::string)> onMessage) {
    return {executablePath(), {what}, std::move(onMessage), {}};
}

/// Files of a control group, made by hand.
void writeGroup(const std::filesystem::path& group,
                const std::map<std::string, std::string>& files) {
    for (const auto& [name, text] : files)
        replaceFile(group / name, text);
}

} // namespace

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

    void aFileBeyondTheLimitIsRefused() {
        const TemporaryFolder folder;
        const auto file = folder.path() / "file";
        replaceFile(file, "12345678");
        QCOMPARE(readFile(file, ErrorKind::project, 8), std::string("12345678"));
        QVERIFY_THROWS_EXCEPTION(Error, readFile(file, ErrorKind::project, 7));
        // A file without a size of its own, and without an end.
        QVERIFY_THROWS_EXCEPTION(Error, readFile("/dev/zero", ErrorKind::project, 100000));
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

    void pageCacheIsNoUsedMemory() {
        const TemporaryFolder folder;
        const auto mount = folder.path() / "cgroup";
        const auto membership = folder.path() / "membership";
        // A container (its own root is what it sees) that has read as much as its limit.
        replaceFile(membership, "0::/\n");
        writeGroup(mount, {{"memory.max", "1000000\n"},
                           {"memory.current", "999000\n"},
                           {"memory.stat", "anon 100000\ninactive_file 700000\n"
                                           "active_file 150000\nslab_reclaimable 10000\n"}});
        QCOMPARE(controlGroupRoom(membership, mount).value_or(0), std::uint64_t(861000));
        // More cache than use (the figures are not taken at one moment): no less than nothing.
        writeGroup(mount, {{"memory.current", "5000000\n"}, {"memory.stat", "anon 5000000\n"}});
        QCOMPARE(controlGroupRoom(membership, mount).value_or(1), std::uint64_t(0));
    }

    void limitsOfNestedGroupsCount() {
        const TemporaryFolder folder;
        const auto mount = folder.path() / "cgroup";
        const auto membership = folder.path() / "membership";
        replaceFile(membership, "0::/user.slice/job.slice/step\n");
        QVERIFY(!controlGroupRoom(membership, mount));
        writeGroup(mount / "user.slice", {{"memory.max", "900\n"}, {"memory.current", "100\n"}});
        writeGroup(mount / "user.slice" / "job.slice",
                   {{"memory.max", "500\n"}, {"memory.current", "100\n"}});
        writeGroup(mount / "user.slice" / "job.slice" / "step",
                   {{"memory.max", "max\n"}, {"memory.current", "100\n"}});
        QCOMPARE(controlGroupRoom(membership, mount).value_or(0), std::uint64_t(400));
    }

    void firstVersionOfControlGroupsCounts() {
        const TemporaryFolder folder;
        const auto mount = folder.path() / "cgroup";
        const auto membership = folder.path() / "membership";
        // The path is the host's, which a container does not see; the mount's root is its group.
        replaceFile(membership, "12:cpu,cpuacct:/docker/abc\n5:memory:/docker/abc\n");
        writeGroup(mount / "memory", {{"memory.limit_in_bytes", "2000\n"},
                                      {"memory.usage_in_bytes", "1900\n"},
                                      {"memory.stat", "inactive_file 1\ntotal_inactive_file 600\n"
                                                      "total_active_file 200\n"}});
        QCOMPARE(controlGroupRoom(membership, mount).value_or(0), std::uint64_t(900));
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

    void aLengthThatCannotBeMeantIsNotBelieved() {
        FrameReader reader;
        reader.append(std::string("\xff\xff\xff\xff", 4));
        QVERIFY_THROWS_EXCEPTION(Error, reader.next());
        QVERIFY_THROWS_EXCEPTION(Error, frameHeader(kMaxMessageBytes + 1));
        QVERIFY_THROWS_EXCEPTION(Error, frameHeader((std::size_t(1) << 32) + 5));
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

    void whatAProgramLeavesRunningIsHeldToTheLimitToo() {
        // The shell ends at once; what it started holds its output open.
        const TemporaryFolder folder;
        const auto file = folder.path() / "pid";
        ProgramOptions options;
        options.arguments = {"-c", "sleep 600 & echo $! > " + file.string()};
        options.limit = 200ms;
        const ProgramResult result = runProgram("/bin/sh", options);
        QVERIFY(result.timedOut);
        const std::int64_t left = std::stoll(readFile(file));
        // Killed, perhaps not yet collected by whoever collects orphans here.
        const auto gone = [left] {
            std::string state;
            try {
                state = readFile("/proc/" + std::to_string(left) + "/stat");
            } catch (const Error&) {
                return true;
            }
            return state.find(") Z ") != std::string::npos;
        };
        QTRY_VERIFY(gone());
    }

    void whatAnOutputHandlerThrowsReachesTheCaller() {
        ProgramOptions options;
        options.arguments = {"-c", "echo one; exec sleep 600"};
        options.onOutput = [](std::string_view) { throw Error(ErrorKind::usage, "enough"); };
        QVERIFY_THROWS_EXCEPTION(Error, runProgram("/bin/sh", options));
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

    void childHasNothingButItsLink() {
        // The descriptors that a child finds: 0 to 4, and the one with which it reads the folder.
        const SharedMemory bait = SharedMemory::create(1);
        std::promise<std::string> answer;
        ChildProcess child(childOf("--list-descriptors",
                                   [&](std::string list) { answer.set_value(std::move(list)); }));
        child.send("?");
        QStringList descriptors =
            QString::fromStdString(answer.get_future().get()).split('\n', Qt::SkipEmptyParts);
        for (const char* expected : {"0", "1", "2", "3", "4"})
            QVERIFY(descriptors.removeOne(expected));
        QCOMPARE(descriptors.size(), 1);
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
        ChildProcess child({"/bin/sh", {"-c", "exit 0"}, {}, {}});
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

    void scarceDescriptorsAreAnError() {
        // Whatever step of starting a child is the first to find none left: an error, no more.
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_NOFILE, &before), 0);
        rlim_t highest = 0;
        for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
            highest = std::max<rlim_t>(highest, std::stoul(entry.path().filename().string()));
        int started = 0;
        int refused = 0;
        // From many to few: libuv keeps a descriptor of each loop that it could not make.
        for (rlim_t descriptors = highest + 24; descriptors > 3; --descriptors) {
            rlimit scarce = before;
            scarce.rlim_cur = descriptors;
            QCOMPARE(setrlimit(RLIMIT_NOFILE, &scarce), 0);
            try {
                ChildProcess child({"/bin/sh", {"-c", "exit 0"}, {}, {}});
                child.wait(10s);
                ++started;
            } catch (const Error&) {
                ++refused;
            }
            setrlimit(RLIMIT_NOFILE, &before);
        }
        QVERIFY(refused > 0);
        QVERIFY(started > 0);
    }

    void memoryAndProcessorsAreKnown() {
        QVERIFY(availableMemoryBytes() > (1u << 20));
        QVERIFY(processorCount() >= 1);
    }
};

int main(int argc, char** argv) {
    const std::string_view first = argc > 1 ? argv[1] : "";
    if (first == "--list-descriptors" || first == "--add-blocks" || first == "--echo")
        return serveAsChild(first);
    QCoreApplication application(argc, argv);
    PlatformTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_platform.moc"
