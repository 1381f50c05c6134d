// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// What a compile left out because it is the host's.
struct HostCodeNote {
    QString text; ///< in a sentence; empty: nothing was
    QString file; ///< of the first function; empty: none was
    int line = 0; ///< where that begins
};

HostCodeNote noteOnHostCode(const std::vector<compile::SetAside>& parts);

} // namespace warpbench::ui
