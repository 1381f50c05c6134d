// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

namespace warpbench::ui {

/// Translates a note of a run's report (session::RunReport::notes). Unknown notes, such as a
/// driver's text, stay unchanged.
QString noteInWords(const std::string& note);

/// A compiler message with core's advice translated; the compiler's own words stay
/// unchanged.
QString adviceInWords(const std::string& text);

} // namespace warpbench::ui
