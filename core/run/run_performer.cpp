// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/run_performer.h"

#include "core/base/bytes_text.h"
#include "core/base/cancellation.h"
#include "core/base/path_text.h"
#include "core/formats/ptx_variables.h"
#include "core/plan/buffer_accesses.h"
#include "core/plan/evaluate.h"
#include "core/plan/init.h"
#include "core/project/project_file.h"
#include "core/report/buffer_contents.h"
#include "core/report/stop_texts.h"
#include "core/run/constant_fills.h"
#include "core/run/device_preference.h"
#include "core/run/kept_results.h"
#include "core/run/launch_estimate.h"
#include "core/run/peak_kernels.h"
#include "core/run/run_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace warpbench::session {

namespace {

bool hasElementOf(const arrays::HostArray& array, std::byte value) {
    const std::size_t size = array.dtype().size();
    const auto bytes = array.bytes();
    for (std::size_t at = 0; at + size <= bytes.size(); at += size)
        if (std::all_of(bytes.begin() + std::ptrdiff_t(at),
                        bytes.begin() + std::ptrdiff_t(at + size),
                        [&](std::byte one) { return one == value; }))
            return true;
    return false;
}

} // namespace

RunPerformer::RunPerformer(const RunServices& services, RunRequest request,
                           std::uint64_t generation, std::stop_token stop, ProgressHandler progress)
    : m_services(services)
    , m_request(std::move(request))
    , m_userStop(std::move(stop))
    , m_stop(m_userStop)
    , m_progress([this, tell = std::move(progress)](const Progress& step) {
        m_phase = step.phase;
        if (tell)
            tell(step);
    }) {
    m_report.generation = generation;
    m_report.project = m_request.project.name;
}

RunReport RunPerformer::perform() {
    plan();
    // The time limit of the whole run starts here.
    m_limit.emplace(m_userStop, m_plan.timing.timeoutSeconds);
    m_stop = m_limit->token();
    try {
        // A real device may turn out to have no context: then use the next one if the choice is
        // free.
        while (chooseAndCompile()) {
            checkMemory();
            prepare();
            execute();
            if (!m_deviceResult.noContext || !choiceIsFree(m_request.device))
                break;
            noteUseless();
        }
        if (m_report.status != RunStatus::compile_error)
            collect();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::project || error.kind() == ErrorKind::usage)
            throw;
        fail(error);
    }
    return std::move(m_report);
}

StepOpen RunPerformer::prepareStepping(std::size_t launch, std::vector<std::string>& notes) {
    m_request.devices = 1;
    plan();
    m_limit.emplace(m_userStop, 0); // no time limit for people who inspect variables
    m_devices = m_services.devices(m_stop);
    const DeviceInfo& preferred = m_devices[choosePreferredDevice(m_devices, m_request.device)];
    if (!preferred.simulated) {
        notes.push_back(
            fmt::format("{} cannot be stepped through: this is the simulated GPU", preferred.name));
        m_request.device = "sim";
    }
    m_debug = true;
    if (launch < m_plan.launches.size() && m_plan.launches[launch].library)
        throw Error(ErrorKind::usage,
                    {"WB1924",
                     "{step} is a library call and cannot be stepped through",
                     "choose a launch of a kernel",
                     {{"step", m_plan.launches[launch].step}}},
                    m_plan.launches[launch].place);
    if (!chooseAndCompile()) {
        const auto& all = m_report.compile->diagnostics;
        const auto first = std::find_if(all.begin(), all.end(), [](const auto& diagnostic) {
            return diagnostic.severity == compile::Severity::error;
        });
        throw Error(ErrorKind::compile,
                    m_report.message.advised(first == all.end() ? ErrorText() : first->text),
                    first == all.end() ? Place() : first->place);
    }
    checkMemory();
    prepare();
    StepOpen open;
    open.run = m_deviceRequest;
    if (!open.run.ptx.empty())
        open.run.cubin.clear(); // its own copy of the PTX lacks line information
    for (DeviceCodePart& part : open.run.parts)
        part.cubin.clear();
    open.run.repeats = 0;
    open.run.checkFaults = open.run.guards = open.run.metrics = false;
    open.run.graph = open.run.energy = open.run.profile = false;
    open.run.timeoutSeconds = 0;
    for (DeviceBuffer& buffer : open.run.buffers) {
        buffer.residentKey.clear(); // stepping leaves nothing behind
        buffer.result = {};
        buffer.kept = false;
    }
    open.launch = launch;
    open.file = sourceName();
    open.sharedTypes =
        compile::sharedTypes(m_request.source + m_plan.generated,
                             launch < m_plan.launches.size() ? m_plan.launches[launch].kernel : "");
    return open;
}

