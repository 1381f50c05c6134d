// SPDX-License-Identifier: GPL-3.0-or-later
// Pinned runs: names, colours, the baseline, and their restoration after a restart.
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/charts/timing_panel.h"
#include "ui/panels/counters_panel.h"
#include "ui/panels/runs_panel.h"
#include "ui/run/baseline_file.h"
#include "ui/run/run_history.h"
#include "ui/theme/theme.h"
#include "ui/workbench/workbench.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

namespace tst_baselines {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

session::RunReport reportOf(std::uint64_t instructions, std::uint64_t conflicts, int registers) {
    session::RunReport report;
    report.device.emplace();
    report.device->name = "Simulated H200 (CPU)";
    report.device->simulated = true;
    session::LaunchReport launch;
    launch.kernel = "k";
    launch.grid = {7, 2, 1};
    launch.time = launch::summarize({3, 1, 2}, "host-simulated");
    launch.occupancy.emplace();
    launch.occupancy->activeWarps = 48;
    launch.occupancy->maxWarps = 64;
    launch.occupancy->fraction = 0.75;
    launch.counters.emplace();
    launch.counters->warpInstructions = instructions;
    launch.counters->threadInstructions = instructions * 16;
    launch.counters->sharedBankConflicts = conflicts;
    launch.counters->barriers = 5;
    report.launches.push_back(launch);
    compile::CompileResult code;
    code.succeeded = true;
    code.arch = "sm_90";
    code.ptx = "// ptx";
    code.cubin = std::make_shared<const std::vector<std::byte>>(3, std::byte(7));
    compile::KernelInfo kernel;
    kernel.name = "k";
    kernel.registers = registers;
    code.kernels.push_back(kernel);
    report.code = std::make_shared<const compile::CompileResult>(code);
    return report;
}

} // namespace

