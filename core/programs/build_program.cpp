// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/build_program.h"

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/cache/compile_cache.h"
#include "core/compile/nvcc.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/processes/child_process.h"
#include "core/programs/nvcc_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <system_error>

namespace warpbench::programs {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr const char* kManifestName = "manifest.json";
constexpr const char* kProgramName = "program";
constexpr std::size_t kMostPrograms = 32;

std::string hashOf(std::string_view text) {
    return compile::hashBytes(std::as_bytes(std::span(text))).hex();
}

/// Empty if the file cannot be read.
std::string hashOfFile(const fs::path& file) {
    try {
        return hashOf(platform::readFile(file));
    } catch (const Error&) {
        return {};
    }
}

/// Whether every file that the program was made from is unchanged.
bool isFresh(const fs::path& folder) {
    std::error_code missing;
    if (!fs::is_regular_file(folder / kProgramName, missing))
        return false;
    try {
        const json manifest = json::parse(platform::readFile(folder / kManifestName));
        return std::all_of(
            manifest.at("files").begin(), manifest.at("files").end(), [](const json& file) {
                return hashOfFile(pathFromUtf8(file.at("path").get<std::string>())) ==
                       file.at("hash").get<std::string>();
            });
    } catch (const std::exception&) {
        return false; // no manifest, or a damaged one: built again
    }
}

/// Deletes the least recently used programs beyond the number to keep.
void removeOld(const fs::path& folder, const fs::path& fresh) {
    std::vector<std::pair<fs::file_time_type, fs::path>> all;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code gone;
        if (const auto time = fs::last_write_time(it->path() / kProgramName, gone);
            !gone && it->path() != fresh)
            all.emplace_back(time, it->path());
    }
    std::sort(all.rbegin(), all.rend());
    for (std::size_t i = kMostPrograms; i < all.size(); ++i)
        fs::remove_all(all[i].second, error);
}

/// A folder beside the program, or where installed libraries are, if it has a file; else empty.
fs::path folderWith(const char* name, const char* file) {
    const fs::path folder = platform::executableFolder();
    for (const fs::path& candidate :
         {folder / name, folder.parent_path() / "lib" / "warpbench" / name}) {
        std::error_code missing;
        if (fs::is_regular_file(candidate / file, missing))
            return candidate;
    }
    return {};
}

/// Runs nvcc in turn on each source and on the objects.
class Build {
  public:
    Build(const ProgramRequest& request, fs::path nvcc, fs::path runtime,
          const std::function<bool()>& stopped)
        : m_request(request)
        , m_options(withoutArchitectures(request.options))
        , m_nvcc(std::move(nvcc))
        , m_runtime(std::move(runtime))
        , m_stopped(stopped) {}

    /// The key of the result, apart from the files.
    std::string key() const {
        std::error_code ignored;
        std::vector<std::string> sources;
        for (const fs::path& source : m_request.sources)
            sources.push_back(utf8(fs::absolute(source)));
        return hashOf(fmt::format("{}\n{}\n{}\n{}\n{}\n{}", utf8(m_nvcc),
                                  fs::last_write_time(m_nvcc, ignored).time_since_epoch().count(),
                                  fmt::join(m_options, "\n"), fmt::join(sources, "\n"),
                                  m_request.computeCapability, utf8(fs::current_path())));
    }

    /// \returns the object
    fs::path compile(const fs::path& source, const fs::path& folder, std::size_t number) {
        fs::path object = folder / fmt::format("{}.o", number);
        const fs::path rule = folder / fmt::format("{}.d", number);
        std::vector<std::string> arguments{"-c", "-MD", "-MF", utf8(rule), "-o", utf8(object)};
        addCommon(arguments);
        arguments.push_back(utf8(source));
        run(arguments);
        for (const fs::path& file : dependenciesIn(platform::readFile(rule)))
            noteDependency(file);
        return object;
    }

    void link(const std::vector<fs::path>& objects, const fs::path& program) {
        std::vector<std::string> arguments{"-cudart", "shared", "-L" + utf8(m_runtime), "-o",
                                           utf8(program)};
        addCommon(arguments);
        for (const fs::path& object : objects)
            arguments.push_back(utf8(object));
        run(arguments);
    }

    json manifest() const {
        json files = json::array();
        for (const fs::path& file : m_files)
            files.push_back({{"path", utf8(file)}, {"hash", hashOfFile(file)}});
        return {{"files", files}};
    }

  private:
    void addCommon(std::vector<std::string>& arguments) const {
        arguments.insert(arguments.end(), m_options.begin(), m_options.end());
        addCodeOptions(arguments, m_request.computeCapability);
    }

