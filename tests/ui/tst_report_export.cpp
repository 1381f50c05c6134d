// SPDX-License-Identifier: GPL-3.0-or-later
// File, Export Report: the last run as a page to share, and as the contract's JSON.
#include "core/report/run_report.h"
#include "tests/json_text.h"
#include "tests/main.h"
#include "tests/ui/window_fixture.h"
#include "ui/theme/save_dialog.h"
#include "ui/window/export_report.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QXmlStreamReader>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tst_report_export {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What a reader of a page sees, with the names of its elements. The page is well-formed, so that
/// nothing of a source, or of what a kernel printed, became a part of it.
struct Page {
    QString text;
    QStringList elements;
    QString error;

    explicit Page(const QByteArray& html) {
        QXmlStreamReader reader(html);
        while (!reader.atEnd()) {
            reader.readNext();
            if (reader.isStartElement())
                elements << reader.name().toString();
            if (reader.isCharacters())
                text += reader.text();
        }
        error = reader.errorString();
    }
};

/// Writes the export of the menu entry.
QByteArray exported(OpenWindow& window, const QString& path) {
    whenAsked([&](QDialog& dialog) { chooseFile(dialog, path); });
    window->actionSet().exportReport->trigger();
    window.activate();
    return read(path);
}

} // namespace

class TestReportExport : public WindowFixture {
    Q_OBJECT

  private slots:
    void aTitleGivesAFileName() {
        QCOMPARE(fileNameFrom(QStringLiteral("Lab 3: A/B – Übung")),
                 QStringLiteral("lab_3_a_b_übung"));
        QCOMPARE(fileNameFrom(QStringLiteral("../x*")), QStringLiteral("x"));
        QCOMPARE(fileNameFrom(QStringLiteral("?")), QStringLiteral("project"));
        QVERIFY(fileNameFrom(QString(500, QLatin1Char('a'))).size() < 100);
    }

    void thereIsNothingToExportBeforeARun() {
        OpenWindow window;
        QVERIFY(!window->actionSet().exportReport->isEnabled());
        run(window);
        QVERIFY(window->actionSet().exportReport->isEnabled());
        QVERIFY(window->files().openPath(window->document().path())); // another project
        QVERIFY(!window->actionSet().exportReport->isEnabled());
    }

    void jsonIsTheReportOfTheCommandLine() {
        OpenWindow window;
        run(window);
        const QTemporaryDir folder;
        const QByteArray text = exported(window, folder.filePath(QStringLiteral("report.json")));
        const auto document = nlohmann::json::parse(text.toStdString());
        QCOMPARE(document["format"], nlohmann::json("warpbench-run"));
        QCOMPARE(document["status"], nlohmann::json("ok"));
        const auto expected = session::toJson(*window->workbench().results.report());
        QCOMPARE(document, expected);
    }

    void aPageSaysWhatRanAndThatItWasSimulated() {
        OpenWindow window;
        run(window);
        const QTemporaryDir folder;
        const QByteArray html = exported(window, folder.filePath(QStringLiteral("report.html")));
        const Page page(html);
        QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
        for (const char* said : {"Vector multiply", "simulated GPU", "multiply_them", "dest",
                                 "as expected", "Warp instructions", "__global__"})
            QVERIFY2(page.text.contains(QLatin1String(said)), said);
        // Simulated times do not appear as GPU times.
        QVERIFY(!page.text.contains(QStringLiteral("Time (median)")));
        // No external resources.
        QVERIFY(!html.contains("src=") && !html.contains("href="));
        QVERIFY(!page.elements.contains(QStringLiteral("script")));
    }

