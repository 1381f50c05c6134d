// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/text_scale.h"

#include <QString>

namespace warpbench::ui {

struct ThemeColors;

/// The style sheet on top of Fusion: flat controls, subtle borders, one accent colour. Selects
/// widgets by class or by the dynamic properties `role` ("title", "muted", "value", "error",
/// "badge", "simulated", "primary") and `invalid` (true: invalid input).
/// \param textScale  per cent; scales padding and small images with the text, but not thin lines
QString styleSheet(const ThemeColors& colors, bool dark, int textScale = kUsualTextScale);

} // namespace warpbench::ui
