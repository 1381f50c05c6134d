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

/// One line or cloud of points of a plot, or its columns.
struct PlotSeries {
    /// Columns reach from the bottom up to each point, and to the x of the next one: the last
    /// point only ends them.
    enum class Style { line, dashedLine, steps, points, columns };
    /// Where the name stands: above the plot, where there are several series; beside the line; or
    /// nowhere, for markers tell it.
    enum class Naming { legend, beside, none };

    QString name;
    QList<QPointF> points;
    Style style = Style::line;
    QColor color{};     ///< invalid: the next of the theme's series colours; dashes differ as well
    bool right = false; ///< along the axis at the right, and only where there is one
    /// Instead of `points`, of a cloud: the i-th is at x = i + 1. A million of them are not copied.
    std::shared_ptr<const std::vector<double>> samples{};
    Naming naming = Naming::legend;
    QString label{};     ///< beside the line; empty: the name
    bool hollow = false; ///< of a cloud of few points: rings instead of dots
    /// Further figures of each point, for the file of numbers.
    struct More {
        QStringList titles{};
        std::function<QStringList(qsizetype)> of{}; ///< of the i-th point; as many as titles
    };
    More more{};

    bool isLine() const { return style != Style::points && style != Style::columns; }
    qsizetype size() const { return samples ? qsizetype(samples->size()) : points.size(); }
    QPointF at(qsizetype i) const {
        return samples ? QPointF(double(i + 1), (*samples)[std::size_t(i)]) : points[i];
    }
};

/// A bar with a whisker: one row of a bar plot.
struct PlotBar {
    QString name;
    double value = 0;
    double low = 0; ///< start of the whisker; equal to `high` for none
    double high = 0;
    std::optional<double> baseline; ///< a mark of the same quantity in a pinned run
    QColor baselineColor{};         ///< invalid: the theme's for what is to be noticed
};

struct PlotMarker {
    QPointF point;
    QString text;
    QColor color{};     ///< invalid: the theme's for what is to be noticed
    bool right = false; ///< the point is one of the axis at the right
    /// Where it would cover something, the text is shortened, or left out.
    bool yields = false;
};

struct PlotAxis {
    QString title;
    double min = 0;
    double max = 1;
    bool integer = false; ///< labels without decimals
    /// Decades are as far from each other as any others, and are the ticks. `min` is above 0, and
    /// so is what is drawn. Of plots of lines.
    bool logarithmic = false;
};

/// The one place that knows Qt Charts (deprecated from Qt 6.10 on): the rest of the window speaks
/// in series, axes and markers. Colours follow the theme.
class Plot : public QWidget {
    Q_OBJECT

  public:
    explicit Plot(QWidget* parent = nullptr);
    ~Plot() override;

    /// Lines over two value axes.
    /// \param right  an axis at the right, for another quantity over the same x
    void showLines(const QList<PlotSeries>& series, const PlotAxis& x, const PlotAxis& y,
                   const std::optional<PlotAxis>& right = {});
    /// Horizontal bars, the first on top, values along `x`.
    void showBars(const QList<PlotBar>& bars, const PlotAxis& x);
    /// Whether the wheel and dragging tell where to go along x. The owner shows it.
    void setNavigable(bool navigable);
    /// Rings at points of a line plot, with a text beside each.
    void setMarkers(const QList<PlotMarker>& markers);
    void clear();

    /// What is drawn; one of them is empty.
    const QList<PlotSeries>& series() const;
    const QList<PlotBar>& bars() const;
    const QList<PlotMarker>& markers() const;
    /// The dashes of a line among the series, in widths of its pen; empty: an unbroken line. Lines
    /// of one plot can be told apart by them alone.
    QList<qreal> dashesOf(int series) const;
    /// Where a value of the axes is drawn, in pixels of the plot.
    QPointF positionOf(QPointF value) const;
    /// Writes the plot by the ending of the path: .svg as drawing, .csv as numbers, anything else
    /// as an image of twice the size on the screen. \returns what went wrong; empty: nothing
    QString saveTo(const QString& path) const;
    QString asCsv() const;
    QByteArray asSvg() const; ///< a drawing of the size that the plot has
    void drawOn(QPaintDevice& device) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

  signals:
    /// The nearest point of a line under the mouse, in words and in the axes' units, or an empty
    /// text when it left.
    void hovered(const QString& text, QPointF value);
    /// The mouse was pressed and released there. In the axes' units.
    void clicked(QPointF value);
    // Of a navigable plot, values of x:
    void zoomed(double around, double factor); ///< above 1: nearer
    void dragged(double from, double to);      ///< since the last such signal
    void doubleClicked();

  private:
    struct Contents;
    class View;

    void addMenu();
    void askWhereToSave();
    /// The chart, drawn. It is made when it is first needed: most windows start with no plot in
    /// sight, and Qt Charts takes its time.
    View& view();
    void contentsChanged();

    std::unique_ptr<Contents> m_contents;
    std::unique_ptr<View> m_view;
};

/// Makes a chart that nobody sees, once: the first one of a program takes longest, and who opens a
/// panel need not wait for that.
void prepareCharts();

} // namespace warpbench::ui
