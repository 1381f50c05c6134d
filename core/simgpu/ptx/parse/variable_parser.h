// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/parse/parse_context.h"

#include <optional>
#include <string_view>
#include <vector>

namespace warpbench::simgpu::ptx {

/// The part between a state space and the names: alignment, attributes, vector width, type.
struct Declaration {
    Variable prototype;          ///< everything except name, sizes and values
    std::uint32_t alignment = 0; ///< .align; 0: natural
};

/// The state space that a directive names (".global"); nullopt if it does not name one.
std::optional<Space> spaceNamed(std::string_view directive);

/// `(.managed, .unified(19,95))` after `.attribute`
void parseAttributes(TokenStream& tokens, Variable& variable);

/// \pre the state space has been consumed
Declaration parseDeclaration(ParseContext& context, Space space);

/// Parses a name with its dimensions and, if `mayHaveValue`, its initializer.
/// \param name  the token of the name, already consumed
Variable parseDeclarator(ParseContext& context, const Declaration& declaration, const Token& name,
                         bool mayHaveValue);

/// Parses the initializer of `variable` after "=". Fills in initial, relocations and, for an array
/// of unknown length, the size.
/// \param dimensions  outermost first, the vector's width last; the first may be 0: unknown
void parseInitializer(ParseContext& context, Variable& variable,
                      std::vector<std::uint64_t> dimensions);

} // namespace warpbench::simgpu::ptx
