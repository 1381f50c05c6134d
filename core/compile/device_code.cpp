// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/device_code.h"

#include "core/base/path_text.h"
#include "core/compile/kernel_facts.h"
#include "core/formats/cubin.h"
#include "core/formats/fatbin.h"
#include "core/formats/ptx_entries.h"
#include "core/sources/source_scan.h"

#include <fmt/format.h>

#include <charconv>
#include <span>

namespace warpbench::compile {

namespace {

/// A PTX type in C++; empty if it has several spellings or is not a number.
std::string spellingOf(const PtxEntry::Parameter& parameter) {
    if (parameter.pointer)
        return "void *";
    if (parameter.array)
        return {};
    const bool isSigned = parameter.kind == 's';
    if (parameter.kind == 'f')
        return parameter.size == 8 ? "double" : parameter.size == 4 ? "float" : "";
    if (parameter.kind != 's' && parameter.kind != 'u')
        return {};
    switch (parameter.size) {
    case 1:
        return isSigned ? "signed char" : "unsigned char";
    case 2:
        return isSigned ? "short" : "unsigned short";
    case 4:
        return isSigned ? "int" : "unsigned int";
    case 8:
        return isSigned ? "long long" : "unsigned long long";
    default:
        return {};
    }
}

void nameParameters(KernelInfo& kernel, const PtxEntry* entry) {
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
        Parameter& parameter = kernel.parameters[i];
        if (parameter.name.empty())
            parameter.name = fmt::format("param_{}", i);
        if (parameter.type.empty() && entry && i < entry->parameters.size()) {
            parameter.type = spellingOf(entry->parameters[i]);
            classifyType(parameter);
        }
    }
}

void fail(CompileResult& result, const CompileRequest& request, int line, std::string text) {
    Diagnostic diagnostic;
    diagnostic.place = {request.fileName, line, 0};
    diagnostic.text = std::move(text);
    result.diagnostics.push_back(std::move(diagnostic));
}

void readPtx(const CompileRequest& request, CompileResult& result) {
    const auto head = readPtxHead(request.source);
    if (!head)
        return fail(result, request, 1,
                    "this is not PTX: .version and .target are missing; generate PTX with "
                    "`warpbench-cli compile FILE.cu --ptx OUT.ptx`");
    result.compiler = "PTX " + head->version;
    result.arch = head->target;
    NvrtcOutput output;
    output.ptx = request.source;
    result.kernels = collectKernels({}, output);
    const std::vector<PtxEntry> entries = readPtxEntries(request.source);
    for (KernelInfo& kernel : result.kernels)
        for (const PtxEntry& entry : entries)
            if (entry.name == kernel.lowered) {
                nameParameters(kernel, &entry);
                kernel.line = entry.line;
            }
    result.ptx = request.source;
    result.succeeded = true;
}

void readMachineCode(const CompileRequest& request, CompileResult& result) {
    const auto* begin = reinterpret_cast<const std::byte*>(request.source.data());
    auto bytes =
        std::make_shared<const std::vector<std::byte>>(begin, begin + request.source.size());
    const auto facts = readCubin(*bytes);
    if (!facts)
        return fail(result, request, 0,
                    "this is not a cubin; generate one with `warpbench-cli compile FILE.cu --cubin "
                    "OUT.cubin`");
    result.compiler = "machine code";
    result.arch = fmt::format("sm_{}", facts->computeCapability);
    NvrtcOutput output;
    output.cubin = *bytes;
    result.kernels = collectKernels({}, output);
    for (KernelInfo& kernel : result.kernels)
        nameParameters(kernel, nullptr);
    result.cubin = std::move(bytes);
    result.succeeded = true;
}

/// "sm_90a" → 90; 0 if there is no number.
int numberOf(const std::string& arch) {
    const std::size_t digits = arch.find_first_of("0123456789");
    int number = 0;
    if (digits != std::string::npos)
        std::from_chars(arch.data() + digits, arch.data() + arch.size(), number);
    return number;
}

void readFat(const CompileRequest& request, CompileResult& result) {
    const auto entries = readFatbin(std::as_bytes(std::span(request.source)));
    if (!entries || entries->empty())
        return fail(result, request, 0,
                    "this is not a fat binary, or it is damaged; generate one with `nvcc -fatbin`");
    FatbinChoice choice = chooseFrom(*entries, numberOf(request.arch));
    if (!choice.ptx && !choice.machineCode)
        for (const FatbinEntry& entry : *entries) {
            const FatbinEntry*& newest = entry.ptx ? choice.ptx : choice.machineCode;
            if (!newest || entry.arch > newest->arch)
                newest = &entry;
        }
    CompileRequest part = request;
    if (choice.ptx) {
        part.source = choice.ptx->contents;
        readPtx(part, result);
    }
    if (!choice.machineCode || (choice.ptx && !result.succeeded))
        return;
    CompileResult machineCode;
    part.source = choice.machineCode->contents;
    readMachineCode(part, machineCode);
    if (!machineCode.succeeded) {
        result = std::move(machineCode);
        return;
    }
    // Its kernels know their registers; their names of types are PTX's.
    const std::vector<PtxEntry> listed = readPtxEntries(result.ptx);
    for (KernelInfo& kernel : machineCode.kernels)
        for (const PtxEntry& entry : listed)
            if (entry.name == kernel.lowered)
                nameParameters(kernel, &entry);
    machineCode.ptx = std::move(result.ptx);
    result = std::move(machineCode);
}

} // namespace

SourceKind sourceKindOf(std::string_view fileName) {
    return fileName.ends_with(".ptx")      ? SourceKind::ptx
           : fileName.ends_with(".cubin")  ? SourceKind::cubin
           : fileName.ends_with(".fatbin") ? SourceKind::fatbin
                                           : SourceKind::cuda;
}

bool isBinary(SourceKind kind) {
    return kind == SourceKind::cubin || kind == SourceKind::fatbin;
}

CompileResult readDeviceCode(const CompileRequest& request) {
    CompileResult result;
    result.arch = request.arch;
    const SourceKind kind = sourceKindOf(request.fileName);
    if (kind == SourceKind::ptx)
        readPtx(request, result);
    else if (kind == SourceKind::fatbin)
        readFat(request, result);
    else
        readMachineCode(request, result);
    if (kind == SourceKind::fatbin && result.succeeded)
        result.compiler = "fat binary";
    result.given = true;
    return result;
}

bool ptxTargetFits(std::string_view target, int ccMajor, int ccMinor) {
    if (!target.starts_with("sm_"))
        return false;
    target.remove_prefix(3);
    int number = 0;
    const auto [end, error] = std::from_chars(target.data(), target.data() + target.size(), number);
    const char suffix = end == target.data() + target.size() ? '\0' : *end;
    const int own = ccMajor * 10 + ccMinor;
    if (error != std::errc() || number > own)
        return false;
    return suffix == 'a' ? number == own : suffix != 'f' || number / 10 == ccMajor;
}

} // namespace warpbench::compile
