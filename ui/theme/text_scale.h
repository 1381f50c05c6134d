// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QAbstractButton;
class QHeaderView;
class QObject;

namespace warpbench::ui {

/// The sizes that text can have, in per cent of the usual one.
constexpr int kSmallestTextScale = 70;
constexpr int kLargestTextScale = 500;
constexpr int kUsualTextScale = 100;

/// The next size up (1) or down (-1); the same one at either end.
int nextTextScale(int percent, int direction);

/// How large all text is.
int textScale();
/// From the next Theme::apply() on. \returns whether it is another one than before
bool setTextScale(int percent);

/// A length in pixels that is made for text of the usual size, for text of the size that it has.
int scaled(int pixels);
/// Calls `place` now, and again whenever the text has another size, as long as `owner` lives.
void withTextScale(QObject& owner, std::function<void()> place);
/// The icon of a button, that many pixels wide and high at the usual size of text.
void scaleIcon(QAbstractButton& button, int pixels);
/// Makes rows that many pixels high, at the usual size of text.
void scaleRows(QHeaderView& rows, int pixels);

} // namespace warpbench::ui
