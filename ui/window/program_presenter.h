// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/program_dialog.h"
#include "ui/results/diagnostics_model.h"
#include "ui/workbench/workbench.h"

#include <QObject>

namespace warpbench::ui {

class EditorPane;
class StatusLine;

/// Runs the source as a whole program and says in the log, the list of problems, the editor and the
/// status bar what came of it.
class ProgramPresenter : public QObject {
    Q_OBJECT

  public:
    ProgramPresenter(Workbench& bench, EditorPane& pane, StatusLine& status, QWidget* window);

    /// Asks for arguments and input, then runs.
    void askAndRun();
    void run();
    /// Runs it for its set-up, which replaces that of the project as one step of the history.
    void takeSetUp();
    /// Asks which launch of the last run becomes a project, and where it lies.
    void askForLaunch();
    /// Another project is on the screen: its program has other arguments, and a program that still
    /// runs is stopped and leaves no problems behind.
    void reset();

  signals:
    /// The set-up is that of a run: what was said of the former one is no longer true.
    void setUpTaken();
    /// A launch has become a project.
    void projectMade(const QString& path);
    /// There are launches to choose from, or none any more.
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
    bool m_isOfEarlierProject = false; ///< the program that still runs
};

/// What a message of nvcc or a simulated GPU is in the list of problems.
Problem problemOf(const ProgramMessage& message);

} // namespace warpbench::ui
