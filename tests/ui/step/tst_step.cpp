// SPDX-License-Identifier: GPL-3.0-or-later
// Stepping through a kernel in the window with keys and clicks.
#include "tests/main.h"
#include "tests/source_path.h"
#include "tests/ui/step/step_fixture.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/inspector/element_table.h"
#include "ui/results/fault_story.h"
#include "ui/theme/banner.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

namespace tst_step {

using namespace warpbench;
using namespace warpbench::ui;

class TestStep : public WindowFixture {
    Q_OBJECT

  private slots:
    void whatDoesNotCompileIsToldWithItsLineAlone() {
        Stepping w(QStringLiteral("saxpy"));
        w.editor().insertAt(QStringLiteral("\nnonsense;\n"), 0, 0);
        QSignalSpy failed(&w.stepper(), &StepController::failed);
        w.editor().setFocus();
        QTest::keyClick(&w.editor(), Qt::Key_F10);
        QVERIFY(failed.count() > 0 || failed.wait(kPatience));
        const QString text = failed.at(0).at(0).toString();
        QVERIFY2(text.startsWith(QLatin1String("The kernel did not compile. Line 2: ")),
                 qPrintable(text));
    }

    /// As where the system ended the launch's process while it stood still.
    void aLaunchThatIsGoneEndsStepping() {
        Stepping w;
        w.press(Qt::Key_F10);
        QSignalSpy failed(&w.stepper(), &StepController::failed);
        w->workbench().controller.session().stopStepping();
        QTest::keyClick(&w.editor(), Qt::Key_F10);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::off, 20'000);
        QCOMPARE(failed.count(), 1);
        w.press(Qt::Key_F10); // stepping can start again
    }

    /// At the reflex of closing something nothing is lost.
    void escapeLeavesALaunchThatIsPaused() {
        Stepping w;
        w.editor().setFocus();
        w.press(Qt::Key_F10);
        QTest::keyClick(&w.editor(), Qt::Key_Escape);
        QCOMPARE(w.stepper().phase(), Phase::paused);
        QVERIFY(w.stepper().state());
        QTest::keyClick(&w.editor(), Qt::Key_F5, Qt::ShiftModifier);
        QTRY_COMPARE(w.stepper().phase(), Phase::off);
    }

