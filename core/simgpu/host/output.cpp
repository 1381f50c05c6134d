// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/output.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace warpbench::simgpu::host {

void writeOutput(std::string_view text) {
    while (!text.empty()) {
        const std::size_t part = std::min<std::size_t>(text.size(), std::size_t{1} << 30);
#if defined(_WIN32)
        const auto written = _write(1, text.data(), static_cast<unsigned int>(part));
#else
        const auto written = ::write(1, text.data(), part);
#endif
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

} // namespace warpbench::simgpu::host
