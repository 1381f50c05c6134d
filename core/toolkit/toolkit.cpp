// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolkit/toolkit.h"

#include "core/base/path_text.h"
#include "core/platform/folders.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

namespace warpbench::compile {

namespace fs = std::filesystem;

namespace {

constexpr const char* kWheel = "Python wheel";
constexpr const char* kOwnData = "Warpbench's data folder";

bool isFolder(const fs::path& path) {
    std::error_code ignored;
    return !path.empty() && fs::is_directory(path, ignored);
}

bool isFile(const fs::path& path) {
    std::error_code ignored;
    return !path.empty() && fs::is_regular_file(path, ignored);
}

/// The numbers in "cuda-12.9", "v13.0" or "python3.11", for sorting by version.
std::vector<int> versionOf(const std::string& name) {
    std::vector<int> numbers;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] < '0' || name[i] > '9')
            continue;
        int value = 0;
        for (; i < name.size() && name[i] >= '0' && name[i] <= '9' && value < 100000; ++i)
            value = value * 10 + (name[i] - '0');
        numbers.push_back(value);
    }
    return numbers;
}

/// Sub-folders whose names start with a prefix, newest version first; the plain name, which the
/// installer links to the version in use, comes before all.
std::vector<fs::path> versionedFolders(const fs::path& parent, const std::string& prefix) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator it(parent, error), end; !error && it != end; it.increment(error)) {
        if (utf8(it->path().filename()).starts_with(prefix) && isFolder(it->path()))
            found.push_back(it->path());
    }
    std::sort(found.begin(), found.end(), [&](const fs::path& a, const fs::path& b) {
        const std::string left = utf8(a.filename());
        const std::string right = utf8(b.filename());
        if ((left == prefix) != (right == prefix))
            return left == prefix;
        const auto leftVersion = versionOf(left);
        const auto rightVersion = versionOf(right);
        return leftVersion != rightVersion ? leftVersion > rightVersion : left < right;
    });
    return found;
}

/// NVIDIA's wheels unpack to site-packages/nvidia: `cu13` contains a whole toolkit, older ones a
/// folder for each part (cuda_nvrtc, cuda_runtime, cuda_cccl, …).
void addWheels(const fs::path& sitePackages, std::vector<ToolkitRoot>& roots) {
    const fs::path nvidia = sitePackages / "nvidia";
    if (!isFolder(nvidia))
        return;
    for (const fs::path& folder : versionedFolders(nvidia, "cu1"))
        roots.push_back({folder, kWheel});
    for (const char* part : {"cuda_nvrtc", "cuda_runtime", "cuda_cccl", "curand", "cuda_nvcc",
                             "cublas", "cufft", "cusparse", "nvjitlink"})
        if (isFolder(nvidia / part))
            roots.push_back({nvidia / part, kWheel});
}

std::vector<fs::path> userSitePackages(const ToolkitSearch& search) {
    std::vector<fs::path> found;
    if (const std::string venv = search.environment("VIRTUAL_ENV"); !venv.empty()) {
        if (search.windows)
            found.push_back(pathFromUtf8(venv) / "Lib" / "site-packages");
        for (const fs::path& python : versionedFolders(pathFromUtf8(venv) / "lib", "python3"))
            found.push_back(python / "site-packages");
    }
    if (search.windows) {
        const fs::path base = pathFromUtf8(search.environment("APPDATA")) / "Python";
        for (const fs::path& python : versionedFolders(base, "Python3"))
            found.push_back(python / "site-packages");
    } else if (const std::string home = search.environment("HOME"); !home.empty()) {
        const fs::path base = pathFromUtf8(home) / ".local" / "lib";
        for (const fs::path& python : versionedFolders(base, "python3"))
            found.push_back(python / "site-packages");
    }
    return found;
}

/// Folders with libraries below a root, on Linux and (bin) on Windows.
constexpr std::array kLibraryFolders = {
    "lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib", "bin/x64", "bin/x86_64",
    "bin",   ""};

