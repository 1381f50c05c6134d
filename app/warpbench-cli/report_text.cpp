// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/report_text.h"

#include "app/warpbench-cli/estimate_text.h"
#include "core/arrays/element.h"
#include "core/base/bytes_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace warpbench::cli {

namespace {

using session::RunReport;
using session::RunStatus;

template <class T>
std::string orDash(const std::optional<T>& value) {
    if (!value)
        return "-";
    if constexpr (std::is_same_v<T, double>)
        return numberText(*value);
    else
        return fmt::format("{}", *value);
}

std::string dim(const std::array<std::uint32_t, 3>& value) {
    return fmt::format("{} x {} x {}", value[0], value[1], value[2]);
}

std::string rate(const std::optional<double>& perSecond, const char* unit) {
    return perSecond ? fmt::format("{:.4g} G{}/s", *perSecond / 1e9, unit) : "-";
}

/// "1980 to 1995", or "1980" if nothing changed.
std::string rangeText(const cuda::GpuConditions::Range& range) {
    const auto [least, most] = range;
    return std::lround(least) == std::lround(most) ? fmt::format("{:.0f}", least)
                                                   : fmt::format("{:.0f} to {:.0f}", least, most);
}

/// "While it was timed: clock 1980 MHz, memory 3201 MHz, 41 to 43 °C, 120 to 310 W"
std::string conditionsText(const cuda::GpuConditions& conditions) {
    std::vector<std::string> parts;
    if (conditions.smClockMhz)
        parts.push_back(fmt::format("clock {} MHz", rangeText(*conditions.smClockMhz)));
    if (conditions.memoryClockMhz)
        parts.push_back(fmt::format("memory {} MHz", rangeText(*conditions.memoryClockMhz)));
    if (conditions.temperatureC)
        parts.push_back(fmt::format("{} °C", rangeText(*conditions.temperatureC)));
    if (conditions.powerW)
        parts.push_back(fmt::format("{} W", rangeText(*conditions.powerW)));
    if (!conditions.slowdowns.empty())
        parts.push_back(fmt::format("slowed down by {}", fmt::join(conditions.slowdowns, ", ")));
    return fmt::format("While it was timed: {}", fmt::join(parts, ", "));
}

/// "Device memory: 12 MiB for buffers (1.6 % wasted), 14 MiB from the driver, fragmentation 0.00"
std::string memoryText(const session::MemoryUse& memory, const session::PoolUse& pool) {
    return fmt::format("Device memory: {} for buffers ({:.1f} % wasted), {} from the driver, "
                       "fragmentation {:.2f}",
                       bytesText(memory.bytes), memory.waste().value_or(0) * 100,
                       bytesText(pool.managedBytes), pool.fragmentation);
}

/// "Context: its own; stack 4 KiB per thread, heap 64 MiB, room for printf 8 MiB"
std::string contextText(const session::ContextUse& context) {
    return fmt::format("Context: {}; stack {} per thread, heap {}, room for printf {}",
                       context.primary ? "the device's primary one" : "its own",
                       bytesText(context.stackBytes), bytesText(context.heapBytes),
                       bytesText(context.printfBytes));
}

/// "A pass: 41 µs cold, 18 µs warm, 9.2 µs as one graph of 4 nodes (made in 0.2 ms)"
std::string graphText(const session::GraphReport& graph) {
    return fmt::format("A pass: {} cold, {} warm, {} as one graph of {} node{} (made in {})",
                       timeText(graph.coldMs), timeText(graph.warm.median),
                       timeText(graph.replay.median), graph.nodes, graph.nodes == 1 ? "" : "s",
                       timeText(graph.captureMs));
}

/// "50", or "50, 2 far off"
std::string samplesText(const session::TimeStatistics& time) {
    return time.outliers > 0 ? fmt::format("{}, {} far off", time.samples, time.outliers)
                             : std::to_string(time.samples);
}

/// "Passes alternated between 8 copies of read-only data: 96 MiB in all, and the L2 cache has 60
/// MiB"
std::string rotatedText(const session::RotatedInputs& rotated) {
    return fmt::format("Passes alternated between {} copies of read-only data: {} in all, and the "
                       "L2 cache has {}{}",
                       rotated.copies, bytesText(rotated.bytes), bytesText(rotated.l2Bytes),
                       rotated.bytes <= rotated.l2Bytes ? ", which may hold them all" : "");
}

void printLaunches(Console& console, const RunReport& report) {
    if (report.launches.empty())
        return;
    Table table{{"kernel", "grid", "block", "shared", "median", "min", "p95", "samples", "rate",
                 "occupancy", "limited by"},
                {}};
    bool simulated = false;
    for (const session::LaunchReport& launch : report.launches) {
        const auto& time = launch.time;
        const auto& occupancy = launch.occupancy;
        simulated = simulated || (time && time->clock == "host-simulated");
        table.rows.push_back({titleOf(launch), dim(launch.grid), dim(launch.block),
                              bytesText(launch.allShared()),
                              time               ? timeText(time->median)
                              : launch.timedWith ? fmt::format("in {}", *launch.timedWith)
                                                 : "-",
                              time ? timeText(time->min) : "-", time ? timeText(time->p95) : "-",
                              time ? samplesText(*time) : "-",
                              launch.bytesPerSecond ? rate(launch.bytesPerSecond, "B")
                                                    : rate(launch.flopsPerSecond, "FLOP"),
                              occupancy ? fmt::format("{:.0f} %", occupancy->fraction * 100) : "-",
                              occupancy ? limitersText(*occupancy) : "-"});
    }
    console.table(table);
    for (std::size_t i = 0; i < report.launches.size(); ++i) {
        if (const auto& with = report.launches[i].timedWith)
            console.line(fmt::format("Launch {} may begin before launch {} has ended: the time of "
                                     "launch {} is that of both.",
                                     i, i - 1, *with));
    }
    if (simulated)
        console.line("Times are those of the simulation on this computer, not a GPU's.");
    else if (const std::optional<double> error = largestMedianError(report))
        console.line(fmt::format("Medians are known to {:.2g} % or better.", *error * 100));
    if (report.graph)
        console.line(graphText(*report.graph));
    if (report.energy)
        console.line(fmt::format("Energy of a pass: {} mJ, from {} passes in {:.2g} s.",
                                 numberText(report.energy->mJ), report.energy->passes,
                                 report.energy->seconds));
    if (report.rotated)
        console.line(rotatedText(*report.rotated));
    if (report.conditions)
        console.line(conditionsText(*report.conditions));
    if (report.context)
        console.line(contextText(*report.context));
    if (report.memory && report.memory->pool)
        console.line(memoryText(*report.memory, *report.memory->pool));
    console.line();
}

/// "40 times, peer, 30 KiB, 1.2 ms"
std::string exchangeText(const session::DeviceShare& share) {
    if (!share.exchange)
        return "-";
    const auto& exchange = *share.exchange;
    return fmt::format("{} times, {}, {}, {}", exchange.times, exchange.path,
                       bytesText(exchange.bytes), timeText(exchange.ms));
}

/// For a run that several devices shared: each device's work, and its wait for the others.
void printShares(Console& console, const RunReport& report) {
    if (report.devices.empty())
        return;
    Table table{{"device", "rows", "at work", "waited"}, {}};
    const bool exchanged = report.devices.front().exchange.has_value();
    if (exchanged)
        table.header.push_back("exchanged");
    for (std::size_t i = 0; i < report.devices.front().launches.size(); ++i)
        table.header.push_back(report.devices.front().launches[i].kernel);
    for (const session::DeviceShare& share : report.devices) {
        auto& row = table.rows.emplace_back();
        row = {share.device.host.empty()
                   ? fmt::format("{} {}", share.device.index, share.device.name)
                   : fmt::format("{}, {}", share.device.place(), share.device.name),
               fmt::format("{} from {}", share.rows, share.firstRow), timeText(share.busyMs),
               timeText(share.waitedMs)};
        if (exchanged)
            row.push_back(exchangeText(share));
        for (const session::LaunchReport& launch : share.launches)
            row.push_back(launch.time ? timeText(launch.time->median) : "-");
        row.resize(table.header.size(), "-");
    }
    console.heading("Devices that shared the run");
    console.table(table);
    console.line();
}

/// "28.4 of 32": the mean number of active lanes.
std::string lanesText(const session::Counters& counters) {
    if (counters.warpInstructions == 0)
        return "-";
    return fmt::format("{:.1f} of 32",
                       double(counters.threadInstructions) / double(counters.warpInstructions));
}

/// A simulated device's counters.
void printCounters(Console& console, const RunReport& report) {
    Table table{{"kernel", "warp instructions", "active lanes", "divergent branches",
                 "global sectors", "ideal", "bank conflicts", "atomic conflicts", "barriers",
                 "source"},
                {}};
    for (const session::LaunchReport& launch : report.launches) {
        if (const auto& c = launch.counters)
            table.rows.push_back(
                {titleOf(launch), std::to_string(c->warpInstructions), lanesText(*c),
                 std::to_string(c->divergentBranches), std::to_string(c->globalSectors),
                 std::to_string(c->idealGlobalSectors), std::to_string(c->sharedBankConflicts),
                 std::to_string(c->atomicConflicts), std::to_string(c->barriers), "simulated"});
    }
    if (table.rows.empty())
        return;
    console.table(table);
    console.line();
}

/// "12.3 G"; a unit follows.
std::string scaledText(double value) {
    constexpr std::array<const char*, 6> kPrefixes = {"", "k", "M", "G", "T", "P"};
    std::size_t prefix = 0;
    for (; value >= 999.5 && prefix + 1 < kPrefixes.size(); ++prefix)
        value /= 1000;
    return fmt::format("{:.3g} {}", value, kPrefixes[prefix]);
}

/// "memory bound, at 71 % of this GPU's peak bandwidth"
std::string rooflineBoundText(const session::Roofline& roofline) {
    const bool memory = roofline.bound == session::Roofline::Bound::memory;
    if (!roofline.fraction)
        return memory ? "memory bound" : "compute bound";
    constexpr std::array<const char*, session::kPrecisions> kUnits = {"half", "float", "double"};
    const double percent = 100 * *roofline.fraction;
    if (!roofline.nearRoof())
        return fmt::format(
            "neither memory nor arithmetic is busy ({:.2g} %): caches hold its data, "
            "it is small, or its warps wait",
            percent);
    if (memory)
        return fmt::format("memory bound, at {:.0f} % of this GPU's peak bandwidth", percent);
    return fmt::format(
        "compute bound, at {:.0f} % of this GPU's peak {} rate", percent,
        kUnits[std::size_t(roofline.precision.value_or(session::Precision::single))]);
}

/// "12.3 GFLOP at 0.25 FLOP/byte: memory bound, at 71 % of this GPU's peak bandwidth"
std::string rooflineText(const session::LaunchReport& launch) {
    constexpr std::size_t kMatrix = 10; // wbsimClass
    const session::Roofline& roofline = *launch.roofline;
    std::string text = roofline.allFlops() > 0 ? scaledText(roofline.allFlops()) + "FLOP"
                                               : std::string("no floating-point arithmetic");
    if (roofline.intensity && roofline.allFlops() > 0)
        text += fmt::format(" at {:.3g} FLOP/byte{}", *roofline.intensity,
                            roofline.globalBytes ? " of global memory, without caches" : "");
    if (roofline.dramBytes == 0.0)
        text += ", nothing from DRAM";
    if (roofline.bound)
        text += ": " + rooflineBoundText(roofline);
    if (launch.counters && launch.counters->mix[kMatrix] > 0)
        text += "; matrix instructions are not counted";
    return text;
}

/// Each launch's place in the device's roofline.
void printRooflines(Console& console, const RunReport& report) {
    bool any = false, simulated = false;
    for (const session::LaunchReport& launch : report.launches) {
        if (!launch.roofline)
            continue;
        any = true;
        simulated = simulated || launch.counters.has_value();
        console.line(fmt::format("{}: {}", titleOf(launch), rooflineText(launch)));
    }
    if (!any)
        return;
    if (simulated)
        console.line("Only a real GPU has peaks to compare this with.");
    if (const auto& peaks = report.peaks)
        console.line(fmt::format(
            "This GPU's peaks, measured {}: {}B/s, float {}FLOP/s, double {}FLOP/s{}; tensor cores "
            "are neither measured nor counted.",
            peaks->measured.substr(0, 10), scaledText(peaks->bytesPerSecond.value_or(0)),
            scaledText(peaks->flopsSingle.value_or(0)), scaledText(peaks->flopsDouble.value_or(0)),
            peaks->flopsHalf ? fmt::format(", half {}FLOP/s", scaledText(*peaks->flopsHalf))
                             : std::string()));
    console.line();
}

/// A figure counted by a GPU: "83.1 %" for a fraction, otherwise a number.
std::string figureText(const cuda::HardwareFigureRow& row, const std::optional<double>& value) {
    if (!value)
        return "-";
    switch (row.group) {
    case cuda::HardwareGroup::part:
        return fmt::format("{:.1f} %", 100 * *value);
    case cuda::HardwareGroup::count:
        return fmt::format("{:.0f}", *value);
    default:
        return fmt::format("{:.4g}", *value);
    }
}

/// A real GPU's counters: a line per figure that any launch has, a column per launch.
void printHardware(Console& console, const RunReport& report) {
    std::vector<const session::LaunchReport*> counted;
    Table table{{"counter"}, {}};
    for (const session::LaunchReport& launch : report.launches) {
        if (!launch.hardware)
            continue;
        counted.push_back(&launch);
        table.header.push_back(titleOf(launch));
    }
    if (counted.empty())
        return;
    for (const cuda::HardwareFigureRow& row : cuda::hardwareFigureRows()) {
        const bool stall = row.group == cuda::HardwareGroup::stall;
        std::vector<std::string> line{stall ? fmt::format("stalls.{}", row.key) : row.key};
        for (const session::LaunchReport* launch : counted)
            line.push_back(figureText(row, (*launch->hardware)[row.figure]));
        if (std::any_of(line.begin() + 1, line.end(), [](const auto& text) { return text != "-"; }))
            table.rows.push_back(std::move(line));
    }
    console.heading(
        fmt::format("The GPU's own counters, in {} passes", counted.front()->hardware->passes));
    console.table(table);
    console.line();
}

/// Integers in full.
std::string extreme(const session::BufferReport& buffer, const std::optional<double>& value,
                    const std::string& exact) {
    if (!exact.empty())
        return exact;
    const bool whole = buffer.dtype.kind() != arrays::DType::Kind::structure &&
                       arrays::isInteger(buffer.dtype.scalar());
    return value && whole ? fmt::format("{:.0f}", *value) : orDash(value);
}

void printBuffers(Console& console, const RunReport& report) {
    if (report.buffers.empty())
        return;
    Table table{{"buffer", "dtype", "shape", "min", "max", "mean", "nan", "inf", "check"}, {}};
    for (const session::BufferReport& buffer : report.buffers) {
        std::string check = "-";
        if (buffer.expect)
            check = buffer.expect->passed
                        ? "passed"
                        : fmt::format("FAILED ({} differ)", buffer.expect->mismatches);
        table.rows.push_back({buffer.name, buffer.dtype.name(),
                              fmt::format("{}", fmt::join(buffer.shape, " x ")),
                              extreme(buffer, buffer.min, buffer.exactMin),
                              extreme(buffer, buffer.max, buffer.exactMax), orDash(buffer.mean),
                              orDash(buffer.nan), orDash(buffer.inf), check});
    }
    console.table(table);
    console.line();
}

std::string indexText(const std::vector<std::int64_t>& index) {
    return fmt::format("[{}]", fmt::join(index, ", "));
}

/// `kernel "add", block (1, 0, 0), thread (7, 0, 0), buffer "dest"`.
ErrorText whereText(const session::Fault& fault) {
    ErrorText text;
    const auto add = [&](ErrorText part) {
        text = text.empty() ? std::move(part)
                            : phrase("{list}, {part}", {{"list", text}, {"part", std::move(part)}});
    };
    if (!fault.kernel.empty())
        add(phrase("kernel \"{kernel}\"", {{"kernel", fault.kernel}}));
    if (fault.block)
        add(phrase("block ({index})",
                   {{"index", fmt::format("{}", fmt::join(*fault.block, ", "))}}));
    if (fault.thread)
        add(phrase("thread ({index})",
                   {{"index", fmt::format("{}", fmt::join(*fault.thread, ", "))}}));
    if (!fault.buffer.empty())
        add(phrase("buffer \"{buffer}\"", {{"buffer", fault.buffer}}));
    return text.empty() ? text : phrase(" ({where})", {{"where", text}});
}

/// ", and 33 more like it": at the same line, or between the same two.
ErrorText moreText(const session::Fault& fault) {
    return fault.count > 1 ? phrase(", and {count} more like it", {{"count", fault.count - 1}})
                           : ErrorText();
}

/// How to fix a race in shared memory.
ErrorText remedyForRace(const session::Fault& fault) {
    using session::FaultAccess;
    using session::FaultOrder;
    const bool ofOneLine = fault.line && fault.line == fault.otherLine;
    const char* const barrier =
        fault.unordered == FaultOrder::sameWarp ? "__syncwarp()" : "__syncthreads()";
    switch (fault.unordered) {
    case FaultOrder::notAtomic:
        return phrase("use an atomic operation, such as atomicAdd");
    case FaultOrder::asyncCopy:
        return phrase("wait for the copy, and put {barrier} before the data are used",
                      {{"barrier", barrier}});
    case FaultOrder::bulkCopy:
        return phrase("wait for the copy's mbarrier");
    default:
        break;
    }
    if (!ofOneLine)
        return phrase("put {barrier} between the two accesses", {{"barrier", barrier}});
    if (fault.access == FaultAccess::write && fault.otherAccess == FaultAccess::write)
        return phrase("let one thread write the element, use an atomic operation, or put {barrier} "
                      "between two passes of a loop",
                      {{"barrier", barrier}});
    return phrase("read the element into a variable, and put {barrier} before it is written",
                  {{"barrier", barrier}});
}

/// What to do about a fault, by its kind from docs/run-report.md and the intended memory. A
/// device_error contains that itself.
ErrorText remedyFor(const session::Fault& fault) {
    using session::AccessSpace;
    if (fault.kind == "shared_race")
        return remedyForRace(fault);
    if (fault.kind == "trap" && fault.text.starts_with("barrier of the whole grid"))
        return {}; // the text contains it
    if (fault.isOfAWildPointer())
        return phrase("no buffer is near the address: check where the pointer comes from");
    struct Remedy {
        const char* kind;
        std::optional<AccessSpace> space; ///< none: any other
        ErrorText text;
    };
    static const Remedy kRemedies[] = {
        {"out_of_bounds", AccessSpace::shared,
         phrase("compare the index with the size of the array in shared memory before the access")},
        {"out_of_bounds", AccessSpace::local,
         phrase("compare the index with the size of the thread's own array before the access")},
        {"out_of_bounds", {}, phrase("compare the index with the buffer's size before the access")},
        {"null_pointer", {}, phrase("pass a buffer for this argument, or test the pointer")},
        {"misaligned", {}, phrase("make the address a multiple of the type's size")},
        {"uninitialized", AccessSpace::shared,
         phrase(
             "write the element before it is read, and put __syncthreads() between the two where "
             "another thread writes it")},
        {"uninitialized", AccessSpace::local, phrase("give the element a value before it is read")},
        {"uninitialized",
         {},
         phrase("write the element before it is read, or give the buffer the access in or inout")},
        {"global_race", {}, phrase("use an atomic operation, or let one thread own the element")},
        {"input_written", {}, phrase("give the buffer the access inout, or do not write to it")},
        {"divergent_barrier", {}, phrase("move the barrier out of the branch")},
        {"divergent_mask",
         {},
         phrase("move the operation out of the branch, or name in the mask just the lanes that "
                "reach it")},
        {"absent_lane",
         {},
         phrase("make the block a multiple of 32 threads, or read only from lanes that exist")},
        {"barrier_divergence", {}, phrase("let every thread of the block reach the barrier")},
        {"invalid_sync_mask", {}, phrase("name in the mask just the lanes that reach the call")},
        {"assert", {}, phrase("look at the condition in the source")},
        {"trap", {}, phrase("look at what leads to __trap()")},
        {"stack_overflow", {}, phrase("recurse less deeply or use smaller local arrays")},
        {"invalid_pc", {}, phrase("check the function pointer")},
    };
    const auto found =
        std::find_if(std::begin(kRemedies), std::end(kRemedies), [&](const Remedy& remedy) {
            return fault.kind == remedy.kind && remedy.space.value_or(fault.space) == fault.space;
        });
    return found == std::end(kRemedies) ? ErrorText() : found->text;
}

void printExpectFailures(Console& console, const RunReport& report,
                         const std::string& projectFile) {
    for (const session::BufferReport& buffer : report.buffers) {
        if (!buffer.expect || buffer.expect->passed)
            continue;
        ErrorText first;
        if (const auto& mismatch = buffer.expect->firstMismatch)
            first = phrase(", the first at {index}: it is {found} and should be {expected}",
                           {{"index", indexText(mismatch->index)},
                            {"found", mismatch->got},
                            {"expected", mismatch->want}});
        console.error(Error(
            ErrorKind::expect_failed,
            {"WB3069",
             "buffer \"{buffer}\": {count} values are not as expected{first}",
             "fix the kernel or the expectation",
             {{"buffer", buffer.name}, {"count", buffer.expect->mismatches}, {"first", first}}},
            Place{projectFile}));
    }
}

} // namespace

