// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/driver_loader.h"

#include "core/base/path_text.h"
#include "core/base/version.h"
#include "core/cuda/simulated_extras.h"
#include "core/platform/folders.h"

#include <fmt/format.h>

namespace warpbench::cuda {

namespace {

using platform::DynamicLibrary;

#if defined(_WIN32)
constexpr const char* kSystemLibrary = "nvcuda.dll";
constexpr const char* kSimulatedLibrary = "libwarpbench-simgpu.dll";
#else
constexpr const char* kSystemLibrary = "libcuda.so.1";
constexpr const char* kSimulatedLibrary = "libwarpbench-simgpu.so";
#endif

constexpr int kSimulatedOfEachModel = 8;

/// The simulated devices if WARPBENCH_SIMGPU is not set: every model that the current NVRTC
/// compiles for (it dropped the V100, 7.0), the default first, and then all of them again, so that
/// a run can be shared by several of one model. An unused device costs some kilobytes.
std::string offeredModels() {
    constexpr const char* kModels = "h200,b200,h100,a100,l4,t4,rtx5090,rtx4090,rtx3060";
    std::string list = kModels;
    for (int i = 1; i < kSimulatedOfEachModel; ++i)
        list += fmt::format(",{}", kModels);
    return list;
}

/// The first candidate that loads. `problems` says of each earlier one why it did not.
std::optional<DynamicLibrary> firstThatLoads(const std::vector<std::filesystem::path>& candidates,
                                             ErrorText& problems) {
    const auto note = [&](const std::filesystem::path& file, const ErrorText& problem) {
        const ErrorText noted =
            phrase("{file} ({problem})", {{"file", utf8(file)}, {"problem", problem}});
        problems = problems.empty() ? noted
                                    : phrase("{problems}, {problem}",
                                             {{"problems", problems}, {"problem", noted}});
    };
    for (const auto& candidate : candidates) {
        std::error_code ignored;
        if (candidate.has_parent_path() && !std::filesystem::exists(candidate, ignored)) {
            note(candidate, phrase("not there"));
            continue;
        }
        std::string problem;
        auto library =
            DynamicLibrary::tryOpen(candidate, &problem, DynamicLibrary::Lifetime::for_good);
        if (library)
            return library;
        note(candidate, problem);
    }
    return std::nullopt;
}

/// Asks for entry points: cuGetProcAddress_v2 (CUDA 12), cuGetProcAddress (11.3), exported names.
class SymbolSource {
  public:
    explicit SymbolSource(const DynamicLibrary& library)
        : m_library(library)
        , m_modern(library.function<Modern>("cuGetProcAddress_v2"))
        , m_older(m_modern ? nullptr : library.function<Older>("cuGetProcAddress")) {}

    void* find(const char* name, int version, const char* exported) const {
        void* address = nullptr;
        if (m_modern) {
            CUdriverProcAddressQueryResult status{};
            if (m_modern(name, &address, version, CU_GET_PROC_ADDRESS_DEFAULT, &status) !=
                    CUDA_SUCCESS ||
                status != CU_GET_PROC_ADDRESS_SUCCESS)
                address = nullptr;
        } else if (m_older) {
            if (m_older(name, &address, version, CU_GET_PROC_ADDRESS_DEFAULT) != CUDA_SUCCESS)
                address = nullptr;
        }
        return address ? address : m_library.symbol(exported);
    }

  private:
    using Modern = CUresult CUDAAPI(const char*, void**, int, cuuint64_t,
                                    CUdriverProcAddressQueryResult*);
    using Older = CUresult CUDAAPI(const char*, void**, int, cuuint64_t);

