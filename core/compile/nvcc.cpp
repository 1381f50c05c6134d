// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/nvcc.h"

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/keep_newest.h"
#include "core/base/path_text.h"
#include "core/cache/compile_cache.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/platform/problems.h"
#include "core/processes/child_process.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <span>
#include <system_error>
#include <vector>

namespace warpbench::compile {

namespace fs = std::filesystem;

namespace {

#ifdef _WIN32
constexpr const char* kEnding = ".dll";
constexpr const char* kExport = "#define WARPBENCH_EXPORT extern \"C\" __declspec(dllexport)\n";
#else
constexpr const char* kEnding = ".so";
constexpr const char* kExport =
    "#define WARPBENCH_EXPORT extern \"C\" __attribute__((visibility(\"default\")))\n";
#endif

constexpr const char* kSourceName = "library.cu";
/// Of nvcc's output: a template's first error is sufficient, and hundreds may follow.
constexpr std::size_t kMostWordsBytes = 4000;

ErrorText whatNvccNeeds() {
    return phrase(
        "nvcc needs a host compiler that it knows (g++; on Windows cl.exe of Visual Studio, on "
        "PATH), the toolkit's headers, and a GPU that it knows (a newer one needs a newer "
        "toolkit); a generated step (\"reduce\", \"scan\", \"sort\") does not need nvcc");
}

/// Its files are in its working directory, so that code pages do not affect their names.
std::vector<std::string> argumentsFor(const std::string& arch, const fs::path& nvcc) {
    std::vector<std::string> arguments = {
        "-shared",
        "-O3",
        "-std=c++17",
        "-arch=" + arch,
        "-Xcompiler",
#ifdef _WIN32
        "/Zc:preprocessor", // CUB's headers refuse cl.exe's older preprocessor from CUDA 13.3 on
#else
        "-fPIC",
#endif
        "-o",
        std::string("library") + kEnding,
        kSourceName,
    };
    // nvcc from wheels has its libraries in lib, but searches lib64 on Linux.
    const fs::path libraries = nvcc.parent_path().parent_path() / "lib";
    std::error_code missing;
    if (fs::is_regular_file(libraries / "libcudart_static.a", missing))
        arguments.push_back("-L" + utf8(libraries));
    return arguments;
}

/// Identifies nvcc: another one with the same name has different headers.
std::string nvccIdentity(const fs::path& nvcc) {
    std::error_code ignored;
    const auto time = fs::last_write_time(nvcc, ignored).time_since_epoch().count();
    return fmt::format("{} {} {}", utf8(nvcc), fs::file_size(nvcc, ignored), time);
}

CacheKey keyOf(const fs::path& nvcc, const std::vector<std::string>& arguments,
               const std::string& text) {
    const std::string all =
        fmt::format("{}\n{}\n{}", nvccIdentity(nvcc), fmt::join(arguments, " "), text);
    return hashBytes(std::as_bytes(std::span(all)));
}

/// The output of nvcc and the host compiler; cl.exe writes it to standard output.
std::string wordsOf(const platform::ProgramResult& result) {
    std::string words = result.errors;
    if (!words.empty() && !words.ends_with('\n'))
        words += '\n';
    words += result.output;
    words.erase(words.find_last_not_of(" \r\n") + 1);
    if (words.size() > kMostWordsBytes) {
        words.resize(std::min(words.rfind('\n', kMostWordsBytes), kMostWordsBytes));
        words += "\n...";
    }
    return words.empty() ? result.status.text() : words;
}

/// \returns the library's bytes
std::string build(const fs::path& nvcc, const std::vector<std::string>& arguments,
                  const std::string& text, const std::function<bool()>& stopped) {
    const platform::TemporaryFolder folder;
    platform::replaceFile(folder.path() / kSourceName, text, ErrorKind::environment,
                          platform::Flush::no);
    platform::ProgramOptions options;
    options.folder = folder.path();
    options.arguments = arguments;
    options.stopped = stopped;
#ifndef _WIN32
    // So that its temporary files are also removed if it is stopped.
    options.environment["TMPDIR"] = utf8(folder.path());
#endif
    const platform::ProgramResult result = platform::runProgram(nvcc, options);
    if (result.stopped)
        throw Error(ErrorKind::cancelled, nvccWasStopped());
    if (!result.status.ok())
        throw Error(ErrorKind::environment,
                    platform::programFailed(nvcc, wordsOf(result)).advised(whatNvccNeeds()));
    return platform::readFile(folder.path() / (std::string("library") + kEnding),
                              ErrorKind::environment);
}

/// For this process: files that are not cached.
fs::path folderOfProcess() {
    static const platform::TemporaryFolder folder;
    return folder.path();
}

/// \returns its location: a cache that is not writable costs time but does not fail the run
fs::path keep(const std::string& library, const fs::path& file) {
    try {
        // Flushed: a torn one would be loaded.
        platform::replaceFile(file, library, ErrorKind::environment);
        keepNewest(file.parent_path(), kMostSharedLibraries, file);
        return file;
    } catch (const Error&) {
        std::error_code missing; // of another process's, which Windows does not replace once loaded
        if (fs::is_regular_file(file, missing))
            return file;
    }
    fs::path own = folderOfProcess() / file.filename();
    platform::replaceFile(own, library, ErrorKind::environment, platform::Flush::no);
    return own;
}

} // namespace

ErrorText nvccWasStopped() {
    return {"WB1606", "nvcc was stopped"};
}

fs::path sharedLibrary(const std::string& source, const std::string& arch,
                       const ToolkitSearch& search, const fs::path& folder,
                       const std::function<void()>& nvccRuns,
                       const std::function<bool()>& stopped) {
    fs::path nvcc = toolkitProgram("nvcc", search);
    if (nvcc.empty())
        throw Error(ErrorKind::environment,
                    {"WB1607", "nvcc, which compiles NVIDIA's header-only libraries, was not found",
                     "install the CUDA Toolkit, or put nvcc on PATH; a generated step (\"reduce\", "
                     "\"scan\", \"sort\") does not need nvcc"});
    nvcc = fs::absolute(nvcc); // it runs in another folder
    const fs::path kept = !folder.empty()      ? folder
                          : cacheSwitchedOff() ? folderOfProcess()
                                               : platform::cacheFolder() / "libraries";
    const std::vector<std::string> arguments = argumentsFor(arch, nvcc);
    const std::string text = kExport + source;
    const fs::path file = kept / (keyOf(nvcc, arguments, text).hex() + kEnding);
    static std::mutex oneAtATime; // several devices want the same
    // Where this process has put each library: elsewhere if the cache is not writable.
    static std::map<fs::path, fs::path> madeHere;
    const std::lock_guard lock(oneAtATime);
    std::error_code missing;
    for (const fs::path& there : {file, madeHere[file]}) {
        if (!fs::is_regular_file(there, missing))
            continue;
        fs::last_write_time(there, fs::file_time_type::clock::now(), missing);
        return there;
    }
    if (nvccRuns)
        nvccRuns();
    return madeHere[file] = keep(build(nvcc, arguments, text, stopped), file);
}

} // namespace warpbench::compile
