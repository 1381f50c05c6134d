// SPDX-License-Identifier: GPL-3.0-or-later
// Files in the window: invalid, dropped and recent ones, unsaved work, and work left behind by a
// crash. Nothing that the user wrote is ever lost.
#include "tests/main.h"
#include "tests/source_path.h"
#include "tests/ui/left_behind.h"
#include "tests/ui/window_test.h"
#include "ui/commands/actions.h"
#include "ui/dialogs/settings.h"
#include "ui/dialogs/templates.h"
#include "ui/documents/recovery.h"
#include "ui/setup/setup_panel.h"
#include "ui/theme/banner.h"
#include "ui/window/program_presenter.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDropEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QUrl>

#include <algorithm>

namespace tst_window_files {

using namespace warpbench;
using namespace warpbench::ui;

class TstWindowFiles : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
    }

    /// Problems found by the previous project's program are not shown.
    void aRunningProgramEndsWithItsProject() {
        OpenWindow window;
        const QTemporaryDir folder;
        const QString tool = write(folder.path(), QStringLiteral("tool"),
                                   "#!/bin/sh\necho 'a.cu:3: wrong' >&2\nexec tail -f /dev/null\n");
        QVERIFY(
            QFile::setPermissions(tool, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        ProgramRunner& program = window->workbench().program;
        program.setTool(tool);
        QSignalSpy complained(&program, &ProgramRunner::complained);
        QSignalSpy ended(&program, &ProgramRunner::ended);
        window->program().run();
        QVERIFY(window->actionSet().stop->isEnabled());
        QTRY_VERIFY(complained.count() == 1);
        QVERIFY(window->files().openPath(write(folder.path(), QStringLiteral("other.cu"),
                                               "__global__ void k(float* x) { x[0] = 1; }\n")));
        QTRY_VERIFY(ended.count() == 1);
        QVERIFY(!window->actionSet().stop->isEnabled());
        QCOMPARE(window->workbench().diagnostics.rowCount(), 0);
    }

    void aWrongProjectSaysWhereAndTheWorkStays_data() {
        QTest::addColumn<QByteArray>("contents");
        QTest::addColumn<QString>("place"); // as in the message
        QTest::addColumn<QString>("text");
        QTest::newRow("no JSON") << QByteArray("{\n  \"format\": \n}") << "wrong.warpbench:3"
                                 << "";
        QTest::newRow("a wrong type")
            << QByteArray("{\"format\": \"warpbench-project\", \"version\": 1, "
                          "\"source\": {\"text\": \"\"},\n\"launches\": 3}")
            << "wrong.warpbench:2"
            << "launches";
        QTest::newRow("something else") << QByteArray("{\"version\": 1}") << "wrong.warpbench"
                                        << "format";
    }

    void aWrongProjectSaysWhereAndTheWorkStays() {
        QFETCH(QByteArray, contents);
        QFETCH(QString, place);
        QFETCH(QString, text);
        OpenWindow window;
        const QString path = write(window.folder(), QStringLiteral("wrong.warpbench"), contents);
        type(window, QStringLiteral("// mine\n"));
        QString said;
        whenAsked([&](QDialog& dialog) { // first: what about the unsaved work
            QCOMPARE(dialog.objectName(), QStringLiteral("saveBox"));
            whenAsked([&](QDialog& error) {
                const auto& box = dynamic_cast<QMessageBox&>(error);
                said = box.text() + box.informativeText();
            });
            press(dialog, QMessageBox::Discard);
        });
        QVERIFY(!window->files().openPath(path));
        QVERIFY2(said.contains(place), qPrintable(said));
        QVERIFY2(said.contains(text), qPrintable(said));
        QVERIFY(window.editor().text().startsWith(QStringLiteral("// mine")));
        QCOMPARE(window->document().displayName(), QStringLiteral("Vector multiply"));
    }

    void unsavedWorkIsAskedAbout() {
        OpenWindow window;
        type(window, QStringLiteral("// mine\n"));
        QVERIFY(window->isWindowModified());
        whenAsked([](QDialog& dialog) { press(dialog, QMessageBox::Cancel); });
        QVERIFY(!window->close());
        QVERIFY(window->isVisible());
        whenAsked([](QDialog& dialog) { press(dialog, QMessageBox::Save); });
        QVERIFY(window->close());
        QVERIFY(!window->document().isDirty());
        QVERIFY(read(window->document().sourcePath()).startsWith("// mine"));
    }

    void aProjectIsDropped() {
        OpenWindow window;
        QTemporaryDir other;
        const QString path = copyExample(QStringLiteral("saxpy"), other.path());
        // On the editor, which must pass it on, and on the window.
        drop(window.editor().viewport(), path);
        QTRY_COMPARE(window->document().path(), path);
        const QString source = write(other.path(), QStringLiteral("k.cu"),
                                     "extern \"C\" __global__ void k(float* out, int n) {}\n");
        drop(&*window, source);
        QTRY_COMPARE(window->document().sourcePath(), source);
        QCOMPARE(window->document().project().launches.size(), std::size_t(1));
        QVERIFY(banner(window)->text().contains(QStringLiteral("guessed")));
        QVERIFY(!banner(window)->text().contains(QStringLiteral("host code"))); // it has none
        const QString program = write(other.path(), QStringLiteral("program.cu"),
                                      "extern \"C\" __global__ void k(float* out, int n) {}\n"
                                      "int main() { return 0; }\n");
        drop(&*window, program);
        QTRY_COMPARE(window->document().sourcePath(), program);
        QVERIFY(banner(window)->text().contains(QStringLiteral("Grey lines are host code")));
        window->document().saveAs(QDir(other.path()).filePath(QStringLiteral("k.warpbench")));
    }

    /// Skips a licence at the start and shows the first kernel.
    void aSourceOpensAtItsFirstKernel() {
        OpenWindow window;
        QTemporaryDir other;
        const auto line = [&] {
            int row = 0;
            int column = 0;
            window.editor().getCursorPosition(&row, &column);
            return row + 1;
        };
        const QByteArray kernel = "__global__ void k(float* out, int n) {\n    out[0] = n;\n}\n";
        QVERIFY(window->files().openPath(write(other.path(), QStringLiteral("long.cu"),
                                               QByteArray("// licence\n").repeated(60) +
                                                   "__global__ void k(float*, int);\n" + kernel)));
        QCOMPARE(line(), 62);
        QVERIFY(window->files().openPath(
            write(other.path(), QStringLiteral("short.cu"), "// a line\n" + kernel)));
        QCOMPARE(line(), 1);
    }

    /// A program of several files is opened by the file with main(), which may lack kernels.
    void theFileThatHasTheKernelsIsNamed() {
        OpenWindow window;
        QTemporaryDir other;
        const QByteArray kernel = "__global__ void k(float* out) { *out = 1; }\n";
        write(other.path(), QStringLiteral("kernels.cu"), kernel);
        const QString program =
            write(other.path(), QStringLiteral("main.cu"), "int main() { return 0; }\n");
        QVERIFY(window->files().openPath(program));
        const QString text = banner(window)->text();
        QVERIFY2(text.contains(QStringLiteral("they are in kernels.cu")), qPrintable(text));
    }

    void anExampleIsSavedAsTheUsersOwn() {
        OpenWindow window;
        QTemporaryDir own;
        settings::setLastFolder(own.path());
        const QString example =
            QString::fromStdString(test::sourcePath("examples/saxpy/saxpy.warpbench"));
        const QByteArray before = read(example);
        QVERIFY(window->files().openPath(example));
        window->document().edit(QStringLiteral("change"),
                                [](auto& project) { project.timing.repeats += 7; });
        QString offered;
        whenAsked([&offered](QDialog& dialog) {
            auto& save = dynamic_cast<QFileDialog&>(dialog);
            offered = save.selectedFiles().value(0);
            QTest::keyClick(&dialog, Qt::Key_Return);
        });
        window->actionSet().save->trigger();
        QCOMPARE(read(example), before);
        QCOMPARE(QFileInfo(offered).absolutePath(), QFileInfo(own.path()).absoluteFilePath());
        QCOMPARE(window->document().path(), offered);
        QVERIFY(QFile::exists(own.filePath(QStringLiteral("saxpy.cu"))));
        // From now on it is an ordinary project.
        window->document().edit(QStringLiteral("change"),
                                [](auto& project) { project.timing.repeats += 1; });
        window->actionSet().save->trigger();
        QVERIFY(!window->document().isDirty());
    }

    void recentFilesAreOfferedNewestFirst() {
        settings::clearRecentFiles();
        OpenWindow window;
        QTemporaryDir other;
        const QString path = copyExample(QStringLiteral("saxpy"), other.path());
        QVERIFY(window->files().openPath(path));
        QDir(other.path()).mkpath(QStringLiteral("this & that"));
        const QString odd =
            copyExample(QStringLiteral("saxpy"), other.filePath(QStringLiteral("this & that")));
        QVERIFY(window->files().openPath(odd));
        QMenu menu;
        window->files().fillRecentMenu(&menu);
        QVERIFY(menu.actions().first()->text().contains(QStringLiteral("this && that")));
        QVERIFY(window->files().openPath(path));
        window->files().fillRecentMenu(&menu);
        QVERIFY(menu.actions().first()->text().startsWith(QStringLiteral("saxpy.warpbench")));
        menu.actions().at(2)->trigger();
        QTRY_COMPARE(window->document().displayName(), QStringLiteral("Vector multiply"));
        // Deleted files are not offered any more.
        QVERIFY(QFile::remove(path));
        window->files().fillRecentMenu(&menu);
        QVERIFY(!menu.actions().first()->text().contains(QStringLiteral("saxpy")));
    }

    /// New users start in the lessons' folder, others in the last one used.
    void openBeginsWhereTheUserIs() {
        QTemporaryDir other, gone;
        const QString own = copyExample(QStringLiteral("saxpy"), other.path());
        OpenWindow window;
        const auto folderOf = [&window] {
            QString folder;
            whenAsked([&folder](QDialog& dialog) {
                auto* files = qobject_cast<QFileDialog*>(&dialog);
                QVERIFY(files);
                folder = files->directory().canonicalPath();
            });
            window->actionSet().open->trigger();
            return folder;
        };
        const auto canonical = [](const QString& path) {
            return QFileInfo(path).canonicalFilePath();
        };
        QCOMPARE(folderOf(), canonical(window.folder())); // of the project that is open
        QVERIFY(window->files().openPath(own));
        settings::setLastFolder(window.folder()); // as another window does
        QCOMPARE(folderOf(), canonical(other.path()));
        const Example lesson = findExamples().front();
        QVERIFY(window->files().openPath(lesson.path));
        settings::setLastFolder(other.path());
        QCOMPARE(folderOf(), canonical(other.path())); // the user's own comes before the lesson's
        gone.remove();
        settings::setLastFolder(gone.path());
        const QString lessons = QFileInfo(QFileInfo(lesson.path).absolutePath()).absolutePath();
        QCOMPARE(folderOf(), canonical(lessons));
    }

    void aPictureLeavesTheListOfFilesAlone() {
        OpenWindow window;
        QTemporaryDir other;
        const QString path = copyExample(QStringLiteral("saxpy"), other.path());
        const QStringList before = settings::recentFiles();
        const QString folder = settings::lastFolder();
        settings::setKept(false);
        const bool opened = window->files().openPath(path);
        settings::setKept(true);
        QVERIFY(opened);
        QCOMPARE(settings::recentFiles(), before);
        QCOMPARE(settings::lastFolder(), folder);
        QVERIFY(window->files().openPath(path));
        QCOMPARE(settings::recentFiles().first(), path);
    }

    /// A project that somebody sent reads nothing outside its folder before its user has agreed,
    /// who is asked once.
    void filesOutsideTheFolderAreAskedAbout() {
        OpenWindow window;
        QTemporaryDir other;
        const QString path = copyExample(QStringLiteral("saxpy"), other.path());
        ProjectDocument editor;
        editor.open(path);
        editor.edit(QStringLiteral("data"), [](project::Project& project) {
            project.buffers.front().init.kind = project::Init::Kind::file;
            project.buffers.front().init.path = "../elsewhere.npy";
            project.compile.includeDirs.push_back("/usr/include");
        });
        editor.save();

        QVERIFY(window->files().openPath(path));
        QAction* allowed = window->actionSet().allowOutside;
        const QString asked = banner(window)->text();
        QVERIFY2(asked.contains(QStringLiteral("“../elsewhere.npy”, “/usr/include”")),
                 qPrintable(asked));
        QVERIFY(!allowed->isChecked());
        QVERIFY(!window->document().project().mayLeaveFolder);
        QTest::mouseClick(banner(window)->findChild<QPushButton*>(), Qt::LeftButton); // Allow
        QVERIFY(allowed->isChecked());
        QVERIFY(!window->document().isDirty());
        // Undoing a change of the set-up does not take it back.
        window->document().edit(QStringLiteral("change"),
                                [](auto& project) { project.timing.repeats += 1; });
        window->document().undoStack()->undo();
        QVERIFY(window->document().project().mayLeaveFolder);

        QVERIFY(window->files().openPath(path));
        QVERIFY(window->document().project().mayLeaveFolder);
        QVERIFY(banner(window)->text().isEmpty());
        allowed->trigger(); // no longer
        QVERIFY(!window->document().project().mayLeaveFolder);
        QVERIFY(window->files().openPath(path));
        QCOMPARE(banner(window)->text(), asked);
    }

    void aReadOnlyFileIsNotReplaced_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("project") << QStringLiteral("vector_multiply.warpbench");
        QTest::newRow("source") << QStringLiteral("vector_multiply.cu");
    }
    void aReadOnlyFileIsNotReplaced() {
        QFETCH(QString, name);
        OpenWindow window;
        const QString path = QDir(window.folder()).filePath(name);
        const QByteArray before = read(path);
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::ReadUser));
        window->document().edit(QStringLiteral("change"),
                                [](auto& project) { project.timing.repeats += 1; });
        type(window, QStringLiteral("// mine"));
        QString said;
        whenAsked(
            [&](QDialog& dialog) { said = dynamic_cast<QMessageBox&>(dialog).informativeText(); });
        window->actionSet().save->trigger();
        QVERIFY2(said.contains(name + QStringLiteral(" is read-only")), qPrintable(said));
        QVERIFY(window->document().isDirty());
        QCOMPARE(read(path), before);
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner));
        window->actionSet().save->trigger();
        QVERIFY(!window->document().isDirty());
    }

    void whatIsRefusedCanBeSavedElsewhere_data() {
        QTest::addColumn<QString>("refusal");
        QTest::newRow("read-only") << QStringLiteral("read-only");
        QTest::newRow("folder gone") << QStringLiteral("Not a directory");
    }
    /// Saving is refused: the dialog leads to another place, the work is kept, and a change after
    /// that is saved there.
    void whatIsRefusedCanBeSavedElsewhere() {
        QFETCH(QString, refusal);
        OpenWindow window;
        const QString folder = QDir(window.folder()).filePath(QStringLiteral("sub"));
        QVERIFY(QDir().mkpath(folder));
        const QString path = copyExample(QStringLiteral("vector_multiply"), folder);
        QVERIFY(window->files().openPath(path));
        type(window, QStringLiteral("// mine"));
        if (refusal == QLatin1String("read-only")) {
            QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::ReadUser));
        } else {
            QVERIFY(QDir(folder).removeRecursively());
            write(window.folder(), QStringLiteral("sub"), "a file now");
        }
        const QTemporaryDir other;
        const QString elsewhere = other.filePath(QStringLiteral("rescued.warpbench"));
        QString said;
        whenAsked([&](QDialog& dialog) {
            auto& box = dynamic_cast<QMessageBox&>(dialog);
            said = box.informativeText();
            auto* saveAs = box.findChild<QAbstractButton*>(QStringLiteral("saveElsewhere"));
            QVERIFY(saveAs);
            QVERIFY(box.defaultButton() == saveAs);
            whenAsked([&](QDialog& chooser) { chooseFile(chooser, elsewhere); });
            QTest::mouseClick(saveAs, Qt::LeftButton);
        });
        window->actionSet().save->trigger();
        QVERIFY2(said.contains(refusal), qPrintable(said));
        QCOMPARE(window->document().path(), elsewhere);
        QVERIFY(!window->document().isDirty());
        QVERIFY(banner(window)->isHidden());
        const QString source = other.filePath(QStringLiteral("rescued.cu"));
        QVERIFY(read(source).contains("// mine"));
        type(window, QStringLiteral("// more"));
        window->actionSet().save->trigger();
        QVERIFY(!window->document().isDirty());
        QVERIFY(read(source).contains("// more"));
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
    }

    void anUnknownKeyIsToldInOneSentence() {
        OpenWindow window;
        QByteArray text = read(window->document().path());
        text.insert(text.indexOf('{') + 1, "\n  \"surprise\": 1,");
        const QString path = write(window.folder(), QStringLiteral("odd.warpbench"), text);
        QVERIFY(window->files().openPath(path));
        const QString said = banner(window)->text();
        QVERIFY2(said.startsWith(QStringLiteral("Line 2:")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("surprise")), qPrintable(said));
        QVERIFY2(!said.contains(QStringLiteral("error")), qPrintable(said)); // it is not an error
        QVERIFY2(!said.contains(window.folder()), qPrintable(said));
    }

    void anOpenedProjectIsReadyForTyping() {
        OpenWindow window;
        QTemporaryDir other;
        const QString path = copyExample(QStringLiteral("saxpy"), other.path());
        auto* field = window.find<QWidget>("gridx")->findChild<QLineEdit*>();
        field->setFocus();
        QVERIFY(field->hasFocus());
        // In the set-up one looked at its end: the new project is seen from its beginning.
        window->resize(1280, 500);
        QList<QScrollBar*> bars;
        for (auto* page : window->panel<SetupPanel>().findChildren<QScrollArea*>()) {
            bars << page->verticalScrollBar();
        }
        QTRY_VERIFY(std::any_of(bars.begin(), bars.end(),
                                [](const QScrollBar* bar) { return bar->maximum() > 0; }));
        for (QScrollBar* bar : bars) {
            bar->setValue(bar->maximum());
        }
        QVERIFY(window->files().openPath(path));
        QVERIFY(window.editor().hasFocus());
        for (const QScrollBar* bar : bars) {
            QCOMPARE(bar->value(), 0);
        }
    }

    void whatACrashLeftBehindIsRestored() {
        leaveBehind(QStringLiteral("// from before the crash"));
        MainWindow::Options options = testOptions();
        options.remember = true;
        OpenWindow window(QStringLiteral("saxpy"), options);
        // Opening a file, as from the command line, does not take the offer away.
        QTRY_VERIFY(banner(window)->text().contains(QStringLiteral("Unsaved work")));
        auto* button = banner(window)->findChild<QPushButton*>();
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(window.editor().text(), QStringLiteral("// from before the crash"));
        QVERIFY(window->document().isDirty());
        QVERIFY(banner(window)->text().isEmpty());
        window->document().saveAs(QDir(window.folder()).filePath(QStringLiteral("back.warpbench")));
    }

    void anotherMessageDoesNotDeleteTheWork() {
        leaveBehind(QStringLiteral("// precious"));
        MainWindow::Options options = testOptions();
        options.remember = true;
        OpenWindow window(QStringLiteral("saxpy"), options);
        QTRY_VERIFY(banner(window)->text().contains(QStringLiteral("Unsaved work")));
        // Another program writes the source: its message takes the banner's place, and is closed.
        type(window, QStringLiteral("// mine\n"));
        write(QFileInfo(window->document().sourcePath()).path(), QStringLiteral("saxpy.cu"),
              "// theirs");
        QTRY_VERIFY(banner(window)->text().contains(QStringLiteral("another program")));
        QTest::mouseClick(banner(window)->findChild<QToolButton*>(), Qt::LeftButton);
        window->document().save();
        ProjectDocument none;
        const Recovery recovery(none);
        QCOMPARE(recovery.leftBehind().size(), std::size_t(1));
        QCOMPARE(recovery.leftBehind().front().source, QStringLiteral("// precious"));
        Recovery::discard(recovery.leftBehind().front());
    }

    /// Changes by other programs are reloaded without asking, as long as there are no unsaved
    /// changes.
    void whatIsNotEditedHereFollowsItsFiles() {
        OpenWindow window;
        const QString source = window->document().sourcePath();
        window.editor().setCursorPosition(3, 0);
        write(window.folder(), QFileInfo(source).fileName(), "// theirs\n" + read(source));
        QTRY_VERIFY(window.editor().text().startsWith(QStringLiteral("// theirs")));
        QVERIFY(banner(window)->text().isEmpty());
        QVERIFY(!window->document().isDirty());
        window.editor().undo(); // and it can be taken back
        QVERIFY(!window.editor().text().startsWith(QStringLiteral("// theirs")));
        window.editor().redo();
        QVERIFY(!window->document().isDirty());
        // The same for the project.
        const QString path = window->document().path();
        ProjectDocument other;
        other.open(path);
        other.edit(QStringLiteral("change"), [](auto& project) { project.timing.repeats = 77; });
        other.save();
        QTRY_COMPARE(window->document().project().timing.repeats, 77);
        QVERIFY(banner(window)->text().isEmpty());
        // A source that was edited here is asked about.
        type(window, QStringLiteral("// mine\n"));
        write(window.folder(), QFileInfo(source).fileName(), "// again\n");
        QTRY_VERIFY(banner(window)->text().contains(QStringLiteral("another program")));
        QVERIFY(window.editor().text().startsWith(QStringLiteral("// mine")));
    }

    /// Its tabs, results and breakpoints are of another source.
    void aProjectThatNamesAnotherSourceIsOpenedAnew() {
        OpenWindow window;
        write(window.folder(), QStringLiteral("second.cu"), "// second\n");
        const QString header = write(window.folder(), QStringLiteral("h.cuh"), "// header\n");
        window.editor().setText(QStringLiteral("#include \"h.cuh\"\n"));
        window->document().save();
        window->workbench().selection.goTo({header, 1});
        QTRY_COMPARE(window->pane().files(), QStringList{header});
        QSignalSpy opened(&window->files(), &FileHandler::opened);
        const QString path = window->document().path();
        QByteArray text = read(path);
        text.replace("\"vector_multiply.cu\"", "\"second.cu\"");
        window->pane().fileEditor(header)->setText(QStringLiteral("// typed\n"));
        write(window.folder(), QFileInfo(path).fileName(), text);
        QTRY_VERIFY(banner(window)->text().contains(QStringLiteral("another program")));
        bool asked = false;
        const auto reload = [&](const char* answer) {
            whenAsked([&](QDialog& dialog) {
                asked = dialog.objectName() == QLatin1String("reloadBox");
                for (auto* button : dialog.findChildren<QPushButton*>()) {
                    if (button->text().remove(QLatin1Char('&')) == QLatin1String(answer)) {
                        button->click();
                        return;
                    }
                }
            });
            banner(window)->findChildren<QPushButton*>().first()->click();
        };
        reload("Cancel");
        QVERIFY(asked);
        QCOMPARE(window->pane().files(), QStringList{header});
        QVERIFY(opened.isEmpty());
        write(window.folder(), QFileInfo(path).fileName(), text + '\n');
        QTRY_VERIFY(!banner(window)->text().isEmpty());
        reload("Reload");
        QCOMPARE(opened.count(), 1);
        QVERIFY(window->pane().files().isEmpty());
        QCOMPARE(window.editor().text(), QStringLiteral("// second\n"));
        QVERIFY(!window->document().isDirty());
    }

    void unsavedWorkIsKeptAsItIsTyped() {
        MainWindow::Options options = testOptions();
        options.remember = true;
        OpenWindow window(QStringLiteral("saxpy"), options);
        type(window, QStringLiteral("// typed\n"));
        // Without anybody's help, some seconds later: another program start would find it if this
        // one were gone.
        const QDir folder = recoveryFolder();
        const auto kept = [&] {
            for (const QString& name : folder.entryList({"*.json"}, QDir::Files)) {
                if (read(folder.filePath(name)).contains("// typed")) {
                    return true;
                }
            }
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(kept(), kPatience);
        window->document().save();
        QTRY_VERIFY_WITH_TIMEOUT(!kept(), kPatience);
    }

  private:
    static QString write(const QString& folder, const QString& name, const QByteArray& contents) {
        const QString path = QDir(folder).filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(contents) < 0) {
            qFatal("cannot write %s", qPrintable(path));
        }
        return path;
    }
    static QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void type(OpenWindow& window, const QString& text) {
        window.editor().setFocus();
        window.editor().setCursorPosition(0, 0);
        QTest::keyClicks(&window.editor(), text.trimmed());
        QTest::keyClick(&window.editor(), Qt::Key_Return);
    }
    static void press(QDialog& dialog, QMessageBox::StandardButton button) {
        QTest::mouseClick(dynamic_cast<QMessageBox&>(dialog).button(button), Qt::LeftButton);
    }
    static Banner* banner(OpenWindow& window) { return window.find<Banner>("documentBanner"); }
    static void drop(QWidget* target, const QString& path) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        const QPoint at = target->rect().center();
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(target, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(target, &event);
    }

    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstWindowFiles)
} // namespace tst_window_files

#include "tst_window_files.moc"
