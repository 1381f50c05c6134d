// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/compile.h"

#include "core/compile/build.h"
#include "core/compile/nvrtc.h"

#include <algorithm>
#include <chrono>

namespace warpbench::compile {

const KernelInfo* CompileResult::kernel(const std::string& name) const {
    for (const KernelInfo& kernel : kernels)
        if (kernel.name == name || kernel.lowered == name)
            return &kernel;
    return nullptr;
}

CompileResult compile(const CompileRequest& request) {
    const auto start = std::chrono::steady_clock::now();
    const std::shared_ptr<const Nvrtc> nvrtc = Nvrtc::get();
    CompileResult result = build(request, *nvrtc);
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    result.milliseconds = elapsed.count();
    return result;
}

CompilerInfo compilerInfo() {
    CompilerInfo info;
    try {
        const std::shared_ptr<const Nvrtc> nvrtc = Nvrtc::get();
        info.available = true;
        info.version = nvrtc->version();
        info.library = nvrtc->library();
        if (!nvrtc->includeDirs().empty())
            info.includeFolder = nvrtc->includeDirs().front();
        info.architectures = nvrtc->architectures();
    } catch (const std::exception& error) {
        info.problem = error.what();
    }
    return info;
}

} // namespace warpbench::compile