/// The toolkit's own installers for Windows, and older ones for Linux, keep CUPTI apart.
constexpr std::array kCuptiFolders = {"lib64",
                                      "lib",
                                      "targets/x86_64-linux/lib",
                                      "targets/sbsa-linux/lib",
                                      "extras/CUPTI/lib64",
                                      "bin/x64",
                                      "bin/x86_64",
                                      "bin"};

constexpr std::array kIncludeFolders = {"include", "targets/x86_64-linux/include",
                                        "targets/sbsa-linux/include"};

/// A header that every toolkit and the wheels with the runtime's headers contain.
bool holdsHeaders(const fs::path& folder) {
    return isFile(folder / "cuda_fp16.h");
}

void addOnce(std::vector<fs::path>& list, const fs::path& path) {
    if (std::find(list.begin(), list.end(), path) == list.end())
        list.push_back(path);
}

/// Files in a folder whose names start this way, newest version first.
std::vector<fs::path> filesByVersion(const fs::path& folder, const std::string& prefix) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (utf8(it->path().filename()).starts_with(prefix) && it->path().extension() == ".dll")
            found.push_back(it->path());
    }
    std::sort(found.begin(), found.end(), [](const fs::path& a, const fs::path& b) {
        return versionOf(utf8(a.filename())) > versionOf(utf8(b.filename()));
    });
    return found;
}

/// Installed libraries, then bare names for the loader (if the search says so), then libraries
/// fetched for the user. \param librariesUnder  of some of the roots
std::vector<fs::path> inOrder(
    const std::vector<ToolkitRoot>& roots, const ToolkitSearch& search,
    const std::vector<std::string>& bareNames,
    const std::function<std::vector<fs::path>(const std::vector<ToolkitRoot>&)>& librariesUnder) {
    const auto firstFetched = std::find_if(roots.begin(), roots.end(), [](const ToolkitRoot& r) {
        return r.reason == kWheel || r.reason == kOwnData;
    });
    std::vector<fs::path> candidates = librariesUnder({roots.begin(), firstFetched});
    if (search.askLoader)
        candidates.insert(candidates.end(), bareNames.begin(), bareNames.end());
    const std::vector<fs::path> fetched = librariesUnder({firstFetched, roots.end()});
    candidates.insert(candidates.end(), fetched.begin(), fetched.end());
    return candidates;
}

std::vector<fs::path> headerFoldersUnder(const fs::path& root) {
    std::vector<fs::path> found;
    for (const char* sub : kIncludeFolders) {
        const fs::path folder = root / sub;
        if (holdsHeaders(folder))
            addOnce(found, folder);
        if (!found.empty())
            break;
    }
    return found;
}

/// Libraries with these names, in the order of `inOrder`.
std::vector<fs::path> namedLibraries(const std::vector<std::string>& names,
                                     const ToolkitSearch& search) {
    return inOrder(toolkitRoots(search), search, names, [&](const std::vector<ToolkitRoot>& some) {
        std::vector<fs::path> found;
        for (const ToolkitRoot& root : some)
            for (const std::string& name : names)
                for (const char* sub : kLibraryFolders)
                    if (const fs::path file = root.folder / sub / name; isFile(file))
                        addOnce(found, file.lexically_normal());
        return found;
    });
}

} // namespace

ErrorText installRemedy() {
    return phrase("run \"warpbench-cli doctor --install-compiler\", or install the CUDA Toolkit");
}

