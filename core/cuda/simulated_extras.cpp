// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/simulated_extras.h"

#include "core/base/error.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace warpbench::cuda {

namespace {

/// Whether the library is new enough to have a function of the table.
template <class Function>
bool has(const wbsimApi& api, Function wbsimApi::*member) {
    const auto* table = reinterpret_cast<const char*>(&api);
    const auto* place = reinterpret_cast<const char*>(&(api.*member));
    return std::size_t(place - table) + sizeof(Function) <= api.structSize && api.*member;
}

/// A function of the table, if the library has it.
template <class Function>
Function entry(const wbsimApi& api, Function wbsimApi::*member, const char* name) {
    if (!has(api, member))
        throw Error(ErrorKind::environment, {"WB1814",
                                             "the simulated GPU's library has no {name}",
                                             "use the library that came with this Warpbench",
                                             {{"name", name}}});
    return api.*member;
}

void check(int result, const char* name, int device) {
    if (result != 0)
        throw Error(ErrorKind::internal,
                    {"WB1815",
                     "{name} failed on simulated device {device}: code {number}",
                     {},
                     {{"name", name}, {"device", device}, {"number", result}}});
}

std::string text(const char* value) {
    return value ? value : "";
}

Index3 index3(const std::uint32_t (&values)[3]) {
    return {values[0], values[1], values[2]};
}

/// \param from  wbsimMetrics or wbsimLineMetrics
template <class Raw>
void copyCounters(SimulatedCounters& to, const Raw& from) {
    static_cast<wbsimCounters&>(to) = from.counters;
    std::copy(std::begin(from.mix), std::end(from.mix), to.mix.begin());
}

SimulatedMetrics copyOf(const wbsimMetrics& metrics) {
    SimulatedMetrics copy;
    copy.kernel = text(metrics.kernel);
    copy.launches = metrics.launches;
    copyCounters(copy, metrics);
    std::copy(std::begin(metrics.activeLanes), std::end(metrics.activeLanes),
              copy.activeLanes.begin());
    copy.lines.reserve(metrics.lineCount);
    // The library says how large its line records are: it may be newer or older than this program.
    const auto* raw = reinterpret_cast<const std::byte*>(metrics.lines);
    for (std::uint32_t i = 0; i < metrics.lineCount; ++i) {
        std::uint32_t size = 0;
        std::memcpy(&size, raw, sizeof size);
        wbsimLineMetrics line{};
        std::memcpy(&line, raw, std::min<std::size_t>(size, sizeof line));
        SimulatedLineMetrics& added = copy.lines.emplace_back();
        added.file = text(line.file);
        added.line = int(line.line);
        copyCounters(added, line);
        raw += size;
    }
    copy.ptxLines.reserve(metrics.ptxLineCount);
    raw = reinterpret_cast<const std::byte*>(metrics.ptxLines);
    for (std::uint32_t i = 0; i < metrics.ptxLineCount; ++i) {
        std::uint32_t size = 0;
        std::memcpy(&size, raw, sizeof size);
        wbsimPtxLineMetrics line{};
        std::memcpy(&line, raw, std::min<std::size_t>(size, sizeof line));
        copy.ptxLines.push_back({int(line.line), line.warpInstructions, line.threadInstructions});
        raw += size;
    }
    return copy;
}

estimate::ProfileLine copyOf(const wbsimProfileLine& line) {
    estimate::ProfileLine copy;
#define WBSIM_PROFILE_FIGURE(figure) copy.figure = static_cast<decltype(copy.figure)>(line.figure);
#include "core/simgpu/include/wbsim_profile.inc"
#undef WBSIM_PROFILE_FIGURE
    return copy;
}

estimate::ReuseDistances copyOf(const wbsimReuseDistances& distances) {
    static_assert(WBSIM_REUSE_BUCKETS == estimate::ReuseDistances::kBuckets);
    estimate::ReuseDistances copy;
    std::copy(std::begin(distances.sectors), std::end(distances.sectors), copy.sectors.begin());
    copy.never = distances.never;
    return copy;
}

estimate::LaunchProfile copyOf(const wbsimLaunchProfile& profile) {
    estimate::LaunchProfile copy;
    copy.kernel = text(profile.kernel);
    copy.grid = index3(profile.grid);
    copy.block = index3(profile.block);
    copy.cluster = index3(profile.cluster);
    copy.dynamicShared = profile.dynamicShared;
    copy.lines.reserve(profile.lineCount);
    const auto* raw = reinterpret_cast<const std::byte*>(profile.lines);
    for (std::uint32_t i = 0; i < profile.lineCount; ++i) {
        std::uint32_t size = 0;
        std::memcpy(&size, raw, sizeof size);
        wbsimProfileLine line{};
        std::memcpy(&line, raw, std::min<std::size_t>(size, sizeof line));
        copy.lines.push_back(copyOf(line));
        raw += size;
    }
    copy.reads = copyOf(profile.reads);
    copy.writes = copyOf(profile.writes);
    copy.rewrites = copyOf(profile.rewrites);
    copy.distinctLines = profile.distinctLines;
    copy.atomicBytes = profile.atomicBytes;
    copy.hottestAtomic = profile.hottestAtomic;
    copy.warps = profile.warps;
    copy.mostWork = profile.mostWork;
    copy.blockWork = profile.blockWork;
    copy.mostBlockWork = profile.mostBlockWork;
    copy.untimed = text(profile.untimed);
    return copy;
}

} // namespace

