// SPDX-License-Identifier: GPL-3.0-or-later
// The panels that show what the engine knows, in the window and with real events.
#include "tests/ui/window_fixture.h"
#include "ui/charts/occupancy_panel.h"
#include "ui/charts/plot.h"
#include "ui/editor/line_cost_bar.h"
#include "ui/editor/source_link.h"
#include "ui/panels/counters_panel.h"
#include "ui/panels/lanes_panel.h"
#include "ui/panels/listing_panel.h"
#include "ui/panels/resources_panel.h"
#include "ui/panels/result_line.h"
#include "ui/panels/results_panel.h"
#include "ui/theme/theme.h"
#include "ui/window/actions.h"
#include "ui/window/panel_docks.h"
#include "ui/window/run_presenter.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

using namespace warpbench;
using namespace warpbench::ui;

class TstSee : public WindowFixture {
    Q_OBJECT

  private slots:
    void codeAndSourceAreLinkedBothWays() {
        OpenWindow window(QStringLiteral("transpose"));
        window->docks().focus(QStringLiteral("code"));
        auto& panel = window->panel<ListingPanel>();
        QVERIFY(saysSomething(panel));
        compile(window);
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().rowCount() > 20, kPatience);
        auto* view = panel.findChild<QTreeView*>(QStringLiteral("listingView"));
        auto* functions = panel.findChild<QComboBox*>(QStringLiteral("listingFunction"));
        QCOMPARE(functions->count(), 3);
        // The caret's line marks what became of it, and brings it into view.
        window->pane().editor().setCursorPosition(38, 0);
        QTRY_COMPARE(panel.model().linkedLine(), 39);
        const int row = panel.model().firstRowOf(39);
        QVERIFY(row > 0);
        QTRY_VERIFY(view->viewport()->rect().intersects(
            view->visualRect(panel.model().index(row, ListingModel::TextColumn))));
        // A click on an instruction goes to the line that it comes from, and stays where it is.
        const int other = panel.model().firstRowOf(10);
        view->scrollTo(panel.model().index(other, 0), QAbstractItemView::PositionAtTop);
        const QRect at = view->visualRect(panel.model().index(other, ListingModel::TextColumn));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at.center());
        QCOMPARE(lineOf(window.editor()), 10);
        QTRY_COMPARE(panel.model().linkedLine(), 10);
        // The same by keys.
        view->setFocus();
        view->setCurrentIndex(panel.model().index(row, 0));
        QTest::keyClick(view, Qt::Key_Return);
        QCOMPARE(lineOf(window.editor()), 39);
        // The mouse over the code marks the line of the source.
        auto* link = window->findChild<SourceLink*>();
        QTest::mouseMove(view->viewport(), QPoint(2, 2));
        const QRect hovered = view->visualRect(
            panel.model().index(panel.model().firstRowOf(39), ListingModel::TextColumn));
        QTest::mouseMove(view->viewport(), QPoint(hovered.left() + 40, hovered.center().y()));
        QTRY_COMPARE(link->markedLine(), 39);
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
        QVERIFY2(begins(list->currentText(), "Line 17, access 1 of "),
                 qPrintable(list->currentText()));
        QVERIFY2(begins(time->text(), "Access 1 of "), qPrintable(time->text()));
        QVERIFY2(time->text().contains(QLatin1String(", time 1 of ")), qPrintable(time->text()));
        QVERIFY2(sentence->text().contains(QLatin1String("This is access 1 of ")),
                 qPrintable(sentence->text()));
        list->setCurrentIndex(
            list->findText(QStringLiteral("Line 17, access 2 of "), Qt::MatchStartsWith));
        QVERIFY2(begins(time->text(), "Access 2 of "), qPrintable(time->text()));
        // What a line does once is no one of several.
        window.editor().setCursorPosition(12, 0);
        QTRY_VERIFY(lanes.access()->line == 13);
        QVERIFY2(begins(list->currentText(), "Line 13: "), qPrintable(list->currentText()));
        QVERIFY2(begins(time->text(), "Time 1 of "), qPrintable(time->text()));
        QVERIFY(!sentence->text().contains(QLatin1String("alike")));
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
        // Before what is well.
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

    /// Output lies behind other panels: Results say that there is some, and lead there.
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
        // What is asked for is told as ever.
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

    /// Behind another tab nothing is made; what came meanwhile is there when the panel is in front.
    void hiddenCodeMakesNothing() {
        OpenWindow window;
        window->docks().focus(QStringLiteral("code"));
        auto& panel = window->panel<ListingPanel>();
        window->docks().focus(QStringLiteral("problems"));
        auto* dock = qobject_cast<QDockWidget*>(panel.parentWidget());
        QVERIFY(dock);
        auto* front = window->findChild<QDockWidget*>(QStringLiteral("problemsDock"));
        window->tabifyDockWidget(dock, front);
        front->raise();
        QCoreApplication::processEvents();
        const int linked = panel.model().linkedLine();
        QVERIFY(linked != 5);
        compile(window);
        QVERIFY(window->workbench().results.code().code);
        window.editor().setCursorPosition(4, 0);
        QCoreApplication::processEvents();
        QCOMPARE(panel.model().rowCount(), 0);
        QCOMPARE(panel.model().linkedLine(), linked);
        dock->raise();
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().rowCount() > 3, kPatience);
        QCOMPARE(panel.model().linkedLine(), 5);
    }

    void staleCodeSaysSo() {
        OpenWindow window;
        window->docks().focus(QStringLiteral("code"));
        auto& panel = window->panel<ListingPanel>();
        compile(window);
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().rowCount() > 3, kPatience);
        auto* stale = panel.findChild<QLabel*>(QStringLiteral("listingStale"));
        QVERIFY(stale->isHidden());
        window.editor().setFocus();
        window.editor().setCursorPosition(0, 0);
        QTest::keyClicks(&window.editor(), QStringLiteral("// "));
        QVERIFY(!stale->isHidden());
        compile(window);
        QTRY_VERIFY(stale->isHidden());
    }

    void allLinesFindAndCopy() {
        OpenWindow window;
        window->docks().focus(QStringLiteral("code"));
        auto& panel = window->panel<ListingPanel>();
        compile(window);
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().rowCount() > 3, kPatience);
        const int few = panel.model().rowCount();
        auto* everything = panel.findChild<QCheckBox*>(QStringLiteral("listingEverything"));
        everything->setFocus();
        QTest::keyClick(everything, Qt::Key_Space);
        QVERIFY(panel.model().rowCount() > few);
        QTest::keyClick(everything, Qt::Key_Space);
        QCOMPARE(panel.model().rowCount(), few);
        auto* view = panel.findChild<QTreeView*>(QStringLiteral("listingView"));
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Slash);
        auto* find = panel.findChild<QLineEdit*>(QStringLiteral("listingFind"));
        QVERIFY(find->hasFocus());
        QTest::keyClicks(find, QStringLiteral("ret"));
        QVERIFY(view->currentIndex().isValid());
        QVERIFY(view->currentIndex()
                    .siblingAtColumn(ListingModel::TextColumn)
                    .data()
                    .toString()
                    .contains(QStringLiteral("ret")));
        QTest::keyClicks(find, QStringLiteral("zzz"));
        QVERIFY(find->property("invalid").toBool());
        view->setFocus();
        QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("ret")));
    }

    void sassSaysHowToGetIt() {
        OpenWindow window;
        window->docks().focus(QStringLiteral("code"));
        auto& panel = window->panel<ListingPanel>();
        compile(window);
        const QByteArray before = qgetenv("WARPBENCH_CUDA_HOME");
        qputenv("WARPBENCH_CUDA_HOME", "/nonexistent");
        QVERIFY(panel.showPart(QStringLiteral("sass")));
        QTRY_VERIFY_WITH_TIMEOUT(textOf(panel).contains(QStringLiteral("Get the Compiler")),
                                 kPatience);
        if (before.isNull())
            qunsetenv("WARPBENCH_CUDA_HOME");
        else
            qputenv("WARPBENCH_CUDA_HOME", before);
    }

    void sassIsLinkedWithSourceAndPtx() {
        if (compile::compilerInfo().disassembler.empty())
            QSKIP("no nvdisasm here: `warpbench-cli doctor --install-compiler` fetches it");
        OpenWindow window;
        window->docks().focus(QStringLiteral("code"));
        auto& panel = window->panel<ListingPanel>();
        compile(window);
        QVERIFY(panel.showPart(QStringLiteral("sass")));
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().find(QStringLiteral("STG"), 0, 1) >= 0, kPatience);
        const int store = panel.model().find(QStringLiteral("STG"), 0, 1);
        const Listing& listing = *panel.model().listing();
        const int line = listing.sourceLine(panel.model().lineOf(store));
        QVERIFY(line > 0);
        auto* view = panel.findChild<QTreeView*>(QStringLiteral("listingView"));
        view->setCurrentIndex(panel.model().index(store, ListingModel::TextColumn));
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Return);
        QTRY_COMPARE(lineOf(window.editor()), line);
        QVERIFY(listing.ptxLine(panel.model().lineOf(store)) > 0);
        // Only what runs is shown: no line of the kernel's name above its code.
        QCOMPARE(panel.model().find(QStringLiteral(".global"), 0, 1), -1);
    }

    void compilesAreToldWithWhatTheCacheHad() {
        OpenWindow window;
        const auto told = [&] {
            const auto& entries = window->workbench().log.entries();
            const auto last = std::find_if(entries.rbegin(), entries.rend(), [](const LogEntry& e) {
                return e.level == LogEntry::Level::compile;
            });
            return last == entries.rend() ? QString() : last->text;
        };
        QVERIFY(told().isEmpty());
        compile(window);
        QVERIFY2(told().contains(QStringLiteral(" for sm_")), qPrintable(told()));
        const QString before = window.editor().text();
        window.editor().setText(before + QStringLiteral("// changed\n"));
        compile(window);
        QVERIFY2(told().endsWith(QStringLiteral("the source changed")), qPrintable(told()));
        QVERIFY(told().contains(QStringLiteral("compiled anew in ")));
        window.editor().setText(before);
        compile(window);
        QVERIFY2(told().endsWith(QStringLiteral("from the cache")), qPrintable(told()));
        window->docks().focus(QStringLiteral("resources"));
        QTRY_VERIFY(
            textOf(window->panel<ResourcesPanel>()).contains(QStringLiteral("from the cache")));
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
        // What is worst stands there first; the caret's line is followed.
        QCOMPARE(panel.access()->line, 25);
        window->pane().editor().setCursorPosition(9, 0);
        QTRY_COMPARE(panel.access()->line, 10);
        window->pane().editor().setCursorPosition(24, 0);
        QTRY_COMPARE(panel.access()->line, 25);
        QCOMPARE(panel.access()->space, session::AccessSpace::shared);
        QVERIFY2(says("Lanes 0 to 31 want 32 different words of bank 0: 32 passes where one would "
                      "do. Lanes lie 32 words apart, which meets only 1 of the 32 banks"),
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
        // Runs are not traced while nobody looks.
        window->docks().show(QStringLiteral("problems"));
        window->actionSet().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 2, kPatience);
        QVERIFY(!window->workbench().results.report()->launches.at(0).trace);
    }

    /// What the sliders ask for is written into the source, and Undo takes it back.
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

    /// Each block size is run, what it counted stands over the occupancy's curve, and a size with a
    /// wrong result does not count.
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
        QVERIFY2(said.contains(QStringLiteral("take the fewest instructions")), qPrintable(said));
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
                    .contains(QStringLiteral("have changed since")));
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
    static int lineOf(CodeEditor& editor) {
        int line = 0;
        int column = 0;
        editor.getCursorPosition(&line, &column);
        return line + 1;
    }
    static void run(OpenWindow& window) {
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        window->actionSet().run->trigger();
        [&] { QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience); }();
    }
    static void compile(OpenWindow& window) {
        QSignalSpy compiled(&window->controller(), &RunController::compiled);
        window->actionSet().compile->trigger();
        [&] { QVERIFY(compiled.count() > 0 || compiled.wait(kPatience)); }();
    }
    static QString textOf(const QWidget& panel) {
        QString text;
        for (const QLabel* label : panel.findChildren<QLabel*>()) {
            if (label->isVisible())
                text += label->text();
        }
        return text;
    }
    static bool saysSomething(const QWidget& panel) {
        return textOf(panel).contains(QStringLiteral("Press"));
    }
    static QString counter(const CountersPanel& panel, const QString& name, int launch) {
        const CountersModel& model = panel.model();
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString() == name)
                return model.index(row, launch).data().toString();
        }
        return {};
    }
};

QTEST_MAIN(TstSee)
#include "tst_see.moc"
