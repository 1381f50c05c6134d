// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/ui_test.h"
#include "ui/theme/theme.h"

namespace warpbench::ui {

/// As prepareUiTest(), where widgets are drawn: fails without a font, and the theme is the light
/// one.
inline void prepareDrawnTest(const QTemporaryDir& home) {
    prepareUiTest(home);
    QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
    Theme::instance().apply(false);
}

} // namespace warpbench::ui
