// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the results of a run into its report.
#include "core/base/path_text.h"
#include "core/device/device_faults.h"
#include "core/launch/statistics.h"
#include "core/plan/init.h"
#include "core/project/project_files.h"
#include "core/report/buffer_contents.h"
#include "core/report/ptx_flops.h"
#include "core/run/kept_results.h"
#include "core/run/launch_estimate.h"
#include "core/run/run_input.h"
#include "core/run/run_performer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <span>

namespace warpbench::session {

namespace {

/// The simulated GPU's numbering of lines: linked sources follow the source, in order.
std::string allPtx(const compile::CompileResult& compiled) {
    std::string all = compiled.ptx;
    for (const compile::CodePart& part : compiled.parts) {
        if (!all.empty() && all.back() != '\n')
            all += '\n';
        all += part.ptx;
    }
    return all;
}

} // namespace

namespace {

/// Lines of a header or a linked source.
std::string textOrNothing(const std::string& file) {
    try {
        return project::readTextFile(pathFromUtf8(file));
    } catch (const Error&) {
        return {};
    }
}

} // namespace

void RunPerformer::collect() {
    m_report.status = m_deviceResult.status;
    m_report.message = m_deviceResult.message;
    if (m_deviceResult.failedLaunch >= 0)
        m_report.place = m_plan.launches[std::size_t(m_deviceResult.failedLaunch)].place;
    m_report.transfers = m_deviceResult.transfers;
    m_report.conditions = m_deviceResult.conditions;
    if (const auto& graph = m_deviceResult.graph)
        m_report.graph = GraphReport{graph->nodes, graph->captureMs, graph->coldMs,
                                     launch::summarize(graph->warmMs, graph->clock),
                                     launch::summarize(graph->replayMs, graph->clock)};
    m_report.energy = m_deviceResult.energy;
    m_report.rotated = m_deviceResult.rotated;
    m_report.context = m_deviceResult.context;
    m_report.memory = m_deviceResult.memory;
    m_report.peaks = m_deviceResult.peaks;
    m_report.faults = m_deviceResult.faults;
    m_report.findings = m_deviceResult.findings;
    m_report.notes = m_deviceResult.notes;
    if (m_request.energy && m_report.device->simulated)
        m_report.notes.emplace_back("energy: not measured, because the GPU is simulated");
    if (!m_peakNote.empty())
        m_report.notes.push_back(m_peakNote);
    if (!m_estimateNote.empty())
        m_report.notes.push_back(m_estimateNote);
    if (!m_fillers.problem.empty())
        m_report.notes.push_back(m_fillers.problem);
    // PTX has absolute names; the user knows the source by its own.
    const std::string own = sourceName();
    std::error_code ignored;
    const auto absolute = std::filesystem::absolute(pathFromUtf8(own), ignored).lexically_normal();
    const auto nameOwn = [&](Fault& fault) {
        if (pathFromUtf8(fault.file).lexically_normal() == absolute)
            fault.file = own;
    };
    std::erase_if(m_report.findings, [&](Fault& finding) {
        nameOwn(finding);
        return mayHaveReturned(finding, finding.file == own ? m_request.source
                                                            : textOrNothing(finding.file));
    });
    for (Fault& fault : m_report.faults) {
        nameOwn(fault);
        tellElements(fault, m_plan.buffers,
                     [](const auto& planned) { return planned.bytes / planned.dtype.size(); });
        if (fault.kind == "input_written" && fault.offset && fault.elementBytes > 0)
            *fault.offset -=
                *fault.offset % std::int64_t(fault.elementBytes); // one of its bytes differs
    }
    m_report.standardOutput = m_deviceResult.standardOutput;
    if (m_request.metrics)
        m_allPtx = allPtx(m_compiled);
    for (std::size_t i = 0; i < m_deviceResult.launches.size(); ++i)
        collectLaunch(i);
    noteUnawaited();
    noteUnchecked();
    collectVariables();
    collectShares();
    m_report.buffersAtFault = m_deviceResult.downloadedAtFault;
    if (!m_deviceResult.checked && !m_report.buffersAtFault)
        return;
    dropInitial();
    makeReferencesAnew();
    HostExpected request{{m_plan, placesOf(m_initial), placesOf(m_results), m_kept}, {}};
    if (m_report.buffersAtFault) // only their statistics
        for (project::PlannedBuffer& buffer : request.check.plan.buffers)
            buffer.expect.reset();
    std::vector<HostVerdict> verdicts(m_plan.buffers.size());
    if (m_request.statistics || std::any_of(m_plan.buffers.begin(), m_plan.buffers.end(),
                                            [](const auto& b) { return b.expect.has_value(); }))
        verdicts = m_services.host.check(request.check, m_stop, m_progress);
    for (std::size_t i = 0; i < m_plan.buffers.size(); ++i) {
        if (m_kept[i] && m_request.statistics)
            lookThroughKept(i, verdicts.at(i));
        collectBuffer(i, std::move(verdicts.at(i)));
    }
    collectExpected(std::move(request));
    const bool failed =
        std::any_of(m_report.buffers.begin(), m_report.buffers.end(),
                    [](const BufferReport& b) { return b.expect && !b.expect->passed; });
    if (failed && m_report.status == RunStatus::ok) {
        m_report.status = RunStatus::expect_failed;
        m_report.message = {
            "WB1915", "a buffer does not hold the expected values",
            "look at the first wrong elements, in the Buffers panel or in the report"};
    }
}

/// Releases the buffers' first contents once they are no longer needed.
void RunPerformer::dropInitial() {
    const std::vector<bool> named = project::buffersNamedAtFirst(m_plan);
    for (std::size_t i = 0; i < m_initial.size(); ++i)
        if (!named[i] && (m_results[i].block() || m_kept[i]))
            m_initial[i] = {};
}

/// A kernel on a real GPU may access all memory of its process (heterogeneous memory management),
/// including the first contents of buffers. So a foreign kernel's results are compared with data
/// that it never had access to.
void RunPerformer::makeReferencesAnew() {
    if (m_request.project.foreignSource.empty() || m_report.device->simulated)
        return;
    for (arrays::HostArray& initial : m_initial)
        if (initial.block())
            initial = arrays::HostArray(initial.dtype(), initial.shape(),
                                        m_services.blocks->allocateNew(initial.sizeBytes()));
    m_services.host.fill({m_plan, placesOf(m_initial)}, m_stop, m_progress);
}

/// A programmatic launch whose kernel never waits reads data that the previous one may still write.
void RunPerformer::noteUnawaited() {
    const auto& launches = launchesOfFirst();
    const bool waits = m_compiled.ptx.empty() || !m_compiled.parts.empty() ||
                       m_compiled.ptx.find("griddepcontrol.wait") != std::string::npos;
    for (std::size_t i = 0; i < launches.size() && !waits; ++i) {
        if (launches[i].programmatic)
            m_report.notes.push_back(fmt::format(
                "launch {} (\"{}\") is programmatic, and no kernel of the source waits with "
                "cudaGridDependencySynchronize(): on a GPU it may read what launch {} has not "
                "written yet",
                i, launches[i].kernel, i - 1));
    }
}

/// Requested checks that were not done, so that silence is not mistaken for success.
void RunPerformer::noteUnchecked() {
    if (guardsForFaults())
        m_report.unchecked.push_back(fmt::format(
            "{} finds only writes up to 16 KiB outside of a buffer; races, reads outside of "
            "buffers and reads of memory never written were not checked; use a simulated device "
            "(--device sim) to check them",
            m_report.device->name));
    if (m_compiled.unconfined && !m_request.project.foreignSource.empty())
        m_report.unchecked.push_back("this system could not keep the compiler from files outside "
                                     "the source's folder");
    m_report.notes.insert(m_report.notes.end(), m_report.unchecked.begin(),
                          m_report.unchecked.end());
}

void RunPerformer::collectVariables() {
    std::size_t next = 0;
    for (const project::PlannedConstant& constant : m_plan.constants) {
        if (!constant.read || next == m_deviceResult.variables.size())
            continue;
        const std::vector<std::uint8_t>& bytes = m_deviceResult.variables[next++];
        arrays::HostArray values(constant.dtype,
                                 {std::int64_t(bytes.size() / constant.dtype.size())});
        std::ranges::copy(std::as_bytes(std::span(bytes)), values.bytes().begin());
        m_report.variables.push_back({constant.symbol, std::move(values)});
    }
}

void RunPerformer::collectShares() {
    double last = 0;
    for (const RunPart& part : m_parts)
        last = std::max(last, part.busyMs);
    std::vector<DeviceInfo> devices;
    for (const RunPart& part : m_parts)
        devices.push_back(part.device);
    for (std::string& note : notesOnSharedDevices(devices))
        m_report.notes.push_back(std::move(note));
    for (const RunPart& part : m_parts) {
        DeviceShare& share = m_report.devices.emplace_back();
        share.device = part.device;
        share.firstRow = part.part.rows.first;
        share.rows = part.part.rows.rows;
        const DeviceExchange& exchange = part.result.exchange;
        share.busyMs = part.busyMs - exchange.waitedMs;
        share.waitedMs = last - part.busyMs + exchange.waitedMs;
        share.conditions = part.result.conditions;
        share.memory = part.result.memory;
        share.peaks = part.result.peaks;
        if (exchange.times > 0)
            share.exchange = {exchange.peerCopies && exchange.throughHost ? "peer, host"
                              : exchange.peerCopies                       ? "peer"
                              : part.device.host.empty()                  ? "host"
                                                                          : "mpi",
                              exchange.times, exchange.bytes, exchange.ms};
        for (std::size_t i = 0; i < part.result.launches.size(); ++i) {
            const project::PlannedLaunch& planned = part.part.plan.launches[i];
            const DeviceLaunchResult& result = part.result.launches[i];
            LaunchReport& launch = share.launches.emplace_back();
            launch.shape() = planned.shape();
            if (!result.samplesMs.empty())
                launch.time = launch::summarize(result.samplesMs, result.clock);
        }
    }
}

const std::vector<project::PlannedLaunch>& RunPerformer::launchesOfFirst() const {
    return (m_parts.empty() ? m_plan : m_parts.front().part.plan).launches;
}

/// Whether a launch is timed together with another.
bool RunPerformer::sharesTime(std::size_t index) const {
    const auto& launches = launchesOfFirst();
    return launches[index].programmatic ||
           (index + 1 < launches.size() && launches[index + 1].programmatic);
}

/// The work done in the time of a launch: its own, and that of the launches timed with it; empty
/// for a figure that one of them lacks.
project::PlannedMetrics RunPerformer::workTimedWith(std::size_t index) const {
    const auto& launches = launchesOfFirst();
    project::PlannedMetrics work = launches[index].metrics;
    const auto add = [](std::optional<double>& sum, const std::optional<double>& more) {
        sum = sum && more ? std::optional(*sum + *more) : std::nullopt;
    };
    for (std::size_t i = index + 1; i < launches.size() && launches[i].programmatic; ++i) {
        add(work.bytes, launches[i].metrics.bytes);
        add(work.flops, launches[i].metrics.flops);
    }
    return work;
}

void RunPerformer::collectLaunch(std::size_t index) {
    const project::PlannedLaunch& planned = launchesOfFirst()[index];
    DeviceLaunchResult& result = m_deviceResult.launches[index];
    LaunchReport& report = m_report.launches.emplace_back();
    report.shape() = planned.shape();
    report.computedBy = result.computedBy;
    if (!planned.library)
        collectUsage(kernelOf(m_compiled, planned), result, report);
    if (planned.library && m_report.device->simulated)
        m_report.notes.push_back(fmt::format("{} was computed by {}, because a simulated GPU does "
                                             "not provide {}: its time is not a GPU time",
                                             report.step, result.computedBy,
                                             project::libraryOf(planned.library->function)));

    if (planned.programmatic)
        report.timedWith = m_report.launches[index - 1].timedWith.value_or(index - 1);
    if (!result.samplesMs.empty()) {
        const TimeStatistics& time =
            report.time.emplace(launch::summarize(result.samplesMs, result.clock));
        report.time->startsMs = std::move(result.startsMs);
        if (m_report.conditions)
            report.conditions = cuda::conditionsAt(m_report.conditions->timeline, time.startsMs);
        const project::PlannedMetrics work = workTimedWith(index);
        // No rates from simulated times: they would look like a GPU's.
        if (!m_report.device->simulated && time.median > 0) {
            if (work.bytes)
                report.bytesPerSecond = *work.bytes / (time.median / 1000);
            if (work.flops)
                report.flopsPerSecond = *work.flops / (time.median / 1000);
        }
    }
    if (planned.library)
        return;
    collectCounters(index, result, report);
    collectEstimate(index, report);
}

void RunPerformer::collectEstimate(std::size_t index, LaunchReport& report) const {
    const DeviceLaunchResult& result = m_deviceResult.launches[index];
    if (!result.work || !report.usage)
        return;
    const compile::KernelInfo& kernel = kernelOf(m_compiled, launchesOfFirst()[index]);
    EstimateInput input{m_compiled, kernel.lowered, sourceName(), *report.usage};
    input.localBytes = static_cast<std::uint64_t>(kernel.localBytes.value_or(0));
    for (const DeviceLaunchResult& launch : m_deviceResult.launches)
        if (launch.work)
            input.passLines += double(launch.work->distinctLines);
    if (m_plan.timing.flushL2)
        input.passLines = std::numeric_limits<double>::infinity();
    report.estimate = estimateOf(*result.work, input, *m_report.device);
}

void RunPerformer::collectUsage(const compile::KernelInfo& kernel, const DeviceLaunchResult& result,
                                LaunchReport& report) const {
    // ptxas has precedence: a simulated driver only estimates registers.
    occupancy::KernelUsage usage = usageOf(report, kernel);
    usage.registers = kernel.registers.value_or(result.registers);
    usage.staticShared = kernel.sharedBytes.value_or(result.staticShared);
    usage.maxThreads = kernel.maxThreads.value_or(result.maxThreads);
    report.usage = usage;
    report.staticShared = usage.staticShared;
    if (kernel.registers || !m_report.device->simulated)
        report.occupancy = occupancy::compute(m_report.device->limits, usage);
}

void RunPerformer::collectCounters(std::size_t index, DeviceLaunchResult& result,
                                   LaunchReport& report) const {
    if (result.trace) {
        for (TracedBuffer& buffer : result.trace->buffers) {
            const auto found = std::find_if(m_plan.buffers.begin(), m_plan.buffers.end(),
                                            [&](const auto& b) { return b.name == buffer.name; });
            if (found != m_plan.buffers.end())
                buffer.elementBytes = found->dtype.size();
        }
        report.trace = std::move(result.trace);
    }
    report.hardware = result.hardware;
    report.counters = std::move(result.counters);
    if (report.counters && !m_compiled.ptx.empty())
        report.counters->flops = flopsOf(report.counters->ptxLines, m_allPtx);
    report.roofline = rooflineOf(report, sharesTime(index) ? std::nullopt : m_report.peaks);
    if (report.roofline && sharesTime(index)) // the time of this launch alone is unknown
        report.roofline->flopsPerSecond = report.roofline->bytesPerSecond = std::nullopt;
    if (report.counters) {
        const std::filesystem::path own = pathFromUtf8(sourceName());
        std::erase_if(report.counters->lines, [&](const LineCounters& line) {
            return !line.file.empty() && !isSameSource(pathFromUtf8(line.file), own);
        });
    }
}

/// The location of a buffer that stays on its device or devices.
std::vector<BufferContents::Resident> RunPerformer::onDevices(std::size_t index) const {
    std::vector<BufferContents::Resident> parts;
    const auto add = [&](const DeviceRunRequest& request) {
        const DeviceBuffer& buffer = request.buffers[index];
        parts.push_back(
            {request.device, buffer.name, buffer.residentKey, buffer.kept, false, buffer.bytes});
    };
    if (m_parts.empty())
        add(m_deviceRequest);
    for (const RunPart& part : m_parts)
        add(part.request);
    return parts;
}

/// Statistics of a buffer that stays on the device, read through the host.
void RunPerformer::lookThroughKept(std::size_t index, HostVerdict& verdict) {
    const project::PlannedBuffer& planned = m_plan.buffers[index];
    m_progress({"Downloading", double(index) / double(m_plan.buffers.size())});
    const auto parts = onDevices(index);
    KeptFigures figures;
    try {
        figures =
            figuresOfKept(m_services.worker, *m_services.blocks, planned.dtype, parts, m_stop);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::device)
            throw;
        // A fault during timing destroyed it, as the run's own message says.
        m_report.notes.push_back(
            fmt::format("The contents of \"{}\" are lost: {}", planned.name, error.what()));
        return;
    }
    for (std::size_t i = 0; i < parts.size(); ++i)
        m_report.transfers.push_back({planned.name, false, parts[i].bytes, figures.ms[i]});
    verdict.setStatistics(figures.values);
}

