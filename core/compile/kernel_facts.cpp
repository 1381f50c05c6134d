// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/kernel_facts.h"

#include "core/compiled/ptxas_log.h"
#include "core/formats/cubin.h"
#include "core/formats/ptx_entries.h"
#include "core/sources/source_scan.h"
#include "core/sources/tokenizer.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#endif

namespace warpbench::compile {

namespace {

/// "void ns::scale<float, 4>(float *)" for a mangled name; the name itself otherwise.
std::string demangled(const std::string& lowered) {
#if __has_include(<cxxabi.h>)
    if (lowered.starts_with("_Z")) {
        int status = 0;
        const std::unique_ptr<char, decltype(&std::free)> text(
            abi::__cxa_demangle(lowered.c_str(), nullptr, nullptr, &status), &std::free);
        if (status == 0 && text)
            return text.get();
    }
#endif
    return lowered;
}

/// Splits a demangled signature into name and parameters: the last outer pair of round brackets.
/// A template function's text begins with its return type.
struct Signature {
    std::string name;
    std::vector<std::string> types;
};

Signature splitSignature(const std::string& text) {
    Signature signature;
    signature.name = text;
    if (text.empty() || text.back() != ')')
        return signature;
    int depth = 0;
    std::size_t open = text.size();
    for (std::size_t i = text.size(); i-- > 0;) {
        if (text[i] == ')')
            ++depth;
        else if (text[i] == '(' && --depth == 0) {
            open = i;
            break;
        }
    }
    signature.name = text.substr(0, open);
    if (signature.name.starts_with("void "))
        signature.name.erase(0, 5);
    std::string type;
    depth = 0;
    for (std::size_t i = open + 1; i + 1 < text.size(); ++i) {
        const char c = text[i];
        depth += c == '(' || c == '<' || c == '[' ? 1 : 0;
        depth -= c == ')' || c == '>' || c == ']' ? 1 : 0;
        if (c == ',' && depth == 0) {
            signature.types.push_back(type);
            type.clear();
            ++i; // the blank
        } else {
            type += c;
        }
    }
    if (!type.empty())
        signature.types.push_back(type);
    return signature;
}

/// Turns the demangler's "float const*" into the more usual "const float *".
std::string readableType(const std::string& type) {
    const std::size_t star = type.find('*');
    std::string base = type.substr(0, star);
    if (base.ends_with(" const"))
        base = "const " + base.substr(0, base.size() - 6);
    return star == std::string::npos ? base : base + " " + type.substr(star);
}

std::string withoutTemplateArguments(const std::string& name) {
    return name.substr(0, name.find('<'));
}

std::string withoutBlanks(std::string text) {
    std::erase(text, ' ');
    return text;
}

/// The kernel's names known to the user: its name expressions, otherwise its own name.
std::vector<std::string> sourceNames(const std::string& lowered, const NvrtcOutput& output) {
    std::vector<std::string> names;
    for (const auto& [expression, name] : output.loweredNames)
        if (name == lowered)
            names.push_back(expression);
    if (names.empty())
        names.push_back(demangledName(lowered));
    return names;
}

const ScannedKernel* findScanned(const std::vector<ScannedKernel>& scanned,
                                 const std::string& name) {
    const std::string plain = withoutBlanks(withoutTemplateArguments(name));
    for (const ScannedKernel& kernel : scanned)
        if (kernel.info.name == plain)
            return &kernel;
    return nullptr;
}

/// Names and types: from the source if it matches; types from the lowered name if the source has
/// template parameters instead.
void describeParameters(KernelInfo& kernel, const ScannedKernel* scanned) {
    std::vector<Parameter>& parameters = kernel.parameters;
    if (scanned && scanned->info.parameters.size() == parameters.size()) {
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const Parameter& source = scanned->info.parameters[i];
            parameters[i].name = source.name;
            parameters[i].type = source.type;
        }
    }
    const bool needsTypes =
        !scanned || scanned->isTemplate || scanned->info.parameters.size() != parameters.size();
    const Signature signature = splitSignature(demangled(kernel.lowered));
    if (needsTypes && signature.types.size() == parameters.size())
        for (std::size_t i = 0; i < parameters.size(); ++i)
            parameters[i].type = readableType(signature.types[i]);
    for (Parameter& parameter : parameters)
        classifyType(parameter);
}

void addCubinFacts(KernelInfo& kernel, const CubinKernel& facts, int computeCapability) {
    kernel.registers = facts.registers;
    kernel.localBytes = facts.frameBytes;
    kernel.sharedBytes = facts.sharedBytes;
    kernel.barriers = facts.barriers.value_or(0);
    if (facts.registers)
        kernel.maxThreads = maxThreadsPerBlock(
            *facts.registers,
            facts.maxBlockThreads.value_or(std::numeric_limits<std::int64_t>::max()),
            computeCapability);
}

/// ptxas's output takes precedence.
void addUsage(KernelInfo& kernel, const PtxasUsage& usage) {
    const auto take = [](auto& member, const auto& value) {
        if (value)
            member = value;
    };
    take(kernel.registers, usage.registers);
    take(kernel.barriers, usage.barriers);
    take(kernel.sharedBytes, usage.sharedBytes);
    take(kernel.localBytes, usage.stackBytes);
    take(kernel.spillStoreBytes, usage.spillStoreBytes);
    take(kernel.spillLoadBytes, usage.spillLoadBytes);
    take(kernel.constantBytes, usage.constantBytes);
}

} // namespace

