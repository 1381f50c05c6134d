// SPDX-License-Identifier: GPL-3.0-or-later
// Output of runs and compiles in the window with real events: results, counters, lanes, occupancy
// and faults. tst_code_panel tests the generated code.
#include "tests/main.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/occupancy_panel.h"
#include "ui/charts/plot.h"
#include "ui/commands/actions.h"
#include "ui/docks/panel_docks.h"
#include "ui/editor/line_cost_bar.h"
#include "ui/panels/counters_panel.h"
#include "ui/panels/gpus_panel.h"
#include "ui/panels/lanes_panel.h"
#include "ui/panels/listing_panel.h"
#include "ui/panels/result_line.h"
#include "ui/panels/results_panel.h"
#include "ui/run/gpu_comparison.h"
#include "ui/theme/banner.h"
#include "ui/theme/theme.h"
#include "ui/window/run_presenter.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

namespace tst_see {

using namespace warpbench;
using namespace warpbench::ui;

class TstSee : public WindowFixture {
    Q_OBJECT

  private slots:
    void aValueDoesNotCutAWordOfItsLine() {
        ResultLine line(QStringLiteral("ok"), IconTint::success,
                        QStringLiteral("out_grid_stride is as expected"),
                        QStringLiteral("max error 0"));
        const QList<QLabel*> labels = line.findChildren<QLabel*>();
        const auto labelWith = [&](const QString& word) {
            return *std::find_if(labels.begin(), labels.end(),
                                 [&](const QLabel* label) { return label->text().contains(word); });
        };
        const QLabel* text = labelWith(QStringLiteral("expected"));
        const QLabel* value = labelWith(QStringLiteral("max"));
        const int word = text->fontMetrics().horizontalAdvance(QStringLiteral("expected"));
        line.resize(600, 100);
        line.show();
        QTRY_COMPARE(value->y(), text->y());
        line.resize(word + value->sizeHint().width(), 200); // no room for the icon
        QTRY_VERIFY(value->y() > text->y());
        QTRY_VERIFY(text->width() >= word);
        line.resize(600, 100);
        QTRY_COMPARE(value->y(), text->y());
    }

    /// The passes of a loop that the compiler unrolled are entries of the list, and say so.
    void accessesOfAnUnrolledLoopAreSaidInPlainWords() {
        OpenWindow window(QStringLiteral("reduction"));
        window->docks().focus(QStringLiteral("lanes"));
        run(window);
        window.editor().setCursorPosition(16, 0);
        auto& lanes = window->panel<LanesPanel>();
        QTRY_VERIFY(lanes.access() && lanes.access()->line == 17);
        auto* list = window.find<QComboBox>("lanesSite");
        auto* time = window.find<QLabel>("lanesTime");
        auto* sentence = window.find<QLabel>("lanesSentence");
        const auto begins = [](const QString& text, const char* with) {
            return text.startsWith(QLatin1String(with));
        };
        QVERIFY2(begins(list->currentText(), "Line 17, 1 of "), qPrintable(list->currentText()));
        QVERIFY2(begins(time->text(), "Access 1 of "), qPrintable(time->text()));
        QVERIFY2(time->text().contains(QLatin1String(", time 1 of ")), qPrintable(time->text()));
        QVERIFY2(sentence->text().contains(QLatin1String("This is access 1 of ")),
                 qPrintable(sentence->text()));
        list->setCurrentIndex(
            list->findText(QStringLiteral("Line 17, 2 of "), Qt::MatchStartsWith));
        QVERIFY2(begins(time->text(), "Access 2 of "), qPrintable(time->text()));
        // The distinguishing part is visible in a narrow dock as well.
        lanes.resize(400, 300);
        const QString telling = describeSite(lanes.sites()[std::size_t(list->currentIndex())]);
        QVERIFY2(begins(telling, "Line 17, 2 of ") && list->currentText().startsWith(telling),
                 qPrintable(telling));
        QTRY_VERIFY(list->width() >= list->fontMetrics().horizontalAdvance(telling) + 30);
        QVERIFY(list->geometry().right() < list->parentWidget()->width());
        // A line with a single access does not number it.
        window.editor().setCursorPosition(12, 0);
        QTRY_VERIFY(lanes.access()->line == 13);
        QVERIFY2(begins(list->currentText(), "Line 13: "), qPrintable(list->currentText()));
        QVERIFY2(begins(time->text(), "Time 1 of "), qPrintable(time->text()));
        QVERIFY(!sentence->text().contains(QLatin1String("like it")));
    }

