// SPDX-License-Identifier: GPL-3.0-or-later
// Shared libraries that nvcc makes, as of CUB's headers. Nothing here needs a GPU.
#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/compile/nvcc.h"
#include "core/platform/dynamic_library.h"
#include "core/platform/files.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <string>

using namespace warpbench;
using namespace warpbench::compile;

namespace {

const std::string kTwice = "__global__ void none() {}\n"
                           "WARPBENCH_EXPORT int twice(int x) { return 2 * x; }\n";

std::filesystem::path pathOf(const QTemporaryDir& folder) {
    return pathFromUtf8(folder.path().toStdString());
}

bool hasNvcc() {
    return !toolkitProgram("nvcc", ToolkitSearch::ofThisMachine()).empty();
}

/// In a folder of the test's own.
std::filesystem::path made(const std::string& source, const QTemporaryDir& folder) {
    return sharedLibrary(source, "sm_90", ToolkitSearch::ofThisMachine(), pathOf(folder));
}

} // namespace

class NvccTest : public QObject {
    Q_OBJECT

  private slots:
    void aLibraryIsMadeOnce() {
        if (!hasNvcc())
            QSKIP("no nvcc");
        const QTemporaryDir folder;
        const std::filesystem::path file = made(kTwice, folder);
        std::string problem;
        const auto library = platform::DynamicLibrary::tryOpen(file, &problem);
        QVERIFY2(library, problem.c_str());
        auto* twice = library->function<int(int)>("twice");
        QVERIFY(twice);
        QCOMPARE(twice(21), 42);

        // What is kept is taken as it is, whatever it holds; another source is another file.
        const std::filesystem::path other = file.parent_path() / "other";
        std::filesystem::rename(file, other);
        platform::replaceFile(file, "kept", ErrorKind::environment);
        QCOMPARE(utf8(made(kTwice, folder)), utf8(file));
        QCOMPARE(platform::readFile(file), std::string("kept"));
        QVERIFY(utf8(made(kTwice + "\n", folder)) != utf8(file));
    }

    void whatNvccSaysIsTold() {
        if (!hasNvcc())
            QSKIP("no nvcc");
        const QTemporaryDir folder;
        try {
            made("int twice(int x) { return 2 * y; }\n", folder);
            QFAIL("it was made");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::environment);
            QVERIFY2(error.text().find("\"y\" is undefined") != std::string::npos, error.what());
            QVERIFY(error.remedy().find("host compiler") != std::string::npos);
        }
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void theOldestGo() {
        if (!hasNvcc())
            QSKIP("no nvcc");
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

    void withoutNvccItSaysWhatToInstall() {
        ToolkitSearch search;
        search.environment = [](const char*) { return std::string(); };
        const QTemporaryDir folder;
        try {
            sharedLibrary(kTwice, "sm_90", search, pathOf(folder));
            QFAIL("it was made");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::environment);
            QVERIFY(error.text().find("nvcc was not found") != std::string::npos);
            QVERIFY(error.remedy().find("CUDA Toolkit") != std::string::npos);
        }
    }
};

QTEST_GUILESS_MAIN(NvccTest)
#include "tst_nvcc.moc"
