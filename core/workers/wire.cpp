// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workers/wire.h"

#include "core/cache/compile_json.h"
#include "core/profile/profile_json.h"
#include "core/report/error_json.h"

#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>
#include <vector>

// nlohmann/json 3.11 does not support std::optional; a missing value is null.
namespace nlohmann {
template <class T>
struct adl_serializer<std::optional<T>> {
    static void to_json(json& j, const std::optional<T>& value) {
        if (value)
            j = *value;
        else
            j = nullptr;
    }
    static void from_json(const json& j, std::optional<T>& value) {
        if (j.is_null())
            value.reset();
        else
            value = j.get<T>();
    }
};
} // namespace nlohmann

namespace warpbench {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Place, file, line, column)

namespace occupancy {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceLimits, ccMajor, ccMinor, maxThreadsPerBlock, warpSize,
                                   maxThreadsPerSm, maxBlocksPerSm, registersPerSm,
                                   registersPerBlock, maxRegistersPerThread, registerUnit,
                                   subPartitions, sharedPerSm, sharedPerBlock, sharedPerBlockOptin,
                                   sharedReservedPerBlock, sharedUnit, barriersPerSm, carveOutsKiB,
                                   multiprocessors, estimated)
} // namespace occupancy

namespace cuda {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SensorReading, atMs, smClockMhz, memoryClockMhz, temperatureC,
                                   powerW, slowdowns)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(EnergyUse, mJ, seconds, passes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GpuConditions, readings, smClockMhz, memoryClockMhz,
                                   temperatureC, powerW, slowdowns, timeline)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HardwareFigures, passes, values)
} // namespace cuda

namespace launch {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DevicePeaks, bytesPerSecond, flopsHalf, flopsSingle, flopsDouble,
                                   measured)
} // namespace launch

namespace project {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ContextSettings, primary, stackBytes, heapBytes, printfBytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LibraryCall, function, name, type, index, sizes, dimensions,
                                   inverse, transposeA, transposeB, mean, stddev, seed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TextureArg, buffer, channels, filter, address, normalized, read,
                                   addressY, addressZ, srgb, border, memory, levels, levelFilter)
} // namespace project

namespace session {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TracedAccess, space, load, store, bytes, file, line, ptxLine,
                                   block, warp, execution, executions, mask, addresses)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TracedBuffer, name, address, bytes, elementBytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AccessTrace, accesses, buffers)
} // namespace session
} // namespace warpbench

namespace nlohmann {
template <class T>
struct adl_serializer<std::shared_ptr<T>> {
    static void to_json(json& j, const std::shared_ptr<T>& value) {
        if (value)
            j = *value;
        else
            j = nullptr;
    }
    static void from_json(const json& j, std::shared_ptr<T>& value) {
        value = j.is_null() ? nullptr : std::make_shared<T>(j.get<T>());
    }
};
} // namespace nlohmann

namespace warpbench::session {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceInfo, index, name, ccMajor, ccMinor, memoryBytes,
                                   simulated, selector, ordinal, driver, problem, spare, host,
                                   limits)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceAddress, simulated, ordinal)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HostPlace, block, offset)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceBuffer, name, bytes, before, after, initial, fill, filler,
                                   result, upload, written, residentKey, kept, memory, lineBytes,
                                   pitch, address)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceImageArgument, surface, buffer, extent, scalar, channels,
                                   copyBack, settings, levels)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceArgument::Address, at, buffer, byteOffset)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceArgument, bytes, addresses, image, description)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceLaunch, library, kernel, step, lowered, grid, block,
                                   sharedBytes, arguments, parameterBytes, stream, priority,
                                   cooperative, programmatic, cluster, maxDynamicShared, repeat,
                                   reads, writes, readOnly, residentBlocks, l1Bytes)