    /// Results name the line that wastes most of each launch, and a click leads to why.
    void aRunSaysWhereALaunchWastesMost() {
        OpenWindow window(QStringLiteral("transpose"));
        run(window);
        QVERIFY(!window->findChild<ResultLine*>(QStringLiteral("finding.2"))); // padded: nothing
        auto* shared = window->findChild<ResultLine*>(QStringLiteral("finding.1"));
        QVERIFY(shared);
        QVERIFY2(shared->accessibleName().contains(QStringLiteral("transpose_shared: Line 25: ")),
                 qPrintable(shared->accessibleName()));
        // Before passed checks.
        QTRY_VERIFY(shared->y() < window.find<ResultLine>("check.shared")->y());
        shared->setFocus();
        QTest::keyClick(shared, Qt::Key_Return);
        QTRY_COMPARE(lineOf(window.editor()), 25);
        auto& lanes = window->panel<LanesPanel>();
        QTRY_VERIFY(lanes.isVisible());
        run(window); // traced, now that the panel is in front
        auto* sentence = lanes.findChild<QLabel*>(QStringLiteral("lanesSentence"));
        QTRY_VERIFY2(sentence->text().contains(QStringLiteral("32 passes where one would do")),
                     qPrintable(sentence->text()));
    }

    /// It belongs to the submitted source, not to the current text.
    void aRunThatEndsAfterAnEditIsShownAsStale() {
        OpenWindow window;
        auto* bar = window.find<LineCostBar>("lineCosts");
        window->actionSet().lineCosts->setChecked(true);
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        window->actionSet().run->trigger();
        window->document().edit(QStringLiteral("change"), [](auto& project) {
            project.parameters.begin()->second.text += " + 0";
        });
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        QVERIFY(window->workbench().results.stale());
        QVERIFY(window->pane().resultBanner().text().isEmpty()); // not "Passed"
        QVERIFY(!window.find<QLabel>("staleBadge")->isHidden());
        QVERIFY(!bar->findChild<QLabel*>(QStringLiteral("lineCostsStale"))->isHidden());
        run(window);
        QVERIFY(!window->workbench().results.stale());
        QVERIFY(!window->pane().resultBanner().text().isEmpty());
        QVERIFY(window.find<QLabel>("staleBadge")->isHidden());
        QVERIFY(bar->findChild<QLabel*>(QStringLiteral("lineCostsStale"))->isHidden());
        window->actionSet().lineCosts->setChecked(false);
    }

    void whatIsWrongStandsFirst() {
        session::RunReport report;
        report.status = session::RunStatus::expect_failed;
        for (const bool passed : {true, false}) {
            session::BufferReport& buffer = report.buffers.emplace_back();
            buffer.name = passed ? "right" : "wrong";
            buffer.expect.emplace().passed = passed;
        }
        ResultsPanel panel;
        panel.setReport(report);
        QStringList lines;
        for (const ResultLine* line : panel.findChildren<ResultLine*>())
            lines << line->objectName();
        QCOMPARE(lines,
                 (QStringList{QStringLiteral("check.wrong"), QStringLiteral("check.right")}));
        // What went wrong takes one line in a panel as wide as usual.
        report.device.emplace();
        report.device->simulated = true;
        panel.resize(318, 400);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const auto* status = panel.findChild<QLabel*>(QStringLiteral("runStatus"));
        for (const auto outcome : {session::RunStatus::ok, session::RunStatus::fault,
                                   session::RunStatus::ok, session::RunStatus::fault}) {
            report.status = outcome;
            panel.setReport(report);
            QTRY_VERIFY(status->height() < 2 * status->fontMetrics().height());
        }
    }

