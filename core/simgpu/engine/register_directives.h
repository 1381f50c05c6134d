// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpbench::simgpu::engine {

class Program;

/// A kernel's directives about registers, besides its block sizes; 0: none.
struct RegisterDirectives {
    std::uint32_t maxRegisters = 0;   ///< per thread: .maxnreg
    std::uint32_t minBlocksPerSm = 0; ///< .minnctapersm
};

/// \param kernel  index into kernelsOf
RegisterDirectives registerDirectivesOf(const Program& program, std::uint32_t kernel);

} // namespace warpbench::simgpu::engine
