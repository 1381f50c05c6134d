// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/decode/kernel_decoder.h"
#include "core/simgpu/engine/engine.h"
#include "core/simgpu/engine/named_texts.h"
#include "core/simgpu/engine/observe/made_codes.h"
#include "core/simgpu/engine/pointer.h"
#include "core/simgpu/engine/program.h"
#include "core/simgpu/engine/ptx_mistake.h"
#include "core/simgpu/engine/register_directives.h"
#include "core/simgpu/host/limits.h"
#include "core/simgpu/ptx/check/check.h"
#include "core/simgpu/ptx/link/link.h"
#include "core/simgpu/ptx/passes/fused_products.h"
#include "core/simgpu/ptx/passes/guarded_waits.h"
#include "core/simgpu/ptx/passes/register_parameters.h"
#include "core/simgpu/ptx/passes/types_last.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <future>
#include <system_error>
#include <thread>

namespace warpbench::simgpu::engine {

namespace {

bool isPlaced(const ptx::Variable& variable) {
    return variable.space == ptx::Space::global || variable.space == ptx::Space::constant;
}

/// The address that a symbol has in a variable's initial value.
std::uint64_t addressOf(const ptx::Module& module, const Placement& placement,
                        const ptx::Relocation& relocation) {
    const ptx::Symbol& symbol = module.symbols[static_cast<std::size_t>(relocation.symbol)];
    if (symbol.kind == ptx::Symbol::Kind::function)
        return kCodeWindow + (static_cast<std::uint64_t>(symbol.index) + 1) * kCodeStep;
    return placement.addresses[static_cast<std::size_t>(symbol.index)] +
           static_cast<std::uint64_t>(relocation.addend);
}

void writeInitial(const ptx::Module& module, const Placement& placement,
                  const ptx::Variable& variable, std::uint64_t address) {
    std::uint8_t* to = pointerTo(address);
    std::memset(to, 0, variable.size);
    std::copy_n(reinterpret_cast<const std::uint8_t*>(variable.initial.data()),
                std::min<std::size_t>(variable.initial.size(), variable.size), to);
    for (const ptx::Relocation& relocation : variable.relocations) {
        std::uint64_t value = addressOf(module, placement, relocation);
        if (relocation.mask) {
            value &= relocation.mask;
            for (std::uint64_t m = relocation.mask; m && !(m & 1); m >>= 1)
                value >>= 1;
        }
        if (relocation.offset + relocation.size <= variable.size)
            std::memcpy(to + relocation.offset, &value, relocation.size);
    }
}

/// Gives every global and constant variable its place. False where memory does not suffice.
bool placeVariables(Program& program, Placement& placement) {
    const ptx::Module& module = program.module;
    placement.addresses.assign(module.variables.size(), 0);
    for (std::size_t v = 0; v < module.variables.size(); ++v) {
        const ptx::Variable& variable = module.variables[v];
        if (!isPlaced(variable) || variable.size == 0 || variable.isExtern)
            continue;
        const bool constant = variable.space == ptx::Space::constant;
        const std::uint64_t base =
            program.memory->allocate(variable.size, variable.alignment, constant);
        if (!base)
            return false;
        program.memory->setName(base, variable.name);
        program.allocations.push_back(base);
        placement.addresses[v] = base;
        program.variables.push_back(
            {variable.name, base, variable.size, constant, variable.isManaged});
    }
    for (std::size_t v = 0; v < module.variables.size(); ++v) {
        if (placement.addresses[v])
            writeInitial(module, placement, module.variables[v], placement.addresses[v]);
    }
    return true;
}

KernelInfo describe(const ptx::Module& module, const ptx::Function& function, const Code& code) {
    KernelInfo info;
    info.name = function.name;
    info.parameterBytes = function.parameterBytes;
    info.parameterOffsets = function.parameterOffsets;
    for (const ptx::Variable& parameter : function.prototype.parameters)
        info.parameterSizes.push_back(static_cast<std::uint32_t>(parameter.size));
    info.staticShared = code.staticShared;
    info.localBytes = code.localBytes;
    for (const ptx::Variable& variable : module.variables) {
        if (variable.space == ptx::Space::constant)
            info.constantBytes += variable.size;
    }
    info.registerEstimate = code.registerEstimate;
    info.barriers = code.barrierCount;
    info.maxThreads = function.maxThreads;
    info.requiredThreads = function.requiredThreads;
    info.requiredCluster = function.requiredCluster;
    info.usesGridSync = code.usesGridSync;
    return info;
}

/// \param reason  may be empty
LoadError describe(const ptx::Module& module, const ptx::Function& function,
                   const ptx::Instruction& instruction, const std::string& reason, bool invalid) {
    LoadError error;
    error.kind = invalid ? LoadError::Kind::invalidPtx : LoadError::Kind::unsupported;
    error.ptxLine = instruction.position.line;
    error.text = (invalid ? "invalid PTX: '" : "the simulated GPU does not support '") +
                 formOf(instruction) + "'";
    if (!reason.empty())
        error.text += " (" + reason + ")";
    error.text += " in " + function.name + ", PTX line " + std::to_string(error.ptxLine);
    for (std::int32_t at = instruction.location; at >= 0;) {
        const ptx::SourceLocation& location = module.locations[static_cast<std::size_t>(at)];
        const std::string* file = module.fileName(location.file);
        if (location.line) {
            error.text +=
                ", " + (file ? *file : std::string("source")) + ":" + std::to_string(location.line);
            break;
        }
        at = location.inlinedAt;
    }
    return error;
}

LoadError describe(const ptx::LinkError& error, std::span<const NamedText> texts) {
    std::string text = error.text;
    if (error.user && !texts[*error.user].name.empty())
        text = "error   : " + text + " in '" + std::string(texts[*error.user].name) + "'";
    return {LoadError::Kind::unresolved, 0, std::move(text)};
}

/// Of a text that may end in zeros; a last line without an end is one.
std::uint32_t linesIn(std::string_view text) {
    text = text.substr(0, text.find('\0'));
    const bool open = !text.empty() && text.back() != '\n';
    return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + open;
}

/// Lines of several texts are numbered consecutively, so that a number identifies the text.
void countOnFrom(std::uint32_t before, ptx::Module& module) {
    for (ptx::Function& function : module.functions) {
        for (ptx::Instruction& instruction : function.code)
            instruction.position.line += before;
    }
}

std::variant<ptx::Module, LoadError> parseAll(std::span<const NamedText> texts) {
    std::vector<ptx::Module> modules;
    std::uint32_t before = 0;
    for (const NamedText& named : texts) {
        ptx::ParseResult parsed = ptx::parse(named.text);
        if (parsed.error) {
            LoadError error;
            error.kind = parsed.error->kind == ptx::ParseError::Kind::unsupportedVersion
                             ? LoadError::Kind::unsupportedVersion
                             : LoadError::Kind::invalidPtx;
            error.ptxLine = parsed.error->position.line;
            error.text = "PTX line " + std::to_string(error.ptxLine) + ", column " +
                         std::to_string(parsed.error->position.column) + ": " + parsed.error->text;
            return error;
        }
        modules.push_back(std::move(*parsed.module));
        if (before > 0)
            countOnFrom(before, modules.back());
        if (texts.size() > 1)
            before += linesIn(named.text);
    }
    if (modules.empty())
        return LoadError{LoadError::Kind::invalidPtx, 0, "no PTX to load"};
    if (modules.size() == 1) {
        const std::string missing =
            texts.front().name.empty() ? std::string() : ptx::firstUnresolved(modules.front());
        if (missing.empty())
            return std::move(modules.front());
    }
    ptx::LinkResult linked = ptx::link(std::move(modules));
    if (linked.error)
        return describe(*linked.error, texts);
    return std::move(*linked.module);
}

using Decoded = std::variant<LoadError, Code>;

Decoded decode(const ptx::Module& module, const Placement& placement, std::uint32_t function) {
    try {
        return KernelDecoder(module, placement).decode(function);
    } catch (const UnsupportedInstruction& e) {
        return describe(module, *e.function, *e.instruction, e.what(), e.invalid);
    }
}

std::size_t instructionsIn(const ptx::Module& module) {
    std::size_t count = 0;
    for (const ptx::Function& function : module.functions)
        count += function.code.size();
    return count;
}

/// Several at once if there is much to decode. Not on the pool of launches, whose
/// threads a kernel may occupy indefinitely. \throws a thread's exception, on the
/// caller's
std::vector<Decoded> decodeAll(const ptx::Module& module, const Placement& placement,
                               const std::vector<std::uint32_t>& entries) {
    constexpr std::size_t kWorthAThread = 2000; ///< instructions
    std::vector<Decoded> decoded(entries.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t k; (k = next++) < entries.size();)
            decoded[k] = decode(module, placement, entries[k]);
    };
    std::vector<std::future<void>> others;
    const std::size_t worth = std::min(entries.size(), instructionsIn(module) / kWorthAThread);
    const std::size_t threads = worth > 1 ? std::min<std::size_t>(host::usableCores(), worth) : 1;
    try {
        for (std::size_t i = 1; i < threads; ++i)
            others.push_back(std::async(std::launch::async, work));
    } catch (const std::system_error&) {
        // The system cannot start a thread: the existing ones do the work.
    }
    work();
    for (std::future<void>& other : others)
        other.get();
    return decoded;
}

} // namespace

