// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <array>

namespace warpbench::ui {

/// A layout of the window for one kind of work. Each keeps the user's changes.
enum class Perspective { edit, tune, debug, teach };

inline constexpr std::array kPerspectives{Perspective::edit, Perspective::tune, Perspective::debug,
                                          Perspective::teach};

QString nameOf(Perspective perspective);  ///< "edit": its key in the settings
QString titleOf(Perspective perspective); ///< "Edit"
QString tipOf(Perspective perspective);   ///< its purpose, as a sentence

} // namespace warpbench::ui
