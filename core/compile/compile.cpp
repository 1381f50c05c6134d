// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/compile.h"

#include "core/compile/build.h"
#include "core/compile/cache_key.h"
#include "core/compile/compile_cache.h"
#include "core/compile/dependencies.h"
#include "core/compile/disassemble.h"
#include "core/compile/nvrtc.h"

#include <chrono>
#include <fstream>
#include <string_view>
#include <utility>

namespace warpbench::compile {

namespace {

/// The version of the toolkit's headers, "13000"; empty where there are none.
std::string headerVersion(const std::vector<std::filesystem::path>& includeDirs) {
    for (const std::filesystem::path& dir : includeDirs) {
        // Which of them there is depends on how much of a toolkit was installed.
        for (const auto& [file, macro] : {std::pair("cuda_runtime_api.h", "#define CUDART_VERSION"),
                                          std::pair("cuda.h", "#define CUDA_VERSION")}) {
            std::ifstream stream(dir / file);
            for (std::string line; std::getline(stream, line);)
                if (line.starts_with(macro))
                    return line.substr(std::string_view(macro).size());
        }
    }
    return {};
}

CompilerIdentity identityOf(const Nvrtc& nvrtc) {
    // Read once: a toolkit is not exchanged under a running program.
    static const std::string headers = headerVersion(nvrtc.includeDirs());
    return {nvrtc.version(), nvrtc.includeDirs(), headers};
}

CompileResult compileCached(const CompileRequest& request, const Nvrtc& nvrtc) {
    const CompilerIdentity identity = identityOf(nvrtc);
    const Dependencies dependencies = findDependencies(request, nvrtc.includeDirs());
    if (!dependencies.known)
        return build(request, nvrtc);
    const CacheKey key = cacheKey(request, dependencies, identity);
    return CompileCache::ofThisUser().get(key, [&] {
        CompileCache::Built built{build(request, nvrtc), true};
        // NVRTC read the files after we did: what it made belongs to the key only if they are
        // still the same.
        const Dependencies now = findDependencies(request, nvrtc.includeDirs());
        built.storable = now.known && cacheKey(request, now, identity) == key &&
                         coversPtxFiles(now, request, nvrtc.includeDirs(), built.result.ptx);
        return built;
    });
}

} // namespace

const KernelInfo* CompileResult::kernel(const std::string& name) const {
    for (const KernelInfo& kernel : kernels)
        if (kernel.name == name || kernel.lowered == name)
            return &kernel;
    return nullptr;
}

CompileResult compile(const CompileRequest& request) {
    const auto start = std::chrono::steady_clock::now();
    const std::shared_ptr<const Nvrtc> nvrtc = Nvrtc::get();
    CompileResult result = request.useCache && !cacheSwitchedOff() ? compileCached(request, *nvrtc)
                                                                   : build(request, *nvrtc);
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    result.milliseconds = elapsed.count();
    return result;
}

CompilerInfo compilerInfo() {
    CompilerInfo info;
    info.disassembler = findDisassembler();
    if (!cacheSwitchedOff())
        info.cacheFolder = CompileCache::ofThisUser().disk().folder();
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
