// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/dependencies.h"

#include "core/base/file_texts.h"
#include "core/base/path_text.h"
#include "core/base/read_limit.h"
#include "core/base/trust.h"
#include "core/base/utf8_text.h"
#include "core/cache/options.h"
#include "core/platform/files.h"
#include "core/sources/tokenizer.h"
#include "core/toolkit/toolkit_headers.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace warpbench::compile {

namespace fs = std::filesystem;

namespace {

/// More than this takes longer to read than a small kernel takes to compile.
constexpr std::size_t kMostFilesRead = 2000;

bool liesUnder(const fs::path& path, const fs::path& folder) {
    const auto [end, ignored] =
        std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return end == folder.end();
}

/// With every symbolic link followed.
fs::path resolved(const fs::path& path) {
    std::error_code error;
    fs::path real = fs::weakly_canonical(fs::absolute(path, error), error);
    return error ? path.lexically_normal() : real;
}

/// The state of a file: empty (does not exist), its text, or why it is not read.
std::optional<Dependencies::File> look(const CompileRequest& request, const fs::path& path) {
    Dependencies::File file{path, {}};
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status) || fs::is_directory(status))
        return std::nullopt;
    // Opening a pipe waits for its other end, and reading a device may never end.
    if (!fs::is_regular_file(status)) {
        file.refused = "is a pipe or a device; name a regular file";
        return file;
    }
    std::optional<platform::InputFile> open;
    try {
        open.emplace(path, ErrorKind::environment);
    } catch (const Error&) {
        // If the system denies us access, it also does so for NVRTC: treat the file as missing.
        return std::nullopt;
    }
    if (!mayRead(request, path)) {
        file.refused =
            std::string("is outside the project's folder; copy it into the folder, or, ") +
            kHowToAllowOutside;
        return file;
    }
    try {
        file.content = open->all(kMaxReadBytes);
    } catch (const Error&) {
        file.refused = "has more than 64 MiB, or cannot be read; include a smaller file";
    }
    return file;
}

class Scanner {
  public:
    Scanner(const CompileRequest& request, const std::vector<fs::path>& toolkitIncludes)
        : m_request(request)
        , m_userDirs(userIncludeDirs(request))
        , m_toolkitDirs(toolkitIncludes) {}

    Dependencies run(const CompileRequest& request) {
        const fs::path folder = pathFromUtf8(request.fileName).parent_path();
        m_within = request.fileName;
        follow(request.source, folder);
        for (const std::string& name : preIncludes(request))
            include({name, false, false, 0}, {});
        m_found.known = m_found.known && !m_found.shadowed;
        return std::move(m_found);
    }

  private:
    void follow(const std::string& text, const fs::path& folder) {
        for (const IncludeLine& line : findIncludes(text))
            include(line, folder);
    }

    void include(const IncludeLine& line, const fs::path& folder) {
        if (m_request.confined && !line.computed && mayLeaveMachine(line.name))
            return refuse(line);
        if (line.computed || m_found.files.size() >= kMostFilesRead)
            m_found.known = false;
        if (!m_found.known)
            return;
        const fs::path name = pathFromUtf8(line.name);
        if (name.is_absolute()) {
            if (!tryUserFile(name, line))
                addMissing(line);
            return;
        }
        if (!line.angle && tryUserFile(folder / name, line))
            return;
        for (const fs::path& dir : m_userDirs)
            if (tryUserFile(dir / name, line))
                return;
        std::error_code ignored;
        for (const fs::path& dir : m_toolkitDirs)
            if (fs::is_regular_file(dir / name, ignored)) {
                addToolkitHeader((dir / name).lexically_normal());
                return;
            }
        addMissing(line);
    }

    /// Rejects a name that must not be passed to the system, least of all by the compiler.
    void refuse(const IncludeLine& line) {
        Dependencies::File file{pathFromUtf8(line.name), {}};
        file.refused = "may lie on another machine; copy it into the project's folder";
        file.includedBy = m_within;
        file.line = line.line;
        m_found.files.push_back(std::move(file));
    }

    void addToolkitHeader(const fs::path& path) {
        if (!m_seen.insert(path).second)
            return;
        ToolkitHeaders& headers = ToolkitHeaders::ofThisUser();
        m_found.toolkit.push_back({path, headers.digestOf(path, m_toolkitDirs)});
        m_found.shadowed = m_found.shadowed || headers.isShadowed(path, m_toolkitDirs, m_userDirs);
    }

