// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/heat.h"

#include "ui/theme/theme.h"

#include <algorithm>

namespace warpbench::ui {

QColor heatColor(double heat) {
    if (heat <= 0) {
        return themeColors().editorMargin;
    }
    // From pale yellow to red; in the dark theme from dark ochre to a red behind readable text.
    const double h = std::min(heat, 1.0);
    const bool dark = Theme::instance().dark();
    return QColor::fromHsvF(float(0.13 * (1 - h)), float(dark ? 0.55 + 0.2 * h : 0.14 + 0.44 * h),
                            float(dark ? 0.27 + 0.31 * h : 1.0));
}

} // namespace warpbench::ui
