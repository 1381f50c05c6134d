// SPDX-License-Identifier: GPL-3.0-or-later
// Data passed to the Timing panel and its table, and their texts.
#include "tests/main.h"
#include "tests/ui/charts/chart_test.h"
#include "tests/ui/charts/timing_reports.h"
#include "ui/charts/timing_columns.h"
#include "ui/charts/timing_panel.h"
#include "ui/words/outcome.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace tst_timing_panel {

using namespace warpbench;
using namespace warpbench::ui;

class TstTimingPanel : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareDrawnTest(m_home); }

    /// The error of the medians, and the GPU's sensor values.
    void timesComeWithTheirConditions() {
        TimingPanel panel;
        show(panel);
        session::RunReport report = reportOf({launchOf("a", {1, 3, 2, 5})}, false);
        report.launches[0].time->medianError = 0.0042;
        report.conditions.emplace();
        report.conditions->smClockMhz = {1755, 1980};
        report.conditions->temperatureC = {41, 41};
        report.conditions->slowdowns = {"thermal", "hardware_thermal"};
        report.memory.emplace().bytes = 7 << 20;
        report.memory->pool = {8 << 20, 10 << 20, 0.25};
        panel.setReport(report);
        const QString text = visibleText(panel);
        QVERIFY2(text.contains(QStringLiteral("medians ± 0.42 %")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("Device memory: 7 MiB, 10 MiB from the driver")),
                 qPrintable(text));
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->toolTip().contains(QStringLiteral("12.5 % of the blocks")) &&
                   label->toolTip().endsWith(QStringLiteral("held for later runs 0.25"));
        }));
        QVERIFY2(text.contains(QStringLiteral(
                     "clock 1755 to 1980 MHz, 41 °C, slowed down by its temperature")),
                 qPrintable(text));
    }

    /// A pass as a graph has a row; a launch timed together with the one above says so.
    void graphsAndLaunchesTimedTogether() {
        TimingPanel panel;
        show(panel);
        session::RunReport report = reportOf({launchOf("a", {1, 3, 2, 5}), {}}, false);
        report.launches[1].kernel = "b";
        report.launches[1].timedWith = 0;
        report.graph.emplace();
        report.graph->coldMs = 0.041;
        report.graph->warm.median = 0.018;
        report.graph->replay.median = 0.0092;
        panel.setReport(report);
        const QString text = visibleText(panel);
        QVERIFY2(
            text.contains(QStringLiteral("A pass: 41.0 µs cold, 18.0 µs warm, 9.20 µs as one")),
            qPrintable(text));
        const auto* table = panel.findChild<QTableWidget*>(QStringLiteral("timingTable"));
        QCOMPARE(table->item(1, kMedian)->text(), QStringLiteral("included above"));
    }

    /// A run that several devices shared has a row for each.
    void everyDeviceHasARow() {
        TimingPanel panel;
        show(panel);
        auto* devices = panel.findChild<QTableWidget*>(QStringLiteral("deviceShares"));
        session::RunReport report = reportOf({launchOf("a", {1, 3, 2, 5})}, false);
        panel.setReport(report);
        QVERIFY(!devices->isVisible());
        for (const int index : {0, 1}) {
            session::DeviceShare& share = report.devices.emplace_back();
            share.device.index = index;
            share.device.name = "H200";
            share.firstRow = index * 34;
            share.rows = 34 - index;
            share.busyMs = 12;
            share.waitedMs = index * 1.5;
        }
        panel.setReport(report);
        QVERIFY(devices->isVisible());
        QCOMPARE(devices->rowCount(), 2);
        QCOMPARE(devices->item(1, 1)->text(), QStringLiteral("34–66"));
        QCOMPARE(devices->item(1, 3)->text(), QStringLiteral("1.50 ms"));
        QVERIFY(devices->isColumnHidden(4)); // nothing was exchanged
        report.devices[1].exchange = session::DeviceShare::Exchange{"host", 40, 3072, 0.25};
        panel.setReport(report);
        QVERIFY(!devices->isColumnHidden(4));
        QCOMPARE(devices->item(0, 4)->text(), QStringLiteral("–"));
        QVERIFY(panel.asText().contains(QStringLiteral("33 from 34")));
        QVERIFY(panel.asText().contains(QStringLiteral("KiB in 250")));
        QVERIFY(devices->item(1, 4)->toolTip().contains(QStringLiteral("through the host")));
        // All columns are seen in the narrowest panel.
        panel.resize(300, 500);
        panel.setReport(report);
        QCoreApplication::sendPostedEvents(); // the layout's
        int pixels = 0;
        for (int column = 0; column < devices->columnCount(); ++column)
            pixels += devices->columnWidth(column);
        QVERIFY2(pixels <= devices->viewport()->width(), qPrintable(QString::number(pixels)));
        panel.clear();
        QVERIFY(!devices->isVisible());
    }

    void whyNothingWasTimedIsTold() {
        TimingPanel panel;
        show(panel);
        session::LaunchReport untimed;
        untimed.kernel = "k";
        session::RunReport report = reportOf({untimed}, true);
        report.status = session::RunStatus::ok;
        panel.setReport(report);
        QVERIFY(visibleText(panel).contains(QStringLiteral("repeats is 0")));
        for (const auto status : {session::RunStatus::fault, session::RunStatus::cancelled,
                                  session::RunStatus::timeout, session::RunStatus::device_error}) {
            report.status = status;
            panel.setReport(report);
            QVERIFY(visibleText(panel).contains(QStringLiteral("as far as timing")));
        }
    }

    void aDifferenceOfSingleSamplesIsNotJudged() {
        TimingPanel panel;
        show(panel);
        const auto colourOf = [&](std::vector<double> before, std::vector<double> after) {
            const auto report = [](std::vector<double> times) {
                auto launch = launchOf("a", times);
                launch.time->stddev = 0;
                return reportOf({launch}, false);
            };
            panel.setBaseline(report(std::move(before)));
            panel.setReport(report(std::move(after)));
            const auto* table = panel.findChild<QTableWidget*>();
            for (int column = 0; column < table->columnCount(); ++column) {
                if (table->horizontalHeaderItem(column)->text() == QStringLiteral("Δ")) {
                    return table->item(0, column)->foreground();
                }
            }
            return QBrush();
        };
        const std::vector<double> few{2, 2, 2};
        const std::vector<double> slow{2, 2.1, 2.2, 2.05, 2.15, 2.3, 2.25, 2.12};
        std::vector<double> fast;
        for (const double time : slow)
            fast.push_back(time - 1);
        QCOMPARE(colourOf({2}, {1}), QBrush());
        QCOMPARE(colourOf(few, {1, 1, 1}), QBrush());
        QCOMPARE(colourOf(slow, fast), QBrush(themeColors().success));
        QCOMPARE(colourOf(fast, slow), QBrush(themeColors().error));
        std::vector<double> alike = slow;
        alike[0] += 0.01;
        QCOMPARE(colourOf(slow, alike), QBrush());
    }

    /// Times of another device say nothing about a change to the kernel.
    void aDifferenceBetweenDevicesIsNotJudged() {
        TimingPanel panel;
        show(panel);
        auto before = reportOf({launchOf("a", std::vector<double>(9, 2))}, false);
        before.device->name = "H200";
        auto after = reportOf({launchOf("a", std::vector<double>(9, 1))}, false);
        after.device->name = "T4";
        panel.setBaseline(before);
        panel.setReport(after);
        QVERIFY2(visibleText(panel).contains(QStringLiteral("on H200: not judged between")),
                 qPrintable(visibleText(panel)));
        const auto* table = panel.findChild<QTableWidget*>();
        for (int column = 0; column < table->columnCount(); ++column)
            QCOMPARE(table->item(0, column)->foreground(), QBrush());
    }

    /// The host's time of a simulation is meaningless, but its counts are exact.
    void aSimulatedDeviceShowsCounts() {
        TimingPanel panel;
        panel.resize(700, 500);
        show(panel);
        const auto counted = [](std::uint64_t instructions, std::uint64_t sectors) {
            auto launch = launchOf("tiled", {3});
            launch.counters.emplace();
            launch.counters->warpInstructions = instructions;
            launch.counters->globalSectors = sectors;
            auto report = reportOf({launch}, true);
            report.device->name = "Simulated H200 (CPU)";
            return report;
        };
        panel.setBaseline(counted(1000, 400), QStringLiteral("run 1"));
        panel.setReport(counted(1000, 100));
        QVERIFY2(!panel.asText().contains(QStringLiteral("ms")), qPrintable(panel.asText()));
        QVERIFY(visibleText(panel).contains(QStringLiteral("against run 1")));
        const auto& plot = *panel.findChild<Plot*>();
        QCOMPARE(plot.bars().size(), 1);
        QCOMPARE(plot.bars()[0].value, 1000.0);
        QVERIFY(panel.asText().contains(QStringLiteral("the same")));
        auto* count = panel.findChild<QComboBox*>(QStringLiteral("timingCount"));
        count->setFocus();
        QTest::keyClick(count, Qt::Key_Down);
        QCOMPARE(plot.bars()[0].value, 100.0);
        QCOMPARE(plot.bars()[0].baseline.value_or(0), 400.0);
        QVERIFY2(panel.asText().contains(QStringLiteral("−75.0 %")), qPrintable(panel.asText()));
    }

    /// Nor does it say which version is faster: the estimate does, outside of its range.
    void aSimulatedDeviceShowsEstimates() {
        TimingPanel panel;
        panel.resize(900, 500);
        show(panel);
        const auto estimated = [](double ms) {
            auto launch = launchOf("tiled", {3});
            launch.counters.emplace();
            launch.counters->warpInstructions = 1000;
            estimate::TimeEstimate& estimate = launch.estimate.emplace();
            estimate.ms = ms;
            estimate.low = ms / 1.3;
            estimate.high = ms * 1.3;
            estimate.boundBy = {{estimate::Bound::dram, 0.8, ms}};
            estimate.model = "H200";
            estimate.calibrated = true;
            auto report = reportOf({launch}, true);
            report.device->name = "Simulated H200 (CPU)";
            return report;
        };
        panel.setBaseline(estimated(0.012), QStringLiteral("run 1"));
        panel.setReport(estimated(0.011));
        QVERIFY2(visibleText(panel).contains(QStringLiteral("estimated for H200, not measured")),
                 qPrintable(visibleText(panel)));
        QVERIFY2(panel.asText().contains(QStringLiteral("DRAM 80 %")), qPrintable(panel.asText()));
        const auto& plot = *panel.findChild<Plot*>();
        QCOMPARE(plot.bars().size(), 1);
        QCOMPARE(plot.bars()[0].value, 0.011);
        QVERIFY(plot.bars()[0].low < 0.011 && plot.bars()[0].high > 0.011);
        const auto* table = panel.findChild<QTableWidget*>();
        QCOMPARE(table->item(0, kDelta)->foreground(), QBrush()); // inside the range
        panel.setReport(estimated(0.004));
        QVERIFY(table->item(0, kDelta)->foreground() != QBrush());
        auto* count = panel.findChild<QComboBox*>(QStringLiteral("timingCount"));
        QCOMPARE(count->currentData().toInt(), int(kEstimate));
        count->setCurrentIndex(count->findData(int(kInstructions)));
        QCOMPARE(plot.bars()[0].value, 1000.0);
    }

    /// Where no time can be determined, the reason is there.
    void aLaunchWithoutAnEstimateSaysWhy() {
        TimingPanel panel;
        panel.resize(900, 500);
        show(panel);
        auto launch = launchOf("waits", {3});
        launch.estimate.emplace().untimed = "it waits for other blocks";
        panel.setReport(reportOf({launch}, true));
        QVERIFY(!panel.asText().contains(QStringLiteral("0 ms")));
        const auto* table = panel.findChild<QTableWidget*>();
        QVERIFY2(table->item(0, kKernel)->toolTip().contains(QStringLiteral("waits for other")),
                 qPrintable(table->item(0, kKernel)->toolTip()));
    }

    void withoutALaunchNothingIsSaidToHaveRun() {
        TimingPanel panel;
        show(panel);
        const session::RunReport report = reportOf({}, true);
        panel.setReport(report);
        QVERIFY2(visibleText(panel).contains(QStringLiteral("Add a launch")),
                 qPrintable(visibleText(panel)));
        QCOMPARE(describeOutcome(report), QStringLiteral("Nothing was launched"));
        QCOMPARE(describeOutcome(reportOf({launchOf("a", {3})}, true)), QStringLiteral("Finished"));
    }

    /// In a narrow panel, columns with only zeros disappear first, and the selected one stays.
    void aNarrowPanelShowsWhatIsCounted() {
        TimingPanel panel;
        show(panel);
        auto launch = launchOf("transpose_shared", {3});
        launch.counters.emplace();
        launch.counters->warpInstructions = 60'416;
        launch.counters->globalSectors = 16'384;
        launch.counters->sharedBankConflicts = 31'744;
        const auto* table = panel.findChild<QTableWidget*>();
        const auto shows = [&](Column column) { return !table->isColumnHidden(column); };
        panel.resize(1000, 500);
        panel.setReport(reportOf({launch}, true));
        for (const Column column : kCounts)
            QVERIFY(shows(column));
        int width = 1000;
        while (width > 200 && shows(kDivergent) | shows(kAtomics)) {
            panel.resize(width -= 10, 500);
            QVERIFY(shows(kConflicts));
        }
        QVERIFY(width > 250);
        QVERIFY(shows(kSectors));
        panel.resize(240, 500);
        QVERIFY(shows(kInstructions) && !shows(kConflicts));
        auto* count = panel.findChild<QComboBox*>(QStringLiteral("timingCount"));
        count->setCurrentIndex(count->findData(int(kConflicts)));
        QVERIFY(shows(kConflicts));
    }

    /// The contents of a column may be narrower than its title, hidden or not.
    void namesKeepTheirRoom() {
        TimingPanel panel;
        show(panel);
        auto launch = launchOf("a_kernel_with_quite_a_long_name", {3});
        launch.counters.emplace();
        const auto* table = panel.findChild<QTableWidget*>();
        panel.setReport(reportOf({launch}, true));
        for (const int width : {300, 415, 420, 340}) {
            panel.resize(width, 500);
            QVERIFY2(table->columnWidth(0) >= 96, qPrintable(QString::number(width)));
        }
    }

    void aSingleSampleHasNoSpread() {
        TimingPanel panel;
        show(panel);
        panel.setReport(reportOf({launchOf("a", {2}), launchOf("b", {4})}, true));
        QCOMPARE(panel.asText().section(u'\n', 0, 0), QStringLiteral("Kernel\tTime, ms"));
        panel.setReport(reportOf({launchOf("a", {2, 3}), launchOf("b", {4, 4})}, true));
        QVERIFY(panel.asText().startsWith(QStringLiteral("Kernel\tMedian, ms\tMin")));
    }

    void aBaselineShowsTheDifference() {
        TimingPanel panel;
        show(panel);
        panel.setReport(reportOf({launchOf("a", {2, 2, 2})}, false));
        QSignalSpy pinned(&panel, &TimingPanel::pinWanted);
        auto* pin = panel.findChild<QToolButton*>(QStringLiteral("pinButton"));
        QTest::mouseClick(pin, Qt::LeftButton);
        QCOMPARE(pinned.count(), 1);
        panel.setBaseline(reportOf({launchOf("a", {2, 2, 2})}, false));
        QVERIFY(panel.hasBaseline());
        panel.setReport(reportOf({launchOf("a", {1, 1, 1})}, false));
        QVERIFY2(panel.asText().contains(QStringLiteral("−50.0 %")), qPrintable(panel.asText()));
        QCOMPARE(panel.findChild<Plot*>()->series().size(), 3);
        panel.clearBaseline();
        QVERIFY(!panel.hasBaseline());
        QVERIFY(!panel.asText().contains(QStringLiteral("Δ")));
    }

    void theTableNeverScrollsSideways() {
        TimingPanel panel;
        auto launch = launchOf("a_kernel_with_quite_a_long_name<float, 256>", {1.2345, 2.3456, 3});
        launch.bytesPerSecond = 4e12;
        launch.flopsPerSecond = 1e12;
        show(panel);
        auto* table = panel.findChild<QTableWidget*>();
        int before = 0;
        for (const int width : {300, 380, 500, 700, 1000}) {
            panel.resize(width, 500);
            panel.setReport(reportOf({launch}, false));
            int shown = 0;
            int pixels = 0;
            for (int column = 0; column < table->columnCount(); ++column) {
                shown += !table->isColumnHidden(column);
                pixels += table->columnWidth(column) * !table->isColumnHidden(column);
            }
            QVERIFY2(pixels <= width,
                     qPrintable(QStringLiteral("%1 in %2").arg(pixels).arg(width)));
            QVERIFY(shown >= std::max(2, before));
            QVERIFY2(table->columnWidth(0) >= 96, qPrintable(QString::number(width)));
            before = shown;
        }
        QCOMPARE(before, 8); // all but the difference to a baseline
        panel.resize(300, 500);
        QVERIFY(table->item(0, 0)->toolTip().contains(QStringLiteral("Std dev")));
        QVERIFY(panel.asText().contains(QStringLiteral("Std dev")));
    }

  private:
    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstTimingPanel)
} // namespace tst_timing_panel

#include "tst_timing_panel.moc"
