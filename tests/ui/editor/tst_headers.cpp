// SPDX-License-Identifier: GPL-3.0-or-later
// Headers edited next to the source: no edits are lost, runs use the edited text, and no file is
// replaced without asking.
#include "tests/main.h"
#include "tests/ui/window_test.h"
#include "ui/commands/actions.h"
#include "ui/documents/recovery.h"
#include "ui/run/run_state.h"
#include "ui/setup/setup_panel.h"
#include "ui/theme/banner.h"
#include "ui/window/run_presenter.h"

#include <QAction>
#include <QApplication>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTabBar>
#include <QToolButton>

namespace tst_headers {

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

const QByteArray kSource("#include \"product.cuh\"\n"
                         "extern \"C\" __global__ void multiply_them(float* dest, const float* a,\n"
                         "                                         const float* b) {\n"
                         "    dest[threadIdx.x] = product(a[threadIdx.x], b[threadIdx.x]);\n"
                         "}\n");
const QByteArray kHeader("// \xe9\r\n" // Latin-1, with line ends of Windows
                         "__device__ float product(float x, float y) { return x * y; }\r\n");
const QString kWrong =
    QStringLiteral("// \u00e9\r\n"
                   "__device__ float product(float x, float y) { return x; }\r\n");

/// A header of a document, as in a tab.
ProjectText& opened(ProjectDocument& document, const QString& path) {
    document.texts().settle();
    ProjectText& text = *document.texts().find(path);
    document.texts().open(text);
    return text;
}

/// An example whose kernel needs a header beside it.
class Folder {
  public:
    Folder() {
        m_project = copyExample(QStringLiteral("vector_multiply"), m_folder.path());
        write(source(), kSource);
        write(header(), kHeader);
    }
    QString path(const QString& name) const { return QDir(m_folder.path()).filePath(name); }
    const QString& project() const { return m_project; }
    QString source() const { return path(QStringLiteral("vector_multiply.cu")); }
    QString header() const { return path(QStringLiteral("product.cuh")); }

  private:
    QTemporaryDir m_folder;
    QString m_project;
};

/// The same in a window, the header's tab in front.
class HeaderWindow {
  public:
    HeaderWindow()
        : m_window(testOptions()) {
        QVERIFY(m_window.files().openPath(m_folder.project()));
        QTRY_VERIFY_WITH_TIMEOUT(m_window.devicesReady(), kPatience);
        m_window.show();
        m_window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&m_window));
        openTab();
    }
    ~HeaderWindow() {
        if (m_window.document().isDirty()) {
            m_window.document().save();
        }
        m_window.close();
    }
    void openTab() {
        m_window.workbench().selection.goTo({m_folder.header(), 2});
        QCOMPARE(m_window.pane().currentFile(), m_folder.header());
    }
    MainWindow* operator->() { return &m_window; }
    CodeEditor& header() { return *m_window.pane().fileEditor(m_folder.header()); }
    QTabBar* tabs() { return m_window.findChild<QTabBar*>(QStringLiteral("documentTabs")); }
    const Folder& folder() const { return m_folder; }
    void run() {
        QSignalSpy shown(&m_window.presenter(), &RunPresenter::reportShown);
        m_window.actionSet().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), kPatience);
    }
    session::RunStatus status() { return m_window.workbench().results.report()->status; }

  private:
    Folder m_folder;
    MainWindow m_window;
};

} // namespace

