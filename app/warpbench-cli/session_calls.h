// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"
#include "core/session/session.h"

#include <functional>
#include <vector>

namespace warpbench::cli {

/// A Session whose calls wait for their result. Ctrl-C cancels the current call. On a terminal the
/// last line shows the progress.
class BlockingSession {
  public:
    using MakeWorker = decltype(session::Session::Options::makeWorker);

    using MakeCompiler = decltype(session::Session::Options::makeSweepCompiler);

    /// \param makeWorker  replaces the workers at `home`; may be empty
    /// \param makeSweepCompiler  replaces this process's helpers; may be empty
    BlockingSession(Console& console, session::WorkerHome home, MakeWorker makeWorker = {},
                    MakeCompiler makeSweepCompiler = {});

    /// All of these throw the Error that the session reports.
    std::vector<session::DeviceInfo> listDevices();
    compile::CompileResult compile(session::CompileJob job);
    session::RunReport run(session::RunRequest request);
    session::StepState startStepping(session::StepRequest request);
    session::StepState step(session::StepCommand command);
    session::SweepReport sweep(session::SweepRequest request,
                               std::function<void(const session::SweepReport&)> soFar);
    arrays::HostArray read(session::ReadRequest request);

  private:
    Console& m_console;
    session::Session m_session;
};

/// Ends the program at once, without running destructors: a kernel or a compile that cannot be
/// stopped may still be running in a thread of this process.
[[noreturn]] void leave(int code);

} // namespace warpbench::cli
