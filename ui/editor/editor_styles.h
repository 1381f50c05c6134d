// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::ui {

// Style numbers above those of the lexer (0 to 27, plus 64 to 91). Fixed, because QsciStyle(-1)
// runs out of numbers, and set again after each setLexer(), which resets them.
constexpr int kErrorStyle = 40;
constexpr int kWarningStyle = 41;
constexpr int kNoteStyle = 42;
constexpr int kHeatStyle = 43;
constexpr int kHeatSteps = 12;

} // namespace warpbench::ui