ToolkitSearch ToolkitSearch::ofThisMachine() {
    ToolkitSearch search;
    if (auto only = platform::environmentVariable("WARPBENCH_CUDA_HOME")) {
        search.environment = [folder = *only](const char* name) {
            return std::string_view(name) == "CUDA_HOME" ? folder : std::string();
        };
        search.askLoader = false;
#ifdef _WIN32
        search.windows = true;
#endif
        return search;
    }
    search.dataFolder = platform::dataFolder();
    search.environment = [](const char* name) {
        return platform::environmentVariable(name).value_or(std::string());
    };
#ifdef _WIN32
    search.windows = true;
    const std::string programs = search.environment("ProgramFiles");
    if (!programs.empty())
        search.installFolders = {pathFromUtf8(programs) / "NVIDIA GPU Computing Toolkit" / "CUDA"};
#else
    search.installFolders = {"/usr/local", "/opt"};
#endif
    return search;
}

std::vector<ToolkitRoot> toolkitRoots(const ToolkitSearch& search) {
    std::vector<ToolkitRoot> roots;
    for (const char* name : {"CUDA_HOME", "CUDA_PATH"})
        if (const std::string value = search.environment(name); !value.empty())
            roots.push_back({pathFromUtf8(value), name});
    for (const fs::path& folder : search.installFolders) {
        if (search.windows) {
            for (const fs::path& version : versionedFolders(folder, "v"))
                roots.push_back({version, "usual install folder"});
        } else {
            for (const fs::path& version : versionedFolders(folder, "cuda"))
                roots.push_back({version, "usual install folder"});
        }
    }
    for (const fs::path& site : userSitePackages(search))
        addWheels(site, roots);
    if (!search.dataFolder.empty())
        roots.push_back({search.dataFolder / "cuda", kOwnData});

    std::vector<ToolkitRoot> existing;
    for (const ToolkitRoot& root : roots) {
        const bool known =
            std::any_of(existing.begin(), existing.end(),
                        [&](const ToolkitRoot& other) { return other.folder == root.folder; });
        if (isFolder(root.folder) && !known)
            existing.push_back(root);
    }
    return existing;
}

std::vector<std::string> nvrtcLibraryNames(bool windows) {
    if (windows)
        return {"nvrtc64_130_0.dll", "nvrtc64_120_0.dll", "nvrtc64_112_0.dll", "nvrtc64_111_0.dll",
                "nvrtc64_110_0.dll"};
    return {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so.11.1",
            "libnvrtc.so.11.0"};
}

std::vector<fs::path> nvrtcLibraries(const std::vector<ToolkitRoot>& roots, bool windows) {
    std::vector<fs::path> found;
    for (const ToolkitRoot& root : roots)
        for (const std::string& name : nvrtcLibraryNames(windows))
            for (const char* sub : kLibraryFolders)
                if (const fs::path file = root.folder / sub / name; isFile(file))
                    addOnce(found, file.lexically_normal());
    return found;
}

std::vector<fs::path> nvrtcCandidates(const std::vector<ToolkitRoot>& roots,
                                      const ToolkitSearch& search) {
    return inOrder(roots, search, nvrtcLibraryNames(search.windows),
                   [&](const auto& some) { return nvrtcLibraries(some, search.windows); });
}

std::vector<fs::path> cuptiCandidates(const ToolkitSearch& search) {
    const std::vector<std::string> names =
        search.windows ? std::vector<std::string>{} // their names contain the version of CUPTI
                       : std::vector<std::string>{"libcupti.so.13", "libcupti.so.12"};
    return inOrder(toolkitRoots(search), search, names, [&](const std::vector<ToolkitRoot>& some) {
        std::vector<fs::path> found;
        for (const ToolkitRoot& root : some) {
            for (const char* sub : kCuptiFolders) {
                const fs::path folder = root.folder / sub;
                for (const std::string& name : names)
                    if (isFile(folder / name))
                        addOnce(found, (folder / name).lexically_normal());
                if (search.windows)
                    for (const fs::path& file : filesByVersion(folder, "cupti64_"))
                        addOnce(found, file.lexically_normal());
            }
        }
        return found;
    });
}

