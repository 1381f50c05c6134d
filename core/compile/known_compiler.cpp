// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/known_compiler.h"

#include "core/base/path_text.h"
#include "core/compile/nvrtc.h"

#include <fmt/format.h>

#include <fstream>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>

namespace warpbench::compile {

namespace fs = std::filesystem;

namespace {

/// The version of the toolkit's headers, "13000"; empty where there are none.
std::string headerVersion(const std::vector<fs::path>& includeDirs) {
    for (const fs::path& dir : includeDirs) {
        // Which of them there is depends on how much of a toolkit was installed.
        for (const auto& [file, macro] :
             {std::pair("cuda.h", "#define CUDA_VERSION"),
              std::pair("cuda_runtime_api.h", "#define CUDART_VERSION")}) {
            std::ifstream stream(dir / file);
            for (std::string line; std::getline(stream, line);)
                if (line.starts_with(macro))
                    return line.substr(std::string_view(macro).size());
        }
    }
    return {};
}

} // namespace

KnownCompiler describeCompiler(const fs::path& library, const std::vector<fs::path>& includeDirs) {
    std::error_code ignored;
    const auto size = fs::file_size(library, ignored);
    const auto time = fs::last_write_time(library, ignored).time_since_epoch().count();
    KnownCompiler compiler;
    compiler.library = library;
    compiler.identity.version = fmt::format("{} {} {}", utf8(library), size, time);
    compiler.identity.includeDirs = includeDirs;
    compiler.identity.headerVersion = headerVersion(includeDirs);
    return compiler;
}

std::optional<KnownCompiler> findCompilerFiles(const ToolkitSearch& search) {
    const std::vector<ToolkitRoot> roots = toolkitRoots(search);
    const std::vector<fs::path> candidates = nvrtcCandidates(roots, search);
    if (candidates.empty() || !candidates.front().is_absolute())
        return std::nullopt;
    return describeCompiler(candidates.front(), toolkitIncludeDirs(candidates.front(), roots));
}

KnownCompiler knownCompiler() {
    static std::mutex mutex;
    static std::optional<KnownCompiler> known;
    const std::lock_guard lock(mutex);
    if (!known)
        known = findCompilerFiles(ToolkitSearch::ofThisMachine());
    if (!known) {
        const std::shared_ptr<const Nvrtc> nvrtc = Nvrtc::get();
        known = describeCompiler(nvrtc->library(), nvrtc->includeDirs());
    }
    return *known;
}

bool isSameFile(const fs::path& a, const fs::path& b) {
    std::error_code error;
    return fs::equivalent(a, b, error) && !error;
}

} // namespace warpbench::compile
