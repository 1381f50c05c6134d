// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/run_report.h"

#include "core/arrays/element.h"
#include "core/base/version.h"
#include "core/cache/compile_json.h"
#include "core/project/words.h"
#include "core/report/counters_json.h"
#include "core/report/json_values.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace warpbench::session {

using nlohmann::json;

namespace {

json textOrNull(const std::string& text) {
    return text.empty() ? json(nullptr) : json(text);
}

json countOrNull(int value) {
    return value > 0 ? json(value) : json(nullptr);
}

void append(json& list, const compile::Diagnostic& diagnostic) {
    list.push_back({{"severity", compile::severityName(diagnostic.severity)},
                    {"file", textOrNull(diagnostic.place.file)},
                    {"line", countOrNull(diagnostic.place.line)},
                    {"column", countOrNull(diagnostic.place.column)},
                    {"code", textOrNull(diagnostic.code)},
                    {"text", diagnostic.text}});
    for (const compile::Diagnostic& note : diagnostic.notes)
        append(list, note);
}

/// Of an error that no fault, diagnostic or expectation tells.
json errorJson(const ErrorText& said, const Place& place) {
    if (said.empty())
        return nullptr;
    const std::string code = said.code(), remedy = said.remedy();
    return {{"code", code.empty() ? json(nullptr) : json(code)},
            {"text", said.text()},
            {"remedy", remedy.empty() ? json(nullptr) : json(remedy)},
            {"file", place.file.empty() ? json(nullptr) : json(place.file)},
            {"line", place.line == 0 ? json(nullptr) : json(place.line)}};
}

json deviceJson(const DeviceInfo& device) {
    json object = {{"index", device.index},
                   {"name", device.name},
                   {"compute_capability", device.computeCapability()},
                   {"simulated", device.simulated}};
    if (!device.host.empty())
        object["host"] = device.host;
    return object;
}

json timeJson(const TimeStatistics& time) {
    return {{"min", number(time.min)},
            {"median", number(time.median)},
            {"mean", number(time.mean)},
            {"p95", number(time.p95)},
            {"median_error", time.medianError ? number(*time.medianError) : json(nullptr)},
            {"stddev", number(time.stddev)},
            {"samples", time.samples},
            {"outliers", time.outliers},
            {"clock", time.clock}};
}

/// A column for each figure, so that many readings take little space.
json timelineJson(const std::vector<cuda::SensorReading>& readings) {
    json columns = {{"at_ms", json::array()},
                    {"sm_clock_mhz", json::array()},
                    {"memory_clock_mhz", json::array()},
                    {"temperature_c", json::array()},
                    {"power_w", json::array()},
                    {"slowdowns", json::array()}};
    for (const cuda::SensorReading& reading : readings) {
        columns["at_ms"].push_back(std::round(reading.atMs * 1000) / 1000); // microseconds
        columns["sm_clock_mhz"].push_back(orNull(reading.smClockMhz));
        columns["memory_clock_mhz"].push_back(orNull(reading.memoryClockMhz));
        columns["temperature_c"].push_back(orNull(reading.temperatureC));
        columns["power_w"].push_back(orNull(reading.powerW));
        columns["slowdowns"].push_back(cuda::slowdownNames(reading.slowdowns));
    }
    return columns;
}

json conditionsJson(const std::optional<cuda::GpuConditions>& conditions) {
    if (!conditions)
        return nullptr;
    const auto range = [](const std::optional<cuda::GpuConditions::Range>& value) -> json {
        return value ? json{number((*value)[0]), number((*value)[1])} : json(nullptr);
    };
    return {{"readings", conditions->readings},
            {"sm_clock_mhz", range(conditions->smClockMhz)},
            {"memory_clock_mhz", range(conditions->memoryClockMhz)},
            {"temperature_c", range(conditions->temperatureC)},
            {"power_w", range(conditions->powerW)},
            {"slowdowns", conditions->slowdowns}};
}

/// Including the readings themselves.
json conditionsInTimeJson(const std::optional<cuda::GpuConditions>& conditions) {
    json object = conditionsJson(conditions);
    if (conditions)
        object["timeline"] = timelineJson(conditions->timeline);
    return object;
}

json transferJson(const Transfer& transfer) {
    return {{"buffer", transfer.buffer},
            {"direction", transfer.toDevice ? "host_to_device" : "device_to_host"},
            {"bytes", integer(transfer.bytes)},
            {"ms", number(transfer.ms)}};
}

json estimateJson(const std::optional<estimate::TimeEstimate>& estimate) {
    if (!estimate)
        return nullptr;
    if (!estimate->timed())
        return {{"ms", nullptr}, {"reason", estimate->untimed.whole()}};
    json bounds = json::array(), lines = json::array(), gains = json::array();
    for (const estimate::Gain& gain : estimate->gains)
        gains.push_back({{"without", estimate::nameOf(gain.waste)},
                         {"line", gain.line > 0 ? json(gain.line) : json(nullptr)},
                         {"ms", number(gain.ms)}});
    for (const estimate::BoundShare& bound : estimate->boundBy)
        bounds.push_back({{"what", estimate::nameOf(bound.bound)},
                          {"share", number(bound.share)},
                          {"ms", number(bound.ms)}});
    for (const estimate::LineShare& line : estimate->lines)
        lines.push_back({{"line", line.line}, {"share", number(line.share)}});
    return {{"ms", number(estimate->ms)},        {"low", number(estimate->low)},
            {"high", number(estimate->high)},    {"bound_by", std::move(bounds)},
            {"lines", std::move(lines)},         {"gains", std::move(gains)},
            {"model", estimate->model},          {"from", "sass"},
            {"calibrated", estimate->calibrated}};
}

json launchJson(const LaunchReport& launch) {
    return {{"kernel", launch.kernel},
            {"step", launch.step.empty() ? json(nullptr) : json(launch.step)},
            {"computed_by", textOrNull(launch.computedBy)},
            {"grid", launch.grid},
            {"block", launch.block},
            {"shared_bytes", integer(launch.allShared())},
            {"stream", textOrNull(launch.stream)},
            {"priority", orNull(launch.priority)},
            {"programmatic", launch.programmatic},
            {"time_ms", launch.time ? timeJson(*launch.time) : json(nullptr)},
            {"timed_with", orNull(launch.timedWith)},
            {"conditions", conditionsJson(launch.conditions)},
            {"occupancy", launch.occupancy ? toJson(*launch.occupancy) : json(nullptr)},
            {"bytes_per_second", orNull(launch.bytesPerSecond)},
            {"flops_per_second", orNull(launch.flopsPerSecond)},
            {"roofline", rooflineJson(launch.roofline)},
            {"estimate", estimateJson(launch.estimate)},
            {"counters", countersJson(launch)}};
}

/// An element in the form of its text: a number or boolean if JSON can represent it, otherwise a
/// string (complex numbers, structs; non-finite numbers or those beyond 2^53, as elsewhere).
json elementJson(const std::string& text) {
    if (text == "nan" || text == "-nan")
        return "NaN";
    if (text == "inf" || text == "-inf")
        return text == "inf" ? "Infinity" : "-Infinity";
    json value = json::parse(text, nullptr, false);
    if (value.is_number_unsigned())
        return integer(value.get<std::uint64_t>());
    if (value.is_number_integer())
        return integer(value.get<std::int64_t>());
    return value.is_number() || value.is_boolean() ? value : json(text);
}

json expectJson(const ExpectReport& expect) {
    constexpr std::size_t kMostRanges = 64;
    json first = nullptr;
    if (expect.firstMismatch)
        first = {{"index", expect.firstMismatch->index},
                 {"got", elementJson(expect.firstMismatch->got)},
                 {"want", elementJson(expect.firstMismatch->want)}};
    json ranges = json::array();
    if (expect.wrong) {
        for (const auto& range : expect.wrong->ranges(kMostRanges))
            ranges.push_back({integer(range.first), integer(range.second)});
    }
    return {{"passed", expect.passed},
            {"mismatches", integer(expect.mismatches)},
            {"wrong_elements", integer(expect.wrong ? expect.wrong->count() : 0)},
            {"wrong_ranges", std::move(ranges)},
            {"max_abs_error", number(expect.maxAbsError)},
            {"max_rel_error", number(expect.maxRelError)},
            {"first_mismatch", std::move(first)}};
}

/// Lane by lane, as many as readers of the report need; `--export` has all.
json variableJson(const VariableReport& variable) {
    constexpr std::int64_t kMostValues = 4096;
    const arrays::ElementReader reader(variable.values);
    json values = json::array();
    for (std::int64_t i = 0; i < std::min(kMostValues, reader.components()); ++i) {
        if (arrays::isComplex(reader.scalar()))
            values.push_back(reader.format(i));
        else if (reader.scalar() == arrays::Scalar::uint64)
            values.push_back(integer(std::uint64_t(reader.asInt64(i))));
        else if (arrays::isInteger(reader.scalar()))
            values.push_back(integer(reader.asInt64(i)));
        else
            values.push_back(number(reader.asDouble(i)));
    }
    return {{"name", variable.name},
            {"dtype", variable.values.dtype().name()},
            {"elements", variable.values.elements()},
            {"values", std::move(values)}};
}

json bufferJson(const BufferReport& buffer) {
    return {{"name", buffer.name},
            {"dtype", buffer.dtype.name()},
            {"shape", buffer.shape},
            {"memory", project::wordFor(project::kMemoryWords, buffer.memory)},
            {"min", buffer.exactMin.empty() ? orNull(buffer.min) : json(buffer.exactMin)},
            {"max", buffer.exactMax.empty() ? orNull(buffer.max) : json(buffer.exactMax)},
            {"mean", orNull(buffer.mean)},
            {"nan", orNull(buffer.nan)},
            {"inf", orNull(buffer.inf)},
            {"expect", buffer.expect ? expectJson(*buffer.expect) : json(nullptr)}};
}

json faultJson(const Fault& fault) {
    return {{"kind", fault.kind},
            {"kernel", textOrNull(fault.kernel)},
            {"launch", orNull(fault.launch)},
            {"file", textOrNull(fault.file)},
            {"line", orNull(fault.line)},
            {"block", orNull(fault.block)},
            {"thread", orNull(fault.thread)},
            {"address", fault.address ? json(fmt::format("{:#x}", *fault.address)) : json(nullptr)},
            {"buffer", textOrNull(fault.buffer)},
            {"text", fault.text},
            {"count", fault.count ? json(fault.count) : json(nullptr)}};
}

/// A list from a phase that a failed run may not have reached: then null instead of empty.
template <class Item, class Convert>
json listJson(const std::vector<Item>& items, bool reached, Convert convert) {
    if (!reached && items.empty())
        return nullptr;
    json list = json::array();
    for (const Item& item : items)
        list.push_back(convert(item));
    return list;
}

} // namespace

