// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweeps/sweep_runner.h"

#include "core/plan/evaluate.h"
#include "core/platform/files.h"
#include "core/project/compile_options.h"
#include "core/session/sweep_files.h"
#include "core/sweep/sweep.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <algorithm>
#include <utility>

namespace warpbench::ui {

SweepRunner::SweepRunner(ProjectDocument& document, RunController& controller, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_controller(controller) {
    connect(&document, &ProjectDocument::sourceReplaced, this, &SweepRunner::forget);
    connect(&controller, &RunController::asideDropped, this, &SweepRunner::end);
}

void SweepRunner::start(const sweep::Budget& budget) {
    begin(budget, {}, {});
}

void SweepRunner::goOn(const sweep::Budget& budget) {
    const auto before = m_report;
    begin(budget, before->result.trials, before->state);
}

void SweepRunner::begin(const sweep::Budget& budget, std::vector<sweep::Trial> earlier,
                        std::string state) {
    if (m_controller.busy() || !m_document.project().sweep)
        return;
    session::SweepRequest request;
    request.run.project = m_document.project();
    request.run.source = ss(m_document.source());
    request.run.device = ss(m_controller.device());
    request.budget = budget;
    request.earlier = std::move(earlier);
    request.earlierState = std::move(state);
    if (request.earlier.empty())
        m_report.reset();
    m_swept = m_document.project().sweep;
    m_origin = originOfNow();
    m_problem.clear();
    m_sweeping = true;
    emit changed();
    const auto show = [this](const session::SweepReport& report) { this->show(report); };
    m_controller.sweepAside(
        std::move(request), show,
        [this, show](const session::SweepReport& report) {
            m_sweeping = false;
            show(report);
            emit ended();
        },
        [this](const Error& error) {
            m_problem = errorLine(error);
            end();
        });
}

void SweepRunner::show(const session::SweepReport& report) {
    m_report = std::make_shared<const session::SweepReport>(report);
    emit changed();
}

void SweepRunner::stop() {
    if (m_sweeping)
        m_controller.stop();
}

void SweepRunner::end() {
    if (std::exchange(m_sweeping, false)) {
        emit changed();
        emit ended();
    }
}

/// For another project.
void SweepRunner::forget() {
    m_sweeping = false;
    m_report.reset();
    m_origin.reset();
    m_swept.reset();
    m_problem.clear();
    emit changed();
}

void SweepRunner::open(const QString& path) {
    sweep::EarlierSweep earlier = session::readSweepFile(pathOf(path), m_document.project()).sweep;
    session::SweepReport report;
    report.objective = sweep::findObjective(earlier.objective);
    report.state = std::move(earlier.state);
    report.status = session::SweepStatus::budget_spent;
    report.result = sweep::resultOf(std::move(earlier.trials), report.objective);
    m_origin.reset();
    m_swept.reset();
    m_problem.clear();
    show(report);
}

void SweepRunner::save(const QString& path) const {
    const std::filesystem::path file = pathOf(path);
    const session::SweepFormat format = session::sweepFormatOf(file);
    session::requireFits(format, m_report->objective);
    const sweep::TuningHeader header = session::tuningHeader(format, m_document.project(), {});
    platform::replaceFile(file, session::sweepFileText(*m_report, format, header),
                          ErrorKind::usage);
}

void SweepRunner::apply(std::size_t trial) {
    const project::Overrides& set = m_report->result.trials[trial].set;
    QStringList values;
    for (const auto& [name, value] : set)
        values.append(QStringLiteral("%1 = %2").arg(qs(name), qs(value)));
    m_document.edit(tr("Apply %1").arg(values.join(QStringLiteral(", "))),
                    [&](project::Project& project) {
                        project = project::withOverrides(project, set);
                        for (const auto& name : set)
                            if (const auto parameter = project.parameters.find(name.first);
                                parameter != project.parameters.end())
                                parameter->second.place = {}; // not a command line option
                    });
}

bool SweepRunner::canContinue() const {
    if (!m_report || m_sweeping || m_report->result.trials.empty() ||
        m_report->status == session::SweepStatus::complete || !m_document.project().sweep)
        return false;
    if (m_swept && m_swept->objective != m_document.project().sweep->objective)
        return false;
    return !isStale();
}

bool SweepRunner::isStale() const {
    return m_report && m_origin && *m_origin != originOfNow();
}

SweepRunner::Origin SweepRunner::originOfNow() const {
    Origin origin{m_document.project(), m_document.source()};
    project::Project& project = origin.project;
    project.name.clear();
    project.notes.clear();
    project.sweep.reset();
    if (!m_swept)
        return origin;
    for (const auto& axis : m_swept->parameters) {
        project.parameters.erase(axis.first);
        project.compile.defines.erase(axis.first);
        if (project::isOptionName(axis.first))
            project::removeOption(project.compile.options, axis.first);
    }
    return origin;
}

} // namespace warpbench::ui
