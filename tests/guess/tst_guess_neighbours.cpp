// SPDX-License-Identifier: GPL-3.0-or-later
// The location of a program's kernels if they are not in the opened file.
#include "core/guess/neighbours.h"
#include "tests/main.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <string>
#include <vector>

namespace tst_guess_neighbours {

using warpbench::guess::neighboursWithKernels;

class TestGuessNeighbours : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    void write(const char* name, const QByteArray& text) {
        QFile file(m_folder.filePath(QString::fromUtf8(name)));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(text);
    }
    std::vector<std::string> beside(const char* name) {
        return neighboursWithKernels(m_folder.filePath(QString::fromUtf8(name)).toStdU16String());
    }

  private slots:
    void sourcesComeFirst() {
        write("main.cu", "int main() { start(); }\n__global__ void own() {}\n");
        write("b kernels.cu", "__global__ void k() {}\n");
        write("a.h", "__global__ void declared();\n");
        write("ß.cu", "template <class T> __global__ void l(T x) {}\n");
        write("host.cu", "void start() {}\n");
        write("notes.txt", "__global__ is a word of CUDA's\n");
        write("large.cu", QByteArray("__global__ void k() {}\n") + QByteArray(1 << 20, ' '));
        const std::vector<std::string> expected{"b kernels.cu", "ß.cu", "a.h"};
        QCOMPARE(beside("main.cu"), expected);
    }

    void aFolderThatIsGoneHasNone() { QVERIFY(beside("nowhere/main.cu").empty()); }
};

WARPBENCH_TEST(TestGuessNeighbours)
} // namespace tst_guess_neighbours

#include "tst_guess_neighbours.moc"
