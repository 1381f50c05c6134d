// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/confinement.h"

#include "core/base/path_text.h"
#include "core/base/trust.h"
#include "core/compile/known_compiler.h"
#include "core/compile/toolkit.h"
#include "core/platform/confinement.h"
#include "core/platform/folders.h"

#include <string>
#include <system_error>

namespace warpbench::compile {

namespace fs = std::filesystem;

std::optional<Diagnostic> refusedInclude(const Dependencies& dependencies) {
    for (const Dependencies::File& file : dependencies.files) {
        if (file.refused.empty())
            continue;
        Diagnostic diagnostic;
        diagnostic.place = {file.includedBy, file.line, 0};
        diagnostic.text = "\"" + utf8(file.path) + "\" " + file.refused;
        return diagnostic;
    }
    return std::nullopt;
}

void explainDenied(const CompileRequest& request, std::vector<Diagnostic>& diagnostics) {
    if (!request.confined)
        return;
    for (Diagnostic& diagnostic : diagnostics) {
        // cannot open source file "/home/ann/secret.h": Permission denied
        const std::string& text = diagnostic.text;
        const std::size_t open = text.find('"');
        const std::size_t close = text.rfind('"');
        if (!text.ends_with(": Permission denied") || open >= close)
            continue;
        const fs::path file = pathFromUtf8(text.substr(open + 1, close - open - 1));
        if (!mayRead(request, file))
            diagnostic.text += std::string("; it lies outside the project's folder; copy it into "
                                           "the folder, or, ") +
                               kHowToAllowOutside;
    }
}

void confineThread(const CompileRequest& request) {
    if (!request.confined || !platform::canConfineFiles())
        return;
    std::vector<fs::path> readable = request.readable;
    // The loader and the C library, which NVRTC calls; what they read is no secret.
    for (const char* path : {"/usr", "/lib", "/lib32", "/lib64", "/nix/store", "/etc/ld.so.cache",
                             "/dev/null", "/dev/urandom"})
        readable.emplace_back(path);
    for (const ToolkitRoot& root : toolkitRoots(ToolkitSearch::ofThisMachine()))
        readable.push_back(root.folder);
    try {
        const KnownCompiler compiler = knownCompiler();
        if (compiler.library.has_parent_path())
            readable.push_back(compiler.library.parent_path());
        for (const fs::path& folder : compiler.identity.includeDirs)
            readable.push_back(folder);
    } catch (const Error&) {
        return; // no compiler: the compile says so
    }
    const fs::path cache = platform::cacheFolder();
    std::error_code ignored;
    fs::create_directories(cache, ignored);
    platform::confineFiles(readable, {cache});
}

} // namespace warpbench::compile
