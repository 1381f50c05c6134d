// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions watched while stepping through a kernel.
#include "tests/main.h"
#include "tests/ui/step/step_fixture.h"
#include "ui/panels/step_watches.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QTabWidget>
#include <QTableView>

namespace tst_step_watches {

using namespace warpbench;
using namespace warpbench::ui;

class TestStepWatches : public WindowFixture {
    Q_OBJECT

  private slots:
    /// Their values also appear among the variables of the lanes.
    void whatIsWatchedStandsAmongTheVariables() {
        Stepping w;
        w.press(Qt::Key_F10);
        w.editor().setCursorPosition(w.lineOf("dest[i] =") - 1, 0);
        w.press(Qt::Key_F10, Qt::ControlModifier);
        auto* tabs = w.find<QTabWidget>("stepTabs");
        tabs->setCurrentIndex(3);
        auto* watch = w.find<QLineEdit>("stepWatch");
        watch->setFocus();
        QTest::keyClicks(watch, QStringLiteral("i * 2 + 1"));
        QTest::keyClick(watch, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(cell(w.panel().lanes(), QStringLiteral("i * 2 + 1"), 7),
                                  QStringLiteral("15"), kPatience);
        QVERIFY(watch->text().isEmpty()); // ready for the next one
        // The lanes also show why an expression cannot be evaluated.
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
        // The third one is corrected in place.
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
        // Values changed by a step are marked.
        w.press(Qt::Key_F10);
        QVERIFY(!w.stepper().state()->ended);
        QVERIFY(text(2, StepWatchModel::LaneColumn).startsWith(QStringLiteral("•")));
        QVERIFY(watches.index(2, StepWatchModel::LaneColumn).data(ChangedRole).toBool());
        QVERIFY(!watches.index(0, StepWatchModel::LaneColumn).data(ChangedRole).toBool());
        // Removes one with a key, one with a click.
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
};

WARPBENCH_WIDGET_TEST(TestStepWatches)
} // namespace tst_step_watches

#include "tst_step_watches.moc"