    /// Headers of the system and the toolkit change only with these, and nvcc is part of the key.
    void noteDependency(const fs::path& file) {
        const fs::path absolute = fs::absolute(file).lexically_normal();
        const fs::path toolkit = m_nvcc.parent_path().parent_path();
        const std::string text = utf8(absolute);
        if (text.starts_with("/usr/include/") || text.starts_with("/usr/lib/") ||
            text.starts_with(utf8(toolkit) + "/") ||
            std::find(m_files.begin(), m_files.end(), absolute) != m_files.end())
            return;
        m_files.push_back(absolute);
    }

    void run(const std::vector<std::string>& arguments) const {
        platform::ProgramOptions options;
        options.arguments = arguments;
        options.stopped = m_stopped;
        const platform::ProgramResult result = platform::runProgram(m_nvcc, options);
        if (result.stopped)
            throw Error(ErrorKind::cancelled, compile::nvccWasStopped());
        if (result.status.ok())
            return;
        std::string words = result.errors + result.output;
        words.erase(words.find_last_not_of(" \r\n") + 1);
        throw Error(ErrorKind::compile,
                    {"WB2100",
                     "nvcc cannot build the program:\n{problem}",
                     "fix the errors that nvcc reports",
                     {{"problem", words.empty() ? result.status.text() : words}}});
    }

    const ProgramRequest& m_request;
    std::vector<std::string> m_options;
    fs::path m_nvcc, m_runtime;
    const std::function<bool()>& m_stopped;
    std::vector<fs::path> m_files; ///< from which the program was made
};

} // namespace

std::vector<fs::path> dependenciesIn(const std::string& rule) {
    std::vector<fs::path> files;
    std::string name;
    const auto finish = [&] {
        if (!name.empty())
            files.push_back(pathFromUtf8(name));
        name.clear();
    };
    for (std::size_t i = rule.find(": ") == std::string::npos ? rule.size() : rule.find(": ") + 2;
         i < rule.size(); ++i) {
        const char c = rule[i];
        const char next = i + 1 < rule.size() ? rule[i + 1] : '\0';
        const bool isEscape =
            (c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$');
        const bool isContinued = c == '\\' && next == '\n';
        if (isEscape)
            name += rule[++i];
        else if (isContinued || c == ' ' || c == '\n' || c == '\r' || c == '\t')
            finish();
        else
            name += c;
    }
    finish();
    return files;
}

fs::path runtimeFolder() {
    fs::path folder = folderWith("libcuda", "libcudart.so.13");
    if (folder.empty())
        throw Error(ErrorKind::environment,
                    {"WB2101", "Warpbench's own CUDA runtime is missing from this installation",
                     "build Warpbench where the headers of the CUDA Toolkit are (Linux)"});
    return folder;
}

fs::path recorderFolder() {
    fs::path folder = folderWith("recorder", "libcuda.so.1");
    if (folder.empty())
        throw Error(ErrorKind::environment,
                    {"WB2102", "this installation cannot record launches of a real GPU",
                     "use a simulated GPU (--device sim), or Linux on x86-64"});
    return folder;
}

fs::path findNvcc(const compile::ToolkitSearch& search) {
    const fs::path nvcc = compile::toolkitProgram("nvcc", search);
    if (nvcc.empty())
        throw Error(ErrorKind::environment,
                    {"WB2103", "nvcc, which builds whole programs, was not found",
                     "install the CUDA Toolkit, put nvcc on PATH, or run `warpbench-cli doctor "
                     "--install-compiler`"});
    return fs::absolute(nvcc);
}

fs::path buildProgram(const ProgramRequest& request, const compile::ToolkitSearch& search,
                      const std::function<void(const std::string&)>& onCompile,
                      const std::function<bool()>& stopped) {
    Build build(request, findNvcc(search), runtimeFolder(), stopped);
    const fs::path programs = platform::cacheFolder() / "programs";
    const fs::path folder = programs / build.key();
    if (!compile::cacheSwitchedOff() && isFresh(folder)) {
        std::error_code ignored;
        fs::last_write_time(folder / kProgramName, fs::file_time_type::clock::now(), ignored);
        return folder / kProgramName;
    }
    const platform::TemporaryFolder work;
    std::vector<fs::path> objects;
    for (const fs::path& source : request.sources) {
        if (onCompile)
            onCompile(utf8(source.filename()));
        objects.push_back(build.compile(source, work.path(), objects.size()));
    }
    build.link(objects, work.path() / kProgramName);
    // The program last: if it exists, the folder is complete.
    fs::create_directories(folder);
    platform::replaceFile(folder / kManifestName, build.manifest().dump(1), ErrorKind::environment);
    const fs::path fresh = folder / (std::string(kProgramName) + ".new");
    fs::copy_file(work.path() / kProgramName, fresh, fs::copy_options::overwrite_existing);
    fs::rename(fresh, folder / kProgramName);
    removeOld(programs, folder);
    return folder / kProgramName;
}

} // namespace warpbench::programs