// Code and contents can be long, and an array of numbers takes sixteen bytes for each of theirs.
void to_json(nlohmann::json& to, const DeviceConstant& constant) {
    to = {{"symbol", constant.symbol},
          {"bytes", nlohmann::json::binary(constant.bytes)},
          {"elementBytes", constant.elementBytes},
          {"read", constant.read},
          {"place", constant.place}};
}
void from_json(const nlohmann::json& from, DeviceConstant& constant) {
    from.at("symbol").get_to(constant.symbol);
    constant.bytes = from.at("bytes").get_binary();
    from.at("elementBytes").get_to(constant.elementBytes);
    from.at("read").get_to(constant.read);
    from.at("place").get_to(constant.place);
}
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceSharing, group, index, count, throughHost)
void to_json(nlohmann::json& to, const DeviceCodePart& part) {
    to = {{"fileName", part.fileName},
          {"ptx", part.ptx},
          {"cubin", nlohmann::json::binary(part.cubin)}};
}
void from_json(const nlohmann::json& from, DeviceCodePart& part) {
    from.at("fileName").get_to(part.fileName);
    from.at("ptx").get_to(part.ptx);
    part.cubin = from.at("cubin").get_binary();
}
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceFillers, code, launches)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceRunRequest, device, sharing, ptx, cubin, codeFile, parts,
                                   libraries, buffers, fillers, launches, constants, context,
                                   rounds, warmup, repeats, medianError, maxRepeats, restore,
                                   flushL2, graph, energy, profile, rotate, timeoutSeconds,
                                   limitSeconds, checkFaults, undefined, guards, metrics,
                                   peakKernels, trace, profileWork)
void to_json(nlohmann::json& to, const WorkCounters& counters) {
    nlohmann::json values = nlohmann::json::array();
    for (const CounterField& field : kCounterFields)
        values.push_back(counters.*field.member);
    to = {{"counters", std::move(values)}, {"mix", counters.mix}};
}
void from_json(const nlohmann::json& from, WorkCounters& counters) {
    const nlohmann::json& values = from.at("counters");
    std::size_t index = 0;
    for (const CounterField& field : kCounterFields)
        values.at(index++).get_to(counters.*field.member);
    from.at("mix").get_to(counters.mix);
}
void to_json(nlohmann::json& to, const LineCounters& line) {
    to = static_cast<const WorkCounters&>(line);
    to["file"] = line.file;
    to["line"] = line.line;
}
void from_json(const nlohmann::json& from, LineCounters& line) {
    from.get_to(static_cast<WorkCounters&>(line));
    from.at("file").get_to(line.file);
    from.at("line").get_to(line.line);
}
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PtxLineCounters, line, executions, threadExecutions)
void to_json(nlohmann::json& to, const Counters& counters) {
    to = static_cast<const WorkCounters&>(counters);
    to["activeLanes"] = counters.activeLanes;
    to["lines"] = counters.lines;
    to["ptxLines"] = counters.ptxLines;
}
void from_json(const nlohmann::json& from, Counters& counters) {
    from.get_to(static_cast<WorkCounters&>(counters));
    from.at("activeLanes").get_to(counters.activeLanes);
    from.at("lines").get_to(counters.lines);
    from.at("ptxLines").get_to(counters.ptxLines);
}
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Transfer, buffer, toDevice, bytes, ms)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceLaunchResult, samplesMs, startsMs, clock, counters,
                                   hardware, trace, work, registers, staticShared, maxThreads,
                                   computedBy)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Fault, kind, kernel, launch, file, line, block, thread, address,
                                   buffer, text, offset, otherLine, otherThread, count, bytes,
                                   access, space, otherAccess, unordered, variable, variableOffset,
                                   variableBytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PoolUse, blockBytes, managedBytes, fragmentation)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MemoryUse, bytes, pool)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceMemory, simulated, ordinal, use, managedBytes, lockedBytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ContextUse, primary, stackBytes, heapBytes, printfBytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RotatedInputs, copies, bytes, l2Bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceGraphResult, nodes, captureMs, warmMs, replayMs, coldMs,
                                   clock)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceExchange, times, bytes, ms, waitedMs, peerCopies,
                                   throughHost)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceRunResult, status, message, failedLaunch, transfers,
                                   variables, launches, graph, energy, rotated, exchange, context,
                                   memory, conditions, peaks, faults, findings, notes,
                                   standardOutput, checked, downloadedAtFault, workerLost,
                                   noContext)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StepBreakpoint, file, line, condition)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StepCommand, move, block, warp, lane, follow, line, file, buffer,
                                   firstByte, bytes, registers, prints, breakpoints)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StepLanes, state, mask, barrier, missingWarps, missingLanes,
                                   file, line, ptxLine)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StepWarp, warp, activeMask, exitedMask, absentMask, groups)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StepFrame, function, file, line, inlined)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StepVariable, path, type, parameter, changed, values)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StepShared, name, type, address, bytes, elementBytes, values,
                                   changed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StepRegister, name, type, named, changed, values)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StepPrint, expression, changed, values, error)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StepState, ended, reason, text, fault, writer, breakpoint,
                                   instructions, moves, redone, kernel, grid, blockSize, block,
                                   blockIndex, warp, activeMask, file, line, ptxLine, ptx,
                                   sourceFile, frames, warps, blocks, variables, shared, registers,
                                   prints, output, ms, notes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ResidentRead, device, name, key, kept, stepped, firstByte, bytes,
                                   target)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Progress, phase, fraction)
} // namespace warpbench::session

