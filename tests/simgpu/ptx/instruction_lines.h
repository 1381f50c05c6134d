// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/source_path.h"

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

/// Single instructions, one a line, and modules around them.
namespace warpbench::simgpu::ptx::testing {

/// The text before a line: registers of every type, a variable in every space, and a kernel.
/// \param head  ".version 8.6\n.target sm_90"
/// \param quads  include 128-bit registers
inline std::string beforeLine(const std::string& head, bool quads = true) {
    return head +
           "\n.address_size 64\n"
           ".global .align 16 .b8 g[64]; .const .align 8 .b8 cc[64]; .shared .align 16 .b8 "
           "sh[256];\n.visible .entry k(.param .u64 p, .param .u32 n)\n{\n"
           ".reg .pred %p<8>; .reg .b8 %c<4>; .reg .b16 %h<8>; .reg .b32 %r<160>; .reg .b64 "
           "%rd<16>; .reg .f32 %f<160>; .reg .f64 %d<40>; .reg .u16 %us<4>; .reg .s16 %ss<4>; "
           ".reg .u32 %u<4>; .reg .s32 %s<4>; .reg .u64 %ud<4>; .reg .s64 %sd<4>; .reg .f16 "
           "%hf<4>; .reg .f16x2 %hx<4>; .reg .v2 .b32 %v<4>; .reg .v4 .u32 %w<4>; "
           ".local .align 8 .b8 loc[32];" +
           (quads ? " .reg .b128 %q<4>;\n" : "\n");
}
inline const std::string kAfterLine = "ret;\n}\n";

/// The lines of a file in tests/simgpu/ptx/data, without comments and empty lines.
inline std::vector<std::string> linesOf(const std::string& name) {
    std::ifstream file(test::sourcePath("tests/simgpu/ptx/data/" + name));
    if (!file)
        throw std::runtime_error(name + " is missing");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        if (!line.empty() && !line.starts_with("//"))
            lines.push_back(line);
    }
    return lines;
}

} // namespace warpbench::simgpu::ptx::testing
