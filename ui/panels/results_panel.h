// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"
#include "ui/theme/icons.h"

#include <QWidget>

class QLabel;
class QScrollArea;
class QStackedLayout;
class QVBoxLayout;

namespace warpbench::ui {

struct Finding;
class IconLabel;
class ResultLine;
class Selection;
struct Workbench;

/// The summary of the results: the device, how the run ended, the result of every check, and the
/// duration of the launches.
class ResultsPanel : public QWidget {
    Q_OBJECT

  public:
    explicit ResultsPanel(QWidget* parent = nullptr);
    /// A panel that shows the state of the workbench.
    explicit ResultsPanel(Workbench& bench);

    void setReport(const session::RunReport& report);
    void clear();
    /// The placeholder before the first report: what to do, or that a run is in progress.
    void setRunning(bool running);
    void setStale(bool stale);

  signals:
    /// Enter or a double-click on a buffer's check or fault: show its contents.
    void bufferActivated(const QString& name);
    /// The same on a fault with a source line.
    void faultActivated(const warpbench::session::Fault& fault);
    /// The same on a launch: show its times.
    void launchActivated(int index);
    /// The same on advice for making a launch faster.
    void limitsActivated(int index);
    void outputActivated();
    /// The user wants to specify expected contents of buffers.
    void expectationsWanted();
    /// The same on an inefficient line.
    void findingActivated(const warpbench::ui::Finding& finding);

  private:
    ResultLine* addLine(const QString& iconName, IconTint tint, const QString& text,
                        const QString& value);
    void showFaults(const std::vector<session::Fault>& faults, const QString& iconName,
                    IconTint tint);
    void showChecks(const session::RunReport& report, bool passed);
    void showNothingCompared(const session::RunReport& report);
    void showHostCode(const session::CompileReport& compile, Selection& selection);
    void showFindings(const session::RunReport& report);
    void showPrinted(const session::RunReport& report);
    void showEstimate(const session::LaunchReport& launch, std::size_t index);
    void showLaunches(const session::RunReport& report);

    QStackedLayout* m_stack;
    QLabel* m_empty;
    IconLabel* m_icon;
    QLabel* m_status;
    QLabel* m_device;
    QLabel* m_stale;
    QScrollArea* m_page;
    QVBoxLayout* m_lines;
};

} // namespace warpbench::ui
