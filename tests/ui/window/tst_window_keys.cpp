// SPDX-License-Identifier: GPL-3.0-or-later
// The window without a mouse: run, stop, problems, results, commands by name.
#include "tests/main.h"
#include "tests/ui/window_test.h"
#include "ui/commands/actions.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/help_window.h"
#include "ui/dialogs/key_bindings.h"
#include "ui/editor/line_cost_bar.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/panels/output_panel.h"
#include "ui/panels/result_line.h"
#include "ui/results/diagnostics_model.h"
#include "ui/run/devices_model.h"
#include "ui/theme/banner.h"
#include "ui/window/run_presenter.h"
#include "ui/window/toolkit_check.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QProgressBar>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QTimer>
#include <QTreeWidget>

#include <algorithm>

namespace tst_window_keys {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

const char* const kEndless =
    "extern \"C\" __global__ void multiply_them(float* dest, const float* a, const float* b) {\n"
    "    volatile float* d = dest;\n    while (true) { d[0] = d[0] + 1; }\n}\n";

} // namespace

class TstWindowKeys : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
    }

    void runStopAndRunAgain() {
        if (compilerIsMissing()) {
            QSKIP("the CUDA compiler is not installed");
        }
        OpenWindow window;
        const QString good = window.editor().text();
        window.editor().setText(QLatin1String(kEndless));
        window.editor().setFocus();
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        QSignalSpy progressed(&window->controller(), &RunController::progressed);
        QTest::keyClick(&window.editor(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(saw(progressed, QStringLiteral("Check")), kPatience);
        // The bar comes up when a step takes long, and not before.
        auto* bar = window->findChild<QProgressBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), kPatience);
        QTest::keyClick(&window.editor(), Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        // A time limit would have its own message.
        QCOMPARE(window->workbench().results.report()->status, session::RunStatus::cancelled);
        QVERIFY(!bar->isVisible());
        window.editor().setText(good);
        QTest::keyClick(&window.editor(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 2, kPatience);
        QCOMPARE(window->workbench().results.report()->status, session::RunStatus::ok);
        QCOMPARE(window.editor().text(), good); // Ctrl+Return does not insert a line
    }

    /// A letter that a panel takes too would open the menu every other time only.
    void theMenusLettersAreTheirOwn() {
        OpenWindow window;
        QSet<QKeySequence> menus;
        for (const QAction* menu : window->menuBar()->actions()) {
            const QKeySequence key = QKeySequence::mnemonic(menu->text());
            QVERIFY2(!key.isEmpty() && !menus.contains(key), qPrintable(menu->text()));
            menus.insert(key);
        }
        for (const auto* button : window->findChildren<QAbstractButton*>()) {
            QVERIFY2(!menus.contains(QKeySequence::mnemonic(button->text())),
                     qPrintable(button->text()));
        }
        QVERIFY(window->showPanel(QStringLiteral("options")));
        bool opened = false;
        QTimer::singleShot(0, &*window, [&opened] {
            if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
                opened = menu->title() == QStringLiteral("&File");
                menu->close();
            }
        });
        QTest::keyClick(&*window, Qt::Key_F, Qt::AltModifier);
        QTRY_VERIFY(opened);
    }

    void aBaselineNeedsTimes() {
        if (compilerIsMissing()) {
            QSKIP("the CUDA compiler is not installed");
        }
        OpenWindow window;
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        const QString good = window.editor().text();
        window.editor().setText(good + QStringLiteral("nonsense"));
        window->actionSet().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        QVERIFY(!window->actionSet().pinBaseline->isEnabled());
        window.editor().setText(good);
        window->actionSet().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 2, kPatience);
        QVERIFY(window->actionSet().pinBaseline->isEnabled());
    }

    void problemsAreWalkedThroughAndGoWithTheNextRun() {
        if (compilerIsMissing()) {
            QSKIP("the CUDA compiler is not installed");
        }
        OpenWindow window;
        const QString good = window.editor().text();
        window.editor().setText(QStringLiteral("__device__ int a = nobody;\n\n\n"
                                               "__device__ int b = nothing;\n") +
                                good);
        window.editor().setCursorPosition(5, 0);
        window.editor().setFocus();
        QSignalSpy compiled(&window->controller(), &RunController::compiled);
        QTest::keyClick(&window.editor(), Qt::Key_B, Qt::ControlModifier);
        QVERIFY(compiled.wait(kPatience));
        QVERIFY(window->workbench().diagnostics.errorCount() >= 2);
        QTest::keyClick(&window.editor(), Qt::Key_F4);
        QCOMPARE(lineOf(window.editor()), 1); // round the end
        QTest::keyClick(&window.editor(), Qt::Key_F4);
        QCOMPARE(lineOf(window.editor()), 4);
        QTest::keyClick(&window.editor(), Qt::Key_F4, Qt::ShiftModifier);
        QCOMPARE(lineOf(window.editor()), 1);
        window.editor().setText(good);
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        QTest::keyClick(&window.editor(), Qt::Key_F5);
        QCOMPARE(window->workbench().diagnostics.rowCount(), 0); // of the run before
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        auto* line = window->findChild<QLineEdit*>(QStringLiteral("commandLine"));
        QVERIFY2(line->text().contains(QStringLiteral("sm_90")), qPrintable(line->text()));
    }

    void aCheckLeadsToItsBuffer() {
        if (compilerIsMissing()) {
            QSKIP("the CUDA compiler is not installed");
        }
        OpenWindow window;
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        QTest::keyClick(&window.editor(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        QVERIFY(window->panel<BufferInspector>().showBuffer(QStringLiteral("a")));
        window->showPanel(QStringLiteral("timing"));
        auto* check = window.find<ResultLine>("check.dest");
        QVERIFY(check);
        check->setFocus();
        QTest::keyClick(check, Qt::Key_Return);
        QCOMPARE(window->panel<BufferInspector>().currentBuffer(), QStringLiteral("dest"));
        QTRY_VERIFY(window->panel<BufferInspector>().isVisible());
        QVERIFY(window->panel<BufferInspector>().showBuffer(QStringLiteral("a")));
        QTest::mouseClick(check, Qt::LeftButton);
        QCOMPARE(window->panel<BufferInspector>().currentBuffer(), QStringLiteral("dest"));
    }

    void findGoToAndTheEditorItself() {
        OpenWindow window;
        CodeEditor& editor = window.editor();
        editor.setFocus();
        QTest::keyClick(&editor, Qt::Key_F, Qt::ControlModifier);
        auto* find = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(find);
        QTest::keyClicks(find, QStringLiteral("blockIdx"));
        QCOMPARE(editor.selectedText(), QStringLiteral("blockIdx"));
        QTest::keyClick(find, Qt::Key_Escape);
        QVERIFY(editor.hasFocus());
        whenAsked([](QDialog& dialog) {
            QTest::keyClicks(dialog.focusWidget(), QStringLiteral("3"));
            QTest::keyClick(&dialog, Qt::Key_Return);
        });
        QTest::keyClick(&editor, Qt::Key_L, Qt::ControlModifier);
        QCOMPARE(lineOf(editor), 3);
        window.activate();
        auto* launches = window.find<QWidget>("launchChoice");
        launches->setFocus();
        QVERIFY(!editor.hasFocus());
        QTest::keyClick(launches, Qt::Key_E, Qt::ControlModifier);
        QVERIFY(editor.hasFocus());
    }

    void commandsAreDoneByName() {
        OpenWindow window;
        window.editor().setFocus();
        whenAsked([](QDialog& dialog) {
            QCOMPARE(dialog.objectName(), QStringLiteral("commandPalette"));
            auto* typed = dialog.findChild<QLineEdit*>();
            QTest::keyClicks(typed, QStringLiteral("panel occu"));
            QCOMPARE(dialog.findChild<QListWidget*>()->currentItem()->text(),
                     QStringLiteral("Panel: Occupancy"));
            QTest::keyClick(typed, Qt::Key_Return);
        });
        QTest::keyClick(&window.editor(), Qt::Key_K, Qt::ControlModifier);
        QTRY_VERIFY(window.find<QDockWidget>("occupancyDock")->widget()->isVisible());
        // An invalid name is reported, and Esc closes it.
        window.activate();
        window.editor().setFocus();
        bool asked = false;
        whenAsked([&asked](QDialog& dialog) {
            asked = true;
            QTest::keyClicks(dialog.findChild<QLineEdit*>(), QStringLiteral("qqqq"));
            QCOMPARE(dialog.findChild<QListWidget*>()->count(), 0);
            QTest::keyClick(&dialog, Qt::Key_Escape);
        });
        QTest::keyClick(&window.editor(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(asked);
    }

    void theBestNameComesFirst() {
        QVERIFY(matchScore(QStringLiteral("Run"), QStringLiteral("run")) >
                matchScore(QStringLiteral("Redo the Undo"), QStringLiteral("run")));
        QVERIFY(matchScore(QStringLiteral("Save As"), QStringLiteral("sa")) >
                matchScore(QStringLiteral("Restore Layout"), QStringLiteral("sa")));
        QVERIFY(matchScore(QStringLiteral("Run"), QStringLiteral("xyz")) < 0);
        QVERIFY(matchScore(QStringLiteral("Go to Line"), QStringLiteral("gtl")) > 0);
        QVERIFY(matchScore(QStringLiteral("Go to Line"), QStringLiteral("go li")) > 0);
        // The first "l" leads nowhere; the second does.
        QVERIFY(matchScore(QStringLiteral("Launch: Line Costs"), QStringLiteral("lic")) > 0);
        // A piece of a word finds it, but behind those that begin so.
        QVERIFY(matchScore(QStringLiteral("Kernelkosten"), QStringLiteral("kosten")) >= 0);
        QVERIFY(matchScore(QStringLiteral("Kosten"), QStringLiteral("kosten")) >
                matchScore(QStringLiteral("Kernelkosten"), QStringLiteral("kosten")));
        // Letters scattered over a name do not match.
        QVERIFY(matchScore(QStringLiteral("Example: Matrix multiply"), QStringLiteral("ptx")) < 0);
    }

    /// Searching for a panel by another word finds it.
    void panelsAreFoundByWhatTheyShow_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("command");
        QTest::newRow("ptx") << "ptx"
                             << "Panel: Code";
        QTest::newRow("assembly") << "assem"
                                  << "Panel: Code";
        QTest::newRow("sweep") << "sweep"
                               << "Panel: Occupancy";
        QTest::newRow("debugger") << "debugger"
                                  << "Panel: Step";
        QTest::newRow("bank conflicts") << "bank co"
                                        << "Panel: Lanes";
        QTest::newRow("spills") << "spills"
                                << "Panel: Resources";
        QTest::newRow("roofline") << "roof"
                                  << "Panel: Counters";
        QTest::newRow("printf") << "printf"
                                << "Panel: Output";
        QTest::newRow("a command's tip") << "Out-of-bounds"
                                         << "Check for Faults (simulated GPU) (is on)";
    }
    void panelsAreFoundByWhatTheyShow() {
        QFETCH(QString, typed);
        QFETCH(QString, command);
        OpenWindow window;
        QStringList offered;
        whenAsked([&](QDialog& dialog) {
            QTest::keyClicks(dialog.findChild<QLineEdit*>(), typed);
            const auto* list = dialog.findChild<QListWidget*>();
            for (int i = 0; i < list->count(); ++i) {
                offered << list->item(i)->text();
            }
            QTest::keyClick(&dialog, Qt::Key_Escape);
        });
        QTest::keyClick(&window.editor(), Qt::Key_K, Qt::ControlModifier);
        QVERIFY2(offered.contains(command), qPrintable(offered.join(QStringLiteral(" | "))));
    }

    void costsOfLinesStandBesideThem() {
        if (compilerIsMissing()) {
            QSKIP("the CUDA compiler is not installed");
        }
        OpenWindow window(QStringLiteral("transpose"));
        CodeEditor& editor = window.editor();
        editor.setFocus();
        auto* bar = window.find<LineCostBar>("lineCosts");
        QVERIFY(bar->isHidden());
        QTest::keyClick(&editor, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(bar->isVisible());
        auto* sentence = bar->findChild<QLabel*>(QStringLiteral("lineCostSentence"));
        QTRY_VERIFY(sentence->toolTip().contains(QStringLiteral("Run")));
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        QTest::keyClick(&editor, Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        QVERIFY(!editor.noteText(10).isEmpty());
        QVERIFY(editor.noteText(5).isEmpty()); // a comment
        // Line 10 reads rows and writes columns: 4 + 32 sectors where 4 + 4 would do.
        bar->setMetric(LineMetric::sectors);
        QCOMPARE(editor.noteText(10), QStringLiteral("4.5×"));
        QCOMPARE(editor.noteText(39), QStringLiteral("1×"));
        QTest::keyClick(&editor, Qt::Key_F7);
        QCOMPARE(lineOf(editor), 10);
        QTRY_VERIFY(sentence->toolTip().startsWith(QStringLiteral("Line 10: ")));
        // A column of the tile is in one bank; with padding it is not.
        bar->setMetric(LineMetric::bankConflicts);
        QCOMPARE(editor.noteText(25), QStringLiteral("+31"));
        QCOMPARE(editor.noteText(39), QStringLiteral("+0"));
        QTest::keyClick(&editor, Qt::Key_F7);
        QCOMPARE(lineOf(editor), 25);
        // During typing, values stay at their lines and are marked as old.
        editor.setCursorPosition(0, 0);
        QTest::keyClick(&editor, Qt::Key_Return);
        QCOMPARE(editor.noteText(26), QStringLiteral("+31"));
        QVERIFY(!bar->findChild<QLabel*>(QStringLiteral("lineCostsStale"))->isHidden());
        QTest::keyClick(&editor, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(bar->isHidden());
        QVERIFY(editor.noteText(26).isEmpty());
        window->actionSet().lineCosts->setChecked(false);
    }

    void everyShortcutIsListed() {
        OpenWindow window;
        QStringList keys;
        whenAsked([&keys](QDialog& dialog) {
            QCOMPARE(dialog.objectName(), QStringLiteral("shortcutsDialog"));
            auto* list = dialog.findChild<QTreeWidget*>();
            for (QTreeWidgetItemIterator at(list); *at; ++at) {
                keys << (*at)->text(1).split(QStringLiteral(" or "));
            }
        });
        window->actionSet().shortcuts->trigger();
        for (const QAction* action : window->actions()) {
            for (const QKeySequence& key : action->shortcuts()) {
                QVERIFY2(keys.contains(key.toString(QKeySequence::NativeText)),
                         qPrintable(action->text()));
            }
        }
    }

    void aKeyCanBeChosenAndGivenBack() {
        OpenWindow window;
        QAction* compile = window->actionSet().compile;
        const QKeySequence own = compile->shortcut();
        QString problem;
        whenAsked([&](QDialog& dialog) {
            auto* list = dialog.findChild<QTreeWidget*>();
            auto* edit = dialog.findChild<QKeySequenceEdit*>();
            auto* set = dialog.findChild<QPushButton*>(QStringLiteral("setKey"));
            for (QTreeWidgetItemIterator at(list); *at; ++at) {
                if ((*at)->text(0) == QLatin1String("Compile")) {
                    list->setCurrentItem(*at);
                }
            }
            edit->setKeySequence(window->actionSet().save->shortcut());
            set->click();
            problem = dialog.findChild<QLabel*>(QStringLiteral("keyProblem"))->text();
            edit->setKeySequence(QKeySequence(QStringLiteral("Ctrl+Alt+B")));
            set->click();
        });
        window->actionSet().shortcuts->trigger();
        QVERIFY2(problem.contains(QLatin1String("Save")), qPrintable(problem));
        QCOMPARE(compile->shortcut(), QKeySequence(QStringLiteral("Ctrl+Alt+B")));
        QVERIFY(compile->toolTip().endsWith(QLatin1String("(Ctrl+Alt+B)")));
        const MainWindow next(testOptions());
        QCOMPARE(next.findChild<QAction*>(QStringLiteral("compile"))->shortcut(),
                 QKeySequence(QStringLiteral("Ctrl+Alt+B")));
        for (const char* typed : {"B", "Shift+B", "Return", "Enter", "Tab", "Backspace", "Del",
                                  "Left", "Shift+End", "PgDown", "Ins"}) {
            const QKeySequence key(QLatin1String(typed), QKeySequence::PortableText);
            QVERIFY2(!whyNotKey(*window, *compile, key).isEmpty(), typed);
        }
        for (const char* free : {"F2", "Ctrl+Return", "Pause", "Alt+Del", "Shift+F2"}) {
            const QKeySequence key(QLatin1String(free), QKeySequence::PortableText);
            if (window->actionSet().run->shortcuts().contains(key))
                continue;
            QCOMPARE(whyNotKey(*window, *compile, key), QString());
        }
        QCOMPARE(restoreKeys(*window, *compile), QString());
        QCOMPARE(compile->shortcut(), own);
        QVERIFY(!hasChosenKey(*compile));
    }

    /// QScintilla has its own commands on many keys, but the window's keys take precedence, even
    /// while an action is disabled, or after its key was reassigned.
    void textsNameTheKeysOfNow() {
        OpenWindow window;
        auto* start = window->findChild<QPushButton*>(QStringLiteral("stepStart"));
        QAction& step = *window->actionSet().stepOver;
        QCOMPARE(start->text(), QStringLiteral("Step (F10)"));
        chooseKey(step, QKeySequence(QStringLiteral("Ctrl+Alt+9")));
        QCOMPARE(start->text(), QStringLiteral("Step (Ctrl+Alt+9)"));
        chooseKey(step, QKeySequence());
        QCOMPARE(start->text(), QStringLiteral("Step"));
        restoreKeys(*window, step);
        QCOMPARE(start->text(), QStringLiteral("Step (F10)"));
    }

    void aKeyOfTheWindowNeverChangesTheText() {
        OpenWindow window;
        CodeEditor& editor = window.editor();
        const auto changes = [&editor](const QKeySequence& key) {
            const QString text = QStringLiteral("one = 1;\ntwo = 2;\nthree = 3;\nfour();\n");
            editor.replaceText(text);
            editor.setCursorPosition(1, 2);
            editor.setFocus();
            const QKeyCombination first = key[0];
            QTest::keyClick(&editor, first.key(), first.keyboardModifiers());
            int line = 0;
            int column = 0;
            editor.getCursorPosition(&line, &column);
            return editor.text() != text || line != 1 || column != 2 || editor.hasSelectedText();
        };
        int tried = 0;
        for (QAction* action : window->actions()) {
            if (action->shortcutContext() != Qt::WindowShortcut)
                continue; // those of the Edit menu are the editor's too
            const bool enabled = action->isEnabled();
            action->setEnabled(false);
            for (const QKeySequence& key : action->shortcuts()) {
                if (key[0].key() == Qt::Key_Escape)
                    continue;
                ++tried;
                QVERIFY2(!changes(key), qPrintable(action->objectName()));
            }
            action->setEnabled(enabled);
        }
        QVERIFY(tried > 40);
        // A key that the user chose, of an action that is disabled; and the one it had before.
        QAction* check = window->actionSet().checkTasks;
        const QKeySequence own = check->shortcut();
        chooseKey(*check, QKeySequence(QStringLiteral("Ctrl+U")));
        check->setEnabled(false);
        const bool changed = changes(check->shortcut()) || changes(own);
        const QString before = editor.text();
        QTest::keyClick(&editor, Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        restoreKeys(*window, *check);
        QVERIFY(!changed);
        QCOMPARE(editor.text(), before);
    }

    /// The editor keeps its own keys that the window does not use.
    void theEditorKeepsItsOwnKeys() {
        OpenWindow window;
        CodeEditor& editor = window.editor();
        editor.replaceText(QStringLiteral("one two\n"));
        editor.setFocus();
        QTest::keyClick(&editor, Qt::Key_End);
        QTest::keyClick(&editor, Qt::Key_Left, Qt::ControlModifier);
        QTest::keyClick(&editor, Qt::Key_Delete, Qt::ControlModifier);
        QCOMPARE(editor.text(), QStringLiteral("one \n"));
        QTest::keyClick(&editor, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(editor.text(), QStringLiteral("one two\n"));
        QTest::keyClick(&editor, Qt::Key_Home, Qt::ShiftModifier);
        QTest::keyClick(&editor, Qt::Key_X, Qt::ControlModifier);
        QCOMPARE(editor.text(), QStringLiteral("\n"));
    }

    void theManualIsRead() {
        OpenWindow window;
        window.editor().setFocus();
        QTest::keyClick(&window.editor(), Qt::Key_F1);
        auto* help = window->findChild<HelpWindow*>();
        QVERIFY(help);
        QTRY_VERIFY(help->isVisible());
        QVERIFY(help->page().toPlainText().contains(QStringLiteral("The editor")));
        help->close();
    }

    void everyActionIsInAMenuAndHasAName() {
        OpenWindow window;
        for (const QAction* action : window->actions()) {
            QVERIFY(!action->text().isEmpty());
            const auto places = action->associatedObjects();
            QVERIFY2(std::any_of(places.begin(), places.end(),
                                 [](const QObject* place) { return place->inherits("QMenu"); }),
                     qPrintable(action->text()));
        }
    }

    void aMissingCompilerIsToldWithAWayOut() {
        QWidget window;
        Banner banner(&window);
        window.show();
        compile::CompilerInfo info;
        info.problem = "NVRTC was not found";
        ToolkitCheck check(banner, &window, [&info] { return info; });
        QSignalSpy checked(&check, &ToolkitCheck::checked);
        check.check();
        QTRY_COMPARE(checked.count(), 1);
        QVERIFY(banner.text().contains(QStringLiteral("compiler was not found")));
        auto* button = banner.findChild<QPushButton*>();
        QVERIFY(button->isVisible());
        bool asked = false;
        info.available = true; // as if it had been fetched
        whenAsked([&](QDialog& dialog) {
            asked = dialog.objectName() == QLatin1String("compilerDialog");
        });
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(asked);
        QTRY_COMPARE(checked.count(), 2);
        QVERIFY(banner.text().isEmpty());
    }

    void withNoGpuTheLogSaysSo() {
        OpenWindow window;
        bool real = false;
        for (int row = 0; row < window->workbench().devices.rowCount(); ++row) {
            const auto* device = window->workbench().devices.device(row);
            real = real || (!device->simulated && device->usable());
        }
        QCOMPARE(window->panel<OutputPanel>().text().contains(QStringLiteral("simulated GPU")),
                 !real);
    }

  private:
    static bool saw(const QSignalSpy& progressed, const QString& phase) {
        return std::any_of(progressed.begin(), progressed.end(), [&](const auto& arguments) {
            return arguments.at(0).toString().contains(phase);
        });
    }
    static int lineOf(const CodeEditor& editor) {
        int line = 0;
        int column = 0;
        editor.getCursorPosition(&line, &column);
        return line + 1;
    }

    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstWindowKeys)
} // namespace tst_window_keys

#include "tst_window_keys.moc"
