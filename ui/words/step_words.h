// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stepping/stepping.h"

#include <QString>

namespace warpbench::ui {

/// "lanes 0-15, 31"; "no lane".
QString lanesInWords(quint32 mask);
/// The state of a group of lanes: "waits at barrier 0 for warps 1, 2".
QString stateInWords(const session::StepLanes& lanes);

} // namespace warpbench::ui