class TstHeaders : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
    }

    /// A stranger's project is looked at before it is trusted.
    void onlyHeadersOfTheFolderAreRead() {
        const Folder folder;
        QTemporaryDir elsewhere;
        const QString secret =
            write(QDir(elsewhere.path()).filePath(QStringLiteral("secret.h")), "// the user's own");
        write(folder.source(), "#include \"" + secret.toUtf8() + "\"\n" + kSource);
        ProjectDocument document;
        document.open(folder.project());
        const auto named = [&] {
            QStringList names;
            document.texts().settle();
            for (const ProjectText* header : document.texts().included()) {
                names << QFileInfo(header->path()).fileName();
            }
            return names;
        };
        QCOMPARE(named(), QStringList{QStringLiteral("product.cuh")});
        document.setMayLeaveFolder(true);
        QCOMPARE(named(), (QStringList{QStringLiteral("secret.h"), QStringLiteral("product.cuh")}));
    }

    /// Without being asked for, and without reading files on the window's thread.
    void includesAreFollowed() {
        const Folder folder;
        ProjectDocument document;
        ProjectTexts& texts = document.texts();
        QSignalSpy added(&texts, &ProjectTexts::added);
        QSignalSpy removed(&texts, &ProjectTexts::removed);
        document.open(folder.project());
        QVERIFY(texts.included().empty());
        QTRY_COMPARE(added.size(), 1);
        QCOMPARE(texts.included().front()->text(), QString::fromLatin1(kHeader));
        // Another one by another program.
        const QByteArray digest = texts.digest();
        write(folder.header(), "#include \"more.cuh\"\n");
        QTRY_VERIFY(texts.digest() != digest);
        QCOMPARE(texts.included().size(), std::size_t(1));
        QVERIFY(!document.isDirty());
        // It does not exist yet.
        const QString more = write(folder.path(QStringLiteral("more.cuh")), "// more");
        QTRY_COMPARE(added.size(), 2);
        QCOMPARE(texts.included().back(), texts.find(more));
        QCOMPARE(texts.named(QStringLiteral("more.cuh")), texts.find(more));
        QVERIFY(!texts.named(QStringLiteral("none.cuh")));
        // Neither is included any more.
        document.setSource(QStringLiteral("// nothing"));
        QTRY_COMPARE(removed.size(), 2);
        QCOMPARE(texts.all().size(), std::size_t(1));
        QVERIFY(texts.digest().isEmpty());
    }

    void savingKeepsEncodingAndLineEnds() {
        const Folder folder;
        ProjectDocument document;
        document.open(folder.project());
        ProjectText& header = opened(document, folder.header());
        QVERIFY(!document.isDirty());
        header.setText(kWrong);
        QVERIFY(document.isDirty());
        QCOMPARE(document.unsavedNames(), QStringList{QStringLiteral("product.cuh")});
        QCOMPARE(document.project().unsaved.size(), std::size_t(1));
        QCOMPARE(read(folder.header()), kHeader);
        document.save();
        QVERIFY(!document.isDirty());
        QVERIFY(document.project().unsaved.empty());
        QCOMPARE(read(folder.header()), kWrong.toLatin1());
        // A letter that Latin-1 lacks is not replaced by another.
        header.setText(QStringLiteral("// \u2260"));
        QCOMPARE(document.unwritable(), std::vector<ProjectText*>{&header});
        QVERIFY_THROWS_EXCEPTION(Error, document.save());
        QCOMPARE(read(folder.header()), kWrong.toLatin1());
        QVERIFY(document.isDirty());
        header.setFormat({});
        document.save();
        QCOMPARE(read(folder.header()), QByteArray("// \xe2\x89\xa0"));
    }

    // Sources that are linked with the project's are tabs from the start, edited, run and saved
    // as headers are.
    void linkedSourcesAreTabs() {
        const Folder folder;
        write(folder.source(), "__device__ float product(float x, float y);\n" + kSource.mid(23));
        const QString linked = write(folder.path(QStringLiteral("product.cu")),
                                     "#include \"more.cuh\"\n__device__ float product(float x, "
                                     "float y) { return MORE * x * y; }\n");
        const QString more = write(folder.path(QStringLiteral("more.cuh")), "#define MORE 1\n");
        QByteArray project = read(folder.project());
        QVERIFY(project
                    .replace("\"launches\"", "\"link\": [{\"file\": \"product.cu\"}], "
                                             "\"launches\"")
                    .contains("link"));
        write(folder.project(), project);
        MainWindow window(testOptions());
        QVERIFY(window.files().openPath(folder.project()));
        QTRY_VERIFY_WITH_TIMEOUT(window.devicesReady(), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(window.pane().files(), QStringList{linked}, kPatience);
        QCOMPARE(window.pane().currentFile(), QString()); // the source stays in front
        const auto run = [&] {
            QSignalSpy shown(&window.presenter(), &RunPresenter::reportShown);
            window.actionSet().run->trigger();
            QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), kPatience);
        };
        run();
        QCOMPARE(window.workbench().results.report()->status, session::RunStatus::ok);
        // The edited text runs, saved or not, including its headers.
        CodeEditor& editor = *window.pane().fileEditor(linked);
        editor.replaceText(editor.text().replace(QStringLiteral("* x"), QStringLiteral("+ x")));
        run();
        QCOMPARE(window.workbench().results.report()->status, session::RunStatus::expect_failed);
        QVERIFY(window.document().isDirty());
        window.document().save();
        QVERIFY(read(linked).contains("MORE + x"));
        window.workbench().selection.goTo({more, 1});
        QCOMPARE(window.pane().currentFile(), more);
        window.close();
    }

    void undoOfTheProjectLeavesHeadersAlone() {
        const Folder folder;
        ProjectDocument document;
        document.open(folder.project());
        document.edit(QStringLiteral("Change"), [](auto& p) { p.timing.repeats = 7; });
        opened(document, folder.header()).setText(kWrong);
        document.undoStack()->undo();
        QCOMPARE(document.project().unsaved.size(), std::size_t(1));
        document.save();
        document.undoStack()->redo();
        QVERIFY(document.project().unsaved.empty());
    }

    void saveAsTakesWhatIsTypedAlong() {
        const Folder folder;
        QTemporaryDir other;
        ProjectDocument document;
        document.open(folder.project());
        ProjectText& header = opened(document, folder.header());
        header.setText(kWrong);
        document.saveAs(other.filePath(QStringLiteral("mine.warpbench")));
        QVERIFY(!document.isDirty());
        QCOMPARE(read(folder.header()), kHeader);
        QCOMPARE(header.path(), other.filePath(QStringLiteral("product.cuh")));
        QCOMPARE(read(header.path()), kWrong.toLatin1());
        // From now on it is the new project's.
        header.setText(QStringLiteral("// third"));
        document.save();
        QCOMPARE(read(folder.header()), kHeader);
        QCOMPARE(read(header.path()), QByteArray("// third"));
    }

    void saveAsReplacesNobodysHeader() {
        const Folder folder;
        QTemporaryDir other;
        const QString theirs = write(other.filePath(QStringLiteral("product.cuh")), "// theirs");
        ProjectDocument document;
        document.open(folder.project());
        opened(document, folder.header()).setText(kWrong);
        const QString target = other.filePath(QStringLiteral("mine.warpbench"));
        QVERIFY_THROWS_EXCEPTION(Error, document.saveAs(target));
        QCOMPARE(read(theirs), QByteArray("// theirs"));
        QVERIFY(!QFile::exists(target));
        QCOMPARE(read(folder.header()), kHeader);
        QVERIFY(document.isDirty());
    }

    void anothersChangeIsNoticed() {
        const Folder folder;
        ProjectDocument document;
        document.open(folder.project());
        ProjectText& header = opened(document, folder.header());
        QSignalSpy changed(&document.texts(), &ProjectTexts::changedOnDisk);
        // Nothing typed: the file's text is taken.
        write(folder.header(), "// theirs");
        QTRY_COMPARE(header.text(), QStringLiteral("// theirs"));
        QVERIFY(changed.isEmpty() && !document.isDirty());
        // Something typed: it stays, and is asked about.
        header.setText(kWrong);
        write(folder.header(), "// theirs again");
        QTRY_VERIFY(!changed.isEmpty());
        QCOMPARE(header.text(), kWrong);
        const auto changes = document.changesOnDisk();
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes[0].theirs, QStringLiteral("// theirs again"));
        QCOMPARE(changes[0].ours, kWrong);
        // Reload takes it, as one step that can be undone in the editor.
        QSignalSpy reloaded(&header, &TextDocument::reloaded);
        document.reload();
        QCOMPARE(header.text(), QStringLiteral("// theirs again"));
        QCOMPARE(reloaded.size(), 1);
        QVERIFY(!document.isDirty());
    }

    void whatWasDeletedIsKept() {
        const Folder folder;
        ProjectDocument document;
        document.open(folder.project());
        ProjectText& header = opened(document, folder.header());
        QSignalSpy vanished(&document.texts(), &ProjectTexts::vanished);
        QVERIFY(QFile::remove(folder.header()));
        QTRY_VERIFY(!vanished.isEmpty());
        QVERIFY(document.isDirty() && header.isModified());
        document.save();
        QCOMPARE(read(folder.header()), kHeader);
    }

    void aCrashLosesNoHeader() {
        const Folder folder;
        QTemporaryDir copies;
        {
            ProjectDocument document;
            document.open(folder.project());
            ProjectText& header = opened(document, folder.header());
            Recovery recovery(document, copies.path());
            header.setText(kWrong);
            recovery.writeNow();
            // Files left behind by a killed program.
            const QDir dir(copies.path());
            const QString name = dir.entryList({QStringLiteral("*.json")}).value(0);
            QFile::copy(dir.filePath(name), dir.filePath(QStringLiteral("left.json")));
        }
        ProjectDocument document;
        const Recovery recovery(document, copies.path());
        const auto left = recovery.leftBehind();
        QCOMPARE(left.size(), std::size_t(1));
        Recovery::restore(left[0], document);
        const TextDocument* header = document.texts().find(folder.header());
        QVERIFY(header && header->isModified());
        QCOMPARE(header->text(), kWrong);
        QVERIFY(document.changesOnDisk().empty());
        document.save();
        QCOMPARE(read(folder.header()), kWrong.toLatin1());
        QVERIFY(!document.isDirty());
    }

    void whatMayNotBeEditedSaysWhy() {
        const Folder folder;
        QTemporaryDir elsewhere;
        const QString outside = write(elsewhere.filePath(QStringLiteral("outside.cuh")), "");
        ProjectDocument document;
        document.open(folder.project());
        const auto why = [&document](const QString& path) {
            return document.texts().whyReadOnly(ProjectText(ProjectText::Role::header, path));
        };
        QVERIFY(why(folder.header()).isEmpty());
        QVERIFY(why(outside).contains(QStringLiteral("outside")));
        QFile::setPermissions(folder.header(), QFile::ReadOwner);
        QVERIFY(why(folder.header()).contains(QStringLiteral("read-only")));
#ifndef Q_OS_WIN // where a link needs rights that a user lacks
        const QString link = folder.path(QStringLiteral("link.cuh"));
        QVERIFY(QFile::link(outside, link));
        QVERIFY(why(link).contains(QStringLiteral("outside")));
#endif
        // One that became read-only while it was edited is not replaced.
        QFile::setPermissions(folder.header(), QFile::ReadOwner | QFile::WriteOwner);
        opened(document, folder.header()).setText(kWrong);
        QFile::setPermissions(folder.header(), QFile::ReadOwner);
        QVERIFY_THROWS_EXCEPTION(Error, document.save());
        QCOMPARE(read(folder.header()), kHeader);
        QVERIFY(document.isDirty());
    }

    void typedTextsAreRun() {
        if (compilerIsMissing()) {
            QSKIP("there is no compiler here");
        }
        HeaderWindow w;
        w.run();
        QCOMPARE(w.status(), session::RunStatus::ok);
        QVERIFY(!w->workbench().results.stale());
        w.header().setText(kWrong);
        QVERIFY(w->workbench().results.stale());
        QVERIFY(w->workbench().results.codeStale());
        w.run();
        QCOMPARE(w.status(), session::RunStatus::expect_failed);
        QVERIFY(!w->workbench().results.stale());
        QCOMPARE(read(w.folder().header()), kHeader);
        // Saved, it is the same text still.
        w->actionSet().save->trigger();
        QCOMPARE(read(w.folder().header()), kWrong.toLatin1());
        w->document().texts().settle();
        QVERIFY(!w->workbench().results.stale());
        // Another program's change counts as well, with the tab open or closed.
        write(w.folder().header(), kHeader);
        QTRY_VERIFY(w->workbench().results.stale());
        w.run();
        QCOMPARE(w.status(), session::RunStatus::ok);
        emit w->pane().closeWanted(w->document().texts().find(w.folder().header()));
        QVERIFY(w->pane().files().isEmpty());
        write(w.folder().header(), kWrong.toLatin1());
        QTRY_VERIFY(w->workbench().results.stale());
    }

    void aRunThatComparesNothingSaysSo() {
        if (compilerIsMissing()) {
            QSKIP("there is no compiler here");
        }
        HeaderWindow w;
        w.run();
        const auto hint = [&w] {
            return w->findChild<QWidget*>(QStringLiteral("nothingCompared"));
        };
        QVERIFY(!hint());
        w->document().edit(QStringLiteral("Change"), [](project::Project& p) {
            for (project::Buffer& buffer : p.buffers) {
                buffer.expect.reset();
            }
        });
        w.run();
        QCOMPARE(w.status(), session::RunStatus::ok);
        QVERIFY(hint());
        auto* setup = w->findChild<SetupPanel*>();
        QCOMPARE(setup->currentIndex(), 0);
        QTest::mouseClick(hint(), Qt::LeftButton);
        QCOMPARE(setup->tabText(setup->currentIndex()), QStringLiteral("Data"));
    }

    void aMistakeInWhatIsTypedLiesInItsLine() {
        if (compilerIsMissing()) {
            QSKIP("there is no compiler here");
        }
        HeaderWindow w;
        w.header().setText(QStringLiteral("\n\n__device__ float product(float x, float y) {\n"
                                          "    return x * nothing;\n}\n"));
        w.run();
        QCOMPARE(w.status(), session::RunStatus::compile_error);
        QVERIFY(w.header().hasProblem(4));
        QVERIFY(!w->pane().editor().hasProblem(4));
    }

    void tabsHaveHistoriesOfTheirOwn() {
        HeaderWindow w;
        CodeEditor& header = w.header();
        CodeEditor& source = w->pane().editor();
        QTRY_VERIFY(header.hasFocus());
        QVERIFY(!w->actionSet().undo->isEnabled());
        QTest::keyClicks(&header, QStringLiteral("x"));
        QCOMPARE(w.tabs()->tabText(1), QStringLiteral("product.cuh*"));
        QVERIFY(w->isWindowModified());
        QVERIFY(w->actionSet().undo->isEnabled());
        w.tabs()->setCurrentIndex(0);
        QVERIFY(!w->actionSet().undo->isEnabled());
        QCOMPARE(source.text(), QString::fromLatin1(kSource));
        w.tabs()->setCurrentIndex(1);
        w->actionSet().undo->trigger();
        QCOMPARE(header.text(), QString::fromLatin1(kHeader));
        QVERIFY(!w->isWindowModified());
        QCOMPARE(w.tabs()->tabText(1), QStringLiteral("product.cuh"));
        w->actionSet().redo->trigger();
        w->actionSet().save->trigger();
        QVERIFY(!w->isWindowModified());
        QVERIFY(read(w.folder().header()).contains('x'));
        QCOMPARE(w.tabs()->tabText(1), QStringLiteral("product.cuh"));
    }

    void aClickOnATabLeadsToItsText() {
        HeaderWindow w;
        QTRY_VERIFY(w.header().hasFocus());
        for (const int tab : {1, 0}) {
            w->showPanel(QStringLiteral("notes"));
            w->findChild<QWidget*>(QStringLiteral("notesPanel"))
                ->findChild<QToolButton*>()
                ->setFocus();
            QVERIFY(!w->pane().current().hasFocus());
            QTest::mouseClick(w.tabs(), Qt::LeftButton, {}, w.tabs()->tabRect(tab).center());
            QCOMPARE(w.tabs()->currentIndex(), tab);
            QTRY_VERIFY(w->pane().current().hasFocus());
        }
    }

    void aFileDroppedOnAHeaderIsOpened() {
        HeaderWindow w;
        const Folder other;
        emit w.header().filesDropped({other.project()});
        QTRY_COMPARE(w->document().path(), other.project());
    }

    void closingATabAsks_data() {
        QTest::addColumn<int>("answer");
        QTest::newRow("cancel") << int(QMessageBox::Cancel);
        QTest::newRow("discard") << int(QMessageBox::Discard);
        QTest::newRow("save") << int(QMessageBox::Save);
    }
    void closingATabAsks() {
        QFETCH(int, answer);
        HeaderWindow w;
        w.header().setText(kWrong);
        bool asked = false;
        whenAsked([&](QDialog& dialog) {
            asked = dialog.objectName() == QLatin1String("saveBox");
            QTest::mouseClick(
                static_cast<QMessageBox&>(dialog).button(QMessageBox::StandardButton(answer)),
                Qt::LeftButton);
        });
        QTest::mouseClick(w.tabs()->tabButton(1, QTabBar::RightSide), Qt::LeftButton);
        QVERIFY(asked);
        const bool stays = answer == QMessageBox::Cancel;
        QCOMPARE(w->pane().files().size(), stays ? 1 : 0);
        QCOMPARE(w->document().isDirty(), stays);
        QCOMPARE(read(w.folder().header()),
                 answer == QMessageBox::Save ? kWrong.toLatin1() : kHeader);
        if (answer == QMessageBox::Discard) {
            w.openTab();
            QCOMPARE(w.header().text(), QString::fromLatin1(kHeader));
        }
    }

    void closingTheWindowNamesWhatIsNotSaved() {
        HeaderWindow w;
        w.header().setText(kWrong);
        w->pane().editor().append(QStringLiteral("// more\n"));
        QString text;
        whenAsked(
            [&](QDialog& dialog) { text = static_cast<QMessageBox&>(dialog).informativeText(); });
        QVERIFY(!w->close());
        QVERIFY2(text.contains(QStringLiteral("vector_multiply.cu, product.cuh")),
                 qPrintable(text));
        QCOMPARE(w.header().text(), kWrong);
    }

    /// One star for each file that is not saved, the source's own tab among them.
    void eachUnsavedTabIsMarked() {
        HeaderWindow w;
        QCOMPARE(w.tabs()->tabText(0), QStringLiteral("vector_multiply.cu"));
        w->pane().editor().setText(QString::fromLatin1(kSource) + QStringLiteral("// more\n"));
        QTRY_COMPARE(w.tabs()->tabText(0), QStringLiteral("vector_multiply.cu*"));
        QCOMPARE(w.tabs()->tabText(1), QStringLiteral("product.cuh"));
        w.header().setText(kWrong);
        QTRY_COMPARE(w.tabs()->tabText(1), QStringLiteral("product.cuh*"));
        w->actionSet().save->trigger(); // saves all
        QTRY_COMPARE(w.tabs()->tabText(0), QStringLiteral("vector_multiply.cu"));
        QTRY_COMPARE(w.tabs()->tabText(1), QStringLiteral("product.cuh"));
    }

    void aFileThatIsReadOnlySaysSo() {
        Folder folder;
        QFile::setPermissions(folder.header(), QFile::ReadOwner);
        MainWindow window(testOptions());
        QVERIFY(window.files().openPath(folder.project()));
        window.workbench().selection.goTo({folder.header(), 2});
        const auto* tabs = window.findChild<QTabBar*>(QStringLiteral("documentTabs"));
        QCOMPARE(tabs->tabText(1), QStringLiteral("product.cuh (read-only)"));
        QVERIFY(tabs->tabToolTip(1).contains(QStringLiteral("read-only")));
        QVERIFY(window.pane().current().isReadOnly());
        QVERIFY(!window.actionSet().replace->isEnabled());
    }

  private:
    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstHeaders)
} // namespace tst_headers

#include "tst_headers.moc"
