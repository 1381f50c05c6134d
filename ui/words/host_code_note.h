// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <QString>

#include <string>
#include <vector>

namespace warpbench::ui {

/// Describes the host code that a compile has left out.
struct HostCodeNote {
    QString text; ///< a sentence; empty: nothing was left out
    QString file; ///< of the first function; empty: none
    int line = 0; ///< its first line
};

/// The parts that the editor greys out: host code, and headers that are certainly for the host.
/// Unknown headers may be the user's own.
std::vector<compile::SetAside> hostPartsOf(const std::string& source);

HostCodeNote noteOnHostCode(const std::vector<compile::SetAside>& parts);

} // namespace warpbench::ui
