// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_controller.h"

#include "ui/run/memory_now.h"
#include "ui/words/error_words.h"
#include "ui/words/progress_words.h"
#include "ui/words/text.h"

#include <QMetaObject>

#include <utility>

namespace warpbench::ui {

RunController::RunController(session::WorkerHome home, QObject* parent)
    : QObject(parent) {
    session::Session::Options options;
    options.home = home;
    options.executor = [this](std::function<void()> handler) {
        QMetaObject::invokeMethod(this, std::move(handler), Qt::QueuedConnection);
    };
    options.notice = [this](const std::string& line) {
        QMetaObject::invokeMethod(
            this, [this, text = qs(line)] { emit noticed(text); }, Qt::QueuedConnection);
    };
    auto* memory = new MemoryNow(*this);
    m_session = std::make_unique<session::Session>(session::withMemory(
        std::move(options),
        [memory](const std::vector<session::DeviceMemory>& devices) { memory->set(devices); }));
}

RunController::~RunController() = default;

project::Project RunController::relevant(project::Project project) {
    project.name.clear();
    project.notes.clear();
    project.sweep.reset();
    project.layouts.clear();
    project.unknown.clear();
    project.source = project::SourceText{};
    project.unsaved.clear(); // included in the headers' digest
    return project;
}

void RunController::listDevices() {
    session::Handlers<std::vector<session::DeviceInfo>> handlers;
    handlers.done = [this](const auto& devices) { emit devicesListed(devices); };
    handlers.failed = [this](const Error& error) { emit devicesFailed(errorLine(error)); };
    m_session->listDevices(std::move(handlers));
}

void RunController::setDevice(const QString& selector) {
    m_device = selector;
}

template <class Result, class Done>
session::Handlers<Result> RunController::handlers(std::uint64_t round, Done done) {
    session::Handlers<Result> handlers;
    handlers.done = [this, round, done](const Result& result) {
        if (round == m_round) {
            setActivity(Activity::idle);
            done(result);
        }
    };
    handlers.failed = [this, round](const Error& error) {
        if (round == m_round) {
            setActivity(Activity::idle);
            dropAside();
            emit failed(error);
        }
    };
    handlers.progress = [this, round](const session::Progress& progress) {
        if (round == m_round) {
            emit progressed(progressInWords(progress.phase), progress.fraction);
        }
    };
    return handlers;
}

void RunController::compile(const project::Project& project, const QString& source) {
    if (m_activity == Activity::running) {
        return; // the run includes a compile
    }
    const std::uint64_t round = ++m_round;
    setActivity(Activity::compiling);
    m_ticket = m_session->compile(
        {project, ss(source), ss(m_device), {}},
        handlers<compile::CompileResult>(
            round, [this](const compile::CompileResult& result) { emit compiled(result); }));
}

void RunController::compileAside(const project::Project& project, const QString& source,
                                 std::function<void(const compile::CompileResult&)> done,
                                 std::function<void(const Error&)> failed) {
    session::Handlers<compile::CompileResult> handlers;
    handlers.done = std::move(done);
    handlers.failed = std::move(failed);
    m_session->compile({project, ss(source), ss(m_device), {}}, std::move(handlers));
}

void RunController::run(const project::Project& project, const QString& source) {
    if (m_activity != Activity::idle) {
        m_session->cancel(m_ticket);
    }
    const std::uint64_t round = ++m_round;
    if (m_aside)
        setActivity(Activity::idle); // the new activity is different
    dropAside();
    m_pending = {relevant(project), source, m_device, m_headers};
    setActivity(Activity::running);
    session::RunRequest request;
    request.project = project;
    request.source = ss(source);
    request.device = ss(m_device);
    request.checkFaults = m_options.checkFaults;
    request.guards = m_options.guards;
    request.metrics = request.roofline = m_options.metrics;
    request.estimate = m_options.estimate;
    request.trace = m_tracing;
    m_ticket = m_session->run(
        std::move(request),
        handlers<session::RunReport>(round, [this](const session::RunReport& report) {
            m_snapshot = m_pending;
            emit runFinished(report);
        }));
}

void RunController::runAside(session::RunRequest request,
                             std::function<void(const session::RunReport&)> done) {
    const std::uint64_t round = ++m_round;
    m_aside = true;
    m_pending = {};
    setActivity(Activity::running);
    auto asides = handlers<session::RunReport>(
        round, [this, done = std::move(done)](const session::RunReport& report) {
            m_aside = false;
            done(report);
        });
    asides.failed = [done = asides.done](const Error& error) {
        session::RunReport report;
        report.status = session::RunStatus::device_error;
        report.message = error.said();
        done(report);
    };
    m_ticket = m_session->run(std::move(request), std::move(asides));
}

void RunController::sweepAside(session::SweepRequest request,
                               std::function<void(const session::SweepReport&)> soFar,
                               std::function<void(const session::SweepReport&)> done,
                               std::function<void(const Error&)> failed) {
    const std::uint64_t round = ++m_round;
    m_aside = true;
    m_pending = {};
    setActivity(Activity::running);
    auto asides = handlers<session::SweepReport>(
        round, [this, done = std::move(done)](const session::SweepReport& report) {
            m_aside = false;
            done(report);
        });
    asides.failed = [this, round, failed = std::move(failed)](const Error& error) {
        if (round != m_round)
            return;
        m_aside = false;
        setActivity(Activity::idle);
        failed(error);
    };
    m_ticket = m_session->sweep(std::move(request), std::move(asides),
                                [this, round, soFar](const session::SweepReport& report) {
                                    if (round == m_round)
                                        soFar(report);
                                });
}

void RunController::dropAside() {
    if (std::exchange(m_aside, false)) {
        emit asideDropped();
    }
}

bool RunController::isUnderWay(const project::Project& project, const QString& source) const {
    return m_activity == Activity::running &&
           m_pending == Snapshot{relevant(project), source, m_device, m_headers};
}

void RunController::stop() {
    if (m_activity != Activity::idle) {
        m_session->cancel(m_ticket);
    }
}

void RunController::resetResident() {
    m_session->resetResident();
}

bool RunController::isStale(const project::Project& project, const QString& source) const {
    return m_snapshot &&
           (m_snapshot->source != source || m_snapshot->device != m_device ||
            m_snapshot->headers != m_headers || m_snapshot->project != relevant(project));
}

void RunController::moveData(const std::vector<project::MovedFile>& files) {
    project::renameDataFiles(m_pending.project, files);
    if (m_snapshot) {
        project::renameDataFiles(m_snapshot->project, files);
    }
}

void RunController::forget() {
    stop();
    ++m_round;
    dropAside();
    m_snapshot.reset();
    setActivity(Activity::idle);
}

void RunController::setActivity(Activity activity) {
    if (activity != m_activity) {
        m_activity = activity;
        emit activityChanged(activity);
    }
}

} // namespace warpbench::ui
