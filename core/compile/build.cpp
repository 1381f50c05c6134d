// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/build.h"

#include "core/cache/options.h"
#include "core/compile/host_code.h"
#include "core/compile/kernel_facts.h"
#include "core/compile/precompiled_headers.h"
#include "core/compile/undefined_names.h"
#include "core/compiled/diagnostics.h"
#include "core/sources/pasted_characters.h"
#include "core/sources/source_scan.h"
#include "core/sources/tokenizer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

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

constexpr const char* kPreludeName = "warpbench_host_names.h";
constexpr const char* kDefaultDevice = "-default-device";

/// Compiles the device part of the program. The options for that are not shown to the user.
NvrtcOutput callNvrtc(const Nvrtc& nvrtc, const CompileRequest& request, const DeviceCode& code,
                      std::vector<std::string> options) {
    std::vector<std::pair<std::string, std::string>> headers = code.headers;
    if (!code.prelude.empty()) {
        headers.emplace_back(kPreludeName, code.prelude);
        options.push_back(std::string("-include=") + kPreludeName);
    }
    if (code.defaultDevice &&
        std::find(options.begin(), options.end(), kDefaultDevice) == options.end())
        options.emplace_back(kDefaultDevice);
    if (code.wideIntegers)
        options.emplace_back("--device-int128");
    return nvrtc.compile(code.source, request.fileName, options, request.nameExpressions, headers);
}

/// Uses precompiled headers if worthwhile. Their options are not shown to the user.
NvrtcOutput compileOnce(const Nvrtc& nvrtc, const CompileRequest& request, const DeviceCode& code,
                        std::vector<std::string> options) {
    PrecompiledHeaders& headers = PrecompiledHeaders::ofThisProcess();
    std::vector<std::string> extra;
    if (nvrtc.hasPrecompiledHeaders())
        extra = headers.optionsFor(request, nvrtc.includeDirs(), options);
    if (extra.empty())
        return callNvrtc(nvrtc, request, code, std::move(options));
    options.insert(options.end(), extra.begin(), extra.end());
    const std::lock_guard lock(headers.turn());
    return callNvrtc(nvrtc, request, code, std::move(options));
}

/// "insufficient preallocated memory for generation of precompiled header file": of no interest,
/// since the compile is as good without.
bool isAboutPrecompiledHeaders(const Diagnostic& diagnostic) {
    return diagnostic.code == "639-D";
}

