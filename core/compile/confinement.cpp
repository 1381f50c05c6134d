// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/confinement.h"

#include "core/base/path_text.h"
#include "core/base/trust.h"
#include "core/compile/known_compiler.h"
#include "core/platform/folders.h"
#include "core/processes/confinement.h"
#include "core/toolkit/toolkit.h"

#include <string>
#include <system_error>
#include <utility>

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
            diagnostic.text += std::string("; it is outside the project's folder; copy it into "
                                           "the folder, or, ") +
                               kHowToAllowOutside;
    }
}

namespace {

/// Files that a compile reads outside its own folders; their contents are not confidential.
std::vector<fs::path> systemFiles() {
    std::vector<fs::path> readable;
    // The loader and the C library, which NVRTC calls.
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
        return readable; // no compiler: the compile says so
    }
    return readable;
}

/// Folders that a compile writes. The cache also contains libraries that other processes load.
std::vector<fs::path> writtenFolders() {
    std::vector<fs::path> folders;
    for (const char* name : {"compile", "compile-last", "pch", "toolkit-headers"}) {
        folders.push_back(platform::cacheFolder() / name);
        std::error_code ignored; // one that is not there is not written
        fs::create_directories(folders.back(), ignored);
    }
    return folders;
}

} // namespace

bool confineThread(const CompileRequest& request) {
    if (!request.confined)
        return true;
    std::vector<fs::path> readable = request.readable;
    for (fs::path& file : systemFiles())
        readable.push_back(std::move(file));
    const bool confined = platform::confineFiles(readable, writtenFolders());
    if (!confined && request.mustConfine)
        throw Error(ErrorKind::environment,
                    {"WB1603",
                     "this system cannot keep the compiler from files outside the source's folder",
                     "use a system that can (Linux 5.13 or newer with Landlock)"});
    return confined;
}

} // namespace warpbench::compile
