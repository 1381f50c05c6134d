// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QObject;
class QWidget;

namespace warpbench::ui {

/// Does work that can wait in a turn of the event loop of its own, behind what waits already: keys
/// and the mouse are answered in between. Dropped where `owner` goes before; who waits already
/// keeps its place, with the newer work.
void inTurn(QObject& owner, std::function<void()> work);

/// Whether anything waits for its turn: what is seen is not yet all.
bool workWaits();

/// Nothing of a widget is painted until what waits for a turn has had its turn: then once, and in a
/// turn of its own. Before something that changes much of it.
void paintInTurn(QWidget& widget);

} // namespace warpbench::ui
