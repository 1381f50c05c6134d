// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/compiler_install.h"

#include "core/base/path_text.h"
#include "core/platform/child_process.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
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
#else
constexpr const char* kPython = "python3";
#endif

void runPython(std::vector<std::string> arguments, const std::string& step) {
    platform::ProgramOptions options;
    options.arguments = std::move(arguments);
    const platform::ProgramResult result = platform::runProgram(kPython, options);
    if (!result.status.ok())
        throw Error(ErrorKind::environment,
                    fmt::format("{} failed ({}): {}", step, result.status.text(), result.errors),
                    "check the network, or bring the wheels on a stick: --from DIR");
}

std::vector<fs::path> wheelsIn(const fs::path& folder) {
    std::vector<fs::path> wheels;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".whl")
            wheels.push_back(entry.path());
    }
    std::sort(wheels.begin(), wheels.end());
    return wheels;
}

/// The licence that each wheel states of itself in its metadata.
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

/// The licences' texts go where the compiler goes: licenses/<package>/….
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

/// CUDA 13's wheels hold parts of one toolkit folder each.
fs::path toolkitIn(const fs::path& unpacked) {
    const fs::path nvidia = unpacked / "nvidia";
    std::error_code ignored;
    if (fs::is_directory(nvidia, ignored)) {
        for (const fs::directory_entry& entry : fs::directory_iterator(nvidia)) {
            if (utf8(entry.path().filename()).starts_with("cu1"))
                return entry.path();
        }
    }
    throw Error(ErrorKind::environment, "the wheels hold no CUDA 13 toolkit",
                "fetch the packages that packaging/cuda-wheels.txt names");
}

/// Copies beside the final place and renames, so that a half copy is never found.
void putInPlace(const fs::path& toolkit, const fs::path& target) {
    const fs::path fresh = fs::path(target).concat(".new");
    const fs::path old = fs::path(target).concat(".old");
    try {
        fs::remove_all(fresh);
        fs::create_directories(target.parent_path());
        fs::copy(toolkit, fresh, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
        for (const char* program : {"ptxas", "nvdisasm", "nvlink", "fatbinary", "cicc"}) {
            const fs::path file = fresh / "bin" / program;
            std::error_code ignored; // zipfile does not keep the permissions
            fs::permissions(file, fs::perms::owner_exec, fs::perm_options::add, ignored);
        }
        fs::remove_all(old);
        if (fs::exists(target))
            fs::rename(target, old);
        fs::rename(fresh, target);
        fs::remove_all(old);
    } catch (const fs::filesystem_error& problem) {
        throw Error(ErrorKind::environment,
                    fmt::format("cannot put the compiler into {}: {}", utf8(target),
                                problem.code().message()),
                    "check the folder and the free space");
    }
}

} // namespace

void installCompiler(const fs::path& from, Console& console) {
    const platform::TemporaryFolder work;
    const std::vector<std::string> requirements = wheelRequirements();
    console.notice(fmt::format("Fetching NVIDIA's CUDA compiler ({} packages), which comes under "
                               "NVIDIA's own licence (CUDA Toolkit EULA)",
                               requirements.size()));
    std::vector<std::string> download{"-m",      "pip",       "download",
                                      "--quiet", "--no-deps", "--only-binary",
                                      ":all:",   "--dest",    utf8(work.path())};
    if (!from.empty()) {
        std::error_code ignored;
        if (!fs::is_directory(from, ignored))
            throw Error(ErrorKind::usage, utf8(from) + " is not a folder",
                        "name the folder with the wheels");
        for (const char* option : {"--no-index", "--find-links"})
            download.emplace_back(option);
        download.push_back(utf8(from));
    }
    download.insert(download.end(), requirements.begin(), requirements.end());
    runPython(std::move(download), "fetching the packages");

    const fs::path unpacked = work.path() / "unpacked";
    const std::vector<fs::path> wheels = wheelsIn(work.path());
    if (wheels.size() < requirements.size())
        throw Error(ErrorKind::environment,
                    fmt::format("pip fetched {} of {} packages and called it a success",
                                wheels.size(), requirements.size()),
                    "update pip (python3 -m pip install --upgrade pip), or bring the wheels on a "
                    "stick: --from DIR");
    for (const fs::path& wheel : wheels)
        runPython({"-m", "zipfile", "-e", utf8(wheel), utf8(unpacked)},
                  "unpacking " + utf8(wheel.filename()));
    showLicences(unpacked, console);
    const fs::path toolkit = toolkitIn(unpacked);
    try {
        keepLicences(unpacked, toolkit);
    } catch (const fs::filesystem_error& problem) {
        throw Error(ErrorKind::environment,
                    "cannot copy the packages' licences: " + problem.code().message(),
                    "check the free space of the folder for temporary files");
    }
    const fs::path target = platform::dataFolder() / "cuda";
    putInPlace(toolkit, target);
    console.notice(fmt::format("The compiler is in {}, the licences' texts in {}", utf8(target),
                               utf8(target / "licenses")));
}

} // namespace warpbench::cli
