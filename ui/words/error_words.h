// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

namespace warpbench::ui {

/// What core says in the window's language: cause, "; ", remedy. No full stop at the end, as in
/// core. Words of others, for example a driver's, stay as they are.
QString errorInWords(const ErrorText& said);
QString errorInWords(const Error& error);

/// The cause alone.
QString errorText(const Error& error);
QString inWords(const ErrorText& said);

/// The remedy alone; empty if core has none.
QString errorRemedy(const Error& error);

/// All of it preceded by the location, like `line()`.
QString errorLine(const Error& error);

} // namespace warpbench::ui
