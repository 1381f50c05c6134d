// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace warpbench::ui {

/// What the simulated GPU says of a fault beyond its kind and its figures, in the window's
/// language; nothing where it is not known, as what a driver says.
std::optional<QString> faultDetailInWords(const QString& detail);

/// The name of what an address is in: a variable's own, and in the window's language that of what
/// has none.
QString variableInWords(const QString& name);

} // namespace warpbench::ui