class TstBaselines : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        Theme::instance().apply(false);
    }

    void severalArePinnedAndOneIsChosen() {
        Workbench bench(session::WorkerHome::this_process);
        Baselines& pinned = bench.baselines;
        const QAbstractItemModelTester tester(&pinned);
        bench.document.create({}, QStringLiteral("one"));
        QSignalSpy chosen(&pinned, &Baselines::chosenChanged);
        emit bench.controller.runFinished(reportOf(100, 4, 32));
        pinned.pin(bench.results.run(), QStringLiteral("slow"));
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(pinned.chosen()->name, QStringLiteral("slow"));
        bench.document.setSource(QStringLiteral("two"));
        bench.results.begin();
        emit bench.controller.runFinished(reportOf(50, 0, 40));
        pinned.pin(bench.results.run(), QStringLiteral("slow"));
        QCOMPARE(pinned.rowCount(), 2);
        QCOMPARE(pinned.chosen()->name, QStringLiteral("slow (2)"));
        QVERIFY(pinned.at(0).color != pinned.at(1).color);
        pinned.pin(bench.results.run()); // the same run again
        QCOMPARE(pinned.rowCount(), 2);
        pinned.choose(0);
        QCOMPARE(pinned.chosen()->name, QStringLiteral("slow"));
        QVERIFY(pinned.setData(pinned.index(0, 0), QStringLiteral("first"), Qt::EditRole));
        QCOMPARE(pinned.chosen()->name, QStringLiteral("first"));
        pinned.remove(0);
        QVERIFY(!pinned.chosen());
        QCOMPARE(pinned.rowCount(), 1);
        bench.document.create({}, QStringLiteral("another project"));
        QCOMPARE(pinned.rowCount(), 0);
    }

    /// After closing and reopening, the project has its pinned runs, and another project has none.
    void theySurviveARestart() {
        QTemporaryDir folder;
        QTemporaryDir kept;
        const QString project = copyExample(QStringLiteral("vector_multiply"), folder.path());
        {
            Workbench bench(session::WorkerHome::this_process);
            bench.baselines.keepIn(kept.path());
            bench.document.open(project);
            bench.results.begin();
            emit bench.controller.runFinished(reportOf(100, 4, 32));
            bench.baselines.pin(bench.results.run(), QStringLiteral("slow"));
            bench.baselines.setColor(0, 3);
            emit bench.controller.runFinished(reportOf(50, 0, 40));
            bench.baselines.pin(bench.results.run(), QStringLiteral("fast"));
            bench.baselines.choose(0);
            bench.document.saveAs(QDir(folder.path()).filePath(QStringLiteral("other.warpbench")));
        }
        for (const QString& path :
             {project, QDir(folder.path()).filePath(QStringLiteral("other.warpbench"))}) {
            Workbench bench(session::WorkerHome::this_process);
            bench.baselines.keepIn(kept.path());
            QVERIFY(!bench.baselines.chosen());
            bench.document.open(path);
            QCOMPARE(bench.baselines.rowCount(), 2);
            const Baseline* slow = bench.baselines.chosen();
            QVERIFY(slow);
            QCOMPARE(slow->name, QStringLiteral("slow"));
            QCOMPARE(slow->color, 3);
            QVERIFY(slow->run.source.contains(QStringLiteral("__global__")));
            const session::RunReport& report = *slow->run.report;
            QVERIFY(report.device->simulated);
            QCOMPARE(report.launches.size(), std::size_t(1));
            const session::LaunchReport& launch = report.launches[0];
            QCOMPARE(launch.grid[0], 7U);
            QCOMPARE(launch.time->values, (std::vector<double>{3, 1, 2}));
            QCOMPARE(launch.time->median, 2.0);
            QCOMPARE(launch.occupancy->activeWarps, 48);
            QCOMPARE(launch.counters->warpInstructions, std::uint64_t(100));
            QCOMPARE(launch.counters->barriers, std::uint64_t(5));
            QCOMPARE(report.code->ptx, std::string("// ptx"));
            QCOMPARE(report.code->cubin->size(), std::size_t(3));
            QCOMPARE(report.code->kernels[0].registers, std::optional<int>(32));
            bench.document.create({}, QStringLiteral("another"));
            QCOMPARE(bench.baselines.rowCount(), 0);
        }
    }

    /// Another project is opened over changes that are discarded: its runs are its own.
    void runsStayWithTheirProject_data() {
        QTest::addColumn<bool>("header");
        QTest::newRow("a typed source") << false;
        QTest::newRow("a typed header") << true;
    }
    void runsStayWithTheirProject() {
        QFETCH(bool, header);
        QTemporaryDir folder, other, kept;
        const QString first = copyExample(QStringLiteral("vector_multiply"), folder.path());
        const QString second = copyExample(QStringLiteral("saxpy"), other.path());
        QFile file(folder.filePath("h.cuh"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        const auto pin = [](Workbench& bench, const QString& name) {
            bench.results.begin();
            emit bench.controller.runFinished(reportOf(100, 4, 32));
            bench.baselines.pin(bench.results.run(), name);
        };
        Workbench bench(session::WorkerHome::this_process);
        bench.baselines.keepIn(kept.path());
        bench.document.open(second);
        pin(bench, QStringLiteral("second's"));
        bench.document.open(first);
        QCOMPARE(bench.baselines.rowCount(), 0);
        pin(bench, QStringLiteral("first's"));
        if (header) {
            bench.document.texts().restore(file.fileName(), QStringLiteral("// typed"), {}, {});
        } else {
            bench.document.setSource(QStringLiteral("// typed"));
        }
        bench.document.open(second);
        QCOMPARE(bench.baselines.rowCount(), 1);
        QCOMPARE(bench.baselines.at(0).name, QStringLiteral("second's"));
        bench.document.open(first);
        QCOMPARE(bench.baselines.rowCount(), 1);
        QCOMPARE(bench.baselines.at(0).name, QStringLiteral("first's"));
    }

    void aDamagedFileIsNoRun() {
        QVERIFY(baselinesFrom({}).all.empty());
        QVERIFY(baselinesFrom("nonsense").all.empty());
        Workbench bench(session::WorkerHome::this_process);
        emit bench.controller.runFinished(reportOf(100, 4, 32));
        std::vector<std::unique_ptr<Baseline>> one;
        one.push_back(std::make_unique<Baseline>());
        one[0]->run = bench.results.run();
        const QByteArray good = toBytes(one, 0);
        QCOMPARE(baselinesFrom(good).all.size(), std::size_t(1));
        QCOMPARE(baselinesFrom(good).chosen, 0);
        for (qsizetype size = 0; size < good.size(); ++size)
            baselinesFrom(good.left(size)); // no crash
    }

    void figuresShowTheDifference() {
        Workbench bench(session::WorkerHome::this_process);
        CountersPanel counters(bench);
        TimingPanel timing(bench);
        bench.document.create({}, QStringLiteral("one"));
        bench.results.begin();
        emit bench.controller.runFinished(reportOf(100, 4, 32));
        bench.baselines.pin(bench.results.run(), QStringLiteral("slow"));
        emit bench.controller.runFinished(reportOf(50, 0, 40));
        QStringList said;
        for (int row = 0; row < counters.model().rowCount(); ++row)
            said << counters.model().headerData(row, Qt::Vertical, Qt::DisplayRole).toString() +
                        QStringLiteral(": ") + counters.model().index(row, 0).data().toString();
        const QString all = said.join(QLatin1Char('\n'));
        QVERIFY2(all.contains(QStringLiteral("Warp instructions: 50  ◆ −50.0 %")), qPrintable(all));
        // Reports values that are gone, but not unchanged ones.
        QVERIFY2(all.contains(QStringLiteral("Bank conflicts: 0 (+0.0)  ◆ −100.0 %")),
                 qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("Active lanes: 16.0 / 32\n")), qPrintable(all));
        QVERIFY(timing.asText().contains(QStringLiteral("−50.0 %")));
        const QModelIndex registers = bench.usage.index(ResourceModel::RegistersRow, 0);
        QVERIFY(!registers.data(ResourceModel::ChangeRole).toString().isEmpty());
        bench.usage.setBaseline(bench.baselines.chosen()->run.report->code->kernels,
                                QStringLiteral("slow"));
        QCOMPARE(bench.usage.index(ResourceModel::RegistersRow, 0)
                     .data(ResourceModel::BaselineRole)
                     .toString(),
                 QStringLiteral("+8"));
        bench.baselines.choose(-1);
        QVERIFY(!timing.hasBaseline());
        QVERIFY(!counters.model().index(0, 0).data().toString().contains(QStringLiteral("◆")));
    }

    /// Counters of a GPU are stored, and later runs show differences to them.
    void figuresOfAGpuShowTheDifference() {
        using cuda::HardwareFigure;
        const auto counted = [](std::initializer_list<std::pair<HardwareFigure, double>> figures) {
            session::RunReport report = reportOf(1, 0, 32);
            report.device->name = "NVIDIA H200";
            report.device->simulated = false;
            report.launches[0].counters.reset();
            report.launches[0].hardware.emplace().passes = 16;
            for (const auto& [figure, value] : figures)
                (*report.launches[0].hardware)[figure] = value;
            return report;
        };
        const session::RunReport first = counted({{HardwareFigure::warp_instructions, 2000},
                                                  {HardwareFigure::shared_bank_conflicts, 400},
                                                  {HardwareFigure::achieved_occupancy, 0.5},
                                                  {HardwareFigure::dram_throughput, 0.25},
                                                  {HardwareFigure::stall_barrier, 1},
                                                  {HardwareFigure::stall_wait, 3}});
        // As written and read, because that is the state after a restart.
        std::vector<std::unique_ptr<Baseline>> one;
        one.push_back(std::make_unique<Baseline>());
        one[0]->name = QStringLiteral("slow");
        one[0]->run.report = std::make_shared<const session::RunReport>(first);
        const BaselineFile read = baselinesFrom(toBytes(one, 0));
        QCOMPARE(read.all.size(), std::size_t(1));
        const session::RunReport& stored = *read.all[0]->run.report;
        QCOMPARE(stored.launches[0].hardware->passes, 16);
        QVERIFY(stored.launches[0].hardware->values == first.launches[0].hardware->values);

        Workbench bench(session::WorkerHome::this_process);
        CountersPanel counters(bench);
        const auto* against = counters.findChild<QLabel*>(QStringLiteral("countersAgainst"));
        bench.document.create({}, QStringLiteral("one"));
        bench.results.begin();
        emit bench.controller.runFinished(stored);
        bench.baselines.pin(bench.results.run(), QStringLiteral("slow"));
        emit bench.controller.runFinished(counted({{HardwareFigure::warp_instructions, 1000},
                                                   {HardwareFigure::shared_bank_conflicts, 0},
                                                   {HardwareFigure::achieved_occupancy, 0.75},
                                                   {HardwareFigure::dram_throughput, 0.2502},
                                                   {HardwareFigure::stall_barrier, 0},
                                                   {HardwareFigure::stall_wait, 4}}));
        QStringList said;
        const HardwareModel& model = counters.hardware();
        for (int row = 0; row < model.rowCount(); ++row)
            said << model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString() +
                        QStringLiteral(": ") + model.index(row, 0).data().toString();
        QCOMPARE(said, (QStringList{QStringLiteral("Warp instructions: 1\u00A0000  ◆ −50.0 %"),
                                    QStringLiteral("Bank conflicts: 0  ◆ −100.0 %"),
                                    QStringLiteral("Achieved occupancy: 75.0 %  ◆ +25.0 points"),
                                    // Invisible differences are not shown.
                                    QStringLiteral("Busy: DRAM: 25.0 %"),
                                    QStringLiteral("Waits: barrier: 0.0 %  ◆ −25.0 points"),
                                    QStringLiteral("Waits: fixed latency: 100.0 %  ◆ +25.0 "
                                                   "points")}));
        QVERIFY(model.index(0, 0)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .endsWith(QStringLiteral("slow: 2\u00A0000")));
        QVERIFY(!against->isHidden());
        // Runs on the simulated GPU lack these values, and vice versa.
        emit bench.controller.runFinished(reportOf(50, 0, 40));
        bench.baselines.pin(bench.results.run(), QStringLiteral("simulated"));
        emit bench.controller.runFinished(first);
        QVERIFY(!model.index(0, 0).data().toString().contains(QStringLiteral("◆")));
        QVERIFY(against->isHidden());
    }

    void runsArePinnedNamedAndComparedInThePanel() {
        Workbench bench(session::WorkerHome::this_process);
        RunsPanel panel(bench);
        panel.resize(420, 500);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* pin = panel.findChild<QPushButton*>(QStringLiteral("pinSelected"));
        auto* compare = panel.findChild<QPushButton*>(QStringLiteral("compareWith"));
        auto* list = panel.findChild<QTreeView*>(QStringLiteral("pinnedRuns"));
        QVERIFY(!pin->isEnabled());
        QVERIFY(list->isHidden());
        const auto* history = panel.findChild<QTreeView*>(QStringLiteral("runHistory"));
        QVERIFY(!history->isVisible()); // but words that say how it is filled
        bench.document.create({}, QStringLiteral("one"));
        bench.results.begin();
        emit bench.controller.runFinished(reportOf(100, 4, 32));
        QVERIFY(pin->isEnabled());
        QVERIFY(history->isVisible());
        QTest::mouseClick(pin, Qt::LeftButton);
        QCOMPARE(bench.baselines.chosen()->name, QStringLiteral("Run 1"));
        QVERIFY(list->isVisible());
        QTest::mouseClick(compare, Qt::LeftButton);
        QVERIFY(!bench.baselines.chosen());
        QTest::mouseClick(compare, Qt::LeftButton);
        QVERIFY(bench.baselines.chosen());
        bench.baselines.choose(-1);
        QSignalSpy wanted(&bench.selection, &Selection::panelWanted);
        QTest::mouseClick(panel.findChild<QPushButton*>(QStringLiteral("pinChanges")),
                          Qt::LeftButton);
        QCOMPARE(wanted.value(0).value(0).value<PanelId>(), PanelId{"compare"});
        QVERIFY(bench.baselines.chosen());
        QTest::mouseClick(panel.findChild<QToolButton*>(QStringLiteral("unpin")), Qt::LeftButton);
        QCOMPARE(bench.baselines.rowCount(), 0);
        QVERIFY(list->isHidden());
    }

    /// Source and set-up are those of the run again, each a step that can be undone.
    void onlyTheTextAndTheSetUpGoBack() {
        Workbench bench(session::WorkerHome::this_process);
        RunsPanel panel(bench);
        auto* back = panel.findChild<QPushButton*>(QStringLiteral("goBackToRun"));
        QVERIFY(!back->isEnabled());
        bench.document.create({}, QStringLiteral("one"));
        connect(&bench.selection, &Selection::sourceChangeWanted, this,
                [&](qsizetype, qsizetype, const QString& with) { bench.document.setSource(with); });
        const auto runWith = [&](const QString& source, const char* n) {
            bench.document.setSource(source);
            bench.document.edit(QStringLiteral("n"), [&](project::Project& project) {
                project.parameters["n"].text = n;
            });
            bench.results.begin();
            emit bench.controller.runFinished(reportOf(100, 4, 32));
        };
        runWith(QStringLiteral("one"), "1");
        runWith(QStringLiteral("two"), "2");
        const RunHistory& history = bench.results.history();
        QCOMPARE(history.index(0, RunHistory::ChangesColumn).data().toString(),
                 QStringLiteral("1 line(s), n 1 → 2"));
        bench.document.edit(QStringLiteral("notes"),
                            [](project::Project& project) { project.notes = "mine"; });
        panel.findChild<QTreeView*>(QStringLiteral("runHistory"))
            ->setCurrentIndex(history.index(1, 0));
        QVERIFY(back->isEnabled());
        back->click();
        QCOMPARE(bench.document.source(), QStringLiteral("one"));
        QCOMPARE(bench.document.project().parameters.at("n").text, std::string("1"));
        QCOMPARE(bench.document.project().notes, std::string("mine"));
        bench.document.undoStack()->undo();
        QCOMPARE(bench.document.project().parameters.at("n").text, std::string("2"));
    }

    /// A pinned run keeps its estimate over a restart.
    void estimatesAreKept() {
        session::RunReport report = reportOf(100, 4, 32);
        estimate::TimeEstimate& estimate = report.launches[0].estimate.emplace();
        estimate.ms = 0.012;
        estimate.low = 0.01;
        estimate.high = 0.015;
        estimate.model = "H200";
        estimate.calibrated = true;
        estimate.boundBy = {{estimate::Bound::dram, 0.8}, {estimate::Bound::latency, 0.2}};
        std::vector<std::unique_ptr<Baseline>> all;
        all.push_back(std::make_unique<Baseline>());
        all[0]->run.report = std::make_shared<session::RunReport>(report);
        const BaselineFile read = baselinesFrom(toBytes(all, 0));
        QCOMPARE(read.all.size(), std::size_t(1));
        QVERIFY(read.all[0]->run.report->launches[0].estimate == estimate);
    }

    void theBoxInTimingChooses() {
        Workbench bench(session::WorkerHome::this_process);
        TimingPanel timing(bench);
        timing.show();
        bench.document.create({}, QStringLiteral("one"));
        bench.results.begin();
        emit bench.controller.runFinished(reportOf(100, 4, 32));
        auto* box = timing.findChild<QComboBox*>(QStringLiteral("timingAgainst"));
        QVERIFY(box->isHidden());
        QTest::mouseClick(timing.findChild<QToolButton*>(QStringLiteral("pinButton")),
                          Qt::LeftButton);
        QVERIFY(!box->isHidden());
        QCOMPARE(box->currentText(), QStringLiteral("Run 1"));
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Up);
        QVERIFY(!bench.baselines.chosen());
        QVERIFY(!timing.hasBaseline());
    }

  private:
    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstBaselines)
} // namespace tst_baselines

#include "tst_baselines.moc"