namespace warpbench::session::wire {

namespace {

/// Bytes are written as CBOR byte strings rather than arrays of numbers.
Message binary(std::vector<std::uint8_t> bytes) {
    return Message::binary(std::move(bytes));
}

/// More than any message has; the reader recurses for each level.
constexpr std::size_t kMostLevels = 128;

/// Checks only the structure of CBOR (RFC 8949, section 3), and stops where it is broken: the
/// reader reports that.
bool isNestedTooDeeply(std::string_view bytes) {
    constexpr std::uint64_t kUntilBreak = ~std::uint64_t(0);
    std::vector<std::uint64_t> open; ///< number of items still expected on each level
    std::size_t at = 0;
    while (at < bytes.size()) {
        const auto head = std::uint8_t(bytes[at++]);
        const unsigned major = head >> 5;
        const unsigned info = head & 31;
        std::uint64_t value = info;
        if (info >= 24 && info <= 27) {
            const std::size_t size = std::size_t(1) << (info - 24);
            if (bytes.size() - at < size)
                return false;
            value = 0;
            for (std::size_t i = 0; i < size; ++i)
                value = value << 8 | std::uint8_t(bytes[at++]);
        }
        const bool endless = info == 31 && major >= 2 && major <= 5;
        if ((major == 2 || major == 3) && !endless) {
            if (value > bytes.size() - at)
                return false;
            at += std::size_t(value);
        }
        if (major == 6) // a tag, whose value follows
            continue;
        if (major == 4 || major == 5 || endless) {
            open.push_back(endless ? kUntilBreak : major == 5 ? value * 2 : value);
            if (open.size() > kMostLevels)
                return true;
            if (open.back() > 0)
                continue;
        }
        const bool ended = major == 7 && info == 31;
        if (ended && !open.empty())
            open.back() = 0;
        else if (major != 4 && major != 5 && !open.empty() && open.back() != kUntilBreak)
            --open.back();
        while (!open.empty() && open.back() == 0) {
            open.pop_back();
            if (!open.empty() && open.back() != kUntilBreak)
                --open.back();
        }
    }
    return false;
}

template <class T>
T read(const Message& message) {
    return guarded([&] { return message.get<T>(); });
}

} // namespace

std::string encode(const Message& message) {
    std::string bytes;
    Message::to_cbor(message, bytes);
    return bytes;
}

Message decode(const std::string& bytes) {
    if (isNestedTooDeeply(bytes))
        throw Error(ErrorKind::internal, badMessage(phrase("is nested too deeply")));
    return guarded([&] { return Message::from_cbor(bytes); });
}

ErrorText badMessage(ErrorText problem) {
    return {
        "WB1940", "a message between processes {problem}", {}, {{"problem", std::move(problem)}}};
}

ErrorText unexpected(const std::exception& problem) {
    return {"WB1941", "{problem}", {}, {{"problem", problem.what()}}};
}

Message from(const Error& error) {
    return {{"kind", error.kind()}, {"said", error.said()}, {"place", error.place()}};
}

Message fromException(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const Error& known) {
        return from(known);
    } catch (const std::bad_alloc&) {
        return from(
            Error(ErrorKind::device, {"WB1942", "the computer has not enough memory for this",
                                      "make the buffers smaller or the check simpler"}));
    } catch (const std::exception& other) {
        return from(Error(ErrorKind::internal, unexpected(other)));
    }
}

