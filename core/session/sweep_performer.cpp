// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sweep_performer.h"

#include "core/base/path_text.h"
#include "core/plan/evaluate.h"
#include "core/platform/system.h"
#include "core/project/compile_options.h"
#include "core/project/project_file.h"
#include "core/run/device_preference.h"
#include "core/run/run_input.h"
#include "core/run/run_performer.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <thread>

namespace warpbench::session {

namespace {

using namespace std::chrono_literals;

/// The minimum interval between reports of the results so far.
constexpr auto kSoFarInterval = 200ms;

double millisecondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

} // namespace

SweepPerformer::SweepPerformer(const SweepServices& services, SweepRequest request,
                               std::stop_token stop, ProgressHandler progress, SoFar soFar)
    : m_services(services)
    , m_request(std::move(request))
    , m_stop(std::move(stop))
    , m_progress(progress ? std::move(progress) : [](const Progress&) {})
    , m_soFar(soFar ? std::move(soFar) : [](const SweepReport&) {}) {}

SweepPerformer::~SweepPerformer() {
    // A pool may outlive its worker by a moment.
    for (Bench& bench : m_benches)
        bench.blocks->setOnForget(nullptr);
}

/// Runs `work`; an error without a place gets that of a value of the project.
template <class Work>
auto SweepPerformer::at(const char* pointer, Work work) const {
    try {
        return work();
    } catch (const Error& error) {
        const auto& places = m_request.run.project.places;
        const auto found = places.find(pointer);
        if (found == places.end() || error.place().line > 0)
            throw;
        throw error.at(found->second);
    }
}

SweepReport SweepPerformer::perform() {
    readProject();
    chooseDevices();
    chooseObjective();
    checkObjective();
    describeState();
    m_searcher = at("/sweep/strategy", [&] {
        return sweep::makeSearcher(m_report.strategy, *m_space, m_request.seed);
    });
    m_sweep = std::make_unique<sweep::Sweep>(*m_space, *m_searcher, m_request.budget,
                                             m_report.objective, std::move(m_request.earlier));
    const std::size_t compilers = m_services.compiler.atOnce();
    m_ahead = std::make_unique<CompileAhead>(m_services.compiler, compilers);
    m_lookAhead = m_benches.size() + compilers;
    {
        const std::jthread teller([this](const std::stop_token& over) {
            platform::nameThread("sweep-so-far");
            tellSoFar(over);
        });
        std::vector<std::jthread> threads;
        for (Bench& bench : m_benches)
            threads.emplace_back([this, &bench] {
                platform::nameThread("sweep");
                work(bench);
            });
    }
    m_ahead.reset();
    if (m_failure)
        std::rethrow_exception(m_failure);
    m_report.result = m_sweep->result();
    m_report.status = m_stop.stop_requested()    ? SweepStatus::cancelled
                      : m_report.result.complete ? SweepStatus::complete
                                                 : SweepStatus::budget_spent;
    return std::move(m_report);
}

void SweepPerformer::readProject() {
    RunRequest& run = m_request.run;
    for (const auto& [name, value] : run.set) {
        if (run.project.sweep && run.project.sweep->parameters.contains(name))
            throw Error(ErrorKind::usage,
                        {"WB2007",
                         "--set {name}: the sweep itself tries values of {name}",
                         "leave the option out, or remove the parameter from the sweep",
                         {{"name", name}}});
    }
    m_space = at("/sweep/parameters", [&] {
        return std::make_unique<sweep::Space>(project::withOverrides(run.project, run.set));
    });
    const project::Sweep& settings = *run.project.sweep;
    m_report.project = run.project.name;
    m_report.strategy = m_request.strategy.empty() ? settings.strategy : m_request.strategy;
    m_report.seed = m_request.seed;
    m_report.combinations = m_space->size();
    if (run.source.empty())
        run.source = project::sourceText(run.project);
}

void SweepPerformer::chooseDevices() {
    m_devices = m_services.devices(m_stop);
    std::vector<std::string> selectors = m_request.devices;
    if (selectors.empty())
        selectors.push_back(m_request.run.device);
    for (const std::string& selector : selectors) {
        const DeviceInfo& device = m_devices[choosePreferredDevice(m_devices, selector)];
        for (const DeviceInfo& other : m_report.devices) {
            if (other.index == device.index)
                throw Error(ErrorKind::usage,
                            {"WB2008",
                             "device {index} ({name}) is named twice",
                             "name each device once, by its index of warpbench-cli devices",
                             {{"index", device.index}, {"name", device.name}}});
            if (other.name != device.name)
                throw Error(
                    ErrorKind::usage,
                    {"WB2009",
                     "{other} and {name} are different GPUs, so their times cannot be compared",
                     "sweep on each of them by itself",
                     {{"other", other.name}, {"name", device.name}}});
        }
        m_report.devices.push_back(device);
        Bench& bench = m_benches.emplace_back();
        bench.device = device;
        // Two simulated GPUs may share a selector, but each has its own index. If the choice is
        // free, a device without a context must not be required.
        bench.selector = selectors.size() == 1 ? selector : std::to_string(device.index);
        bench.blocks = HostBlockPool::create();
        bench.worker = m_services.makeWorker(device, bench.blocks);
        bench.host = std::make_unique<HostWorker>(bench.blocks->source());
        bench.blocks->setOnForget(
            [worker = bench.worker.get(), host = bench.host.get()](std::uint64_t id) {
                worker->forgetBlock(id);
                host->forgetBlock(id);
            });
    }
}

/// The time of a simulated device is that of the GPU that it models, as far as it is known.
void SweepPerformer::chooseObjective() {
    RunRequest& run = m_request.run;
    sweep::Objective& objective = m_report.objective;
    objective =
        at("/sweep/objective", [&] { return sweep::findObjective(run.project.sweep->objective); });
    if (m_report.devices.front().simulated)
        objective = sweep::withEstimatedTime(objective);
    run.graph = false; // a sweep uses the launches' own times
    run.metrics = run.metrics || objective.isCounter;
    run.estimate = run.estimate || objective.isEstimate;
    run.energy = objective.isEnergy;
    if (!objective.isTimed())
        run.repeats = run.repeats.value_or(0);
    else if (run.repeats.value_or(run.project.timing.repeats) == 0)
        throw Error(ErrorKind::project,
                    {"WB2010",
                     "nothing is timed, but the sweep's objective is {objective}",
                     "set timing.repeats or --repeats to 1 or more",
                     {{"objective", objective.name}}},
                    Place{utf8(run.project.file)});
}

void SweepPerformer::checkObjective() const {
    const sweep::Objective& objective = m_report.objective;
    const DeviceInfo& device = m_report.devices.front();
    if (objective.isEstimate && !device.simulated)
        throw Error(ErrorKind::device,
                    {"WB2011",
                     "{device} is a real GPU, but times are estimated only for simulated ones",
                     "choose one with --device sim:NAME, or the objective time",
                     {{"device", device.name}}});
    if (objective.isRate && device.simulated)
        throw Error(ErrorKind::device,
                    {"WB2012",
                     "{objective} is a rate of a real GPU, but {device} is simulated",
                     "choose a real GPU with --device, or an objective like global_sectors",
                     {{"objective", objective.name}, {"device", device.name}}});
    if (objective.isEnergy && device.simulated)
        throw Error(ErrorKind::device,
                    {"WB2073",
                     "energy is measured on a real GPU, but {device} is simulated",
                     "choose a real GPU with --device, or the objective estimated_time",
                     {{"device", device.name}}});
    for (const std::string& part : objective.parts())
        checkRate(part);
}

/// Whether the project says how much work its launches do, if the objective is a rate of it.
void SweepPerformer::checkRate(const std::string& objective) const {
    const bool bytes = objective == "bytes_per_second";
    if (!bytes && objective != "flops_per_second")
        return;
    const auto& launches = m_request.run.project.launches;
    const auto known = [&](const project::MetricExpressions& metrics) {
        return (bytes ? metrics.bytes : metrics.flops).has_value();
    };
    const bool anywhere = (launches.size() == 1 && known(m_request.run.project.metrics)) ||
                          std::any_of(launches.begin(), launches.end(),
                                      [&](const auto& launch) { return known(launch.metrics); });
    if (!anywhere)
        throw Error(ErrorKind::project,
                    bytes ? ErrorText{"WB2013",
                                      "the objective is {objective}, but no launch says how many "
                                      "bytes it moves",
                                      "add \"metrics\": {\"bytes\": …}",
                                      {{"objective", objective}}}
                          : ErrorText{"WB2014",
                                      "the objective is {objective}, but no launch says how many "
                                      "operations it does",
                                      "add \"metrics\": {\"flops\": …}",
                                      {{"objective", objective}}},
                    Place{utf8(m_request.run.project.file)});
}

/// The common properties that make trials comparable.
void SweepPerformer::describeState() {
    project::Project project = project::withOverrides(m_request.run.project, m_request.run.set);
    project.name.clear();
    project.notes.clear();
    project.sweep.reset();
    project.layouts.clear();
    project.unknown.clear();
    project.readOnly = false;
    // What a sweep tries changes in the project without invalidating earlier results.
    for (const sweep::Space::Dimension& dimension : m_space->dimensions()) {
        project.parameters.erase(dimension.name);
        project.compile.defines.erase(dimension.name);
        if (project::isOptionName(dimension.name))
            project::removeOption(project.compile.options, dimension.name);
    }
    const std::string text = project::writeProject(project) + '\0' + m_request.run.source + '\0' +
                             m_report.devices.front().name;
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    m_report.state = fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
    if (!m_request.earlier.empty() && !m_request.earlierState.empty() &&
        m_request.earlierState != m_report.state)
        throw Error(ErrorKind::usage,
                    {"WB2015",
                     "the earlier results are from another state of the project or its source, or "
                     "from another kind of device",
                     "start again without --resume, or write to another file"});
}

RunRequest SweepPerformer::requestFor(const sweep::Point& point, const std::string& device) const {
    RunRequest request = m_request.run;
    for (auto& [name, value] : m_space->overrides(point))
        request.set[name] = value;
    request.device = device;
    request.devices = 1; // each device measures separately
    return request;
}

// ---- the threads of the devices ----

void SweepPerformer::work(Bench& bench) {
    std::unique_lock lock(m_mutex);
    for (;;) {
        try {
            drawAhead();
        } catch (const Error&) {
            fail(std::current_exception());
        }
        if (m_stop.stop_requested() || m_failure || (m_drawn.empty() && m_sweep->over()))
            break;
        if (m_drawn.empty()) {
            // The search waits for trials in progress on other devices.
            m_changed.wait(lock, m_stop, [this] {
                return !m_drawn.empty() || m_sweep->underWay() == 0 || m_failure;
            });
            continue;
        }
        const sweep::Point point = m_drawn.front();
        m_drawn.pop_front();
        lock.unlock();
        std::exception_ptr failure;
        sweep::Trial trial;
        try {
            trial = tryOut(bench, point);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        if (trial.status == nameOf(RunStatus::cancelled) || failure) {
            m_sweep->abandon(point);
        } else {
            m_sweep->finish(point, std::move(trial));
            m_untold = true;
            const std::size_t done = m_sweep->result().trials.size();
            m_progress({fmt::format("Trial {} of at most {}", done, m_report.combinations),
                        double(done) / double(m_report.combinations)});
        }
        fail(failure);
        m_changed.notify_all();
    }
    // Combinations that were drawn and compiled are no longer run.
    m_sweep->stop();
    while (!m_drawn.empty()) {
        m_sweep->abandon(m_drawn.front());
        m_drawn.pop_front();
    }
    m_changed.notify_all();
}

/// Draws enough combinations to keep all devices and compilers busy. The caller holds the mutex.
void SweepPerformer::drawAhead() {
    if (m_sweep->timeIsUp()) {
        while (!m_drawn.empty()) {
            m_sweep->abandon(m_drawn.back());
            m_drawn.pop_back();
        }
    }
    while (m_drawn.size() < m_lookAhead && !m_stop.stop_requested()) {
        const std::optional<sweep::Point> point = m_sweep->next(m_stop);
        if (!point)
            return;
        m_drawn.push_back(*point);
        startCompile(*point);
    }
}

void SweepPerformer::startCompile(const sweep::Point& point) {
    const RunRequest request = requestFor(point, {});
    try {
        const project::LaunchPlan plan = project::makePlan(request.project, request.set);
        m_ahead->start(
            compileRequestFor(request.project, plan, request.source, m_report.devices.front()));
    } catch (const Error&) {
        // The trial will report what is wrong with the combination.
    }
}

/// \throws Error if no trial is possible at all: no compiler, no worker program
sweep::Trial SweepPerformer::tryOut(Bench& bench, const sweep::Point& point) {
    const auto start = std::chrono::steady_clock::now();
    const RunServices services{*bench.worker, *m_ahead, *bench.host, bench.blocks,
                               [this](const std::stop_token&) { return m_devices; }};
    sweep::Trial trial;
    double waited = 0; // for the compiler, which is not part of the run
    const auto progress = [&](const Progress& step) {
        if (step.phase == "Filling buffers" && waited == 0)
            waited = millisecondsSince(start);
    };
    try {
        const RunReport report =
            RunPerformer(services, requestFor(point, bench.selector), 1, m_stop, progress)
                .perform();
        if (report.cause && report.cause->kind() == ErrorKind::environment)
            throw *report.cause;
        trial = trialOf(report, m_report.objective);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::project && error.kind() != ErrorKind::usage)
            throw;
        trial.status = "invalid";
        const std::string place = formatLine(error.place(), "error", "");
        trial.message = phrase("{place}{problem}", {{"place", place}, {"problem", error.said()}});
        trial.device = fmt::format("{} {}", bench.device.index, bench.device.name);
    }
    trial.runMs = millisecondsSince(start) - waited;
    return trial;
}

/// The first error ends the whole sweep. The caller holds the mutex.
void SweepPerformer::fail(const std::exception_ptr& failure) {
    if (failure && !m_failure && !m_stop.stop_requested())
        m_failure = failure;
}

/// Reports the results so far at intervals until the trials are over. The receiver may write a file
/// to a slow disk, so this has a separate thread, and the next trials continue while it reports
/// the last ones, however long that takes.
void SweepPerformer::tellSoFar(const std::stop_token& over) {
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, over, [this] { return m_untold; }) && !over.stop_requested()) {
        m_untold = false;
        SweepReport report = m_report;
        report.result = m_sweep->result();
        lock.unlock();
        std::exception_ptr failure;
        try {
            m_soFar(report);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        fail(failure);
        m_changed.notify_all();
        m_changed.wait_for(lock, over, kSoFarInterval, [] { return false; });
    }
}

} // namespace warpbench::session
