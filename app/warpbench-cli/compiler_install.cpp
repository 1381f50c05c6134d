// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/compiler_install.h"

#include "core/arrays/zip.h"
#include "core/base/path_text.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/processes/child_process.h"
#include "core/processes/interrupt.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <set>
#include <span>
#include <sstream>
#include <vector>

namespace warpbench::cli {

namespace fs = std::filesystem;

namespace {

/// The packages and versions of packaging/cuda-wheels.txt, compiled in.
std::vector<std::string> wheelRequirements() {
    std::istringstream lines(
#include "cuda_wheels.inc"
    );
    std::vector<std::string> requirements;
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line[0] != '#')
            requirements.push_back(line);
    }
    return requirements;
}

#if defined(_WIN32)
constexpr const char* kPython = "python";
constexpr std::array kSystemTags{"win_amd64"};
constexpr const char* kHint =
    "install Python 3 and put it on PATH, check the network, or copy the wheels from another "
    "computer: --from DIR (which does not need Python)";
#else
constexpr const char* kPython = "python3";
#if defined(__aarch64__)
constexpr std::array kSystemTags{"manylinux", "aarch64"};
#else
constexpr std::array kSystemTags{"manylinux", "x86_64"};
#endif
constexpr const char* kHint =
    "check the network, or copy the wheels from another computer: --from DIR";
#endif

/// Lets pip fetch the wheels for this system into a folder.
void fetchWheels(const std::vector<std::string>& requirements, const fs::path& folder) {
    platform::ProgramOptions options;
    options.arguments = {"-m",    "pip",    "download",  "--quiet", "--no-deps", "--only-binary",
                         ":all:", "--dest", utf8(folder)};
#if defined(_WIN32)
    // A 32-bit Python would take its own.
    options.arguments.insert(options.arguments.end(), {"--platform", kSystemTags[0]});
#endif
    options.arguments.insert(options.arguments.end(), requirements.begin(), requirements.end());
    std::atomic<bool> interrupted = false;
    const platform::InterruptWatcher watcher([&] { interrupted = true; });
    options.stopped = [&] { return interrupted.load(); };
    platform::ProgramResult result;
    try {
        result = platform::runProgram(kPython, options);
    } catch (const Error& error) {
        throw Error(ErrorKind::environment, {"WB3017",
                                             "fetching the packages failed: {problem}",
                                             kHint,
                                             {{"problem", error.said()}}});
    }
    if (result.stopped)
        throw Error(ErrorKind::cancelled, {"WB3018", "fetching the packages was cancelled"});
    if (!result.status.ok())
        throw Error(ErrorKind::environment,
                    {"WB3019",
                     "fetching the packages failed ({status}): {problem}",
                     kHint,
                     {{"status", result.status.text()}, {"problem", result.errors}}});
}

bool isForThisSystem(const std::string& wheel) {
    return wheel.ends_with("-any.whl") ||
           std::all_of(kSystemTags.begin(), kSystemTags.end(),
                       [&](const char* tag) { return wheel.find(tag) != std::string::npos; });
}

/// The folder's wheel for each requirement, in their order; a USB stick may also hold those for
/// other systems. \throws Error (environment) naming the missing ones
std::vector<fs::path> wheelsIn(const fs::path& folder,
                               const std::vector<std::string>& requirements) {
    std::vector<fs::path> wheels;
    std::string missing;
    for (const std::string& requirement : requirements) {
        const std::size_t equals = requirement.find("==");
        std::string start =
            requirement.substr(0, equals) + "-" + requirement.substr(equals + 2) + "-";
        std::replace(start.begin(), start.begin() + std::ptrdiff_t(equals), '-', '_');
        const auto entries = fs::directory_iterator(folder);
        const auto found =
            std::find_if(begin(entries), end(entries), [&](const fs::directory_entry& entry) {
                const std::string name = utf8(entry.path().filename());
                return name.starts_with(start) && name.ends_with(".whl") && isForThisSystem(name);
            });
        if (found != end(entries))
            wheels.push_back(found->path());
        else
            missing += (missing.empty() ? "" : ", ") + requirement;
    }
    if (!missing.empty())
        throw Error(
            ErrorKind::environment,
            {"WB3020",
             "fetching the packages failed: {folder} does not contain a wheel of {packages} for "
             "this system",
             "fetch them with pip download --no-deps (on another system also with --only-binary "
             ":all: --platform), and name the folder: --from DIR",
             {{"folder", utf8(folder)}, {"packages", missing}}});
    return wheels;
}