    /// Output is behind other panels: Results mentions it and links to it.
    void whatAKernelPrintedIsSaidAndLedTo() {
        session::RunReport report;
        report.status = session::RunStatus::ok;
        ResultsPanel panel;
        panel.setReport(report);
        QVERIFY(!panel.findChild<ResultLine*>(QStringLiteral("printed")));
        report.standardOutput = "thread 0\nthread 1\n";
        panel.setReport(report);
        auto* line = panel.findChild<ResultLine*>(QStringLiteral("printed"));
        QVERIFY(line);
        const auto texts = line->findChildren<QLabel*>();
        QVERIFY(std::any_of(texts.begin(), texts.end(), [](const QLabel* label) {
            return label->text().contains(QStringLiteral("printed 2 line(s)"));
        }));
        const QSignalSpy led(&panel, &ResultsPanel::outputActivated);
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(led.count(), 1);
    }

    /// A panel that has nothing yet, and a button that fills it, is of one colour.
    void emptyPanelsAreOfOneColour() {
        OpenWindow window;
        for (const char* name : {"step", "lanes", "counters"}) {
            window->docks().show(QString::fromLatin1(name));
            auto* panel =
                window->findChild<QDockWidget*>(QLatin1String(name) + QLatin1String("Dock"))
                    ->widget();
            QLabel* empty = nullptr;
            for (QLabel* label : panel->findChildren<QLabel*>()) {
                if (label->property("role") == QLatin1String("empty"))
                    empty = label;
            }
            QVERIFY2(empty && empty->isVisible(), name);
            for (const bool dark : {true, false}) {
                Theme::instance().apply(dark);
                const QImage picture = empty->parentWidget()->grab().toImage();
                const QPoint label = empty->geometry().topLeft();
                QVERIFY2(label.y() > 1, name);
                QCOMPARE(picture.pixelColor(label + QPoint(1, 1)).name(),
                         picture.pixelColor(1, 1).name());
            }
        }
    }

    /// A mistake shows a moment after it was typed, and nothing else moves; it can be off.
    void aPauseInTypingCompiles() {
        OpenWindow window;
        QAction* onPause = window->actionSet().compileOnPause;
        QVERIFY(!onPause->isChecked()); // in a test
        QSignalSpy compiled(&window->controller(), &RunController::compiled);
        onPause->setChecked(true);
        window->docks().show(QStringLiteral("output"));
        window.editor().setText(QStringLiteral("extern \"C\" __global__ void multiply_them() {\n"
                                               "    wrong;\n"
                                               "}\n"));
        QTRY_VERIFY_WITH_TIMEOUT(compiled.count() == 1, kPatience);
        QTRY_VERIFY(window.editor().hasProblem(2));
        QVERIFY(window->pane().resultBanner().isHidden());
        QVERIFY(window.find<QDockWidget>("outputDock")->widget()->isVisible());
        QVERIFY(!window.find<QDockWidget>("outputDock")->widget()->visibleRegion().isEmpty());
        window.editor().setText(
            QStringLiteral("extern \"C\" __global__ void multiply_them() {}\n"));
        QTRY_VERIFY_WITH_TIMEOUT(compiled.count() == 2, kPatience);
        QTRY_VERIFY(!window.editor().hasProblem(2));
        // Explicit requests are reported as before.
        window.editor().setText(QStringLiteral("wrong;\n"));
        window->actionSet().compile->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(compiled.count() == 3, kPatience);
        QVERIFY(!window->pane().resultBanner().isHidden());
        onPause->setChecked(false);
    }

    void idleLanesLeadToTheLinesThatHaveThem() {
        OpenWindow window(QStringLiteral("reduction"));
        run(window);
        auto* first = window->findChild<ResultLine*>(QStringLiteral("finding.0"));
        QVERIFY(first);
        QVERIFY2(first->accessibleName().contains(QStringLiteral("of 32 lanes work")),
                 qPrintable(first->accessibleName()));
        first->setFocus();
        QTest::keyClick(first, Qt::Key_Return);
        QTRY_COMPARE(lineOf(window.editor()), 17);
        auto* bar = window.find<LineCostBar>("lineCosts");
        QVERIFY(bar->isVisible());
        QVERIFY(bar->chosenMetric() == LineMetric::activeLanes);
        QVERIFY(!window.editor().noteText(17).isEmpty());
    }