SimulatedFault copyOf(const wbsimFault& fault) {
    SimulatedFault copy;
    copy.kind = fault.kind;
    copy.kernel = text(fault.kernel);
    copy.file = text(fault.file);
    copy.line = int(fault.line);
    copy.ptxLine = int(fault.ptxLine);
    copy.block = index3(fault.block);
    copy.thread = index3(fault.thread);
    copy.address = fault.address;
    copy.size = fault.size;
    copy.allocation = fault.allocation;
    copy.allocationSize = fault.allocationSize;
    copy.otherLine = int(fault.otherLine);
    copy.otherThread = index3(fault.otherThread);
    copy.otherBlock = index3(fault.otherBlock);
    copy.count = fault.count;
    copy.text = text(fault.text);
    copy.access = fault.access;
    copy.otherAccess = fault.otherAccess;
    copy.unordered = fault.unordered;
    copy.space = wbsimSpace(fault.space);
    copy.variable = text(fault.variable);
    copy.variableOffset = fault.variableOffset;
    copy.variableSize = fault.variableSize;
    return copy;
}

std::string_view nameOf(wbsimFaultKind kind) noexcept {
    switch (kind) {
    case WBSIM_FAULT_NONE:
        return "none";
    case WBSIM_FAULT_OUT_OF_BOUNDS:
        return "out_of_bounds";
    case WBSIM_FAULT_MISALIGNED:
        return "misaligned";
    case WBSIM_FAULT_UNINITIALIZED:
        return "uninitialized";
    case WBSIM_FAULT_SHARED_RACE:
        return "shared_race";
    case WBSIM_FAULT_GLOBAL_RACE:
        return "global_race";
    case WBSIM_FAULT_BARRIER_DIVERGENCE:
        return "barrier_divergence";
    case WBSIM_FAULT_ASSERT:
        return "assert";
    case WBSIM_FAULT_TRAP:
        return "trap";
    case WBSIM_FAULT_STACK_OVERFLOW:
        return "stack_overflow";
    case WBSIM_FAULT_NULL_POINTER:
        return "null_pointer";
    case WBSIM_FAULT_INVALID_SYNC_MASK:
        return "invalid_sync_mask";
    case WBSIM_FAULT_INVALID_PC:
        return "invalid_pc";
    case WBSIM_FAULT_TIMEOUT:
        return "timeout";
    case WBSIM_FAULT_CANCELLED:
        return "cancelled";
    case WBSIM_FINDING_DIVERGENT_BARRIER:
        return "divergent_barrier";
    case WBSIM_FINDING_DIVERGENT_MASK:
        return "divergent_mask";
    case WBSIM_FINDING_ABSENT_LANE:
        return "absent_lane";
    case WBSIM_FAULT_ILLEGAL_INSTRUCTION:
        break; // the run report lacks a word for it; the text explains the fault
    }
    return "device_error";
}

bool SimulatedExtras::offerModels(const char* list) const {
    return has(*m_api, &wbsimApi::offerModels) && m_api->offerModels(list) == 0;
}

void SimulatedExtras::setChecks(int device, std::uint32_t mask) const {
    check(entry(*m_api, &wbsimApi::setChecks, "setChecks")(device, mask), "setChecks", device);
}
void SimulatedExtras::setMetrics(int device, bool on) const {
    check(entry(*m_api, &wbsimApi::setMetrics, "setMetrics")(device, on), "setMetrics", device);
}
void SimulatedExtras::setTimeLimit(int device, double seconds) const {
    check(entry(*m_api, &wbsimApi::setTimeLimit, "setTimeLimit")(device, seconds), "setTimeLimit",
          device);
}
void SimulatedExtras::setDeterministic(int device, bool on) const {
    check(entry(*m_api, &wbsimApi::setDeterministic, "setDeterministic")(device, on),
          "setDeterministic", device);
}
void SimulatedExtras::cancel(int device) const {
    check(entry(*m_api, &wbsimApi::cancel, "cancel")(device), "cancel", device);
}

std::vector<SimulatedFault> SimulatedExtras::faults(int device) const {
    const auto get = entry(*m_api, &wbsimApi::getFault, "getFault");
    const std::uint32_t count = entry(*m_api, &wbsimApi::faultCount, "faultCount")(device);
    std::vector<SimulatedFault> all;
    all.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        wbsimFault fault{};
        fault.structSize = sizeof fault;
        check(get(device, i, &fault), "getFault", device);
        all.push_back(copyOf(fault));
    }
    return all;
}

