// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/nvrtc.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/cache/options.h"
#include "core/formats/ptx_file_names.h"
#include "core/platform/code_page.h"
#include "core/platform/library_paths.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpbench::compile {

namespace fs = std::filesystem;

namespace {

/// The default of 256 MiB does not hold the headers of cooperative groups, CUB and cuRAND
/// together (measured with NVRTC 13.0).
constexpr std::size_t kPchHeapBytes = std::size_t{512} << 20;

/// NVRTC loads its builtins by bare name. They are next to it; loading them first by path lets the
/// loader find them without a search path.
void preloadBuiltins(const fs::path& library, int major, int minor) {
    if (!library.has_parent_path())
        return;
    const fs::path folder = library.parent_path();
    const std::string names[] = {
        fmt::format("libnvrtc-builtins.so.{}.{}", major, minor),
        fmt::format("nvrtc-builtins64_{}{}.dll", major, minor),
    };
    for (const std::string& name : names) {
        std::error_code ignored;
        if (fs::exists(folder / name, ignored))
            platform::DynamicLibrary::tryOpen(folder / name, nullptr,
                                              platform::DynamicLibrary::Lifetime::for_good);
    }
}

/// A text or a block of bytes that NVRTC hands out through a pair of calls.
template <class Container, class Size, class Get>
Container fetch(nvrtcProgram program, Size size, Get get) {
    Container content;
    std::size_t bytes = 0;
    if (!size || !get || size(program, &bytes) != NVRTC_SUCCESS || bytes == 0)
        return content;
    content.resize(bytes);
    if (get(program, reinterpret_cast<char*>(content.data())) != NVRTC_SUCCESS)
        content.clear();
    return content;
}

std::string withoutFinalZero(std::string text) {
    while (!text.empty() && text.back() == '\0')
        text.pop_back();
    return text;
}

Error missingCompiler(const std::vector<ToolkitRoot>& roots, bool windows,
                      const std::vector<ErrorText>& problems) {
    ErrorText looked = phrase("CUDA_HOME and CUDA_PATH, the usual install folders, the library "
                              "search path, NVIDIA's Python wheels and Warpbench's data folder");
    if (!roots.empty()) {
        std::string folders;
        for (const ToolkitRoot& root : roots)
            folders += (folders.empty() ? "" : ", ") + utf8(root.folder);
        looked =
            phrase("{places} (looked into {folders})", {{"places", looked}, {"folders", folders}});
    }
    // What went wrong with each file that was found follows.
    for (const ErrorText& problem : problems)
        looked = phrase("{places}; {problem}", {{"places", looked}, {"problem", problem}});
    const ErrorText said{"WB1610",
                         "no CUDA compiler (NVRTC, {library}) was found in {places}",
                         {},
                         {{"library", nvrtcLibraryNames(windows).front()}, {"places", looked}}};
    return Error(ErrorKind::environment, said.advised(installRemedy()));
}

bool isAscii(const std::string& text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<signed char>(c) >= 0; });
}

/// The options with folders by names that NVRTC finds them by.
std::vector<std::string> withFoldersForLibraries(std::vector<std::string> options) {
    for (std::string& option : options) {
        if (option.starts_with("-I") && !isAscii(option))
            option = "-I" + platform::pathForLibraries(pathFromUtf8(option.substr(2)));
    }
    return options;
}

/// Gives a source its name by a directive in front of it.
std::string withName(const std::string& source, const std::string& name) {
    std::string literal;
    for (const char c : name) {
        if (c == '\\' || c == '"')
            literal += '\\';
        literal += c;
    }
    return "#line 1 \"" + literal + "\"\n" + source;
}

} // namespace

