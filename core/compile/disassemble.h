// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace warpbench::compile {

/// nvdisasm, or else cuobjdump, from the toolkit or PATH; empty if neither exists. NVRTC does not
/// include them; `doctor --install-compiler` downloads nvdisasm. cuobjdump calls nvdisasm.
std::filesystem::path findDisassembler();

/// The machine code (SASS) of a cubin as text.
/// \throws Error (environment) without a disassembler, saying what to install, or if it fails, with
///         its output
std::string disassemble(std::span<const std::byte> cubin);

} // namespace warpbench::compile
