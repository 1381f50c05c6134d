// SPDX-License-Identifier: GPL-3.0-or-later
// Where a kernel stops, and the text that shows it: breakpoints, the current line, headers and
// generated kernels.
#include "tests/main.h"
#include "tests/ui/step/step_fixture.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QLineEdit>
#include <QTabBar>
#include <QToolButton>

namespace tst_step_places {

using namespace warpbench;
using namespace warpbench::ui;

class TestStepPlaces : public WindowFixture {
    Q_OBJECT

  private slots:
    void breakpointsThatAnEditMergesGoTogether() {
        Stepping w(QStringLiteral("saxpy"));
        w.editor().setText(QStringLiteral("// one\n// two\n// three\n"));
        w.clickBeside(1);
        w.clickBeside(2);
        QVERIFY(w.marks().hasBreakpoint(1) && w.marks().hasBreakpoint(2));
        w.editor().setCursorPosition(0, 6);
        QTest::keyClick(&w.editor(), Qt::Key_Delete);
        QVERIFY(w.marks().hasBreakpoint(1));
        w.clickBeside(1);
        QVERIFY(!w.marks().hasBreakpoint(1));
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

    void breakpointsAreThereTheNextTime() {
        Stepping w(QStringLiteral("transpose"));
        w.marks().remember();
        const QString transpose = w->document().path();
        const int line = w.lineOf("__syncthreads()");
        w.clickBeside(line);
        QVERIFY(w->files().openPath(copyExample(QStringLiteral("saxpy"), w.folder())));
        QVERIFY(!w.marks().hasBreakpoint(line));
        QVERIFY(w->files().openPath(transpose));
        QVERIFY(w.marks().hasBreakpoint(line));
        {
            Stepping other(QStringLiteral("saxpy"));
            other.marks().remember();
            QVERIFY(other->files().openPath(transpose));
            QVERIFY(other.marks().hasBreakpoint(line));
            other.clickBeside(line);
        }
        QVERIFY(w->files().openPath(transpose));
        QVERIFY(!w.marks().hasBreakpoint(line));
    }

    /// The current line belongs to another kernel than that of the selected launch.
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
        // The paused launch belongs to the previous text.
        QTest::keyClicks(&w->pane().current(), QStringLiteral("//"));
        QTRY_VERIFY_WITH_TIMEOUT(w.stepper().stale(), kPatience);
        QCOMPARE(w.marks().currentLine(), 0);
    }
};

WARPBENCH_WIDGET_TEST(TestStepPlaces)
} // namespace tst_step_places

#include "tst_step_places.moc"