std::string_view nameOf(RunStatus status) noexcept {
    switch (status) {
    case RunStatus::ok:
        return "ok";
    case RunStatus::expect_failed:
        return "expect_failed";
    case RunStatus::compile_error:
        return "compile_error";
    case RunStatus::device_error:
        return "device_error";
    case RunStatus::fault:
        return "fault";
    case RunStatus::cancelled:
        return "cancelled";
    case RunStatus::timeout:
        return "timeout";
    }
    return "device_error";
}

CompileReport compileReportOf(const compile::CompileResult& result) {
    return {result.milliseconds, result.cached,         result.missReason, result.arch,
            result.diagnostics,  result.kernels,        result.setAside,   result.compiler,
            result.commandLine,  result.droppedOptions, result.compiledBy};
}

std::string DeviceInfo::place() const {
    return host.empty() ? fmt::format("device {}", index)
                        : fmt::format("rank {} on {}", index, host);
}

std::string DeviceInfo::computeCapability() const {
    return fmt::format("{}.{}", ccMajor, ccMinor);
}

int RunReport::exitCode() const {
    switch (status) {
    case RunStatus::ok:
        return 0;
    case RunStatus::expect_failed:
        return 1;
    case RunStatus::compile_error:
        return 3;
    case RunStatus::device_error:
    case RunStatus::fault:
        return 4;
    case RunStatus::cancelled:
    case RunStatus::timeout:
        return 5;
    }
    return 4;
}

