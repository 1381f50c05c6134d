// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"
#include "ui/charts/timing_columns.h"

#include <QList>
#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QMenu;
class QTableWidget;
class QToolButton;

namespace warpbench::ui {

class Baselines;
class DeviceShares;
class Plot;
struct Workbench;

/// How long the launches took on a GPU: statistics per launch, every sample as a chart. Of a
/// simulated device their estimated times and what they did, counted exactly. And the difference to
/// a pinned baseline: of times only if chance does not explain it, of estimates only outside their
/// ranges, of counts always; between devices it is shown and not judged.
class TimingPanel : public QWidget {
    Q_OBJECT

  public:
    explicit TimingPanel(QWidget* parent = nullptr);
    /// One that shows what the workbench holds.
    explicit TimingPanel(Workbench& bench);

    void setReport(const session::RunReport& report);
    /// The same without a copy: a million samples are not moved about. \param report  not null
    void setReport(std::shared_ptr<const session::RunReport> report);
    /// \param name   of the run, as it is told; empty: none
    /// \param color  of seriesColor(); -1: that of what is to be noticed
    void setBaseline(const session::RunReport& report, const QString& name = {}, int color = -1);
    void setBaseline(std::shared_ptr<const session::RunReport> report, const QString& name,
                     int color);
    void clearBaseline();
    void clear();
    /// What is there before the first report: what to do, or that it comes.
    void setRunning(bool running);
    /// Selects a launch, whose samples are drawn.
    void showLaunch(int index);
    bool hasBaseline() const { return m_baseline != nullptr; }
    /// The table as tab-separated text, for the clipboard; columns that are not in view for want of
    /// width too.
    QString asText() const;

  signals:
    /// The run that is shown shall be pinned.
    void pinWanted();
    /// The menu of the pin is about to open: what may be pinned is put into it.
    void runsWanted(QMenu* menu);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fitColumns();
    bool countsNothing(int column) const; ///< in any launch, of the figures that are counts
    QLayout* buildPins();
    void buildHeader();
    void buildTable();
    void showTable();
    void showCounts();
    void showTimes();
    void fillRow(int row);
    void showHead(bool counted, int samples);
    void showChart();
    void showCountChart();
    void showSample(const QString& text, QPointF value);
    bool showsCounts() const;
    bool hasCounters() const;
    bool hasEstimates() const;
    void offerEstimate();
    Column chosenCount() const;
    std::optional<double> chosenOf(const session::LaunchReport& launch) const;
    bool differs(const session::LaunchReport& a, const session::LaunchReport& b) const;
    QString countedText() const;
    std::string modelOfEstimates() const;
    bool simulated() const;
    /// Of the baseline, what a launch is held against; null: nothing.
    const session::LaunchReport* baselineLaunch(const session::LaunchReport& launch,
                                                size_t index) const;
    /// Its times; null: none.
    const session::TimeStatistics* baselineTime(const session::LaunchReport& launch,
                                                size_t index) const;
    void showEmpty(bool empty);
    QColor baselineColor() const;
    void fillAgainst(const Baselines& baselines);

    QList<int> m_columns; ///< that there is something in; those that fit are shown
    std::shared_ptr<const session::RunReport> m_report;   ///< null: none yet
    std::shared_ptr<const session::RunReport> m_baseline; ///< null: nothing is compared with
    QString m_baselineName;
    int m_baselineColor = -1; ///< of seriesColor()
    QLabel* m_empty;
    QWidget* m_header;
    QLabel* m_clock;
    QLabel* m_baselineText;
    QComboBox* m_against; ///< the pinned runs
    QToolButton* m_pin;
    QToolButton* m_earlier; ///< opens the list of runs that may be pinned
    QTableWidget* m_table;
    DeviceShares* m_devices; ///< of a run that several shared
    QWidget* m_counted;      ///< the row of
    QComboBox* m_count;      ///< what is counted in the chart and its difference
    Plot* m_plot;
};

} // namespace warpbench::ui