    void countersOfTheLaunchesAreCountedOnRequest() {
        OpenWindow window(QStringLiteral("transpose"));
        window->docks().focus(QStringLiteral("counters"));
        auto& panel = window->panel<CountersPanel>();
        QVERIFY(panel.model().empty());
        QVERIFY(!window->docks().show(QStringLiteral("counters:nothing")));
        QVERIFY(window->docks().show(QStringLiteral("counters:roofline")));
        QCOMPARE(panel.findChild<QTabWidget*>()->currentIndex(), 1);
        auto* button = panel.findChild<QPushButton*>(QStringLiteral("countAndRun"));
        QTRY_VERIFY(button->isVisible());
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        QVERIFY(!panel.model().empty());
        QCOMPARE(panel.model().columnCount(), 3);
        // The three ways to transpose: uncoalesced, with bank conflicts, and neither.
        QCOMPARE(counter(panel, QStringLiteral("Sectors moved"), 0).section(u' ', 1),
                 QStringLiteral("(4.5×)"));
        QCOMPARE(counter(panel, QStringLiteral("Bank conflicts"), 2), QStringLiteral("0 (+0.0)"));
        QVERIFY(counter(panel, QStringLiteral("Bank conflicts"), 1) !=
                counter(panel, QStringLiteral("Bank conflicts"), 2));
    }

