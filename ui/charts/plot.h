// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>
#include <QPointF>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QPaintDevice;

namespace warpbench::ui {

/// A series of a plot: a line, a cloud of points or columns.
struct PlotSeries {
    /// Each column extends from the bottom to its point, and to the x of the next point. The last
    /// point only ends the last column.
    enum class Style { line, dashedLine, steps, points, columns };
    /// Where to show the name: in the legend above the plot, which exists for several series;
    /// beside the line; or nowhere, because markers name the series.
    enum class Naming { legend, beside, none };

    QString name;
    QList<QPointF> points;
    Style style = Style::line;
    QColor color{};     ///< invalid: the theme's next series colour; dashes also differ then
    bool right = false; ///< uses the right axis, if the plot has one
    /// Replaces `points` in a cloud: sample i is at x = i + 1. Avoids copying a million points.
    std::shared_ptr<const std::vector<double>> samples{};
    Naming naming = Naming::legend;
    QString label{};     ///< beside the line; empty: the name
    bool hollow = false; ///< for a cloud with few points: rings instead of dots
    /// More values of each point, for the CSV file.
    struct More {
        QStringList titles{};
        std::function<QStringList(qsizetype)> of{}; ///< of point i; as many as titles
    };
    More more{};

    bool isLine() const { return style != Style::points && style != Style::columns; }
    qsizetype size() const { return samples ? qsizetype(samples->size()) : points.size(); }
    QPointF at(qsizetype i) const {
        return samples ? QPointF(double(i + 1), (*samples)[std::size_t(i)]) : points[i];
    }
};

/// A row of a bar plot: a bar with a whisker.
struct PlotBar {
    QString name;
    double value = 0;
    double low = 0; ///< start of the whisker; equal to `high`: no whisker
    double high = 0;
    std::optional<double> baseline; ///< the same quantity in a pinned run, as a mark
    QColor baselineColor{};         ///< invalid: the theme's highlight colour
};

struct PlotMarker {
    QPointF point;
    QString text;
    QColor color{};     ///< invalid: the theme's highlight colour
    bool right = false; ///< the point belongs to the right axis
    /// Shorten or hide the text where it would cover something.
    bool yields = false;
};

struct PlotAxis {
    QString title;
    double min = 0;
    double max = 1;
    bool integer = false; ///< labels without decimals
    /// Decades are equally spaced and are the ticks. `min` and all values must be above 0. For line
    /// plots only.
    bool logarithmic = false;
};

/// The only class that knows Qt Charts (deprecated since Qt 6.10). The rest of the window uses
/// series, axes and markers. Colours follow the theme.
class Plot : public QWidget {
    Q_OBJECT

  public:
    explicit Plot(QWidget* parent = nullptr);
    ~Plot() override;

    /// Lines over two value axes.
    /// \param right  a second axis at the right, for another quantity over the same x
    void showLines(const QList<PlotSeries>& series, const PlotAxis& x, const PlotAxis& y,
                   const std::optional<PlotAxis>& right = {});
    /// Horizontal bars, the first on top, values along `x`.
    void showBars(const QList<PlotBar>& bars, const PlotAxis& x);
    /// Whether the mouse wheel and dragging emit zoomed() and dragged(). The owner changes the
    /// range.
    void setNavigable(bool navigable);
    /// Rings at points of a line plot, each with a text beside it.
    void setMarkers(const QList<PlotMarker>& markers);
    void clear();

    /// The plot's contents; one of the two is empty.
    const QList<PlotSeries>& series() const;
    const QList<PlotBar>& bars() const;
    const QList<PlotMarker>& markers() const;
    /// The dash pattern of a series, in pen widths; empty: a solid line. Dashes alone are enough to
    /// distinguish the lines of a plot.
    QList<qreal> dashesOf(int series) const;
    /// Where a value is drawn, in pixels of the plot.
    QPointF positionOf(QPointF value) const;
    /// Writes the plot in the format of the path's suffix: .svg as a drawing, .csv as numbers,
    /// anything else as an image at twice the screen size. \returns the error; empty: success
    QString saveTo(const QString& path) const;
    QString asCsv() const;
    QByteArray asSvg() const; ///< a drawing of the plot's size
    void drawOn(QPaintDevice& device) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

  signals:
    /// The point of a line nearest to the mouse, as text and in axis units. The text is empty when
    /// the mouse leaves the plot.
    void hovered(const QString& text, QPointF value);
    /// The mouse was pressed and released at this point, in axis units.
    void clicked(QPointF value);
    // Emitted by a navigable plot, with values of x:
    void zoomed(double around, double factor); ///< above 1: zoom in
    void dragged(double from, double to);      ///< since the last such signal
    void doubleClicked();

  private:
    struct Contents;
    class View;

    void addMenu();
    void askWhereToSave();
    /// The chart's view, created on first use: most windows start without a visible plot, and Qt
    /// Charts is slow to start.
    View& view();
    void contentsChanged();

    std::unique_ptr<Contents> m_contents;
    std::unique_ptr<View> m_view;
};

/// Creates a hidden chart once. The first chart of a program takes longest, and this way the user
/// need not wait for it when a panel opens.
void prepareCharts();

} // namespace warpbench::ui
