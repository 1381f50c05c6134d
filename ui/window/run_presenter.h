// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/project_document.h"
#include "ui/models/run_controller.h"
#include "ui/window/views.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace warpbench::ui {

struct Problem;

/// Brings what comes back from the session into the views, and marks what no longer belongs to the
/// source and launch on the screen.
class RunPresenter : public QObject {
    Q_OBJECT

  public:
    RunPresenter(ProjectDocument& document, RunController& controller, const Views& views,
                 QObject* parent = nullptr);

    void run();
    void compile();
    void setRunOnChange(bool on);
    /// Whether the costs of lines stand beside them.
    void setLineCosts(bool shown);
    bool runOnChange() const { return m_runOnChange; }
    void gotoProblem(const Problem& problem);
    /// Another project is on the screen: all results are gone.
    void reset();

  signals:
    void staleChanged(bool stale);
    void reportShown(); ///< all views have the last report
    void problemsShown();
    /// A panel of the window (MainWindow::showPanel) is wanted in front.
    void panelWanted(const QString& name);

  private:
    void begin();

    void showCompiled(const compile::CompileResult& result);
    void showReport(const session::RunReport& report);
    void showFailure(const Error& error);
    void showBanner(const session::RunReport& report);
    QString compileFailure() const;
    void showOccupancy();
    void showLineCosts(const session::RunReport& report);
    void showProblems(std::vector<Problem> problems);
    void showCompileReport(const session::CompileReport& report);
    void changed();
    void scanSource();
    void updateStale();
    bool isOfSource(const QString& file) const;

    ProjectDocument& m_document;
    RunController& m_controller;
    Views m_views;
    QTimer m_scanTimer;
    QTimer m_changeTimer;
    bool m_runOnChange = false;
    bool m_stale = false;
    QString m_requestedSource; ///< of the compile or run under way
    QString m_compiledSource;  ///< that the resource table is of
};

} // namespace warpbench::ui
