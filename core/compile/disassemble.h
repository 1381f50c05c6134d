// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace warpbench::compile {

/// nvdisasm, or else cuobjdump, of the toolkit or on PATH; empty where there is neither. NVRTC
/// comes without them; `doctor --install-compiler` fetches nvdisasm. cuobjdump calls nvdisasm.
std::filesystem::path findDisassembler();

/// The machine code (SASS) of a cubin as text.
/// \throws Error (environment) without a disassembler, with what to install, or where it
///         fails, with what it said
std::string disassemble(std::span<const std::byte> cubin);

} // namespace warpbench::compile