/// Whether an archive member's name stays inside the target folder, on every system.
bool isHarmless(const fs::path& name) {
    return !name.empty() && !name.has_root_path() &&
           std::none_of(name.begin(), name.end(),
                        [](const fs::path& part) { return part == ".."; }) &&
           utf8(name).find(':') == std::string::npos;
}

void unpack(const fs::path& wheel, const fs::path& folder) {
    const std::string archive = platform::readFile(wheel, ErrorKind::environment);
    const std::span<const std::byte> bytes = std::as_bytes(std::span(archive));
    const auto failed = [&](std::string problem, ErrorText remedy) {
        return Error(ErrorKind::environment,
                     ErrorText{"WB3021",
                               "unpacking {file} failed: {problem}",
                               {},
                               {{"file", utf8(wheel.filename())}, {"problem", std::move(problem)}}}
                         .advised(std::move(remedy)));
    };
    try {
        for (const arrays::ZipMember& member : arrays::zipMembers(bytes)) {
            const fs::path name = pathFromUtf8(member.name);
            if (!isHarmless(name))
                throw arrays::ZipError("it holds a file that would be written elsewhere: " +
                                       member.name);
            if (member.name.ends_with('/'))
                continue;
            const std::vector<std::byte> contents =
                arrays::extractZipMember(bytes, member, std::size_t(member.unpacked));
            platform::replaceFile(folder / name,
                                  {reinterpret_cast<const char*>(contents.data()), contents.size()},
                                  ErrorKind::environment, platform::Flush::no);
        }
    } catch (const arrays::ZipError& problem) {
        throw failed(problem.what(), phrase("fetch it again"));
    } catch (const fs::filesystem_error& problem) {
        throw failed(problem.code().message(),
                     phrase("check the free space of the folder for temporary files"));
    }
}

/// The licence that each wheel states in its metadata.
void showLicences(const fs::path& unpacked, Console& console) {
    std::set<std::string> licences;
    for (const fs::directory_entry& entry : fs::directory_iterator(unpacked)) {
        if (entry.path().extension() != ".dist-info")
            continue;
        std::istringstream metadata(
            platform::readFile(entry.path() / "METADATA", ErrorKind::environment));
        for (std::string line; std::getline(metadata, line) && !line.empty();) {
            if (line.starts_with("License: ") || line.starts_with("License-Expression: "))
                licences.insert(line.substr(line.find(": ") + 2));
        }
    }
    for (const std::string& licence : licences)
        console.notice("Licence of the packages: " + licence);
}

/// The licences' texts are stored with the compiler: licenses/<package>/….
void keepLicences(const fs::path& unpacked, const fs::path& toolkit) {
    for (const fs::directory_entry& entry : fs::directory_iterator(unpacked)) {
        if (entry.path().extension() != ".dist-info")
            continue;
        const std::string package = utf8(entry.path().stem());
        const fs::path target = toolkit / "licenses" / package.substr(0, package.find('-'));
        for (const fs::directory_entry& file : fs::recursive_directory_iterator(entry.path())) {
            if (!file.is_regular_file() ||
                !utf8(file.path().filename()).starts_with("Licen") /* ce, se */)
                continue;
            fs::create_directories(target);
            fs::copy_file(file.path(), target / file.path().filename(),
                          fs::copy_options::overwrite_existing);
        }
    }
}