std::optional<double> largestMedianError(const RunReport& report) {
    std::optional<double> largest;
    for (const LaunchReport& launch : report.launches) {
        if (launch.timedWith)
            continue;
        if (!launch.time || !launch.time->medianError)
            return std::nullopt;
        largest = std::max(largest.value_or(0), *launch.time->medianError);
    }
    return largest;
}

json toJson(const occupancy::Occupancy& occupancy) {
    json limiters = json::array();
    for (const occupancy::Limiter limiter : occupancy.limiters)
        limiters.push_back(occupancy::nameOf(limiter));
    return {{"active_blocks", occupancy.activeBlocks},
            {"active_warps", occupancy.activeWarps},
            {"max_warps", occupancy.maxWarps},
            {"fraction", number(occupancy.fraction)},
            {"limiters", std::move(limiters)}};
}

json toJson(const CompileReport& compile) {
    json diagnostics = json::array();
    for (const compile::Diagnostic& diagnostic : compile.diagnostics)
        append(diagnostics, diagnostic);
    json kernels = json::array();
    for (const compile::KernelInfo& kernel : compile.kernels) {
        kernels.push_back({{"name", kernel.name},
                           {"registers", orNull(kernel.registers)},
                           {"shared_bytes", orNull(kernel.sharedBytes)},
                           {"local_bytes", orNull(kernel.localBytes)},
                           {"constant_bytes", orNull(kernel.constantBytes)},
                           {"spill_store_bytes", orNull(kernel.spillStoreBytes)},
                           {"spill_load_bytes", orNull(kernel.spillLoadBytes)},
                           {"barriers", orNull(kernel.barriers)},
                           {"max_threads", orNull(kernel.maxThreads)}});
    }
    json setAside = json::array();
    for (const compile::SetAside& part : compile.setAside)
        setAside.push_back({{"kind", compile::setAsideName(part.kind)},
                            {"file", part.file},
                            {"line", part.line},
                            {"end_line", part.endLine},
                            {"name", part.name}});
    return {{"ms", number(compile.ms)},
            {"cached", compile.cached},
            {"miss_reason", textOrNull(compile.missReason)},
            {"arch", compile.arch},
            {"diagnostics", std::move(diagnostics)},
            {"kernels", std::move(kernels)},
            {"set_aside", std::move(setAside)}};
}