std::vector<StepBuffer> RunPerformer::stepBuffers(std::size_t launch) const {
    std::vector<StepBuffer> all;
    for (const project::PlannedBuffer& planned : m_plan.buffers) {
        BufferContents contents{
            planned.dtype,
            {},
            {{m_deviceRequest.device, planned.name, {}, false, true, planned.bytes}}};
        StepBuffer& buffer = all.emplace_back();
        buffer.name = planned.name;
        buffer.dtype = planned.dtype;
        buffer.shape = planned.shape;
        buffer.ref = makeRef(planned.name, 0, std::uint64_t(planned.elements), std::move(contents));
    }
    if (launch >= m_plan.launches.size()) // which stepping reports
        return all;
    project::forEachAccess(m_plan.launches[launch],
                           [&](std::size_t buffer, project::Access access) {
                               all[buffer].given = true;
                               all[buffer].written |= access != project::Access::in;
                           });
    return all;
}

// ---- plan ----

void RunPerformer::plan() {
    if (m_request.source.empty())
        m_request.source = project::sourceText(m_request.project);
    m_plan = project::makePlan(m_request.project, m_request.set);
    for (const auto& [buffer, expect] : m_request.extraChecks)
        project::attachExpect(m_plan, buffer, expect, m_request.project.mayLeaveFolder);
    if (m_request.judged)
        project::ownResidents(m_plan);
    if (m_request.timeoutSeconds)
        m_plan.timing.timeoutSeconds = *m_request.timeoutSeconds;
}

// ---- choose, compile ----

bool RunPerformer::chooseAndCompile() {
    throwIfStopped();
    if (m_devices.empty())
        m_devices = m_services.devices(m_stop);
    choose();
    return compileFor(*m_report.device);
}

/// The run's device; if several share it, the others of its kind and the work of each.
void RunPerformer::choose() {
    const std::size_t chosen = choosePreferredDevice(m_devices, m_request.device);
    m_report.device = m_devices[chosen];
    m_parts.clear();
    const int count = m_request.devices.value_or(m_request.project.devices);
    if (count == 1)
        return;
    auto plans = project::makePartPlans(m_request.project, m_request.set, count, m_plan);
    const std::vector<DeviceInfo> devices = devicesLike(m_devices, chosen, count);
    for (std::size_t i = 0; i < plans.size(); ++i) {
        if (m_request.judged)
            project::ownResidents(plans[i].plan);
        m_parts.push_back({devices[i], std::move(plans[i]), {}, {}, {}, 0});
    }
}

/// Devices without a context are not chosen again.
void RunPerformer::noteUseless() {
    if (m_parts.empty())
        m_devices[std::size_t(m_report.device->index)].problem = m_deviceResult.message.whole();
    for (const RunPart& part : m_parts)
        if (part.result.noContext)
            m_devices[std::size_t(part.device.index)].problem = part.result.message.whole();
}

bool RunPerformer::compileFor(const DeviceInfo& device) {
    m_progress({"Compiling", -1});
    compile::CompileRequest request =
        compileRequestFor(m_request.project, m_plan, m_request.source, device);
    request.debug = request.debug || m_debug;
    m_compiled = m_services.compiler.compile(request, m_stop);
    m_report.compile = compileReportOf(m_compiled);
    m_report.code = std::make_shared<const compile::CompileResult>(m_compiled);
    for (compile::Diagnostic& diagnostic : m_report.compile->diagnostics) {
        if (diagnostic.place.file.empty())
            diagnostic.place = settingsPlace(diagnostic.text);
    }
    if (m_compiled.succeeded)
        return true;
    m_report.status = RunStatus::compile_error;
    m_report.message = {"WB1925", "the kernel did not compile",
                        "fix the errors that the compiler reports"};
    return false;
}