/// CUDA 13's wheels each contain parts of one toolkit folder.
fs::path toolkitIn(const fs::path& unpacked) {
    const fs::path nvidia = unpacked / "nvidia";
    std::error_code ignored;
    if (fs::is_directory(nvidia, ignored)) {
        for (const fs::directory_entry& entry : fs::directory_iterator(nvidia)) {
            if (utf8(entry.path().filename()).starts_with("cu1"))
                return entry.path();
        }
    }
    throw Error(ErrorKind::environment,
                {"WB3022", "the wheels do not contain a CUDA 13 toolkit",
                 "fetch the packages that packaging/cuda-wheels.txt names"});
}

/// Archives keep no permissions. Programs are in folders named bin: nvcc, nvvm/bin/cicc, ….
void makeProgramsExecutable(const fs::path& toolkit) {
    constexpr fs::perms kExecutable =
        fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(toolkit)) {
        std::error_code ignored;
        if (entry.is_regular_file(ignored) && entry.path().parent_path().filename() == "bin")
            fs::permissions(entry.path(), kExecutable, fs::perm_options::add, ignored);
    }
}

/// Copies next to the final place and renames, so that a partial copy is never found. On failure,
/// restores what was there and leaves nothing next to it.
void putInPlace(const fs::path& toolkit, const fs::path& target) {
    const fs::path fresh = fs::path(target).concat(".new");
    const fs::path old = fs::path(target).concat(".old");
    bool moved = false;
    try {
        fs::remove_all(fresh);
        fs::create_directories(target.parent_path());
        fs::copy(toolkit, fresh, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
        makeProgramsExecutable(fresh);
        fs::remove_all(old);
        if (fs::exists(target)) {
            fs::rename(target, old);
            moved = true;
        }
        fs::rename(fresh, target);
        moved = false;
        fs::remove_all(old);
    } catch (const fs::filesystem_error& problem) {
        std::error_code ignored;
        if (moved)
            fs::rename(old, target, ignored);
        fs::remove_all(fresh, ignored);
        throw Error(ErrorKind::environment,
                    {"WB3023",
                     "cannot put the compiler into {folder}: {problem}",
                     "check the folder and the free space",
                     {{"folder", utf8(target)}, {"problem", problem.code().message()}}});
    }
}

} // namespace

void installCompiler(const fs::path& from, Console& console) {
    const platform::TemporaryFolder work;
    const std::vector<std::string> requirements = wheelRequirements();
    console.notice(fmt::format("Fetching NVIDIA's CUDA compiler ({} packages), which comes under "
                               "NVIDIA's own licence (CUDA Toolkit EULA)",
                               requirements.size()));
    if (!from.empty()) {
        std::error_code ignored;
        if (!fs::is_directory(from, ignored))
            throw Error(ErrorKind::usage, {"WB3024",
                                           "{folder} is not a folder",
                                           "name the folder with the wheels",
                                           {{"folder", utf8(from)}}});
    } else {
        fetchWheels(requirements, work.path());
    }
    const fs::path unpacked = work.path() / "unpacked";
    for (const fs::path& wheel : wheelsIn(from.empty() ? work.path() : from, requirements))
        unpack(wheel, unpacked);
    showLicences(unpacked, console);
    const fs::path toolkit = toolkitIn(unpacked);
    try {
        keepLicences(unpacked, toolkit);
    } catch (const fs::filesystem_error& problem) {
        throw Error(ErrorKind::environment,
                    {"WB3025",
                     "cannot copy the packages' licences: {problem}",
                     "check the free space of the folder for temporary files",
                     {{"problem", problem.code().message()}}});
    }
    const fs::path target = platform::dataFolder() / "cuda";
    putInPlace(toolkit, target);
    console.notice(fmt::format("The compiler is in {}, the licences' texts in {}", utf8(target),
                               utf8(target / "licenses")));
}

} // namespace warpbench::cli
