// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace warpbench::ui {

/// Fusion with the program's font in all widgets. With each new style or style sheet, Qt gives
/// menus, status bars and item views the desktop's fonts for them (Windows has some), whatever
/// QApplication::setFont() says. Icons and rows scale with the text.
class OneFontStyle final : public QProxyStyle {
    Q_OBJECT

  public:
    OneFontStyle();
    using QProxyStyle::polish;
    void polish(QApplication* application) override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override;
};

} // namespace warpbench::ui
