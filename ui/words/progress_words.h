// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

namespace warpbench::ui {

/// Translates the phase of a run from session::Progress: "Timing 3 of 50".
/// Unknown phases stay unchanged.
QString progressInWords(const std::string& phase);

} // namespace warpbench::ui