/// The place of a compiler message without one: it is about the architecture or
/// other settings of the project.
Place RunPerformer::settingsPlace(const std::string& text) const {
    const auto& places = m_request.project.places;
    const auto arch = places.find("/compile/arch");
    if (arch != places.end() && text.find(m_plan.compile.arch) != std::string::npos)
        return arch->second;
    return Place{utf8(m_request.project.file)};
}

// ---- prepare ----

void RunPerformer::checkMemory() const {
    std::uint64_t wanted = 0;
    const project::PlannedBuffer* largest = nullptr;
    // The first part has the most rows.
    const project::LaunchPlan& plan = m_parts.empty() ? m_plan : m_parts.front().part.plan;
    for (const project::PlannedBuffer& buffer : plan.buffers) {
        wanted += buffer.used ? buffer.bytes : 0;
        if (!largest || buffer.bytes > largest->bytes)
            largest = &buffer;
    }
    const std::uint64_t available = m_report.device->memoryBytes;
    if (largest && available > 0 && wanted > available)
        throw Error(ErrorKind::device,
                    {"WB1894",
                     "the buffers need {needed}, but {device} has {available}; the largest is "
                     "\"{buffer}\" with {size}",
                     "make the buffers smaller",
                     {{"needed", bytesText(wanted)},
                      {"device", m_report.device->name},
                      {"available", bytesText(available)},
                      {"buffer", largest->name},
                      {"size", bytesText(largest->bytes)}}},
                    largest->place);
}

void RunPerformer::prepare() {
    m_peakKernels.reset();
    if (m_request.metrics && m_request.roofline && !m_report.device->simulated)
        m_peakKernels =
            compiledPeakKernels(m_services.compiler, *m_report.device, m_stop, m_peakNote);
    const std::vector<bool> seen = project::seenBuffers(m_plan);
    // Guards surround a run's own buffers, and other ranks end with the run.
    m_kept.assign(m_plan.buffers.size(), false);
    if (!guards() && m_report.device->host.empty())
        m_kept = keptBuffers(m_plan);
    for (std::size_t i = 0; i < m_kept.size() && !m_parts.empty(); ++i) // the rest is reduced
        m_kept[i] = m_kept[i] && m_request.project.buffers[i].split;
    chooseFilled();
    const auto made = [&](std::size_t i) {
        return seen[i] && !m_fillers.of.at(i) && !m_constant.at(i);
    };
    const auto downloaded = [this](std::size_t i) {
        return m_plan.buffers[i].download && m_plan.buffers[i].used && !m_kept[i];
    };
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < m_plan.buffers.size(); ++i)
        for (const bool needed : {made(i), downloaded(i)})
            if (needed)
                sizes.push_back(std::size_t(m_plan.buffers[i].bytes));
    const auto allocate = m_services.blocks->allocatorFor(std::move(sizes));
    const auto arrayFor = [&](const project::PlannedBuffer& buffer) {
        return arrays::HostArray(buffer.dtype, buffer.shape, allocate(std::size_t(buffer.bytes)));
    };
    m_progress({"Filling buffers", 0});
    m_initial.assign(m_plan.buffers.size(), {});
    m_results.assign(m_plan.buffers.size(), {});
    for (std::size_t i = 0; i < m_plan.buffers.size(); ++i) {
        throwIfStopped();
        if (made(i))
            m_initial[i] = arrayFor(m_plan.buffers[i]);
        if (downloaded(i))
            m_results[i] = arrayFor(m_plan.buffers[i]);
    }
    const std::vector<std::string> digests =
        m_services.host.fill({m_plan, placesOf(m_initial)}, m_stop, m_progress);
    if (m_parts.empty()) {
        m_deviceRequest = deviceRequestFor(m_request.project, m_plan, m_compiled, *m_report.device,
                                           *m_services.blocks, m_initial, m_results, digests);
        setPasses(m_deviceRequest);
        setKept(m_deviceRequest);
        m_deviceRequest.fillers = m_fillers.kernels;
        for (std::size_t i = 0; i < m_fillers.of.size(); ++i)
            m_deviceRequest.buffers[i].filler = m_fillers.of[i];
    } else {
        requestParts(digests);
    }
}

