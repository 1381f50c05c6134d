// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::compile {

/// A kernel's head in a PTX text.
struct PtxEntry {
    struct Parameter {
        std::size_t offset = 0; ///< bytes, by the alignment rules of PTX
        std::size_t size = 0;   ///< bytes
    };
    std::string name;
    std::vector<Parameter> parameters;
};

/// The kernels (`.entry`) of a PTX text that NVRTC made, in its order.
std::vector<PtxEntry> readPtxEntries(std::string_view ptx);

} // namespace warpbench::compile
