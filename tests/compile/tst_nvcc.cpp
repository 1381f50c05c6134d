// SPDX-License-Identifier: GPL-3.0-or-later
// Shared libraries built by nvcc, for example from CUB's headers. Needs no GPU.
#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/compile/nvcc.h"
#include "core/platform/dynamic_library.h"
#include "core/platform/files.h"
#include "tests/main.h"

#include <QDir>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace tst_nvcc {

using namespace warpbench;
using namespace warpbench::compile;

namespace {

const std::string kTwice = "__global__ void none() {}\n"
                           "WARPBENCH_EXPORT int twice(int x) { return 2 * x; }\n";

std::filesystem::path pathOf(const QTemporaryDir& folder) {
    return pathFromUtf8(folder.path().toStdString());
}

/// NVIDIA's wheels for Windows bring nvcc, and no compiler of the host's.
bool hasNvcc() {
    const ToolkitSearch search = ToolkitSearch::ofThisMachine();
    return !toolkitProgram("nvcc", search).empty() &&
           !toolkitProgram(search.windows ? "cl" : "g++", search).empty();
}

/// In a folder of the test's own.
std::filesystem::path made(const std::string& source, const QTemporaryDir& folder) {
    return sharedLibrary(source, "sm_90", ToolkitSearch::ofThisMachine(), pathOf(folder));
}

/// A stand-in for nvcc whose behaviour is set by the test.
class StandIn {
  public:
    /// \param script  for sh, in the folder that nvcc runs in
    explicit StandIn(const std::string& script) {
        const std::filesystem::path file = pathOf(m_folder) / "nvcc";
        platform::replaceFile(file, "#!/bin/sh\n" + script, ErrorKind::environment);
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        m_search.environment = [folder = m_folder.path().toStdString()](const char* name) {
            return std::string_view(name) == "PATH" ? folder : std::string();
        };
    }
    std::filesystem::path made(const std::filesystem::path& folder, int* runs = nullptr,
                               const std::function<bool()>& stopped = {}) const {
        const auto count = [runs] {
            if (runs)
                ++*runs;
        };
        return sharedLibrary(kTwice, "sm_90", m_search, folder, count, stopped);
    }
    /// Its output if the library cannot be created.
    std::string problem() const {
        const QTemporaryDir folder;
        try {
            made(pathOf(folder));
        } catch (const Error& error) {
            return error.kind() == ErrorKind::environment ? error.text() : "another kind";
        }
        return "it was made";
    }

  private:
    QTemporaryDir m_folder;
    ToolkitSearch m_search;
};

} // namespace

class NvccTest : public QObject {
    Q_OBJECT

  private slots:
    void aLibraryIsMadeOnce() {
        if (!hasNvcc())
            QSKIP("no nvcc, or no compiler of the host for it");
        const QTemporaryDir folder;
        const std::filesystem::path file = made(kTwice, folder);
        std::string problem;
        const auto library = platform::DynamicLibrary::tryOpen(file, &problem);
        QVERIFY2(library, problem.c_str());
        auto* twice = library->function<int(int)>("twice");
        QVERIFY(twice);
        QCOMPARE(twice(21), 42);

        // Cached files are used whatever their contents; another source has another file.
        const std::filesystem::path other = file.parent_path() / "other";
        std::filesystem::rename(file, other);
        platform::replaceFile(file, "kept", ErrorKind::environment);
        QCOMPARE(utf8(made(kTwice, folder)), utf8(file));
        QCOMPARE(platform::readFile(file), std::string("kept"));
        QVERIFY(utf8(made(kTwice + "\n", folder)) != utf8(file));
    }

    void whatNvccSaysIsTold() {
        if (!hasNvcc())
            QSKIP("no nvcc, or no compiler of the host for it");
        const QTemporaryDir folder;
        try {
            made("int twice(int x) { return 2 * y; }\n", folder);
            QFAIL("it was made");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::environment);
            QVERIFY2(error.text().find("\"y\" is undefined") != std::string::npos, error.what());
            QVERIFY2(error.text().find(" failed: library.cu(2)") != std::string::npos,
                     error.what());
            QVERIFY(error.remedy().find("host compiler") != std::string::npos);
        }
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    /// The same for folders named by users.
    void namesWithBlanksAndUmlauts() {
        if (!hasNvcc())
            QSKIP("no nvcc, or no compiler of the host for it");
        const QTemporaryDir folder;
        const std::filesystem::path named = pathOf(folder) / pathFromUtf8("K\xc3\xa4se & Brot's");
        std::filesystem::create_directory(named);
        const char* const variable = ToolkitSearch::ofThisMachine().windows ? "TMP" : "TMPDIR";
        const auto back = qScopeGuard([variable, before = qgetenv(variable)] {
            before.isEmpty() ? qunsetenv(variable) : qputenv(variable, before);
        });
        qputenv(variable, QByteArray::fromStdString(utf8(named)));
        const std::filesystem::path file =
            sharedLibrary(kTwice, "sm_90", ToolkitSearch::ofThisMachine(), named / "kept");
        std::string problem;
        QVERIFY2(platform::DynamicLibrary::tryOpen(file, &problem), problem.c_str());
    }