Error toError(const Message& message) {
    return guarded([&] {
        return Error(read<ErrorKind>(message.at("kind")), read<ErrorText>(message.at("said")),
                     read<Place>(message.at("place")));
    });
}

Message from(const compile::CompileRequest& request) {
    return compile::toJson(request);
}

compile::CompileRequest toCompileRequest(const Message& message) {
    return guarded([&] { return compile::requestFromJson(message); });
}

Message from(const compile::CompileResult& result) {
    return compile::toJson(result);
}

compile::CompileResult toCompileResult(const Message& message) {
    return guarded([&] { return compile::resultFromJson(message); });
}

Message from(const std::vector<DeviceInfo>& devices) {
    return devices;
}

std::vector<DeviceInfo> toDevices(const Message& message) {
    return read<std::vector<DeviceInfo>>(message);
}

Message from(const DeviceRunRequest& request) {
    // Taken out before the generic conversion, which would make numbers of it.
    DeviceRunRequest rest = request;
    Message cubin = binary(std::move(rest.cubin));
    rest.cubin.clear();
    Message message = rest;
    message["cubin"] = std::move(cubin);
    return message;
}

DeviceRunRequest toRunRequest(const Message& message) {
    return guarded([&] {
        Message rest = message;
        std::vector<std::uint8_t> cubin = rest.at("cubin").get_binary();
        rest["cubin"] = Message::array();
        DeviceRunRequest request = read<DeviceRunRequest>(rest);
        request.cubin = std::move(cubin);
        return request;
    });
}

Message from(const DeviceRunResult& result) {
    return result;
}

DeviceRunResult toRunResult(const Message& message) {
    return read<DeviceRunResult>(message);
}

Message from(const StepCall& call) {
    Message message = {{"device", call.device}, {"command", call.command}, {"open", nullptr}};
    if (call.open)
        message["open"] = {{"run", from(call.open->run)},
                           {"launch", call.open->launch},
                           {"file", call.open->file},
                           {"sharedTypes", call.open->sharedTypes}};
    return message;
}

StepCall toStepCall(const Message& message) {
    return guarded([&] {
        StepCall call;
        call.device = read<DeviceAddress>(message.at("device"));
        call.command = read<StepCommand>(message.at("command"));
        if (const Message& open = message.at("open"); !open.is_null())
            call.open = StepOpen{toRunRequest(open.at("run")), read<std::size_t>(open.at("launch")),
                                 read<std::string>(open.at("file")),
                                 read<std::map<std::string, std::string>>(open.at("sharedTypes"))};
        return call;
    });
}

Message from(const StepState& state) {
    return state;
}

StepState toStepState(const Message& message) {
    return read<StepState>(message);
}

Message from(const ResidentRead& request) {
    return request;
}

ResidentRead toResidentRead(const Message& message) {
    return read<ResidentRead>(message);
}

Message from(const Progress& progress) {
    return progress;
}

Progress toProgress(const Message& message) {
    return read<Progress>(message);
}

Message from(const std::vector<DeviceMemory>& memory) {
    return memory;
}

std::vector<DeviceMemory> toMemory(const Message& message) {
    return read<std::vector<DeviceMemory>>(message);
}

} // namespace warpbench::session::wire
