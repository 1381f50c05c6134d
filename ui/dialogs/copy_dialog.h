// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/companions.h"

#include <QString>

class QWidget;

namespace warpbench::ui {

/// copyCompanions() where there may be much to copy: on another thread, with a dialog that shows
/// how far it is and can cancel it. Comes back when it is done. \throws Error as that does;
/// cancelled where the user wanted that
void copyWithProgress(QWidget* parent, const Companions& companions, const QString& from,
                      const QString& to);

} // namespace warpbench::ui
