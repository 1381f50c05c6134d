// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_performer.h"

#include "core/arrays/statistics.h"
#include "core/base/cancellation.h"
#include "core/base/path_text.h"
#include "core/compile/ptx_variables.h"
#include "core/launch/statistics.h"
#include "core/memory/out_of_memory.h"
#include "core/project/check.h"
#include "core/project/evaluate.h"
#include "core/project/init.h"
#include "core/project/project_file.h"
#include "core/session/buffer_contents.h"
#include "core/session/device_preference.h"
#include "core/session/run_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace warpbench::session {

RunPerformer::RunPerformer(const RunServices& services, RunRequest request,
                           std::uint64_t generation, std::stop_token stop, ProgressHandler progress)
    : m_services(services)
    , m_request(std::move(request))
    , m_stop(std::move(stop))
    , m_progress(progress ? std::move(progress) : [](const Progress&) {}) {
    m_report.generation = generation;
    m_report.project = m_request.project.name;
}

RunReport RunPerformer::perform() {
    plan();
    const project::CancellationScope cancellation(m_stop);
    try {
        // A real device may turn out to give no context: then the next one, if the choice is ours.
        while (chooseAndCompile()) {
            checkMemory();
            prepare();
            execute();
            if (!m_deviceResult.noContext || !choiceIsFree(m_request.device))
                break;
            m_devices[std::size_t(m_report.device->index)].problem = m_deviceResult.message;
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
    plan();
    const project::CancellationScope cancellation(m_stop);
    m_devices = m_services.devices(m_stop);
    const DeviceInfo& preferred = m_devices[choosePreferredDevice(m_devices, m_request.device)];
    if (!preferred.simulated) {
        notes.push_back(
            fmt::format("{} cannot be stepped through: this is the simulated GPU", preferred.name));
        m_request.device = "sim";
    }
    m_debug = true;
    if (!chooseAndCompile()) {
        const auto& all = m_report.compile->diagnostics;
        const auto first = std::find_if(all.begin(), all.end(), [](const auto& diagnostic) {
            return diagnostic.severity == compile::Severity::error;
        });
        throw Error(ErrorKind::compile, m_report.message,
                    first == all.end() ? std::string() : first->text,
                    first == all.end() ? Place() : first->place);
    }
    checkMemory();
    prepare();
    StepOpen open;
    open.run = m_deviceRequest;
    open.run.cubin.clear(); // its own copy of the PTX has no lines
    open.run.repeats = 0;
    open.run.checkFaults = open.run.metrics = false;
    open.run.timeoutSeconds = 0;
    for (DeviceBuffer& buffer : open.run.buffers) {
        buffer.residentKey.clear(); // what is stepped through leaves nothing behind
        buffer.result = {};
    }
    open.launch = launch;
    open.file = sourceName();
    open.sharedTypes = compile::sharedTypes(m_request.source);
    return open;
}

// ---- plan ----

void RunPerformer::plan() {
    if (m_request.source.empty())
        m_request.source = project::sourceText(m_request.project);
    m_plan = project::makePlan(m_request.project, m_request.set);
    for (const auto& [buffer, expect] : m_request.extraChecks)
        project::attachExpect(m_plan, buffer, expect);
    if (m_request.timeoutSeconds)
        m_plan.timing.timeoutSeconds = *m_request.timeoutSeconds;
}

// ---- choose, compile ----

bool RunPerformer::chooseAndCompile() {
    throwIfStopped();
    if (m_devices.empty())
        m_devices = m_services.devices(m_stop);
    const std::size_t chosen = choosePreferredDevice(m_devices, m_request.device);
    m_report.device = m_devices[chosen];
    return compileFor(m_devices[chosen]);
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
    m_report.message = "the kernel did not compile";
    return false;
}

/// Where a message of the compiler that has no place points to: it is about the architecture or
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
    for (const project::PlannedBuffer& buffer : m_plan.buffers) {
        wanted += buffer.used ? buffer.bytes : 0;
        if (!largest || buffer.bytes > largest->bytes)
            largest = &buffer;
    }
    const std::uint64_t available = m_report.device->memoryBytes;
    if (largest && available > 0 && wanted > available)
        throw Error(ErrorKind::device,
                    fmt::format("the buffers need {}, and {} has {}; the largest is \"{}\" with {}",
                                memory::formatBytes(wanted), m_report.device->name,
                                memory::formatBytes(available), largest->name,
                                memory::formatBytes(largest->bytes)),
                    "make the buffers smaller", largest->place);
}

void RunPerformer::prepare() {
    std::uint64_t all = 0;
    std::vector<std::size_t> sizes;
    for (const project::PlannedBuffer& buffer : m_plan.buffers) {
        all += buffer.bytes;
        sizes.push_back(std::size_t(buffer.bytes));
        if (buffer.download && buffer.used)
            sizes.push_back(std::size_t(buffer.bytes));
    }
    const auto allocate = m_services.blocks->allocatorFor(std::move(sizes));
    std::uint64_t filled = 0;
    m_progress({"Filling buffers", 0});
    m_initial = project::initialiseBuffers(m_plan, [&](std::size_t bytes) {
        throwIfStopped();
        m_progress({"Filling buffers", double(filled) / double(std::max<std::uint64_t>(1, all))});
        filled += bytes;
        return allocate(bytes);
    });
    throwIfStopped();
    m_results.assign(m_plan.buffers.size(), {});
    for (std::size_t i = 0; i < m_plan.buffers.size(); ++i) {
        const project::PlannedBuffer& buffer = m_plan.buffers[i];
        if (buffer.download && buffer.used)
            m_results[i] =
                memory::HostArray(buffer.dtype, buffer.shape, allocate(std::size_t(buffer.bytes)));
    }
    m_deviceRequest = deviceRequestFor(m_request.project, m_plan, m_compiled, *m_report.device,
                                       *m_services.blocks, m_initial, m_results);
    // A simulated time says nothing of a GPU's, so one pass with no warm-up will do.
    const bool simulated = m_report.device->simulated;
    m_deviceRequest.repeats = m_request.repeats.value_or(
        simulated ? std::min(1, m_plan.timing.repeats) : m_plan.timing.repeats);
    m_deviceRequest.warmup =
        m_request.warmup.value_or(simulated && !m_request.repeats ? 0 : m_plan.timing.warmup);
    m_deviceRequest.checkFaults = m_request.checkFaults;
    m_deviceRequest.metrics = m_request.metrics;
}

// ---- execute, collect ----

void RunPerformer::execute() {
    throwIfStopped();
    m_deviceResult = m_services.worker.run(m_deviceRequest, m_stop, m_progress);
}

void RunPerformer::collect() {
    m_report.status = m_deviceResult.status;
    m_report.message = m_deviceResult.message;
    if (m_deviceResult.failedLaunch >= 0)
        m_report.place = m_plan.launches[std::size_t(m_deviceResult.failedLaunch)].place;
    m_report.transfers = m_deviceResult.transfers;
    m_report.faults = m_deviceResult.faults;
    m_report.notes = m_deviceResult.notes;
    // PTX has absolute names; the source's own is the one that the user knows.
    const std::string own = sourceName();
    std::error_code ignored;
    const auto absolute = std::filesystem::absolute(pathFromUtf8(own), ignored).lexically_normal();
    for (Fault& fault : m_report.faults) {
        if (pathFromUtf8(fault.file).lexically_normal() == absolute)
            fault.file = own;
        const auto buffer =
            std::find_if(m_plan.buffers.begin(), m_plan.buffers.end(),
                         [&](const auto& planned) { return planned.name == fault.buffer; });
        if (buffer != m_plan.buffers.end() && buffer->dtype.size() > 0) {
            fault.elementBytes = buffer->dtype.size();
            fault.elements = buffer->bytes / buffer->dtype.size();
        }
    }
    m_report.standardOutput = m_deviceResult.standardOutput;
    for (std::size_t i = 0; i < m_deviceResult.launches.size(); ++i)
        collectLaunch(i);
    m_report.buffersAtFault = m_deviceResult.downloadedAtFault;
    if (!m_deviceResult.checked && !m_report.buffersAtFault)
        return;
    for (std::size_t i = 0; i < m_plan.buffers.size(); ++i) {
        throwIfStopped();
        m_progress({"Checking results", double(i) / double(m_plan.buffers.size())});
        collectBuffer(i);
    }
    const bool failed =
        std::any_of(m_report.buffers.begin(), m_report.buffers.end(),
                    [](const BufferReport& b) { return b.expect && !b.expect->passed; });
    if (failed && m_report.status == RunStatus::ok) {
        m_report.status = RunStatus::expect_failed;
        m_report.message = "a buffer does not hold what is expected";
    }
}

/// The source's name as it stands in messages.
std::string RunPerformer::sourceName() const {
    return compileRequestFor(m_request.project, m_plan.compile, {}, {}, nullptr).fileName;
}

void RunPerformer::collectLaunch(std::size_t index) {
    const project::PlannedLaunch& planned = m_plan.launches[index];
    DeviceLaunchResult& result = m_deviceResult.launches[index];
    const compile::KernelInfo& kernel = kernelOf(m_compiled, planned);
    LaunchReport& report = m_report.launches.emplace_back();
    report.kernel = planned.kernel;
    report.grid = planned.grid;
    report.block = planned.block;

    // What ptxas says goes first: a simulated driver only estimates registers.
    occupancy::KernelUsage usage;
    usage.threads = occupancy::threadsOf(planned.block);
    usage.registers = kernel.registers.value_or(result.registers);
    usage.staticShared = kernel.sharedBytes.value_or(result.staticShared);
    usage.dynamicShared = std::int64_t(planned.sharedBytes);
    if (planned.maxDynamicShared)
        usage.maxDynamicShared = std::int64_t(*planned.maxDynamicShared);
    usage.barriers = kernel.barriers.value_or(0);
    usage.maxThreads = kernel.maxThreads.value_or(result.maxThreads);
    report.usage = usage;
    report.sharedBytes = std::uint64_t(usage.staticShared) + planned.sharedBytes;
    if (kernel.registers || !m_report.device->simulated)
        report.occupancy = occupancy::compute(m_report.device->limits, usage);

    if (!result.samplesMs.empty()) {
        const TimeStatistics& time =
            report.time.emplace(launch::summarize(result.samplesMs, result.clock));
        // No rate is made of a simulated time: it would look like a GPU's.
        if (!m_report.device->simulated && time.median > 0) {
            if (planned.metrics.bytes)
                report.bytesPerSecond = *planned.metrics.bytes / (time.median / 1000);
            if (planned.metrics.flops)
                report.flopsPerSecond = *planned.metrics.flops / (time.median / 1000);
        }
    }
    report.counters = std::move(result.counters);
    if (report.counters) {
        const std::filesystem::path own = sourceName();
        std::erase_if(report.counters->lines, [&](const LineCounters& line) {
            return !line.file.empty() && pathFromUtf8(line.file).filename() != own.filename();
        });
    }
}

void RunPerformer::collectBuffer(std::size_t index) {
    const project::PlannedBuffer& planned = m_plan.buffers[index];
    BufferReport& report = m_report.buffers.emplace_back();
    report.name = planned.name;
    report.dtype = planned.dtype;
    report.shape = planned.shape;
    BufferContents contents{planned.dtype, {}, std::nullopt};
    const bool downloaded = m_results[index].block() != nullptr;
    if (downloaded)
        contents.array = m_results[index];
    else if (planned.resident)
        contents.resident = {m_deviceRequest.device, planned.name,
                             m_deviceRequest.buffers[index].residentKey};
    else
        contents.array = m_initial[index];
    if (!contents.resident) {
        const memory::Statistics values = memory::statisticsOf(contents.array, m_stop);
        report.min = values.min;
        report.max = values.max;
        report.mean = values.mean;
        report.nan = values.nan;
        report.inf = values.inf;
    }
    report.ref = makeRef(planned.name, m_report.generation, std::uint64_t(planned.elements),
                         std::move(contents));
    if (!planned.expect || m_report.buffersAtFault)
        return;
    const auto initial = [this](std::size_t buffer) { return m_initial[buffer]; };
    const auto after = [this](std::size_t buffer) {
        return m_results[buffer].block() ? m_results[buffer] : m_initial[buffer];
    };
    project::CheckResult check =
        project::checkBuffer(m_plan, index, *planned.expect, initial, after);
    ExpectReport& expect = report.expect.emplace();
    expect.passed = check.passed;
    expect.mismatches = check.mismatches;
    expect.maxAbsError = check.maxAbsError;
    expect.maxRelError = check.maxRelError;
    if (check.firstMismatch)
        expect.firstMismatch = ExpectReport::Mismatch{
            check.firstMismatch->index, check.firstMismatch->got, check.firstMismatch->want};
    expect.wrong = check.wrong;
    if (!check.passed)
        expect.want = makeRef(planned.name, m_report.generation, std::uint64_t(planned.elements),
                              {planned.dtype, std::move(check.want), std::nullopt});
}

void RunPerformer::fail(const Error& error) {
    m_report.status = error.kind() == ErrorKind::cancelled ? RunStatus::cancelled
                      : error.kind() == ErrorKind::timeout ? RunStatus::timeout
                      : error.kind() == ErrorKind::compile ? RunStatus::compile_error
                                                           : RunStatus::device_error;
    m_report.message = error.what();
    m_report.place = error.place();
    m_report.cause = error;
}

void RunPerformer::throwIfStopped() const {
    if (m_stop.stop_requested())
        throw Error(ErrorKind::cancelled, "the run was cancelled");
}

} // namespace warpbench::session
