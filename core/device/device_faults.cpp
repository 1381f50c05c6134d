// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/device_faults.h"

#include "core/compile/kernel_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace warpbench::session {

namespace {

Fault reportOf(const cuda::SimulatedFault& fault, const BufferNames& names) {
    Fault report;
    report.kind = cuda::nameOf(fault.kind);
    report.kernel = compile::demangledName(fault.kernel);
    report.file = fault.file;
    if (fault.line > 0)
        report.line = fault.line;
    report.block = fault.block;
    report.thread = fault.thread;
    // Faults that are not about memory have neither address nor size.
    if (fault.address != 0 || fault.size != 0)
        report.address = fault.address;
    if (fault.allocation != 0)
        report.buffer = names(fault.allocation);
    report.text = fault.text;
    if (fault.allocation != 0)
        report.offset = std::int64_t(fault.address - fault.allocation);
    if (fault.otherLine > 0) {
        report.otherLine = fault.otherLine;
        report.otherThread = fault.otherThread;
    }
    report.count = fault.count;
    report.bytes = fault.size;
    report.access = FaultAccess(fault.access);
    report.space = fault.space == WBSIM_SPACE_SHARED  ? AccessSpace::shared
                   : fault.space == WBSIM_SPACE_LOCAL ? AccessSpace::local
                                                      : AccessSpace::global;
    report.otherAccess = FaultAccess(fault.otherAccess);
    report.unordered = FaultOrder(fault.unordered);
    if (report.buffer.empty()) {
        report.variable = fault.variable;
        report.variableOffset = fault.variableOffset;
        report.variableBytes = fault.variableSize;
    }
    return report;
}

} // namespace

std::optional<Fault> faultFrom(const cuda::SimulatedFault& fault, const BufferNames& names) {
    if (fault.kind == WBSIM_FAULT_NONE || fault.kind == WBSIM_FAULT_CANCELLED)
        return std::nullopt;
    return reportOf(fault, names);
}

std::optional<Fault> placeOfStop(const cuda::SimulatedFault& fault) {
    if (fault.kind != WBSIM_FAULT_CANCELLED || fault.line <= 0)
        return std::nullopt;
    return reportOf(fault, [](std::uint64_t) { return std::string(); });
}

void tellOfEmptyBuffer(Fault& fault, std::uint64_t allocated) {
    const std::string size = fmt::format(" ({} bytes)", allocated);
    if (const std::size_t at = fault.text.find(size); at != std::string::npos)
        fault.text.replace(at, size.size(), ", which has no elements");
    if (fault.offset)
        *fault.offset -= std::int64_t(allocated);
}

void tellOfLines(Fault& fault, std::uint64_t lineBytes, std::uint64_t pitch, std::uint64_t lines) {
    if (!fault.offset || *fault.offset < 0)
        return;
    const auto offset = std::uint64_t(*fault.offset);
    const std::uint64_t line = std::min(offset / pitch, lines);
    const std::uint64_t inLine = offset - line * pitch;
    if (line < lines && inLine >= lineBytes)
        fault.offset.reset();
    else
        fault.offset = std::int64_t(line * lineBytes + inLine);
}

Fault faultFrom(const cuda::CudaError& error, const std::string& kernel) {
    Fault report;
    switch (error.result()) {
    case CUDA_ERROR_ASSERT:
        report.kind = "assert";
        break;
    case CUDA_ERROR_MISALIGNED_ADDRESS:
        report.kind = "misaligned";
        break;
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
        report.kind = "stack_overflow";
        break;
    case CUDA_ERROR_INVALID_PC:
        report.kind = "invalid_pc";
        break;
    case CUDA_ERROR_LAUNCH_TIMEOUT:
        report.kind = "timeout";
        break;
    default:
        report.kind = "device_error";
        break;
    }
    report.kernel = kernel;
    report.text = error.what();
    return report;
}

ErrorText saidFault(const std::string& fault) {
    return {"WB1885", "{fault}", {}, {{"fault", fault}}};
}

void putRacesLast(std::vector<Fault>& faults) {
    std::stable_partition(faults.begin(), faults.end(), [](const Fault& fault) {
        return fault.kind != "shared_race" && fault.kind != "global_race";
    });
}

namespace {

bool isOfAWord(char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// Whether a line of code has a word, outside of comments to its end and of texts.
bool hasWord(std::string_view line, std::string_view word) {
    line = line.substr(0, line.find("//"));
    for (std::size_t at = line.find(word); at != std::string_view::npos;
         at = line.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool quoted = std::count(line.begin(), line.begin() + std::ptrdiff_t(at), '"') % 2;
        if (!quoted && (at == 0 || !isOfAWord(line[at - 1])) &&
            (end == line.size() || !isOfAWord(line[end])))
            return true;
    }
    return false;
}

} // namespace

bool mayHaveReturned(const Fault& finding, std::string_view source) {
    if (!finding.line || !finding.otherLine ||
        (finding.kind != "divergent_barrier" && finding.kind != "divergent_mask"))
        return false;
    for (int line = 1; !source.empty() && line <= *finding.line; ++line) {
        const std::size_t end = source.find('\n');
        if (line >= *finding.otherLine && hasWord(source.substr(0, end), "return"))
            return true;
        source.remove_prefix(end == std::string_view::npos ? source.size() : end + 1);
    }
    return false;
}

TracedAccess accessFrom(const cuda::SimulatedAccess& access) {
    TracedAccess copy;
    copy.space = access.space == WBSIM_SPACE_SHARED  ? AccessSpace::shared
                 : access.space == WBSIM_SPACE_LOCAL ? AccessSpace::local
                                                     : AccessSpace::global;
    copy.load = access.load;
    copy.store = access.store;
    copy.bytes = access.bytes;
    copy.file = access.file;
    copy.line = access.line;
    copy.ptxLine = access.ptxLine;
    copy.block = access.block;
    copy.warp = access.warp;
    copy.execution = access.execution;
    copy.executions = access.executions;
    copy.mask = access.mask;
    copy.addresses = access.addresses;
    return copy;
}

static void copyCounters(WorkCounters& to, const cuda::SimulatedCounters& from) {
#define WBSIM_COUNTER(member, key, text) to.member = from.member;
#include "core/simgpu/include/wbsim_counters.inc"
#undef WBSIM_COUNTER
    to.mix = from.mix;
}

Counters countersFrom(const cuda::SimulatedMetrics& metrics) {
    Counters counters;
    copyCounters(counters, metrics);
    counters.activeLanes = metrics.activeLanes;
    for (const cuda::SimulatedLineMetrics& line : metrics.lines) {
        LineCounters& copy = counters.lines.emplace_back();
        copyCounters(copy, line);
        copy.file = line.file;
        copy.line = line.line;
    }
    for (const cuda::SimulatedPtxLine& line : metrics.ptxLines)
        counters.ptxLines.push_back({line.line, line.warpInstructions, line.threadInstructions});
    return counters;
}

} // namespace warpbench::session
