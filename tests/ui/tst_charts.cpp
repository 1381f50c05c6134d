// SPDX-License-Identifier: GPL-3.0-or-later
// What reaches the charts, what they say under the mouse, and what can be taken out of them.
#include "tests/ui/ui_test.h"
#include "ui/charts/occupancy_panel.h"
#include "ui/charts/plot.h"
#include "ui/charts/plot_legend.h"
#include "ui/charts/plot_samples.h"
#include "ui/charts/timing_columns.h"
#include "ui/charts/timing_panel.h"
#include "ui/models/describe.h"
#include "ui/models/outcome.h"
#include "ui/theme/series_color.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QChartView>
#include <QClipboard>
#include <QComboBox>
#include <QGraphicsSimpleTextItem>
#include <QGraphicsTextItem>
#include <QGraphicsView>
#include <QImage>
#include <QLabel>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QXYSeries>
#include <QXmlStreamReader>

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

class TstCharts : public QObject {
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
        panel.setReport(report);
        const QString text = visibleText(panel);
        QVERIFY2(text.contains(QStringLiteral("medians ± 0.42 %")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral(
                     "clock 1755 to 1980 MHz, 41 °C, slowed down by its temperature")),
                 qPrintable(text));
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

    /// Where there is little height, names are smaller and do not lie over each other.
    void barsOfALowChartCanBeRead() {
        Plot plot;
        plot.resize(300, 120);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        QList<PlotBar> bars;
        for (int i = 1; i <= 5; ++i)
            bars.append({QStringLiteral("kernel %1").arg(i), double(i), double(i), double(i), {}});
        plot.showBars(bars, {QStringLiteral("Instructions"), 0, 6, true});
        const auto* view = plot.findChild<QGraphicsView*>();
        const auto names = [&] {
            QList<QRectF> rects;
            for (const QGraphicsItem* item : view->scene()->items()) {
                if (dynamic_cast<const QGraphicsSimpleTextItem*>(item))
                    rects << item->sceneBoundingRect();
            }
            std::sort(rects.begin(), rects.end(),
                      [](const QRectF& a, const QRectF& b) { return a.top() < b.top(); });
            return rects;
        };
        QTRY_COMPARE(names().size(), 5);
        const auto apart = [&] {
            const QList<QRectF> rects = names();
            for (int i = 1; i < rects.size(); ++i) {
                // A font's box is higher than its letters.
                if (rects[i].top() < rects[i - 1].top() + 0.7 * rects[i - 1].height())
                    return false;
            }
            return rects.last().bottom() < plot.height();
        };
        QTRY_VERIFY(apart());
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

    void figuresAreInThrees() {
        QCOMPARE(describeFigure(9999, 0), QStringLiteral("9999"));
        QCOMPARE(describeFigure(10000, 0), QStringLiteral("10\u202F000"));
        QCOMPARE(describeFigure(-1234567.5, 1), QStringLiteral("-1\u202F234\u202F567.5"));
        QCOMPARE(describeFigure(-100000, 0), QStringLiteral("-100\u202F000"));
        QCOMPARE(describeFigure(0.25, 2), QStringLiteral("0.25"));
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

    void linesKeepTheirExtremesWhenThinnedOut() {
        QList<QPointF> points;
        for (int i = 0; i < 100'000; ++i)
            points.append({double(i), i == 31'415 ? 50.0 : i == 27'182 ? -50.0 : i % 10});
        const QList<QPointF> thin = thinned(points, 500);
        QVERIFY(thin.size() <= 2000);
        QVERIFY(thin.contains(QPointF(31'415, 50)));
        QVERIFY(thin.contains(QPointF(27'182, -50)));
        QCOMPARE(thin.first(), points.first());
        QCOMPARE(thin.last(), points.last());
        QVERIFY(risesInX(thin));
        QCOMPARE(thinned(points.mid(0, 100), 500), points.mid(0, 100));
        std::reverse(points.begin(), points.end());
        QCOMPARE(thinned(points, 500).size(), points.size()); // no staircase over x
    }

    void theNearestPointIsFound_data() {
        QTest::addColumn<bool>("rising");
        QTest::newRow("rising") << true;
        QTest::newRow("any order") << false;
    }
    void theNearestPointIsFound() {
        QFETCH(bool, rising);
        const QList<QPointF> points{{1, 9}, {2, 9}, {4, 9}, {8, 9}};
        QCOMPARE(nearestByX(points, -5, rising), qsizetype(0));
        QCOMPARE(nearestByX(points, 2.9, rising), qsizetype(1));
        QCOMPARE(nearestByX(points, 3.1, rising), qsizetype(2));
        QCOMPARE(nearestByX(points, 99, rising), qsizetype(3));
        QCOMPARE(nearestByX({}, 1, rising), qsizetype(-1));
    }

    void aSingleSampleHasNoSpread() {
        TimingPanel panel;
        show(panel);
        panel.setReport(reportOf({launchOf("a", {2}), launchOf("b", {4})}, true));
        QCOMPARE(panel.asText().section(u'\n', 0, 0), QStringLiteral("Kernel\tTime, ms"));
        panel.setReport(reportOf({launchOf("a", {2, 3}), launchOf("b", {4, 4})}, true));
        QVERIFY(panel.asText().startsWith(QStringLiteral("Kernel\tMedian, ms\tMin")));
    }

    void fewBarsStandTogether() {
        Plot plot;
        plot.resize(400, 1000);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.showBars(
            {{QStringLiteral("first"), 2, 2, 2, {}}, {QStringLiteral("second"), 4, 4, 4, {}}},
            {QStringLiteral("ms"), 0, 5, false});
        const auto top = [&](const QString& text) {
            for (QGraphicsItem* item : plot.findChild<QGraphicsView*>()->scene()->items()) {
                auto* label = dynamic_cast<QGraphicsSimpleTextItem*>(item);
                if (label && label->text() == text) {
                    return label->sceneBoundingRect().top();
                }
            }
            return -1.0;
        };
        QTRY_VERIFY(top(QStringLiteral("second")) > top(QStringLiteral("first")));
        QVERIFY(top(QStringLiteral("second")) - top(QStringLiteral("first")) < 80);
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

    void theNearestPointIsToldUnderTheMouse() {
        Plot plot;
        show(plot);
        plot.showLines({{QStringLiteral("one"), {{0, 1}, {5, 4}, {10, 2}}, {}, {}}},
                       {QStringLiteral("Threads"), 0, 10, true},
                       {QStringLiteral("Warps"), 0, 5, true});
        QSignalSpy hovered(&plot, &Plot::hovered);
        moveMouse(plot, plot.positionOf({5, 4}));
        QCOMPARE(hovered.last().first().toString(), QStringLiteral("Threads 5: 4"));
        moveMouse(plot, plot.positionOf({9.9, 2}));
        QCOMPARE(hovered.last().first().toString(), QStringLiteral("Threads 10: 2"));
        plot.clear();
        moveMouse(plot, {20, 20});
        QVERIFY(hovered.last().first().toString().isEmpty());
    }

    void aPlotIsSaved() {
        Plot plot;
        show(plot);
        plot.showLines({{QStringLiteral("a, b"), {{0, 1}, {1, 0.1}}, {}, {}}},
                       {QStringLiteral("x"), 0, 1, false}, {QStringLiteral("y"), 0, 1, false});
        const QString csv = m_home.filePath(QStringLiteral("p.csv"));
        QCOMPARE(plot.saveTo(csv), QString());
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(),
                 QByteArray("series,x,y\n\"a, b\",0,1\n\"a, b\",1,0.10000000000000001\n"));
        const QString png = m_home.filePath(QStringLiteral("p.png"));
        QCOMPARE(plot.saveTo(png), QString());
        const QImage image(png);
        QCOMPARE(image.size(), plot.size() * 2);
        // The line's colour is somewhere in the picture.
        QVERIFY(contains(image, seriesColor(0)));
        const QString svg = m_home.filePath(QStringLiteral("p.svg"));
        QCOMPARE(plot.saveTo(svg), QString());
        QFile drawing(svg);
        QVERIFY(drawing.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&drawing);
        int paths = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            paths += xml.isStartElement() && (xml.name() == QLatin1String("path") ||
                                              xml.name() == QLatin1String("polyline"));
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(paths > 0);
        QVERIFY(!plot.saveTo(m_home.filePath(QStringLiteral("no/where.png"))).isEmpty());
    }

    void barsAreCopiedAsNumbers() {
        Plot plot;
        plot.showBars({{QStringLiteral("k"), 2, 1, 3, 2.5}}, {QStringLiteral("ms"), 0, 4, false});
        plot.findChild<QAction*>(QStringLiteral("copyPlotNumbers"))->trigger();
        QCOMPARE(QApplication::clipboard()->text(),
                 QStringLiteral("name,value,low,high,baseline\nk,2,1,3,2.5\n"));
    }

    void theMarkersTextLeavesTheCurveFree_data() {
        QTest::addColumn<int>("threads");
        QTest::addColumn<int>("registers");
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(380, 470), QSize(480, 740)}) {
            for (const int threads : {32, 256, 400, 1024}) {
                for (const int registers : {16, 32, 64, 128}) {
                    if (threads * registers > 65536) {
                        continue;
                    }
                    QTest::addRow("%d threads, %d registers, %d pixels", threads, registers,
                                  size.width())
                        << threads << registers << size;
                }
            }
        }
    }
    void theMarkersTextLeavesTheCurveFree() {
        QFETCH(int, threads);
        QFETCH(int, registers);
        QFETCH(QSize, size);
        OccupancyPanel panel;
        show(panel);
        panel.resize(size);
        occupancy::KernelUsage usage;
        usage.threads = threads;
        usage.registers = registers;
        panel.setLimits(occupancy::limitsFor(9, 0));
        panel.setUsage({QStringLiteral("k"), usage, 1});
        const auto& plot = *panel.findChild<Plot*>();
        const auto* view = plot.findChild<QGraphicsView*>();
        const auto marker = [&]() -> QGraphicsSimpleTextItem* {
            for (QGraphicsItem* item : view->scene()->items()) {
                auto* text = dynamic_cast<QGraphicsSimpleTextItem*>(item);
                if (text && text->text().endsWith(QStringLiteral("warps"))) {
                    return text;
                }
            }
            return nullptr;
        };
        QTRY_VERIFY(view && view->viewport()->width() > size.width() - 40);
        QTRY_VERIFY(marker());
        const QRectF text = view->mapFromScene(marker()->sceneBoundingRect()).boundingRect();
        const QList<QPointF> points = plot.series()[0].points;
        for (qsizetype i = 1; i < points.size(); ++i) {
            const QLineF segment(plot.positionOf(points[i - 1]), plot.positionOf(points[i]));
            for (const double t : {0.0, 0.25, 0.5, 0.75, 1.0}) {
                QVERIFY2(!text.contains(segment.pointAt(t)),
                         qPrintable(QStringLiteral("x %1").arg(points[i].x())));
            }
        }
    }

  private:
    static void show(QWidget& widget) {
        widget.resize(500, 600);
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
    }
    static void moveMouse(const Plot& plot, QPointF position) {
        QWidget* view = plot.findChild<QAbstractScrollArea*>()->viewport();
        QMouseEvent move(QEvent::MouseMove, position, view->mapToGlobal(position), Qt::NoButton,
                         Qt::NoButton, {});
        QApplication::sendEvent(view, &move);
    }
    static bool contains(const QImage& image, const QColor& color) {
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y) == color)
                    return true;
            }
        }
        return false;
    }
    static QString visibleText(const QWidget& widget) {
        QStringList texts;
        for (const QLabel* label : widget.findChildren<QLabel*>()) {
            if (label->isVisible())
                texts << label->text();
        }
        return texts.join(u'\n');
    }

    QTemporaryDir m_home;
};

QTEST_MAIN(TstCharts)
#include "tst_charts.moc"
