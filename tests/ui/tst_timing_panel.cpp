// SPDX-License-Identifier: GPL-3.0-or-later
// What reaches the Timing panel, its chart and its table, and what they say of it.
#include "tests/ui/chart_test.h"
#include "ui/charts/plot_legend.h"
#include "ui/charts/timing_columns.h"
#include "ui/charts/timing_panel.h"
#include "ui/models/outcome.h"
#include "ui/theme/series_color.h"
#include "ui/theme/theme.h"

#include <QChartView>
#include <QComboBox>
#include <QGraphicsTextItem>
#include <QGraphicsView>
#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QXYSeries>

#include <algorithm>

using namespace warpbench;
using namespace warpbench::ui;

namespace {

session::LaunchReport launchOf(const std::string& kernel, std::vector<double> values) {
    session::LaunchReport launch;
    launch.kernel = kernel;
    launch.time.emplace();
    auto& time = *launch.time;
    time.values = values;
    std::sort(values.begin(), values.end());
    time.min = values.front();
    time.median = values[values.size() / 2];
    time.mean = time.median;
    time.p95 = values.back();
    time.stddev = 0.01;
    time.samples = int(values.size());
    time.outliers = launch::summarize(values, {}).outliers;
    return launch;
}

session::RunReport reportOf(std::vector<session::LaunchReport> launches, bool simulated) {
    session::RunReport report;
    report.device.emplace();
    report.device->simulated = simulated;
    report.launches = std::move(launches);
    return report;
}

} // namespace

