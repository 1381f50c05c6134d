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

/// Where GPU workers run.
enum class WorkerHome {
    this_process,  ///< warpbench-cli run, and tests
    child_process, ///< the window and sweeps: a crash or an endless kernel ends only the child
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
    /// The requester ("table", "image"): a newer request from the same consumer replaces its
    /// waiting one. Empty: every request is served.
    std::string consumer = {};
};

/// Requests statistics of all values of a buffer.
struct SummaryRequest {
    BufferRef ref;
    int mostBins = 0; ///< of a histogram over all finite values; 0: none. Takes a second pass
    /// Counts in these bins instead, in one pass.
    arrays::Bins bins = {};
};

/// Requests the next element that meets a condition.
struct FindRequest {
    BufferRef ref;
    arrays::Condition condition;
    /// The first element to check or, backwards, the one after it. The search wraps around at the
    /// buffer's end.
    std::uint64_t from = 0;
    bool forward = true;
};

/// Requests a row of elements as a curve.
struct EnvelopeRequest {
    BufferRef ref;
    arrays::ElementRow row;
    int columns = 0; ///< maximum number of point pairs of the curve
};

/// Stepping through one launch of a project.
struct StepRequest {
    RunRequest run; ///< a real device is replaced by the simulated one, with a note
    std::size_t launch = 0;
    StepCommand first; ///< what to do once it is paused at its first instruction
};

/// The interface to core for ui and app. Every call returns immediately; results arrive through
/// handlers, which run on `Options::executor` (the window posts them to its own thread; without
/// one they run on a thread of the session). A newer request of the same kind (for reads: from the
/// same consumer) replaces one that still waits; the older one's handlers are never called.
/// Thread-safe.
class Session {
  public:
    struct Options {
        WorkerHome home = WorkerHome::child_process;
        /// Runs a handler; called from any thread.
        std::function<void(std::function<void()>)> executor;
        /// One line for the user, such as "The GPU worker was replaced: …".
        std::function<void(const std::string&)> notice;
        /// Makes the worker for runs in place of workers at `home`; may be empty. Not for stepping.
        /// \param device  the device for a sweep's trials; null: for runs and the list of devices
        /// \param blocks  memory of requests' host places
        std::function<std::unique_ptr<DeviceWorker>(const DeviceInfo* device,
                                                    const std::shared_ptr<HostBlockPool>& blocks)>
            makeWorker = {};
        /// Makes the compiler of a sweep in place of helpers of this process; may be empty.
        std::function<std::unique_ptr<Compiler>()> makeSweepCompiler = {};
    };

    explicit Session(Options options);
    ~Session(); ///< cancels running work, ends children; takes at most a second
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// All devices, real ones first, usable or not.
    Ticket listDevices(Handlers<std::vector<DeviceInfo>> handlers);
    /// Compiles a project's source for a device, in a helper process (child_process) or thread.
    Ticket compile(CompileJob job, Handlers<compile::CompileResult> handlers);
    /// Compiles and runs. `done` receives a report for every status, including failures; `failed`
    /// receives errors of the project itself (ErrorKind::project, usage).
    Ticket run(RunRequest request, Handlers<RunReport> handlers);
    /// Tries combinations of a project's parameters, each device in its own child
    /// (child_process), with compilers working ahead of the launches. `done` also receives a report
    /// if the sweep was cancelled.
    /// \param soFar  receives the results so far, some times a second; may be empty
    Ticket sweep(SweepRequest request, Handlers<SweepReport> handlers,
                 std::function<void(const SweepReport&)> soFar = {});
    /// Reads a range of a buffer of a report. Short ranges take milliseconds.
    Ticket read(ReadRequest request, Handlers<arrays::HostArray> handlers);
    // Scans of whole buffers, one after the other; none replaces another. They fail for
    // structs.
    Ticket summarize(SummaryRequest request, Handlers<arrays::Summary> handlers);
    /// \returns an element
    Ticket find(FindRequest request, Handlers<std::optional<std::uint64_t>> handlers);
    Ticket envelope(EnvelopeRequest request, Handlers<arrays::Envelope> handlers);

    /// Starts stepping through a launch on a simulated device, in a worker next to that of
    /// runs; ends any previous stepping. The launches before it are run first. Its code
    /// is compiled with -G, so that every variable is visible on every line.
    Ticket startStepping(StepRequest request, Handlers<StepState> handlers);
    /// Moves the launch or inspects it. Commands run one after the other. Cancelling one ends the
    /// stepping.
    Ticket step(StepCommand command, Handlers<StepState> handlers);
    /// Pauses a moving launch: the command that moves it then completes.
    void pauseStepping();
    /// Ends the launch and frees its resources.
    void stopStepping();
    /// Stops a request: a running compile or run ends with `cancelled` within a second,
    /// even an endless kernel (its child is replaced).
    void cancel(Ticket ticket);
    /// Discards resident buffers, so that the next run makes them again.
    void resetResident();

  private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace warpbench::session
