// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <array>

namespace warpbench::ui {

/// A layout of the window for one kind of work. Each keeps what the user makes of it.
enum class Perspective { edit, tune, debug, teach };

inline constexpr std::array kPerspectives{Perspective::edit, Perspective::tune, Perspective::debug,
                                          Perspective::teach};

QString nameOf(Perspective perspective);  ///< "edit": what it is kept under
QString titleOf(Perspective perspective); ///< "Edit"
QString tipOf(Perspective perspective);   ///< what it is for, a sentence

} // namespace warpbench::ui
