// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/nvjitlink.h"

#include "core/base/error.h"
#include "core/base/path_text.h"

#include <mutex>
#include <utility>

namespace warpbench::compile {

namespace {

// nvJitLinkResult and nvJitLinkInputType of nvJitLink.h.
constexpr int kJitLinkSuccess = 0;
constexpr int kJitLinkPtx = 2;
constexpr int kJitLinkLtoIr = 3;

constexpr const char* kRemedy =
    "get it with warpbench-cli doctor --install-compiler, install the CUDA Toolkit, or take "
    "\"lto\" out of \"compile\"";

Error missingLinker() {
    return Error(
        ErrorKind::environment,
        {"WB1608",
         "link-time optimisation needs NVIDIA's nvJitLink (CUDA 12 or later), which was not "
         "found",
         kRemedy});
}

Error missingLinker(ErrorText problem) {
    return Error(
        ErrorKind::environment,
        {"WB1609",
         "link-time optimisation needs NVIDIA's nvJitLink (CUDA 12 or later), which was not "
         "found: {problem}",
         kRemedy,
         {{"problem", std::move(problem)}}});
}

/// A text or bytes that nvJitLink hands out through a pair of calls.
template <class Container, class Handle, class Size, class Get>
Container fetchLinked(Handle handle, Size size, Get get) {
    Container content;
    std::size_t bytes = 0;
    if (size(handle, &bytes) != kJitLinkSuccess || bytes == 0)
        return content;
    content.resize(bytes);
    if (get(handle, content.data()) != kJitLinkSuccess)
        content.clear();
    return content;
}

std::string withoutEnd(std::string text) {
    while (!text.empty() && (text.back() == '\0' || text.back() == '\n' || text.back() == ' '))
        text.pop_back();
    return text;
}

} // namespace

NvJitLink::NvJitLink(platform::DynamicLibrary library)
    : m_library(std::move(library)) {
    const auto load = [this](auto& member, const char* name) {
        member =
            reinterpret_cast<std::remove_reference_t<decltype(member)>>(m_library.symbol(name));
        if (!member)
            throw missingLinker(phrase("{library} has no {name}",
                                       {{"library", utf8(m_library.path())}, {"name", name}}));
    };
    load(m_create, "nvJitLinkCreate");
    load(m_destroy, "nvJitLinkDestroy");
    load(m_addData, "nvJitLinkAddData");
    load(m_complete, "nvJitLinkComplete");
    load(m_cubinSize, "nvJitLinkGetLinkedCubinSize");
    load(m_cubin, "nvJitLinkGetLinkedCubin");
    load(m_ptxSize, "nvJitLinkGetLinkedPtxSize");
    load(m_ptx, "nvJitLinkGetLinkedPtx");
    load(m_errorLogSize, "nvJitLinkGetErrorLogSize");
    load(m_errorLog, "nvJitLinkGetErrorLog");
    load(m_infoLogSize, "nvJitLinkGetInfoLogSize");
    load(m_infoLog, "nvJitLinkGetInfoLog");
    unsigned major = 0;
    unsigned minor = 0;
    // Since 12.3.
    const auto version = m_library.function<int(unsigned*, unsigned*)>("nvJitLinkVersion");
    if (version && version(&major, &minor) == kJitLinkSuccess)
        m_version = static_cast<int>(major * 100 + minor);
}

std::shared_ptr<const NvJitLink> NvJitLink::get() {
    static std::mutex mutex;
    static std::shared_ptr<const NvJitLink> loaded;
    const std::lock_guard lock(mutex);
    if (!loaded)
        loaded = find(ToolkitSearch::ofThisMachine());
    return loaded;
}

std::shared_ptr<const NvJitLink> NvJitLink::find(const ToolkitSearch& search) {
    std::string problem;
    for (const std::filesystem::path& candidate : nvJitLinkCandidates(search)) {
        std::string reason;
        auto library = platform::DynamicLibrary::tryOpen(
            candidate, &reason, platform::DynamicLibrary::Lifetime::for_good);
        if (library)
            return std::shared_ptr<const NvJitLink>(new NvJitLink(std::move(*library)));
        // It is not worth reporting that the loader does not know a bare name.
        if (candidate.is_absolute())
            problem = reason;
    }
    throw problem.empty() ? missingLinker() : missingLinker(problem);
}

JitLinkOutput NvJitLink::link(const std::vector<std::string>& options,
                              const std::vector<JitLinkInput>& inputs) const {
    std::vector<const char*> arguments;
    for (const std::string& option : options)
        arguments.push_back(option.c_str());
    JitLinkOutput output;
    Handle raw = nullptr;
    if (m_create(&raw, static_cast<std::uint32_t>(arguments.size()), arguments.data()) !=
        kJitLinkSuccess) {
        output.problem = "nvJitLink does not take its options";
        return output;
    }
    const auto destroy = [this](void* handle) { m_destroy(&handle); };
    const std::unique_ptr<void, decltype(destroy)> owner(raw, destroy);
    bool good = true;
    for (const JitLinkInput& input : inputs)
        good =
            good &&
            m_addData(raw, input.kind == JitLinkInput::Kind::ptx ? kJitLinkPtx : kJitLinkLtoIr,
                      input.data.data(), input.data.size(), input.name.c_str()) == kJitLinkSuccess;
    good = good && m_complete(raw) == kJitLinkSuccess;
    output.log = withoutEnd(fetchLinked<std::string>(raw, m_infoLogSize, m_infoLog));
    if (!good) {
        output.problem = withoutEnd(fetchLinked<std::string>(raw, m_errorLogSize, m_errorLog));
        if (output.problem.empty())
            output.problem = "nvJitLink failed without a message";
        return output;
    }
    bool wantsPtx = false;
    for (const std::string& option : options)
        wantsPtx |= option == "-ptx";
    if (wantsPtx)
        output.ptx = withoutEnd(fetchLinked<std::string>(raw, m_ptxSize, m_ptx)) + "\n";
    else
        output.cubin = fetchLinked<std::vector<std::byte>>(raw, m_cubinSize, m_cubin);
    output.succeeded = true;
    return output;
}

} // namespace warpbench::compile
