// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/compile.h"

#include "core/cache/cache_key.h"
#include "core/cache/cache_log.h"
#include "core/cache/compile_cache.h"
#include "core/cache/dependencies.h"
#include "core/cache/nvcc_options.h"
#include "core/compile/build.h"
#include "core/compile/confinement.h"
#include "core/compile/device_code.h"
#include "core/compile/disassemble.h"
#include "core/compile/known_compiler.h"
#include "core/compile/linking.h"
#include "core/compile/nvrtc.h"

#include <algorithm>
#include <chrono>

namespace warpbench::compile {

namespace {

CompileResult compileCached(const CompileRequest& request, const KnownCompiler& compiler,
                            const Dependencies& dependencies) {
    const std::vector<std::filesystem::path>& toolkit = compiler.identity.includeDirs;
    if (!dependencies.known) {
        CompileResult result = build(request, *Nvrtc::get());
        result.missReason =
            dependencies.shadowed
                ? "a header of the project has the name of a header that the toolkit includes, so "
                  "the result is not cached"
                : "an #include takes its file name from a macro, so the result is not cached";
        return result;
    }
    const CacheKey key = cacheKey(request, dependencies, compiler.identity);
    CompileResult result = CompileCache::ofThisUser().get(key, [&] {
        const std::shared_ptr<const Nvrtc> nvrtc = Nvrtc::get();
        const CacheLog log = CacheLog::ofThisUser();
        const KeyParts parts = keyParts(request, dependencies, compiler.identity);
        CompileCache::Built built{build(request, *nvrtc), true};
        built.result.missReason = explainMiss(log.last(request.fileName), parts);
        // NVRTC read the files after us: its result only belongs to the key if they, and NVRTC
        // itself, are still those that the key was made from.
        const Dependencies now = findDependencies(request, toolkit);
        const bool same = now.known && cacheKey(request, now, compiler.identity) == key &&
                          isSameFile(nvrtc->library(), compiler.library);
        const bool covered = coversPtxFiles(now, request, toolkit, built.result.ptx);
        built.storable = same && covered;
        if (!same)
            built.result.missReason =
                "a file changed during the compile, so the result is not cached";
        else if (!covered)
            built.result.missReason =
                "it reads a file that no #include names, so the result is not cached";
        else if (built.result.succeeded) // an error is not kept on the disk
            log.note(request.fileName, parts);
        return built;
    });
    if (result.cached)
        result.missReason.clear(); // of the compile that made it
    return result;
}

void addDescriptions(const CompileRequest& request, CompileResult& result) {
    for (KernelInfo& described : describeKernels(request))
        for (KernelInfo& kernel : result.kernels)
            if (kernel.lowered == described.lowered &&
                kernel.parameters.size() == described.parameters.size())
                kernel.parameters = std::move(described.parameters);
}

/// NVRTC says "invalid value for --std(-std)", not which one.
void explainStandard(const CompileRequest& request, std::vector<Diagnostic>& diagnostics) {
    for (Diagnostic& diagnostic : diagnostics)
        if (diagnostic.text.starts_with("invalid value for --std"))
            diagnostic.text =
                "\"" + request.std +
                "\" is not a C++ standard that the compiler knows; use c++17 or c++20";
}

} // namespace

CompileResult compile(const CompileRequest& given) {
    CompileRequest request = given;
    request.options = optionsForNvrtc(given.options);
    if (!request.linked.empty())
        return compileLinked(request);
    if (sourceKindOf(request.fileName) != SourceKind::cuda)
        return readDeviceCode(request);
    const auto start = std::chrono::steady_clock::now();
    const KnownCompiler& compiler = knownCompiler();
    const Dependencies dependencies = findDependencies(request, compiler.identity.includeDirs);
    if (const auto refused = refusedInclude(dependencies)) {
        CompileResult result;
        result.arch = request.arch;
        result.diagnostics.push_back(*refused);
        return result;
    }
    CompileResult result;
    if (request.useCache && !cacheSwitchedOff()) {
        result = compileCached(request, compiler, dependencies);
    } else {
        result = build(request, *Nvrtc::get());
        result.missReason = "the cache is switched off";
    }
    if (request.describeParameters && result.succeeded)
        addDescriptions(request, result);
    if (!result.succeeded) {
        explainDenied(request, result.diagnostics);
        explainStandard(request, result.diagnostics);
    }
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