/// The large buffers that a device fills itself: with one repeated value or, on a real GPU, with
/// random numbers. Read-only buffers also stay there, without a copy on the host.
void RunPerformer::chooseFilled() {
    m_fillers = {};
    m_fillers.of.resize(m_plan.buffers.size());
    m_constant.assign(m_plan.buffers.size(), false);
    const DeviceInfo& device = *m_report.device;
    if (!device.host.empty() || !m_parts.empty() || guards())
        return;
    m_constant = constantFills(m_plan);
    if (!device.simulated) // that would be the host, and slower
        m_fillers = randomFillers(m_services.compiler, device, m_plan, m_kept, m_stop);
    for (std::size_t i = 0; i < m_kept.size(); ++i)
        m_kept[i] = m_kept[i] || m_fillers.of[i] || (m_constant[i] && !m_plan.buffers[i].download);
}

/// With a key that no other run has.
void RunPerformer::setKept(DeviceRunRequest& request) const {
    for (std::size_t i = 0; i < m_kept.size(); ++i) {
        request.buffers[i].kept = m_kept[i];
        if (m_kept[i])
            request.buffers[i].residentKey =
                fmt::format("{} of run {}", m_plan.buffers[i].name, m_report.generation);
    }
}

/// Each device reads and writes its rows within the whole buffers.
void RunPerformer::requestParts(const std::vector<std::string>& digests) {
    const std::uint64_t group = newSharingGroup();
    for (RunPart& part : m_parts) {
        std::vector<arrays::HostArray> initial = m_initial;
        std::vector<arrays::HostArray> results = m_results;
        part.own.assign(m_plan.buffers.size(), {});
        for (std::size_t i = 0; i < m_plan.buffers.size(); ++i) {
            const project::Buffer& buffer = m_request.project.buffers[i];
            if (buffer.split && initial[i].block())
                initial[i] = project::rowsOf(
                    initial[i], project::withHalo(part.part.rows, part.part.plan.buffers[i]));
            if (buffer.split && results[i].block())
                results[i] = project::rowsOf(results[i], part.part.rows);
            if (buffer.reduce && results[i].block())
                results[i] = part.own[i] =
                    arrays::HostArray(results[i].dtype(), results[i].shape(),
                                      m_services.blocks->allocate(results[i].sizeBytes()));
        }
        part.request = deviceRequestFor(m_request.project, part.part.plan, m_compiled, part.device,
                                        *m_services.blocks, initial, results, digests);
        setPasses(part.request);
        setKept(part.request);
        part.request.sharing = {group, int(&part - m_parts.data()), int(m_parts.size()),
                                !m_request.peerCopies};
    }
}

/// A graph is recorded once and launched as it is: the host cannot act between its kernels.
void RunPerformer::refuseGraph() const {
    const auto place = m_request.project.places.find("/timing/graph");
    for (const RunPart& part : m_parts)
        for (const project::PlannedBuffer& buffer : part.part.plan.buffers)
            if (buffer.haloBefore + buffer.haloAfter > 0)
                throw Error(ErrorKind::project,
                            {"WB1926",
                             "the launches cannot be one graph: the devices exchange rows of "
                             "\"{buffer}\" between them",
                             "run it on one device, or without \"graph\" (--graph)",
                             {{"buffer", buffer.name}}},
                            place == m_request.project.places.end() ? Place{} : place->second);
}

/// Replacements for checks that a device does not support.
bool RunPerformer::guardsForFaults() const {
    return m_request.checkFaults && m_request.guardsForFaults && !m_report.device->simulated;
}

