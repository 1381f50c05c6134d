// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include "core/base/cancellation.h"
#include "core/device/device_faults.h"
#include "core/plan/evaluate.h"
#include "core/platform/system.h"
#include "core/project/names.h"
#include "core/project/project_file.h"
#include "core/report/buffer_contents.h"
#include "core/report/stop_texts.h"
#include "core/run/device_preference.h"
#include "core/run/kept_results.h"
#include "core/run/run_input.h"
#include "core/run/run_performer.h"
#include "core/session/buffer_scan.h"
#include "core/session/lane.h"
#include "core/session/sweep_performer.h"
#include "core/steps/step.h"
#include "core/workers/compiler.h"
#include "core/workers/device_worker.h"
#include "core/workers/host_blocks.h"
#include "core/workers/host_worker.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>

namespace warpbench::session {

namespace {

/// Blocks of large runs are worth keeping, including their page-locking, if the computer can spare
/// an eighth of its memory; up to 4 GiB.
std::size_t bytesToKeep() {
    constexpr std::uint64_t kGiB = std::uint64_t(1) << 30;
    return std::size_t(std::clamp(platform::availableMemoryBytes() / 8, kGiB, 4 * kGiB));
}

const BufferContents& contentsToRead(const BufferRef& ref) {
    if (const BufferContents* contents = contentsOf(ref))
        return *contents;
    throw Error(ErrorKind::usage, {"WB2000", "the buffer cannot be read before it has contents",
                                   "run the project first"});
}

} // namespace

class Session::Impl {
  public:
    explicit Impl(Options options);
    ~Impl();

    Ticket listDevices(Handlers<std::vector<DeviceInfo>> handlers);
    Ticket compile(CompileJob job, Handlers<compile::CompileResult> handlers);
    Ticket run(RunRequest request, Handlers<RunReport> handlers);
    Ticket sweep(SweepRequest request, Handlers<SweepReport> handlers,
                 std::function<void(const SweepReport&)> soFar);
    Ticket read(ReadRequest request, Handlers<arrays::HostArray> handlers);
    /// \param look  receives a ScannedBuffer and a ProgressHandler
    template <class Result, class Look>
    Ticket scan(const BufferRef& ref, Handlers<Result> handlers, Look look);
    Ticket startStepping(StepRequest request, Handlers<StepState> handlers);
    Ticket step(StepCommand command, Handlers<StepState> handlers);
    void pauseStepping() { m_stepWorker->pauseStepping(); }
    void stopStepping();
    void cancel(Ticket ticket);
    void resetResident() { m_worker->resetResident(); }

  private:
    /// Does the work and delivers its result.
    template <class Result, class Work>
    Lane::Job jobOf(Handlers<Result> handlers, Work work);
    void deliver(std::function<void()> handler);
    std::array<Lane*, 7> lanes() {
        return {&m_listLane, &m_compileLane, &m_runLane, &m_sweepLane,
                &m_readLane, &m_scanLane,    &m_stepLane};
    }
    std::unique_ptr<DeviceWorker> makeWorker(const DeviceInfo* device,
                                             const std::shared_ptr<HostBlockPool>& blocks);
    std::unique_ptr<DeviceWorker> makeHomeWorker(const std::shared_ptr<HostBlockPool>& blocks);
    std::vector<DeviceInfo> devices(std::stop_token stop, bool anew);
    compile::CompileResult compileNow(const CompileJob& job, std::stop_token stop);
    arrays::HostArray readNow(const ReadRequest& request, std::stop_token stop);
    StepState stepNow(const StepCall& call, std::stop_token stop);

