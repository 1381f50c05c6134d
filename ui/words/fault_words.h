// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace warpbench::ui {

/// Translates the simulated GPU's details of a fault beyond its kind and numbers; nullopt if
/// unknown, such as a driver's text.
std::optional<QString> faultDetailInWords(const QString& detail);

/// The name of what an address belongs to: a variable's own name, or a translated description for
/// memory without a name.
QString variableInWords(const QString& name);

} // namespace warpbench::ui