void RunPerformer::setPasses(DeviceRunRequest& request) const {
    request.limitSeconds = m_plan.timing.timeoutSeconds;
    request.timeoutSeconds = m_limit->secondsLeft();
    // A simulated time says nothing about a GPU's, so one pass without warm-up is enough.
    const bool simulated = m_report.device->simulated;
    request.repeats = m_request.repeats.value_or(simulated ? std::min(1, m_plan.timing.repeats)
                                                           : m_plan.timing.repeats);
    request.warmup =
        m_request.warmup.value_or(simulated && !m_request.repeats ? 0 : m_plan.timing.warmup);
    request.graph = request.repeats > 0 && m_request.graph.value_or(m_plan.timing.graph);
    if (request.graph)
        refuseGraph();
    request.energy = m_request.energy && !simulated;
    request.profile = m_request.profile;
    request.checkFaults = m_request.checkFaults;
    request.guards = guards();
    request.metrics = m_request.metrics;
    request.peakKernels = m_peakKernels;
    request.trace = m_request.trace;
    request.profileWork = m_request.estimate && simulated;
    if (request.profileWork)
        prepareForProfiles(request);
}

void RunPerformer::prepareForProfiles(DeviceRunRequest& request) const {
    for (DeviceLaunch& launch : request.launches)
        for (const compile::KernelInfo& kernel : m_compiled.kernels)
            if (!launch.library && kernel.lowered == launch.lowered)
                prepareForProfile(launch, usageOf(launch, kernel), *m_report.device);
}

// ---- execute ----

void RunPerformer::execute() {
    throwIfStopped();
    // The worker enforces the limit itself, because it knows which launch exceeded it.
    if (m_parts.empty()) {
        // First, because a run on another device discards the buffers kept on this one.
        std::vector<DeviceLaunchResult> beside = profileBeside();
        m_deviceResult = m_services.worker.run(m_deviceRequest, m_userStop, m_progress);
        const std::size_t count = std::min(beside.size(), m_deviceResult.launches.size());
        for (std::size_t i = 0; i < count; ++i)
            m_deviceResult.launches[i].work = std::move(beside[i].work);
        executeOnceMore();
        return;
    }
    runParts(m_services.worker, m_parts, m_userStop, m_progress);
    m_deviceResult = mergedResult(m_parts);
    if (m_deviceResult.checked)
        reduce();
}

/// Whether an element of a checked result still has exactly its initial bits.
bool RunPerformer::mayBeUnwritten() const {
    for (std::size_t i = 0; i < m_results.size(); ++i) {
        const project::PlannedBuffer& buffer = m_plan.buffers[i];
        if (buffer.expect && !buffer.upload && m_results[i].block() &&
            hasElementOf(m_results[i], std::byte(m_deviceRequest.undefined)))
            return true;
    }
    return false;
}

/// If a kernel has to set an element to -1, say, and does not write it, it may be right because of
/// the previous memory contents. With different contents it is not.
void RunPerformer::executeOnceMore() {
    constexpr std::uint8_t kOther = 0x5A;
    const bool isDone = m_deviceResult.status == RunStatus::ok && m_deviceResult.checked;
    if (!m_request.judged || !isDone || !m_parts.empty() || !mayBeUnwritten())
        return;
    DeviceRunRequest again = m_deviceRequest;
    again.undefined = kOther;
    again.repeats = 0;
    again.timeoutSeconds = m_limit->secondsLeft();
    again.graph = again.energy = again.metrics = again.trace = again.profile = again.profileWork =
        false;
    again.peakKernels.reset();
    DeviceRunResult result = m_services.worker.run(again, m_userStop, m_progress);
    if (result.status != RunStatus::ok)
        m_deviceResult = std::move(result);
}

const DeviceInfo* RunPerformer::simulatedLike(const DeviceInfo& real) const {
    const estimate::GpuModel* model = estimate::findModel(real.name);
    const auto found =
        std::find_if(m_devices.begin(), m_devices.end(), [&](const DeviceInfo& device) {
            return model && device.simulated && device.usable() &&
                   estimate::findModel(device.name) == model;
        });
    return found == m_devices.end() ? nullptr : &*found;
}

