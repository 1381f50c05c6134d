// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps in the window: axes and values, a real sweep on the simulated GPU, and its trials in
// tables and charts.
#include "core/project/project_file.h"
#include "core/sweep/sweep.h"
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/charts/plot.h"
#include "ui/sweeps/axes_model.h"
#include "ui/sweeps/axis_values.h"
#include "ui/sweeps/heat_map.h"
#include "ui/sweeps/parallel_axes.h"
#include "ui/sweeps/sweep_runner.h"
#include "ui/sweeps/sweeps_panel.h"
#include "ui/sweeps/trial_words.h"
#include "ui/sweeps/trials_model.h"
#include "ui/workbench/workbench.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

#include <nlohmann/json.hpp>

namespace tst_sweeps {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

constexpr int kSweepTime = 60'000; // ms that a sweep of a few combinations may take at most

/// Doubles every STRIDE-th of n numbers: with a stride of 16, each uses a separate sector, and
/// there are few.
const char* const kSource = "extern \"C\" __global__ void twice(float* x, int n) {\n"
                            "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                            "    if (i * STRIDE < n)\n"
                            "        x[i * STRIDE] *= 2.0f;\n"
                            "}\n";

project::Project stridesProject() {
    QByteArray text = R"({'format': 'warpbench-project', 'version': 1, 'source': {'text': ''},
        'parameters': {'n': 65536}, 'compile': {'defines': {'STRIDE': '1', 'BLOCK': '128'}},
        'buffers': [{'name': 'x', 'dtype': 'float32', 'shape': ['n']}],
        'launches': [{'kernel': 'twice', 'grid': ['ceil_div(ceil_div(n, STRIDE), BLOCK)'],
                      'block': ['BLOCK'], 'args': [{'buffer': 'x', 'access': 'inout'},
                                                   {'scalar': 'int32', 'value': 'n'}]}],
        'sweep': {'objective': 'global_sectors',
                  'parameters': {'STRIDE': [1, 2, 16], 'BLOCK': [64, 4096]}}})";
    text.replace('\'', '"');
    return project::parseProject(text.toStdString(), "p.warpbench").project;
}

sweep::Trial trialOf(int block, int tile, double ms, double occupancy) {
    sweep::Trial trial;
    trial.set = {{"BLOCK", std::to_string(block)}, {"TILE", std::to_string(tile)}};
    trial.objective = ms;
    trial.estimate = {ms, ms / 2, ms * 2};
    trial.resources.emplace().occupancy = occupancy;
    return trial;
}

/// Three blocks by two tiles; one of the six does not run, one was not tried.
session::SweepReport sampleReport() {
    session::SweepReport report;
    report.objective = sweep::findObjective("estimated_time");
    report.combinations = 6;
    std::vector<sweep::Trial> trials{trialOf(64, 8, 4, 0.5), trialOf(64, 16, 3, 0.75),
                                     trialOf(128, 8, 2, 1), trialOf(128, 16, 1, 0.25)};
    sweep::Trial failed;
    failed.set = {{"BLOCK", "1024"}, {"TILE", "8"}};
    failed.status = "fault";
    failed.message = "out of bounds";
    trials.push_back(failed);
    report.result = sweep::resultOf(std::move(trials), report.objective);
    return report;
}

/// A workbench with the project, and its panel.
struct Bench {
    Workbench bench;
    SweepsPanel panel{bench};

