// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

#include <string>

namespace warpbench::ui {

/// The description of an error, translated if it is a common one, else in core's words. No full
/// stop at the end, as in core.
QString errorText(const Error& error);

/// Translates a remedy or suggestion from core.
QString remedyInWords(const std::string& remedy);

/// The remedy, translated in the same way; empty if core has none.
QString errorRemedy(const Error& error);

/// The same for an error given as the text of its `what()`: cause, "; ", remedy.
QString errorInWords(const std::string& what);

/// The same preceded by the location, like `line()`.
QString errorLine(const Error& error);

} // namespace warpbench::ui
