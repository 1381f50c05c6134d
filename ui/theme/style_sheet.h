// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/text_scale.h"

#include <QString>

namespace warpbench::ui {

struct ThemeColors;

/// The style sheet over Fusion: flat controls, quiet borders, one accent. Widgets take part by
/// class or by the dynamic properties `role` ("title", "muted", "value", "error", "badge",
/// "simulated", "primary") and `invalid` (true: an input that is wrong).
/// \param textScale  per cent: paddings and small pictures grow with the text, thin lines do not
QString styleSheet(const ThemeColors& colors, bool dark, int textScale = kUsualTextScale);

} // namespace warpbench::ui