Nvrtc::Nvrtc(platform::DynamicLibrary library)
    : m_library(std::move(library)) {
    const auto load = [this](auto& member, const char* name) {
        member =
            reinterpret_cast<std::remove_reference_t<decltype(member)>>(m_library.symbol(name));
    };
    load(m_version, "nvrtcVersion");
    load(m_errorString, "nvrtcGetErrorString");
    load(m_supportedArchCount, "nvrtcGetNumSupportedArchs");
    load(m_supportedArchs, "nvrtcGetSupportedArchs");
    load(m_createProgram, "nvrtcCreateProgram");
    load(m_destroyProgram, "nvrtcDestroyProgram");
    load(m_compileProgram, "nvrtcCompileProgram");
    load(m_ptxSize, "nvrtcGetPTXSize");
    load(m_ptx, "nvrtcGetPTX");
    load(m_cubinSize, "nvrtcGetCUBINSize");
    load(m_cubin, "nvrtcGetCUBIN");
    load(m_ltoSize, "nvrtcGetLTOIRSize");
    load(m_lto, "nvrtcGetLTOIR");
    load(m_logSize, "nvrtcGetProgramLogSize");
    load(m_log, "nvrtcGetProgramLog");
    load(m_addNameExpression, "nvrtcAddNameExpression");
    load(m_loweredName, "nvrtcGetLoweredName");
    load(m_setPchHeapSize, "nvrtcSetPCHHeapSize");
    const bool complete = m_version && m_errorString && m_createProgram && m_destroyProgram &&
                          m_compileProgram && m_ptxSize && m_ptx && m_logSize && m_log &&
                          m_addNameExpression && m_loweredName;
    if (!complete || m_version(&m_major, &m_minor) != NVRTC_SUCCESS)
        throw Error(ErrorKind::environment, ErrorText("WB1611", "{library} is not a usable NVRTC",
                                                      {}, {{"library", utf8(m_library.path())}})
                                                .advised(installRemedy()));
    preloadBuiltins(m_library.path(), m_major, m_minor);
}

std::shared_ptr<const Nvrtc> Nvrtc::open(const fs::path& library,
                                         std::vector<fs::path> includeDirs) {
    const std::shared_ptr<Nvrtc> nvrtc = load(library);
    nvrtc->m_includeDirs = std::move(includeDirs);
    return nvrtc;
}

std::shared_ptr<Nvrtc> Nvrtc::load(const fs::path& library) {
    // Never unloaded: NVRTC keeps its own threads and precompiled headers.
    return std::shared_ptr<Nvrtc>(new Nvrtc(
        platform::DynamicLibrary::open(library, platform::DynamicLibrary::Lifetime::for_good)));
}

std::shared_ptr<const Nvrtc> Nvrtc::get() {
    static std::mutex mutex;
    static std::shared_ptr<const Nvrtc> loaded;
    const std::lock_guard lock(mutex);
    if (!loaded)
        loaded = find(ToolkitSearch::ofThisMachine());
    return loaded;
}

std::shared_ptr<const Nvrtc> Nvrtc::find(const ToolkitSearch& search) {
    const std::vector<ToolkitRoot> roots = toolkitRoots(search);
    std::vector<ErrorText> problems;
    for (const fs::path& candidate : nvrtcCandidates(roots, search)) {
        try {
            const std::shared_ptr<Nvrtc> nvrtc = load(candidate);
            nvrtc->m_includeDirs = toolkitIncludeDirs(nvrtc->library(), roots);
            return nvrtc;
        } catch (const Error& error) {
            // It is not worth reporting that the loader does not know a bare name.
            if (candidate.is_absolute())
                problems.push_back(error.said());
        }
    }
    throw missingCompiler(roots, search.windows, problems);
}

std::string Nvrtc::version() const {
    return fmt::format("{}.{}", m_major, m_minor);
}

bool Nvrtc::hasOwnCache() const noexcept {
    return m_major > 12 || (m_major == 12 && m_minor >= 9);
}

std::vector<int> Nvrtc::architectures() const {
    int count = 0;
    if (!m_supportedArchCount || !m_supportedArchs ||
        m_supportedArchCount(&count) != NVRTC_SUCCESS || count <= 0)
        return {};
    std::vector<int> found(static_cast<std::size_t>(count));
    if (m_supportedArchs(found.data()) != NVRTC_SUCCESS)
        return {};
    return found;
}