std::vector<fs::path> libraryCandidates(const std::string& library, int driver,
                                        const ToolkitSearch& search) {
    // The interface versions of CUDA 13 and 12.
    struct Version {
        const char* library;
        int ofCuda13, ofCuda12;
    };
    constexpr std::array<Version, 4> kVersions{
        {{"cublas", 13, 12}, {"cufft", 12, 11}, {"curand", 10, 10}, {"cusparse", 12, 12}}};
    std::vector<std::string> names;
    for (const Version& version : kVersions) {
        for (const int cuda : {13, 12}) {
            const int number = cuda == 13 ? version.ofCuda13 : version.ofCuda12;
            const std::string text = std::to_string(number);
            const std::string name =
                search.windows ? library + "64_" + text + ".dll" : "lib" + library + ".so." + text;
            const bool known = std::find(names.begin(), names.end(), name) != names.end();
            if (version.library == library && cuda <= driver && !known)
                names.push_back(name);
        }
    }
    return namedLibraries(names, search);
}

std::vector<fs::path> nvJitLinkCandidates(const ToolkitSearch& search) {
    const std::vector<std::string> names =
        search.windows ? std::vector<std::string>{"nvJitLink_130_0.dll", "nvJitLink_120_0.dll"}
                       : std::vector<std::string>{"libnvJitLink.so.13", "libnvJitLink.so.12"};
    return namedLibraries(names, search);
}

fs::path deviceRuntimeLibrary(const ToolkitSearch& search) {
    const char* name = search.windows ? "cudadevrt.lib" : "libcudadevrt.a";
    for (const ToolkitRoot& root : toolkitRoots(search))
        for (const char* sub :
             {"lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib", "lib/x64"})
            if (const fs::path file = root.folder / sub / name; isFile(file))
                return file.lexically_normal();
    return {};
}

std::vector<fs::path> toolkitIncludeDirs(const fs::path& library,
                                         const std::vector<ToolkitRoot>& roots) {
    std::vector<fs::path> bases;
    // lib64/…, targets/x86_64-linux/lib/… and bin/x64/…: one to three folders up.
    if (library.is_absolute()) {
        fs::path folder = library.parent_path();
        for (int level = 0; level < 3 && folder.has_relative_path(); ++level) {
            folder = folder.parent_path();
            addOnce(bases, folder);
        }
    }
    for (const ToolkitRoot& root : roots)
        addOnce(bases, root.folder);

    std::vector<fs::path> dirs;
    for (const fs::path& base : bases) {
        dirs = headerFoldersUnder(base);
        if (!dirs.empty())
            break;
    }
    if (dirs.empty() && holdsHeaders("/usr/include"))
        dirs.emplace_back("/usr/include");
    if (dirs.empty())
        return dirs;
    if (isFolder(dirs.front() / "cccl"))
        dirs.push_back(dirs.front() / "cccl");
    // Wheels before CUDA 13 keep CCCL and cuRAND in their own folders.
    for (const ToolkitRoot& root : roots)
        if (root.reason == kWheel &&
            root.folder.parent_path() == dirs.front().parent_path().parent_path())
            if (const fs::path extra = root.folder / "include"; isFolder(extra))
                addOnce(dirs, extra);
    return dirs;
}

fs::path toolkitProgram(const std::string& name, const ToolkitSearch& search) {
    const std::string file = search.windows ? name + ".exe" : name;
    for (const ToolkitRoot& root : toolkitRoots(search))
        if (isFile(root.folder / "bin" / file))
            return root.folder / "bin" / file;
    const std::string path = search.environment("PATH");
    const char separator = search.windows ? ';' : ':';
    for (std::size_t start = 0; start <= path.size();) {
        const std::size_t end = std::min(path.find(separator, start), path.size());
        if (fs::path candidate = pathFromUtf8(path.substr(start, end - start)) / file;
            end > start && isFile(candidate))
            return candidate;
        start = end + 1;
    }
    return {};
}

} // namespace warpbench::compile
