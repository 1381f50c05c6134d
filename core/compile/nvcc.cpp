// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/nvcc.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/compile/compile_cache.h"
#include "core/compile/content_hash.h"
#include "core/platform/child_process.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"

#include <fmt/format.h>

#include <algorithm>
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

constexpr const char* kRemedy =
    "nvcc needs a host compiler that it knows (g++; on Windows cl.exe of Visual Studio, on PATH) "
    "and the toolkit's headers; a generated step does without (\"reduce\", \"scan\", \"sort\")";

/// Which nvcc it is: another one of the same name has other headers beside it.
std::string identityOf(const fs::path& nvcc) {
    std::error_code ignored;
    const auto time = fs::last_write_time(nvcc, ignored).time_since_epoch().count();
    return fmt::format("{} {} {}", utf8(nvcc), fs::file_size(nvcc, ignored), time);
}

CacheKey keyOf(const std::string& source, const std::string& arch, const fs::path& nvcc) {
    const std::string all = fmt::format("{}\n{}\n{}", identityOf(nvcc), arch, source);
    return hashBytes(std::as_bytes(std::span(all)));
}

void build(const fs::path& nvcc, const std::string& source, const std::string& arch,
           const fs::path& file) {
    const platform::TemporaryFolder folder;
    const fs::path text = folder.path() / "library.cu";
    const fs::path made = folder.path() / (std::string("library") + kEnding);
    platform::replaceFile(text, kExport + source, ErrorKind::environment, platform::Flush::no);
    platform::ProgramOptions options;
    options.folder = folder.path();
    options.arguments = {"-shared", "-O3",      "-std=c++17", "-arch=" + arch,
                         "-o",      utf8(made), utf8(text)};
#ifndef _WIN32
    options.arguments.insert(options.arguments.end(), {"-Xcompiler", "-fPIC"});
#endif
    const platform::ProgramResult result = platform::runProgram(nvcc, options);
    if (!result.status.ok()) {
        const std::string said = result.errors.empty() ? result.output : result.errors;
        throw Error(
            ErrorKind::environment,
            fmt::format("{} failed: {}", utf8(nvcc), said.empty() ? result.status.text() : said),
            kRemedy);
    }
    platform::replaceFile(file, platform::readFile(made, ErrorKind::environment),
                          ErrorKind::environment); // flushed: a torn one would be loaded
}

/// Takes the oldest away where there are more than are kept.
void tidy(const fs::path& folder) {
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code gone; // another process may tidy at the same time
        if (const auto time = it->last_write_time(gone); !gone)
            files.emplace_back(time, it->path());
    }
    std::sort(files.rbegin(), files.rend());
    for (std::size_t i = kMostSharedLibraries; i < files.size(); ++i)
        fs::remove(files[i].second, error); // Windows keeps one that is loaded
}

/// Of this process, with the cache switched off.
fs::path folderOfProcess() {
    static const platform::TemporaryFolder folder;
    return folder.path();
}

} // namespace

fs::path sharedLibrary(const std::string& source, const std::string& arch,
                       const ToolkitSearch& search, const fs::path& folder) {
    const fs::path nvcc = toolkitProgram("nvcc", search);
    if (nvcc.empty())
        throw Error(ErrorKind::environment,
                    "nvcc was not found, which makes libraries of what NVIDIA gives as headers",
                    "install the CUDA Toolkit, or put nvcc on PATH; a generated step does without "
                    "(\"reduce\", \"scan\", \"sort\")");
    const fs::path kept = !folder.empty()      ? folder
                          : cacheSwitchedOff() ? folderOfProcess()
                                               : platform::cacheFolder() / "libraries";
    const fs::path file = kept / (keyOf(source, arch, nvcc).hex() + kEnding);
    static std::mutex oneAtATime; // several devices want the same
    const std::lock_guard lock(oneAtATime);
    std::error_code missing;
    if (fs::is_regular_file(file, missing)) {
        fs::last_write_time(file, fs::file_time_type::clock::now(), missing);
        return file;
    }
    build(nvcc, source, arch, file);
    tidy(kept);
    return file;
}

} // namespace warpbench::compile