namespace {

/// An unsupported kernel is only an error if none can be executed: libraries have one for each
/// generation of GPUs. Null if the program is usable.
LoadError* whyNoneRuns(std::vector<Decoded>& decoded) {
    LoadError* first = nullptr;
    bool anyRuns = false;
    for (Decoded& kernel : decoded) {
        auto* error = std::get_if<LoadError>(&kernel);
        if (error && error->kind != LoadError::Kind::unsupported)
            return error;
        anyRuns |= error == nullptr;
        first = first ? first : error;
    }
    return anyRuns ? nullptr : first;
}

/// Empty if the host has enough memory for the kernels' code, as far as can be predicted.
std::optional<LoadError> whyTooLarge(const ptx::Module& module, const Placement& placement,
                                     const std::vector<std::uint32_t>& entries) {
    constexpr std::uint64_t kBytesEach = sizeof(Inst) + sizeof(InstInfo);
    constexpr std::uint64_t kAlwaysFits = std::uint64_t(1) << 28; // bytes
    if (entries.size() * instructionsIn(module) <= kAlwaysFits / kBytesEach)
        return std::nullopt;
    const std::uint64_t most = std::max(host::availableMemory() / 2, kAlwaysFits) / kBytesEach;
    if (KernelDecoder(module, placement).reachedInstructions(entries, most) < most)
        return std::nullopt;
    return LoadError{LoadError::Kind::noMemory, 0,
                     "the module's " + std::to_string(entries.size()) +
                         " kernels reach more instructions than the host has memory for: each has "
                         "its own copy of what it calls"};
}

} // namespace

