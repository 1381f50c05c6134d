// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QObject;

namespace warpbench::ui {

/// Does work that can wait in a turn of the event loop of its own, behind what waits already: keys
/// and the mouse are answered in between. Dropped where `owner` goes before; who waits already
/// keeps its place, with the newer work.
void inTurn(QObject& owner, std::function<void()> work);

} // namespace warpbench::ui
