// SPDX-License-Identifier: GPL-3.0-or-later
// Launches in the roofline of their device, as shown by the Counters panel.
#include "tests/main.h"
#include "tests/ui/charts/chart_test.h"
#include "ui/charts/plot_legend.h"
#include "ui/charts/roofline_chart.h"
#include "ui/theme/series_color.h"
#include "ui/words/roofline_words.h"

#include <QApplication>
#include <QGraphicsSimpleTextItem>
#include <QGraphicsView>
#include <QMap>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

namespace tst_roofline_chart {

using namespace warpbench;
using namespace warpbench::ui;
using session::Roofline;

namespace {

constexpr double kTera = 1e12;

session::LaunchReport launchAt(const char* kernel, double flops, double bytes, double medianMs,
                               const launch::DevicePeaks& peaks) {
    session::LaunchReport launch;
    launch.kernel = kernel;
    cuda::HardwareFigures& figures = launch.hardware.emplace();
    figures[cuda::HardwareFigure::flops_single] = flops;
    figures[cuda::HardwareFigure::dram_bytes_read] = bytes;
    figures[cuda::HardwareFigure::dram_bytes_written] = 0;
    launch.time = launch::summarize({medianMs}, "gpu-event");
    launch.roofline = session::rooflineOf(launch, peaks);
    return launch;
}

/// 4 TB/s and 60 TFLOP/s float meet at 15 FLOP/byte.
session::RunReport realRun() {
    session::RunReport report;
    report.device.emplace().name = "NVIDIA H200";
    report.peaks = launch::DevicePeaks{4e12, 120e12, 60e12, 30e12, "2026-05-17T09:30:00Z"};
    report.launches = {launchAt("saxpy", 1e9, 8e9, 2.5, *report.peaks),
                       launchAt("product", 60e9, 1e9, 2, *report.peaks),
                       launchAt("copy", 0, 8e9, 2, *report.peaks)};
    return report;
}

/// Names above the plot.
QStringList legendOf(const Plot& plot) {
    QStringList names;
    for (const QGraphicsItem* item : plot.findChild<QGraphicsView*>()->scene()->items()) {
        if (const auto* legend = dynamic_cast<const PlotLegend*>(item)) {
            for (const PlotLegend::Entry& entry : legend->entries())
                names << entry.name;
        }
    }
    return names;
}

/// Texts in the plot, and where they are.
QMap<QString, QRectF> textsOf(const Plot& plot) {
    QMap<QString, QRectF> texts;
    for (const QGraphicsItem* item : plot.findChild<QGraphicsView*>()->scene()->items()) {
        if (const auto* text = dynamic_cast<const QGraphicsSimpleTextItem*>(item))
            texts[text->text()] = text->sceneBoundingRect();
    }
    return texts;
}

/// Two overlapping texts of a plot; empty: none.
QString touching(const Plot& plot) {
    const QMap<QString, QRectF> texts = textsOf(plot);
    for (auto a = texts.begin(); a != texts.end(); ++a) {
        for (auto b = std::next(a); b != texts.end(); ++b) {
            // A font's box is higher than its letters.
            if (a->adjusted(0, 2, 0, -2).intersects(b->adjusted(0, 2, 0, -2)))
                return a.key() + QStringLiteral(" and ") + b.key();
        }
    }
    return {};
}

} // namespace

class TstRooflineChart : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareDrawnTest(m_home); }

    void roofsAndLaunches() {
        RooflineChart chart;
        const session::RunReport report = realRun();
        chart.setReport(&report);
        show(chart);
        QVERIFY(chart.plot().isVisible());
        QStringList names;
        for (const PlotSeries& one : chart.plot().series())
            names << one.name;
        // Nothing computes in half precision, and a copy computes nothing at all.
        QCOMPARE(names, (QStringList{"Memory, 4.00 TB/s", "float, 60.0 TFLOP/s",
                                     "double, 30.0 TFLOP/s", "saxpy", "product"}));
        const QList<PlotSeries>& series = chart.plot().series();
        QCOMPARE(series[0].points.last(), QPointF(15, 60)); // where the roofs meet
        QCOMPARE(series[1].points.first(), QPointF(15, 60));
        QCOMPARE(series[2].points.first(), QPointF(7.5, 30));
        QCOMPARE(series[3].points.first(), QPointF(0.125, 0.4));
        QCOMPARE(chart.plot().markers().at(1).text, QStringLiteral("product"));
        QCOMPARE(chart.words(),
                 (QStringList{"saxpy: 1.00 GFLOP at 0.125 FLOP/byte: memory bound, at 80 % of this "
                              "GPU's peak bandwidth",
                              "product: 60.0 GFLOP at 60 FLOP/byte: compute bound, at 50 % of this "
                              "GPU's peak float rate",
                              "copy: no floating-point arithmetic: memory bound, at 100 % of "
                              "this GPU's peak bandwidth"}));
        const QString visible = visibleText(chart);
        for (const QString& words : chart.words())
            QVERIFY2(visible.contains(words), qPrintable(visible));
        QVERIFY2(visible.contains("Measured 2026-05-17: memory 4.00 TB/s, half 120 TFLOP/s"),
                 qPrintable(visible));
        QCOMPARE(chart.plot().accessibleDescription(), chart.words().join('\n'));
    }

    /// Far below every roof it is something else that holds a launch back.
    void launchesFarBelowTheRoofs() {
        session::RunReport report = realRun();
        report.launches = {launchAt("small", 1e9, 1e7, 2.5, *report.peaks),
                           launchAt("cached", 1e9, 0, 0.05, *report.peaks),
                           launchAt("move", 0, 0, 1, *report.peaks)};
        RooflineChart chart;
        chart.setReport(&report);
        QCOMPARE(
            chart.words(),
            (QStringList{"small: 1.00 GFLOP at 100 FLOP/byte: neither memory nor arithmetic is "
                         "busy (0.67 %): caches hold its data, it is small, or its warps wait",
                         "cached: 1.00 GFLOP, nothing from DRAM: compute bound, at 33 % of "
                         "this GPU's peak float rate",
                         "move: no floating-point arithmetic, nothing from DRAM"}));
    }

    /// A decade is as wide as the next, on both axes.
    void decades() {
        RooflineChart chart;
        const session::RunReport report = realRun();
        chart.setReport(&report);
        show(chart);
        const auto at = [&](double x, double y) { return chart.plot().positionOf({x, y}); };
        QTRY_VERIFY(at(1, 1).x() > at(0.1, 1).x());
        const double wide = at(1, 1).x() - at(0.1, 1).x();
        const double high = at(1, 1).y() - at(1, 10).y();
        QVERIFY(wide > 10 && high > 5);
        QVERIFY(std::abs(at(10, 1).x() - at(1, 1).x() - wide) < 1.5);
        QVERIFY(std::abs(at(1, 0.1).y() - at(1, 1).y() - high) < 1.5);
    }

    /// Hovering over a launch shows its values, whatever side the mouse comes from.
    void underTheMouse() {
        RooflineChart chart;
        const session::RunReport report = realRun();
        chart.setReport(&report);
        show(chart);
        QSignalSpy hovered(&chart.plot(), &Plot::hovered);
        moveMouse(chart.plot(), chart.plot().positionOf({0.125, 0.4}) + QPointF(6, -4));
        QCOMPARE(hovered.last().at(0).toString(), QStringLiteral("saxpy"));
        moveMouse(chart.plot(), chart.plot().positionOf({60, 30}) + QPointF(-6, 4));
        QCOMPARE(hovered.last().at(0).toString(), QStringLiteral("product"));
        moveMouse(chart.plot(), chart.plot().positionOf({0.125, 0.4}) - QPointF(0, 80));
        QVERIFY(hovered.last().at(0).toString().isEmpty());
    }

    /// A legend of all roofs and launches would leave too little space for the plot. Each name is
    /// beside its line or point, and none covers another one.
    void namesStandWhereTheyBelong_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("a narrow dock") << QSize(300, 330);
        QTest::newRow("low and wide") << QSize(700, 250);
        QTest::newRow("large") << QSize(900, 600);
    }
    void namesStandWhereTheyBelong() {
        QFETCH(QSize, size);
        RooflineChart chart;
        const session::RunReport report = realRun();
        chart.setReport(&report);
        show(chart);
        chart.resize(size);
        QCOMPARE(legendOf(chart.plot()), QStringList());
        QVERIFY(chart.plot().height() >= 140);
        const auto named = [&] { return textsOf(chart.plot()); };
        for (const char* name : {"double", "float", "product", "saxpy"})
            QTRY_VERIFY2(named().contains(QLatin1String(name)), name);
        // Each is closer to its own roof than to the other one.
        const auto distance = [&](const char* name, double roof) {
            const QRectF text = named()[QLatin1String(name)];
            return std::abs(text.center().y() - chart.plot().positionOf({60, roof}).y());
        };
        QVERIFY(distance("float", 60) < distance("float", 30));
        if (size.height() > 300)
            QVERIFY(distance("double", 30) < distance("double", 60));
        if (size.width() > 400) // there is room for it
            QVERIFY(named().contains(QStringLiteral("memory")));
        QTRY_COMPARE(touching(chart.plot()), QString());
    }

    /// Kernels that move the same data are close together. In a low dock, names that do not fit are
    /// shortened or omitted, and the tool tip and the text below show them.
    void namesOfNeighboursDoNotTouch_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("a right dock at 1280 pixels") << QSize(300, 190);
        QTest::newRow("a left dock") << QSize(260, 240);
        QTest::newRow("large") << QSize(900, 600);
    }
    void namesOfNeighboursDoNotTouch() {
        QFETCH(QSize, size);
        session::RunReport report = realRun();
        report.launches = {launchAt("transpose_naive", 1e9, 8e9, 2.6, *report.peaks),
                           launchAt("transpose_shared", 1e9, 8e9, 2.5, *report.peaks),
                           launchAt("transpose_padded", 1e9, 8.1e9, 2.4, *report.peaks),
                           launchAt("transpose_twice", 1e9, 7.9e9, 2.3, *report.peaks)};
        RooflineChart chart;
        chart.setReport(&report);
        show(chart);
        chart.resize(size);
        QTRY_COMPARE(touching(chart.plot()), QString());
        int named = 0;
        for (const QString& text : textsOf(chart.plot()).keys())
            named += text.startsWith(QStringLiteral("tra"));
        QVERIFY2(named >= (size.width() > 400 ? 4 : 1), qPrintable(QString::number(named)));
        QCOMPARE(chart.words().size(), 4);
    }

    /// Hollow points show the same launches in pinned runs; those on another GPU are omitted.
    void pinnedRunsAreHollow() {
        RooflineChart chart;
        const session::RunReport report = realRun();
        auto before = std::make_shared<session::RunReport>(realRun());
        before->launches[0] = launchAt("saxpy", 1e9, 16e9, 5, *before->peaks);
        before->launches[1].kernel = "another";
        for (session::LaunchReport& launch : before->launches)
            launch.roofline.reset(); // a file of pinned runs contains none
        before->peaks.reset();
        auto elsewhere = std::make_shared<session::RunReport>(realRun());
        elsewhere->device->name = "NVIDIA L4";
        chart.setReport(&report, {{"Run 3", 2, before}, {"Run 4", 3, elsewhere}});
        show(chart);
        QCOMPARE(chart.plot().series().size(), 6);
        const PlotSeries& pinned = chart.plot().series().last();
        QVERIFY(pinned.hollow);
        QCOMPARE(pinned.name, QStringLiteral("Run 3"));
        QCOMPARE(pinned.color, seriesColor(2));
        QCOMPARE(pinned.points, QList<QPointF>{QPointF(0.0625, 0.2)});
        QCOMPARE(legendOf(chart.plot()), QStringList{"Run 3"});
        QCOMPARE(chart.words().size(), 3); // of the last run
        QVERIFY2(chart.plot().accessibleDescription().contains(
                     QStringLiteral("saxpy in “Run 3”: 1.00 GFLOP at 0.0625 FLOP/byte")),
                 qPrintable(chart.plot().accessibleDescription()));
        chart.setReport(&report);
        QCOMPARE(chart.plot().series().size(), 5);
    }

    /// Without roofs, the text remains and says what is missing.
    void noRoofs() {
        RooflineChart chart;
        session::RunReport report = realRun();
        report.peaks.reset();
        report.launches = {launchAt("saxpy", 1e9, 8e9, 2.5, {})};
        chart.setReport(&report);
        show(chart);
        QVERIFY(!chart.plot().isVisible());
        QCOMPARE(chart.words(), QStringList{"saxpy: 1.00 GFLOP at 0.125 FLOP/byte"});
        QVERIFY(visibleText(chart).contains("are unknown. Results says why"));

        report = realRun();
        for (session::LaunchReport& launch : report.launches) {
            launch.time.reset();
            launch.roofline = session::rooflineOf(launch, report.peaks);
        }
        chart.setReport(&report);
        QVERIFY(!chart.plot().isVisible());
        QCOMPARE(chart.words().first(),
                 QStringLiteral("saxpy: 1.00 GFLOP at 0.125 FLOP/byte: memory bound"));
        QVERIFY(visibleText(chart).contains("Nothing was timed"));

        report.launches.resize(1);
        report.launches[0].roofline.reset();
        chart.setReport(&report);
        QVERIFY(chart.words().isEmpty());
        QVERIFY(visibleText(chart).contains("lacks the counters"));
        chart.setReport(nullptr);
        QVERIFY(chart.words().isEmpty() && !chart.plot().isVisible());
    }

  private:
    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstRooflineChart)
} // namespace tst_roofline_chart

#include "tst_roofline_chart.moc"
