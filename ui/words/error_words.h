// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

#include <string>

namespace warpbench::ui {

/// What is wrong, in the window's language where it is one of the errors that are met most; else as
/// core says it. A sentence without a full stop at its end, as core's.
QString errorText(const Error& error);

/// A remedy, or a suggestion, of core's.
QString remedyInWords(const std::string& remedy);

/// What the user can do, in the same way; empty where core knows nothing.
QString errorRemedy(const Error& error);

/// The same for an error that is at hand as one text, `what()` of it: cause, "; ", remedy.
QString errorInWords(const std::string& what);

/// The same with its place before it, as `line()` of it.
QString errorLine(const Error& error);

} // namespace warpbench::ui
