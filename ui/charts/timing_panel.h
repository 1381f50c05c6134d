// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_report.h"

#include <QWidget>

#include <optional>

class QLabel;
class QTableWidget;
class QToolButton;

namespace warpbench::ui {

class Plot;

/// How long the launches took: statistics per launch, every sample as a chart, and the difference
/// to a pinned baseline. Times of a simulated device are named so on the axis.
class TimingPanel : public QWidget {
    Q_OBJECT

  public:
    explicit TimingPanel(QWidget* parent = nullptr);

    void setReport(const session::RunReport& report);
    void setBaseline(const session::RunReport& report);
    void clearBaseline();
    void clear();
    bool hasBaseline() const { return m_baseline.has_value(); }
    /// The table as tab-separated text, for the clipboard.
    QString asText() const;

  signals:
    void baselineChanged(bool pinned);

  private:
    void showTable();
    void showChart();
    void showEmpty(bool empty);

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