    void bothStreamsAreTold() {
#ifdef Q_OS_WIN
        QSKIP("the stand-in is a shell's");
#endif
        const StandIn nvcc("echo of cl.exe; echo of nvcc >&2; exit 2\n");
        const std::string said = nvcc.problem();
        QVERIFY2(said.ends_with("nvcc failed: of nvcc\nof cl.exe"), said.c_str());
        const std::string nothing = StandIn("exit 2\n").problem();
        QVERIFY2(nothing.ends_with("nvcc failed: exit code 2"), nothing.c_str());
        const std::string much = StandIn("seq -f 'error %g' 10000 >&2; exit 2\n").problem();
        QVERIFY2(much.find("failed: error 1\nerror 2\n") != std::string::npos, much.c_str());
        QVERIFY(much.ends_with("\n..."));
        QVERIFY(much.size() < 4500);
    }

    /// After a run's time limit, or if the caller cancels it.
    void itEndsWhenItIsNotWantedAnyMore() {
#ifdef Q_OS_WIN
        QSKIP("the stand-in is a shell's");
#endif
        const QTemporaryDir folder;
        const StandIn nvcc("exec sleep 600\n");
        try {
            nvcc.made(pathOf(folder), nullptr, [] { return true; });
            QFAIL("it was made");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::cancelled);
        }
        QVERIFY(QDir(folder.path()).isEmpty());
        // The next one is not in its way.
        QCOMPARE(platform::readFile(StandIn("echo made > library.so\n").made(pathOf(folder))),
                 std::string("made\n"));
    }

    /// An expensive result can still be used by this process.
    void aFolderThatCannotBeWrittenCostsTimeOnly() {
#ifdef Q_OS_WIN
        QSKIP("the stand-in is a shell's");
#endif
        const QTemporaryDir folder;
        platform::replaceFile(pathOf(folder) / "file", "", ErrorKind::environment);
        const std::filesystem::path kept = pathOf(folder) / "file" / "libraries";
        const StandIn nvcc("echo made > library.so\n");
        int runs = 0;
        const std::filesystem::path file = nvcc.made(kept, &runs);
        QCOMPARE(platform::readFile(file), std::string("made\n"));
        QCOMPARE(runs, 1);
        platform::replaceFile(file, "kept", ErrorKind::environment);
        QCOMPARE(utf8(nvcc.made(kept, &runs)), utf8(file));
        QCOMPARE(runs, 1); // it did not run again
        QCOMPARE(platform::readFile(file), std::string("kept"));
        std::filesystem::remove(file); // as one that could not be loaded
        QCOMPARE(platform::readFile(nvcc.made(kept)), std::string("made\n"));
    }

    void theOldestGo() {
        if (!hasNvcc())
            QSKIP("no nvcc, or no compiler of the host for it");
        const QTemporaryDir folder;
        const auto now = std::filesystem::file_time_type::clock::now();
        for (std::size_t i = 0; i < kMostSharedLibraries; ++i) {
            const std::filesystem::path file = pathOf(folder) / ("l" + std::to_string(i) + ".so");
            platform::replaceFile(file, "old", ErrorKind::environment, platform::Flush::no);
            std::filesystem::last_write_time(file, now - std::chrono::hours(i + 1));
        }
        const std::filesystem::path file = made(kTwice, folder);
        const auto exists = [&](std::size_t i) {
            return QDir(folder.path()).exists(QStringLiteral("l%1.so").arg(i));
        };
        QVERIFY(std::filesystem::exists(file));
        QVERIFY(exists(0) && exists(kMostSharedLibraries - 2));
        QVERIFY(!exists(kMostSharedLibraries - 1));
    }

    /// A file server's clock need not be this machine's.
    void whatWasJustMadeStays() {
#ifdef Q_OS_WIN
        QSKIP("the stand-in is a shell's");
#endif
        const QTemporaryDir folder;
        const auto later = std::filesystem::file_time_type::clock::now() + std::chrono::hours(1);
        for (std::size_t i = 0; i <= kMostSharedLibraries; ++i) {
            const std::filesystem::path file = pathOf(folder) / ("l" + std::to_string(i) + ".so");
            platform::replaceFile(file, "new", ErrorKind::environment, platform::Flush::no);
            std::filesystem::last_write_time(file, later);
        }
        const std::filesystem::path file = StandIn("echo made > library.so\n").made(pathOf(folder));
        QVERIFY(std::filesystem::exists(file));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(),
                 qsizetype(kMostSharedLibraries + 1));
    }

    void withoutNvccItSaysWhatToInstall() {
        ToolkitSearch search;
        search.environment = [](const char*) { return std::string(); };
        const QTemporaryDir folder;
        try {
            sharedLibrary(kTwice, "sm_90", search, pathOf(folder));
            QFAIL("it was made");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::environment);
            QVERIFY(error.text().find("was not found") != std::string::npos);
            QVERIFY(error.remedy().find("CUDA Toolkit") != std::string::npos);
        }
    }
};

WARPBENCH_TEST(NvccTest)
} // namespace tst_nvcc

#include "tst_nvcc.moc"
