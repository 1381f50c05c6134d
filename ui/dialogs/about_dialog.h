// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <optional>

class QWidget;

namespace warpbench::ui {

/// Version, licence, what the program was built with and which compiler it found.
/// \param compiler  empty while it is being looked for
void showAbout(QWidget* parent, const std::optional<compile::CompilerInfo>& compiler);

} // namespace warpbench::ui
