// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/findings/device_findings.h"

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/findings/debugger.h"
#include "core/simgpu/driver/findings/program_faults.h"
#include "core/simgpu/driver/sized.h"
#include "core/simgpu/engine/debug/source_names.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <tuple>
#include <utility>

namespace warpbench::simgpu::driver {

namespace {

bool isSame(const engine::Fault& one, const engine::Fault& other) {
    if (one.kind != other.kind || one.kernel != other.kernel || one.file != other.file)
        return false;
    if (one.line == 0)
        return one.ptxLine == other.ptxLine && one.otherLine == other.otherLine;
    // Of a race, whichever of its accesses came second.
    return std::minmax(one.line, one.otherLine) == std::minmax(other.line, other.otherLine);
}

void merge(std::deque<engine::Fault>& all, const std::vector<engine::Fault>& found,
           Severity severity) {
    for (const engine::Fault& fault : found) {
        const auto known = std::find_if(all.begin(), all.end(), [&](const engine::Fault& other) {
            return isSame(fault, other);
        });
        if (known == all.end()) {
            all.push_back(fault);
            if (programFaultsAreSaid() && fault.kind != engine::FaultKind::cancelled)
                sayProgramFault(fault, severity);
        } else {
            known->count += fault.count;
        }
    }
}

template <typename Out>
void copyCounters(Out& out, const engine::Counters& from, const engine::InstructionMix& mix) {
#define WBSIM_COUNTER(member, key, text) out.counters.member = from.member;
#include "core/simgpu/include/wbsim_counters.inc"
#undef WBSIM_COUNTER
    std::copy(mix.begin(), mix.end(), out.mix);
}

template <typename Array>
void addEach(Array& sum, const Array& part) {
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += part[i];
}

bool comesBefore(const engine::LineMetrics& a, const engine::LineMetrics& b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
}
bool comesBefore(const engine::PtxLineMetrics& a, const engine::PtxLineMetrics& b) {
    return a.line < b.line;
}

void add(engine::LineMetrics& sum, const engine::LineMetrics& line) {
    sum += line;
    addEach(sum.mix, line.mix);
}
void add(engine::PtxLineMetrics& sum, const engine::PtxLineMetrics& line) {
    sum.warpInstructions += line.warpInstructions;
    sum.threadInstructions += line.threadInstructions;
}

/// Both ascend.
template <class Line>
void mergeLines(std::vector<Line>& sum, const std::vector<Line>& part) {
    std::vector<Line> merged;
    merged.reserve(sum.size() + part.size());
    std::merge(sum.begin(), sum.end(), part.begin(), part.end(), std::back_inserter(merged),
               [](const Line& a, const Line& b) { return comesBefore(a, b); });
    sum.clear();
    for (Line& line : merged) {
        if (sum.empty() || comesBefore(sum.back(), line))
            sum.push_back(std::move(line));
        else
            add(sum.back(), line);
    }
}

std::uint64_t raceMemory() {
    const char* value = std::getenv("WARPBENCH_SIMGPU_CHECK_MEMORY");
    return value ? std::strtoull(value, nullptr, 10) : 0;
}

} // namespace

Observer::Observer()
    : m_raceMemory(raceMemory())
    , m_debugger(std::make_unique<Debugger>()) {}

Observer::~Observer() = default;

void Observer::applyTo(engine::LaunchRequest& request) const {
    const std::uint32_t mask = m_checks;
    request.checks.uninitialized = (mask & WBSIM_CHECK_UNINITIALIZED) != 0;
    request.checks.sharedRaces = (mask & WBSIM_CHECK_SHARED_RACES) != 0;
    request.checks.globalRaces = (mask & WBSIM_CHECK_GLOBAL_RACES) != 0;
    request.checks.barriers = (mask & WBSIM_CHECK_BARRIERS) != 0;
    request.checks.raceMemory = m_raceMemory;
    request.metrics = m_metrics;
    request.deterministic = m_deterministic;
    {
        const std::lock_guard lock(m_mutex);
        request.tracing = m_tracing;
    }
    request.timeLimitSeconds = m_timeLimitSeconds;
}

Observer::CancelFlag Observer::beginRun() {
    auto flag = std::make_shared<std::atomic<bool>>(false);
    const std::lock_guard lock(m_mutex);
    m_running.insert(flag);
    return flag;
}

void Observer::endRun(const CancelFlag& flag) {
    const std::lock_guard lock(m_mutex);
    m_running.erase(flag);
}

void Observer::cancel() {
    const std::lock_guard lock(m_mutex);
    for (const CancelFlag& flag : m_running)
        flag->store(true);
    m_debugger->control().endPause();
}

void Observer::addOutcome(const std::string& kernel, const engine::LaunchOutcome& outcome) {
    m_profiles.add(kernel, outcome);
    const std::lock_guard lock(m_mutex);
    merge(m_faults, outcome.faults, Severity::fault);
    merge(m_findings, outcome.findings, Severity::finding);
    if (outcome.raceBytesNotFollowed > 0)
        noteUnfollowed(kernel, std::to_string(outcome.raceBytesNotFollowed) +
                                   " bytes of global memory that " + engine::functionName(kernel) +
                                   " touched were not checked for races: the host has too little "
                                   "memory for it");
    else if (outcome.racesCutShort)
        noteUnfollowed(kernel,
                       "the end of " + engine::functionName(kernel) +
                           " was not checked for races: the host has too little memory for it");
    if (!outcome.trace.accesses.empty())
        m_traces.push_back(outcome.trace);
    if (!outcome.metrics)
        return;
    auto entry = std::find_if(m_kernels.begin(), m_kernels.end(),
                              [&](const KernelMetrics& known) { return known.kernel == kernel; });
    if (entry == m_kernels.end()) {
        m_kernels.push_back({kernel, 0, {}, {}, {}});
        entry = std::prev(m_kernels.end());
    }
    ++entry->launches;
    engine::Metrics& sum = entry->sum;
    sum += *outcome.metrics;
    addEach(sum.mix, outcome.metrics->mix);
    addEach(sum.activeLanes, outcome.metrics->activeLanes);
    mergeLines(sum.lines, outcome.metrics->lines);
    mergeLines(sum.ptxLines, outcome.metrics->ptxLines);
}

void Observer::noteUnfollowed(const std::string& kernel, const std::string& what) {
    for (const auto& note : m_notes) {
        if (note.first == kernel)
            return;
    }
    m_notes.emplace_back(kernel, what);
    log(m_notes.back().second.c_str());
}

const char* Observer::note(std::uint32_t index) const {
    const std::lock_guard lock(m_mutex);
    return index < m_notes.size() ? m_notes[index].second.c_str() : nullptr;
}

std::uint32_t Observer::faultCount() const {
    const std::lock_guard lock(m_mutex);
    return static_cast<std::uint32_t>(m_faults.size());
}

static wbsimSpace spaceOf(engine::FaultSpace space) {
    switch (space) {
    case engine::FaultSpace::global:
        return WBSIM_SPACE_GLOBAL;
    case engine::FaultSpace::shared:
        return WBSIM_SPACE_SHARED;
    case engine::FaultSpace::local:
        return WBSIM_SPACE_LOCAL;
    case engine::FaultSpace::none:
        break;
    }
    return WBSIM_SPACE_NONE;
}

wbsimFault valueOf(const engine::Fault& fault) {
    wbsimFault value{};
    value.kind = static_cast<wbsimFaultKind>(fault.kind);
    value.kernel = fault.kernel.c_str();
    value.file = fault.file.c_str();
    value.line = fault.line;
    value.ptxLine = fault.ptxLine;
    for (int i = 0; i < 3; ++i) {
        const auto axis = static_cast<std::size_t>(i);
        value.block[i] = fault.block[axis];
        value.thread[i] = fault.thread[axis];
        value.otherThread[i] = fault.otherThread[axis];
        value.otherBlock[i] = fault.otherBlock[axis];
    }
    value.address = fault.address;
    value.size = fault.size;
    value.allocation = fault.allocation;
    value.allocationSize = fault.allocationSize;
    value.otherLine = fault.otherLine;
    value.count = fault.count;
    value.text = fault.text.c_str();
    value.access = static_cast<wbsimFaultAccess>(fault.access);
    value.otherAccess = static_cast<wbsimFaultAccess>(fault.otherAccess);
    value.unordered = static_cast<wbsimFaultOrder>(fault.unordered);
    value.space = spaceOf(fault.space);
    value.variable = fault.variable.c_str();
    value.variableOffset = fault.variableOffset;
    value.variableSize = fault.variableSize;
    return value;
}

bool Observer::getFault(std::uint32_t index, wbsimFault& out) const {
    const std::lock_guard lock(m_mutex);
    if (index >= m_faults.size())
        return false;
    return fill(out, valueOf(m_faults[index]));
}

bool Observer::getFinding(std::uint32_t index, wbsimFault& out) const {
    const std::lock_guard lock(m_mutex);
    if (index >= m_findings.size())
        return false;
    return fill(out, valueOf(m_findings[index]));
}

void Observer::clearFaults() {
    const std::lock_guard lock(m_mutex);
    m_faults.clear();
    m_findings.clear();
    m_notes.clear();
}

std::uint32_t Observer::metricsCount() const {
    const std::lock_guard lock(m_mutex);
    return static_cast<std::uint32_t>(m_kernels.size());
}

bool Observer::getMetrics(std::uint32_t index, wbsimMetrics& out) {
    const std::lock_guard lock(m_mutex);
    if (index >= m_kernels.size())
        return false;
    KernelMetrics& kernel = m_kernels[index];
    kernel.view.clear();
    for (const engine::LineMetrics& line : kernel.sum.lines) {
        wbsimLineMetrics row{};
        row.structSize = sizeof row;
        row.file = line.file.c_str();
        row.line = line.line;
        copyCounters(row, line, line.mix);
        kernel.view.push_back(row);
    }
    kernel.ptxView.clear();
    for (const engine::PtxLineMetrics& line : kernel.sum.ptxLines)
        kernel.ptxView.push_back({sizeof(wbsimPtxLineMetrics), line.line, line.warpInstructions,
                                  line.threadInstructions});
    wbsimMetrics value{};
    value.kernel = kernel.kernel.c_str();
    value.launches = kernel.launches;
    copyCounters(value, kernel.sum, kernel.sum.mix);
    std::copy(kernel.sum.activeLanes.begin(), kernel.sum.activeLanes.end(), value.activeLanes);
    value.lineCount = static_cast<std::uint32_t>(kernel.view.size());
    value.lines = kernel.view.data();
    value.ptxLineCount = static_cast<std::uint32_t>(kernel.ptxView.size());
    value.ptxLines = kernel.ptxView.data();
    return fill(out, value);
}

void Observer::clearMetrics() {
    m_profiles.clear();
    const std::lock_guard lock(m_mutex);
    m_kernels.clear();
    m_traces.clear();
}

void Observer::setTracing(const engine::Tracing& tracing) {
    const std::lock_guard lock(m_mutex);
    m_tracing = tracing;
}

std::uint32_t Observer::accessCount() const {
    const std::lock_guard lock(m_mutex);
    std::size_t count = 0;
    for (const engine::Trace& trace : m_traces)
        count += trace.accesses.size();
    return static_cast<std::uint32_t>(count);
}

bool Observer::getAccess(std::uint32_t index, wbsimAccess& out) const {
    const std::lock_guard lock(m_mutex);
    std::size_t at = index;
    std::uint32_t launch = 0;
    while (launch < m_traces.size() && at >= m_traces[launch].accesses.size())
        at -= m_traces[launch++].accesses.size();
    if (launch == m_traces.size())
        return false;
    const engine::Trace& trace = m_traces[launch];
    const engine::TracedAccess& access = trace.accesses[at];
    const engine::TracedInstruction& instruction = trace.instructions[access.instruction];
    constexpr wbsimSpace kSpaces[] = {WBSIM_SPACE_GLOBAL, WBSIM_SPACE_SHARED, WBSIM_SPACE_LOCAL};
    wbsimAccess value{};
    value.launch = launch;
    value.file = instruction.file.c_str();
    value.line = instruction.line;
    value.ptxLine = instruction.ptxLine;
    value.space = kSpaces[static_cast<std::size_t>(access.space)];
    value.bytes = instruction.bytes;
    value.load = instruction.load;
    value.store = instruction.store;
    value.warp = access.warp;
    value.mask = access.mask;
    value.block = access.block;
    value.execution = access.execution;
    value.executions = access.executions;
    std::copy(access.addresses.begin(), access.addresses.end(), value.addresses);
    return fill(out, value);
}

} // namespace warpbench::simgpu::driver
