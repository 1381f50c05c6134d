// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace warpbench::ui {

/// Why the system refuses a file, in the window's language; nothing where that is none of the
/// reasons that are met most. Windows words its own in the user's language.
/// \param said  as `strerror` has it
std::optional<QString> systemReason(const QString& said);

} // namespace warpbench::ui
