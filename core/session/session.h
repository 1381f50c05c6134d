// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/envelope.h"
#include "core/arrays/host_array.h"
#include "core/arrays/search.h"
#include "core/arrays/summary.h"
#include "core/compile/compile.h"
#include "core/project/project.h"
#include "core/report/progress.h"
#include "core/report/run_report.h"
#include "core/run/run_request.h"
#include "core/session/sweep_report.h"
#include "core/session/sweep_request.h"
#include "core/stepping/stepping.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::session {

class Compiler;
class DeviceWorker;
class HostBlockPool;

/// Where GPU workers live.
enum class WorkerHome {
    this_process,  ///< warpbench-cli run, and tests
    child_process, ///< the window and sweeps: a crash or an endless kernel costs the child alone
};

/// Identifies a request, for cancelling it. Never 0.
using Ticket = std::uint64_t;

/// Handlers must not throw; Options::notice reports it if one does.
template <class Result>
struct Handlers {
    std::function<void(const Result&)> done;  ///< exactly once, unless a newer request replaced it
    std::function<void(const Error&)> failed; ///< instead of `done`
    std::function<void(const Progress&)> progress; ///< may be empty
};

struct CompileJob {
    project::Project project;
    std::string source; ///< the editor's text, which may be newer than the file
    std::string device; ///< selector, for arch "auto"; empty: the first choice
    std::map<std::string, std::string> set;
};

/// A part of a buffer: elements [first, first + count).
struct ReadRequest {
    BufferRef ref;
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    /// Who asks ("table", "image"): a newer request of the same consumer replaces one of it that
    /// waits. Empty: every request gets its turn.
    std::string consumer = {};
};

/// Asks for figures about all values of a buffer.
struct SummaryRequest {
    BufferRef ref;
    int mostBins = 0; ///< of a histogram over all finite values; 0: none. Takes a second pass
    /// Counts in these instead, in one pass.
    memory::Bins bins = {};
};

/// Asks for the next element that meets a condition.
struct FindRequest {
    BufferRef ref;
    memory::Condition condition;
    /// The first element that is looked at, or, backwards, the one behind that. Past the buffer's
    /// end the search goes on at its other end.
    std::uint64_t from = 0;
    bool forward = true;
};

/// Asks for a row of elements as a curve.
struct EnvelopeRequest {
    BufferRef ref;
    memory::ElementRow row;
    int columns = 0; ///< pairs of points that the curve has at most
};

/// Stepping through one launch of a project.
struct StepRequest {
    RunRequest run; ///< a real device is replaced by the simulated one, and a note says so
    std::size_t launch = 0;
    StepCommand first; ///< what to do once it is paused at its first instruction
};

/// The one door that ui and app use. Every call returns at once; results come back through
/// handlers, which run on `Options::executor` (the window posts them to its own thread; without
/// one they run on a thread of the session). A newer request of the same kind (for reads: of the
/// same consumer) replaces one that still waits: the older one's handlers are never called.
/// Thread-safe.
class Session {
  public:
    struct Options {
        WorkerHome home = WorkerHome::child_process;
        /// Runs a handler; called from any thread.
        std::function<void(std::function<void()>)> executor;
        /// One line for the user, such as "The GPU worker was replaced: …".
        std::function<void(const std::string&)> notice;
        /// Makes what does runs in place of workers at `home`; may be empty. Stepping stays there.
        /// \param device  that does a sweep's trials; null: for runs, and for the list of devices
        /// \param blocks  memory of requests' host places
        std::function<std::unique_ptr<DeviceWorker>(const DeviceInfo* device,
                                                    const std::shared_ptr<HostBlockPool>& blocks)>
            makeWorker = {};
        /// Makes what compiles for a sweep in place of helpers of this process; may be empty.
        std::function<std::unique_ptr<Compiler>()> makeSweepCompiler = {};
    };

    explicit Session(Options options);
    ~Session(); ///< cancels what runs, ends children; takes at most a second
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// All devices, real ones first, usable or not.
    Ticket listDevices(Handlers<std::vector<DeviceInfo>> handlers);
    /// Compiles a project's source for a device, in a helper process (child_process) or thread.
    Ticket compile(CompileJob job, Handlers<compile::CompileResult> handlers);
    /// Compiles and runs. `done` gets a report for every status, failed ones too; `failed` is for
    /// what keeps the project from being understood (ErrorKind::project, usage).
    Ticket run(RunRequest request, Handlers<RunReport> handlers);
    /// Tries combinations of a project's parameters, each device in its own child
    /// (child_process), with compilers at work ahead of the launches. `done` gets a report when the
    /// sweep was cancelled, too.
    /// \param soFar  what there is so far, some times a second; may be empty
    Ticket sweep(SweepRequest request, Handlers<SweepReport> handlers,
                 std::function<void(const SweepReport&)> soFar = {});
    /// Fetches a range of a buffer of a report. Short ranges come back within milliseconds.
    Ticket read(ReadRequest request, Handlers<memory::HostArray> handlers);
    // Looking through whole buffers, one after the other; none takes the place of another. They
    // fail for structs.
    Ticket summarize(SummaryRequest request, Handlers<memory::Summary> handlers);
    /// \returns an element
    Ticket find(FindRequest request, Handlers<std::optional<std::uint64_t>> handlers);
    Ticket envelope(EnvelopeRequest request, Handlers<memory::Envelope> handlers);

    /// Begins to step through a launch on a simulated device, in its own worker beside that of
    /// runs; what was stepped through before ends. The launches before it are done first. Its code
    /// is compiled with -G, so that every variable can be seen at every line.
    Ticket startStepping(StepRequest request, Handlers<StepState> handlers);
    /// Moves the launch, or looks at it. Commands are done one after the other. `cancel` of one
    /// ends the stepping.
    Ticket step(StepCommand command, Handlers<StepState> handlers);
    /// Pauses a launch that is moving: the command that moves it is then done.
    void pauseStepping();
    /// Ends the launch and what it holds.
    void stopStepping();
    /// Stops a request: a compile or run that is under way ends with `cancelled` within a second,
    /// an endless kernel included (its child is replaced).
    void cancel(Ticket ticket);
    /// Forgets resident buffers, so that the next run makes them again.
    void resetResident();

  private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace warpbench::session
