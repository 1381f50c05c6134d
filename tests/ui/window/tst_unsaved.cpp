// SPDX-License-Identifier: GPL-3.0-or-later
// Typed but unsaved text, wherever it is: it is used by runs, saved and asked about, and no file is
// replaced without asking.
#include "core/project/project_file.h"
#include "tests/main.h"
#include "tests/ui/left_behind.h"
#include "tests/ui/window_test.h"
#include "ui/commands/actions.h"
#include "ui/dialogs/conflict_dialog.h"
#include "ui/dialogs/settings.h"
#include "ui/documents/recovery.h"
#include "ui/editor/find_bar.h"
#include "ui/theme/banner.h"
#include "ui/window/run_presenter.h"
#include "ui/window/start_page.h"
#include "ui/words/text.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

namespace tst_unsaved {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString write(const QString& path, const QByteArray& contents) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size()) {
        qFatal("cannot write %s", qPrintable(path));
    }
    return path;
}

Banner* banner(OpenWindow& window) {
    return window.find<Banner>("documentBanner");
}

/// A button by its text, mnemonics aside.
QPushButton* button(QWidget* parent, const QString& text) {
    for (auto* candidate : parent->findChildren<QPushButton*>()) {
        if (candidate->isVisibleTo(parent) &&
            candidate->text().remove(QLatin1Char('&')).startsWith(text)) {
            return candidate;
        }
    }
    return nullptr;
}

void typeLine(OpenWindow& window, const QString& text) {
    window.editor().setFocus();
    window.editor().setCursorPosition(0, 0);
    QTest::keyClicks(&window.editor(), text);
    QTest::keyClick(&window.editor(), Qt::Key_Escape);
    QTest::keyClick(&window.editor(), Qt::Key_Return);
}

/// The value of the first parameter is typed, and its cell left open.
void typeIntoCell(OpenWindow& window, const QString& text) {
    auto* table = window.find<QTableView>("namesTable");
    table->setFocus();
    const QModelIndex value = table->model()->index(0, 1);
    table->setCurrentIndex(value);
    table->edit(value);
    auto* cell = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(cell);
    cell->selectAll();
    QTest::keyClicks(cell, text);
}

std::string firstParameter(OpenWindow& window) {
    return window->document().project().parameters.begin()->second.text;
}

} // namespace

