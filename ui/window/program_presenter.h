// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/program_dialog.h"
#include "ui/results/diagnostics_model.h"
#include "ui/workbench/workbench.h"

#include <QObject>

namespace warpbench::ui {

class EditorPane;
class StatusLine;

/// Runs the source as a complete program and shows the result in the log, the problem list, the
/// editor and the status bar.
class ProgramPresenter : public QObject {
    Q_OBJECT

  public:
    ProgramPresenter(Workbench& bench, EditorPane& pane, StatusLine& status, QWidget* window);

    /// Asks for arguments and input, then runs.
    void askAndRun();
    void run();
    /// Runs the program for its set-up, which replaces the project's as one step of the history.
    void takeSetUp();
    /// Asks for a launch of the last run to turn into a project, and for the project's path.
    void askForLaunch();
    /// For another project: forgets arguments, and stops a running program without reporting its
    /// problems.
    void reset();

  signals:
    /// The set-up was taken from a run, so messages about the previous one are out of date.
    void setUpTaken();
    /// A launch was turned into a project.
    void projectMade(const QString& path);
    /// Whether there are launches to choose from has changed.
    void launchesChanged(bool any);

  private:
    ProgramRequest requestFor(ProgramRequest::Purpose purpose) const;
    void start(const ProgramRequest& request, const QString& what);
    void takeMade(const QString& project, const QStringList& notes);
    void complained(const QString& line);
    void showEnd(bool ok, const QString& sentence);

    Workbench& m_bench;
    EditorPane& m_pane;
    StatusLine& m_status;
    QWidget* m_window;
    ProgramInput m_input;
    bool m_isOfEarlierProject = false; ///< the running program
};

/// Converts a message of nvcc or a simulated GPU to a problem.
Problem problemOf(const ProgramMessage& message);

} // namespace warpbench::ui