    void addMissing(const IncludeLine& line) {
        m_found.missing.emplace_back((line.angle ? "<" : "\"") + std::string(line.name));
    }

    bool tryUserFile(const fs::path& path, const IncludeLine& line) {
        const fs::path normal = path.lexically_normal();
        if (m_seen.contains(normal))
            return true;
        const std::string* unsaved = textOfFile(m_request.unsaved, normal);
        std::optional<Dependencies::File> file =
            unsaved ? Dependencies::File{normal, *unsaved} : look(m_request, normal);
        if (!file)
            return false;
        file->includedBy = m_within;
        file->line = line.line;
        m_seen.insert(normal);
        m_found.files.push_back(std::move(*file));
        // A copy: following may move the list that holds the text.
        const std::string text = utf8Text(m_found.files.back().content);
        const std::string outer = std::exchange(m_within, utf8(normal));
        follow(text, normal.parent_path());
        m_within = outer;
        return true;
    }

    const CompileRequest& m_request;
    std::vector<fs::path> m_userDirs;
    const std::vector<fs::path>& m_toolkitDirs;
    std::set<fs::path> m_seen;
    std::string m_within; ///< the file that is being followed
    Dependencies m_found;
};

fs::path absoluteNormal(const fs::path& path) {
    std::error_code ignored;
    return fs::absolute(path, ignored).lexically_normal();
}

/// Names that `#line` gives to parts of the source itself, e.g. kernels made from steps. A name
/// that is also a file's is ambiguous and ignored.
void addNamesOfParts(const CompileRequest& request, std::set<fs::path>& names) {
    constexpr std::string_view kLine = "\n#line ";
    const fs::path folder = pathFromUtf8(request.fileName).parent_path();
    const std::string& source = request.source;
    for (std::size_t at = source.find(kLine); at != std::string::npos;
         at = source.find(kLine, at + 1)) {
        const std::size_t end = source.find('\n', at + 1);
        const std::string line = source.substr(at, end == std::string::npos ? end : end - at);
        const std::size_t open = line.find('"');
        const std::size_t close = line.rfind('"');
        if (open == std::string::npos || close == open ||
            mayLeaveMachine(std::string_view(line).substr(open + 1)))
            continue;
        const fs::path name =
            absoluteNormal(folder / pathFromUtf8(line.substr(open + 1, close - open - 1)));
        std::error_code ignored;
        if (!fs::exists(name, ignored))
            names.insert(name);
    }
}

} // namespace

bool mayRead(const CompileRequest& request, const fs::path& path) {
    if (!request.confined)
        return true;
    const fs::path real = resolved(path);
    return std::any_of(request.readable.begin(), request.readable.end(),
                       [&](const fs::path& folder) { return liesUnder(real, resolved(folder)); });
}

Dependencies findDependencies(const CompileRequest& request,
                              const std::vector<fs::path>& toolkitIncludes) {
    return Scanner(request, toolkitIncludes).run(request);
}

bool coversPtxFiles(const Dependencies& dependencies, const CompileRequest& request,
                    const std::vector<fs::path>& toolkitIncludes, const std::string& ptx) {
    std::set<fs::path> known = {absoluteNormal(pathFromUtf8(request.fileName))};
    for (const Dependencies::File& file : dependencies.files)
        known.insert(absoluteNormal(file.path));
    addNamesOfParts(request, known);
    for (std::size_t at = ptx.find("\n\t.file\t"); at != std::string::npos;
         at = ptx.find("\n\t.file\t", at + 1)) {
        const std::size_t open = ptx.find('"', at);
        const std::size_t close = open == std::string::npos ? open : ptx.find('"', open + 1);
        if (close == std::string::npos)
            return false;
        const fs::path path =
            pathFromUtf8(ptx.substr(open + 1, close - open - 1)).lexically_normal();
        const bool ofToolkit =
            std::any_of(toolkitIncludes.begin(), toolkitIncludes.end(), [&](const fs::path& dir) {
                return liesUnder(path, dir.lexically_normal());
            });
        if (!ofToolkit && !known.contains(path))
            return false;
    }
    return true;
}

} // namespace warpbench::compile
