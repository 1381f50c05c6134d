// SPDX-License-Identifier: GPL-3.0-or-later
// Stepping through a kernel in the window, with the keys and clicks of a user.
#include "tests/source_dir.h"
#include "tests/ui/window_fixture.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/inspector/element_table.h"
#include "ui/models/fault_story.h"
#include "ui/models/step_controller.h"
#include "ui/panels/step_panel.h"
#include "ui/panels/step_watches.h"
#include "ui/theme/banner.h"
#include "ui/theme/theme.h"
#include "ui/window/actions.h"
#include "ui/window/step_view.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

using namespace warpbench;
using namespace warpbench::ui;

namespace {

using Phase = StepController::Phase;

class Stepping : public OpenWindow {
  public:
    using OpenWindow::OpenWindow;

    StepController& stepper() { return (*this)->workbench().stepper; }
    StepPanel& panel() { return (*this)->panel<StepPanel>(); }
    StepView& marks() { return (*this)->stepView(); }
    /// Presses a key and waits until the launch stands still again.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&(*this)->pane().current(), key, modifiers);
        QTRY_VERIFY_WITH_TIMEOUT(stepper().phase() != Phase::moving, kPatience);
        QVERIFY(stepper().state());
    }
    /// The line of the text in front that has a text, from 1.
    int lineOf(const char* text) {
        const QStringList lines = (*this)->pane().current().text().split(QLatin1Char('\n'));
        for (int i = 0; i < lines.size(); ++i) {
            if (lines[i].contains(QLatin1String(text)))
                return i + 1;
        }
        return 0;
    }
    void clickBeside(int line) {
        editor().ensureLineVisible(line - 1);
        const long at = editor().SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE,
                                               static_cast<unsigned long>(line - 1));
        const long y = editor().SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL, at);
        QTest::mouseClick(editor().viewport(), Qt::LeftButton, {}, {10, int(y) + 5});
    }
};

