// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/options.h"
#include "core/compile/compile.h"
#include "core/formats/dwarf.h"

namespace warpbench::compile {

namespace {

/// Takes names, types and members from the debugging entries; offsets and sizes remain those of the
/// cubin. Entries whose sizes differ from the cubin's are ignored.
void takeTypes(KernelInfo& kernel, const DwarfKernel& described) {
    if (described.parameters.size() != kernel.parameters.size())
        return;
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
        Parameter typed = described.parameters[i];
        const Parameter& exact = kernel.parameters[i];
        if (typed.size != 0 && typed.size != exact.size)
            continue;
        typed.offset = exact.offset;
        typed.size = exact.size;
        if (typed.name.empty())
            typed.name = exact.name;
        // NVRTC's entries lack namespaces: the source's spelling is better.
        if (!exact.type.empty())
            typed.type = exact.type;
        kernel.parameters[i] = std::move(typed);
    }
}

void forgetUsage(KernelInfo& kernel) {
    kernel.registers.reset();
    kernel.sharedBytes.reset();
    kernel.localBytes.reset();
    kernel.constantBytes.reset();
    kernel.spillStoreBytes.reset();
    kernel.spillLoadBytes.reset();
    kernel.barriers.reset();
    kernel.maxThreads.reset();
}

} // namespace

std::vector<KernelInfo> describeKernels(const CompileRequest& request) {
    CompileRequest debug = request;
    debug.debug = true;
    debug.lineInfo = false;
    debug.describeParameters = false;
    debug.lto = false;
    if (request.arch.starts_with("compute_"))
        debug.arch = "sm_" + request.arch.substr(8);
    CompileResult result = compile(debug);
    if (!result.succeeded || !result.cubin)
        return {};
    const std::vector<DwarfKernel> described = readDwarfKernels(*result.cubin);
    for (KernelInfo& kernel : result.kernels) {
        forgetUsage(kernel);
        for (const DwarfKernel& entry : described) {
            if (entry.lowered != kernel.lowered)
                continue;
            takeTypes(kernel, entry);
            if (kernel.line == 0)
                kernel.line = entry.line;
        }
    }
    return std::move(result.kernels);
}

} // namespace warpbench::compile
