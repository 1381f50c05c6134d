// SPDX-License-Identifier: GPL-3.0-or-later
// Our CUDA runtime over the simulated driver answers as NVIDIA's does on a GPU: error codes, last
// errors, properties. cudart_rows.golden is what cudart_rows.cu printed on an H200 (driver
// 580.159.04, CUDA 13.0).
#include "core/platform/folders.h"
#include "core/processes/child_process.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QFile>
#include <QTest>

#include <map>

namespace tst_cudart {

using namespace warpbench;

namespace {

/// The golden file's lines, by the part of the program that printed them.
std::map<QString, QStringList> goldenParts() {
    QFile file(QString::fromStdString(test::sourcePath("tests/cudart/cudart_rows.golden")));
    std::map<QString, QStringList> parts;
    QString part;
    if (!file.open(QIODevice::ReadOnly))
        return parts;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts)) {
        if (line.startsWith(QStringLiteral("== ")))
            part = line.mid(3);
        else
            parts[part] << line;
    }
    return parts;
}

/// Runs a program over our runtime and the simulated driver.
platform::ProgramResult run(const char* program, std::vector<std::string> arguments) {
    const auto folder = platform::executableFolder();
    platform::ProgramOptions options;
    options.arguments = std::move(arguments);
    options.environment = {{"LD_LIBRARY_PATH", (folder / "libcuda").string()},
                           {"WARPBENCH_SIMGPU", "h200"}};
    options.limit = std::chrono::seconds(120);
    return platform::runProgram(folder / program, options);
}

} // namespace

class TestCudart : public QObject {
    Q_OBJECT

  private slots:
    void answersAsNvidias_data() {
        QTest::addColumn<QStringList>("expected");
        const auto parts = goldenParts();
        QVERIFY(!parts.empty());
        for (const auto& [part, lines] : parts)
            QTest::newRow(qPrintable(part)) << lines;
    }

    void answersAsNvidias() {
        QFETCH(QStringList, expected);
        const auto result = run("cudart_rows", {QTest::currentDataTag()});
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        const QStringList got =
            QString::fromStdString(result.output).split(u'\n', Qt::SkipEmptyParts);
        for (qsizetype i = 0; i < std::min(got.size(), expected.size()); ++i)
            QCOMPARE(got[i], expected[i]);
        QCOMPARE(got.size(), expected.size());
    }

    void programsAreRight_data() {
        QTest::addColumn<QString>("part");
        const auto listed = run("cudart_programs", {"list"});
        QVERIFY2(listed.status.code == 0, listed.errors.c_str());
        for (const QString& part :
             QString::fromStdString(listed.output).split(u'\n', Qt::SkipEmptyParts))
            QTest::newRow(qPrintable(part)) << part;
    }

    void programsAreRight() {
        QFETCH(QString, part);
        const auto result = run("cudart_programs", {part.toStdString()});
        QVERIFY2(result.status.code == 0, (result.output + result.errors).c_str());
        QCOMPARE(result.output, std::string("right\n"));
    }
};

WARPBENCH_TEST(TestCudart)
} // namespace tst_cudart

#include "tst_cudart.moc"
