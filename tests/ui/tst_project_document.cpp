// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/compile.h"
#include "core/plan/evaluate.h"
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/documents/guess.h"
#include "ui/documents/project_text.h"
#include "ui/documents/recovery.h"
#include "ui/words/text.h"

#include <QSignalSpy>

namespace tst_project_document {

using namespace warpbench;
using namespace warpbench::ui;

class TstProjectDocument : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareUiTest(m_home); }

    void editingIsUndoneAndRedone() {
        ProjectDocument document;
        QSignalSpy changed(&document, &ProjectDocument::changed);
        document.create({}, QStringLiteral("// nothing"));
        QVERIFY(!document.isDirty());
        document.edit(QStringLiteral("Add n"), [](auto& p) { p.parameters["n"].text = "4"; });
        QVERIFY(document.isDirty());
        QCOMPARE(document.project().parameters.at("n").text, std::string("4"));
        document.undoStack()->undo();
        QVERIFY(document.project().parameters.empty());
        QVERIFY(!document.isDirty());
        document.undoStack()->redo();
        QCOMPARE(document.project().parameters.size(), std::size_t(1));
        QVERIFY(changed.count() >= 4);
    }

    void typingInOneFieldIsOneStep() {
        ProjectDocument document;
        for (const char* text : {"5", "51", "512"}) {
            document.edit(
                QStringLiteral("Change"), [&](auto& p) { p.parameters["n"].text = text; },
                QStringLiteral("n"));
        }
        document.edit(
            QStringLiteral("Change"), [](auto& p) { p.parameters["m"].text = "2"; },
            QStringLiteral("m"));
        QCOMPARE(document.undoStack()->count(), 2);
        document.undoStack()->undo();
        QCOMPARE(document.project().parameters.at("n").text, std::string("512"));
        document.undoStack()->undo();
        QVERIFY(document.project().parameters.empty());
    }

    void anEditThatChangesNothingIsNoStep() {
        ProjectDocument document;
        document.edit(QStringLiteral("Nothing"), [](auto&) {});
        QCOMPARE(document.undoStack()->count(), 0);
    }

    void savedAndOpenedItIsTheSame() {
        QTemporaryDir folder;
        const QString path = copyExample(QStringLiteral("vector_multiply"), folder.path());
        ProjectDocument document;
        document.open(path);
        document.edit(QStringLiteral("Change"), [](auto& p) { p.timing.repeats = 7; });
        document.setSource(document.source() + QStringLiteral("\n// é ✓\n"));
        QVERIFY(document.isDirty());
        document.save();
        QVERIFY(!document.isDirty());
        ProjectDocument again;
        again.open(path);
        QVERIFY(again.project() == document.project());
        QCOMPARE(again.source(), document.source());
    }

    void savingElsewhereTakesTheSourceAlong_data() {
        QTest::addColumn<QString>("source"); // beside vector_multiply.warpbench
        QTest::addColumn<QString>("target"); // the project's new path; "to" is another folder
        QTest::addColumn<QString>("expected");
        QTest::newRow("of the project's name, elsewhere") << "vector_multiply.cu"
                                                          << "to/mine.warpbench"
                                                          << "mine.cu";
        QTest::newRow("of the project's name, here") << "vector_multiply.cu"
                                                     << "from/mine.warpbench"
                                                     << "mine.cu";
        QTest::newRow("of its own name, elsewhere") << "kernels.cu"
                                                    << "to/mine.warpbench"
                                                    << "kernels.cu";
        QTest::newRow("of its own name, here") << "kernels.cu"
                                               << "from/mine.warpbench"
                                               << "mine.cu";
        QTest::newRow("in a folder, elsewhere") << "src/kernels.cuh"
                                                << "to/mine.warpbench"
                                                << "src/kernels.cuh";
        QTest::newRow("in a folder, here") << "src/kernels.cuh"
                                           << "from/mine.warpbench"
                                           << "src/mine.cuh";
        QTest::newRow("another's file lies there") << "taken.cu"
                                                   << "to/mine.warpbench"
                                                   << "taken_2.cu";
    }

    void savingElsewhereTakesTheSourceAlong() {
        QFETCH(QString, source);
        QFETCH(QString, target);
        QFETCH(QString, expected);
        QTemporaryDir folder;
        const QDir root(folder.path());
        QVERIFY(root.mkpath("from/src") && root.mkpath("to"));
        const QString path = copyExample(QStringLiteral("vector_multiply"), root.filePath("from"));
        QFile taken(root.filePath("to/taken.cu"));
        QVERIFY(taken.open(QIODevice::WriteOnly) && taken.write("// another's") > 0);
        taken.close();
        ProjectDocument document;
        if (source != QLatin1String("vector_multiply.cu")) {
            QVERIFY(QFile::rename(root.filePath("from/vector_multiply.cu"),
                                  root.filePath("from/" + source)));
            QFile project(path);
            QVERIFY(project.open(QIODevice::ReadWrite));
            const QByteArray text =
                project.readAll().replace("vector_multiply.cu", source.toUtf8());
            QVERIFY(project.resize(0) && project.seek(0) && project.write(text) > 0);
        }
        document.open(path);
        const QString original = document.source();
        document.setSource(QStringLiteral("// changed"));
        const QString before = document.sourcePath();
        document.saveAs(root.filePath(target));
        const QString now = document.sourcePath();
        QCOMPARE(now, QFileInfo(root.filePath(target)).absoluteDir().filePath(expected));
        QVERIFY(!document.isDirty());
        ProjectDocument again;
        again.open(document.path());
        QCOMPARE(again.source(), QStringLiteral("// changed"));
        // The original is unchanged.
        QFile old(before);
        QVERIFY(old.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(old.readAll()), original);
        QVERIFY(taken.open(QIODevice::ReadOnly));
        QCOMPARE(taken.readAll(), QByteArray("// another's"));
    }

    void aWrongFileLeavesTheDocumentAlone() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("wrong.warpbench"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"format\": \"warpbench-project\", \"version\": 1, \"launches\": 3}");
        file.close();
        ProjectDocument document;
        document.create({}, QStringLiteral("// mine"));
        QVERIFY_EXCEPTION_THROWN(document.open(path), Error);
        QCOMPARE(document.source(), QStringLiteral("// mine"));
    }

    void aBareSourceBecomesAProject() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("scale.cu"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("extern \"C\" __global__ void scale(float* out, const float* in, float by, "
                   "int n) { }\n");
        file.close();
        ProjectDocument document;
        document.open(path);
        QVERIFY(document.path().isEmpty());
        const auto& p = document.project();
        QCOMPARE(p.buffers.size(), std::size_t(2));
        QCOMPARE(p.buffers[0].name, std::string("out"));
        QCOMPARE(initKindName(p.buffers[0].init.kind), QStringLiteral("zeros"));
        QCOMPARE(initKindName(p.buffers[1].init.kind), QStringLiteral("normal"));
        QCOMPARE(p.launches.size(), std::size_t(1));
        QCOMPARE(p.launches[0].args.size(), std::size_t(4));
        const auto plan = project::makePlan(p); // every expression of it can be worked out
        QCOMPARE(plan.launches[0].grid[0], 4u);
        document.saveAs(folder.filePath(QStringLiteral("scale.warpbench")));
        ProjectDocument again;
        again.open(document.path());
        QVERIFY(again.project() == document.project());
    }

    void aChangeByAnotherProgramIsNoticed() {
        QTemporaryDir folder;
        ProjectDocument document;
        document.open(copyExample(QStringLiteral("vector_multiply"), folder.path()));
        QSignalSpy noticed(&document, &ProjectDocument::changedOnDisk);
        QFile file(document.sourcePath());
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("// theirs");
        file.close();
        QVERIFY(noticed.wait(5000));
        document.reloadSource();
        QCOMPARE(document.source(), QStringLiteral("// theirs"));
        QVERIFY(!document.isDirty());
    }

    void unsavedWorkSurvivesACrash() {
        QTemporaryDir folder;
        {
            ProjectDocument document;
            auto recovery = std::make_unique<Recovery>(document, folder.path());
            document.create({}, QStringLiteral("// before"));
            document.setSource(QStringLiteral("// after"));
            recovery->writeNow();
            // Copies the files: a normal exit removes them, a crash would not.
            const auto files =
                QDir(folder.path()).entryList({QStringLiteral("*.json")}, QDir::Files);
            QCOMPARE(files.size(), 1);
            QVERIFY(QFile::copy(folder.filePath(files.first()),
                                folder.filePath(QStringLiteral("crashed.json"))));
        }
        ProjectDocument document;
        Recovery recovery(document, folder.path());
        const auto left = recovery.leftBehind();
        QCOMPARE(left.size(), std::size_t(1));
        document.restore(left[0].path, left[0].projectText, left[0].source);
        QCOMPARE(document.source(), QStringLiteral("// after"));
        QVERIFY(document.isDirty());
        Recovery::discard(left[0]);
        QVERIFY(recovery.leftBehind().empty());
    }

    void expressionsSplitAtOuterCommas_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("empty") << QString() << QStringList{};
        QTest::newRow("one") << QStringLiteral(" n ") << QStringList{"n"};
        QTest::newRow("two") << QStringLiteral("n, m+1") << QStringList{"n", "m+1"};
        QTest::newRow("call") << QStringLiteral("ceil_div(n, 2), 4")
                              << QStringList{"ceil_div(n, 2)", "4"};
        QTest::newRow("unclosed") << QStringLiteral("f(a, b") << QStringList{"f(a, b"};
        QTest::newRow("gaps") << QStringLiteral(",, n,") << QStringList{"n"};
    }
    void expressionsSplitAtOuterCommas() {
        QFETCH(QString, text);
        QFETCH(QStringList, parts);
        QStringList got;
        for (const auto& part : textToExpressions(text)) {
            got << qs(part.text);
        }
        QCOMPARE(got, parts);
    }

  private:
    QTemporaryDir m_home;
};

WARPBENCH_TEST(TstProjectDocument)
} // namespace tst_project_document

#include "tst_project_document.moc"
