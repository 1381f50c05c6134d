// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace warpbench::ui {

/// Translates the system's reason for refusing a file; nullopt if it is not a common one. Windows
/// already uses the user's language.
/// \param said  text from `strerror`
std::optional<QString> systemReason(const QString& said);

} // namespace warpbench::ui