std::string limitersText(const occupancy::Occupancy& occupancy) {
    std::string text;
    for (const occupancy::Limiter limiter : occupancy.limiters)
        text += (text.empty() ? "" : ", ") + std::string(occupancy::nameOf(limiter));
    return text.empty() ? "-" : text;
}

std::string cacheText(bool cached, const std::string& missReason) {
    return cached               ? " (from the cache)"
           : missReason.empty() ? ""
                                : " (compiled: " + missReason + ")";
}

namespace {

void printVariables(Console& console, const RunReport& report) {
    constexpr std::int64_t kShown = 8;
    if (report.variables.empty())
        return;
    Table table{{"variable", "dtype", "elements", "values"}, {}};
    for (const session::VariableReport& variable : report.variables) {
        const arrays::HostArray& values = variable.values;
        std::string text;
        for (std::int64_t i = 0; i < std::min(kShown, values.elements()); ++i)
            text += (i > 0 ? ", " : "") + arrays::formatElement(values, i);
        if (values.elements() > kShown)
            text += ", …";
        table.rows.push_back({variable.name, values.dtype().name(),
                              std::to_string(values.elements()), std::move(text)});
    }
    console.table(table);
    console.line();
}

} // namespace

void printKernels(Console& console, const std::vector<compile::KernelInfo>& kernels) {
    if (kernels.empty())
        return;
    Table table{{"kernel", "registers", "shared", "local", "spill stores", "spill loads",
                 "barriers", "max threads"},
                {}};
    for (const compile::KernelInfo& kernel : kernels)
        table.rows.push_back({kernel.name, orDash(kernel.registers), orDash(kernel.sharedBytes),
                              orDash(kernel.localBytes), orDash(kernel.spillStoreBytes),
                              orDash(kernel.spillLoadBytes), orDash(kernel.barriers),
                              orDash(kernel.maxThreads)});
    console.table(table);
    console.line();
}

