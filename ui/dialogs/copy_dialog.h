// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/companions.h"

#include <QString>

class QWidget;

namespace warpbench::ui {

/// copyCompanions() for copies that may be large: on another thread, with a dialog that shows
/// progress and can cancel. Returns when the copy is done. \throws Error like copyCompanions();
/// cancelled if the user cancels
void copyWithProgress(QWidget* parent, const Companions& companions, const QString& from,
                      const QString& to);

} // namespace warpbench::ui
