// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QAbstractButton;
class QHeaderView;
class QObject;

namespace warpbench::ui {

/// The range of text sizes, in per cent of the default.
constexpr int kSmallestTextScale = 70;
constexpr int kLargestTextScale = 500;
constexpr int kUsualTextScale = 100;

/// The next larger (1) or smaller (-1) size; the same one at the limit.
int nextTextScale(int percent, int direction);

/// The size of all text.
int textScale();
/// Takes effect with the next Theme::apply(). \returns whether it has changed
bool setTextScale(int percent);

/// Scales a length in pixels with the text.
int scaled(int pixels);
/// Calls `place` now and whenever the text scale changes, while `owner` exists.
void withTextScale(QObject& owner, std::function<void()> place);
/// Sets a button's icon size in pixels at 100 % and scales it with the text.
void scaleIcon(QAbstractButton& button, int pixels);
/// Sets the row height in pixels at 100 % and scales it with the text.
void scaleRows(QHeaderView& rows, int pixels);

} // namespace warpbench::ui