QString cell(const QAbstractItemModel& model, const QString& row, int column) {
    for (int i = 0; i < model.rowCount(); ++i) {
        const QString name = model.headerData(i, Qt::Vertical, Qt::DisplayRole).toString();
        if (name == row || name == QStringLiteral("• ") + row)
            return model.index(i, column).data(Qt::EditRole).toString();
    }
    return QStringLiteral("no such row");
}

} // namespace

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
        w.press(Qt::Key_F10); // and it can begin anew
    }

    void f10StepsThroughALessonWithNoSetUp_data() {
        QTest::addColumn<QString>("lesson");
        const QDir lessons(QStringLiteral(WARPBENCH_SOURCE_DIR "/examples"));
        for (const QString& name : lessons.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
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
        // What changed is told by more than a colour.
        bool marked = false;
        for (int row = 0; row < w.panel().lanes().rowCount(); ++row) {
            const QModelIndex index = w.panel().lanes().index(row, 7);
            if (index.data(ChangedRole).toBool())
                marked = index.data(Qt::DisplayRole).toString().startsWith(QStringLiteral("•"));
        }
        QVERIFY(marked);
        auto* tabs = w.find<QTabWidget>("stepTabs");
        tabs->setCurrentIndex(3);
        auto* watch = w.find<QLineEdit>("stepWatch");
        watch->setFocus();
        QTest::keyClicks(watch, QStringLiteral("i * 2 + 1"));
        QTest::keyClick(watch, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(cell(w.panel().lanes(), QStringLiteral("i * 2 + 1"), 7),
                                  QStringLiteral("15"), kPatience);
        QVERIFY(watch->text().isEmpty()); // ready for the next one
        // Why an expression has no value is said among the lanes, too.
        QTest::keyClicks(watch, QStringLiteral("nobody"));
        QTest::keyClick(watch, Qt::Key_Return);
        const QAbstractItemModel& lanes = w.panel().lanes();
        const auto lastTip = [&] {
            return lanes.headerData(lanes.rowCount() - 1, Qt::Vertical, Qt::ToolTipRole).toString();
        };
        QTRY_VERIFY_WITH_TIMEOUT(lastTip().contains(QStringLiteral("nobody")), kPatience);
    }

    /// Expressions are added, edited and removed by keys and by clicks; each has its value in the
    /// lane that is looked at and what the warp's lanes have of it together.
    void severalExpressionsAreWatched() {
        Stepping w;
        auto* tabs = w.find<QTabWidget>("stepTabs");
        auto* view = w.find<QTableView>("stepWatchList");
        auto* field = w.find<QLineEdit>("stepWatch");
        StepWatchModel& watches = w.panel().watches().model();
        const QAbstractItemModelTester tester(&watches);
        w.press(Qt::Key_F10);
        tabs->setCurrentIndex(3);
        const auto* empty = w.find<QLabel>("stepWatchesEmpty");
        QVERIFY(empty->isVisible() && !empty->text().isEmpty());
        const int line = w.lineOf("dest[i] =");
        w.editor().setCursorPosition(line - 1, 0);
        w.press(Qt::Key_F10, Qt::ControlModifier);
        field->setFocus();
        for (const char* expression : {"i * 2", "blockDim.x", "i * 2", "nobody"}) {
            QTest::keyClicks(field, QLatin1String(expression));
            QTest::keyClick(field, Qt::Key_Return);
        }
        const auto text = [&](int row, int column) {
            return watches.index(row, column).data().toString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::paused, kPatience);
        QCOMPARE(watches.rowCount(), 3);
        w->workbench().selection.setLane({0, 0, 7});
        QCOMPARE(text(0, StepWatchModel::LaneColumn), QStringLiteral("14"));
        QCOMPARE(text(0, StepWatchModel::WarpColumn), QStringLiteral("0 … 62"));
        QVERIFY(text(1, StepWatchModel::WarpColumn).contains(QStringLiteral("same")));
        QVERIFY(text(2, StepWatchModel::WarpColumn).contains(QStringLiteral("nobody")));
        QVERIFY(watches.index(2, StepWatchModel::WarpColumn).data(WrongRole).toBool());
        QVERIFY(!empty->isVisible());
        // The third is mended in place.
        view->setFocus();
        view->setCurrentIndex(watches.index(2, 0));
        QTest::keyClick(view, Qt::Key_F2);
        auto* cellField = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(cellField);
        cellField->selectAll();
        QTest::keyClicks(cellField, QStringLiteral("dest[i]"));
        QTest::keyClick(cellField, Qt::Key_Return);
        QTRY_COMPARE(watches.rowCount(), 3);
        QTRY_VERIFY_WITH_TIMEOUT(text(2, 0) == QStringLiteral("dest[i]") &&
                                     w.stepper().phase() == Phase::paused,
                                 kPatience);
        QVERIFY(!watches.index(2, StepWatchModel::WarpColumn).data(WrongRole).toBool());
        // What a step changes is marked.
        w.press(Qt::Key_F10);
        QVERIFY(!w.stepper().state()->ended);
        QVERIFY(text(2, StepWatchModel::LaneColumn).startsWith(QStringLiteral("•")));
        QVERIFY(watches.index(2, StepWatchModel::LaneColumn).data(ChangedRole).toBool());
        QVERIFY(!watches.index(0, StepWatchModel::LaneColumn).data(ChangedRole).toBool());
        // One goes by its key, one by a click.
        view->setFocus();
        view->setCurrentIndex(watches.index(0, 0));
        QTest::keyClick(view, Qt::Key_Delete);
        QTRY_COMPARE_WITH_TIMEOUT(watches.rowCount(), 2, kPatience);
        QCOMPARE(text(0, 0), QStringLiteral("blockDim.x"));
        QCOMPARE(view->currentIndex().row(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::paused, kPatience);
        QTest::mouseClick(
            view->viewport(), Qt::LeftButton, {},
            view->visualRect(watches.index(0, StepWatchModel::RemoveColumn)).center());
        QTRY_COMPARE_WITH_TIMEOUT(watches.rowCount(), 1, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::paused, kPatience);
        // They are there again in the next launch.
        QTest::keyClick(&w.editor(), Qt::Key_F5, Qt::ShiftModifier);
        w.press(Qt::Key_F10);
        QCOMPARE(text(0, 0), QStringLiteral("dest[i]"));
        view->setFocus();
        view->setCurrentIndex(watches.index(0, 0));
        QTest::keyClick(view, Qt::Key_Delete);
        QTRY_VERIFY(empty->isVisible());
    }

    void buffersShowWhatTheyHoldAtThePause() {
        Stepping w;
        auto& inspector = w->panel<BufferInspector>();
        const auto* check = inspector.findChild<QLabel*>(QStringLiteral("inspectorCheck"));
        auto* table = inspector.findChild<ElementTable*>();
        w.press(Qt::Key_F10);
        QCOMPARE(inspector.currentBuffer(), QStringLiteral("dest"));
        QVERIFY(check->isVisible() && check->text().contains(QStringLiteral("pause")));
        QTRY_COMPARE_WITH_TIMEOUT(table->source().cell(0, 0).text, QStringLiteral("0"), kPatience);
        QTest::keyClick(&w.editor(), Qt::Key_F5); // runs it whole; what is newest is shown
        QTRY_VERIFY_WITH_TIMEOUT(w->workbench().results.report(), kPatience);
        QVERIFY(!check->text().contains(QStringLiteral("pause")));
        QTRY_VERIFY(table->source().cell(0, 0).text != QStringLiteral("…"));
        const QString last = table->source().cell(0, 0).text;
        QVERIFY(last != QStringLiteral("0"));
        w.press(Qt::Key_F10);
        QVERIFY(check->text().contains(QStringLiteral("pause")));
        QTRY_COMPARE_WITH_TIMEOUT(table->source().cell(0, 0).text, QStringLiteral("0"), kPatience);
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
        for (const int lane : {3, 4}) { // whichever goes first
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
        QVERIFY(w.stepper().state()->registers.empty()); // nobody looks
        tabs->setCurrentIndex(1);
        QTRY_VERIFY_WITH_TIMEOUT(registers.rowCount() > 2, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::paused, kPatience);
        auto* instruction = w.find<QLabel>("stepInstruction");
        QVERIFY(instruction->isVisible());
        QVERIFY2(instruction->text().contains(QString::number(w.stepper().state()->ptxLine) +
                                              QStringLiteral(": ")),
                 qPrintable(instruction->text()));
        // An instruction on: what it has written is marked, by more than a colour.
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

    void breakpointsOfTheMarginFollowTheirLines() {
        Stepping w(QStringLiteral("transpose"));
        const int line = w.lineOf("__syncthreads()");
        QVERIFY(line > 0);
        w.clickBeside(line);
        QVERIFY(w.marks().hasBreakpoint(line));
        w.clickBeside(line);
        QVERIFY(!w.marks().hasBreakpoint(line));
        w.editor().setCursorPosition(line - 1, 0);
        QTest::keyClick(&w.editor(), Qt::Key_F9);
        QVERIFY(w.marks().hasBreakpoint(line));
        w.editor().insertAt(QStringLiteral("\n"), 0, 0);
        QVERIFY(!w.marks().hasBreakpoint(line));
        QVERIFY(w.marks().hasBreakpoint(line + 1));
        whenAsked([](QDialog& dialog) {
            auto* field = dialog.findChild<QLineEdit*>();
            QTest::keyClicks(field, QStringLiteral("blockIdx.x == 1 && threadIdx.y == 2"));
            QTest::keyClick(field, Qt::Key_Return);
        });
        w.editor().setCursorPosition(line, 0);
        QTest::keyClick(&w.editor(), Qt::Key_F9, Qt::ControlModifier);
        QCOMPARE(w.marks().conditionOf(line + 1),
                 QStringLiteral("blockIdx.x == 1 && threadIdx.y == 2"));
        w.activate();
        w->workbench().selection.setLaunch(1); // the one with shared memory
        w.press(Qt::Key_F5, Qt::ControlModifier);
        const session::StepState* state = w.stepper().state();
        QCOMPARE(state->reason, std::string("breakpoint"));
        QCOMPARE(w.marks().currentLine(), line + 1);
        QCOMPARE(state->blockIndex[0], 1u);
        QCOMPARE(state->warp, 2u);
        QVERIFY(w.panel().shared().rowCount() > 0);
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
        // Where little room is, the line is read whole, and of the state what it begins with.
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

    void aPauseInAKernelMadeOfAStepShowsItsSource() {
        Stepping w(QStringLiteral("generated"));
        w->workbench().selection.setLaunch(2); // unit = a / sqrt(squares)
        w.press(Qt::Key_F10);
        EditorPane& pane = w->pane();
        const QString file = pane.currentFile();
        QVERIFY2(file.startsWith(QStringLiteral("elementwise_")), qPrintable(file));
        QCOMPARE(w.marks().currentFile(), file);
        QVERIFY(pane.current().isReadOnly());
        QVERIFY(pane.current().text().contains(QStringLiteral("__global__")));
        QVERIFY(pane.current().hasFocus());
        const int first = w.marks().currentLine();
        QVERIFY(first > 0);
        const int assigned = w.lineOf("v_unit = ");
        QVERIFY(assigned > first);
        pane.current().setCursorPosition(assigned - 1, 0);
        w.press(Qt::Key_F10, Qt::ControlModifier);
        QCOMPARE(w.marks().currentLine(), assigned);
        // A breakpoint counts there, also when the tab is closed.
        QTest::keyClick(&pane.current(), Qt::Key_F9);
        QVERIFY(w.marks().hasBreakpoint(assigned, file));
        auto* close =
            qobject_cast<QToolButton*>(pane.findChild<QTabBar*>(QStringLiteral("documentTabs"))
                                           ->tabButton(1, QTabBar::RightSide));
        QTest::mouseClick(close, Qt::LeftButton);
        QVERIFY(pane.files().isEmpty());
        QTest::keyClick(&w.editor(), Qt::Key_F5, Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::off, kPatience);
        w.press(Qt::Key_F5, Qt::ControlModifier);
        QCOMPARE(w.stepper().state()->reason, std::string("breakpoint"));
        QCOMPARE(pane.currentFile(), file);
        QCOMPARE(w.marks().currentLine(), assigned);
        QVERIFY(w.marks().hasBreakpoint(assigned, file));
        // Another step makes another kernel: the old one's source is of no use.
        w->document().edit(QStringLiteral("Change the step"), [](project::Project& project) {
            project.launches[2].step->text.text = "unit = a / squares";
        });
        QVERIFY(pane.files().isEmpty());
    }

    void aPauseInAHeaderIsShownInItsTab() {
        Stepping w;
        const QString header = QDir(w.folder()).filePath(QStringLiteral("product.cuh"));
        QFile file(header);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("__device__ float product(float x, float y) {\n"
                   "    float z = x;\n"
                   "    z *= y;\n"
                   "    return z;\n"
                   "}\n");
        file.close();
        w.editor().setText(QStringLiteral("#include \"product.cuh\"\n") +
                           w.editor().text().replace(QStringLiteral("a[i] * b[i]"),
                                                     QStringLiteral("product(a[i], b[i])")));
        const int call = w.lineOf("product(a[i]");
        QVERIFY(call > 0);
        w.editor().setCursorPosition(call - 1, 0);
        w.press(Qt::Key_F10, Qt::ControlModifier);
        QCOMPARE(w.marks().currentLine(), call);
        QCOMPARE(w->pane().currentFile(), QString());
        w.press(Qt::Key_F11); // into the function
        QCOMPARE(w->pane().currentFile(), header);
        QCOMPARE(w.marks().currentFile(), header);
        QVERIFY(!w->pane().current().isReadOnly());
        const int line = w.lineOf("return z");
        w->pane().current().setCursorPosition(line - 1, 0);
        w.press(Qt::Key_F10, Qt::ControlModifier);
        QCOMPARE(w.marks().currentLine(), line);
        QCOMPARE(cell(w.panel().lanes(), QStringLiteral("line"), 3), QString::number(line));
        w.press(Qt::Key_F11, Qt::ShiftModifier); // out of it: back to the source
        QCOMPARE(w->pane().currentFile(), QString());
        QCOMPARE(w.marks().currentLine(), call);
        // A breakpoint of the header.
        w->workbench().selection.goTo({header, 3});
        QTest::keyClick(&w->pane().current(), Qt::Key_F9);
        QVERIFY(w.marks().hasBreakpoint(3, header));
        QTest::keyClick(&w->pane().current(), Qt::Key_F5, Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::off, kPatience);
        w.press(Qt::Key_F5, Qt::ControlModifier);
        QCOMPARE(w.stepper().state()->reason, std::string("breakpoint"));
        QCOMPARE(w.marks().currentFile(), header);
        QCOMPARE(w.marks().currentLine(), 3);
        // What is paused belongs to the text as it was.
        QTest::keyClicks(&w->pane().current(), QStringLiteral("//"));
        QTRY_VERIFY_WITH_TIMEOUT(w.stepper().stale(), kPatience);
        QCOMPARE(w.marks().currentLine(), 0);
    }

    void anEndlessKernelCanBePausedAndTheWindowGoesOn() {
        Stepping w;
        w.editor().setText(QStringLiteral(
            "extern \"C\" __global__ void multiply_them(volatile float* dest, const float* a,\n"
            "                                           const float* b) {\n"
            "    while (dest[0] < 1)\n        ;\n}\n"));
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

    /// The caret's line lies in a kernel that is not the one of the chosen launch.
    void theCaretsLineIsReachedByTheLaunchOfItsKernel() {
        Stepping w(QStringLiteral("transpose"));
        QCOMPARE(w->workbench().selection.launch(), 0);
        const int line = w.lineOf("__syncthreads()"); // of the second kernel
        w.editor().setCursorPosition(line - 1, 0);
        w.press(Qt::Key_F10, Qt::ControlModifier);
        QVERIFY(!w.stepper().state()->ended);
        QCOMPARE(w.marks().currentLine(), line);
        QCOMPARE(w.stepper().state()->kernel, std::string("transpose_shared"));
        QCOMPARE(w->workbench().selection.launch(), 1);
        // Paused there, and on to a line of the first kernel.
        const int first = w.lineOf("out[x * height");
        w.editor().setCursorPosition(first - 1, 0);
        w.press(Qt::Key_F10, Qt::ControlModifier);
        QCOMPARE(w.marks().currentLine(), first);
        QCOMPARE(w->workbench().selection.launch(), 0);
    }

    void withoutALaunchItSaysWhatIsMissing() {
        Stepping w;
        w->document().edit(QStringLiteral("Remove"),
                           [](project::Project& project) { project.launches.clear(); });
        QTest::keyClick(&w.editor(), Qt::Key_F10);
        QCOMPARE(w.stepper().phase(), Phase::off);
        const auto* log = w->findChild<QLabel*>(QStringLiteral("stepEmpty"));
        QVERIFY(log && log->isVisible());
        QVERIFY2(log->text().contains(QStringLiteral("add one")), qPrintable(log->text()));
    }

    void whatDoesNotCompileSaysSo() {
        Stepping w;
        w.editor().setText(QStringLiteral("not C++"));
        QTest::keyClick(&w.editor(), Qt::Key_F10);
        QTRY_COMPARE_WITH_TIMEOUT(w.stepper().phase(), Phase::off, kPatience);
        auto* start = w.find<QPushButton>("stepStart");
        QVERIFY(start->isVisible());
    }
};

QTEST_MAIN(TestStep)
#include "tst_step.moc"