class TstTimingPanel : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
        Theme::instance().apply(false);
    }

    void everySampleIsDrawn() {
        TimingPanel panel;
        show(panel);
        panel.setReport(reportOf({launchOf("a", {1, 3, 2, 5}), launchOf("b", {7, 8, 9})}, false));
        const auto& plot = *panel.findChild<Plot*>();
        QCOMPARE(plot.series().size(), 2); // samples and median
        QCOMPARE(*plot.series()[0].samples, (std::vector<double>{1, 3, 2, 5}));
        QCOMPARE(plot.series()[0].at(3), QPointF(4, 5));
        QCOMPARE(plot.series()[1].points.first().y(), 3.0);
        panel.showLaunch(1);
        QCOMPARE(plot.series()[0].at(0).y(), 7.0);
        auto* table = panel.findChild<QTableWidget*>();
        QTest::keyClick(table, Qt::Key_Up);
        QCOMPARE(plot.series()[0].at(0).y(), 1.0);
    }

    /// How well the medians are known, and what the GPU's sensors said meanwhile.
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

    /// Each sample is told what the sensors said when it was taken.
    void samplesComeWithTheNearestReading() {
        TimingPanel panel;
        show(panel);
        session::RunReport report = reportOf({launchOf("a", {1, 3, 2, 5})}, false);
        report.conditions.emplace();
        report.conditions->timeline = {{2, 1980, 2619, 40, 300.5, 0}, {12, 1755, {}, 41, 690, 0x4}};
        report.launches[0].time->startsMs = {1, 6, 8, 30};
        report.launches[0].conditions =
            cuda::conditionsAt(report.conditions->timeline, {1, 6, 8, 30});
        panel.setReport(report);
        const auto* table = panel.findChild<QTableWidget*>(QStringLiteral("timingTable"));
        QVERIFY2(table->item(0, kMedian)
                     ->toolTip()
                     .contains(QStringLiteral(
                         "GPU meanwhile: clock 1755 to 1980 MHz, memory 2619 MHz, 40 to 41 °C")),
                 qPrintable(table->item(0, kMedian)->toolTip()));
        auto& plot = *panel.findChild<Plot*>();
        const QStringList lines = plot.asCsv().split(u'\n');
        QCOMPARE(lines[0], QStringLiteral("series,x,y,at_ms,sm_clock_mhz,memory_clock_mhz,"
                                          "temperature_c,power_w,slowdowns"));
        QCOMPARE(lines[2], QStringLiteral("a,2,3,6.000,1980,2619,40,300.5,"));
        QCOMPARE(lines[3], QStringLiteral("a,3,2,8.000,1755,,41,690,power_cap"));
        QVERIFY(lines[5].startsWith(QStringLiteral("Median,1,")));
        QVERIFY(lines[5].endsWith(QStringLiteral(",,,,,,")));
        emit plot.hovered(QStringLiteral("a Repeat 3: 2"), QPointF(3, 2));
        QCOMPARE(plot.toolTip(), QStringLiteral("Repeat 3: 2.000 ms\nclock 1755 MHz, 41 °C, "
                                                "690 W, slowed down by its power limit"));
        emit plot.hovered({}, {});
        QVERIFY(plot.toolTip().isEmpty());
        // Without sensors the file has what it had.
        report.conditions.reset();
        report.launches[0].time->startsMs.clear();
        panel.setReport(report);
        QVERIFY(plot.asCsv().startsWith(QStringLiteral("series,x,y\n")));
    }

    /// A pass as a graph has a line; a launch that is timed with the one above says so.
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
        QCOMPARE(table->item(1, kMedian)->text(), QStringLiteral("in the above"));
    }

    /// Samples far off are drawn once more, in a colour of their own.
    void outliersAreMarked() {
        TimingPanel panel;
        show(panel);
        std::vector<double> values(40, 1.0);
        for (size_t i = 0; i < values.size(); ++i)
            values[i] += double(i % 4) / 1000;
        panel.setReport(reportOf({launchOf("a", values)}, false));
        const auto& plot = *panel.findChild<Plot*>();
        QCOMPARE(plot.series().size(), 2); // samples and median
        values[7] = 1.5;
        panel.setReport(reportOf({launchOf("a", values)}, false));
        QCOMPARE(plot.series().size(), 3);
        QCOMPARE(plot.series()[2].points, (QList<QPointF>{{8, 1.5}}));
        QCOMPARE(plot.series()[2].color, themeColors().error);
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

    void fewSamplesAreBars() {
        TimingPanel panel;
        show(panel);
        panel.setReport(reportOf({launchOf("a", {2}), launchOf("b", {4})}, true));
        const auto& plot = *panel.findChild<Plot*>();
        QVERIFY(plot.series().isEmpty());
        QCOMPARE(plot.bars().size(), 2);
        QCOMPARE(plot.bars()[1].value, 4.0);
        QVERIFY(plot.bars()[1].name.contains(QStringLiteral("b")));
        QVERIFY(visibleText(panel).contains(QStringLiteral("Simulated")));
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

    /// What another device took says nothing of a change to the kernel.
    void aDifferenceBetweenDevicesIsNotJudged() {
        TimingPanel panel;
        show(panel);
        auto before = reportOf({launchOf("a", std::vector<double>(9, 2))}, false);
        before.device->name = "H200";
        auto after = reportOf({launchOf("a", std::vector<double>(9, 1))}, false);
        after.device->name = "T4";
        panel.setBaseline(before);
        panel.setReport(after);
        QVERIFY2(visibleText(panel).contains(QStringLiteral("on H200: between devices")),
                 qPrintable(visibleText(panel)));
        const auto* table = panel.findChild<QTableWidget*>();
        for (int column = 0; column < table->columnCount(); ++column)
            QCOMPARE(table->item(0, column)->foreground(), QBrush());
    }

    /// The host's time of a simulation says nothing; what it counted is exact.
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

    void figuresOfAnAxisAreNeverCutShort() {
        TimingPanel panel;
        show(panel);
        auto launch = launchOf("k", {3});
        launch.counters.emplace();
        launch.counters->warpInstructions = 60'416;
        panel.setReport(reportOf({launch}, true));
        const auto* view = panel.findChild<Plot*>()->findChild<QGraphicsView*>();
        for (const int width : {318, 700, 260}) {
            panel.resize(width, 500);
            QTRY_COMPARE(panel.findChild<Plot*>()->width(), width);
            const auto figures = [&] {
                QStringList all;
                for (const QGraphicsItem* item : view->scene()->items()) {
                    const auto* text = dynamic_cast<const QGraphicsTextItem*>(item);
                    if (text && text->isVisible() && !text->toPlainText().isEmpty() &&
                        text->toPlainText().at(0).isDigit())
                        all << text->toPlainText();
                }
                return all;
            };
            QTRY_VERIFY(figures().size() >= 2);
            const auto whole = [&] { // no “60…”; a label's text has plain spaces
                const QStringList all = figures();
                return std::all_of(all.begin(), all.end(), [](QString figure) {
                    bool number = false;
                    figure.remove(u' ').toInt(&number);
                    return number;
                });
            };
            QTRY_VERIFY2(whole(), qPrintable(figures().join(u' ')));
            // Thousands are told apart as everywhere else.
            const QStringList all = figures();
            QVERIFY2(std::any_of(all.begin(), all.end(),
                                 [](const QString& figure) {
                                     return figure.endsWith(QStringLiteral("0 000"));
                                 }),
                     qPrintable(all.join(u' ')));
        }
    }

    void withoutALaunchNothingIsSaidToHaveRun() {
        TimingPanel panel;
        show(panel);
        const session::RunReport report = reportOf({}, true);
        panel.setReport(report);
        QVERIFY2(visibleText(panel).contains(QStringLiteral("adds a launch")),
                 qPrintable(visibleText(panel)));
        QCOMPARE(describeOutcome(report), QStringLiteral("Nothing was launched"));
        QCOMPARE(describeOutcome(reportOf({launchOf("a", {3})}, true)), QStringLiteral("Finished"));
    }

    /// In a narrow panel a column that is nought everywhere goes first, and what is chosen stays.
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

    /// What a column has to say may be narrower than its title, hidden or not.
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

    /// Qt Charts is given no more points than there are pixels, and one sample that is out of line
    /// is seen among a million.
    void aMillionSamplesArePainted() {
        std::vector<double> values(1'000'000);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = 1 + 0.1 * double(i * 7919 % 1000) / 1000;
        values[500'000] = 3;
        TimingPanel panel;
        panel.resize(700, 500);
        show(panel);
        panel.setReport(reportOf({launchOf("a", values)}, false));
        auto& plot = *panel.findChild<Plot*>();
        QCOMPARE(plot.series()[0].size(), qsizetype(1'000'000)); // for those who save them
        auto* view = plot.findChild<QChartView*>();
        QVERIFY(view);
        for (QAbstractSeries* series : view->chart()->series())
            QVERIFY(qobject_cast<QXYSeries*>(series)->count() <= 4 * plot.width());
        // A dot is three pixels wide and lies on a grid of them.
        const auto coloured = [&](QPointF value) {
            const QImage image = plot.grab().toImage();
            const QPoint at = plot.positionOf(value).toPoint();
            for (int x = -3; x <= 3; ++x) {
                for (int y = -3; y <= 3; ++y) {
                    const QPoint pixel = at + QPoint(x, y);
                    if (image.valid(pixel) && image.pixelColor(pixel).saturation() > 80) {
                        return true;
                    }
                }
            }
            return false;
        };
        // The chart is laid out when it comes into sight.
        QTRY_VERIFY(coloured({500'001, 3}));
        QVERIFY(!coloured({250'000, 3}));
        QVERIFY(coloured({250'000, 1.05}));
        QSignalSpy told(&plot, &Plot::hovered);
        moveMouse(plot, plot.positionOf({500'001, 3}));
        QVERIFY(!told.isEmpty());
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

    /// It lies over the points, however many there are, in a colour that no pinned run has.
    void theMedianIsSeenAmongItsSamples() {
        TimingPanel panel;
        show(panel);
        panel.setReport(reportOf({launchOf("a", std::vector<double>(400, 2))}, false));
        auto& plot = *panel.findChild<Plot*>();
        const QColor median = plot.series()[1].color;
        for (int i = 0; i < kSeriesColors; ++i)
            QVERIFY(median != seriesColor(i));
        const auto pixels = [&] {
            const QImage image = plot.grab().toImage();
            const int y = plot.positionOf({200, 2}).toPoint().y();
            int found = 0;
            for (int x = int(plot.positionOf({50, 2}).x()); x < plot.positionOf({350, 2}).x();
                 ++x) {
                // Two rows may share the line.
                const auto close = [&](int row) {
                    const QColor here = image.pixelColor(x, row);
                    return std::abs(here.red() - median.red()) < 60 &&
                           std::abs(here.blue() - median.blue()) < 60;
                };
                found += close(y - 1) || close(y) || close(y + 1);
            }
            return found;
        };
        QTRY_VERIFY2(pixels() > 50, qPrintable(QString::number(pixels())));
    }

    void aThemeHasItsOwnColoursOfPinnedRuns() {
        TimingPanel panel;
        show(panel);
        panel.setBaseline(reportOf({launchOf("a", {2})}, false), QStringLiteral("before"), 1);
        panel.setReport(reportOf({launchOf("a", {4})}, false));
        const auto& plot = *panel.findChild<Plot*>();
        const QColor light = plot.bars()[0].baselineColor;
        QCOMPARE(light, seriesColor(1));
        Theme::instance().apply(true);
        QTRY_COMPARE(plot.bars()[0].baselineColor, seriesColor(1));
        QVERIFY(plot.bars()[0].baselineColor != light);
        Theme::instance().apply(false);
        QTRY_COMPARE(plot.bars()[0].baselineColor, light);
    }

    /// Who does not see colours, and who has it in print, tells the lines by their dashes.
    void linesAreToldApartWithoutColours() {
        TimingPanel panel;
        show(panel);
        const auto& plot = *panel.findChild<Plot*>();
        panel.setBaseline(reportOf({launchOf("a", {2, 4, 3, 6})}, false), QStringLiteral("before"),
                          0);
        panel.setReport(reportOf({launchOf("a", {1, 3, 2, 5})}, false));
        QCOMPARE(plot.series().size(), 3); // samples, median, the baseline's
        QVERIFY(!plot.dashesOf(1).isEmpty());
        QVERIFY(!plot.dashesOf(2).isEmpty());
        QVERIFY(plot.dashesOf(1) != plot.dashesOf(2));
        auto* view = plot.findChild<QChartView*>();
        const auto drawn = view->chart()->series();
        QCOMPARE(drawn.size(), 3);
        for (const int i : {1, 2})
            QCOMPARE(qobject_cast<QXYSeries*>(drawn[i])->pen().dashPattern(), plot.dashesOf(i));
        // The legend shows each as it is drawn, and has room above the plot.
        const auto legend = [&]() -> const PlotLegend* {
            for (const QGraphicsItem* item : view->scene()->items()) {
                if (const auto* found = dynamic_cast<const PlotLegend*>(item))
                    return found;
            }
            return nullptr;
        };
        QVERIFY(legend());
        QCOMPARE(legend()->entries().size(), 3);
        QVERIFY(legend()->entries()[0].cloud);
        QCOMPARE(legend()->entries()[1].dashes, plot.dashesOf(1));
        QCOMPARE(legend()->entries()[2].dashes, plot.dashesOf(2));
        QCOMPARE(legend()->entries()[2].name, QStringLiteral("before"));
        const auto above = [&] {
            return legend()->sceneBoundingRect().bottom() <= view->chart()->plotArea().top();
        };
        QTRY_VERIFY(above()); // laid out with the next turn of the events
        // In a narrow panel it has more rows, and still has room.
        const qreal wide = legend()->height();
        panel.resize(170, 500);
        QTRY_VERIFY(legend()->height() > wide);
        QTRY_VERIFY(above());
    }

  private:
    QTemporaryDir m_home;
};

QTEST_MAIN(TstTimingPanel)
#include "tst_timing_panel.moc"