void Nvrtc::enlargePchHeap() const {
    std::call_once(m_pchHeap, [this] {
        if (m_setPchHeapSize)
            m_setPchHeapSize(kPchHeapBytes);
    });
}

std::string Nvrtc::resultName(nvrtcResult result) const {
    const char* name = m_errorString(result);
    return name ? name : fmt::format("NVRTC error {}", static_cast<int>(result));
}

NvrtcOutput Nvrtc::compile(const std::string& source, const std::string& fileName,
                           const std::vector<std::string>& options,
                           const std::vector<std::string>& nameExpressions,
                           const std::vector<std::pair<std::string, std::string>>& headers) const {
    // It would compile nothing by such a name, and find no folder (13.0 under Wine 8).
    if (!platform::librariesTakeUtf8() && !isAscii(fileName))
        return compile(withName(source, fileName), "source.cu", options, nameExpressions, headers);
    const std::string shownName = withoutQuotes(fileName);
    if (std::find(options.begin(), options.end(), "--pch") != options.end())
        enlargePchHeap();
    std::vector<const char*> texts;
    std::vector<const char*> names;
    for (const auto& [name, text] : headers) {
        names.push_back(name.c_str());
        texts.push_back(text.c_str());
    }
    nvrtcProgram raw = nullptr;
    const nvrtcResult created =
        m_createProgram(&raw, source.c_str(), shownName.empty() ? nullptr : shownName.c_str(),
                        static_cast<int>(headers.size()), texts.data(), names.data());
    if (created != NVRTC_SUCCESS)
        throw Error(ErrorKind::internal, {"WB1612",
                                          "NVRTC could not begin to compile: {problem}",
                                          {},
                                          {{"problem", resultName(created)}}});
    const auto destroy = [this](nvrtcProgram program) { m_destroyProgram(&program); };
    const std::unique_ptr<std::remove_pointer_t<nvrtcProgram>, decltype(destroy)> program(raw,
                                                                                          destroy);
    NvrtcOutput output;
    for (const std::string& expression : nameExpressions)
        if (const nvrtcResult added = m_addNameExpression(raw, expression.c_str());
            added != NVRTC_SUCCESS)
            throw Error(ErrorKind::internal,
                        {"WB1613",
                         "NVRTC does not take the kernel name \"{kernel}\": {problem}",
                         "check the name and its template arguments",
                         {{"kernel", expression}, {"problem", resultName(added)}}});
    std::vector<const char*> arguments;
    arguments.reserve(options.size());
    const std::vector<std::string> spelled = withFoldersForLibraries(options);
    for (const std::string& option : spelled)
        arguments.push_back(option.c_str());
    const nvrtcResult result =
        m_compileProgram(raw, static_cast<int>(arguments.size()), arguments.data());
    output.succeeded = result == NVRTC_SUCCESS;
    output.log = withQuotes(withoutFinalZero(fetch<std::string>(raw, m_logSize, m_log)));
    if (!output.succeeded) {
        output.problem = resultName(result);
        return output;
    }
    // NVRTC for Windows interprets the names it is given in the code page.
    output.ptx = withFileNames(
        withoutFinalZero(fetch<std::string>(raw, m_ptxSize, m_ptx)),
        [](const std::string& path) { return withQuotes(platform::undoCodePage(path)); });
    if (std::find(options.begin(), options.end(), kLinkTimeOptimisation) != options.end())
        output.cubin = fetch<std::vector<std::byte>>(raw, m_ltoSize, m_lto);
    else
        output.cubin = fetch<std::vector<std::byte>>(raw, m_cubinSize, m_cubin);
    for (const std::string& expression : nameExpressions) {
        const char* lowered = nullptr;
        if (m_loweredName(raw, expression.c_str(), &lowered) == NVRTC_SUCCESS && lowered)
            output.loweredNames.emplace_back(expression, lowered);
    }
    return output;
}

} // namespace warpbench::compile