std::optional<double> MemoryUse::waste() const {
    if (!pool || pool->blockBytes == 0)
        return std::nullopt;
    return 1 - double(std::min(bytes, pool->blockBytes)) / double(pool->blockBytes);
}

static json memoryJson(const std::optional<MemoryUse>& memory) {
    if (!memory)
        return nullptr;
    json object = {{"bytes", integer(memory->bytes)},
                   {"block_bytes", nullptr},
                   {"managed_bytes", nullptr},
                   {"waste", orNull(memory->waste())},
                   {"fragmentation", nullptr}};
    if (memory->pool) {
        object["block_bytes"] = integer(memory->pool->blockBytes);
        object["managed_bytes"] = integer(memory->pool->managedBytes);
        object["fragmentation"] = number(memory->pool->fragmentation);
    }
    return object;
}

static json energyJson(const std::optional<cuda::EnergyUse>& energy) {
    if (!energy)
        return nullptr;
    return {{"mj", number(energy->mJ)},
            {"seconds", number(energy->seconds)},
            {"passes", energy->passes}};
}

static json graphJson(const std::optional<GraphReport>& graph) {
    if (!graph)
        return nullptr;
    return {{"nodes", graph->nodes},
            {"capture_ms", number(graph->captureMs)},
            {"cold_ms", number(graph->coldMs)},
            {"warm_ms", timeJson(graph->warm)},
            {"replay_ms", timeJson(graph->replay)}};
}

static json rotatedJson(const std::optional<RotatedInputs>& rotated) {
    if (!rotated)
        return nullptr;
    return {{"copies", rotated->copies},
            {"bytes", integer(rotated->bytes)},
            {"l2_bytes", integer(rotated->l2Bytes)}};
}

static json contextJson(const std::optional<ContextUse>& context) {
    if (!context)
        return nullptr;
    return {{"kind", context->primary ? "primary" : "own"},
            {"stack_bytes", integer(context->stackBytes)},
            {"heap_bytes", integer(context->heapBytes)},
            {"printf_bytes", integer(context->printfBytes)}};
}