void printReport(Console& console, const RunReport& report) {
    if (report.device)
        console.line(fmt::format("Device   {} {} (compute capability {})", report.device->index,
                                 report.device->name, report.device->computeCapability()));
    if (report.code && report.code->given)
        console.line(
            fmt::format("Code     {} for {}, as it is", report.code->compiler, report.code->arch));
    else if (report.compile)
        console.line(fmt::format("Compiled for {} in {}{}", report.compile->arch,
                                 timeText(report.compile->ms),
                                 cacheText(report.compile->cached, report.compile->missReason)));
    console.line();
    if (report.compile)
        printKernels(console, report.compile->kernels);
    printLaunches(console, report);
    printEstimates(console, report);
    printShares(console, report);
    printCounters(console, report);
    printHardware(console, report);
    printRooflines(console, report);
    printBuffers(console, report);
    printVariables(console, report);
    if (!report.standardOutput.empty()) {
        console.heading("Printed by kernels");
        console.line(report.standardOutput);
    }
    console.line(fmt::format("Status   {}", session::nameOf(report.status)));
}

void printProblems(Console& console, const RunReport& report, const std::string& projectFile) {
    if (report.compile) {
        for (const compile::Diagnostic& diagnostic : report.compile->diagnostics)
            console.diagnostic(diagnostic);
        console.droppedOptions(report.compile->droppedOptions, projectFile);
    }
    const auto asError = [](const session::Fault& fault) {
        const ErrorText said(
            "WB3070", "{fault}{where}{more}", {},
            {{"fault", fault.text}, {"where", whereText(fault)}, {"more", moreText(fault)}});
        return Error(ErrorKind::device, said.advised(remedyFor(fault)),
                     Place{fault.file, fault.line.value_or(0)});
    };
    for (const session::Fault& fault : report.faults) {
        if (fault.kind != "timeout") // printed below, with what to do
            console.error(asError(fault));
    }
    for (const session::Fault& finding : report.findings)
        console.warning(asError(finding));
    const bool told = !report.faults.empty() && report.status == RunStatus::fault;
    const bool compileTold = report.status == RunStatus::compile_error && report.compile &&
                             !report.compile->diagnostics.empty();
    if (report.status != RunStatus::ok && report.status != RunStatus::expect_failed && !told &&
        !compileTold) {
        Place place = report.place;
        if (place.file.empty())
            place.file = projectFile;
        console.error(Error(ErrorKind::device, report.message, place));
    }
    printExpectFailures(console, report, projectFile);
    for (const std::string& note : report.notes)
        console.warning(Error(ErrorKind::device, note));
}

} // namespace warpbench::cli