    const DynamicLibrary& m_library;
    Modern* m_modern;
    Older* m_older;
};

/// Names of required functions that the library lacks.
std::string fill(DriverApi& api, const SymbolSource& source, bool simulated) {
    constexpr bool required = true;
    constexpr bool optional = false;
    std::string lacking;
    const auto set = [&](bool needed, auto& entry, const char* name, int version,
                         const char* exported) {
        void* address = source.find(name, version, exported);
        entry.set(address, name, simulated);
        if (needed && !address)
            lacking += std::string(lacking.empty() ? "" : ", ") + exported;
    };
#define WARPBENCH_X(need, member, name, version, exported, ...)                                    \
    set(need, api.member, name, version, exported);
    WARPBENCH_CUDA_ENTRY_POINTS(WARPBENCH_X)
#undef WARPBENCH_X
    return lacking;
}

const wbsimApi* simulatorOf(const DynamicLibrary& library) {
    const auto get = library.function<std::remove_pointer_t<wbsimGetApiFunction>>("wbsimGetApi");
    return get ? get(WBSIM_API_VERSION) : nullptr;
}

} // namespace

std::vector<std::filesystem::path> DriverLoader::systemCandidates() {
    if (const auto file = platform::environmentVariable("WARPBENCH_CUDA_DRIVER"))
        return {pathFromUtf8(*file)};
    std::vector<std::filesystem::path> all{kSystemLibrary};
#if !defined(_WIN32)
    // Not in every loader's path: WSL's, NixOS's, and the multiarch folders of a container.
    for (const char* folder :
         {"/usr/lib/wsl/lib", "/run/opengl-driver/lib", "/usr/lib/x86_64-linux-gnu",
          "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/local/nvidia/lib64"})
        all.push_back(std::filesystem::path(folder) / kSystemLibrary);
#endif
    return all;
}

std::vector<std::filesystem::path> DriverLoader::simulatedCandidates() {
    if (const auto file = platform::environmentVariable("WARPBENCH_SIMGPU_LIBRARY"))
        return {pathFromUtf8(*file)};
    const std::filesystem::path folder = platform::executableFolder();
    // In a build, or on Windows; installed, for programs in bin and for those in libexec/warpbench.
    return {folder / kSimulatedLibrary,
            folder.parent_path() / "lib" / "warpbench" / kSimulatedLibrary,
            folder.parent_path().parent_path() / "lib" / "warpbench" / kSimulatedLibrary};
}

std::unique_ptr<Driver> DriverLoader::loadSystem() {
    ErrorText problems;
    auto library = firstThatLoads(systemCandidates(), problems);
    if (!library)
        throw NoDriver(ErrorKind::environment,
                       {"WB1806",
                        "no NVIDIA driver was found; looked for {places}",
                        "install NVIDIA's driver if this computer has such a GPU, or use the "
                        "simulated device",
                        {{"places", problems}}});
    if (library->symbol("wbsimGetApi"))
        throw Error(ErrorKind::environment,
                    {"WB1807",
                     "{library} is Warpbench's simulated driver, not NVIDIA's",
                     "take its folder out of LD_LIBRARY_PATH; Warpbench finds it by itself",
                     {{"library", utf8(library->path())}}});
    return start(std::move(*library), false);
}

std::unique_ptr<Driver> DriverLoader::loadSimulated() {
    ErrorText problems;
    auto library = firstThatLoads(simulatedCandidates(), problems);
    if (!library)
        throw Error(ErrorKind::environment,
                    {"WB1808",
                     "the simulated GPU was not found; looked for {places}",
                     "install Warpbench again, or set WARPBENCH_SIMGPU_LIBRARY to the file",
                     {{"places", problems}}});
    return start(std::move(*library), true);
}

std::unique_ptr<Driver> DriverLoader::start(DynamicLibrary library, bool simulated) {
    std::unique_ptr<Driver> driver(new Driver);
    driver->m_library = library.path();
    const wbsimApi* extras = simulated ? simulatorOf(library) : nullptr;
    if (simulated && !extras)
        throw Error(ErrorKind::environment,
                    {"WB1809",
                     "{library} does not offer version {number} of the simulator's interface",
                     "use the library that came with Warpbench {version}",
                     {{"library", utf8(library.path())},
                      {"number", WBSIM_API_VERSION},
                      {"version", kVersion}}});
    if (extras) {
        driver->m_extras = std::make_unique<SimulatedExtras>(*extras);
        driver->m_extras->offerModels(offeredModels().c_str());
    }
    driver->m_description = simulated ? "Warpbench simulated driver" : "CUDA driver";

    const SymbolSource source(library);
    const std::string lacking = fill(driver->m_api, source, simulated);
    if (!lacking.empty()) {
        const ErrorText said{"WB1810",
                             "{library} lacks {names}",
                             "update NVIDIA's driver",
                             {{"library", utf8(library.path())}, {"names", lacking}}};
        throw Error(ErrorKind::environment,
                    simulated ? said.advised(phrase("install Warpbench again")) : said);
    }

    driver->check(driver->m_api.init(0), "cuInit");
    driver->check(driver->m_api.driverGetVersion(&driver->m_version), "cuDriverGetVersion");
    const std::string version =
        fmt::format("{}.{}", driver->m_version / 1000, driver->m_version % 1000 / 10);
    driver->m_description =
        simulated ? fmt::format("Warpbench simulated driver {} (CUDA {})", kVersion, version)
                  : fmt::format("CUDA {} driver", version);
    return driver;
}

} // namespace warpbench::cuda
