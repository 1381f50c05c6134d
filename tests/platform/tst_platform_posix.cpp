// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the platform that exist only on POSIX systems: permissions, links, control groups,
// signals, file descriptors.
#include "core/platform/control_group_posix.h"
#include "core/platform/dynamic_library.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/platform/system.h"
#include "core/processes/child_process.h"
#include "core/processes/interrupt.h"
#include "core/processes/output_capture.h"
#include "core/processes/shared_memory.h"

#include <QTest>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <future>
#include <iterator>
#include <map>
#include <thread>

using namespace warpbench;
using namespace warpbench::platform;
using namespace std::chrono_literals;

namespace {

/// What this program does as a child of a test: it lists its open file descriptors.
int serveAsChild() {
    const auto link = ParentLink::adopt();
    if (!link)
        return 9;
    while (link->receive()) {
        std::string list;
        for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
            list += entry.path().filename().string() + "\n";
        link->send(list);
    }
    return 0;
}

/// Files of a control group, made by hand.
void writeGroup(const std::filesystem::path& group,
                const std::map<std::string, std::string>& files) {
    for (const auto& [name, text] : files)
        replaceFile(group / name, text);
}

/// Whether each thread of this process but the calling one waits for something.
bool otherThreadsSleep() {
    const std::string self = std::to_string(::gettid());
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
        if (task.path().filename() == self)
            continue;
        const std::string stat = readFile(task.path() / "stat");
        if (stat.at(stat.rfind(')') + 2) != 'S')
            return false;
    }
    return true;
}

/// Whether a process was killed, even if init has not reaped it yet.
bool isGone(std::int64_t process) {
    try {
        const std::string state = readFile("/proc/" + std::to_string(process) + "/stat");
        return state.find(") Z ") != std::string::npos;
    } catch (const Error&) {
        return true;
    }
}

} // namespace

class PosixTest : public QObject {
    Q_OBJECT

