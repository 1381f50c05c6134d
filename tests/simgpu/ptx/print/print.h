// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <string>

namespace warpbench::simgpu::ptx {

/// The module as PTX text: parse(print(m)) equals m except for positions.
std::string print(const Module& module);
/// One instruction as PTX text, without its guard's label or location: for messages and views.
std::string print(const Module& module, const Function& function, const Instruction& instruction);

} // namespace warpbench::simgpu::ptx
