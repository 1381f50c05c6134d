// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace warpbench::ui {

/// What an icon's colour says.
enum class IconTint { text, muted, accent, success, warning, error, onPrimary };

/// An icon of resources/icons by its name ("run"). It is drawn from its SVG at the size and pixel
/// ratio asked for, in the colours of the theme at the time of drawing.
QIcon icon(const QString& name, IconTint tint = IconTint::text);

} // namespace warpbench::ui
