// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

namespace warpbench::ui {

/// What a run is doing, as session::Progress names it, in the window's language: "Timing 3 of 50".
/// A name that is not known stays as it is.
QString progressInWords(const std::string& phase);

} // namespace warpbench::ui
