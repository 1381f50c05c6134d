// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/known_compiler.h"

#include "core/base/path_text.h"
#include "core/base/read_limit.h"
#include "core/compile/nvrtc.h"
#include "core/platform/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace warpbench::compile {

namespace fs = std::filesystem;

namespace {

/// The value of "#define NAME …" in a header; empty if it is missing or cannot be read.
std::string definedIn(const fs::path& header, std::string_view macro) {
    try {
        const std::string text = platform::readFile(header, ErrorKind::environment, kMaxReadBytes);
        const std::size_t at = text.find(fmt::format("\n{}", macro));
        if (at == std::string::npos)
            return {};
        const std::size_t begin = at + 1 + macro.size();
        return text.substr(begin, text.find('\n', begin) - begin);
    } catch (const Error&) {
        return {};
    }
}

/// The version of the toolkit's headers, "13000"; empty if there are none.
std::string headerVersion(const std::vector<fs::path>& includeDirs) {
    for (const fs::path& dir : includeDirs) {
        // Which of them there is depends on how much of a toolkit was installed.
        for (const auto& [file, macro] :
             {std::pair("cuda.h", "#define CUDA_VERSION"),
              std::pair("cuda_runtime_api.h", "#define CUDART_VERSION")}) {
            std::string version = definedIn(dir / file, macro);
            if (!version.empty())
                return version;
        }
    }
    return {};
}

/// Changes whenever a toolkit header is replaced. CCCL and cuRAND have their own packages, so the
/// toolkit's version is not sufficient. Names, sizes and times stand in for the contents, because
/// there are thousands of files and a cached result must be served in milliseconds.
std::string headerStamp(const std::vector<fs::path>& includeDirs) {
    std::uint64_t files = 0;
    std::uint64_t mixed = 0;
    const auto add = [&](const fs::path& folder) {
        std::error_code error;
        for (fs::directory_iterator it(folder, error), end; !error && it != end;
             it.increment(error)) {
            std::error_code ignored;
            if (!it->is_regular_file(ignored))
                continue;
            const std::string entry =
                fmt::format("{} {} {}", utf8(it->path().filename()), it->file_size(ignored),
                            it->last_write_time(ignored).time_since_epoch().count());
            mixed += hashBytes(std::as_bytes(std::span(entry))).low; // in whatever order
            ++files;
        }
    };
    for (const fs::path& dir : includeDirs) {
        for (const char* part : {"", "cooperative_groups", "cub", "cuda", "cuda/std", "thrust"})
            add(part[0] ? dir / part : dir);
    }
    return fmt::format("{} {:016x}", files, mixed);
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
    compiler.identity.headerVersion = headerVersion(includeDirs) + " " + headerStamp(includeDirs);
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

CompilerIdentity identityByContents(const KnownCompiler& compiler) {
    static std::mutex mutex;
    static std::map<std::string, std::string> digests; // by version, with the file's time
    const std::lock_guard lock(mutex);
    std::string& digest = digests[compiler.identity.version];
    if (digest.empty()) {
        // Reading all 100 MB takes seconds with a slow disk or network.
        constexpr std::uint64_t kPieces = 64;
        constexpr std::uint64_t kPiece = 4096;
        const platform::InputFile file(compiler.library, ErrorKind::environment);
        std::vector<std::byte> piece(std::size_t(std::min(kPiece, file.sizeBytes())));
        std::string all = fmt::format("{}", file.sizeBytes());
        for (std::uint64_t i = 0; i < kPieces; ++i) {
            file.read((file.sizeBytes() - piece.size()) / (kPieces - 1) * i, piece);
            all += hashBytes(piece).hex();
        }
        digest = hashBytes(std::as_bytes(std::span(all))).hex();
    }
    return {digest, compiler.identity.includeDirs, headerVersion(compiler.identity.includeDirs)};
}

bool isSameFile(const fs::path& a, const fs::path& b) {
    std::error_code error;
    return fs::equivalent(a, b, error) && !error;
}

} // namespace warpbench::compile
