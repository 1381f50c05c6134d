// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QObject;
class QWidget;

namespace warpbench::ui {

/// Runs postponable work in its own turn of the event loop, after all pending work, so that key and
/// mouse events are handled in between. Dropped if `owner` is destroyed first. If `owner` already
/// has pending work, the new work replaces it and keeps its place.
void inTurn(QObject& owner, std::function<void()> work);

/// Whether work is pending, so that the window is not up to date.
bool workWaits();

/// Suspends painting of a widget until all pending work is done, then paints it once in its own
/// turn. Call it before large changes of the widget.
void paintInTurn(QWidget& widget);

} // namespace warpbench::ui
