// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <memory>
#include <vector>

class QLabel;

namespace warpbench::ui {

class Plot;
struct PlotAxis;
struct PlotSeries;

/// A pinned run to compare with the last one.
struct PinnedRun {
    QString name;
    int color = 0; ///< of seriesColor()
    std::shared_ptr<const session::RunReport> report;
};

/// The launches of a run under the roofline of their device: operations per second over operations
/// per byte, on logarithmic axes, with the figures as text below. Hollow points mark the same
/// launches in pinned runs on the same device model.
class RooflineChart : public QWidget {
    Q_OBJECT

  public:
    explicit RooflineChart(QWidget* parent = nullptr);

    /// Null: no run. A simulated GPU has no roofs, so its runs show nothing.
    void setReport(const session::RunReport* report, const std::vector<PinnedRun>& pinned = {});
    /// One sentence per launch with counts: "transpose: 12.3 GFLOP at …".
    const QStringList& words() const { return m_words; }
    const Plot& plot() const { return *m_plot; }

    /// A launch in the plot.
    struct Point {
        QString series; ///< the series it belongs to: the launch itself, or the pinned run
        QString words;
        double intensity = 0;
        double flopsPerSecond = 0;
        bool half = false; ///< computes in half precision
        int pinned = -1;   ///< colour of the pinned run; -1: the last run
    };

  protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void fitPlot();
    void collect(const session::RunReport& report);
    void collect(const session::RunReport& report, const PinnedRun& pinned);
    void draw(const launch::DevicePeaks& peaks);
    QList<PlotSeries> roofsOf(const launch::DevicePeaks& peaks, const PlotAxis& x) const;
    /// The precisions whose roofs are shown.
    std::vector<session::Precision> precisions() const;
    double highestOf(const launch::DevicePeaks& peaks) const;
    QString aboutText(const session::RunReport& report) const;

    std::vector<Point> m_points;
    QStringList m_words;
    Plot* m_plot;
    QLabel* m_launches;
    QLabel* m_about;
};

} // namespace warpbench::ui