void RunPerformer::collectBuffer(std::size_t index, HostVerdict verdict) {
    const project::PlannedBuffer& planned = m_plan.buffers[index];
    BufferReport& report = m_report.buffers.emplace_back();
    report.name = planned.name;
    report.dtype = planned.dtype;
    report.shape = planned.shape;
    report.memory = planned.memory;
    report.min = verdict.min;
    report.max = verdict.max;
    report.mean = verdict.mean;
    report.nan = verdict.nan;
    report.inf = verdict.inf;
    report.exactMin = std::move(verdict.exactMin);
    report.exactMax = std::move(verdict.exactMax);
    report.expect = std::move(verdict.expect);
    BufferContents contents{planned.dtype, {}, {}};
    if (m_results[index].block())
        contents.array = m_results[index];
    else if (planned.resident || m_kept[index])
        contents.resident = onDevices(index);
    else
        contents.array = m_initial[index];
    report.ref = makeRef(planned.name, m_report.generation, std::uint64_t(planned.elements),
                         std::move(contents));
}

/// Keeps the expected contents of buffers whose check failed, for viewing. The verdict does not
/// depend on it: without enough memory for it, a note says so.
void RunPerformer::collectExpected(HostExpected request) {
    std::vector<arrays::HostArray> wants(m_plan.buffers.size());
    bool any = false;
    try {
        for (std::size_t i = 0; i < wants.size(); ++i) {
            const auto& expect = m_report.buffers[i].expect;
            if (!expect || expect->passed)
                continue;
            const project::PlannedBuffer& planned = m_plan.buffers[i];
            wants[i] = arrays::HostArray(planned.dtype, planned.shape,
                                         m_services.blocks->allocate(std::size_t(planned.bytes)));
            any = true;
        }
        if (!any)
            return;
        m_progress({"Collecting expected values", -1});
        request.want = placesOf(wants);
        m_services.host.writeExpected(request, m_stop);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::cancelled && !m_limit->isOver())
            throw;
        m_report.notes.push_back(fmt::format(
            "The expected contents of the buffers could not be kept: {}", error.what()));
        return;
    }
    for (std::size_t i = 0; i < wants.size(); ++i) {
        const project::PlannedBuffer& planned = m_plan.buffers[i];
        if (wants[i].block())
            m_report.buffers[i].expect->want =
                makeRef(planned.name, m_report.generation, std::uint64_t(planned.elements),
                        {planned.dtype, std::move(wants[i]), {}});
    }
}

} // namespace warpbench::session
