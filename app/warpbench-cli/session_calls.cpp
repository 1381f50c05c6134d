// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/session_calls.h"

#include "core/platform/system.h"
#include "core/processes/interrupt.h"

#include <fmt/format.h>

#include <cstdio>
#include <functional>
#include <future>
#include <mutex>
#include <optional>

namespace warpbench::cli {

namespace {

/// Starts a request and waits for its result.
template <class Result>
Result waitFor(session::Session& session, Console& console,
               const std::function<session::Ticket(session::Handlers<Result>)>& start) {
    std::promise<Result> promise;
    std::future<Result> future = promise.get_future();
    session::Handlers<Result> handlers;
    handlers.done = [&](const Result& result) { promise.set_value(result); };
    handlers.failed = [&](const Error& error) {
        promise.set_exception(std::make_exception_ptr(error));
    };
    handlers.progress = [&](const session::Progress& step) {
        console.progress(step.fraction < 0
                             ? step.phase
                             : fmt::format("{} ({:.0f} %)", step.phase, step.fraction * 100));
    };
    // Installed before the request starts: a Ctrl-C in between must not be lost.
    std::mutex mutex;
    std::optional<session::Ticket> ticket;
    bool interrupted = false;
    const platform::InterruptWatcher watcher([&] {
        const std::lock_guard lock(mutex);
        interrupted = true;
        if (ticket)
            session.cancel(*ticket);
    });
    {
        const std::lock_guard lock(mutex);
        ticket = start(std::move(handlers));
        if (interrupted)
            session.cancel(*ticket);
    }
    future.wait();
    console.endProgress();
    return future.get();
}

} // namespace

BlockingSession::BlockingSession(Console& console, session::WorkerHome home, MakeWorker makeWorker,
                                 MakeCompiler makeSweepCompiler)
    : m_console(console)
    , m_session({home,
                 {},
                 [&console](const std::string& text) { console.notice(text); },
                 std::move(makeWorker),
                 std::move(makeSweepCompiler)}) {}

std::vector<session::DeviceInfo> BlockingSession::listDevices() {
    return waitFor<std::vector<session::DeviceInfo>>(m_session, m_console, [&](auto handlers) {
        return m_session.listDevices(std::move(handlers));
    });
}

compile::CompileResult BlockingSession::compile(session::CompileJob job) {
    return waitFor<compile::CompileResult>(m_session, m_console, [&](auto handlers) {
        return m_session.compile(std::move(job), std::move(handlers));
    });
}

session::RunReport BlockingSession::run(session::RunRequest request) {
    return waitFor<session::RunReport>(m_session, m_console, [&](auto handlers) {
        return m_session.run(std::move(request), std::move(handlers));
    });
}

session::StepState BlockingSession::startStepping(session::StepRequest request) {
    return waitFor<session::StepState>(m_session, m_console, [&](auto handlers) {
        return m_session.startStepping(std::move(request), std::move(handlers));
    });
}

session::StepState BlockingSession::step(session::StepCommand command) {
    return waitFor<session::StepState>(m_session, m_console, [&](auto handlers) {
        return m_session.step(std::move(command), std::move(handlers));
    });
}

session::SweepReport
BlockingSession::sweep(session::SweepRequest request,
                       std::function<void(const session::SweepReport&)> soFar) {
    return waitFor<session::SweepReport>(m_session, m_console, [&](auto handlers) {
        handlers.progress = nullptr; // `soFar` says more
        return m_session.sweep(std::move(request), std::move(handlers), std::move(soFar));
    });
}

arrays::HostArray BlockingSession::read(session::ReadRequest request) {
    return waitFor<arrays::HostArray>(m_session, m_console, [&](auto handlers) {
        return m_session.read(std::move(request), std::move(handlers));
    });
}

void leave(int code) {
    std::fflush(stderr);
    platform::exitNow(code);
}

} // namespace warpbench::cli
