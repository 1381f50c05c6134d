// SPDX-License-Identifier: GPL-3.0-or-later
// Where the search for a toolkit looks, on fake machines made of folders.
#include "core/base/error.h"
#include "core/cache/options.h"
#include "core/compile/nvrtc.h"
#include "core/platform/folders.h"
#include "core/toolkit/toolkit.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <map>

namespace tst_toolkit {

using namespace warpbench;
using namespace warpbench::compile;
namespace fs = std::filesystem;

class TestToolkit : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void orderOfRoots();
    void ownInstallationIsFound();
    void windowsRoots();
    void librariesByVersion();
    void cuptiInOrder();
    void linkerAndDeviceRuntime();
    void libraryNames();
    void includeFolders_data();
    void includeFolders();
    void oldWheelsSpreadTheirHeaders();
    void programs();
    void options();
    void optionsAreNotSaidTwice();
    void includeDirsAmongOptions();
    void notALibrary();
    void missingCompilerIsExplained();
    void informationIsComplete();

  private:
    void touch(const std::string& name) {
        fs::create_directories((root() / name).parent_path());
        std::ofstream(root() / name) << "x";
    }
    fs::path root() const { return fs::path(m_folder->path().toStdString()); }
    ToolkitSearch search() {
        ToolkitSearch made;
        made.environment = [this](const char* name) {
            const auto found = m_environment.find(name);
            return found == m_environment.end() ? std::string() : found->second;
        };
        made.installFolders = {root() / "usr/local", root() / "opt"};
        made.dataFolder = root() / "data/warpbench";
        return made;
    }
    std::vector<std::string> relativeRoots(const ToolkitSearch& wanted) {
        std::vector<std::string> names;
        for (const ToolkitRoot& found : toolkitRoots(wanted))
            names.push_back(fs::relative(found.folder, root()).generic_string());
        return names;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::map<std::string, std::string> m_environment;
};

void TestToolkit::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_environment = {{"HOME", (root() / "home").string()}};
}

void TestToolkit::orderOfRoots() {
    for (const char* folder :
         {"mine", "usr/local/cuda-12.9", "usr/local/cuda-13.0", "usr/local/cuda-9.2",
          "usr/local/cuda", "usr/local/other", "opt/cuda",
          "home/.local/lib/python3.9/site-packages/nvidia/cuda_nvrtc",
          "home/.local/lib/python3.11/site-packages/nvidia/cu13", "data/warpbench/cuda"})
        fs::create_directories(root() / folder);
    m_environment["CUDA_HOME"] = (root() / "mine").string();
    m_environment["CUDA_PATH"] = (root() / "gone").string();
    const std::vector<std::string> expected = {
        "mine",
        "usr/local/cuda",
        "usr/local/cuda-13.0",
        "usr/local/cuda-12.9",
        "usr/local/cuda-9.2",
        "opt/cuda",
        "home/.local/lib/python3.11/site-packages/nvidia/cu13",
        "home/.local/lib/python3.9/site-packages/nvidia/cuda_nvrtc",
        "data/warpbench/cuda"};
    QCOMPARE(relativeRoots(search()), expected);

    m_environment.clear();
    QCOMPARE(relativeRoots(search()).size(), std::size_t{6});
    ToolkitSearch homeless = search();
    homeless.dataFolder.clear();
    QCOMPARE(relativeRoots(homeless).size(), std::size_t{5});
}

/// Our own installation of the compiler is found, even if the variable for the user's data folder
/// is invalid.
void TestToolkit::ownInstallationIsFound() {
    const QByteArray data = qgetenv("XDG_DATA_HOME");
    const QByteArray only = qgetenv("WARPBENCH_CUDA_HOME");
    qunsetenv("WARPBENCH_CUDA_HOME");
    qputenv("XDG_DATA_HOME", "relative"); // ignored according to the specification
    const fs::path found = ToolkitSearch::ofThisMachine().dataFolder;
    const fs::path installed = platform::dataFolder();
    data.isNull() ? qunsetenv("XDG_DATA_HOME") : qputenv("XDG_DATA_HOME", data);
    qputenv("WARPBENCH_CUDA_HOME", "/mine");
    const bool none = ToolkitSearch::ofThisMachine().dataFolder.empty();
    only.isNull() ? qunsetenv("WARPBENCH_CUDA_HOME") : qputenv("WARPBENCH_CUDA_HOME", only);
    QCOMPARE(found.string(), installed.string());
    QVERIFY(found.is_absolute());
    QVERIFY(none);
}

