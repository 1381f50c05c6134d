// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch_files/capture_choice.h"

#include "core/launch_files/source_names.h"

#include <cstdlib>

namespace warpbench::launch_files {

namespace {

std::string settingOf(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return value ? value : "";
}

std::string withoutSpaces(std::string text) {
    std::erase(text, ' ');
    return text;
}

/// "ns::scale<float>" without its namespaces; colons among the template arguments are none of them.
std::string withoutScopes(const std::string& name) {
    const std::size_t scope = name.substr(0, name.find('<')).rfind("::");
    return scope == std::string::npos ? name : name.substr(scope + 2);
}

bool isCalled(const std::string& mangled, const std::string& wanted) {
    if (mangled == wanted)
        return true;
    const std::string name = withoutSpaces(functionName(mangled));
    const std::string asked = withoutSpaces(wanted);
    for (const std::string& form : {name, withoutScopes(name)})
        if (form == asked || form.substr(0, form.find('<')) == asked)
            return true;
    return false;
}

} // namespace

CaptureChoice::CaptureChoice(const std::string& prefix)
    : m_folder(settingOf(prefix + "_CAPTURE"))
    , m_kernel(settingOf(prefix + "_CAPTURE_KERNEL")) {
    if (const auto hash = m_kernel.rfind('#'); hash != std::string::npos) {
        m_number = std::strtoull(m_kernel.c_str() + hash + 1, nullptr, 10);
        m_kernel.resize(hash);
    }
    const std::string limit = settingOf(prefix + "_CAPTURE_LIMIT");
    if (!limit.empty())
        m_limit = std::strtoull(limit.c_str(), nullptr, 10);
}

bool CaptureChoice::take(std::uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    if (bytes > m_limit)
        return false;
    m_limit -= bytes;
    return true;
}

std::string CaptureChoice::folderFor(const std::string& mangled) {
    const std::lock_guard lock(m_mutex);
    const bool isFirst = m_kernel == "*" && m_seen.insert(mangled).second;
    const bool isWanted = m_kernel != "*" && isCalled(mangled, m_kernel) && ++m_matches == m_number;
    if (!isFirst && !isWanted)
        return {};
    return m_folder + "/" + std::to_string(m_folders++);
}

} // namespace warpbench::launch_files
