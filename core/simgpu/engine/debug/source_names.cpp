// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/debug/source_names.h"

#include <cstdlib>
#include <memory>

#if defined(__GNUG__)
#include <cxxabi.h>
#endif

namespace warpbench::simgpu::engine {

namespace {

/// A short name is also a mangled type: `s` would be "short".
bool isMangled(const std::string& name) {
    return name.starts_with("_Z");
}

std::string demangled(const std::string& name) {
    if (!isMangled(name))
        return name;
#if defined(__GNUG__)
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
    if (status == 0 && text)
        return text.get();
#endif
    return name;
}

/// The start of a name's last scope, and of the part after the name: its parameters.
struct Extent {
    std::size_t begin = 0, end = 0, lastScope = 0;
};

Extent extentOf(const std::string& name) {
    Extent extent{0, name.size(), 0};
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (c == '<')
            ++depth;
        else if (c == '>' && (i == 0 || name[i - 1] != '-'))
            --depth;
        else if (depth == 0 && c == '(' && name.compare(i, 11, "(anonymous ") != 0) {
            extent.end = i;
            break;
        } else if (depth == 0 && c == ' ' && name.compare(0, i, "(anonymous") != 0) {
            extent.begin = i + 1; // after the result type
        } else if (depth == 0 && c == ':' && i + 1 < name.size() && name[i + 1] == ':') {
            extent.lastScope = i + 2;
        }
    }
    return extent;
}

} // namespace

std::string functionName(const std::string& mangled) {
    std::string name = demangled(mangled);
    if (name == mangled || name.find("operator") != std::string::npos)
        return name;
    const Extent extent = extentOf(name);
    std::string text = name.substr(extent.begin, extent.end - extent.begin);
    // NVRTC's name for internal linkage.
    if (text.rfind("_INTERNAL_", 0) == 0) {
        if (const std::size_t scope = text.find("::"); scope != std::string::npos)
            text.erase(0, scope + 2);
    }
    return text.empty() ? name : text;
}

std::string variableName(const std::string& mangled) {
    const std::string name = demangled(mangled);
    // "multiply(float const*)::tile": the scope after the parameters counts.
    const std::size_t scope = name.rfind("::");
    return scope == std::string::npos ? name : name.substr(scope + 2);
}

bool isToolkitFile(const std::string& path) {
    // Texture and surface functions are in a header built into NVRTC, which appears to be in its
    // working directory.
    if (path.ends_with("__nv_nvrtc_builtin_header.h"))
        return true;
    bool toolkit = false;
    std::size_t begin = 0;
    while (begin < path.size()) {
        std::size_t end = path.find_first_of("/\\", begin);
        if (end == std::string::npos)
            return false; // the file itself
        const std::string folder = path.substr(begin, end - begin);
        if (toolkit && folder == "include")
            return true;
        toolkit |= folder.rfind("cuda", 0) == 0 || folder == "nvidia" || folder == "CUDA";
        begin = end + 1;
    }
    return false;
}

} // namespace warpbench::simgpu::engine