void TestToolkit::windowsRoots() {
    for (const char* folder : {"CUDA/v12.4", "CUDA/v13.0", "local/warpbench/cuda",
                               "roaming/Python/Python311/site-packages/nvidia/cu13"})
        fs::create_directories(root() / folder);
    ToolkitSearch windows = search();
    windows.windows = true;
    windows.installFolders = {root() / "CUDA"};
    windows.dataFolder = root() / "local/warpbench";
    m_environment = {{"APPDATA", (root() / "roaming").string()},
                     {"CUDA_PATH", (root() / "CUDA/v12.4").string()}};
    const std::vector<std::string> expected = {"CUDA/v12.4", "CUDA/v13.0",
                                               "roaming/Python/Python311/site-packages/nvidia/cu13",
                                               "local/warpbench/cuda"};
    QCOMPARE(relativeRoots(windows), expected);
}

void TestToolkit::librariesByVersion() {
    touch("a/lib64/libnvrtc.so.12");
    touch("a/lib64/libnvrtc.so.13");
    touch("b/targets/x86_64-linux/lib/libnvrtc.so.11.2");
    touch("b/lib/libnvrtc-builtins.so.13.0");
    touch("c/bin/x64/nvrtc64_130_0.dll");
    const std::vector<ToolkitRoot> roots = {
        {root() / "b", ""}, {root() / "a", ""}, {root() / "c", ""}};
    const std::vector<fs::path> expected = {root() / "b/targets/x86_64-linux/lib/libnvrtc.so.11.2",
                                            root() / "a/lib64/libnvrtc.so.13",
                                            root() / "a/lib64/libnvrtc.so.12"};
    QVERIFY(nvrtcLibraries(roots, false) == expected);
    const std::vector<fs::path> dlls = {root() / "c/bin/x64/nvrtc64_130_0.dll"};
    QVERIFY(nvrtcLibraries(roots, true) == dlls);
}

/// What CUDA_HOME or an installer put there, then the loader's own search, then wheels.
void TestToolkit::cuptiInOrder() {
    touch("usr/local/cuda/extras/CUPTI/lib64/libcupti.so.12");
    touch("usr/local/cuda/lib64/libcupti.so.13");
    touch("home/.local/lib/python3.11/site-packages/nvidia/cu13/lib/libcupti.so.13");
    const std::vector<fs::path> expected = {
        root() / "usr/local/cuda/lib64/libcupti.so.13",
        root() / "usr/local/cuda/extras/CUPTI/lib64/libcupti.so.12", "libcupti.so.13",
        "libcupti.so.12",
        root() / "home/.local/lib/python3.11/site-packages/nvidia/cu13/lib/libcupti.so.13"};
    QVERIFY(cuptiCandidates(search()) == expected);

    touch("CUDA/v13.0/bin/x64/cupti64_2025.3.1.dll");
    touch("CUDA/v13.0/bin/x64/cupti64_2026.1.0.dll");
    touch("CUDA/v13.0/bin/x64/cupti64_2026.1.0.txt");
    ToolkitSearch windows = search();
    windows.windows = true;
    windows.installFolders = {root() / "CUDA"};
    const std::vector<fs::path> dlls = {root() / "CUDA/v13.0/bin/x64/cupti64_2026.1.0.dll",
                                        root() / "CUDA/v13.0/bin/x64/cupti64_2025.3.1.dll"};
    QVERIFY(cuptiCandidates(windows) == dlls);
}