    void f10StepsThroughALessonWithNoSetUp_data() {
        QTest::addColumn<QString>("lesson");
        const QDir lessons(QString::fromStdString(test::sourcePath("examples")));
        for (const QString& name : lessons.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            if (name != QLatin1String("solutions"))
                QTest::newRow(qPrintable(name)) << name;
    }
    void f10StepsThroughALessonWithNoSetUp() {
        QFETCH(QString, lesson);
        Stepping w(lesson);
        w.editor().setFocus();
        w.press(Qt::Key_F10);
        QVERIFY(w.panel().isVisible());
        QCOMPARE(w.stepper().state()->instructions, std::uint64_t(0));
        QVERIFY(w.marks().currentLine() > 0);
        const QAbstractItemModelTester lanes(&w.panel().lanes());
        const QAbstractItemModelTester warps(&w.panel().warps());
        const QAbstractItemModelTester shared(&w.panel().shared());
        QVERIFY(w.panel().lanes().rowCount() > 2);
        QVERIFY(w.panel().warps().rowCount() > 0);
        const int first = w.marks().currentLine();
        w.press(Qt::Key_F10);
        w.press(Qt::Key_F10);
        QVERIFY(w.marks().currentLine() != first);
        const std::uint64_t there = w.stepper().state()->instructions;
        QVERIFY(there > 0);
        w.press(Qt::Key_F10);
        QVERIFY(w.stepper().state()->instructions > there);
        w.press(Qt::Key_F10, Qt::ShiftModifier);
        QCOMPARE(w.stepper().state()->instructions, there);
        QTest::keyClick(&w.editor(), Qt::Key_F5, Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::off, kPatience);
        QCOMPARE(w.marks().currentLine(), 0);
    }

    void variablesOfLanesAndWhatChanged() {
        Stepping w;
        w.press(Qt::Key_F10);
        const int line = w.lineOf("dest[i] =");
        QVERIFY(line > 0);
        w.editor().setCursorPosition(line - 1, 0);
        w.press(Qt::Key_F10, Qt::ControlModifier);
        QCOMPARE(w.marks().currentLine(), line);
        QCOMPARE(cell(w.panel().lanes(), QStringLiteral("i"), 7), QStringLiteral("7"));
        QCOMPARE(cell(w.panel().lanes(), QStringLiteral("threadIdx"), 31), QStringLiteral("31"));
        QCOMPARE(cell(w.panel().lanes(), QStringLiteral("line"), 3), QString::number(line));
        // Changes are marked by more than a colour.
        bool marked = false;
        for (int row = 0; row < w.panel().lanes().rowCount(); ++row) {
            const QModelIndex index = w.panel().lanes().index(row, 7);
            if (index.data(ChangedRole).toBool())
                marked = index.data(Qt::DisplayRole).toString().startsWith(QStringLiteral("•"));
        }
        QVERIFY(marked);
    }

    void buffersShowWhatTheyHoldAtThePause() {
        Stepping w;
        const QString nothing = QStringLiteral("nan"); // uninitialised
        auto& inspector = w->panel<BufferInspector>();
        const auto* check = inspector.findChild<QLabel*>(QStringLiteral("inspectorCheck"));
        auto* table = inspector.findChild<ElementTable*>();
        w.press(Qt::Key_F10);
        QCOMPARE(inspector.currentBuffer(), QStringLiteral("dest"));
        QVERIFY(check->isVisible() && check->text().contains(QStringLiteral("pause")));
        QTRY_COMPARE_WITH_TIMEOUT(table->source().cell(0, 0).text, nothing, kPatience);
        QTest::keyClick(&w.editor(), Qt::Key_F5); // a complete run; the newest result is shown
        QTRY_VERIFY_WITH_TIMEOUT(w->workbench().results.report(), kPatience);
        QVERIFY(!check->text().contains(QStringLiteral("pause")));
        QTRY_VERIFY(table->source().cell(0, 0).text != QStringLiteral("…"));
        const QString last = table->source().cell(0, 0).text;
        QVERIFY(last != nothing);
        w.press(Qt::Key_F10);
        QVERIFY(check->text().contains(QStringLiteral("pause")));
        QTRY_COMPARE_WITH_TIMEOUT(table->source().cell(0, 0).text, nothing, kPatience);
        w.stepper().move(session::StepMove::block);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::paused, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(table->source().cell(0, 0).text, last, kPatience);
        QVERIFY(table->source().cell(0, 0).changed);
        QTest::keyClick(&w.editor(), Qt::Key_F5, Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::off, kPatience);
        QVERIFY(!check->text().contains(QStringLiteral("pause")));
    }

    void aLaneIsSteppedWhereItsWarpTakesTwoWays() {
        Stepping w;
        w.editor().setText(QStringLiteral(
            "extern \"C\" __global__ void multiply_them(float* dest, const float* a,\n"
            "                                           const float* b) {\n"
            "    int i = threadIdx.x;\n"
            "    if (i % 2)\n        dest[i] = 1;\n"
            "    else\n        dest[i] = 2;\n}\n"));
        w.editor().setCursorPosition(3, 0);
        w.press(Qt::Key_F10, Qt::ControlModifier);
        QCOMPARE(w.marks().currentLine(), 4);
        for (const int lane : {3, 4}) { // in any order
            w->workbench().selection.setLane({0, 0, lane});
            w.press(Qt::Key_F10, Qt::ControlModifier | Qt::ShiftModifier);
            QCOMPARE(w.marks().currentLine(), lane % 2 ? 5 : 7);
            QCOMPARE(w.stepper().state()->activeMask, lane % 2 ? 0xaaaaaaaau : 0x55555555u);
            w.press(Qt::Key_F10, Qt::ShiftModifier);
            QCOMPARE(w.marks().currentLine(), 4);
        }
        // None is chosen: it is the first one, and the next step is of it too.
        w->workbench().selection.setLane({0, 0, -1});
        QTest::mouseClick(w.find<QToolButton>("stepOneLane"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::paused, kPatience);
        QCOMPARE(w.marks().currentLine(), 7);
        QCOMPARE(w->workbench().selection.lane().lane, 0);
    }

    void registersStandBesideTheVariables() {
        Stepping w;
        auto* tabs = w.find<QTabWidget>("stepTabs");
        w.press(Qt::Key_F10);
        const int line = w.lineOf("dest[i] =");
        w.editor().setCursorPosition(line - 1, 0);
        w.press(Qt::Key_F10, Qt::ControlModifier);
        StepLanesModel& registers = w.panel().registers();
        const QAbstractItemModelTester tester(&registers);
        QVERIFY(w.stepper().state()->registers.empty()); // registers are hidden
        tabs->setCurrentIndex(1);
        QTRY_VERIFY_WITH_TIMEOUT(registers.rowCount() > 2, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::paused, kPatience);
        auto* instruction = w.find<QLabel>("stepInstruction");
        QVERIFY(instruction->isVisible());
        QVERIFY2(instruction->text().contains(QString::number(w.stepper().state()->ptxLine) +
                                              QStringLiteral(": ")),
                 qPrintable(instruction->text()));
        // After another instruction, the values it wrote are marked by more than a colour.
        int changed = 0;
        for (int steps = 0; changed == 0 && steps < 20; ++steps) {
            w.press(Qt::Key_F11, Qt::ControlModifier);
            for (int row = 2; row < registers.rowCount(); ++row)
                changed += registers.headerData(row, Qt::Vertical, Qt::DisplayRole)
                               .toString()
                               .contains(QStringLiteral("•"));
        }
        QVERIFY(changed > 0);
        tabs->setCurrentIndex(0);
        w.press(Qt::Key_F10);
        QVERIFY(w.stepper().state()->registers.empty());
    }

    /// However narrow the panel is: no arrows to scroll to the other tab, no name cut short.
    void tabsHaveRoom() {
        Stepping w;
        w.press(Qt::Key_F10);
        StepPanel narrow(w->workbench());
        narrow.setVisible(true);
        const auto* bar = narrow.findChild<QTabWidget*>(QStringLiteral("stepTabs"))->tabBar();
        for (const int width : {659, 480}) {
            narrow.resize(width, 240);
            QVERIFY(QTest::qWaitForWindowExposed(&narrow));
            QTRY_COMPARE(narrow.width(), width);
            for (const auto* arrow : bar->findChildren<QToolButton*>())
                QVERIFY2(!arrow->isVisible(), qPrintable(QString::number(width)));
            QVERIFY(bar->sizeHint().width() <= bar->width());
            QVERIFY(bar->tabRect(bar->count() - 1).right() < bar->width());
        }
    }

    void warpsSayWhatTheyWaitForAndCanBeChosen() {
        Stepping w(QStringLiteral("transpose"));
        w->workbench().selection.setLaunch(1);
        w.press(Qt::Key_F10);
        QTest::mouseClick(w.find<QToolButton>("stepBarrier"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::paused, kPatience);
        const StepWarpsModel& warps = w.panel().warps();
        QVERIFY2(warps.index(0, StepWarpsModel::StateColumn)
                     .data()
                     .toString()
                     .contains(QStringLiteral("barrier 0 for warps 1, 2")),
                 qPrintable(warps.index(0, StepWarpsModel::StateColumn).data().toString()));
        auto* view = w.find<QTableView>("stepWarps");
        // With little space, the line is complete and the state is shortened at its end.
        const int line = w.stepper().state()->line;
        QCOMPARE(warps.index(0, StepWarpsModel::LineColumn).data().toInt(), line);
        w.panel().resize(640, 200);
        const QAbstractItemView* sizes = view;
        QVERIFY(view->columnWidth(StepWarpsModel::LineColumn) >=
                sizes->sizeHintForColumn(StepWarpsModel::LineColumn));
        QCOMPARE(view->textElideMode(), Qt::ElideRight);
        QTRY_COMPARE(view->horizontalScrollBar()->maximum(), 0);
        view->scrollTo(warps.index(1, 0));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                          view->visualRect(warps.index(1, 0)).center());
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::paused, kPatience);
        QCOMPARE(w.stepper().state()->warp, 1u);
        QCOMPARE(cell(w.panel().lanes(), QStringLiteral("threadIdx"), 3), QStringLiteral("3,1"));
    }

    void anEndlessKernelCanBePausedAndTheWindowGoesOn() {
        Stepping w;
        w.editor().setText(QStringLiteral(
            "extern \"C\" __global__ void multiply_them(volatile float* dest, const float* a,\n"
            "                                           const float* b) {\n"
            "    while (!(dest[0] > 1))\n        ;\n}\n"));
        QTest::keyClick(&w.editor(), Qt::Key_F5, Qt::ControlModifier);
        QCOMPARE(w.stepper().phase(), Phase::moving); // nothing has waited for it
        auto* pause = w.find<QToolButton>("stepPause");
        QTRY_VERIFY_WITH_TIMEOUT(
            (QTest::mouseClick(pause, Qt::LeftButton), w.stepper().phase() != Phase::moving),
            kPatience);
        QVERIFY(w.stepper().state());
        QCOMPARE(w.stepper().state()->reason, std::string("requested"));
        QTest::keyClick(&w.editor(), Qt::Key_F5, Qt::ShiftModifier);
        QCOMPARE(w.stepper().phase(), Phase::off);
    }

    void debugHereStopsJustBeforeTheFault() {
        Stepping w;
        w.editor().setText(w.editor().text().replace(
            QStringLiteral("dest[i] ="), QStringLiteral("dest[i + (i == 37) * 100000] =")));
        const int line = w.lineOf("dest[i +");
        QVERIFY(line > 0);
        QTest::keyClick(&w.editor(), Qt::Key_F5);
        Banner& banner = w->pane().resultBanner();
        QTRY_VERIFY_WITH_TIMEOUT(!banner.isHidden(), kPatience);
        QPushButton* debug = nullptr;
        for (auto* button : banner.findChildren<QPushButton*>()) {
            if (button->isVisible() &&
                button->text().remove(QLatin1Char('&')) == QStringLiteral("Debug here"))
                debug = button;
        }
        QVERIFY2(debug, qPrintable(banner.text()));
        QTest::mouseClick(debug, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::paused, kPatience);
        const session::StepState* state = w.stepper().state();
        QVERIFY(!state->ended);
        QCOMPARE(state->warp, 1u);
        QCOMPARE(w.marks().currentLine(), line);
        QVERIFY(state->fault);
        QVERIFY2(w.panel().statusText().contains(faultHeadline(*state->fault)),
                 qPrintable(w.panel().statusText()));
        QVERIFY2(w.panel().statusText().contains(QStringLiteral(", to element ")), // as the run
                 qPrintable(w.panel().statusText()));
        QCOMPARE(cell(w.panel().lanes(), QStringLiteral("i"), 5), QStringLiteral("37"));
        // Thread 37 is the one to look at.
        QCOMPARE(w->workbench().selection.lane().lane, 5);
        QVERIFY(w.find<QTableView>("stepLanes")->selectionModel()->isColumnSelected(5));
        QTest::keyClick(&w.editor(), Qt::Key_F10);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::paused, kPatience);
        QCOMPARE(w.stepper().state()->reason, std::string("fault"));
    }

