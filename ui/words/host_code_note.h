// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <QString>

#include <string>
#include <vector>

namespace warpbench::ui {

/// What a compile left out because it is the host's.
struct HostCodeNote {
    QString text; ///< in a sentence; empty: nothing was
    QString file; ///< of the first function; empty: none was
    int line = 0; ///< where that begins
};

/// What the editor shows in grey: host code, and headers that are the host's for certain; one that
/// is not known may be the user's own.
std::vector<compile::SetAside> hostPartsOf(const std::string& source);

HostCodeNote noteOnHostCode(const std::vector<compile::SetAside>& parts);

} // namespace warpbench::ui
