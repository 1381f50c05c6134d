// SPDX-License-Identifier: GPL-3.0-or-later
// The window with real events and the real session in its child process.
#include "tests/main.h"
#include "tests/ui/drawn_test.h"
#include "tests/ui/window_test.h"
#include "ui/charts/timing_panel.h"
#include "ui/commands/actions.h"
#include "ui/docks/panel_docks.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/inspector/image_view.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/results_panel.h"
#include "ui/results/diagnostics_model.h"
#include "ui/results/resource_model.h"
#include "ui/theme/banner.h"
#include "ui/window/run_presenter.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

namespace tst_window {

using namespace warpbench;
using namespace warpbench::ui;

class TstWindow : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareDrawnTest(m_home); }

    void shortcutsAreUnique() {
        MainWindow window(testOptions());
        QMap<QString, QString> owners;
        for (const QAction* action : window.actions()) {
            for (const QKeySequence& key : action->shortcuts()) {
                QVERIFY2(!owners.contains(key.toString()),
                         qPrintable(key.toString() + QStringLiteral(": ") + action->text()));
                owners.insert(key.toString(), action->text());
            }
        }
        QVERIFY(owners.contains(QStringLiteral("F5")));
    }

    void setUpEditsAreUndone() {
        QTemporaryDir folder;
        MainWindow window(testOptions());
        open(window, folder);
        auto* block = window.findChild<QWidget*>(QStringLiteral("blockx"));
        QVERIFY(block);
        auto* edit = block->findChild<QLineEdit*>();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const std::string before = window.document().project().launches[0].block[0].text;
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, QStringLiteral("64"));
        QCOMPARE(window.document().project().launches[0].block[0].text, std::string("64"));
        QVERIFY(window.isWindowModified());
        auto* summary = window.findChild<QLabel*>(QStringLiteral("launchSummary"));
        // The next lines say that they are fewer than the elements.
        QCOMPARE(summary->text().section(QLatin1Char('\n'), 0, 0),
                 QStringLiteral("1 block of 64: 64 threads"));
        window.actionSet().undoSetup->trigger();
        QCOMPARE(window.document().project().launches[0].block[0].text, before);
        QCOMPARE(edit->text().toStdString(), before);
        window.actionSet().redoSetup->trigger();
        QCOMPARE(edit->text(), QStringLiteral("64"));
        // The usual keys do the same where the set-up has the focus, field or not.
        QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(edit->text().toStdString(), before);
        QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(edit->text(), QStringLiteral("64"));
        auto* choice = window.findChild<QWidget*>(QStringLiteral("launchChoice"));
        choice->setFocus();
        QTest::keyClick(choice, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(window.document().project().launches[0].block[0].text, before);
        // A wrong expression is marked at its field, and the rest of the panel works.
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, QStringLiteral("nobody"));
        QVERIFY(edit->property("invalid").toBool());
        leave(window);
    }

    void aProblemOfTheSetUpLeadsThere_data() {
        QTest::addColumn<QByteArray>("key"); // at the top level of the project's file
        QTest::addColumn<QString>("part");
        QTest::newRow("launches") << QByteArray("\"launches\"") << "launch";
        QTest::newRow("buffers") << QByteArray("\"buffers\"") << "project-buffers";
        QTest::newRow("parameters") << QByteArray("\"parameters\"") << "launch";
        QTest::newRow("compile") << QByteArray("\"compile\"") << "options";
        QTest::newRow("tasks") << QByteArray("\"tasks\"") << "tasks";
        QTest::newRow("no line") << QByteArray() << "launch";
    }
    void aProblemOfTheSetUpLeadsThere() {
        QFETCH(QByteArray, key);
        QFETCH(QString, part);
        QTemporaryDir folder;
        MainWindow window(testOptions());
        open(window, folder);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QFile file(window.document().path());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        Problem problem;
        problem.text = QStringLiteral("wrong");
        problem.origin = ProblemOrigin::project;
        if (!key.isEmpty()) {
            const auto at = text.indexOf("\n  " + key);
            QVERIFY(at >= 0);
            problem.file = window.document().path();
            problem.line = int(text.left(at).count('\n')) + 4; // in what belongs to the key
        }
        window.docks().show(QStringLiteral("problems"));
        window.workbench().diagnostics.setProblems({problem});
        QSignalSpy wanted(&window.workbench().selection, &Selection::panelWanted);
        auto* list = window.panel<ProblemsPanel>().findChild<QTreeView*>();
        list->setFocus();
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Return);
        QVERIFY(!wanted.isEmpty());
        QCOMPARE(wanted.last().at(0).value<PanelId>().text(), part);
        QVERIFY(window.docks().dockOf(part)->isVisible());
    }

    void themesChangeEverything() {
        MainWindow window(testOptions());
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.setDark(true);
        QVERIFY(window.palette().color(QPalette::Window).lightness() < 80);
        const QImage dark = window.grab().toImage();
        window.setDark(false);
        const QImage light = window.grab().toImage();
        QVERIFY(light.pixelColor(light.width() / 2, light.height() / 2).lightness() >
                dark.pixelColor(dark.width() / 2, dark.height() / 2).lightness() + 100);
    }

    void theLayoutComesBack() {
        MainWindow window(testOptions());
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        auto* setup = window.findChild<QWidget*>(QStringLiteral("setupDock"));
        QVERIFY(setup->isVisible());
        setup->hide();
        window.actionSet().restoreLayout->trigger();
        QVERIFY(setup->isVisible());
        QVERIFY(!window.showPanel(QStringLiteral("nowhere")));
        for (const QString& name : window.docks().names()) {
            QVERIFY2(window.showPanel(name), qPrintable(name));
        }
    }

    /// With Run on Change, an automatic compile does not scroll the text being edited.
    void runOnChangeLeavesTheTextWhereItIs() {
        needCompiler();
        QTemporaryDir folder;
        MainWindow window(testOptions());
        open(window, folder);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        waitForDevices(window);
        CodeEditor& editor = window.pane().editor();
        editor.setFocus();
        editor.setCursorPosition(0, 0);
        editor.insert(QStringLiteral("__device__ int broken = nobody;\n"));
        editor.setCursorPosition(editor.lines() - 1, 0);
        editor.insert(QString(500, QLatin1Char('\n')));
        editor.setCursorPosition(editor.lines() - 1, 0);
        window.actionSet().runOnChange->setChecked(true);
        QSignalSpy shown(&window.presenter(), &RunPresenter::reportShown);
        QTest::keyClick(&editor, Qt::Key_Return);
        const int first = editor.firstVisibleLine();
        QVERIFY(first > 100);
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), kPatience);
        QVERIFY(window.workbench().diagnostics.errorCount() > 0);
        QCOMPARE(editor.firstVisibleLine(), first);
        window.actionSet().runOnChange->setChecked(false);
        leave(window);
    }

    void anErrorIsShownUnderItsLine() {
        needCompiler();
        QTemporaryDir folder;
        MainWindow window(testOptions());
        open(window, folder);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        CodeEditor& editor = window.pane().editor();
        editor.setFocus();
        editor.setCursorPosition(0, 0);
        QTest::keyClicks(&editor, QStringLiteral("__device__ int broken = nobody;"));
        QTest::keyClick(&editor, Qt::Key_Escape); // the list of completions, if it is open
        QTest::keyClick(&editor, Qt::Key_Return);
        QSignalSpy compiled(&window.controller(), &RunController::compiled);
        window.actionSet().compile->trigger();
        QVERIFY(compiled.wait(kPatience));
        QVERIFY(window.workbench().diagnostics.errorCount() > 0);
        QVERIFY(editor.annotationText(1).contains(QStringLiteral("nobody")));
        QCOMPARE(window.pane().resultBanner().kind(), Banner::Kind::error);
        // A stopped or failed run is not reported while the next one is in progress.
        window.pane().resultBanner().showMessage(Banner::Kind::warning, QStringLiteral("Stopped"));
        window.actionSet().compile->trigger();
        QVERIFY(window.pane().resultBanner().isHidden());
        QVERIFY(compiled.wait(kPatience));
        // Undone in the editor, it compiles.
        while (editor.isUndoAvailable()) {
            window.actionSet().undo->trigger();
        }
        compiled.clear();
        window.actionSet().compile->trigger();
        QVERIFY(compiled.wait(kPatience));
        QCOMPARE(window.workbench().diagnostics.errorCount(), 0);
        QVERIFY(!window.workbench().usage.kernels().empty());
        leave(window);
    }

    void runShowsResultsAndMarksThemStale() {
        needCompiler();
        QTemporaryDir folder;
        MainWindow window(testOptions());
        open(window, folder);
        waitForDevices(window);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QSignalSpy shown(&window.presenter(), &RunPresenter::reportShown);
        QSignalSpy failed(&window.controller(), &RunController::failed);
        auto* button = window.findChild<QWidget*>(QStringLiteral("runButton"));
        QVERIFY(button);
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(window.controller().busy());
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() + failed.count() > 0, kPatience);
        QCOMPARE(failed.count(), 0);
        const session::RunReport* report = window.workbench().results.report();
        QVERIFY(report);
        QVERIFY2(report->status == session::RunStatus::ok, report->message.whole().c_str());
        QVERIFY(report->device->simulated);
        QCOMPARE(window.pane().resultBanner().kind(), Banner::Kind::success);
        QVERIFY(window.panel<BufferInspector>().showBuffer(QStringLiteral("dest")));
        auto* stale = window.findChild<QWidget*>(QStringLiteral("staleBadge"));
        QVERIFY(stale->isHidden());
        window.document().edit(QStringLiteral("change"), [](auto& p) { p.timing.repeats += 1; });
        QVERIFY(!stale->isHidden());
        window.actionSet().undoSetup->trigger();
        QVERIFY(stale->isHidden());
        leave(window);
    }

    void aFaultIsMarkedInASourceOfAnyName() {
        needCompiler();
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("größe 日本.cu"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("extern \"C\" __global__ void k(float* x, int n) {\n"
                   "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                   "    x[i + n] = 1;\n}\n");
        file.close();
        MainWindow window(testOptions());
        QVERIFY(window.files().openPath(path));
        waitForDevices(window);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QSignalSpy shown(&window.presenter(), &RunPresenter::reportShown);
        window.actionSet().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        QVERIFY(window.workbench().results.report()->status == session::RunStatus::fault);
        QVERIFY(window.pane().editor().hasProblem(3));
        window.document().saveAs(folder.filePath(QStringLiteral("k.warpbench")));
        leave(window);
    }

    /// With zones round its buffers a write outside is found where a real GPU would say nothing.
    void guardZonesAreAskedFor() {
        needCompiler();
        QTemporaryDir folder;
        MainWindow window(testOptions());
        open(window, folder);
        waitForDevices(window);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(!window.actionSet().guardZones->isChecked());
        window.actionSet().guardZones->trigger();
        window.pane().editor().setText(QStringLiteral(
            "extern \"C\" __global__ void multiply_them(float* dest, const float* a,\n"
            "                                         const float* b) {\n"
            "    dest[threadIdx.x] = a[threadIdx.x] * b[threadIdx.x];\n"
            "    if (threadIdx.x == 0)\n        dest[-1] = 1;\n}\n"));
        QSignalSpy shown(&window.presenter(), &RunPresenter::reportShown);
        window.actionSet().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        const session::RunReport& report = *window.workbench().results.report();
        QCOMPARE(report.faults.size(), std::size_t(1));
        QVERIFY2(report.faults[0].text.find("outside of buffer \"dest\"") != std::string::npos,
                 report.faults[0].text.c_str());
        window.actionSet().guardZones->trigger(); // is remembered
        leave(window);
    }

    void coloursAreShownAsAPicture() {
        needCompiler();
        QTemporaryDir folder;
        MainWindow window(testOptions());
        open(window, folder, QStringLiteral("mandelbrot"));
        waitForDevices(window);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QSignalSpy shown(&window.presenter(), &RunPresenter::reportShown);
        window.actionSet().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        auto* buffer = window.findChild<QComboBox*>(QStringLiteral("inspectorBuffer"));
        auto* view = window.findChild<QComboBox*>(QStringLiteral("inspectorView"));
        auto* image = window.findChild<ImageView*>();
        QVERIFY(buffer && view && image);
        QCOMPARE(buffer->currentText(), QStringLiteral("picture"));
        QCOMPARE(view->currentText(), QStringLiteral("Image"));
        QTRY_COMPARE_WITH_TIMEOUT(image->image().size(), QSize(384, 256), kPatience);
        QVERIFY(window.showPanel(QStringLiteral("buffers:steps")));
        QCOMPARE(buffer->currentText(), QStringLiteral("steps"));
        QVERIFY(window.showPanel(QStringLiteral("buffers:picture")));
        QCOMPARE(buffer->currentText(), QStringLiteral("picture"));
        QCOMPARE(view->currentText(), QStringLiteral("Image"));
        QTRY_COMPARE_WITH_TIMEOUT(image->image().size(), QSize(384, 256), kPatience);
        QVERIFY(!window.showPanel(QStringLiteral("timing:picture")));
        leave(window);
    }

    /// After a lesson's first run the Buffers panel shows what its notes speak of.
    void lessonsOpenOnWhatTheirNotesSpeakOf_data() {
        QTest::addColumn<QString>("buffer");
        QTest::newRow("generated") << QStringLiteral("dot");
        QTest::newRow("heat") << QStringLiteral("u");
        QTest::newRow("histogram") << QStringLiteral("counts_global");
        QTest::newRow("launch_error") << QStringLiteral("out");
        QTest::newRow("mandelbrot") << QStringLiteral("picture");
        QTest::newRow("matrix_multiply") << QStringLiteral("c_naive");
        QTest::newRow("occupancy") << QStringLiteral("smoothed");
        QTest::newRow("reduction") << QStringLiteral("total_1");
        QTest::newRow("saxpy") << QStringLiteral("out");
        QTest::newRow("scatter_gather") << QStringLiteral("x");
        QTest::newRow("transpose") << QStringLiteral("naive");
        QTest::newRow("vector_multiply") << QStringLiteral("dest");
    }
    void lessonsOpenOnWhatTheirNotesSpeakOf() {
        needCompiler();
        QFETCH(QString, buffer);
        OpenWindow window(QString::fromLatin1(QTest::currentDataTag()));
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        window->actionSet().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        QCOMPARE(window->panel<BufferInspector>().currentBuffer(), buffer);
    }

    void stopStopsAnEndlessKernel() {
        needCompiler();
        QTemporaryDir folder;
        MainWindow window(testOptions());
        open(window, folder);
        waitForDevices(window);
        window.pane().editor().setText(QStringLiteral(
            "extern \"C\" __global__ void multiply_them(float* dest, const float* a, const float* "
            "b) {\n    volatile float* d = dest;\n    while (true) { d[0] = d[0] + 1; }\n}\n"));
        QSignalSpy shown(&window.presenter(), &RunPresenter::reportShown);
        QSignalSpy progressed(&window.controller(), &RunController::progressed);
        window.actionSet().run->trigger();
        // Once it has compiled, the kernel runs.
        QTRY_VERIFY_WITH_TIMEOUT(std::any_of(progressed.begin(), progressed.end(),
                                             [](const QList<QVariant>& arguments) {
                                                 return arguments.at(0).toString().contains(
                                                     QStringLiteral("Check"));
                                             }),
                                 kPatience);
        QVERIFY(window.actionSet().stop->isEnabled());
        const auto* memory = window.findChild<QToolButton*>(QStringLiteral("statusMemory"));
        QTRY_VERIFY_WITH_TIMEOUT(memory->toolTip().contains(QStringLiteral("in buffers")),
                                 kPatience);
        QVERIFY2(memory->text().endsWith(QStringLiteral(" KiB")), qPrintable(memory->text()));
        const std::initializer_list<QWidget*> panels = {&window.panel<ResultsPanel>(),
                                                        &window.panel<TimingPanel>(),
                                                        &window.panel<BufferInspector>()};
        for (QWidget* panel : panels)
            QVERIFY(saysOfTheRun(*panel));
        window.actionSet().stop->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        QVERIFY(window.workbench().results.report()->status == session::RunStatus::cancelled);
        QVERIFY(!window.actionSet().stop->isEnabled());
        QTRY_COMPARE_WITH_TIMEOUT(memory->text(), QStringLiteral("Device memory: none"), kPatience);
        leave(window);
    }

    /// Memory kept on the device between runs is shown until it is freed.
    void theStatusBarTellsOfTheDevicesMemory() {
        needCompiler();
        QTemporaryDir folder;
        MainWindow window(testOptions());
        open(window, folder);
        waitForDevices(window);
        const auto* memory = window.findChild<QToolButton*>(QStringLiteral("statusMemory"));
        QCOMPARE(memory->text(), QStringLiteral("Device memory: none"));
        QVERIFY(memory->toolTip().contains(QStringLiteral("does not use a pool")));
        window.document().edit(QStringLiteral("resident"), [](project::Project& project) {
            for (project::Argument& argument : project.launches[0].args)
                if (auto* buffer = std::get_if<project::BufferArg>(&argument.value))
                    buffer->access = project::Access::resident;
        });
        QSignalSpy shown(&window.presenter(), &RunPresenter::reportShown);
        window.actionSet().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(memory->text(), QStringLiteral("Device memory: 4.69 KiB"),
                                  kPatience);
        QVERIFY(memory->toolTip().contains(QStringLiteral("4.69 KiB in buffers")));
        window.controller().resetResident();
        QTRY_COMPARE_WITH_TIMEOUT(memory->text(), QStringLiteral("Device memory: none"), kPatience);
        leave(window);
    }

  private:
    /// Whether an empty panel says that a run is in progress.
    static bool saysOfTheRun(const QWidget& panel) {
        const auto labels = panel.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().startsWith(QStringLiteral("Running. "));
        });
    }

    /// Where a widget is: the classes and names from the window down to it.
    void needCompiler() {
        const auto info = compile::compilerInfo();
        if (!info.available) {
            QSKIP(info.problem.c_str());
        }
    }
    void open(MainWindow& window, const QTemporaryDir& folder,
              const QString& example = QStringLiteral("vector_multiply")) {
        const QString path = copyExample(example, folder.path());
        QVERIFY(window.files().openPath(path));
        QCOMPARE(window.pane().editor().text(), window.document().source());
    }
    void waitForDevices(MainWindow& window) {
        QTRY_VERIFY_WITH_TIMEOUT(window.devicesReady(), kPatience);
    }
    /// Saved, so that closing asks nothing.
    void leave(MainWindow& window) {
        window.document().save();
        window.close();
    }

    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstWindow)
} // namespace tst_window

#include "tst_window.moc"
