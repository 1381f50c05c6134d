// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_state.h"

#include <QString>

namespace warpbench::ui {

/// What a run has that the one before it had not, in a few words: "3 lines, BLOCK 128 → 256, launch
/// 2". Empty: nothing that is known of them differs.
QString changesBetween(const RunState& before, const RunState& after);

} // namespace warpbench::ui
