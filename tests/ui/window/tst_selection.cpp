// SPDX-License-Identifier: GPL-3.0-or-later
// One shared selection: a choice in one panel appears in all others.
#include "tests/main.h"
#include "tests/ui/window_fixture.h"
#include "ui/commands/actions.h"
#include "ui/docks/panel_docks.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/panels/lane_view.h"
#include "ui/panels/lanes_panel.h"
#include "ui/panels/step_panel.h"
#include "ui/step/step_controller.h"
#include "ui/theme/theme.h"
#include "ui/window/run_presenter.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>

namespace tst_selection {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

void click(QTableView& view, int row, int column) {
    const QModelIndex index = view.model()->index(row, column);
    view.scrollTo(index);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(index).center());
}

QSet<int> chosenColumns(const QTableView& view) {
    QSet<int> columns;
    for (const QModelIndex& index : view.selectionModel()->selectedIndexes())
        columns.insert(index.column());
    return columns;
}

/// A traced run of the lesson, which is paused in its tenth line.
class Traced : public OpenWindow {
  public:
    Traced()
        : OpenWindow(QStringLiteral("transpose")) {
        MainWindow& window = **this;
        window.docks().focus(QStringLiteral("lanes"));
        QSignalSpy shown(&window.presenter(), &RunPresenter::reportShown);
        QTest::mouseClick(find<QPushButton>("traceAndRun"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        editor().setCursorPosition(9, 0);
        QTRY_COMPARE(lanes().access()->line, 10);
        stepper().runTo(10);
        waitForPause();
    }

    LanesPanel& lanes() { return (*this)->panel<LanesPanel>(); }
    StepPanel& step() { return (*this)->panel<StepPanel>(); }
    StepController& stepper() { return (*this)->workbench().stepper; }
    const LanePlace& chosen() { return (*this)->workbench().selection.lane(); }
    void waitForPause() {
        QTRY_VERIFY_WITH_TIMEOUT(
            stepper().phase() == StepController::Phase::paused && stepper().state(), kPatience);
    }
};

} // namespace

class TstSelection : public WindowFixture {
    Q_OBJECT

  private slots:
    void lanesFollowTheStepper() {
        Traced window;
        window->docks().focus(QStringLiteral("step"));
        auto* table = window.find<QTableView>("stepLanes");
        QTRY_VERIFY(table->isVisible());
        click(*table, 0, 7);
        QCOMPARE(window.chosen(), (LanePlace{0, 0, 7}));
        QCOMPARE(chosenColumns(*table), QSet<int>{7});
        const QString said = window.find<QLabel>("lanesSentence")->text();
        QVERIFY2(said.contains(QStringLiteral("▸ Lane 7: ")), qPrintable(said));
        click(*window.find<QTableView>("stepWarps"), 3, 0);
        QTRY_COMPARE_WITH_TIMEOUT(window.chosen(), (LanePlace{0, 3, 7}), kPatience);
        QCOMPARE(window.lanes().access()->warp, 3u);
        QCOMPARE(chosenColumns(*table), QSet<int>{7}); // the selection stays
        // The caret moves to another access, and the selection stays.
        window.editor().setCursorPosition(24, 0);
        QTRY_COMPARE(window.lanes().access()->line, 25);
        QCOMPARE(window.lanes().access()->warp, 3u);
        QCOMPARE(window.stepper().state()->warp, 3u);
    }

    void theStepperFollowsLanes() {
        Traced window;
        window->docks().focus(QStringLiteral("lanes"));
        auto* table = window.find<QTableView>("stepLanes");
        auto* view = window.lanes().findChild<LaneView*>();
        QTRY_VERIFY(view->isVisible());
        QTest::mouseClick(view, Qt::LeftButton, {}, view->laneBox(12).center().toPoint());
        QCOMPARE(window.chosen(), (LanePlace{0, 0, 12}));
        QCOMPARE(chosenColumns(*table), QSet<int>{12});
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Right);
        QCOMPARE(chosenColumns(*table), QSet<int>{13});
        QTest::keyClick(view, Qt::Key_End);
        QCOMPARE(chosenColumns(*table), QSet<int>{31});
        auto* warps = window.find<QSlider>("lanesWarp");
        warps->setFocus();
        QTest::keyClick(warps, Qt::Key_Right);
        QVERIFY(window.stepper().phase() == StepController::Phase::moving);
        QTest::keyClick(warps, Qt::Key_Right); // while the other one is still asked for
        QTRY_COMPARE_WITH_TIMEOUT(window.stepper().state()->warp, 2u, kPatience);
        window.waitForPause();
        QCOMPARE(window.chosen(), (LanePlace{0, 2, 31}));
        QCOMPARE(window.lanes().access()->warp, 2u);
        QCOMPARE(chosenColumns(*table), QSet<int>{31});
        // A block that has not begun cannot be looked at; Lanes, which have its trace, show it.
        auto* blocks = window.find<QComboBox>("lanesBlock");
        blocks->setCurrentIndex(blocks->count() - 1);
        QVERIFY(window.chosen().block > 0);
        window.waitForPause();
        QCOMPARE(window.lanes().access()->block, window.chosen().block);
    }

    void buffersOfTheSetUpFollow() {
        OpenWindow window(QStringLiteral("transpose"));
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        window->actionSet().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        const auto& inspector = window->panel<BufferInspector>();
        auto* table = window.find<QTableView>("buffersTable");
        const auto nameOf = [&](int row) {
            return table->model()->index(row, 0).data().toString();
        };
        const auto rowShown = [&] { return nameOf(table->currentIndex().row()); };
        QCOMPARE(rowShown(), inspector.currentBuffer());
        window->docks().focus(QStringLiteral("project-buffers"));
        QTRY_VERIFY(table->isVisible());
        for (const int row : {2, 0}) {
            click(*table, row, 0);
            QCOMPARE(inspector.currentBuffer(), nameOf(row));
        }
        // And back, unless the user is working there.
        auto* shownThere = window.find<QComboBox>("inspectorBuffer");
        shownThere->setCurrentText(nameOf(1));
        QCOMPARE(rowShown(), nameOf(0));
        window.editor().setFocus();
        shownThere->setCurrentText(nameOf(2));
        QCOMPARE(rowShown(), nameOf(2));
    }
};

WARPBENCH_WIDGET_TEST(TstSelection)
} // namespace tst_selection

#include "tst_selection.moc"
