// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/task_checker.h"

#include "core/session/task_check.h"
#include "ui/results/task_words.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <algorithm>
#include <utility>

namespace warpbench::ui {

TaskChecker::TaskChecker(ProjectDocument& document, RunController& controller)
    : m_document(document)
    , m_controller(controller) {
    connect(&document, &ProjectDocument::changed, this, &TaskChecker::documentChanged);
    connect(&document, &ProjectDocument::sourceEdited, this, &TaskChecker::documentChanged);
    connect(&document.texts(), &ProjectTexts::digestChanged, this, &TaskChecker::documentChanged);
    connect(&document, &ProjectDocument::dataMoved, this,
            [this](const std::vector<project::MovedFile>& files) {
                project::renameDataFiles(m_checked.project, files);
            });
    connect(&document, &ProjectDocument::sourceReplaced, this, &TaskChecker::adopt);
    connect(&controller, &RunController::asideDropped, this, &TaskChecker::giveUp);
    adopt();
}

/// For another project or other tasks: clears the verdicts.
void TaskChecker::adopt() {
    giveUp();
    m_known = tasks();
    m_verdicts.assign(m_known.size(), {});
    m_stale = false;
    emit changed();
}

void TaskChecker::documentChanged() {
    if (m_known != tasks()) {
        adopt();
        return;
    }
    const bool checkedOnce =
        std::any_of(m_verdicts.begin(), m_verdicts.end(),
                    [](const Verdict& verdict) { return verdict.state != State::unknown; });
    const bool stale = checkedOnce && inputsOfNow() != m_checked;
    if (std::exchange(m_stale, stale) != stale)
        emit changed();
}

TaskChecker::Inputs TaskChecker::inputsOfNow() const {
    return {RunController::relevant(m_document.project()), m_document.source(),
            m_document.texts().digest()};
}

int TaskChecker::done() const {
    return int(std::count_if(m_verdicts.begin(), m_verdicts.end(),
                             [](const Verdict& verdict) { return verdict.state == State::done; }));
}

void TaskChecker::check() {
    if (m_verdicts.empty() || m_controller.busy())
        return;
    m_document.texts().settle();
    m_base = {};
    m_base.project = m_document.project();
    m_base.source = ss(m_document.source());
    m_base.device = ss(m_controller.device());
    m_checked = inputsOfNow();
    m_verdicts.assign(m_verdicts.size(), {});
    m_task = 0;
    m_input = 0;
    m_stale = false;
    m_checking = true;
    ++m_round;
    checkNext();
}

void TaskChecker::checkNext() {
    m_verdicts[m_task].state = State::checking;
    emit changed();
    try {
        const session::RunRequest request = session::taskRequest(m_base, m_known[m_task], m_input);
        m_controller.runAside(request,
                              [this, request, round = m_round](const session::RunReport& report) {
                                  if (m_checking && round == m_round) // the tasks still exist
                                      judge(request, report);
                              });
    } catch (const Error& error) {
        settle({State::open, errorInWords(error)});
    }
}

void TaskChecker::judge(const session::RunRequest& request, const session::RunReport& report) {
    if (report.status == session::RunStatus::cancelled) {
        giveUp();
        return;
    }
    try {
        const session::TaskVerdict verdict = session::judgeTask(m_known[m_task], request, report);
        if (verdict.passed && ++m_input < session::runsOf(m_known[m_task]))
            checkNext();
        else
            settle(
                {verdict.passed ? State::done : State::open, taskReason(verdict, request, report)});
    } catch (const Error& error) {
        settle({State::open, errorInWords(error)});
    }
}

void TaskChecker::settle(Verdict verdict) {
    m_verdicts[m_task] = std::move(verdict);
    m_input = 0;
    if (++m_task < m_verdicts.size()) {
        checkNext();
        return;
    }
    m_checking = false;
    emit changed();
    emit finished();
}

/// Stopped, or something else runs now: unchecked tasks stay open.
void TaskChecker::giveUp() {
    if (!std::exchange(m_checking, false))
        return;
    for (Verdict& verdict : m_verdicts)
        if (verdict.state == State::checking)
            verdict.state = State::unknown;
    emit changed();
    emit stopped();
}

} // namespace warpbench::ui
