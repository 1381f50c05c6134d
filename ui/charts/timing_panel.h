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

/// How long the launches took on a GPU: statistics per launch, and every sample as a chart. For a
/// simulated device: estimated times and exact event counts. Differences to a pinned baseline are
/// shown for times only if chance does not explain them, for estimates only outside their ranges,
/// and for counts always. Differences between devices are shown without a verdict.
class TimingPanel : public QWidget {
    Q_OBJECT

  public:
    explicit TimingPanel(QWidget* parent = nullptr);
    /// A panel that shows the state of the workbench.
    explicit TimingPanel(Workbench& bench);

    void setReport(const session::RunReport& report);
    /// The same without copying a million samples. \param report  not null
    void setReport(std::shared_ptr<const session::RunReport> report);
    /// \param name   of the run, as shown to the user; empty: none
    /// \param color  of seriesColor(); -1: the highlight colour
    void setBaseline(const session::RunReport& report, const QString& name = {}, int color = -1);
    void setBaseline(std::shared_ptr<const session::RunReport> report, const QString& name,
                     int color);
    void clearBaseline();
    void clear();
    /// The placeholder before the first report: what to do, or that a run is in progress.
    void setRunning(bool running);
    /// Selects a launch and draws its samples.
    void showLaunch(int index);
    bool hasBaseline() const { return m_baseline != nullptr; }
    /// The table as tab-separated text for the clipboard, including columns hidden for lack of
    /// space.
    QString asText() const;

  signals:
    /// The user wants to pin the shown run.
    void pinWanted();
    /// The pin's menu is about to open; the receiver fills it with runs.
    void runsWanted(QMenu* menu);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fitColumns();
    bool countsNothing(int column) const; ///< whether a count is zero in all launches
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
    /// The launch of the baseline to compare with; null: none.
    const session::LaunchReport* baselineLaunch(const session::LaunchReport& launch,
                                                size_t index) const;
    /// Times of that launch; null: none.
    const session::TimeStatistics* baselineTime(const session::LaunchReport& launch,
                                                size_t index) const;
    void showEmpty(bool empty);
    QColor baselineColor() const;
    void fillAgainst(const Baselines& baselines);

    QList<int> m_columns;                                 ///< that have values; shown if they fit
    std::shared_ptr<const session::RunReport> m_report;   ///< null: none yet
    std::shared_ptr<const session::RunReport> m_baseline; ///< null: no comparison
    QString m_baselineName;
    int m_baselineColor = -1; ///< of seriesColor()
    QLabel* m_empty;
    QWidget* m_header;
    QLabel* m_clock;
    QLabel* m_baselineText;
    QComboBox* m_against; ///< the pinned runs
    QToolButton* m_pin;
    QToolButton* m_earlier; ///< opens the list of earlier runs to pin
    QTableWidget* m_table;
    DeviceShares* m_devices; ///< for a run on several devices
    QWidget* m_counted;      ///< the row that contains m_count
    QComboBox* m_count;      ///< the count shown in the chart
    Plot* m_plot;
};

} // namespace warpbench::ui
