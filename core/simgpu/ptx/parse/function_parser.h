// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/parse/parse_context.h"

namespace warpbench::simgpu::ptx {

/// Parses a function or kernel, declaration or definition, after `.func` or `.entry`, and adds it
/// to the module.
void parseFunction(ParseContext& context, const Linkage& linkage, bool isKernel);

/// Parses `(.param .b32 a, .param .b64 b)` up to its ")".
/// \param names  also receives the names, as views into the text
std::vector<Variable> parseParameters(ParseContext& context, std::vector<std::string_view>& names);

/// Adds a register, or the components of a vector register, to the function's list.
Named addRegister(ParseContext& context, Function& function, const Variable& declaration,
                  const std::string& name, Position position);

/// Parses a body from "{" to its "}". \pre the parameters are in scope
void parseBody(ParseContext& context, Function& function, std::int32_t functionIndex);

} // namespace warpbench::simgpu::ptx
