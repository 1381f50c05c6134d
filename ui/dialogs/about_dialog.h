// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <optional>

class QWidget;

namespace warpbench::ui {

/// Shows the version, the licence, the build environment and the compiler found.
/// \param compiler  empty during the search for it
void showAbout(QWidget* parent, const std::optional<compile::CompilerInfo>& compiler);

} // namespace warpbench::ui
