// SPDX-License-Identifier: GPL-3.0-or-later
// What reaches the charts, what they say under the mouse, and what can be taken out of them.
#include "tests/ui/ui_test.h"
#include "ui/charts/limiter_bars.h"
#include "ui/charts/occupancy_panel.h"
#include "ui/charts/plot.h"
#include "ui/charts/timing_panel.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QGraphicsSimpleTextItem>
#include <QGraphicsView>
#include <QHelpEvent>
#include <QImage>
#include <QLabel>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
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
        QCOMPARE(plot.series()[0].points, (QList<QPointF>{{1, 1}, {2, 3}, {3, 2}, {4, 5}}));
        QCOMPARE(plot.series()[1].points.first().y(), 3.0);
        panel.showLaunch(1);
        QCOMPARE(plot.series()[0].points.first().y(), 7.0);
        auto* table = panel.findChild<QTableWidget*>();
        QTest::keyClick(table, Qt::Key_Up);
        QCOMPARE(plot.series()[0].points.first().y(), 1.0);
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
        QCOMPARE(colourOf({2}, {1}), QBrush());
        QCOMPARE(colourOf({2, 2}, {1, 1}), QBrush(themeColors().success));
        QCOMPARE(colourOf({1, 1}, {2, 2}), QBrush(themeColors().error));
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
        auto* pin = panel.findChild<QToolButton*>();
        QTest::mouseClick(pin, Qt::LeftButton);
        QVERIFY(panel.hasBaseline());
        panel.setReport(reportOf({launchOf("a", {1, 1, 1})}, false));
        QVERIFY2(panel.asText().contains(QStringLiteral("−50.0 %")), qPrintable(panel.asText()));
        QCOMPARE(panel.findChild<Plot*>()->series().size(), 3);
        QTest::mouseClick(pin, Qt::LeftButton);
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
            before = shown;
        }
        QCOMPARE(before, 8); // all but the difference to a baseline
        panel.resize(300, 500);
        QVERIFY(table->item(0, 0)->toolTip().contains(QStringLiteral("Std dev")));
        QVERIFY(panel.asText().contains(QStringLiteral("Std dev")));
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
        panel.setUsage(usage, QStringLiteral("k"));
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

    void occupancyReachesBarsAndCurve() {
        OccupancyPanel panel;
        show(panel);
        QVERIFY(visibleText(panel).contains(QStringLiteral("Compile or run")));
        const auto limits = occupancy::limitsFor(9, 0);
        occupancy::KernelUsage usage;
        usage.threads = 256;
        usage.registers = 64;
        panel.setLimits(limits);
        panel.setUsage(usage, QStringLiteral("heavy"));
        const occupancy::Occupancy expected = occupancy::compute(limits, usage);
        QCOMPARE(panel.findChild<QLabel*>(QStringLiteral("occupancyHeadline"))->text(),
                 QStringLiteral("%1 % occupancy").arg(expected.fraction * 100, 0, 'f', 0));
        QVERIFY(visibleText(panel).contains(QStringLiteral("Limited by registers")));
        auto* bars = panel.findChild<LimiterBars*>();
        QVERIFY(bars->accessibleDescription().contains(
            QStringLiteral("Registers: 65\u202F536 of 65\u202F536, 4 blocks, limits")));
        QHelpEvent help(QEvent::ToolTip, QPoint(20, 2), bars->mapToGlobal(QPoint(20, 2)));
        QApplication::sendEvent(bars, &help);
        QVERIFY(QToolTip::text().contains(QStringLiteral("256 threads has 8 warps")));
        const auto& plot = *panel.findChild<Plot*>();
        const auto curve = occupancy::curve(limits, usage, occupancy::CurveAxis::threads);
        QCOMPARE(plot.series()[0].points.size(), qsizetype(curve.size()));
        auto* axis = panel.findChild<QComboBox*>(QStringLiteral("occupancyAxis"));
        axis->setFocus();
        QTest::keyClick(axis, Qt::Key_Down);
        const auto registers = occupancy::curve(limits, usage, occupancy::CurveAxis::registers);
        QCOMPARE(plot.series()[0].points.size(), qsizetype(registers.size()));
        // The chart is made and laid out when it comes into sight.
        const auto* hover = panel.findChild<QLabel*>(QStringLiteral("occupancyHover"));
        QTRY_VERIFY((moveMouse(plot, plot.positionOf(plot.series()[0].points[10])),
                     hover->text() == QStringLiteral("%1: %2 warps")
                                          .arg(plot.series()[0].points[10].x())
                                          .arg(plot.series()[0].points[10].y())));
        panel.resize(356, 600); // as in a window of 1280 pixels
        QTRY_VERIFY(hover->sizeHint().width() <= hover->width());
        panel.clear();
        QVERIFY(visibleText(panel).contains(QStringLiteral("Compile or run")));
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
