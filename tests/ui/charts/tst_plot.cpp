// SPDX-License-Identifier: GPL-3.0-or-later
// A single plot: bars, lines, hover text and exports.
#include "tests/main.h"
#include "tests/ui/charts/chart_test.h"
#include "ui/charts/plot_samples.h"
#include "ui/theme/series_color.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QChart>
#include <QChartView>
#include <QClipboard>
#include <QGraphicsSimpleTextItem>
#include <QGraphicsTextItem>
#include <QGraphicsView>
#include <QImage>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <QXmlStreamReader>

#include <cmath>

namespace tst_plot {

using namespace warpbench;
using namespace warpbench::ui;

class TstPlot : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareDrawnTest(m_home); }

    void itsLabelsHaveItsFont() {
        Plot plot;
        show(plot);
        plot.showBars({{QStringLiteral("kernel"), 1, 1, 1, {}}},
                      {QStringLiteral("Instructions"), 0, 2, true});
        const auto* view = plot.findChild<QChartView*>();
        const auto points = [&] {
            return view->chart()->axes().first()->labelsFont().pointSizeF();
        };
        const qreal usual = points();
        for (const qreal times : {2.0, 1.0}) {
            QFont font = plot.font();
            font.setPointSizeF(usual / 0.9 * times);
            plot.setFont(font);
            QTRY_COMPARE(points(), usual * times);
        }
    }

    /// A plot behind a tab costs nothing when the theme changes: it is drawn when it is seen.
    void anotherThemeIsDrawnWhereItIsSeen() {
        Plot plot;
        show(plot);
        plot.showBars({{QStringLiteral("kernel"), 1, 1, 1, {}}},
                      {QStringLiteral("Instructions"), 0, 2, true});
        const auto* view = plot.findChild<QGraphicsView*>();
        const auto behind = [&] { return view->backgroundBrush().color(); };
        const auto back = qScopeGuard([] { Theme::instance().apply(false); });

        Theme::instance().apply(true);
        QTRY_COMPARE(behind(), QColor(Theme::colorsOf(true).window));

        plot.hide();
        Theme::instance().apply(false);
        QCoreApplication::processEvents();
        QCoreApplication::processEvents(); // what waits for its turn has had it
        QCOMPARE(behind(), QColor(Theme::colorsOf(true).window));
        plot.show();
        QCOMPARE(behind(), QColor(Theme::colorsOf(false).window));
    }

    /// In low plots, names are smaller and do not overlap.
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
        // If there are very many, some have no name.
        for (int i = 6; i <= 30; ++i)
            bars.append({QStringLiteral("kernel %1").arg(i), double(i), double(i), double(i), {}});
        plot.showBars(bars, {QStringLiteral("Instructions"), 0, 30, true});
        QTRY_VERIFY(names().size() < 30);
        QVERIFY(names().size() >= 5);
        QTRY_VERIFY(apart());
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

    /// However wide: fewer ticks, never a figure with its end left out.
    void figuresAreNeverCutShort() {
        Plot plot;
        show(plot);
        plot.showBars({{QStringLiteral("k"), 2'973'696, 2'973'696, 2'973'696, {}}},
                      {QStringLiteral("Instructions"), 0, 3'250'000, true});
        const auto* view = plot.findChild<QGraphicsView*>();
        const auto cutShort = [&] {
            const QList<QGraphicsItem*> items = view->scene()->items();
            return std::any_of(items.begin(), items.end(), [](const QGraphicsItem* item) {
                const auto* text = dynamic_cast<const QGraphicsTextItem*>(item);
                return text && text->isVisible() &&
                       text->toPlainText().contains(QStringLiteral("..."));
            });
        };
        for (int width = 240; width <= 700; width += 10) {
            plot.resize(width, 300);
            QTRY_VERIFY2(!cutShort(), qPrintable(QString::number(width)));
        }
    }

    /// Both ends of an axis are labelled, including the zero at the start.
    void figuresStandAtBothEnds() {
        Plot plot;
        show(plot);
        plot.showBars({{QStringLiteral("k"), 60, 60, 60, {}}},
                      {QStringLiteral("Instructions"), 0, 60'000, true});
        const auto figures = [&] {
            QStringList all;
            for (const QGraphicsItem* item : plot.findChild<QGraphicsView*>()->scene()->items()) {
                const auto* text = dynamic_cast<const QGraphicsTextItem*>(item);
                if (text && text->isVisible() && !text->toPlainText().trimmed().isEmpty())
                    all << text->toPlainText();
            }
            return all;
        };
        for (const int width : {500, 300, 900}) {
            plot.resize(width, 300);
            QTRY_VERIFY2(figures().contains(QStringLiteral("0")), qPrintable(figures().join(u'|')));
            QTRY_VERIFY2(figures().contains(QStringLiteral("60 000")),
                         qPrintable(figures().join(u'|')));
        }
        plot.showLines({{QStringLiteral("one"), {{0, 0}, {10, 4}}, {}, {}}},
                       {QStringLiteral("Threads"), 0, 10, true},
                       {QStringLiteral("Warps"), 0, 4, true});
        for (const char* end : {"0", "10", "4"})
            QTRY_VERIFY2(figures().contains(QLatin1String(end)), qPrintable(figures().join(u'|')));
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

    /// Hovering anywhere over a column describes it; the end of the last one does not count.
    void columnsAreToldAndClicked() {
        Plot plot;
        show(plot);
        PlotSeries columns;
        columns.name = QStringLiteral("count");
        columns.points = {{0, 1}, {10, 1000}, {20, 0}, {30, 0}};
        columns.style = PlotSeries::Style::columns;
        PlotAxis counts{QStringLiteral("count"), 0.5, 2000};
        counts.logarithmic = true;
        plot.showLines({columns}, {QStringLiteral("value"), 0, 30}, counts);
        QSignalSpy hovered(&plot, &Plot::hovered);
        QSignalSpy clicked(&plot, &Plot::clicked);
        for (const double x : {10.5, 19.5}) {
            moveMouse(plot, plot.positionOf({x, 2}));
            QCOMPARE(hovered.last().first().toString(), QStringLiteral("value 10: 1000"));
        }
        QWidget* view = plot.findChild<QAbstractScrollArea*>()->viewport();
        QTest::mouseClick(view, Qt::LeftButton, {}, plot.positionOf({15, 100}).toPoint());
        QCOMPARE(clicked.size(), 1);
        QVERIFY(std::abs(clicked[0][0].toPointF().x() - 15) < 1);
        QVERIFY(std::abs(clicked[0][0].toPointF().y() - 100) < 10);
        moveMouse(plot, plot.positionOf({31, 2}));
        QVERIFY(hovered.last().first().toString().isEmpty());
        QVERIFY(plot.dashesOf(0).isEmpty());
    }

    void onlyANavigablePlotTellsWhereToGo_data() {
        QTest::addColumn<bool>("navigable");
        QTest::newRow("navigable") << true;
        QTest::newRow("fixed") << false;
    }
    void onlyANavigablePlotTellsWhereToGo() {
        QFETCH(bool, navigable);
        Plot plot;
        plot.setNavigable(navigable);
        show(plot);
        plot.showLines({{QStringLiteral("one"), {{0, 1}, {10, 2}}}},
                       {QStringLiteral("Threads"), 0, 10}, {QStringLiteral("Warps"), 0, 5});
        QSignalSpy zoomed(&plot, &Plot::zoomed);
        QSignalSpy dragged(&plot, &Plot::dragged);
        QSignalSpy clicked(&plot, &Plot::clicked);
        QWidget* view = plot.findChild<QAbstractScrollArea*>()->viewport();
        const QPoint from = plot.positionOf({5, 1}).toPoint();
        const QPoint to = plot.positionOf({8, 1}).toPoint();
        QWheelEvent wheel(from, view->mapToGlobal(from), {}, QPoint(0, 120), Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view, &wheel);
        QCOMPARE(wheel.isAccepted(), navigable);
        QTest::mousePress(view, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, to, view->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                         {});
        QApplication::sendEvent(view, &move);
        QTest::mouseRelease(view, Qt::LeftButton, {}, to);
        QCOMPARE(zoomed.size(), navigable ? 1 : 0);
        QCOMPARE(dragged.size(), navigable ? 1 : 0);
        QVERIFY(clicked.isEmpty()); // it was moved
        if (!navigable)
            return;
        QVERIFY(zoomed[0][1].toDouble() > 1);
        QVERIFY(std::abs(zoomed[0][0].toDouble() - 5) < 0.1);
        QVERIFY(std::abs(dragged[0][0].toDouble() - 5) < 0.1);
        QVERIFY(std::abs(dragged[0][1].toDouble() - 8) < 0.1);
    }

    /// A page's drawing comes from a plot that is never shown.
    void aDrawingOfAnUnseenPlotHasItsTicks_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<QStringList>("ticks");
        QTest::newRow("wide") << 760 << QStringList{"0.000", "0.002", "0.004", "0.006",
                                                    "0.008", "0.010", "0.012"};
        QTest::newRow("narrow") << 200 << QStringList{"0.000", "0.005", "0.010"};
    }
    void aDrawingOfAnUnseenPlotHasItsTicks() {
        QFETCH(int, width);
        Plot plot;
        plot.resize(width, 250);
        plot.showBars({{QStringLiteral("first"), 0.0109, 0.0091, 0.0125, {}},
                       {QStringLiteral("second"), 0.0048, 0.0047, 0.0058, {}}},
                      {QStringLiteral("GPU time, ms"), 0, 0.01375, false});
        QStringList figures;
        QXmlStreamReader xml(plot.asSvg());
        while (!xml.atEnd()) {
            if (xml.readNext() == QXmlStreamReader::Characters &&
                xml.text().trimmed().startsWith(QLatin1String("0.0")))
                figures << xml.text().trimmed().toString();
        }
        QTEST(figures, "ticks");
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

  private:
    static bool contains(const QImage& image, const QColor& color) {
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y) == color)
                    return true;
            }
        }
        return false;
    }

    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstPlot)
} // namespace tst_plot

#include "tst_plot.moc"
