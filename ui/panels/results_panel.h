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

/// The head of the results: which device, how the run ended, what every check said, how long the
/// launches took.
class ResultsPanel : public QWidget {
    Q_OBJECT

  public:
    explicit ResultsPanel(QWidget* parent = nullptr);
    /// One that shows what the workbench holds.
    explicit ResultsPanel(Workbench& bench);

    void setReport(const session::RunReport& report);
    void clear();
    /// What is there before the first report: what to do, or that it comes.
    void setRunning(bool running);
    void setStale(bool stale);

  signals:
    /// Enter or a double click on a check or fault of a buffer: its contents are wanted.
    void bufferActivated(const QString& name);
    /// The same on a fault that has a line.
    void faultActivated(const warpbench::session::Fault& fault);
    /// The same on a launch: its times are wanted.
    void launchActivated(int index);
    /// The same on what would make a launch faster.
    void limitsActivated(int index);
    void outputActivated();
    /// What is expected of buffers is to be said.
    void expectationsWanted();
    /// The same on a line that wastes much.
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
