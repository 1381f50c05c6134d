// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/text_scale.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QHeaderView>

#include <algorithm>
#include <array>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr std::array kScales{
    kSmallestTextScale, 80, 90, kUsualTextScale, 110, 125, 150, 175, 200, 250, 300, 400,
    kLargestTextScale};

int g_scale = kUsualTextScale;

} // namespace

int textScale() {
    return g_scale;
}

bool setTextScale(int percent) {
    if (std::exchange(g_scale, percent) == percent)
        return false;
    QApplication::setFont(interfaceFont());
    return true;
}

int nextTextScale(int percent, int direction) {
    if (direction > 0) {
        const auto up = std::upper_bound(kScales.begin(), kScales.end(), percent);
        return up == kScales.end() ? kScales.back() : *up;
    }
    const auto here = std::lower_bound(kScales.begin(), kScales.end(), percent);
    return here == kScales.begin() ? kScales.front() : *std::prev(here);
}

int scaled(int pixels) {
    return qRound(pixels * g_scale / 100.0);
}

void withTextScale(QObject& owner, std::function<void()> place) {
    place();
    QObject::connect(&Theme::instance(), &Theme::changed, &owner, std::move(place));
}

void scaleIcon(QAbstractButton& button, int pixels) {
    withTextScale(button, [&button, pixels] {
        button.setIconSize({scaled(pixels), scaled(pixels)});
    });
}

void scaleRows(QHeaderView& rows, int pixels) {
    withTextScale(rows, [&rows, pixels] { rows.setDefaultSectionSize(scaled(pixels)); });
}

} // namespace warpbench::ui
