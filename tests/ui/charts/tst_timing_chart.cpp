// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of the Timing panel: every sample, outliers and the baseline.
#include "tests/main.h"
#include "tests/ui/charts/chart_test.h"
#include "tests/ui/charts/timing_reports.h"
#include "ui/charts/plot_legend.h"
#include "ui/charts/timing_columns.h"
#include "ui/charts/timing_panel.h"
#include "ui/theme/series_color.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QChartView>
#include <QGraphicsTextItem>
#include <QGraphicsView>
#include <QImage>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QXYSeries>

#include <algorithm>

namespace tst_timing_chart {

using namespace warpbench;
using namespace warpbench::ui;

class TstTimingChart : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareDrawnTest(m_home); }

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

    /// Each sample comes with the sensor values closest in time.
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
                         "GPU at the time: clock 1755 to 1980 MHz, memory 2619 MHz, 40 to 41 °C")),
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
        // Without sensors, the file has the same columns as before.
        report.conditions.reset();
        report.launches[0].time->startsMs.clear();
        panel.setReport(report);
        QVERIFY(plot.asCsv().startsWith(QStringLiteral("series,x,y\n")));
    }

    /// Outliers are also drawn in a separate colour.
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
            // Thousands are separated as everywhere else.
            const QStringList all = figures();
            QVERIFY2(std::any_of(all.begin(), all.end(),
                                 [](const QString& figure) {
                                     return figure.endsWith(QStringLiteral("0 000"));
                                 }),
                     qPrintable(all.join(u' ')));
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
        QCOMPARE(plot.series()[0].size(), qsizetype(1'000'000)); // all of them for saving
        auto* view = plot.findChild<QChartView*>();
        QVERIFY(view);
        for (QAbstractSeries* series : view->chart()->series())
            QVERIFY(qobject_cast<QXYSeries*>(series)->count() <= 4 * plot.width());
        // A dot is three pixels wide and aligned to a grid.
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

    /// It is drawn over the points, however many, in a colour not used by pinned runs.
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

    /// Dashes distinguish the lines in print and for users who cannot see colours.
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

WARPBENCH_WIDGET_TEST(TstTimingChart)
} // namespace tst_timing_chart

#include "tst_timing_chart.moc"
