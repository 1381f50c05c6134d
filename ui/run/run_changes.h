// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_state.h"

#include <QString>

namespace warpbench::ui {

/// The changes since the previous run in a few words: "3 lines, BLOCK 128 → 256, launch 2". Empty:
/// no known difference.
QString changesBetween(const RunState& before, const RunState& after);

} // namespace warpbench::ui
