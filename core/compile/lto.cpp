// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/lto.h"

#include "core/cache/options.h"
#include "core/compile/kernel_facts.h"
#include "core/compile/nvrtc.h"
#include "core/compiled/diagnostics.h"

#include <algorithm>
#include <string_view>

namespace warpbench::compile {

namespace {

/// "-maxrregcount=32" of "--maxrregcount=32" and the like, for the linker; empty: not its matter.
std::string forTheLinker(std::string_view option) {
    constexpr std::pair<std::string_view, std::string_view> kSame[] = {
        {"maxrregcount", "-maxrregcount"},
        {"ftz", "-ftz"},
        {"prec-div", "-prec-div"},
        {"prec-sqrt", "-prec-sqrt"},
        {"fmad", "-fma"}};
    const std::size_t dashes = option.find_first_not_of('-');
    const std::size_t equals = option.find('=');
    if (dashes == 0 || equals == option.npos || dashes > equals)
        return {};
    const std::string_view name = option.substr(dashes, equals - dashes);
    std::string_view value = option.substr(equals + 1);
    if (value == "true" || value == "false")
        value = value == "true" ? "1" : "0";
    for (const auto& [ours, theirs] : kSame)
        if (name == ours)
            return std::string(theirs) + "=" + std::string(value);
    return {};
}

std::vector<std::string> linkerOptions(const CompileRequest& request) {
    const std::string arch = virtualArchitecture(request.arch);
    std::vector<std::string> options{"-arch=sm_" +
                                     arch.substr(std::min(arch.size(), arch.find('_') + 1))};
    if (request.lineInfo)
        options.emplace_back("-lineinfo");
    for (const std::string& option : request.options) {
        if (option == "--use_fast_math" || option == "-use_fast_math")
            options.insert(options.end(), {"-ftz=1", "-prec-div=0", "-prec-sqrt=0", "-fma=1"});
        else if (std::string own = forTheLinker(option); !own.empty())
            options.push_back(std::move(own));
    }
    return options;
}

CompileResult refused(const CompileRequest& request, const std::string& problem) {
    CompileResult result;
    result.arch = request.arch;
    result.log = problem;
    Diagnostic diagnostic;
    diagnostic.place = {request.fileName, 0, 0};
    diagnostic.source = "linker";
    diagnostic.text = "link-time optimisation failed: " + problem;
    result.diagnostics.push_back(std::move(diagnostic));
    return result;
}

/// The kernels of all sources, each with its line.
std::vector<KernelInfo> kernelsOf(const CompileRequest& request,
                                  const std::vector<LinkedSource>& sources,
                                  const NvrtcOutput& linked) {
    std::vector<KernelInfo> kernels;
    for (const LinkedSource& source : sources) {
        CompileRequest one = request;
        one.source = source.text;
        one.fileName = source.fileName;
        std::vector<KernelInfo> found = collectKernels(one, linked);
        if (kernels.empty())
            kernels = std::move(found);
        else
            for (KernelInfo& kernel : kernels)
                for (KernelInfo& other : found)
                    if (kernel.line == 0 && other.line > 0 && other.lowered == kernel.lowered)
                        kernel = std::move(other);
    }
    return kernels;
}

} // namespace

CompileResult linkLto(const CompileRequest& request, const std::vector<LinkedSource>& sources,
                      const std::vector<CompileResult>& each, const NvJitLink& linker) {
    std::vector<JitLinkInput> inputs;
    for (std::size_t i = 0; i < each.size(); ++i)
        if (each[i].cubin)
            inputs.push_back({JitLinkInput::Kind::ltoIr, sources[i].fileName, *each[i].cubin});
    const std::vector<std::string> options = linkerOptions(request);
    std::vector<std::string> toPtx = options;
    toPtx.insert(toPtx.end(), {"-lto", "-ptx"});
    JitLinkOutput ptx = linker.link(toPtx, inputs);
    if (!ptx.succeeded)
        return refused(request, ptx.problem);
    CompileResult result;
    result.arch = request.arch;
    result.log = ptx.log;
    NvrtcOutput linked;
    for (const KernelInfo& named : each.front().kernels) {
        linked.loweredNames.emplace_back(named.name, named.lowered);
        for (const std::string& name : named.otherNames)
            linked.loweredNames.emplace_back(name, named.lowered);
    }
    linked.ptx = std::move(ptx.ptx);
    if (isRealArchitecture(request.arch)) {
        std::vector<std::string> toCode = options;
        toCode.emplace_back("-Xptxas=-v");
        JitLinkOutput code = linker.link(
            toCode, {{JitLinkInput::Kind::ptx, "linked.ptx",
                      std::as_bytes(std::span(linked.ptx.c_str(), linked.ptx.size() + 1))}});
        if (!code.succeeded)
            return refused(request, code.problem);
        linked.log = code.log;
        linked.cubin = code.cubin;
        result.log += code.log;
        result.cubin = std::make_shared<const std::vector<std::byte>>(std::move(code.cubin));
    }
    result.diagnostics = parseLog(linked.log, request.fileName);
    translatePtxPlaces(result.diagnostics, linked.ptx, request.fileName);
    result.kernels = kernelsOf(request, sources, linked);
    result.ptx = std::move(linked.ptx);
    result.succeeded = true;
    return result;
}

} // namespace warpbench::compile