/// With estimateBeside, a simulated GPU of the same kind says what the launches ask of the
/// hardware. Nothing else of its run counts. \returns nothing if that is not wanted or failed
std::vector<DeviceLaunchResult> RunPerformer::profileBeside() {
    if (!m_request.estimateBeside || m_report.device->simulated)
        return {};
    try {
        const DeviceInfo* device = simulatedLike(*m_report.device);
        if (!device) {
            m_estimateNote =
                fmt::format("estimate: no simulated GPU is like {}", m_report.device->name);
            return {};
        }
        m_progress({"Estimating", -1});
        DeviceRunRequest request = m_deviceRequest;
        request.device = {true, device->ordinal};
        request.repeats = request.warmup = 0;
        request.timeoutSeconds = m_limit->secondsLeft();
        request.guards = request.checkFaults = request.metrics = request.trace = request.graph =
            request.energy = request.profile = false;
        request.peakKernels.reset();
        for (DeviceBuffer& buffer : request.buffers) {
            buffer.residentKey.clear();
            buffer.result = {};
            buffer.kept = false;
        }
        request.profileWork = true;
        prepareForProfiles(request);
        DeviceRunResult result = m_services.worker.run(request, m_userStop, m_progress);
        throwIfStopped();
        m_deviceRequest.timeoutSeconds = m_limit->secondsLeft();
        if (result.status == RunStatus::ok)
            return std::move(result.launches);
        m_estimateNote = fmt::format("estimate: {}", result.message.whole());
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::cancelled)
            throw;
        m_estimateNote = fmt::format("estimate: {}", error.what());
    }
    return {};
}

/// Combines the devices' copies of buffers that are whole on each.
void RunPerformer::reduce() {
    const project::CancellationScope cancellation(m_stop);
    for (std::size_t i = 0; i < m_results.size(); ++i) {
        const auto& reduction = m_request.project.buffers[i].reduce;
        if (!reduction || !m_results[i].block())
            continue;
        const arrays::HostArray& first = m_parts.front().own[i];
        std::copy(first.bytes().begin(), first.bytes().end(), m_results[i].bytes().begin());
        for (std::size_t part = 1; part < m_parts.size(); ++part)
            project::reduceInto(m_results[i], m_parts[part].own[i], *reduction);
    }
}

std::vector<HostPlace> RunPerformer::placesOf(const std::vector<arrays::HostArray>& arrays) const {
    std::vector<HostPlace> places;
    places.reserve(arrays.size());
    for (const arrays::HostArray& array : arrays)
        places.push_back(array.block() ? m_services.blocks->placeOf(array) : HostPlace{});
    return places;
}

/// The source's name in messages.
std::string RunPerformer::sourceName() const {
    return sourceFileName(m_request.project);
}

void RunPerformer::fail(const Error& problem) {
    // A stop that the user did not request comes from the time limit.
    const bool late = problem.kind() == ErrorKind::cancelled && m_limit && m_limit->isOver();
    const Error error = late
                            ? Error(ErrorKind::timeout,
                                    phrase("{problem}, at \"{phase}\"",
                                           {{"problem", runOverLimit(m_plan.timing.timeoutSeconds)},
                                            {"phase", m_phase}})
                                        .advised(phrase("allow more with timeout_s or --timeout")))
                            : problem;
    m_report.status = error.kind() == ErrorKind::cancelled ? RunStatus::cancelled
                      : error.kind() == ErrorKind::timeout ? RunStatus::timeout
                      : error.kind() == ErrorKind::compile ? RunStatus::compile_error
                                                           : RunStatus::device_error;
    m_report.message = error.said();
    m_report.place = error.place();
    m_report.cause = error;
}

void RunPerformer::throwIfStopped() const {
    if (m_stop.stop_requested())
        throw Error(ErrorKind::cancelled, runCancelled());
}

} // namespace warpbench::session