    /// From the buffers: a wrong element, and the thread that wrote it.
    void whoWroteThis() {
        Stepping w;
        w.editor().setText(QStringLiteral(
            "extern \"C\" __global__ void multiply_them(float* dest, const float* a,\n"
            "                                         const float* b) {\n"
            "    int i = threadIdx.x;\n"
            "    dest[i] = a[i] * b[i];\n"
            "    if (i == 37)\n"
            "        dest[37] = 5;\n}\n"));
        QTest::keyClick(&w.editor(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(w->workbench().results.report(), kPatience);
        auto& inspector = w->panel<BufferInspector>();
        QVERIFY(inspector.showBuffer(QStringLiteral("dest")));
        auto* button = inspector.findChild<QToolButton*>(QStringLiteral("inspectorWriter"));
        QTRY_VERIFY(!button->isHidden()); // the check has failed
        button->click();                  // the first element is selected, and right
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::paused, kPatience);
        QCOMPARE(w.marks().currentLine(), 6);
        QCOMPARE(w->workbench().selection.lane().lane, 37 % 32);
        QCOMPARE(w.stepper().note(),
                 QStringLiteral("Thread 37 of block 0 is about to write dest[37]."));
        w.press(Qt::Key_F10, Qt::ShiftModifier);
        QCOMPARE(w.marks().currentLine(), 5);
    }

    /// The last launch does not write it.
    void whoWroteThisOfSeveralLaunches() {
        Stepping w;
        w.editor().setText(QStringLiteral(
            "extern \"C\" __global__ void multiply_them(float* dest, const float* a,\n"
            "                                         const float* b) {\n"
            "    dest[threadIdx.x] = 1;\n}\n"
            "extern \"C\" __global__ void second(float* dest) {\n"
            "    if (threadIdx.x > 5)\n"
            "        dest[threadIdx.x] = 2;\n}\n"));
        w->document().edit(QStringLiteral("Twice"), [](project::Project& project) {
            project.launches.push_back(project.launches.front());
            project.launches.back().kernel = "second";
            project.launches.back().args.resize(1);
        });
        w.stepper().debugWriter({QStringLiteral("dest"), 4 * 3, 4, QStringLiteral("dest[3]")});
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::paused, kPatience);
        QCOMPARE(w.marks().currentLine(), 3);
        w.stepper().debugWriter({QStringLiteral("dest"), 4 * 40, 4, QStringLiteral("dest[40]")});
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::paused, kPatience);
        QCOMPARE(w.marks().currentLine(), 7);
        QSignalSpy failed(&w.stepper(), &StepController::failed);
        w.stepper().debugWriter({QStringLiteral("a"), 0, 4, QStringLiteral("a[0]")});
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::off, kPatience);
        QCOMPARE(failed.size(), 1);
        QVERIFY(failed[0][0].toString().contains(QStringLiteral("No kernel wrote a[0]")));
    }

    void backFromDebugHereIsTheLineBefore() {
        Stepping w;
        w.editor().setText(QStringLiteral(
            "extern \"C\" __global__ void multiply_them(float* dest, const float* a,\n"
            "                                         const float* b) {\n"
            "    int i = threadIdx.x;\n"
            "    int at = i + (i == 37) * 100000;\n"
            "    dest[at] = a[i] * b[i];\n}\n"));
        debugHere(w);
        QCOMPARE(w.marks().currentLine(), 5);
        w.press(Qt::Key_F10, Qt::ShiftModifier);
        QCOMPARE(w.marks().currentLine(), 4);
        QCOMPARE(w.stepper().state()->warp, 1u);
        w.press(Qt::Key_F10, Qt::ShiftModifier);
        QCOMPARE(w.marks().currentLine(), 3);
        QCOMPARE(w.stepper().state()->warp, 1u);
    }

    /// The second of two launches of the kernel fails.
    void debugHereBeginsTheLaunchThatWentWrong() {
        Stepping w;
        w.editor().setText(QStringLiteral(
            "__device__ int launches;\n"
            "extern \"C\" __global__ void multiply_them(float* dest, const float* a,\n"
            "                                         const float* b) {\n"
            "    if (launches > 0)\n"
            "        dest[1 << 20] = a[0] + b[0];\n"
            "    __syncthreads();\n"
            "    if (threadIdx.x == 0)\n"
            "        ++launches;\n}\n"));
        w->document().edit(QStringLiteral("Twice"), [](project::Project& project) {
            project.launches.push_back(project.launches.front());
        });
        debugHere(w);
        QVERIFY(!w.stepper().state()->ended);
        QVERIFY(w.stepper().state()->fault);
        QCOMPARE(w.marks().currentLine(), 5);
    }

    void escapeDoesNotEndALaunchThatIsPaused() {
        Stepping w;
        const auto* status = w->findChild<QLabel*>(QStringLiteral("statusText"));
        w.press(Qt::Key_F10);
        w.press(Qt::Key_F10);
        QCOMPARE(status->text(), QStringLiteral("Paused in line %1").arg(w.marks().currentLine()));
        QTest::keyClick(&w.editor(), Qt::Key_Escape);
        QCOMPARE(w.stepper().phase(), Phase::paused);
        QTest::keyClick(&w.editor(), Qt::Key_F5, Qt::ShiftModifier);
        QCOMPARE(w.stepper().phase(), Phase::off);
        QVERIFY2(!status->text().contains(QStringLiteral("Paused")), qPrintable(status->text()));
    }

    void whatAllLanesShareIsShownOnce() {
        Stepping w;
        w.press(Qt::Key_F10);
        const int line = w.lineOf("dest[i] =");
        w.editor().setCursorPosition(line - 1, 0);
        w.press(Qt::Key_F10, Qt::ControlModifier);
        const StepLanesModel& lanes = w.panel().lanes();
        const auto sharedOf = [&](const QString& name) {
            for (int row = 0; row < lanes.rowCount(); ++row) {
                if (lanes.headerData(row, Qt::Vertical, Qt::DisplayRole).toString().endsWith(name))
                    return lanes.headerData(row, Qt::Vertical, SharedRole).toString();
            }
            return QStringLiteral("no such row");
        };
        QCOMPARE(sharedOf(QStringLiteral("dest")), cell(lanes, QStringLiteral("dest"), 3));
        QVERIFY(sharedOf(QStringLiteral("i")).isEmpty());
        const auto* view = w.find<QTableView>("stepLanes");
        const QAbstractItemView* sizes = view;
        QVERIFY2(sizes->sizeHintForColumn(3) < 100, "an address in each column");
    }

    void theFirstLaneThatTakesPartIsInSight() {
        Stepping w;
        w.editor().setText(QStringLiteral(
            "extern \"C\" __global__ void multiply_them(float* dest, const float* a,\n"
            "                                         const float* b) {\n"
            "    double wide = 1.0 / (threadIdx.x + 3);\n"
            "    if (threadIdx.x < 27)\n"
            "        return;\n"
            "    dest[threadIdx.x] = a[0] * b[0] * wide;\n}\n"));
        w.editor().setCursorPosition(5, 0);
        w.press(Qt::Key_F10, Qt::ControlModifier);
        QCOMPARE(w.stepper().state()->activeMask, 0xf8000000u);
        const auto* view = w.find<QTableView>("stepLanes");
        const int left = view->columnViewportPosition(27);
        QVERIFY2(left >= 0 && left < view->viewport()->width(), "lane 27 is out of sight");
    }

    void withoutALaunchItSaysWhatIsMissing() {
        Stepping w;
        w->document().edit(QStringLiteral("Remove"),
                           [](project::Project& project) { project.launches.clear(); });
        QTest::keyClick(&w.editor(), Qt::Key_F10);
        QCOMPARE(w.stepper().phase(), Phase::off);
        const auto* log = w->findChild<QLabel*>(QStringLiteral("stepEmpty"));
        QVERIFY(log && log->isVisible());
        QVERIFY2(log->text().contains(QStringLiteral("Add one")), qPrintable(log->text()));
    }

    void whatDoesNotCompileSaysSo() {
        Stepping w;
        w.editor().setText(QStringLiteral("not C++"));
        QTest::keyClick(&w.editor(), Qt::Key_F10);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::off, kPatience);
        auto* start = w.find<QPushButton>("stepStart");
        QVERIFY(start->isVisible());
    }

  private:
    /// Runs, and presses *Debug here*.
    static void debugHere(Stepping& w) {
        QTest::keyClick(&w.editor(), Qt::Key_F5);
        Banner& banner = w->pane().resultBanner();
        QTRY_VERIFY_WITH_TIMEOUT(!banner.isHidden(), kPatience);
        for (auto* button : banner.findChildren<QPushButton*>()) {
            if (button->isVisible() &&
                button->text().remove(QLatin1Char('&')) == QStringLiteral("Debug here")) {
                QTest::mouseClick(button, Qt::LeftButton);
                QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::paused, kPatience);
                return;
            }
        }
        QFAIL(qPrintable(banner.text()));
    }
};

WARPBENCH_WIDGET_TEST(TestStep)
} // namespace tst_step

#include "tst_step.moc"
