// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace warpbench::ui {

/// The meaning of an icon's colour.
enum class IconTint { text, muted, accent, success, warning, error, onPrimary };

/// An icon from resources/icons by its name ("run"). Renders the SVG at the requested size and
/// pixel ratio, in the theme colours at the time of drawing.
QIcon icon(const QString& name, IconTint tint = IconTint::text);

} // namespace warpbench::ui