    /// The lesson: why the version with shared memory waits, and why the padded one does not.
    void lanesSayWhyTheTransposeConflicts() {
        OpenWindow window(QStringLiteral("transpose"));
        window->docks().focus(QStringLiteral("lanes"));
        auto& panel = window->panel<LanesPanel>();
        QVERIFY(panel.sites().empty());
        auto* button = panel.findChild<QPushButton*>(QStringLiteral("traceAndRun"));
        QTRY_VERIFY(button->isVisible());
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        QVERIFY(!panel.sites().empty());
        const auto* sentence = panel.findChild<QLabel*>(QStringLiteral("lanesSentence"));
        const auto says = [&](const char* text) {
            return sentence->text().contains(QLatin1String(text));
        };
        // First shows the worst access; then follows the current line.
        QCOMPARE(panel.access()->line, 25);
        window->pane().editor().setCursorPosition(9, 0);
        QTRY_COMPARE(panel.access()->line, 10);
        window->pane().editor().setCursorPosition(24, 0);
        QTRY_COMPARE(panel.access()->line, 25);
        QCOMPARE(panel.access()->space, session::AccessSpace::shared);
        QVERIFY2(says("Lanes 0 to 31 want 32 different words of bank 0: 32 passes where one would "
                      "do. Lanes are 32 words apart, which uses only 1 of the 32 banks"),
                 qPrintable(sentence->text()));
        window->pane().editor().setCursorPosition(38, 0);
        QTRY_COMPARE(panel.access()->line, 39);
        QVERIFY2(says("one pass serves them all"), qPrintable(sentence->text()));
        // Another warp, by keys.
        auto* warps = panel.findChild<QSlider*>(QStringLiteral("lanesWarp"));
        QCOMPARE(warps->maximum(), 7);
        warps->setFocus();
        QTest::keyClick(warps, Qt::Key_Right);
        QCOMPARE(panel.access()->warp, 1u);
        QCOMPARE(window->workbench().selection.lane().warp, 1);
        // A line of the source may have several accesses: a click on one's PTX shows that one.
        const auto second =
            std::find_if(panel.sites().rbegin(), panel.sites().rend(), [](const AccessSite& site) {
                return site.line == 20 && site.launch == 1;
            });
        QVERIFY(second != panel.sites().rend());
        window->docks().focus(QStringLiteral("code"));
        auto& code = window->panel<ListingPanel>();
        QTRY_VERIFY_WITH_TIMEOUT(code.model().rowCount() > 20, kPatience);
        const QModelIndex line =
            code.model().index(code.model().rowOf(second->ptxLine - 1), ListingModel::TextColumn);
        auto* view = code.findChild<QTreeView*>(QStringLiteral("listingView"));
        view->scrollTo(line, QAbstractItemView::PositionAtCenter);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(line).center());
        QCOMPARE(panel.access()->ptxLine, second->ptxLine);
        QCOMPARE(lineOf(window.editor()), 20);
        QTRY_COMPARE(panel.access()->ptxLine, second->ptxLine);
        // Runs are not traced while the panel is hidden.
        window->docks().show(QStringLiteral("problems"));
        window->actionSet().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 2, kPatience);
        QVERIFY(!window->workbench().results.report()->launches.at(0).trace);
    }

    /// The values of the sliders are written to the source, and Undo reverts them.
    void launchBoundsGoIntoTheSource() {
        OpenWindow window;
        const QString before = window.editor().text();
        window->docks().focus(QStringLiteral("occupancy"));
        compile(window);
        auto* registers = window.find<QSlider>("whatIfRegisters");
        QTRY_VERIFY_WITH_TIMEOUT(registers->isVisible(), kPatience);
        registers->setFocus();
        QTest::keyClick(registers, Qt::Key_Right);
        auto* apply = window.find<QToolButton>("whatIfApply");
        apply->menu()->actions().constLast()->trigger();
        QVERIFY2(window.editor().text().contains(
                     QStringLiteral("__global__ void __launch_bounds__(400, ")),
                 qPrintable(window.editor().text()));
        window.editor().undo();
        QCOMPARE(window.editor().text(), before);
    }

    /// Each block size is run, its estimated time stands over the occupancy's curve, and a size
    /// with a wrong result does not count.
    void blockSizesAreMeasured() {
        OpenWindow window;
        window.editor().setText(
            QStringLiteral("extern \"C\" __global__ void multiply_them(float* dest, const float* "
                           "a, const float* b) {\n"
                           "    const int i = blockIdx.x * BLOCK + threadIdx.x;\n"
                           "    if (i < 400) dest[i] = a[i] * b[i] + (BLOCK == 128);\n"
                           "}\n"));
        window->workbench().document.edit(QStringLiteral("sweep"), [](project::Project& project) {
            project.sweep.emplace();
            for (const char* value : {"64", "128", "256", "512"})
                project.sweep->parameters["BLOCK"].push_back({value, {}});
        });
        window->docks().focus(QStringLiteral("occupancy"));
        compile(window);
        auto& panel = window->panel<OccupancyPanel>();
        auto* measure = panel.findChild<QToolButton*>(QStringLiteral("measureBlocks"));
        QTRY_VERIFY_WITH_TIMEOUT(measure->isVisible() && measure->isEnabled(), kPatience);
        QTest::mouseClick(measure, Qt::LeftButton);
        QVERIFY(!measure->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(measure->isEnabled(), kPatience);
        const auto& plot = *panel.findChild<Plot*>();
        QCOMPARE(plot.series().size(), 2);
        QList<double> places;
        for (const QPointF& point : plot.series()[1].points)
            places.append(point.x());
        QCOMPARE(places, (QList<double>{64, 256, 512}));
        const QString said = panel.findChild<QLabel*>(QStringLiteral("occupancyMeasured"))->text();
        QVERIFY2(said.contains(QStringLiteral("have the shortest estimated time")),
                 qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("BLOCK = 128 does not count: its result is wrong")),
                 qPrintable(said));
        QVERIFY(!window->workbench().results.report()); // no run of the user's
        // Apply writes the best one.
        const QList<QAction*> offers =
            panel.findChild<QToolButton*>(QStringLiteral("whatIfApply"))->menu()->actions();
        QCOMPARE(offers.size(), 1);
        offers[0]->trigger();
        QVERIFY(*window->workbench().document.project().compile.defines.at("BLOCK") != "400");
        QVERIFY(panel.findChild<QLabel*>(QStringLiteral("occupancyMeasured"))
                    ->text()
                    .contains(QStringLiteral("has changed since")));
    }

    /// The same launches on each simulated GPU: a row each, the fastest on top.
    void gpusAreCompared() {
        OpenWindow window;
        window->docks().focus(QStringLiteral("gpus"));
        auto& panel = window->panel<GpusPanel>();
        auto* start = panel.findChild<QPushButton*>(QStringLiteral("estimateGpus"));
        QTRY_VERIFY_WITH_TIMEOUT(start->isVisible() && start->isEnabled(), kPatience);
        QTest::mouseClick(start, Qt::LeftButton);
        QVERIFY(!start->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), kPatience);
        const auto* model = panel.findChild<QTreeView*>(QStringLiteral("gpusView"))->model();
        int simulated = 0;
        for (const auto& device : window->workbench().devices.devices())
            simulated += device.simulated && device.usable() && !device.spare;
        QCOMPARE(model->rowCount(), simulated);
        QVERIFY(simulated > 5);
        const auto text = [&](int row, int column) {
            return model->index(row, column).data().toString();
        };
        QCOMPARE(text(0, GpuComparison::FactorColumn), QStringLiteral("1.00×"));
        for (int row = 0; row < model->rowCount(); ++row)
            QVERIFY2(text(row, GpuComparison::TimeColumn).contains(QStringLiteral("µs")),
                     qPrintable(text(row, GpuComparison::BoundColumn)));
        QVERIFY(!window->workbench().results.report()); // no run of the user's
        const auto* note = panel.findChild<QLabel*>(QStringLiteral("gpusNote"));
        window.editor().setText(window.editor().text() + QStringLiteral("\n"));
        QVERIFY2(note->text().contains(QStringLiteral("has changed since")),
                 qPrintable(note->text()));
    }

    /// A size that gives an invalid grid is an invalid trial, but not an error.
    void aBlockSizeThatCannotBeRunIsNoProblem() {
        OpenWindow window;
        window->workbench().document.edit(QStringLiteral("sweep"), [](project::Project& project) {
            project.launches[0].grid[0].text = "n // BLOCK"; // 0 for the last one
            project.sweep.emplace();
            for (const char* value : {"100", "400", "512"})
                project.sweep->parameters["BLOCK"].push_back({value, {}});
        });
        window->docks().focus(QStringLiteral("occupancy"));
        compile(window);
        auto& panel = window->panel<OccupancyPanel>();
        auto* measure = panel.findChild<QToolButton*>(QStringLiteral("measureBlocks"));
        QTRY_VERIFY_WITH_TIMEOUT(measure->isVisible() && measure->isEnabled(), kPatience);
        QSignalSpy failed(&window->controller(), &RunController::failed);
        QTest::mouseClick(measure, Qt::LeftButton);
        QVERIFY(!measure->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(measure->isEnabled(), kPatience);
        const QString said = panel.findChild<QLabel*>(QStringLiteral("occupancyMeasured"))->text();
        QVERIFY2(said.contains(QStringLiteral("BLOCK = 512 does not count: grid x is 0")),
                 qPrintable(said));
        QVERIFY(failed.isEmpty());
        QCOMPARE(window->workbench().diagnostics.rowCount(), 0);
        QVERIFY(window->pane().resultBanner().text().isEmpty());
    }

    void aFaultOpensAtItsLine() {
        OpenWindow window;
        window.editor().setText(
            QStringLiteral("extern \"C\" __global__ void multiply_them(float* dest, const float* "
                           "a, const float* b) {\n"
                           "    const int i = threadIdx.x;\n"
                           "    dest[i + 8] = a[i] * b[i];\n"
                           "}\n"));
        window.editor().setCursorPosition(0, 0);
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        window->actionSet().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        QCOMPARE(window->workbench().results.report()->status, session::RunStatus::fault);
        QCOMPARE(lineOf(window.editor()), 3);
        const auto& problems = window->workbench().diagnostics.problems();
        const bool told = std::any_of(problems.begin(), problems.end(), [](const Problem& p) {
            return p.text.contains(
                QStringLiteral("buffer dest, to element 400: the last one is 399"));
        });
        QVERIFY2(told, problems.empty() ? "no problem" : qPrintable(problems.front().text));
        // That the same source compiles takes nothing of it back.
        QSignalSpy compiled(&window->controller(), &RunController::compiled);
        window->actionSet().compile->trigger();
        QVERIFY(compiled.wait(kPatience));
        QVERIFY(window->workbench().diagnostics.errorCount() > 0);
    }

  private:
    static QString counter(const CountersPanel& panel, const QString& name, int launch) {
        const CountersModel& model = panel.model();
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString() == name)
                return model.index(row, launch).data().toString();
        }
        return {};
    }
};

WARPBENCH_WIDGET_TEST(TstSee)
} // namespace tst_see

#include "tst_see.moc"
