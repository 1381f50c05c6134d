// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"
#include "ui/documents/project_document.h"
#include "ui/run/run_controller.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// Checks which tasks of the project are done. Each needs one or more runs, one after the other;
/// these runs do not replace the last run's results.
class TaskChecker : public QObject {
    Q_OBJECT

  public:
    enum class State { unknown, checking, done, open };
    struct Verdict {
        State state = State::unknown;
        QString reason; ///< why it is not done, as a sentence

        bool operator==(const Verdict&) const = default;
    };

    TaskChecker(ProjectDocument& document, RunController& controller);

    const std::vector<project::Task>& tasks() const { return m_document.project().tasks; }
    /// One per task.
    const std::vector<Verdict>& verdicts() const { return m_verdicts; }
    int done() const;
    bool checking() const { return m_checking; }
    /// Whether anything has changed since the check.
    bool isStale() const { return m_stale; }

    /// Checks all tasks with the contents of the window. Does nothing while something else runs.
    void check();

  signals:
    void wanted();   ///< by a button; the receiver commits open fields and calls check()
    void changed();  ///< verdicts, tasks, or whether a check is running
    void finished(); ///< all tasks are checked
    void stopped();  ///< before all tasks were checked

  private:
    /// What verdicts depend on.
    struct Inputs {
        project::Project project;
        QString source;
        QByteArray headers; ///< ProjectTexts::digest()

        bool operator==(const Inputs&) const = default;
    };
    Inputs inputsOfNow() const;
    void adopt();
    void documentChanged();
    void checkNext();
    void judge(const session::RunRequest& request, const session::RunReport& report);
    void settle(Verdict verdict);
    void giveUp();

    ProjectDocument& m_document;
    RunController& m_controller;
    std::vector<Verdict> m_verdicts;
    std::vector<project::Task> m_known; ///< the tasks that the verdicts belong to
    session::RunRequest m_base;
    Inputs m_checked; ///< those of m_base
    std::size_t m_task = 0;
    std::size_t m_input = 0;
    std::size_t m_round = 0; ///< counts the checks started
    bool m_checking = false;
    bool m_stale = false;
};

} // namespace warpbench::ui
