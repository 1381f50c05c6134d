// SPDX-License-Identifier: GPL-3.0-or-later
// The files behind a document: nothing written by users, here or elsewhere, is lost or damaged.
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/documents/companions.h"
#include "ui/documents/recovery.h"
#include "ui/words/text.h"

#include <QSignalSpy>
#include <QTimer>

namespace tst_document_files {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString write(const QString& path, const QByteArray& contents) {
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size()) {
        qFatal("cannot write %s", qPrintable(path));
    }
    return path;
}

void changeRepeats(ProjectDocument& document, int repeats) {
    document.edit(QStringLiteral("Change"), [&](auto& p) { p.timing.repeats = repeats; });
}

const QByteArray kKernel("extern \"C\" __global__ void k(float* out, int n) { }\n");

} // namespace

class TstDocumentFiles : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareUiTest(m_home); }

    /// Copies all files of a project, or none.
    void aCopyThatIsCancelledLeavesNothing() {
        QTemporaryDir folder;
        const QDir root(folder.path());
        const QByteArray large(3 << 20, 'x');
        write(root.filePath("from/first.npy"), large);
        write(root.filePath("from/data/deep/second.npy"), large + large);
        const QStringList files{"first.npy", "data/deep/second.npy"};
        const Companions companions{files, {}};
        QCOMPARE(bytesOf(companions, root.filePath("from")), std::int64_t(9) << 20);
        root.mkpath("to");
        write(root.filePath("to/mine.txt"), "stays");
        for (const std::int64_t until : {std::int64_t(1) << 20, std::int64_t(5) << 20}) {
            bool cancelled = false;
            try {
                copyCompanions(companions, root.filePath("from"), root.filePath("to"),
                               [&](std::int64_t done, std::int64_t total) {
                                   return done < until && total == std::int64_t(9) << 20;
                               });
            } catch (const Error& error) {
                cancelled = error.kind() == ErrorKind::cancelled;
            }
            QVERIFY(cancelled);
            QCOMPARE(QDir(root.filePath("to")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
                     QStringList{"mine.txt"});
        }
        std::int64_t last = 0;
        bool rises = true;
        copyCompanions(companions, root.filePath("from"), root.filePath("to"),
                       [&](std::int64_t done, std::int64_t) {
                           rises = rises && done >= last;
                           last = done;
                           return true;
                       });
        QVERIFY(rises);
        QCOMPARE(last, std::int64_t(9) << 20);
        QCOMPARE(read(root.filePath("to/data/deep/second.npy")), large + large);
        // An existing file with the same contents is accepted, a different one is not.
        copyCompanions(companions, root.filePath("from"), root.filePath("to"));
        write(root.filePath("to/first.npy"), "another's");
        QVERIFY_EXCEPTION_THROWN(
            copyCompanions(companions, root.filePath("from"), root.filePath("to")), Error);
        QCOMPARE(read(root.filePath("to/first.npy")), QByteArray("another's"));
    }

    void undoAfterSaveAsStaysWithTheNewFile_data() {
        QTest::addColumn<QString>("from"); // in the folder "from"
        QTest::newRow("a project with a source file") << "vector_multiply.warpbench";
        QTest::newRow("a bare source") << "bare.cu";
        QTest::newRow("a project with its source inside") << "inside.warpbench";
    }
    void undoAfterSaveAsStaysWithTheNewFile() {
        QFETCH(QString, from);
        QTemporaryDir folder;
        const QDir root(folder.path());
        root.mkpath("from");
        copyExample(QStringLiteral("vector_multiply"), root.filePath("from"));
        write(root.filePath("from/bare.cu"), kKernel);
        write(root.filePath("from/inside.warpbench"),
              "{\"format\": \"warpbench-project\", \"version\": 1,"
              " \"source\": {\"text\": \"// inside\"}}");
        // With the source's previous names: nobody was asked whether to overwrite these.
        const QString others = write(root.filePath("to/vector_multiply.cu"), "// another's");
        const QString bare = write(root.filePath("to/bare.cu"), "// another's");
        ProjectDocument document;
        document.open(root.filePath("from/" + from));
        changeRepeats(document, 7);
        document.saveAs(root.filePath("to/mine.warpbench"));
        const QString source = document.sourcePath();
        const auto written = document.project().source;
        document.undoStack()->undo();
        QCOMPARE(document.sourcePath(), source);
        QVERIFY(document.project().source == written);
        document.setSource(QStringLiteral("// after undo"));
        document.save();
        document.undoStack()->redo();
        document.save();
        QCOMPARE(document.sourcePath(), source);
        QCOMPARE(read(others), QByteArray("// another's"));
        QCOMPARE(read(bare), QByteArray("// another's"));
        ProjectDocument again;
        again.open(root.filePath("to/mine.warpbench"));
        QCOMPARE(again.source(), QStringLiteral("// after undo"));
        QCOMPARE(again.project().timing.repeats, 7);
    }

    void aSourceKeepsItsBytes_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("shown");
        QTest::newRow("UTF-8") << QByteArray("// \xc3\xa9\n") << QString::fromUtf8("// \u00e9\n");
        QTest::newRow("UTF-8 with a mark") << QByteArray("\xef\xbb\xbf// a\n") << "// a\n";
        QTest::newRow("Latin-1") << QByteArray("// \xe9\n") << QString::fromUtf8("// \u00e9\n");
        QTest::newRow("GBK") << QByteArray("// \xc4\xe3\xba\xc3\n")
                             << QString::fromLatin1("// \xc4\xe3\xba\xc3\n");
        QTest::newRow("Windows line ends") << QByteArray("// a\r\n// b\r\n") << "// a\r\n// b\r\n";
        QTest::newRow("UTF-16") << QByteArray("\xff\xfe/\0/\0\x13\x27\n\0", 10)
                                << QString::fromUtf8("//\u2713\n");
        QTest::newRow("both line ends") << QByteArray("// a\r\n// b\n") << "// a\r\n// b\n";
    }
    void aSourceKeepsItsBytes() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, shown);
        QTemporaryDir folder;
        const QString path = copyExample(QStringLiteral("vector_multiply"), folder.path());
        const QString source = write(folder.filePath("vector_multiply.cu"), bytes);
        ProjectDocument document;
        document.open(path);
        QCOMPARE(document.source(), shown);
        changeRepeats(document, 7);
        document.save();
        QCOMPARE(read(source), bytes);
        document.setSource(document.source() + QStringLiteral("//"));
        document.setSource(shown);
        document.saveAs(folder.filePath("mine.warpbench"));
        QCOMPARE(read(document.sourcePath()), bytes);
    }

    void whatIsNoTextIsNotOpened() {
        QTemporaryDir folder;
        const QString path = write(folder.filePath("k.cu"), QByteArray("int a;\0int b;", 13));
        ProjectDocument document;
        QVERIFY_EXCEPTION_THROWN(document.open(path), Error);
    }

    void lookingAtABareSourceIsNoChange() {
        QTemporaryDir folder;
        const QString path = write(folder.filePath("k.cu"), kKernel);
        ProjectDocument document;
        document.open(path);
        QCOMPARE(document.project().launches.size(), std::size_t(1));
        QVERIFY(!document.isDirty());
    }

    void aMissingDataFileDoesNotKeepFromSaving() {
        QTemporaryDir folder;
        const QDir root(folder.path());
        root.mkpath("from");
        const QString path = copyExample(QStringLiteral("vector_multiply"), root.filePath("from"));
        ProjectDocument document;
        document.open(path);
        document.edit(QStringLiteral("Read"), [](auto& p) {
            p.buffers.at(0).init.kind = project::Init::Kind::file;
            p.buffers.at(0).init.path = "gone.npy";
        });
        document.saveAs(root.filePath("to/mine.warpbench"));
        QVERIFY(!document.isDirty());
    }

    void aDifferentDataFileIsNotTakenForTheProjects() {
        QTemporaryDir folder;
        const QDir root(folder.path());
        root.mkpath("from");
        const QString path = copyExample(QStringLiteral("vector_multiply"), root.filePath("from"));
        write(root.filePath("from/a.npy"), "mine");
        const QString there = write(root.filePath("to/a.npy"), "else");
        ProjectDocument document;
        document.open(path);
        document.edit(QStringLiteral("Read"), [](auto& p) {
            p.buffers.at(0).init.kind = project::Init::Kind::file;
            p.buffers.at(0).init.path = "a.npy";
        });
        QVERIFY_EXCEPTION_THROWN(document.saveAs(root.filePath("to/mine.warpbench")), Error);
        QVERIFY(!QFile::exists(root.filePath("to/mine.warpbench"))); // all or nothing
        QVERIFY(!QFile::exists(root.filePath("to/mine.cu")));
        QCOMPARE(document.path(), path);
        write(there, "mine"); // the same contents are accepted
        document.saveAs(root.filePath("to/mine.warpbench"));
    }

    void headersBesideTheSourceGoAlong() {
        QTemporaryDir folder;
        const QDir root(folder.path());
        root.mkpath("from");
        const QString path = copyExample(QStringLiteral("vector_multiply"), root.filePath("from"));
        write(
            root.filePath("from/vector_multiply.cu"),
            "#include \"parts/a.cuh\"\n#  include \"none.h\" // not here\n#include <cuda_fp16.h>\n"
            "#include \"../outside.h\"\n");
        write(root.filePath("from/parts/a.cuh"), "#include \"b.cuh\"\n#include \"a.cuh\"\n");
        write(root.filePath("from/parts/b.cuh"), "// b\n");
        write(root.filePath("outside.h"), "// outside\n");
        ProjectDocument document;
        document.open(path);
        root.mkpath("deep/to");
        document.saveAs(root.filePath("deep/to/mine.warpbench"));
        QCOMPARE(read(root.filePath("deep/to/parts/b.cuh")), QByteArray("// b\n"));
        QVERIFY(QFile::exists(root.filePath("deep/to/parts/a.cuh")));
        QVERIFY(!QFile::exists(root.filePath("deep/outside.h")));
    }

    void typingWithoutAPauseIsKeptToo() {
        QTemporaryDir folder;
        ProjectDocument document;
        Recovery recovery(document, folder.path());
        document.create({}, QStringLiteral("//"));
        QTimer typing;
        connect(&typing, &QTimer::timeout, this,
                [&] { document.setSource(document.source() + QLatin1Char('x')); });
        typing.start(50);
        const QDir copies(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(!copies.entryList({QStringLiteral("*.json")}).isEmpty(), 20'000);
    }

    void reloadingMakesResultsStale() {
        QTemporaryDir folder;
        ProjectDocument document;
        document.open(copyExample(QStringLiteral("vector_multiply"), folder.path()));
        write(document.sourcePath(), "// theirs");
        QSignalSpy edited(&document, &ProjectDocument::sourceEdited);
        document.reloadSource();
        QCOMPARE(document.source(), QStringLiteral("// theirs"));
        QCOMPARE(edited.count(), 1);
    }

    void aFileThatIsMadeAgainIsStillWatched() {
        QTemporaryDir folder;
        ProjectDocument document;
        document.open(copyExample(QStringLiteral("vector_multiply"), folder.path()));
        QSignalSpy noticed(&document, &ProjectDocument::changedOnDisk);
        QSignalSpy gone(&document, &ProjectDocument::fileVanished);
        QVERIFY(QFile::remove(document.sourcePath()));
        QTRY_COMPARE(gone.count(), 1);
        QCOMPARE(noticed.count(), 0); // it was not changed
        write(document.sourcePath(), "// theirs");
        QTRY_VERIFY(noticed.count() > 0);
    }

    /// Contents of a file deleted by another program exist only here.
    void whatWasDeletedIsNotSaved_data() {
        QTest::addColumn<bool>("project");
        QTest::newRow("source") << false;
        QTest::newRow("project") << true;
    }
    void whatWasDeletedIsNotSaved() {
        QFETCH(bool, project);
        QTemporaryDir folder;
        ProjectDocument document;
        const QString path = copyExample(QStringLiteral("vector_multiply"), folder.path());
        document.open(path);
        const QString file = project ? path : document.sourcePath();
        const QByteArray before = read(file);
        QSignalSpy gone(&document, &ProjectDocument::fileVanished);
        QSignalSpy agree(&document, &ProjectDocument::filesAgree);
        QVERIFY(QFile::remove(file));
        QTRY_COMPARE(gone.count(), 1);
        QVERIFY(document.isDirty());
        QCOMPARE(document.unsavedNames(), QStringList(QFileInfo(file).fileName()));
        write(file, before);
        QTRY_VERIFY(!agree.isEmpty());
        QVERIFY(!document.isDirty());
        QVERIFY(QFile::remove(file));
        QTRY_COMPARE(gone.count(), 2);
        document.save();
        QVERIFY(!document.isDirty());
        QVERIFY(!read(file).isEmpty());
    }

    void aTouchedProjectIsNoChange() {
        QTemporaryDir folder;
        ProjectDocument document;
        const QString path = copyExample(QStringLiteral("vector_multiply"), folder.path());
        document.open(path);
        QSignalSpy changed(&document, &ProjectDocument::changedOnDisk);
        write(path, read(path));
        write(document.sourcePath(), "// theirs"); // reported after the other
        QTRY_VERIFY(!changed.isEmpty());
        QCOMPARE(changed.first().first().toString(), document.sourcePath());
    }

    void aNewProjectGetsASourceFile() {
        QTemporaryDir folder;
        const QString others = write(folder.filePath("mine.cu"), "// another's");
        ProjectDocument document;
        document.create({}, QStringLiteral("// new"));
        document.saveAs(folder.filePath("mine.warpbench"));
        QCOMPARE(document.sourcePath(), folder.filePath("mine_2.cu"));
        QCOMPARE(read(folder.filePath("mine_2.cu")), QByteArray("// new"));
        QCOMPARE(read(others), QByteArray("// another's"));
        QVERIFY(!document.isDirty());
    }

    void whatWouldBeOverwrittenIsKnown() {
        QTemporaryDir folder;
        ProjectDocument document;
        const QString path = copyExample(QStringLiteral("vector_multiply"), folder.path());
        document.open(path);
        changeRepeats(document, 7);
        document.setSource(QStringLiteral("// mine"));
        QVERIFY(document.changesOnDisk().empty());
        write(document.sourcePath(), "// theirs");
        auto changes = document.changesOnDisk();
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes[0].path, document.sourcePath());
        QCOMPARE(changes[0].theirs, QStringLiteral("// theirs"));
        QCOMPARE(changes[0].ours, QStringLiteral("// mine"));
        write(document.sourcePath(), "// mine"); // what saving would write
        QVERIFY(document.changesOnDisk().empty());
        // A second window saves its own.
        ProjectDocument second;
        second.open(path);
        changeRepeats(second, 9);
        second.save();
        changes = document.changesOnDisk();
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes[0].path, path);
        document.save();
        QVERIFY(document.changesOnDisk().empty());
        QVERIFY(QFile::remove(path));
        QVERIFY(document.changesOnDisk().empty()); // nothing there to be lost
    }

    /// A bare source becomes the project's source in place, edited or not.
    void savingABareSourceWouldOverwriteIt() {
        QTemporaryDir folder;
        ProjectDocument document;
        const QString source = write(folder.filePath("foo.cu"), "__global__ void k(int* a) {}\n");
        document.open(source);
        const QString beside = folder.filePath("bar.warpbench");
        QVERIFY(document.changesOnDisk(beside).empty());
        write(source, "// theirs");
        QCOMPARE(document.changesOnDisk(beside).size(), std::size_t(1));
        QCOMPARE(document.changesOnDisk(beside)[0].path, source);
        QTemporaryDir other; // a copy is made there
        QVERIFY(document.changesOnDisk(other.filePath("foo.warpbench")).empty());
        document.saveAs(other.filePath("foo.warpbench"));
        QCOMPARE(read(source), QByteArray("// theirs"));
    }

    void linkedSourcesGoAlong() {
        QTemporaryDir folder;
        const QDir root(folder.path());
        root.mkpath("from/parts");
        const QString path = copyExample(QStringLiteral("vector_multiply"), root.filePath("from"));
        write(root.filePath("from/parts/helper.cu"), "#include \"only_here.cuh\"\n");
        write(root.filePath("from/parts/only_here.cuh"), "// header\n");
        ProjectDocument document;
        document.open(path);
        document.edit(QStringLiteral("link"), [](project::Project& project) {
            project.link = {{"parts/helper.cu"}, {"gone.cu"}};
        });
        root.mkpath("to");
        const QStringList missing = document.saveAs(root.filePath("to/mine.warpbench"));
        QCOMPARE(missing, QStringList{QStringLiteral("gone.cu")});
        QVERIFY(QFile::exists(root.filePath("to/parts/helper.cu")));
        QVERIFY(QFile::exists(root.filePath("to/parts/only_here.cuh")));
    }

    /// Unsaved text of the previous project does not leak into the new one.
    void anotherProjectIsToldOfWhenItIsWhole() {
        QTemporaryDir folder, other;
        ProjectDocument document;
        document.open(copyExample(QStringLiteral("vector_multiply"), folder.path()));
        const QString next = copyExample(QStringLiteral("saxpy"), other.path());
        document.setSource(QStringLiteral("// typed"));
        changeRepeats(document, 7);
        QSignalSpy moved(&document, &ProjectDocument::moved);
        QStringList told;
        connect(&document, &ProjectDocument::dirtyChanged, this, [&] {
            told << QFileInfo(document.path()).fileName() + QLatin1Char(' ') +
                        document.source().left(8);
        });
        document.open(next);
        for (const QString& state : told) {
            QVERIFY2(state.startsWith(QStringLiteral("saxpy.warpbench")) &&
                         !state.endsWith(QStringLiteral("// typed")),
                     qPrintable(state));
        }
        QVERIFY(moved.isEmpty());
        document.saveAs(other.filePath("mine.warpbench"));
        QCOMPARE(moved.count(), 1);
        document.save();
        QCOMPARE(moved.count(), 1);
    }

    void aProjectWithAnotherSourceIsOpenedAnew() {
        QTemporaryDir folder;
        ProjectDocument document;
        const QString path = copyExample(QStringLiteral("vector_multiply"), folder.path());
        document.open(path);
        QVERIFY(!document.hasOtherSourceOnDisk());
        QVERIFY(!document.reload());
        write(folder.filePath("second.cu"), "// second");
        QByteArray text = read(path);
        QVERIFY(text.contains("\"vector_multiply.cu\""));
        write(path, text.replace("\"vector_multiply.cu\"", "\"second.cu\""));
        QVERIFY(document.hasOtherSourceOnDisk());
        QVERIFY(document.reload());
        QCOMPARE(document.source(), QStringLiteral("// second"));
    }

    void reloadingIsAStepThatCanBeUndone() {
        QTemporaryDir folder;
        ProjectDocument document;
        const QString path = copyExample(QStringLiteral("vector_multiply"), folder.path());
        document.open(path);
        changeRepeats(document, 7);
        ProjectDocument second;
        second.open(path);
        changeRepeats(second, 9);
        second.setSource(QStringLiteral("// theirs"));
        second.save();
        QSignalSpy reloaded(&document.texts().source(), &TextDocument::reloaded);
        document.reload();
        QCOMPARE(document.project().timing.repeats, 9);
        QCOMPARE(document.source(), QStringLiteral("// theirs"));
        QCOMPARE(reloaded.count(), 1);
        QVERIFY(!document.isDirty());
        QVERIFY(document.changesOnDisk().empty());
        document.undoStack()->undo();
        QCOMPARE(document.project().timing.repeats, 7);
        QVERIFY(document.isDirty());
    }

    /// Only what another program changed is reloaded.
    void reloadingKeepsUnsavedChangesOfOtherFiles() {
        QTemporaryDir folder;
        ProjectDocument document;
        const QString path = copyExample(QStringLiteral("vector_multiply"), folder.path());
        document.open(path);
        document.setSource(QStringLiteral("// mine"));
        ProjectDocument second;
        second.open(path);
        changeRepeats(second, 9);
        second.save();
        document.reload();
        QCOMPARE(document.project().timing.repeats, 9);
        QCOMPARE(document.source(), QStringLiteral("// mine"));
        QVERIFY(document.isDirty());
        document.save();

        changeRepeats(document, 7);
        second.open(path);
        second.setSource(QStringLiteral("// theirs"));
        second.save();
        document.reload();
        QCOMPARE(document.source(), QStringLiteral("// theirs"));
        QCOMPARE(document.project().timing.repeats, 7);
        QVERIFY(document.isDirty());
        QVERIFY(document.changesOnDisk().empty());
    }

    void aLetterThatTheEncodingLacksIsNotReplaced() {
        QTemporaryDir folder;
        const QString path = copyExample(QStringLiteral("vector_multiply"), folder.path());
        const QString source = write(folder.filePath("vector_multiply.cu"), "// \xe9\n");
        ProjectDocument document;
        QCOMPARE(document.open(path).size(), std::size_t(1)); // that it is not UTF-8
        document.setSource(document.source() + QString::fromUtf8("// \u2713\n"));
        QVERIFY_EXCEPTION_THROWN(document.save(), Error);
        QCOMPARE(read(source), QByteArray("// \xe9\n"));
        QVERIFY(document.isDirty());
        document.texts().source().setFormat({});
        document.save();
        QCOMPARE(read(source), QByteArray("// \xc3\xa9\n// \xe2\x9c\x93\n"));
    }

    void anyBytesComeBackAsTheyWere() {
        QByteArray bytes;
        for (int i = 1; i < 256; ++i) {
            bytes += char(i);
        }
        const auto odd = decodeText(bytes);
        QVERIFY(odd);
        QVERIFY(encodeText(odd->text, odd->format) == bytes);
        QVERIFY(formatOfWord(formatWord(odd->format)).encoding == TextFormat::Encoding::latin1);
        // A byte order mark followed by an incomplete character is not UTF-8, but must not lose any
        // bytes.
        const QByteArray half("\xef\xbb\xbf\xc3");
        const auto kept = decodeText(half);
        QVERIFY(kept);
        QVERIFY(encodeText(kept->text, kept->format) == half);
    }

    void whatIsKnownOfFilesSurvivesACrash() {
        QTemporaryDir folder;
        QTemporaryDir copies;
        const QString path = copyExample(QStringLiteral("vector_multiply"), folder.path());
        write(folder.filePath("vector_multiply.cu"), "// \xe9\r\n");
        {
            ProjectDocument document;
            Recovery recovery(document, copies.path());
            document.open(path);
            document.setSource(document.source() + QStringLiteral("// typed\r\n"));
            recovery.writeNow();
            const QDir dir(copies.path());
            const QString name = dir.entryList({QStringLiteral("*.json")}).value(0);
            QVERIFY(QFile::copy(dir.filePath(name), dir.filePath("crashed.json")));
        }
        write(folder.filePath("vector_multiply.cu"), "// theirs");
        ProjectDocument document;
        Recovery recovery(document, copies.path());
        const auto left = recovery.leftBehind();
        QCOMPARE(left.size(), std::size_t(1));
        document.restore(left[0].path, left[0].projectText, left[0].source, left[0].files);
        QCOMPARE(document.changesOnDisk().size(), std::size_t(1));
        document.save();
        QCOMPARE(read(document.sourcePath()), QByteArray("// \xe9\r\n// typed\r\n"));
    }

    void aCopyThatCannotBeWrittenIsTold() {
#ifdef Q_OS_WIN
        QSKIP("the lock, a file that is open, keeps its folder there");
#endif
        QTemporaryDir folder;
        ProjectDocument document;
        Recovery recovery(document, folder.filePath("copies"));
        QSignalSpy failed(&recovery, &Recovery::failed);
        document.create({}, QStringLiteral("//"));
        document.setSource(QStringLiteral("// typed"));
        QVERIFY(QDir(folder.filePath("copies")).removeRecursively());
        write(folder.filePath("copies"), "where the folder was");
        QVERIFY(!recovery.writeNow());
        QVERIFY(!recovery.writeNow());
        QCOMPARE(failed.count(), 1);
        QVERIFY(QFile::remove(folder.filePath("copies")));
        QVERIFY(recovery.writeNow()); // the folder is made again
        QCOMPARE(QDir(folder.filePath("copies")).entryList({QStringLiteral("*.json")}).size(), 1);
    }

    void aStepThatEndsWhereItBeganIsNone() {
        ProjectDocument document;
        for (const char* text : {"5", "51", ""}) {
            document.edit(
                QStringLiteral("Change"), [&](auto& p) { p.notes = text; },
                QStringLiteral("notes"));
        }
        QCOMPARE(document.undoStack()->count(), 0);
        QVERIFY(!document.isDirty());
    }

  private:
    QTemporaryDir m_home;
};

WARPBENCH_TEST(TstDocumentFiles)
} // namespace tst_document_files

#include "tst_document_files.moc"
