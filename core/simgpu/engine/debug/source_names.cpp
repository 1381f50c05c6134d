// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/debug/source_names.h"

namespace warpbench::simgpu::engine {

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