static json deviceShareJson(const DeviceShare& share) {
    json launches = json::array();
    for (const LaunchReport& launch : share.launches)
        launches.push_back({{"kernel", launch.kernel},
                            {"grid", launch.grid},
                            {"time_ms", launch.time ? timeJson(*launch.time) : json(nullptr)}});
    json object = deviceJson(share.device);
    object["first_row"] = integer(share.firstRow);
    object["rows"] = integer(share.rows);
    object["busy_ms"] = number(share.busyMs);
    object["waited_ms"] = number(share.waitedMs);
    object["exchange"] = nullptr;
    if (share.exchange)
        object["exchange"] = {{"path", share.exchange->path},
                              {"times", share.exchange->times},
                              {"bytes", integer(share.exchange->bytes)},
                              {"ms", number(share.exchange->ms)}};
    object["launches"] = std::move(launches);
    object["conditions"] = conditionsInTimeJson(share.conditions);
    object["memory"] = memoryJson(share.memory);
    object["peaks"] = peaksJson(share.peaks);
    return object;
}

json toJson(const RunReport& report) {
    const bool finished =
        report.status == RunStatus::ok || report.status == RunStatus::expect_failed;
    const bool launched = finished || !report.launches.empty();
    const json faults = listJson(report.faults, true, faultJson);
    json devices = json::array();
    for (const DeviceShare& share : report.devices)
        devices.push_back(deviceShareJson(share));
    return {{"format", "warpbench-run"},
            {"version", 1},
            {"warpbench", kVersion},
            {"project", report.project},
            {"status", nameOf(report.status)},
            {"error", errorJson(report.message, report.place)},
            {"device", report.device ? deviceJson(*report.device) : json(nullptr)},
            {"devices", devices.empty() ? json(nullptr) : std::move(devices)},
            {"compile", report.compile ? toJson(*report.compile) : json(nullptr)},
            {"transfers", listJson(report.transfers, finished, transferJson)},
            {"launches", listJson(report.launches, finished, launchJson)},
            {"graph", graphJson(report.graph)},
            {"energy", energyJson(report.energy)},
            {"rotated", rotatedJson(report.rotated)},
            {"conditions", conditionsInTimeJson(report.conditions)},
            {"context", contextJson(report.context)},
            {"memory", memoryJson(report.memory)},
            {"peaks", peaksJson(report.peaks)},
            {"buffers", listJson(report.buffers, finished, bufferJson)},
            {"buffers_at_fault", report.buffersAtFault},
            {"variables", listJson(report.variables, finished, variableJson)},
            {"stdout", launched ? json(report.standardOutput) : json(nullptr)},
            {"fault", faults.empty() ? json(nullptr) : faults.front()},
            {"faults", faults},
            {"findings", listJson(report.findings, true, faultJson)},
            {"notes", report.notes}};
}

json emptyRunDocument(const std::string& project, const Error& error) {
    json document = {
        {"format", "warpbench-run"}, {"version", 1},
        {"warpbench", kVersion},     {"project", project},
        {"status", nullptr},         {"error", errorJson(error.said(), error.place())}};
    for (const char* key :
         {"device", "devices", "compile", "transfers", "launches", "graph", "energy", "rotated",
          "conditions", "context", "memory", "peaks", "buffers", "variables", "stdout", "fault"})
        document[key] = nullptr;
    document["faults"] = document["findings"] = document["notes"] = json::array();
    document["buffers_at_fault"] = false;
    return document;
}

ErrorText messageOf(const RunReport& report) {
    if (report.status == RunStatus::compile_error && report.compile) {
        for (const compile::Diagnostic& diagnostic : report.compile->diagnostics) {
            if (diagnostic.severity == compile::Severity::error)
                return formatLine(diagnostic.place, "error", diagnostic.text);
        }
    }
    if (report.status == RunStatus::fault && !report.faults.empty()) {
        const Fault& fault = report.faults.front();
        return formatLine({fault.file, fault.line.value_or(0), 0}, fault.kind, fault.text);
    }
    if (report.status == RunStatus::expect_failed) {
        for (const BufferReport& buffer : report.buffers) {
            if (buffer.expect && !buffer.expect->passed)
                return {"WB1901",
                        "buffer \"{buffer}\": {count} values are not as expected",
                        "look at the first wrong elements, in the Buffers panel or in the report",
                        {{"buffer", buffer.name}, {"count", buffer.expect->mismatches}}};
        }
    }
    return report.message;
}

} // namespace warpbench::session
