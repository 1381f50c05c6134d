// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpbench::simgpu::ptx {

/// A predefined name such as "%tid" or "%envreg2" (PTX ISA 9.0, section 10).
struct SpecialName {
    SpecialRegister special{};
    std::uint8_t dim = 0;  ///< for %envreg2 etc.
    bool isVector = false; ///< requires .x .y .z or .w
};

/// \param name  including "%"
std::optional<SpecialName> specialNamed(std::string_view name);
/// "%tid.x"
std::string nameOf(SpecialRegister special, std::uint8_t dim);

/// Clocks and counters: two reads may return different values.
bool changesWhileRunning(SpecialRegister special);

} // namespace warpbench::simgpu::ptx
