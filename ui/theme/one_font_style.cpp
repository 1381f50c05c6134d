// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/one_font_style.h"

#include "ui/theme/text_scale.h"

#include <QApplication>
#include <QStyleFactory>

#include <algorithm>
#include <array>

namespace warpbench::ui {

namespace {

/// Whether any widget class has its own font, as set by some desktop themes.
bool isAnyKindApart() {
    constexpr std::array kKinds{"QMenu",       "QMenuBar",        "QMessageBox",
                                "QTipLabel",   "QStatusBar",      "QAbstractItemView",
                                "QHeaderView", "QDockWidgetTitle"};
    return std::any_of(kKinds.begin(), kKinds.end(), [](const char* kind) {
        return QApplication::font(kind) != QApplication::font();
    });
}

} // namespace

OneFontStyle::OneFontStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void OneFontStyle::polish(QApplication* application) {
    QProxyStyle::polish(application);
    if (isAnyKindApart()) // avoids font change events for all widgets
        QApplication::setFont(QApplication::font());
}

int OneFontStyle::pixelMetric(PixelMetric metric, const QStyleOption* option,
                              const QWidget* widget) const {
    const int usual = QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) {
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ListViewIconSize:
    case PM_TabBarIconSize:
    case PM_MessageBoxIconSize:
    case PM_LineEditIconSize:
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
    case PM_HeaderDefaultSectionSizeVertical:
    case PM_ScrollBarExtent:
        return scaled(usual);
    default:
        return usual;
    }
}

} // namespace warpbench::ui
