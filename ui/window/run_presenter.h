// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench/workbench.h"

#include <QObject>
#include <QTimer>

namespace warpbench::ui {

class EditorPane;
class StatusLine;

/// Starts compiles and runs, and reports how they ended in the editor, the status bar and the log.
/// Panels get results from Results.
class RunPresenter : public QObject {
    Q_OBJECT

  public:
    RunPresenter(Workbench& bench, EditorPane& pane, StatusLine& status, QObject* parent = nullptr);

    void run();
    void compile();
    void setRunOnChange(bool on);
    /// Whether to compile the source one second after the last edit. Such a compile only updates
    /// problems.
    void setCompileOnPause(bool on);
    /// Whether to show costs beside lines.
    void setLineCosts(bool shown);
    bool runOnChange() const { return m_runOnChange; }
    /// Clears all results for another project.
    void reset();

  signals:
    void reportShown(); ///< all views show the last report

  private:
    void begin();
    void compileQuietly();
    void edited();

    void showMemory();
    void showCompiled(const compile::CompileResult& result);
    void showReport(const session::RunReport& report);
    void showFailure(const Error& error);
    void showBanner(const session::RunReport& report);
    void debugFault();
    QString compileFailure() const;
    /// Lists the compile in the log, including automatic ones.
    void logCompile(const compile::CompileResult& result);
    void showLineCosts(const session::RunReport& report);
    void showProblems(std::vector<Problem> problems);
    void changed();
    void markStale(bool stale);

    Workbench& m_bench;
    EditorPane& m_pane;
    StatusLine& m_status;
    QTimer m_changeTimer;
    QTimer m_pauseTimer;
    bool m_runOnChange = false;
    bool m_compileOnPause = false;
    bool m_quiet = false;    ///< the running compile is automatic
    bool m_runAgain = false; ///< the user pressed F5 after changes made during the run
};

} // namespace warpbench::ui
