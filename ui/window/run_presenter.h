// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench/workbench.h"

#include <QObject>
#include <QTimer>

namespace warpbench::ui {

class EditorPane;
class StatusLine;

/// Sends compiles and runs off, and says at the editor, in the status bar and in the log how they
/// ended. Panels learn of results by themselves (Results).
class RunPresenter : public QObject {
    Q_OBJECT

  public:
    RunPresenter(Workbench& bench, EditorPane& pane, StatusLine& status, QObject* parent = nullptr);

    void run();
    void compile();
    void setRunOnChange(bool on);
    /// Whether the source is compiled a second after it was typed in: its problems show, and
    /// nothing else moves.
    void setCompileOnPause(bool on);
    /// Whether the costs of lines are beside them.
    void setLineCosts(bool shown);
    bool runOnChange() const { return m_runOnChange; }
    /// Another project is on the screen: all results are gone.
    void reset();

  signals:
    void reportShown(); ///< all views have the last report

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
    /// For the list of compiles: of those that nobody asked for, too.
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
    bool m_quiet = false;    ///< what is compiled now was not asked for
    bool m_runAgain = false; ///< F5 was pressed for what has changed since the run began
};

} // namespace warpbench::ui
