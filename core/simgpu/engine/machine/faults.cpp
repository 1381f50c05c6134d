// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

#include <cstdio>

namespace warpbench::simgpu::engine {

namespace {

std::string hex(std::uint64_t value) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
    return text;
}

std::string_view sentenceOf(FaultKind kind) {
    switch (kind) {
    case FaultKind::outOfBounds:
        return "access out of bounds";
    case FaultKind::misaligned:
        return "misaligned access";
    case FaultKind::uninitialized:
        return "read of memory that was never written";
    case FaultKind::sharedRace:
        return "race in shared memory";
    case FaultKind::globalRace:
        return "race in global memory";
    case FaultKind::barrierDivergence:
        return "barrier that not all threads reach";
    case FaultKind::assertion:
        return "assertion failed";
    case FaultKind::trap:
        return "trap instruction";
    case FaultKind::stackOverflow:
        return "stack overflow";
    case FaultKind::nullPointer:
        return "null pointer";
    case FaultKind::invalidSyncMask:
        return "warp-wide operation whose mask names threads that do not take part";
    case FaultKind::invalidPc:
        return "jump to an address that is no code";
    case FaultKind::timeout:
        return "the launch took longer than its time limit";
    case FaultKind::cancelled:
        return "cancelled";
    case FaultKind::none:
        break;
    }
    return "";
}

/// How an address lies to an allocation: "4 bytes past the end of 'a' (1600 bytes)".
std::string describeAllocation(const Allocation& allocation, std::uint64_t address) {
    const std::string name = allocation.name.empty() ? "the allocation at " + hex(allocation.base)
                                                     : "'" + allocation.name + "'";
    const std::string size = " (" + std::to_string(allocation.size) + " bytes)";
    if (address < allocation.base)
        return std::to_string(allocation.base - address) + " bytes before " + name + size;
    const std::uint64_t offset = address - allocation.base;
    if (offset >= allocation.size)
        return std::to_string(offset - allocation.size) + " bytes past the end of " + name + size;
    return "at offset " + std::to_string(offset) + " of " + name + size +
           (allocation.freed ? ", which has been freed" : "");
}

bool concernsMemory(FaultKind kind) {
    return kind == FaultKind::outOfBounds || kind == FaultKind::misaligned ||
           kind == FaultKind::nullPointer || kind == FaultKind::uninitialized;
}

void describeMemory(const Program& program, const Code& code, std::size_t record, Fault& fault) {
    const InstInfo& info = code.infos[record];
    std::string text(sentenceOf(fault.kind));
    const char* verb = info.kind == InstClass::atomic ? "atomic access"
                       : info.store                   ? "write"
                                                      : "read";
    if (fault.kind == FaultKind::nullPointer)
        text = std::string(verb) + " through a null pointer";
    text += ": " + std::string(verb) + " of " + std::to_string(fault.size) + " bytes at " +
            hex(fault.address);
    if (info.space == MemorySpace::shared)
        text += " in shared memory";
    else if (info.space == MemorySpace::local)
        text += " in local memory";
    else if (const auto near = program.memory->nearest(fault.address);
             near && fault.kind != FaultKind::nullPointer) {
        fault.allocation = near->base;
        fault.allocationSize = near->size;
        text += ", " + describeAllocation(*near, fault.address);
    }
    fault.text = text + (fault.text.empty() ? "" : "; " + fault.text);
}

} // namespace

SourceLine sourceOf(const Program& program, const Code& code, std::size_t record) {
    return sourceOf(program, code.infos[record]);
}

SourceLine sourceOf(const Program& program, const InstInfo& info) {
    SourceLine result;
    const ptx::Function& function = program.module.functions[info.function];
    if (info.instruction >= function.code.size())
        return result;
    const ptx::Instruction& instruction = function.code[info.instruction];
    result.ptxLine = instruction.position.line;
    std::int32_t at = instruction.location;
    // Line 0 stands for code that the compiler made up; what it was inlined at says more.
    while (at >= 0 && program.module.locations[static_cast<std::size_t>(at)].line == 0)
        at = program.module.locations[static_cast<std::size_t>(at)].inlinedAt;
    bool first = true;
    for (; at >= 0; at = program.module.locations[static_cast<std::size_t>(at)].inlinedAt) {
        const ptx::SourceLocation& location =
            program.module.locations[static_cast<std::size_t>(at)];
        const std::string* file = program.module.fileName(location.file);
        if (first) {
            result.file = file ? *file : std::string();
            result.line = location.line;
            if (location.inlinedAt < 0)
                break;
            result.chain = "in " + (location.function.empty() ? "inlined code" : location.function);
        } else {
            result.chain += ", called at " + (file ? *file : std::string("?")) + ":" +
                            std::to_string(location.line);
        }
        first = false;
    }
    return result;
}

Fault makeFault(Warp& w, const Inst* ip, FaultKind kind, std::uint32_t lane, std::uint64_t address,
                std::uint64_t size, const char* text) {
    Launch& launch = w.block->launch;
    const auto record = static_cast<std::size_t>(ip - w.code->insts.data());
    const SourceLine source = sourceOf(launch.program, *w.code, record);
    Fault fault;
    fault.kind = kind;
    fault.kernel = w.code->kernelName;
    fault.file = source.file;
    fault.line = source.line;
    fault.ptxLine = source.ptxLine;
    fault.block = w.block->index;
    fault.thread = w.block->threadAt(w.index, lane);
    fault.address = address;
    fault.size = size;
    fault.text = text ? text : "";
    if (concernsMemory(kind))
        describeMemory(launch.program, *w.code, record, fault);
    else if (fault.text.empty())
        fault.text = sentenceOf(kind);
    if (!source.chain.empty())
        fault.text += " (" + source.chain + ")";
    return fault;
}

const Inst* raise(Warp& w, const Inst* ip, FaultKind kind, std::uint32_t lane,
                  std::uint64_t address, std::uint64_t size, const char* text) {
    w.stop = Stop::faulted;
    w.block->launch.record(makeFault(w, ip, kind, lane, address, size, text), true);
    return nullptr;
}

void Launch::record(Fault fault, bool ends) {
    const std::lock_guard lock(faultMutex);
    if (ends)
        stop.store(true, std::memory_order_relaxed);
    for (Fault& known : faults) {
        if (known.kind == fault.kind && known.ptxLine == fault.ptxLine &&
            known.otherLine == fault.otherLine) {
            ++known.count;
            return;
        }
    }
    faults.push_back(std::move(fault));
}

bool Launch::mustStop() {
    if (stop.load(std::memory_order_relaxed))
        return true;
    Fault fault;
    if (request.cancel && request.cancel->load(std::memory_order_relaxed)) {
        fault.kind = FaultKind::cancelled;
    } else if (request.timeLimitSeconds > 0) {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
        if (passed.count() > request.timeLimitSeconds)
            fault.kind = FaultKind::timeout;
    }
    if (fault.kind == FaultKind::none)
        return false;
    fault.kernel = code.kernelName;
    fault.text = sentenceOf(fault.kind);
    record(std::move(fault), true);
    return true;
}

} // namespace warpbench::simgpu::engine