class TstUnsaved : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
    }

    void anOpenCellTakesPart_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"F5", "click", "Ctrl+B", "Ctrl+S", "close"}) {
            QTest::newRow(how) << QString::fromLatin1(how);
        }
    }
    void anOpenCellTakesPart() {
        QFETCH(QString, how);
        OpenWindow window;
        typeIntoCell(window, QStringLiteral("200"));
        QWidget* cell = QApplication::focusWidget();
        bool asked = false;
        if (how == QLatin1String("F5")) {
            QTest::keyClick(cell, Qt::Key_F5);
        } else if (how == QLatin1String("click")) {
            QTest::mouseClick(window.find<QToolButton>("runButton"), Qt::LeftButton);
        } else if (how == QLatin1String("Ctrl+B")) {
            QTest::keyClick(cell, Qt::Key_B, Qt::ControlModifier);
        } else if (how == QLatin1String("Ctrl+S")) {
            QTest::keyClick(cell, Qt::Key_S, Qt::ControlModifier);
            QVERIFY(read(window->document().path()).contains("200"));
        } else {
            whenAsked([&asked](QDialog& dialog) {
                asked = dialog.objectName() == QLatin1String("saveBox");
            });
            QVERIFY(!window->close());
            QVERIFY(asked);
        }
        QCOMPARE(firstParameter(window), std::string("200"));
        window->controller().stop();
    }

    void aFieldThatIsLeftByRunningKeepsTheFocus() {
        OpenWindow window;
        auto* field = window.find<QWidget>("gridx")->findChild<QLineEdit*>();
        field->setFocus();
        QTest::keyClick(field, Qt::Key_B, Qt::ControlModifier);
        QVERIFY(field->hasFocus());
    }

    void saveAsAsksBeforeItReplaces() {
        OpenWindow window;
        QTemporaryDir other;
        const QString taken = write(other.filePath("taken.warpbench"), "another's");
        bool asked = false;
        whenAsked([&](QDialog& dialog) {
            whenAsked([&asked](QDialog& box) {
                asked = true;
                QTest::mouseClick(dynamic_cast<QMessageBox&>(box).button(QMessageBox::No),
                                  Qt::LeftButton);
            });
            chooseFile(dialog, other.filePath("taken"));
        });
        window->actionSet().saveAs->trigger();
        QVERIFY(asked);
        QCOMPARE(read(taken), QByteArray("another's"));
        QVERIFY(window->document().path() != taken);
    }

    /// The window stays open, and Cancel leaves nothing behind.
    void aLargeDataFileIsCopiedBesideTheWindow() {
        OpenWindow window;
        const QString data = QDir(window.folder()).filePath(QStringLiteral("large.bin"));
        write(data, "x");
        QFile file(data);
        QVERIFY(file.open(QIODevice::ReadWrite) && file.resize(qint64(400) << 20));
        file.close();
        window->document().edit(QStringLiteral("data"), [](project::Project& project) {
            project.buffers[0].init.kind = project::Init::Kind::file;
            project.buffers[0].init.path = "large.bin";
        });
        QTemporaryDir other;
        const QString before = window->document().path();
        bool cancelled = false;
        whenAsked([&](QDialog& dialog) {
            whenAsked([&cancelled](QDialog& box) {
                cancelled = box.objectName() == QStringLiteral("copyDialog");
                QTest::mouseClick(box.findChild<QPushButton*>(), Qt::LeftButton);
            });
            chooseFile(dialog, other.filePath("mine"));
        });
        window->actionSet().saveAs->trigger();
        QVERIFY(cancelled);
        QCOMPARE(window->document().path(), before);
        QVERIFY(window->document().isDirty());
        QCOMPARE(QDir(other.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
                 QStringList());
    }

    void aChangeElsewhereIsNoticedAtSave_data() {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QByteArray>("source"); // on disk afterwards, its beginning
        QTest::addColumn<bool>("dirty");
        QTest::newRow("overwrite") << "Overwrite" << QByteArray("// mine") << false;
        QTest::newRow("load theirs") << "Load Theirs" << QByteArray("// theirs") << false;
        QTest::newRow("cancel") << "Cancel" << QByteArray("// theirs") << true;
        QTest::newRow("another name") << "Save As" << QByteArray("// theirs") << false;
    }
    void aChangeElsewhereIsNoticedAtSave() {
        QFETCH(QString, choice);
        QFETCH(QByteArray, source);
        QFETCH(bool, dirty);
        OpenWindow window;
        const QString file = window->document().sourcePath();
        typeLine(window, QStringLiteral("// mine"));
        const QString mine = window.editor().text();
        write(file, "// theirs\n");
        QString shown;
        whenAsked([&](QDialog& dialog) {
            QCOMPARE(dialog.objectName(), QStringLiteral("conflictDialog"));
            shown = dialog.findChild<QPlainTextEdit*>()->toPlainText();
            if (choice == QLatin1String("Save As")) {
                whenAsked([&](QDialog& save) {
                    chooseFile(save, window.folder() + QStringLiteral("/other.warpbench"));
                });
            }
            QTest::mouseClick(button(&dialog, choice), Qt::LeftButton);
        });
        window->actionSet().save->trigger();
        QVERIFY2(shown.contains(QStringLiteral("− // theirs")), qPrintable(shown));
        QVERIFY2(shown.contains(QStringLiteral("+ // mine")), qPrintable(shown));
        QVERIFY(read(file).startsWith(source));
        QCOMPARE(window->document().isDirty(), dirty);
        if (choice == QLatin1String("Save As")) {
            QVERIFY(read(window->document().sourcePath()).startsWith("// mine"));
        } else if (choice == QLatin1String("Load Theirs")) {
            QCOMPARE(window.editor().text(), QStringLiteral("// theirs\n"));
            window.activate();
            window.editor().setFocus();
            QTest::keyClick(&window.editor(), Qt::Key_Z, Qt::ControlModifier);
            QCOMPARE(window.editor().text(), mine);
            QVERIFY(window->document().isDirty());
        }
        if (choice == QLatin1String("Cancel") || choice == QLatin1String("Load Theirs")) {
            window->document().save(); // so that nothing is asked at the end
        }
    }

    void twoWindowsOnOneProjectKnowOfEachOther() {
        OpenWindow first;
        OpenWindow second(QStringLiteral("saxpy"));
        const QString path = first->document().path();
        QVERIFY(second->files().openPath(path));
        QVERIFY2(banner(second)->text().contains(QStringLiteral("another window")),
                 qPrintable(banner(second)->text()));
        typeLine(first, QStringLiteral("// first"));
        first->actionSet().save->trigger();
        typeLine(second, QStringLiteral("// second"));
        bool asked = false;
        whenAsked([&asked](QDialog& dialog) {
            asked = dialog.objectName() == QLatin1String("conflictDialog");
        });
        second->actionSet().save->trigger();
        QVERIFY(asked);
        QVERIFY(read(first->document().sourcePath()).startsWith("// first"));
    }

    void theBannerOfLeftWorkDeletesNothingUnasked_data() {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("sure"); // to the question, where one comes
        QTest::addColumn<int>("left");
        QTest::newRow("closed") << ""
                                << "" << 1;
        QTest::newRow("later") << "Later"
                               << "" << 1;
        QTest::newRow("delete") << "Delete"
                                << "Delete" << 0;
        QTest::newRow("keep") << "Delete"
                              << "Keep" << 1;
        QTest::newRow("the question is closed") << "Delete"
                                                << "" << 1;
    }
    void theBannerOfLeftWorkDeletesNothingUnasked() {
        QFETCH(QString, answer);
        QFETCH(QString, sure);
        QFETCH(int, left);
        leaveBehind(QStringLiteral("// precious"));
        {
            MainWindow::Options options = testOptions();
            options.remember = true;
            OpenWindow window(QStringLiteral("saxpy"), options);
            QTRY_VERIFY(banner(window)->text().contains(QStringLiteral("Unsaved work")));
            if (answer.isEmpty()) {
                QTest::mouseClick(banner(window)->findChild<QToolButton*>(), Qt::LeftButton);
            } else {
                QString shown;
                if (answer == QLatin1String("Delete")) {
                    whenAsked([&](QDialog& dialog) {
                        shown = dialog.findChild<QPlainTextEdit*>()->toPlainText();
                        if (!sure.isEmpty()) {
                            QTest::mouseClick(button(&dialog, sure), Qt::LeftButton);
                        }
                    });
                }
                QTest::mouseClick(button(banner(window), answer), Qt::LeftButton);
                QCOMPARE(shown.contains(QStringLiteral("+ // precious")),
                         answer == QLatin1String("Delete"));
            }
            const bool stillOffered = answer == QLatin1String("Delete") && left > 0;
            QCOMPARE(!banner(window)->text().isEmpty(), stillOffered);
        }
        ProjectDocument none;
        const Recovery recovery(none);
        const auto entries = recovery.leftBehind();
        QCOMPARE(int(entries.size()), left);
        for (const auto& entry : entries) {
            Recovery::discard(entry);
        }
    }

    void leftWorkIsOfferedAgainAfterAnotherMessage() {
        leaveBehind(QStringLiteral("// precious"));
        {
            MainWindow::Options options = testOptions();
            options.remember = true;
            OpenWindow window(QStringLiteral("saxpy"), options);
            QTRY_VERIFY(banner(window)->text().contains(QStringLiteral("Unsaved work")));
            typeLine(window, QStringLiteral("// mine"));
            write(window->document().sourcePath(), "// theirs\n");
            QTRY_VERIFY(banner(window)->text().contains(QStringLiteral("another program")));
            QTest::mouseClick(button(banner(window), QStringLiteral("Keep")), Qt::LeftButton);
            QVERIFY(banner(window)->text().contains(QStringLiteral("Unsaved work")));
        }
        ProjectDocument none;
        const Recovery recovery(none);
        for (const auto& entry : recovery.leftBehind()) {
            Recovery::discard(entry);
        }
    }

    /// A project with a file is compared with its contents on disk.
    void whatLeftWorkDiffersInIsKnown() {
        QTemporaryDir folder;
        ProjectDocument document;
        document.open(copyExample(QStringLiteral("vector_multiply"), folder.path()));
        const auto left = [&document](const QString& source) {
            Recovery::Entry entry;
            entry.path = document.path();
            entry.projectText = QString::fromStdString(project::writeProject(document.project()));
            entry.source = source;
            return Recovery::differences(entry);
        };
        QVERIFY(left(document.source()).empty());
        const auto differences = left(QStringLiteral("// mine"));
        QCOMPARE(differences.size(), std::size_t(1));
        QCOMPARE(differences[0].path, document.sourcePath());
        QCOMPARE(differences[0].theirs, document.source());
        QCOMPARE(differences[0].ours, QStringLiteral("// mine"));
    }

    /// Save and Save As of a source without a project write the file that it was opened from.
    void aBareSourceIsNotSavedOverAnothersEdit_data() {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QByteArray>("source"); // on disk afterwards
        QTest::newRow("cancel") << "Cancel" << QByteArray("// theirs");
        QTest::newRow("overwrite") << "Overwrite" << QByteArray("// mine");
    }
    void aBareSourceIsNotSavedOverAnothersEdit() {
        QFETCH(QString, choice);
        QFETCH(QByteArray, source);
        OpenWindow window;
        QTemporaryDir other;
        const QString file = write(other.filePath("foo.cu"), "__global__ void k(float* a) {}\n");
        QVERIFY(window->files().openPath(file));
        typeLine(window, QStringLiteral("// mine"));
        write(file, "// theirs\n");
        bool asked = false;
        whenAsked([&](QDialog& save) {
            whenAsked([&](QDialog& dialog) {
                asked = dialog.objectName() == QLatin1String("conflictDialog");
                QTest::mouseClick(button(&dialog, choice), Qt::LeftButton);
            });
            chooseFile(save, other.filePath("foo.warpbench"));
        });
        window->actionSet().saveAs->trigger();
        QVERIFY(asked);
        QVERIFY2(read(file).startsWith(source), read(file).constData());
        QCOMPARE(window->document().path().isEmpty(), choice == QLatin1String("Cancel"));
        if (choice == QLatin1String("Cancel")) { // so that nothing is asked at the end
            window->document().saveAs(other.filePath("foo.warpbench"));
        }
    }

    /// Its set-up is guessed again: Save writes the file that was opened, and asks for no other.
    void aBareSourceIsSavedWhereItIs() {
        OpenWindow window;
        QTemporaryDir other;
        const QString file = write(other.filePath("foo.cu"), "__global__ void k(float* a) {}\n");
        QVERIFY(window->files().openPath(file));
        typeLine(window, QStringLiteral("// mine"));
        QVERIFY(window->document().isDirty());
        window->actionSet().save->trigger();
        QVERIFY(read(file).startsWith("// mine"));
        QVERIFY(!window->document().isDirty());
        QVERIFY(window->document().path().isEmpty());
        QCOMPARE(QDir(other.path()).entryList(QDir::Files), QStringList{"foo.cu"});
        // What another program wrote meanwhile is asked about.
        typeLine(window, QStringLiteral("// more"));
        write(file, "// theirs\n");
        bool asked = false;
        whenAsked([&](QDialog& dialog) {
            asked = dialog.objectName() == QLatin1String("conflictDialog");
            QTest::mouseClick(button(&dialog, QStringLiteral("Overwrite")), Qt::LeftButton);
        });
        window->actionSet().save->trigger();
        QVERIFY(asked);
        QVERIFY(read(file).startsWith("// more"));
        QVERIFY(window->document().path().isEmpty());
        // A changed set-up has not been saved anywhere yet.
        window->document().edit(QStringLiteral("change"), [](auto& p) { p.timing.repeats += 1; });
        whenAsked([&](QDialog& save) { chooseFile(save, other.filePath("foo.warpbench")); });
        window->actionSet().save->trigger();
        QCOMPARE(window->document().path(), other.filePath("foo.warpbench"));
        QCOMPARE(window->document().sourcePath(), file);
    }

    /// Compare in the banner, and Overwrite: the new project is still unnamed.
    void aBareSourceIsOverwrittenAsAProject() {
        OpenWindow window;
        QTemporaryDir other;
        const QString file = write(other.filePath("foo.cu"), "__global__ void k(float* a) {}\n");
        QVERIFY(window->files().openPath(file));
        typeLine(window, QStringLiteral("// mine"));
        window->document().edit(QStringLiteral("change"), [](auto& p) { p.timing.repeats += 1; });
        write(file, "// theirs\n");
        QTRY_VERIFY(banner(window)->text().contains(QStringLiteral("another program")));
        whenAsked([&](QDialog& dialog) {
            QCOMPARE(dialog.objectName(), QStringLiteral("conflictDialog"));
            whenAsked([&](QDialog& save) { chooseFile(save, other.filePath("foo.warpbench")); });
            QTest::mouseClick(button(&dialog, QStringLiteral("Overwrite")), Qt::LeftButton);
        });
        QTest::mouseClick(button(banner(window), QStringLiteral("Compare…")), Qt::LeftButton);
        QCOMPARE(window->document().path(), other.filePath("foo.warpbench"));
        QVERIFY(read(file).startsWith("// mine"));
        QVERIFY(!window->document().isDirty());
    }

    /// Choosing the project's own name in Save As does not count as another one.
    void saveAsOntoItselfAsksToo() {
        OpenWindow window;
        typeLine(window, QStringLiteral("// mine"));
        write(window->document().sourcePath(), "// theirs\n");
        bool asked = false;
        whenAsked([&](QDialog& save) {
            whenAsked([&](QDialog& replace) { // the file dialog's own question
                whenAsked([&](QDialog& dialog) {
                    asked = dialog.objectName() == QLatin1String("conflictDialog");
                });
                QTest::mouseClick(dynamic_cast<QMessageBox&>(replace).button(QMessageBox::Yes),
                                  Qt::LeftButton);
            });
            chooseFile(save, window->document().path());
        });
        window->actionSet().saveAs->trigger();
        QVERIFY(asked);
        QVERIFY(read(window->document().sourcePath()).startsWith("// theirs"));
    }

    /// The start page covers the banner with the offer, so it makes the offer itself.
    void theStartPageOffersWhatWasLeftBehind() {
        leaveBehind(QStringLiteral("// precious"));
        MainWindow::Options options = testOptions();
        options.remember = true;
        MainWindow window(options);
        window.showStartPage();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        auto* page = window.findChild<StartPage*>();
        auto* restore = page->findChild<QPushButton*>(QStringLiteral("startRestore"));
        QVERIFY(restore);
        QTest::keyClick(restore, Qt::Key_Return);
        QVERIFY(page->isHidden());
        QVERIFY(window.document().source().contains(QStringLiteral("precious")));
        QVERIFY(window.document().isDirty());
        QVERIFY(window.files().unsavedWork().empty());
    }

    void aLetterThatTheEncodingLacksIsAskedAbout() {
        OpenWindow window;
        const QString file = window->document().sourcePath();
        write(file, "// \xe9\n");
        QVERIFY(window->files().openPath(window->document().path()));
        QVERIFY(banner(window)->text().contains(QStringLiteral("UTF-8")));
        window->document().setSource(QString::fromUtf8("// \u00e9 \u2713\n"));
        whenAsked([](QDialog& box) {
            QTest::mouseClick(button(&box, QStringLiteral("Cancel")), Qt::LeftButton);
        });
        window->actionSet().save->trigger();
        QCOMPARE(read(file), QByteArray("// \xe9\n"));
        whenAsked([](QDialog& box) {
            QTest::mouseClick(button(&box, QStringLiteral("Save as UTF-8")), Qt::LeftButton);
        });
        window->actionSet().save->trigger();
        QCOMPARE(read(file), QByteArray("// \xc3\xa9 \xe2\x9c\x93\n"));
    }

    void aSourceBringsItsProject() {
        OpenWindow window;
        QTemporaryDir other;
        const QString project = copyExample(QStringLiteral("saxpy"), other.path());
        const QString source = other.filePath("saxpy.cu");
        QVERIFY(window->files().openPath(source));
        QCOMPARE(window->document().path(), project);
        QTest::mouseClick(button(banner(window), QStringLiteral("Open the Source Alone")),
                          Qt::LeftButton);
        QVERIFY(window->document().path().isEmpty());
        QCOMPARE(window->document().sourcePath(), source);
        QVERIFY(!window->document().isDirty()); // viewing it does not change it
    }

    void theTitleNamesTheFile() {
        OpenWindow window;
        QVERIFY2(window->windowTitle().startsWith(QStringLiteral("vector_multiply.warpbench[*]")),
                 qPrintable(window->windowTitle()));
        QVERIFY(window->windowTitle().contains(QStringLiteral("Vector multiply")));
        window->document().saveAs(QDir(window.folder()).filePath("scan.warpbench"));
        QVERIFY(window->windowTitle().startsWith(QStringLiteral("scan.warpbench[*]")));
    }

    void keysOfTheWindowReachIt() {
        OpenWindow window;
        auto* field = window.find<QWidget>("gridx")->findChild<QLineEdit*>();
        field->setFocus();
        QTest::keyClick(field, Qt::Key_E, Qt::ControlModifier);
        QVERIFY(window.editor().hasFocus());
        QTest::keyClick(&window.editor(), Qt::Key_Tab, Qt::ControlModifier);
        QVERIFY(!window.editor().hasFocus());
        window.editor().setFocus();
        window.editor().setCursorPosition(0, 3);
        const QString before = window.editor().text();
        QTest::keyClick(&window.editor(), Qt::Key_Slash, Qt::ControlModifier);
        QVERIFY2(window.editor().text(0) !=
                     before.section(QLatin1Char('\n'), 0, 0) + QLatin1Char('\n'),
                 qPrintable(window.editor().text(0)));
    }

    void plainFieldsShareTheSetupsHistory() {
        OpenWindow window;
        QVERIFY(window->showPanel(QStringLiteral("options")));
        QLineEdit* field = nullptr;
        for (auto* candidate : window->findChildren<QLineEdit*>()) {
            if (candidate->accessibleName() == QStringLiteral("Name of the project")) {
                field = candidate;
            }
        }
        QVERIFY(field);
        const QString before = field->text();
        field->setFocus();
        field->setCursorPosition(int(before.size()));
        QTest::keyClicks(field, QStringLiteral("xy"));
        QCOMPARE(window->document().undoStack()->index(), 1);
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(window->document().undoStack()->index(), 0);
        QCOMPARE(field->text(), before);
        QTest::keyClick(field, Qt::Key_Y, Qt::ControlModifier);
        QCOMPARE(field->text(), before + QStringLiteral("xy"));
    }

    void escapeClosesTheFindBarFirst() {
        OpenWindow window;
        window->actionSet().find->trigger();
        FindBar& bar = window->pane().findBar();
        QVERIFY(bar.isVisible());
        window.editor().setFocus();
        QTest::keyClick(&window.editor(), Qt::Key_Escape);
        QVERIFY(!bar.isVisible());
    }

    void theEditMenuWorksWhereTheFocusIs() {
        OpenWindow window;
        const Actions& a = window->actionSet();
        QVERIFY(!a.undo->isEnabled());
        window.editor().setFocus();
        a.selectAll->trigger();
        a.copy->trigger();
        QCOMPARE(QApplication::clipboard()->text(), window.editor().text());
        a.cut->trigger();
        QVERIFY(window.editor().text().isEmpty());
        QVERIFY(a.undo->isEnabled());
        a.undo->trigger();
        QVERIFY(!window.editor().text().isEmpty());
        QVERIFY(!a.undo->isEnabled());
        QVERIFY(a.redo->isEnabled());
        auto* field = window.find<QWidget>("gridx")->findChild<QLineEdit*>();
        QApplication::clipboard()->setText(QStringLiteral("7"));
        field->setFocus();
        a.selectAll->trigger();
        a.paste->trigger();
        QCOMPARE(field->text(), QStringLiteral("7"));
    }

    void aClosedProjectLeavesAnEmptyOne() {
        OpenWindow window;
        window->actionSet().closeProject->trigger();
        QVERIFY(window->document().path().isEmpty());
        QVERIFY(window->document().project().launches.empty());
        QVERIFY(!window->document().isDirty());
    }

  private:
    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstUnsaved)
} // namespace tst_unsaved

#include "tst_unsaved.moc"
