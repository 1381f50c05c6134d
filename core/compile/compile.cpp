// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/compile.h"

#include "core/compile/build.h"
#include "core/compile/cache_key.h"
#include "core/compile/compile_cache.h"
#include "core/compile/confinement.h"
#include "core/compile/dependencies.h"
#include "core/compile/device_code.h"
#include "core/compile/disassemble.h"
#include "core/compile/known_compiler.h"
#include "core/compile/nvrtc.h"

#include <chrono>

namespace warpbench::compile {

namespace {

CompileResult compileCached(const CompileRequest& request, const KnownCompiler& compiler) {
    const std::vector<std::filesystem::path>& toolkit = compiler.identity.includeDirs;
    const Dependencies dependencies = findDependencies(request, toolkit);
    if (!dependencies.known)
        return build(request, *Nvrtc::get());
    const CacheKey key = cacheKey(request, dependencies, compiler.identity);
    return CompileCache::ofThisUser().get(key, [&] {
        const std::shared_ptr<const Nvrtc> nvrtc = Nvrtc::get();
        CompileCache::Built built{build(request, *nvrtc), true};
        // NVRTC read the files after we did: what it made belongs to the key only if they, and
        // NVRTC itself, are the ones that the key was made of.
        const Dependencies now = findDependencies(request, toolkit);
        built.storable = now.known && cacheKey(request, now, compiler.identity) == key &&
                         coversPtxFiles(now, request, toolkit, built.result.ptx) &&
                         isSameFile(nvrtc->library(), compiler.library);
        return built;
    });
}

void addDescriptions(const CompileRequest& request, CompileResult& result) {
    for (KernelInfo& described : describeKernels(request))
        for (KernelInfo& kernel : result.kernels)
            if (kernel.lowered == described.lowered &&
                kernel.parameters.size() == described.parameters.size())
                kernel.parameters = std::move(described.parameters);
}

} // namespace

const KernelInfo* CompileResult::kernel(const std::string& name) const {
    for (const KernelInfo& kernel : kernels)
        if (kernel.name == name || kernel.lowered == name)
            return &kernel;
    return nullptr;
}

CompileResult compile(const CompileRequest& request) {
    if (sourceKindOf(request.fileName) != SourceKind::cuda)
        return readDeviceCode(request);
    const auto start = std::chrono::steady_clock::now();
    if (request.confined) {
        const auto refused = refusedInclude(
            request, findDependencies(request, knownCompiler().identity.includeDirs));
        if (refused) {
            CompileResult result;
            result.arch = request.arch;
            result.diagnostics.push_back(*refused);
            return result;
        }
    }
    CompileResult result = request.useCache && !cacheSwitchedOff()
                               ? compileCached(request, knownCompiler())
                               : build(request, *Nvrtc::get());
    if (request.describeParameters && result.succeeded)
        addDescriptions(request, result);
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
