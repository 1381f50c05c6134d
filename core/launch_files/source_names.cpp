// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch_files/source_names.h"

#include <cstdlib>
#include <memory>

#if defined(__GNUG__)
#include <cxxabi.h>
#endif

namespace warpbench::launch_files {

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

/// Where the last scope of a name begins, and what follows the name: its parameters.
struct PartOfName {
    std::size_t begin = 0, end = 0, lastScope = 0;
};

PartOfName partOfName(const std::string& name) {
    PartOfName extent{0, name.size(), 0};
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
            extent.begin = i + 1; // behind the type of the result
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
    const PartOfName extent = partOfName(name);
    std::string text = name.substr(extent.begin, extent.end - extent.begin);
    // NVRTC's name for what has internal linkage.
    if (text.rfind("_INTERNAL_", 0) == 0) {
        if (const std::size_t scope = text.find("::"); scope != std::string::npos)
            text.erase(0, scope + 2);
    }
    return text.empty() ? name : text;
}

std::string variableName(const std::string& mangled) {
    const std::string name = demangled(mangled);
    // "multiply(float const*)::tile": the scope behind the parameters counts.
    const std::size_t scope = name.rfind("::");
    return scope == std::string::npos ? name : name.substr(scope + 2);
}

} // namespace warpbench::launch_files