void TestToolkit::linkerAndDeviceRuntime() {
    const std::string wheels = "home/.local/lib/python3.11/site-packages/nvidia/";
    touch(wheels + "nvjitlink/lib/libnvJitLink.so.12");
    touch(wheels + "cu13/lib/libcudadevrt.a");
    touch("usr/local/cuda/lib64/libnvJitLink.so.13");
    const std::vector<fs::path> expected = {root() / "usr/local/cuda/lib64/libnvJitLink.so.13",
                                            "libnvJitLink.so.13", "libnvJitLink.so.12",
                                            root() / (wheels + "nvjitlink/lib/libnvJitLink.so.12")};
    QVERIFY(nvJitLinkCandidates(search()) == expected);
    QVERIFY(deviceRuntimeLibrary(search()) == root() / (wheels + "cu13/lib/libcudadevrt.a"));
    touch("usr/local/cuda/targets/x86_64-linux/lib/libcudadevrt.a");
    QVERIFY(deviceRuntimeLibrary(search()) ==
            root() / "usr/local/cuda/targets/x86_64-linux/lib/libcudadevrt.a");
    ToolkitSearch nowhere = search();
    nowhere.installFolders.clear();
    nowhere.environment = [](const char*) { return std::string(); };
    QVERIFY(deviceRuntimeLibrary(nowhere).empty());
}

void TestToolkit::libraryNames() {
    QCOMPARE(nvrtcLibraryNames(false).front(), std::string("libnvrtc.so.13"));
    QCOMPARE(nvrtcLibraryNames(false).back(), std::string("libnvrtc.so.11.0"));
    QCOMPARE(nvrtcLibraryNames(true).front(), std::string("nvrtc64_130_0.dll"));
}

void TestToolkit::includeFolders_data() {
    QTest::addColumn<QString>("library");
    QTest::newRow("lib64") << "cuda/lib64/libnvrtc.so.13";
    QTest::newRow("targets") << "cuda/targets/x86_64-linux/lib/libnvrtc.so.13";
    QTest::newRow("windows") << "cuda/bin/x64/nvrtc64_130_0.dll";
}

void TestToolkit::includeFolders() {
    QFETCH(QString, library);
    touch("cuda/include/cuda_fp16.h");
    fs::create_directories(root() / "cuda/include/cccl");
    touch("other/include/cuda_fp16.h");
    const std::vector<fs::path> expected = {root() / "cuda/include", root() / "cuda/include/cccl"};
    QVERIFY(toolkitIncludeDirs(root() / library.toStdString(), {{root() / "other", ""}}) ==
            expected);
    // A library alone, as a distribution's package has it: headers come from another root.
    const std::vector<fs::path> other = {root() / "other/include"};
    QVERIFY(toolkitIncludeDirs(root() / "lonely/deep/down/libnvrtc.so.13",
                               {{root() / "none", ""}, {root() / "other", ""}}) == other);
}

void TestToolkit::oldWheelsSpreadTheirHeaders() {
    const std::string nvidia = "home/.local/lib/python3.11/site-packages/nvidia/";
    touch(nvidia + "cuda_nvrtc/lib/libnvrtc.so.12");
    touch(nvidia + "cuda_runtime/include/cuda_fp16.h");
    touch(nvidia + "cuda_cccl/include/cub/cub.cuh");
    touch(nvidia + "curand/include/curand_kernel.h");
    const std::vector<ToolkitRoot> roots = toolkitRoots(search());
    const std::vector<fs::path> libraries = nvrtcLibraries(roots, false);
    QCOMPARE(libraries.size(), std::size_t{1});
    const std::vector<fs::path> dirs = toolkitIncludeDirs(libraries.front(), roots);
    const std::vector<fs::path> expected = {root() / (nvidia + "cuda_runtime/include"),
                                            root() / (nvidia + "cuda_cccl/include"),
                                            root() / (nvidia + "curand/include")};
    QVERIFY(dirs == expected);
}

void TestToolkit::programs() {
#ifdef _WIN32
    QSKIP("the folders of PATH are told apart by colons here");
#endif
    QVERIFY(toolkitProgram("nvdisasm", search()).empty());
    touch("path/nvdisasm");
    m_environment["PATH"] = "/nowhere::" + (root() / "path").string();
    QVERIFY(toolkitProgram("nvdisasm", search()) == root() / "path/nvdisasm");
    touch("usr/local/cuda/bin/nvdisasm");
    QVERIFY(toolkitProgram("nvdisasm", search()) == root() / "usr/local/cuda/bin/nvdisasm");
}

