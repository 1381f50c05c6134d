// SPDX-License-Identifier: GPL-3.0-or-later
// Saved data survives a power failure: the file is flushed to disk first, and after the
// rename the folder with its new name. The test overrides the system's fsync and records the
// calls.
#include "core/arrays/array_file.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/project/project_file.h"

#include <QTest>

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace warpbench;
namespace fs = std::filesystem;

namespace {

struct Flushed {
    fs::path path;
    bool folder = false;
    bool replaced = false; ///< when it was flushed, the file had its new contents
};
std::vector<Flushed> g_flushed;
fs::path g_file;

bool isReplaced() {
    std::ifstream stream(g_file);
    std::string old;
    return std::getline(stream, old) && old != "old";
}

} // namespace

extern "C" int fsync(int fd) {
    std::error_code ignored;
    const fs::path path = fs::read_symlink("/proc/self/fd/" + std::to_string(fd), ignored);
    g_flushed.push_back({path, fs::is_directory(path, ignored), isReplaced()});
    return int(::syscall(SYS_fsync, fd));
}

class FlushTest : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        g_file = fs::canonical(m_folder.path()) / "saved.file";
        std::ofstream(g_file) << "old\n";
        g_flushed.clear();
    }

    void whatIsSavedIsFlushed_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"text", "project", "npy", "csv", "bin"})
            QTest::newRow(how) << how;
    }
    void whatIsSavedIsFlushed() {
        QFETCH(QString, how);
        const arrays::HostArray array(*arrays::DType::parse("float32"), {3});
        if (how == "text") {
            platform::replaceFile(g_file, "new\n");
        } else if (how == "project") {
            project::Project project;
            project.source = project::SourceText{"__global__ void k() {}"};
            project::saveProject(project, g_file);
        } else {
            g_file.replace_extension(how.toStdString());
            std::ofstream(g_file) << "old\n";
            arrays::writeArrayFile(g_file, array);
        }
        QVERIFY(isReplaced());
        QCOMPARE(g_flushed.size(), std::size_t(2));
        QVERIFY(!g_flushed[0].folder);
        QCOMPARE(g_flushed[0].path.parent_path().string(), g_file.parent_path().string());
        QVERIFY2(!g_flushed[0].replaced, "what it holds is to be on the disk before the rename");
        QVERIFY(g_flushed[1].folder);
        QCOMPARE(g_flushed[1].path.string(), g_file.parent_path().string());
        QVERIFY2(g_flushed[1].replaced, "the folder was flushed before the rename that it is for");
    }

    /// A cache need not outlive a power cut, and does not wait for the disk.
    void aCacheDoesNotWait() {
        platform::replaceFile(g_file, "new\n", ErrorKind::environment, platform::Flush::no);
        QVERIFY(isReplaced());
        QVERIFY(g_flushed.empty());
    }

  private:
    platform::TemporaryFolder m_folder;
};

QTEST_GUILESS_MAIN(FlushTest)
#include "tst_flush_posix.moc"
