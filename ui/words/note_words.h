// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

namespace warpbench::ui {

/// A note of a run's report (session::RunReport::notes) in the window's language; one that is not
/// known, as what a driver says, stays as it is.
QString noteInWords(const std::string& note);

/// What a compile says, with the advice that core adds to it in the window's language; the
/// compiler's own words stay as they are.
QString adviceInWords(const std::string& text);

} // namespace warpbench::ui
