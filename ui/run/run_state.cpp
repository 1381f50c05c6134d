// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_state.h"

#include "ui/documents/project_document.h"
#include "ui/run/run_controller.h"
#include "ui/run/run_history.h"

#include <utility>

namespace warpbench::ui {

Results::Results(const ProjectDocument& document, RunController& controller, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_controller(controller)
    , m_history(new RunHistory(this)) {
    connect(&document, &ProjectDocument::changed, this, &Results::look);
    connect(&document, &ProjectDocument::dataMoved, this, &Results::moveData);
    connect(&document, &ProjectDocument::sourceEdited, this, &Results::look);
    connect(&document, &ProjectDocument::sourceReplaced, this, &Results::look);
    connect(&document.texts(), &ProjectTexts::digestChanged, this, [this] {
        m_controller.setHeaders(m_document.texts().digest());
        look();
    });
    connect(&controller, &RunController::runFinished, this, &Results::takeReport);
    connect(&controller, &RunController::failed, this, &Results::look);
    connect(&controller, &RunController::compiled, this,
            [this](const compile::CompileResult& result) {
                if (result.succeeded)
                    takeCode(std::make_shared<const compile::CompileResult>(result));
            });
    connect(&controller, &RunController::activityChanged, this,
            [this, &controller](RunController::Activity activity) {
                const bool running =
                    activity == RunController::Activity::running && !controller.isAside();
                if (std::exchange(m_running, running) != running)
                    emit runningChanged(running);
            });
}

Results::~Results() = default;

/// Runs have started with the same contents, which have other names now.
void Results::moveData(const std::vector<project::MovedFile>& files) {
    const auto renamed = [&](std::shared_ptr<const project::Project>& known) {
        if (known) {
            auto project = std::make_shared<project::Project>(*known);
            project::renameDataFiles(*project, files);
            known = std::move(project);
        }
    };
    const bool same = m_run.project == m_requested.project;
    renamed(m_requested.project);
    same ? void(m_run.project = m_requested.project) : renamed(m_run.project);
    if (m_run.report) {
        m_history->setNewestProject(m_run.project);
    }
    m_controller.moveData(files);
    look();
}

bool Results::isNow(const QString& source, Revision revision) const {
    return revision == m_document.revision() || source == m_document.source();
}

bool Results::ofRequested() const {
    return isNow(m_requested.source, m_requested.revision);
}

bool Results::headersOfRequested() const {
    return m_requested.revision == 0 || m_requested.headers == m_document.texts().digest();
}

std::optional<QString> Results::sourceOf(Revision revision) const {
    if (revision == 0)
        return std::nullopt;
    if (revision == m_run.revision)
        return m_run.source;
    if (revision == m_code.revision)
        return m_code.source;
    return revision == m_requested.revision ? std::optional(m_requested.source) : std::nullopt;
}

void Results::begin() {
    // Most runs change only the source, so they share one copy of the set-up.
    const auto& last = m_requested.project;
    m_requested = {m_document.source(), m_document.revision(), m_document.texts().digest(),
                   m_controller.device(),
                   last && *last == m_document.project()
                       ? last
                       : std::make_shared<const project::Project>(m_document.project())};
}

void Results::takeReport(const session::RunReport& report) {
    m_run.report = std::make_shared<const session::RunReport>(report);
    m_run.device = m_requested.device;
    m_run.source = m_requested.source;
    m_run.revision = m_requested.revision;
    m_run.time = QDateTime::currentDateTime();
    m_run.project = m_requested.project;
    m_history->append(m_run);
    if (report.code && report.code->succeeded)
        takeCode(report.code);
    look(); // listeners use stale() right away
    emit runChanged();
}

void Results::takeCode(std::shared_ptr<const compile::CompileResult> code) {
    m_code = {std::move(code), m_requested.source, m_requested.revision, m_requested.headers};
    emit codeChanged();
    look();
}

void Results::look() {
    const bool stale = m_controller.isStale(m_document.project(), m_document.source());
    const bool codeStale = m_code.code && (!isNow(m_code.source, m_code.revision) ||
                                           m_code.headers != m_document.texts().digest());
    if (std::exchange(m_stale, stale) != stale)
        emit staleChanged(stale);
    if (std::exchange(m_codeStale, codeStale) != codeStale)
        emit codeStaleChanged(codeStale);
}

void Results::clear() {
    m_run = {};
    m_code = {};
    m_history->clear();
    emit codeChanged();
    emit runChanged();
    look();
}

} // namespace warpbench::ui
