// SPDX-License-Identifier: GPL-3.0-or-later
// Data files moved next to a project.
#include "core/base/error.h"
#include "core/project/data_files.h"
#include "tests/main.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_data_files {

using namespace warpbench::project;

class TestDataFiles : public QObject {
    Q_OBJECT

    static Buffer bufferOf(const std::string& name, const std::string& file) {
        Buffer buffer;
        buffer.name = name;
        if (!file.empty()) {
            buffer.init.kind = Init::Kind::file;
            buffer.init.path = file;
        }
        return buffer;
    }

  private slots:
    void thoseOfTheFolderAreNamedByTheirOwners() {
        Project project;
        project.buffers = {bufferOf("a", "/cache/run/0/data/a.bin"), bufferOf("b", ""),
                           bufferOf("c", "/cached/x.npy"), bufferOf("d", "mine.npy"),
                           bufferOf("e", "/cache/e.npy")};
        project.constants["ns::table"].file = "/cache/run/0/data/table.bin";
        const std::vector<MovedFile> moved = moveDataFiles(project, "/cache", "p_data");
        QCOMPARE(project.buffers[0].init.path, std::string("p_data/a.bin"));
        QCOMPARE(project.buffers[2].init.path, std::string("/cached/x.npy"));
        QCOMPARE(project.buffers[3].init.path, std::string("mine.npy"));
        QCOMPARE(project.buffers[4].init.path, std::string("p_data/e.npy"));
        QCOMPARE(project.constants["ns::table"].file, std::string("p_data/ns__table.bin"));
        QCOMPARE(moved.size(), std::size_t(3));
        QCOMPARE(moved[0].from, std::filesystem::path("/cache/run/0/data/a.bin"));
        QCOMPARE(moved[0].to, std::string("p_data/a.bin"));
    }

    /// Names that become the same one.
    void noFileReplacesAnother() {
        Project project;
        project.constants["a::b"].file = "/cache/1.bin";
        project.constants["a__b"].file = "/cache/2.bin";
        const std::vector<MovedFile> moved = moveDataFiles(project, "/cache", "d");
        QCOMPARE(moved.size(), std::size_t(2));
        QVERIFY(moved[0].to != moved[1].to);
        QVERIFY(moveDataFiles(project, "/cache", "d").empty()); // they are relative now
    }

    void movedOnesAreRenamed() {
        Project project;
        project.buffers = {bufferOf("a", "/cache/a.npy"), bufferOf("b", "mine.npy")};
        const std::vector<MovedFile> moved = moveDataFiles(project, "/cache", "d");
        project.buffers[0].init.path = "/cache/a.npy"; // by an undo
        renameDataFiles(project, moved);
        QCOMPARE(project.buffers[0].init.path, std::string("d/a.npy"));
        QCOMPARE(project.buffers[1].init.path, std::string("mine.npy"));
    }

    void aFolderThatCannotBeMadeIsAnError() {
        const QTemporaryDir folder;
        const std::filesystem::path here = folder.path().toStdString();
        std::filesystem::create_symlink("/nowhere/at/all", here / "d");
        const std::filesystem::path file = here / "a.npy";
        std::ofstream(file) << "x";
        QVERIFY_THROWS_EXCEPTION(warpbench::Error, copyDataFiles({{file, "d/e/a.npy"}}, here));
    }
};

WARPBENCH_TEST(TestDataFiles)
} // namespace tst_data_files

#include "tst_data_files.moc"