    Bench() {
        bench.controller.setDevice(QStringLiteral("sim:h200"));
        bench.document.create(stridesProject(), QString::fromLatin1(kSource));
        panel.resize(900, 500);
        panel.show();
    }
    template <class Widget>
    Widget* find(const char* name) const {
        return panel.findChild<Widget*>(QLatin1String(name));
    }
    SweepRunner& runner() const { return *panel.findChild<SweepRunner*>(); }
    const session::SweepReport& report() const { return *runner().report(); }
    void press(const char* name) const {
        QTest::mouseClick(find<QPushButton>(name), Qt::LeftButton);
    }
    void select(const project::Overrides& set) const {
        auto* table = find<QTreeView>("sweepTrials");
        const QAbstractItemModel& model = *table->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            bool isIt = true;
            for (int column = 0; column < model.columnCount(); ++column) {
                const auto value =
                    set.find(model.headerData(column, Qt::Horizontal).toString().toStdString());
                isIt = isIt && (value == set.end() || model.index(row, column).data().toString() ==
                                                          QString::fromStdString(value->second));
            }
            if (isIt)
                return table->setCurrentIndex(model.index(row, 0));
        }
        QFAIL("no such trial");
    }
    bool isOver() const { return !runner().sweeping() && runner().report(); }
    void choose(const char* box, const QString& text) const {
        auto* combo = find<QComboBox>(box);
        const int index = combo->findText(text);
        QVERIFY2(index >= 0, qPrintable(text));
        combo->setCurrentIndex(index);
        emit combo->activated(index);
    }
};

} // namespace

