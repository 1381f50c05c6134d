// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_report.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <vector>

class QLabel;

namespace warpbench::ui {

class Plot;

/// The launches of a run under the roofs of their device: operations per second over operations per
/// byte, both by decades. The figures stand below it in words, too.
class RooflineChart : public QWidget {
    Q_OBJECT

  public:
    explicit RooflineChart(QWidget* parent = nullptr);

    /// Null: no run. Of a simulated GPU, which has no roofs, nothing is shown.
    void setReport(const session::RunReport* report);
    /// Of each launch that was counted: "transpose: 12.3 GFLOP at …".
    const QStringList& words() const { return m_words; }
    const Plot& plot() const { return *m_plot; }

  private:
    void collect(const session::RunReport& report);
    void draw(const launch::DevicePeaks& peaks);
    QString aboutText(const session::RunReport& report) const;

    /// A launch that has a place in the plot.
    struct Point {
        QString name;
        QString words;
        double intensity = 0;
        double flopsPerSecond = 0;
        bool half = false; ///< computes in half precision
    };

    std::vector<Point> m_points;
    QStringList m_words;
    Plot* m_plot;
    QLabel* m_launches;
    QLabel* m_about;
};

} // namespace warpbench::ui
