// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"
#include "ui/documents/project_document.h"
#include "ui/run/run_controller.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// Which tasks of the project are done. Checking takes a run or more for each, one after the other;
/// the last run's results stay what they are.
class TaskChecker : public QObject {
    Q_OBJECT

  public:
    enum class State { unknown, checking, done, open };
    struct Verdict {
        State state = State::unknown;
        QString reason; ///< why it is not done, a sentence

        bool operator==(const Verdict&) const = default;
    };

    TaskChecker(ProjectDocument& document, RunController& controller);

    const std::vector<project::Task>& tasks() const { return m_document.project().tasks; }
    /// As many as there are tasks.
    const std::vector<Verdict>& verdicts() const { return m_verdicts; }
    int done() const;
    bool checking() const { return m_checking; }
    /// Whether anything has changed since they were checked.
    bool isStale() const { return m_stale; }

    /// Checks all of them with what is in the window. Nothing where something else runs.
    void check();

  signals:
    void wanted();   ///< by a button: who knows of open fields calls check()
    void changed();  ///< verdicts, tasks, or whether it is checking
    void finished(); ///< every task has its verdict
    void stopped();  ///< before they were checked to their end

  private:
    void adopt();
    void documentChanged();
    void checkNext();
    void judge(const session::RunRequest& request, const session::RunReport& report);
    void settle(Verdict verdict);
    void giveUp();

    ProjectDocument& m_document;
    RunController& m_controller;
    std::vector<Verdict> m_verdicts;
    std::vector<project::Task> m_known; ///< what the verdicts are of
    session::RunRequest m_base;
    std::size_t m_task = 0;
    std::size_t m_input = 0;
    std::size_t m_round = 0; ///< counts checks that were begun
    bool m_checking = false;
    bool m_stale = false;
};

} // namespace warpbench::ui
