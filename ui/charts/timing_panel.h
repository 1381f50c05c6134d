// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_report.h"

#include <QList>
#include <QWidget>

#include <optional>

class QLabel;
class QTableWidget;
class QToolButton;

namespace warpbench::ui {

class Plot;
struct Workbench;

/// How long the launches took: statistics per launch, every sample as a chart, and the difference
/// to a pinned baseline. Times of a simulated device are named so on the axis.
class TimingPanel : public QWidget {
    Q_OBJECT

  public:
    explicit TimingPanel(QWidget* parent = nullptr);
    /// One that shows what the workbench holds.
    explicit TimingPanel(Workbench& bench);

    void setReport(const session::RunReport& report);
    void setBaseline(const session::RunReport& report);
    void clearBaseline();
    void clear();
    /// What stands there before the first report: what to do, or that it comes.
    void setRunning(bool running);
    /// Selects a launch, whose samples are drawn.
    void showLaunch(int index);
    bool hasBaseline() const { return m_baseline.has_value(); }
    /// The table as tab-separated text, for the clipboard; columns that are not in view for want of
    /// width too.
    QString asText() const;

  signals:
    void baselineChanged(bool pinned);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fitColumns();
    void showTable();
    void showChart();
    void showEmpty(bool empty);

    QList<int> m_columns; ///< that there is something in; those that fit are shown
    std::optional<session::RunReport> m_report;
    std::optional<session::RunReport> m_baseline;
    QLabel* m_empty;
    QLabel* m_clock;
    QLabel* m_baselineText;
    QToolButton* m_pin;
    QTableWidget* m_table;
    Plot* m_plot;
};

} // namespace warpbench::ui