void TestToolkit::options() {
    CompileRequest request;
    request.arch = "sm_90";
    request.defines = {{"A", std::nullopt}, {"B", "1 + 2"}};
    request.includeDirs = {"/my headers"};
    request.options = {"-use_fast_math"};
    const std::vector<std::string> expected = {
        "-arch=sm_90", "-std=c++17", "-lineinfo",     "--ptxas-options=-v", "--no-cache",
        "-DA",         "-DB=1 + 2",  "-I/my headers", "-use_fast_math",     "-I/cuda/include"};
    QCOMPARE(makeOptions(request, {"/cuda/include"}, true), expected);
    QCOMPARE(commandLine({"-DB=1 + 2", "-DC='x'", "-I/a", ""}),
             std::string("'-DB=1 + 2' '-DC='\\''x'\\''' -I/a ''"));
    request.arch = "compute_80";
    for (const std::string& option : makeOptions(request, {}, false))
        QVERIFY(!option.starts_with("--ptxas"));
    QCOMPARE(virtualArchitecture("sm_90a"), std::string("compute_90a"));
    QCOMPARE(virtualArchitecture("compute_90"), std::string("compute_90"));
}

void TestToolkit::optionsAreNotSaidTwice() {
    CompileRequest request;
    request.arch = "compute_80";
    request.options = {"--std=c++20", "-lineinfo"};
    const std::vector<std::string> expected = {"-arch=compute_80", "--std=c++20", "-lineinfo"};
    QCOMPARE(makeOptions(request, {}, false), expected);
    request.debug = true;
    request.options = {};
    const std::vector<std::string> debug = {"-arch=compute_80", "-std=c++17", "-G"};
    QCOMPARE(makeOptions(request, {}, false), debug);
}

void TestToolkit::includeDirsAmongOptions() {
    CompileRequest request;
    request.includeDirs = {"/first"};
    request.options = {"-I/a", "-I",    "/b",    "--include-path=/c",  "--include-path",
                       "/d",   "-I=/e", "-I /f", "--pre-include=/g.h", "-include",
                       "/h.h", "-Iend", "-I"};
    const std::vector<fs::path> expected = {"/first", "/a", "/b", "/c", "/d", "/e", "/f", "end"};
    QVERIFY(userIncludeDirs(request) == expected);
    const std::vector<std::string> files = {"/g.h", "/h.h"};
    QCOMPARE(preIncludes(request), files);
}

void TestToolkit::notALibrary() {
    touch("libnvrtc.so.13");
    QVERIFY_EXCEPTION_THROWN(Nvrtc::open(root() / "libnvrtc.so.13", {}), Error);
}

void TestToolkit::missingCompilerIsExplained() {
    fs::create_directories(root() / "data/warpbench/cuda");
    touch("usr/local/cuda/lib64/libnvrtc.so.13"); // not a library
    ToolkitSearch alone = search();
    alone.askLoader = false;
    try {
        Nvrtc::find(alone);
        QFAIL("no error");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::environment);
        QCOMPARE(error.remedy(), installRemedy().text());
        std::string text = error.text();
        std::replace(text.begin(), text.end(), '\\', '/');
        for (const std::string& part :
             {std::string("CUDA_HOME"), (root() / "usr/local/cuda").generic_string(),
              (root() / "data/warpbench/cuda").generic_string(), std::string("libnvrtc.so.13")})
            QVERIFY2(text.find(part) != std::string::npos, error.text().c_str());
#ifndef _WIN32 // the system's own words
        QVERIFY2(text.find("too short") != std::string::npos, error.text().c_str());
#endif
    }
}

void TestToolkit::informationIsComplete() {
    NEED_NVRTC();
    const CompilerInfo info = compilerInfo();
    QVERIFY(fs::exists(info.library));
    QVERIFY(!info.version.empty());
    QVERIFY(!info.architectures.empty());
    QVERIFY(info.problem.empty());
    if (!info.includeFolder.empty())
        QVERIFY(fs::exists(info.includeFolder / "cuda_fp16.h"));
}

WARPBENCH_TEST(TestToolkit)
} // namespace tst_toolkit

#include "tst_toolkit.moc"
