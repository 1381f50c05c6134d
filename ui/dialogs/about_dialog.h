// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace warpbench::ui {

/// Version, licence, what the program was built with and which compiler it found.
void showAbout(QWidget* parent);

} // namespace warpbench::ui