  private slots:
    /// A block that one process could cut short would end the other with SIGBUS.
    void sharedMemoryKeepsItsSize() {
        const SharedMemory memory = SharedMemory::create(10'000);
        QVERIFY(::ftruncate(int(memory.handle()), 0) != 0);
        QCOMPARE(errno, EPERM);
        QVERIFY(::ftruncate(int(memory.handle()), 1 << 20) != 0);
        memory.data()[9999] = std::byte(1);
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

    /// The new file next to it has an ending of its own.
    void theLongestNameCanBeReplaced() {
        const TemporaryFolder folder;
        for (const char* letter : {"n", "\xe6\x97\xa5"}) {
            std::string name;
            while (name.size() + std::strlen(letter) <= 255)
                name += letter;
            const auto target = folder.path() / name;
            replaceFile(target, "one");
            replaceFile(target, "two");
            QCOMPARE(readFile(target), std::string("two"));
        }
        const std::filesystem::directory_iterator files(folder.path());
        QCOMPARE(std::distance(begin(files), end(files)), std::ptrdiff_t(2));
    }

    /// The process's umask is everybody's: it does not change for a moment while a file is written.
    void otherThreadsFilesKeepTheirPermissions() {
        const TemporaryFolder folder;
        const mode_t before = ::umask(027);
        std::atomic<bool> done = false;
        std::thread writer([&] {
            for (int i = 0; i < 300; ++i)
                replaceFile(folder.path() / "target", "text", ErrorKind::environment, Flush::no);
            done = true;
        });
        int wrong = 0;
        int made = 0;
        const auto own = folder.path() / "own";
        do {
            const int file = ::open(own.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
            ::close(file);
            ++made;
            wrong += int(std::filesystem::status(own).permissions()) == 0640 ? 0 : 1;
            std::filesystem::remove(own);
        } while (!done);
        writer.join();
        ::umask(before);
        QVERIFY(made > 0);
        QCOMPARE(wrong, 0);
        QCOMPARE(int(std::filesystem::status(folder.path() / "target").permissions()), 0640);
    }

    /// A library may put another file in the place of standard output. The thread that collects it
    /// then sleeps and does not spin.
    void captureWaitsWhereOutputWasTakenAway() {
        const OutputCapture capture(1000);
        const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        ::dup2(nothing, 1);
        ::close(nothing);
        // A thread that spins is seen asleep once by chance, but not time after time.
        int inARow = 0;
        const auto deadline = std::chrono::steady_clock::now() + 30s;
        while (inARow < 100 && std::chrono::steady_clock::now() < deadline) {
            inARow = otherThreadsSleep() ? inARow + 1 : 0;
            std::this_thread::yield();
        }
        QCOMPARE(inARow, 100);
    }

    void aFileWithoutAnEndIsRefused() {
        QVERIFY_THROWS_EXCEPTION(Error, readFile("/dev/zero", ErrorKind::project, 100000));
    }

    /// Opening a pipe without a writer blocks until there is one.
    void aNamedPipeIsNotWaitedFor() {
        const TemporaryFolder folder;
        const auto pipe = folder.path() / "pipe.npy";
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        try {
            const InputFile file(pipe);
            QFAIL("a pipe was taken for a file");
        } catch (const Error& error) {
            QVERIFY2(error.text().find("is a pipe or a device") != std::string::npos,
                     error.text().c_str());
        }
    }

    void whatTheSystemMakesUpIsRead() {
        QVERIFY(readFile("/proc/self/status").starts_with("Name:"));
    }

    void pageCacheIsNoUsedMemory() {
        const TemporaryFolder folder;
        const auto mount = folder.path() / "cgroup";
        const auto membership = folder.path() / "membership";
        // A container (with its own root) that has read as much as its limit.
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
        // The shell ends at once; its child keeps the output open.
        const TemporaryFolder folder;
        const auto file = folder.path() / "pid";
        ProgramOptions options;
        options.arguments = {"-c", "sleep 600 & echo $! > " + file.string()};
        options.limit = 200ms;
        const ProgramResult result = runProgram("/bin/sh", options);
        QVERIFY(result.timedOut);
        const std::int64_t left = std::stoll(readFile(file));
        QTRY_VERIFY(isGone(left));
    }

    /// As nvcc's passes, which it waits for.
    void whatAProgramStartedEndsWithItWhenItIsStopped() {
        const TemporaryFolder folder;
        const auto file = folder.path() / "pid";
        ProgramOptions options;
        options.arguments = {"-c", "sleep 600 & echo $! > " + file.string() + "; echo up; wait"};
        bool up = false;
        options.onOutput = [&](std::string_view) { up = true; };
        options.stopped = [&] { return up; };
        const ProgramResult result = runProgram("/bin/sh", options);
        QVERIFY(result.stopped);
        const std::int64_t started = std::stoll(readFile(file));
        QTRY_VERIFY(isGone(started));
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

    void whatAChildStartedIsKilledWithIt_data() {
        QTest::addColumn<QString>("program");
        QTest::newRow("in its group") << "sleep 600";
        // As nvcc, which a worker runs so that it can be stopped.
        QTest::newRow("in a session of its own") << "setsid sleep 600";
        QTest::newRow("by one in another session") << "setsid sh -c 'sh -c \"sleep 600; :\"; :'";
    }

    void whatAChildStartedIsKilledWithIt() {
        QFETCH(QString, program);
        const TemporaryFolder folder;
        const auto file = folder.path() / "pid";
        ChildProcess child(
            {"/bin/sh",
             {"-c", program.toStdString() + " & echo $! > " + file.string() + "; wait"},
             {},
             {}});
        std::string started;
        const auto told = [&] {
            if (std::filesystem::exists(file))
                started = readFile(file);
            return started.ends_with('\n');
        };
        QTRY_VERIFY(told());
        QVERIFY(!isGone(std::stoll(started)));
        child.kill();
        QVERIFY(child.wait(10s).has_value());
        QTRY_VERIFY(isGone(std::stoll(started)));
    }

    void childHasNothingButItsLink() {
        // The descriptors that a child finds: 0 to 4, and the one with which it reads the folder.
        const SharedMemory bait = SharedMemory::create(1);
        const int ofTheProgram = ::open("/dev/null", O_RDONLY); // may be passed on
        std::promise<std::string> answer;
        ChildProcess child({executablePath(),
                            {"--list-descriptors"},
                            [&](std::string list) { answer.set_value(std::move(list)); },
                            {}});
        child.send("?");
        QStringList descriptors =
            QString::fromStdString(answer.get_future().get()).split('\n', Qt::SkipEmptyParts);
        for (const char* expected : {"0", "1", "2", "3", "4"})
            QVERIFY(descriptors.removeOne(expected));
        QCOMPARE(descriptors.size(), 1);
        QCOMPARE(::fcntl(ofTheProgram, F_GETFD) & FD_CLOEXEC, 0);
        ::close(ofTheProgram);
    }

    /// Users without a home directory get separate folders, not the current one.
    void theHomelessHaveFolders() {
        const QByteArray home = qgetenv("HOME");
        QByteArray caches = qgetenv("XDG_CACHE_HOME");
        qputenv("HOME", "nowhere");
        qunsetenv("XDG_CACHE_HOME");
        const std::filesystem::path folder = cacheFolder();
        qputenv("XDG_CACHE_HOME", "relative"); // ignored according to the specification
        const std::filesystem::path other = cacheFolder();
        qputenv("HOME", home);
        caches.isNull() ? qunsetenv("XDG_CACHE_HOME") : qputenv("XDG_CACHE_HOME", caches);
        QVERIFY2(folder.is_absolute(), folder.c_str());
        QCOMPARE(other, folder);
        const auto own = folder.parent_path().parent_path(); // …/.cache/warpbench
        QCOMPARE(own.parent_path(), temporaryFolder());
        QCOMPARE(int(std::filesystem::status(own).permissions()) & 022, 0);
    }

    void scarceDescriptorsAreAnError() {
        // Whichever step of starting a child runs out of descriptors: only an error.
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

    /// A program that waits for Ctrl-C calls others that do.
    void theNewestWatcherGetsTheInterrupt() {
        std::promise<void> outer, inner;
        const InterruptWatcher whole([&] { outer.set_value(); });
        {
            const InterruptWatcher part([&] { inner.set_value(); });
            ::raise(SIGINT);
            inner.get_future().wait();
        }
        std::future<void> interrupted = outer.get_future();
        QVERIFY(interrupted.wait_for(0s) == std::future_status::timeout);
        ::raise(SIGINT);
        interrupted.wait();
    }
};

int main(int argc, char** argv) {
    if (argc > 1 && std::string_view(argv[1]) == "--list-descriptors")
        return serveAsChild();
    QCoreApplication application(argc, argv);
    PosixTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_platform_posix.moc"
