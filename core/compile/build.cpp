// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/build.h"

#include "core/compile/diagnostics.h"
#include "core/compile/kernel_facts.h"
#include "core/compile/options.h"
#include "core/compile/source_scan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace warpbench::compile {

namespace {

bool hasError(const std::vector<Diagnostic>& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return d.severity == Severity::error; });
}

bool namesPtx(const std::vector<Diagnostic>& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return d.place.file == kPtxFile; });
}

/// Compiles; an option that this NVRTC does not know is left out and the compile tried again.
NvrtcOutput compileKnownOptions(const Nvrtc& nvrtc, const CompileRequest& request,
                                std::vector<std::string>& options,
                                std::vector<std::string>& dropped) {
    for (;;) {
        NvrtcOutput output =
            nvrtc.compile(request.source, request.fileName, options, request.nameExpressions);
        bool anyDropped = false;
        for (const std::string& unknown : unknownOptions(output.log)) {
            const auto option = std::find(options.begin(), options.end(), unknown);
            if (option == options.end())
                continue;
            options.erase(option);
            dropped.push_back(unknown);
            anyDropped = true;
        }
        if (!anyDropped)
            return output;
    }
}

/// ptxas names a line of the PTX, which NVRTC does not hand out when ptxas fails: PTX alone for
/// the same source has the same lines.
void findPtxPlaces(const Nvrtc& nvrtc, const CompileRequest& request,
                   std::vector<std::string> options, std::vector<Diagnostic>& diagnostics) {
    for (std::string& option : options)
        if (option.starts_with("-arch="))
            option = "-arch=" + virtualArchitecture(request.arch);
    if (std::find(options.begin(), options.end(), "-lineinfo") == options.end())
        options.emplace_back("-lineinfo");
    std::erase_if(options, [](const std::string& option) { return option == "-G"; });
    const NvrtcOutput output =
        nvrtc.compile(request.source, request.fileName, options, request.nameExpressions);
    translatePtxPlaces(diagnostics, output.ptx, request.fileName);
}

/// "Entry function '_Z3bigPi' uses too much shared data (0x13880 bytes, 0xc000 max)": the kernel's
/// name as the user knows it, its line, and what to do.
void explainKernelLimits(std::vector<Diagnostic>& diagnostics, const CompileRequest& request) {
    for (Diagnostic& diagnostic : diagnostics) {
        const std::string start = "Entry function '";
        if (diagnostic.source != "ptxas" || !diagnostic.text.starts_with(start))
            continue;
        const std::size_t end = diagnostic.text.find('\'', start.size());
        if (end == std::string::npos)
            continue;
        const std::string lowered = diagnostic.text.substr(start.size(), end - start.size());
        const std::string name = demangledName(lowered);
        const std::string plain = name.substr(0, name.find('<'));
        for (const ScannedKernel& kernel : scanSource(request.source))
            if (kernel.info.name == plain)
                diagnostic.place = {request.fileName, kernel.info.line, 0};
        std::string rest = diagnostic.text.substr(end + 1);
        unsigned bytes = 0;
        unsigned limit = 0;
        if (std::sscanf(rest.c_str(), " uses too much shared data (0x%x bytes, 0x%x max)", &bytes,
                        &limit) == 2)
            rest = fmt::format(" uses {} bytes of static shared memory, of which {} are the limit; "
                               "declare the array \"extern __shared__\" and give its size with "
                               "the launch",
                               bytes, limit);
        diagnostic.text = "kernel '" + name + "'" + rest;
    }
}

/// NVRTC says only "invalid value for --gpu-architecture (-arch)".
void explainArchitecture(std::vector<Diagnostic>& diagnostics, const CompileRequest& request,
                         const Nvrtc& nvrtc) {
    for (Diagnostic& diagnostic : diagnostics)
        if (diagnostic.text.find("--gpu-architecture") != std::string::npos &&
            diagnostic.severity == Severity::error)
            diagnostic.text = fmt::format(
                "NVRTC {} cannot compile for \"{}\"; it knows the compute capabilities {}",
                nvrtc.version(), request.arch, fmt::join(nvrtc.architectures(), ", "));
}

/// A failed compile always has an error to show.
void ensureError(CompileResult& result, const NvrtcOutput& output) {
    if (hasError(result.diagnostics))
        return;
    Diagnostic diagnostic;
    diagnostic.text =
        "the compiler failed without a message that can be read (" + output.problem + ")";
    result.diagnostics.push_back(diagnostic);
}

/// With `-v` ptxas keeps some errors to itself (measured: "uses too much shared data"), so a
/// failure without a word is compiled once more without it.
void askAgainWithoutUsage(const Nvrtc& nvrtc, const CompileRequest& request,
                          std::vector<std::string> options, CompileResult& result) {
    if (std::erase(options, "--ptxas-options=-v") == 0)
        return;
    const NvrtcOutput again =
        nvrtc.compile(request.source, request.fileName, options, request.nameExpressions);
    result.log += again.log;
    result.diagnostics = parseLog(result.log, request.fileName);
}

} // namespace

CompileResult build(const CompileRequest& request, const Nvrtc& nvrtc) {
    CompileResult result;
    result.arch = request.arch;
    result.compiler = "NVRTC " + nvrtc.version();
    std::vector<std::string> options =
        makeOptions(request, nvrtc.includeDirs(), nvrtc.hasOwnCache());
    NvrtcOutput output = compileKnownOptions(nvrtc, request, options, result.droppedOptions);
    result.commandLine = commandLine(options);
    result.succeeded = output.succeeded;
    result.log = output.log;
    result.diagnostics = parseLog(output.log, request.fileName);
    if (!output.succeeded && !hasError(result.diagnostics))
        askAgainWithoutUsage(nvrtc, request, options, result);
    if (namesPtx(result.diagnostics))
        findPtxPlaces(nvrtc, request, options, result.diagnostics);
    explainKernelLimits(result.diagnostics, request);
    explainArchitecture(result.diagnostics, request, nvrtc);
    if (!output.succeeded) {
        ensureError(result, output);
        return result;
    }
    result.kernels = collectKernels(request, output);
    result.ptx = std::move(output.ptx);
    if (!output.cubin.empty())
        result.cubin = std::make_shared<const std::vector<std::byte>>(std::move(output.cubin));
    return result;
}

} // namespace warpbench::compile