    Options m_options;
    std::atomic<bool> m_closing = false;
    std::atomic<Ticket> m_nextTicket = 1;
    std::atomic<std::uint64_t> m_nextGeneration = 1;
    std::shared_ptr<HostBlockPool> m_blocks = HostBlockPool::create(bytesToKeep());
    std::unique_ptr<DeviceWorker> m_worker;
    std::unique_ptr<DeviceWorker> m_stepWorker; ///< its child starts with the first stepping
    std::unique_ptr<Compiler> m_compiler;
    DeviceAddress m_stepped;               ///< used by m_stepLane's thread
    std::vector<StepBuffer> m_stepBuffers; ///< used by m_stepLane's thread
    std::atomic<Ticket> m_stepTicket = 0;  ///< the newest of m_stepLane
    HostWorker m_host{m_blocks->source()};
    std::mutex m_devicesMutex;
    std::condition_variable_any m_devicesChanged;
    bool m_listingDevices = false;
    std::vector<DeviceInfo> m_devices;
    // Last, so that their threads end before the members that they use.
    Lane m_listLane{"list-devices", Lane::Waiting::newest_only};
    Lane m_compileLane{"compile", Lane::Waiting::newest_only};
    Lane m_runLane{"run", Lane::Waiting::newest_only};
    Lane m_sweepLane{"sweep", Lane::Waiting::newest_only};
    Lane m_readLane{"read", Lane::Waiting::newest_of_tag};
    Lane m_scanLane{"scan", Lane::Waiting::newest_of_tag};
    Lane m_stepLane{"step", Lane::Waiting::newest_of_tag};
};

Session::Impl::Impl(Options options)
    : m_options(std::move(options)) {
    m_worker = makeWorker(nullptr, m_blocks);
    m_stepWorker = makeHomeWorker(m_blocks);
    m_compiler = makeHelperCompiler();
    m_blocks->setOnForget([this](std::uint64_t id) {
        m_worker->forgetBlock(id);
        m_stepWorker->forgetBlock(id);
        m_host.forgetBlock(id);
    });
}

std::unique_ptr<DeviceWorker>
Session::Impl::makeWorker(const DeviceInfo* device, const std::shared_ptr<HostBlockPool>& blocks) {
    return m_options.makeWorker ? m_options.makeWorker(device, blocks) : makeHomeWorker(blocks);
}

std::unique_ptr<DeviceWorker>
Session::Impl::makeHomeWorker(const std::shared_ptr<HostBlockPool>& blocks) {
    if (m_options.home == WorkerHome::this_process)
        return makeInProcessWorker(blocks->source());
    return makeChildWorker(blocks->source(), [this](const std::string& line) {
        deliver([notice = m_options.notice, line] {
            if (notice)
                notice(line);
        });
    });
}

Session::Impl::~Impl() {
    m_closing = true;
    for (Lane* lane : lanes())
        lane->close();
    // Reports may outlive the session and give their blocks back later.
    m_blocks->setOnForget(nullptr);
}

void Session::Impl::deliver(std::function<void()> handler) {
    if (m_closing)
        return;
    try {
        if (m_options.executor)
            m_options.executor(std::move(handler));
        else
            handler();
    } catch (const std::exception& problem) {
        // Handlers must not throw. One that does must not end the program from a thread of ours.
        if (m_options.notice)
            m_options.notice(std::string("A handler of a request failed: ") + problem.what());
    }
}

template <class Result, class Work>
Lane::Job Session::Impl::jobOf(Handlers<Result> handlers, Work work) {
    Lane::Job job;
    job.ticket = m_nextTicket++;
    job.work = [this, handlers, work = std::move(work)](std::stop_token stop) {
        const auto progress = [this, handlers](const Progress& step) {
            if (handlers.progress)
                deliver([handlers, step] { handlers.progress(step); });
        };
        try {
            auto result = std::make_shared<const Result>(work(stop, progress));
            deliver([handlers, result] {
                if (handlers.done)
                    handlers.done(*result);
            });
        } catch (const std::exception& problem) {
            const auto* known = dynamic_cast<const Error*>(&problem);
            const Error error =
                known ? *known
                      : Error(ErrorKind::internal,
                              {"WB2002", "{problem}", {}, {{"problem", problem.what()}}});
            deliver([handlers, error] {
                if (handlers.failed)
                    handlers.failed(error);
            });
        }
    };
    job.cancelled = [this, handlers] {
        deliver([handlers] {
            if (handlers.failed)
                handlers.failed(
                    Error(ErrorKind::cancelled, {"WB2003", "cancelled before it started"}));
        });
    };
    return job;
}

// ---- devices ----

/// Listing devices can take long. One request does it at a time; others wait for it, and give up
/// when they are stopped.
std::vector<DeviceInfo> Session::Impl::devices(std::stop_token stop, bool anew) {
    std::unique_lock lock(m_devicesMutex);
    if (!m_devicesChanged.wait(lock, stop, [this] { return !m_listingDevices; }))
        throw Error(ErrorKind::cancelled, listingCancelled());
    if (!anew && !m_devices.empty())
        return m_devices;
    m_listingDevices = true;
    lock.unlock();
    std::vector<DeviceInfo> found;
    std::exception_ptr problem;
    try {
        found = m_worker->listDevices(std::move(stop));
    } catch (...) {
        problem = std::current_exception();
    }
    lock.lock();
    m_listingDevices = false;
    if (!problem)
        m_devices = found;
    lock.unlock();
    m_devicesChanged.notify_all();
    if (problem)
        std::rethrow_exception(problem);
    return found;
}

Ticket Session::Impl::listDevices(Handlers<std::vector<DeviceInfo>> handlers) {
    Lane::Job job = jobOf(std::move(handlers), [this](std::stop_token stop, const auto&) {
        std::vector<DeviceInfo> all = devices(std::move(stop), true);
        std::erase_if(all, [](const DeviceInfo& device) { return device.spare; });
        return all;
    });
    const Ticket ticket = job.ticket;
    m_listLane.post(std::move(job));
    return ticket;
}

// ---- compile ----

compile::CompileResult Session::Impl::compileNow(const CompileJob& job, std::stop_token stop) {
    project::Project changed = project::withOverrides(job.project, job.set);
    const std::string generated = project::expandSteps(changed);
    const project::NumberTable names = project::evaluateNames(changed);
    std::vector<std::string> kernels;
    for (const project::Launch& launch : changed.launches)
        if (!launch.step) // a library call has no kernel
            kernels.push_back(
                project::insertNames({launch.kernel, launch.place}, changed.compile, names));
    std::optional<DeviceInfo> device;
    if (changed.compile.arch == "auto") {
        const std::vector<DeviceInfo> all = devices(stop, false);
        try {
            device = all[choosePreferredDevice(all, job.device)];
        } catch (const Error&) {
            // Compiling needs no device: without a usable one it uses the default architecture,
            // unless the user requested a certain device.
            if (!job.device.empty())
                throw;
        }
    }
    const std::string source = job.source.empty() ? project::sourceText(changed) : job.source;
    return m_compiler->compile(compileRequestFor(changed, changed.compile,
                                                 wholeSource(changed, source, generated), kernels,
                                                 device ? &*device : nullptr),
                               std::move(stop));
}

Ticket Session::Impl::compile(CompileJob request, Handlers<compile::CompileResult> handlers) {
    Lane::Job job =
        jobOf(std::move(handlers), [this, request = std::move(request)](
                                       std::stop_token stop, const ProgressHandler& progress) {
            progress({"Compiling", -1});
            return compileNow(request, std::move(stop));
        });
    const Ticket ticket = job.ticket;
    m_compileLane.post(std::move(job));
    return ticket;
}

// ---- run ----

Ticket Session::Impl::run(RunRequest request, Handlers<RunReport> handlers) {
    const std::string projectName = request.project.name;
    Lane::Job job = jobOf(handlers, [this, request = std::move(request)](
                                        std::stop_token stop, const ProgressHandler& progress) {
        const RunServices services{
            *m_worker, *m_compiler, m_host, m_blocks,
            [this](std::stop_token s) { return devices(std::move(s), false); }};
        return RunPerformer(services, request, m_nextGeneration++, std::move(stop), progress)
            .perform();
    });
    // A run that never started also has a report.
    job.cancelled = [this, handlers = std::move(handlers), projectName] {
        deliver([handlers, projectName] {
            RunReport report;
            report.project = projectName;
            report.status = RunStatus::cancelled;
            report.message = "the run was cancelled before it started";
            if (handlers.done)
                handlers.done(report);
        });
    };
    const Ticket ticket = job.ticket;
    m_runLane.post(std::move(job));
    return ticket;
}

// ---- sweep ----

Ticket Session::Impl::sweep(SweepRequest request, Handlers<SweepReport> handlers,
                            std::function<void(const SweepReport&)> soFar) {
    Lane::Job job =
        jobOf(std::move(handlers), [this, request = std::move(request), soFar = std::move(soFar)](
                                       std::stop_token stop, const ProgressHandler& progress) {
            // Keeps as many helpers as may compile at once: starting one takes milliseconds.
            const auto compiler = m_options.makeSweepCompiler ? m_options.makeSweepCompiler()
                                                              : makeHelperCompiler(kMostHelpers);
            const SweepServices services{
                [this](const DeviceInfo& device, const std::shared_ptr<HostBlockPool>& blocks) {
                    return makeWorker(&device, blocks);
                },
                *compiler, [this](std::stop_token s) { return devices(std::move(s), false); }};
            return SweepPerformer(services, request, std::move(stop), progress,
                                  [this, soFar](const SweepReport& report) {
                                      if (!soFar)
                                          return;
                                      auto copy = std::make_shared<const SweepReport>(report);
                                      deliver([soFar, copy] { soFar(*copy); });
                                  })
                .perform();
        });
    const Ticket ticket = job.ticket;
    m_sweepLane.post(std::move(job));
    return ticket;
}

// ---- read ----

arrays::HostArray Session::Impl::readNow(const ReadRequest& request, std::stop_token stop) {
    const BufferContents& contents = contentsToRead(request.ref);
    if (request.first > request.ref.elements ||
        request.count > request.ref.elements - request.first)
        throw Error(
            ErrorKind::usage,
            {"WB2004",
             "elements {first} to {last} of \"{buffer}\" were requested, but it has {count}",
             {},
             {{"first", request.first},
              {"last", request.first + request.count},
              {"buffer", request.ref.buffer},
              {"count", request.ref.elements}}});
    const std::uint64_t firstByte = request.first * contents.dtype.size();
    const auto count = std::int64_t(request.count);
    if (contents.resident.empty()) {
        const arrays::HostArray& whole = contents.array;
        const std::size_t start =
            whole.block() ? std::size_t(whole.bytes().data() - whole.block()->data()) : 0;
        return arrays::HostArray(contents.dtype, {count}, whole.block(), start + firstByte);
    }
    arrays::HostArray part(contents.dtype, {count},
                           m_blocks->allocate(request.count * contents.dtype.size()));
    if (part.sizeBytes() == 0)
        return part;
    const bool stepped = contents.resident.front().stepped;
    readResident(stepped ? *m_stepWorker : *m_worker, contents.resident, firstByte,
                 part.sizeBytes(), m_blocks->placeOf(part), stop);
    return part;
}

Ticket Session::Impl::read(ReadRequest request, Handlers<arrays::HostArray> handlers) {
    const std::string consumer = request.consumer;
    Lane::Job job = jobOf(std::move(handlers),
                          [this, request = std::move(request)](std::stop_token stop, const auto&) {
                              return readNow(request, std::move(stop));
                          });
    job.tag = consumer;
    const Ticket ticket = job.ticket;
    m_readLane.post(std::move(job));
    return ticket;
}

// ---- whole buffers ----

template <class Result, class Look>
Ticket Session::Impl::scan(const BufferRef& ref, Handlers<Result> handlers, Look look) {
    // Data on devices is read in pieces that are page-locked at first use.
    constexpr std::uint64_t kOfDevices = std::uint64_t(8) << 20;
    constexpr std::uint64_t kOfHost = std::uint64_t(64) << 20;
    Lane::Job job = jobOf(
        std::move(handlers),
        [this, ref, look = std::move(look)](std::stop_token stop, const ProgressHandler& progress) {
            const BufferContents& contents = contentsToRead(ref);
            const project::CancellationScope cancellation(stop);
            // Stopping between pieces is soon enough. Stopping a read that waits for a run
            // would replace the worker, and end the run.
            const auto read = [this, &ref](std::uint64_t first, std::uint64_t count) {
                return readNow({ref, first, count}, {});
            };
            return look(ScannedBuffer{contents.dtype, ref.elements,
                                      contents.resident.empty() ? kOfHost : kOfDevices, read},
                        progress);
        });
    const Ticket ticket = job.ticket;
    m_scanLane.post(std::move(job));
    return ticket;
}

// ---- stepping ----

Ticket Session::Impl::startStepping(StepRequest request, Handlers<StepState> handlers) {
    stopStepping();
    Lane::Job job =
        jobOf(std::move(handlers), [this, request = std::move(request)](
                                       std::stop_token stop, const ProgressHandler& progress) {
            const RunServices services{
                *m_stepWorker, *m_compiler, m_host, m_blocks,
                [this](std::stop_token s) { return devices(std::move(s), false); }};
            RunPerformer performer(services, request.run, m_nextGeneration++, stop, progress);
            std::vector<std::string> notes;
            StepCall call;
            call.open = performer.prepareStepping(request.launch, notes);
            call.device = m_stepped = call.open->run.device;
            m_stepBuffers = performer.stepBuffers(request.launch);
            StepState state = stepNow(call, stop);
            if (request.first.moves() || !request.first.prints.empty() || request.first.breakpoints)
                state = stepNow({m_stepped, std::nullopt, request.first}, stop);
            state.notes.insert(state.notes.begin(), notes.begin(), notes.end());
            return state;
        });
    const Ticket ticket = job.ticket;
    m_stepTicket = ticket;
    m_stepLane.post(std::move(job));
    return ticket;
}

StepState Session::Impl::stepNow(const StepCall& call, std::stop_token stop) {
    StepState state = m_stepWorker->step(call, std::move(stop));
    state.buffers = m_stepBuffers;
    if (state.fault)
        tellElements(*state.fault, state.buffers,
                     [](const StepBuffer& buffer) { return buffer.ref.elements; });
    const std::uint64_t generation = m_nextGeneration++;
    for (StepBuffer& buffer : state.buffers)
        buffer.ref.generation = generation;
    return state;
}

Ticket Session::Impl::step(StepCommand command, Handlers<StepState> handlers) {
    Lane::Job job = jobOf(std::move(handlers),
                          [this, command = std::move(command)](std::stop_token stop, const auto&) {
                              return stepNow({m_stepped, std::nullopt, command}, std::move(stop));
                          });
    const Ticket ticket = job.ticket;
    m_stepTicket = ticket;
    m_stepLane.post(std::move(job));
    return ticket;
}

void Session::Impl::stopStepping() {
    m_stepLane.cancel(m_stepTicket);
    m_stepWorker->endStepping();
}

void Session::Impl::cancel(Ticket ticket) {
    for (Lane* lane : lanes())
        lane->cancel(ticket);
}

Session::Session(Options options)
    : m_impl(std::make_unique<Impl>(std::move(options))) {}
Session::~Session() = default;

Ticket Session::listDevices(Handlers<std::vector<DeviceInfo>> handlers) {
    return m_impl->listDevices(std::move(handlers));
}
Ticket Session::compile(CompileJob job, Handlers<compile::CompileResult> handlers) {
    return m_impl->compile(std::move(job), std::move(handlers));
}
Ticket Session::run(RunRequest request, Handlers<RunReport> handlers) {
    return m_impl->run(std::move(request), std::move(handlers));
}
Ticket Session::sweep(SweepRequest request, Handlers<SweepReport> handlers,
                      std::function<void(const SweepReport&)> soFar) {
    return m_impl->sweep(std::move(request), std::move(handlers), std::move(soFar));
}
Ticket Session::read(ReadRequest request, Handlers<arrays::HostArray> handlers) {
    return m_impl->read(std::move(request), std::move(handlers));
}
Ticket Session::summarize(SummaryRequest request, Handlers<arrays::Summary> handlers) {
    const BufferRef ref = request.ref;
    return m_impl->scan(ref, std::move(handlers),
                        [request = std::move(request)](const ScannedBuffer& buffer,
                                                       const ProgressHandler& progress) {
                            return summaryOf(buffer, request.mostBins, request.bins, progress);
                        });
}
Ticket Session::find(FindRequest request, Handlers<std::optional<std::uint64_t>> handlers) {
    const BufferRef ref = request.ref;
    return m_impl->scan(ref, std::move(handlers),
                        [request = std::move(request)](const ScannedBuffer& buffer,
                                                       const ProgressHandler& progress) {
                            return findElement(buffer, request.condition, request.from,
                                               request.forward, progress);
                        });
}
Ticket Session::envelope(EnvelopeRequest request, Handlers<arrays::Envelope> handlers) {
    const BufferRef ref = request.ref;
    return m_impl->scan(ref, std::move(handlers),
                        [request = std::move(request)](const ScannedBuffer& buffer,
                                                       const ProgressHandler& progress) {
                            return envelopeOf(buffer, request.row, request.columns, progress);
                        });
}
Ticket Session::startStepping(StepRequest request, Handlers<StepState> handlers) {
    return m_impl->startStepping(std::move(request), std::move(handlers));
}
Ticket Session::step(StepCommand command, Handlers<StepState> handlers) {
    return m_impl->step(std::move(command), std::move(handlers));
}
void Session::pauseStepping() {
    m_impl->pauseStepping();
}
void Session::stopStepping() {
    m_impl->stopStepping();
}
void Session::cancel(Ticket ticket) {
    m_impl->cancel(ticket);
}
void Session::resetResident() {
    m_impl->resetResident();
}

} // namespace warpbench::session