std::optional<LoadError> mistakeIn(std::string_view ptxText) {
    const NamedText text{ptxText, {}};
    auto parsed = parseAll({&text, 1});
    if (auto* error = std::get_if<LoadError>(&parsed))
        return std::move(*error);
    const auto& module = std::get<ptx::Module>(parsed);
    if (const auto mistake = ptx::findMistake(module))
        return describe(module, *mistake->function, *mistake->instruction, mistake->reason, true);
    return std::nullopt;
}

LoadResult load(std::span<const std::string_view> ptxTexts, const MachineModel& model,
                std::shared_ptr<DeviceMemory> memory) {
    std::vector<NamedText> texts;
    for (const std::string_view text : ptxTexts)
        texts.push_back({text, {}});
    return load(texts, model, std::move(memory));
}

LoadResult load(std::span<const NamedText> texts, const MachineModel& model,
                std::shared_ptr<DeviceMemory> memory) {
    auto parsed = parseAll(texts);
    if (auto* error = std::get_if<LoadError>(&parsed))
        return std::move(*error);
    auto& text = std::get<ptx::Module>(parsed);
    if (const auto mistake = ptx::findMistake(text))
        return describe(text, *mistake->function, *mistake->instruction, mistake->reason, true);
    ptx::putTypesLast(text);
    ptx::fuseProducts(text);
    ptx::branchAroundGuardedWaits(text);
    ptx::passRegistersInMemory(text);
    auto program = std::make_shared<Program>(std::move(text), model, std::move(memory));
    const ptx::Module& module = program->module;
    Placement placement;
    if (!placeVariables(*program, placement))
        return LoadError{LoadError::Kind::noMemory, 0,
                         "the module's variables do not fit into the device's memory"};
    program->addresses = placement.addresses;
    program->made = std::make_shared<MadeCodes>();
    for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
        if (module.functions[f].isKernel && !module.functions[f].isDeclaration)
            program->entries.push_back(f);
    }
    if (const auto error = whyTooLarge(module, placement, program->entries))
        return *error;
    std::vector<Decoded> decoded = decodeAll(module, placement, program->entries);
    if (LoadError* error = whyNoneRuns(decoded))
        return std::move(*error);
    for (std::size_t kernel = 0; kernel < decoded.size(); ++kernel) {
        const auto* error = std::get_if<LoadError>(&decoded[kernel]);
        program->codes.push_back(error ? Code() : std::move(std::get<Code>(decoded[kernel])));
        program->kernels.push_back(
            describe(module, module.functions[program->entries[kernel]], program->codes.back()));
        program->kernels.back().unsupported = error ? error->text : std::string();
    }
    return program;
}

std::optional<Code> codeForStepping(const Program& program, std::uint32_t kernel) {
    try {
        const Placement placement{program.addresses};
        return KernelDecoder(program.module, placement, DecodeFor::stepping)
            .decode(program.entries[kernel]);
    } catch (const UnsupportedInstruction&) {
        return std::nullopt;
    }
}

RegisterDirectives registerDirectivesOf(const Program& program, std::uint32_t kernel) {
    const ptx::Function& function = program.module.functions[program.entries[kernel]];
    return {function.maxRegisters, function.minBlocksPerSm};
}

const std::vector<KernelInfo>& kernelsOf(const Program& program) {
    return program.kernels;
}

const std::vector<VariableInfo>& variablesOf(const Program& program) {
    return program.variables;
}

} // namespace warpbench::simgpu::engine