/// Compiles; an option that this NVRTC does not know is left out and the compile tried again.
NvrtcOutput compileKnownOptions(const Nvrtc& nvrtc, const CompileRequest& request,
                                const DeviceCode& code, std::vector<std::string>& options,
                                std::vector<std::string>& dropped) {
    for (;;) {
        NvrtcOutput output = compileOnce(nvrtc, request, code, options);
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

bool isRelocatable(const std::vector<std::string>& options) {
    return std::any_of(options.begin(), options.end(), [](const std::string& option) {
        return option.starts_with("-rdc") || option.starts_with("--relocatable-device-code") ||
               option == "-dc" || option == "--device-c" || option == kLinkTimeOptimisation;
    });
}

/// What NVRTC does not do by itself for a kernel that launches kernels: it is compiled for a
/// linker, and includes the functions for that as nvcc does. \param log  of a failed compile; the
/// words before CUDA 12 are others \returns empty: nothing
std::vector<std::string> optionsToLaunch(const std::string& log,
                                         const std::vector<std::string>& options) {
    const auto says = [&](const char* words) { return log.find(words) != std::string::npos; };
    const bool lacksNames = says("identifier \"cuda");
    const bool launches = says("device-side kernel launch could not be processed") ||
                          says("requires separate compilation mode") ||
                          says("Unresolved extern function '__cudaCDP2");
    std::vector<std::string> more;
    if ((launches || lacksNames) && !isRelocatable(options))
        more.emplace_back("-rdc=true");
    if (lacksNames)
        more.emplace_back("--pre-include=cuda_device_runtime_api.h");
    if (!more.empty())
        more.emplace_back("-diag-suppress=1105"); // the header says that it is an internal one
    return more;
}

/// ptxas names a line of the PTX, which NVRTC does not hand out when ptxas fails: PTX alone for
/// the same source has the same lines.
void findPtxPlaces(const Nvrtc& nvrtc, const CompileRequest& request, const DeviceCode& code,
                   std::vector<std::string> options, std::vector<Diagnostic>& diagnostics) {
    for (std::string& option : options)
        if (option.starts_with("-arch="))
            option = "-arch=" + virtualArchitecture(request.arch);
    if (std::find(options.begin(), options.end(), "-lineinfo") == options.end())
        options.emplace_back("-lineinfo");
    std::erase_if(options, [](const std::string& option) { return option == "-G"; });
    const NvrtcOutput output = callNvrtc(nvrtc, request, code, std::move(options));
    translatePtxPlaces(diagnostics, output.ptx, request.fileName);
}

/// The text between the first pair of quotes after `before`; empty if there is none.
std::string quotedAfter(const std::string& text, const std::string& before) {
    const std::size_t at = text.find(before + "'");
    if (at == std::string::npos)
        return {};
    const std::size_t begin = at + before.size() + 1;
    const std::size_t end = text.find('\'', begin);
    return end == std::string::npos ? std::string() : text.substr(begin, end - begin);
}

/// Rewrites "Entry function '_Z3bigPi' uses too much shared data (0x13880 bytes, 0xc000 max)" in
/// the user's terms, with a remedy.
std::string explainSharedData(const std::string& text, const std::string& name) {
    unsigned bytes = 0;
    unsigned limit = 0;
    const std::size_t at = text.find(" uses too much shared data");
    if (at == std::string::npos ||
        std::sscanf(text.c_str() + at, " uses too much shared data (0x%x bytes, 0x%x max)", &bytes,
                    &limit) != 2)
        return text;
    return fmt::format("kernel \"{}\" uses {} bytes of static shared memory, but the limit is {}; "
                       "declare the array \"extern __shared__\" and give its size with "
                       "the launch",
                       name, bytes, limit);
}

/// ptxas names functions, lowered, and no lines: adds the line of the kernel, or of the first use.
void placePtxasMessages(std::vector<Diagnostic>& diagnostics, const CompileRequest& request) {
    const std::vector<ScannedKernel> kernels = scanSource(request.source);
    for (Diagnostic& diagnostic : diagnostics) {
        const std::string lowered = quotedAfter(diagnostic.text, "function ");
        if (diagnostic.source != "ptxas" || diagnostic.place.line > 0 || lowered.empty())
            continue;
        std::string name = demangledName(lowered);
        name = name.substr(0, name.find('<'));
        int line = firstLineOf(name, request.source);
        for (const ScannedKernel& kernel : kernels)
            if (kernel.info.name == name)
                line = kernel.info.line;
        diagnostic.place = {request.fileName, line, 0};
        diagnostic.text = explainSharedData(diagnostic.text, name);
        if (diagnostic.text.starts_with("Unresolved extern function"))
            diagnostic.text = "function '" + name + "' is declared but defined nowhere";
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
    diagnostic.text = "the compiler failed without a readable message (" + output.problem + ")";
    result.diagnostics.push_back(diagnostic);
}

/// With `-v`, ptxas omits some errors (measured: "uses too much shared data"), so a failure without
/// a message is compiled again without it.
void askAgainWithoutUsage(const Nvrtc& nvrtc, const CompileRequest& request, const DeviceCode& code,
                          std::vector<std::string> options, CompileResult& result) {
    if (std::erase(options, "--ptxas-options=-v") == 0)
        return;
    const NvrtcOutput again = callNvrtc(nvrtc, request, code, std::move(options));
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
    const DeviceCode code = setHostCodeAside(request, nvrtc.includeDirs());
    result.setAside = code.setAside;
    NvrtcOutput output = compileKnownOptions(nvrtc, request, code, options, result.droppedOptions);
    if (const auto more =
            output.succeeded ? std::vector<std::string>() : optionsToLaunch(output.log, options);
        !more.empty()) {
        std::vector<std::string> launching = options;
        launching.insert(launching.end(), more.begin(), more.end());
        NvrtcOutput again =
            compileKnownOptions(nvrtc, request, code, launching, result.droppedOptions);
        // If it still fails, then for another reason, which is what the user needs to know.
        if (again.succeeded || optionsToLaunch(again.log, launching).empty()) {
            output = std::move(again);
            options = std::move(launching);
        }
    }
    result.commandLine = commandLine(options);
    result.succeeded = output.succeeded;
    result.log = output.log;
    result.diagnostics = parseLog(output.log, request.fileName);
    std::erase_if(result.diagnostics, isAboutPrecompiledHeaders);
    if (!output.succeeded && !hasError(result.diagnostics))
        askAgainWithoutUsage(nvrtc, request, code, options, result);
    if (namesPtx(result.diagnostics))
        findPtxPlaces(nvrtc, request, code, options, result.diagnostics);
    placePtxasMessages(result.diagnostics, request);
    if (hasError(result.diagnostics))
        explainPastedCharacters(result.diagnostics, programFiles(request));
    explainHostCode(result.diagnostics, code, request);
    if (!output.succeeded)
        explainUndefinedNames(result.diagnostics, code);
    explainArchitecture(result.diagnostics, request, nvrtc);
    if (!output.succeeded) {
        ensureError(result, output);
        return result;
    }
    result.kernels = collectKernels(request, output);
    if (output.ptx.empty()) // LTO-IR: nvJitLink finds the kernels, by these names
        for (const auto& [name, lowered] : output.loweredNames) {
            const auto isIt = [&, &it = lowered](const KernelInfo& k) { return k.lowered == it; };
            const auto known = std::find_if(result.kernels.begin(), result.kernels.end(), isIt);
            if (known != result.kernels.end()) {
                known->otherNames.push_back(name);
                continue;
            }
            result.kernels.emplace_back().name = name;
            result.kernels.back().lowered = lowered;
        }
    result.ptx = std::move(output.ptx);
    if (!output.cubin.empty())
        result.cubin = std::make_shared<const std::vector<std::byte>>(std::move(output.cubin));
    return result;
}

} // namespace warpbench::compile
