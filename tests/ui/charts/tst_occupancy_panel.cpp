// SPDX-License-Identifier: GPL-3.0-or-later
// The occupancy panel: bars, curve, text, sliders and measurements.
#include "tests/main.h"
#include "tests/ui/charts/chart_test.h"
#include "ui/charts/limiter_bars.h"
#include "ui/charts/occupancy_panel.h"
#include "ui/words/describe.h"

#include <QApplication>
#include <QChartView>
#include <QComboBox>
#include <QGraphicsSimpleTextItem>
#include <QGraphicsView>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

namespace tst_occupancy_panel {

using namespace warpbench;
using namespace warpbench::ui;

class TstOccupancyPanel : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareDrawnTest(m_home); }

    void occupancyReachesBarsAndCurve() {
        OccupancyPanel panel;
        show(panel);
        QVERIFY(visibleText(panel).contains(QStringLiteral("or run a kernel")));
        const auto limits = occupancy::limitsFor(9, 0);
        occupancy::KernelUsage usage;
        usage.threads = 256;
        usage.registers = 64;
        panel.setLimits(limits);
        panel.setUsage({QStringLiteral("heavy"), usage, 1});
        const occupancy::Occupancy expected = occupancy::compute(limits, usage);
        QCOMPARE(panel.findChild<QLabel*>(QStringLiteral("occupancyHeadline"))->text(),
                 QStringLiteral("%1 % occupancy").arg(expected.fraction * 100, 0, 'f', 0));
        QVERIFY(visibleText(panel).contains(QStringLiteral("Limited by registers")));
        auto* bars = panel.findChild<LimiterBars*>();
        QVERIFY(bars->accessibleDescription().contains(
            QStringLiteral("Registers: 65\u00A0536 of 65\u00A0536, 4 block(s), limits")));
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
        QVERIFY(visibleText(panel).contains(QStringLiteral("or run a kernel")));
    }

    /// Sliders try values for any GPU, and Apply requests the change of the project.
    void slidersAskWhatIf() {
        OccupancyPanel panel;
        panel.resize(380, 800);
        show(panel);
        const auto limits = occupancy::limitsFor(9, 0);
        occupancy::KernelUsage usage;
        usage.threads = 256;
        usage.registers = 64;
        panel.setLimits(limits, QStringLiteral("Some GPU"));
        panel.setUsage({QStringLiteral("heavy"), usage, 1000});
        const auto headline = [&] {
            return panel.findChild<QLabel*>(QStringLiteral("occupancyHeadline"))->text();
        };
        const auto expected = [&](const occupancy::DeviceLimits& device) {
            return QStringLiteral("%1 % occupancy")
                .arg(occupancy::compute(device, usage).fraction * 100, 0, 'f', 0);
        };
        QCOMPARE(headline(), expected(limits));
        auto* apply = panel.findChild<QToolButton*>(QStringLiteral("whatIfApply"));
        QVERIFY(!apply->isEnabled());
        auto* registers = panel.findChild<QSlider*>(QStringLiteral("whatIfRegisters"));
        registers->setFocus();
        for (int i = 0; i < 24; ++i)
            QTest::keyClick(registers, Qt::Key_Left);
        usage.registers = 40;
        QCOMPARE(headline(), expected(limits));
        QVERIFY(visibleText(panel).contains(QStringLiteral("What if")));
        QSignalSpy wanted(&panel, &OccupancyPanel::maxRegistersWanted);
        QSignalSpy bounds(&panel, &OccupancyPanel::launchBoundsWanted);
        QCOMPARE(apply->menu()->actions().size(), 2);
        apply->menu()->actions()[0]->trigger();
        QCOMPARE(wanted.value(0).value(0).toInt(), 40);
        apply->menu()->actions()[1]->trigger();
        QCOMPARE(bounds.value(0).value(0).toString(), QStringLiteral("heavy"));
        QCOMPARE(bounds.value(0).value(1).toInt(), 256);
        QCOMPARE(bounds.value(0).value(2).toInt(), occupancy::compute(limits, usage).activeBlocks);
        // An update of the same launch keeps the slider's value, another launch does not.
        panel.setUsage({QStringLiteral("heavy"), {}, 1000});
        usage = {};
        QCOMPARE(headline(), expected(limits));
        // Another GPU.
        usage.threads = 1024;
        panel.setUsage({QStringLiteral("heavy"), usage, 1000});
        auto* gpu = panel.findChild<QComboBox*>(QStringLiteral("occupancyGpu"));
        gpu->setCurrentIndex(gpu->findText(QStringLiteral("RTX 4090")));
        QCOMPARE(headline(), expected(occupancy::findGpu("RTX 4090")->limits));
        QVERIFY(visibleText(panel).contains(QStringLiteral("compute capability 9.0")));
        QCOMPARE(gpu->itemText(0), QStringLiteral("Some GPU"));
    }

    /// The carve-out and clusters that the GPU has, with what they do to the blocks.
    void carveOutAndClustersAskWhatIf() {
        OccupancyPanel panel;
        panel.resize(380, 800);
        show(panel);
        occupancy::DeviceLimits limits = occupancy::limitsFor(9, 0);
        limits.multiprocessors = 13;
        occupancy::KernelUsage usage;
        usage.threads = 256;
        usage.staticShared = 8 * 1024;
        panel.setLimits(limits, QStringLiteral("Some GPU"));
        panel.setUsage({QStringLiteral("tile"), usage, 1000});
        const auto said = [&] {
            return panel.findChild<QLabel*>(QStringLiteral("occupancyHint"))->text();
        };
        QVERIFY2(said().contains(QStringLiteral("100 KiB is enough")), qPrintable(said()));
        auto* carveOut = panel.findChild<QComboBox*>(QStringLiteral("whatIfCarveOut"));
        QCOMPARE(carveOut->currentText(), QStringLiteral("largest"));
        QCOMPARE(carveOut->count(), 10); // largest, 8 … 228 KiB
        carveOut->setFocus();
        while (carveOut->currentText() != QStringLiteral("64 KiB")) {
            const int before = carveOut->currentIndex();
            QTest::keyClick(carveOut, Qt::Key_Down);
            QVERIFY(carveOut->currentIndex() > before);
        }
        QVERIFY2(said().contains(QStringLiteral("The carve-out limits it: with 100 KiB, 8 ")),
                 qPrintable(said()));
        QVERIFY(visibleText(panel).contains(QStringLiteral("7 block(s) per SM")));
        QVERIFY(panel.findChild<LimiterBars*>()->accessibleDescription().contains(
            QStringLiteral("of 64 KiB, 7 block(s), limits")));
        auto* apply = panel.findChild<QToolButton*>(QStringLiteral("whatIfApply"));
        QVERIFY(!apply->isEnabled()); // projects cannot store it
        QTest::mouseClick(panel.findChild<QToolButton*>(QStringLiteral("whatIfReset")),
                          Qt::LeftButton);
        QCOMPARE(carveOut->currentText(), QStringLiteral("largest"));
        // Thirteen SMs of 8 blocks hold 26 clusters of 4.
        auto* cluster = panel.findChild<QComboBox*>(QStringLiteral("whatIfCluster"));
        cluster->setFocus();
        QTest::keyClick(cluster, Qt::Key_Down);
        QTest::keyClick(cluster, Qt::Key_Down);
        QCOMPARE(cluster->currentText(), QStringLiteral("4 blocks"));
        QVERIFY2(said().contains(QStringLiteral("At most 26 clusters of 4 blocks")),
                 qPrintable(said()));
        QSignalSpy wanted(&panel, &OccupancyPanel::clusterWanted);
        QCOMPARE(apply->menu()->actions().size(), 1);
        apply->menu()->actions()[0]->trigger();
        QCOMPARE(wanted.value(0).value(0).toInt(), 4);
        // Ada lacks clusters and has other carve-outs, Pascal lacks both.
        auto* gpu = panel.findChild<QComboBox*>(QStringLiteral("occupancyGpu"));
        gpu->setCurrentIndex(gpu->findText(QStringLiteral("RTX 4090")));
        QVERIFY2(said().contains(QStringLiteral("9.0 or later")), qPrintable(said()));
        QVERIFY(visibleText(panel).contains(QStringLiteral("does not support such a launch")));
        QCOMPARE(carveOut->count(), 6);
        gpu->setCurrentIndex(gpu->findText(QStringLiteral("GTX 1080")));
        QVERIFY(!carveOut->isEnabled());
    }

    /// The fullest SM is not always the fastest.
    void whatWasMeasuredLiesOverTheCurve() {
        OccupancyPanel panel;
        panel.resize(420, 900);
        show(panel);
        panel.setLimits(occupancy::limitsFor(9, 0), QStringLiteral("Some GPU"));
        occupancy::KernelUsage usage;
        usage.threads = 256;
        panel.setUsage({QStringLiteral("k"), usage, 1000});
        const auto& plot = *panel.findChild<Plot*>();
        QCOMPARE(plot.series().size(), 1);
        const auto point = [&](int threads, double ms, const QString& problem = {}) {
            occupancy::KernelUsage there = usage;
            there.threads = threads;
            return MeasuredPoint{there, ms, describeMilliseconds(ms), false, 0, 0, problem};
        };
        panel.setMeasured({point(32, 0.010), point(256, 0.013), point(1024, 0.02),
                           point(64, 0.001, QStringLiteral("its result is wrong"))});
        QCOMPARE(plot.series().size(), 2);
        QCOMPARE(plot.series()[1].points, (QList<QPointF>{{32, 10}, {256, 13}, {1024, 20}}));
        QVERIFY(plot.series()[1].right);
        QCOMPARE(plot.series()[1].name, QStringLiteral("Time, µs"));
        const QString said = panel.findChild<QLabel*>(QStringLiteral("occupancyMeasured"))->text();
        QCOMPARE(said, QStringLiteral("32 threads are the fastest: 10.0 µs at 50 %. The fullest SM "
                                      "(256 threads, 100 %) takes 1.30 times as long."));
        int least = 0;
        for (const PlotMarker& marker : plot.markers())
            least += marker.right && marker.text == QStringLiteral("least: 10.0 µs") ? 1 : 0;
        QCOMPARE(least, 1);
        // Each axis has a separate scale: 13 of 25 µs are at half of the chart's height.
        auto* view = plot.findChild<QChartView*>();
        QTRY_VERIFY(view && view->chart()->plotArea().height() > 50);
        QCOMPARE(view->chart()->axes(Qt::Vertical).size(), 2);
        const auto* hover = panel.findChild<QLabel*>(QStringLiteral("occupancyHover"));
        QTRY_VERIFY((moveMouse(plot, plot.positionOf({256, 64})),
                     hover->text() == QStringLiteral("256: 64 warps, 13.0 µs")));
        QVERIFY2(QToolTip::text().contains(QStringLiteral("1.30 times the least")),
                 qPrintable(QToolTip::text()));
        // Measurements on this device do not apply to another one.
        auto* gpu = panel.findChild<QComboBox*>(QStringLiteral("occupancyGpu"));
        gpu->setCurrentIndex(1);
        QCOMPARE(plot.series().size(), 1);
        QVERIFY(!panel.findChild<QLabel*>(QStringLiteral("occupancyMeasured"))->isVisible());
    }

    /// Each sentence contains core's values.
    void occupancyIsExplained() {
        OccupancyPanel panel;
        panel.resize(380, 800);
        show(panel);
        occupancy::DeviceLimits limits = occupancy::limitsFor(9, 0);
        limits.multiprocessors = 10;
        occupancy::KernelUsage usage;
        usage.threads = 256;
        usage.registers = 65;
        panel.setLimits(limits);
        panel.setUsage({QStringLiteral("heavy"), usage, 45});
        const QString said = panel.findChild<QLabel*>(QStringLiteral("occupancyHint"))->text();
        const auto fewer = occupancy::registersForOneMoreBlock(limits, usage);
        QVERIFY(fewer);
        QVERIFY2(said.contains(QStringLiteral("%1 fewer per thread (%2)")
                                   .arg(usage.registers - *fewer)
                                   .arg(*fewer)),
                 qPrintable(said));
        const auto waves = occupancy::wavesOf(limits, usage, 45);
        QVERIFY2(said.contains(
                     QStringLiteral("%1 waves of %2 blocks").arg(waves.full + 1).arg(waves.atOnce)),
                 qPrintable(said));
        // The best point of the curve is marked next to the current one.
        usage.threads = 1024 - 32;
        usage.registers = 16;
        panel.setUsage({QStringLiteral("odd"), usage, 1});
        const auto* view = panel.findChild<Plot*>()->findChild<QGraphicsView*>();
        const auto marked = [&] {
            for (const QGraphicsItem* item : view->scene()->items()) {
                const auto* text = dynamic_cast<const QGraphicsSimpleTextItem*>(item);
                if (text && text->text().startsWith(QStringLiteral("best: ")))
                    return true;
            }
            return false;
        };
        QTRY_VERIFY(marked());
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
    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstOccupancyPanel)
} // namespace tst_occupancy_panel

#include "tst_occupancy_panel.moc"