class TstSweeps : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareUiTest(m_home); }

    /// Names and values are the project's, and can be undone.
    void axesAreEdited() {
        ProjectDocument document;
        document.create(stridesProject(), QString::fromLatin1(kSource));
        AxesModel axes(document);
        QAbstractItemModelTester tester(&axes);
        QCOMPARE(axes.rowCount(), 2);
        QCOMPARE(axes.combinations(), std::uint64_t(6));
        QCOMPARE(axes.available(),
                 (std::vector<std::string>{"n", "-maxrregcount", "-use_fast_math", "-fmad"}));
        // A number is tried at half and at twice its current value.
        const int row = axes.add("n");
        QCOMPARE(axes.index(row, AxesModel::ValuesColumn).data().toString(),
                 QStringLiteral("32768, 65536, 131072"));
        QCOMPARE(axes.combinations(), std::uint64_t(18));
        QVERIFY(axes.setData(axes.index(row, AxesModel::ValuesColumn), QStringLiteral("8..64*2"),
                             Qt::EditRole));
        QCOMPARE(document.project().sweep->parameters.at("n").size(), std::size_t(4));
        QSignalSpy refused(&axes, &NameTableModel::refused);
        QVERIFY(!axes.setData(axes.index(row, AxesModel::ValuesColumn), QStringLiteral("1,,2"),
                              Qt::EditRole));
        QCOMPARE(refused.count(), 1);
        QCOMPARE(document.project().sweep->parameters.at("n").size(), std::size_t(4));
        document.undoStack()->undo();
        document.undoStack()->undo();
        QCOMPARE(axes.rowCount(), 2);
        // A name that does not exist any more is marked as invalid.
        document.edit(QStringLiteral("rename"),
                      [](project::Project& project) { project.compile.defines.erase("BLOCK"); });
        QVERIFY(axes.hasErrors());
        axes.remove(1);
        axes.remove(0);
        QCOMPARE(axes.combinations(), std::uint64_t(0));
    }

    /// The same engine as the command line's: values, results and reasons.
    void aSweepIsRun() {
        Bench bench;
        QVERIFY(!bench.find<QPushButton>("sweepApply")->isEnabled());
        bench.press("sweepStart");
        QCOMPARE(bench.find<QPushButton>("sweepStart")->text(), QStringLiteral("Stop"));
        // Messages about runs do not mention it.
        QVERIFY(!bench.bench.results.running());
        QTRY_VERIFY_WITH_TIMEOUT(bench.isOver(), kSweepTime);
        QVERIFY2(bench.runner().problem().isEmpty(), qPrintable(bench.runner().problem()));
        const session::SweepReport& report = bench.report();
        QCOMPARE(report.status, session::SweepStatus::complete);
        QCOMPARE(report.result.trials.size(), std::size_t(6));
        QVERIFY(!bench.bench.results.report());
        const sweep::Trial& best = report.result.trials[*report.result.best];
        QCOMPARE(best.set.at("STRIDE"), std::string("16"));
        QCOMPARE(best.set.at("BLOCK"), std::string("64"));
        QVERIFY(best.resources && best.resources->registers.value_or(0) > 0);
        auto* table = bench.find<QTreeView>("sweepTrials");
        QCOMPARE(table->model()->rowCount(), 6);
        QVERIFY(table->model()->index(0, 0).data(TrialsModel::BestRole).toBool());
        int failed = 0;
        for (int row = 0; row < 6; ++row)
            failed += table->model()->index(row, 0).data(TrialsModel::FailedRole).toBool();
        QCOMPARE(failed, 3); // no GPU has blocks of 4096 threads
        QVERIFY(bench.find<QLabel>("sweepState")->text().contains(QLatin1String("STRIDE = 16")));
    }

    /// The best, or any other trial, becomes the project's: one step that can be undone.
    void aTrialIsApplied() {
        Bench bench;
        bench.press("sweepStart");
        QTRY_VERIFY_WITH_TIMEOUT(bench.isOver(), kSweepTime);
        bench.press("sweepApply");
        const auto define = [&](const char* name) {
            return *bench.bench.document.project().compile.defines.at(name);
        };
        QCOMPARE(define("STRIDE"), std::string("16"));
        QCOMPARE(define("BLOCK"), std::string("64"));
        QVERIFY(!bench.runner().isStale()); // the values are those of the sweep
        bench.bench.document.undoStack()->undo();
        QCOMPARE(define("STRIDE"), std::string("1"));
        bench.select({{"BLOCK", "64"}, {"STRIDE", "2"}});
        bench.press("sweepApply");
        QCOMPARE(define("STRIDE"), std::string("2"));
        QCOMPARE(define("BLOCK"), std::string("64"));
        // Another source, another truth.
        bench.bench.document.setSource(QStringLiteral("// "));
        QVERIFY(bench.runner().isStale());
        QVERIFY(bench.find<QLabel>("sweepState")->text().contains(QLatin1String("changed")));
    }

    /// A budget ends the sweep, which can be continued later, also from a file.
    void anEndedSweepGoesOn() {
        Bench bench;
        bench.find<QLineEdit>("sweepBudget")->setText(QStringLiteral("2"));
        bench.press("sweepStart");
        QTRY_VERIFY_WITH_TIMEOUT(bench.isOver(), kSweepTime);
        QCOMPARE(bench.report().result.trials.size(), std::size_t(2));
        QVERIFY(bench.runner().canContinue());
        const QString file = m_home.filePath(QStringLiteral("sweep.json"));
        bench.runner().save(file);
        bench.find<QLineEdit>("sweepBudget")->setText(QStringLiteral("1"));
        bench.press("sweepGoOn");
        QTRY_VERIFY_WITH_TIMEOUT(bench.isOver(), kSweepTime);
        QCOMPARE(bench.report().result.trials.size(), std::size_t(3));
        bench.runner().open(file);
        QCOMPARE(bench.report().result.trials.size(), std::size_t(2));
        QVERIFY(bench.runner().canContinue());
        bench.find<QLineEdit>("sweepBudget")->clear();
        bench.press("sweepGoOn");
        QTRY_VERIFY_WITH_TIMEOUT(bench.isOver(), kSweepTime);
        QCOMPARE(bench.report().status, session::SweepStatus::complete);
        QCOMPARE(bench.report().result.trials.size(), std::size_t(6));
        QVERIFY(!bench.runner().canContinue());
        const QString csv = m_home.filePath(QStringLiteral("sweep.csv"));
        bench.runner().save(csv);
        QFile written(csv);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll().count('\n'), 7);
        const QString t4 = m_home.filePath(QStringLiteral("sweep.t4.json"));
        bench.runner().save(t4);
        QFile results(t4);
        QVERIFY(results.open(QIODevice::ReadOnly));
        const auto document = nlohmann::json::parse(results.readAll().toStdString());
        QCOMPARE(document.at("results").size(), std::size_t(6));
        // Kernel Tuner's cache holds times, and this sweep counts sectors.
        const QString cache = m_home.filePath(QStringLiteral("sweep.kt.json"));
        QVERIFY_THROWS_EXCEPTION(Error, bench.runner().save(cache));
        QVERIFY(!QFile::exists(cache));
        // The trials of another state of the source are not mixed with those of this one.
        bench.runner().open(file);
        bench.bench.document.setSource(bench.bench.document.source() + QStringLiteral("// new\n"));
        bench.press("sweepGoOn");
        QTRY_VERIFY_WITH_TIMEOUT(!bench.runner().sweeping(), kSweepTime);
        QVERIFY(!bench.runner().problem().isEmpty());
        QCOMPARE(bench.report().result.trials.size(), std::size_t(2)); // nothing is lost
    }

    /// Kernel Tuner's cache is written and read by its ending, as on the command line.
    void aCacheOfKernelTunerOpens() {
        Bench bench;
        bench.bench.document.edit(QString(), [](project::Project& project) {
            project.sweep->objective = "estimated_time";
        });
        bench.press("sweepStart");
        QTRY_VERIFY_WITH_TIMEOUT(bench.isOver(), kSweepTime);
        const QString cache = m_home.filePath(QStringLiteral("times.kt.json"));
        bench.runner().save(cache);
        const sweep::SweepResult tried = bench.report().result;
        bench.bench.document.create(stridesProject(), QString::fromLatin1(kSource));
        QVERIFY(!bench.runner().report());
        bench.bench.document.edit(QString(), [](project::Project& project) {
            project.sweep->objective = "estimated_time";
        });
        bench.runner().open(cache);
        QCOMPARE(bench.report().result.trials.size(), tried.trials.size());
        QCOMPARE(*bench.report().result.best, *tried.best);
    }

    /// Stop keeps what there is; a run, or another project, ends it without a word.
    void aSweepIsStopped() {
        Bench bench;
        bench.bench.document.edit(QStringLiteral("more"), [](project::Project& project) {
            auto& values = project.sweep->parameters["n"];
            for (int i = 1; i <= 2000; ++i)
                values.push_back({std::to_string(1024 * i), {}});
        });
        bench.press("sweepStart");
        QTRY_VERIFY_WITH_TIMEOUT(bench.runner().report() && bench.report().result.trials.size() > 1,
                                 kSweepTime);
        bench.press("sweepStart");
        QTRY_VERIFY_WITH_TIMEOUT(!bench.runner().sweeping(), kSweepTime);
        QCOMPARE(bench.report().status, session::SweepStatus::cancelled);
        QVERIFY(bench.report().result.trials.size() > 1);
        QVERIFY(bench.runner().canContinue());
        bench.press("sweepGoOn");
        QVERIFY(bench.runner().sweeping());
        QSignalSpy running(&bench.bench.results, &Results::runningChanged);
        bench.bench.results.begin();
        bench.bench.controller.run(bench.bench.document.project(), bench.bench.document.source());
        QVERIFY(!bench.runner().sweeping());
        QCOMPARE(running.count(), 1);
        QVERIFY(bench.bench.results.running());
        QTRY_VERIFY_WITH_TIMEOUT(bench.bench.results.report(), kSweepTime);
        bench.bench.document.create(stridesProject(), QString::fromLatin1(kSource));
        QVERIFY(!bench.runner().report());
    }

    /// The button explains in advance what cannot be swept.
    void whatIsMissingIsSaid() {
        Bench bench;
        auto* start = bench.find<QPushButton>("sweepStart");
        QVERIFY(start->isEnabled());
        auto* budget = bench.find<QLineEdit>("sweepBudget");
        budget->setText(QStringLiteral("soon"));
        QVERIFY(!start->isEnabled());
        QVERIFY(!start->toolTip().isEmpty());
        budget->setText(QStringLiteral("10 m"));
        QVERIFY(start->isEnabled());
        auto* restrictions = bench.find<QLineEdit>("sweepRestrictions");
        restrictions->setText(QStringLiteral("BLOCK * STRIDE < 100; n > "));
        emit restrictions->editingFinished();
        QVERIFY(bench.bench.document.project().sweep->restrictions.empty());
        restrictions->setText(QStringLiteral("BLOCK * STRIDE < 100; n > 1"));
        emit restrictions->editingFinished();
        QCOMPARE(bench.bench.document.project().sweep->restrictions.size(), std::size_t(2));
        auto* goal = bench.find<QComboBox>("sweepObjective");
        const auto type = [&](const char* text) {
            goal->lineEdit()->setText(QLatin1String(text));
            emit goal->lineEdit()->editingFinished();
            return bench.bench.document.project().sweep->objective;
        };
        QCOMPARE(type("time * registers"), std::string("time * registers"));
        QCOMPARE(type("time * speed"), std::string("time * registers")); // refused
        QVERIFY(goal->lineEdit()->toolTip().contains(QStringLiteral("speed")));
        const int fewest = goal->findData(QStringLiteral("registers"));
        QCOMPARE(type(goal->itemText(fewest).toUtf8()), std::string("registers"));
        QVERIFY(goal->lineEdit()->toolTip().isEmpty());
        bench.bench.document.edit(QStringLiteral("none"),
                                  [](project::Project& project) { project.sweep.reset(); });
        QVERIFY(!start->isEnabled());
    }

    /// A column for each figure in any trial; rows are added during the sweep.
    void trialsAreListed() {
        TrialsModel model;
        QAbstractItemModelTester tester(&model);
        const session::SweepReport report = sampleReport();
        session::SweepReport part = report;
        part.result =
            sweep::resultOf({report.result.trials[0], report.result.trials[1]}, report.objective);
        model.show(&part);
        QCOMPARE(model.rowCount(), 2);
        QStringList titles;
        for (int column = 0; column < model.columnCount(); ++column)
            titles.append(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        QCOMPARE(titles.mid(0, 4),
                 (QStringList{QStringLiteral("BLOCK"), QStringLiteral("TILE"),
                              QStringLiteral("Estimated time"), QStringLiteral("Range")}));
        QVERIFY(titles.contains(QStringLiteral("Occupancy")));
        QVERIFY(!titles.contains(QStringLiteral("Registers"))); // they are unknown
        QVERIFY(!titles.contains(QStringLiteral("Why it does not count")));
        QCOMPARE(model.index(1, model.objectiveColumn()).data().toString(),
                 QStringLiteral("3.00 ms"));
        session::SweepReport more = report;
        more.result = sweep::resultOf(
            {report.result.trials[0], report.result.trials[1], report.result.trials[3]},
            report.objective);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        model.show(&more);
        QCOMPARE(inserted.count(), 1);
        QVERIFY(model.index(2, 0).data(TrialsModel::BestRole).toBool());
        QVERIFY(!model.index(1, 0).data(TrialsModel::BestRole).toBool());
        model.show(&report); // a failed trial needs another column
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(model.index(4, model.columnCount() - 1).data().toString(),
                 QStringLiteral("out of bounds"));
        model.show(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void axesAreInOrder() {
        std::vector<sweep::Trial> trials(3);
        trials[0].set = {{"a", "16"}, {"-use_fast_math", "on"}};
        trials[1].set = {{"a", "8"}, {"-use_fast_math", "off"}};
        trials[2].set = {{"a", "128"}, {"-use_fast_math", "on"}};
        const std::vector<AxisValues> axes = axesOf(trials);
        QCOMPARE(axes.size(), std::size_t(2));
        QVERIFY(!axes[0].numeric);
        QCOMPARE(axes[0].values, (std::vector<std::string>{"on", "off"}));
        QCOMPARE(axes[0].positionOf(1), 2.0);
        QVERIFY(axes[1].numeric);
        QCOMPARE(axes[1].values, (std::vector<std::string>{"8", "16", "128"}));
        QCOMPARE(axes[1].positionOf(2), 128.0);
        QCOMPARE(axes[1].indexIn(trials[0]), 1);
    }

    /// Each cell has its best trial; mouse and arrow keys go from cell to cell.
    void theHeatMapIsWalked() {
        const session::SweepReport report = sampleReport();
        const std::vector<AxisValues> axes = axesOf(report.result.trials);
        HeatMap map;
        map.resize(500, 300);
        map.show(report, axes[0], axes[1]);
        map.QWidget::show();
        QCOMPARE(map.trialAt(0, 0), std::optional<std::size_t>(0));
        QCOMPARE(map.trialAt(1, 1), std::optional<std::size_t>(3));
        QVERIFY(!map.trialAt(2, 0)); // it failed
        QVERIFY(!map.trialAt(2, 1)); // it was not tried
        QSignalSpy chosen(&map, &HeatMap::chosen);
        QTest::keyClick(&map, Qt::Key_Up); // from the best
        QCOMPARE(chosen.takeFirst().first().value<std::size_t>(), std::size_t(2));
        map.setCurrent(2);
        QTest::keyClick(&map, Qt::Key_Right); // nothing there counts
        QCOMPARE(chosen.count(), 0);
        QTest::keyClick(&map, Qt::Key_Left);
        QCOMPARE(chosen.takeFirst().first().value<std::size_t>(), std::size_t(0));
        map.clear();
        QTest::keyClick(&map, Qt::Key_Left);
        QCOMPARE(chosen.count(), 0);
    }

    void theParallelAxesAreWalked() {
        ParallelAxes axes;
        axes.resize(500, 300);
        axes.show(sampleReport());
        axes.QWidget::show();
        QSignalSpy chosen(&axes, &ParallelAxes::chosen);
        QTest::keyClick(&axes, Qt::Key_Down); // the best first
        QCOMPARE(chosen.takeFirst().first().value<std::size_t>(), std::size_t(3));
        axes.setCurrent(3);
        QTest::keyClick(&axes, Qt::Key_Down);
        QCOMPARE(chosen.takeFirst().first().value<std::size_t>(), std::size_t(2));
        // The best line ends at the top right.
        const QPointF top(axes.width() - 9 * axes.fontMetrics().averageCharWidth(),
                          axes.fontMetrics().height() + 6);
        QCOMPARE(axes.trialNear(top), std::optional<std::size_t>(3));
        QVERIFY(!axes.trialNear({1, 1}));
        axes.clear();
        QVERIFY(!axes.trialNear(top));
    }

    /// All views show the trials, also with one axis and without valid trials.
    void everyViewIsDrawn() {
        Bench bench;
        const QString file = m_home.filePath(QStringLiteral("views.json"));
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(QByteArray::fromStdString(session::toJson(sampleReport()).dump()));
        out.close();
        bench.runner().open(file);
        auto* plot = bench.panel.findChild<Plot*>();
        bench.choose("sweepView", QStringLiteral("Along an axis"));
        QCOMPARE(plot->series().size(), 2);
        bench.choose("sweepSecond", QStringLiteral("nothing"));
        QCOMPARE(plot->series().size(), 1);
        QCOMPARE(plot->series().first().points.size(), 2);
        QCOMPARE(plot->markers().size(), 1);
        bench.choose("sweepView", QStringLiteral("Two figures"));
        QCOMPARE(plot->series().size(), 2);
        QCOMPARE(plot->series().first().points.size(), 4);
        QVERIFY(plot->markers().isEmpty());
        bench.choose("sweepView", QStringLiteral("What matters"));
        QCOMPARE(plot->bars().size(), 2);
        for (const char* view : {"Heat map", "All axes", "Table"})
            bench.choose("sweepView", QLatin1String(view));
        // A selection in a chart also selects in the table.
        auto* map = bench.panel.findChild<HeatMap*>();
        emit map->chosen(2);
        QCOMPARE(bench.find<QTreeView>("sweepTrials")
                     ->currentIndex()
                     .siblingAtColumn(0)
                     .data()
                     .toString(),
                 QStringLiteral("128"));
    }

  private:
    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstSweeps)
} // namespace tst_sweeps

#include "tst_sweeps.moc"