    /// File, Export as Program: the program, and its data beside it.
    void aProgramIsMade_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("filter");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("C++") << QStringLiteral("alone.cu") << 0 << QByteArray("int main() {");
        QTest::newRow("CuPy") << QStringLiteral("alone.py") << 1 << QByteArray("import cupy");
        QTest::newRow("PyCUDA") << QStringLiteral("alone.py") << 2 << QByteArray("import pycuda");
    }
    void aProgramIsMade() {
        QFETCH(QString, name);
        QFETCH(int, filter);
        QFETCH(QByteArray, said);
        OpenWindow window;
        const QTemporaryDir folder;
        const QString path = folder.filePath(name);
        whenAsked([&](QDialog& dialog) {
            auto& files = dynamic_cast<QFileDialog&>(dialog);
            files.selectNameFilter(files.nameFilters().at(filter));
            chooseFile(dialog, path);
        });
        window->actionSet().exportProgram->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(read(path).contains(said), kPatience);
        QVERIFY(QFileInfo(folder.filePath(QStringLiteral("alone_data/dest_expected.bin"))).size() ==
                400 * 4);
        const auto& entries = window->workbench().log.entries();
        QTRY_VERIFY_WITH_TIMEOUT(std::any_of(entries.begin(), entries.end(),
                                             [](const LogEntry& entry) {
                                                 return entry.level == LogEntry::Level::success &&
                                                        entry.text.startsWith(
                                                            QStringLiteral("Exported"));
                                             }),
                                 kPatience);
    }

    /// Of one launch of several, which is asked for.
    void aScriptForKernelTunerIsMade() {
        OpenWindow window(QStringLiteral("reduction"));
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("sums_tune.py"));
        whenAsked([&](QDialog& dialog) {
            auto& files = dynamic_cast<QFileDialog&>(dialog);
            files.selectNameFilter(files.nameFilters().at(3));
            chooseFile(dialog, path);
            whenAsked([](QDialog& question) {
                auto& names = *question.findChild<QComboBox*>();
                names.setCurrentIndex(
                    names.findText(QStringLiteral("reduce_4_two_loads"), Qt::MatchContains));
                question.accept();
            });
        });
        window->actionSet().exportProgram->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(read(path).contains("reduce_4_two_loads"), kPatience);
        QVERIFY(QFileInfo::exists(folder.filePath(QStringLiteral("sums_kernels.cu"))));
    }

    void severalLaunchesAreDrawn() {
        OpenWindow window(QStringLiteral("transpose"));
        run(window);
        const QTemporaryDir folder;
        const Page page(exported(window, folder.filePath(QStringLiteral("report.html"))));
        QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
        QCOMPARE(page.elements.count(QStringLiteral("svg")), 1);
        QVERIFY(page.elements.contains(QStringLiteral("figcaption")));
    }

    /// Also with HTML syntax and characters that are invalid in a page.
    void whatIsWrongIsSaid() {
        OpenWindow window;
        window.editor().setText(QStringLiteral(
            "// <script>alert(1)</script> & \"more\"\n"
            "extern \"C\" __global__ void multiply_them(float* dest, const float* a,\n"
            "                                           const float* b) {\n"
            "    int i = threadIdx.x;\n"
            "    if (i == 0) printf(\"<b>%c\\n\", 27);\n"
            "    dest[i] = a[i] + b[i];\n}\n"));
        run(window);
        QCOMPARE(window->workbench().results.report()->status, session::RunStatus::expect_failed);
        const QTemporaryDir folder;
        const Page page(exported(window, folder.filePath(QStringLiteral("report.html"))));
        QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
        QVERIFY(page.text.contains(QStringLiteral("Problems")));
        QVERIFY(page.text.contains(QStringLiteral("400 wrong")));
        QVERIFY(page.text.contains(QStringLiteral("<script>alert(1)</script> & \"more\"")));
        QVERIFY(page.text.contains(QStringLiteral("<b>")));
        QVERIFY(!page.elements.contains(QStringLiteral("script")));
    }

    void aRefusalIsSaid() {
        OpenWindow window;
        run(window);
        const QString nowhere = QDir(window.folder()).filePath(QStringLiteral("no/such/file"));
        QFile blocker(QDir(window.folder()).filePath(QStringLiteral("no")));
        QVERIFY(blocker.open(QIODevice::WriteOnly));
        const QString why = writeReport(window->workbench().results.run(), {}, nowhere);
        QVERIFY2(why.contains(QStringLiteral("cannot be written")), qPrintable(why));
    }
};

WARPBENCH_WIDGET_TEST(TestReportExport)
} // namespace tst_report_export

#include "tst_report_export.moc"
