// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/elsewhere.h"

#include "core/base/path_text.h"
#include "core/base/utf8_text.h"
#include "core/cache/cache_key.h"
#include "core/cache/cache_log.h"
#include "core/cache/compile_cache.h"
#include "core/cache/dependencies.h"
#include "core/cache/file_options.h"
#include "core/cache/nvcc_options.h"
#include "core/cache/options.h"
#include "core/compile/confinement.h"
#include "core/compile/device_code.h"
#include "core/compile/known_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <system_error>

namespace warpbench::compile {

namespace {

bool mayTravel(const CompileRequest& request) {
    return sourceKindOf(request.fileName) == SourceKind::cuda && request.linked.empty() &&
           !request.lto && !request.describeParameters && !firstFileOption(request.options);
}

CacheKey keyOf(const CompilerIdentity& compiler) {
    std::string all = compiler.version + '\n' + compiler.headerVersion;
    for (const std::filesystem::path& folder : compiler.includeDirs)
        all += '\n' + utf8(folder);
    return hashBytes(std::as_bytes(std::span(all)));
}

bool isKept(const CacheKey& key) {
    std::error_code ignored;
    return std::filesystem::exists(CompileCache::ofThisUser().disk().fileOf(key), ignored);
}

bool usesCache(const CompileRequest& request) {
    return request.useCache && !cacheSwitchedOff();
}

} // namespace

std::optional<CompileElsewhere> forElsewhere(const CompileRequest& given) {
    CompileRequest request = given;
    request.options = optionsForNvrtc(given.options);
    if (!mayTravel(request))
        return std::nullopt;
    try {
        const KnownCompiler compiler = knownCompiler();
        const Dependencies dependencies = findDependencies(request, compiler.identity.includeDirs);
        if (!dependencies.known || refusedInclude(dependencies))
            return std::nullopt;
        if (usesCache(request) && isKept(cacheKey(request, dependencies, compiler.identity)))
            return std::nullopt;
        const CompilerIdentity identity = identityByContents(compiler);
        CompileElsewhere asked{request, keyOf(identity), cacheKey(request, dependencies, identity)};
        for (const Dependencies::File& file : dependencies.files)
            asked.request.unsaved.insert_or_assign(utf8(file.path), utf8Text(file.content));
        asked.request.useCache = false; // this machine keeps it
        return asked;
    } catch (const Error&) {
        return std::nullopt; // no compiler: the compile itself will report it
    }
}

std::optional<Refusal> refusalOf(const CompileElsewhere& asked) {
    try {
        const KnownCompiler compiler = knownCompiler();
        const CompilerIdentity identity = identityByContents(compiler);
        if (keyOf(identity) != asked.compiler)
            return Refusal{
                fmt::format("its CUDA compiler ({}) or the folder of its headers differs",
                            utf8(compiler.library)),
                true};
        const Dependencies dependencies =
            findDependencies(asked.request, compiler.identity.includeDirs);
        if (cacheKey(asked.request, dependencies, identity) != asked.key)
            return Refusal{"its headers differ, or it works in another folder and a path of the "
                           "project is relative to that",
                           false};
        return std::nullopt;
    } catch (const Error& error) {
        return Refusal{error.what(), true};
    }
}

void keepFromElsewhere(const CompileRequest& request, const CompileElsewhere& asked,
                       CompileResult& result) {
    result.missReason = "the cache is switched off";
    if (!usesCache(request))
        return;
    const KnownCompiler compiler = knownCompiler();
    const auto& toolkit = compiler.identity.includeDirs;
    const Dependencies now = findDependencies(request, toolkit);
    const CacheLog log = CacheLog::ofThisUser();
    const KeyParts parts = keyParts(request, now, compiler.identity);
    result.missReason = explainMiss(log.last(request.fileName), parts);
    if (!now.known || cacheKey(request, now, identityByContents(compiler)) != asked.key) {
        result.missReason = "a file changed during the compile, so the result is not cached";
    } else if (!coversPtxFiles(now, request, toolkit, result.ptx)) {
        result.missReason = "it reads a file that no #include names, so the result is not cached";
    } else if (result.succeeded) {
        CompileCache::ofThisUser().disk().store(cacheKey(request, now, compiler.identity), result);
        log.note(request.fileName, parts);
    }
}

} // namespace warpbench::compile