std::string demangledName(const std::string& lowered) {
    return splitSignature(demangled(lowered)).name;
}

std::string demangledSignature(const std::string& lowered) {
    return demangled(lowered);
}

int maxThreadsPerBlock(int registers, std::int64_t launchBound, int computeCapability) {
    constexpr std::int64_t kWarp = 32;
    constexpr std::int64_t kHardwareLimit = 1024;
    constexpr std::int64_t kUnit = 256;
    constexpr std::int64_t kWarpGranularity = 4;
    const std::int64_t file = computeCapability == 53 || computeCapability == 62 ? 32768 : 65536;
    std::int64_t threads = std::min(kHardwareLimit, launchBound);
    if (registers > 0) {
        const std::int64_t perWarp = (registers * kWarp + kUnit - 1) / kUnit * kUnit;
        const std::int64_t warps = file / perWarp / kWarpGranularity * kWarpGranularity;
        threads = std::min(threads, warps * kWarp);
    }
    return static_cast<int>(threads);
}

std::vector<KernelInfo> collectKernels(const CompileRequest& request, const NvrtcOutput& output) {
    const std::vector<ScannedKernel> scanned = scanSource(request.source);
    const std::optional<CubinFacts> facts = readCubin(output.cubin);
    const std::map<std::string, PtxasUsage> usages = parsePtxasUsage(output.log);

    std::vector<KernelInfo> kernels;
    std::vector<PtxEntry> entries = readPtxEntries(output.ptx);
    if (output.ptx.empty() && facts) // machine code alone
        for (const CubinKernel& kernel : facts->kernels)
            entries.emplace_back().name = kernel.name;
    for (const PtxEntry& entry : entries) {
        KernelInfo kernel;
        kernel.lowered = entry.name;
        kernel.otherNames = sourceNames(entry.name, output);
        kernel.name = kernel.otherNames.front();
        kernel.otherNames.erase(kernel.otherNames.begin());
        const CubinKernel* cubin = facts ? facts->kernel(entry.name) : nullptr;
        if (cubin) {
            for (const CubinKernel::Parameter& p : cubin->parameters) {
                Parameter parameter;
                parameter.offset = p.offset;
                parameter.size = p.size;
                kernel.parameters.push_back(parameter);
            }
            addCubinFacts(kernel, *cubin, facts->computeCapability);
        } else {
            for (const PtxEntry::Parameter& p : entry.parameters) {
                Parameter parameter;
                parameter.offset = p.offset;
                parameter.size = p.size;
                kernel.parameters.push_back(parameter);
            }
        }
        if (const auto usage = usages.find(entry.name); usage != usages.end())
            addUsage(kernel, usage->second);
        const ScannedKernel* source = findScanned(scanned, demangledName(entry.name));
        if (source)
            kernel.line = source->info.line;
        describeParameters(kernel, source);
        kernels.push_back(std::move(kernel));
    }
    // NVRTC's order is arbitrary; kernels from headers and macros (line 0) come last.
    std::stable_sort(kernels.begin(), kernels.end(), [](const KernelInfo& a, const KernelInfo& b) {
        return (a.line == 0 ? std::numeric_limits<int>::max() : a.line) <
               (b.line == 0 ? std::numeric_limits<int>::max() : b.line);
    });
    return kernels;
}

} // namespace warpbench::compile