std::vector<std::string> SimulatedExtras::notes(int device) const {
    std::vector<std::string> all;
    if (m_api->structSize < offsetof(wbsimApi, getNote) + sizeof m_api->getNote || !m_api->getNote)
        return all;
    while (const char* note = m_api->getNote(device, std::uint32_t(all.size())))
        all.emplace_back(note);
    return all;
}

std::vector<SimulatedFault> SimulatedExtras::findings(int device) const {
    std::vector<SimulatedFault> all;
    if (!has(*m_api, &wbsimApi::getFinding))
        return all;
    wbsimFault finding{};
    finding.structSize = sizeof finding;
    while (m_api->getFinding(device, std::uint32_t(all.size()), &finding) == 0) {
        all.push_back(copyOf(finding));
        finding = {};
        finding.structSize = sizeof finding;
    }
    return all;
}

void SimulatedExtras::clearFaults(int device) const {
    check(entry(*m_api, &wbsimApi::clearFaults, "clearFaults")(device), "clearFaults", device);
}

std::vector<SimulatedMetrics> SimulatedExtras::metrics(int device) const {
    const auto get = entry(*m_api, &wbsimApi::getMetrics, "getMetrics");
    const std::uint32_t count = entry(*m_api, &wbsimApi::metricsCount, "metricsCount")(device);
    std::vector<SimulatedMetrics> all;
    all.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        wbsimMetrics metrics{};
        metrics.structSize = sizeof metrics;
        check(get(device, i, &metrics), "getMetrics", device);
        all.push_back(copyOf(metrics));
    }
    return all;
}

void SimulatedExtras::clearMetrics(int device) const {
    check(entry(*m_api, &wbsimApi::clearMetrics, "clearMetrics")(device), "clearMetrics", device);
}

void SimulatedExtras::setProfiling(int device, const SimulatedProfiling& profiling) const {
    const wbsimProfiling wanted = {sizeof wanted, profiling.on ? 1u : 0u, profiling.residentBlocks,
                                   profiling.multiprocessors, profiling.l1Bytes};
    check(entry(*m_api, &wbsimApi::setProfiling, "setProfiling")(device, &wanted), "setProfiling",
          device);
}

SimulatedProfiles SimulatedExtras::profiles(int device) const {
    SimulatedProfiles all;
    if (!has(*m_api, &wbsimApi::getProfile))
        return all;
    const std::uint32_t count = m_api->profileCount(device);
    all.launches.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        wbsimLaunchProfile profile{};
        profile.structSize = sizeof profile;
        check(m_api->getProfile(device, i, &profile), "getProfile", device);
        all.launches.push_back(copyOf(profile));
    }
    all.dropped = m_api->droppedProfiles(device);
    return all;
}

void SimulatedExtras::setTracing(int device, std::uint32_t blocks, std::uint32_t executions,
                                 std::uint32_t accesses) const {
    const wbsimTracing tracing = {sizeof tracing, blocks, executions, accesses};
    check(entry(*m_api, &wbsimApi::setTracing, "setTracing")(device, &tracing), "setTracing",
          device);
}

std::vector<SimulatedAccess> SimulatedExtras::accesses(int device) const {
    const auto get = entry(*m_api, &wbsimApi::getAccess, "getAccess");
    const std::uint32_t count = entry(*m_api, &wbsimApi::accessCount, "accessCount")(device);
    std::vector<SimulatedAccess> all;
    all.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        wbsimAccess access{};
        access.structSize = sizeof access;
        check(get(device, i, &access), "getAccess", device);
        SimulatedAccess& copy = all.emplace_back();
        copy.launch = access.launch;
        copy.file = text(access.file);
        copy.line = int(access.line);
        copy.ptxLine = int(access.ptxLine);
        copy.space = access.space;
        copy.bytes = access.bytes;
        copy.load = access.load != 0;
        copy.store = access.store != 0;
        copy.warp = access.warp;
        copy.mask = access.mask;
        copy.block = access.block;
        copy.execution = access.execution;
        copy.executions = access.executions;
        std::copy(std::begin(access.addresses), std::end(access.addresses), copy.addresses.begin());
    }
    return all;
}

void SimulatedExtras::markUninitialized(int device, std::uint64_t address,
                                        std::uint64_t bytes) const {
    check(entry(*m_api, &wbsimApi::markUninitialized, "markUninitialized")(device, address, bytes),
          "markUninitialized", device);
}

void SimulatedExtras::nameAllocation(int device, std::uint64_t address,
                                     const std::string& name) const {
    check(entry(*m_api, &wbsimApi::nameAllocation,
                "nameAllocation")(device, address, name.empty() ? nullptr : name.c_str()),
          "nameAllocation", device);
}

void SimulatedExtras::resetError(int device) const {
    check(entry(*m_api, &wbsimApi::resetError, "resetError")(device), "resetError", device);
}

} // namespace warpbench::cuda
